"""A series of questions about one scenario: facts stay, a question may go on from the one before, steps are taken back."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rulespal.engine.game import Game
from rulespal.model.phrases import Phrasebook, Said, Speech
from rulespal.questions.answers import reply, reply_in_writing
from rulespal.questions.follow import follow, goes_on
from rulespal.questions.query import Answer, NotUnderstood, Query
from rulespal.questions.understand import free_questions, understandings
from rulespal.records.record import Record

_NAME = re.compile(r"\b[A-ZÁÉÍÓÚÑ]\w+")


@dataclass(frozen=True, slots=True)
class Step:
    """Where a series stood: the facts handed in so far, and the question that the next one may go on from."""

    facts: tuple[str, ...] = ()
    question: str = ""
    query: Query | None = None  # the scenario of the question, if it has one


@dataclass
class Session:
    """Questions to one rulebook at one table. `before`: the game that they are about."""

    game: Game
    phrases: Phrasebook
    chosen: Mapping[str, str] = field(default_factory=dict)
    language: str | None = None
    before: Record | None = None
    step: Step = field(default_factory=Step)
    past: list[Step] = field(default_factory=list)
    last: Answer | None = None

    def ask(self, text: str) -> Answer:
        """The answer to a question, by itself or as one that goes on from the question before; to a line that asks."""
        if text.startswith("?"):
            return self._asked_in_writing(text)
        if (followed := self._followed(text)) is not None:
            return followed
        found = self._answer(text)
        if found.status == "not-understood" and self.step.question:
            longer = self._answer(f"{self.step.question} {text}")
            found = longer if longer.status != "not-understood" else found
        if found.status != "not-understood":
            self._go_to(Step(self.step.facts, found.question, self._scenario(found.question)))
        self.last = found
        return found

    def _asked_in_writing(self, text: str, *, why: bool = False) -> Answer:
        """The answer to a line that asks, of the facts handed in so far."""
        written = asked_of(self.step.facts, text)
        found = reply_in_writing(
            written, self.game, self.phrases, self.chosen, language=self.language, before=self.before, why=why
        )
        found.question = text
        self.last = found
        return found

    def _followed(self, text: str) -> Answer | None:
        """The answer to a text that goes on from the scenario before; None if it does not, or has none."""
        before = self.step.query
        if before is None or not goes_on(text, before.language):
            return None
        query = follow(free_questions(self.phrases), before, text)
        if not isinstance(query, Query):
            return None
        found = reply((query, NotUnderstood()), query.text, self.game, self.phrases, self.chosen, before=self.before)
        if found.status == "not-understood":
            return None
        self._go_to(Step(self.step.facts, query.text, query))
        self.last = found
        return found

    def _scenario(self, text: str) -> Query | None:
        players = self.before.players if self.before else ()
        found = free_questions(self.phrases).understand(text, self.step.facts, self.language, players)
        return found if isinstance(found, Query) else None

    def why(self) -> Answer | None:
        """The last answer again, with all its reasons."""
        if self.last is None:
            return None
        if self.last.question.startswith("?"):
            return self._asked_in_writing(self.last.question, why=True)
        if (query := self.step.query) is not None and query.text == self.last.question:
            known = (query, NotUnderstood())
            return reply(known, query.text, self.game, self.phrases, self.chosen, before=self.before, why=True)
        return self._answer(self.last.question, why=True)

    def _answer(self, text: str, *, why: bool = False) -> Answer:
        players = self.before.players if self.before else ()
        found = understandings(text, self.step.facts, self.phrases, self.language, players)
        return reply(found, text, self.game, self.phrases, self.chosen, before=self.before, why=why)

    def tell(self, facts: Sequence[str]) -> None:
        """Hands in facts, which stay."""
        self._go_to(Step((*self.step.facts, *facts), self.step.question))

    def undo(self) -> bool:
        """Takes the last fact or question back; False if there is none."""
        if not self.past:
            return False
        self.step = self.past.pop()
        return True

    def forget(self) -> None:
        """Begins anew."""
        self._go_to(Step())

    def is_fact(self, text: str) -> bool:
        """Whether a line is a fact in the rulebook's words."""
        players = self.before.players if self.before else list(dict.fromkeys(_NAME.findall(text)))
        return isinstance(Speech(self.phrases, players or ["?"], self.language).fact(text), Said)

    def _go_to(self, step: Step) -> None:
        if step != self.step:
            self.past.append(self.step)
            self.step = step


def asked_of(facts: Sequence[str], line: str) -> str:
    """A scenario of some facts and a line that asks."""
    return "".join(f"given {fact}\n" for fact in facts) + line
