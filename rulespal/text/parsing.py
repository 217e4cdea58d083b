"""The only module that knows lark: grammar files to parsers, syntax trees to our own nodes, mistakes to diagnostics.

Where the parser stops, `mistakes` says what may have been meant. A mistake that can be mended is told only if the mended
line is then read to its end; another one only where an example of it stops in exactly the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError, Indenter
from lark.lexer import TerminalDef

from rulespal.text.diagnostic import Diagnostics
from rulespal.text.mistakes import (
    KINDS,
    MARK,
    Finding,
    Kinds,
    Mistake,
    Stop,
    as_written,
    candidates,
    general,
    mistakes,
    same_at_the_end,
    word_at,
)
from rulespal.text.resources import grammar_text
from rulespal.text.span import Span

Builder = Callable[..., Any]
MAX_MENDS = 12  # of a declaration
MAX_A_LINE = 3
MAX_MENDED = 20_000  # characters of a declaration; longer ones are not tried again and again

__all__ = ["Builder", "Language", "mistakes"]


class _DepthError(DedentError):
    """A line goes back to a depth that no line above it has; `at` is where its first word stands."""

    def __init__(self, at: int) -> None:
        super().__init__()
        self.at = at


class _Blocks(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LBRACE"]  # noqa: RUF012 - lark's interface
    CLOSE_PAREN_types = ["RPAR", "RBRACE"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 4

    def __init__(self) -> None:
        super().__init__()
        self.last: tuple[Token | None, Token | None] = (None, None)

    @property
    def always_accept(self) -> Iterable[str]:  # type: ignore[override]
        """A word is read to its end wherever it stands, so that `doing` is never `do` and a rest."""
        return (self.NL_type, "NAME")

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        self.last = (None, None)
        for token in super().process(stream):  # type: ignore[no-untyped-call]
            self.last = (self.last[1], token)
            yield token

    def before(self, token: Token | None) -> Token | None:
        """The token before one that was refused: before the last one, if that is it."""
        return self.last[0] if token is not None and token is self.last[1] else self.last[1]

    def handle_NL(self, token: Token) -> Iterator[Token]:  # noqa: N802 - lark's interface
        try:
            yield from super().handle_NL(token)
        except DedentError:
            raise _DepthError(token.end_pos or 0) from None


def _rank(terminal: TerminalDef) -> None:
    """Lets words with a sign in them (`mid-game`) go before names."""
    word = terminal.pattern.value
    if terminal.pattern.type == "str" and word[0].isalpha() and not word.isidentifier():
        terminal.priority = 1


MAX_NESTING = 60  # levels of a rule: enough for any reader, and safe for everything that walks the tree


class Language:
    """A grammar ready to parse pieces of text into nodes.

    `builders` maps rule names to node constructors, called with the built children and `span=`.
    """

    def __init__(self, grammar: str, starts: tuple[str, ...], builders: Mapping[str, Builder], *, strict: bool = False):
        self.builders = builders
        self._blocks = _Blocks()
        self.lark = Lark(
            grammar_text(f"{grammar}.lark"), parser="lalr", postlex=self._blocks, start=list(starts),
            maybe_placeholders=True, propagate_positions=True, strict=strict, edit_terminals=_rank,
        )  # fmt: skip
        self._mistakes_name = f"{grammar}-mistakes.md"
        self._fixed = {t.name: t.pattern.value for t in self.lark.terminals if t.pattern.type == "str"}

    def parse(self, text: str, start: str, place: Span, diagnostics: Diagnostics) -> Any | None:
        """The node that `text` is, or None. `place` is where the text's first character stands.

        Mistakes are noted. Where it is clear what was meant, the node is that, so that one mistake causes no others.
        """
        original, mended_line, meant = text, -1, True
        for _ in range(MAX_MENDS):
            stop = self._attempt(text, start)
            if not isinstance(stop, Stop):
                return self._finished(stop, place, diagnostics) if meant else None
            found = self._known(stop, text, start)
            line, column = as_written(original, text, found.at if found else stop.at)
            if found is None and line == mended_line:
                return None  # what follows on a line that was mended would be a guess
            if found is None:
                found = general(stop, text, self._shown, self._kinds)
                line, column = as_written(original, text, found.at)
            column += place.column - 1 if not line else 0
            span = Span(place.file, place.line + line, column, max(1, len(stop.word)))
            diagnostics.add("R-SYNTAX", found.message, span, found.hint)
            if found.mended is None:
                return None
            text, mended_line, meant = found.mended, line, meant and found.meant
        return None

    def _attempt(self, text: str, start: str) -> Tree[Any] | Stop:
        try:
            return self.lark.parse(text, start=start)
        except UnexpectedInput as error:
            return self._stop(error, text)
        except _DepthError as error:
            return Stop(error.at, word_at(text, error.at), "no depth")

    def _stop(self, error: UnexpectedInput, text: str) -> Stop:
        """How the parser stopped: at a token, or at characters that are none."""
        parser: Any = getattr(error, "interactive_parser", None)
        state = parser.parser_state.position if parser else None
        accepts = frozenset(parser.accepts() if parser else ())
        last = self._blocks.before(getattr(error, "token", None))
        before = self._kind(last) if last is not None else ""
        if not isinstance(error, UnexpectedToken):
            at = min(error.pos_in_stream or 0, len(text))
            return Stop(at, word_at(text, at), "characters", before, state, accepts)
        token = error.token
        at = {"_INDENT": token.end_pos, "$END": len(text.rstrip())}.get(token.type, token.start_pos) or 0
        word = "" if token.type in ("_NL", "_DEDENT", "$END") else word_at(text, at)
        return Stop(at, word, self._kind(token), before, state, accepts)

    def _kind(self, token: Token) -> str:
        """A word or sign of the language itself; for all others the kind of token."""
        return str(token) if str(token) in self._words else token.type

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(self._fixed.values())

    @cached_property
    def _shown(self) -> dict[str, str]:
        return {name: f"`{word}`" for name, word in self._fixed.items()}

    @cached_property
    def _kinds(self) -> Kinds:
        """Which tokens make up what is named together (see `mistakes.KINDS`)."""
        return tuple((label, self._behind(needed), self._behind(covered)) for label, needed, covered in KINDS)

    def _behind(self, text: str) -> frozenset[str]:
        """The tokens that may stand behind a text, but for the end of the line; none if it is no beginning."""
        stop = self._attempt(text + MARK, "start")
        return stop.accepts - {"_NL"} if isinstance(stop, Stop) and stop.at == len(text) else frozenset()

    # ---- known mistakes -----------------------------------------------------------------------------------------------

    def _known(self, stop: Stop, text: str, start: str) -> Finding | None:
        """The known mistake that the parser has stopped at, or None."""
        mended = self._mended(stop, text, start, MAX_A_LINE) if len(text) <= MAX_MENDED else None
        same = self._by_way.get(stop.way) if mended is None else None
        return same.told(stop, text) if same else mended

    def _mended(self, stop: Stop, text: str, start: str, mends: int) -> Finding | None:
        """The mend that gets furthest, if with `mends` of them the line can be read to its end."""
        end = text.find("\n", stop.at)
        behind = len(text) - (end if end >= 0 else len(text))
        tried: list[tuple[int, int, Finding, Tree[Any] | Stop]] = []
        for found in candidates(self._mistakes_name, stop, text, filter(str.isalpha, self._words)):
            mended = found.mended or ""
            then = self._attempt(mended, start)
            left = len(mended) - then.at if isinstance(then, Stop) else -1
            if left < min(len(text) - stop.at, same_at_the_end(text, mended) + 1):
                tried.append((left, len(tried), found, then))
        for left, _, found, then in sorted(tried, key=lambda t: t[:2]):
            if not isinstance(then, Stop) or left < behind:
                return found
            if mends > 1 and self._mended(then, found.mended or "", start, mends - 1):
                return found
        return None

    @cached_property
    def _by_way(self) -> dict[tuple[object, ...], Mistake]:
        """The mistakes without mends, by the ways in which their examples stop."""
        found: dict[tuple[object, ...], Mistake] = {}
        for mistake in mistakes(self._mistakes_name):
            for example in mistake.examples if not mistake.mends else ():
                stop = self._attempt(example, "start")
                if isinstance(stop, Stop):
                    found.setdefault(stop.way, mistake)
        return found

    # ---- nodes --------------------------------------------------------------------------------------------------------

    def _finished(self, tree: Tree[Any], place: Span, diagnostics: Diagnostics) -> Any | None:
        try:
            return self._build(tree, place)
        except RecursionError:
            diagnostics.add("R-LIMIT", "The rule is nested too deeply.", place, "Split it with `define`.")
            return None

    def _build(self, node: Any, place: Span, depth: int = 0) -> Any:
        if depth > MAX_NESTING:
            raise RecursionError
        if isinstance(node, Tree):
            children = [self._build(child, place, depth + 1) for child in node.children]
            meta = node.meta
            column = 0 if meta.empty else meta.column - 1
            first = 0 if meta.empty else meta.line - 1
            length = 1 if meta.empty or meta.line != meta.end_line else meta.end_column - meta.column
            span = Span(place.file, place.line + first, column + (place.column if not first else 1), max(1, length))
            return self.builders[str(node.data)](*children, span=span)
        return str(node) if isinstance(node, Token) else node
