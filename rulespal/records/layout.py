"""The lines of a text as they stand there, each with what it is in its record: for what is written back unchanged."""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterable, Iterator
from typing import BinaryIO, NamedTuple, cast

from rulespal.records.from_text import read
from rulespal.records.quotes import without_comment
from rulespal.records.record import Header, Line, Record
from rulespal.records.to_text import write_line


class Placed(NamedTuple):
    """One line of a text: as written, how it ends, and the header or line that it is (a comment or blank is neither)."""

    written: str
    ending: str
    header: Header | None = None
    line: Line | None = None

    @property
    def comment(self) -> str:
        """The ` # ...` at its end, with the space before it."""
        return self.written.rstrip()[len(without_comment(self.written)) :]


def lines_of(stream: BinaryIO) -> Iterator[str]:
    """The lines of UTF-8 (or, by their mark, UTF-16) bytes with their endings; other bytes stay in them as surrogates."""
    buffered = stream if hasattr(stream, "peek") else io.BufferedReader(cast(io.RawIOBase, stream))
    wide = buffered.peek(2)[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
    text = io.TextIOWrapper(buffered, "utf-16" if wide else "utf-8", "surrogateescape", newline="")
    try:
        yield from text
    finally:
        text.detach()


def laid_out(lines: Iterable[str], file: str) -> Iterator[tuple[Record, list[Placed]]]:
    """The games of a text, each with all lines up to the next one."""
    waiting: list[str] = []
    first = 1

    def noted() -> Iterator[str]:
        for line in lines:
            waiting.append(line)
            yield line

    games = read(noted(), file)
    record = next(games, None)
    while record is not None:
        following = next(games, None)
        # what stands between two games belongs to the second, up to whose header it has been read
        end = _last(record) if following is not None else first + len(waiting) - 1
        yield record, _placed(record, waiting[: end - first + 1], first)
        del waiting[: end - first + 1]
        first, record = end + 1, following


def _last(record: Record) -> int:
    """The last line of the text that belongs to a record."""
    places = [*(header.line for header in record.headers), *(line.line for line in record.lines)]
    return max([*places, *(found.span.line for found in record.diagnostics)], default=record.line)


def _placed(record: Record, lines: list[str], first: int) -> list[Placed]:
    headers = {header.line: header for header in record.headers}
    found = {line.line: line for line in record.lines}
    placed = []
    for number, whole in enumerate(lines, first):
        written = whole.rstrip("\r\n")
        placed.append(Placed(written, whole[len(written) :], headers.get(number), found.get(number)))
    return placed


def canonical(placed: Placed) -> str:
    """A line as it is written strictly, without its comment."""
    if placed.header is not None:
        return f'[{placed.header.key} "{placed.header.value}"]'
    return write_line(placed.line) if placed.line is not None else ""
