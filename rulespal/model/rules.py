"""The checked model: a rulebook that can be compiled, shown and searched. Pure data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from rulespal.literate.document import Document
from rulespal.model.expr import Expr, Statement
from rulespal.model.parts import Citation as Citation
from rulespal.model.parts import Param as Param
from rulespal.model.parts import Pattern as Pattern
from rulespal.model.parts import Sentences as Sentences
from rulespal.model.parts import Slot as Slot
from rulespal.model.types import Type
from rulespal.text.fold import identifier
from rulespal.text.span import Span


@dataclass(frozen=True, slots=True)
class EnumType:
    name: str
    members: tuple[str, ...]
    aliases: tuple[tuple[tuple[str, str], ...], ...]  # for each member: (language, alias)


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the pack: its printed name and the other names it may be called by."""

    name: str
    aliases: tuple[str, ...]
    attributes: dict[str, object]
    languages: tuple[str, ...] = ()  # of the name and the other names, in order


def owner_name(owner: Type | None) -> str | None:
    """What the owner of a state is called in its sentences: `player`, `card`, or the enum in small letters."""
    return None if owner is None else str(owner.of).lower() if owner.kind == "enum" else owner.kind


@dataclass(slots=True)
class State:
    """`owner`: whether every player has one, every kind of card, or every member of an enum."""

    name: str
    index: int
    owner: Type | None
    type: Type
    citation: int
    span: Span
    initial: Expr | None = None
    unless_said: tuple[Expr, Expr] | None = None
    ordinarily: Expr | None = None  # what questions take it to be that do not say it
    says: dict[str | None, Sentences] = field(default_factory=dict)
    becomes: dict[str | None, Sentences] = field(default_factory=dict)

    @property
    def owned(self) -> bool:
        return self.owner is not None


@dataclass(slots=True)
class Zone:
    name: str
    index: int
    owner: Type | None
    seen_by: Literal["all", "owner", "others"]  # the owner of a zone of the game is nobody
    ordered: bool
    citation: int
    span: Span
    unless_said: Expr | None = None  # the condition under which it is empty
    ordinarily: Expr | None = None  # how many cards questions take to be in it that do not say it
    says: dict[str | None, Sentences] = field(default_factory=dict)
    each: Sentences = ()  # how a card of it is spoken together with a state of the card

    @property
    def owned(self) -> bool:
        return self.owner is not None


@dataclass(frozen=True, slots=True)
class May:
    """Who may make a move in a stage. `who` None: everyone (`everyone`) or no player at all (`table`)."""

    who: Expr | None
    kind: str
    move: int
    condition: Expr | None
    citation: int


@dataclass(slots=True)
class Stage:
    name: str
    index: int
    params: tuple[Param, ...]
    citation: int
    span: Span
    may: list[May] = field(default_factory=list)
    says: Sentences = ()


@dataclass(frozen=True, slots=True)
class Requirement:
    condition: Expr
    reason: Sentences
    citation: int
    penalty: tuple[Statement, ...]
    span: Span
    standing: bool = False  # a prohibition, which is a reason also where the stage does not offer the move


@dataclass(frozen=True, slots=True)
class Paid:
    """What is paid by an effect: so many of a unit, from whom to whom (a player, or a place in words)."""

    amount: Expr
    unit: str
    payer: Expr | Sentences
    payee: Expr | Sentences


@dataclass(frozen=True, slots=True)
class Doubt:
    """What nobody can judge unless the condition holds, with the words for it, and the gap if the rules say nothing."""

    condition: Expr
    why: str
    citation: int
    gap: str | None = None


@dataclass(slots=True)
class Effect:
    """Something that happens and is spoken of, beside the changes of states. `paid`: if it is a payment."""

    name: str
    index: int
    params: tuple[Param, ...]
    citation: int
    span: Span
    says: dict[str | None, Sentences] = field(default_factory=dict)
    paid: Paid | None = None


@dataclass(slots=True)
class Move:
    name: str
    index: int
    params: tuple[Param, ...]
    citation: int
    span: Span
    requirements: list[Requirement] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)
    effects: tuple[Statement, ...] = ()
    says: Sentences = ()
    has_actor: bool = True
    left_out: bool = False  # a record need not have it where a later line implies it


@dataclass(frozen=True, slots=True)
class Standing:
    """A rule about moves that stands apart from them: a prohibition, or a permission, where its condition holds.

    `over`: the names of those of the other kind that do not count against it.
    """

    name: str
    moves: tuple[int, ...]
    condition: Expr
    over: tuple[str, ...]
    citation: int
    span: Span
    reason: Sentences = ()


@dataclass(frozen=True, slots=True)
class Conflict:
    """A prohibition and a permission of a move of which neither is over the other, and the doubt that tells where."""

    prohibition: Standing
    permission: Standing
    move: int
    doubt: int


@dataclass(slots=True)
class Define:
    name: str
    params: tuple[Param, ...]
    value: Expr
    citation: int
    span: Span
    says: dict[str | None, Sentences] = field(default_factory=dict)


@dataclass(slots=True)
class Procedure:
    name: str
    params: tuple[Param, ...]
    body: tuple[Statement, ...]
    citation: int
    span: Span


@dataclass(frozen=True, slots=True)
class Table:
    name: str
    by: Expr
    rows: tuple[tuple[object, object], ...]
    citation: int
    span: Span


@dataclass(frozen=True, slots=True)
class Whenever:
    condition: Expr
    body: tuple[Statement, ...]
    citation: int
    span: Span


