"""Many judged games as text: one block for each that is not in order, and the summary of all."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from rulespal.records.verdict import GameReport
from rulespal.report.as_text import STYLES, Shown, line, paragraph, table
from rulespal.report.as_text_game import why
from rulespal.report.outcome import Cause
from rulespal.report.summary import VERDICTS, Summary, Times
from rulespal.report.told import Told
from rulespal.report.words import counted
from rulespal.text.codes import CODES
from rulespal.text.diagnostic import Diagnostic

_MOST = 12


def game(report: GameReport) -> Iterator[Shown]:
    """A game that is not in order: its verdict, then everything that was found in it."""
    head = Text(report.verdict, f"bold {STYLES[report.verdict]}")
    head.append(f"  {report.game or report.file}", "bold")
    head.append(f" — {why(report)}")
    yield paragraph("", head)
    told = Told(report)
    for found in report.diagnostics:
        if found.severity != "note":
            yield from problem(found, told.consequence_of(found))


def problem(found: Diagnostic, consequence_of: int | None) -> Iterator[Shown]:
    place = line(f"  {found.span}  ")
    place.append(found.code, STYLES[found.severity])
    if consequence_of is not None:
        place.append(f"  (consequence of event {consequence_of})", "dim")
    yield place
    yield paragraph("    ", found.message)
    if found.hint and consequence_of is None:
        yield paragraph("    hint: ", found.hint, "", "cyan")


def summary(whole: Summary, seconds: float | None = None) -> Iterator[Shown]:
    """How many games came out how, what was wrong, and which readings would put many of them in order."""
    took = f" in {seconds:.1f} s" if seconds is not None else ""
    text = Text(f"{counted(whole.games, 'game')} in {counted(whole.files, 'file')}{took}: ", "bold")
    parts = [Text(f"{whole.verdicts[v]:,} {v}", STYLES[v]) for v in VERDICTS if whole.verdicts[v]]
    yield paragraph("", text + Text(", ").join(parts or [Text("nothing to judge")]))
    if whole.not_read:
        more = f" and {whole.not_read_more:,} more" if whole.not_read_more else ""
        yield paragraph("", f"Not read at all: {', '.join(whole.not_read)}{more}", "red")
    if whole.not_judged:
        yield paragraph("", f"{counted(whole.not_judged, 'game')} not judged: the rulebook has errors", "red")
    if (read := whole.coverage) is not None:
        yield paragraph(
            "", f"Lines of the logs: {read.matched:,} used, {read.ignored:,} passed over, {read.unknown:,} unknown"
        )
    if whole.causes:
        yield Text()
        yield from _causes(whole)
    if whole.cleared:
        yield Text()
        yield from _clears(whole)


def _causes(whole: Summary) -> Iterator[Shown]:
    found = whole.most_frequent()
    rows = [("times", "games", "code", "what was wrong")]
    rows += [(f"{t.times:,}", f"{t.games:,}", c.code, _told(c)) for c, t in found[:_MOST]]
    yield from table(rows, below=["", *(_below(times, several=len(found) > 1) for _, times in found[:_MOST])])
    if len(found) > _MOST:
        yield paragraph("", f"and {counted(len(found) - _MOST, 'more cause')} (all of them with --json)")


def _below(times: Times, *, several: bool) -> str:
    """Where a cause was met first and, if there are others, which reading would clear most of its games."""
    first = f"first: {times.file}:{times.line}"
    if not several or not times.cleared:
        return first
    ((reading, option), games), *_ = times.cleared.most_common(1)
    return f"{first}\n{_legal_under(games, times.games, reading, option)}"


def _legal_under(games: int, of: int, reading: str, option: str) -> str:
    return f"{games:,} of {of:,} {'is' if games == 1 else 'are'} legal under {reading}: {option}"


def _told(cause: Cause) -> str:
    return f"{cause.printed} ({cause.book}: {cause.rule})" if cause.printed else CODES[cause.code].title.rstrip(".")


def _clears(whole: Summary) -> Iterator[Shown]:
    yield line("A table that reads a rule otherwise would find no fault in some of them:", "bold")
    for (book, reading, option), games in whole.clears()[:_MOST]:
        yield paragraph("  ", f"{_legal_under(games, whole.faulty, reading, option)} ({book})")
