"""Rulings that nobody has to write: every reading is a question, and every term asks what it is."""

from __future__ import annotations

from collections.abc import Iterator

from rulespal.model.expr import ReadingNow
from rulespal.model.rules import Answering, Pattern, Reading, Rulebook, Ruling, Term
from rulespal.model.types import Type
from rulespal.text.span import NOWHERE

_WHAT_IS = {"en": "What is {}?", "es": "¿Qué es {}?"}


def implied(book: Rulebook) -> Iterator[Ruling]:
    """The rulings that the readings and terms of a rulebook make."""
    yield from (_of_reading(reading) for reading in book.readings if reading.asks)
    yield from (_of_term(term, place) for place, term in enumerate(book.terms))


def _of_reading(reading: Reading) -> Ruling:
    value = ReadingNow(Type("option", reading.name), reading.index)
    ruling = Ruling(f"reading {reading.name}", -1, (), reading.citation, reading.span, reading.asks)
    ruling.answers = [Answering("value", value)]
    return ruling


def _of_term(term: Term, place: int) -> Ruling:
    asks = []
    for name in term.names:
        if name.language in _WHAT_IS:
            text = _WHAT_IS[name.language].format(name.source)
            asks.append(Pattern(name.language, (text,), text))
    ruling = Ruling(f"term {place}", -1, (), term.citation, NOWHERE, tuple(asks))
    ruling.answers = [Answering("words", text=term.means)]
    return ruling
