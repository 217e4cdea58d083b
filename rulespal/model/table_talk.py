"""Classes of table talk: which words have to occur in a sentence for it to belong to one."""

from __future__ import annotations

from collections.abc import Iterable

from rulespal.language import ast
from rulespal.language.from_document import Placed
from rulespal.model.citations import Citations
from rulespal.model.names import Names
from rulespal.model.rules import Talk
from rulespal.text.fold import fold
from rulespal.text.suggest import did_you_mean


def talks(declared: Iterable[tuple[ast.Talk, Placed]], names: Names, citations: Citations) -> None:
    """Adds the classes to the rulebook; mistakes are noted."""
    for node, placed in declared:
        if names.declare(node.name, node.span):
            lines = tuple(tuple(_heard(group, names) for group in line.groups) for line in node.lines)
            names.book.talks[node.name] = Talk(node.name, lines, citations.cite(placed, node.name), node.span)


def _heard(group: ast.Heard, names: Names) -> frozenset[str] | None:
    """The word sequences of which one has to occur; None for any number."""
    book = names.book
    if group.kind == "number":
        return None
    if group.kind == "words":
        return frozenset(fold(phrase.text) for phrase in group.phrases)
    if group.kind == "card":
        return frozenset(fold(name) for card in book.cards for name in (card.name, *card.aliases))
    enum = book.enums.get(group.name or "")
    if enum is None:
        names.diagnostics.add("R-NAME", f"No enum is called `{group.name}`.", group.span,
                              did_you_mean(group.name or "", [*book.enums, "card", "number"]))  # fmt: skip
        return frozenset()
    called = [*enum.members, *(alias for also in enum.aliases for _, alias in also)]
    return frozenset(fold(name.replace("_", " ")) for name in called if len(name) > 1)
