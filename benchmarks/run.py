"""Ratios that mean the same on any machine: the compiled rulebooks and the record reader beside yardsticks, in one run.

`python -m benchmarks.run` from the top of the checkout. Everything that is compared runs in turn, round after round, so
that a machine that slows down slows all of it down; shown is the median of the rounds. What is counted, and how fair
each comparison is, stands in README.md beside this file.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from benchmarks import fast_jusayo, fast_regicide
from rulespal import library
from rulespal.engine.game import CHOOSE, Game
from rulespal.engine.layout import STACK
from rulespal.engine.runtime import Chances
from rulespal.model.phrases import Phrasebook, Said, Speech
from rulespal.model.rules import Move, spoken
from rulespal.play.simulate import Sampler, play
from rulespal.records.from_text import read
from rulespal.records.record import Kind, Record
from rulespal.records.replay import speech_of
from tests.referees.jusayo import Referee as JusayoReferee
from tests.referees.regicide import Referee as RegicideReferee

Play = Callable[[random.Random, int], int]  # plays a game of so many players; how many decisions it had
CHANCE = ("set_board", "start", "reveal", "dealt")  # moves of Jusayo whose content is drawn, not decided
SMALLEST = 0.05  # seconds: a turn of a contender takes at least so long


@dataclass
class Contender:
    """One row: `run` does some work and returns how much; `rates` fills up with the amounts a second, one a round."""

    name: str
    unit: str
    run: Callable[[int], int]  # takes the number of the round, from which chance begins
    rates: list[float] = field(default_factory=list)

    def turn(self, number: int) -> None:
        begun, done = time.process_time(), 0  # of the processor: what else the machine does takes nothing from it
        while (spent := time.process_time() - begun) < SMALLEST or not done:
            done += self.run(number)
        self.rates.append(done / spent)

    @property
    def rate(self) -> float:
        return statistics.median(self.rates)


@dataclass
class Comparison:
    """What is measured first, and the yardsticks beside it."""

    title: str
    measured: Contender
    yardsticks: list[Contender]

    @property
    def contenders(self) -> list[Contender]:
        return [self.measured, *self.yardsticks]


# ---- random play -----------------------------------------------------------------------------------------------------


def compiled(game: Game) -> Play:
    """Random play of a compiled rulebook: list the legal moves, take one, carry it out."""
    counted = [move.name not in CHANCE for move in game.book.moves]

    def one(rng: random.Random, players: int) -> int:
        options = Chances(game.defaults, rng)
        sampler = Sampler(game, rng)
        s = game.new(players, options)
        decisions = 0
        while s[STACK]:
            moves = game.legal(s, options)
            index, actor, *args = moves[int(rng.random() * len(moves))]
            if CHOOSE in args:
                args = list(sampler.arguments(s, options, game.book.moves[index], actor, args) or ())
            game.do_functions[index](s, options, None, actor, *args)
            decisions += counted[index]
        return decisions

    return one


def refereed_jusayo(rng: random.Random, players: int) -> int:
    """Random play on the clear referee, chance drawn for it as the compiled rulebook draws it."""
    referee, decisions = JusayoReferee(players), 0
    while referee.stage() != "over":
        if referee.board_due:
            referee.apply(("set-board", None, tuple(rng.sample(fast_jusayo.COLOURS, 4))))
        elif referee.stage() == "set-up" and referee.starter is None:
            referee.apply(rng.choice(referee.legal()))
        elif referee.stage() == "set-up":
            referee.apply(("reveal", referee.starter, rng.choice(sorted(referee.pack))))
        elif referee.stage() == "dealing":
            player = referee.dealt.index(False)
            referee.apply(("dealt", player, tuple(rng.sample(sorted(referee.pack), fast_jusayo.HAND[players]))))
        else:
            referee.apply(rng.choice(referee.legal()))
            decisions += 1
    return decisions


def refereed_regicide(rng: random.Random, players: int) -> int:
    referee, decisions = RegicideReferee.dealt(players, rng), 0
    while referee.stage() != "over":
        moves = referee.legal()
        if not moves:
            break
        referee.apply(rng.choice(moves))
        decisions += 1
    return decisions


def games(one: Play, players: Sequence[int]) -> Callable[[int], int]:
    """A run: one game for each number of players, seeded by the round and by how many there were before in it."""
    played = 0

    def run(number: int) -> int:
        nonlocal played
        played += 1
        rng = random.Random(number * 1_000_003 + played)
        return sum(one(rng, n) for n in players)

    return run


def random_play(name: str, clear: Play, fast: Play, players: Sequence[int]) -> Comparison:
    game, _ = library.load(name)
    return Comparison(
        f"Random play, {game.book.title}, {players[0]} to {players[-1]} players in turn",
        Contender("compiled rulebook", "decisions", games(compiled(game), players)),
        [
            Contender("clear referee (tests/referees)", "decisions", games(clear, players)),
            Contender("written for speed (benchmarks)", "decisions", games(fast, players)),
        ],
    )


# ---- reading records -------------------------------------------------------------------------------------------------


def record_text(name: str, players: int, number: int) -> str:
    """Random games, one after the other, as one file."""
    game, phrases = library.load(name)
    return "\n".join(play(game, phrases, players, seed).record for seed in range(number))


def resolved(lines: list[str], phrases: Phrasebook) -> int:
    """Reads the games of a text and resolves the sentence of every event; how many lines that were."""
    for record in read(lines, "games.rpl"):
        speech = speech_of(phrases, tuple(record.players), None, None)
        for line in record.lines:
            if line.kind is Kind.EVENT and not isinstance(speech.event(line.text), Said):
                raise AssertionError(line.text)
    return len(lines)


def twin(lines: list[str], phrases: Phrasebook) -> list[str]:
    """The same lines as JSON: one object a line, an event with its move and arguments."""
    objects: list[dict[str, object]] = []
    for record in read(lines, "games.rpl"):
        speech = speech_of(phrases, tuple(record.players), None, None)
        objects += [{"k": "game", "key": h.key, "value": h.value, "line": h.line} for h in record.headers]
        for line in record.lines:
            said = speech.event(line.text) if line.kind is Kind.EVENT else None
            found: dict[str, object] = {"k": line.kind.value, "text": line.text, "line": line.line}
            objects.append(found | _meaning(said, speech, line.number) if isinstance(said, Said) else found)
    blank = len(lines) - len(objects)
    raw = [json.dumps({"k": "raw", "text": ""})] * max(0, blank)  # empty lines and version lines
    return [json.dumps(item, ensure_ascii=False) for item in objects] + raw


def _meaning(said: Said, speech: Speech, number: int | None) -> dict[str, object]:
    move = said.target
    assert isinstance(move, Move)
    args = {p.name: speech.spoken(said.values[p.name], p.type) for p in move.params}
    actor = said.values.get("actor")
    who = None if actor is None else speech.players[actor]
    return {"n": number, "actor": who, "move": spoken(move.name), "args": args}


def parsed(lines: list[str]) -> int:
    for line in lines:
        json.loads(line)
    return len(lines)


def reading(name: str, players: int, number: int) -> Comparison:
    _, phrases = library.load(name)
    lines = record_text(name, players, number).splitlines()
    objects = twin(lines, phrases)
    records: list[Record] = list(read(lines, "games.rpl"))
    return Comparison(
        f"Reading records, {phrases.book.title}: {len(records)} games, {len(lines):,} lines",
        Contender("text, sentences resolved", "lines", lambda _: resolved(lines, phrases)),
        [
            Contender("text, lines only", "lines", lambda _: sum(1 for _ in read(lines, "games.rpl")) and len(lines)),
            Contender("json.loads of the JSON Lines twin", "lines", lambda _: parsed(objects)),
        ],
    )


# ---- the table -------------------------------------------------------------------------------------------------------


def stores(_: int) -> int:
    """The calibration: 1,000,000 stores into a dict."""
    store = {}
    for i in range(1_000_000):
        store[i] = i
    return len(store)


def show(comparison: Comparison, calibration: Contender) -> None:
    """A row for each contender: its median rate, what it does in the time of the calibration, the ratio to it."""
    print(f"\n{comparison.title}")
    for one in comparison.contenders:
        in_calibration = one.rate * 1_000_000 / calibration.rate
        ratio = comparison.measured.rate / one.rate
        shown = "" if one is comparison.measured else f"  {ratio:>6.2f}"
        print(f"  {one.name:<34}{one.rate:>12,.0f} {one.unit}/s{in_calibration:>12,.0f}{shown}")


def main(rounds: int) -> None:
    comparisons = [
        random_play("jusayo", refereed_jusayo, fast_jusayo.play, (3, 4, 5)),
        random_play("regicide", refereed_regicide, fast_regicide.play, (1, 2, 3, 4)),
        reading("jusayo", 4, 200),
        reading("regicide", 3, 400),
    ]
    calibration = Contender("1,000,000 dict stores", "stores", stores)
    contenders = [calibration, *(one for comparison in comparisons for one in comparison.contenders)]
    for one in contenders:
        one.run(0)  # what is worked out once is worked out before anything is timed
    for number in range(1, rounds + 1):
        for one in contenders:
            one.turn(number)
    print(f"Median of {rounds} rounds. Calibration: 1,000,000 dict stores in {1_000_000 / calibration.rate:.4f} s.")
    print("Columns: a second; in the time of the calibration; the first row's rate as a part of this one's.")
    for comparison in comparisons:
        show(comparison, calibration)


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--rounds", type=int, default=7, help="how many rounds (default: %(default)s)")
    main(arguments.parse_args().rounds)
