"""The syntax tree of the rule language: one frozen class a construct, children in the order in which they are written.

Spans take no part in equality, so that a tree equals the tree of its printed form.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulespal.language.ast_expr import *  # noqa: F403 - one tree, written in four files for length
from rulespal.language.ast_expr import Expr, Node, Param, Phrases, Reason, Type
from rulespal.language.ast_rulings import *  # noqa: F403
from rulespal.language.ast_rulings import Ruling, Talk
from rulespal.language.ast_standing import *  # noqa: F403
from rulespal.language.ast_standing import Allow, Forbid

# ---- statements -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Statement(Node):
    pass


Suite = tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Assign(Statement):
    """`op`: `:=`, `+=` or `-=`."""

    name: str
    args: tuple[Expr, ...] | None
    op: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Let(Statement):
    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class LetRandom(Statement):
    name: str
    number: Expr
    zone: Expr


@dataclass(frozen=True, slots=True)
class Relocate(Statement):
    card: Expr
    source: Expr
    target: Expr
    on_top: bool = False


@dataclass(frozen=True, slots=True)
class Draw(Statement):
    """The first `number` cards of an ordered zone, or as many as there are."""

    number: Expr
    source: Expr
    target: Expr


@dataclass(frozen=True, slots=True)
class Shuffle(Statement):
    zone: Expr


@dataclass(frozen=True, slots=True)
class Announce(Statement):
    effect: str
    args: tuple[Expr, ...] | None


@dataclass(frozen=True, slots=True)
class StopAt(Statement):
    """The text is silent here."""

    gap: str


@dataclass(frozen=True, slots=True)
class RelocateAll(Statement):
    source: Expr
    target: Expr


@dataclass(frozen=True, slots=True)
class Gather(Statement):
    target: Expr


@dataclass(frozen=True, slots=True)
class Begin(Statement):
    stage: str
    args: tuple[Expr, ...] | None


@dataclass(frozen=True, slots=True)
class GoTo(Statement):
    stage: str
    args: tuple[Expr, ...] | None


@dataclass(frozen=True, slots=True)
class EndStage(Statement):
    pass


@dataclass(frozen=True, slots=True)
class EndGame(Statement):
    pass


@dataclass(frozen=True, slots=True)
class Call(Statement):
    name: str
    args: tuple[Expr, ...] | None


@dataclass(frozen=True, slots=True)
class If(Statement):
    condition: Expr
    then: Suite
    otherwise: Suite


@dataclass(frozen=True, slots=True)
class For(Statement):
    var: str
    source: Expr
    condition: Expr | None
    body: Suite


@dataclass(frozen=True, slots=True)
class ForRange(Statement):
    var: str
    low: Expr
    high: Expr
    body: Suite


# ---- declarations -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Member(Node):
    name: str
    also: Phrases


@dataclass(frozen=True, slots=True)
class Enum(Node):
    name: str
    members: tuple[Member, ...]


@dataclass(frozen=True, slots=True)
class CardAttribute(Node):
    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Cards(Node):
    attributes: tuple[CardAttribute, ...]


@dataclass(frozen=True, slots=True)
class PackLoop(Node):
    """One variable, or two for each unordered pair."""

    names: tuple[str, ...]
    source: Expr


@dataclass(frozen=True, slots=True)
class PackValue(Node):
    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class PackLine(Node):
    copies: int | None
    loops: tuple[PackLoop, ...]
    phrases: Phrases
    values: tuple[PackValue, ...]


@dataclass(frozen=True, slots=True)
class PackOfCards(Node):
    lines: tuple[PackLine, ...]


@dataclass(frozen=True, slots=True)
class Says(Node):
    """How something is spoken. `form`: yes, no, none, one, count, includes, starts, each (card with a state) or None."""

    form: str | None
    phrases: Phrases


@dataclass(frozen=True, slots=True)
class Becomes(Node):
    """How a change is spoken."""

    form: str | None
    phrases: Phrases


@dataclass(frozen=True, slots=True)
class UnlessSaid(Node):
    value: Expr
    condition: Expr | None


@dataclass(frozen=True, slots=True)
class Zone(Node):
    name: str
    owned: bool
    kind: tuple[str, ...]
    clauses: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class State(Node):
    name: str
    owner: Type | None
    type: Type
    initial: Expr | None
    clauses: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class TableRow(Node):
    key: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Table(Node):
    name: str
    by: Expr
    rows: tuple[TableRow, ...]


@dataclass(frozen=True, slots=True)
class Define(Node):
    name: str
    params: tuple[Param, ...]
    value: Expr
    clauses: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class Effect(Node):
    """Something that happens and is spoken of, beside the changes of states."""

    name: str
    params: tuple[Param, ...]
    clauses: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class May(Node):
    who: Expr
    moves: tuple[str, ...]
    condition: Expr | None


@dataclass(frozen=True, slots=True)
class Stage(Node):
    name: str
    params: tuple[Param, ...]
    clauses: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Require(Node):
    condition: Expr
    reason: Reason | None
    penalty: Suite


@dataclass(frozen=True, slots=True)
class LeftOut(Node):
    """A move that a record may leave out where a later line implies it."""


@dataclass(frozen=True, slots=True)
class Doubt(Node):
    """What nobody can judge unless the condition holds. `why`: a reason, or the name of a gap."""

    condition: Expr
    why: Reason | str


@dataclass(frozen=True, slots=True)
class Do(Node):
    body: Suite


@dataclass(frozen=True, slots=True)
class Move(Node):
    name: str
    params: tuple[Param, ...]
    clauses: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Procedure(Node):
    name: str
    params: tuple[Param, ...]
    body: Suite


@dataclass(frozen=True, slots=True)
class Whenever(Node):
    condition: Expr
    body: Suite


@dataclass(frozen=True, slots=True)
class Opening(Node):
    """What happens when a game starts, or when a record starts mid-game."""

    kind: str  # "" for a new game, mid-game, example
    body: Suite


@dataclass(frozen=True, slots=True)
class Option(Node):
    default: bool
    name: str
    phrases: Phrases


@dataclass(frozen=True, slots=True)
class Note(Node):
    """`kind`: asks, because or source."""

    kind: str
    phrases: Phrases


@dataclass(frozen=True, slots=True)
class Reading(Node):
    name: str
    grade: str
    clauses: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Gap(Node):
    name: str
    phrases: Phrases


@dataclass(frozen=True, slots=True)
class Invariant(Node):
    condition: Expr
    reason: Reason


@dataclass(frozen=True, slots=True)
class Term(Node):
    phrases: Phrases
    means: Phrases


Declaration = (
    Enum | Cards | PackOfCards | Zone | State | Table | Define | Effect | Stage | Move | Forbid | Allow | Procedure
    | Whenever | Opening | Reading | Gap | Invariant | Term | Talk | Ruling
)  # fmt: skip
