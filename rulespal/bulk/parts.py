"""Cuts what paths stand for into parts: pieces of a source with whole games, small enough to be handed on.

Only where it is certain, without reading the lines, that a game ends and the next begins is a source cut. Where no such
place comes, the rest of the source is one part that is read from the disk by whoever judges it.
"""

from __future__ import annotations

import hashlib
import io
import os
import re
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import BinaryIO, NamedTuple

from rulespal.records import sources
from rulespal.records.formats import Format, recognised
from rulespal.records.lines import LIMIT
from rulespal.records.record import Record
from rulespal.records.sources import NotRead, Source, Tally

SIZE = 1 << 14  # bytes after which a part ends at the next place where it may
MOST = 1 << 22  # bytes that are kept in memory of a source that cannot be cut
_BLANK = re.compile(rb'\s*(?:#.*|%rpl 1\s*|\{"k":"raw".*)?', re.DOTALL)
_BEGINS = re.compile(rb'\[\s*rulebook\s*"[^"]+"\s*\]\s*|\{\s*"k"\s*:\s*"game".*', re.IGNORECASE | re.DOTALL)
_HEADER = re.compile(rb'\[\s*[A-Za-z][\w-]*\s*"[^"]*"\s*\]\s*|%rpl\s.*', re.DOTALL)
# A line that is like a version line and none: what is said of it may belong to the next game.
_ODD = re.compile(rb"[^\x21-\x24\x26-\x7e]*%(?!rpl 1\s*$)")
# A line that, well formed or not, belongs to the game before it: it is none of the words that begin a game.
_INSIDE = re.compile(rb"[a-fh-oq-zA-FH-OQ-Z0-9{\-][\x20-\x7e]*\s*")


class Part(NamedTuple):
    """Some games of a source. `data` is None where they are read from `path` at `offset`, up to its end."""

    source: Source
    place: int  # among the parts of its source
    line: int  # the number of its first line
    data: bytes | None
    whole: bool  # it is all of its source
    path: str = ""
    offset: int = 0
    position: int = 0  # bytes on the disk read so far, in all

    @property
    def size(self) -> int:
        return MOST if self.data is None else len(self.data)

    @property
    def digest(self) -> bytes:
        """Tells whether the part is still the same; of one that is not in memory, its place and the size of its file."""
        if self.data is not None:
            return hashlib.sha256(self.data).digest()[:16]
        return hashlib.sha256(f"{self.offset}:{os.path.getsize(self.path)}".encode()).digest()[:16]

    def in_shard(self, shard: int, of: int) -> bool:
        """Whether it belongs to a shard (from 1): by its name and place, so that every machine says the same."""
        key = f"{self.source.name}\n{self.line}".encode("utf-8", "surrogateescape")
        return of == 1 or int.from_bytes(hashlib.sha256(key).digest()[:8], "big") % of == shard - 1


def parts(paths: Iterable[str], form: Format | None, tally: Tally) -> Iterator[Part | NotRead]:
    """All parts of all paths in their order; what cannot be read stands among them."""
    for path in paths:
        try:
            for file in sources.files(path, form):
                yield from _of_file(file, form, tally)
        except NotRead as wrong:
            yield wrong


def _of_file(file: str, form: Format | None, tally: Tally) -> Iterator[Part | NotRead]:
    try:
        for source, stream in sources.streams(file, form, tally):
            try:
                yield from _cut(source, stream, form, tally)
            except NotRead as wrong:
                yield wrong
                if not source.member:
                    return
    except NotRead as wrong:
        yield wrong
    finally:
        tally.close()


def _cut(source: Source, stream: BinaryIO, form: Format | None, tally: Tally) -> Iterator[Part]:
    if form is None:
        start = sources.beginning(source, stream)
        if not start.startswith(sources.TEXT_MARKS) and recognised(start, source.file).read_part:
            yield from _Cutter(source, stream, tally).parts()
            return
    data = stream.read(MOST + 1)
    if len(data) <= MOST:
        yield Part(source, 0, 1, data, True, position=tally.position())
    else:
        yield _rest(source, stream, [data], 0, 1, 0, tally)


