"""Where records are read from: files, folders, archives (read as folders), standard input.

Everything is a stream: of an archive one member at a time, of a file one game.
"""

from __future__ import annotations

import codecs
import gzip
import io
import os
import sys
import tarfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePath
from typing import IO, Any, BinaryIO, NamedTuple, cast

from rulespal.records.formats import OWN, Format, recognised
from rulespal.records.from_text import STDIN
from rulespal.records.record import Header, Record

TARS = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")
ZIPS = (".zip",)
PACKED = (".gz",)
_SNIFFED = 4096
TEXT_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)  # such text has zero bytes
_DAMAGED = (EOFError, zlib.error, tarfile.TarError, zipfile.BadZipFile, gzip.BadGzipFile, RuntimeError, OSError)


class NotRead(Exception):
    """A file, folder or archive that cannot be read as records; others go on."""

    def __init__(self, file: str, reason: str, hint: str | None = None) -> None:
        super().__init__(f"{file}: {reason}")
        self.file, self.reason, self.hint = file, reason, hint


class Tally:
    """How much has been read from the disk, for a progress bar; and what has to be deleted in the end."""

    def __init__(self) -> None:
        self.temporary: list[str] = []
        self._closed = 0
        self._open: BinaryIO | None = None
        self._size = 0

    def opened(self, raw: BinaryIO) -> None:
        self._open, self._size = raw, os.fstat(raw.fileno()).st_size

    def close(self) -> None:
        """The open file has been read."""
        self._closed, self._open = self.position(), None

    def position(self) -> int:
        """Bytes read from the disk so far, packed as they are there."""
        if self._open is None:
            return self._closed
        return self._closed + (self._size if self._open.closed else self._open.tell())


class Source(NamedTuple):
    """One file with games: its path (`-`: standard input) and, in an archive, the name of the member."""

    path: str
    member: str = ""

    @property
    def name(self) -> str:
        """What it is called in messages."""
        return STDIN if self.path == "-" else f"{self.path}/{self.member}" if self.member else self.path

    @property
    def file(self) -> str:
        """The name of the file itself."""
        return self.member or self.path

    @property
    def is_plain(self) -> bool:
        """Whether its bytes stand as they are in a file on the disk."""
        return self.path != "-" and not self.member and not self.path.lower().endswith(PACKED)

    @property
    def stem(self) -> str | None:
        """The name that a game has which is not given any."""
        if self.path == "-":
            return None
        return PurePath(PurePath(self.file).name.removesuffix(".gz")).stem


def is_archive(path: str) -> bool:
    """Whether a file is read as a folder."""
    return path.lower().endswith(TARS + ZIPS)


def suffixes(form: Format | None) -> tuple[str, ...]:
    """How files end that are looked at in folders and archives."""
    return form.suffixes if form else tuple(suffix for own in OWN.values() for suffix in own.suffixes)


def files(path: str, form: Format | None = None) -> Iterator[str]:
    """The files and archives that a path stands for: itself, or what is below a folder. Raises NotRead."""
    if path == "-" or not os.path.isdir(path):
        yield path
        return
    wanted, found = suffixes(form), False
    for file in _below(path):
        if is_archive(file) or _is_wanted(file, wanted):
            found = True
            yield file
    if not found:
        raise NotRead(path, f"no file below it ends in {' or '.join(wanted)}")


def _below(folder: str) -> Iterator[str]:
    """Every file below a folder, in the order of the names; links to folders are not followed."""
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        raise NotRead(folder, told(error)) from None
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            yield from _below(entry.path)
        elif entry.is_file():
            yield entry.path


def _is_wanted(name: str, wanted: tuple[str, ...]) -> bool:
    return name.lower().removesuffix(".gz").endswith(wanted)


def streams(path: str, form: Format | None = None, tally: Tally | None = None) -> Iterator[tuple[Source, BinaryIO]]:
    """What a file, archive or `-` holds: each source with its bytes, to be read before the next one is asked for.

    Raises NotRead, also in the middle of a damaged archive.
    """
    if path == "-":
        yield Source("-"), _buffered(sys.stdin.buffer)
        return
    with _open(path) as raw:
        if tally is not None:
            tally.opened(raw)
        if path.lower().endswith(ZIPS):
            yield from _in_zip(raw, path, suffixes(form))
        elif path.lower().endswith(TARS):
            yield from _in_tar(raw, path, suffixes(form))
        else:
            packed = path.lower().endswith(PACKED)
            yield Source(path), _guarded(gzip.GzipFile(fileobj=raw), path) if packed else raw


@contextmanager
def _open(path: str) -> Iterator[BinaryIO]:
    if path.lower().endswith(".md"):
        raise NotRead(path, "it is a rulebook", f"Try `rulespal check {path}`.")
    try:
        raw = open(path, "rb")  # noqa: SIM115 - closed below; the block must not catch errors of its user
    except (OSError, ValueError) as error:
        raise NotRead(path, told(error)) from None
    with raw:
        yield raw


