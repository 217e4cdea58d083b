"""Rulings in another language: the ways of asking and the answers of rulings that stand elsewhere, by their names.

`ruling NAME` says again what the ruling of that name says: `asks`, `role`, `because`, the texts of `answer` (those that
have one) and `case`, each in the order in which it stands there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rulespal.language import ast
from rulespal.text.diagnostic import Diagnostics
from rulespal.text.span import Span
from rulespal.text.suggest import did_you_mean

Clauses = tuple[ast.Node, ...]


def retold(
    rulings: dict[str, ast.Ruling], language: str, others: Iterable[ast.Ruling], diagnostics: Diagnostics
) -> dict[str, ast.Ruling]:
    """The rulings with what the others say of them in a language; mistakes are noted."""
    found = dict(rulings)
    seen: set[str] = set()
    for other in others:
        if other.name not in rulings:
            diagnostics.add("R-NAME", f"The rulebook has no ruling `{other.name}`.", other.span,
                            did_you_mean(other.name, rulings) or "Write the ruling itself first, in the main language.")  # fmt: skip
        elif other.name in seen:
            diagnostics.add("R-TWICE", f"The ruling `{other.name}` is told twice in this language.", other.span,
                            "Keep one of them.")  # fmt: skip
        else:
            seen.add(other.name)
            told = _Retelling(other.name, language, diagnostics).clauses(
                found[other.name].clauses, other.clauses, other.span
            )
            found[other.name] = replace(found[other.name], clauses=told)
    return found


class _Retelling:
    """One ruling, said again."""

    def __init__(self, name: str, language: str, diagnostics: Diagnostics) -> None:
        self.name = name
        self.language = language
        self.diagnostics = diagnostics

    def clauses(self, own: Clauses, others: Clauses, span: Span) -> Clauses:
        """The clauses of a ruling or case, with the texts of the others."""
        for other in others:
            if not _only_says(other):
                self.diagnostics.add(
                    "R-SENTENCE", f"The ruling `{self.name}` is only told here in another language.", other.span,
                    "Write `asks`, `role`, `case`, `because` and `answer` with nothing but texts; the rest is in the ruling.",
                )  # fmt: skip
        found = list(own)
        self.told(found, [o for o in others if isinstance(o, ast.Answer)], ast.Answer, "answer with a text", span)
        self.told(found, [o for o in others if isinstance(o, ast.Case)], ast.Case, "case", span)
        for other in others:
            if isinstance(other, ast.Role):
                self.role(found, other)
        notes = [replace(o, phrases=self.said(o.phrases)) for o in others if isinstance(o, ast.Note)]
        return (*found, *notes)

    def told(
        self, found: list[ast.Node], others: Sequence[ast.Answer | ast.Case], kind: type[ast.Node], what: str, span: Span
    ) -> None:  # fmt: skip
        """Adds the texts of the others, one by one in their order."""
        places = [i for i, node in enumerate(found) if isinstance(node, kind) and _has_text(node)]
        if others and len(others) != len(places):
            self.diagnostics.add("R-SENTENCE", f"The ruling `{self.name}` has {len(places)} × {what}, and here "
                                 f"{len(others)}.", others[-1].span, "Say each of them again, in the same order.")  # fmt: skip
            return
        for place, other in zip(places, others, strict=False):
            one = found[place]
            if isinstance(one, ast.Answer) and isinstance(other, ast.Answer):
                text, otherwise = one.text + self.said(other.text), one.otherwise + self.said(other.otherwise)
                found[place] = replace(one, text=text, otherwise=otherwise)
            elif isinstance(one, ast.Case) and isinstance(other, ast.Case):
                inner = self.clauses(one.clauses, other.clauses, other.span)
                found[place] = replace(one, when=one.when + self.said(other.when), clauses=inner)

    def role(self, found: list[ast.Node], other: ast.Role) -> None:
        roles = {node.name: i for i, node in enumerate(found) if isinstance(node, ast.Role)}
        if other.name not in roles:
            self.diagnostics.add("R-NAME", f"The ruling `{self.name}` has no role `{other.name}`.", other.span,
                                 did_you_mean(other.name, roles))  # fmt: skip
            return
        one = found[roles[other.name]]
        assert isinstance(one, ast.Role)
        found[roles[other.name]] = replace(one, phrases=one.phrases + self.said(other.phrases))

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


def _has_text(node: ast.Node) -> bool:
    return not isinstance(node, ast.Answer) or bool(node.text)
