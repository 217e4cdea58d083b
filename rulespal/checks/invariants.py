"""Invariants that do not hold when a game starts."""

from __future__ import annotations

import random
from collections.abc import Iterator

from rulespal.engine.game import Game
from rulespal.engine.runtime import Chances, RuleFault
from rulespal.model.phrases import Phrasebook
from rulespal.model.rules import Rulebook
from rulespal.text.diagnostic import Diagnostic
from rulespal.text.span import Span


def check(book: Rulebook, game: Game, phrases: Phrasebook) -> Iterator[Diagnostic]:
    if not book.moves:
        return
    for players in range(book.players[0], book.players[1] + 1):
        try:
            chances = Chances(game.defaults, random.Random(0))
            s = game.new(players, chances)
            broken = game.broken_invariants(s, chances)
        except RuleFault as fault:
            yield Diagnostic("R-RUN", f"With {players} players a game cannot start: {fault}.", Span(book.document.file))
            return
        for place in broken:
            invariant = book.invariants[place]
            yield Diagnostic("R-INVARIANT", f"With {players} players this does not hold at the start.", invariant.span)
        if broken:
            return
