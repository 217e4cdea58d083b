"""One value of an effect that came about, or of a move that might be made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rulespal.engine.game import Act, Game, Readings
from rulespal.engine.layout import PLAYERS, STACK
from rulespal.model.expr import Announce, Begin
from rulespal.model.rules import Effect, Move, Param, Rulebook
from rulespal.model.types import NUMBER, TRUTH, Type, collection
from rulespal.model.writes import within
from rulespal.questions.query import Told
from rulespal.records.table import World

MOST = 120  # numbers that are tried for an argument without bounds
BEYOND = 2  # numbers that are tried behind the last legal one


def told(about: Told, game: Game, world: World, readings: Readings) -> tuple[Any, Type]:
    """The value and its type; None where nothing of the kind came about or may be."""
    if isinstance(about.target, Move):
        return _of_move(about, about.target, game, world, readings)
    return _of_effect(about, about.target, game.book, world)


def _still_to_come(effect: Effect, book: Rulebook, world: World) -> bool:
    """Whether somebody has still to act before the next turn, and the effect may come of that."""
    stack = world.position[STACK]
    usual = {node.stage for node in within(book, book.openings.get("mid-game", ())) if isinstance(node, Begin)}
    if not world.events or not stack or stack[-1][0] in usual:
        return not world.events
    moves = [book.moves[may.move] for may in book.stages[stack[-1][0]].may]
    coming = (node for move in moves for node in within(book, move.effects))
    return any(isinstance(node, Announce) and node.effect == effect.index for node in coming)


def _of_effect(about: Told, effect: Effect, book: Rulebook, world: World) -> tuple[Any, Type]:
    params = [p.name for p in effect.params]
    happened = [dict(zip(params, event[2], strict=True)) for event in world.events
                if event[0] == "announced" and event[1] == effect.index]  # fmt: skip
    fitting = [args for args in happened if all(args.get(name, value) == value for name, value in about.known.items())]
    if not fitting and _still_to_come(effect, book, world):
        return None, NUMBER  # somebody has to act first
    if not about.slot:
        return bool(fitting), TRUTH
    if about.slot == "count":
        counts = [len(a) for args in fitting for a in args.values() if isinstance(a, tuple)]
        return sum(counts), NUMBER
    type_ = next(p.type for p in effect.params if p.name == about.slot)
    return _together([args[about.slot] for args in fitting], type_)


def _together(values: list[Any], type_: Type) -> tuple[Any, Type]:
    """The values of several effects of one kind: numbers added up, others side by side."""
    if not values and type_.kind != "number":
        return None, type_
    if type_.kind == "number":
        return sum(values), type_
    if type_.kind == "collection":
        return tuple(v for value in values for v in value), type_
    return tuple(dict.fromkeys(values)), collection(type_)


def _of_move(about: Told, move: Move, game: Game, world: World, readings: Readings) -> tuple[Any, Type]:
    """The arguments with which a move would be legal, or the most or least of them."""
    param = next(p for p in move.params if p.name == about.slot)
    legal = list(_legal(about, move, param, game, world, readings))
    if not legal:
        return None, param.type
    if about.pick:
        return (max if about.pick == "most" else min)(legal), param.type
    return tuple(legal), collection(param.type)


def _legal(about: Told, move: Move, param: Param, game: Game, world: World, readings: Readings) -> Iterator[Any]:
    last = None
    for place, value in enumerate(_candidates(param, game, world)):
        args = tuple({**about.known, param.name: value}.get(p.name) for p in move.params)
        act = Act(move, about.known.get("actor"), args)
        if any(b.failure is None for b in game.attempt(world.position, readings, act, known=world.known)):
            last = place
            yield value
        elif last is not None and place - last > BEYOND and param.type.kind == "number":
            return


def _candidates(param: Param, game: Game, world: World) -> Iterable[Any]:
    kind = param.type.kind
    if kind == "number":
        return range(param.type.low or 0, (MOST if param.type.high is None else param.type.high) + 1)
    if kind == "player":
        return range(world.position[PLAYERS])
    if kind == "enum":
        return range(len(game.book.enums[str(param.type.of)].members))
    return range(len(game.book.cards)) if kind == "card" else ()
