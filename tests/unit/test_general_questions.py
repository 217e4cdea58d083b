"""General questions: cards of a kind are counted, and what everybody starts with, if every word has its part in that."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulespal import library
from rulespal.engine.game import Game
from rulespal.model.phrases import Phrasebook
from rulespal.questions.general import general
from rulespal.questions.query import Query
from rulespal.questions.rulings import rulings_of

FERRY = Path(__file__).with_name("ferry.md")


@pytest.fixture(scope="module")
def ferry() -> tuple[Game, Phrasebook]:
    book, diagnostics = library.read_rulebook(FERRY)
    assert not diagnostics.errors, [d.message for d in diagnostics]
    return Game(book), Phrasebook(book)


def counted(ferry: tuple[Game, Phrasebook], question: str) -> object:
    """The number that a question is answered with; it has to be sure, and the only one."""
    found = library.ask(*ferry, question)
    assert (found.status, len(found.cases)) == ("certain", 1), (question, found.problem)
    return found.cases[0].value


def understood(ferry: tuple[Game, Phrasebook], question: str, language: str = "en") -> Query | None:
    return general(question, ferry[1], rulings_of(ferry[1], language))


@pytest.mark.parametrize(
    ("question", "count"),
    [
        ("How many pikes are there?", 5),
        ("how many otters are there in the deck", 5),
        ("How many 3 are there?", 2),  # the number of a card
        ("How many pikes 3 are there?", 1),
        ("How many of pike 3 are there in the game?", 1),
        ("How many cards are there in all?", 10),
    ],
)
def test_cards_of_a_kind_are_counted(ferry: tuple[Game, Phrasebook], question: str, count: int) -> None:
    assert counted(ferry, question) == count


@pytest.mark.parametrize(
    "question",
    [
        "How many coins does each player start with in a game for three?",
        "How many coins does everybody get at the beginning with 2 players?",
        "In a game for 5, how many coins do we start with?",
    ],
)
def test_what_everybody_starts_with_is_looked_up_in_a_game_that_starts(
    ferry: tuple[Game, Phrasebook], question: str
) -> None:
    query = understood(ferry, question)
    assert query is not None and query.from_start
    assert len(query.alike) == len(query.players) - 1  # everybody is looked at
    assert counted(ferry, question) == 5


def test_how_many_play_is_the_number_of_players_of_the_game_that_starts(ferry: tuple[Game, Phrasebook]) -> None:
    query = understood(ferry, "How many coins does each player start with in a game for four?")
    assert query is not None and len(query.players) == 4


@pytest.mark.parametrize(
    "question",
    [
        "How many pikes with wings are there?",
        "How many pikes does Ana hold?",
        "How many hungry pikes are there?",
        "How many fishermen are there in the deck?",
        "How many pikes are there in the river?",
        "How many pikes may Ana feed?",
        "How many pikes are there, and who is wet?",
        "Who has many pikes?",
        "How many",
    ],
)
def test_no_word_is_passed_over_where_cards_are_counted(ferry: tuple[Game, Phrasebook], question: str) -> None:
    assert understood(ferry, question) is None


@pytest.mark.parametrize(
    "question",
    [
        "How many coins does each wet player start with in a game for three?",
        "How many coins does each player start with after the flood in a game for three?",
        "How many coins does each player have in a game for three?",  # in the middle of it they have others
        "How many cards of size 3 does each player start with in a game for three?",
        "How many fish does each player start with in a game for three?",
        "How many coins does each player start with in a game for three with 4 cards?",
    ],
)
def test_no_word_is_passed_over_where_a_game_starts(ferry: tuple[Game, Phrasebook], question: str) -> None:
    assert understood(ferry, question) is None


def test_the_rulebook_has_to_be_for_so_many(ferry: tuple[Game, Phrasebook]) -> None:
    for players in ("1", "6", "nine"):
        assert understood(ferry, f"How many coins does each player start with in a game for {players}?") is None


def test_cards_that_do_not_exist_are_not_counted(ferry: tuple[Game, Phrasebook]) -> None:
    assert understood(ferry, "How many 9 are there?") is None


def test_what_is_dealt_in_no_rule_is_not_told_as_none(ferry: tuple[Game, Phrasebook]) -> None:
    found = library.ask(*ferry, "How many cards does each player start with in a game for three?")
    assert found.status == "not-understood" and not found.cases


def test_what_is_given_makes_it_no_general_question(ferry: tuple[Game, Phrasebook]) -> None:
    found = library.ask(*ferry, "How many pikes are there?", ("Ana holds pike 3",))
    assert found.status == "not-understood"


def test_cards_are_counted_in_other_languages(ferry: tuple[Game, Phrasebook]) -> None:
    query = understood(ferry, "¿Cuántas cartas hay en total?", "es")
    assert query is not None and query.asked[0].value == 10
    assert understood(ferry, "¿Cuántas cartas azules hay en total?", "es") is None
