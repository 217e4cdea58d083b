"""What is kept of a judged game when there are many: the verdict, what was wrong and why, what would clear it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rulespal.records.record import Coverage, Record
from rulespal.records.verdict import EventReport, GameReport, Verdict
from rulespal.report.told import Told
from rulespal.text.codes import CODES
from rulespal.text.diagnostic import Diagnostic

Clears = tuple[str, str]  # a reading, and the option under which a game has no fault


class Cause(NamedTuple):
    """What was wrong: the code, and for a refused event the rule that refuses it."""

    code: str
    book: str = ""
    rule: str = ""
    section: str = ""
    printed: str = ""


class Problem(NamedTuple):
    """An error or warning of a game. What only follows from another one (`consequence_of` an event) is no cause."""

    cause: Cause
    line: int
    column: int
    message: str
    hint: str = ""
    consequence_of: int | None = None


@dataclass(slots=True)
class Outcome:
    """A judged game. `verdict` is None where its rulebook has errors, which `refusal` tells."""

    file: str
    line: int
    game: str | None
    book: str | None
    verdict: Verdict | None
    status: int  # the exit status that it stands for
    edition: str = ""  # the hash of the rulebook that it was judged by
    claims: int = 0
    events: int = 0
    seconds: float = 0.0
    problems: list[Problem] = field(default_factory=list)
    clears: list[Clears] = field(default_factory=list)
    coverage: Coverage | None = None
    refusal: list[Diagnostic] = field(default_factory=list)
    shown: Any = None  # what is printed of it
    record: Record | None = None  # only for a report that shows it


def outcome(report: GameReport, status: int, clears: Iterable[Clears] = ()) -> Outcome:
    """What is kept of a report."""
    return Outcome(
        report.file, report.line, report.game, report.book, report.verdict, status, claims=report.claims,
        events=len(report.events), problems=list(problems(report)), clears=list(clears),
    )  # fmt: skip


def problems(report: GameReport) -> Iterator[Problem]:
    """The errors and warnings of a game with their causes."""
    told = Told(report)
    for found in report.diagnostics:
        if CODES[found.code].severity == "note":
            continue
        subject, cause = told.subject(found), Cause(found.code)
        if isinstance(subject, EventReport) and subject.reasons:
            reason = subject.reasons[0]
            cause = Cause(found.code, report.book or "", reason.rule, reason.section, reason.printed)
        place = found.span
        yield Problem(cause, place.line, place.column, found.message, found.hint or "", told.consequence_of(found))
