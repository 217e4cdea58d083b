"""Reports as JSON objects, in the shape that other programs rely on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from rulespal.model.rules import Reading, Rulebook, spoken
from rulespal.play.reply import Reply
from rulespal.play.simulate import Playout
from rulespal.questions.query import Answer, Case
from rulespal.records.legal import LegalReport
from rulespal.records.verdict import CheckReport, EventReport, GameReport
from rulespal.report.schema import SCHEMA
from rulespal.report.statistics import Statistics
from rulespal.report.summary import VERDICTS, Summary
from rulespal.report.words import sentence
from rulespal.text.codes import CODES
from rulespal.text.diagnostic import Diagnostic
from rulespal.text.explanations import EXPLANATIONS
from rulespal.text.formatted import Formatted

if TYPE_CHECKING:
    from rulespal.checks.progress import Progress


def diagnostic(found: Diagnostic) -> dict[str, Any]:
    return {
        "file": found.span.file, "line": found.span.line, "column": found.span.column, "code": found.code,
        "severity": found.severity, "message": found.message, "hint": found.hint,
    }  # fmt: skip


# ---- judged games ----------------------------------------------------------------------------------------------------


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


def summary(whole: Summary) -> dict[str, Any]:
    """The last line of many judged games. `of` is the number of games that have a fault."""
    faults = [
        {
            "code": cause.code, "title": CODES[cause.code].title, "book": cause.book or None,
            "rule": cause.rule or None, "section": cause.section or None, "printed": cause.printed or None,
            "times": found.times, "games": found.games,
            "first": {"file": found.file, "line": found.line, "game": found.game},
            "clears": [
                {"reading": reading, "option": option, "games": games}
                for (reading, option), games in found.cleared.most_common()
            ],
        }
        for cause, found in whole.most_frequent()
    ]  # fmt: skip
    clears = [
        {"book": book, "reading": reading, "option": option, "games": games, "of": whole.faulty}
        for (book, reading, option), games in whole.clears()
    ]
    return {
        "schema": SCHEMA,
        "summary": {
            "games": whole.games, "files": whole.files, "not_read": whole.not_read,
            "not_read_more": whole.not_read_more, "not_judged": whole.not_judged, "rulebooks": whole.editions,
            "coverage": whole.coverage._asdict() if whole.coverage else None,
            "verdicts": {verdict: whole.verdicts[verdict] for verdict in VERDICTS},
            "faults": faults, "clears": clears,
        },
    }  # fmt: skip


def legal(report: LegalReport) -> dict[str, Any]:
    """What may be done where a record stands."""
    shown = {**asdict(report), "diagnostics": [diagnostic(d) for d in report.diagnostics]}
    return {"schema": SCHEMA, **shown}


def why_not(report: EventReport, file: str, game: str | None, book: str | None, after: int) -> dict[str, Any]:
    """An event judged after event `after` of a record."""
    return {"schema": SCHEMA, "file": file, "game": game, "book": book, "after": after, "event": event(report)}


def reply(said: Reply, record: str) -> dict[str, Any]:
    """What a referee says to a line."""
    now = said.now
    return {
        "schema": SCHEMA, "record": record, "kind": said.kind, "events": [event(e) for e in said.events],
        "checks": [check(c) for c in said.checks], "told": said.told, "private_to": said.private_to,
        "problems": [diagnostic(d) for d in said.problems], "settled": [event(e) for e in said.settled],
        "legal": {"may": said.legal.may, "moves": said.legal.moves, "more": said.legal.more, "larger": said.legal.larger}
        if said.legal is not None else None,
        "now": {
            "stage": now.stage, "waits_for": now.waits_for, "besides": list(now.besides), "over": now.over,
            "unnamed": list(now.unnamed),
        } if now is not None else None,
    }  # fmt: skip


# ---- rulebooks -------------------------------------------------------------------------------------------------------


def finding(found: Diagnostic, name: str) -> dict[str, Any]:
    """A line of `check`: a diagnostic, the rulebook, and other places that explain it."""
    related = [
        {"file": r.span.file, "line": r.span.line, "column": r.span.column, "message": r.message} for r in found.related
    ]
    return {"schema": SCHEMA, "book": name, **diagnostic(found), "related": related}


def check_summary(found: Mapping[str, Sequence[Diagnostic]], how_far: Mapping[str, Progress]) -> dict[str, Any]:
    """The last line of `check`: rulebook names to what was found in each, and to how far each has come."""
    everything = [d for one in found.values() for d in one]
    kinds = {kind: sum(d.severity == kind for d in everything) for kind in ("error", "warning", "note")}
    by_code = {code: n for code in CODES if (n := sum(d.code == code for d in everything))}
    return {
        "schema": SCHEMA,
        "summary": {
            "books": len(found), "clean": [name for name, one in found.items() if not one],
            "errors": kinds["error"], "warnings": kinds["warning"], "notes": kinds["note"], "codes": by_code,
            "progress": {name: progress(one) for name, one in how_far.items()},
        },
    }  # fmt: skip


def progress(how_far: Progress) -> dict[str, Any]:
    """How far a rulebook has come; `left` are the lines of the paragraphs that no rule encodes."""
    return {
        "level": how_far.level, "paragraphs": how_far.paragraphs, "run": how_far.run, "marked": how_far.marked,
        "left": [paragraph.span.line for paragraph in how_far.left],
    }  # fmt: skip


def started(name: str, file: str) -> dict[str, Any]:
    """A new rulebook."""
    return {"schema": SCHEMA, "book": name, "file": file}


def tried(
    name: str, found: Sequence[Diagnostic], how_far: Progress, game: Playout | None
) -> dict[str, Any]:  # fmt: skip
    """A rulebook that is being written, with a random game of it."""
    played = None
    if game is not None:
        played = {
            "players": game.players, "seed": game.seed, "moves": game.moves, "result": game.result,
            "stopped": game.stopped, "broken": game.broken,
        }  # fmt: skip
    return {
        "schema": SCHEMA, "book": name, "diagnostics": [diagnostic(d) for d in found], "progress": progress(how_far),
        "random_game": played,
    }  # fmt: skip


def formatted(shown: Formatted, name: str) -> dict[str, Any]:
    """A line of `format`: a file, whether its canonical form is another one, and what stands in the way."""
    return {
        "schema": SCHEMA, "name": name, "file": str(shown.file), "changed": shown.changed, "first": shown.first,
        "diagnostics": [diagnostic(d) for d in shown.found],
    }  # fmt: skip


def readings(
    book: Rulebook, chosen: Mapping[str, str], table: str | None, language: str | None = None
) -> dict[str, Any]:
    """The readings of a rulebook. `chosen`: reading (written with `-`) to option; `table`: the file that says so."""
    return {
        "schema": SCHEMA, "book": book.name, "table": table,
        "readings": [_reading(book, reading, chosen, language) for reading in book.readings],
    }  # fmt: skip


def _reading(book: Rulebook, reading: Reading, chosen: Mapping[str, str], language: str | None) -> dict[str, Any]:
    name, where = spoken(reading.name), book.citations[reading.citation]
    return {
        "name": name, "grade": reading.grade, "question": sentence(reading.asks, language),
        "options": [{"name": spoken(o.name), "text": sentence(o.says, language)} for o in reading.options],
        "default": spoken(reading.options[0].name), "chosen": chosen.get(name),
        "because": sentence(reading.because, language), "source": sentence(reading.source, language),
        "section": where.section, "printed": where.printed,
    }  # fmt: skip


def answer(found: Answer) -> dict[str, Any]:
    """The answer to a question."""
    return {
        "schema": SCHEMA, "book": found.book, "question": found.question, "understood": found.understood,
        "status": found.status, "assumed": found.assumed, "cases": [_case(case) for case in found.cases],
        "unless": [{"text": u.text, "readings": dict(u.readings)} for u in found.unless], "customs": found.customs,
        "see_also": [asdict(near) for near in found.see_also], "problem": found.problem, "words": found.words,
        "nearest": found.nearest, "offers": [asdict(offer) for offer in found.offers],
        "scenario": found.scenario.as_json if found.scenario else None,
        "scenario_text": found.scenario.text if found.scenario else None,
    }  # fmt: skip


def _case(case: Case) -> dict[str, Any]:
    return {
        "when": list(case.when), "readings": case.readings, "answer": case.answer, "verdict": case.verdict,
        "value": case.value,
        "payments": [{"from": p.payer, "to": p.payee, "amount": p.amount, "unit": p.unit} for p in case.payments],
        "effects": case.effects,
        "citations": [{"section": c.section, "printed": c.printed, "text": c.text} for c in case.citations],
        "because": case.because,
    }  # fmt: skip


def statistics(stats: Statistics, book: Rulebook) -> dict[str, Any]:
    """What random games of a rulebook came to."""
    moves = {"min": min(stats.moves), "mean": round(stats.mean, 2), "max": max(stats.moves)} if stats.moves else None
    return {
        "schema": SCHEMA, "book": stats.book, "players": stats.players, "seed": stats.seed, "games": stats.games,
        "example": book.has_example,
        "ended": stats.ended, "moves": moves, "results": dict(stats.outcomes()),
        "at_end": {n: {"min": a, "mean": round(b, 2), "max": c} for n, (a, b, c) in stats.ends().items()},
        "stopped": dict(stats.stopped.most_common()), "gaps": dict(stats.gaps.most_common()),
        "readings": {spoken(reading.name): stats.readings[spoken(reading.name)] for reading in book.readings},
        "broken": [{"seed": seed, "invariant": what} for seed, what in stats.broken],
        "moves_per_second": stats.speed,
    }  # fmt: skip


def explanation(code: str) -> dict[str, Any]:
    """What a code means."""
    about, more = CODES[code], EXPLANATIONS[code]
    return {
        "schema": SCHEMA, "code": code, "severity": about.severity, "title": about.title, "text": more.text,
        "example": more.example, "way_out": more.way_out,
    }  # fmt: skip
