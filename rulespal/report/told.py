"""Which event or check a diagnostic of a judged game speaks of: reports tell each problem once, and by its cause."""

from __future__ import annotations

from rulespal.records.verdict import CheckReport, EventReport, GameReport, ResultReport
from rulespal.text.diagnostic import Diagnostic

Subject = EventReport | CheckReport | ResultReport


class Told:
    """The problems of one game that its events, checks and result tell in full (of unread lines they do not)."""

    def __init__(self, report: GameReport) -> None:
        self._subjects: dict[tuple[int, int, str], Subject] = {}
        parts: list[Subject] = [*report.events, *report.checks, *([report.result] if report.result else [])]
        for part in parts:
            if part.code is not None and getattr(part, "status", None) != "unread":
                self._subjects[part.line, part.column, part.code] = part

    def subject(self, found: Diagnostic) -> Subject | None:
        """The event, check or result that a diagnostic repeats; None if it is told nowhere else."""
        return self._subjects.get((found.span.line, found.span.column, found.code))

    def consequence_of(self, found: Diagnostic) -> int | None:
        """The number of the refused event without which there would be no such problem."""
        return getattr(self.subject(found), "consequence_of", None)
