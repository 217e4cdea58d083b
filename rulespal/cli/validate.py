"""`rulespal validate`: many records, each judged as it is read, and a summary."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import click
from rich.console import Console
from rich.text import Text

from rulespal.cli import options
from rulespal.cli.judging import Judging, status_of, worst
from rulespal.cli.output import print_json, print_text, progress
from rulespal.cli.refusals import UNUSABLE, as_refusal, show, warn
from rulespal.records import sources
from rulespal.records.sources import NotRead
from rulespal.records.verdict import GameReport
from rulespal.report import as_json as to_json
from rulespal.report import as_text_summary
from rulespal.report.summary import Summary
from rulespal.text.diagnostic import Rejected

_IN_ORDER = ("legal", "consistent")


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="How many processes may work (so far one does).")
@options.as_json
@options.judging
def command(paths: Sequence[str], jobs: int | None, as_json: bool, judging: Judging) -> int:
    """Judge many records and sum up what was found.

    PATH is a record, a folder or archive (every record below it), or - for standard input.

    \b
    Example: rulespal validate league/ --reading NAME=OPTION

    Exit status: 0 all legal or consistent, 1 some illegal or unreadable, 2 nothing could be read,
    3 none illegal and some disputed.
    """
    run = Run(judging, as_json)
    files = run.files(paths)
    begun = time.perf_counter()
    with progress("judging", len(files), as_json=as_json) as (step, console):
        for file in files:
            run.judge_file(file, console)
            step()
        run.sum_up(console, time.perf_counter() - begun)
    return run.status


@dataclass
class Run:
    """One call: prints each game as soon as it is judged, and sums up. The exit status comes from `statuses`."""

    judging: Judging
    as_json: bool
    summary: Summary = field(default_factory=Summary)
    statuses: set[int] = field(default_factory=set)
    refused: set[str | None] = field(default_factory=set)  # rulebooks with errors, each told once

    @property
    def status(self) -> int:
        if self.summary.not_read and not self.summary.files:
            return UNUSABLE
        return worst(self.statuses)

    def files(self, paths: Sequence[str]) -> list[str]:
        """All files to read; what is no folder with records is told and left out."""
        found: list[str] = []
        for path in paths:
            try:
                found += sources.files(path, self.judging.form)
            except NotRead as wrong:
                self.cannot_read(wrong)
        return found

    def judge_file(self, file: str, console: Console | None) -> None:
        try:
            for record in sources.all_records(file, self.judging.form):
                try:
                    report = self.judging.judge(record)
                except Rejected as broken:
                    self.refuse(record.rulebook, broken)
                    continue
                self.take(report, list(self.judging.clears(record, report)), console)
        except NotRead as wrong:
            self.cannot_read(wrong)
        else:
            self.summary.files += 1

    def take(self, report: GameReport, clears: list[tuple[str, str]], console: Console | None) -> None:
        """Counts a judged game and prints it."""
        self.summary.add(report, clears)
        self.statuses.add(status_of(report))
        if self.as_json:
            print_json(to_json.game(report, brief=True))
        elif report.verdict not in _IN_ORDER:
            print_text([*as_text_summary.game(report), Text()], console)

    def refuse(self, rulebook: str | None, broken: Rejected) -> None:
        """Tells, once, that a rulebook has errors: its games cannot be judged."""
        self.statuses.add(UNUSABLE)
        self.summary.not_judged += 1
        refusal = as_refusal(broken)
        if rulebook not in self.refused and refusal is not None:
            show(refusal)
        self.refused.add(rulebook)

    def cannot_read(self, wrong: NotRead) -> None:
        self.summary.not_read.append(wrong.file)
        self.statuses.add(1)
        warn(f"cannot read {wrong.file}: {wrong.reason}" + (f" ({wrong.hint})" if wrong.hint else ""))

    def sum_up(self, console: Console | None, seconds: float) -> None:
        if self.as_json:
            print_json(to_json.summary(self.summary))
        else:
            print_text(as_text_summary.summary(self.summary, seconds), console)
