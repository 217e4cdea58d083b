"""What a scenario takes for granted: whose turn it is when its first event is made, and that its last is answered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rulespal.model.expr import Assign, Begin, Expr, Local, StageArg, Statement, StateOf
from rulespal.model.phrases import HIDDEN, Said, Speech
from rulespal.model.rules import May, Move, Rulebook, Slot, Stage, State


class NoBeginning(Exception):
    """No sentence says when the first event could have been made."""


def assumed(speech: Speech, move: Move, actor: Any, facts: Sequence[Said]) -> tuple[str, ...]:
    """The facts that have to be added so that a player is the one who may make such a move.

    Raises NoBeginning where the rulebook has no sentence for that, or several that differ.
    """
    book = speech.book
    if not move.has_actor or any(isinstance(fact.target, Stage) for fact in facts):
        return ()
    ways = [
        (stage, may) for stage in book.stages for may in stage.may if may.move == move.index and may.condition is None
    ]  # fmt: skip
    first = _first_stages(book)
    usual = [way for way in ways if way[0].index in first]
    known = {id(fact.target) for fact in facts}
    found = {_facts(speech, stage, may, actor, known, stage.index in first) for stage, may in usual or ways} - {None}
    if len(found) != 1:
        raise NoBeginning
    return found.pop() or ()


def earlier(speech: Speech, move: Move, actor: Any, other: Any, member: int) -> tuple[str, Move]:
    """The event of another player that has to come before, so that a player may make a move: who refuses was challenged.

    `member`: which member of an enum is named in it. Raises NoBeginning where there is none, or several.
    """
    book = speech.book
    stages = [(s, may.who) for s in book.stages for may in s.may if may.move == move.index and may.condition is None]
    first = {may.move for s in book.stages if s.index in _first_stages(book) for may in s.may}
    found = {(index, param) for index in first for stage, who in stages
             for param in _aimed(book.moves[index], stage, who)}  # fmt: skip
    if len(found) != 1:
        raise NoBeginning
    index, aimed = found.pop()
    before = book.moves[index]
    values: dict[str, Any] = {"actor": other}
    for param in before.params:
        open_value = {"card": HIDDEN, "collection": (HIDDEN,), "enum": member}.get(param.type.kind)
        values[param.name] = actor if param.name == aimed else open_value
    if None in values.values():
        raise NoBeginning
    return speech.say(before.says, values), before


def _aimed(move: Move, stage: Stage, who: Expr | None) -> Iterable[str]:
    """The parameters of a move that say who may act in the stage that it begins."""
    inside = list(_walk(move.effects))
    for begun in (s for s in inside if isinstance(s, Begin) and s.stage == stage.index):
        value: Expr | None = None
        if isinstance(who, StageArg):
            value = begun.args[who.position]
        elif isinstance(who, StateOf) and who.owner is None:
            value = next((s.value for s in inside if isinstance(s, Assign) and s.state == who.state), None)
        if isinstance(value, Local) and any(p.name == value.name for p in move.params):
            yield value.name


def answers(speech: Speech, event: Said) -> tuple[str, ...]:
    """The moves by which an event may be answered, where it begins a stage in which somebody has to answer it.

    Cards in them stay open. Empty where nobody has to; raises NoBeginning where an answer has more to say than cards.
    """
    book, move = speech.book, event.target
    assert isinstance(move, Move)
    begun = [s for s in _walk(move.effects) if isinstance(s, Begin)]
    if len(begun) != 1 or begun[0].only or begun[0].stage in _first_stages(book):
        return ()
    args = [event.values.get(arg.name) if isinstance(arg, Local) else None for arg in begun[0].args]
    found = []
    for may in book.stages[begun[0].stage].may:
        if isinstance(may.who, StageArg) and may.condition is None:
            found.append(_answer(speech, book.moves[may.move], args[may.who.position]))
    return tuple(found)


def _answer(speech: Speech, move: Move, actor: Any) -> str:
    values: dict[str, Any] = {"actor": actor}
    for param in move.params:
        one = {"card": HIDDEN, "collection": (HIDDEN,)}.get(param.type.kind)
        if one is None or actor is None:
            raise NoBeginning
        values[param.name] = one
    return speech.say(move.says, values)


def _first_stages(book: Rulebook) -> set[int]:
    """The stages in which a game may stand that starts in the middle."""
    return {s.stage for s in _walk(book.openings.get("mid-game", ())) if isinstance(s, Begin)}


def _walk(statements: Iterable[Statement]) -> Iterable[Statement]:
    for statement in statements:
        yield statement
        for name in ("then", "otherwise", "body", "orelse"):
            inner = getattr(statement, name, ())
            if isinstance(inner, tuple):
                yield from _walk(s for s in inner if isinstance(s, Statement))


def _facts(speech: Speech, stage: Stage, may: May, actor: Any, known: set[int], first: bool) -> tuple[str, ...] | None:
    """What has to be so for the actor to be the one who may; None where no sentence says it."""
    found: list[str] = []
    state = _state(speech.book, may.who) if may.who is not None else _turn(speech.book, stage)
    if state is not None and id(state) not in known:
        says = state.says.get(None)
        if not says:
            return None
        found.append(speech.say(says, {"value": actor}))
    elif may.who is not None and state is None and not isinstance(may.who, StageArg):
        return None
    if not first:
        if (said := _stage_said(speech, stage, may, actor)) is None:
            return None
        found.append(said)
    return tuple(found)


def _state(book: Rulebook, who: Expr | None) -> State | None:
    if isinstance(who, StateOf) and who.owner is None:
        return book.states[who.state]
    return None


def _turn(book: Rulebook, stage: Stage) -> State | None:
    """The state that says whose turn it is in a stage in which others may act too."""
    states = {state.index: state for may in stage.may if (state := _state(book, may.who)) is not None and state.says}
    return next(iter(states.values())) if len(states) == 1 else None


def _stage_said(speech: Speech, stage: Stage, may: May, actor: Any) -> str | None:
    """The sentence about a stage, if the actor is all that it speaks of."""
    if not stage.says or len(stage.params) > 1:
        return None
    slots = {p.name for pattern in stage.says for p in pattern.parts if isinstance(p, Slot)}
    if len(slots) > 1 or (stage.params and not isinstance(may.who, StageArg)):
        return None
    return speech.say(stage.says, dict.fromkeys(slots, actor))
