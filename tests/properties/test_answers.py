"""Answers against the rules run concretely, under every reading that they name, and to questions that nobody can read."""

from __future__ import annotations

import itertools
import os
import random
import time
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulespal import library
from rulespal.checks.rulings import question
from rulespal.engine.game import Game
from rulespal.model.phrases import Phrasebook
from rulespal.model.rules import spoken
from rulespal.questions.answers import answer
from rulespal.questions.query import Answer, Query
from rulespal.questions.understand import understand
from rulespal.records.from_text import read
from rulespal.records.replay import replay
from tests import mdsuite

TOLLS = Path(__file__).parents[1] / "books" / "questions.md"
GARBLED = int(os.environ.get("GARBLED", "200"))  # one in a hundred of 20,000
ASKED = 7  # rulings of each rulebook that are asked under other readings
PURSES = st.tuples(st.integers(2, 15), st.integers(2, 15))


@cache
def tolls() -> tuple[Game, Phrasebook]:
    return mdsuite.finder(mdsuite.cases(TOLLS)[1])("suite")


def concretely(facts: list[str], events: list[str], chosen: dict[str, str]) -> list[str]:
    """The effects of a record in which everything is said."""
    players = '[rulebook "tolls"]\n[players "Ana, Ben, Cai"]\n[start "mid"]\n'
    text = players + "".join(f"given {fact}\n" for fact in facts) + "".join(f"{event}\n" for event in events)
    (record,) = read(text.splitlines(), "a record")
    report = replay(record, lambda name: tolls(), chosen, depends=False)
    assert report.verdict in ("legal", "consistent"), report.diagnostics
    return [effect.text for event in report.events for effect in event.effects]


# ---- numbers inside each case ----------------------------------------------------------------------------------------


@given(PURSES)
@settings(max_examples=25, deadline=None)
def test_whoever_pays_in_the_answer_pays_in_the_game(purses: tuple[int, int]) -> None:
    facts = [f"Ana has {purses[0]} coins", f"Ben has {purses[1]} coins", "Cai has 5 coins", "it is Ana's turn"]
    found = library.ask(*tolls(), "who pays if Ben refuses Ana's challenge", facts)
    assert [case.answer for case in found.cases] == ["Ben pays 1 coin to Ana."]
    assert "Ben pays 1 coin to Ana" in concretely(facts, ["Ana challenges Ben", "Ben refuses"], {})


@given(PURSES, st.sampled_from(["down", "up"]))
@settings(max_examples=25, deadline=None)
def test_amounts_are_those_of_the_game_under_either_reading(purses: tuple[int, int], rounding: str) -> None:
    facts = [f"Ana has {purses[0] + 2} coins", f"Ben has {purses[1]} coins", "Cai has 5 coins", "it is Ana's turn"]
    found = library.ask(*tolls(), "what does Ana pay for crossing the bridge", facts, {"rounding": rounding})
    (payment,) = found.cases[0].payments
    told = concretely(facts, ["Ana crosses"], {"rounding": rounding})
    assert f"Ana pays {payment.amount} coin{'s' * (payment.amount > 1)} to the keeper" in told


@given(PURSES)
@settings(max_examples=25, deadline=None)
def test_the_highest_stake_may_be_named_and_one_more_may_not(purses: tuple[int, int]) -> None:
    facts = [f"Ana has {purses[0]} coins", f"Ben has {purses[1]} coins"]
    found = library.ask(*tolls(), "what is the most that Ben may stake against Ana", facts)
    assert found.cases[0].value == min(purses)
    asked = "Ana challenges Ben. Can Ben accept for {}?"
    for stake, verdict in ((min(purses), "yes"), (min(purses) + 1, "no")):
        assert library.ask(*tolls(), asked.format(stake), facts).cases[0].verdict == verdict


# ---- readings --------------------------------------------------------------------------------------------------------


def told(found: Answer) -> list[str]:
    return [case.answer for case in found.cases]


def computed(name: str) -> list[Query]:
    """Some rulings of a rulebook that are worked out, as queries."""
    game, phrases = library.load(name)
    found = []
    for ruling in game.book.rulings:
        asked = understand(question(phrases, ruling, ruling.asks[0]), (), phrases, ruling.asks[0].language)
        plain = all(a.kind in ("words", "silent") for a in ruling.answers)
        if isinstance(asked, Query) and asked.ruling is ruling and not plain:
            found.append(asked)
    return random.Random(7).sample(found, min(ASKED, len(found)))


@pytest.mark.parametrize("name", ["jusayo", "regicide"])
def test_the_readings_that_an_answer_names_change_it_and_no_others(name: str) -> None:
    game, phrases = library.load(name)
    for query in computed(name):
        found = answer(query, game, phrases)
        if found.status == "silent":
            continue
        for case in found.cases:
            if case.readings:
                chosen = answer(query, game, phrases, case.readings)
                assert case.answer in told(chosen) and chosen.status in ("certain", "depends"), (query.text, case)
        for unless in found.unless:
            chosen = answer(query, game, phrases, dict(unless.readings))
            assert unless.text == " ".join(dict.fromkeys(told(chosen))), (query.text, unless)
        named = {name for case in found.cases for name in case.readings}
        others = [r for r in game.book.readings if spoken(r.name) not in named and r.grade != "settled"]
        for reading in random.Random(query.text).sample(others, min(3, len(others))):
            option = spoken(reading.options[-1].name)
            assert told(answer(query, game, phrases, {spoken(reading.name): option})) == told(found), (
                query.text,
                option,
            )


# ---- what nobody can read --------------------------------------------------------------------------------------------

FOREIGN = [
    "wer",
    "zahlt",
    "wenn",
    "niemand",
    "雨",
    "ждать",
    "¿¡",
    "<b>",
    "{x}",
    "\\",
    "%s",
    "🂡",
    "\x00",
    "'l'",
    '""',
    ";",
    "--",
    "99999999999999999999",
    "-1",
    "0.5",
    "1/2",
]


def garbled(rng: random.Random, text: str) -> str:
    """A question with words dropped, doubled, shuffled, in other languages, or very long."""
    words = text.split()
    for _ in range(rng.randint(1, 4)):
        what, place = rng.randrange(6), rng.randrange(len(words) or 1)
        if what == 0:
            words = words[:place] + words[place + 1 :]
        elif what == 1:
            words = words[:place] + words[place : place + 1] * rng.randint(2, 5) + words[place:]
        elif what == 2:
            rng.shuffle(words)
        elif what == 3:
            words.insert(place, rng.choice(FOREIGN))
        elif what == 4:
            words.append("".join(rng.choice("abcxyzáñ'?,.") for _ in range(rng.randint(1, 12))))
        else:
            words = words * rng.choice([1, 1, 1, 40])
    return " ".join(words)


@pytest.mark.parametrize("name", ["jusayo", "regicide"])
def test_garbled_questions_are_answered_or_refused_and_never_take_long(name: str) -> None:
    game, phrases = library.load(name)
    rng = random.Random(2026)
    texts = [question(phrases, ruling, pattern) for ruling in game.book.rulings for pattern in ruling.asks]
    slowest = 0.0
    for text in itertools.islice(itertools.cycle(rng.sample(texts, len(texts))), GARBLED // 2):
        asked = garbled(rng, text)
        start = time.process_time()
        found = library.ask(game, phrases, asked, [garbled(rng, "Ana holds 3")] if rng.random() < 0.2 else ())
        slowest = max(slowest, time.process_time() - start)
        assert found.status != "certain" or found.cases, asked
        assert found.status == "not-understood" or found.understood, asked
    assert slowest < 5, f"a question took {slowest:.1f} s"
