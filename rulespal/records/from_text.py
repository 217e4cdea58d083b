"""Reads games from `.rpl` text, one after the other, keeping one in memory.

`lines` knows what a single line is; here stands which game it belongs to, and how files are decoded. Whatever is wrong
becomes a diagnostic of the game, and the line is kept: nothing is skipped.
"""

from __future__ import annotations

import codecs
import difflib
import io
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, cast

from rulespal.records.lines import (
    BLANK,
    LIMIT,
    Fault,
    broken_line,
    damage,
    plain_line,
    read_line,
    readable,
)
from rulespal.records.quotes import QUOTES, without_comment
from rulespal.records.record import VERSION_LINE, Header, Kind, Line, Record
from rulespal.text.diagnostic import Diagnostic
from rulespal.text.fold import fold
from rulespal.text.span import Span

STDIN = "<stdin>"
MOST_LINES = 100_000  # of a game: hundreds of times a long one, and no more than fit in memory
_LONG = 300  # characters of a message or hint
_SINGLE = ("rulebook", "edition", "hash", "game", "players", "start", "suits")
_KNOWN = (*_SINGLE, "reading")
_HEADER = re.compile(rf"\[\s*([^\W\d][\w-]*)\s*[{QUOTES}](.*)[{QUOTES}]\s*\]")
_LIKE_HEADER = re.compile(rf"\[\s*([^\W\d][\w-]*)[\s:={QUOTES}]*(.*)")
_NO_QUOTES = str.maketrans("", "", QUOTES + "[]")
_EXAMPLE = '[rulebook "NAME"] and below it [players "Ana, Ben, Cai"]'


def read(lines: Iterable[str], file: str, first: int = 1, *, part: bool = False) -> Iterator[Record]:
    """The games of a text, in its order; a text without any gives one record that says so.

    `first` is the number of the first line; `part`: there are more lines before or after these.
    """
    reader = Reader(file, first, part=part)
    for number, raw in enumerate(lines, first):
        if (take := reader.take) is not None and number < reader.full and (line := plain_line(raw, number)) is not None:
            take(line)
        elif (finished := reader.feed(raw, number)) is not None:
            yield finished
    yield reader.last()


def read_file(path: str | Path) -> Iterator[Record]:
    """The games of a file, `-` for standard input. Raises OSError if it cannot be opened."""
    if str(path) == "-":
        yield from read_stream(sys.stdin.buffer, STDIN)
        return
    with open(path, "rb") as stream:
        yield from read_stream(stream, str(path))


def read_stream(stream: BinaryIO, file: str, first: int = 1, *, part: bool = False) -> Iterator[Record]:
    """The games of a stream of bytes, which stays open; `first` and `part` as for `read`."""
    return read(decoded(stream), file, first, part=part)


