"""Judges the games of a part, each within its limits, and makes of each what is kept and shown of it."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Literal, NamedTuple, Protocol

from rulespal.bulk.limits import Limits, TooLong, within
from rulespal.bulk.parts import Part, records
from rulespal.model.rules import Rulebook
from rulespal.records.formats import Format
from rulespal.records.record import Kind, Record
from rulespal.records.sources import NotRead
from rulespal.records.verdict import IN_ORDER, GameReport
from rulespal.report import as_json
from rulespal.report.outcome import Clears, Outcome, outcome
from rulespal.text.diagnostic import Diagnostic, Rejected
from rulespal.text.span import Span

Show = Literal["json", "text"]


class Result(NamedTuple):
    """What was found in a part (which comes without its bytes), and what stopped the reading of it."""

    part: Part
    digest: bytes
    games: list[Outcome]
    wrong: NotRead | None = None


class Judge(Protocol):
    """Judges records; its methods may raise Rejected when a rulebook has errors."""

    form: Format | None

    def judge(self, record: Record, *, brief: bool = False) -> GameReport: ...

    def clears(self, record: Record, report: GameReport) -> Iterable[Clears]: ...

    def status(self, report: GameReport) -> int: ...

    def book(self, record: Record) -> Rulebook | None: ...


@dataclass(frozen=True, slots=True)
class Work:
    """How parts are judged, and how their games are shown."""

    judge: Judge
    limits: Limits
    show: Show
    keep: bool = False  # records go with their outcomes, where a report may show them

    def part(self, part: Part) -> Result:
        """All games of a part, as far as it can be read; and what stopped the reading."""
        done: list[Outcome] = []
        wrong = None
        try:
            for record in records(part, self.judge.form):
                done.append(self.game(record))
        except NotRead as stopped:
            wrong = stopped
        return Result(part._replace(data=b""), part.digest, done, wrong)

    def nth(self, part: Part, n: int) -> Outcome | None:
        """Only one game of a part (from 0), None if it has no such game."""
        record = next(islice(readable(part, self.judge.form), n, None), None)
        return self.game(record) if record else None

    def game(self, record: Record) -> Outcome:
        """One game, judged if its limits allow it."""
        events = sum(line.kind is Kind.EVENT for line in record.lines)
        if events > self.limits.events:
            text = f"The game has {events:,} events, and {self.limits.events:,} are allowed."
            return self.given_up(record, "E-LIMIT", text, "`--max-events N` allows more.")
        begun = time.perf_counter()
        try:
            with within(self.limits.seconds):
                done = self._judged(record)
        except TooLong:
            text = f"Judging the game took more than {self.limits.seconds:g} seconds."
            done = self.given_up(record, "E-LIMIT", text, "`--max-seconds S` allows more.")
        except Rejected as broken:
            done = Outcome(record.file, record.line, record.name, record.rulebook, None, 2, refusal=broken.diagnostics)
        except (RecursionError, MemoryError, ArithmeticError, LookupError, TypeError, ValueError, AttributeError,
                AssertionError) as mistake:  # fmt: skip
            done = self.given_up(record, "E-FAULT", f"RulesPal has a fault: {_told(mistake)}.", "Please report it.")
        if self.keep and not any(problem.cause.code in ("E-LIMIT", "E-FAULT") for problem in done.problems):
            done.record = record
        done.seconds, done.coverage = time.perf_counter() - begun, record.coverage
        return done

    def given_up(self, record: Record, code: str, message: str, hint: str) -> Outcome:
        """A game that is not judged, and why."""
        found = [*record.diagnostics, Diagnostic(code, message, Span(record.file, record.line), hint)]
        report = GameReport(record.file, record.name, record.rulebook, record.line, "unreadable", diagnostics=found)
        return self._made(record, report, ())

    def _judged(self, record: Record) -> Outcome:
        report = self.judge.judge(record, brief=True)
        return self._made(record, report, self.judge.clears(record, report))

    def _made(self, record: Record, report: GameReport, clears: Iterable[Clears]) -> Outcome:
        done = outcome(report, self.judge.status(report), clears)
        book = self.judge.book(record) if report.events or report.verdict != "unreadable" else None
        done.edition = book.hash if book else ""
        if self.show == "json":
            done.shown = json.dumps(as_json.game(report, brief=True), ensure_ascii=False)
        elif report.verdict not in IN_ORDER:
            done.shown = _without_what_is_in_order(report)
        return done


def readable(part: Part, form: Format | None) -> Iterator[Record]:
    """The games of a part, as far as it can be read."""
    try:
        yield from records(part, form)
    except NotRead:
        return


def _without_what_is_in_order(report: GameReport) -> GameReport:
    """As much of a report as its text needs: it goes from process to process."""
    report.events = [event for event in report.events if event.status != "legal"]
    report.checks = [check for check in report.checks if check.status != "holds"]
    report.final = []
    return report


def _told(mistake: Exception) -> str:
    """A mistake of the program with the place in it where it happened."""
    trace = mistake.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f" ({trace.tb_frame.f_code.co_name}, line {trace.tb_lineno})" if trace else ""
    return f"{type(mistake).__name__}: {mistake}{where}"[:200]
