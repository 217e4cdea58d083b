"""What open code asks, answered where everything is known: nothing to fork over, nothing to narrow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulespal.engine.events import Position, Readings
from rulespal.engine.unknown import OPERATIONS


class Known:
    """Takes the place of `Worlds` for whoever asks about facts: the same questions, without a copy of the position."""

    def __init__(self, s: Position, readings: Readings) -> None:
        self.s = s
        self.readings = readings

    def truth(self, value: Any) -> bool:
        return bool(value)

    def pin(self, value: Any) -> Any:
        return value

    def lift(self, op: str, left: Any, right: Any) -> Any:
        return OPERATIONS[op](left, right)

    def count(self, cards: tuple[int, ...]) -> int:
        return len(cards)

    def one_of(self, card: Any, copies: tuple[int, ...]) -> bool:
        return card in copies

    def find_copy(self, copies: Sequence[int], slot: int) -> int | None:
        return next((card for card in copies if card in self.s[slot]), None)

    def zone_empty(self, slot: int) -> bool:
        return not self.s[slot]

    def decide(self, ways: int) -> int:
        raise AssertionError(f"nothing is open here, not even between {ways} ways")
