"""The prose of a rulebook in its other languages."""

from __future__ import annotations

from pathlib import Path

from rulespal.literate.document import Document
from rulespal.literate.from_markdown import read
from rulespal.text.beside import translated
from rulespal.text.diagnostic import Diagnostics
from rulespal.text.suggest import did_you_mean


def translations(file: Path, document: Document, diagnostics: Diagnostics) -> dict[str, Document]:
    """The prose of a rulebook in its other languages: `rulebook.es.md` beside `rulebook.md`, section by section."""
    found: dict[str, Document] = {}
    anchors = {section.anchor for section in document.sections}
    for language, path in translated(file).items():
        other = read(path.read_text(encoding="utf-8", errors="replace"), str(path), diagnostics)
        found[language] = other
        for section in other.sections:
            if section.anchor not in anchors:
                diagnostics.add("R-SECTION", f"The rulebook has no section `{section.anchor}`.", section.span,
                                did_you_mean(section.anchor, anchors))  # fmt: skip
    return found
