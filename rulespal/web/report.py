"""The report of a run as one page: what was wrong in how many games, and games to leaf through, event by event."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from rulespal.records.positions import Positions
from rulespal.records.verdict import FAULTS, CheckReport, EventReport, GameReport
from rulespal.report.as_text_game import why
from rulespal.report.summary import VERDICTS, Summary
from rulespal.report.told import Told
from rulespal.text.codes import CODES
from rulespal.text.diagnostic import Diagnostic
from rulespal.web.page import environment, part


@dataclass(frozen=True, slots=True)
class Note:
    """A line below an event: why it is refused, what came of it, what does not hold. `kind` is its style."""

    kind: str
    text: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """A moment of a game: the start (`n` 0), or an event; the facts after it, each with whether it is new."""

    n: int
    text: str
    line: int
    status: str
    notes: list[Note]
    facts: list[tuple[str, bool]]

    @property
    def wrong(self) -> bool:
        return self.status in FAULTS or self.status == "unread" or any(n.kind == "wrong" for n in self.notes)


@dataclass(frozen=True, slots=True)
class Game:
    """A game that can be leafed through."""

    title: str
    file: str
    line: int
    verdict: str
    why: str
    players: str
    steps: list[Step]


@dataclass(frozen=True, slots=True)
class Row:
    """A cause in the table of a run; `game` is the number of a game on the page that shows it, 0 for none."""

    code: str
    text: str
    times: int
    games: int
    first: str
    clears: str
    game: int


def page(found: Sequence[tuple[GameReport, Positions]], whole: Summary, title: str) -> str:
    """The page. `found`: games to leaf through; `whole`: all that were judged."""
    games = [game(report, after) for report, after in found]
    not_in_order = sum(whole.verdicts[verdict] for verdict in VERDICTS[2:])
    return environment().get_template("report.html.jinja").render(
        title=title, games=games, rows=list(_rows(whole, games)), total=whole.games, files=whole.files,
        verdicts=[(verdict, whole.verdicts[verdict]) for verdict in VERDICTS if whole.verdicts[verdict]],
        clears=[(book, reading, option, number, whole.faulty) for (book, reading, option), number in whole.clears()],
        not_read=whole.not_read, editions=sorted(whole.editions.items()), more=max(0, not_in_order - len(games)),
        style=Markup(part("page.css") + part("report.css")), script=Markup(part("report.js")),
    )  # fmt: skip


def _rows(whole: Summary, games: Sequence[Game]) -> Iterator[Row]:
    shown = {(game.file, game.title): place for place, game in enumerate(games, 1)}
    for cause, times in whole.most_frequent():
        text = f"{cause.printed} ({cause.book}: {cause.rule})" if cause.printed else CODES[cause.code].title.rstrip(".")
        clears = [f"{n} of {times.games} under {r}: {o}" for (r, o), n in times.cleared.most_common(3)]
        place = shown.get((times.file, times.game or times.file), 0)
        first = f"{times.file}:{times.line}"
        yield Row(cause.code, text, times.times, times.games, first, "; ".join(clears), place)


def game(report: GameReport, after: Positions) -> Game:
    """A judged game with the position after each of its events."""
    steps = [Step(0, "The start", report.line, "legal", list(_loose(report, 0)), _facts(after, 0))]
    for event in report.events:
        text = f"{event.text} {event.mark}".rstrip() + (f" “{event.comment}”" if event.comment else "")
        notes = [*_implied(event), *_of_event(event), *_of_checks(report, event.n), *_loose(report, event.n)]
        status = "taken back" if event.taken_back else event.status
        steps.append(Step(event.n, text, event.line, status, notes, _facts(after, event.n)))
    players = ", ".join(report.players)
    name = report.game or report.file
    return Game(name, report.file, report.line, report.verdict, why(report), players, steps)


def _facts(after: Positions, n: int) -> list[tuple[str, bool]]:
    """What is so after an event; new is what was not so after the one before."""
    before = set(after.get(n - 1, ())) if n else None
    return [(fact, before is not None and fact not in before) for fact in after.get(n, ())]


def _implied(event: EventReport) -> Iterator[Note]:
    yield from (Note("soft", f"{move}, not written down") for move in event.implied)


def _of_event(event: EventReport) -> Iterator[Note]:
    kind = "wrong" if event.status in FAULTS else "open"
    for place, reason in enumerate(event.reasons):
        yield Note(kind if place == 0 else "soft", reason.text, reason.printed)
    if event.consequence_of is not None:
        yield Note("soft", f"consequence of event {event.consequence_of}: right, if that had counted")
    for effect in event.effects:
        yield Note("effect", ("penalty: " if event.status == "illegal" else "") + effect.text)
    if event.alternatives:
        yield Note("instead", "allowed instead: " + "; ".join(event.alternatives))


def _of_checks(report: GameReport, n: int) -> Iterator[Note]:
    refused = any(event.n == n and event.status in ("illegal", "unread") for event in report.events)
    yield from (_check(check, refused) for check in report.checks if check.after == n and check.status != "holds")


def _check(check: CheckReport, refused: bool) -> Note:
    """A check that does not hold, or that nobody can judge: `refused`, the event before it does not count."""
    written = f"-> {check.text}" if check.kind == "effect" else f"{{{check.text}}}"
    if check.status == "unknown":
        counts = check.kind != "effect" or not refused
        return Note(
            "open", f"{written}: " + ("nobody can check it" if counts else "not judged, the event does not count")
        )
    return Note("wrong", f"{written}: does not hold. Found: {check.found or 'nothing of the kind'}", check.code or "")


def _loose(report: GameReport, n: int) -> Iterator[Note]:
    """Problems that no event or check tells, with the event that they stand behind."""
    told = Told(report)
    lines = [event.line for event in report.events]
    for found in report.diagnostics:
        if told.subject(found) is None and sum(line <= found.span.line for line in lines) == n:
            yield _problem(found)


def _problem(found: Diagnostic) -> Note:
    kind = "wrong" if found.severity == "error" else "open"
    return Note(
        kind, found.message + (f" ({found.hint})" if found.hint else ""), f"line {found.span.line}, {found.code}"
    )
