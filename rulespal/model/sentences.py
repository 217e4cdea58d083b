"""Sentence patterns as written ("{actor} plays {card}") to parts: literal text and slots."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from rulespal.language import ast
from rulespal.language.from_document import parse_expression
from rulespal.model.expressions import Expressions, Scope
from rulespal.model.rules import Pattern, Rulebook, Sentences, Slot
from rulespal.text.diagnostic import Diagnostics
from rulespal.text.span import Span

MAX_SLOTS = 5


def sentences(phrases: ast.Phrases, scope: Scope, expressions: Expressions) -> Sentences:
    """The patterns of all phrases; mistakes in them are noted in the expressions' diagnostics."""
    return tuple(_pattern(phrase, scope, expressions) for phrase in phrases)


def plain(phrases: ast.Phrases, book: Rulebook) -> Sentences:
    """Phrases without slots."""
    return tuple(Pattern(p.language or book.languages[0], (p.text,), p.text) for p in phrases)


def _pattern(phrase: ast.Phrase, scope: Scope, expressions: Expressions) -> Pattern:
    book, diagnostics = expressions.book, expressions.diagnostics
    language = phrase.language or book.languages[0]
    if language not in book.languages:
        diagnostics.add("R-SENTENCE", f"The rulebook does not list the language `{language}`.", phrase.span,
                        f"Add it to the front matter: `languages: [{', '.join([*book.languages, language])}]`.")  # fmt: skip
    parts: list[str | Slot] = []
    for text, offset, is_slot in _pieces(phrase, diagnostics):
        if not is_slot:
            parts.append(text)
            continue
        if text in scope.locals:
            parts.append(Slot(expressions.translate(ast.Name(text, span=phrase.span), scope), text))
            continue
        place = Span(phrase.span.file, phrase.span.line, phrase.span.column + 1 + offset, len(text))
        node = parse_expression(text, place, diagnostics)
        if node is not None:
            name = node.name if isinstance(node, ast.Name) else ""
            parts.append(Slot(expressions.translate(node, scope), name))
    slots = [i for i, part in enumerate(parts) if isinstance(part, Slot)]
    if len(slots) > MAX_SLOTS:
        diagnostics.add(
            "R-LIMIT", f"A sentence has more than {MAX_SLOTS} slots.", phrase.span, "Say it in two sentences."
        )
    if any(b - a == 1 for a, b in itertools.pairwise(slots)):
        diagnostics.add("R-SENTENCE", "Two slots stand side by side: nobody could tell where one ends.", phrase.span,
                        "Put a word between them.")  # fmt: skip
    return Pattern(language, tuple(parts), phrase.text)


def _pieces(phrase: ast.Phrase, diagnostics: Diagnostics) -> Iterator[tuple[str, int, bool]]:
    """Literal texts and slots with their offsets. Braces inside a slot nest."""
    text, depth, start = phrase.text, 0, 0
    for i, character in enumerate(text):
        if character == "{":
            if depth == 0 and i > start:
                yield text[start:i], start, False
            if depth == 0:
                start = i + 1
            depth += 1
        elif character == "}":
            depth -= 1
            if depth == 0:
                yield text[start:i], start, True
                start = i + 1
        if depth < 0:
            break
    if depth:
        diagnostics.add("R-SENTENCE", "The braces of this sentence do not match.", phrase.span,
                        "Write each slot as `{name}`.")  # fmt: skip
    elif start < len(text):
        yield text[start:], start, False
