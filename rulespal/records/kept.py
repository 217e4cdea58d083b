"""Whether what a rulebook declares to be always so is so, in the positions of a table."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import repeat

from rulespal.engine.game import Game, Position, Readings
from rulespal.engine.unknown import Unclear
from rulespal.engine.worlds import Worlds
from rulespal.model.phrases import Said, Speech
from rulespal.model.rules import State, Zone
from rulespal.records.table import World

Broken = tuple[int, Position]  # an invariant, and where it does not hold


class Kept:
    """The invariants of a rulebook, in the words of one table."""

    def __init__(self, game: Game, speech: Speech) -> None:
        self.game = game
        self.speech = speech

    def fitting(self, worlds: list[World], readings: Readings) -> tuple[list[World], Broken | None]:
        """The worlds in which all invariants may hold, with what follows from them; or all as they are, and an
        invariant that holds in none, with a position that shows it."""
        fitting, settled = worlds, False
        while not settled:
            before = fitting
            for invariant in self.game.traits.lasting:
                found = [kept for world in fitting if (kept := self._kept(world, invariant, readings)) is not None]
                if not found:
                    return worlds, (invariant, fitting[0].position)
                fitting = found
            settled = list(map(id, before)) == list(map(id, fitting))
        return fitting, None

    def _kept(self, world: World, invariant: int, readings: Readings) -> World | None:
        """The world with what an invariant tells of it; None where it does not hold."""
        if world.known:
            return world if self.game.fast[f"invariant_{invariant}"](world.position, readings) else None

        def run(s: Position, x: Worlds) -> bool:
            x.learns = True
            return bool(self.game.open[f"invariant_{invariant}"](s, x))

        try:
            ways = list(self.game.explore(world.position, readings, run))
        except Unclear:
            return world
        holding = [position for position, holds in ways if holds]
        if len(holding) == 1 and holding[0] != world.position:
            return World(holding[0], world.events)
        return world if holding else None

    def broken_by(self, move: int, s: Position, readings: Readings) -> int | None:
        """An invariant that a move has broken in a position where everything is known, or None."""
        for invariant, holds in self.game.at_stake[move]:
            if not holds(s, readings):
                return invariant
        return None

    def speaks_of(self, invariants: Iterable[int], said: Said) -> bool:
        """Whether any of these invariants looks at what a fact speaks of."""
        things = [said.target, *(state for state, _, _ in said.of_cards)]
        told = {("state" if isinstance(t, State) else "zone", t.index) for t in things if isinstance(t, State | Zone)}
        return any(told & self.game.traits.looks_at[invariant] for invariant in invariants)

    def why(self, invariant: int, s: Position, readings: Readings) -> str:
        """An invariant in words, with what it comes to in a position that does not keep it."""
        reason = self.game.book.invariants[invariant].reason
        place = self.speech.place(reason)
        x = Worlds(s.copy(), readings, self.game.zones, ())
        try:
            values: Iterable[object] = [x.pin(v) for v in self.game.open[f"broken_{invariant}_{place}"](x.s, x)]
        except Unclear:
            values = repeat("?")
        return self.speech.fill(reason[place], values)
