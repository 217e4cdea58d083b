"""Where a rulebook speaks of something: the paragraphs that share the most telling words with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rulespal.literate.document import Paragraph, Section
from rulespal.model.phrases import Phrasebook
from rulespal.model.rules import Citation
from rulespal.questions.comparing import Match
from rulespal.questions.query import Answer, Case, Nearest, Query
from rulespal.questions.rulings import NEAR, rulings_of
from rulespal.questions.words import tokens

MOST = 3
IN_TITLE = 0.5  # what a word of the title of a section counts beside one in the sentence


class Place(NamedTuple):
    """A paragraph, where it stands, and how well what was looked for fits it."""

    score: float
    section: Section
    paragraph: Paragraph


def answer(query: Query, phrases: Phrasebook) -> Answer:
    """Where it is said: the nearest paragraph, and the sections of the next ones."""
    words = query.asked[0].fact
    said = Answer(phrases.book.name, query.text, words, "certain")
    found = nearest(words, phrases, query.language)
    cited = _cited(found, words, phrases, query.language)
    if cited is None:
        said.status = "silent"
        return said
    said.cases = [Case(answer=f"{cited.printed}: {cited.text}", value=cited.section, citations=[cited])]
    others = {p.section.anchor: p for p in reversed(found)}
    said.see_also = [Nearest(a, p.section.printed, round(min(1.0, p.score), 2)) for a, p in reversed(others.items())]
    return said


def _cited(found: list[Place], words: str, phrases: Phrasebook, language: str) -> Citation | None:
    """The nearest paragraph; where it has not all of the words, that of the ruling which is asked with them."""
    rulings, book = rulings_of(phrases, language), phrases.book
    if not found or found[0].score < 1:
        asked = rulings.sure(rulings.matches(words))
        if asked is not None:
            where = book.citations[asked.ruling.citation]
            return Citation(where.section, where.printed, book.told(asked.ruling.citation, language), where.rule)
    if not found:
        return None
    best = found[0]
    return Citation(best.section.anchor, _printed(best), best.paragraph.text, "")


def _printed(place: Place) -> str:
    printed = place.section.printed or place.section.title
    return f"{printed}, {place.paragraph.place}" if place.paragraph.place else printed


def nearest(words: str, phrases: Phrasebook, language: str) -> list[Place]:
    """The paragraphs that fit the words best, the best first; none where hardly anything of them occurs."""
    found = ranked(words, phrases, language)
    return [place for place in found[:MOST] if place.score >= NEAR]


def likely(words: str, matches: Sequence[Match], phrases: Phrasebook, language: str) -> tuple[Nearest, ...]:
    """The sections that a question is most likely about, the best first, each with its sentence.

    Sections of rulings that are like it and sections that hold its rare words take turns, and nothing is cut off: whoever
    gets no answer has to look somewhere.
    """
    by_words = ranked(words, phrases, language)
    there = {(p.section.anchor, p.paragraph.place): p for p in by_words}
    cited = (phrases.book.citations[match.ruling.citation] for match in matches)
    of_rulings = (there.get((c.section, c.printed.rpartition(", ")[2])) for c in cited)
    found: dict[str, Nearest] = {}
    for place in _in_turn(filter(None, of_rulings), (p for p in by_words if p.score)):
        anchor = place.section.anchor
        if anchor:
            near = Nearest(anchor, _printed(place), round(place.score, 2), place.paragraph.text)
            found.setdefault(anchor, near)
        if len(found) == MOST:
            break
    return tuple(found.values())


def _in_turn(*kinds: Iterable[Place]) -> Iterator[Place]:
    waiting = [iter(kind) for kind in kinds]
    while waiting:
        for one in tuple(waiting):
            if (found := next(one, None)) is None:
                waiting.remove(one)
            else:
                yield found


def ranked(words: str, phrases: Phrasebook, language: str) -> list[Place]:
    """All paragraphs, those first that fit the words best."""
    rulings = rulings_of(phrases, language)
    looked_for = [(rulings.keys(t), rulings.weight(t.keys)) for t in tokens(words, rulings.lexicon) if rulings.means(t)]
    whole = sum(weight for _, weight in looked_for)
    if not whole:
        return []
    found = []
    for section, paragraph in _paragraphs(phrases, language):
        said = _keys(paragraph.text, phrases, language)
        title = _keys(f"{section.title} {section.printed}", phrases, language)
        in_title = sum(weight for keys, weight in looked_for if keys & title)
        score = sum(weight for keys, weight in looked_for if keys & said) + IN_TITLE * in_title
        score += whole if in_title == whole else 0  # the section is called so
        found.append(Place(score / whole, section, paragraph))
    found.sort(key=lambda place: (-place.score, len(place.paragraph.text)))
    return found


def _paragraphs(phrases: Phrasebook, language: str) -> Iterator[tuple[Section, Paragraph]]:
    document = phrases.book.document.translations.get(language, phrases.book.document)
    for section in document.sections:
        for paragraph in section.paragraphs:
            yield section, paragraph


def _keys(text: str, phrases: Phrasebook, language: str) -> frozenset[str]:
    rulings = rulings_of(phrases, language)
    return frozenset(key for token in tokens(text, rulings.lexicon) for key in rulings.keys(token))