def decoded(stream: BinaryIO) -> Iterator[str]:
    """The lines of UTF-8 (or, by their mark, UTF-16) bytes; what is not such text is left in them as a surrogate."""
    wrapped = not hasattr(stream, "peek")
    buffered = io.BufferedReader(cast(io.RawIOBase, stream)) if wrapped else cast(io.BufferedReader, stream)
    wide = buffered.peek(2)[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
    text = io.TextIOWrapper(buffered, "utf-16" if wide else "utf-8-sig", _KEEP)
    try:
        yield from _bounded(text)
    finally:
        text.detach()
        if wrapped:
            buffered.detach()


def _bounded(text: io.TextIOWrapper) -> Iterator[str]:
    """The lines, each cut once it is too long in any case: a file of one endless line must not fill the memory."""
    more = partial(text.readline, LIMIT + 2)
    for line in iter(more, ""):
        yield line
        while len(line) == LIMIT + 2 and line[-1] != "\n":
            line = more()


def _keep_undecoded(error: UnicodeError) -> tuple[str, int]:
    if isinstance(error, UnicodeDecodeError):
        return "\udcff", error.end
    raise error


_KEEP = "rulespal.records.keep"
codecs.register_error(_KEEP, _keep_undecoded)


class Reader:
    """Hands each line to the game it belongs to. `take` is where lines of the running game go, None between games."""

    def __init__(self, file: str, first: int = 1, *, part: bool = False) -> None:
        self.file = file
        self.take: Callable[[Line], None] | None = None
        self.full = first + MOST_LINES  # the line from which on the running game takes no more
        self._first, self._told_full = first, False
        self._record: Record | None = None
        self._opened = int(part)
        self._started = False  # a line other than a header has been seen
        self._ended = False
        # headers that stand after lines: late ones of this game if anything but a header follows, else the next one's
        self._late: list[tuple[Header, Fault | None]] = []
        self._waiting: list[Diagnostic] = []  # for the game that begins next

    def feed(self, raw: str, number: int) -> Record | None:
        """Takes one line; gives the game before it if a new one begins with it."""
        raw = raw.rstrip("\r\n")
        text = raw.strip()
        if number >= self.full and not self._may_go_on(text, number):
            return None
        if len(raw) > LIMIT or not text.isascii() or not text.isprintable():
            if fault := damage(raw):
                self._refuse(fault, readable(text), number, raw.index(text) + 1)
                return None
            text = text.strip(BLANK)
        if "#" in text:
            text = without_comment(text).rstrip(BLANK)
        if not text:
            return None
        return self._dispatch(text, number, 1 if raw[0] == text[0] else raw.index(text) + 1)

    def refuse(self, fault: Fault, text: str, number: int) -> None:
        """Takes a line that is none of a record, and why."""
        self._refuse(fault, readable(text), number, 1)

    def derived(self, number: int, said: dict[str, Any]) -> None:
        """Notes what a twin says of the event in a line beside its text."""
        if said and self._record is not None:
            self._record.derived[number] = said

    def _dispatch(self, text: str, number: int, column: int) -> Record | None:
        first = text[0]
        if first == "[":
            found = _bracket_header(text, number, column)
            if not isinstance(found, Fault):
                return self._add(*found)
            if number < self.full:
                self._refuse(found, text, number, column)
        elif first == "%":
            self._percent(text, number, column)
        elif first in "gGpP" and (header := _plain_header(text, number, column, self._started)):
            return self._add(header)
        else:
            self._line(text, number, column)
        return None

    def _may_go_on(self, text: str, number: int) -> bool:
        """Whether a line after those that a game may have is one that ends the game; the first other one is told."""
        if text[:1] == "[" or text.lower() == "end" or text[:5].lower() == "game ":
            return True
        if (record := self._record) is not None and text and not self._told_full:
            self._told_full = True
            self._keep_late(record)
            message = f"The game that begins in line {record.line} has more than {MOST_LINES:,} lines."
            hint = "what follows is not read up to the next game; cut the game in two"
            record.diagnostics.append(self._found(Fault(message, hint, 1, "E-LIMIT"), number))
        return False

    def last(self) -> Record:
        """The last game of the file."""
        record = self._record or self._open(self._first)
        record.diagnostics.extend(self._waiting)
        return self._close(record, alone=self._opened == 1)

    def _line(self, text: str, number: int, column: int) -> None:
        record = self._record or self._open(number)
        self._keep_late(record)
        self._started = True
        item = read_line(text, number, column)
        if self._ended:
            hint = "move it above `end`, or begin a game with a rulebook header"
            item = Fault(f"`{text}` stands after `end` and before the next game.", hint, column, "E-AFTER-END")
        if isinstance(item, Fault):
            self._refuse(item, text, number, column)
        else:
            record.lines.append(item)
            self._ended = item.kind is Kind.END
        self.take = None if self._ended else record.lines.append

    def _refuse(self, fault: Fault, text: str, number: int, column: int) -> None:
        record = self._record or self._open(number)
        self._keep_late(record)
        record.lines.append(broken_line(text, number, column))
        record.diagnostics.append(self._found(fault, number, len(text) - fault.column + column))

    def _percent(self, text: str, number: int, column: int) -> None:
        words = text.split()
        if " ".join(words).casefold() == VERSION_LINE:
            return
        hint = f"the first line of a record is `{VERSION_LINE}`"
        if words[0].casefold() != "%rpl":
            self._refuse(Fault(f"`{text}` begins with `%` like a version line.", hint, column), text, number, column)
            return
        fault = Fault(f"`{text}` names a version of the format that is not known.", hint, column, "E-HEADER")
        if running := self._record if not self._ended else None:
            self._keep_late(running)
        (running.diagnostics if running else self._waiting).append(self._found(fault, number, len(text)))

    def _add(self, header: Header, fault: Fault | None = None) -> Record | None:
        record = self._record
        if record is None or self._begins(record, header):
            late, self._late = self._late, []
            finished = self._close(record) if record else None
            record = self._open(late[0][0].line if late else header.line)
            for early, its_fault in [*late, (header, fault)]:
                self._keep(record, early, its_fault)
            return finished
        if header.line >= self.full:
            return None
        if self._started:
            self._late.append((header, fault))
            self.take = None
        else:
            self._keep(record, header, fault)
        return None

    def _begins(self, record: Record, header: Header) -> bool:
        """Whether a new game begins with this header."""
        if self._ended:
            return True
        if header.key == "rulebook":
            return self._started or record.rulebook is not None
        return header.key == "game" and self._started

    def _keep(self, record: Record, header: Header, fault: Fault | None) -> None:
        fault = fault or _wrong_header(header, record)
        record.headers.append(header)
        if fault:
            record.diagnostics.append(self._found(fault, header.line, len(header.value)))

    def _keep_late(self, record: Record) -> None:
        for header, fault in self._late:
            text = f'[{header.key} "{header.value}"]'
            late = Fault(f"`{text}` stands after the first line of its game.", "", header.column, "E-HEADER")
            late = late._replace(hint="move it up to the other headers; a new game begins with its rulebook header")
            self._keep(record, header, fault or late)
        self._late.clear()

    def _open(self, line: int) -> Record:
        self._record = record = Record(self.file, line)
        self._opened += 1
        self.full, self._told_full = line + MOST_LINES, False
        self._started = self._ended = False
        self.take = None
        record.diagnostics.extend(self._waiting)
        self._waiting.clear()
        return record

    def _close(self, record: Record, alone: bool = False) -> Record:
        """The finished record; `alone` in its file, where lacking a rulebook means that there is no game at all."""
        self._keep_late(record)
        if record.rulebook is None:
            what = "No game begins in this file" if alone else "No rulebook is named for the game that begins here"
            record.diagnostics.insert(0, self._found(_no_rulebook(record, what), self._first if alone else record.line))
        return record

    def _found(self, fault: Fault, line: int, length: int = 1) -> Diagnostic:
        span = Span(self.file, line, fault.column, max(1, length))
        return Diagnostic(fault.code, _short(fault.message), span, _short(fault.hint))


def _short(sentence: str) -> str:
    """A sentence that quotes a line, without most of it if the line is very long."""
    return sentence if len(sentence) <= _LONG else f"{sentence[: _LONG // 2]} … {sentence[-_LONG // 2 :]}"


def _bracket_header(text: str, line: int, column: int) -> tuple[Header, Fault | None] | Fault:
    """The header of a line in brackets. One that is not well formed is kept if it is clear what it says."""
    if (match := _HEADER.fullmatch(text)) and '"' not in match[2]:
        value = match[2].lstrip()
        return Header(match[1].lower(), value.rstrip(), line, column + match.end(2) - len(value)), None
    match = _LIKE_HEADER.match(text)
    key, value = (match[1].lower(), match[2].partition("]")[0].translate(_NO_QUOTES).strip()) if match else ("", "")
    hint = f'write it like this: [{key} "{value}"]' if match and value else f"write it like this: {_EXAMPLE}"
    fault = Fault(f"The header `{text}` is not well formed.", hint, column)
    if not match or not value or key not in _KNOWN:
        return fault
    return Header(key, value, line, column + match.start(2)), fault


def _plain_header(text: str, line: int, column: int, started: bool) -> Header | None:
    """The header of a line like `game NAME` or `players Ana, Ben`, as people write them at the table."""
    words = text.split(None, 1)
    word = words[0].lower()
    value = words[1].translate(_NO_QUOTES).strip() if len(words) == 2 else ""
    # once the game runs, `players` may begin a sentence: only a list is a header then
    header = len(value.split()) == 1 if word == "game" else word == "players" and ("," in value or not started)
    if not value or not header:
        return None
    key = "rulebook" if word == "game" else word
    return Header(key, value, line, column + text.index(words[1], len(words[0])))


def _wrong_header(header: Header, record: Record) -> Fault | None:
    """What is wrong with a header whose form is right; whether rulebook and players exist is not known here."""
    key, value = header.key, header.value
    if not value:
        return Fault(f"The header `{key}` is empty.", f"write it like this: {_EXAMPLE}", header.column, "E-HEADER")
    if key in _SINGLE and any(other.key == key for other in record.headers):
        hint = f"keep one of the two; the game is read with `{value}`"
        return Fault(f"The header `{key}` stands here a second time, as `{value}`.", hint, header.column, "E-HEADER")
    if key == "start" and fold(value) != "mid":
        return Fault(f"`{value}` is no known start.", 'write [start "mid"], or leave it out', header.column, "E-HEADER")
    if key == "reading" and not all(part.strip() for part in [*value.split(":", 1), ""][:2]):
        hint = 'write it like this: [reading "tied-highest: owner-picks"]'
        return Fault(f"The reading `{value}` does not say which option is taken.", hint, header.column)
    return None


def _no_rulebook(record: Record, what: str) -> Fault:
    near = difflib.get_close_matches("rulebook", [header.key for header in record.headers], 1)
    message = f"{what}; is `{near[0]}` meant to be `rulebook`?" if near else f"{what}."
    return Fault(message, f"a game begins with {_EXAMPLE}", 1, "E-HEADER")
