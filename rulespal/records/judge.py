"""Judges one game line by line. The state of the table is a small set of positions: one where everything is known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from rulespal.model.phrases import NotSaid, Said
from rulespal.records.given import GivenFacts
from rulespal.records.record import Kind, Line
from rulespal.records.table import Doubts, Mark, Table, World, put
from rulespal.records.understood import announcement
from rulespal.records.verdict import FAULTS, CheckReport, EventReport, ResultReport

_ASIDE = (Kind.NOTE, Kind.RULING, Kind.END, Kind.RAW)  # nothing has to be known to take note of them
_HANDLERS = {kind: f"_{kind.value}" for kind in Kind}


class Judge(GivenFacts):
    """Goes through the lines of a record under one choice of options. `events`, `checks`, `result` fill up."""

    # ---- going on, and starting again from a line ---------------------------------------------------------------------

    def run(
        self, start: int = 0, before: Callable[[Mark], None] | None = None, stop: Callable[[Judge], bool] | None = None
    ) -> Judge:
        """Judges the lines from `start` on; `before` is called with a mark before each line and after the last.

        Goes no further when `stop` says so of the judge after a line.
        """
        for place, line in enumerate(self.record.lines[start:], start):
            if before is not None:
                before(self.mark(place))
            self.line(line)
            if stop is not None and stop(self):
                return self
        if before is not None:
            before(self.mark(len(self.record.lines)))
        self.start_if_waiting()
        self.look_at_corrections()
        return self

    def rerun(
        self, mark: Mark, options: Sequence[int], doubts: Doubts | None = None, *, quiet: bool = True,
        stop: Callable[[Judge], bool] | None = None, untraced: frozenset[int] = frozenset(),
    ) -> Judge:  # fmt: skip
        """Another judge, which takes over at a mark of this one and goes on under other options or doubts."""
        other = Judge(self.game, self.speech, self.record, options, doubts or self.doubts, brief=self.brief)
        other.quiet, other.untraced = quiet, untraced
        other.table = mark.table.copy()
        other.events = [replace(e, taken_back=e.n in mark.taken_back) for e in self.events[: mark.events]]
        other.checks, other.history = self.checks[: mark.checks], mark.history[: mark.remembered]
        other.changes = self.changes[: mark.table.changes]
        other.result, other.taken_back = mark.result, set(mark.taken_back)
        other.unread, other.written, other.hidden_fault = mark.unread, mark.written, mark.hidden_fault
        other.diagnostics.extend(self.diagnostics.first(mark.problems))
        return other.run(mark.place, stop=stop)

    def every_line(self) -> frozenset[int]:
        return frozenset(line.line for line in self.record.lines)

    # ---- lines --------------------------------------------------------------------------------------------------------

    def line(self, line: Line) -> None:
        kind = line.kind
        if kind is not Kind.GIVEN and kind not in _ASIDE:
            if self.table.facts is not None:
                self.start_if_waiting()
            if self.table.corrected and kind is not Kind.CORRECT:
                self.look_at_corrections()
        handler: Callable[[Line], None] | None = getattr(self, _HANDLERS[kind], None)
        if handler is not None:
            handler(line)

    def _given(self, line: Line) -> None:
        said = self.speech.fact(line.text)
        if isinstance(said, NotSaid):
            self.not_understood(said, line, line.column)
        elif self.table.facts is None:
            self.problem("E-FACTS", "Facts stand before the first event, or directly after `...`.", line,
                         "Later knowledge is written `reveal FACT`.")  # fmt: skip
            self.unread = True
        elif not self.cannot_be(said, line):
            self.table.facts = (*self.table.facts, (said, line, self.facts.slot(said)))

    # ---- events -------------------------------------------------------------------------------------------------------

    def _event(self, line: Line) -> None:
        report = self.number(line)
        found = self.understood.event(line)
        if isinstance(found, NotSaid):
            report.status, report.code = "unread", found.code
            self.not_understood(found, line, line.column)
            self.table.last_refused = True
            return
        report.text, report.move, report.actor, report.args = found.text, found.move, found.actor, found.args
        self.judge(report, found.act, "stands" in line.flags)

    def understand(self, line: Line) -> tuple[str, Said | NotSaid]:
        """The move that an event line announces, and the text that was taken for it."""
        return announcement(self.speech, line)

    def _broken(self, line: Line) -> None:
        self.unread = True
        if line.meant is Kind.EVENT:
            report = self.number(line)
            codes = [d.code for d in self.record.diagnostics if d.span.line == line.line]
            report.status, report.code = "unread", next(iter(codes), "E-SYNTAX")
            self.table.last_refused = True

    def number(self, line: Line) -> EventReport:
        """A report for the next event line; compares the number that is written with the one before."""
        n = len(self.events) + 1
        if line.number is not None:
            if self.written is not None and line.number != self.written + 1:
                self.problem("W-NUMBER", f"Event {line.number} follows event {self.written}.", line,
                             f"Number {self.written + 1} is missing, or a number is wrong.", column=1)  # fmt: skip
            self.written = line.number
        report = EventReport(line.line, n, line.text, line.column, comment=line.comment, mark=line.mark)
        self.events.append(report)
        if self.remembers:
            self.history.append((n, self.table.copy()))
        return report

    # ---- effects and assertions ---------------------------------------------------------------------------------------

    def _effect(self, line: Line) -> None:
        said = self.speech.effect(line.text)
        if isinstance(said, NotSaid):
            self.not_understood(said, line, line.column)
            return
        check = CheckReport(line.line, line.column, "effect", line.text, "unknown", len(self.events))
        self.checks.append(check)
        if self.table.last_refused or not self.events:
            if not self.events:
                check.status, check.code, check.found = "fails", "E-EFFECT", "no event stands before it"
            return
        if self.table.worlds is not None:
            self.match_effect(check, said)

    def match_effect(self, check: CheckReport, said: Said) -> None:
        assert self.table.worlds is not None
        if len(self.table.worlds) == 1 and (found := self.asking.matched(self.table.worlds[0], said, self.readings)):
            check.status, self.table.worlds = "holds", found
            return
        each = [self.asking.matched(w, said, self.readings) for w in self.table.worlds]
        matched = [world for found in each for world in found]
        if matched:
            others = [world for world, found in zip(self.table.worlds, each, strict=True) if not found]
            check.status = "holds" if all(self.asking.by_choice(w, said) for w in others) else "unknown"
            self.table.worlds = matched
            return
        if any(self.named_in(closing, said) for closing in self.left_out.closings(self.table.worlds)):
            check.status = "holds"  # what happens when a window closes may be written with the event before
            return
        check.status, check.code = "fails", "E-EFFECT"
        check.expected, check.found = self.asking.instead(self.table.worlds[0], said)
        check.changed_by = self.events[-1].line
        check.consequence_of = self.as_consequence(
            check.line, lambda second: any(self.asking.matched(w, said, self.readings) for w in second)
        )

    def named_in(self, worlds: list[World], said: Said) -> bool:
        """Whether an effect happens in all of these worlds."""
        return all(self.asking.matched(world, said, self.readings) for world in worlds)

    def _assert(self, line: Line) -> None:
        latest = self.latest()
        for text, column in line.facts:
            fact = self.understood.fact(text)
            if isinstance(fact, NotSaid):
                self.not_understood(fact, line, column)
                continue
            check = CheckReport(line.line, column, "assert", text, "unknown", latest)
            self.checks.append(check)
            if (worlds := self.table.worlds) is None:
                continue
            known, simply = len(worlds) == 1 and worlds[0].known, fact.simply
            if known and simply is not None and simply(worlds[0].position, self.readings):
                check.status = "holds"
            else:
                self.check(check, fact.said, worlds)

    def latest(self) -> int:
        """The last event that is not taken back, by number; 0 before the first."""
        if not self.taken_back:
            return len(self.events)
        return next((e.n for e in reversed(self.events) if e.n not in self.taken_back), 0)

    def check(self, check: CheckReport, said: Said, worlds: list[World]) -> None:
        """Whether a fact holds in the positions that fit; those in which it does not are left out."""
        holding, failing = self.asking.asked(worlds, said, self.readings)
        if holding:
            check.status = "unknown" if failing else "holds"
            self.table.worlds = holding
            return
        check.status, check.code = "fails", "E-ASSERT"
        position = worlds[0].position
        check.expected = check.text
        check.found = self.facts.found(position, said)
        check.changed_by = self.changed_by(self.facts.slot(said))
        check.consequence_of = self.as_consequence(
            check.line, lambda second: bool(self.asking.asked(second, said, self.readings)[0])
        )

    # ---- other lines --------------------------------------------------------------------------------------------------

    def _takeback(self, line: Line) -> None:
        left = [n for n, _ in self.history if n not in self.taken_back]
        if line.number is not None and not 0 <= line.number <= len(self.events):
            self.problem("E-SYNTAX", f"There is no event {line.number} to go back to.", line)
            self.unread = True
            return
        back = [n for n in left if n > line.number] if line.number is not None else left[-1:]
        if not back:
            self.problem("E-SYNTAX", "There is nothing to take back.", line)
            self.unread = True
            return
        self.table = next(table for n, table in self.history if n == back[0]).copy()
        self.taken_back.update(back)
        for place, event in enumerate(self.events):
            if event.n in self.taken_back:
                self.events[place] = replace(event, taken_back=True)

    def _hole(self, line: Line) -> None:
        self.table = Table(fresh=False, changes=self.table.changes)
        self.history = []

    def _reveal(self, line: Line) -> None:
        said = self.speech.fact(line.text)
        if isinstance(said, NotSaid):
            self.not_understood(said, line, line.column)
        elif line.number is not None:  # it was known when that event was judged
            if not 0 < line.number <= len(self.events):
                self.problem("E-SYNTAX", f"There is no event {line.number} before this line.", line,
                             "Write the number of an event that stands above.")  # fmt: skip
                self.unread = True
        elif self.table.worlds is not None:
            holding, _ = self.asking.asked(self.table.worlds, said, self.readings)
            if holding:
                self.table.worlds = holding
            else:
                found = self.facts.found(self.table.worlds[0].position, said)
                self.problem("E-HIDDEN", f"“{line.text}” cannot be: {found}.", line)
                self.hidden_fault = (line.line, line.text)

    def _correct(self, line: Line) -> None:
        said = self.speech.fact(line.text)
        if isinstance(said, NotSaid):
            self.not_understood(said, line, line.column)
            return
        if self.cannot_be(said, line):
            return
        self.changed(put(self.facts.slot(said)), line.line)
        self.table.corrected = (*self.table.corrected, (said, line))
        self.table.second = None
        if self.table.worlds is not None:
            self.table.worlds = [World(world.position.copy(), world.events) for world in self.table.worlds]
            for world in self.table.worlds:
                self.facts.put(world.position, said)

    def _result(self, line: Line) -> None:
        said = self.speech.effect(line.text)
        if isinstance(said, NotSaid):
            said = self.speech.fact(line.text)
        if isinstance(said, NotSaid):
            self.not_understood(said, line, line.column)
            return
        report = ResultReport(line.line, line.column, line.text, "not known", True)
        self.result = report
        if self.table.worlds is None:
            return
        holding, _ = self.result_worlds(said)
        report.agrees = bool(holding)
        position = self.table.worlds[0].position
        report.found = self.facts.found(position, said)
        if not report.agrees:
            report.code = "E-RESULT"

    def result_worlds(self, said: Said) -> tuple[list[World], bool]:
        assert self.table.worlds is not None
        return self.asking.asked(self.table.worlds, said, self.readings)

    # ---- the outcome --------------------------------------------------------------------------------------------------

    @property
    def faulty(self) -> bool:
        """Whether anything is wrong, apart from lines that cannot be read."""
        counted = [e for e in self.events if not e.taken_back]
        return (
            any(e.status in FAULTS for e in counted)
            or any(c.status == "fails" and c.after not in self.taken_back for c in self.checks)
            or (self.result is not None and not self.result.agrees)
            or self.hidden_fault is not None
        )

    @property
    def uncertain(self) -> bool:
        """Whether something rests on what nobody recorded."""
        return self.claims > 0 or any(c.status == "unknown" and not self.refused(c) for c in self.checks)

    def refused(self, check: CheckReport) -> bool:
        return check.kind == "effect" and self.events[check.after - 1].status in ("illegal", "unread")

    @property
    def claimed(self) -> bool:
        """Whether anything was claimed that nobody could check then, whatever became of it."""
        return bool(self.doubts.distrusted) or any(e.doubtful for e in self.events)

    @property
    def claims(self) -> int:
        return sum(e.status == "unverifiable" and not e.taken_back for e in self.events)
