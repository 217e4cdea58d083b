"""The formats that games are written in: those of this program, and plug-ins for logs of other programs.

A plug-in is a `Format` under the entry point group `rulespal.importers`; its name there is what `--from` takes. It reads
a stream of bytes and gives records, one at a time, with the lines of the log as their places.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from pathlib import PurePath
from typing import BinaryIO, Protocol

from rulespal.records.from_jsonl import read_jsonl
from rulespal.records.from_text import read_stream
from rulespal.records.record import Record

GROUP = "rulespal.importers"
_JSON_LINES = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"')
Reader = Callable[[BinaryIO, str], Iterator[Record]]


class PartReader(Protocol):
    """Reads some games out of the middle of a file; `first` is the number of the first line."""

    def __call__(self, stream: BinaryIO, file: str, first: int = 1, *, part: bool = False) -> Iterator[Record]: ...


@dataclass(frozen=True, slots=True)
class Format:
    """A form in which games are written down.

    `suffixes`: which files of a folder or archive are of this form. `read` gets a stream and what the file is called in
    messages; it says what is wrong in diagnostics of the records, keeps one game in memory, and raises nothing.
    """

    name: str
    suffixes: tuple[str, ...]
    read: Reader
    read_part: PartReader | None = None  # of this program's own formats, which have a line for each thing


class NoFormat(Exception):
    """There is no format of that name; `names` are those that there are, `reason` says why one cannot be used."""

    def __init__(self, name: str, reason: str = "") -> None:
        super().__init__(name)
        self.names = sorted([*OWN, *_plugins()])
        self.reason = reason


RPL = Format("rpl", (".rpl",), read_stream, read_stream)
JSONL = Format("jsonl", (".jsonl",), read_jsonl, read_jsonl)
OWN: dict[str, Format] = {"rpl": RPL, "jsonl": JSONL}


def named(name: str) -> Format:
    """The format of that name. Raises NoFormat; a plug-in that cannot be imported is one of the reasons."""
    plain = name.casefold().replace("_", "-")
    if plain in OWN:
        return OWN[plain]
    plugin = _plugins().get(plain)
    if plugin is None:
        raise NoFormat(name)
    try:
        found = plugin.load()
    except Exception as error:  # whatever a stranger's module does when it is imported
        raise NoFormat(name, f"its plug-in `{plugin.value}` cannot be imported: {error}") from error
    if not isinstance(found, Format):
        raise NoFormat(name, f"its plug-in `{plugin.value}` is no format")
    return found


def _plugins() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


def recognised(start: bytes, file: str) -> Format:
    """Which of this program's own formats a file is in, by its name or how it begins."""
    by_name = PurePath(file.removesuffix(".gz")).suffix.lower()
    for form in OWN.values():
        if by_name in form.suffixes:
            return form
    return JSONL if _JSON_LINES.match(start) else RPL
