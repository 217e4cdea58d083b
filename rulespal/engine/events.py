"""The words of the engine: what somebody does, what comes of it, why it may not be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rulespal.model.phrases import HIDDEN
from rulespal.model.rules import Move

Position = list[Any]
Readings = Sequence[int]
Event = tuple[Any, ...]  # kind, what it is about, citation: see `emit_statements`


class Consulted(tuple[int, ...]):
    """Chosen options, one a reading, that note which of them are looked at."""

    seen: set[int]

    def __new__(cls, options: Sequence[int]) -> Consulted:
        made = super().__new__(cls, options)
        made.seen = set()
        return made

    def __getitem__(self, index: Any) -> Any:
        self.seen.add(index)
        return super().__getitem__(index)


@dataclass(frozen=True, slots=True)
class Act:
    """What somebody does: a move, the seat that makes it (None: nobody's), and its arguments.

    `plain`: it names all its cards.
    """

    move: Move
    actor: int | None
    args: tuple[Any, ...]
    plain: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        plain = not any(HIDDEN in arg if isinstance(arg, tuple) else arg == HIDDEN for arg in self.args)
        object.__setattr__(self, "plain", plain)


@dataclass(frozen=True, slots=True)
class Failure:
    """Why an act is not legal. `kind`: over, turn, domain or require; `place`: which parameter or requirement."""

    kind: str
    place: int = 0


@dataclass(slots=True)
class Branch:
    """One way in which an act may go. `failure` None: legal."""

    position: Position
    failure: Failure | None = None
    events: list[Event] = field(default_factory=list)
    unclear: str | None = None  # what would have to be known to go on
    doubt: str | None = None  # carried out, but nobody can say whether it was legal
    known: bool = False  # everything in the position is known for sure
    impossible: bool = False  # it cannot be carried out in this position, whatever the rules say


@dataclass(frozen=True, slots=True)
class Offer:
    """A move that somebody may make: CHOOSE stands for an argument that is not listed."""

    move: int
    actor: int | None
    args: tuple[Any, ...]
