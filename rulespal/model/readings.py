"""Readings and gaps: where the printed text admits several meanings, with their options and grades, or says nothing."""

from __future__ import annotations

from collections.abc import Iterable

from rulespal.language import ast
from rulespal.language.from_document import Placed
from rulespal.model.citations import Citations
from rulespal.model.names import Names
from rulespal.model.rules import Gap, Option, Reading
from rulespal.model.sentences import plain


def readings(declared: Iterable[tuple[ast.Reading, Placed]], names: Names, citations: Citations) -> None:
    """Adds the readings to the rulebook; mistakes are noted."""
    book = names.book
    for node, placed in declared:
        if not names.declare(node.name, node.span):
            continue
        options = [c for c in node.clauses if isinstance(c, ast.Option)]
        options.sort(key=lambda o: not o.default)
        if sum(o.default for o in options) != 1 or len(options) < 2:
            sentence = f"The reading `{node.name}` needs one default and at least one option."
            names.diagnostics.add("R-TYPE", sentence, node.span, 'Write `default NAME "…"` and `option NAME "…"`.')
        notes = {c.kind: plain(c.phrases, book) for c in node.clauses if isinstance(c, ast.Note)}
        if "asks" not in notes:
            names.diagnostics.add(
                "R-SENTENCE", f"The reading `{node.name}` asks nothing.", node.span, 'Add `asks "…?"`.'
            )
        said = tuple(Option(o.name, plain(o.phrases, book)) for o in options)
        reading = Reading(
            node.name, len(book.readings), node.grade, said, notes.get("asks", ()), notes.get("because", ()),
            notes.get("source", ()), citations.cite(placed, node.name), node.span,
        )  # fmt: skip
        book.readings.append(reading)
        names.readings[node.name] = reading.index


def gaps(declared: Iterable[tuple[ast.Gap, Placed]], names: Names, citations: Citations) -> None:
    """Adds what the rulebook does not say."""
    book = names.book
    for node, placed in declared:
        if names.declare(node.name, node.span):
            book.gaps[node.name] = Gap(node.name, plain(node.phrases, book), citations.cite(placed, node.name))
