"""What many judged games come to: the verdicts, what was wrong by cause, which readings would clear many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import get_args

from rulespal.records.verdict import EventReport, GameReport, Verdict
from rulespal.report.told import Told
from rulespal.text.diagnostic import Diagnostic

VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
FAULTY: frozenset[Verdict] = frozenset({"illegal", "disputed"})


@dataclass(frozen=True, slots=True)
class Cause:
    """What was wrong: the code, and for a refused event the rule that refuses it."""

    code: str
    book: str = ""
    rule: str = ""
    section: str = ""
    printed: str = ""


@dataclass(slots=True)
class Times:
    """How often a cause was met, in how many games, and where first."""

    first: Diagnostic
    game: str | None
    times: int = 0
    games: int = 0


@dataclass(slots=True)
class Summary:
    """Fills up game by game. `not_read`: files that could not be read at all; `not_judged`: games of broken rulebooks."""

    files: int = 0
    not_read: list[str] = field(default_factory=list)
    not_judged: int = 0
    verdicts: Counter[Verdict] = field(default_factory=Counter)
    causes: dict[Cause, Times] = field(default_factory=dict)
    cleared: Counter[tuple[str, str, str]] = field(default_factory=Counter)  # rulebook, reading, option

    @property
    def games(self) -> int:
        return self.verdicts.total()

    @property
    def faulty(self) -> int:
        """Games that can be read and have a fault."""
        return sum(self.verdicts[v] for v in FAULTY)

    def add(self, report: GameReport, clears: Iterable[tuple[str, str]] = ()) -> None:
        """Counts a game. `clears`: readings with the option under which it has no fault."""
        self.verdicts[report.verdict] += 1
        self.cleared.update((report.book or "", reading, option) for reading, option in clears)
        met: set[Cause] = set()
        for found, cause in causes(report):
            times = self.causes.setdefault(cause, Times(found, report.game))
            times.times += 1
            times.games += cause not in met
            met.add(cause)

    def most_frequent(self) -> list[tuple[Cause, Times]]:
        """The causes, the most frequent first; then in the order in which they were met."""
        return sorted(self.causes.items(), key=lambda item: -item[1].times)

    def clears(self) -> list[tuple[tuple[str, str, str], int]]:
        return self.cleared.most_common()


def causes(report: GameReport) -> Iterable[tuple[Diagnostic, Cause]]:
    """The errors and warnings of a game with their causes; what only follows from another one has none."""
    told = Told(report)
    for found in report.diagnostics:
        subject = told.subject(found)
        if found.severity == "note" or told.consequence_of(found) is not None:
            continue
        if isinstance(subject, EventReport) and subject.reasons:
            reason = subject.reasons[0]
            yield found, Cause(found.code, report.book or "", reason.rule, reason.section, reason.printed)
        else:
            yield found, Cause(found.code)
