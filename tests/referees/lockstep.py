"""Plays random games on the compiled rulebook and on a hand-written referee at once, comparing the legal moves."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rulespal.engine.game import CHOOSE, Game
from rulespal.model.rules import spoken
from rulespal.play.simulate import Sampler


@dataclass
class Lockstep:
    """`key` names a compiled move as the referee does; `expected` gives the referee's legal moves, or None for chance."""

    game: Game
    readings: Sequence[int]
    key: Callable[[str, int | None, tuple[Any, ...]], tuple[Any, ...]]

    def play(self, players: int, seed: int, referee: Any, expected: Callable[[Any], set[Any] | None], limit: int) -> int:
        """One game; returns the number of moves. Raises AssertionError at the first difference."""
        rng = random.Random(seed)
        sampler = Sampler(self.game, rng)
        s = self.game.new(players, self.readings)
        moves = 0
        while s[0] and moves < limit:
            found = self.game.legal(s, self.readings)
            listed = {self.named(*move) for move in found if CHOOSE not in move}
            wanted = expected(referee)
            if wanted is not None:
                assert listed == wanted, f"seed {seed}, move {moves}: {sorted(listed ^ wanted, key=str)}"
            index, actor, *args = rng.choice(found)
            move = self.game.book.moves[index]
            drawn = sampler.arguments(s, self.readings, move, actor, args) if CHOOSE in args else tuple(args)
            assert drawn is not None
            referee.apply(self.named(index, actor, *drawn))
            self.game.do_functions[index](s, self.readings, None, actor, *drawn)
            assert not self.game.misplaced_cards(s)
            assert not self.game.broken_invariants(s, self.readings)
            moves += 1
        return moves

    def named(self, index: int, actor: int | None, *args: Any) -> tuple[Any, ...]:
        return self.key(spoken(self.game.book.moves[index].name), actor, args)
