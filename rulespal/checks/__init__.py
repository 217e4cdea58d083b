"""Checks of a whole rulebook: one module a check, run in this order. Each gives diagnostics, none changes anything."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulespal.checks import ambiguous, examples, invariants, playable, uncited, unreached, unused
from rulespal.engine.game import Game
from rulespal.model.phrases import Phrasebook
from rulespal.model.rules import Rulebook
from rulespal.text.diagnostic import Diagnostic

Check = Callable[[Rulebook, Game, Phrasebook], Iterator[Diagnostic]]
CHECKS: tuple[Check, ...] = (
    uncited.check,
    unused.check,
    unreached.check,
    ambiguous.check,
    invariants.check,
    examples.check,
    playable.check,
)


def check(book: Rulebook, game: Game, phrases: Phrasebook) -> Iterator[Diagnostic]:
    """All findings of all checks on a rulebook without errors."""
    for one in CHECKS:
        yield from one(book, game, phrases)
