"""The compiled Hanabi and the hand-written referee agree on moves and on what comes of them, under every reading."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from rulespal import library
from rulespal.engine.game import Position
from rulespal.engine.layout import STACK
from rulespal.engine.runtime import Chances
from rulespal.model.rules import spoken
from tests.referees.hanabi import CARDS, COLOURS, COPIES, READINGS, Referee
from tests.referees.lockstep import Lockstep

GAMES = 120
GAMES_OF_READING = 40

game, _ = library.load("hanabi")
book = game.book
names = [card.name for card in book.cards]
zones = {zone.name: zone for zone in book.zones}
states = {state.name: state for state in book.states}


def key(name: str, actor: int | None, args: tuple) -> tuple:
    if name == "hint-colour":
        return ("hint", actor, args[0], book.enums["Colour"].members[args[1]])
    if name == "hint-number":
        return ("hint", actor, *args)
    return (name, actor, names[args[0]])


def expected(referee: Referee) -> set:
    return set(referee.legal())


class Hanabi(Lockstep):
    """Deals for both; now and then plays cards that fit, so that games come to all their ends; compares the whole table."""

    skill = 0.0

    def slot(self, name: str, seat: int | None = None) -> int:
        return self.game.layout.slot(zones.get(name) or states[name], seat)

    def start(self, players: int, readings: Chances, referee: Referee) -> Position:
        self.skill = readings.rng.choice((0.0, 0.5, 0.9, 1.0))
        s = self.game.new(players, readings)
        left: dict[str, list[int]] = {}
        for card, name in enumerate(names):
            left.setdefault(name, []).append(card)
        for seat in referee.players:
            s[self.slot("hand", seat)] = tuple(left[card].pop() for card in referee.hands[seat])
        s[self.slot("deck")] = tuple(left[card].pop() for card in referee.deck)
        self.compare(s, referee, [], "at the start")
        return s

    def pick(self, s: Position, readings: Chances, found: Sequence[Any], rng: random.Random) -> Sequence[Any]:
        plays = [move for move in found if book.moves[move[0]].name == "play"]
        fitting = [move for move in plays if self.game.fast["define_fits"](s, readings, move[2])]
        if rng.random() < self.skill:
            return rng.choice(fitting or [move for move in found if move not in plays] or plays)
        return rng.choice(found)

    def compare(self, s: Position, referee: Referee, events: Sequence[Any], where: str) -> None:
        laid = Counter(names[card] for card in s[self.slot("fireworks")])
        here = {
            "hands": [Counter(names[card] for card in s[self.slot("hand", seat)]) for seat in referee.players],
            "deck": [names[card] for card in s[self.slot("deck")]],
            "discards": [names[card] for card in s[self.slot("discards")]],
            "fireworks": laid,
            "tokens": s[self.slot("hints")],
            "fuses": s[self.slot("fuses")],
            "turn": s[self.slot("turn")] if s[STACK] else "over",
            "left": s[self.slot("last_turns")],
            "score": self.game.fast["define_score"](s, self.readings),
        }
        there = {
            "hands": [Counter(hand) for hand in referee.hands],
            "deck": referee.deck,
            "discards": referee.discards,
            "fireworks": Counter(f"{c} {n + 1}" for c, height in referee.heights.items() for n in range(height)),
            "tokens": referee.tokens,
            "fuses": referee.fuses,
            "turn": "over" if referee.over() else referee.turn,
            "left": referee.turns_left or 0,
            "score": referee.score(),
        }
        assert here == there, where
        self.compare_at_random(s, referee, where)

    def compare_at_random(self, s: Position, referee: Referee, where: str) -> None:
        """A few events, most of them not legal, judged by both."""
        rng = random.Random(where)
        legal = {self.named(*move) for move in self.game.legal(s, self.readings)}
        for _ in range(4):
            actor = rng.choice((referee.turn, *referee.players))
            hint = ("hint", actor, rng.choice(referee.players), rng.choice((*COLOURS, *COPIES)))
            card = (rng.choice(("play", "discard")), actor, rng.choice(CARDS))
            for move in (hint, card):
                assert (move in legal) == (not referee.why_not(move)), f"{where}, then {move}"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_same_games(players: int) -> None:
    ends: Counter[str] = Counter()
    for seed in range(GAMES):
        referee = Referee.dealt(players, random.Random(seed))
        assert Hanabi(game, game.defaults, key).play(players, seed, referee, expected, 500) < 500
        assert referee.cards() == Counter(CARDS)
        ends["failed" if referee.failed() else "perfect" if referee.perfect() else "deck"] += 1
    assert ends["failed"] and ends["deck"], ends


@pytest.mark.parametrize(("name", "option"), [(n, o) for n, options in READINGS.items() for o in options[1:]])
def test_same_under_other_readings(name: str, option: str) -> None:
    reading = book.reading(name)
    assert reading is not None
    options = [0] * len(book.readings)
    options[reading.index] = [spoken(o.name) for o in reading.options].index(option)
    for seed in range(GAMES_OF_READING):
        players = 2 + seed % 4
        referee = Referee.dealt(players, random.Random(seed), {name: option})
        assert Hanabi(game, options, key).play(players, seed, referee, expected, 2_000) < 2_000


def test_every_reading_is_known_to_both() -> None:
    assert {spoken(r.name): tuple(spoken(o.name) for o in r.options) for r in book.readings} == READINGS
