"""Damaged files by the hundred thousand: each has to be judged and told, with no traceback and in good time.

`python -m benchmarks.fuzz --files 100000` from the top of the checkout; `--shard 1/4` does every fourth of them. A file is
made from its number (`mangle.py`), so that what was found once is found again: `--from 4711 --files 1 --show`. Each is read
in its format, judged and told as text and as JSON; some are also judged under other readings, converted there and back, put
into the strict form, asked what is legal, typed into a referee line by line, or handed to the command line.

The limit of a file is in seconds of the processor, so that a busy machine makes none too slow.
"""

from __future__ import annotations

import argparse
import io
import json
import random
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

import click
from click.testing import CliRunner
from rich.console import Console

from benchmarks.mangle import Case, case
from rulespal import library
from rulespal.cli import commands
from rulespal.model.rules import Rulebook
from rulespal.play.growing import NoTable
from rulespal.play.referee import Referee
from rulespal.records import formats
from rulespal.records.from_text import decoded
from rulespal.records.record import Record
from rulespal.records.verdict import GameReport
from rulespal.report import as_json
from rulespal.report.as_text_game import GameText

LIMIT = 10.0  # seconds of the processor for one file
SHORT = 80  # lines up to which a record is also judged under other readings, now and then
SLOWEST = 5  # files whose numbers are told


class Hangs(BaseException):
    """A file took longer than it may. No `except Exception` of the program stops it."""


@dataclass
class Found:
    """What came of the files: `wrong` with its number and traceback, `slow` with seconds and number."""

    files: int = 0
    lines: int = 0
    games: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    wrong: list[tuple[int, str]] = field(default_factory=list)
    slow: list[tuple[float, int]] = field(default_factory=list)


def tried(numbers: Iterator[int] | range, limit: float = LIMIT, told: Callable[[Found], None] | None = None) -> Found:
    """Goes through the files of these numbers; `told` is called after each."""
    found = Found()
    for number in numbers:
        begun = time.process_time()
        try:
            with within(limit):
                one = case(number)
                _try(one, found)
        except (Exception, Hangs):
            found.wrong.append((number, traceback.format_exc()))
        else:
            found.lines += one.lines
        found.files += 1
        found.slow = sorted([*found.slow, (time.process_time() - begun, number)])[-SLOWEST:]
        if told is not None:
            told(found)
    return found


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raises Hangs in the block after so many seconds of the processor."""

    def stop(signum: int, frame: FrameType | None) -> None:
        raise Hangs(f"more than {seconds:g} seconds")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


# ---- what is done with a file ----------------------------------------------------------------------------------------


def _try(one: Case, found: Found) -> None:
    rng = random.Random(one.seed)
    form = formats.named(one.form)
    records = list(form.read(io.BytesIO(one.data), "a"))
    assert records, "no record came of it"
    for record in records:
        report = library.judge(record, depends=len(record.lines) < SHORT and rng.random() < 0.05)
        _told(record, report)
        found.verdicts[report.verdict] += 1
    found.games += len(records)
    for chance, more in ((0.1, _convert), (0.05, _ask), (0.02, _type), (0.01, _command)):
        if rng.random() < chance:
            more(one, records, rng)


def _told(record: Record, report: GameReport) -> None:
    """The report as JSON and as text."""
    assert report.verdict
    assert report.verdict != "unreadable" or report.diagnostics, "unreadable, and nobody says why"
    json.dumps(as_json.game(report))
    console = Console(file=io.StringIO(), width=80, highlight=False, markup=False)
    for part in GameText(report, record, _book(record)).lines(state=True):
        console.print(part)


def _book(record: Record) -> Rulebook | None:
    name = (record.rulebook or "").casefold()
    return library.load(name)[0].book if name in library.rulebook_files() else None


def _convert(one: Case, records: list[Record], rng: random.Random) -> None:
    """To the twin and back, without losing a sign; and into the strict form, which is stable."""
    form = formats.named(one.form)

    def made(data: bytes, source: formats.Format, target: str) -> bytes:
        parts = library.converted(io.BytesIO(data), "a", source, target)
        return "".join(parts).encode("utf-8", "surrogateescape")

    twin = made(one.data, form, "jsonl")
    text = made(twin, formats.JSONL, "rpl")
    assert made(text, formats.RPL, "jsonl") == twin or form is formats.JSONL
    strict = made(text, formats.RPL, "rpl")
    assert made(strict, formats.RPL, "rpl") == strict, "the strict form is not stable"


def _ask(one: Case, records: list[Record], rng: random.Random) -> None:
    """What may be done after some event, and why not something else."""
    record = rng.choice(records)
    number = rng.choice((None, 0, rng.randint(0, len(record.lines))))
    library.legal(record, number)
    texts = [line.text for line in record.lines] or ["nothing"]
    library.why_not(record, number, rng.choice(texts))


def _type(one: Case, records: list[Record], rng: random.Random) -> None:
    """The first lines begin a game at the table, the others are typed."""
    lines = [line.rstrip("\r\n") for line in decoded(io.BytesIO(one.data))]
    heads = [line for line in lines if line.startswith("[")]
    try:
        referee = Referee(heads, "a", library.find, {}, rng=rng)
    except NoTable:
        return
    for line in [line for line in lines if not line.startswith("[")][:60]:
        referee.hear(line)
        if rng.random() < 0.1:
            referee.hear(rng.choice(("legal", "why", "state", "undo", "stands", "penalty", "roll", f"why {line}")))


def _command(one: Case, records: list[Record], rng: random.Random) -> None:
    """Through the command line, as text or as JSON."""
    flags = ["--json"] if rng.random() < 0.5 else []
    source = ["--from", one.form] if one.form not in formats.OWN else []
    arguments = rng.choice((["replay", "-"], ["validate", "-"], ["legal", "-"]))
    result = CliRunner().invoke(_as_started, [*arguments, *source, *flags], input=one.data)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert "RulesPal has a fault" not in result.output, result.output
    assert result.exit_code in range(4), result.exit_code


@click.command(context_settings={"ignore_unknown_options": True, "help_option_names": []})
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def _as_started(arguments: Sequence[str]) -> None:
    """The commands with the streams as the program sets them up."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    commands.main(list(arguments), standalone_mode=True)


