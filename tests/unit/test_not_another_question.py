"""A question is never answered with the answer to another one, and the reader contradicts no ruling that is constant."""

from __future__ import annotations

import pytest

from rulespal import library
from rulespal.checks.rulings import question
from rulespal.model.expr import Const
from rulespal.model.rules import Ruling
from rulespal.questions.answers import answer
from rulespal.questions.query import Query
from rulespal.questions.understand import free_questions

# What is asked, and what a ruling that is near to it says of something else: roles, subjects, numbers, owners exchanged.
OTHERS = [
    ("justas", "Hugo turns down a challenge from Greta. Who has to pay whom?", "Greta pays"),
    ("justas", "Does the treasury pay me a coin if I don't challenge?", "Yes"),
    ("justas", "Does the Blacksmith add swords for the rival's cards?", "Yes"),
    ("justas", "Does the Potion add for the rival's cards?", "Yes"),
    ("justas", "May a debtor bet on himself?", "Yes"),
    ("justas", "May a debtor bet with the loan?", "No"),
    ("justas", "whats the loan worth", "2 lances"),
    ("justas", "I've paid the king my coin for not challenging. Am I now obliged to take a card from the deck?", "Yes"),
    ("hanabi", "May I rearrange another player's cards?", "Yes"),
    ("hanabi", "How many cards remain in the deck once the hands have been dealt in a three-player game?", "5 cards."),
    ("hanabi", "Can I discard when there are no tokens?", "No"),
    ("jusayo", "How many double cards are not blue?", "5"),
    ("jusayo", "how many cards each w/ 5 ppl", "show that number"),
    ("jusayo", "no cards left = u win the round??", "Yes"),
    ("regicide", "¿Cuántas cartas roba el 5 de corazones?", "Sí"),
    ("regicide", "¿Cuánto daño hace el 5 de picas?", "5, si el jefe no bloquea los tréboles."),
]


@pytest.mark.parametrize(("book", "asked", "wrong"), OTHERS)
def test_the_answer_to_another_question_is_not_given(book: str, asked: str, wrong: str) -> None:
    found = library.ask(*library.load(book), asked)
    assert not [case.answer for case in found.cases if case.answer.startswith(wrong)], found.understood


def constant(ruling: Ruling) -> str:
    """The yes or no that a ruling always gives; empty for other rulings."""
    value = ruling.answers[0].value if len(ruling.answers) == 1 and not ruling.courses else None
    return ("yes" if value.value else "no") if isinstance(value, Const) and isinstance(value.value, bool) else ""


@pytest.mark.parametrize("book", ["jusayo", "regicide"])
def test_the_reader_does_not_contradict_a_ruling(book: str) -> None:
    """What the reader makes of a way of asking, without the rulings, agrees with the ruling where that is constant."""
    game, phrases = library.load(book)
    read, contradicted = 0, []
    for ruling in filter(constant, game.book.rulings):
        for pattern in ruling.asks:
            asked = question(phrases, ruling, pattern)
            query = free_questions(phrases).understand(asked, (), pattern.language)
            found = answer(query, game, phrases) if isinstance(query, Query) else None
            verdicts = {case.verdict for case in found.cases} if found is not None else set()
            read += len(verdicts) == 1
            if found is not None and found.status == "certain" and verdicts and constant(ruling) not in verdicts:
                contradicted.append((asked, found.understood, verdicts))
    assert read and not contradicted
