"""The results of a run in SQLite: a row a game, a row a problem; a run that was ended at any moment goes on from there.

A part is written in one transaction with all that was found in it, so that it is there whole or not at all. A later run
passes over the parts that are there unchanged, and in the end removes those that it has not met.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rulespal.bulk.parts import Part
from rulespal.bulk.work import Result
from rulespal.records.record import Coverage
from rulespal.records.sources import NotRead
from rulespal.report.outcome import Cause, Outcome
from rulespal.report.summary import Summary, Times

APPLICATION = 0x52504C31  # "RPL1": tells such a database from others
VERSION = 1
_BATCH, _SECONDS = 500, 1.0  # games and seconds after which what was judged is written
_SCHEMA = """
create table run (key text primary key, value text not null) without rowid;
create table rulebooks (name text primary key, hash text not null) without rowid;
create table parts (file text, line integer, digest blob not null, done integer not null, run integer not null,
  primary key (file, line)) without rowid;
create table games (id integer primary key, file text not null, part integer not null, line integer not null, game text,
  book text, verdict text, status integer not null, claims integer not null, events integer not null,
  seconds real not null, matched integer, ignored integer, unknown integer);
create table problems (game integer not null, line integer not null, col integer not null, code text not null,
  message text not null, hint text not null, book text not null, rule text not null, section text not null,
  printed text not null, consequence_of integer);
