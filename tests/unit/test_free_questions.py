"""Free questions: what becomes facts, events and what is asked; and that nothing is understood by halves."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from rulespal import library
from rulespal.model.phrases import NotSaid, Phrasebook, Speech
from rulespal.questions.free import FreeQuestions
from rulespal.questions.query import NotUnderstood, Query
from rulespal.questions.understand import named_players

FERRY = Path(__file__).with_name("ferry.md")  # a small rulebook of these tests


@pytest.fixture(scope="module")
def ferry() -> FreeQuestions:
    book, diagnostics = library.read_rulebook(FERRY)
    assert not diagnostics.errors, [d.message for d in diagnostics]
    return FreeQuestions(Phrasebook(book))


def query(questions: FreeQuestions, text: str, *given: str) -> Query:
    players, facts = named_players(given, ())
    found = questions.understand(text, facts, players=players)
    assert isinstance(found, Query), (text, found)
    return found


def asked(found: Query) -> list[str]:
    """What is asked, in short."""
    return [
        " ".join(
            filter(None, [a.kind, a.event, a.fact, a.thing.name if a.thing and not a.fact else "", *a.args])
        ) + (f" {a.told.target.name} {a.told.slot} {a.told.pick}".rstrip() if a.told else "") for a in found.asked
    ]  # fmt: skip


# ---- what is understood --------------------------------------------------------------------------------------------------

CASES = [
    # other persons, tenses and orders
    ("I invited Ben to the south. He declined. Who pays?",
     ["it is you's turn"], ["you invites Ben to the south", "Ben declines"], ["payments"]),
    ("Ben has been invited to the south by Ana and has declined. What happens?",
     ["it is Ana's turn"], ["Ana invites Ben to the south", "Ben declines"], ["happens"]),
    ("Ana calls Ben over to the south, and he joins for 0. Is he wet?",
     ["it is Ana's turn"], ["Ana calls over Ben to the south", "Ben joins for 0"], ["is Ben is wet"]),
    ("Is Ben wet if Ana invites him to the north and he joins for nothing?", None, None, None),
    ("who pays if ana invites ben to the north and he declines",
     ["it is Ana's turn"], ["Ana invites Ben to the north", "Ben declines"], ["payments"]),
    ("What happens after Ben has declined, once Ana has invited him to the north?", None, None, None),
    # facts in other words, beside the question and in it
    ("Ben has 2 coins and Ana has 9. May she wager 3 on him?",
     ["Ben has 2 coins", "Ana has 9 coins", "it is Ana's turn"], [], ["legal Ana wagers 3 on Ben"]),
    ("Ana's got seven coins. Can she wager all on Ben?", None, None, None),
    ("I have two coins. What is the most I can wager on Ben?",
     ["you has 2 coins", "it is you's turn"], [], ["value wager amount most"]),
    ("South is where the boat is. Must Ana wait?", None, None, None),
    ("I hold otter 2, the pike 3 and pike five. Which cards can I feed?",
     ["you holds otter 2, pike 3, pike 5", "it is you's turn"], [], ["which-cards you feeds ?"]),
    # terms, and cards in the place of what they are called
    ("The monster has eaten 4 fish. Ana feeds an otter 2 to the monster. Does it grow?",
     ["the beast has eaten 4 fish", "it is Ana's turn"], ["Ana feeds otter 2 to the beast"], ["is grows"]),
    ("Pike 4 has eaten 3 fish. Ana feeds her otter 5. How much does he grow by?",
     ["the beast is pike 4", "the beast has eaten 3 fish", "it is Ana's turn"], ["Ana feeds otter 5"], ["value grows n"]),
    # unnamed players, numbers of players, several parts
    ("Three of us are playing. I invite another player to the south and they decline. Who pays whom, and how much?",
     ["it is you's turn"], ["you invites Ana to the south", "Ana declines"], ["payments"]),
    ("Ana waits. Whose turn is it and where is the boat?", ["it is Ana's turn"], ["Ana waits"], ["who turn", "value bank"]),
    # few words
    ("wager 3 on Ben with 2 coins", None, None, None),
    ("decline with 1 coin",
     ["you has 1 coin", "it is Ana's turn"], ["Ana invites you to the north", "you declines"], ["legal"]),
    ("ana does not row what now", ["it is Ana's turn"], ["Ana does not row"], ["happens"]),
    # Spanish: verbs without a subject, pronouns before the verb
    ("Ana invita a Ben al sur y él se niega. ¿Quién paga a quién?",
     ["es el turno de Ana"], ["Ana invita a Ben al sur", "Ben se niega"], ["payments"]),
    ("Tengo 3 monedas. ¿Puedo apostar 2 por Ana?",
     ["you tiene 3 monedas", "es el turno de you"], [], ["legal you apuesta 2 por Ana"]),
    ("Juego otter 4 contra pike 2. ¿Qué pasa?",
     ["la bestia es pike 2", "es el turno de you"], ["you juega otter 4 contra la bestia"], ["happens"]),
    ("¿Está mojado Ben si Ana lo invita al sur y sube por 0?", None, None, None),
]  # fmt: skip


@pytest.mark.parametrize(("text", "facts", "events", "what"), CASES, ids=[case[0] for case in CASES])
def test_what_a_question_says(
    ferry: FreeQuestions, text: str, facts: list[str] | None, events: list[str] | None, what: list[str] | None
) -> None:
    if facts is None:
        assert isinstance(ferry.understand(text), NotUnderstood)
        return
    found = query(ferry, text)
    assert (list(found.facts), list(found.events), asked(found)) == (facts, events, what)


@pytest.mark.parametrize("text", [case[0] for case in CASES if case[1] is not None])
def test_a_query_is_in_sentences_that_the_rulebook_reads(ferry: FreeQuestions, text: str) -> None:
    found = query(ferry, text)
    speech = Speech(ferry.phrases, found.players, found.language)
    assert not [fact for fact in found.facts if isinstance(speech.fact(fact), NotSaid)]
    assert not [event for event in found.events if isinstance(speech.event(event), NotSaid)]


def test_facts_that_are_handed_in_may_be_exact_or_near(ferry: FreeQuestions) -> None:
    exact = query(ferry, "Can she wager 2 on Ben?", "Ana has 3 coins", "Ben holds otter 1, ?, ?")
    assert exact.facts == ("Ana has 3 coins", "Ben holds otter 1, ?, ?", "it is Ana's turn")
    near = query(ferry, "Can she wager 2 on Ben?", "the players are Ben, Ana", "Ana's got three coins")
    assert near.facts[0] == "Ana has 3 coins"
    assert near.players == ("Ben", "Ana") and not near.seats_open


def test_how_many_play_is_said_or_left_open(ferry: FreeQuestions) -> None:
    text = "Ana waits. Whose turn is it?"
    open_seats = query(ferry, text)
    assert open_seats.seats_open and len(open_seats.players) == 4
    assert query(ferry, "There are three of us. " + text).players == ("Ana", "Ben", "Cai")
    assert query(ferry, text, "the players are Ana, Zoe, Ben").players == ("Ana", "Zoe", "Ben")
    too_many = ferry.understand("We are nine. " + text)
    assert isinstance(too_many, NotUnderstood) and "2 to 5" in too_many.problem


def test_names_are_read_in_any_letters_and_the_unnamed_are_remembered_by_their_words(ferry: FreeQuestions) -> None:
    assert query(ferry, "ben has 2 coins. can he wager 1 on ana?").facts[0] == "Ben has 2 coins"
    assert query(ferry, "Xenia has 2 coins. Can she wager 1 on Yann?").players[:2] == ("Xenia", "Yann")
    unnamed = query(ferry, "A player invites me to the south and I decline. Who pays?")
    assert unnamed.called == {"Ana": "A player"} and unnamed.events[0] == "Ana invites you to the south"


def test_what_has_to_come_before_is_done_by_somebody(ferry: FreeQuestions) -> None:
    found = query(ferry, "Ben declines. Who pays?")
    assert found.events == ("Ana invites Ben to the north", "Ben declines")
    assert found.called == {"Ana": "somebody"} and found.assumed == ("it is Ana's turn",)
    assert found.alike[0].events[0] == "Ana invites Ben to the south"


def test_a_fact_may_be_said_in_passing(ferry: FreeQuestions) -> None:
    found = query(ferry, "May Ana, who has 3 coins, wager 2 on Ben?")
    assert found.facts[0] == "Ana has 3 coins" and found.asked[0].event == "Ana wagers 2 on Ben"
    found = query(ferry, "Ana invites a player with two coins to the south and he declines. Who pays?")
    assert found.facts[0] == "Ben has 2 coins" and found.called == {"Ben": "a player"}


def test_a_member_of_an_enum_may_be_left_out_if_it_does_not_matter(ferry: FreeQuestions) -> None:
    found = query(ferry, "Ana invites Ben and he declines. Who pays?")
    assert (
        found.events[0] == "Ana invites Ben to the north" and found.alike[0].events[0] == "Ana invites Ben to the south"
    )


def test_a_card_may_go_by_its_number_if_the_question_has_named_it(ferry: FreeQuestions) -> None:
    found = query(ferry, "I hold otter 2, otter 3 and pike 5. Can I feed the 3?")
    assert found.asked[0].event == "you feeds otter 3"
    assert isinstance(ferry.understand("I hold otter 3 and pike 3. Can I feed the 3?"), NotUnderstood)


def test_an_answer_that_the_last_event_waits_for_is_open(ferry: FreeQuestions) -> None:
    """Somebody has to answer an invitation, but one of the answers has a number: no ways can be listed."""
    found = ferry.understand("Ana invites Ben to the south. Who pays?")
    assert isinstance(found, NotUnderstood) and "answered first" in found.problem


# ---- what is not -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Ana waits in her pyjamas. Whose turn is it?", "pyjamas"),
        ("Ana never waits. Whose turn is it?", "never"),
        ("Ana waits, or Ben waits. Whose turn is it?", "or"),
        ("Ana waits before Ben waits. Whose turn is it?", "before"),
        ("Ana waits unless Ben waits. Whose turn is it?", "unless"),
        ("Ana wagers 2 against Ben. What happens?", "against"),
        ("Why does Ana wait?", "Why"),
    ],
)
def test_one_word_of_weight_that_is_left_over_is_enough_to_refuse(ferry: FreeQuestions, text: str, word: str) -> None:
    found = ferry.understand(text)
    assert isinstance(found, NotUnderstood)
    assert word in found.words


@pytest.mark.parametrize(
    "text",
    [
        "How many coins does each player have?",  # no situation
        "Ana has 3 coins. How many coins has Ben?",  # nothing happens to what is asked
        "Ben falls in. Is he wet?",  # what comes of events is for the rules to say
        "He waits. Whose turn is it?",  # who?
        "Ana and Ben are friends. She waits.",
        "",
        "?!...",
    ],
)
def test_half_a_scenario_is_none(ferry: FreeQuestions, text: str) -> None:
    assert isinstance(ferry.understand(text), NotUnderstood)


def test_what_was_not_understood_comes_with_sentences_that_would_be(ferry: FreeQuestions) -> None:
    found = ferry.understand("Ana invites Ben to the moon. Who pays?")
    assert isinstance(found, NotUnderstood)
    assert "moon" in found.words and found.questions[0].startswith("{actor} invites {target}")


def garbled(chance: random.Random) -> str:
    words = chance.choice(CASES)[0].split()
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(words)) if words else 0
        way = chance.randrange(6)
        if way == 0 and words:
            del words[at]
        elif way == 1 and words:
            words.insert(at, words[at])
        elif way == 2:
            chance.shuffle(words)
        elif way == 3:
            words.insert(
                at, chance.choice(["日本", "🂡", '"', "(", "}", "'", "½", "ß", "\x00", "9" * 30, "a" * 300, "{n}"])
            )
        elif way == 4:
            words *= chance.choice([1, 2, 40])
        else:
            words += chance.choice(CASES)[0].split()
    return " ".join(words)


def test_garbled_questions_are_answered_quickly_or_refused(ferry: FreeQuestions) -> None:
    """A hundredth of what is tried by hand: nothing raises, nothing hangs."""
    chance = random.Random(7)
    for _ in range(200):
        text = garbled(chance)
        start = time.process_time()
        ferry.understand(text)
        assert time.process_time() - start < 1.5, text
