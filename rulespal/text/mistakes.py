"""What people write when they mean something else: the known mistakes of a grammar, and what to say of the others.

`grammar/NAME-mistakes.md` holds the known ones and says how it is written. Nothing here knows how a text is parsed:
`parsing` tells where the parser stopped, and tries whether a mended text is read further.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from rulespal.text.resources import grammar_text
from rulespal.text.suggest import near

MARK = "\u2038"  # ‸ stands in the pattern of a mend where the parser stopped
MAX_NEAR = 2_000  # characters of the lines round a stop that are searched for mistakes


@dataclass(frozen=True, slots=True)
class Mend:
    """What puts a mistake right: a pattern on the text, and what stands in place of what it matches.

    In the replacement `\\1` is a group of the pattern, `\\L1` the same in small letters, `\\n` a new line. `meant`: it is
    what the author meant; otherwise it only shows that this is the mistake.
    """

    pattern: re.Pattern[str]
    replacement: str
    meant: bool = True

    def apply(self, text: str, at: int) -> str | None:
        """The mended text, on as many lines as before; None where the pattern does not match."""
        first, last = _lines_round(text, at) if MARK in self.pattern.pattern else (0, len(text))
        if MARK in self.pattern.pattern and last - first > MAX_NEAR:
            return None
        near, number = self.pattern.subn(self._expand, f"{text[first:at]}{MARK}{text[at:last]}")
        changed = text[:first] + near.replace(MARK, "") + text[last:]
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

    def told(self, stop: Stop, text: str, mended: str | None = None, meant: bool = True) -> Finding:
        """The mistake in the words of the text in which it was made."""
        line = changed_line(text, mended) if mended is not None else ""
        message, hint = (s.replace("{word}", stop.word).replace("{mended}", line) for s in (self.message, self.hint))
        return Finding(message, hint, stop.at, mended, meant)


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
        """What two stops have in common where the same mistake was made."""
        return (self.state, self.accepts, self.before, self.kind)


@dataclass(frozen=True, slots=True)
class Finding:
    """What is told about a stop, where, and a text that can be read on; whether that is what was meant."""

    message: str
    hint: str
    at: int
    mended: str | None = None
    meant: bool = True


# ---- what may have been meant -----------------------------------------------------------------------------------------


def candidates(name: str, stop: Stop, text: str, words: Iterable[str]) -> Iterator[Finding]:
    """What the text may have been meant to be; whoever asks has to try whether it is then read further.

    `name` is the file of mistakes, `words` are the words of the language.
    """
    yield from _spelt(stop, text, frozenset(words))
    for mistake in mistakes(name):
        for mend in mistake.mends:
            if (mended := mend.apply(text, stop.at)) is not None:
                yield mistake.told(stop, text, mended, mend.meant)
    yield from _closed(stop, text)


def _spelt(stop: Stop, text: str, words: frozenset[str]) -> Iterator[Finding]:
    """The word at the stop, or the one before it, as a word of the language that is spelt much like it."""
    for match in re.compile(r"([^\W\d]\w*)[^\w\n]*").finditer(text, text.rfind("\n", 0, stop.at) + 1):
        word, at = match[1], match.start()
        if match.end() >= stop.at and word not in words and word.isascii():  # as all words of the language are
            for other in near(
                word, [w for w in words if abs(len(w) - len(word)) < 2 and word.lower() not in (w, f"{w}s")]
            ):
                mended = text[:at] + other + text[match.end(1) :]
                hint = f"Did you mean `{other}`? Then write `{changed_line(text, mended)}`."
                yield Finding(f"`{word}` is no word of the language.", hint, at, mended)
        if at >= stop.at:
            return


_PAIR = {"(": ")", "{": "}"}
_NOT_CLOSED = "The bracket `{}` is opened here and not closed."
# Where a bracket of a line may have to be closed: before a text or a colon at its end, or at its end.
_ENDS = (r'\s*("[^"]*"\s*(\|\s*)?)+(§[a-z0-9-]*)?$', r"\s*:$", r"$")


def _closed(stop: Stop, text: str) -> Iterator[Finding]:
    """The text with a bracket closed: before the stop, or at the end of the line on which it is opened."""
    bracket = unclosed(text, stop.at)
    if bracket is None:
        return
    end = text.find("\n", bracket)
    places = [len(text[: stop.at].rstrip())] if stop.at <= end else []
    line = re.sub(r"\s*(#.*)?$", "", text[bracket : end if end >= 0 else len(text)])
    places += [bracket + match.start() for ending in _ENDS if (match := re.search(ending, line))]
    for place in places:
        mended = text[:place] + _PAIR[text[bracket]] + text[place:]
        hint = f"Close it, perhaps so: `{changed_line(text, mended)}`."
        yield Finding(_NOT_CLOSED.format(text[bracket]), hint, bracket, mended)


def unclosed(text: str, at: int) -> int | None:
    """Where the innermost bracket stands that is open at a place, or None."""
    found: list[int] = []
    for match in re.compile(r'"[^"\n]*"|#[^\n]*|[(){}]').finditer(text, 0, at):
        if match[0] in _PAIR:
            found.append(match.start())
        elif match[0] in (")", "}") and found:
            found.pop()
    return found[-1] if found else None


# ---- what can be said of every mistake --------------------------------------------------------------------------------

# What is named together: words for it, a text behind which only the simplest of the kind may stand, and one behind which
# all may. Operators come last: they may stand nearly everywhere, and are named only if nothing else is.
KINDS = (
    ("a declaration (`state`, `move`, `stage` …)", "", ""),
    ("an effect (`score := 0`, `move …`, `if …:` …)", "whenever yes: ", "to act\n  "),
    ("a type (`number`, `yes or no`, `card` …)", "state score: ", "state score: "),
    ("a value", "define score = count of ", "define score = "),
    ('a text in "quotes"', "gap silence ", "gap silence "),
    ("an operator (`+`, `=`, `in`, `and` …)", "define score = other ", "define score = other "),
)
Kinds = tuple[tuple[str, frozenset[str], frozenset[str]], ...]
READABLE = {
    "NAME": "a name", "STRING": 'a text in "quotes"', "INT": "a number", "_NL": "the end of the line",
    "_INDENT": "an indented block", "_DEDENT": "the end of the block", "COMPARE": "`=`, `<` or another comparison",
    "ADD": "`+` or `-`", "MULTIPLY": "`*`", "ASSIGN": "`:=`, `+=` or `-=`", "LANGUAGE": "a language",
    "SECTION": "a §section", "$END": "the end of the rule",
}  # fmt: skip


def general(stop: Stop, text: str, shown: Mapping[str, str], kinds: Kinds) -> Finding:
    """What can be said of a mistake that nobody foresaw.

    `shown`: how the tokens of the language are written; `kinds`: the tokens that are needed for, and covered by, KINDS.
    """
    above = text[: stop.at].rstrip().rpartition("\n")[2].strip()
    bracket = unclosed(text, stop.at)
    if stop.kind == "no depth":
        message = "This line is indented to a depth that no line above it has."
        return Finding(message, "Indent a block by two spaces and go back to a depth used before.", stop.at)
    if stop.kind == "_INDENT":
        message = "This line is indented further than the line above it, which opens no block."
        return Finding(message, "Begin it in the same column as the line above.", stop.at)
    if stop.kind == "$END" and bracket is not None:
        return Finding(_NOT_CLOSED.format(text[bracket]), f"Write `{_PAIR[text[bracket]]}` where it ends.", bracket)
    if stop.accepts == {"_INDENT"}:
        hint = f"Indent what belongs to `{above}` by two spaces."
        return Finding("Here an indented block has to follow.", hint, stop.at)
    message = f"`{stop.word}` cannot stand here." if stop.word else "The line ends too early."
    return Finding(message, _expectation(stop.accepts, shown, kinds), stop.at)


def _expectation(accepts: frozenset[str], shown: Mapping[str, str], kinds: Kinds) -> str:
    left, words = set(accepts), []
    *others, (operator, _, operators) = kinds
    for label, needed, covered in others:
        if needed and needed <= left:
            words.append(label)
            left -= covered
    if left & operators and not (words or left - operators - {"_NL"}):
        words.append(operator)
    left -= operators
    words += [READABLE.get(name) or shown.get(name, name.lower()) for name in sorted(left)]
    if not words:
        return "See the language reference."
    return "Expected " + (", ".join(words[:-1]) + " or " if len(words) > 1 else "") + words[-1] + "."


# ---- places in texts --------------------------------------------------------------------------------------------------


def word_at(text: str, at: int) -> str:
    """The word, text or sign at a place."""
    match = re.compile(r'"[^"\n]*"|\w+|[=!<>&|+*/:-]{2}|\S').match(text, at)
    return match[0] if match else ""


def as_written(original: str, text: str, at: int) -> tuple[int, int]:
    """Line (from 0) and column (from 1) of a place of a mended text in the text as it was written."""
    line = text.count("\n", 0, at)
    lines = original.split("\n")
    behind = len(text[at:].partition("\n")[0])
    return line, max(1, len(lines[min(line, len(lines) - 1)]) - behind + 1)


def same_at_the_end(text: str, mended: str) -> int:
    """How many characters at the end of two texts are the same."""
    pairs = enumerate(zip(reversed(text), reversed(mended), strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(text), len(mended)))


def changed_line(text: str, mended: str) -> str:
    """The first line of the mended text that is not as it was."""
    at = _first_change(text, mended)
    return mended[mended.rfind("\n", 0, at) + 1 :].partition("\n")[0].strip()


def _lines_round(text: str, at: int) -> tuple[int, int]:
    """Where the line above a place begins, and where the line below it ends."""
    first = text.rfind("\n", 0, max(0, text.rfind("\n", 0, at))) + 1
    end = text.find("\n", at)
    last = text.find("\n", end + 1) if end >= 0 else -1
    return first, last if last >= 0 else len(text)


def _first_change(text: str, changed: str) -> int:
    shorter = min(len(text), len(changed))
    return next((i for i in range(shorter) if text[i] != changed[i]), shorter)


def _padded(text: str, changed: str) -> str:
    """The changed text with empty lines after its first change, so that the lines below keep their numbers."""
    lost = text.count("\n") - changed.count("\n")
    if lost <= 0:
        return changed
    end = changed.find("\n", _first_change(text, changed))
    return changed[:end] + "\n" * lost + changed[end:]


# ---- the file of mistakes ---------------------------------------------------------------------------------------------


@lru_cache
def mistakes(name: str) -> tuple[Mistake, ...]:
    """The known mistakes of a grammar, in the order of the file."""
    return tuple(_read(grammar_text(name)))


def _read(text: str) -> Iterator[Mistake]:
    for part in re.split(r"^## ", text, flags=re.M)[1:]:
        message, _, rest = part.partition("\n")
        prose = re.sub(r"^```.*?^```", "", rest, flags=re.S | re.M)
        mends = re.findall(r"^- `(.*)` (becomes|as if) `(.*)`$", prose, flags=re.M)
        hint = " ".join(re.sub(r"^(- `|# ).*$", "", prose, flags=re.M).split())
        examples = re.findall(r"^```rules\n(.*?)^```", rest, flags=re.S | re.M)
        read = (Mend(re.compile(pattern, re.M), new, verb == "becomes") for pattern, verb, new in mends)
        yield Mistake(message.strip(), hint, tuple(examples), tuple(read))
