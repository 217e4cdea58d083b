"""A scenario in writing: sentences and lines that ask, as text and as JSON, both to be asked again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rulespal.questions.heads import heads

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Written:
    """A scenario in writing.

    `asks`: the lines that ask, without their `?`. `open_seats`: nothing is said of how many play and how they sit.
    `unnamed`: whoever reads the text knows the players without a header.
    """

    language: str
    players: tuple[str, ...] = ()
    readings: Mapping[str, str] = field(default_factory=dict)
    given: tuple[str, ...] = ()
    assuming: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    open_seats: bool = False
    unnamed: bool = False

    @property
    def text(self) -> str:
        """The scenario as text, with its last line ended."""
        known = heads(self.language)
        named = bool(self.players) and not self.unnamed
        lines = [f'[players "{", ".join(self.players)}"]'] if named else []
        lines += ['[seats "open"]'] if named and self.open_seats else []
        lines += [f'[reading "{name}: {option}"]' for name, option in self.readings.items()]
        for kind, facts in (("given", self.given), ("assuming", self.assuming)):
            lines += [f"{known.printed(kind)} {'; '.join(facts)}"] if facts else []
        return "".join(f"{line}\n" for line in (*lines, *self.events, *(f"? {ask}" for ask in self.asks)))

    @property
    def as_json(self) -> dict[str, Any]:
        """The scenario as the object that `--scenario` takes."""
        found: dict[str, Any] = {
            "schema": SCHEMA, "language": self.language, "players": list(self.players), "given": list(self.given),
            "events": list(self.events), "ask": list(self.asks),
        }  # fmt: skip
        if self.assuming:
            found["assuming"] = list(self.assuming)
        if self.readings:
            found["readings"] = dict(self.readings)
        if self.players and self.open_seats:
            found["seats"] = "open"
        return found
