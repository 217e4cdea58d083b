"""Words of questions: forms of one word share a key, different words do not; contractions, numbers, languages."""

from __future__ import annotations

import pytest

from rulespal.questions.frames import frame
from rulespal.questions.words import MAX_WORDS, Lexicon, in_other_words, language_of, lexicon, tokens
from rulespal.text.fold import plain_signs


def alike(one: str, other: str, language: str) -> bool:
    a, b = tokens(one, lexicon(language))[0], tokens(other, lexicon(language))[0]
    return a.like(b)


@pytest.mark.parametrize(
    ("one", "other", "language"),
    [
        ("plays", "playing", "en"), ("pays", "paid", "en"), ("holds", "held", "en"), ("loses", "lost", "en"),
        ("lays", "laid", "en"), ("card", "cards", "en"), ("refuses", "refused", "en"), ("ties", "tied", "en"),
        ("is", "were", "en"), ("has", "had", "en"), ("wins", "won", "en"), ("denies", "denied", "en"),
        ("thief", "thieves", "en"), ("draws", "drew", "en"), ("colours", "color", "en"),
        ("juega", "juego", "es"), ("juega", "jugar", "es"), ("niega", "negó", "es"), ("paga", "pagué", "es"),
        ("elige", "elijo", "es"), ("roba", "robo", "es"), ("carta", "cartas", "es"), ("empate", "empatan", "es"),
        ("tiene", "tengo", "es"), ("vuelve", "volver", "es"),
    ],
)  # fmt: skip
def test_forms_of_one_word_share_a_key(one: str, other: str, language: str) -> None:
    assert alike(one, other, language)


@pytest.mark.parametrize(
    ("one", "other", "language"),
    [
        ("challenger", "challenge", "en"), ("pays", "plays", "en"), ("win", "lose", "en"), ("winner", "win", "en"),
        ("after", "before", "en"), ("highest", "higher", "en"), ("least", "last", "en"), ("refuse", "accept", "en"),
        ("gana", "pierde", "es"), ("carta", "corta", "es"), ("antes", "después", "es"),
    ],
)  # fmt: skip
def test_different_words_do_not(one: str, other: str, language: str) -> None:
    assert not alike(one, other, language)


def words(text: str, language: str = "en") -> list[str]:
    return [token.word for token in tokens(text, lexicon(language))]


def test_contractions_are_written_out_and_possessives_taken_off() -> None:
    assert words("She can’t, I've lost Ana's card; he won't") == [
        "she", "can", "not", ",", "i", "have", "lost", "ana", "'s", "card", ";", "he", "will", "not",
    ]  # fmt: skip
    assert words("¿Le gana al rey del palo?", "es") == ["¿", "le", "gana", "a", "el", "rey", "de", "el", "palo", "?"]


def test_a_token_knows_where_it_stood_in_the_text() -> None:
    text = plain_signs("Ben  doesn’t hold “two” 7♥")
    for token in tokens(text, lexicon("en")):
        assert text[token.start : token.end].startswith(token.text) or token.word == "not"
    assert [t.number for t in tokens(text, lexicon("en")) if t.number is not None] == [2]


def test_numbers_in_words_and_figures() -> None:
    assert [t.number for t in tokens("seven 12 dos", lexicon("en"))] == [7, 12, None]
    assert [t.number for t in tokens("siete quince una", lexicon("es"))] == [7, 15, 1]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("who pays if ben refuses", "en"), ("quien paga si ben se niega", "es"), ("orden de los palos", "es"),
        ("¿Vale?", "es"), ("refuse with 1 coin", "en"), ("5H", "en"),
    ],
)  # fmt: skip
def test_the_language_of_a_question(text: str, language: str) -> None:
    assert language_of(text, ["en", "es"]) == language


def test_a_language_without_lists_is_read_as_it_stands() -> None:
    bare = Lexicon("xx")
    assert bare.keys("gehen") == {"gehen"}
    assert lexicon("xx").kinds == {}
    assert [t.word for t in tokens("¡Zug um Zug!", lexicon("xx"))] == ["¡", "zug", "um", "zug", "!"]


def test_a_very_long_text_is_cut_off() -> None:
    assert len(tokens("word " * 100_000, lexicon("en"))) == MAX_WORDS
    assert tokens("", lexicon("en")) == ()
    assert len(tokens("x" * 100_000, lexicon("en"))) == 1


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("request a card from someone who has been knocked out", set()),
        ("tie for highest who picks", {"who"}),
        ("request fails who is out", {"who"}),
    ],
)
def test_who_behind_somebody_asks_nothing(text: str, kinds: set[str]) -> None:
    assert frame(text, lexicon("en")).kinds == kinds


@pytest.mark.parametrize(
    ("text", "plainer"),
    [
        ("Ben puts down a 7.", "Ben play a 7."),
        ("In which cases is a player out?", "when is a player out?"),
        ("Do we have to mix up the board again?", "Do we have to shuffle the board again?"),
        ("Who mixes the drinks up?", "Who mixes the drinks up?"),
        ("", ""),
    ],
)
def test_what_is_said_in_other_words(text: str, plainer: str) -> None:
    assert in_other_words(text, lexicon("en")) == plainer
