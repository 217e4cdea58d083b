"""The moment that a question is about: windows that nobody mentions close, and who does something is not who suffers it."""

from __future__ import annotations

import pytest

from rulespal import library
from rulespal.engine.game import Game
from rulespal.model.phrases import Phrasebook
from rulespal.questions.query import Answer, Query
from rulespal.questions.understand import understand

TOLL = r"""---
title: Toll
players: 2 to 4
---

# The bridge {#bridge}

Whoever is at turn may claim the toll, which is two coins. Anybody else may doubt that; then it is not paid. Nobody says
that they do not doubt. After that another player may block the claim, and the toll is not paid either. Whoever stands on
the bridge may be pushed off it by whoever is at turn, and loses a coin. {opening}

```rules
state turn: player or nobody = nobody
  says "it is {value}'s turn"
state claimant: player or nobody = nobody
  unless said nobody
state coins of player: number = 2
  says "{player} has {value} coin(s)"
  ordinarily 2

effect gains(p: player, n: number)
  says "{p} gains {n} coin(s)"
effect loses(p: player, n: number)
  says "{p} loses {n} coin(s)"

start:
  turn := next after nobody in player
  go to free
start mid-game: go to free

stage free
  turn may claim, push, rest
stage doubting
  everyone may doubt
  table may believe
stage blocking
  everyone may block
  table may let_pass

move claim
  says "{actor} claims the toll" | "{actor} claims"
  do
    claimant := actor
    go to doubting

move believe
  says "nobody doubts"
  may be left out
  do go to blocking

move doubt
  says "{actor} doubts the claim" | "{actor} doubts"
  require actor != claimant "nobody doubts their own claim"
  do
    announce loses(claimant, 1)
    coins(claimant) -= 1
    go to free

move block
  says "{actor} blocks the claim" | "{actor} blocks"
  require actor != claimant "nobody blocks their own claim"
  do go to free

move let_pass
  says "nobody blocks"
  may be left out
  do
    coins(claimant) += 2
    announce gains(claimant, 2)
    go to free

move push(victim: player)
  says "{actor} pushes {victim}"
  require victim != actor "nobody pushes themselves"
  do
    coins(victim) -= 1
    announce loses(victim, 1)

move rest
  says "{actor} rests"
  require coins(actor) < 10 "with ten coins nobody rests"
  do turn := next after turn in player
```
"""


@pytest.fixture(scope="module")
def toll(tmp_path_factory: pytest.TempPathFactory) -> tuple[Game, Phrasebook]:
    file = tmp_path_factory.mktemp("toll") / "rulebook.md"
    file.write_text(TOLL, encoding="utf-8")
    book, diagnostics = library.read_rulebook(file)
    assert not diagnostics.errors, [d.message for d in diagnostics]
    return Game(book), Phrasebook(book)


def ask(toll: tuple[Game, Phrasebook], question: str) -> Answer:
    return library.ask(*toll, question)


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("Ana claims the toll. May Ben doubt?", "yes"),  # here, in the first window
        ("Ana claims the toll. May Ben block?", "yes"),  # in the second, to which nobody says how it came
        ("Ana claims the toll. May she block?", "no"),
        ("Three of us are playing. Ana claims the toll. May Cai block the claim?", "yes"),
        ("Ana claims the toll. May Ana push Ben?", "yes"),  # behind both
        ("Ana claims the toll. Must Ben block?", "no"),
        ("Ana claims the toll. Ben doubts. May Ben block?", "no"),  # that window never opens
        ("Ana claims the toll. Ben blocks. May Ben doubt?", "no"),  # that one is closed
        ("Ana claims the toll. Ben blocks. May Ana push Ben?", "yes"),
    ],
)
def test_a_move_is_asked_for_where_it_can_be_made(toll: tuple[Game, Phrasebook], question: str, verdict: str) -> None:
    found = ask(toll, question)
    assert (found.status, [case.verdict for case in found.cases]) == ("certain", [verdict]), found.problem


def test_a_move_that_is_refused_is_refused_by_the_rules_of_its_own_moment(toll: tuple[Game, Phrasebook]) -> None:
    (case,) = ask(toll, "Ana claims the toll. May she block?").cases
    assert case.because == ["Nobody blocks their own claim"]


def test_a_move_of_which_no_moment_is_told_is_not_answered(toll: tuple[Game, Phrasebook]) -> None:
    found = ask(toll, "May Ben block?")
    assert found.status == "not-understood" and "at which moment" in found.problem


@pytest.mark.parametrize(
    ("question", "effects"),
    [
        ("Ana claims the toll. What happens?", ["Ana gains 2 coins"]),
        ("Ana claims the toll and nobody blocks. What happens?", ["Ana gains 2 coins"]),
        ("Ana claims the toll. Ben blocks. What happens?", []),
        ("Ana claims the toll. Ben doubts. What happens?", ["Ana loses 1 coin"]),
    ],
)
def test_what_happens_goes_through_the_windows_that_nobody_mentions(
    toll: tuple[Game, Phrasebook], question: str, effects: list[str]
) -> None:
    (case,) = ask(toll, question).cases
    assert case.effects == effects


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("Ana claims the toll. How many coins does she have?", 4),
        ("Ana claims the toll. Ben blocks the claim. How many coins does Ana have?", 2),
        ("Ana claims the toll. Ben doubts. How many coins does Ana have?", 1),
    ],
)
def test_so_does_what_somebody_has_then(toll: tuple[Game, Phrasebook], question: str, value: int) -> None:
    (case,) = ask(toll, question).cases
    assert case.value == value


# ---- who does it, and who suffers it ---------------------------------------------------------------------------------


def events(toll: tuple[Game, Phrasebook], question: str) -> list[str]:
    """All events of which a question speaks, as it was understood; none if it was not."""
    query = understand(question, (), toll[1])
    return [*query.events, *(part.event for part in query.asked if part.event)] if isinstance(query, Query) else []


@pytest.mark.parametrize("verb", ["must", "may", "can", "does"])
@pytest.mark.parametrize("turn", ["Ana", "Ben"])
def test_what_somebody_does_is_not_done_to_them(toll: tuple[Game, Phrasebook], turn: str, verb: str) -> None:
    question = f"It is {turn}'s turn. {verb.capitalize()} Ana push?"
    assert not [event for event in events(toll, question) if event.endswith("pushes Ana")]
    assert not ask(toll, question).cases


def test_nor_is_what_they_do_in_the_present(toll: tuple[Game, Phrasebook]) -> None:
    assert events(toll, "It is Ben's turn. Ana pushes. What happens?") == []


@pytest.mark.parametrize(
    "question",
    [
        "It is Ben's turn. Ana is pushed by Ben. What happens?",
        "It is Ben's turn. Ana has been pushed by Ben. What happens?",
        "It is Ben's turn. May Ana be pushed by Ben?",
        "It is Ben's turn. May Ben push Ana?",
    ],
)
def test_what_is_done_to_somebody_is_said_with_a_participle(toll: tuple[Game, Phrasebook], question: str) -> None:
    assert events(toll, question) == ["Ben pushes Ana"]
