"""What is asked of a rulebook, and what is answered: the values that the modules of this package hand on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from rulespal.model.rules import Answering, Citation, Define, Effect, Move, Ruling, State, Zone
from rulespal.questions.writing import Written
from rulespal.text.diagnostic import Diagnostic

ASKER = "you"  # the player who asks, among the players and in answers
AskedKind = Literal[
    "legal", "must", "payments", "who", "value", "which-cards", "happens", "is", "when", "text", "silent", "where",
    "data",
]  # fmt: skip
Status = Literal["certain", "leaning", "depends", "silent", "not-understood"]
Verdict = Literal["yes", "no"]

# ---- the question -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Told:
    """An effect or a move of which one value is asked for.

    `known`: the other values by the names of their slots, as far as the question says them (players by seat, cards by
    place). `slot`: what is asked for; empty where the question is whether the effect comes about. `pick`: of a number
    that is an argument of a move, the most or the least that is legal.
    """

    target: Effect | Move
    known: Mapping[str, Any]
    slot: str = ""
    pick: Literal["", "most", "least"] = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """One part of a question: what is to be read off when the events have happened.

    kind        what it is read off
    legal       whether `event` may be made then; without one, whether the last event of the query was legal
    must        whether `event` is legal and nothing else is that `actor`s of it could do
    payments    who paid whom how much in the events
    who         the players for whom `thing` is so, or the player that it is (`thing` a state or definition); or `told`
    value       what `thing` is: a state, a definition, the cards of a zone (`count`: how many); or `told`
    which-cards the cards that make the move of `event` legal; its sentence with `?` for the card
    happens     the effects of the events
    is          whether `fact` is so, or whether the effect `told` comes of the events
    when        the words of the ruling
    text        the words of the ruling
    silent      nothing: the rules do not say
    data        nothing: `value` is the answer, whatever the table
    where       the rulebook itself: where it speaks of the words in `fact`
    """

    kind: AskedKind
    event: str = ""  # a sentence of the rulebook, as in a record
    fact: str = ""
    thing: State | Zone | Define | None = None
    args: tuple[str, ...] = ()  # whose it is, or the arguments of a definition, in words
    count: bool = False
    told: Told | None = None
    changed: bool = False  # `thing` is asked for as it has become: no answer where the events leave it as it was
    value: int | None = None
    answering: Answering | None = None  # of a ruling: its expression and its texts
    function: str = ""  # the name of their functions
    says: str = field(default="", compare=False)  # what is asked, in words of the question's language


@dataclass(frozen=True, slots=True)
class Way:
    """One of several courses that a question leaves open: further facts and events, and how it is told.

    `asked`: in place of what the query asks.
    """

    when: str
    facts: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    asked: tuple[Asked, ...] = ()


@dataclass(frozen=True, slots=True)
class Query:
    """A question understood: a scenario in sentences of the rulebook, as a record has them, and what is asked of it.

    The record that answers it starts in the middle of a game. `called`: how an answer speaks of players who have no name
    in the question (`{"Ana": "the challenger"}`). `options`: readings that the question itself names. `seats_open`: the
    question does not say how many play, or how they sit.
    """

    text: str
    language: str
    players: tuple[str, ...]
    facts: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    asked: tuple[Asked, ...] = ()
    ways: tuple[Way, ...] = ()
    assumed: tuple[str, ...] = ()  # what was taken for granted, among `facts` too
    understood: str = ""
    source: Literal["ruling", "scenario"] = "scenario"
    ruling: Ruling | None = None
    slots: Mapping[str, Any] = field(default_factory=dict)  # of the ruling: values by name, players by seat
    called: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    seats_open: bool = False
    from_start: bool = False  # the game starts, instead of standing somewhere
    alike: tuple[Query, ...] = ()  # with another of what the question leaves out: they must have the same answer
    outside: str = ""  # why the rulebook is silent: it is not for such a game
    surely: float = 1.0  # how well the question fits what was understood, from 0 to 1

    @property
    def of_no_moment(self) -> bool:
        """Whether it asks about the pack or the start of a game, so that there is no scenario to write down."""
        return self.from_start or any(part.kind == "data" for part in self.asked)


@dataclass(frozen=True, slots=True)
class Either:
    """Several queries that a question may be, none clearly more than the others: it has an answer if they have the same."""

    queries: tuple[Query, ...]


@dataclass(frozen=True, slots=True)
class Nearest:
    """A section that may help, with how well it fits the question (0 to 1)."""

    section: str
    printed: str
    score: float
    text: str = ""  # its sentence that is nearest


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """A question that is none of this rulebook: the words that were not understood, and what may help."""

    words: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()  # the nearest that would be understood
    see_also: tuple[Nearest, ...] = ()
    problem: str = ""  # one sentence, where more can be said than that it was not understood
    offers: tuple[Query, ...] = ()  # questions that may have been meant, to be answered beside
    unasked: bool = False  # what is told is understood, and it does not answer what is asked
    language: str = "en"


# ---- the answer -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Payment:
    """Who pays whom: players, or places as the rulebook names them."""

    payer: str
    payee: str
    amount: int
    unit: str


@dataclass(slots=True)
class Case:
    """What holds under some circumstances (`when`) and options (`readings`: name to option)."""

    when: tuple[str, ...] = ()
    readings: dict[str, str] = field(default_factory=dict)
    answer: str = ""
    verdict: Verdict | None = None
    value: Any = None  # a number, a name, or a list of them
    payments: list[Payment] = field(default_factory=list)
    effects: list[str] = field(default_factory=list)
    citations: list[Citation] = field(default_factory=list)
    because: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Unless:
    """What would be so under another option of a reading that the text leans to."""

    text: str
    readings: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Offer:
    """A question that may have been meant, and what is answered to it."""

    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class Worded:
    """A reading in words: its question, and its options by their names; the first is the default."""

    asks: str
    options: Mapping[str, str]


@dataclass(slots=True)
class Answer:
    """The answer to a question, as `--json` tells it."""

    book: str
    question: str
    understood: str
    status: Status
    assumed: list[str] = field(default_factory=list)
    cases: list[Case] = field(default_factory=list)
    unless: list[Unless] = field(default_factory=list)
    customs: list[str] = field(default_factory=list)
    see_also: list[Nearest] = field(default_factory=list)
    problem: str = ""  # what is wrong with the question, in one sentence
    words: list[str] = field(default_factory=list)  # with not-understood: those that were not
    nearest: list[str] = field(default_factory=list)  # with not-understood: questions that would be
    offers: list[Offer] = field(default_factory=list)  # with not-understood: those of them that have an answer
    language: str = "en"
    readings: dict[str, Worded] = field(default_factory=dict)  # all that the cases name, for those who read
    scenario: Written | None = None  # what was answered, in writing
    unread: Sequence[Diagnostic] = ()  # of a scenario in writing: what could not be read in it
