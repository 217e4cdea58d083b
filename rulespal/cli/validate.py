"""`rulespal validate`: many records, judged on all cores as they are read, and a summary."""

from __future__ import annotations

import contextlib
import os
import re
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field

import click
from rich.console import Console
from rich.text import Text

from rulespal import __version__
from rulespal.bulk.limits import EVENTS, SECONDS, Limits
from rulespal.bulk.parts import Part, parts
from rulespal.bulk.pool import cores, judged
from rulespal.bulk.results import Foreign, Results, opened
from rulespal.bulk.work import Work
from rulespal.cli import completion, options
from rulespal.cli.judging import Judging, worst
from rulespal.cli.output import Step, print_json, print_text, progress
from rulespal.cli.refusals import UNUSABLE, Refusal, as_refusal, show, warn
from rulespal.cli.reporting import report_file, write_report
from rulespal.records import sources
from rulespal.records.record import Record
from rulespal.records.sources import NotRead, Tally
from rulespal.records.verdict import IN_ORDER
from rulespal.report import as_json as to_json
from rulespal.report import as_text_summary
from rulespal.report.outcome import Outcome
from rulespal.report.summary import Summary
from rulespal.text.diagnostic import Rejected

Shard = tuple[int, int]
MOST_SHOWN = 20  # games that a report shows event by event


def _shard(ctx: click.Context, param: click.Parameter, value: str | None) -> Shard:
    """`2/8`: the second of eight."""
    match = re.fullmatch(r"\s*(\d{1,6})\s*/\s*(\d{1,6})\s*", value or "1/1")
    if match is None or not 1 <= int(match[1]) <= int(match[2]):
        raise Refusal(f"`--shard {value}` is no shard.", "Write `--shard 2/8` for the second of eight.")
    return int(match[1]), int(match[2])


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", shell_complete=completion.files)
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="How many processes work (else one a core).")
@click.option("--resume", metavar="DB", help="Keep the results in a file; a run that was ended goes on from there.")
@click.option("--shard", callback=_shard, metavar="I/N", help="Only the I-th of N parts (`rulespal merge` joins them).")
@click.option("--max-events", type=click.IntRange(min=1), default=EVENTS, metavar="N", help="Events a game may have.")
@click.option(
    "--max-seconds", type=click.FloatRange(min=0.01), default=SECONDS, metavar="S", help="Time for judging one game."
)
@options.report
@options.as_json
@options.judging
def command(
    paths: Sequence[str], jobs: int | None, resume: str | None, shard: Shard, max_events: int, max_seconds: float,
    report: str | None, as_json: bool, judging: Judging,
) -> int:  # fmt: skip
    """Judge many records and sum up what was found.

    PATH is a record, a folder or archive (every record below it), or - for standard input.

    \b
    Example: rulespal validate league/ --resume league.db

    Exit status: 0 all legal or consistent, 1 some illegal or unreadable, 2 nothing could be read,
    3 none illegal and some disputed.
    """
    target = report_file(report)
    work = Work(judging, Limits(max_events, max_seconds), "json" if as_json else "text", target is not None)
    run = Run(work, shard, as_json)
    begun = time.perf_counter()
    with ExitStack() as open_files:
        if resume is not None:
            run.results = open_files.enter_context(kept_in(resume))
            with refused():
                run.results.begin(run.settings(paths), run.edition)
        with progress("judging", lambda: run.total(paths), as_json=as_json, counted=False) as (step, console):
            with refused():
                run.judge(paths, jobs or (1 if "-" in paths else cores()), step, console)
            run.sum_up(console, time.perf_counter() - begun)
    if target is not None:
        judged_again = [(record, judging.judge(record)) for record in run.to_show or run.first]
        write_report(target, judged_again, run.summary, f"Records in {', '.join(paths)}", judging)
    return run.status


@contextlib.contextmanager
def refused() -> Iterator[None]:
    """What is wrong with a file of results is told as a refusal."""
    try:
        yield
    except Foreign as foreign:
        raise Refusal(f"cannot use {foreign.file}: {foreign.reason}.", foreign.hint) from None


@contextlib.contextmanager
def kept_in(path: str) -> Iterator[Results]:
    """The results in a file. Raises Refusal."""
    with refused(), opened(path) as results:
        yield results


