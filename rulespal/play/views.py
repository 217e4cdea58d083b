"""Who sees what at the table: positions with what somebody does not see taken out, and words that do not give it away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulespal.engine.emit_statements import ANNOUNCED
from rulespal.engine.game import Event, Game, Position
from rulespal.engine.hidden_zones import SHUFFLED
from rulespal.engine.layout import FIRST, PLAYERS, STACK, UNKNOWNS
from rulespal.engine.unknown import REST, bits, mask_of
from rulespal.model.phrases import HIDDEN, Speech
from rulespal.model.rules import State, Zone
from rulespal.model.types import Type

ALL = None  # the seat of what the whole table sees


def sees(zone: Zone, owner: int | None, seat: int | None) -> bool:
    """Whether somebody sees the cards of a zone; `seat` ALL: whether all do."""
    if zone.seen_by == "all":
        return True
    if seat is ALL or owner is None:
        return False
    return (owner == seat) == (zone.seen_by == "owner")


def unseen(game: Game, s: Position, seat: int | None) -> dict[int, tuple[int, ...]]:
    """The zones that somebody does not see into, with the known cards in them."""
    found = {}
    for slot in sorted(game.layout.zone_slots):
        zone, owner = game.layout.what(slot)
        if isinstance(zone, Zone) and game.layout.used(slot, s[PLAYERS]) and not sees(zone, owner, seat):
            found[slot] = tuple(card for card in s[slot] if card >= 0)
    return found


def is_open(game: Game, s: Position, card: int) -> bool:
    """Whether a card is a hidden one that may still be of several kinds."""
    if card >= REST:
        return False
    mask = s[UNKNOWNS].get(card)
    if mask is None:
        return True
    cards = bits(mask)
    kind = game.layout.kinds[next(cards)]
    return any(game.layout.kinds[one] != kind for one in cards)


def told_by_kind(game: Game, s: Position) -> Position:
    """A position in which hidden cards that can only be copies of one card are such a copy each."""
    placed = {card for slot in game.layout.zone_slots for card in s[slot] if card >= 0}
    names: dict[int, int] = {}
    for slot in game.layout.zone_slots:
        for card in s[slot]:
            if card < REST and not is_open(game, s, card):
                free = next((copy for copy in bits(s[UNKNOWNS][card]) if copy not in placed), None)
                if free is not None:
                    names[card] = free
                    placed.add(free)
    return renamed(game, s, names) if names else s


def renamed(game: Game, s: Position, names: Mapping[int, int]) -> Position:
    """A position with cards in place of the hidden ones that they are."""
    shown = s.copy()
    for slot in game.layout.zone_slots:
        shown[slot] = tuple(names.get(card, card) for card in s[slot])
    for slot in range(FIRST, len(shown)):
        thing, _ = game.layout.what(slot)
        if isinstance(thing, State):
            (shown[slot],) = _told((shown[slot],), (thing.type,), names)
    stages = game.book.stages
    shown[STACK] = tuple((f[0], *_told(f[1:], [p.type for p in stages[f[0]].params], names)) for f in s[STACK])
    shown[UNKNOWNS] = {key: value for key, value in s[UNKNOWNS].items() if key not in names}
    return shown


def _told(values: Sequence[Any], types: Sequence[Type], names: Mapping[int, int]) -> tuple[Any, ...]:
    """Values with the cards in them that stand for hidden ones."""
    pairs = zip(values, types, strict=True)
    return tuple(names.get(v, v) if t.kind == "card" and v is not None else v for v, t in pairs)


def in_hands(game: Game, s: Position) -> frozenset[int]:
    """The cards that somebody has and that not everybody sees."""
    places = unseen(game, s, ALL)
    return frozenset(c for slot, cards in places.items() for c in cards if game.layout.what(slot)[1] is not None)


def seen_by(game: Game, s: Position, seat: int | None) -> Position:
    """A position as somebody sees it: the cards in the other places may be any of those that are not seen."""
    places = unseen(game, s, seat)
    cards = [card for group in places.values() for card in group]
    mask = mask_of(cards)
    unknown = {
        k: v for k, v in s[UNKNOWNS].items() if not (isinstance(k, tuple) and k[0] == SHUFFLED and k[1] in places)
    }
    free = min((k for k in unknown if isinstance(k, int)), default=REST) - 1
    shown = s.copy()
    for slot in places:
        masked = []
        for card in s[slot]:
            if card >= 0:
                unknown[free] = mask
                card, free = free, free - 1
            masked.append(card)
        shown[slot] = tuple(masked)
    shown[UNKNOWNS] = unknown
    return shown


class Discreet(Speech):
    """The speech of a table that does not name the cards in `veiled`."""

    def __init__(self, speech: Speech) -> None:
        super().__init__(speech.phrases, speech.players, speech.language, speech.short)
        self.veiled: frozenset[int] = frozenset()

    def spoken(self, value: Any, type_: Type) -> str:
        if type_.kind == "card" and isinstance(value, int) and value in self.veiled:
            return HIDDEN
        return super().spoken(value, type_)


def veiled_event(game: Game, event: Event, veiled: frozenset[int]) -> Event:
    """An effect with hidden cards in place of veiled ones, so that it is told by their number."""
    if event[0] != ANNOUNCED:
        return event
    kind, index, args, *rest = event
    params = game.book.effects[index].params
    return (kind, index, tuple(_veiled(a, p.type, veiled) for a, p in zip(args, params, strict=True)), *rest)


def _veiled(value: Any, type_: Type, veiled: frozenset[int]) -> Any:
    if type_.kind == "card":
        return REST - 1 if value in veiled else value
    if (
        type_.kind == "collection"
        and isinstance(value, tuple)
        and isinstance(type_.of, Type)
        and type_.of.kind == "card"
    ):
        return tuple(REST - 1 if card in veiled else card for card in value)
    return value


def cards_in(args: Sequence[Any], types: Sequence[Type]) -> frozenset[int]:
    """The cards among arguments."""
    found: set[int] = set()
    for value, type_ in zip(args, types, strict=True):
        if type_.kind == "card" and isinstance(value, int):
            found.add(value)
        elif isinstance(value, tuple) and isinstance(type_.of, Type) and type_.of.kind == "card":
            found.update(card for card in value if isinstance(card, int))
    return frozenset(found)
