"""What a question says, made into a query: sentences in the rulebook's own words, and what is asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from rulespal.model.phrases import HIDDEN, NotSaid, Phrasebook, Said, Speech
from rulespal.model.rules import Define, Effect, Move, State, Zone
from rulespal.questions import standing
from rulespal.questions.matching import Match
from rulespal.questions.people import People
from rulespal.questions.query import Asked, Query, Told, Way
from rulespal.questions.slots import Open

USUAL_PLAYERS = 4  # where a question does not say how many play, and so many may


class Problem(Exception):
    """Why a question is not understood: a sentence, and the words that are in the way."""

    def __init__(self, message: str = "", words: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.words = tuple(words)


class Unasked(Problem):
    """What is told is understood, and nothing is asked that what is told would answer."""


@dataclass(slots=True)
class Piece:
    """A match with its people known by name."""

    match: Match
    values: dict[str, Any]


@dataclass(slots=True)
class Draft:
    """What a question has been found to say so far."""

    people: People
    facts: list[Piece] = field(default_factory=list)
    events: list[Piece] = field(default_factory=list)
    asked: list[tuple[str, Piece | None]] = field(default_factory=list)
    given: list[tuple[str, Said]] = field(default_factory=list)  # facts in the rulebook's own words
    number: int | None = None
    goes_on: bool = False  # whether it goes on from a question before


class Finishing:
    """Makes the query of a draft."""

    def __init__(self, phrases: Phrasebook, language: str, draft: Draft) -> None:
        self.phrases = phrases
        self.language = language
        self.draft = draft
        self.open_seats = False
        self.member = 0  # that is taken where a question leaves out which
        self.left_out = False

    def query(self, text: str) -> Query:
        """The query; raises Problem."""
        draft, people, book = self.draft, self.draft.people, self.phrases.book
        low, high = book.players
        if draft.number is not None and draft.number < len(people.seats):
            raise Problem(f"The question speaks of {len(people.seats)} players, and {draft.number} play.")
        self.open_seats = draft.number is None and not people.seated
        people.fill(draft.number or (len(people.seats) if people.seated else max(low, min(high, USUAL_PLAYERS))))
        if not low <= len(people.seats) <= high:
            raise Problem(f"{book.title} is for {low} to {high} players, not for {len(people.seats)}.")
        speech = Speech(self.phrases, people.seats, self.language)
        facts = [*(fact for fact, _ in draft.given), *self.said(speech, draft.facts)]
        events = self.said(speech, [piece for piece in draft.events if not self._asked_again(piece)])
        query = self.made(text, speech, facts, events, self.asked(speech))
        if self.left_out and not self.member:
            self.member = 1
            query = replace(query, alike=(self.query(text),))
        return query

    def asked(self, speech: Speech) -> list[Asked]:
        """What is asked."""
        return [self._asked(speech, kind, piece) for kind, piece in self.draft.asked]

    def made(
        self, text: str, speech: Speech, facts: Sequence[str], events: Sequence[str], asked: Sequence[Asked]
    ) -> Query:
        """The query of facts, events and what is asked, with what it takes for granted; raises Problem."""
        _check(asked, facts, events)
        return self.unchecked(text, speech, facts, events, asked)

    def unchecked(
        self, text: str, speech: Speech, facts: Sequence[str], events: Sequence[str], asked: Sequence[Asked]
    ) -> Query:
        """The same where somebody has written down what is asked: it need not tell of anything that happens."""
        facts = list(dict.fromkeys(facts))
        people = self.draft.people
        assumed, before = self._assumed(speech, facts, events, asked)
        events = [*before, *events]
        ways = self._ways(speech, events, asked)
        return Query(
            text, self.language, tuple(people.seats), (*facts, *assumed), tuple(events), tuple(asked), ways, assumed,
            understood=_told(facts, events, asked), called=dict(people.called), seats_open=self.open_seats,
        )  # fmt: skip

    def _asked_again(self, piece: Piece) -> bool:
        """Whether an event only repeats what is asked: `which card must she play if she plays one`."""
        sentence = piece.match.loose.sentence
        for kind, asked in self.draft.asked:
            if (
                kind in ("wanted", "legal", "must")
                and asked is not None
                and asked.match.loose.sentence.target is sentence.target
            ):
                open_ones = {k for k, v in piece.values.items() if v in (HIDDEN, (HIDDEN,))}
                same = all(asked.values.get(k) == v for k, v in piece.values.items() if k not in open_ones)
                return same and bool(open_ones)
        return False

    def said(self, speech: Speech, pieces: Sequence[Piece]) -> list[str]:
        """Matches in the words of the rulebook."""
        return [self._said(speech, piece) for piece in pieces]

    def _said(self, speech: Speech, piece: Piece) -> str:
        """A match in the words of the rulebook, as they are understood again."""
        sentence = piece.match.loose.sentence
        values = [self._value(speech, piece.values.get(name)) for name, _ in sentence.slots]
        text = speech.fill(sentence.pattern, values)
        understand = {"event": speech.event, "fact": speech.fact, "effect": speech.effect}[piece.match.loose.kind]
        if isinstance(understand(text), NotSaid):
            raise Problem(f"“{text}” is no sentence of {self.phrases.book.title}.")
        return text

    def _value(self, speech: Speech, value: Any) -> Any:
        if isinstance(value, Open):
            self.left_out = True
            return self.member
        return speech.players.index(value) if isinstance(value, str) and value in speech.players else value

    def _asked(self, speech: Speech, kind: str, piece: Piece | None) -> Asked:
        if kind in ("payments", "happens", "what-if"):
            return Asked("payments" if kind == "payments" else "happens")
        if piece is None:
            return Asked("legal")
        if kind in ("legal", "must"):
            return Asked(kind, event=self._said(speech, piece))  # type: ignore[arg-type]
        if kind == "is":
            return self._whether(speech, piece)
        return self._wanted(speech, piece)

    def _whether(self, speech: Speech, piece: Piece) -> Asked:
        """A question whether a fact is so, or an effect comes about."""
        target, form = piece.match.loose.sentence.target, piece.match.loose.sentence.form
        if piece.match.loose.kind == "fact":
            thing = target if isinstance(target, State | Zone | Define) else None
            return Asked("is", fact=self._said(speech, piece), thing=thing)
        if isinstance(target, State):
            if form not in target.says:
                raise Unasked("It is not clear what is asked.")
            values = {k: self._value(speech, v) for k, v in piece.values.items()}
            return Asked("is", fact=speech.say(target.says[form], values), thing=target, changed=True)
        assert isinstance(target, Effect)
        return Asked("is", told=Told(target, self._known(speech, piece)))

    def _known(self, speech: Speech, piece: Piece) -> dict[str, Any]:
        return {k: self._value(speech, v) for k, v in piece.values.items() if k.isidentifier()}

    def _wanted(self, speech: Speech, piece: Piece) -> Asked:
        """A question for one value of a sentence."""
        loose = piece.match.loose
        target, form, slot = loose.sentence.target, loose.sentence.form, loose.wanted
        type_ = dict(loose.sentence.slots)[slot]
        asked_for = piece.values.get("?", "")
        pick: Literal["", "most", "least"] = asked_for if asked_for in ("most", "least") else ""
        kind = "who" if type_.kind == "player" else "value"
        if isinstance(target, Move):
            if type_.kind in ("card", "collection"):
                return Asked("which-cards", event=self._said(speech, Piece(piece.match, {**piece.values, slot: (
                    ("?",) if type_.kind == "collection" else "?")})))  # fmt: skip
            if kind == "who" or not pick:
                raise Problem("Of a move, only its cards, or the most and the least of a number, can be asked for.")
            return Asked("value", told=Told(target, self._known(speech, piece), slot, pick))
        if pick or form in ("starts", "includes", "none", "one"):
            raise Unasked("It is not clear what is asked.")
        if isinstance(target, Effect):
            return Asked(kind, told=Told(target, self._known(speech, piece), slot))  # type: ignore[arg-type]
        owner = tuple(str(v) for k, v in piece.values.items() if k.isidentifier())
        thing: Any = target
        count, changed = isinstance(target, Zone) and form == "count", loose.kind == "effect"
        return Asked(kind, thing=thing, args=owner, count=count, changed=changed)  # type: ignore[arg-type]

    def _assumed(
        self, speech: Speech, facts: Sequence[str], events: Sequence[str], asked: Sequence[Asked]
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The facts, and the event before, that have to be so for the first move to be made at all."""
        known = [said for fact in facts if isinstance(said := speech.fact(fact), Said)]
        first = next(self._moves(speech, events, asked), None)
        if first is None:
            return (), ()
        if not events and len({actor for _, actor in self._moves(speech, events, asked)}) > 1:
            raise Problem("The moves of several players are asked for at once: ask for each by itself.")
        try:
            return standing.assumed(speech, *first, known), ()
        except standing.NoBeginning:
            return self._led_up_to(speech, first, known)

    def _led_up_to(
        self, speech: Speech, first: tuple[Move, Any], known: Sequence[Said]
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What somebody of whom the question does not speak has to have done before."""
        people = self.draft.people
        other = self._asked_about(speech, first[1]) or next((n for n in people.seats if n not in people.spoken), None)
        try:
            if other is None:
                raise standing.NoBeginning
            seat = people.seats.index(other)
            event, move = standing.earlier(speech, *first, seat, self.member)
            assumed = standing.assumed(speech, move, seat, known)
        except standing.NoBeginning:
            raise Problem("It is not clear at which moment that could happen.") from None
        self.left_out = self.left_out or any(p.type.kind == "enum" for p in move.params)
        people.called.setdefault(other, people.somebody())
        return assumed, (event,)

    def _asked_about(self, speech: Speech, actor: Any) -> str | None:
        """The one other player whose next move is asked for: who is asked about took part before."""
        asked = [piece for kind, piece in self.draft.asked if kind in ("legal", "must") and piece is not None]
        names = {str(piece.values.get("actor")) for piece in asked} - {
            speech.players[actor] if actor is not None else ""
        }
        return names.pop() if len(names) == 1 and names <= set(speech.players) else None

    def _moves(self, speech: Speech, events: Sequence[str], asked: Sequence[Asked]) -> Iterator[tuple[Move, Any]]:
        """The moves that a question speaks of, each with its actor."""
        for text in (*events, *(part.event for part in asked if part.event)):
            if isinstance(said := speech.event(text), Said) and isinstance(said.target, Move):
                yield said.target, said.values.get("actor")
        for part in asked:
            if part.told is not None and isinstance(part.told.target, Move):
                yield part.told.target, part.told.known.get("actor")

    def _ways(self, speech: Speech, events: Sequence[str], asked: Sequence[Asked]) -> tuple[Way, ...]:
        """The answers that the last event waits for, where the question is what comes of it."""
        if not events or all(part.kind in ("legal", "must", "which-cards") for part in asked):
            return ()
        event = speech.event(events[-1])
        try:
            found = standing.answers(speech, event) if isinstance(event, Said) else ()
        except standing.NoBeginning:
            raise Problem(f"“{events[-1]}” has to be answered first.") from None
        return tuple(Way(answer, events=(answer,)) for answer in found)


def _check(asked: Sequence[Asked], facts: Sequence[str], events: Sequence[str]) -> None:
    """Refuses what a scenario cannot tell: values of states that nothing has happened to, and questions without one."""
    for part in asked:
        if part.kind == "legal" and (part.event or events):
            continue
        if not (facts or events):
            raise Unasked("The question describes no situation.")
        if events or part.kind in ("legal", "must", "which-cards"):
            continue
        if part.kind in ("happens", "payments") or (part.told is not None and not part.told.pick):
            raise Unasked("The question says of nobody what they do.")
        if isinstance(part.thing, State | Zone):
            raise Unasked("What is asked is not said, and nothing happens to it.")


def _told(facts: Sequence[str], events: Sequence[str], asked: Sequence[Asked]) -> str:
    """A question said back in one line."""
    parts = "; ".join([*facts, *events])
    ends = ", ".join(a.event or a.fact or a.kind for a in asked).removesuffix("?")
    return f"{parts}: {ends}?" if parts else f"{ends}?"
