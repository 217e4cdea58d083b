"""A ruling that was asked for, as a query: who is who, which facts and events, what is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulespal.model.patterns import numbered
from rulespal.model.phrases import Phrasebook, Said, Speech
from rulespal.model.rules import Answering, Course, Ruling, Sentences, Slot
from rulespal.questions.comparing import Match, apart_from
from rulespal.questions.mentions import WEAK, Mention, strongest_first
from rulespal.questions.query import ASKER, Asked, Query, Way
from rulespal.questions.seats import seats_of
from rulespal.questions.wording import phrase
from rulespal.questions.words import lexicon
from rulespal.records.replay import speech_of

_KINDS = {"words": "text", "payments": "payments", "effects": "happens", "silent": "silent", "legal": "legal",
          "must": "must", "which": "which-cards"}  # fmt: skip
SPARE = ("Abel", "Berta", "Carlos", "Doro", "Emil", "Flora", "Gerd", "Hilda", "Iwan", "Jutta", "Karl", "Lotte")
FEW = 3  # players, where neither the question nor the ruling says how many


class Outside(Exception):
    """The rulebook is not for so many players."""


class Unplaced(Exception):
    """A player whom a question names has no place in the ruling, which has places for more players."""


def query(
    match: Match, text: str, given: Sequence[str], phrases: Phrasebook, language: str, players: Sequence[str] = ()
) -> Query:
    """The query of a question that is a ruling in other words. Raises Outside, Unplaced."""
    return _Filling(match, text, given, phrases, language, players).query()


def named(
    ruling: Ruling, arguments: Mapping[str, Any], text: str, given: Sequence[str], phrases: Phrasebook, language: str,
    players: Sequence[str] = (),
) -> Query:  # fmt: skip
    """The query of a ruling that somebody calls by its name. `arguments`: by parameter, players by name. Raises Outside."""
    return _Named(ruling, arguments, text, given, phrases, language, players).query()


class _Filling:
    def __init__(
        self, match: Match, text: str, given: Sequence[str], phrases: Phrasebook, language: str, players: Sequence[str]
    ) -> None:
        self.match = match
        self.score = match.score
        self.ruling = match.ruling
        self.asking = match.asking.pattern
        self.mentions = match.mentions
        self.text = text
        self.given = tuple(given)
        self.phrases = phrases
        self.book = phrases.book
        self.language = language
        self.order = [part.name for part in self.asking.parts if isinstance(part, Slot)]
        self.named: dict[str, str] = dict(self.people(list(players)))
        self.things: dict[str, Any] = self.other_things()
        self.seats = self.seated(list(players))
        self.called = self.roles()

    # ---- who is who ---------------------------------------------------------------------------------------------------

    def people(self, players: list[str]) -> Mapping[str, str]:
        """The players of the ruling by the names that the question has for them; unnamed ones are left out."""
        kinds = {p.name: p.type.kind for p in self.ruling.params}
        waiting = [name for name in dict.fromkeys(self.order) if kinds[name] == "player"]
        waiting += [p.name for p in self.ruling.params if p.type.kind == "player" and p.name not in waiting]
        named: dict[str, Mention] = {}
        somebody = 0
        for mention in self.mentions:
            if mention.kind == "player" and (mention.value not in named or not mention.value):
                somebody += not mention.value
                named[mention.value or f"?{somebody}"] = mention
        askings = [self.asking, *(p for p in self.ruling.asks if p.language == self.language)]
        chosen = seats_of(list(named.values())[: len(waiting)], waiting, self.text, askings, lexicon(self.language))
        found = {slot: mention.value for slot, mention in chosen.items() if mention.value}
        others = {name for name in named if name[0] != "?" and name != ASKER} - {*found.values()}
        if others and len(found) < len(waiting):
            raise Unplaced
        return found

    def other_things(self) -> dict[str, Any]:
        """Numbers, cards and members by the names of their slots, in the order in which the way of asking has these."""
        left = strongest_first(apart_from(self.mentions, self.match.asking))
        found: dict[str, Any] = {}
        places = {name: place for place, name in reversed([*enumerate(self.order)])}
        for param in sorted(self.ruling.params, key=lambda param: places.get(param.name, len(places))):
            if param.type.kind == "player":
                continue
            weak = WEAK if param.name == self.ruling.seats else 0.0  # nobody plays with “one”
            mention = next((m for m in left if m.fits(param.type) and m.weight >= weak), None)
            if mention is not None:
                left.remove(mention)
                found[param.name] = mention.value
        return found

    def seated(self, players: list[str]) -> tuple[str, ...]:
        """All players in their order: those of a record, or those of the ruling and as many more as there have to be."""
        wanted = [p.name for p in self.ruling.params if p.type.kind == "player"]
        names = [self.named.get(slot, "") for slot in wanted]
        spare = iter(s for s in SPARE if s not in names and s not in players and s not in self.spoken_of())
        if players:
            free = iter([p for p in players if p not in names])
            for slot, name in zip(wanted, names, strict=True):
                self.named[slot] = name or next(free, next(spare))
            return tuple(players)
        for slot, name in zip(wanted, names, strict=True):
            self.named[slot] = name or next(spare)
        seats = [self.named[slot] for slot in wanted]
        said = dict.fromkeys(m.value for m in self.mentions if m.kind == "player" and m.value)
        seats += [name for name in said if name not in seats]
        seats += [name for name in self.spoken_of() if name not in seats]
        number = self.number(len(seats))
        return tuple([*seats, *spare][: max(number, len(seats))])

    def spoken_of(self) -> list[str]:
        """Names that stand at the front of the facts handed in."""
        found = []
        for fact in self.given:
            first = fact.replace("'s", " ").split(" ")[0]
            if first[:1].isupper() and first.isalpha() and first not in found:
                found.append(first)
        return found

    def number(self, needed: int) -> int:
        """How many players there are. Raises Outside."""
        low, high = self.book.players
        seats = self.ruling.seats
        if isinstance(seats, int):
            return seats
        said = self.things.get(seats or "")
        if said is not None:
            if not low <= said <= high:
                raise Outside(phrase("outside", self.language, low=low, high=high))
            return int(said)
        told = len(self.spoken_of()) > 1  # whoever names several has named all
        return min(max(low, needed if told else FEW, needed), high)

    def roles(self) -> dict[str, str]:
        """What those are called whom the question does not name."""
        called, unnamed = {}, 0
        for param in self.ruling.params:
            if param.type.kind != "player" or self.named[param.name] not in SPARE:
                continue
            role = self.ruling.roles.get(param.name, ())
            own = next((p for p in role if p.language == self.language), role[0] if role else None)
            called[self.named[param.name]] = (
                own.source if own else phrase("another-player" if unnamed else "a-player", self.language)
            )
            unnamed += own is None
        others = [s for s in self.seats if s in SPARE and s not in called]
        return called | dict.fromkeys(others, phrase("another-player", self.language))

    # ---- the query ----------------------------------------------------------------------------------------------------

    def query(self) -> Query:
        speech = speech_of(self.phrases, self.seats, self.language, None)
        values = {**self.things, **{slot: self.seats.index(name) for slot, name in self.named.items()}}
        if isinstance(self.ruling.seats, str):
            values.setdefault(self.ruling.seats, len(self.seats))
        assumed = self.without(self.filled(self.ruling.given, speech, values), speech)
        return Query(
            self.text, self.language, self.seats, (*self.given, *assumed),
            self.filled(self.ruling.after, speech, values), self.asked(self.ruling.answers, "", speech, values),
            self.ways(speech, values), assumed, self.understood(speech, values), "ruling", self.ruling,
            values, self.called, surely=self.score, seats_open=self.seats_open,
        )  # fmt: skip

    def filled(self, sentences: Sequence[Sentences], speech: Speech, values: Mapping[str, Any]) -> tuple[str, ...]:
        return tuple(speech.say(patterns, values) for patterns in sentences)

    def without(self, facts: Sequence[str], speech: Speech) -> tuple[str, ...]:
        """The facts of a ruling without those of which the question says something itself."""
        said = {_about(speech, fact) for fact in self.given}
        return tuple(fact for fact in facts if _about(speech, fact) not in said)

    def asked(
        self, answers: Sequence[Answering], prefix: str, speech: Speech, values: Mapping[str, Any]
    ) -> tuple[Asked, ...]:
        found = []
        for place, told in enumerate(answers):
            event = speech.say(told.event, values) if told.event else ""
            kind = _KINDS.get(told.kind) or ("is" if told.value and told.value.type.kind == "truth" else "value")
            found.append(Asked(kind, event, answering=told, function=f"{prefix}{place}"))  # type: ignore[arg-type]
        return tuple(found)

    def ways(self, speech: Speech, values: Mapping[str, Any]) -> tuple[Way, ...]:
        return tuple(self.way(course, n, speech, values) for n, course in enumerate(self.ruling.courses))

    def way(self, course: Course, number: int, speech: Speech, values: Mapping[str, Any]) -> Way:
        return Way(
            speech.say(course.when, values), self.filled(course.given, speech, values),
            self.filled(course.after, speech, values), self.asked(course.answers, f"{number}_", speech, values),
        )  # fmt: skip

    def understood(self, speech: Speech, values: Mapping[str, Any]) -> str:
        """The question said back: the first way of asking that speaks of nothing that the question does not say."""
        asks = sorted(
            (p for p in self.ruling.asks if p.language == self.language), key=lambda p: not p.source.endswith("?")
        )
        said = values if not self.seats_open else {k: v for k, v in values.items() if k != self.ruling.seats}
        for pattern in (*asks, self.asking):
            slots = [part.name for part in pattern.parts if isinstance(part, Slot)]
            if all(name in said for name in slots):
                return speech.fill(pattern, [said[name] for name in slots])
        return self.left_open(speech, said)

    @property
    def seats_open(self) -> bool:
        """Whether the question leaves open how many play, and the ruling speaks of it."""
        return isinstance(self.ruling.seats, str) and not self.things

    def left_open(self, speech: Speech, values: Mapping[str, Any]) -> str:
        """The way of asking, with `…` for what the question does not say."""
        said = ""
        for part in self.asking.parts:
            if isinstance(part, str):
                said += numbered(part, False)
            else:
                known = part.name in values
                said += speech.spoken(values[part.name], part.expr.type) if known else "…"
        return said


class _Named(_Filling):
    """The same for a ruling that is called by its name."""

    def __init__(
        self, ruling: Ruling, arguments: Mapping[str, Any], text: str, given: Sequence[str], phrases: Phrasebook,
        language: str, players: Sequence[str],
    ) -> None:  # fmt: skip
        self.ruling, self.text, self.given = ruling, text, tuple(given)
        self.asking = next((p for p in ruling.asks if p.language == language), ruling.asks[0])
        self.phrases, self.book, self.language = phrases, phrases.book, language
        self.mentions, self.score = (), 1.0
        kinds = {p.name: p.type.kind for p in ruling.params}
        self.named = {name: value for name, value in arguments.items() if kinds[name] == "player"}
        self.things = {name: value for name, value in arguments.items() if kinds[name] != "player"}
        self.seats = self.seated(list(players))
        self.called = self.roles()


def _about(speech: Speech, fact: str) -> object:
    """What a fact is about: a state or zone, and whose."""
    said = speech.fact(fact)
    if not isinstance(said, Said):
        return fact
    return (said.target.name, said.values.get("player"))
