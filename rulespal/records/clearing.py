"""Readings under which a faulty game has no fault: what a table may have misread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from rulespal.model.rules import Rulebook, spoken
from rulespal.records.record import Record
from rulespal.records.verdict import FAULTY, IN_ORDER, GameReport

Judge = Callable[[Record, Mapping[str, str]], GameReport]  # without the analysis of readings
# So many faulty games are judged under every settled reading, then only under those that cleared one. A game with
# claims to settle takes so much longer that it counts for several.
_ENOUGH, _HARD = 20, 7


class Clearing:
    """Of many games, the readings that clear each faulty one. `judge` judges a game under options chosen by a table."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.tried = 0
        self.helpful: Counter[tuple[str, str, str]] = Counter()

    def of(
        self, record: Record, report: GameReport, book: Rulebook | None, chosen: Mapping[str, str]
    ) -> Iterator[tuple[str, str]]:
        """The readings, each with an option, under which alone a faulty game that was analysed has no fault."""
        if report.verdict not in FAULTY:
            return
        yield from ((under.reading, under.option) for under in report.under if under.verdict in IN_ORDER)
        if book is not None:
            self.tried += _HARD if any(event.doubtful for event in report.events) else 1
            yield from self._settled(record, book, chosen)

    def _settled(self, record: Record, book: Rulebook, chosen: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        """A verdict never depends on settled readings; that a table misread one explains many faults at once."""
        fixed = {*chosen, *(name for name, _, _ in record.readings)}
        for reading in book.readings:
            name = spoken(reading.name)
            if reading.grade != "settled" or name in fixed:
                continue
            for option in map(spoken, (option.name for option in reading.options[1:])):
                key = (book.name, name, option)
                if self.tried > _ENOUGH and not self.helpful[key]:
                    continue
                if self.judge(record, {**chosen, name: option}).verdict in IN_ORDER:
                    self.helpful[key] += 1
                    yield name, option
