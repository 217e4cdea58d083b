"""Rulebooks as text: their readings, what was found in them, and what a code means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.text import Text

from rulespal.model.rules import Reading, Rulebook, spoken
from rulespal.report.as_text import STYLES, Shown, line, paragraph
from rulespal.report.words import sentence
from rulespal.text.codes import CODES
from rulespal.text.explanations import EXPLANATIONS

_GRADES = {
    "open": "the text supports several readings",
    "custom": "nothing is printed; tables have their customs",
    "leaning": "the text leans to the default",
    "settled": "the text decides; the other options are misreadings",
}


# ---- readings --------------------------------------------------------------------------------------------------------


def readings(
    book: Rulebook, chosen: Mapping[str, str], table_file: str | None, language: str | None = None
) -> Iterator[Shown]:
    """The readings by grade, those worth agreeing on first. `chosen`: reading (written with `-`) to option."""
    yield line(f"Readings of {book.title}", "bold")
    where = (
        f"{table_file}{'' if chosen else ' chooses nothing for it'}" if table_file else "no rulespal.toml here or above"
    )
    yield paragraph("", f"● what holds at this table ({where})", "dim")
    if not book.readings:
        yield paragraph("", "This rulebook has none: its text is taken to have one meaning.")
    for grade, meaning in _GRADES.items():
        group = [r for r in book.readings if r.grade == grade]
        if group:
            yield Text()
            yield line(f"{grade}: {meaning}", "bold")
        for reading in group:
            yield from _reading(book, reading, chosen.get(spoken(reading.name)), language)


def _reading(book: Rulebook, reading: Reading, chosen: str | None, language: str | None) -> Iterator[Shown]:
    yield Text()
    yield paragraph(f"  {spoken(reading.name)}  ", sentence(reading.asks, language), "", "bold")
    for place, option in enumerate(reading.options):
        name = spoken(option.name)
        holds = name == chosen if chosen else place == 0
        words = ["default"] if place == 0 else []
        words += ["chosen by this table"] if name == chosen else []
        note = f"  ({', '.join(words)})" if words else ""
        lead = f"    {'●' if holds else '○'} {name}: "
        yield paragraph(lead, f"{sentence(option.says, language)}{note}", "green" if holds else "")
    if reading.because:
        yield paragraph("    because: ", sentence(reading.because, language), "dim")
    source = sentence(reading.source, language) or book.citations[reading.citation].printed
    yield paragraph("    source:  ", source, "dim")


# ---- explain ---------------------------------------------------------------------------------------------------------


def explain(code: str) -> Iterator[Shown]:
    """What a code means, an example, and the way out."""
    about, explanation = CODES[code], EXPLANATIONS[code]
    head = Text(f"{code}  ", f"bold {STYLES[about.severity]}")
    head.append(f"({about.severity})")
    yield head
    yield paragraph("", about.title, "bold")
    yield Text()
    yield paragraph("", explanation.text)
    yield Text()
    yield line("For example:")
    for example in explanation.example.splitlines():
        yield line(f"    {example}", "cyan")
    yield Text()
    yield paragraph("", explanation.way_out)


def codes() -> Iterator[Shown]:
    """All codes with what they stand for."""
    for code, about in CODES.items():
        yield paragraph(f"{code:<12} ", about.title, "", STYLES[about.severity])
