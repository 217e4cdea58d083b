"""What many random games come to."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from rulespal.model.rules import spoken
from rulespal.play.simulate import Playout

FAULT = "the rulebook has a fault"


@dataclass(slots=True)
class Statistics:
    """Fills up game by game. `seconds`: how long playing took."""

    book: str
    players: int
    seed: int
    moves: list[int] = field(default_factory=list)
    results: Counter[str] = field(default_factory=Counter)
    stopped: Counter[str] = field(default_factory=Counter)
    broken: list[tuple[int, str]] = field(default_factory=list)  # seed, invariant in words
    first_stopped: dict[str, int] = field(default_factory=dict)  # why, the first seed
    gaps: Counter[str] = field(default_factory=Counter)  # by name
    readings: Counter[str] = field(default_factory=Counter)  # games in which a move that was made looked at it
    last: dict[str, list[int]] = field(default_factory=dict)  # where games ended, by what is counted
    seconds: float = 0.0

    def add(self, game: Playout) -> None:
        """Counts a game; one that stopped has no result."""
        self.moves.append(game.moves)
        self.readings.update(game.readings)
        self.gaps.update([spoken(game.gap)] if game.gap else [])
        self.broken += [(game.seed, what) for what in game.broken]
        if game.stopped is not None:
            self.stopped[game.stopped] += 1
            self.first_stopped.setdefault(game.stopped, game.seed)
        else:
            self.results[game.result or "no result in words"] += 1
            for name, value in game.last.items():
                self.last.setdefault(name, []).append(value)

    def ends(self) -> dict[str, tuple[int, float, int]]:
        """Least, mean and most of what is counted where games ended; what is always the same is left out."""
        return {
            name: (min(values), sum(values) / len(values), max(values))
            for name, values in self.last.items()
            if min(values) < max(values)
        }

    def outcomes(self) -> list[tuple[str, int]]:
        """The results with how often each came, the most frequent first."""
        return sorted(self.results.items(), key=lambda item: (-item[1], item[0]))

    @property
    def games(self) -> int:
        return len(self.moves)

    @property
    def ended(self) -> int:
        return self.results.total()

    @property
    def mean(self) -> float:
        return sum(self.moves) / max(1, self.games)

    @property
    def speed(self) -> int:
        """Moves a second."""
        return round(sum(self.moves) / self.seconds) if self.seconds else 0

    @property
    def faulty(self) -> bool:
        """Whether a rule could not be carried out."""
        return any(why.startswith(FAULT) for why in self.stopped)
