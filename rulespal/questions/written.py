"""A query in writing: the same sentences, and a line for each thing that is asked."""

from __future__ import annotations

from dataclasses import replace

from rulespal.model.phrases import Phrasebook
from rulespal.questions.asked_as_text import asked_line, ruling_line
from rulespal.questions.query import Query
from rulespal.questions.reading import read_again, unnamed_seats
from rulespal.questions.writing import Written
from rulespal.records.replay import speech_of


def written(query: Query, phrases: Phrasebook) -> str:
    """The text of a query; read again, it asks the same."""
    return in_writing(query, phrases).text


def in_writing(query: Query, phrases: Phrasebook) -> Written:
    """A query in writing. One that is a ruling is written without its name where the rest says all that it asks."""
    assumed = tuple(fact for fact in query.facts if fact in query.assumed)
    said = tuple(fact for fact in query.facts if fact not in query.assumed)
    whole = Written(
        query.language, query.players, query.options, said, assumed, query.events, (), query.seats_open
    )  # fmt: skip
    if query.ruling is None:
        return _seated(replace(whole, asks=_asks(query, phrases) or ()), phrases, query)
    if (asks := _asks(query, phrases)) is not None:
        found = _seated(replace(whole, asks=asks), phrases, query)
        again = read_again(found, phrases)
        if again is not None and _same_scenario(again, query):
            return found
    speech = speech_of(phrases, query.players, query.language, None)
    named = replace(whole, asks=(ruling_line(query, speech),))
    bare = replace(named, unnamed=True, assuming=())
    again = read_again(bare, phrases)
    return bare if again is not None and again.players == query.players else named


def _asks(query: Query, phrases: Phrasebook) -> tuple[str, ...] | None:
    """The lines that ask; None where one of them cannot be said."""
    if query.ways and query.ruling is not None:
        return None
    speech = speech_of(phrases, query.players, query.language, None)
    lines = [asked_line(asked, speech, query) for asked in query.asked]
    return None if None in lines or not lines else tuple(line for line in lines if line is not None)


def _seated(found: Written, phrases: Phrasebook, query: Query) -> Written:
    """With its players named, unless whoever reads the rest knows them."""
    known = query.seats_open and unnamed_seats(found, phrases) == query.players
    return replace(found, unnamed=known)


def _same_scenario(again: Query, query: Query) -> bool:
    """Whether nothing was added to facts, events and courses when a scenario was read again."""
    return (set(again.facts), again.events, again.ways) == (set(query.facts), query.events, query.ways)
