"""Places in records: `FILE[:N]`, the game of a file after its N-th event."""

from __future__ import annotations

import re
from pathlib import Path

from rulespal.cli.refusals import Refusal
from rulespal.cli.sources import games, one_file
from rulespal.records.legal import cut
from rulespal.records.record import Kind, Record
from rulespal.report.words import counted


def place(word: str) -> tuple[str, int | None]:
    """`FILE:N` to a file and a number; a file whose own name ends so is taken as it is."""
    match = re.fullmatch(r"(.+):(\d+)", word)
    if match is None or Path(word).exists():
        return word, None
    return match[1], int(match[2])


def events(record: Record) -> int:
    """How many events a record has."""
    return sum(Kind.EVENT in (item.kind, item.meant) for item in record.lines)


def has_event(record: Record, n: int | None) -> None:
    """Raises Refusal if a record has no n-th event."""
    if n is not None and n > events(record):
        most = counted(events(record), "event")
        raise Refusal(f"there is no event {n}: the game has {most}.", "Leave the number out to look at its end.")


def game_at(word: str, name: str | None) -> Record:
    """The game of a file (the last, or that of a name) up to an event. Raises Refusal, or NotRead."""
    file, n = place(word)
    record = games(one_file(file), name)[-1]
    has_event(record, n)
    return cut(record, n)
