"""What replaying a record finds: the values that reports are made from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from rulespal.text.diagnostic import Diagnostic

Status = Literal["legal", "illegal", "unverifiable", "refuted", "stands", "unread"]
CheckStatus = Literal["holds", "fails", "unknown"]
Verdict = Literal["legal", "consistent", "disputed", "illegal", "unreadable"]
FAULTS: frozenset[str] = frozenset({"illegal", "refuted", "stands"})  # of events
FAULTY: frozenset[Verdict] = frozenset({"illegal", "disputed"})  # games that can be read and have a fault
IN_ORDER: frozenset[Verdict] = frozenset({"legal", "consistent"})


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason against an event: the sentence, the rule, and where it is written (`citation`: in the rulebook's list).

    `kind`: over, turn (wrong player or moment), move (where the move is written), domain, require, stage, doubt, later.
    """

    text: str
    rule: str
    section: str
    printed: str
    citation: int
    kind: str = "require"


@dataclass(frozen=True, slots=True)
class Effect:
    """A computed effect: what happened, in words, and the rule that made it."""

    kind: str
    text: str
    section: str
    citation: int


@dataclass(slots=True)
class EventReport:
    """An event line and what became of it. `n`: its number in the game; `reasons`: only where it is not legal."""

    line: int
    n: int
    text: str
    column: int = 1
    actor: str | None = None
    move: str | None = None
    args: dict[str, Any] = field(default_factory=dict)
    implied: Sequence[str] = ()
    status: Status = "legal"
    code: str | None = None
    taken_back: bool = False
    reasons: Sequence[Reason] = ()
    consequence_of: int | None = None
    effects: Sequence[Effect] = ()
    alternatives: Sequence[str] = ()
    comment: str = ""
    mark: str = ""
    doubtful: bool = False  # nobody could check it when it was made


@dataclass(slots=True)
class CheckReport:
    """An effect line or one fact of an assertion. `changed_by`: the last line that changed what it speaks of."""

    line: int
    column: int
    kind: Literal["effect", "assert"]
    text: str
    status: CheckStatus
    after: int  # the event (by number) that it stands behind
    expected: str = ""
    found: str = ""
    changed_by: int | None = None
    code: str | None = None
    consequence_of: int | None = None


@dataclass(slots=True)
class ResultReport:
    line: int
    column: int
    claimed: str
    found: str
    agrees: bool
    code: str | None = None


@dataclass(frozen=True, slots=True)
class Under:
    """What the verdict would be under one other option of one reading; `first_change`: the line where it differs first."""

    reading: str
    option: str
    verdict: Verdict
    first_change: int | None


@dataclass(slots=True)
class GameReport:
    """Everything that is found in one game of a file."""

    file: str
    game: str | None
    book: str | None
    line: int
    verdict: Verdict = "legal"
    readings: dict[str, str] = field(default_factory=dict)
    depends_on: list[str] = field(default_factory=list)
    under: list[Under] = field(default_factory=list)
    claims: int = 0
    players: list[str] = field(default_factory=list)
    language: str = "en"  # in which it is told
    events: list[EventReport] = field(default_factory=list)
    checks: list[CheckReport] = field(default_factory=list)
    result: ResultReport | None = None
    diagnostics: list[Diagnostic] = field(default_factory=list)
    final: list[str] = field(default_factory=list)