@dataclass(frozen=True, slots=True)
class Option:
    name: str
    says: Sentences


@dataclass(slots=True)
class Reading:
    """A place where the printed text admits several meanings; the first option is the default."""

    name: str
    index: int
    grade: str
    options: tuple[Option, ...]
    asks: Sentences
    because: Sentences
    source: Sentences
    citation: int
    span: Span


@dataclass(frozen=True, slots=True)
class Gap:
    name: str
    says: Sentences
    citation: int

    @property
    def silence(self) -> str:
        """What is told of a game that comes to it."""
        return f"the rules do not say: {self.says[0].source if self.says else spoken(self.name)}"


@dataclass(frozen=True, slots=True)
class Invariant:
    condition: Expr
    reason: Sentences
    citation: int
    span: Span


@dataclass(frozen=True, slots=True)
class Term:
    names: Sentences
    means: Sentences
    citation: int


@dataclass(frozen=True, slots=True)
class Talk:
    """A class of what people say: a sentence belongs to it when all groups of one line occur in it.

    A group is a set of word sequences of which one has to occur; None stands for any number.
    """

    name: str
    lines: tuple[tuple[frozenset[str] | None, ...], ...]
    citation: int
    span: Span


@dataclass(frozen=True, slots=True)
class Answering:
    """One part of what a ruling answers.

    `kind`: value (what `value` comes to), legal, must or which (of the event that `event` says), payments, effects (of
    the ruling's events), words (`text` alone), silent. `text`: how it is told; `otherwise`: how a no is told.
    """

    kind: str
    value: Expr | None = None
    event: Sentences = ()
    text: Sentences = ()
    otherwise: Sentences = ()


@dataclass(frozen=True, slots=True)
class Course:
    """One of several courses that a ruling tells apart; it adds to the facts and events of the ruling."""

    when: Sentences
    given: tuple[Sentences, ...] = ()
    after: tuple[Sentences, ...] = ()
    answers: tuple[Answering, ...] = ()


@dataclass(slots=True)
class Ruling:
    """A question that was thought of beforehand: ways of asking it, the scenario, and what is answered."""

    name: str
    index: int
    params: tuple[Param, ...]
    citation: int
    span: Span
    asks: Sentences = ()
    roles: dict[str, Sentences] = field(default_factory=dict)  # what players are called whom the question does not name
    seats: str | int | None = None  # the number of players, or the parameter that it is
    given: tuple[Sentences, ...] = ()
    after: tuple[Sentences, ...] = ()
    courses: list[Course] = field(default_factory=list)
    answers: list[Answering] = field(default_factory=list)
    see: tuple[int, ...] = ()  # further citations
    because: Sentences = ()
    examples: list[tuple[str, str]] = field(default_factory=list)  # a question, and how it is answered


@dataclass(slots=True)
class Rulebook:
    """A whole rulebook. `players`: the smallest and largest number it is for; `seating`: of tables that may ask it."""

    name: str
    title: str
    edition: str
    languages: tuple[str, ...]
    players: tuple[int, int]
    source: str
    document: Document
    seating: tuple[int, int]
    hash: str = ""
    citations: list[Citation] = field(default_factory=list)
    enums: dict[str, EnumType] = field(default_factory=dict)
    attributes: dict[str, Type] = field(default_factory=dict)
    cards: list[Card] = field(default_factory=list)
    states: list[State] = field(default_factory=list)
    zones: list[Zone] = field(default_factory=list)
    effects: list[Effect] = field(default_factory=list)
    stages: list[Stage] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    prohibitions: dict[str, Standing] = field(default_factory=dict)
    permissions: dict[str, Standing] = field(default_factory=dict)
    conflicts: list[Conflict] = field(default_factory=list)
    defines: dict[str, Define] = field(default_factory=dict)
    procedures: dict[str, Procedure] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    whenevers: list[Whenever] = field(default_factory=list)
    openings: dict[str, tuple[Statement, ...]] = field(default_factory=dict)
    readings: list[Reading] = field(default_factory=list)
    gaps: dict[str, Gap] = field(default_factory=dict)
    invariants: list[Invariant] = field(default_factory=list)
    terms: list[Term] = field(default_factory=list)
    talks: dict[str, Talk] = field(default_factory=dict)
    rulings: list[Ruling] = field(default_factory=list)
    used: set[str] = field(default_factory=set)  # names that some rule uses

    @property
    def has_example(self) -> bool:
        """Whether the printed rules leave open what games are played with, and the rulebook makes up an example."""
        return "example" in self.openings

    def reading(self, name: str) -> Reading | None:
        """The reading of that name, written with `-` or `_`."""
        plain = identifier(name).replace("-", "_")
        return next((r for r in self.readings if r.name == plain), None)

    def told(self, citation: int, language: str | None = None) -> str:
        """The sentence that a citation stands for, in a language if the rulebook has its prose in it."""
        where = self.citations[citation]
        translation = self.document.translations.get(language or "")
        if translation is None:
            return where.text
        place = next((p.place for s in self.document.sections if s.anchor == where.section
                      for p in s.paragraphs if p.text == where.text), "")  # fmt: skip
        return next((p.text for s in translation.sections if s.anchor == where.section
                     for p in s.paragraphs if p.place == place), where.text)  # fmt: skip


def spoken(name: str) -> str:
    """An identifier as it is written outside rulebooks: with `-`."""
    return name.replace("_", "-")
