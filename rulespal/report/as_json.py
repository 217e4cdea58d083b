"""Reports as JSON objects, in the shape that other programs rely on."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from rulespal.records.verdict import CheckReport, EventReport, GameReport
from rulespal.text.diagnostic import Diagnostic

SCHEMA = 1


def diagnostic(found: Diagnostic) -> dict[str, Any]:
    return {
        "file": found.span.file, "line": found.span.line, "column": found.span.column, "code": found.code,
        "severity": found.severity, "message": found.message, "hint": found.hint,
    }  # fmt: skip


def event(report: EventReport) -> dict[str, Any]:
    shown = asdict(report)
    for name in ("column", "comment", "mark", "doubtful"):
        shown.pop(name)
    for part in (*shown["reasons"], *shown["effects"]):
        part.pop("citation")
    return shown


def check(report: CheckReport) -> dict[str, Any]:
    shown = asdict(report)
    for name in ("column", "after"):
        shown.pop(name)
    return shown


def game(report: GameReport, *, brief: bool = False) -> dict[str, Any]:
    """A judged game. `brief` leaves out what is in order (legal events, checks that hold) and the final position."""
    events = [e for e in report.events if not brief or e.status != "legal"]
    checks = [c for c in report.checks if not brief or c.status != "holds"]
    result = asdict(report.result) if report.result else None
    if result:
        result.pop("column")
    shown = {
        "schema": SCHEMA, "file": report.file, "game": report.game, "book": report.book, "verdict": report.verdict,
        "readings": report.readings, "depends_on": report.depends_on, "under": [asdict(u) for u in report.under],
        "claims": report.claims, "events": [event(e) for e in events], "checks": [check(c) for c in checks],
        "result": result, "diagnostics": [diagnostic(d) for d in report.diagnostics],
    }  # fmt: skip
    return shown if brief else {**shown, "final": report.final}
