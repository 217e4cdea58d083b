"""What is declared and never used."""

from __future__ import annotations

from collections.abc import Iterator

from rulespal.engine.game import Game
from rulespal.model.phrases import Phrasebook
from rulespal.model.rules import Rulebook
from rulespal.text.diagnostic import Diagnostic
from rulespal.text.span import Span


def check(book: Rulebook, game: Game, phrases: Phrasebook) -> Iterator[Diagnostic]:
    """States and zones that no rule and no sentence speaks of; definitions, effects, tables and readings never used.

    Without any move nothing can use them: such a rulebook is to be read and looked up.
    """
    if not book.moves:
        return
    for kind, name, span in _declared(book):
        if name not in book.used:
            yield Diagnostic("R-UNUSED", f"The {kind} `{name}` is never used.", span, "Use it or leave it out.")
    for name in book.attributes:
        if name not in book.used:
            yield Diagnostic("R-UNUSED", f"No rule looks at the attribute `{name}`.", Span(book.document.file))
    forbidden = {move for prohibition in book.prohibitions.values() for move in prohibition.moves}
    for permission in book.permissions.values():
        if forbidden.isdisjoint(permission.moves):
            message = f"The permission `{permission.name}` lifts nothing: no rule forbids its moves."
            yield Diagnostic("R-UNUSED", message, permission.span, "Leave it out: a stage says who may do what.")


def _declared(book: Rulebook) -> Iterator[tuple[str, str, Span]]:
    yield from (("state", s.name, s.span) for s in book.states if not s.says and not s.becomes)
    yield from (("zone", z.name, z.span) for z in book.zones if not z.says)
    yield from (("definition", d.name, d.span) for d in book.defines.values() if not d.says)
    yield from (("effect", p.name, p.span) for p in book.procedures.values())
    yield from (("table", t.name, t.span) for t in book.tables.values())
    yield from (("reading", r.name, r.span) for r in book.readings)
