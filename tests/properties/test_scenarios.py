"""Scenarios in writing: any sentences that a rulebook has come back as they were, and no text at all is a fault."""

from __future__ import annotations

from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from rulespal import library
from rulespal.model.phrases import HIDDEN, Phrasebook, Said, Sentence, Speech
from rulespal.model.types import Type
from rulespal.questions.asked_as_text import ALONE
from rulespal.questions.query import Asked, Query
from rulespal.questions.reading import parse
from rulespal.questions.written import written
from rulespal.text.diagnostic import Diagnostics

BOOKS = ("jusayo", "regicide")
PLAYERS = ("Ana", "Ben", "Cai")
LINES = st.sampled_from(
    ("given", "assuming", "?", "? may", "? must Ana", "? which", "? most:", "? ruling:", "? what is", "? comes of it: *",
     "dado", "[players", '[reading "', "{", '{"ask": [', "Ana", "plays", "? ? ?", "it is ?'s turn", ";", "#", "“", "\x00")
)  # fmt: skip


@cache
def phrases_of(name: str) -> Phrasebook:
    return library.load(name)[1]


@st.composite
def sentences(draw: st.DrawFn, name: str, table: str) -> str:
    """A sentence of a rulebook in English with values in its places."""
    phrases = phrases_of(name)
    speech = Speech(phrases, PLAYERS, "en")
    known = [s for s in getattr(phrases, table).sentences if s.pattern.language == "en"]
    sentence: Sentence = draw(st.sampled_from(known))
    text = speech.fill(sentence.pattern, [draw(values(phrases, type_)) for _, type_ in sentence.slots])
    said = (speech.event if table == "events" else speech.fact)(text)
    return text if isinstance(said, Said) and "nothing" not in text else draw(sentences(name, table))


def values(phrases: Phrasebook, type_: Type) -> st.SearchStrategy[object]:
    if type_.kind == "collection":
        assert isinstance(type_.of, Type)
        return st.lists(values(phrases, type_.of), min_size=1, max_size=3).map(tuple)
    if type_.kind == "player":
        return st.integers(0, len(PLAYERS) - 1)
    if type_.kind == "card":
        return st.one_of(st.just(HIDDEN), st.integers(0, len(phrases.book.cards) - 1))
    if type_.kind == "enum":
        return st.integers(0, len(phrases.book.enums[str(type_.of)].members) - 1)
    return st.integers(0, 12) if type_.kind == "number" else st.just("so it is")


@st.composite
def asked(draw: st.DrawFn, name: str) -> Asked:
    kind = draw(st.sampled_from((*ALONE, "legal", "must", "is")))
    if kind in ("legal", "must"):
        return Asked(kind, event=draw(sentences(name, "events")))
    if kind == "is":
        fact = draw(sentences(name, "facts"))
        said = Speech(phrases_of(name), PLAYERS, "en").fact(fact)
        assert isinstance(said, Said)
        return Asked("is", fact=fact)
    return Asked(kind)


@given(st.data())
@settings(max_examples=120, deadline=None)
def test_what_is_written_is_read_as_it_was(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(BOOKS))
    facts = tuple(dict.fromkeys(data.draw(st.lists(sentences(name, "facts"), max_size=4))))
    events = tuple(data.draw(st.lists(sentences(name, "events"), max_size=3)))
    asks = tuple(data.draw(st.lists(asked(name), min_size=1, max_size=3)))
    query = Query("", "en", PLAYERS, facts, events, asks)
    text = written(query, phrases_of(name))
    again = parse(text, phrases_of(name), "en")
    if isinstance(
        again, Diagnostics
    ):  # at no moment could the first move be made, or its answer has more to say than cards
        assert {one.code for one in again} == {"E-TURN"}, f"{text}{[*map(str, again)]}"
        return
    assert again.players == PLAYERS
    assert again.facts[: len(facts)] == facts
    assert again.events[len(again.events) - len(events) :] == events
    assert [(a.kind, a.event, a.fact) for a in again.asked] == [(a.kind, a.event, a.fact) for a in asks]
    assert written(again, phrases_of(name)) == written(query_of(again, name), phrases_of(name))


def query_of(query: Query, name: str) -> Query:
    again = parse(written(query, phrases_of(name)), phrases_of(name), "en")
    assert isinstance(again, Query)
    return again


@given(st.lists(st.one_of(LINES, st.text(max_size=12), st.just("\n")), max_size=25).map(" ".join))
@settings(max_examples=150, deadline=None)
def test_no_text_is_a_fault(text: str) -> None:
    found = parse(text, phrases_of("jusayo"))
    assert isinstance(found, Query) or found.errors


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=8)), lambda one: st.lists(one, max_size=3)
)


@given(
    st.dictionaries(
        st.sampled_from(("schema", "players", "given", "events", "ask", "readings", "language", "seats")), JSON
    )
)
@settings(max_examples=80, deadline=None)
def test_no_json_is_a_fault(told: dict[str, object]) -> None:
    import json

    found = parse(json.dumps(told), phrases_of("jusayo"))
    assert isinstance(found, Query) or found.errors