class _Cutter:
    """Cuts one source whose format has a line for each thing."""

    def __init__(self, source: Source, stream: BinaryIO, tally: Tally) -> None:
        self.source, self.stream, self.tally = source, stream, tally
        self.lines: list[bytes] = []
        self.size = self.place = self.offset = 0
        self.first = 1
        self.odd = False  # a line that is like a version line stands among them

    def parts(self) -> Iterator[Part]:
        enough = 1 if self.source.path == "-" else SIZE  # what is typed or piped is judged game by game, as it comes
        for line in iter(lambda: self.stream.readline(LIMIT * 4), b""):
            behind = self._end(line) if self.size >= enough else None
            if behind is not None:
                yield self._part(False, behind)
            elif self.size > MOST:
                self.lines.append(line)
                yield _rest(self.source, self.stream, self.lines, self.place, self.first, self.offset, self.tally)
                return
            self.lines.append(line)
            self.size += len(line)
            self.odd = self.odd or (b"%" in line and _ODD.match(line) is not None)
        yield self._part(self.place == 0)

    def _part(self, whole: bool, behind: int | None = None) -> Part:
        """The lines before a place as a part; those behind it begin the next one."""
        rest = [] if behind is None else self.lines[behind:]
        data = b"".join(self.lines[:behind])
        part = Part(self.source, self.place, self.first, data, whole, position=self.tally.position())
        self.place += 1
        self.offset += len(data)
        self.lines, self.size, self.odd = rest, sum(map(len, rest)), any(map(_ODD.match, rest))
        self.first += data.count(b"\n") + data.count(b"\r") - data.count(b"\r\n")
        return part

    def _end(self, line: bytes) -> int | None:
        """Where the game before this line ends, if it names the rulebook of another; what stands between is the other's."""
        if self.odd or not _BEGINS.fullmatch(line):
            return None
        at = next((at for at in range(len(self.lines) - 1, -1, -1) if not _of_next(self.lines[at])), None)
        if at is None or (at and not self.lines[at - 1].endswith(b"\n")):  # the end of a line that is too long
            return None
        before = self.lines[at]
        ends = before.strip().lower() == b"end"
        if ends or (len(before) < LIMIT and at == len(self.lines) - 1 and _INSIDE.fullmatch(before)):
            return at + 1
        return None


def _of_next(line: bytes) -> bool:
    return bool(_BLANK.fullmatch(line) or _HEADER.fullmatch(line))


def _rest(
    source: Source, stream: BinaryIO, begun: list[bytes], place: int, line: int, offset: int, tally: Tally
) -> Part:  # fmt: skip
    """All that is left of a source as one part: of a plain file by its place there, of others in a temporary file."""
    if source.is_plain:
        return Part(source, place, line, None, place == 0, source.path, offset, tally.position())
    with tempfile.NamedTemporaryFile(prefix="rulespal-", delete=False) as file:
        tally.temporary.append(file.name)
        file.writelines(begun)
        for block in iter(lambda: stream.read(1 << 20), b""):
            file.write(block)
    return Part(source, place, line, None, place == 0, file.name, 0, tally.position())


def records(part: Part, form: Format | None) -> Iterator[Record]:
    """The games of a part, each with a name. Raises NotRead."""
    with _opened(part) as stream:
        own = form or recognised(_peek(stream), part.source.file)
        if form is None and own.read_part is not None:
            found = own.read_part(stream, part.source.name, part.line, part=not part.whole)
        else:
            found = own.read(stream, part.source.name)
        for place, record in enumerate(found):
            yield sources.with_name(record, part.source, first=part.place == 0 and place == 0)


@contextmanager
def _opened(part: Part) -> Iterator[BinaryIO]:
    if part.data is not None:
        yield io.BytesIO(part.data)
        return
    with open(part.path, "rb") as stream:
        stream.seek(part.offset)
        yield stream


def _peek(stream: BinaryIO) -> bytes:
    here = stream.tell()
    start = stream.read(4096)
    stream.seek(here)
    return start
