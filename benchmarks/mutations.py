"""How many faults validation finds, of those that people and programs make: random legal records, damaged one by one.

`python -m benchmarks.mutations` from the top of the checkout; `--help` tells how many. For each rulebook and kind of damage:

- *found*: the record is not in order, and how many lines behind the damage the first fault is told;
- *legal*: a damaged record that is a legal game with the same result all the same (a hint about another number, two
  discards in another order). The referee written by hand says so, or, where there is none, the position at the end is
  the same. Nobody could find those, and they are not counted among the faults;
- *missed*: the others.

Undamaged records are judged too: each must be legal. So are copies of which cards are hidden: none may be refused.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from benchmarks.damage import KINDS, Written, masked, understood
from benchmarks.witnesses import WITNESSES
from rulespal import library
from rulespal.play.simulate import play
from rulespal.records.from_text import read
from rulespal.records.record import Kind, Record
from rulespal.records.replay import replay
from rulespal.records.verdict import GameReport

IN_ORDER = ("legal", "consistent")
NEAR = 1  # lines
MASKED = 60  # lines of a record with hidden cards that are judged: what hides much takes long
HIDDEN_IN = ((Kind.GIVEN, Kind.EFFECT), (Kind.EVENT,), (Kind.GIVEN, Kind.EVENT, Kind.EFFECT))


@dataclass
class Score:
    """What became of the damaged records of one kind. `lines`: how far behind the damage the fault was told.

    `wronged`: legal games by the referee that were refused; `examples`: texts of those and of the missed ones.
    """

    found: int = 0
    legal: int = 0
    missed: int = 0
    wronged: int = 0
    lines: list[int] = field(default_factory=list)
    examples: list[str] = field(default_factory=list)

    @property
    def faults(self) -> int:
        return self.found + self.missed

    @property
    def near(self) -> int:
        return sum(abs(lines) <= NEAR for lines in self.lines)

    def add(self, other: Score) -> None:
        self.found, self.legal = self.found + other.found, self.legal + other.legal
        self.missed, self.wronged = self.missed + other.missed, self.wronged + other.wronged
        self.lines, self.examples = self.lines + other.lines, self.examples + other.examples


def judged(text: str) -> tuple[Record, GameReport]:
    (record,) = read(text.splitlines(), "damaged.rpl")
    return record, replay(record, library.find, depends=False)


def first_fault(report: GameReport) -> int:
    """The line in which the first fault is told."""
    places = [e.line for e in report.events if e.status in ("illegal", "refuted", "unread") and not e.taken_back]
    places += [check.line for check in report.checks if check.status == "fails"]
    places += [report.result.line] if report.result and not report.result.agrees else []
    places += [found.span.line for found in report.diagnostics if found.severity == "error"]
    return min(places)


def games(name: str, number: int, seed: int = 1) -> list[str]:
    """Random records of a rulebook, for each number of players in turn."""
    game, phrases = library.load(name)
    low, high = game.book.players
    return [play(game, phrases, low + n % (high - low + 1), seed + n).record for n in range(number)]


def score(name: str, kind: str, texts: Sequence[str], rng: random.Random, a_game: int = 1) -> Score:
    """Damages each of these legal records `a_game` times in one way, and counts what comes of it."""
    found = Score()
    game, phrases = library.load(name)
    for text in texts:
        written = understood(text, game, phrases)
        before = judged(written.text)[1]
        for _ in range(a_game):
            _one(found, name, kind, written, before, rng)
    return found


def _one(found: Score, name: str, kind: str, written: Written, before: GameReport, rng: random.Random) -> None:
    damaged = KINDS[kind](written, rng)
    if damaged is None or damaged.text == written.text:
        return
    record, report = judged(damaged.text)
    witness = WITNESSES.get(name)
    legal = witness(record, *library.load(name)) is None if witness else report.final == before.final
    refused = report.verdict not in IN_ORDER
    if refused:
        found.found += 1
        found.lines.append(first_fault(report) - damaged.line)
        found.wronged += legal and witness is not None
    elif legal:
        found.legal += 1
    else:
        found.missed += 1
    if refused == (legal and witness is not None):
        found.examples.append(damaged.text)


def hidden(name: str, texts: Sequence[str], rng: random.Random, lines: int = MASKED) -> Score:
    """Legal records of which some cards are hidden: none may be refused. Those that are stand among the examples."""
    found = Score()
    for text in texts:
        written = understood(text, *library.load(name))
        copy = masked(written, rng, rng.uniform(0.1, 1), rng.choice(HIDDEN_IN))
        report = judged("\n".join(copy.splitlines()[:lines]))[1]
        found.legal += report.verdict in IN_ORDER
        if report.verdict not in IN_ORDER:
            found.wronged += 1
            found.examples.append(copy)
    return found


# ---- the table -------------------------------------------------------------------------------------------------------


def show(name: str, scores: dict[str, Score]) -> None:
    print(f"\n{name:<28} damaged  legal  faults   found  within a line  missed")
    total = Score()
    for kind, one in scores.items():
        _row(kind, one)
        total.add(one)
    _row("all", total)
    if total.wronged:
        print(f"  {total.wronged} that the referee takes for legal games were refused")


def _row(kind: str, one: Score) -> None:
    counted = f"  {kind:<26}{one.faults + one.legal:>8}{one.legal:>7}{one.faults:>8}"
    if one.faults:
        counted += f"{one.found / one.faults:>8.1%}{one.near / one.faults:>15.1%}{one.missed:>8}"
    print(counted)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("books", nargs="*", help="rulebooks (default: all)")
    parser.add_argument("--games", type=int, default=100, help="legal records to damage (default: %(default)s)")
    parser.add_argument("--a-game", type=int, default=2, help="copies damaged in each way (default: %(default)s)")
    parser.add_argument("--legal", type=int, default=1_000, help="undamaged records to judge (default: %(default)s)")
    parser.add_argument(
        "--masked", type=int, default=0, help="records with hidden cards to judge (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=1, help="where chance begins (default: %(default)s)")
    parser.add_argument("--show", action="store_true", help="print what was missed, or refused in spite of the referee")
    asked = parser.parse_args()
    for name in asked.books or library.rulebook_files():
        texts, rng = games(name, asked.games, asked.seed), random.Random(asked.seed)
        scores = {kind: score(name, kind, texts, rng, asked.a_game) for kind in KINDS}
        show(name, scores)
        verdicts = Counter(judged(text)[1].verdict for text in games(name, asked.legal, asked.seed))
        print(f"  undamaged: {', '.join(f'{n:,} {verdict}' for verdict, n in verdicts.most_common())}")
        if asked.masked:
            scores["cards hidden"] = one = hidden(name, games(name, asked.masked, asked.seed), rng)
            print(f"  cards hidden: {one.legal:,} in order, {one.wronged:,} refused")
        for kind, one in scores.items() if asked.show else ():
            for text in one.examples:
                print(f"\n---- {kind}\n{text}")


if __name__ == "__main__":
    main()
