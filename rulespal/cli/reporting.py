"""`--report FILE.html`: the report of a run as a page, for `replay` and `validate`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rulespal.cli.judging import Judging
from rulespal.cli.refusals import Refusal
from rulespal.records.record import Record
from rulespal.records.verdict import GameReport
from rulespal.report.summary import Summary
from rulespal.text.files import write_whole


def report_file(path: str | None) -> Path | None:
    """The file to write, before anything is judged. Raises Refusal where it cannot be written."""
    if path is None:
        return None
    target = Path(path)
    if target.is_dir() or not target.parent.is_dir():
        what = f"{target} is a folder" if target.is_dir() else f"there is no folder {target.parent}"
        raise Refusal(f"{what}.", "Give another path to `--report`.")
    return target


def write_report(
    target: Path, judged: Sequence[tuple[Record, GameReport]], whole: Summary, title: str, judging: Judging
) -> None:
    """Writes the page, whole or not at all. `judged`: the games to leaf through. Raises Refusal."""
    from rulespal.records.positions import positions
    from rulespal.web.report import page

    found = []
    for record, report in judged:
        chosen = judging.choices.get(record.rulebook or "", {})
        found.append((report, positions(record, judging.shelf.find, chosen, judging.language)))
    try:
        write_whole(target, page(found, whole, title))
    except OSError as error:
        raise Refusal(f"{target} cannot be written: {error.strerror}.", "Give another path to `--report`.") from error
