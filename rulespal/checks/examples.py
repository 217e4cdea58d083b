"""The recorded examples of a rulebook, replayed: they have to come out as they say."""

from __future__ import annotations

from collections.abc import Iterator

from rulespal.engine.game import Game
from rulespal.model.phrases import Phrasebook
from rulespal.model.rules import Rulebook
from rulespal.records.from_text import read
from rulespal.records.replay import replay
from rulespal.text.diagnostic import Diagnostic


def check(book: Rulebook, game: Game, phrases: Phrasebook) -> Iterator[Diagnostic]:
    """A finding for every error in a ```record block."""
    for fence in book.document.fences:
        if fence.kind != "record":
            continue
        for record in read(fence.text.splitlines(), book.document.file):
            report = replay(record, lambda name: (game, phrases), depends=False)
            for found in report.diagnostics:
                if found.severity == "error":
                    place = found.span.moved(fence.span.line - 1)
                    yield Diagnostic("R-RULING", f"An example does not come out: {found.message}", place, found.hint)
