"""From a name as somebody wrote it to what it means: the tries in their order, the strictest first.

Every try is said in what is found (`how`), so that nobody takes a guess for a hit.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import NamedTuple

from rulespal.text.fold import fold
from rulespal.text.suggest import nearest
from rulespal.text.words import compact, key, swapped

_SHORTEST_PART = 3  # letters


class Target(NamedTuple):
    """A thing of a catalogue: its kind, its number there, and the name by which it was found."""

    kind: str
    number: int
    name: str


class Found(NamedTuple):
    """What a name may mean, the likeliest first. `how`: name, words, initials, part or near."""

    how: str
    targets: list[Target]


def find(db: sqlite3.Connection, text: str, kinds: Sequence[str]) -> Found | None:
    """What of these kinds a name means, by the first try that finds anything; kinds named first come first."""
    return surely(db, text, kinds) or part(db, text, kinds) or near(db, text, kinds)


def surely(db: sqlite3.Connection, text: str, kinds: Sequence[str]) -> Found | None:
    """The same without guesses."""
    for how, column, wanted in (
        ("name", "folded", fold(text)), ("name", "compact", compact(text)),
        ("words", "key", key(text)), ("words", "swapped", swapped(text)),
    ):  # fmt: skip
        if wanted and (targets := _equal(db, column, wanted, kinds)):
            return Found(how, targets)
    short = compact(text)
    if 1 < len(short) < 6 and (targets := _equal(db, "initials", short, kinds)):
        return Found("initials", targets)
    return None


def _equal(db: sqlite3.Connection, column: str, wanted: str, kinds: Sequence[str]) -> list[Target]:
    marks = ", ".join("?" * len(kinds))
    rows = db.execute(
        f"select kind, target, name from names where {column} = ? and kind in ({marks}) order by role != 'id', rowid",
        [wanted, *kinds],
    )
    return _distinct([Target(*row) for row in rows], kinds)


def part(db: sqlite3.Connection, text: str, kinds: Sequence[str]) -> Found | None:
    """Names that hold all the words, or words that begin with them, or the letters in one piece."""
    wanted, letters = key(text).split(), compact(text)
    if len(letters) < _SHORTEST_PART:
        return None
    found = []
    for row in _names(db, kinds):
        there, target = row["key"].split(), Target(row["kind"], row["target"], row["name"])
        if all(word in there for word in wanted):
            found.append((0, len(there), target))
        elif all(w in there or (len(w) >= _SHORTEST_PART and _begun(w, there)) for w in wanted):
            found.append((1, len(there), target))
        elif letters in row["compact"]:
            found.append((2, len(there), target))
    targets = _distinct([target for _, _, target in sorted(found, key=lambda one: one[:2])], ())
    return Found("part", targets) if targets else None


def _begun(part: str, there: list[str]) -> bool:
    return any(word.startswith(part) for word in there)


def near(db: sqlite3.Connection, text: str, kinds: Sequence[str]) -> Found | None:
    """Names that are spelled nearly so, the nearest first."""
    rows = list(_names(db, kinds))
    targets: list[Target] = []
    for column, wanted in (("folded", fold(text)), ("key", key(text))):
        spelled: dict[str, list[Target]] = {}
        for row in rows:
            spelled.setdefault(row[column], []).append(Target(row["kind"], row["target"], row["name"]))
        for name in nearest(wanted, spelled):
            targets += sorted(spelled[name], key=lambda target: kinds.index(target.kind))
        if targets:
            break
    return Found("near", _distinct(targets, ())) if targets else None


def _names(db: sqlite3.Connection, kinds: Sequence[str]) -> sqlite3.Cursor:
    marks = ", ".join("?" * len(kinds))
    return db.execute(f"select * from names where kind in ({marks}) order by rowid", list(kinds))


def _distinct(targets: list[Target], kinds: Sequence[str]) -> list[Target]:
    """Each thing once; of several kinds those that are named first in front."""
    if kinds:
        targets = sorted(targets, key=lambda target: kinds.index(target.kind))
    found: dict[tuple[str, int], Target] = {}
    for target in targets:
        found.setdefault(target[:2], target)
    return list(found.values())
