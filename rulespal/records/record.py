"""The values of a game record: headers and lines, each with its place in the file. Nothing is judged here."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from rulespal.text.diagnostic import Diagnostic
from rulespal.text.fold import fold

VERSION_LINE = "%rpl 1"


class Kind(StrEnum):
    """What a line of a record is."""

    GIVEN = "given"
    EVENT = "event"
    EFFECT = "effect"
    ASSERT = "assert"
    TAKEBACK = "takeback"
    REVEAL = "reveal"
    HOLE = "hole"
    CORRECT = "correct"
    RULING = "ruling"
    NOTE = "note"
    RESULT = "result"
    END = "end"
    BROKEN = "broken"  # could not be read, or belongs to no game; a diagnostic of the record says why
    RAW = "raw"


class Line(NamedTuple):
    """One line of a game. `text` is what the recorder wrote, without signs of the format; it is not folded."""

    kind: Kind
    line: int
    column: int  # where `text` begins
    text: str
    number: int | None = None  # written number of an event, N of `takeback to N` and of `reveal ... at N`
    mark: str = ""
    comment: str = ""  # quoted comment of an event, reason of a `correct`
    flags: tuple[str, ...] = ()  # "stands", "unsure", "dispute NAME"
    facts: tuple[tuple[str, int], ...] = ()  # of an assertion: each fact and its column
    quoted_text: str = ""  # the sentence with the quoted string that follows it, if that may belong to it
    text_with_mark: str = ""  # the sentence with the `?` that follows it, if that may be a card
    meant: Kind | None = None  # of a broken line: what it begins like (events get numbers also when unread)


class Header(NamedTuple):
    """A `[key "value"]` line; `column` is where the value begins."""

    key: str
    value: str
    line: int
    column: int


class Coverage(NamedTuple):
    """How many lines of another program's log an importer turned into the record, passed over, and did not know."""

    matched: int = 0
    ignored: int = 0
    unknown: int = 0


@dataclass(slots=True)
class Record:
    """One game: headers and lines in the order of the file, and what was wrong with their form."""

    file: str
    line: int
    headers: list[Header] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    coverage: Coverage | None = None  # of a record that an importer made
    derived: dict[int, dict[str, Any]] = field(default_factory=dict)  # what a twin says of events beside their text

    def values(self, key: str) -> list[Header]:
        """All headers of this key, in the order of the file."""
        return [header for header in self.headers if header.key == key]

    def value(self, key: str) -> str | None:
        """What the last header of this key says, None without one."""
        found = self.values(key)
        return found[-1].value if found else None

    @property
    def name(self) -> str | None:
        return self.value("game")

    @property
    def rulebook(self) -> str | None:
        return self.value("rulebook")

    @property
    def players(self) -> list[str]:
        """The players, clockwise, as written."""
        return [name for part in (self.value("players") or "").split(",") if (name := part.strip())]

    @property
    def readings(self) -> list[tuple[str, str, Header]]:
        """Name, option and header of each reading that the record fixes; names are written with `-`."""
        found = []
        for header in self.values("reading"):
            name, colon, option = header.value.replace("_", "-").partition(":")
            if colon and name.strip() and option.strip():
                found.append((name.strip(), option.strip(), header))
        return found

    @property
    def mid_game(self) -> bool:
        """Whether the record starts in the middle of a game, where only the given facts are known."""
        return fold(self.value("start") or "") == "mid"
