"""The only module that knows lark: grammar files to parsers, syntax trees to our own nodes, mistakes to diagnostics."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError, Indenter

from rulespal.text.diagnostic import Diagnostics
from rulespal.text.resources import grammar_text
from rulespal.text.span import Span

Builder = Callable[..., Any]


class _Blocks(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LBRACE"]  # noqa: RUF012 - lark's interface
    CLOSE_PAREN_types = ["RPAR", "RBRACE"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 4


@dataclass(frozen=True, slots=True)
class Mistake:
    """A malformed example and what its author should be told."""

    message: str
    hint: str
    example: str


class Language:
    """A grammar ready to parse pieces of text into nodes.

    `builders` maps rule names to node constructors, called with the built children and `span=`.
    """

    def __init__(self, grammar: str, starts: tuple[str, ...], builders: Mapping[str, Builder], *, strict: bool = False):
        self.builders = builders
        self.lark = Lark(
            grammar_text(f"{grammar}.lark"), parser="lalr", postlex=_Blocks(), start=list(starts),
            maybe_placeholders=True, propagate_positions=True, strict=strict,
        )  # fmt: skip
        self._mistakes_name = f"{grammar}-mistakes.md"

    def parse(self, text: str, start: str, place: Span, diagnostics: Diagnostics) -> Any | None:
        """The node that `text` is, or None with a diagnostic. `place` is where the text's first character stands."""
        try:
            return self._build(self.lark.parse(text, start=start), place)
        except UnexpectedInput as error:
            self._explain(error, text, start, place, diagnostics)
        except DedentError:
            diagnostics.add("R-SYNTAX", "A line is indented to a depth that no line above it has.", place,
                            "Indent a block by two spaces and go back to a depth used before.")  # fmt: skip
        except RecursionError:
            diagnostics.add("R-LIMIT", "The rule is nested too deeply.", place, "Split it with `define`.")
        return None

    def _build(self, node: Any, place: Span) -> Any:
        if isinstance(node, Tree):
            children = [self._build(child, place) for child in node.children]
            meta = node.meta
            column = 0 if meta.empty else meta.column - 1
            first = 0 if meta.empty else meta.line - 1
            length = 1 if meta.empty or meta.line != meta.end_line else meta.end_column - meta.column
            span = Span(place.file, place.line + first, column + (place.column if not first else 1), max(1, length))
            return self.builders[str(node.data)](*children, span=span)
        return str(node) if isinstance(node, Token) else node

    def _explain(self, error: UnexpectedInput, text: str, start: str, place: Span, diagnostics: Diagnostics) -> None:
        line, column = max(1, error.line), max(1, error.column)
        lines = text.splitlines() or [""]
        if line > len(lines) or (isinstance(error, UnexpectedToken) and error.token.type in ("$END", "_DEDENT")):
            line = min(line, len(lines))
        span = Span(place.file, place.line + line - 1, column + (place.column - 1 if line == 1 else 0))
        known = error.match_examples(
            lambda example: self.lark.parse(example, start=start), self._examples(), use_accepts=True
        )
        if known:
            diagnostics.add("R-SYNTAX", known.message, span, known.hint)
            return
        word = _word_at(lines, line, column)
        diagnostics.add("R-SYNTAX", f"`{word}` cannot stand here." if word else "The rule is not finished.", span,
                        _expectation(error, lines[line - 1] if line <= len(lines) else ""))  # fmt: skip

    def _examples(self) -> list[tuple[Mistake, list[str]]]:
        return [(m, [m.example]) for m in mistakes(self._mistakes_name)]


def _word_at(lines: list[str], line: int, column: int) -> str:
    if line > len(lines):
        return ""
    match = re.match(r"\s*(\w+|\S)", lines[line - 1][column - 1 :])
    return match[1] if match else ""


_READABLE = {
    "COLON": "`:`", "LPAR": "`(`", "RPAR": "`)`", "COMMA": "`,`", "NAME": "a name", "STRING": 'a text in "quotes"',
    "INT": "a number", "_NL": "the end of the line", "_INDENT": "an indented block", "_DEDENT": "the end of the block",
    "COMPARE": "`=`, `<` or another comparison", "ADD": "`+`", "MULTIPLY": "`*`", "DOT": "`.`", "LBRACE": "`{`",
    "RBRACE": "`}`", "ASSIGN": "`:=`", "EQUAL": "`=`", "LANGUAGE": "a language", "VBAR": "`|`", "SECTION": "§section",
}  # fmt: skip


def _expectation(error: UnexpectedInput, line: str) -> str:
    accepted: set[str] = set()
    if isinstance(error, UnexpectedToken):
        accepted = set(error.accepts or error.expected)
    elif isinstance(error, UnexpectedCharacters):
        accepted = set(error.allowed or ())
    words = [_READABLE.get(name, f"`{name.lower().replace('__', '')}`") for name in sorted(accepted)]
    if not words:
        return "See the language reference."
    if len(words) > 6:
        return f"After `{line[: max(0, error.column - 1)].strip()}` something else has to follow."
    return "Expected " + (", ".join(words[:-1]) + " or " if len(words) > 1 else "") + words[-1] + "."


@lru_cache
def mistakes(name: str) -> tuple[Mistake, ...]:
    """The malformed examples of a grammar: `## message`, a hint, and fenced examples under it."""
    return tuple(_mistakes(grammar_text(name)))


def _mistakes(text: str) -> Iterator[Mistake]:
    for part in re.split(r"^## ", text, flags=re.M)[1:]:
        message, _, rest = part.partition("\n")
        hint = " ".join(re.sub(r"```.*?```", "", rest, flags=re.S).split())
        for example in re.findall(r"^```rules\n(.*?)^```", rest, flags=re.S | re.M):
            yield Mistake(message.strip(), hint, example)
