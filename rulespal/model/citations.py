"""Where rules are written: every rule of the model knows its section, its paragraph and its printed place."""

from __future__ import annotations

from rulespal.language.from_document import Placed
from rulespal.model import rules as m
from rulespal.text.diagnostic import Diagnostics
from rulespal.text.span import Span
from rulespal.text.suggest import did_you_mean


class Citations:
    """Adds citations to a rulebook; each is known by its place in the rulebook's list."""

    def __init__(self, book: m.Rulebook, diagnostics: Diagnostics) -> None:
        self.book = book
        self.diagnostics = diagnostics

    def cite(self, placed: Placed, rule: str) -> int:
        """The citation of a declaration: its section and the paragraph above it."""
        section = placed.section
        text, printed = "", section.printed
        if placed.paragraph is not None:
            paragraph = section.paragraphs[placed.paragraph]
            text = paragraph.text
            printed = f"{section.printed}, {paragraph.place}" if paragraph.place else section.printed
        self.book.citations.append(m.Citation(section.anchor, printed, text, rule))
        return len(self.book.citations) - 1

    def cite_section(self, anchor: str, rule: str, span: Span) -> int | None:
        """The citation of a section named by its anchor; its paragraph is the one that says it is encoded by `rule`."""
        sections = {s.anchor: s for s in self.book.document.sections if s.anchor}
        if anchor not in sections:
            self.diagnostics.add(
                "R-SECTION", f"No section has the anchor `{anchor}`.", span, did_you_mean(anchor, sections)
            )
            return None
        section = sections[anchor]
        by_rule = [p for p in section.paragraphs if rule in p.encoded_by]
        for paragraph in [*by_rule, *section.paragraphs][:1]:
            printed = f"{section.printed}, {paragraph.place}" if paragraph.place else section.printed
            self.book.citations.append(m.Citation(anchor, printed, paragraph.text, rule))
            return len(self.book.citations) - 1
        self.book.citations.append(m.Citation(anchor, section.printed, section.title, rule))
        return len(self.book.citations) - 1
