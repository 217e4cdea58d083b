"""The compiled Jusayo and the hand-written referee agree on every set of legal moves, under every reading."""

from __future__ import annotations

import itertools

import pytest

from rulespal import library
from rulespal.model.rules import spoken
from tests.referees.jusayo import COLOURS, Referee
from tests.referees.lockstep import Lockstep

GAMES = 700
CHANCE = {"set-up"}


def key(name: str, actor: int | None, args: tuple) -> tuple:
    cards = library.load("jusayo")[0].book.cards
    if name in ("play", "reveal", "pick"):
        return (name, actor, cards[args[0]].name)
    if name == "dealt":
        return (name, actor, tuple(cards[c].name for c in args[0]))
    if name == "set-board":
        return (name, actor, tuple(COLOURS[c] for c in args[0]))
    if name == "place":
        return (name, actor, COLOURS[args[0]])
    return (name, actor, *args)


def expected(referee: Referee) -> set | None:
    if referee.stage() in ("set-up", "dealing"):
        return None
    return set(referee.legal())


@pytest.mark.parametrize("players", [3, 4, 5])
def test_same_legal_moves(players: int) -> None:
    game, _ = library.load("jusayo")
    lockstep = Lockstep(game, game.defaults, key)
    for seed in range(GAMES):
        assert lockstep.play(players, seed, Referee(players), expected, 2_000) < 2_000


READINGS = [
    (r.name, option)
    for r in library.load("jusayo")[0].book.readings
    for option in range(1, len(r.options))
    if r.name != "empty_hand"
]


@pytest.mark.parametrize(("name", "option"), READINGS)
def test_same_under_other_readings(name: str, option: int) -> None:
    game, _ = library.load("jusayo")
    reading = game.book.reading(name)
    assert reading is not None
    options = [0] * len(game.book.readings)
    options[reading.index] = option
    chosen = {spoken(name): spoken(reading.options[option].name)}
    lockstep = Lockstep(game, options, key)
    for players, seed in itertools.product((3, 4, 5), range(40)):
        lockstep.play(players, seed, Referee(players, chosen), expected, 600)
