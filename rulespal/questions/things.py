"""What a state, zone or definition is in a world, and whether what happened there has changed it."""

from __future__ import annotations

from typing import Any

from rulespal.engine.game import Game, Position
from rulespal.engine.layout import PLAYERS
from rulespal.engine.worlds import Worlds
from rulespal.model.phrases import Speech
from rulespal.model.rules import Define, State, Zone
from rulespal.model.types import PLAYER, Type
from rulespal.questions.query import Asked
from rulespal.records.table import World, touched


def looked_at(asked: Asked, game: Game, speech: Speech, s: Position, x: Worlds) -> tuple[Any, Type]:
    """What the thing that is asked for is in a position, with the type; of a zone, its cards or their number."""
    thing = asked.thing
    args = [speech.value(PLAYER, arg.casefold()) for arg in asked.args]
    if isinstance(thing, Define):
        return x.pin(game.open[f"define_{thing.name}"](s, x, *args)), thing.value.type
    assert isinstance(thing, State | Zone)
    value = s[game.layout.slot(thing, args[0] if args else None)]
    if isinstance(thing, Zone):
        return (x.pin(x.count(value)), Type("number")) if asked.count else (value, Type("collection", Type("card")))
    return x.pin(value), thing.type


def has_changed(thing: State | Zone | Define, game: Game, world: World) -> bool:
    """Whether an event has changed what is asked for; of a definition that cannot be told."""
    if isinstance(thing, Define):
        return True
    slots = _slots(thing, game, world)
    return any(slot in slots for event in world.events for slot in touched(event))


def those(state: State, game: Game, world: World, speech: Speech) -> tuple[str, ...]:
    """The players of whom something has become so; if of none, those of whom it is so."""
    slots = _slots(state, game, world)
    changed = [event[1] for event in world.events if event[0] == "set" and event[1] in slots and event[2] is True]
    found = changed or [slot for slot in slots if world.position[slot] is True]
    return tuple(speech.spoken(slot - slots.start, PLAYER) for slot in found)


def _slots(thing: State | Zone, game: Game, world: World) -> range:
    """Where something lies in a position, for each player that has it."""
    base = game.layout.slot(thing, None)
    return range(base, base + (world.position[PLAYERS] if thing.owned else 1))
