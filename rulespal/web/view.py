"""What a page shows of a rulebook: every text in each of its languages, every place with the anchor that it has.

A text is a list of (language, HTML) pairs; where there is only one, it is shown in every language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup, escape

from rulespal.literate.document import Fence, Paragraph, Section
from rulespal.literate.from_markdown import html
from rulespal.model.phrases import Phrasebook, Speech
from rulespal.model.rules import Rulebook, Sentences, spoken
from rulespal.report.words import how_many_players
from rulespal.text.fold import fold
from rulespal.text.words import slug

Texts = list[tuple[str, Markup]]


@dataclass(frozen=True, slots=True)
class PlaceView:
    """A section that can be linked to."""

    id: str
    titles: Texts


@dataclass(frozen=True, slots=True)
class ParagraphView:
    texts: Texts
    not_run: str | None
    encoded_by: tuple[str, ...]
    blocks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SectionView:
    id: str
    titles: Texts
    level: int
    tag: int
    printed: str
    paragraphs: tuple[ParagraphView, ...]
    previous: str | None
    next: str | None


@dataclass(frozen=True, slots=True)
class CardView:
    id: str
    names: Texts
    also: tuple[str, ...]
    searched: tuple[str, ...]
    copies: int
    values: tuple[tuple[str, tuple[str, ...]], ...]
    texts: tuple[Texts, ...]
    usable: tuple[str, ...]
    mentions: tuple[PlaceView, ...]


@dataclass(frozen=True, slots=True)
class OptionView:
    name: str
    says: Texts


@dataclass(frozen=True, slots=True)
class ReadingView:
    name: str
    grade: str
    asks: Texts
    options: tuple[OptionView, ...]
    because: Texts
    place: PlaceView


@dataclass(frozen=True, slots=True)
class TermView:
    id: str
    names: Texts
    means: Texts
    place: PlaceView


@dataclass(frozen=True, slots=True)
class FilterView:
    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DisputeAnswer:
    """An answer under some options of the readings that it turns on, in the lines of the terminal."""

    readings: Mapping[str, str]
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DisputeView:
    """A question with its answers; the first is the one under the defaults."""

    id: str
    asks: Texts
    answers: tuple[DisputeAnswer, ...]
    readings: tuple[str, ...]
    place: PlaceView | None


@dataclass(slots=True)
class BookView:
    name: str
    title: str
    players: str
    edition: str
    source: str
    hash: str
    prefix: str
    languages: tuple[str, ...]
    sections: list[SectionView] = field(default_factory=list)
    cards: list[CardView] = field(default_factory=list)
    filters: list[FilterView] = field(default_factory=list)
    readings: list[ReadingView] = field(default_factory=list)
    terms: list[TermView] = field(default_factory=list)
    disputes: list[DisputeView] = field(default_factory=list)


def book_view(book: Rulebook, phrases: Phrasebook, prefix: str = "") -> BookView:
    """All that a page shows of a rulebook but its disputes. `prefix`: what its anchors begin with, in a page of several."""
    made = _Maker(book, phrases, prefix)
    view = BookView(book.name, book.title, how_many_players(book), book.edition, book.source, book.hash[:15], prefix,
                    book.languages)  # fmt: skip
    view.sections = made.sections()
    view.cards = made.cards()
    view.filters = made.filters(view.cards)
    view.readings = made.readings()
    view.terms = made.terms()
    return view


class _Maker:
    def __init__(self, book: Rulebook, phrases: Phrasebook, prefix: str) -> None:
        self.book = book
        self.prefix = prefix
        self.first = book.languages[0]
        self.speech = {language: Speech(phrases, (), language) for language in book.languages}
        self.document = book.document
        self.shown = [s for s in self.document.sections if s.anchor and s.title != book.title]

    # ---- texts -------------------------------------------------------------------------------------------------------

    def texts(self, patterns: Sentences, join: str = " · ") -> Texts:
        """Sentences without slots: those of each language together."""
        found: dict[str, list[str]] = {}
        for pattern in patterns:
            found.setdefault(pattern.language, []).append(pattern.source)
        return [(language, escape(join.join(words))) for language, words in found.items()]

    def titles(self, section: Section) -> Texts:
        found = [(self.first, escape(section.title))]
        for language, other in self.document.translations.items():
            found += [(language, escape(s.title)) for s in other.sections if s.anchor == section.anchor]
        return found

    def place(self, anchor: str) -> PlaceView:
        section = next((s for s in self.document.sections if s.anchor == anchor), self.document.sections[0])
        known = section in self.shown
        return PlaceView(self.prefix + anchor if known else self.book.name,
                         self.titles(section) if known else [(self.first, escape(self.book.title))])  # fmt: skip

    # ---- sections ----------------------------------------------------------------------------------------------------

    def sections(self) -> list[SectionView]:
        ids = [self.prefix + section.anchor for section in self.shown]
        opening = [s for s in self.document.sections if s not in self.shown and s.paragraphs]
        found = [
            self._section(section, self.book.name + "-about", None, ids[0] if ids else None) for section in opening
        ]
        for place, section in enumerate(self.shown):
            before = ids[place - 1] if place else None
            after = ids[place + 1] if place + 1 < len(ids) else None
            found.append(self._section(section, ids[place], before, after))
        return found

    def _section(self, section: Section, id_: str, previous: str | None, next_: str | None) -> SectionView:
        fences = [f for f in self.document.fences if f.section is section and f.kind == "rules"]
        paragraphs = [
            self._paragraph(section, place, paragraph, fences) for place, paragraph in enumerate(section.paragraphs)
        ]
        printed = section.printed if section.printed != section.title else ""
        return SectionView(id_, self.titles(section), section.level, min(6, max(2, section.level)), printed,
                           tuple(paragraphs), previous, next_)  # fmt: skip

    def _paragraph(self, section: Section, place: int, paragraph: Paragraph, fences: Sequence[Fence]) -> ParagraphView:
        blocks = tuple(f.text.strip("\n") for f in fences if f.paragraph == place)
        texts = [(self.first, Markup(html(paragraph.text)))]
        for language in self.document.translations:
            other = self.translated(section, paragraph, language)
            texts += [(language, Markup(html(other)))] if other is not None else []
        return ParagraphView(texts, paragraph.not_executable, paragraph.encoded_by, blocks)

    def translated(self, section: Section, paragraph: Paragraph, language: str) -> str | None:
        """The paragraph of a translation that has the same place in the printed rules; None if there is none."""
        other = self.document.translations[language]
        return next((p.text for s in other.sections if s.anchor == section.anchor
                     for p in s.paragraphs if p.place and p.place == paragraph.place), None)  # fmt: skip

    # ---- readings, terms ---------------------------------------------------------------------------------------------

    def readings(self) -> list[ReadingView]:
        grades = ("open", "custom", "leaning", "settled")  # those worth agreeing on first
        ordered = sorted(self.book.readings, key=lambda reading: grades.index(reading.grade))
        return [
            ReadingView(
                spoken(reading.name), reading.grade, self.texts(reading.asks),
                tuple(OptionView(spoken(option.name), self.texts(option.says)) for option in reading.options),
                self.texts(reading.because), self.place(self.book.citations[reading.citation].section),
            )
            for reading in ordered
        ]  # fmt: skip

    def terms(self) -> list[TermView]:
        return [
            TermView(f"{self.prefix}term-{slug(fold(term.names[0].source))}", self.texts(term.names),
                     self.texts(term.means), self.place(self.book.citations[term.citation].section))
            for term in self.book.terms
        ]  # fmt: skip

    # ---- cards -------------------------------------------------------------------------------------------------------

    def cards(self) -> list[CardView]:
        copies: dict[str, int] = {}
        for card in self.book.cards:
            copies[card.name] = copies.get(card.name, 0) + 1
        first = {card.name: card for card in reversed(self.book.cards)}
        return [self._card(name, copies[name], first[name].aliases, first[name].languages, first[name].attributes)
                for name in copies]  # fmt: skip

    def _card(
        self, name: str, copies: int, aliases: tuple[str, ...], languages: tuple[str, ...], given: dict[str, object]
    ) -> CardView:
        named: dict[str, list[str]] = {}
        for language, one in zip(languages, (name, *aliases), strict=True):
            named.setdefault(language, []).append(one)
        names = [(language, escape(words[-1])) for language, words in named.items()]
        also = tuple(one for words in named.values() for one in words[:-1])
        anchors = {s.anchor: s for s in self.shown}
        own = next((anchors[a] for one in (name, *aliases) if (a := slug(fold(one))) in anchors), None)
        texts = tuple(self._paragraph(own, i, p, ()).texts for i, p in enumerate(own.paragraphs)) if own else ()
        mentions = self.mentions((name, *aliases))
        return CardView(f"{self.prefix}card-{slug(fold(name))}", names, also, (name, *aliases), copies,
                        self.values(given), texts, (), mentions)  # fmt: skip

    def values(self, given: dict[str, object]) -> tuple[tuple[str, tuple[str, ...]], ...]:
        found = []
        for attribute, value in given.items():
            type_ = self.book.attributes[attribute]
            if value is None or value == ():
                continue
            one = type_.of if type_.kind == "collection" else type_
            values = value if isinstance(value, tuple) else (value,)
            said = tuple(self.speech[self.first].spoken(v, one) for v in values)  # type: ignore[arg-type]
            found.append((attribute.replace("_", " "), said))
        return tuple(found)

    def mentions(self, names: Sequence[str]) -> tuple[PlaceView, ...]:
        """The sections whose prose names the card."""
        wanted = [f" {fold(name)} " for name in names]
        found = []
        for section in self.shown:
            text = " " + " ".join(_bare(p.text) for p in section.paragraphs) + " "
            if any(name in text for name in wanted):
                found.append(self.place(section.anchor))
        return tuple(found)

    def filters(self, cards: Sequence[CardView]) -> list[FilterView]:
        """A choice for each attribute that has a handful of values."""
        found: dict[str, dict[str, None]] = {}
        for card in cards:
            for attribute, values in card.values:
                found.setdefault(attribute, {}).update(dict.fromkeys(values))
        return [FilterView(name, tuple(values)) for name, values in found.items() if 1 < len(values) <= 16]


def _bare(text: str) -> str:
    return "".join(c if c.isalnum() else " " for c in fold(text))
