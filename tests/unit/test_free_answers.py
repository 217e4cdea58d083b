"""Free questions to their end: what the small rulebook of these tests answers, and what it refuses to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulespal import library
from rulespal.engine.game import Game
from rulespal.model.phrases import Phrasebook
from rulespal.questions.query import Answer

FERRY = Path(__file__).with_name("ferry.md")


@pytest.fixture(scope="module")
def ferry() -> tuple[Game, Phrasebook]:
    book, diagnostics = library.read_rulebook(FERRY)
    assert not diagnostics.errors, [d.message for d in diagnostics]
    return Game(book), Phrasebook(book)


def ask(ferry: tuple[Game, Phrasebook], question: str, *given: str) -> Answer:
    return library.ask(*ferry, question, given)


@pytest.mark.parametrize(
    ("question", "verdict", "value"),
    [
        ("Ana calls Ben over to the south, and he joins for 0. Is he wet?", "yes", None),
        ("Ana calls Ben over to the south, and he joins for 2. Is he wet?", "no", None),
        ("Ben has 2 coins and Ana has 9. May she wager 3 on him?", "yes", None),
        ("Ben has 2 coins and Ana has 9. Could he wager 3 on her?", "no", None),
        ("I have two coins. What is the most I can wager on Ben?", None, 2),
        ("I hold otter 2, the pike 3 and pike five. Which cards can I feed?", None, ["otter 2", "pike 3", "pike 5"]),
        ("Ana feeds her otter 5 to the pike 2. How much does it grow by?", None, 5),
        ("Ana invites Ben to the south and he joins for 1. Where is the boat?", None, "south"),
        ("Ana, Ben and Cai are playing. Ana waits. Whose turn is it?", None, "Ben"),
        ("Ana waits. Does the beast grow?", "no", None),
        ("May Ana invite herself to the north?", "no", None),
        ("¿Puedo apostar 4 por Ana si tengo 3 monedas?", "no", None),
    ],
)
def test_what_is_answered(ferry: tuple[Game, Phrasebook], question: str, verdict: str | None, value: Any) -> None:
    found = ask(ferry, question)
    assert (found.status, len(found.cases)) == ("certain", 1), found.problem
    assert (found.cases[0].verdict, found.cases[0].value) == (verdict, value)


def test_payments(ferry: tuple[Game, Phrasebook]) -> None:
    (case,) = ask(ferry, "I invited Ben to the south. He declined. Who pays whom and how much?").cases
    assert [(p.payer, p.payee, p.amount, p.unit) for p in case.payments] == [("Ben", "you", 1, "coin")]


def test_what_turns_on_the_seats_is_not_answered_until_they_are_said(ferry: tuple[Game, Phrasebook]) -> None:
    assert "how they sit" in ask(ferry, "Ana waits. Whose turn is it?").problem
    assert ask(ferry, "Ana waits. Whose turn is it?", "the players are Ana, Cai, Ben").cases[0].value == "Cai"


def test_an_event_that_is_not_possible_is_said_to_be_so_with_the_reason(ferry: tuple[Game, Phrasebook]) -> None:
    found = ask(ferry, "Ana has 2 coins and wagers 5 on Ben. What happens?")
    assert found.cases[0].verdict == "no" and "has not got" in found.cases[0].answer