# ---- the run ---------------------------------------------------------------------------------------------------------


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--files", type=int, default=1_000, help="how many files (default: %(default)s)")
    parser.add_argument(
        "--from", dest="first", type=int, default=0, help="the number of the first (default: %(default)s)"
    )
    parser.add_argument("--shard", default="1/1", help="I/N: the I-th of N shares (default: %(default)s)")
    parser.add_argument("--limit", type=float, default=LIMIT, help="seconds for a file (default: %(default)s)")
    parser.add_argument("--save", type=Path, help="a folder for the files with which something is wrong")
    parser.add_argument("--show", action="store_true", help="print the files too")
    asked = parser.parse_args()
    share, of = map(int, asked.shard.split("/"))
    numbers = range(asked.first + share - 1, asked.first + asked.files, of)
    known = 0

    def told(found: Found) -> None:
        nonlocal known
        for number, what in found.wrong[known:]:
            print(f"\nfile {number}:\n{what}", flush=True)
            if asked.save:
                asked.save.mkdir(parents=True, exist_ok=True)
                (asked.save / f"{number}.{case(number).form}").write_bytes(case(number).data)
        known = len(found.wrong)
        if found.files % 1_000 == 0:
            print(f"{found.files:,} files, {found.lines:,} lines, {len(found.wrong)} wrong", flush=True)

    found = tried(numbers, asked.limit, told)
    for number in numbers if asked.show else ():
        print(case(number).data.decode("utf-8", "backslashreplace"))
    verdicts = ", ".join(f"{count:,} {verdict}" for verdict, count in found.verdicts.most_common())
    slow = ", ".join(f"{seconds:.1f} s ({number})" for seconds, number in reversed(found.slow))
    print(f"\n{found.files:,} files, {found.lines:,} lines, {found.games:,} games: {verdicts}")
    print(
        f"slowest: {slow}\n{len(found.wrong)} with a traceback or over the limit: {[number for number, _ in found.wrong]}"
    )
    raise SystemExit(bool(found.wrong))


if __name__ == "__main__":
    main()
