"""What a page shows of a rulebook: the texts of its catalogue in every language at once, each place with its anchor.

A text is a list of (language, HTML) pairs; where all languages say the same there is one, which is always shown.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup, escape

from rulespal.catalogue.pages import Page, Pages
from rulespal.literate.from_markdown import html
from rulespal.web.disputes import Dispute

Texts = list[tuple[str, Markup]]
GRADES = ("open", "custom", "leaning", "settled")  # those worth agreeing on first
_SLOT = re.compile(r"\{[^{}]*\}")
MOST_VALUES = 16  # of an attribute, for a choice among them to be of use


@dataclass(frozen=True, slots=True)
class PlaceView:
    """A section that can be linked to."""

    id: str
    titles: Texts


@dataclass(frozen=True, slots=True)
class ParagraphView:
    texts: Texts
    not_run: str | None
    blocks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SectionView:
    id: str
    titles: Texts
    level: int
    printed: str
    paragraphs: tuple[ParagraphView, ...]
    previous: str | None
    next: str | None


@dataclass(frozen=True, slots=True)
class CardView:
    """`values`: each attribute with its values; `uses`: how it is used, and the stages in which that may be."""

    id: str
    names: Texts
    also: tuple[str, ...]
    copies: int | None  # None: not told
    values: tuple[tuple[str, Texts], ...]
    texts: tuple[Texts, ...]
    uses: tuple[tuple[Texts, str], ...]
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
    place: PlaceView | None


@dataclass(frozen=True, slots=True)
class TermView:
    id: str
    names: Texts
    means: Texts
    place: PlaceView | None


@dataclass(frozen=True, slots=True)
class DisputeView:
    """A question with its answers; the first is the one under the defaults."""

    id: str
    asks: Texts
    answers: list[dict[str, Any]]
    readings: tuple[str, ...]
    place: PlaceView | None


@dataclass(slots=True)
class BookView:
    name: str
    title: str
    players: str
    edition: str
    source: str
    prefix: str
    languages: tuple[str, ...]
    sections: list[SectionView] = field(default_factory=list)
    cards: list[CardView] = field(default_factory=list)
    filters: list[tuple[str, Texts]] = field(default_factory=list)
    readings: list[ReadingView] = field(default_factory=list)
    terms: list[TermView] = field(default_factory=list)
    disputes: list[DisputeView] = field(default_factory=list)


def book_view(db: sqlite3.Connection, disputes: Sequence[Dispute] = (), prefix: str = "") -> BookView:
    """All that a page shows of a rulebook. `db`: its catalogue; `prefix`: what its anchors begin with."""
    made = _Maker(db, prefix)
    pages = made.first
    low, high = pages.players
    view = BookView(pages.name, pages.title, str(low) if low == high else f"{low}–{high}", pages.edition, pages.source,
                    prefix, tuple(pages.languages))  # fmt: skip
    view.sections = list(made.sections())
    view.cards = [made.card(number) for number in made.numbers("cards")]
    view.filters = list(filters(view.cards))
    view.readings = sorted(map(made.reading, made.numbers("readings")), key=lambda one: GRADES.index(one.grade))
    view.terms = [made.term(number) for number in made.numbers("terms")]
    view.disputes = [made.dispute(one) for one in disputes]
    return view


def filters(cards: Sequence[CardView]) -> Iterator[tuple[str, Texts]]:
    """Each attribute by whose values cards can be told apart, with those values in the first language."""
    found: dict[str, dict[str, Markup]] = {}
    for card in cards:
        for name, values in card.values:
            for _, value in values[:1]:
                found.setdefault(name, {}).update((one, escape(one)) for one in str(value).split(", "))
    for name, all_values in found.items():
        if 1 < len(all_values) <= MOST_VALUES:
            yield name, [("", value) for value in all_values.values()]


class _Maker:
    def __init__(self, db: sqlite3.Connection, prefix: str) -> None:
        self.db = db
        self.prefix = prefix
        self.first = Pages(db)
        self.pages = {language: Pages(db, language) for language in self.first.languages}
        self.opening = next((s["anchor"] for s in self._sections_of(self.first)), "")

    def numbers(self, table: str) -> list[int]:
        return [row[0] for row in self.db.execute(f"select id from {table} order by id")]

    def _sections_of(self, pages: Pages) -> Iterator[Page]:
        return (pages.section(number, rules=True) for number in pages.sections())

    # ---- texts --------------------------------------------------------------------------------------------------------

    def texts(self, told: Callable[[Pages], str], shown: Callable[[str], Markup] = escape) -> Texts:
        """What the pages of each language tell; one text if they all tell the same."""
        found = {language: told(pages) for language, pages in self.pages.items()}
        main = found[self.first.language]
        rest = [(language, shown(text)) for language, text in found.items() if text not in ("", main)]
        return [(self.first.language, shown(main)), *rest]

    def place(self, anchor: str) -> PlaceView | None:
        if not anchor:
            return None
        number = self.first.number_of(anchor)
        return PlaceView(self.id_of(anchor), self.texts(lambda pages: str((pages.place(number) or {})["title"])))

    def id_of(self, anchor: str) -> str:
        return f"{self.first.name}--about" if anchor == self.opening else self.prefix + anchor

    # ---- sections -----------------------------------------------------------------------------------------------------

    def sections(self) -> Iterator[SectionView]:
        for number in self.first.sections():
            told = {language: pages.section(number, rules=True) for language, pages in self.pages.items()}
            own = told[self.first.language]
            titles = self.texts(lambda pages, told=told: str(told[pages.language]["title"]))  # type: ignore[misc]
            paragraphs = tuple(self.paragraph(told, i) for i in range(len(own["paragraphs"])))
            yield SectionView(
                self.id_of(own["anchor"]), titles, own["level"], own["printed"] if own["printed"] != own["title"] else "",
                paragraphs, *(self.id_of(near["anchor"]) if near else None for near in (own["previous"], own["next"])),
            )  # fmt: skip

    def paragraph(self, told: dict[str, Page], place: int) -> ParagraphView:
        own = told[self.first.language]["paragraphs"][place]
        texts = self.texts(lambda pages: str(told[pages.language]["paragraphs"][place]["text"]), _prose)
        return ParagraphView(texts, own["not_executable"], tuple(rule["source"] for rule in own["rules"]))

    # ---- cards --------------------------------------------------------------------------------------------------------

    def card(self, number: int) -> CardView:
        told = {language: pages.card(number) for language, pages in self.pages.items()}
        own = told[self.first.language]
        names = self.texts(lambda pages: str(told[pages.language]["called"]))
        also = tuple(n["name"] for n in own["names"] if n["name"] not in {str(name) for _, name in names})
        values = tuple(
            (a["name"], self.texts(lambda pages, i=i: ", ".join(told[pages.language]["attributes"][i]["values"])))  # type: ignore[misc]
            for i, a in enumerate(own["attributes"])
            if a["values"]
        )
        texts = tuple(
            self.texts(lambda pages, i=i: str(told[pages.language]["text"][i]["text"]), _prose)  # type: ignore[misc]
            for i in range(len(own["text"]))
        )
        uses = tuple(
            (self.texts(lambda pages, i=i: _open(told[pages.language]["uses"][i]["says"])), _stages(use))  # type: ignore[misc]
            for i, use in enumerate(own["uses"])
            if use["own"]
        )
        mentions = [self.place(anchor) for anchor in dict.fromkeys(m["section"] for m in own["mentions"])]
        anchor = f"{self.prefix}card-{own['link'].partition('#')[2]}"
        return CardView(anchor, names, tuple(dict.fromkeys(also)), own["copies"], values, texts, uses,
                        tuple(place for place in mentions if place is not None))  # fmt: skip

    # ---- readings, terms, disputes ------------------------------------------------------------------------------------

    def reading(self, number: int) -> ReadingView:
        told = {language: pages.reading(number) for language, pages in self.pages.items()}
        own = told[self.first.language]
        options = tuple(
            OptionView(option["name"], self.texts(lambda pages, i=i: str(told[pages.language]["options"][i]["text"])))  # type: ignore[misc]
            for i, option in enumerate(own["options"])
        )
        return ReadingView(
            own["name"], own["grade"], self.texts(lambda pages: str(told[pages.language]["question"])), options,
            self.texts(lambda pages: str(told[pages.language]["because"])), self.place(own["section"]),
        )  # fmt: skip

    def term(self, number: int) -> TermView:
        told = {language: pages.term(number) for language, pages in self.pages.items()}
        own = told[self.first.language]

        def names(pages: Pages) -> str:
            return " · ".join(n["name"] for n in own["names"] if n["language"] == pages.language) or str(own["name"])

        place = self.place(own["section"]["anchor"]) if own["section"] else None
        return TermView(f"{self.prefix}term-{number}", self.texts(names),
                        self.texts(lambda pages: str(told[pages.language]["meaning"])), place)  # fmt: skip

    def dispute(self, told: Dispute) -> DisputeView:
        answers = [{"readings": dict(answer.readings), "lines": answer.lines} for answer in told.answers]
        readings = tuple(dict.fromkeys(name for answer in told.answers for name in answer.readings))
        return DisputeView(
            f"{self.prefix}dispute-{told.name}", self.texts(lambda pages: told.asks[pages.language]), answers, readings,
            self.place(told.section),
        )  # fmt: skip


def _prose(text: str) -> Markup:
    return Markup(html(text))


def _open(sentence: str) -> str:
    """A sentence with its slots as dots."""
    return _SLOT.sub("…", sentence)


def _stages(use: Page) -> str:
    return ", ".join(dict.fromkeys(stage["stage"].replace("_", " ").replace("-", " ") for stage in use["stages"]))
