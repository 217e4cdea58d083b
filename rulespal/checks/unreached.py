"""Stages that nothing begins, and moves that no stage offers."""

from __future__ import annotations

from collections.abc import Iterator

from rulespal.engine.game import Game
from rulespal.model.phrases import Phrasebook
from rulespal.model.rules import Rulebook
from rulespal.text.diagnostic import Diagnostic


def check(book: Rulebook, game: Game, phrases: Phrasebook) -> Iterator[Diagnostic]:
    offered = {may.move for stage in book.stages for may in stage.may}
    for move in book.moves:
        if move.index not in offered:
            yield Diagnostic("R-UNREACHED", f"No stage lets anybody make the move `{move.name}`.", move.span,
                             f"Write `SOMEBODY may {move.name}` in a stage.")  # fmt: skip
    for stage in book.stages:
        if stage.name not in book.used:
            yield Diagnostic("R-UNREACHED", f"Nothing begins the stage `{stage.name}`.", stage.span,
                             f"Write `go to {stage.name}` or `begin {stage.name}` in an effect.")  # fmt: skip
