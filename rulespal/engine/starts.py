"""How games start: worked out once for all games that start alike."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from rulespal.engine.events import Consulted, Position, Readings

MOST = 256  # starts that are kept; then all are forgotten


class Starts:
    """Positions by what they depend on: the number of players, the chosen options, what is told of states."""

    def __init__(self) -> None:
        self._known: dict[Hashable, tuple[Position, set[int]]] = {}

    def position(self, key: Hashable, readings: Readings, work_out: Callable[[Readings], Position]) -> Position:
        """A position of one's own. Whoever notes which readings are looked at notes those that were, whenever that was."""
        if key not in self._known:
            if len(self._known) >= MOST:
                self._known.clear()
            consulted = Consulted(readings)
            self._known[key] = (work_out(consulted), consulted.seen)
        position, seen = self._known[key]
        for index in seen:
            readings[index]
        return position.copy()
