"""How quick judging many records is, beside what the same machine does in the same run.

`python -m benchmarks.validate` from the top of the checkout. What is compared, and the bounds, stand in README.md beside
this file. A bound that does not hold is marked. The logs of the Hanabi experiments are no part of this project: without
them (`--logs`) their rows are left out.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from click.testing import CliRunner

from benchmarks import fast_jusayo, hanabi_replayer
from benchmarks.run import Contender, stores
from rulespal import library
from rulespal.cli import commands
from rulespal.engine.layout import STACK
from rulespal.records.from_text import read
from rulespal.records.judge import Judge
from rulespal.records.replay import opened, speech_of
from rulespal.records.understood import understood
from tests.referees import hanabi_replay
from tests.referees.hanabi import Referee as HanabiReferee
from tests.referees.jusayo import Referee as JusayoReferee
from tests.referees.justas import Gap
from tests.referees.justas import Referee as JustasReferee
from tests.referees.regicide import Referee as RegicideReferee

LOGS = Path(__file__).resolve().parents[2] / "shared" / "data" / "hanabi" / "games.tar.gz"
PROGRAM = (sys.executable, "-c", "from rulespal.cli import main; main()")
LOOP = "n = 0\nfor i in range({}): n += i % 7"
STEPS = 8_000_000  # of that loop
MEGABYTE = 1 << 20
LISTED_IN = 5.0  # milliseconds


@dataclass(frozen=True, slots=True)
class Row:
    """What is shown: a name, what was measured, and whether it keeps its bound."""

    name: str
    shown: str
    kept: bool = True

    def show(self) -> None:
        print(f"  {self.name:<52}{self.shown}{'' if self.kept else '   TOO LITTLE'}")


def ratio(name: str, measured: float, yardstick: float, least: float) -> Row:
    found = measured / yardstick
    return Row(name, f"{found:8.2f}   (at least {least:g})", found >= least)


def in_turn(contenders: Sequence[Contender], rounds: int) -> None:
    """Everything that is compared runs in turn, round after round; what is worked out once is worked out before."""
    for one in contenders:
        one.run(0)
    for number in range(1, rounds + 1):
        for one in contenders:
            one.turn(number)


# ---- logs of Hanabi --------------------------------------------------------------------------------------------------


def unpacked(archive: Path, folder: Path, most: int) -> list[Path]:
    """The first logs of an archive as files."""
    with tarfile.open(archive) as whole:
        members = [m for m in whole.getmembers() if m.isfile() and m.name.endswith(".log")][:most]
        for member in members:
            stream = whole.extractfile(member)
            assert stream is not None
            (folder / Path(member.name).name).write_bytes(stream.read())
    return sorted(folder.glob("*.log"))


def validated(folder: Path, actions: int) -> int:
    """The whole command on a folder, in this process and as if for the first time; how many actions that were."""
    speech_of.cache_clear()
    understood.cache_clear()
    words = ["validate", str(folder), "--from", "hanabi-eger", "--no-depends", "--jobs", "1"]
    done = CliRunner().invoke(commands, words)
    assert done.exit_code in (0, 1), done.output
    return actions


def replayed(files: Sequence[Path], replay: Callable[[str], tuple[int, object]]) -> int:
    return sum(replay(file.read_text(encoding="utf-8"))[0] for file in files)


def hanabi(archive: Path, games: int, rounds: int) -> None:
    if not archive.is_file():
        print(f"\nLogs of Hanabi experiments: left out, for there is no {archive} (see --logs)")
        return
    with tempfile.TemporaryDirectory() as name:
        files = unpacked(archive, Path(name), games)
        actions = replayed(files, hanabi_replay.replay)
        print(f"\nLogs of Hanabi experiments: {len(files):,} games, {actions:,} actions")
        ours = Contender("validate", "actions", lambda _: validated(Path(name), actions))
        clear = Contender("clear", "actions", lambda _: replayed(files, hanabi_replay.replay))
        quick = Contender("quick", "actions", lambda _: replayed(files, hanabi_replayer.replay))
        in_turn([ours, clear, quick], rounds)
    Row("rulespal validate --no-depends --jobs 1", f"{ours.rate:12,.0f} actions/s").show()
    Row("clear replayer (tests/referees)", f"{clear.rate:12,.0f} actions/s").show()
    Row("written for these logs alone (benchmarks)", f"{quick.rate:12,.0f} actions/s").show()
    ratio("a part of the clear replayer's rate", ours.rate, clear.rate, 0.2).show()
    Row("a part of the other's rate", f"{ours.rate / quick.rate:8.2f}").show()


# ---- processes and memory --------------------------------------------------------------------------------------------


def league(file: Path, games: int) -> Path:
    """A file with so many games: the same thousand random games of Regicide again and again, under names of their own."""
    played = [one.record for one in library.simulate("regicide", 3, min(games, 1_000), 1)]
    with open(file, "w", encoding="utf-8") as out:
        for number in range(games):
            out.write(played[number % len(played)].replace('[game "', f'[game "{number}-') + "\n")
    return file


def seconds(*calls: Sequence[str]) -> float:
    """How long processes take that are started at once."""
    begun = time.perf_counter()
    running = [subprocess.Popen(call, stdout=subprocess.DEVNULL) for call in calls]
    for one in running:
        one.wait()
    return time.perf_counter() - begun


def judging(file: Path, jobs: int) -> tuple[str, ...]:
    return (*PROGRAM, "validate", str(file), "--no-depends", "--jobs", str(jobs))


def processes(folder: Path, games: int, rounds: int) -> None:
    """What two processes gain, beside what they gain in a loop that does nothing else."""
    file = league(folder / "league.rpl", games)
    whole, half = ((sys.executable, "-c", LOOP.format(steps)) for steps in (STEPS, STEPS // 2))
    gains: list[tuple[float, float]] = []
    for _ in range(rounds):
        ours = seconds(judging(file, 1)) / seconds(judging(file, 2))
        gains.append((ours, seconds(whole) / seconds(half, half)))
    ours, loops = (median(one) for one in zip(*gains, strict=True))
    print(f"\nTwo processes: {games:,} games")
    Row("rulespal validate --jobs 2", f"{ours:8.2f} times as quick as --jobs 1").show()
    Row("a pure loop", f"{loops:8.2f} times as quick").show()
    ratio("a part of the loop's gain (median of the rounds)", median(o / x for o, x in gains), 1.0, 0.85).show()


# A process is charged with the memory of the one that it was forked from: a small one starts it, and says what it had.
_MEASURED = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def peak(call: Sequence[str]) -> float:
    """The most memory, in megabytes, that a process or one of those that it starts has in use."""
    told = subprocess.run(
        [sys.executable, "-c", _MEASURED, *call], stdout=subprocess.PIPE, check=True, text=True
    ).stdout
    return int(told) * (1 if sys.platform == "darwin" else 1024) / MEGABYTE


def memory(folder: Path, sizes: Sequence[int]) -> None:
    print("\nMost memory of a process, by number of games in one file")
    most: list[float] = []
    for size in sizes:
        file = league(folder / "many.rpl", size)
        most.append(max(peak(judging(file, 1)), peak(judging(file, 2))))
        Row(f"{size:,} games ({file.stat().st_size / MEGABYTE:,.1f} MB)", f"{most[-1]:8.0f} MB").show()
        file.unlink()
    Row("last to first", f"{most[-1] / most[0]:8.2f}   (at most 1.25)", most[-1] <= 1.25 * most[0]).show()


# ---- random games ----------------------------------------------------------------------------------------------------

Refereed = Callable[[random.Random, int], int]  # plays a game of so many players; how many moves it had


def of_jusayo(rng: random.Random, players: int) -> int:
    """Chance is drawn for the referee as the rulebook draws it."""
    referee, moves = JusayoReferee(players), 0
    while referee.stage() != "over":
        if referee.board_due:
            referee.apply(("set-board", None, tuple(rng.sample(fast_jusayo.COLOURS, 4))))
        elif referee.stage() == "set-up" and referee.starter is not None:
            referee.apply(("reveal", referee.starter, rng.choice(sorted(referee.pack))))
        elif referee.stage() == "dealing":
            cards = tuple(rng.sample(sorted(referee.pack), fast_jusayo.HAND[players]))
            referee.apply(("dealt", referee.dealt.index(False), cards))
        else:
            referee.apply(rng.choice(referee.legal()))
        moves += 1
    return moves


def by_itself(referee: RegicideReferee | HanabiReferee | JustasReferee, rng: random.Random) -> int:
    """A random game on a referee that lists its moves, up to its end or to where the rules say nothing."""
    done = 0
    while moves := referee.legal():
        try:
            referee.apply(rng.choice(moves))
        except Gap:
            break
        done += 1
    return done


REFEREES: dict[str, tuple[Sequence[int], Refereed]] = {
    "jusayo": ((3, 4, 5), of_jusayo),
    "regicide": ((1, 2, 3, 4), lambda rng, players: by_itself(RegicideReferee.dealt(players, rng), rng)),
    "hanabi": ((2, 3, 4, 5), lambda rng, players: by_itself(HanabiReferee.dealt(players, rng), rng)),
    "justas": ((3, 4), lambda rng, players: by_itself(JustasReferee.dealt(players, rng), rng)),
}


def games(one: Refereed, players: Sequence[int]) -> Callable[[int], int]:
    """A run: one game for each number of players, from a seed of its own each time."""
    seeds = iter(range(10**9))
    return lambda _: sum(one(random.Random(next(seeds)), n) for n in players)


def simulated(name: str) -> Refereed:
    """As `rulespal simulate` plays: records are written, invariants and the place of every card looked at."""

    def one(rng: random.Random, players: int) -> int:
        (played,) = library.simulate(name, players, 1, rng.randrange(10**9))
        return played.moves

    return one


def simulation(rounds: int) -> None:
    print("\nRandom games with records and invariants, beside the referees written by hand: moves a second")
    for name, (players, referee) in REFEREES.items():
        ours = Contender("simulate", "moves", games(simulated(name), players))
        theirs = Contender("referee", "moves", games(referee, players))
        in_turn([ours, theirs], rounds)
        ratio(f"{name}: {ours.rate:,.0f} beside {theirs.rate:,.0f}", ours.rate, theirs.rate, 0.5).show()


# ---- a large hand ----------------------------------------------------------------------------------------------------

CARDS = "sword 1, sword 1, sword 2, sword 2, sword 3, sword 3, lance 1, lance 2, lance 3, arrow 1, arrow 2, arrow 3"
DUEL = f"""[rulebook "justas"]
[players "Ana, Ben, Cai"]
[start "mid"]
given it is Ana's turn
given Ana has 9 coins
given Ben has 9 coins
given Cai has 9 coins
given the treasury has 30 coins
given Ana holds {CARDS}, sword 1, sword 2
given Ben holds sword 3
given Cai holds lance 1
given the discard pile has 0 cards
Ana challenges Ben at swords
Ben accepts for 3
Ana stands
the duel begins
"""


def hand(rounds: int) -> None:
    """The plays of a hand of 14 cards in a duel, listed by the compiled rulebook."""
    record = next(iter(read(DUEL.splitlines(), "duel.rpl")))
    table, problems = opened(record, library.find, {})
    assert table is not None and not problems
    judge = Judge(table.game, table.speech, record, table.options).run()
    assert judge.table.worlds and not judge.diagnostics, list(judge.diagnostics)
    game, s = table.game, judge.table.worlds[0].position
    listing = Contender(
        "listing", "listings", lambda _: len(game.legal_functions[s[STACK][-1][0]](s, game.defaults)) > 0
    )
    calibration = Contender("1,000,000 dict stores", "stores", stores)
    in_turn([listing, calibration], rounds)
    number = len(game.legal(s, game.defaults))
    took = 1_000 / listing.rate
    print(f"\nJustas, a duel with 14 cards in hand: {number} moves, cards of one kind alike")
    Row("listed in", f"{took:8.2f} ms   (at most {LISTED_IN:g})", took <= LISTED_IN).show()
    Row("in times of the calibration", f"{took / 1_000 * calibration.rate / 1_000_000:8.4f}").show()


# ---- the run ---------------------------------------------------------------------------------------------------------


def sizes(largest: int) -> Iterator[int]:
    size = 1_000
    while size <= largest:
        yield size
        size *= 10


def main(arguments: argparse.Namespace) -> None:
    print(f"Median of {arguments.rounds} rounds.")
    hanabi(arguments.logs, arguments.games, arguments.rounds)
    simulation(arguments.rounds)
    hand(arguments.rounds)
    with tempfile.TemporaryDirectory() as name:
        processes(Path(name), 3_000, min(arguments.rounds, 3))
        memory(Path(name), list(sizes(arguments.largest)))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=7, help="how many rounds (default: %(default)s)")
    parser.add_argument("--games", type=int, default=400, help="how many logs are judged (default: %(default)s)")
    parser.add_argument("--logs", type=Path, default=LOGS, help="archive with the logs (default: %(default)s)")
    parser.add_argument("--largest", type=int, default=10_000, help="most games in a file (default: %(default)s)")
    main(parser.parse_args())
