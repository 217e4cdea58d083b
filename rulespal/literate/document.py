"""The document that a rulebook file is: what is written where, before any rule is understood."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulespal.text.span import Span


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One paragraph of prose. `place` is where the printed rules say it ("paragraph 2", "step 3")."""

    text: str
    span: Span
    place: str = ""
    not_executable: str | None = None
    encoded_by: tuple[str, ...] = ()


@dataclass(slots=True)
class Section:
    """A heading and what stands under it up to the next heading. `printed` is the heading of the printed rules."""

    anchor: str
    title: str
    printed: str
    level: int
    span: Span
    paragraphs: list[Paragraph] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Fence:
    """A top-level fenced block. `span` is its first line of content; `paragraph` indexes the section's paragraphs.

    `beside`: it stands in the file of the rulings.
    """

    kind: str
    text: str
    span: Span
    section: Section
    paragraph: int | None
    beside: bool = False


@dataclass(slots=True)
class Document:
    """A rulebook file: its front matter, sections in reading order, and rule blocks."""

    file: str
    matter: dict[str, object]
    sections: list[Section]
    fences: list[Fence]
    text: str = ""
    translations: dict[str, Document] = field(default_factory=dict)  # prose of other languages, aligned by section
    retold: dict[str, list[Fence]] = field(default_factory=dict)  # rulings in other languages
