"""The only module that knows lark: grammar files to parsers, syntax trees to our own nodes, mistakes to diagnostics.

Where the parser stops, `grammar/NAME-mistakes.md` is asked what its author may have meant: a mistake with a mend is known
only if the mended text gets further, one without a mend only if an example of it stops in exactly the same way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError, Indenter
from lark.lexer import TerminalDef

from rulespal.text.diagnostic import Diagnostics
from rulespal.text.resources import grammar_text
from rulespal.text.span import Span
from rulespal.text.suggest import near

Builder = Callable[..., Any]
MARK = "\u2038"  # ‸ stands in the pattern of a mend where the parser stopped
MAX_MENDS = 12  # of a declaration
MAX_A_LINE = 3


class _NoDepth(DedentError):
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
    def always_accept(self) -> tuple[str, ...]:
        """A word is read to its end wherever it stands, so that `doing` is never `do` and a rest."""
        return (self.NL_type, "NAME")

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        self.last = (None, None)
        for token in super().process(stream):
            self.last = (self.last[1], token)
            yield token

    def before(self, token: Token | None) -> Token | None:
        """The token before one that was refused: before the last one, if that is it."""
        return self.last[0] if token is not None and token is self.last[1] else self.last[1]

    def handle_NL(self, token: Token) -> Iterator[Token]:  # noqa: N802 - lark's interface
        try:
            yield from super().handle_NL(token)
        except DedentError:
            raise _NoDepth(token.end_pos or 0) from None


def _rank(terminal: TerminalDef) -> None:
    """Lets words with a sign in them (`mid-game`) go before names."""
    word = terminal.pattern.value
    if terminal.pattern.type == "str" and word[0].isalpha() and not word.isidentifier():
        terminal.priority = 1


@dataclass(frozen=True, slots=True)
class Mend:
    """What puts a mistake right: a pattern on the text, and what stands in place of what it matches.

    In the replacement `\\1` is a group of the pattern, `\\L1` the same in small letters, `\\n` a new line.
    """

    pattern: re.Pattern[str]
    replacement: str

    def apply(self, text: str, at: int) -> str | None:
        """The mended text, on as many lines as before; None where the pattern does not match."""
        marked = f"{text[:at]}{MARK}{text[at:]}"
        changed, number = self.pattern.subn(self._expand, marked)
        changed = changed.replace(MARK, "")
        return _padded(text, changed) if number and changed != text else None

    def _expand(self, match: re.Match[str]) -> str:
        def group(name: re.Match[str]) -> str:
            found = match[int(name[2])] or ""
            return found.lower() if name[1] else found

        return re.sub(r"\\(L?)(\d)", group, self.replacement).replace(r"\n", "\n")


@dataclass(frozen=True, slots=True)
class Mistake:
    """A known mistake: what its author is told, how it is mended, and malformed examples.

    `{word}` in the message or hint is the word at which the parser stops, `{mended}` the corrected line.
    """

    message: str
    hint: str
    examples: tuple[str, ...]
    mends: tuple[Mend, ...] = ()


@dataclass(frozen=True, slots=True)
class Stop:
    """Where and how the parser stopped. `kind` and `before` are the token there and the one before it."""

    at: int
    word: str
    kind: str
    before: str = ""
    state: object = None
    accepts: frozenset[str] = frozenset()

    @property
    def way(self) -> tuple[object, ...]:
        return (self.state, self.accepts, self.before, self.kind)


@dataclass(frozen=True, slots=True)
class Finding:
    """What is told about a stop, where, and the text as it was meant, if that is clear."""

    message: str
    hint: str
    at: int
    mended: str | None = None


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
        self._shown = {
            t.name: f"`{t.pattern.value}`" for t in self.lark.terminals if t.pattern.type == "str"
        } | _READABLE

    def parse(self, text: str, start: str, place: Span, diagnostics: Diagnostics) -> Any | None:
        """The node that `text` is, or None. `place` is where the text's first character stands.

        Mistakes are noted. Where it is clear what was meant, the node is that, so that one mistake does not cause others.
        """
        original, mended_line = text, -1
        for _ in range(MAX_MENDS):
            stop = self._attempt(text, start)
            if not isinstance(stop, Stop):
                return self._finished(stop, place, diagnostics)
            found = self._known(stop, text, start)
            line, column = _place(original, text, found.at if found else stop.at)
            if found is None and line == mended_line:
                return None  # what follows on a line that was mended would be a guess
            found = found or self._general(stop, text)
            span = Span(
                place.file, place.line + line, column + (place.column - 1 if not line else 0), max(1, len(stop.word))
            )
            diagnostics.add("R-SYNTAX", found.message, span, found.hint)
            if found.mended is None:
                return None
            text, mended_line = found.mended, line
        return None

    def _attempt(self, text: str, start: str) -> Tree[Any] | Stop:
        try:
            return self.lark.parse(text, start=start)
        except UnexpectedInput as error:
            before = self._blocks.before(getattr(error, "token", None))
            return _stop(error, text, before, self._fixed)
        except _NoDepth as error:
            return Stop(error.at, _word_at(text, error.at), "no depth")

    @cached_property
    def _fixed(self) -> frozenset[str]:
        """The words and signs of the language."""
        return frozenset(t.pattern.value for t in self.lark.terminals if t.pattern.type == "str")

    def _finished(self, tree: Tree[Any], place: Span, diagnostics: Diagnostics) -> Any | None:
        try:
            return self._build(tree, place)
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

    # ---- known mistakes -----------------------------------------------------------------------------------------------

    def _known(self, stop: Stop, text: str, start: str) -> Finding | None:
        """The known mistake that the parser has stopped at, or None."""
        if (mended := self._mended(stop, text, start, MAX_A_LINE)) is not None:
            return mended
        if same := self._by_way.get(stop.way):
            return _told(same, stop, text)
        bracket = _unclosed(text, stop.at)
        if stop.kind == "$END" and bracket is not None:
            return Finding(_NOT_CLOSED.format(text[bracket]), f"Write `{_PAIR[text[bracket]]}` where it ends.", bracket)
        return None

    def _mended(self, stop: Stop, text: str, start: str, mends: int) -> Finding | None:
        """The mend that gets furthest, if with `mends` of them the line can be read to its end."""
        end = text.find("\n", stop.at)
        behind = len(text) - (end if end >= 0 else len(text))
        tried = []
        for found in self._candidates(stop, text):
            mended = found.mended or ""
            then = self._attempt(mended, start)
            left = len(mended) - then.at if isinstance(then, Stop) else -1
            if left < min(len(text) - stop.at, _same_at_the_end(text, mended) + 1):
                tried.append((left, len(tried), found, then))
        for left, _, found, then in sorted(tried, key=lambda t: t[:2]):
            rest = isinstance(then, Stop) and left >= behind
            if not rest or (mends > 1 and self._mended(then, found.mended or "", start, mends - 1)):
                return found
        return None

    def _candidates(self, stop: Stop, text: str) -> Iterator[Finding]:
        """What the text may have been meant to be."""
        yield from self._spelt(stop, text)
        for mistake in mistakes(self._mistakes_name):
            for mend in mistake.mends:
                if (mended := mend.apply(text, stop.at)) is not None:
                    yield _told(mistake, stop, text, mended)
        yield from _closed(stop, text)

    def _spelt(self, stop: Stop, text: str) -> Iterator[Finding]:
        """The word at the stop, or the one before it, as a word of the language that is spelt much like it."""
        for match in re.compile(r"([^\W\d]\w*)[^\w\n]*").finditer(text, text.rfind("\n", 0, stop.at) + 1):
            word, at = match[1], match.start()
            if match.end() >= stop.at and word not in self._fixed:
                for other in near(word, [w for w in self._fixed if w.isalpha() and abs(len(w) - len(word)) < 2]):
                    mended = text[:at] + other + text[match.end(1) :]
                    hint = f"Did you mean `{other}`? Then write `{_changed_line(text, mended)}`."
                    yield Finding(f"`{word}` is no word of the language.", hint, at, mended)
            if at >= stop.at:
                return

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

    # ---- the others ---------------------------------------------------------------------------------------------------

    def _general(self, stop: Stop, text: str) -> Finding:
        """What can be said of a mistake that nobody foresaw."""
        above = text[: stop.at].rstrip().rpartition("\n")[2].strip()
        if stop.kind == "no depth":
            message = "This line is indented to a depth that no line above it has."
            hint = "Indent a block by two spaces and go back to a depth used before."
        elif stop.kind == "_INDENT":
            message = "This line is indented further than the line above it, which opens no block."
            hint = "Begin it in the same column as the line above."
        elif stop.accepts == {"_INDENT"}:
            message, hint = "Here an indented block has to follow.", f"Indent what belongs to `{above}` by two spaces."
        else:
            message = f"`{stop.word}` cannot stand here." if stop.word else "The line ends too early."
            hint = self._expectation(stop.accepts)
        return Finding(message, hint, stop.at)

    def _expectation(self, accepts: frozenset[str]) -> str:
        left, words = set(accepts), []
        for label, needed, covered in _GROUPS:
            if needed <= left and (covered is not _OPERATOR or left <= _OPERATOR | {"_NL"}):
                words.append(label)
            if needed <= left:
                left -= covered
        words += [self._shown.get(name, name.lower()) for name in sorted(left)]
        if not words:
            return "See the language reference."
        return "Expected " + (", ".join(words[:-1]) + " or " if len(words) > 1 else "") + words[-1] + "."


_PAIR = {"(": ")", "{": "}"}
_NOT_CLOSED = "The bracket `{}` is opened here and not closed."
_READABLE = {
    "NAME": "a name", "STRING": 'a text in "quotes"', "INT": "a number", "_NL": "the end of the line",
    "_INDENT": "an indented block", "_DEDENT": "the end of the block", "COMPARE": "`=`, `<` or another comparison",
    "ADD": "`+` or `-`", "MULTIPLY": "`*`", "ASSIGN": "`:=`, `+=` or `-=`", "LANGUAGE": "a language", "SECTION": "a §section",
    "$END": "the end of the rule",
}  # fmt: skip


def _tokens(names: str) -> frozenset[str]:
    return frozenset(names.split())


_VALUE = _tokens(
    "INT NAME YES NO PLAYER CARDS CARD NOBODY NOTHING STAGE LBRACE LPAR COUNT NEXT NOT SOME EVERY THE"
) | _tokens("SUM MOST LEAST IF")
_EFFECT = _tokens("NAME LET MOVE GATHER BEGIN GO END IF FOR")
_TYPE = _tokens("NAME CARD PLAYER YES NUMBER INT SET LIST CARDS")
_DECLARATION = _tokens(
    "ENUM CARDS PACK ZONE STATE TABLE DEFINE TO STAGE MOVE WHENEVER START READING GAP INVARIANT"
) | _tokens("TERM $END _NL")
_OPERATOR = _tokens("ADD MULTIPLY COMPARE IN IS AND OR NOT DOT LPAR")
# What may be said together: (words, tokens that have to be accepted, tokens that are not named then). Operators are
# left out where something else may stand, for they may stand nearly everywhere.
_GROUPS: tuple[tuple[str, frozenset[str], frozenset[str]], ...] = (
    ("a declaration (`state`, `move`, `stage` …)", _tokens("ENUM STATE"), _DECLARATION),
    ("an effect (`score := 0`, `move …`, `if …:` …)", _tokens("LET GATHER"), _EFFECT),
    ("a type (`number`, `yes or no`, `card` …)", _tokens("NUMBER SET"), _TYPE),
    ("a value", _tokens("INT NAME LBRACE LPAR"), _VALUE),
    ("an operator (`+`, `=`, `in`, `and` …)", _tokens("ADD"), _OPERATOR),
    ('a text in "quotes"', _tokens("STRING LANGUAGE"), _tokens("STRING LANGUAGE")),
)


# ---- places -----------------------------------------------------------------------------------------------------------


def _told(mistake: Mistake, stop: Stop, text: str, mended: str | None = None) -> Finding:
    """A known mistake in the words of its text."""
    line = _changed_line(text, mended) if mended is not None else ""
    message, hint = (s.replace("{word}", stop.word).replace("{mended}", line) for s in (mistake.message, mistake.hint))
    return Finding(message, hint, stop.at, mended)


def _stop(error: UnexpectedInput, text: str, before: Token | None, fixed: frozenset[str]) -> Stop:
    """How the parser stopped: at a token, or at characters that are none."""
    parser: Any = getattr(error, "interactive_parser", None)
    state = parser.parser_state.position if parser else None
    accepts = frozenset(parser.accepts() if parser else ())
    last = _kind(before, fixed) if before is not None else ""
    if not isinstance(error, UnexpectedToken):
        at = min(error.pos_in_stream or 0, len(text))
        return Stop(at, _word_at(text, at), "characters", last, state, accepts)
    token = error.token
    at = {"_INDENT": token.end_pos, "$END": len(text.rstrip())}.get(token.type, token.start_pos) or 0
    word = "" if token.type in ("_NL", "_DEDENT", "$END") else _word_at(text, at)
    return Stop(at, word, _kind(token, fixed), last, state, accepts)


def _kind(token: Token, fixed: frozenset[str]) -> str:
    """A word or sign of the language itself; for all others the kind of token."""
    return str(token) if str(token) in fixed else token.type


def _word_at(text: str, at: int) -> str:
    match = re.compile(r'"[^"\n]*"|\w+|[=!<>&|+*/:-]{2}|\S').match(text, at)
    return match[0] if match else ""


def _place(original: str, text: str, at: int) -> tuple[int, int]:
    """Line (from 0) and column (from 1) of a place of a mended text in the text as it was written."""
    line = text.count("\n", 0, at)
    lines = original.split("\n")
    behind = len(text[at:].partition("\n")[0])
    return line, max(1, len(lines[min(line, len(lines) - 1)]) - behind + 1)


def _same_at_the_end(text: str, mended: str) -> int:
    """How many characters at the end of two texts are the same."""
    pairs = enumerate(zip(reversed(text), reversed(mended), strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(text), len(mended)))


def _padded(text: str, changed: str) -> str:
    """The changed text with empty lines after its first change, so that the lines below keep their numbers."""
    lost = text.count("\n") - changed.count("\n")
    if lost <= 0:
        return changed
    end = changed.find("\n", _first_change(text, changed))
    return changed[:end] + "\n" * lost + changed[end:]


def _first_change(text: str, changed: str) -> int:
    return next(
        (i for i, (a, b) in enumerate(zip(text, changed, strict=False)) if a != b), min(len(text), len(changed))
    )


def _changed_line(text: str, mended: str) -> str:
    """The first line of the mended text that is not as it was."""
    at = _first_change(text, mended)
    return mended[mended.rfind("\n", 0, at) + 1 :].partition("\n")[0].strip()


def _unclosed(text: str, at: int) -> int | None:
    """Where the innermost bracket stands that is open at a place, or None."""
    found: list[int] = []
    for match in re.compile(r'"[^"\n]*"|#[^\n]*|[(){}]').finditer(text, 0, at):
        if match[0] in ("(", "{"):
            found.append(match.start())
        elif match[0] in (")", "}") and found:
            found.pop()
    return found[-1] if found else None


def _closed(stop: Stop, text: str) -> Iterator[Finding]:
    """The text with a bracket closed: before the stop, or at the end of the line on which it is opened."""
    bracket = _unclosed(text, stop.at)
    if bracket is None:
        return
    end = text.find("\n", bracket)
    places = [len(text[: stop.at].rstrip())] if stop.at <= end else []
    line = re.sub(r"\s*(#.*)?$", "", text[bracket : end if end >= 0 else len(text)])
    for ending in (r'\s*("[^"]*"\s*(\|\s*)?)+(§[a-z0-9-]*)?$', r"\s*:$", r"$"):  # before a text or colon, or at the end
        if match := re.search(ending, line):
            places.append(bracket + match.start())
    for place in places:
        mended = text[:place] + _PAIR[text[bracket]] + text[place:]
        hint = f"Close it, perhaps so: `{_changed_line(text, mended)}`."
        yield Finding(_NOT_CLOSED.format(text[bracket]), hint, bracket, mended)


# ---- the file of mistakes ---------------------------------------------------------------------------------------------


@lru_cache
def mistakes(name: str) -> tuple[Mistake, ...]:
    """The known mistakes of a grammar, in the order of the file, which says how it is written."""
    return tuple(_mistakes(grammar_text(name)))


def _mistakes(text: str) -> Iterator[Mistake]:
    for part in re.split(r"^## ", text, flags=re.M)[1:]:
        message, _, rest = part.partition("\n")
        prose = re.sub(r"^```.*?^```", "", rest, flags=re.S | re.M)
        mends = re.findall(r"^- `(.*)` becomes `(.*)`$", prose, flags=re.M)
        hint = " ".join(re.sub(r"^(- `|# ).*$", "", prose, flags=re.M).split())
        examples = re.findall(r"^```rules\n(.*?)^```", rest, flags=re.S | re.M)
        yield Mistake(message.strip(), hint, tuple(examples), tuple(Mend(re.compile(p, re.M), r) for p, r in mends))
