"""What may be done where a record stands, and why an event would not be legal there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from rulespal.engine.game import Offer, Position, Readings
from rulespal.engine.layout import STACK
from rulespal.records.judge import Judge
from rulespal.records.reasons import Reasons
from rulespal.records.record import Kind, Line, Record
from rulespal.records.replay import Finder, opened
from rulespal.records.verdict import EventReport
from rulespal.records.windows import Place, Window, places, windows
from rulespal.text.diagnostic import Diagnostic

SHOWN = 60


@dataclass(slots=True)
class LegalReport:
    """Who may do what after event `after`: `may` in short, `moves` as events in words, `more` that are not shown.

    `larger`: how many sets there are that hold a listed one and further cards. `windows`: what may
    be done only until somebody goes on; `places`: where the moves are written.
    """

    file: str
    game: str | None
    book: str | None
    after: int
    stage: str = ""
    may: list[str] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)
    more: int = 0
    larger: int = 0
    windows: list[Window] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)


def cut(record: Record, n: int | None) -> Record:
    """The record up to its n-th event and the lines that belong to it; all of it without a number."""
    if n is None:
        return record
    lines: list[Line] = []
    seen = 0
    for line in record.lines:
        if line.kind is Kind.EVENT or line.meant is Kind.EVENT:
            seen += 1
        if seen > n or (seen == n and line.kind in (Kind.TAKEBACK, Kind.HOLE, Kind.END, Kind.RESULT)):
            break
        lines.append(line)
    return replace(record, lines=lines)


def legal(record: Record, n: int | None, find: Finder, chosen: Mapping[str, str]) -> LegalReport:
    """What may be done after the n-th event (None: at the end) of a record."""
    judge, diagnostics = _judged(cut(record, n), find, chosen)
    report = LegalReport(record.file, record.name, record.rulebook, 0, diagnostics=diagnostics)
    if judge is None:
        return report
    report.after = len(judge.events)
    if judge.table.worlds is None:
        return report
    worlds, words = judge.table.worlds, judge.words
    offers = list_moves(report, words, worlds[0].position, judge.options)
    report.windows = list(windows(judge.left_out, words, worlds, judge.options, offers))
    report.places = places(words, offers)
    return report


def list_moves(
    report: LegalReport, words: Reasons, position: Position, options: Readings, seat: int | None = None
) -> list[Offer]:  # fmt: skip
    """Fills in what may be done in a position, by anybody or by one seat; gives all of it."""
    report.stage = words.stage(position) or ("" if position[STACK] else "the game is over")
    legal = words.legal(position, options)
    report.may = words.who_may(position, options, legal)
    offers = [offer for offer in legal if seat is None or offer.actor == seat]
    listed = words.listed(position, options, offers, seat)
    report.moves, report.more = listed[:SHOWN], max(0, len(listed) - SHOWN)
    report.larger = words.game.larger(position, options, offers)
    return legal


def why_not(record: Record, n: int | None, text: str, find: Finder, chosen: Mapping[str, str]) -> EventReport:
    """The event judged after the n-th event of a record: its status, with reasons and alternatives where it is not legal."""
    before = cut(record, n)
    last = before.lines[-1].line if before.lines else before.line
    asked = Line(Kind.EVENT, last, 1, text)
    lines = [line for line in before.lines if line.kind not in (Kind.END, Kind.RESULT)]
    judge, diagnostics = _judged(replace(before, lines=[*lines, asked]), find, chosen)
    if judge is None or not judge.events:
        found = EventReport(last, 0, text, status="unread", code="E-HEADER")
        found.alternatives = [d.message for d in diagnostics]
        return found
    return judge.events[-1]


def _judged(record: Record, find: Finder, chosen: Mapping[str, str]) -> tuple[Judge | None, list[Diagnostic]]:
    table, found = opened(record, find, chosen)
    if table is None:
        return None, found
    judge = Judge(table.game, table.speech, record, table.options).run()
    return judge, [*found, *judge.diagnostics]
