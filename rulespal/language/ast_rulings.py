"""The syntax tree of the rule language, last part: rulings, table talk, and what is declared for the sake of questions."""

from __future__ import annotations

from dataclasses import dataclass

from rulespal.language.ast_expr import Expr, Node, Param, Phrase, Phrases

__all__ = [
    "After",
    "Answer",
    "Case",
    "Example",
    "Given",
    "Heard",
    "Hears",
    "Ordinarily",
    "Payment",
    "Role",
    "Ruling",
    "Seats",
    "See",
    "Talk",
]


@dataclass(frozen=True, slots=True)
class Ordinarily(Node):
    """What a state is, or how many cards lie in a zone, where a question says nothing of it."""

    value: Expr


@dataclass(frozen=True, slots=True)
class Payment(Node):
    """What an effect pays: a payer is the name of a parameter, or a place in words."""

    amount: Expr
    unit: str
    payer: str | Phrases
    payee: str | Phrases


@dataclass(frozen=True, slots=True)
class Role(Node):
    """What a player is called in the answer when the question does not name one."""

    name: str
    phrases: Phrases


@dataclass(frozen=True, slots=True)
class Seats(Node):
    """The number of players: itself, or the parameter that it is."""

    name: str | int


@dataclass(frozen=True, slots=True)
class Given(Node):
    facts: tuple[Phrases, ...]


@dataclass(frozen=True, slots=True)
class After(Node):
    events: tuple[Phrases, ...]


@dataclass(frozen=True, slots=True)
class Answer(Node):
    """`kind`: value, words, silent, payments, effects, or legal, must and which with an `event`."""

    kind: str
    value: Expr | None = None
    event: Phrase | None = None
    text: Phrases = ()
    otherwise: Phrases = ()


@dataclass(frozen=True, slots=True)
class Case(Node):
    when: Phrases
    clauses: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class See(Node):
    sections: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Example(Node):
    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class Ruling(Node):
    name: str
    params: tuple[Param, ...]
    clauses: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Heard(Node):
    """What has to occur in a sentence: `kind` card, number, enum (`name`) or words (any of `phrases`)."""

    kind: str
    name: str | None = None
    phrases: Phrases = ()


@dataclass(frozen=True, slots=True)
class Hears(Node):
    """A kind of sentence: all of these occur in it."""

    groups: tuple[Heard, ...]


@dataclass(frozen=True, slots=True)
class Talk(Node):
    """A class of what people say at the table."""

    name: str
    lines: tuple[Hears, ...]
