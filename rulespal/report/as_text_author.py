"""What authors of rulebooks are shown: how far a rulebook has come, files in canonical form, a rulebook being written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rich.text import Text

from rulespal.checks.progress import Progress
from rulespal.checks.uncited import beginning
from rulespal.play.simulate import Playout
from rulespal.report.as_text import STYLES, Shown, Sources, findings, line, paragraph, tally
from rulespal.report.words import counted
from rulespal.text.diagnostic import Diagnostic
from rulespal.text.formatted import Formatted

MOST_LINES = 10  # of what is told on every save
_LISTED = 8  # paragraphs that no rule encodes
_MOVES = 3  # last moves of a random game
_USES = {
    "prose": "it can be read and searched; next come cards and terms",
    "cards": "cards and terms can be looked up too; next come rulings, and readings of doubtful places",
    "rulings": "questions can be answered and readings agreed on; next come moves",
    "rules": "games can be judged, refereed and simulated",
}
_NUMBERED = re.compile(r"\d+\. ")


def check(
    name: str, found: Sequence[Diagnostic], how_far: Progress, sources: Sources, width: int
) -> Iterator[Shown]:  # fmt: skip
    """What was found in one rulebook, in the order of its lines, and how far it has come."""
    wrong = [one for one in found if one.severity != "note"]
    yield _head(name, wrong)
    if wrong:
        yield Text()
        yield from findings(wrong, sources, width)
    if any(one.severity == "error" for one in wrong):
        return
    yield paragraph("  ", f"{how_far.level}: {_USES[how_far.level]}")
    yield paragraph("  ", run(how_far), "" if how_far.left else "green")
    if how_far.level != "prose":
        for left in how_far.left[:_LISTED]:
            yield paragraph(f"    line {left.span.line}: ", beginning(left.text), "dim")
        if len(how_far.left) > _LISTED:
            yield paragraph("    ", f"… and {counted(len(how_far.left) - _LISTED, 'paragraph')} more", "dim")


def _head(name: str, found: Sequence[Diagnostic]) -> Text:
    head = Text(f"{name}: ", "bold")
    worst = next((d.severity for d in found if d.severity == "error"), found[0].severity if found else None)
    head.append(tally(found), STYLES[worst] if worst else "green")
    return head


def run(how_far: Progress) -> str:
    """`4 of 12 paragraphs run; 3 more are marked as not executable`."""
    if how_far.level == "prose":
        return f"{counted(how_far.paragraphs, 'paragraph')} of prose"
    number = "all" if not how_far.left and how_far.run > 1 else f"{how_far.run:,} of"
    others = f"{how_far.marked:,} more {'is' if how_far.marked == 1 else 'are'}"
    marked = f"; {others} marked as not executable" if how_far.marked else ""
    return f"{number} {counted(how_far.paragraphs, 'paragraph')} {'run' if how_far.paragraphs != 1 else 'runs'}{marked}"


# ---- new, format -----------------------------------------------------------------------------------------------------


def started(name: str, file: str) -> Iterator[Shown]:
    """A new rulebook, and what can be done with it."""
    yield line(f"{file} is a whole small game; change it bit by bit into yours.", "green")
    yield paragraph(f"  rulespal watch {name}     ", "checks it on every save, and plays a random game")
    yield paragraph(f"  rulespal simulate {name}  ", "plays a hundred of them")


def formatted(name: str, shown: Formatted, check: bool, width: int) -> Iterator[Shown]:
    """What became of a file that is put into its canonical form; `check`: of one that would be."""
    if shown.found:
        yield _head(name, shown.found)
        yield Text()
        yield from findings(shown.found, {str(shown.file): shown.before.splitlines()}, width)
    elif not shown.changed:
        yield line(f"{name}: as it should be")
    elif check:
        yield line(f"{name}: would be changed, first in line {shown.first}", "yellow")
    else:
        yield line(f"{name}: changed, first in line {shown.first}", "green")


# ---- watch -----------------------------------------------------------------------------------------------------------


def tried(
    name: str, when: str, found: Sequence[Diagnostic], how_far: Progress, game: Playout | None
) -> list[Shown]:  # fmt: skip
    """A rulebook as it was saved: what is wrong, how far it is, how a random game went.

    Ten lines at most, to be cut where they are too long.
    """
    wrong = [one for one in found if one.severity != "note"]
    head = Text(f"{when}  ", "dim")
    head.append_text(_head(name, wrong))
    broken = any(one.severity == "error" for one in wrong)
    tail = [*([] if broken else [line(f"  {how_far.level}: {run(how_far)}")]), *_played(game)]
    room = MOST_LINES - 1 - len(tail)
    shown = wrong if len(wrong) <= room else wrong[: room - 1]
    problems = [_in_a_line(one) for one in shown]
    if len(shown) < len(wrong):
        problems.append(line(f"  … and {len(wrong) - len(shown)} more: `rulespal check {name}`", "dim"))
    return [head, *problems, *tail]


def _in_a_line(found: Diagnostic) -> Text:
    text = Text(f"  {found.span.line}:{found.span.column} ")
    text.append(found.code, STYLES[found.severity])
    return text.append(f" {found.message}" + (f" {found.hint}" if found.hint else ""))


def _played(game: Playout | None) -> list[Shown]:
    if game is None:
        return []
    end = game.stopped or game.result or "it is over"
    head = (
        f"  a random game of {counted(game.players, 'player')} (seed {game.seed}): {counted(game.moves, 'move')}; {end}"
    )
    moves = [text for text in game.record.splitlines() if _NUMBERED.match(text)]
    return [Text(head, "red" if game.stopped else "green"), *(Text(f"    {text}", "dim") for text in moves[-_MOVES:])]
