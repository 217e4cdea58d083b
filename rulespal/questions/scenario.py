"""The scenario of a question as a record in memory, carried out under one choice of readings."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rulespal.engine.game import Act, Branch, Game
from rulespal.engine.rulings import ordinary
from rulespal.model.phrases import Phrasebook, Said, Speech
from rulespal.model.rules import Gap, Stage, State, Zone
from rulespal.questions.query import Query
from rulespal.questions.said_back import in_language
from rulespal.questions.wording import phrase, unsaid
from rulespal.records.judge import Judge
from rulespal.records.record import Header, Kind, Line, Record
from rulespal.records.replay import speech_of
from rulespal.records.table import World
from rulespal.records.verdict import EventReport
from rulespal.records.ways import followed

FILE = "the question"
_LINE = re.compile(r" line \d+:")
_QUOTED = re.compile("“([^”]+)”")


class Inquiry(Judge):
    """A judge whose worlds keep the effects of all events, not only of the last.

    A way in which an event would have to know more than the question says, because something is at its limit, is not on the
    ordinary course: it is left out where the event goes well without.
    """

    silent: Gap | None = None  # the gap that an event ran into

    def simply(self, act: Act) -> None:
        """Nothing is simple here: the effects of earlier events go with those of an act."""

    def attempts(self, worlds: list[World], act: Act, force: bool = False) -> list[Branch]:
        def attempt(world: World) -> list[Branch]:
            branches = self.game.attempt(world.position, self.readings, act, force, known=world.known)
            for branch in branches:
                branch.events = [*world.events, *branch.events]
            return branches

        silences = {gap.silence: gap for gap in self.book.gaps.values()}
        found = followed(worlds, attempt)
        for branch in found:
            if branch.unclear is not None and branch.failure is None:
                self.silent = self.silent or silences.get(branch.unclear)
        ordinary = [b for b in found if b.unclear is None or b.unclear in silences or b.failure is not None]
        return ordinary if any(b.failure is None for b in ordinary) else found


@dataclass(slots=True)
class Scenario:
    """What came of a scenario: the judge with its worlds, and what was wrong with the scenario in one sentence."""

    judge: Inquiry
    problem: str = ""
    refused: EventReport | None = None  # the first event that is not legal

    @property
    def worlds(self) -> list[World]:
        return self.judge.table.worlds or []


@dataclass(frozen=True, slots=True)
class Table:
    """Who asks about which game. `before`: a record from whose end the question goes on."""

    game: Game
    phrases: Phrasebook
    players: tuple[str, ...]
    language: str
    before: Record | None = None

    @property
    def speech(self) -> Speech:
        return speech_of(self.phrases, self.players, self.language, None)

    def record(self, facts: Sequence[str], events: Sequence[str], *, mid_game: bool) -> Record:
        """The scenario as a record: from the middle of a game, or from its start."""
        if self.before is not None:
            known = [Line(Kind.REVEAL, n, 1, fact) for n, fact in enumerate(facts, 1)]
            asked = [Line(Kind.EVENT, n, 1, event) for n, event in enumerate(events, len(known) + 1)]
            kept = [line for line in self.before.lines if line.kind not in (Kind.END, Kind.RESULT)]
            return replace(self.before, lines=[*kept, *known, *asked])
        headers = [Header("players", ", ".join(self.players), 0, 1)]
        if mid_game:
            facts = [*facts, *self.on_ordinary_course(facts)]
            headers.append(Header("start", "mid", 0, 1))
        lines = [Line(Kind.GIVEN, n, 1, fact) for n, fact in enumerate(facts, 1)]
        lines += [Line(Kind.EVENT, n, 1, event) for n, event in enumerate(events, len(lines) + 1)]
        return Record(FILE, 0, headers, lines)

    def on_ordinary_course(self, facts: Sequence[str]) -> list[str]:
        """Facts about what the question does not speak of, where the rulebook says what is ordinarily so."""
        book, speech = self.game.book, self.speech
        all_things: list[State | Zone] = [*book.states, *book.zones]
        things = [thing for thing in all_things if thing.ordinarily is not None]
        if not things:
            return []
        judge = Judge(self.game, speech, Record(FILE, 0), self.game.defaults)
        said = {judge.facts.slot(f) for f in map(speech.fact, facts) if isinstance(f, Said)}
        worth = ordinary(self.game, len(self.players))
        found = []
        for thing in things:
            for seat, slot in enumerate(self.game.slots_of(thing, len(self.players))):
                if slot not in said:
                    found.append(_fact(speech, thing, seat, worth))
        found = [fact for fact in found if fact]
        while found and self._too_much([*facts, *found]):
            found.pop()
        return found

    def _too_much(self, facts: Sequence[str]) -> bool:
        """Whether facts that were said cannot be so together with what is ordinarily so.

        Only where an invariant looks at one of which nothing is ordinarily so: the number of coins in a box.
        """
        judge = Judge(self.game, self.speech, Record(FILE, 0), self.game.defaults)
        said = [found for found in map(self.speech.fact, facts) if isinstance(found, Said)]
        lasting = self.game.traits.lasting
        others = [f for f in said if isinstance(f.target, State | Zone) and f.target.ordinarily is None]
        if not any(judge.kept.speaks_of(lasting, fact) for fact in others):
            return False
        headers = [Header("players", ", ".join(self.players), 0, 1), Header("start", "mid", 0, 1)]
        lines = [Line(Kind.GIVEN, n, 1, fact) for n, fact in enumerate(facts, 1)]
        judge = Judge(self.game, self.speech, Record(FILE, 0, headers, lines), self.game.defaults)
        judge.run()
        return any(found.code == "E-FACTS" for found in judge.diagnostics)

    def run(
        self, facts: Sequence[str], events: Sequence[str], options: Sequence[int], *, mid_game: bool = True
    ) -> Scenario:
        """Carries a scenario out."""
        record = self.record(facts, events, mid_game=mid_game)
        judge = Inquiry(self.game, self.speech, record, options)
        judge.run()
        judge.start_if_waiting()
        found = Scenario(judge)
        start = len(judge.events) - len(events)
        found.refused = next((e for e in judge.events[start:] if e.status in ("illegal", "refuted")), None)
        found.problem = self._problem(judge, [*facts, *events])
        return found

    def _problem(self, judge: Inquiry, sentences: Sequence[str]) -> str:
        """What is wrong with the scenario itself, in one sentence; empty if nothing is."""
        for one in judge.diagnostics:
            if one.code in ("E-FACTS", "E-HIDDEN"):
                return self._clash(one.message, sentences)
            if one.code in ("E-VERB", "E-NAME"):
                return unsaid(one.code, one.message, one.hint, self.game.book.title, self.language)
        return ""

    def _clash(self, message: str, sentences: Sequence[str]) -> str:
        """What cannot be so, in the language of the question: the sentences that clash, where they are told."""
        if self.language == "en":
            return _LINE.sub("", message)
        named = [in_language(text, self.speech) for text in _QUOTED.findall(message) or sentences[:3]]
        return phrase("clash", self.language, facts="; ".join(dict.fromkeys(named)))


def _fact(speech: Speech, thing: State | Zone, seat: int, worth: Mapping[tuple[str, str], int]) -> str:
    """The sentence that a state or zone is as usual; empty if it has none."""
    if isinstance(thing, Zone):
        patterns, values = thing.says.get("count", ()), {"count": worth["zone", thing.name]}
    else:
        patterns, values = thing.says.get(None, ()), {"value": worth["state", thing.name]}
    return speech.say(patterns, {**values, "player": seat}) if patterns else ""


def moment_known(table: Table, query: Query) -> bool:
    """Whether anything is said of the moment: a stage, or the player whose turn or the like it is."""
    if table.before is not None or query.assumed:
        return True
    said = [found.target for fact in query.facts if isinstance(found := table.speech.fact(fact), Said)]
    return any(isinstance(t, Stage) or (isinstance(t, State) and not t.owned and t.type.kind == "player") for t in said)
