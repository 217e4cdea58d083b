"""What may be done, and what random games came to, as text."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from rulespal.model.rules import Rulebook, spoken
from rulespal.records.legal import LegalReport
from rulespal.report.as_text import STYLES, Shown, line, paragraph
from rulespal.report.statistics import Statistics
from rulespal.report.words import EXAMPLE_BOX, counted, joined


def legal(report: LegalReport, book: Rulebook | None) -> Iterator[Shown]:
    """Where the game stands, who may do what in short, and the moves in words."""
    title = book.title if book else report.book or "No rulebook"
    after = f"after event {report.after}" if report.after else "before the first event"
    yield line(f"{title}{f' · {report.game}' if report.game else ''}, {after}", "bold")
    for found in report.diagnostics:
        if found.severity == "error":
            yield paragraph("✗ ", f"{found.message}  (line {found.span.line}, {found.code})", STYLES["error"])
    if report.stage:
        yield paragraph("", report.stage)
    yield from _who_may(report)
    if not report.stage and not report.may:
        yield paragraph("", "Too little is known of the position to say what may be done.", "yellow")
    yield from _moves(report)


def _who_may(report: LegalReport) -> Iterator[Shown]:
    """Who may do what in short, and what of it lapses when somebody goes on."""
    for place, who in enumerate(report.may):
        yield paragraph("now may act: " if place == 0 else f"{'':<13}", who)
    for window in report.windows:
        others = f", or {joined(window.goes_on, 'or')} goes on" if window.goes_on else ""
        yield paragraph("", f"only until {window.until}{others}: {'; '.join(window.lapses)}", "cyan")


def _moves(report: LegalReport) -> Iterator[Shown]:
    """The moves in words, and where they are written."""
    if report.moves:
        yield Text()
    for move in report.moves:
        yield paragraph("  ", move, "green")
    if report.more:
        yield paragraph("  ", f"… and {report.more:,} more")
    if report.larger:
        yield paragraph("  ", f"… and {counted(report.larger, 'larger set')} of cards that hold one of these")
    if report.places:
        yield Text()
    by_place: dict[str, list[str]] = {}
    for place in report.places:
        by_place.setdefault(place.printed, []).append(place.says)
    for printed, says in by_place.items():
        yield paragraph("  ", f"{'; '.join(says)}: {printed}", "dim")


def statistics(stats: Statistics, book: Rulebook) -> Iterator[Shown]:
    """What the games came to."""
    players = counted(stats.players, "player")
    last = stats.seed + stats.games - 1
    seeds = f"seed {stats.seed}" if stats.games == 1 else f"seeds {stats.seed} to {last}"
    yield line(f"{book.title}: {counted(stats.games, 'random game')} of {players} ({seeds})", "bold")
    if book.has_example:
        yield paragraph("  box         ", EXAMPLE_BOX)
    yield paragraph("  ended       ", f"{stats.ended:,} of {stats.games:,}")
    for why, times in stats.stopped.most_common():
        yield paragraph("  stopped     ", f"{times:,}: {why} (first with seed {stats.first_stopped[why]})", "red")
    if stats.moves:
        yield paragraph(
            "  moves       ", f"{min(stats.moves):,} to {max(stats.moves):,} a game, {stats.mean:,.1f} on average"
        )
    for place, (result, times) in enumerate(stats.outcomes()):
        share = f"{times:>6,}  {times / max(1, stats.games):>4.0%}  "
        yield paragraph(f"  {'results' if place == 0 else '':<10}{share}", result)
    for place, (name, (least, mean, most)) in enumerate(stats.ends().items()):
        yield paragraph(
            f"  {'at the end' if place == 0 else '':<12}", f"{name}: {least:,} to {most:,}, {mean:,.1f} on average"
        )
    yield from _readings(stats, book)
    for seed, what in stats.broken:
        yield paragraph("  ✗ broken    ", f"with seed {seed}: {what}", "bold red")
    if not stats.broken:
        yield paragraph("  invariants  ", "all held", "green")
    yield paragraph("  speed       ", f"{stats.speed:,} moves a second", "dim")


def _readings(stats: Statistics, book: Rulebook) -> Iterator[Shown]:
    """In how many games each reading came up: a move that was made looked at it."""
    names = [spoken(reading.name) for reading in book.readings]
    came = sorted((name for name in names if stats.readings[name]), key=lambda name: -stats.readings[name])
    if came:
        yield paragraph(
            "  readings    ", "games in which the moment, a requirement or an effect of a move turned to them"
        )
    for name in came:
        times = stats.readings[name]
        yield paragraph(f"{'':<12}{times:>6,}  {times / max(1, stats.games):>4.0%}  ", name)
    if never := [name for name in names if not stats.readings[name]]:
        yield paragraph(f"{'':<22}in none: " if came else "  readings    in no game: ", ", ".join(never))
