"""A rulebook as rows: what the tables of a catalogue hold. No database here; `store` writes the rows.

Rows refer to each other by their numbers, which begin at 1 in each table. Texts stand in the rulebook's main language;
`translations` holds those of its other languages.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from rulespal.catalogue.names import NameRows
from rulespal.catalogue.told import answered, first, question
from rulespal.language.from_document import chunks
from rulespal.literate.document import Paragraph, Section
from rulespal.model.rules import Citation, Rulebook, Sentences, spoken
from rulespal.text.span import Span
from rulespal.text.words import key

Row = dict[str, Any]
_DECLARED = re.compile(r"(?P<kind>[a-z]+)(?: +(?P<name>\w[\w-]*))?")
_SHOWN_THEMSELVES = ("reading", "gap", "ruling")  # kinds of rules with a page of their own
_NAMELESS = ("pack", "cards", "start", "whenever", "invariant", "term")  # kinds of rules without a name of their own


@dataclass
class Contents:
    """The rows of every table, by the name of the table."""

    book: Rulebook
    errors: int = 0
    tables: dict[str, list[Row]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        self.language = self.book.languages[0]
        self.is_open = (
            "example" in self.book.openings
        )  # what is in the box is not printed: only kinds of cards are known
        self.names = NameRows(self.tables["names"], self.language)
        self.section_of: dict[str, int] = {}  # anchor: number
        self.paragraph_of: dict[tuple[int, str], int] = {}  # number of the section, text: number of the paragraph
        self._lines: list[tuple[str, int, int, Row]] = []  # file, first and last line of a rule, the rule

    def add(self, table: str, **values: Any) -> int:
        """Adds a row; its number."""
        rows = self.tables[table]
        rows.append({"id": len(rows) + 1, **values})
        return len(rows)

    def translate(self, kind: str, target: int, role: str, language: str, text: str) -> None:
        if text and language != self.language:
            self.tables["translations"].append(
                {"kind": kind, "target": target, "role": role, "language": language, "text": text}
            )

    def text(self, kind: str, target: int, role: str, sentences: Sentences) -> None:
        """Notes the texts in other languages of something whose main text stands in its own row."""
        for pattern in sentences:
            self.translate(kind, target, role, pattern.language, pattern.source)

    def rule_at(self, span: Span) -> Row | None:
        """The rule that is written at a place of the rulebook."""
        written = (row for file, first, last, row in self._lines if file == span.file and first <= span.line <= last)
        return next(written, None)

    # ---- the rulebook, its sections and rules -------------------------------------------------------------------------

    def rulebook(self) -> None:
        book = self.book
        pack = {card.name for card in book.cards} if self.is_open else book.cards
        self.add(
            "rulebook", name=book.name, title=book.title, edition=book.edition, players_min=book.players[0],
            players_max=book.players[1], languages=" ".join(book.languages), source=book.source, pack=len(pack),
            errors=self.errors, hash=book.hash,
        )  # fmt: skip

    def sections(self) -> None:
        above: list[tuple[int, int]] = []  # level and number of the headings above
        for section in self.book.document.sections:
            if not section.anchor and not section.paragraphs:
                continue
            above = [(level, number) for level, number in above if level < section.level]
            number = self.add(
                "sections", anchor=section.anchor or "top", title=section.title or self.book.title,
                printed=section.printed, level=section.level, parent=above[-1][1] if above else None,
                line=section.span.line,
            )  # fmt: skip
            above.append((section.level, number))
            self.section_of[section.anchor] = number
            self.names.section(number, section, self.book.title)
            self._paragraphs(number, section)
        for language, document in self.book.document.translations.items():
            for other in document.sections:
                if other.anchor in self.section_of:
                    self._translated(self.section_of[other.anchor], other, language)

    def _paragraphs(self, number: int, section: Section) -> None:
        for paragraph in section.paragraphs:
            self.paragraph_of.setdefault((number, paragraph.text), self._paragraph(number, paragraph, paragraph.text))

    def _paragraph(self, section: int, paragraph: Paragraph, text: str) -> int:
        return self.add(
            "paragraphs", section=section, text=text, place=paragraph.place, line=paragraph.span.line,
            not_executable=paragraph.not_executable, encoded_by=", ".join(paragraph.encoded_by),
        )  # fmt: skip

    def _translated(self, number: int, section: Section, language: str) -> None:
        """The title and paragraphs of a section in another language; those of the same printed place belong together."""
        self.translate("section", number, "title", language, section.title)
        self.names.heading(number, section.title, language)
        own = [row for row in self.tables["paragraphs"] if row["section"] == number]
        for place, paragraph in enumerate(section.paragraphs):
            same = [row for row in own if row["place"] == paragraph.place]
            if len(same) != 1:
                same = own[place : place + 1] if len(own) == len(section.paragraphs) else same
            target = same[0]["id"] if same else self._paragraph(number, paragraph, "")
            self.translate("paragraph", target, "text", language, paragraph.text)

    def rules(self) -> None:
        """Every declaration as it is written, under its section and the paragraph above it."""
        for fence in self.book.document.fences:
            if fence.kind != "rules":
                continue
            section = self.section_of.get(fence.section.anchor)
            above = fence.section.paragraphs[fence.paragraph] if fence.paragraph is not None else None
            paragraph = self.paragraph_of.get((section or 0, above.text)) if above else None
            for offset, text in chunks(fence.text):
                match = _DECLARED.match(text)
                kind = match["kind"] if match else ""
                name = match["name"] if match and kind not in _NAMELESS else None
                line = fence.span.line + offset
                number = self.add(
                    "rules", name=spoken(name or ""), kind=kind, section=section, paragraph=paragraph,
                    source=text.rstrip(), line=line,
                )  # fmt: skip
                last = line + text.rstrip().count("\n")
                self._lines.append((fence.span.file, line, last, self.tables["rules"][number - 1]))
                if name and kind not in _SHOWN_THEMSELVES:
                    self.names.plain("rule", number, spoken(name))

    # ---- terms, readings, gaps ----------------------------------------------------------------------------------------

    def terms(self) -> None:
        for term in self.book.terms:
            where = self.book.citations[term.citation]
            number = self.add(
                "terms", name=first(term.names, self.language), meaning=first(term.means, self.language),
                section=self._section_about(term.names) or self._section_below(where.section),
            )  # fmt: skip
            self.text("term", number, "meaning", term.means)
            for pattern in term.names:
                self.names.add("term", number, "name", pattern.source, pattern.language)

    def _section_about(self, names: Sentences) -> int | None:
        """The section whose heading is one of the names."""
        wanted = {key(pattern.source) for pattern in names}
        return next((r["target"] for r in self.tables["names"] if r["kind"] == "section" and r["key"] in wanted), None)

    def _section_below(self, anchor: str) -> int | None:
        """The section of that anchor; None for what stands before the first: it is about nothing in particular."""
        number = self.section_of.get(anchor)
        return number if number and self.tables["sections"][number - 1]["title"] != self.book.title else None

    def readings(self) -> None:
        for reading in self.book.readings:
            name, where = spoken(reading.name), self.book.citations[reading.citation]
            number = self.add(
                "readings", name=name, grade=reading.grade, question=first(reading.asks, self.language),
                because=first(reading.because, self.language), source=first(reading.source, self.language),
                printed=where.printed, **self.place(where),
            )  # fmt: skip
            for role, texts in (("question", reading.asks), ("because", reading.because), ("source", reading.source)):
                self.text("reading", number, role, texts)
            self.names.plain("reading", number, name)
            for option in reading.options:
                text = first(option.says, self.language)
                row = self.add("reading_options", reading=number, name=spoken(option.name), text=text)
                self.text("option", row, "text", option.says)

    def gaps(self) -> None:
        for gap in self.book.gaps.values():
            where = self.book.citations[gap.citation]
            number = self.add(
                "gaps", name=spoken(gap.name), text=first(gap.says, self.language), printed=where.printed,
                **self.place(where),
            )  # fmt: skip
            self.text("gap", number, "text", gap.says)
            self.names.plain("gap", number, spoken(gap.name))

    def rulings(self) -> None:
        """Rulings by their question, with the answer where it need not be worked out."""
        for ruling in self.book.rulings:
            name, where = spoken(ruling.name), self.book.citations[ruling.citation]
            answer, silent = answered(ruling, self.language)
            number = self.add(
                "rulings", name=name, question=question(ruling, self.language), answer=answer, silent=silent,
                printed=where.printed, **self.place(where),
            )  # fmt: skip
            for language in self.book.languages[1:]:
                self.translate("ruling", number, "question", language, question(ruling, language))
                self.translate("ruling", number, "answer", language, answered(ruling, language)[0])
            self.names.plain("ruling", number, name)

    def place(self, where: Citation) -> dict[str, int | None]:
        """The section and the paragraph of a citation."""
        section = self.section_of.get(where.section)
        return {"section": section, "paragraph": self.paragraph_of.get((section or 0, where.text))}
