"""Moves that nobody writes down: an act is tried after the shortest chain of them that makes it possible."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from rulespal.engine.game import Act, Branch, Game, Readings
from rulespal.records.table import MAX_WORLDS, World, merged
from rulespal.records.ways import followed

Attempts = Callable[[list[World], Act], list[Branch]]


@dataclass(frozen=True, slots=True)
class Tried:
    """What comes of an act in `worlds`, which are those after the moves that were left out before it."""

    branches: list[Branch]
    worlds: list[World]
    before: tuple[Act, ...] = ()

    @property
    def fits(self) -> bool:
        """Whether the act is legal, or may be as far as is known."""
        return any(branch.failure is None for branch in self.branches)

    @property
    def timely(self) -> bool:
        """Whether the moment and the player are right, whatever else is against the act."""
        return not any(b.failure is not None and b.failure.kind in ("turn", "over") for b in self.branches)


class LeftOut:
    """Looks for moves that may be left out, under one choice of options."""

    def __init__(self, game: Game, readings: Readings, attempts: Attempts) -> None:
        self.game = game
        self.readings = readings
        self.attempts = attempts
        self.most = sum(move.left_out for move in game.book.moves)  # no chain is longer

    def tried(self, worlds: list[World], act: Act) -> Tried:
        """The act here; if that cannot be, after the one shortest chain of moves left out that makes it legal.

        Where none does, or several do, after the shortest that makes its moment right: the reasons are those of the
        stage to which the move belongs.
        """
        here = Tried(self.attempts(worlds, act), worlds)
        if here.fits or not self.most:
            return here
        moment = here
        for reached in self._chains(worlds, act):
            fitting = [tried for tried in reached if tried.fits]
            if fitting:
                return fitting[0] if len(fitting) == 1 else here
            timely = [tried for tried in reached if tried.timely]
            if len(timely) == 1 and not moment.timely:
                (moment,) = timely
        return moment

    def closings(self, worlds: list[World]) -> Iterator[list[World]]:
        """What would be so if moves that may be left out were made now: after one of them, after two, and so on."""
        ends = [_quiet(worlds)]
        for _ in range(self.most):
            ends = [after for at in ends for a in self.possible(at) if (after := self.after(at, a)) is not None]
            yield from ends

    def _chains(self, worlds: list[World], act: Act) -> Iterator[list[Tried]]:
        """The act after each chain of one move left out, then of two, and so on."""
        ends: list[tuple[tuple[Act, ...], list[World]]] = [((), _quiet(worlds))]
        for _ in range(self.most):
            ends = [
                ((*before, omitted), after)
                for before, at in ends
                for omitted in self.possible(at)
                if (after := self.after(at, omitted)) is not None
            ]
            yield [Tried(self._following(at, act), at, before) for before, at in ends]

    def possible(self, worlds: list[World]) -> Iterator[Act]:
        """The moves that may be left out here."""
        for move, actors in self.game.who(worlds[0].position, self.readings):
            if move.left_out:
                yield from (Act(move, actor, ()) for actor in actors)

    def after(self, worlds: list[World], omitted: Act) -> list[World] | None:
        """The worlds after a move that was left out; None unless it is legal in all of them, or where they are too many."""
        found: list[Branch] = []
        for world in worlds:
            found += self._following([world], omitted)
            if any(b.failure is not None or b.unclear is not None for b in found):
                return None
            if len(found) > MAX_WORLDS and merged(found) is None:
                return None
        return merged(found)

    def _following(self, worlds: list[World], act: Act) -> list[Branch]:
        """What comes of an act, with the effects of what was left out before it."""

        def attempt(world: World) -> list[Branch]:
            branches = self.attempts([world], act)
            for branch in branches:
                branch.events = [*world.events, *branch.events]
            return branches

        return followed(worlds, attempt)


def _quiet(worlds: list[World]) -> list[World]:
    """The worlds without what the last event did: that does not belong to what follows it."""
    return [replace(world, events=[]) for world in worlds]
