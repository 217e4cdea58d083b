"""A table where a game is refereed: its record, who sees what, what chance makes of an event, where the game stands."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rulespal.engine.emit_statements import ANNOUNCED
from rulespal.engine.game import Act, Offer, Position
from rulespal.engine.layout import PLAYERS, STACK
from rulespal.model.phrases import Said, Speech
from rulespal.model.rules import Move, Reading
from rulespal.play.dealer import Dealer
from rulespal.play.growing import Growing
from rulespal.play.opening import BOX, BY_PROGRAM, CHANCE, EXAMPLE, Opening
from rulespal.play.outcome import OVER_IN_WORDS, outcome
from rulespal.play.reply import Now
from rulespal.play.views import ALL, Discreet, cards_in, in_hands, is_open, seen_by, told_by_kind, unseen, veiled_event
from rulespal.records.facts import Facts
from rulespal.records.legal import LegalReport, list_moves
from rulespal.records.reasons import Reasons
from rulespal.records.record import Kind, Line
from rulespal.records.replay import DISPUTABLE, Finder
from rulespal.records.table import World
from rulespal.records.verdict import Effect, EventReport
from rulespal.text.diagnostic import Diagnostic
from rulespal.text.span import Span


class AtTable:
    """One table. `deals`: the program shuffles and deals, and shows a hand to nobody but its player."""

    def __init__(
        self, begin: Opening | Sequence[str], file: str, find: Finder, chosen: Mapping[str, str],
        language: str | None = None, rng: random.Random | None = None,
    ) -> None:  # fmt: skip
        """A new game, or one that goes on where the lines of its record end. Raises NoTable, RuleFault."""
        self.opening = begin if isinstance(begin, Opening) else None
        self.agreed = dict(chosen)
        self.about = (file, find, language)
        self.rng = rng or random.Random()
        self.seed = self.rng.random()
        self._begin(begin.lines(chosen) if isinstance(begin, Opening) else begin)

    def _begin(self, lines: Sequence[str]) -> None:
        file, find, language = self.about
        self.record = Growing(lines, file, find, {} if self.opening else self.agreed, language, Discreet)
        self.game = self.record.game
        table = self.record.table
        self.speech: Speech = table.speech
        self.deals = self.record.record.value(CHANCE) == BY_PROGRAM
        self.example = self.record.record.value(BOX) == EXAMPLE
        self.words = Reasons(self.game, self.speech)
        self.facts = Facts(self.game, self.speech)
        self.dealer = Dealer(self.game, table.options, random.Random(self.seed), example=self.example)
        self.refused: Line | None = None
        self.last: EventReport | None = None
        self.written = len(self.record.lines)  # lines before which nothing was said yet
        if self.opening and self.deals and self.game.traits.start_by_chance:
            self._deal_the_start()

    @property
    def text(self) -> str:
        return self.record.text

    @property
    def players(self) -> tuple[str, ...]:
        return self.speech.players

    @property
    def events(self) -> int:
        return len(self.record.judge.events)

    def _deal_the_start(self) -> None:
        """Writes down what chance made of the start."""
        for fact in self.facts.all(self.dealer.start(len(self.players))):
            self.record.keep(self.record.attempt(self._line(Kind.GIVEN, fact)))
        self.written = len(self.record.lines)

    def _line(self, kind: Kind, text: str, **more: Any) -> Line:
        return Line(kind, self.record.next_line, 1, text, **more)

    def now(self) -> Now:
        """Where the game stands, as all may know."""
        with self.record.started() as position:
            if position is None:
                return Now("too little is known to say what may be done")
            if not position[STACK]:
                ended = outcome(self.game, self.speech, self.record.table.options, position)
                return Now(over="" if ended in (None, OVER_IN_WORDS) else ended)
            view = self._view(position, ALL)
            may = self.words.who_may(view, self.record.table.options)
            return Now(self.words.stage(view), may[0] if may else "", tuple(may[1:]), None, self._unnamed(position))

    def _unnamed(self, position: Position) -> tuple[str, ...]:
        """Cards that lie open, and nobody has said which: the facts that are to be completed."""
        slots = (slot for slot in sorted(self.game.layout.zone_slots) if any(card < 0 for card in position[slot]))
        found = []
        for slot in slots:
            zone, owner = self.game.layout.what(slot)
            if (
                getattr(zone, "seen_by", "") == "all"
                and self.game.layout.used(slot, position[PLAYERS])
                and None in zone.says
            ):
                cards = tuple(card for card in position[slot] if card != -1) or (-2,)
                found.append(self.speech.say(zone.says[None], {"player": owner, "cards": cards}))
        return tuple(found)

    def _moves(self, position: Position | None, seat: int | None) -> LegalReport:
        record = self.record.record
        report = LegalReport(record.file, record.name, record.rulebook, self.events)
        if position is not None:
            list_moves(report, self.words, self._view(position, seat), self.record.table.options, seat)
        return report

    def unsettled(self) -> list[tuple[Reading, int, bool]]:
        """The readings worth agreeing on: each with the option that holds, and whether this table has chosen it."""
        table = self.record.table
        return [
            (reading, table.options[reading.index], reading.index in table.fixed)
            for reading in self.game.book.readings if reading.grade in DISPUTABLE or reading.index in table.fixed
        ]  # fmt: skip

    def _problem(self, code: str, message: str, hint: str | None = None) -> Diagnostic:
        return Diagnostic(code, message, Span(self.record.record.file, self.record.next_line, 1), hint)

    # ---- chance -------------------------------------------------------------------------------------------------------

    def _view(self, position: Position, seat: int | None) -> Position:
        """A position as somebody sees it. Cards that people deal themselves are known only as far as they said so."""
        return seen_by(self.game, told_by_kind(self.game, position), seat) if self.deals else position

    def _veil(self, position: Position | None, act: Act | None = None) -> frozenset[int]:
        """Sees to it that the judge does not name what is hidden, but for what the event itself names."""
        veiled: frozenset[int] = frozenset()
        if self.deals and position is not None:
            hidden = {card for cards in unseen(self.game, position, ALL).values() for card in cards}
            named = cards_in(act.args, [param.type for param in act.move.params]) if act else frozenset()
            alike = {copy for card in named for copy in self.game.copies.get(card, ())}
            veiled = frozenset(hidden - named - alike)
        if isinstance(self.record.spoken, Discreet):
            self.record.spoken.veiled = veiled
        return veiled

    def _chance(self, before: Position, act: Act, report: EventReport) -> list[str]:
        """Writes down what chance made of an event, and tells of it what all may know."""
        acts = [*self._left_out(report), act]
        by_chance = any(self.game.traits.by_chance[one.move.index] for one in acts)
        if self.game.complete(before) and not by_chance:
            report.effects = self._public_effects(before, act, report)
            return []
        made = self.dealer.carried_out(before, acts)
        if made is None:
            return ["What chance decided here is not known: write it down, as in “-> …” or “reveal …”."]
        real, after, events = made
        worlds = self.record.judge.table.worlds
        if by_chance or (worlds and self._tells_of_open_cards(worlds[0])):
            plain = [self.words.effect(event) for event in events if event[0] == ANNOUNCED]
            for effect in filter(None, plain):
                self._write_if_so(self._line(Kind.EFFECT, effect.text))
        for slot in sorted(self.game.layout.zone_slots):
            self._write_what_lies_there(slot, before, after)
        hidden = self._veil(real, act) & self._veil(after, act)
        report.effects = self.words.effects(veiled_event(self.game, event, hidden) for event in events)
        return []

    def _act(self, said: Said) -> Act:
        move = said.target
        assert isinstance(move, Move)
        actor = said.values.get("actor") if move.has_actor else None
        return Act(move, actor, tuple(said.values[param.name] for param in move.params))

    def _left_out(self, report: EventReport) -> list[Act]:
        """The moves before an event that nobody said, and that are part of it."""
        said = [self.speech.event(text) for text in report.implied]
        return [self._act(one) for one in said if isinstance(one, Said)]

    def _write_what_lies_there(self, slot: int, before: Position, after: Position) -> None:
        """Writes down which cards have come to a place, if no line has said so and there are words for it."""
        worlds = self.record.judge.table.worlds
        here = worlds[0].position if worlds else before
        if here[slot] != before[slot] and any(is_open(self.game, here, card) for card in here[slot]):
            fact = self.facts.say(after, slot)
            if fact is not None and fact != self.facts.say(here, slot):
                self._write_if_so(self._line(Kind.REVEAL, fact))

    def _tells_of_open_cards(self, world: World) -> bool:
        """Whether the last event told of cards that nobody has named."""
        told = [part for event in world.events if event[0] == ANNOUNCED for part in event[2]]
        cards = [c for part in told for c in (part if isinstance(part, tuple) else (part,)) if isinstance(c, int)]
        return any(is_open(self.game, world.position, card) for card in cards)

    def _public_effects(self, before: Position, act: Act, report: EventReport) -> Sequence[Effect]:
        """The effects of an event in which nothing was left to chance, without the cards that stay hidden."""
        worlds = self.record.judge.table.worlds
        if not worlds:
            return report.effects
        hidden = self._veil(before, act) & self._veil(worlds[0].position, act)
        return self.words.effects(veiled_event(self.game, event, hidden) for event in worlds[0].events)

    def _perhaps(self, report: EventReport) -> list[str]:
        """Tells what comes of an event only with some of the cards that nobody has named; leaves that out of its effects."""
        worlds = self.record.judge.table.worlds or []
        each = [{effect.text for effect in self.words.effects(world.events)} for world in worlds]
        if len(each) < 2:
            return []
        sure = set.intersection(*each)
        report.effects = [effect for effect in report.effects if effect.text in sure]
        open_ones = list(dict.fromkeys(text for texts in each for text in sorted(texts - sure)))
        return [f"perhaps, by cards that nobody has named: {text}" for text in open_ones]

    def _write_if_so(self, line: Line) -> None:
        """Keeps a line if it is right; one that says nothing new or does not fit is left out."""
        tried = self.record.attempt(line)
        checks = self.record.judge.checks[tried.mark.checks :]
        if tried.problems or any(check.status == "fails" for check in checks):
            self.record.take_off(tried)
        else:
            self.record.keep(tried)

    def _public(self, act: Act, events: list[EventReport]) -> list[EventReport]:
        """The events that were rolled, in words that do not name cards which stay hidden."""
        worlds = self.record.judge.table.worlds
        if not self.deals or not worlds or not isinstance(self.record.spoken, Discreet):
            return events
        speech = self.record.spoken
        speech.veiled = in_hands(self.game, worlds[0].position)  # what was turned up out of a deck, all have seen
        text = Reasons(self.game, speech).event(Offer(act.move.index, act.actor, act.args))
        pairs = zip(act.move.params, act.args, strict=True)
        return [replace(e, text=text, args={p.name: speech.spoken(a, p.type) for p, a in pairs}) for e in events]
