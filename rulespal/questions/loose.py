"""Ways of saying a sentence: words in any of their forms, and gaps for values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from rulespal.model.phrases import Sentence
from rulespal.model.types import Type

Kind = Literal["event", "fact", "effect"]


@dataclass(frozen=True, slots=True)
class Word:
    """A literal word of a pattern, in any of its forms. `light`: it may be left out."""

    word: str
    keys: frozenset[str]
    light: bool = False
    preposition: bool = False
    free: bool = False  # it may be left out and nothing is lost by it
    participle: bool = False  # of a verb, what is done to somebody: not the form that says what somebody does


@dataclass(frozen=True, slots=True)
class Gap:
    """Where a value stands. `wanted`: where a question word stands that asks for it; `clitic`: where `lo`, `le` stand."""

    name: str
    type: Type
    wanted: bool = False
    clitic: bool = False


Part = Word | Gap


@dataclass(frozen=True, slots=True)
class Loose:
    """One way of saying a sentence. `shape`: said, passive, headless (its subject is left out) or wanted."""

    kind: Kind
    sentence: Sentence
    parts: tuple[Part, ...]
    shape: str = "said"
    subject: str = ""  # the gap that is left out
    agent: str = ""  # the gap of the one who does it, where it is said without them
    wanted: str = ""  # the gap that is asked for
    open: str = ""  # the gap of a member of an enum that is left out
    cost: float = 0.0
    needs: tuple[frozenset[str], ...] = field(default=(), compare=False)  # keys of the words that must occur


@dataclass(frozen=True, slots=True)
class Described:
    """A fact that says what the one card of a name is (`the royal is {cards}`): the card may stand for the name."""

    keys: frozenset[str]
    sentence: Sentence
    slot: str
