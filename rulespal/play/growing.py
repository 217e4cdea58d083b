"""A record while it is being written: judged line by line, and never judged again for what stands in it already.

A line is tried: it is put behind the others and judged. Then it is kept, or taken off again as if nobody had said it.
Only where a line does not fit what somebody claimed before is the record judged anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from rulespal.engine.game import Game, Position
from rulespal.engine.layout import STACK
from rulespal.engine.runtime import CannotDo, RuleFault
from rulespal.model.phrases import Speech
from rulespal.records import claims
from rulespal.records.from_text import read
from rulespal.records.judge import Judge
from rulespal.records.record import Kind, Line
from rulespal.records.replay import Finder, Opened, opened
from rulespal.records.table import Doubts, Mark, Table
from rulespal.records.to_text import write_line
from rulespal.records.verdict import EventReport
from rulespal.text.diagnostic import Diagnostic
from rulespal.text.span import Span


class NoTable(Exception):
    """A record whose headers do not name a table; carries the diagnostics that say why."""

    def __init__(self, problems: Sequence[Diagnostic]) -> None:
        super().__init__("; ".join(map(str, problems)))
        self.problems = list(problems)


@dataclass(frozen=True, slots=True)
class Tried:
    """A line that was judged: where the judge stood before it, and what was found wrong."""

    mark: Mark
    problems: tuple[Diagnostic, ...]


class Growing:
    """`lines`: the text of the file, which only ever grows."""

    def __init__(
        self, lines: Sequence[str], file: str, find: Finder, chosen: Mapping[str, str], language: str | None = None,
        speech: Callable[[Speech], Speech] = lambda speech: speech,
    ) -> None:  # fmt: skip
        """The last game of a text. `speech`: how the judge speaks. Raises NoTable, RuleFault."""
        self.lines = list(lines)
        *_, self.record = read(self.lines, file)
        table, problems = opened(self.record, find, chosen, language)
        wrong = [d for d in problems if d.severity == "error" and d not in self.record.diagnostics]
        if table is None or wrong:
            raise NoTable(wrong or problems)
        self.table: Opened = table
        self.spoken = speech(table.speech)
        self.marks: list[Mark] = []
        self._ahead: tuple[Line | None, Table, list[Diagnostic]] | None = None
        self.judge = self._judged_anew()

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def next_line(self) -> int:
        return len(self.lines) + 1

    @property
    def ended(self) -> bool:
        return any(line.kind is Kind.END for line in self.record.lines[-1:])

    @property
    def text(self) -> str:
        return "\n".join([*self.lines, ""])

    # ---- trying lines -------------------------------------------------------------------------------------------------

    def attempt(self, line: Line) -> Tried:
        """Judges a line behind all others. What the rulebook cannot carry out is told as a problem, not raised."""
        mark = self.judge.mark(len(self.record.lines))
        self.record.lines.append(line)
        try:
            self.judge.line(line)
        except (RuleFault, CannotDo) as fault:
            what = str(fault) or "a card is not there"
            place = Span(self.record.file, line.line, line.column)
            hint = f"`rulespal check {self.record.rulebook}` may show more."
            return Tried(mark, (Diagnostic("R-RUN", f"The rulebook has a fault: {what}.", place, hint),))
        return Tried(mark, tuple(self.judge.diagnostics.since(mark.problems)))

    def take_off(self, tried: Tried) -> None:
        """As if the line, and all behind it, had never been there."""
        self.judge.go_back(tried.mark)

    def keep(self, tried: Tried, line: Line | None = None) -> None:
        """Writes a line that was tried down, in other words where `line` has them."""
        if line is not None:
            self.record.lines[-1] = line
        self.marks.append(tried.mark)
        self.lines.append(write_line(self.record.lines[-1]))

    @contextmanager
    def started(self) -> Iterator[Position | None]:
        """The position as it would be if the first event were said now; further facts may still be given afterwards.

        Of several that fit what was said it is one in which the game goes on, if there is any.
        """
        mark = self.judge.mark(len(self.record.lines))
        waiting = self.judge.table.facts is not None
        if waiting:
            self._start_for_now(mark)
        worlds = self.judge.table.worlds or []
        going_on = (world.position for world in worlds if world.position[STACK])
        try:
            yield next(going_on, worlds[0].position if worlds else None)
        finally:
            if waiting:
                self.judge.go_back(mark)

    def _start_for_now(self, mark: Mark) -> None:
        """Starts the game; what comes of it is worked out once for the facts that have been given."""
        last = self.record.lines[-1] if self.record.lines else None
        if self._ahead is None or self._ahead[0] is not last:
            self.judge.start_if_waiting()
            self._ahead = (last, self.judge.table.copy(), self.judge.diagnostics.since(mark.problems))
        else:
            self.judge.table = self._ahead[1].copy()
            self.judge.diagnostics.extend(self._ahead[2])

    # ---- judging anew -------------------------------------------------------------------------------------------------

    def settle(self) -> list[EventReport] | None:
        """Judges the record anew, so that claims which its last line contradicts are refuted; gives those events.

        None, with nothing changed, if there are no claims, or if that does not help the last line.
        """
        if not self.judge.claimed:
            return None
        before = {event.n for event in self.judge.events if event.status == "refuted"}
        marks: list[Mark] = []
        settled = claims.settle(self._new().run(0, marks.append), marks)
        if not _in_order(settled):
            return None
        self.judge = self._judged_anew(settled.doubts)
        self.judge.events = settled.events
        self.marks.pop()  # of the last line, which is not kept yet
        return [event for event in settled.events if event.status == "refuted" and event.n not in before]

    def judge_anew(self) -> None:
        """For lines that tell something of an earlier moment."""
        marks: list[Mark] = []
        settled = claims.settle(self._new().run(0, marks.append), marks)
        self.judge = self._judged_anew(settled.doubts)
        self.judge.events = settled.events

    def _judged_anew(self, doubts: Doubts | None = None) -> Judge:
        """A judge that has come to the end of the record; facts before the first event may still follow."""
        judge = self._new(doubts)
        self.marks = []
        lines, self.record.lines = self.record.lines, []
        for place, line in enumerate(lines):
            self.marks.append(judge.mark(place))
            self.record.lines.append(line)
            judge.line(line)
        return judge

    def _new(self, doubts: Doubts | None = None) -> Judge:
        return Judge(self.game, self.spoken, self.record, self.table.options, doubts)


def _in_order(judge: Judge) -> bool:
    """Whether the last line of a record, an event or a check, is right."""
    last = judge.record.lines[-1]
    if last.kind is Kind.EVENT:
        return judge.events[-1].status not in ("illegal", "unread")
    return all(check.status != "fails" for check in judge.checks if check.line == last.line)
