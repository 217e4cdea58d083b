"""Checks of a whole rulebook: one module a check, run in this order. Each gives diagnostics, none changes anything."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulespal.checks import ambiguous, conflicts, examples, invariants, playable, rulings, uncited, unreached, unused
from rulespal.checks.progress import Progress, progress
from rulespal.engine.game import Game
from rulespal.model.phrases import Phrasebook
from rulespal.model.rules import Rulebook
from rulespal.play.simulate import Playout, play
from rulespal.text.diagnostic import Diagnostic, Diagnostics

Check = Callable[[Rulebook, Game, Phrasebook], Iterator[Diagnostic]]
CHECKS: tuple[Check, ...] = (
    uncited.check,
    unused.check,
    unreached.check,
    ambiguous.check,
    conflicts.check,
    invariants.check,
    examples.check,
    rulings.check,
    playable.check,
)


def tried(
    book: Rulebook, found: Diagnostics, seed: int | None = None
) -> tuple[Diagnostics, Progress, Playout | None]:  # fmt: skip
    """All findings on a rulebook with those that there are, how far it has come, and with a seed a random game of it."""
    playout = None
    if not found.errors:
        game, phrases = Game(book), Phrasebook(book)
        found.extend(check(book, game, phrases))
        if seed is not None and book.moves:
            low, high = book.players
            playout = play(game, phrases, low + seed % (high - low + 1), seed)
    return found, progress(book), playout


def check(book: Rulebook, game: Game, phrases: Phrasebook) -> Iterator[Diagnostic]:
    """All findings of all checks on a rulebook without errors."""
    for one in CHECKS:
        yield from one(book, game, phrases)
