"""Rulings in another language: the ways of asking and the answers of rulings that stand elsewhere, by their names.

`ruling NAME` says again what the ruling of that name says: `asks`, `role`, `because`, `case`, and the texts of those
answers that have one; cases and answers each in the order in which they stand there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rulespal.language import ast
from rulespal.text.diagnostic import Diagnostics
from rulespal.text.span import Span
from rulespal.text.suggest import did_you_mean

Clauses = tuple[ast.Node, ...]
_ELSEWHERE = (
    "Write `asks`, `role`, `case`, `because`, and `answer` with nothing but texts: the rest stands in the ruling."
)


def retold(
    rulings: dict[str, ast.Ruling], language: str, others: Iterable[ast.Ruling], diagnostics: Diagnostics
) -> dict[str, ast.Ruling]:
    """The rulings, each with what another one of its name says in a language; mistakes are noted."""
    found = dict(rulings)
    seen: set[str] = set()
    unread = any(one.code == "R-SYNTAX" for one in diagnostics)  # there may be more rulings than could be read
    for other in others:
        own = rulings.get(other.name)
        if own is None and unread:
            continue
        if own is None:
            hint = did_you_mean(other.name, rulings) or "Write the ruling itself first, in the main language."
            diagnostics.add("R-NAME", f"The rulebook has no ruling `{other.name}`.", other.span, hint)
        elif other.name in seen:
            diagnostics.add(
                "R-TWICE", f"The ruling `{other.name}` is told twice here.", other.span, "Keep one of them."
            )
        else:
            told = _Retelling(other.name, language, diagnostics).clauses(own.clauses, other.clauses)
            found[other.name] = replace(own, clauses=told)
        seen.add(other.name)
    return found


class _Retelling:
    """One ruling, said again."""

    def __init__(self, name: str, language: str, diagnostics: Diagnostics) -> None:
        self.name = name
        self.language = language
        self.diagnostics = diagnostics

    def clauses(self, own: Clauses, others: Clauses) -> Clauses:
        """The clauses of a ruling or case, with the texts of the others."""
        for other in others:
            if not _only_says(other):
                self.diagnostics.add(
                    "R-SENTENCE", f"`{self.name}` is told here in another language, and nothing else.", other.span,
                    _ELSEWHERE,
                )  # fmt: skip
        found = list(own)
        self.answers(found, others)
        self.cases(found, others)
        self.roles(found, others)
        notes = [replace(other, phrases=self.said(other.phrases)) for other in others if isinstance(other, ast.Note)]
        return (*found, *notes)

    def answers(self, found: list[ast.Node], others: Clauses) -> None:
        again = [other for other in others if isinstance(other, ast.Answer)]
        own = [(i, node) for i, node in enumerate(found) if isinstance(node, ast.Answer) and node.text]
        if again and self.as_many(len(own), len(again), "answers with a text", again[-1].span):
            for (place, one), other in zip(own, again, strict=True):
                text, otherwise = one.text + self.said(other.text), one.otherwise + self.said(other.otherwise)
                found[place] = replace(one, text=text, otherwise=otherwise)

    def cases(self, found: list[ast.Node], others: Clauses) -> None:
        again = [other for other in others if isinstance(other, ast.Case)]
        own = [(i, node) for i, node in enumerate(found) if isinstance(node, ast.Case)]
        if again and self.as_many(len(own), len(again), "cases", again[-1].span):
            for (place, one), other in zip(own, again, strict=True):
                inner = self.clauses(one.clauses, other.clauses)
                found[place] = replace(one, when=one.when + self.said(other.when), clauses=inner)

    def roles(self, found: list[ast.Node], others: Clauses) -> None:
        own = {node.name: (i, node) for i, node in enumerate(found) if isinstance(node, ast.Role)}
        for other in (other for other in others if isinstance(other, ast.Role)):
            if other.name not in own:
                self.diagnostics.add("R-NAME", f"The ruling `{self.name}` has no role `{other.name}`.", other.span,
                                     did_you_mean(other.name, own))  # fmt: skip
                continue
            place, one = own[other.name]
            found[place] = replace(one, phrases=one.phrases + self.said(other.phrases))

    def as_many(self, own: int, again: int, what: str, span: Span) -> bool:
        """Whether all are said again, each in its place."""
        if own != again:
            self.diagnostics.add("R-SENTENCE", f"Of the {own} {what} of `{self.name}`, {again} are told here.", span,
                                 "Say each of them again, in the same order.")  # fmt: skip
        return own == again

    def said(self, phrases: ast.Phrases) -> ast.Phrases:
        """Phrases in this language, where nothing else is said."""
        return tuple(replace(phrase, language=phrase.language or self.language) for phrase in phrases)


def _only_says(node: ast.Node) -> bool:
    match node:
        case ast.Answer(kind=kind):
            return kind == "words"
        case ast.Note() | ast.Role() | ast.Case():
            return True
    return False
