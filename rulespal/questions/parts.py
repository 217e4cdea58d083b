"""What a question comes to in one world of a scenario: its parts, and all of them together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rulespal.engine.game import Branch
from rulespal.questions.query import Payment, Verdict


class NoAnswer(Exception):
    """What is asked cannot be worked out; the message says why, in one sentence."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What holds in one world of a scenario. `values`: one a part of the question that has one."""

    verdict: Verdict | None = None
    values: tuple[Any, ...] = ()
    payments: tuple[Payment, ...] = ()
    effects: tuple[str, ...] = ()
    answer: str = ""
    silent: bool = False
    citations: tuple[int, ...] = ()
    because: tuple[str, ...] = ()
    when: tuple[str, ...] = ()
    impossible: bool = False  # an event of the scenario is not legal

    @property
    def told(self) -> tuple[object, ...]:
        """What makes two outcomes the same answer."""
        return (self.silent, self.verdict, self.values, self.payments, self.answer)


@dataclass(frozen=True, slots=True)
class Part:
    """What one part of a question comes to in one world."""

    text: str = ""
    verdict: Verdict | None = None
    value: Any = None
    payments: tuple[Payment, ...] = ()
    effects: tuple[str, ...] = ()
    silent: bool = False
    citations: tuple[int, ...] = ()
    because: tuple[str, ...] = ()
    when: str = ""  # under which circumstance, where that is open
    tried: tuple[Branch, ...] | None = None  # of an event that is legal: where it leads
