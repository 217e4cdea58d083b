"""Whether an answer turns on what a question leaves open: how many play, how they sit, which member of an enum is meant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rulespal.questions.people import NAMES
from rulespal.questions.query import Answer, Asked, Query


def others(query: Query, most: int) -> Iterator[Query]:
    """A scenario that says nothing of that with its players in another order, and with one more of `most` at most.

    Also those that differ in something else that the question leaves out.
    """
    yield from query.alike
    if not query.seats_open or query.source != "scenario":
        return
    first, *rest = query.players
    if len(rest) > 1:
        yield _seated(query, (first, *reversed(rest)))
    if len(query.players) < most:
        yield _seated(query, (*query.players, next(name for name in NAMES if name not in query.players)))


def told(found: Answer) -> Any:
    """What makes two answers the same."""
    return found.status, [(case.when, case.readings, case.verdict, case.value, case.payments) for case in found.cases]


def _seated(query: Query, players: tuple[str, ...]) -> Query:
    """A query with its players sitting otherwise."""
    asked = tuple(_moved(part, query.players, players) for part in query.asked)
    return replace(query, players=players, asked=asked)


def _moved(asked: Asked, before: tuple[str, ...], now: tuple[str, ...]) -> Asked:
    """What is asked, with its players where they sit now."""
    if asked.told is None:
        return asked
    seats = {p.name for p in asked.told.target.params if p.type.kind == "player"} | {"actor"}
    known = {k: now.index(before[v]) if k in seats and isinstance(v, int) else v for k, v in asked.told.known.items()}
    return replace(asked, told=replace(asked.told, known=known))
