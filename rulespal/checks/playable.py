"""A few random games: do they go on, does every rule run, do the invariants hold?"""

from __future__ import annotations

from collections.abc import Iterator

from rulespal.engine.game import Game
from rulespal.model.phrases import Phrasebook
from rulespal.model.rules import Rulebook
from rulespal.play.simulate import play
from rulespal.text.diagnostic import Diagnostic
from rulespal.text.span import Span

GAMES = 3


def check(book: Rulebook, game: Game, phrases: Phrasebook) -> Iterator[Diagnostic]:
    if not book.moves:
        return
    for players in range(book.players[0], book.players[1] + 1):
        for seed in range(GAMES):
            playout = play(game, phrases, players, seed, write=False)
            if playout.gap is not None:
                continue  # that the rules do not go on here is declared
            if problem := (playout.broken[0] if playout.broken else playout.stopped):
                yield _finding(book, players, problem)
                return


def _finding(book: Rulebook, players: int, problem: str) -> Diagnostic:
    return Diagnostic("R-RUN", f"A random game of {players} players stops: {problem}.", Span(book.document.file))
