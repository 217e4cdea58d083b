"""Random games of Justas by the thousand, on the compiled rulebook and on the hand-written referee at once.

`python -m benchmarks.justas_games --games 3000` from the top of the checkout. Every game ends, or stops at a gap that has a
name; the two sides agree on moves and on what comes of them, and no coin is lost (`tests/referees/justas_both.py`).
Shares of the gaps are told for each number of players.

`--readings N` plays N games more with each option of each reading, the others drawn at random: the referee knows the default
readings only, so that there it is looked whether a game ends or stops at a gap, and whether the invariants hold.
"""

from __future__ import annotations

import argparse
import random
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

from rulespal import library
from rulespal.model.rules import spoken
from rulespal.play.simulate import play
from tests.referees.justas_both import Both
from tests.referees.justas_cards import COINS

Ended = Counter[str]


def under_other_readings(
    players: int, seed: int, rng: random.Random, fixed: tuple[int, int] | None = None
) -> str:  # fmt: skip
    """One game with an option drawn for each reading; `fixed` is a reading and the option it has. What it ended with."""
    game, phrases = library.load("justas")
    options = [rng.randrange(len(reading.options)) for reading in game.book.readings]
    if fixed is not None:
        options[fixed[0]] = fixed[1]
    playout = play(game, phrases, players, seed, options, write=False)
    assert not playout.broken, f"{players} players, seed {seed}, options {options}: {playout.broken}"
    named = playout.stopped is None or playout.gap is not None
    assert named, f"{players} players, seed {seed}, options {options}: {playout.stopped}"
    return playout.gap or "over"


def each_option(games: int, first: int) -> Iterator[Callable[[], str]]:
    """So many games with each option of each reading, for each number of players in turn."""
    for reading in library.load("justas")[0].book.readings:
        for option in range(len(reading.options)):
            for number in range(games):
                rng = random.Random(f"{spoken(reading.name)} {option} {first + number}")
                players = [*COINS][number % len(COINS)]
                yield partial(under_other_readings, players, first + number, rng, (reading.index, option))


def compared(players: int, seeds: range) -> Iterator[Callable[[], str]]:
    """Games on both sides."""
    return (Both(players, seed, False).play for seed in seeds)


def counted(games: Iterator[Callable[[], str]], name: str) -> bool:
    """Plays games, and tells how they ended; whether nothing was wrong."""
    ended: Ended = Counter()
    for game in games:
        try:
            ended[game()] += 1
        except Exception:  # whatever is wrong with one game, the others are played
            ended["WRONG"] += 1
            print(traceback.format_exc(), flush=True)
    total = max(1, ended.total())
    shares = ", ".join(f"{what} {number:,} ({number / total:.1%})" for what, number in ended.most_common())
    print(f"{name}: {total:,} games: {shares}", flush=True)
    return not ended["WRONG"]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=100, help="for each number of players (default: %(default)s)")
    parser.add_argument("--players", type=int, nargs="*", default=[*COINS], help="numbers of players (default: all)")
    parser.add_argument(
        "--readings", type=int, default=0, help="for each option of each reading (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=0, help="the first seed (default: %(default)s)")
    asked = parser.parse_args()
    good = True
    for players in asked.players:
        seeds = range(asked.seed, asked.seed + asked.games)
        good &= counted(compared(players, seeds), f"{players} players")
    if asked.readings:
        good &= counted(each_option(asked.readings, asked.seed), "other readings")
    raise SystemExit(not good)


if __name__ == "__main__":
    main()
