"""Questions that share most of their words with a ruling that does not answer them: a wrong answer is worse than none."""

from __future__ import annotations

import pytest

from rulespal import library
from rulespal.questions.query import Answer


def ask(book: str, question: str, given: str = "") -> Answer:
    game, phrases = library.load(book)
    return library.ask(game, phrases, question, [fact for fact in given.split("; ") if fact])


def verdict(answer: Answer) -> str | None:
    return answer.cases[0].verdict if answer.cases else None


@pytest.mark.parametrize(("book", "question", "wrong"), [
    ("jusayo", "How many players get knocked out per turn at most?", 5),  # not: how many may play at most
    ("jusayo", "How many victory cards does each player get?", 5),  # not: how many there are
    ("regicide", "8 of diamonds and ace of clubs: how many cards are drawn?", 8),  # not: for the 8 of diamonds alone
    ("justas", "How many coins does each player put on FESTEJOS?", 2),  # not: into a tournament
])  # fmt: skip
def test_things_that_a_ruling_does_not_speak_of(book: str, question: str, wrong: int) -> None:
    answer = ask(book, question)
    assert wrong not in [case.value for case in answer.cases]


@pytest.mark.parametrize(("book", "question", "wrong"), [
    ("jusayo", "May I request from the player to my right?", "no"),  # not: does the tray go to the right
    ("jusayo", "Is the caller out if the target plays a card?", "no"),  # not: is the requester
    ("jusayo", "Ana's victory card shows the flower and Ana wins the round. Does she win the game?", "no"),  # one person
    ("jusayo", "Dee shows the flower and Cai wins this round. Does Dee win the game?", "yes"),  # two
    ("regicide", "Can I play four 2s together?", "no"),  # not: three aces
    ("regicide", "Two kings together as a pair?", "yes"),  # not: a pair of twos
    ("regicide", "¿Puedo descartar un bufón para pagar el ataque?", "no"),  # not: am I attacked
    ("regicide", "Ana yields. Is it Ben's turn?", "yes"),  # not: may Ana yield
    ("justas", "Is LADRÓN allowed after somebody else's duel?", "no"),  # not: after a tie
])  # fmt: skip
def test_verdicts_of_other_questions(book: str, question: str, wrong: str) -> None:
    assert verdict(ask(book, question)) != wrong


@pytest.mark.parametrize("question", ["Who gets the festivities coins?", "Who starts the game?", "Who buys first?"])
def test_who_is_not_answered_with_yes_or_no(question: str) -> None:
    assert verdict(ask("justas", question)) is None


def test_a_yes_and_a_no_that_are_both_near_are_no_answer() -> None:
    assert verdict(ask("jusayo", "Does answering a call-out cost my next turn?")) != "yes"


def test_a_tie_is_won_by_nobody() -> None:
    assert ask("justas", "Who wins a duel with 7 against 7?").cases[0].value == "nobody"


def test_a_move_with_a_card_that_nobody_names() -> None:
    given = "the current colour is red; Ana has the tray; Ben must answer a request; Ben holds red 2, blue 7"
    assert verdict(ask("jusayo", "Must Ben play a card?", given)) == "yes"
    assert verdict(ask("jusayo", "May Ben play a card?", given)) == "yes"
    assert verdict(ask("jusayo", "May Ben play a card?", given.replace("red 2, ", ""))) == "no"


def test_the_one_who_is_asked_about_took_part_before() -> None:
    assert verdict(ask("justas", "Ben has accepted for 3. Can Ana still withdraw?")) == "yes"
