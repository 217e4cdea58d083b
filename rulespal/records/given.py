"""Facts that a record gives: put into a position before the first event, and held against what is always so."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from rulespal.engine.game import Position
from rulespal.engine.layout import STACK
from rulespal.engine.unknown import Impossible, Unclear
from rulespal.engine.worlds import Worlds
from rulespal.model.phrases import NotSaid, Said
from rulespal.model.rules import Define, Stage
from rulespal.records.act_judge import ActJudge
from rulespal.records.facts import named
from rulespal.records.record import Line
from rulespal.records.table import MAX_WORLDS, World, put
from rulespal.text.span import Span


class GivenFacts(ActJudge):
    """The part of a judge that begins a game, or goes on after what nobody recorded."""

    def problem(self, code: str, message: str, line: Line, hint: str | None = None, column: int = 0) -> None:
        span = Span(self.record.file, line.line, column or line.column)
        self.diagnostics.add(code, message, span, hint)

    def not_understood(self, said: NotSaid, line: Line, column: int) -> None:
        self.unread = True
        self.problem(said.code, said.message, line, said.hint, column)

    def cannot_be(self, said: Said, line: Line) -> bool:
        """Whether a fact is so in no game; that is told."""
        why = self.facts.impossible(said)
        if why:
            self.problem("E-FACTS", f"“{line.text}” cannot be: {why}.", line)
            self.unread = True
        return bool(why)

    # ---- the start ----------------------------------------------------------------------------------------------------

    def start_if_waiting(self) -> None:
        """Puts the facts given so far into a position: the first event is about to be judged."""
        waiting, self.table.facts = self.table.facts, None
        if waiting is None:
            return
        waiting = self.agreeing(waiting)
        players = len(self.record.players)
        middle = self.record.mid_game or not self.table.fresh
        states = {slot: value for said, _, _ in waiting for slot, value in self.facts.told(said)}
        s = self.game.unknown(players) if middle else self.game.new(players, self.readings, said=states)
        later = []
        for said, line, slot in waiting:
            if isinstance(said.target, Stage | Define):
                later.append(said)
            else:
                self.facts.put(s, said)
                self.changed(put(slot), line.line)
        self.table.fresh = False
        spoken_of = set().union(*(self.facts.slots(said) for said, _, _ in waiting))
        self.table.worlds = self.begin(s, spoken_of, later, middle)
        if waiting and not self.table.worlds and self.table.worlds is not None:
            self.problem("E-FACTS", "These facts cannot all be so: no deal of the cards fits them.", waiting[0][1],
                         "Count the cards: each is in one place.")  # fmt: skip
            self.unread, self.table.worlds = True, None
        self.look_at_invariants([(said, line) for said, line, _ in waiting])
        if (card := self.facts.twice(s)) is not None:
            name = self.book.cards[card].name
            last = [line for said, line, _ in waiting if self.facts.names(said, card)][-1:]
            self.problem("E-FACTS", f"The facts put {name} in two places.", (last or [waiting[0][1]])[0],
                         "Each card is in one place.")  # fmt: skip
            self.unread = True

    def begin(self, s: Position, said: set[int], later: list[Said], middle: bool) -> list[World] | None:
        """The positions that fit the start: `later` are facts that speak of the whole position (stages, definitions)."""
        if not middle and self.game.complete(s) and all(map(self.facts.names_all, later)):
            for fact in later:
                self.facts.put(s, fact)
            return [World(s, known=True)]
        if middle:
            self.facts.settle(s, said)

        def run(position: Position, x: Worlds) -> None:
            if middle:
                self.game.open["start_mid_game"](position, x, None)
            for fact in later:
                self.facts.put(position, fact)
            self.facts.count_the_rest(position)
            x.check_deal()
            if middle and not all(self.game.open[f"invariant_{i}"](position, x) for i in self.game.traits.narrowing):
                raise Impossible
            x.learns = True  # `the attack is 6` tells what is still missing in it
            if not all(
                self.asking.holding.holds(position, x, fact) for fact in later if isinstance(fact.target, Define)
            ):
                raise Impossible

        try:
            found = islice(self.game.explore(s, self.readings, run), MAX_WORLDS + 1)
            worlds = [World(position) for position, _ in found]
        except Unclear:
            return None
        return worlds if len(worlds) <= MAX_WORLDS else None

    def agreeing(self, waiting: Sequence[tuple[Said, Line, int]]) -> tuple[tuple[Said, Line, int], ...]:
        """The facts without those that contradict an earlier one, which are noted; of two that agree the fuller stays."""
        kept: dict[object, tuple[Said, Line, int]] = {}
        for place, (said, line, slot) in enumerate(waiting):
            part = said.sentence.form in ("starts", "includes")
            key: object = (place, "alone") if slot == STACK or part else slot
            if key not in kept:
                kept[key] = (said, line, slot)
            elif not self.facts.agree(said, kept[key][0]):
                self.contradiction(line, kept[key][1])
            elif named(said) > named(kept[key][0]):
                kept[key] = (said, line, slot)
        told: dict[int, tuple[object, Line]] = {}  # of single cards, beside where they are
        for said, line, _ in sorted(waiting, key=lambda item: not item[0].of_cards):
            for where, value in self.facts.told(said):
                if said.of_cards or where in told:
                    before, earlier = told.setdefault(where, (value, line))
                    if before != value:
                        self.contradiction(line, earlier)
        return tuple(kept.values())

    def contradiction(self, line: Line, earlier: Line) -> None:
        self.problem("E-FACTS", f"“{line.text}” contradicts line {earlier.line}: “{earlier.text}”.", line,
                     "Keep the one that is true.")  # fmt: skip
        self.unread = True

    # ---- what is always so --------------------------------------------------------------------------------------------

    def look_at_corrections(self) -> None:
        """After corrections, which may take several lines, everything has to fit again."""
        corrected, self.table.corrected = self.table.corrected, ()
        if corrected:
            self.look_at_invariants(corrected)

    def look_at_invariants(self, told: Sequence[tuple[Said, Line]]) -> None:
        """Leaves only what fits the invariants; a problem with the last fact that one speaks of, where nothing does."""
        if not told or not self.table.worlds:
            return
        self.table.worlds, broken = self.kept.fitting(self.table.worlds, self.readings)
        if broken is None:
            return
        invariant, position = broken
        lasting = self.game.traits.lasting
        concerned = [line for said, line in told if self.kept.speaks_of((invariant,), said)]
        concerned = concerned or [line for said, line in told if self.kept.speaks_of(lasting, said)]
        line = concerned[-1] if concerned else told[-1][1]
        others = [str(n) for n in sorted({at.line for at in concerned} - {line.line})]
        why = self.kept.why(invariant, position, self.readings)
        hint = f"Look at line{'s' * (len(others) > 1)} {', '.join(others)} too." if others else None
        self.problem("E-FACTS", f"“{line.text}” cannot be so: {why}.", line, hint)
        self.unread = True
