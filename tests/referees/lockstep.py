"""Plays random games on the compiled rulebook and on a hand-written referee at once, comparing the legal moves."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rulespal.engine.game import CHOOSE, Game, Position
from rulespal.engine.runtime import Chances
from rulespal.model.rules import spoken
from rulespal.play.simulate import Sampler


@dataclass
class Lockstep:
    """`key` names a compiled move as the referee does; `expected` gives the referee's legal moves, or None for chance.

    A game with chance overrides `start`, `tell` and `compare`.
    """

    game: Game
    readings: Sequence[int]
    key: Callable[[str, int | None, tuple[Any, ...]], tuple[Any, ...]]

    def play(
        self, players: int, seed: int, referee: Any, expected: Callable[[Any], set[Any] | None], limit: int
    ) -> int:
        """One game; returns the number of moves. Raises AssertionError at the first difference."""
        rng = random.Random(seed)
        sampler = Sampler(self.game, rng)
        readings = Chances(self.readings, rng)
        s = self.start(players, readings, referee)
        moves = 0
        while s[0] and moves < limit:
            found = self.game.legal(s, readings)
            listed = {self.named(*move) for move in found if CHOOSE not in move}
            wanted = expected(referee)
            if wanted is not None:
                assert listed == wanted, f"seed {seed}, move {moves}: {sorted(listed ^ wanted, key=str)}"
            index, actor, *args = self.pick(s, readings, found, rng)
            move = self.game.book.moves[index]
            drawn = sampler.arguments(s, readings, move, actor, args) if CHOOSE in args else tuple(args)
            assert drawn is not None
            events: list[Any] = []
            self.game.do_functions[index](s, readings, events, actor, *drawn)
            self.tell(referee, self.named(index, actor, *drawn), drawn, s, events)
            self.compare(s, referee, events, f"seed {seed}, move {moves}, {self.named(index, actor, *drawn)}")
            assert not self.game.misplaced_cards(s)
            assert not self.game.broken_invariants(s, readings)
            moves += 1
        return moves

    def named(self, index: int, actor: int | None, *args: Any) -> tuple[Any, ...]:
        return self.key(spoken(self.game.book.moves[index].name), actor, args)

    def start(self, players: int, readings: Chances, referee: Any) -> Position:
        """The compiled position in which the game begins."""
        return self.game.new(players, readings)

    def pick(self, s: Position, readings: Chances, found: Sequence[Any], rng: random.Random) -> Sequence[Any]:
        """The move to be made, of those that were found."""
        return rng.choice(found)

    def tell(
        self, referee: Any, move: tuple[Any, ...], args: Sequence[Any], s: Position, events: Sequence[Any]
    ) -> None:
        """Makes the referee follow. `args`: the compiled arguments; `s` and `events`: what came of them."""
        referee.apply(move)

    def compare(self, s: Position, referee: Any, events: Sequence[Any], where: str) -> None:
        """Raises AssertionError where the two positions differ."""
