"""Many records: cut into parts, judged on several processes within limits, kept in a database, and merged."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from rulespal.bulk import parts as cutting
from rulespal.bulk import pool
from rulespal.bulk.limits import Limits
from rulespal.bulk.parts import Part, parts, records
from rulespal.bulk.work import Work
from rulespal.cli import commands
from rulespal.model.rules import Rulebook
from rulespal.records import from_text
from rulespal.records.formats import Format
from rulespal.records.record import Record
from rulespal.records.sources import NotRead, Tally, all_records
from rulespal.records.verdict import GameReport

BOOKS = str(Path(__file__).parent.parent / "golden" / "cli" / "books")
LEGAL = '[rulebook "pebbles"]\n[game "{}"]\n[players "Ana, Ben"]\nAna takes 2\nBen takes 2\nAna takes 1\nend\n\n'
DISPUTED = LEGAL.replace("Ana takes 2\nBen takes 2\nAna takes 1", "Ana takes 3\nBen takes 2")
ILLEGAL = LEGAL.replace("Ana takes 1", "Ana takes 4")
UNREAD = LEGAL.replace("Ben takes 2", "Ben shuffles")


def run(*args: str, status: int | None = None) -> Result:
    result = CliRunner().invoke(commands, args, env={"COLUMNS": "80", "NO_COLOR": "1"})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert status is None or result.exit_code == status, result.output
    return result


def validate(*args: str, status: int | None = None) -> list[dict[str, Any]]:
    result = run("validate", *args, "--books", BOOKS, "--json", status=status)
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.fixture
def league(tmp_path: Path) -> Path:
    """A folder with 240 games in 6 files, of every verdict."""
    folder = tmp_path / "league"
    folder.mkdir()
    for number in range(6):
        games = [
            random.Random(number * 100 + n).choice([LEGAL, DISPUTED, ILLEGAL, UNREAD]).format(n) for n in range(40)
        ]
        (folder / f"{number}.rpl").write_text("%rpl 1\n" + "".join(games), encoding="utf-8")
    return folder


def small_parts(monkeypatch: pytest.MonkeyPatch, size: int = 500, task: int = 1000) -> None:
    monkeypatch.setattr(cutting, "SIZE", size)
    monkeypatch.setattr(pool, "TASK", task)


# ---- parts -----------------------------------------------------------------------------------------------------------

LINES = [
    '[rulebook "pebbles"]', '[rulebook pebbles]', '[rulebook ""]', '[game "x"]', '[players "Ana, Ben"]', "game pebbles",
    "players Ana, Ben", "%rpl 1", "%rpl 2", "%odd", "end", "END # over", "", "  ", "# a comment", "Ana takes 1",
    "-> Ana takes 1", "{the heap has 3 pebbles}", "given the heap has 3 pebbles", "Grete takes 1",
    "\ufeff", "Ána takes 1", "x" * 12_000, "Ana \0", "note \"x\"", "[", "[odd", "...",
]  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(LINES), max_size=40), st.sampled_from(["\n", "\r\n", "\r"]), st.booleans())
def test_a_source_read_in_parts_gives_the_same_records(lines: list[str], ending: str, closed: bool) -> None:
    game = '[rulebook "jusayo"]'
    lines = [game, *lines, game]  # what stands before the first game, or begins none, is one record more or less
    text = ending.join(lines) + (ending if closed else "")
    folder = Path(os.environ.get("PYTEST_TMP", "/tmp"))
    file = folder / f"parts-{os.getpid()}.rpl"
    file.write_bytes(text.encode())
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(cutting, "SIZE", 1)
        try:
            whole: object = list(all_records(str(file)))
        except NotRead as wrong:
            whole = wrong.reason
        try:
            cut = list(parts([str(file)], None, Tally()))
            found: object = [record for part in cut for record in records(_part(part), None)]
        except NotRead as wrong:
            found = wrong.reason
    file.unlink()
    assert found == whole


def _part(item: Part | NotRead) -> Part:
    if isinstance(item, NotRead):
        raise item
    return item


def test_parts_are_small_and_many(league: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small_parts(monkeypatch)
    cut = [_part(item) for item in parts([str(league)], None, Tally())]
    assert len(cut) > 40
    assert max(part.size for part in cut) < 800
    shards = [{(p.source, p.line) for p in cut if p.in_shard(n, 3)} for n in (1, 2, 3)]
    assert len(set.union(*shards)) == len(cut) == sum(map(len, shards))
    assert min(map(len, shards)) > 5


@pytest.mark.parametrize("packed", [False, True])
def test_what_cannot_be_cut_is_read_from_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, packed: bool
) -> None:
    import gzip

    monkeypatch.setattr(cutting, "MOST", 2000)
    monkeypatch.setattr(cutting, "SIZE", 300)
    text = "".join(LEGAL.format(n) for n in range(9)) + LEGAL.format("Ä").replace("end\n", "") * 40
    file = tmp_path / ("a.rpl.gz" if packed else "a.rpl")
    file.write_bytes(gzip.compress(text.encode()) if packed else text.encode())
    monkeypatch.setattr(cutting, "_BEGINS", cutting.re.compile(rb"never"))
    tally = Tally()
    cut = [_part(item) for item in parts([str(file)], None, tally)]
    assert cut[-1].data is None
    assert [record for part in cut for record in records(part, None)] == list(all_records(str(file)))
    assert len(tally.temporary) == packed
    assert validate(str(file), "--no-depends")[-1]["summary"]["games"] == 49
    for file_name in tally.temporary:
        os.unlink(file_name)


def test_a_game_with_too_many_lines_is_told_and_ends_where_the_next_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(from_text, "MOST_LINES", 8)
    long = LEGAL.replace("end\n", "Ana takes 1\n" * 9 + "\0\n" + "[odd\n" * 9)
    one, two = from_text.read((long + LEGAL).splitlines(), "a.rpl")
    assert [(d.code, d.span.line) for d in one.diagnostics] == [("E-LIMIT", 9)]
    assert len(one.lines) == 5
    assert two.diagnostics == []


# ---- processes and limits --------------------------------------------------------------------------------------------


def test_several_processes_find_what_one_finds_in_the_same_order(league: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small_parts(monkeypatch)
    (league / "damaged.rpl").write_bytes(b"\0\0")
    one = validate(str(league), "nowhere.rpl", "--jobs", "1", "--no-depends", status=1)
    two = validate(str(league), "nowhere.rpl", "--jobs", "2", "--no-depends", status=1)
    assert one == two
    assert one[-1]["summary"]["games"] == 240
    assert one[-1]["summary"]["not_read"] == [str(league / "damaged.rpl"), "nowhere.rpl"]


@dataclass
class Stumbling:
    """A judge that does to a record what its name says."""

    form: Format | None = None

    def judge(self, record: Record, *, brief: bool = False) -> GameReport:
        if record.name == "dies":
            os._exit(7)
        if record.name == "hangs":
            signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGPROF])  # as in code that no signal reaches
            time.sleep(60)
        while record.name == "loops":
            pass
        if record.name == "errs":
            raise KeyError("no such thing")
        return GameReport(record.file, record.name, record.rulebook, record.line)

    def clears(self, record: Record, report: GameReport) -> Iterable[tuple[str, str]]:
        return ()

    def status(self, report: GameReport) -> int:
        return 0

    def book(self, record: Record) -> Rulebook | None:
        return None


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no such signals here")
def test_no_record_stops_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small_parts(monkeypatch)
    monkeypatch.setattr(pool, "_PATIENCE", 8)
    monkeypatch.setattr(pool, "_ALONE", 1)
    names = ["a", "errs", "b", "loops", "c", *"defghij", "dies", *"klmno", "hangs", "p"]
    file = tmp_path / "a.rpl"
    file.write_text("".join(LEGAL.format(name) for name in names), encoding="utf-8")
    work = Work(Stumbling(), Limits(seconds=0.3), "text")
    results = pool.judged(parts([str(file)], None, Tally()), work, 2)
    games = [game for result in results if not isinstance(result, NotRead) for game in result.games]
    assert [game.game for game in games] == names
    found = {game.game: game.problems[0] for game in games if game.problems}
    assert {name: problem.cause.code for name, problem in found.items()} == {
        "errs": "E-FAULT", "loops": "E-LIMIT", "dies": "E-FAULT", "hangs": "E-LIMIT",
    }  # fmt: skip
    assert "KeyError" in found["errs"].message
    assert "exit status 7" in found["dies"].message


def test_limits_are_told_with_their_option(league: Path) -> None:
    *games, last = validate(str(league / "0.rpl"), "--max-events", "1", status=1)
    assert {game["verdict"] for game in games} == {"unreadable"}
    assert games[0]["diagnostics"][-1]["hint"] == "`--max-events N` allows more."
    assert last["summary"]["faults"][0]["code"] == "E-LIMIT"


# ---- results ---------------------------------------------------------------------------------------------------------


def rows(file: Path) -> dict[str, list[tuple[Any, ...]]]:
    """What stands in a file of results, without times and numbers of rows."""
    of_game = "join games g on g.id = x.game order by g.file, g.line, x.rowid"
    queries = {
        "parts": "select file, line, digest, done from parts",
        "games": "select file, part, line, game, verdict, status, events from games order by file, line",
        "problems": f"select g.file, x.line, x.code, x.message, x.printed from problems x {of_game}",
        "clears": f"select g.file, g.line, reading, option from clears x {of_game}",
        "rulebooks": "select * from rulebooks",
    }
    with sqlite3.connect(file) as db:
        return {name: db.execute(query).fetchall() for name, query in queries.items()}


def summary(file: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run("merge", str(file), "--json", status=0).stdout)["summary"]
    return found


def test_the_database_says_what_the_run_says(league: Path, tmp_path: Path) -> None:
    plain = validate(str(league), status=1)[-1]
    kept = validate(str(league), "--resume", str(tmp_path / "r.db"), status=1)[-1]
    assert kept == plain
    again = validate(str(league), "--resume", str(tmp_path / "r.db"), status=1)
    assert again == [plain]
    found = rows(tmp_path / "r.db")
    assert len(found["games"]) == 240
    assert {game[4] for game in found["games"]} == {"legal", "disputed", "illegal", "unreadable"}
    assert summary(tmp_path / "r.db") == plain["summary"]


# The program, which kills itself before the statement of that number (the last argument) that it gives to the database.
KILLED = """
import os, signal, sqlite3, sys
import rulespal.bulk.parts as parts, rulespal.bulk.pool as pool, rulespal.bulk.results as results
from rulespal.cli import main
left = int(sys.argv.pop())
def count(statement):
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)
def connect(*args, **options):
    made = sqlite3.Connection(*args, **options)
    made.set_trace_callback(count)
    return made
