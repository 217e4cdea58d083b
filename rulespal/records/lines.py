"""Reads one line of a record. A line is all that is looked at, so no line can swallow another.

A line that is not well formed comes back as a `Fault`, which the reader turns into a broken line and a diagnostic.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from typing import NamedTuple

from rulespal.records.quotes import QUOTES, count_quotes, outside_quotes, quote_at, without_comment
from rulespal.records.record import Kind, Line

LIMIT = 10_000  # characters of a line: far above any sentence, far below what hurts
SHOWN = 80  # characters kept of a line that is longer than that
MARKS = ("!", "?", "!!", "??", "!?", "?!")
FLAGS = ("stands", "unsure", "dispute")
# What may surround a sentence unseen: `str.strip` leaves the marks of width zero, which telephones and web pages add.
BLANK = "".join(filter(str.isspace, map(chr, range(0x3001)))) + "\ufeff\u200b\u2060"
_UNREADABLE = re.compile(r"[\x00-\x08\x0a-\x1f\ud800-\udfff]")
_UNDECODED = re.compile(r"[\ud800-\udfff]")
LOST = "\ufffd"  # what programs put for a sign that they could not convert
_LOST = re.compile(LOST)
_ARROWS = ("->", "\u2192", "=>", "\u21d2", "\u2014>", "\u2013>")
_KEYWORDS = {
    "given": Kind.GIVEN,
    "takeback": Kind.TAKEBACK,
    "take-back": Kind.TAKEBACK,
    "undo": Kind.TAKEBACK,
    "reveal": Kind.REVEAL,
    "correct": Kind.CORRECT,
    "ruling": Kind.RULING,
    "note": Kind.NOTE,
    "result": Kind.RESULT,
}
_EXAMPLES = {
    Kind.GIVEN: "given Ana holds blue 3, ?",
    Kind.EFFECT: "-> Ana is knocked out",
    Kind.ASSERT: "{Ana has the tray; Ben is knocked out}",
    Kind.TAKEBACK: "takeback to 3",
    Kind.REVEAL: "reveal Ana had red 2 at 4",
    Kind.HOLE: "...",
    Kind.CORRECT: 'correct Ana has the tray "it had been passed on by mistake"',
    Kind.RULING: 'ruling "the card may be played"',
    Kind.NOTE: 'note "we stopped for dinner"',
    Kind.RESULT: "result Ana wins the game",
}
_RESERVED = frozenset((*_KEYWORDS, "end", "take", "game", "players"))
_PLAIN = {"->": Kind.EFFECT, "given": Kind.GIVEN}
_special_in = re.compile(f"[{QUOTES}{LOST}]").search
_INITIALS = frozenset(letter for word in _RESERVED for letter in (word[0], word[0].upper()))
_UNNAMED = frozenset(",!?" + QUOTES)  # signs that no name of a player has
_new = tuple.__new__


class Fault(NamedTuple):
    """Why a line is not well formed: one sentence, an example of what is right, and the column."""

    message: str
    hint: str
    column: int
    code: str = "E-SYNTAX"


Parser = Callable[[Kind, str, int, int], "Line | Fault"]


def plain(
    kind: Kind, number: int, text: str, facts: tuple[tuple[str, int], ...] = (), flags: tuple[str, ...] = ()
) -> Line:  # fmt: skip
    """A line whose text begins it, without anything else: what importers make, and quicker than by its name."""
    return _new(Line, (kind, number, 1, text, None, "", "", flags, facts, "", "", None))


def plain_line(raw: str, number: int) -> Line | None:
    """An event, fact or effect without mark, comment and flag; None where `read_line` must look closer.

    Nearly all lines of nearly all records are such lines: only cheap tests stand here.
    """
    text = raw.strip()
    if (
        not text.isprintable()
        or "#" in text
        or '"' in text
        or "@" in text
        or len(raw) > LIMIT
        or not text
        or text[-1] in "!?"
        or not (text.isascii() or _special_in(text) is None)
    ):
        return None
    first = text[0]
    column = 1 if raw[0] == first else raw.index(first) + 1
    if first in _INITIALS or not first.isalpha():
        return _plain_after_word(text, number, column)
    return _new(Line, (Kind.EVENT, number, column, text, None, "", "", (), (), "", "", None))


def _plain_after_word(text: str, number: int, column: int) -> Line | None:
    """The plain line of a text that may begin with a number, an arrow or a keyword."""
    word, _, rest = text.partition(" ")
    rest = rest.lstrip()
    written = None
    if (kind := _PLAIN.get(word)) is None:
        if text[0].isdigit():
            written = _written_number(word)
            if written is None or not rest[:1].isalpha() or rest.partition(" ")[0].lower() in _RESERVED:
                return None
        elif word.lower() in _RESERVED or not text[0].isalpha():
            return None
        else:
            rest = text
        kind = Kind.EVENT
    if not rest:
        return None
    column += len(text) - len(rest)
    return _new(Line, (kind, number, column, rest, written, "", "", (), (), "", "", None))


def read_line(text: str, line: int, column: int) -> Line | Fault:
    """The line that this text (stripped, without comment, not empty) is."""
    kind, skip = kind_of(text)
    rest = text[skip:].lstrip()
    return _PARSERS[kind](kind, rest, line, column + len(text) - len(rest))


def broken_line(text: str, line: int, column: int) -> Line:
    """A line that could not be read, whole; if it is like an event, it and its number still count for the numbering."""
    body = without_comment(text)
    meant = kind_of(body)[0] if body and body[0] not in "[%" else Kind.RAW
    number = _written_number(body.split(None, 1)[0]) if meant is Kind.EVENT else None
    return Line(Kind.BROKEN, line, column, text if len(text) <= LIMIT else text[:SHOWN], number, meant=meant)


def kind_of(text: str) -> tuple[Kind, int]:
    """What the text begins like, and how many characters of it say so."""
    first = text[0]
    if first == "{":
        return Kind.ASSERT, 0
    for arrow in _ARROWS:
        if text.startswith(arrow):
            return Kind.EFFECT, len(arrow)
    if text.startswith(("...", "\u2026")):
        return Kind.HOLE, 3 if first == "." else 1
    if first not in _INITIALS:
        return Kind.EVENT, 0
    return _kind_of_word(text)


def _kind_of_word(text: str) -> tuple[Kind, int]:
    words = text.split(None, 2)
    word = words[0].lower()
    if word == "end" and len(words) == 1:
        return Kind.END, len(text)
    if word == "take" and len(words) > 1 and words[1].lower() == "back":
        rest = text[len(words[0]) :].lstrip()[len(words[1]) :]
        # "take back 3 coins" may be a sentence of a rulebook
        known = not rest or _event_number(rest, "to") is not None
        return (Kind.TAKEBACK, len(text) - len(rest)) if known else (Kind.EVENT, 0)
    kind = _KEYWORDS.get(word, Kind.EVENT)
    return kind, 0 if kind is Kind.EVENT else len(words[0])


def damage(raw: str) -> Fault | None:
    """What makes the line unreadable before its words are looked at, or None."""
    text = raw.strip()
    column = raw.index(text) + 1
    if len(raw) > LIMIT:
        message = f"This line has more than {LIMIT:,} characters; it begins `{readable(text[:20])}`."
        return Fault(message, "write one event a line, as in `Ana plays blue 3`", column)
    found = _UNREADABLE.search(text) or _LOST.search(without_comment(text))
    if not found:
        return None
    at = found.start()
    near = readable(" ".join(text[max(0, at - 10) : at + 11].split()))
    if found[0] >= "\ud800":
        return Fault(f"This line is not UTF-8 text near `{near}`.", "retype it and save the file as UTF-8", column + at)
    sign = "NUL" if found[0] == "\0" else f"U+{ord(found[0]):04X}"
    return Fault(f"A control character ({sign}) stands near `{near}`.", "remove it or retype the line", column + at)


def readable(text: str) -> str:
    """The text with a replacement sign for whatever could not be decoded."""
    return text if text.isascii() else _UNDECODED.sub(LOST, text)


def _written_number(word: str) -> int | None:
    """The number of "12." or "12)"."""
    if word[-1:] in (".", ")") and word[:-1].isdecimal() and len(word) < 11:
        return int(word[:-1])
    return None


def _event_number(text: str, word: str) -> int | None:
    """N of "to N" or "at N", if the text is just that."""
    words = text.split()
    if len(words) == 2 and words[0].lower() == word and words[1].isdecimal() and len(words[1]) < 11:
        return int(words[1])
    return None


def _fault(kind: Kind, message: str, column: int) -> Fault:
    return Fault(message, f"write it like this: {_EXAMPLES[kind]}", column)


def _sentence(kind: Kind, rest: str, line: int, column: int) -> Line | Fault:
    if not rest or rest[0] == "#":
        name = "`->`" if kind is Kind.EFFECT else f"`{kind.value}`"
        return _fault(kind, f"Nothing follows {name} in this line.", column)
    return Line(kind, line, column, rest)


def _alone(kind: Kind, rest: str, line: int, column: int) -> Line | Fault:
    if rest:
        return _fault(kind, f"`{rest}` follows `...`, which stands alone on its line.", column)
    return Line(kind, line, column, "")


def _takeback(kind: Kind, rest: str, line: int, column: int) -> Line | Fault:
    number = _event_number(rest, "to")
    if rest and number is None:
        return _fault(kind, f"A takeback is followed by `to` and the number of an event, not by `{rest}`.", column)
    return Line(kind, line, column, "", number)


def _reveal(kind: Kind, rest: str, line: int, column: int) -> Line | Fault:
    words = rest.rsplit(None, 2)
    if len(words) == 3 and (number := _event_number(" ".join(words[1:]), "at")) is not None:
        return Line(kind, line, column, words[0], number)
    return _sentence(kind, rest, line, column)


def _correct(kind: Kind, rest: str, line: int, column: int) -> Line | Fault:
    at = quote_at(rest)
    if not at:
        return _fault(kind, f"A correction needs a fact and then its reason in quotes, not `{rest}`.", column)
    return Line(kind, line, column, rest[:at].rstrip(), comment=rest[at + 1 : -1].strip())


def _quoted(kind: Kind, rest: str, line: int, column: int) -> Line | Fault:
    inner = rest[1:-1].strip()
    if len(rest) < 2 or rest[0] not in QUOTES or rest[-1] not in QUOTES or not inner:
        words = "".join(sign for sign in rest if sign not in QUOTES).strip()
        hint = f'write it like this: {kind.value} "{words}"' if words else f"write it like this: {_EXAMPLES[kind]}"
        return Fault(f"The text of a {kind.value} stands in quotes, not as `{rest}`.", hint, column)
    return Line(kind, line, column + rest.index(inner, 1), inner)


def _assertion(kind: Kind, rest: str, line: int, column: int) -> Line | Fault:
    if rest[-1] != "}" or len(rest) < 2:
        hint = f"close it on the same line: {rest}}}" if "}" not in rest else f"write it like this: {_EXAMPLES[kind]}"
        return Fault(f"The brace of `{rest}` is not closed at the end of this line.", hint, column)
    inner = rest[1:-1]
    if "{" in inner or "}" in inner:
        return _fault(kind, f"`{rest}` has more than one pair of braces.", column)
    facts = _facts(inner, column + 1)
    if not facts or any(fact[0] == "#" for fact, _ in facts):
        return _fault(kind, f"A fact is missing between the braces of `{rest}`.", column)
    text = "; ".join([fact for fact, _ in facts])
    return _new(Line, (kind, line, facts[0][1], text, None, "", "", (), tuple(facts), "", "", None))


def _facts(inner: str, column: int) -> list[tuple[str, int]]:
    """What stands between the `;` of an assertion, and where; a `;` in quotes parts nothing."""
    facts, start = [], 0
    end = inner.find(";")
    while start <= len(inner):
        if end < 0:
            end = len(inner)
        elif not outside_quotes(inner, end):
            end = inner.find(";", end + 1)
            continue
        if fact := inner[start:end].strip():
            facts.append((fact, column + inner.index(fact, start)))
        start, end = end + 1, inner.find(";", end + 1)
    return facts


def _event(kind: Kind, rest: str, line: int, column: int) -> Line | Fault:
    words = rest.split(None, 1)
    number = _written_number(words[0])
    body = rest
    if number is not None:
        body = words[1] if len(words) == 2 else ""
        column += len(rest) - len(body)
        if not body:
            return Fault(
                f"No event follows the number `{rest}`.", f"write it like this: {rest} Ana plays blue 3", column
            )
        if kind_of(body)[0] is not Kind.EVENT:
            return Fault(f"`{body}` is no event and has no number.", f"write it without `{words[0]}`: {body}", column)
    if count_quotes(body) % 2:
        at = max(map(body.rfind, QUOTES))
        return Fault(f"The quote `{body[at:]}` is not closed in this line.", f'close it: {body.strip()}"', column + at)
    return _without_tail(Line(kind, line, column, body, number))


def _without_tail(event: Line) -> Line | Fault:
    """Takes mark, comment and flags off the end of an event, in whatever order they stand."""
    text, mark, comment = event.text, "", ""
    flags: list[str] = []
    before, sign = text, ""  # the text before its leftmost ending was taken off, and the first sign of that ending
    while True:
        if not comment and (at := quote_at(text)):
            comment = text[at + 1 : -1].strip()
        elif not mark and (at := _mark_at(text)):
            mark = text[at:]
        elif (at := _flag_at(text)) >= 0:
            flag = _flag(text[at:], event.column + at)
            if isinstance(flag, Fault):
                return flag
            flags.insert(0, flag)
        else:
            break
        before, sign, text = text, text[at], text[:at].rstrip()
    if not text:
        return Fault(f"No event stands before `{event.text}`.", "write it like this: Ana passes @stands", event.column)
    quoted = before if sign and sign in QUOTES else ""
    marked = f"{text} ?" if sign == mark == "?" else ""
    return Line(*event[:3], text, event.number, mark, comment, tuple(flags), (), quoted, marked)


def _mark_at(text: str) -> int:
    """Where the mark begins that ends the text; 0 if there is none. After a comma `?` is a card and no mark."""
    words = text.rsplit(None, 1)
    if len(words) < 2 or words[1] not in MARKS or (words[1] == "?" and words[0].endswith(",")):
        return 0
    return len(text) - len(words[1])


def _flag_at(text: str) -> int:
    """Where the flag begins that ends the text; -1 if there is none."""
    at = text.rfind("@")
    if at > 0 and not text[at - 1].isspace():
        return -1
    return at if at < 0 or outside_quotes(text, at) else -1


def _flag(text: str, column: int) -> str | Fault:
    words = [*text[1:].split(None, 1), "", ""]
    word, name = words[0].lower(), words[1]
    if word not in FLAGS:
        near = difflib.get_close_matches(word, FLAGS, 1)
        meant = f"did you mean `@{near[0]}`?" if near else "the flags are `@stands`, `@unsure` and `@dispute Ana`"
        return Fault(f"`{text}` is no flag.", meant, column)
    if word == "dispute":
        if not name or not _UNNAMED.isdisjoint(name):
            return Fault(f"`{text}` does not say who disputes the event.", "name one player: @dispute Ana", column)
        return f"dispute {name}"
    if name:
        return Fault(f"`{name}` follows `@{word}`, which stands at the end.", f"write `@{word}` last", column)
    return word


_PARSERS: dict[Kind, Parser] = {
    Kind.GIVEN: _sentence,
    Kind.EFFECT: _sentence,
    Kind.RESULT: _sentence,
    Kind.EVENT: _event,
    Kind.ASSERT: _assertion,
    Kind.TAKEBACK: _takeback,
    Kind.REVEAL: _reveal,
    Kind.CORRECT: _correct,
    Kind.RULING: _quoted,
    Kind.NOTE: _quoted,
    Kind.HOLE: _alone,
    Kind.END: _alone,
}
