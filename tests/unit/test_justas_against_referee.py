"""The compiled Justas and the hand-written referee agree on moves and on what comes of them, under the default readings.

`python -m benchmarks.justas_games` plays more of the same games.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from benchmarks import justas_games
from tests.referees.justas_both import Both
from tests.referees.justas_cards import COINS

GAMES = 4  # of each number of players, from the deal and from the middle of a game each


@pytest.mark.parametrize("players", COINS)
def test_same_games(players: int) -> None:
    ended = [Both(players, seed, midway).play() for seed in range(GAMES) for midway in (False, True)]
    assert "over" in ended


def test_coins_from_nowhere_and_people_who_are_out_are_noticed() -> None:
    both = Both(3, 1, False)
    before = both.purses()
    both.put("coins", both.get("coins", 0) + 1, 0)
    with pytest.raises(AssertionError, match="somewhere"):
        both.watch(before, [], "somewhere")
    both.put("treasury", both.get("treasury") - 1)
    with pytest.raises(AssertionError, match="is what was paid"):
        both.watch(before, [], "somewhere")
    both.watch(before, [("pays", "treasury", 0, 1)], "somewhere")


def test_games_under_other_readings_end_or_stop_at_a_gap() -> None:
    ended = Counter(justas_games.under_other_readings(3 + seed % 5, seed, random.Random(seed)) for seed in range(10))
    assert ended["over"]
