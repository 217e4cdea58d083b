"""Judging records for `replay` and `validate`: which rulebooks, which readings, and what exit status a verdict has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulespal import library
from rulespal.cli.choices import Choices, Pair, TableFile
from rulespal.cli.rulebooks import Shelf
from rulespal.cli.sources import format_named
from rulespal.model.rules import Rulebook
from rulespal.records.clearing import Clearing
from rulespal.records.formats import Format
from rulespal.records.record import Record
from rulespal.records.verdict import GameReport, Verdict

STATUS: dict[Verdict, int] = {"legal": 0, "consistent": 0, "disputed": 3, "illegal": 1, "unreadable": 1}
_BADNESS = (0, 3, 1, 2)


def worst(statuses: Iterable[int]) -> int:
    """The exit status of several games."""
    return max(statuses, key=_BADNESS.index, default=0)


def status_of(report: GameReport, *, strict: bool = False) -> int:
    """The exit status of a judged game. `strict`: what rests on what nobody recorded is not enough."""
    if any(found.code == "R-RUN" for found in report.diagnostics):
        return 2  # the rulebook is at fault, not the record
    return 3 if strict and report.verdict == "consistent" else STATUS[report.verdict]


@dataclass
class Judging:
    """How games are judged: the rulebooks, the table's readings, whether other readings are looked at, the language."""

    shelf: Shelf
    choices: Choices
    depends: bool = True
    language: str | None = None
    form: Format | None = None  # of the records; None: recognised

    def __post_init__(self) -> None:
        self._clearing = Clearing(self._under)

    def __reduce__(self) -> tuple[Any, ...]:
        """Sent to another process it is made anew from what the user said."""
        form = self.form.name if self.form else None
        return _again, (self.shelf.folder, self.choices.flags, self.choices.file, self.depends, self.language, form)

    def judge(self, record: Record, *, brief: bool = False) -> GameReport:
        """Raises Rejected when the rulebook has errors, Refusal when a reading of the table does not exist."""
        chosen, find = self.choices.get(record.rulebook or "", {}), self.shelf.find
        return library.judge(
            record, chosen, find=find, depends=self.depends, brief=brief, language=self.language
        )  # fmt: skip

    def book(self, record: Record) -> Rulebook | None:
        return self.shelf.book(record.rulebook)

    def status(self, report: GameReport) -> int:
        """The exit status that a game stands for."""
        return status_of(report)

    def clears(self, record: Record, report: GameReport) -> Iterator[tuple[str, str]]:
        """The readings, each with an option, under which alone a faulty game has no fault."""
        if self.depends:
            chosen = self.choices.get(record.rulebook or "", {})
            yield from self._clearing.of(record, report, self.book(record), chosen)

    def _under(self, record: Record, chosen: Mapping[str, str]) -> GameReport:
        return library.judge(record, chosen, find=self.shelf.find, depends=False, brief=True)


def _again(
    folder: Path | None, flags: Sequence[Pair], file: TableFile | None, depends: bool, language: str | None,
    form: str | None,
) -> Judging:  # fmt: skip
    shelf = Shelf(folder)
    return Judging(shelf, Choices(flags, file, shelf), depends, language, format_named(form))
