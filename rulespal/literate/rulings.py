"""The rulings of a rulebook, where they stand in a file of their own: `rulings.md` beside `rulebook.md`.

Its sections are those of the rulebook, by their anchors. A paragraph in it says which paragraph of that section the
rulings below it cite: by the printed place, `{paragraph 2}`, by the first words, `Whoever holds the 7 …`, or by both.
Where none says it, they cite the section's first one. Other paragraphs are remarks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from rulespal.literate.document import Document, Fence, Paragraph, Section
from rulespal.literate.from_markdown import read
from rulespal.text.beside import rulings_file, translated
from rulespal.text.diagnostic import Diagnostics
from rulespal.text.suggest import did_you_mean

_AND_SO_ON = ("…", "...")


def add_rulings(file: Path, document: Document, diagnostics: Diagnostics) -> None:
    """Adds the rule blocks of a rulebook's rulings to it, as if they stood under the paragraphs that they cite."""
    rulings = rulings_file(file)
    if rulings.is_file():
        document.fences += _Placing(rulings, document, diagnostics).fences()
    for language, path in translated(rulings).items():
        document.retold[language] = list(_Placing(path, document, diagnostics).fences())


class _Placing:
    """A file of rulings beside its rulebook."""

    def __init__(self, file: Path, book: Document, diagnostics: Diagnostics) -> None:
        self.own = read(file.read_text(encoding="utf-8", errors="replace"), str(file), diagnostics)
        self.book = book
        self.diagnostics = diagnostics
        self.sections = {section.anchor: section for section in book.sections}

    def fences(self) -> Iterator[Fence]:
        for section in self.own.sections:
            about = self.section(section)
            cited = self.cited(section, about)
            for fence in self.own.fences:
                if fence.section is section and self.rules(fence):
                    place = cited[fence.paragraph] if fence.paragraph is not None else _first(about)
                    yield replace(fence, section=about, paragraph=place, beside=True)

    def section(self, own: Section) -> Section:
        """The rulebook's section of that anchor. What stands under another one is read all the same."""
        if own.anchor not in self.sections:
            self.diagnostics.add(
                "R-SECTION", f"The rulebook has no section `{own.anchor}`.", own.span,
                did_you_mean(own.anchor, self.sections)
                or "A heading of this file names a section of the rulebook: `## Title {#anchor}`.",
            )  # fmt: skip
        return self.sections.get(own.anchor, self.book.sections[0])

    def cited(self, own: Section, about: Section) -> list[int | None]:
        """For each paragraph of this file the one of the rulebook that is cited below it."""
        found: list[int | None] = []
        now = _first(about)
        for paragraph in own.paragraphs:
            if _points(paragraph):
                now = self.pointed(paragraph, about)
            found.append(now)
        return found

    def pointed(self, paragraph: Paragraph, about: Section) -> int | None:
        meant = [i for i, other in enumerate(about.paragraphs) if _means(paragraph, other)]
        if len(meant) == 1 or about is self.book.sections[0]:
            return meant[0] if meant else None
        how_many = "several paragraphs" if meant else "no paragraph"
        what = paragraph.place or paragraph.text
        hint = did_you_mean(paragraph.place, [p.place for p in about.paragraphs if p.place])
        if meant or not paragraph.place:
            hint = "Write how it begins, as the rulebook has it: `The first words … {paragraph 2}`."
        self.diagnostics.add(
            "R-SECTION", f"The section `{about.anchor}` has {how_many} “{what}”.", paragraph.span, hint
        )
        return _first(about)

    def rules(self, fence: Fence) -> bool:
        if fence.kind != "rules":
            self.diagnostics.add("R-DOCUMENT", "A record stands among the rulings.", fence.span,
                                 f"Move it to {Path(self.book.file).name}.")  # fmt: skip
        return fence.kind == "rules"


def _first(section: Section) -> int | None:
    return 0 if section.paragraphs else None


def _points(paragraph: Paragraph) -> bool:
    """Whether a paragraph says what is cited, and is no mere remark."""
    return bool(paragraph.place) or paragraph.text.endswith(_AND_SO_ON)


def _means(paragraph: Paragraph, other: Paragraph) -> bool:
    """Whether a paragraph of the rulebook has this place, and begins like this."""
    begins = paragraph.text.rstrip("….").rstrip() if paragraph.text.endswith(_AND_SO_ON) else ""
    return (not paragraph.place or other.place == paragraph.place) and other.text.startswith(begins)
