"""What the rules of the model have in common: where they stand, how they are said, what they take."""

from __future__ import annotations

from dataclasses import dataclass

from rulespal.model.expr import Expr
from rulespal.model.types import Type


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a rule stands: our section, the printed place, the sentence in our words, the rule's name."""

    section: str
    printed: str
    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class Pattern:
    """A sentence with slots. `parts` alternates literal text and slots (`Slot`)."""

    language: str
    parts: tuple[str | Slot, ...]
    source: str


@dataclass(frozen=True, slots=True)
class Slot:
    """A gap in a sentence: an expression whose value is spoken there. `name` is the bare name, if it is one."""

    expr: Expr
    name: str


Sentences = tuple[Pattern, ...]


@dataclass(frozen=True, slots=True)
class Param:
    """What an argument may be. `zone`: a card of it, or some of its cards, `number` of them or as `condition` says.

    `bound` while: the condition holds for a set only if it holds for each part of it; until: it holds for every larger
    set too, and the smallest sets for which it holds are listed.
    """

    name: str
    type: Type
    zone: Expr | None = None
    number: Expr | None = None
    bound: str | None = None  # `while` or `until`: how sets of cards are found
    condition: Expr | None = None
