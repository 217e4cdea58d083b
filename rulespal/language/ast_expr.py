"""The syntax tree of the rule language, first part: sentences, types and expressions.

One frozen class a construct, children in the order in which they are written.

Spans take no part in equality, so that a tree equals the tree of its printed form.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulespal.text.span import NOWHERE, Span

__all__ = [
    "And", "Applied", "Arithmetic", "Attribute", "CardIn", "CardsFrom", "Choice", "Compare", "Contains",
    "CountOf", "Domain", "Empty", "Expr", "Filtered", "Integer", "Name", "Next", "Nobody", "Node", "Not", "Or",
    "Pack", "Param", "Phrase", "Phrases", "Players", "Quantified", "Quotient", "Reason", "SeatsFrom", "SetOf",
    "SomeCards", "StageNow", "Summary", "The", "Truth", "Type",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Node:
    span: Span = field(default=NOWHERE, compare=False, kw_only=True, repr=False)


# ---- sentences --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Phrase(Node):
    """A sentence pattern as written, in a language (None: the rulebook's first)."""

    language: str | None
    text: str


Phrases = tuple[Phrase, ...]


@dataclass(frozen=True, slots=True)
class Reason(Node):
    phrases: Phrases
    section: str | None


# ---- types and domains ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Type(Node):
    """`kind` is one of: named, card, cards, player, truth, number, range, set, list. `optional` admits nobody/nothing."""

    kind: str
    name: str | None = None
    low: int = 0
    high: int = 0
    optional: bool = False


@dataclass(frozen=True, slots=True)
class CardIn(Node):
    zone: Expr


@dataclass(frozen=True, slots=True)
class CardsFrom(Node):
    number: Expr
    zone: Expr


@dataclass(frozen=True, slots=True)
class SomeCards(Node):
    """One or more cards of a zone. `bound`: `while` (holds for every part of a fitting set) or `until` (minimal sets)."""

    zone: Expr
    bound: str | None
    condition: Expr | None


Domain = Type | CardIn | CardsFrom | SomeCards


@dataclass(frozen=True, slots=True)
class Param(Node):
    name: str
    domain: Domain


# ---- expressions ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Expr(Node):
    pass


@dataclass(frozen=True, slots=True)
class Integer(Expr):
    value: int


@dataclass(frozen=True, slots=True)
class Truth(Expr):
    value: bool


@dataclass(frozen=True, slots=True)
class Nobody(Expr):
    pass


@dataclass(frozen=True, slots=True)
class Players(Expr):
    pass


@dataclass(frozen=True, slots=True)
class Pack(Expr):
    pass


@dataclass(frozen=True, slots=True)
class StageNow(Expr):
    pass


@dataclass(frozen=True, slots=True)
class Name(Expr):
    name: str


@dataclass(frozen=True, slots=True)
class Applied(Expr):
    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Attribute(Expr):
    of: Expr
    name: str


@dataclass(frozen=True, slots=True)
class SetOf(Expr):
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Filtered(Expr):
    var: str
    source: Expr
    condition: Expr


@dataclass(frozen=True, slots=True)
class CountOf(Expr):
    of: Expr


@dataclass(frozen=True, slots=True)
class Next(Expr):
    """The one after `after` in `source`, round the ring; with a condition, the first such one."""

    var: str | None
    after: Expr
    source: Expr
    condition: Expr | None


@dataclass(frozen=True, slots=True)
class SeatsFrom(Expr):
    """All players in seat order, beginning with one."""

    start: Expr


@dataclass(frozen=True, slots=True)
class Quantified(Expr):
    """`kind`: some, every, no or count."""

    kind: str
    var: str
    source: Expr
    condition: Expr


@dataclass(frozen=True, slots=True)
class The(Expr):
    var: str
    source: Expr
    condition: Expr


@dataclass(frozen=True, slots=True)
class Summary(Expr):
    """`kind`: sum, most or least of `body` for each member of `source`."""

    kind: str
    body: Expr
    var: str
    source: Expr
    condition: Expr | None


@dataclass(frozen=True, slots=True)
class Choice(Expr):
    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Arithmetic(Expr):
    left: Expr
    op: str
    right: Expr


@dataclass(frozen=True, slots=True)
class Quotient(Expr):
    """A whole number: the quotient, rounded `down` or `up`."""

    left: Expr
    right: Expr
    rounding: str


@dataclass(frozen=True, slots=True)
class Compare(Expr):
    left: Expr
    op: str
    right: Expr


@dataclass(frozen=True, slots=True)
class Contains(Expr):
    item: Expr
    source: Expr


@dataclass(frozen=True, slots=True)
class Empty(Expr):
    of: Expr


@dataclass(frozen=True, slots=True)
class Not(Expr):
    of: Expr


@dataclass(frozen=True, slots=True)
class And(Expr):
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Or(Expr):
    left: Expr
    right: Expr
