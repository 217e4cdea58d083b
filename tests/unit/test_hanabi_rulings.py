"""What people ask about Hanabi: rulings that are worked out, in all their values, and questions in words of their own."""

from __future__ import annotations

import pytest

from rulespal import library
from rulespal.questions.query import Answer
from tests.referees.hanabi import COLOURS, COPIES, FUSES, HAND_SIZE, TOKENS

PRAISE = {5: "disappointing", 10: "mediocre", 15: "respectable", 20: "excellent", 24: "memorable", 25: "legendary"}


def ask(question: str, *given: str) -> Answer:
    return library.ask(*library.load("hanabi"), question, list(given))


def value(question: str) -> object:
    (case,) = ask(question).cases
    return case.value


def verdicts(question: str) -> list[str | None]:
    return [case.verdict for case in ask(question).cases]


def test_every_card_is_there_as_often_as_in_the_box() -> None:
    for number, copies in COPIES.items():
        assert value(f"How many {number}s are there?") == [copies * len(COLOURS), copies]
        for colour in COLOURS:
            assert value(f"How many {colour} {number}s are there?") == copies
            assert verdicts(f"Is there only one {colour} {number}?") == ["yes" if copies == 1 else "no"]


def test_hands_and_the_deck_are_those_of_so_many_players() -> None:
    for players, hand in HAND_SIZE.items():
        assert value(f"hand size for {players}") == hand
        assert (
            value(f"How many cards are left in the deck after dealing with {players} players?") == 50 - players * hand
        )
    assert [case.value for case in ask("How many cards does everybody hold?").cases] == [5, 4]
    assert ask("hand size for 6").status == "silent"


@pytest.mark.parametrize("tokens", range(TOKENS + 1))
def test_tokens_decide_what_is_legal(tokens: int) -> None:
    assert verdicts(f"There are {tokens} information tokens. Can I discard a card?") == [
        "no" if tokens == TOKENS else "yes"
    ]
    assert verdicts(f"There are {tokens} information tokens left. Can I give a hint?") == ["yes" if tokens else "no"]


def test_every_score_has_its_praise_and_more_than_all_has_none() -> None:
    for points in range(26):
        praise = next(word for most, word in PRAISE.items() if points <= most)
        assert value(f"How good is a score of {points}?") == praise
    assert ask("How good is a score of 26?").status == "silent"


def test_a_card_fits_if_it_is_the_next_one() -> None:
    for number in range(1, 6):
        for top in range(6):
            assert verdicts(f"Does blue {number} fit when its firework is at {top}?") == [
                "yes" if number == top + 1 else "no"
            ]


@pytest.mark.parametrize(("question", "told"), [
    ("Can I toss a card with all clues still there?", "no"),
    ("Am I allowed to peek at my own hand?", "no"),
    ("may i see what the others hold", "yes"),
    ("Does the one who drew the last card get another turn?", "yes"),
    ("Do we draw in the closing turns?", "no"),
    ("Is it over as soon as the stock runs out?", "no"),
    ("Does a wrong card take a clue away?", "no"),
    ("may I leave a matching card out of a hint", "no"),
    ("can I clue myself", "no"),
    ("Do we get points for unused clues?", "no"),
    ("how many clues do we start with", TOKENS),
    ("how many bombs do we have", FUSES),
    ("what's the best possible score", 25),
    ("How many mistakes can we make before losing?", 2),
    ("How many clues come back for a discard?", 1),
    ("what does finishing the green firework earn us", 1),
])  # fmt: skip
def test_questions_in_other_words(question: str, told: object) -> None:
    (case,) = ask(question).cases
    assert told in (case.verdict, case.value)


@pytest.mark.parametrize(("question", "options"), [
    ("Can I tell Ben that he has no blue cards?", {"allowed", "not-allowed"}),
    ("Do our cards count if we lose all fuses?", {"nothing-scored", "cards-count"}),
])  # fmt: skip
def test_what_the_print_leaves_open_is_answered_for_each_reading(question: str, options: set[str]) -> None:
    found = ask(question)
    assert found.status == "depends"
    assert {option for case in found.cases for option in case.readings.values()} == options


@pytest.mark.parametrize("question", ["Who deals the cards?", "May I take notes?", "Are conventions allowed?"])
def test_where_the_print_is_silent_that_is_said(question: str) -> None:
    assert ask(question).status == "silent"


@pytest.mark.parametrize(("question", "wrong"), [
    ("May I play two cards in a row?", "yes"),  # not: which card comes on a two
    ("Do we lose points for mistakes?", "yes"),
    ("Can you still give a clue after the final card is taken?", "no"),  # not: is a card drawn after a clue
    ("Red is on 2. Does a 3 fit?", "no"),  # not: a 2 on a 3
    ("Is 4 cards right for 3 people?", "yes"),
    ("Can my partner look at my hand?", "no"),  # not: may I
    ("Do we need a token to discard?", "yes"),  # not: a card that is still needed
    ("Does a hint have to be useful?", "yes"),  # not: does it have to be paid for
])  # fmt: skip
def test_things_that_another_ruling_answers(question: str, wrong: str) -> None:
    assert verdicts(question) != [wrong]
