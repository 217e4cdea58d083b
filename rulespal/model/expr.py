"""Expressions and statements of the checked model: names resolved, types known."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulespal.model.types import (
    CARDS,
    PLAYERS,
    STAGE,
    TRUTH,
    Type,
)
from rulespal.text.span import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class Expr:
    type: Type
    span: Span = field(default=NOWHERE, compare=False, kw_only=True, repr=False)


@dataclass(frozen=True, slots=True)
class Const(Expr):
    value: object


@dataclass(frozen=True, slots=True)
class Local(Expr):
    """A parameter, a bound name, `actor`, or something named by `let`."""

    name: str


@dataclass(frozen=True, slots=True)
class StageArg(Expr):
    """What the present stage was begun with."""

    position: int


@dataclass(frozen=True, slots=True)
class StateOf(Expr):
    state: int
    owner: Expr | None


@dataclass(frozen=True, slots=True)
class ZoneOf(Expr):
    zone: int
    owner: Expr | None


@dataclass(frozen=True, slots=True)
class ReadingNow(Expr):
    reading: int


@dataclass(frozen=True, slots=True)
class AttributeOf(Expr):
    card: Expr
    attribute: str


@dataclass(frozen=True, slots=True)
class Invoke(Expr):
    define: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Lookup(Expr):
    table: str
    key: Expr


@dataclass(frozen=True, slots=True)
class IsTalk(Expr):
    """Whether a text belongs to a class of table talk."""

    talk: str
    text: Expr


@dataclass(frozen=True, slots=True)
class PlayersNow(Expr):
    type: Type = PLAYERS


@dataclass(frozen=True, slots=True)
class SeatsFrom(Expr):
    """All players in seat order, beginning with one."""

    start: Expr


@dataclass(frozen=True, slots=True)
class PackNow(Expr):
    type: Type = CARDS


@dataclass(frozen=True, slots=True)
class StageNow(Expr):
    type: Type = STAGE


@dataclass(frozen=True, slots=True)
class Tuple(Expr):
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Filter(Expr):
    var: str
    source: Expr
    condition: Expr


@dataclass(frozen=True, slots=True)
class Count(Expr):
    of: Expr


@dataclass(frozen=True, slots=True)
class Some(Expr):
    """Whether some member of `source` meets the condition; every and no are written with it."""

    var: str
    source: Expr
    condition: Expr


@dataclass(frozen=True, slots=True)
class CountWhere(Expr):
    var: str
    source: Expr
    condition: Expr


@dataclass(frozen=True, slots=True)
class The(Expr):
    """The first member that meets the condition; a mistake of the rulebook if there is none."""

    var: str
    source: Expr
    condition: Expr


@dataclass(frozen=True, slots=True)
class Next(Expr):
    var: str
    after: Expr
    source: Expr
    condition: Expr


@dataclass(frozen=True, slots=True)
class Summary(Expr):
    kind: str
    body: Expr
    var: str
    source: Expr
    condition: Expr


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


@dataclass(frozen=True, slots=True)
class Remembered(Expr):
    """A value that the engine keeps once it is worked out; made by the compiler only."""

    number: int
    of: Expr


YES = Const(TRUTH, True)

# ---- statements -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Statement:
    """`citation` is a place in the rulebook's list of citations."""

    citation: int
    span: Span = field(default=NOWHERE, compare=False, kw_only=True, repr=False)


@dataclass(frozen=True, slots=True)
class Assign(Statement):
    state: int
    owner: Expr | None
    value: Expr


@dataclass(frozen=True, slots=True)
class Let(Statement):
    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class LetRandom(Statement):
    """Names cards that chance picks from a zone: `number` of them, or as many as there are."""

    name: str
    number: Expr
    zone: ZoneOf


@dataclass(frozen=True, slots=True)
class Relocate(Statement):
    """Moves a card or several, to the end of a zone or on top of it."""

    card: Expr
    source: ZoneOf
    target: ZoneOf
    on_top: bool = False


@dataclass(frozen=True, slots=True)
class Draw(Statement):
    """Moves the first `number` cards of a zone, or as many as there are."""

    number: Expr
    source: ZoneOf
    target: ZoneOf


@dataclass(frozen=True, slots=True)
class Shuffle(Statement):
    zone: ZoneOf


@dataclass(frozen=True, slots=True)
class Announce(Statement):
    effect: int
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class StopAt(Statement):
    gap: str


@dataclass(frozen=True, slots=True)
class RelocateAll(Statement):
    source: ZoneOf
    target: ZoneOf


@dataclass(frozen=True, slots=True)
class Gather(Statement):
    target: ZoneOf


@dataclass(frozen=True, slots=True)
class Begin(Statement):
    """Puts a stage on top of the present one, or in place of all (`only`)."""

    stage: int
    args: tuple[Expr, ...]
    only: bool


@dataclass(frozen=True, slots=True)
class EndStage(Statement):
    pass


@dataclass(frozen=True, slots=True)
class EndGame(Statement):
    pass


@dataclass(frozen=True, slots=True)
class Call(Statement):
    procedure: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class If(Statement):
    condition: Expr
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class ForRange(Statement):
    var: str
    low: Expr
    high: Expr
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class For(Statement):
    var: str
    source: Expr
    condition: Expr
    body: tuple[Statement, ...]
