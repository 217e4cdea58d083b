"""How a record begins that a referee keeps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

CHANCE = "chance"  # the header of records in which the program shuffles and deals
BY_PROGRAM = "program"
BOX = "box"  # the header of records of games that are played with what the rulebook makes up
EXAMPLE = "example"


@dataclass(frozen=True, slots=True)
class Opening:
    """How a new record begins."""

    rulebook: str
    hash: str
    game: str
    players: tuple[str, ...]
    deals: bool = False
    example: bool = False

    def lines(self, readings: Mapping[str, str]) -> list[str]:
        """The headers of the record."""
        chosen = [f'[reading "{name}: {option}"]' for name, option in readings.items()]
        return [
            "%rpl 1", f'[rulebook "{self.rulebook}"]', f'[hash "{self.hash}"]', f'[game "{self.game}"]',
            f'[players "{", ".join(self.players)}"]', *chosen, *([f'[{CHANCE} "{BY_PROGRAM}"]'] if self.deals else []),
            *([f'[{BOX} "{EXAMPLE}"]'] if self.example else []),
            "",
        ]  # fmt: skip
