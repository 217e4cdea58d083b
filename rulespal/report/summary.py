"""What many judged games come to: the verdicts, what was wrong by cause, which readings would clear many."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import get_args

from rulespal.records.record import Coverage
from rulespal.records.verdict import FAULTY, Verdict
from rulespal.report.outcome import Cause, Clears, Outcome

VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
MOST_NOT_READ = 100  # files that are named; the others are counted


@dataclass(slots=True)
class Times:
    """How often a cause was met, in how many games, where first, and in how many of them a reading leaves no fault."""

    file: str
    line: int
    game: str | None
    times: int = 0
    games: int = 0
    cleared: Counter[Clears] = field(default_factory=Counter)


@dataclass(slots=True)
class Summary:
    """Fills up game by game. `not_judged`: games of broken rulebooks; `coverage`: of what importers have read."""

    files: int = 0
    not_read: list[str] = field(default_factory=list)
    not_read_more: int = 0
    not_judged: int = 0
    verdicts: Counter[Verdict] = field(default_factory=Counter)
    causes: dict[Cause, Times] = field(default_factory=dict)
    cleared: Counter[tuple[str, str, str]] = field(default_factory=Counter)  # rulebook, reading, option
    coverage: Coverage | None = None
    editions: dict[str, str] = field(default_factory=dict)  # rulebook: its hash

    @property
    def games(self) -> int:
        return self.verdicts.total()

    @property
    def faulty(self) -> int:
        """Games that can be read and have a fault."""
        return sum(self.verdicts[v] for v in FAULTY)

    def add(self, one: Outcome) -> None:
        """Counts a game."""
        if one.verdict is None:
            self.not_judged += 1
            return
        self.verdicts[one.verdict] += 1
        if one.book and one.edition:
            self.editions[one.book] = one.edition
        if one.coverage is not None:
            self.coverage = Coverage(*map(sum, zip(self.coverage or Coverage(), one.coverage, strict=True)))
        self.cleared.update((one.book or "", reading, option) for reading, option in one.clears)
        met: set[Cause] = set()
        for problem in one.problems:
            if problem.consequence_of is None:
                times = self.causes.setdefault(problem.cause, Times(one.file, problem.line, one.game))
                times.times += 1
                if problem.cause not in met:
                    times.games += 1
                    times.cleared.update(one.clears)
                met.add(problem.cause)

    def cannot_read(self, file: str) -> None:
        if len(self.not_read) < MOST_NOT_READ:
            self.not_read.append(file)
        else:
            self.not_read_more += 1

    def most_frequent(self) -> list[tuple[Cause, Times]]:
        """The causes, the most frequent first; then in the order in which they were met."""
        return sorted(self.causes.items(), key=lambda item: -item[1].times)

    def clears(self) -> list[tuple[tuple[str, str, str], int]]:
        return self.cleared.most_common()