parts.SIZE, pool.TASK, results._BATCH, sqlite3.connect = 500, 1000, 3, connect
main()
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal here")
def test_a_run_that_is_killed_goes_on_with_nothing_lost_or_doubled(
    league: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small_parts(monkeypatch)
    whole = tmp_path / "whole.db"
    validate(str(league), "--resume", str(whole), "--jobs", "1")
    file, chance, met = tmp_path / "killed.db", random.Random(1), set()
    args = [sys.executable, "-c", KILLED, "validate", str(league), "--books", BOOKS, "--resume", str(file)]
    while True:
        ended = subprocess.run([*args, "--jobs", "1", str(chance.randint(1, 700))], capture_output=True, check=False)
        if ended.returncode != -signal.SIGKILL:
            break
        met.add(len(rows(file)["games"]) if file.stat().st_size else 0)
    assert (ended.returncode, ended.stderr) == (1, b"")
    assert len(met - {0, 240}) > 2
    assert rows(file) == rows(whole)
    assert summary(file) == summary(whole)


def test_a_changed_file_is_judged_again_and_what_is_gone_is_removed(league: Path, tmp_path: Path) -> None:
    file = tmp_path / "r.db"
    validate(str(league), "--resume", str(file))
    (league / "1.rpl").write_text(LEGAL.format("new"), encoding="utf-8")
    (league / "2.rpl").unlink()
    *games, last = validate(str(league), "--resume", str(file))
    assert [game["game"] for game in games] == ["new"]
    assert last["summary"]["games"] == 4 * 40 + 1
    assert last == validate(str(league))[-1]


def test_results_of_another_run_are_not_mixed(league: Path, tmp_path: Path) -> None:
    file = tmp_path / "r.db"
    validate(str(league / "0.rpl"), "--resume", str(file))
    other = run("validate", str(league), "--books", BOOKS, "--resume", str(file), status=2)
    assert "it holds results of another run: paths" in other.stderr
    reading = run(
        "validate",
        str(league / "0.rpl"),
        "--books",
        BOOKS,
        "--resume",
        str(file),
        "--reading",
        "handful=three",
        status=2,
    )
    assert 'readings [] there, ["handful=three"] here' in reading.stderr
    (tmp_path / "text.db").write_text("not a database, but long enough to look at" * 50)
    wrong = run("validate", str(league), "--resume", str(tmp_path / "text.db"), status=2)
    assert "it is no file of results" in wrong.stderr
    sqlite3.connect(tmp_path / "other.db").executescript("create table things (a)")
    wrong = run("validate", str(league), "--resume", str(tmp_path / "other.db"), status=2)
    assert "it is no file of results" in wrong.stderr


def test_another_edition_of_the_rulebook_is_another_run(league: Path, tmp_path: Path) -> None:
    import shutil

    books, file = tmp_path / "books", tmp_path / "r.db"
    shutil.copytree(BOOKS, books)
    args = ("validate", str(league / "0.rpl"), "--books", str(books), "--resume", str(file))
    run(*args, status=1)
    book = books / "pebbles" / "rulebook.md"
    book.write_text(book.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    from rulespal import library

    library.load.cache_clear()
    assert "by another edition of pebbles" in run(*args, status=2).stderr


def test_one_run_at_a_time_writes(league: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "r.db"
    validate(str(league), "--resume", str(file))
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("begin immediate")
    assert "another run is writing to it" in run("validate", str(league), "--resume", str(file), status=2).stderr


# ---- shards ----------------------------------------------------------------------------------------------------------


def test_shards_together_are_the_whole(league: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small_parts(monkeypatch)
    whole = validate(str(league))[-1]
    files = [tmp_path / f"{n}.db" for n in (1, 2, 3)]
    for n, file in enumerate(files, 1):
        validate(str(league), "--resume", str(file), "--shard", f"{n}/3")
    names = list(map(str, files))
    joined = run("merge", *names, "-o", str(tmp_path / "all.db"), "--json", status=0)
    assert joined.stderr == ""
    found = json.loads(joined.stdout)
    for one in (found["summary"], whole["summary"]):
        one["faults"] = sorted(({**f, "first": None} for f in one["faults"]), key=lambda f: f["code"])
    assert found == whole
    assert summary(tmp_path / "all.db")["games"] == 240
    some = run("merge", names[0], names[2], status=0)
    assert "shard 2 not among them" in some.stderr
    assert "shards 1 and 3 not among them" in run("merge", names[1], status=0).stderr
    assert f"it is shard 1 of 3, and so is {names[0]}" in run("merge", names[0], names[0], status=1).stderr


def test_results_that_do_not_belong_together(league: Path, tmp_path: Path) -> None:
    one, two = str(tmp_path / "1.db"), str(tmp_path / "2.db")
    validate(str(league / "0.rpl"), "--resume", one)
    validate(str(league / "1.rpl"), "--resume", two, "--no-depends")
    assert "it does not belong to the others: depends true there, false here" in run("merge", one, two, status=1).stderr
    with sqlite3.connect(two) as db:
        db.execute("update run set value = 'true' where key = 'depends'")
    assert summary(Path(two))["games"] == 40
    assert "80 games in 2 files" in run("merge", one, two, status=0).stdout
    with sqlite3.connect(two) as db:
        db.execute("update rulebooks set hash = 'other'")
    assert "another edition of pebbles" in run("merge", one, two, status=1).stderr
    validate(str(league / "0.rpl"), "--resume", str(tmp_path / "3.db"))
    assert "0.rpl was judged in another one, too" in run("merge", one, str(tmp_path / "3.db"), status=1).stderr
    with sqlite3.connect(one) as db:
        db.execute("update run set value = 'false' where key = 'complete'")
    assert "its run has not come to its end" in run("merge", one, status=1).stderr
    assert "there is no such file" in run("merge", "nowhere.db", status=1).stderr


def test_wrong_shards(league: Path) -> None:
    for wrong in ("0/2", "3/2", "2", "a/b"):
        assert "is no shard" in run("validate", str(league), "--shard", wrong, status=2).stderr