create table clears (game integer not null, reading text not null, option text not null);
create table unread (file text not null, reason text not null, hint text);
create index games_by_part on games (file, part);
create index problems_by_game on problems (game);
create index clears_by_game on clears (game);
"""
TABLES = ("parts", "games", "problems", "clears", "unread")


class Foreign(Exception):
    """A file that cannot take or give the results of this run: why, and what to do."""

    def __init__(self, file: str, reason: str, hint: str | None = None) -> None:
        super().__init__(reason)
        self.file, self.reason, self.hint = file, reason, hint


class Results:
    """An open file of results. `settings` are what has to be the same for all that stands in it."""

    def __init__(self, path: str, connection: sqlite3.Connection) -> None:
        self.path = path
        self.db = connection
        self.editions: dict[str, str] = dict(self.db.execute("select name, hash from rulebooks"))
        self._run = 0
        self._games, self._written = 0, time.monotonic()

    @property
    def settings(self) -> dict[str, Any]:
        return {key: json.loads(value) for key, value in self.db.execute("select key, value from run")}

    def begin(self, settings: Mapping[str, Any], edition: Callable[[str], str | None]) -> None:
        """Begins a run, or goes on with one. `edition` gives the hash of a rulebook now. Raises Foreign."""
        kept = self.settings
        self._run = kept.pop("runs", 0) + 1
        kept.pop("complete", None)
        self.db.execute("begin immediate")
        if self._run == 1:
            self.note(**settings)
        elif wrong := different(kept, json.loads(json.dumps(settings))):
            raise Foreign(self.path, f"it holds results of another run: {wrong}", "Name another file for this run.")
        for name, known in self.editions.items():
            if edition(name) != known:
                hint = "Name another file, so that all its results are by one edition."
                raise Foreign(self.path, f"its games were judged by another edition of {name}", hint)
        self.note(runs=self._run, complete=False)
        self.db.execute("delete from unread")

    def note(self, **values: Any) -> None:
        """Writes settings."""
        rows = [(key, json.dumps(value)) for key, value in values.items()]
        self.db.executemany("insert or replace into run values (?, ?)", rows)

    def has(self, part: Part) -> bool:
        """Whether a part has been judged and is unchanged; notes that it was met."""
        key = (_text(part.source.name), part.line)
        found = self.db.execute("select digest, done from parts where file = ? and line = ?", key).fetchone()
        if found is None or not found[1] or found[0] != part.digest:
            return False
        self.db.execute("update parts set run = ? where file = ? and line = ?", (self._run, *key))
        return True

    def add(self, result: Result) -> None:
        """All that was found in a part, in place of what stood there."""
        part, games = result.part, result.games
        file = _text(part.source.name)
        self._remove("file = ? and part = ?", (file, part.line))
        for one in games:
            self._game(file, part.line, one)
        done = result.wrong is None and all(one.verdict is not None for one in games)
        row = (file, part.line, result.digest, done, self._run)
        self.db.execute("insert or replace into parts values (?, ?, ?, ?, ?)", row)
        self._games += len(games) + 1
        if self._games >= _BATCH or time.monotonic() - self._written > _SECONDS:
            self.write()

    def _game(self, file: str, part: int, one: Outcome) -> None:
        if one.book and one.edition and self.editions.setdefault(one.book, one.edition) != one.edition:
            raise Foreign(self.path, f"the rulebook {one.book} was changed while games were judged by it")
        if one.book and one.edition:
            self.db.execute("insert or ignore into rulebooks values (?, ?)", (one.book, one.edition))
        row = (file, part, one.line, _or_null(one.game), _or_null(one.book), one.verdict, one.status, one.claims, one.events,
               round(one.seconds, 6), *(one.coverage or (None, None, None)))  # fmt: skip
        game = self.db.execute(f"insert into games values (null{', ?' * len(row)})", row).lastrowid
        self.db.executemany(
            "insert into problems values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (game, p.line, p.column, p.cause.code, _text(p.message), _text(p.hint), *map(_text, p.cause[1:]),
                 p.consequence_of) for p in one.problems
            ],
        )  # fmt: skip
        self.db.executemany("insert into clears values (?, ?, ?)", [(game, *clear) for clear in one.clears])

    def cannot_read(self, wrong: NotRead) -> None:
        self.db.execute("insert into unread values (?, ?, ?)", (_text(wrong.file), _text(wrong.reason), wrong.hint))

    def _remove(self, which: str, values: tuple[object, ...] = ()) -> None:
        for table in ("problems", "clears"):
            self.db.execute(f"delete from {table} where game in (select id from games where {which})", values)
        self.db.execute(f"delete from games where {which}", values)

    def write(self) -> None:
        """Keeps what has been added so far, whatever happens next."""
        self.db.execute("commit")
        self.db.execute("begin immediate")
        self._games, self._written = 0, time.monotonic()

    def complete(self) -> None:
        """The run has met all parts: those that it has not met are no more."""
        gone = self.db.execute("select file, line from parts where run <> ?", (self._run,)).fetchall()
        for key in gone:
            self._remove("file = ? and part = ?", key)
        self.db.execute("delete from parts where run <> ?", (self._run,))
        self.note(complete=True)
        self.write()

    # ---- what it all comes to ----------------------------------------------------------------------------------------

    def statuses(self) -> set[int]:
        return {status for (status,) in self.db.execute("select distinct status from games")}

    def summary(self) -> Summary:
        """The summary of all games in it, in the memory that their causes take."""
        whole = Summary(editions=dict(self.editions))
        (whole.files,) = self.db.execute("select count(distinct file) from parts").fetchone()
        for (file,) in self.db.execute("select file from unread order by rowid"):
            whole.cannot_read(file)
        for verdict, number in self.db.execute("select verdict, count(*) from games group by verdict"):
            if verdict is None:
                whole.not_judged = number
            else:
                whole.verdicts[verdict] = number
        total = self.db.execute("select sum(matched), sum(ignored), sum(unknown) from games").fetchone()
        whole.coverage = Coverage(*total) if total[0] is not None else None
        whole.causes = dict(self._causes())
        whole.cleared.update({tuple(key): number for *key, number in self.db.execute(_CLEARED)})
        return whole

    def _causes(self) -> Iterator[tuple[Cause, Times]]:
        for *parts, times, games, first in self.db.execute(_CAUSES).fetchall():
            cause = Cause(*parts)
            place = self.db.execute(_FIRST, (first,)).fetchone()
            found = Times(place[0], place[1], place[2], times, games)
            found.cleared.update({(r, o): n for r, o, n in self.db.execute(_CLEARED_OF, cause)})
            yield cause, found


_CAUSES = """select code, book, rule, section, printed, count(*), count(distinct game), min(rowid) from problems
  where consequence_of is null group by 1, 2, 3, 4, 5 order by min(rowid)"""
_FIRST = """select g.file, p.line, g.game from problems p join games g on g.id = p.game where p.rowid = ?"""
_CLEARED = """select ifnull(g.book, ''), c.reading, c.option, count(*) from clears c join games g on g.id = c.game
  group by 1, 2, 3 order by min(c.rowid)"""
_CLEARED_OF = """select reading, option, count(*) from clears where game in (select game from problems
  where consequence_of is null and code = ? and book = ? and rule = ? and section = ? and printed = ?)
  group by 1, 2 order by min(rowid)"""


@contextmanager
def opened(path: str, *, new: bool = True) -> Iterator[Results]:
    """The results in a file; with `new` it is made if there is none. Raises Foreign."""
    if not new and not Path(path).is_file():
        raise Foreign(path, "there is no such file")
    try:
        connection = sqlite3.connect(path, timeout=2.0, isolation_level=None)
    except sqlite3.Error as error:
        raise Foreign(path, str(error)) from None
    try:
        _prepare(path, connection, new)
        yield Results(path, connection)
    except sqlite3.OperationalError as error:
        raise Foreign(path, _told(error)) from None
    except sqlite3.DatabaseError:
        raise Foreign(path, "it is no file of results", "Name a file that does not exist yet.") from None
    finally:
        connection.close()


def _prepare(path: str, connection: sqlite3.Connection, new: bool) -> None:
    connection.execute("pragma journal_mode = wal")
    connection.execute("pragma synchronous = normal")
    (application,) = connection.execute("pragma application_id").fetchone()
    (tables,) = connection.execute("select count(*) from sqlite_master").fetchone()
    if application == 0 and tables == 0 and new:
        connection.executescript(
            f"begin immediate; {_SCHEMA} pragma application_id = {APPLICATION}; pragma user_version = {VERSION}; commit;"
        )
    elif application != APPLICATION:
        raise Foreign(path, "it is no file of results", "Name a file that does not exist yet.")
    elif connection.execute("pragma user_version").fetchone() != (VERSION,):
        raise Foreign(path, "it was made by another version of RulesPal", "Name a file that does not exist yet.")


def _told(error: sqlite3.OperationalError) -> str:
    return "another run is writing to it" if "locked" in str(error) else str(error)


def different(one: Mapping[str, Any], other: Mapping[str, Any]) -> str | None:
    """The first setting in which two runs differ, in words; None if they agree."""
    for key in sorted(one.keys() | other.keys()):
        if one.get(key) != other.get(key):
            return f"{key} {json.dumps(one.get(key))} there, {json.dumps(other.get(key))} here"
    return None


def _text(text: str) -> str:
    """A text that can be written as UTF-8; what is no character (in the name of a file) is escaped."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()


def _or_null(text: str | None) -> str | None:
    return None if text is None else _text(text)