def _in_tar(raw: BinaryIO, path: str, wanted: tuple[str, ...]) -> Iterator[tuple[Source, BinaryIO]]:
    found: set[int] = set()
    try:
        archive = tarfile.open(fileobj=raw, mode="r|*")  # noqa: SIM115 - closed below
    except _DAMAGED as error:
        raise NotRead(path, told(error)) from None
    with archive:
        while (member := _next(archive, path)) is not None:
            stream = archive.extractfile(member) if member.isfile() and _is_wanted(member.name, wanted) else None
            if stream is not None:
                twice = hash(member.name) in found  # an archive may hold several files of one name
                name = f"{member.name}#{len(found)}" if twice else member.name
                found.add(hash(name))
                yield Source(path, name), _unpacked(stream, path, member.name)
    _found_any(bool(found), path, wanted)


def _next(archive: tarfile.TarFile, path: str) -> tarfile.TarInfo | None:
    archive.__dict__["members"] = []  # it would keep a description of every member that has been read
    try:
        return archive.next()
    except _DAMAGED as error:
        raise NotRead(path, f"the archive is damaged: {told(error)}") from None


def _in_zip(raw: BinaryIO, path: str, wanted: tuple[str, ...]) -> Iterator[tuple[Source, BinaryIO]]:
    try:
        archive = zipfile.ZipFile(raw)
    except _DAMAGED as error:
        raise NotRead(path, told(error)) from None
    with archive:
        names = sorted({e.filename for e in archive.infolist() if not e.is_dir() and _is_wanted(e.filename, wanted)})
        for name in names:
            try:
                stream = archive.open(name)
            except _DAMAGED as error:
                raise NotRead(f"{path}/{name}", f"the archive is damaged: {told(error)}") from None
            with stream:
                yield Source(path, name), _unpacked(stream, path, name)
    _found_any(bool(names), path, wanted)


def _found_any(found: bool, path: str, wanted: Iterable[str]) -> None:
    if not found:
        raise NotRead(path, f"no file in it ends in {' or '.join(wanted)}")


def _unpacked(stream: IO[bytes], path: str, name: str) -> BinaryIO:
    packed = name.lower().endswith(PACKED)
    return _guarded(gzip.GzipFile(fileobj=stream) if packed else stream, f"{path}/{name}")


class _Guarded(io.RawIOBase):
    """A stream out of an archive; whatever is wrong with it is told as NotRead."""

    def __init__(self, stream: IO[bytes] | gzip.GzipFile, name: str) -> None:
        self._stream, self._name = stream, name

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            data = self._stream.read(len(buffer))
        except _DAMAGED as error:
            raise NotRead(self._name, f"it is damaged: {told(error)}") from None
        buffer[: len(data)] = data
        return len(data)


def _guarded(stream: IO[bytes] | gzip.GzipFile, name: str) -> BinaryIO:
    return io.BufferedReader(_Guarded(stream, name), 1 << 16)


def _buffered(stream: BinaryIO) -> BinaryIO:
    return stream if hasattr(stream, "peek") else io.BufferedReader(cast(io.RawIOBase, stream))


def told(error: Exception) -> str:
    """Why a file cannot be read, in words."""
    return _REASONS.get(type(error)) or ((getattr(error, "strerror", None) or str(error)) or "it is damaged").casefold()


_REASONS: dict[type[Exception], str] = {
    FileNotFoundError: "there is no such file",
    IsADirectoryError: "it is a folder",
    PermissionError: "you may not read it",
    EOFError: "it ends too early",
}


# ---- games -----------------------------------------------------------------------------------------------------------


def records(source: Source, stream: BinaryIO, form: Format | None = None) -> Iterator[Record]:
    """The games of one source, each with a name. Raises NotRead for what is no text."""
    buffered = _buffered(stream)
    form = form or recognised(beginning(source, buffered), source.file)
    for place, record in enumerate(form.read(buffered, source.name)):
        yield with_name(record, source, first=place == 0)


def beginning(source: Source, stream: BinaryIO) -> bytes:
    """The first bytes of a stream, which stay in it. Raises NotRead if that is no text."""
    start: bytes = stream.peek(_SNIFFED)[:_SNIFFED]  # type: ignore[attr-defined]
    if b"\0" in start and not start.startswith(TEXT_MARKS):
        raise NotRead(source.name, "it is not a text file")
    return start


def with_name(record: Record, source: Source, *, first: bool) -> Record:
    """The record; a game without a name is called after its file, and the line if it is not the first one there."""
    stem = source.stem
    if record.name is None and record.rulebook is not None and stem is not None:
        record.headers.append(Header("game", stem if first else f"{stem}:{record.line}", record.line, 1))
    return record


def all_records(path: str, form: Format | None = None) -> Iterator[Record]:
    """The games of a file, archive, folder or standard input, one at a time. Raises NotRead."""
    for file in files(path, form):
        for source, stream in streams(file, form):
            yield from records(source, stream, form)


def exists(path: str) -> bool:
    """Whether there is such a file or folder, or it is standard input."""
    return path == "-" or Path(path).exists()
