"""Judges acts: what becomes of the state of a table when somebody does something, legal or not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from rulespal.engine.game import Act, Branch, Consulted, Event, Game, Offer
from rulespal.engine.layout import STACK
from rulespal.engine.runtime import MISSING, CannotDo, RuleFault
from rulespal.model.phrases import NotSaid, Speech
from rulespal.records.asking import Asking
from rulespal.records.facts import Facts
from rulespal.records.kept import Kept
from rulespal.records.left_out import LeftOut, Tried
from rulespal.records.reasons import Reasons
from rulespal.records.record import Kind, Line, Record
from rulespal.records.table import Doubts, Later, Mark, Table, World, merged, touched
from rulespal.records.understood import understood
from rulespal.records.verdict import CheckReport, EventReport, ResultReport
from rulespal.records.ways import carried_out, followed, in_every
from rulespal.text.diagnostic import Diagnostics
from rulespal.text.span import Span


class ActJudge:
    """The state while a record is judged under one choice of options, and what acts do to it.

    Nothing is repaired or guessed. A refused act changes nothing (but for a penalty that the rules lay on it); beside the
    state a second one is kept in which it was carried out, and what fails only without it is marked as its consequence.
    """

    def __init__(
        self, game: Game, speech: Speech, record: Record, options: Sequence[int], doubts: Doubts | None = None, *,
        brief: bool = False,
    ) -> None:  # fmt: skip
        """`brief`: what comes of legal events is not put into words."""
        self.doubts = doubts or Doubts()
        self.brief = brief
        self.quiet = False  # only statuses are asked for: no reasons, no alternatives
        self.untraced: frozenset[int] = frozenset()  # lines of which nobody asks whether they fail as a consequence
        self.game = game
        self.book = game.book
        self.speech = speech
        self.record = record
        self.options = tuple(options)
        self.readings = Consulted(options)
        self.facts = Facts(game, speech)
        self.kept = Kept(game, speech)
        self.words = Reasons(game, speech)
        self.asking = Asking(game, self.facts, self.words)
        self.understood = understood(game, speech)
        self.table = Table()
        self.events: list[EventReport] = []
        self.checks: list[CheckReport] = []
        self.result: ResultReport | None = None
        self.diagnostics = Diagnostics()
        self.history: list[tuple[int, Table]] = []
        self.remembers = True  # the history is kept: a line may go back in it, or somebody may ask for it
        self.taken_back: set[int] = set()
        self.changes: list[tuple[Sequence[Event], int]] = []  # what came of a line, and the line
        self.unread = False
        self.hidden_fault: tuple[int, str] | None = None  # the line that no deal of the cards fits, and its text
        self.unaware: list[World] | None = None  # the worlds before later lines told more of this moment
        self.told_later: dict[int, list[Line]] = {}  # event: what is revealed of the moment before it
        for line in record.lines:
            if line.kind is Kind.REVEAL and line.number is not None:
                self.told_later.setdefault(line.number, []).append(line)
        self.written: int | None = None

    # ---- marks -------------------------------------------------------------------------------------------------------

    def mark(self, place: int) -> Mark:
        """Where the judge stands before the line at a place of the record."""
        return Mark(
            place, self.table.copy(), len(self.events), len(self.checks), self.history, len(self.history), self.result,
            frozenset(self.taken_back), self.unread, self.written, self.hidden_fault, len(self.diagnostics),
        )  # fmt: skip

    def go_back(self, mark: Mark) -> None:
        """Forgets all lines that were judged since a mark of this judge; they are no longer in the record either."""
        del self.record.lines[mark.place :]
        self.table = mark.table.copy()
        del self.events[mark.events :], self.checks[mark.checks :], self.changes[mark.table.changes :]
        if self.history is mark.history:
            del self.history[mark.remembered :]
        else:
            self.history = mark.history[: mark.remembered]
        if self.taken_back != mark.taken_back:
            self.taken_back = set(mark.taken_back)
            self.events = [replace(e, taken_back=e.n in self.taken_back) for e in self.events]
        self.result, self.unread, self.written = mark.result, mark.unread, mark.written
        self.hidden_fault = mark.hidden_fault
        self.diagnostics.cut(mark.problems)

    @property
    def left_out(self) -> LeftOut:
        """Made anew each time: kept, it and the judge would hold each other in memory."""
        return LeftOut(self.game, self.readings, self.attempts)

    # ---- acts --------------------------------------------------------------------------------------------------------

    def judge(self, report: EventReport, act: Act, stands: bool) -> None:
        table = self.table
        if table.worlds is None:
            report.status = "unverifiable"
            return
        told = self.told_later.get(report.n, ())
        if told:
            self.know(told)
        if report.n != self.doubts.denied and (branch := self.simply(act)) is not None:
            self.go_on(report, [branch])
            self.look_at_rules(report, act)
            self.follow_second(act)
        else:
            self.weigh(report, act, stands, told)

    def weigh(self, report: EventReport, act: Act, stands: bool, told: Sequence[Line]) -> None:
        """What becomes of an act that is not simply legal."""
        table = self.table
        assert table.worlds is not None
        tried = self.left_out.tried(table.worlds, act)
        branches = tried.branches
        legal = [b for b in branches if b.failure is None and b.unclear is None]
        unclear = [b for b in branches if b.failure is None and b.unclear is not None]
        refused = [b for b in branches if b.failure is not None]
        if legal or unclear:  # the card that is seen was in its place: only requirements are left open
            refused = [b for b in refused if b.failure is not None and b.failure.kind != "domain"]
        if not legal and not unclear and self.legal_before(told, act):
            self.refute(report, act, told[0])
        elif report.n == self.doubts.denied:
            self.deny(report, act)
        elif legal or unclear:
            self.imply(report, tried)
            doubts = [b.unclear or b.doubt for b in (*unclear, *legal) if b.unclear or b.doubt]
            report.status = "unverifiable" if refused or doubts else "legal"
            if doubts and not refused:
                report.reasons = [self.words.doubt(act.move, doubts[0] or "")]
            if refused:
                report.doubtful = True
                if not self.quiet:
                    report.reasons = self.words.against(table.worlds[0].position, self.options, act)
            false = self.false_ones(act) if refused and report.n in self.doubts.distrusted else []
            self.go_on(report, None if unclear or false is None else [*legal, *false])
            self.look_at_rules(report, act)
            self.follow_second(act)
        elif stands:
            self.imply(report, tried)
            self.let_stand(report, act)
        else:
            self.refuse(report, act, tried)

    def simply(self, act: Act) -> Branch | None:
        """What comes of an act that is legal where everything is known; None where more has to be asked."""
        worlds = self.table.worlds or ()
        if len(worlds) != 1 or not worlds[0].known:
            return None
        return self.game.quick.attempt(worlds[0].position, self.readings, act)

    def imply(self, report: EventReport, tried: Tried) -> None:
        """Makes the moves that were left out before an event."""
        self.table.worlds = tried.worlds
        report.implied = [self.words.event(Offer(a.move.index, a.actor, a.args)) for a in tried.before]

    def know(self, told: Sequence[Line]) -> None:
        """Leaves only the worlds that fit what later lines tell of this moment."""
        self.unaware = self.table.worlds
        for line in told:
            said = self.speech.fact(line.text)
            if isinstance(said, NotSaid) or self.table.worlds is None:
                continue
            holding, _ = self.asking.asked(self.table.worlds, said, self.readings)
            if holding:
                self.table.worlds = holding
            else:
                found = self.facts.found(self.table.worlds[0].position, said)
                span = Span(self.record.file, line.line, line.column)
                self.diagnostics.add("E-HIDDEN", f"“{line.text}” cannot be: {found}.", span)
                self.hidden_fault = (line.line, line.text)

    def legal_before(self, told: Sequence[Line], act: Act) -> bool:
        """Whether an act might have been legal for all that was known before later lines told more."""
        return bool(told) and any(b.failure is None for b in self.attempts(self.unaware or [], act))

    def refute(self, report: EventReport, act: Act, line: Line) -> None:
        """An act that only later knowledge shows to have been illegal: it stays carried out."""
        assert self.table.worlds is not None
        self.explain(report, act)
        report.status, report.code = "refuted", "E-REFUTED"
        if report.reasons:
            shown = f"line {line.line}, “{line.text}”, shows that this was not so"
            report.reasons = [*report.reasons, replace(report.reasons[0], text=shown, kind="later")]
        self.go_on(report, carried_out(self.attempts(self.table.worlds, act, force=True)) or None)

    def false_ones(self, act: Act) -> list[Branch] | None:
        """The ways in which an event was carried out although a requirement did not hold; None where nobody can say."""
        done = carried_out(self.attempts(self.table.worlds or [], act, force=True))
        return done and [b for b in done if b.failure is not None and b.failure.kind == "require"]

    def deny(self, report: EventReport, act: Act) -> None:
        """Goes on as if a claim were false; a fault if it cannot be."""
        false = self.false_ones(act)
        report.status = "illegal" if false == [] else "unverifiable"
        if false != []:
            self.go_on(report, false)

    def attempts(self, worlds: list[World], act: Act, force: bool = False) -> list[Branch]:
        """What comes of an act in all positions that fit.

        A fault in the rules counts only as long as the rules were followed: where something was let stand, a game may come
        to positions of which they say nothing.
        """
        try:
            return followed(worlds, lambda w: self.game.attempt(w.position, self.readings, act, force, known=w.known))
        except RuleFault:
            if not any(event.status in ("stands", "refuted") for event in self.events):
                raise
            return [Branch(w.position, unclear="the rules do not foresee what has become of this game") for w in worlds]

    def go_on(self, report: EventReport, branches: list[Branch] | None) -> None:
        """The state after an event that was carried out."""
        table = self.table
        table.last_refused = False
        if branches is None:
            table.worlds, table.lost = None, report.line
            return
        over = not branches[0].position[STACK]
        if not self.quiet and (over or not self.brief or report.status != "legal"):
            report.effects = self.words.effects(in_every(branches))
        table.worlds = merged(branches)
        if table.worlds is None:
            table.lost = report.line + 1  # what was found of the event itself was found
        if over:
            table.ending = tuple(report.effects)
        for branch in branches:
            self.changed(branch.events, report.line)

    def look_at_rules(self, report: EventReport, act: Act) -> None:
        """An invariant that an event breaks, although the rules were followed, is a fault of the rulebook."""
        worlds = self.table.worlds
        if self.quiet or self.unread or not worlds or not worlds[0].known:
            return
        broken = self.kept.broken_by(act.move.index, worlds[0].position, self.readings)
        if broken is None or any(event.status in ("stands", "refuted") for event in self.events):
            return
        what = f"The rulebook has a fault: after “{report.text}” this does not hold: "
        what += self.kept.why(broken, worlds[0].position, self.readings)
        place = Span(self.record.file, report.line, report.column)
        self.diagnostics.add("R-INVARIANT", f"{what}.", place, f"Run `rulespal check {self.record.rulebook}`.")
        self.unread = True

    def changed(self, events: Sequence[Event], line: int) -> None:
        """Notes what came of a line."""
        if len(self.changes) > self.table.changes:
            del self.changes[self.table.changes :]
        self.changes.append((events, line))
        self.table.changes = len(self.changes)

    def changed_by(self, slot: int) -> int | None:
        """The last line that changed a slot."""
        made = reversed(self.changes[: self.table.changes])
        return next((line for events, line in made if any(slot in touched(event) for event in events)), None)

    def refuse(self, report: EventReport, act: Act, tried: Tried) -> None:
        """An event that is not legal changes nothing, but for a penalty."""
        table = self.table
        assert table.worlds is not None
        self.explain(report, act, tried.worlds)
        before = self.table.second_from
        self.lead_on(Later(table.second, act, (report.n, tried.worlds)))
        if not self.quiet and table.second_from != report.n:
            report.consequence_of = before
        if not tried.before and any(b.events for b in tried.branches):
            self.go_on(report, tried.branches)
        table.last_refused = True

    def let_stand(self, report: EventReport, act: Act) -> None:
        self.explain(report, act)
        done = carried_out(self.attempts(self.table.worlds or [], act, force=True))
        if done == []:
            report.status = "illegal"
            self.table.last_refused = True
            return
        report.status = "stands"
        self.go_on(report, done)

    def explain(self, report: EventReport, act: Act, worlds: list[World] | None = None) -> None:
        """Says why an act is illegal in these worlds: where no others are given, in those of the table."""
        assert self.table.worlds is not None
        position = (worlds or self.table.worlds)[0].position
        report.status = "illegal"
        if self.quiet:
            return
        report.reasons = self.words.against(position, self.options, act)
        report.alternatives = self.words.alternatives(position, self.options, act.actor, act)
        report.code = "E-ILLEGAL"
        if not position[STACK]:
            report.code = "E-AFTER-END"
            report.reasons = [*report.reasons, *self.words.how_it_ended(self.table.ending, report.reasons)]
        elif report.reasons and report.reasons[0].kind == "turn":
            report.code = "E-TURN"

    def forced(self, worlds: list[World], act: Act) -> list[World] | None:
        """The state in which a refused event was carried out all the same; None where it cannot be."""
        done = carried_out(self.attempts(worlds, act, force=True))
        return merged(done) if done else None

    # ---- the second state ---------------------------------------------------------------------------------------------

    def follow_second(self, act: Act) -> None:
        if self.table.second is not None:
            self.lead_on(Later(self.table.second, act))

    def lead_on(self, later: Later) -> None:
        """Takes the second state on; only if it is asked for, where nothing but statuses is."""
        self.table.second = later
        if not self.quiet:
            self.second()

    def second(self) -> list[World] | None:
        """The second state as it is now."""
        steps: list[Later] = []
        state, first = self.table.second, self.table.second_from
        while isinstance(state, Later):
            if state.done is not None:
                state, first = state.done
                break
            steps.append(state)
            state = state.before
        known = state
        for step in reversed(steps):
            known, first = step.done = self.after(step, known, first)
            step.before = None
        self.table.second, self.table.second_from = known, first
        return known

    def after(self, step: Later, known: list[World] | None, first: int) -> tuple[list[World] | None, int]:
        """The second state after an act, and the refused act that it began with."""
        if held := self.legal_in(known, step.act):
            return merged(held), first
        if step.refused is None:
            return None, first
        number, worlds = step.refused
        return self.forced(worlds, step.act), number

    def legal_in(self, worlds: list[World] | None, act: Act) -> list[Branch]:
        """The ways in which an act is legal in a second state, which may be one that the rules do not foresee."""
        try:
            found = self.left_out.tried(worlds, act).branches if worlds else []
        except (RuleFault, CannotDo):
            return []
        legal = [b for b in found if b.failure is None]
        return legal if all(b.unclear is None for b in legal) else []

    def as_consequence(self, line: int, holds: Callable[[list[World]], bool]) -> int | None:
        """The refused event of which it is a consequence that a line fails, because it holds in the second state."""
        if line in self.untraced:
            return None
        try:
            known = self.second()
            return self.table.second_from if known and holds(known) else None
        except (RuleFault, CannotDo, *MISSING):
            return None
