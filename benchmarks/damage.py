"""Damages records as people and programs do: one fault a copy, and it is known in which line.

A record is taken apart into *turns*: an event with the effect and assertion lines below it. Numbers of events are left out
before, since a missing number would tell of a missing line.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rulespal.engine.events import Act, Position
from rulespal.engine.game import Game
from rulespal.model.phrases import HIDDEN, Said, Speech
from rulespal.model.rules import Move, Slot
from rulespal.model.types import Type
from rulespal.records.from_text import read
from rulespal.records.judge import Judge
from rulespal.records.record import Kind, Line, Record
from rulespal.records.replay import speech_of

_NUMBER = re.compile(r"^\d+\. ", re.M)
_TRIES = 40


class Damaged(NamedTuple):
    """A damaged text and the line in which it is damaged; for a turn that is missing, the line that stands there now."""

    text: str
    line: int


@dataclass
class Written:
    """A legal record with what its lines say. `before`: the position before each event, by its line."""

    text: str
    record: Record
    speech: Speech
    game: Game
    said: dict[int, Said] = field(default_factory=dict)
    before: dict[int, Position] = field(default_factory=dict)
    kinds: dict[int, Line] = field(default_factory=dict)

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()

    def of(self, *kinds: Kind) -> list[int]:
        """The lines of these kinds."""
        return [number for number, line in self.kinds.items() if line.kind in kinds]

    def turns(self) -> list[tuple[int, int]]:
        """The first line of each turn and the one behind its last."""
        starts = self.of(Kind.EVENT)
        ends = [n for n, line in self.kinds.items() if line.kind in (Kind.RESULT, Kind.END)]
        return list(zip(starts, [*starts[1:], min(ends)], strict=True)) if starts else []

    def with_line(self, number: int, text: str) -> str:
        """The text with another sentence in a line."""
        lines = self.lines
        lines[number - 1] = lines[number - 1][: self.kinds[number].column - 1] + text
        return "\n".join(lines) + "\n"

    def resaid(self, number: int, values: dict[str, Any]) -> str:
        """The sentence of a line with other values."""
        said = self.said[number]
        pattern, all_values = said.sentence.pattern, {**said.values, **values}
        return self.speech.fill(pattern, [all_values[p.name] for p in pattern.parts if isinstance(p, Slot)])


def understood(text: str, game: Game, phrases: Any) -> Written:
    """A legal record taken apart. Raises ValueError where it is not."""
    text = _NUMBER.sub("", text)
    (record,) = read(text.splitlines(), "legal.rpl")
    speech = speech_of(phrases, tuple(record.players), None, None)
    written = Written(text, record, speech, game)
    marks: list[Any] = []
    judge = Judge(game, speech, record, game.defaults).run(0, marks.append)
    if judge.faulty or judge.unread:
        raise ValueError(f"the record is not legal: {[str(d) for d in judge.diagnostics]}")
    sentences = {
        Kind.EVENT: speech.event,
        Kind.GIVEN: speech.fact,
        Kind.RESULT: speech.fact,
        Kind.EFFECT: speech.effect,
    }
    for place, line in enumerate(record.lines):
        written.kinds[line.line] = line
        if line.kind in sentences and isinstance(said := sentences[line.kind](line.text), Said):
            written.said[line.line] = said
        if line.kind is Kind.EVENT:
            worlds = marks[place].table.worlds
            if worlds:
                written.before[line.line] = worlds[0].position
    return written


# ---- kinds of damage -------------------------------------------------------------------------------------------------


def dropped(written: Written, rng: random.Random) -> Damaged | None:
    """A turn is missing."""
    start, end = rng.choice(written.turns())
    lines = written.lines
    return Damaged(_joined([*lines[: start - 1], *lines[end - 1 :]]), start)


def doubled(written: Written, rng: random.Random) -> Damaged | None:
    """A turn stands twice."""
    start, end = rng.choice(written.turns())
    lines = written.lines
    return Damaged(_joined([*lines[: end - 1], *lines[start - 1 : end - 1], *lines[end - 1 :]]), end)


def swapped(written: Written, rng: random.Random) -> Damaged | None:
    """Two turns stand in the wrong order."""
    turns = written.turns()
    if len(turns) < 2:
        return None
    place = rng.randrange(len(turns) - 1)
    (start, middle), (_, end) = turns[place], turns[place + 1]
    lines = written.lines
    mixed = [*lines[: start - 1], *lines[middle - 1 : end - 1], *lines[start - 1 : middle - 1], *lines[end - 1 :]]
    return Damaged(_joined(mixed), start) if mixed != lines else None


def wrong_actor(written: Written, rng: random.Random) -> Damaged | None:
    """Somebody else is said to have done it."""
    players = range(len(written.speech.players))
    events = [n for n in written.of(Kind.EVENT) if "actor" in written.said[n].values]
    if not events or len(players) < 2:
        return None
    number = rng.choice(events)
    other = rng.choice([p for p in players if p != written.said[number].values["actor"]])
    return Damaged(written.with_line(number, written.resaid(number, {"actor": other})), number)


def wrong_amount(written: Written, rng: random.Random) -> Damaged | None:
    """A number of an event or effect is another one."""
    places = [
        (n, name) for n in written.of(Kind.EVENT, Kind.EFFECT) if n in written.said
        for name, type_ in written.said[n].sentence.slots if type_.kind == "number"
    ]  # fmt: skip
    if not places:
        return None
    number, name = rng.choice(places)
    value = written.said[number].values[name]
    other = rng.choice([v for v in range(max(0, value - 2), value + 3) if v != value])
    return Damaged(written.with_line(number, written.resaid(number, {name: other})), number)


def not_held(written: Written, rng: random.Random) -> Damaged | None:
    """A card is used by somebody who does not hold it."""
    for _ in range(_TRIES):
        number = rng.choice(written.of(Kind.EVENT))
        move = written.said[number].target
        assert isinstance(move, Move)
        places = [i for i, param in enumerate(move.params) if param.zone is not None]
        if not places or number not in written.before:
            continue
        place = rng.choice(places)
        here = _names(written, _lying(written, number, move, place))
        others = [c for c, card in enumerate(written.game.book.cards) if card.name not in here]
        if others:
            return Damaged(_with_card(written, number, move.params[place].name, rng.choice(others), rng), number)
    return None


def twice(written: Written, rng: random.Random) -> Damaged | None:
    """A card is dealt or laid out that lies somewhere else, with all its copies."""
    places = [*_twice_given(written), *_twice_dealt(written)]
    if not places:
        return None
    number, name, cards = rng.choice(places)
    return Damaged(_with_card(written, number, name, rng.choice(cards), rng), number)


def _twice_given(written: Written) -> Iterator[tuple[int, str, list[int]]]:
    """The facts that put cards somewhere, each with the cards of which those above it have used up all copies."""
    cards = written.game.book.cards
    copies, seen = Counter(card.name for card in cards), Counter[str]()
    for number in written.of(Kind.GIVEN):
        said = written.said[number]
        for name, type_ in said.sentence.slots:
            if _cards(type_) and isinstance(said.values[name], tuple):
                if gone := [c for c, card in enumerate(cards) if 0 < copies[card.name] <= seen[card.name]]:
                    yield number, name, gone
                seen.update(cards[c].name for c in said.values[name])


def _twice_dealt(written: Written) -> Iterator[tuple[int, str, list[int]]]:
    """The events in which cards are dealt, each with the cards that are not where they are dealt from."""
    for number in written.of(Kind.EVENT):
        move = written.said[number].target
        assert isinstance(move, Move)
        for place, param in enumerate(move.params):
            if param.number is not None and param.zone is not None and number in written.before:
                here = _names(written, _lying(written, number, move, place))
                if gone := [c for c, card in enumerate(written.game.book.cards) if card.name not in here]:
                    yield number, param.name, gone


def wrong_result(written: Written, rng: random.Random) -> Damaged | None:
    """The result names somebody else, another number, or the opposite."""
    for number in written.of(Kind.RESULT):
        said = written.said[number]
        slots = {name: type_ for name, type_ in said.sentence.slots if type_.kind in ("number", "player")}
        for name, type_ in slots.items():
            value = said.values[name]
            others = range(value + 3) if type_.kind == "number" else range(len(written.speech.players))
            other = rng.choice([v for v in others if v != value])
            return Damaged(written.with_line(number, written.resaid(number, {name: other})), number)
        siblings = [
            s for s in written.speech.phrases.facts.sentences
            if not s.slots and s.form == said.sentence.form and s.target is not said.target
            and _section(written, s.target) == _section(written, said.target)
        ]  # fmt: skip
        if siblings:
            text = written.speech.fill(rng.choice(siblings).pattern, [])
            return Damaged(written.with_line(number, text), number)
    return None


Damage = Callable[[Written, random.Random], "Damaged | None"]
KINDS: dict[str, Damage] = {
    "a turn dropped": dropped,
    "a turn doubled": doubled,
    "two turns swapped": swapped,
    "wrong actor": wrong_actor,
    "wrong amount": wrong_amount,
    "card not held": not_held,
    "card twice": twice,
    "result changed": wrong_result,
}


# ---- masks -----------------------------------------------------------------------------------------------------------


def masked(written: Written, rng: random.Random, share: float, kinds: Sequence[Kind]) -> str:
    """The record with some of the cards replaced by unknown ones, in lines of these kinds."""
    lines = written.lines
    for number in written.of(*kinds):
        if number not in written.said or written.said[number].sentence.form in ("starts", "includes"):
            continue
        values = {}
        for name, type_ in written.said[number].sentence.slots:
            value = written.said[number].values[name]
            if _cards(type_) and isinstance(value, tuple):
                values[name] = tuple(HIDDEN if rng.random() < share else card for card in value)
            elif _cards(type_) and rng.random() < share and _in_a_zone(written, number, name):
                values[name] = HIDDEN
        lines[number - 1] = lines[number - 1][: written.kinds[number].column - 1] + written.resaid(number, values)
    return _joined(lines)


# ---- help ------------------------------------------------------------------------------------------------------------


def _joined(lines: Sequence[str]) -> str:
    return "\n".join(lines) + "\n"


def _section(written: Written, target: Any) -> str:
    return written.game.book.citations[target.citation].section


def _cards(type_: Type) -> bool:
    one = type_.of if type_.kind == "collection" else type_
    return isinstance(one, Type) and one.kind == "card"


def _names(written: Written, cards: Sequence[int]) -> set[str]:
    return {written.game.book.cards[card].name for card in cards if card >= 0}


def _act(written: Written, number: int, move: Move) -> Act:
    values = written.said[number].values
    return Act(move, values.get("actor") if move.has_actor else None, tuple(values[p.name] for p in move.params))


def _lying(written: Written, number: int, move: Move, place: int) -> Sequence[int]:
    """The cards of the place from which a parameter of an event is taken."""
    s = written.before[number]
    trial = written.game.trial(written.game.fast, s.copy(), written.game.defaults, _act(written, number, move))
    return tuple(s[trial.call("zone", place)])


def _in_a_zone(written: Written, number: int, name: str) -> bool:
    """Whether a card that an event names comes from a place; others are only spoken of."""
    target = written.said[number].target
    if not isinstance(target, Move):
        return False
    return any(param.name == name and param.zone is not None for param in target.params)


def _with_card(written: Written, number: int, name: str, card: int, rng: random.Random) -> str:
    """The text with another card in a line, in place of one that is there."""
    value = written.said[number].values[name]
    other: Any = card
    if isinstance(value, tuple):
        place = rng.randrange(len(value))
        other = (*value[:place], card, *value[place + 1 :])
    return written.with_line(number, written.resaid(number, {name: other}))
