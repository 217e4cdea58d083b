"""Rulings, asked as they are written: each has to be understood, answered, and answered as its examples say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulespal.checks.ambiguous import PLAYERS
from rulespal.engine.game import Game
from rulespal.engine.runtime import RuleFault
from rulespal.model.phrases import Phrasebook, Speech
from rulespal.model.rules import Pattern, Rulebook, Ruling, Slot
from rulespal.model.types import Type
from rulespal.questions.answers import answer, reply
from rulespal.questions.query import Answer, NotUnderstood, Query
from rulespal.questions.understand import understand, understandings
from rulespal.text.diagnostic import Diagnostic

_UNLIKELY = 5  # a number that no way of asking is likely to hold itself


def check(book: Rulebook, game: Game, phrases: Phrasebook) -> Iterator[Diagnostic]:
    """A finding for each way of asking that is not understood, ruling without an answer, and example that differs."""
    for ruling in book.rulings:
        query = None
        for pattern in ruling.asks:
            found = understand(question(phrases, ruling, pattern), (), phrases, pattern.language)
            if isinstance(found, Query) and found.ruling is ruling:
                query = query or found
            else:
                yield _not_found(ruling, pattern, found)
        if query is not None:
            yield from _answered(ruling, query, game, phrases)
        for asked, told in ruling.examples:
            yield from _example(ruling, asked, told, game, phrases)


def question(phrases: Phrasebook, ruling: Ruling, pattern: Pattern) -> str:
    """A way of asking with names in it, as somebody would say it."""
    speech = Speech(phrases, PLAYERS, pattern.language)
    names = [p.name for p in ruling.params if p.type.kind == "player"]
    kinds = {p.name: p.type for p in ruling.params}
    said = ""
    for part in pattern.parts:
        if isinstance(part, Slot):
            said += speech.spoken(_sample(phrases, kinds[part.name], names, part.name, ruling), kinds[part.name])
        else:
            said += part
    return said


def _sample(phrases: Phrasebook, kind: Type, players: list[str], name: str, ruling: Ruling) -> Any:
    if kind.kind == "player":
        return players.index(name)
    if kind.kind != "number":
        return 0
    if name == ruling.seats:
        return phrases.book.players[0]
    return _UNLIKELY + [p.name for p in ruling.params].index(name)


def _not_found(ruling: Ruling, pattern: Pattern, found: Query | NotUnderstood) -> Diagnostic:
    other = found.ruling.asks[0].source if isinstance(found, Query) and found.ruling is not None else ""
    what = f"would be taken for “{other}”" if other else "would not be understood"
    return Diagnostic(
        "R-RULING", f"“{pattern.source}” {what}.", ruling.span, "Say in it what tells it from the others."
    )


def _answered(ruling: Ruling, query: Query, game: Game, phrases: Phrasebook) -> Iterator[Diagnostic]:
    try:
        found = answer(query, game, phrases)
    except RuleFault as fault:
        yield Diagnostic("R-RULING", f"The ruling `{ruling.name}` cannot be worked out: {fault}.", ruling.span)
        return
    if found.problem:
        yield Diagnostic("R-RULING", f"The ruling `{ruling.name}` cannot be answered: {found.problem}", ruling.span,
                         "Give the facts that its events need.")  # fmt: skip


def _example(ruling: Ruling, asked: str, told: str, game: Game, phrases: Phrasebook) -> Iterator[Diagnostic]:
    found = reply(understandings(asked, (), phrases), asked, game, phrases)
    if found.status == "not-understood":
        yield Diagnostic("R-RULING", f"The example “{asked}” is not understood.", ruling.span)
        return
    now = text(found)
    if now != told:
        yield Diagnostic("R-RULING", f"The example “{asked}” is answered “{now}”, and not “{told}”.", ruling.span)


def text(found: Answer) -> str:
    """An answer in one line: that of each case, parted by ` / `; `silence` where the rules do not say."""
    return "silence" if found.status == "silent" else " / ".join(case.answer for case in found.cases)
