"""Questions that go on from the one before: what they change of the scenario, and what stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulespal import library
from rulespal.engine.game import Game
from rulespal.model.phrases import Phrasebook
from rulespal.questions.follow import follow
from rulespal.questions.free import FreeQuestions
from rulespal.questions.query import NotUnderstood, Query
from rulespal.questions.session import Session

FERRY = Path(__file__).with_name("ferry.md")
TWO, ASKED = "Ben has 2 coins", ["Ana invites Ben to the south", "Ben declines"]
FIRST = "Ben has 2 coins. Ana invites Ben to the south and he declines. Who pays?"


@pytest.fixture(scope="module")
def phrases() -> Phrasebook:
    book, diagnostics = library.read_rulebook(FERRY)
    assert not diagnostics.errors
    return Phrasebook(book)


def after(phrases: Phrasebook, *texts: str) -> Query:
    questions = FreeQuestions(phrases)
    query = questions.understand(texts[0])
    assert isinstance(query, Query), query
    for text in texts[1:]:
        query = follow(questions, query, text)
        assert isinstance(query, Query), (text, query)
    return query


@pytest.mark.parametrize(
    ("texts", "facts", "events", "kinds"),
    [
        # another move of the same player is made instead
        ((FIRST, "and if he joins for 1?"), [TWO], ["Ana invites Ben to the south", "Ben joins for 1"], ["payments"]),
        # one of another player comes after it
        ((FIRST, "and if Ana waits then?"), [TWO],
         ["Ana invites Ben to the south", "Ben declines", "Ana waits"], ["payments"]),
        # a fact about the same thing takes the place of the one before
        ((FIRST, "What if Ben has 5 coins?"), ["Ben has 5 coins"], ASKED, ["payments"]),
        ((FIRST, "and if Ana has 5 coins?"), [TWO, "Ana has 5 coins"],
         ASKED, ["payments"]),
        # something else is asked
        ((FIRST, "and where is the boat?"), [TWO], ASKED, ["value"]),
        # the move that is asked about is another
        (("Ana has 3 coins. May she wager 2 on Ben?", "and if she wagers 4 on him?"), ["Ana has 3 coins"], [], ["legal"]),
        # and so on
        ((FIRST, "and if he joins for 1?", "and if he has 7 coins?", "and where is the boat then?"), ["Ben has 7 coins"],
         ["Ana invites Ben to the south", "Ben joins for 1"], ["value"]),
    ],
)  # fmt: skip
def test_what_changes(
    phrases: Phrasebook, texts: tuple[str, ...], facts: list[str], events: list[str], kinds: list[str]
) -> None:
    query = after(phrases, *texts)
    assert [fact for fact in query.facts if fact not in query.assumed] == facts
    assert list(query.events) == events
    assert [part.kind for part in query.asked] == kinds


def test_the_other_move_is_what_is_asked(phrases: Phrasebook) -> None:
    query = after(phrases, "Ana has 3 coins. May she wager 2 on Ben?", "and if she wagers 4 on him?")
    assert query.asked[0].event == "Ana wagers 4 on Ben"


@pytest.mark.parametrize("text", ["and the pyjamas?", "and?", "and if?", "and if he declines?"])
def test_what_says_nothing_new_is_not_understood(phrases: Phrasebook, text: str) -> None:
    questions = FreeQuestions(phrases)
    query = questions.understand(FIRST)
    assert isinstance(query, Query)
    assert isinstance(follow(questions, query, text), NotUnderstood)


def test_a_session_goes_on_and_back(phrases: Phrasebook) -> None:
    session = Session(Game(phrases.book), phrases)
    assert [p.payer for p in session.ask(FIRST).cases[0].payments] == ["Ben"]
    assert not session.ask("and if he joins for 0?").cases[0].payments
    assert session.ask("and is he wet?").cases[0].verdict == "yes"
    assert session.undo() and session.undo()
    assert session.ask("and is he wet?").cases[0].verdict == "no"