@dataclass
class Run:
    """One call: prints each game as soon as it is judged, and sums up."""

    work: Work
    shard: Shard
    as_json: bool
    results: Results | None = None
    summary: Summary = field(default_factory=Summary)
    statuses: set[int] = field(default_factory=set)
    refused: set[str | None] = field(default_factory=set)  # rulebooks with errors, each told once
    tally: Tally = field(default_factory=Tally)
    to_show: list[Record] = field(default_factory=list)  # the first games that are not in order, for a report
    first: list[Record] = field(default_factory=list)  # the first game of all

    @property
    def judging(self) -> Judging:
        assert isinstance(self.work.judge, Judging)
        return self.work.judge

    @property
    def status(self) -> int:
        if self.summary.not_read and not self.summary.files:
            return UNUSABLE
        return worst(self.statuses)

    def settings(self, paths: Sequence[str]) -> dict[str, object]:
        """What has to be the same in all that stands in one file of results."""
        judging, limits = self.judging, self.work.limits
        table = judging.choices.file.chosen if judging.choices.file else {}
        return {
            "rulespal": __version__, "paths": list(paths), "shard": self.shard[0], "of": self.shard[1],
            "readings": sorted(map("=".join, judging.choices.flags)), "table": table, "depends": judging.depends,
            "format": judging.form.name if judging.form else None, "language": judging.language,
            "max_events": limits.events, "max_seconds": limits.seconds,
        }  # fmt: skip

    def edition(self, name: str) -> str | None:
        book = self.judging.shelf.book(name)
        return book.hash if book else None

    def total(self, paths: Sequence[str]) -> int | None:
        """Bytes on the disk, for the progress bar."""
        try:
            files = (file for path in paths for file in sources.files(path, self.judging.form))
            return sum(os.path.getsize(file) for file in files if file != "-")
        except (NotRead, OSError):
            return None

    def judge(self, paths: Sequence[str], jobs: int, step: Step, console: Console | None) -> None:
        """Judges all parts of this shard that have not been judged yet."""
        try:
            for found in judged(self.wanted(parts(paths, self.judging.form, self.tally)), self.work, jobs):
                if isinstance(found, NotRead):
                    self.cannot_read(found)
                    continue
                for game in found.games:
                    self.take(game, console)
                if found.wrong:
                    self.cannot_read(found.wrong)
                if self.results:
                    self.results.add(found)
                self.summary.files += found.part.place == 0 and bool(found.games)
                step(found.part.position)
            if self.results:
                self.results.complete()
        finally:
            if self.results:
                self.results.write()
            for file in self.tally.temporary:
                with contextlib.suppress(OSError):
                    os.unlink(file)

    def wanted(self, items: Iterable[Part | NotRead]) -> Iterator[Part | NotRead]:
        """The parts of this shard that are not among the results; what cannot be read is told by the first shard."""
        for item in items:
            if isinstance(item, NotRead):
                if self.shard[0] == 1:
                    yield item
            elif item.in_shard(*self.shard) and not (self.results and self.results.has(item)):
                yield item

    def take(self, game: Outcome, console: Console | None) -> None:
        """Counts a judged game and prints it."""
        self.summary.add(game)
        if game.record is not None:
            self.first = self.first or [game.record]
            if game.verdict not in IN_ORDER and len(self.to_show) < MOST_SHOWN:
                self.to_show.append(game.record)
        self.statuses.add(game.status)
        if game.verdict is None:
            self.refuse(game)
        elif self.as_json:
            click.echo((game.shown + "\n").encode("utf-8", "backslashreplace"), nl=False)
        elif game.shown:
            print_text([*as_text_summary.game(game.shown), Text()], console)

    def refuse(self, game: Outcome) -> None:
        """Tells, once, that a rulebook has errors: its games cannot be judged."""
        refusal = as_refusal(Rejected(game.refusal))
        if game.book not in self.refused and refusal is not None:
            show(refusal)
        self.refused.add(game.book)

    def cannot_read(self, wrong: NotRead) -> None:
        self.summary.cannot_read(wrong.file)
        self.statuses.add(1)
        if self.results:
            self.results.cannot_read(wrong)
        warn(f"cannot read {wrong.file}: {wrong.reason}" + (f" ({wrong.hint})" if wrong.hint else ""))

    def sum_up(self, console: Console | None, seconds: float) -> None:
        if self.results:
            self.summary = self.results.summary()
            self.statuses |= self.results.statuses()
        if self.as_json:
            print_json(to_json.summary(self.summary))
        else:
            print_text(as_text_summary.summary(self.summary, seconds), console)
