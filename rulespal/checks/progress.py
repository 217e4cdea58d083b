"""How far a rulebook has come: what it can be used for as it is, and how much of its prose runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rulespal.literate.document import Paragraph
from rulespal.model.rules import Rulebook

Level = Literal["prose", "cards", "rulings", "rules"]


@dataclass(frozen=True, slots=True)
class Progress:
    """The highest level that a rulebook has reached, and its paragraphs: those that run, are marked, and are left.

    Levels: prose, that can be read; cards and terms, that can be looked up; rulings (readings, gaps, recorded examples),
    that say how doubtful places are taken; rules, by which games are judged.
    """

    level: Level
    run: int
    marked: int  # as not executable
    left: tuple[Paragraph, ...]

    @property
    def paragraphs(self) -> int:
        """How many there are that a rule can encode."""
        return self.run + len(self.left)


def progress(book: Rulebook) -> Progress:
    """How far a rulebook has come, whether it has mistakes or not."""
    encoded = {(f.section.anchor, f.paragraph) for f in book.document.fences if f.kind in ("rules", "record")}
    run = marked = 0
    left = []
    for section in book.document.sections:
        for place, paragraph in enumerate(section.paragraphs):
            if paragraph.encoded_by or (section.anchor, place) in encoded:
                run += 1
            elif paragraph.not_executable:
                marked += 1
            else:
                left.append(paragraph)
    return Progress(_level(book), run, marked, tuple(left))


def _level(book: Rulebook) -> Level:
    if book.moves:
        return "rules"
    if book.rulings or book.readings or book.gaps or any(fence.kind == "record" for fence in book.document.fences):
        return "rulings"
    return "cards" if book.cards or book.terms else "prose"
