"""A query as a scenario: sentences and lines that ask, as text and as JSON, both to be asked again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rulespal.model.phrases import Phrasebook
from rulespal.questions.asked_as_text import asked_line, ruling_line
from rulespal.questions.heads import heads
from rulespal.questions.query import Query
from rulespal.records.replay import speech_of

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Written:
    """A scenario in writing. `asks`: the lines that ask, without their `?`; `open_seats`: how they sit is not said."""

    language: str
    players: tuple[str, ...] = ()
    readings: Mapping[str, str] = field(default_factory=dict)
    given: tuple[str, ...] = ()
    assuming: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    open_seats: bool = False

    @property
    def text(self) -> str:
        """The scenario as text, with its last line ended."""
        known = heads(self.language)
        lines = [f'[players "{", ".join(self.players)}"]'] if self.players else []
        lines += ['[seats "open"]'] if self.players and self.open_seats else []
        lines += [f'[reading "{name}: {option}"]' for name, option in self.readings.items()]
        for kind, facts in (("given", self.given), ("assuming", self.assuming)):
            lines += [f"{known.printed(kind)} {'; '.join(facts)}"] if facts else []
        return "".join(f"{line}\n" for line in (*lines, *self.events, *(f"? {ask}" for ask in self.asks)))

    @property
    def as_json(self) -> dict[str, Any]:
        """The scenario as the object that `--scenario` takes."""
        found: dict[str, Any] = {
            "schema": SCHEMA, "language": self.language, "players": list(self.players), "given": list(self.given),
            "events": list(self.events), "ask": list(self.asks),
        }  # fmt: skip
        if self.assuming:
            found["assuming"] = list(self.assuming)
        if self.readings:
            found["readings"] = dict(self.readings)
        if self.players and self.open_seats:
            found["seats"] = "open"
        return found


def written(query: Query, phrases: Phrasebook) -> str:
    """The text of a query; read again, it asks the same."""
    return in_writing(query, phrases).text


def in_writing(query: Query, phrases: Phrasebook) -> Written:
    """A query in writing. One that is a ruling is written without its name where the rest says all that it asks."""
    from rulespal.questions.reading import read_again  # it writes nothing, but reads what is written here

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
    bare = replace(named, players=(), assuming=())
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
    """Without its players, where whoever reads the rest knows them."""
    from rulespal.questions.reading import unnamed_seats

    bare = replace(found, players=())
    return bare if query.seats_open and unnamed_seats(bare, phrases) == query.players else found


def _same_scenario(again: Query, query: Query) -> bool:
    """Whether nothing was added to facts, events and courses when a scenario was read again."""
    return (set(again.facts), again.events, again.ways) == (set(query.facts), query.events, query.ways)
