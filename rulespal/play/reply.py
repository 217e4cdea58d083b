"""What a referee says to a line that was typed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from rulespal.records.legal import LegalReport
from rulespal.records.verdict import CheckReport, EventReport
from rulespal.text.diagnostic import Diagnostic

Kind = Literal["done", "refused", "asked", "why", "legal", "facts", "told", "problem"]


@dataclass(frozen=True, slots=True)
class Now:
    """Where the game stands: the stage in words, who is waited for, who may do something besides, how it ended.

    `unnamed`: cards that lie open and that no line has named yet, as facts with `?` in them.
    """

    stage: str = ""
    waits_for: str = ""
    besides: tuple[str, ...] = ()
    over: str | None = None
    unnamed: tuple[str, ...] = ()


@dataclass(slots=True)
class Reply:
    """`kind`: done (it stands in the record), refused, asked (`why EVENT`), why, legal, facts, told (what was done
    besides), problem (it was not understood). `events` are those that were tried, `settled` earlier ones that this line
    shows in another light. `private_to`: whose eyes only.
    """

    kind: Kind
    events: list[EventReport] = field(default_factory=list)
    checks: list[CheckReport] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)
    settled: list[EventReport] = field(default_factory=list)
    legal: LegalReport | None = None
    private_to: str | None = None
    now: Now | None = None
