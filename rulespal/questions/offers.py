"""What is offered where a question is not understood: the nearest questions with their answers, and where to look."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rulespal.model.rules import Citation
from rulespal.questions.comparing import Match
from rulespal.questions.query import Nearest
from rulespal.questions.rulings import Rulings
from rulespal.questions.words import tokens

SECTIONS = 3
TITLE = 2.0  # how much more a word counts in the heading of a section than in its text


def sections(rulings: Rulings, matches: Sequence[Match], text: str) -> tuple[Nearest, ...]:
    """The sections that are most likely about what a text asks, the best first, each with its sentence.

    Sections of rulings that are like it and sections that hold its rare words take turns: nothing is cut off by a
    threshold, for whoever gets no answer has to look somewhere.
    """
    book = rulings.book
    by_ruling = ((book.citations[m.ruling.citation], m.score) for m in matches)
    found: dict[str, Nearest] = {}
    for cited, score in _in_turn(by_ruling, _by_words(rulings, text)):
        if cited.section:
            near = Nearest(cited.section, cited.printed, round(min(1.0, score), 2), cited.text)
            found.setdefault(cited.section, near)
        if len(found) == SECTIONS:
            break
    return tuple(found.values())


def _in_turn(*kinds: Iterable[tuple[Citation, float]]) -> Iterator[tuple[Citation, float]]:
    waiting = [iter(kind) for kind in kinds]
    while waiting:
        for one in tuple(waiting):
            if (found := next(one, None)) is None:
                waiting.remove(one)
            else:
                yield found


def _by_words(rulings: Rulings, text: str) -> Iterator[tuple[Citation, float]]:
    """The paragraphs that share the most words with a text, rare words counting more."""
    book, language = rulings.book, rulings.language
    document = book.document.translations.get(language, book.document)
    words = [(rulings.keys(t), rulings.weight(t.keys)) for t in tokens(text, rulings.lexicon) if rulings.means(t)]
    total = sum(weight for _, weight in words) or 1.0
    found = []
    for section in document.sections:
        title = _keys(rulings, section.title)
        for paragraph in section.paragraphs:
            there = _keys(rulings, paragraph.text)
            score = sum(weight * (TITLE if keys & title else 1.0) for keys, weight in words if keys & (there | title))
            printed = f"{section.printed}, {paragraph.place}" if paragraph.place else section.printed
            found.append((Citation(section.anchor, printed, paragraph.text, ""), score / (TITLE * total)))
    yield from sorted((f for f in found if f[1] > 0), key=lambda f: -f[1])


def _keys(rulings: Rulings, text: str) -> frozenset[str]:
    return frozenset(k for t in tokens(text, rulings.lexicon) if rulings.means(t) for k in rulings.keys(t))
