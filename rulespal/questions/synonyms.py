"""What a rulebook says in one language, and which of its words say the same."""

from __future__ import annotations

from rulespal.literate.document import Paragraph
from rulespal.model.rules import Rulebook
from rulespal.questions import frames
from rulespal.questions.words import Lexicon, tokens


def paragraphs(book: Rulebook, language: str) -> list[Paragraph]:
    document = book.document.translations.get(language, book.document)
    return [p for section in document.sections for p in section.paragraphs]


def synonyms(book: Rulebook, lexicon: Lexicon) -> dict[str, frozenset[str]]:
    """The other words of terms that are one word each, and words that say the same in any game."""
    found: dict[str, frozenset[str]] = {}
    groups = list(frames.framing(lexicon.language).alike)
    for term in book.terms:
        names = [tokens(p.source, lexicon) for p in term.names if p.language == lexicon.language]
        groups.append(frozenset(k for name in names if len(name) == 1 for k in name[0].keys))
    for keys in groups:
        for key in keys:
            found[key] = found.get(key, frozenset()) | keys
    return found
