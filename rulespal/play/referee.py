"""Referees a game at the table: takes lines as they are typed, says what becomes of them, and keeps the record.

There is no terminal here and no file: `hear` takes a line and gives a `Reply`, `text` is the record so far.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from rulespal.engine.game import Act, Offer
from rulespal.model.phrases import NotSaid, Said
from rulespal.model.rules import spoken
from rulespal.play.at_table import AtTable
from rulespal.play.growing import NoTable, Tried
from rulespal.play.reply import Reply
from rulespal.play.views import ALL
from rulespal.records.from_text import read
from rulespal.records.record import Kind, Line
from rulespal.records.verdict import EventReport
from rulespal.text.diagnostic import Diagnostic
from rulespal.text.fold import fold
from rulespal.text.suggest import did_you_mean

COMMANDS = {
    "legal": "what may be done now",
    "why": "the rule for the last answer; `why EVENT`: whether it would be legal",
    "state": "where the game stands",
    "look": "`look NAME`: what that player alone may see",
    "roll": "lets the program decide what chance decides now: shuffles, deals, dice",
    "undo": "takes the last event back (`undo to 3`: all after event 3)",
    "stands": "lets the event that was refused stand",
    "penalty": "lays on the refused event what the rules say",
    "readings": "places that may be read in several ways",
    "reading": "`reading NAME=OPTION`, before the first line: what this table has agreed",
    "agree": "before the first line: agrees on all readings as they are",
}
_ALSO = {"hand": "look", "deal": "roll", "take": "undo", "takeback": "undo", "position": "state", "moves": "legal"}


class Referee(AtTable):
    """Hears what is typed at one table."""

    # ---- hearing ------------------------------------------------------------------------------------------------------

    def hear(self, text: str) -> Reply:
        """What becomes of a line that somebody typed: a line of a record, or a command."""
        if not text.strip():
            return Reply("told", now=self.now())
        line, problems = self._read(text)
        if line is not None and self.is_event(text):
            return self._event(line)
        command = self._command(text)
        if command is not None:
            return command
        if line is None:
            return Reply("problem", problems=problems)
        return self._other(line)

    def is_event(self, text: str) -> bool:
        """Whether a text announces a move of this rulebook."""
        line, _ = self._read(text)
        return line is not None and line.kind is Kind.EVENT and isinstance(self.record.judge.understand(line)[1], Said)

    def _read(self, text: str) -> tuple[Line | None, list[Diagnostic]]:
        """The line of a record that a text is; None, with what is wrong, if it is none."""
        (found,) = read([" ".join(text.split("\n"))], self.record.record.file)
        place = self.record.next_line
        lines = [line for line in found.lines if line.kind is not Kind.BROKEN]
        if len(found.headers) or len(lines) != 1:
            wrong = [replace(d, span=replace(d.span, line=place)) for d in found.diagnostics if d.code != "E-HEADER"]
            return None, wrong or [self._problem("E-SYNTAX", "This is no line of a record.", "`help` says what is.")]
        return lines[0]._replace(line=place), []

    def _command(self, text: str) -> Reply | None:
        """The reply to a command; None if the text is none."""
        word, _, rest = text.strip().partition(" ")
        name = fold(word)
        name = _ALSO.get(name, name)
        if name not in COMMANDS or fold(word) in self.speech.seats:
            return None
        method: Callable[[str], Reply] = getattr(self, f"_{name}")
        return method(rest.strip())

    # ---- events -------------------------------------------------------------------------------------------------------

    def _event(self, line: Line) -> Reply:
        """An event: kept if it is legal or nobody can check it, else refused and forgotten."""
        judge = self.record.judge
        _, said = judge.understand(line)
        if isinstance(said, NotSaid):
            return Reply("problem", problems=[self._problem(said.code, said.message, said.hint)])
        if self.record.ended:
            return self._closed()
        act = self._act(said)
        with self.record.started() as before:
            self._veil(before, act)
        line = line._replace(number=(judge.written if judge.written is not None else len(judge.events)) + 1)
        tried = self.record.attempt(line)
        report = self.record.judge.events[-1] if len(self.record.judge.events) > tried.mark.events else None
        if report is None or any(found.severity == "error" for found in tried.problems):
            self.record.take_off(tried)
            return Reply("problem", problems=list(tried.problems))
        settled: list[EventReport] = []
        if report.status == "illegal":
            found = self.record.settle()
            if found is None:
                return self._refuse(line, report, tried, act)
            settled, report = found, self.record.judge.events[-1]
        reply = Reply("done", [self._keep_event(line, report, tried, said, act)], settled=settled)
        if self.deals and before is not None:
            reply.told += self._chance(before, act, report)
        else:
            reply.told += self._perhaps(report)
        self.refused, self.last = None, report
        reply.now = self.now()
        return reply

    def _refuse(self, line: Line, report: EventReport, tried: Tried, act: Act) -> Reply:
        self.record.take_off(tried)
        self.refused, self.last = line, report
        if self.deals:
            with self.record.started() as position:
                if position is not None:
                    view, options = self._view(position, ALL), self.record.table.options
                    report.alternatives = self.words.alternatives(view, options, act.actor, act)
        return Reply("refused", [report], now=self.now())

    def _keep_event(self, line: Line, report: EventReport, tried: Tried, said: Said, act: Act) -> EventReport:
        """Writes an event down in the rulebook's words."""
        text = self.words.event(Offer(act.move.index, act.actor, act.args))
        again = self.speech.event(text)
        same = isinstance(again, Said) and again.target is said.target and again.values == said.values
        wordy = any(param.type.kind == "text" for param in act.move.params)  # what people say stays as they said it
        if same and not wordy and report.text == line.text:
            line, report.text = line._replace(text=text, quoted_text="", text_with_mark=""), text
        self.record.keep(tried, line)
        return report

    def _closed(self) -> Reply:
        return Reply("problem", problems=[self._problem("E-AFTER-END", "This record has ended.", "Begin another one.")])

    # ---- other lines --------------------------------------------------------------------------------------------------

    def _other(self, line: Line) -> Reply:
        """A line that is no event: a fact, an effect, an assertion, a remark."""
        if line.kind is Kind.EVENT:
            _, said = self.record.judge.understand(line)
            assert isinstance(said, NotSaid)
            return Reply("problem", problems=[self._not_heard(line.text, said)])
        if self.record.ended:
            return self._closed()
        with self.record.started() as position:
            self._veil(position)
        tried = self.record.attempt(line)
        judge = self.record.judge
        checks = judge.checks[tried.mark.checks :]
        problems = [*tried.problems, *self._facts_against(line)]
        wrong = any(check.status == "fails" for check in checks)
        if (problems or wrong) and (settled := self.record.settle()) is not None:
            self.record.keep(tried)
            return Reply("done", checks=self.record.judge.checks[tried.mark.checks :], settled=settled, now=self.now())
        if judge.result is not None and not judge.result.agrees and line.kind is Kind.RESULT:
            problems.append(self._problem("E-RESULT", f"This is not so: {judge.result.found}.", None))
        if any(found.severity == "error" for found in problems) or wrong:
            self.record.take_off(tried)
            return Reply("refused", checks=checks, problems=problems, now=self.now())
        self.record.keep(tried)
        if line.kind is Kind.REVEAL and line.number is not None:
            self.record.judge_anew()
        refuted = [e for e in self.record.judge.events if e.status == "refuted" and e.n == line.number]
        return Reply("done", checks=checks, told=self._told(line, tried), settled=refuted, now=self.now())

    def _facts_against(self, line: Line) -> list[Diagnostic]:
        """What is wrong with the facts given so far, if this is one of them."""
        if line.kind is not Kind.GIVEN:
            return []
        known = len(self.record.judge.diagnostics)
        with self.record.started():
            return self.record.judge.diagnostics.since(known)

    def _told(self, line: Line, tried: Tried) -> list[str]:
        if line.kind is Kind.TAKEBACK:
            back = [e for e in self.record.judge.events if e.taken_back and e.n not in tried.mark.taken_back]
            self.last = None
            return [f"Taken back: {event.n}. {event.text}" for event in reversed(back)]
        return []

    def _not_heard(self, text: str, said: NotSaid) -> Diagnostic:
        """A text that is neither an event nor a command; the hint offers both."""
        command = did_you_mean(text.split()[0], COMMANDS) if said.code == "E-VERB" and len(text.split()) <= 2 else None
        return self._problem(
            said.code, said.message, said.hint or command or "`legal` says what may be done, `help` the rest."
        )

    # ---- commands -----------------------------------------------------------------------------------------------------

    def _legal(self, rest: str) -> Reply:
        with self.record.started() as position:
            return Reply("legal", legal=self._moves(position, ALL))

    def _state(self, rest: str) -> Reply:
        with self.record.started() as position:
            return Reply("facts", told=self.facts.all(self._view(position, ALL)) if position is not None else [])

    def _look(self, rest: str) -> Reply:
        seat = self.speech.seats.get(fold(rest))
        if seat is None:
            return Reply("problem", problems=[self._problem("E-NAME", f"“{rest}” is no player.",
                         f"The players are {', '.join(self.players)}.")])  # fmt: skip
        with self.record.started() as position:
            told = self.facts.all(self._view(position, seat)) if position is not None else []
            private = self.players[seat] if self.deals else None
            return Reply("facts", told=told, legal=self._moves(position, seat), private_to=private)

    def _why(self, rest: str) -> Reply:
        if not rest:
            if self.last is None:
                return Reply("told", told=["Nothing has been judged yet: type an event, or `why EVENT`."])
            return Reply("why", [self.last])
        line, problems = self._read(rest)
        said = self.record.judge.understand(line)[1] if line is not None else None
        if line is None or not isinstance(said, Said):
            wrong = [self._problem(said.code, said.message, said.hint)] if isinstance(said, NotSaid) else problems
            return Reply("problem", problems=wrong)
        with self.record.started() as position:
            self._veil(position, self._act(said))
        tried = self.record.attempt(line)
        report = self.record.judge.events[-1]
        self.record.take_off(tried)
        return Reply("asked", [report])

    def _undo(self, rest: str) -> Reply:
        line, problems = self._read(f"takeback {rest}".strip() if fold(rest) != "back" else "takeback")
        return self._other(line) if line is not None else Reply("problem", problems=problems)

    def _stands(self, rest: str) -> Reply:
        return self._all_the_same(lambda line: line._replace(flags=(*line.flags, "stands")))

    def _penalty(self, rest: str) -> Reply:
        return self._all_the_same(lambda line: line)

    def _all_the_same(self, change: Callable[[Line], Line]) -> Reply:
        """Writes the refused event down, as it was or to stand."""
        if self.refused is None:
            return Reply("told", told=["No event has just been refused."])
        line = change(self.refused)._replace(line=self.record.next_line)
        tried = self.record.attempt(line)
        report = self.record.judge.events[-1]
        if report.status == "illegal" and not report.effects:
            self.record.take_off(tried)
            return Reply("told", told=["The rules lay nothing on this event, and it cannot be carried out as it is."])
        self.record.keep(tried)
        self.refused, self.last = None, report
        return Reply("done", [report], now=self.now())

    def _roll(self, rest: str) -> Reply:
        """Makes the moves that nobody chooses, for each player who has to."""
        with self.record.started() as position:
            acts = list(self.dealer.rolls(position, self.deals)) if position is not None else []
        whole = Reply("done", now=self.now())
        for place, act in enumerate(acts):
            if place:  # what was drawn before is no longer there
                with self.record.started() as position:
                    again = self.dealer.rolls(position, self.deals) if position is not None else iter(())
                    found = next((a for a in again if (a.move, a.actor) == (act.move, act.actor)), None)
                if found is None:
                    break
                act = found
            line = self._line(Kind.EVENT, self.words.event(Offer(act.move.index, act.actor, act.args)))
            reply = self._event(line)
            if reply.kind != "done":
                return reply
            whole = replace(
                reply, events=[*whole.events, *self._public(act, reply.events)], told=[*whole.told, *reply.told]
            )
        if not acts:
            return Reply(
                "told", told=["Nothing is left to chance at this moment: somebody has to choose."], now=whole.now
            )
        return whole

    # ---- readings -----------------------------------------------------------------------------------------------------

    def _readings(self, rest: str) -> Reply:
        told = [
            f"{spoken(reading.name)}: {spoken(reading.options[option].name)}{'' if fixed else ' (not agreed on)'}"
            for reading, option, fixed in self.unsettled()
        ]
        return Reply("facts", told=told or ["The text has one meaning everywhere."])

    def _reading(self, rest: str) -> Reply:
        name, _, option = rest.replace(":", "=").replace("_", "-").partition("=")
        return self._agree_on({name.strip(): option.strip()}) if option.strip() else self._readings(rest)

    def _agree(self, rest: str) -> Reply:
        return self._agree_on({spoken(r.name): spoken(r.options[option].name) for r, option, _ in self.unsettled()})

    def _agree_on(self, chosen: Mapping[str, str]) -> Reply:
        if self.opening is None or len(self.record.lines) > self.written:
            why = "Readings are agreed on before the first line: what was judged would have to be judged again."
            return Reply("told", told=[why])
        before, self.agreed = self.agreed, {**self.agreed, **chosen}
        try:
            self._begin(self.opening.lines(self.agreed))
        except NoTable as wrong:
            self.agreed = before
            self._begin(self.opening.lines(before))
            return Reply("problem", problems=wrong.problems)
        return Reply("done", told=[f"{name}: {option}" for name, option in chosen.items()], now=self.now())
