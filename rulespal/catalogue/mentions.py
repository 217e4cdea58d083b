"""Which rules and sentences speak of which card, and which sections belong together: worked out from the model.

A rule speaks of a card if it names a value that the card has (a suit, a face), or if its words name the card. A
paragraph does if its words name the card, or if a rule under it does. What almost all cards have tells nothing of one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property

from rulespal.catalogue.cards import CardRows, Member
from rulespal.catalogue.contents import Contents, Row
from rulespal.catalogue.uses import inside
from rulespal.model import expr as ir
from rulespal.model.rules import Pattern
from rulespal.text.words import words

_SHARED = 0.6  # a value that a larger part of the cards has does not tell them apart
_ACCOUNTS = ("enum", "cards", "pack", "start", "invariant")  # kinds of rules that tell of all cards and of none
_SHORTEST = 3  # letters of a name that is looked for in prose


class Mentions:
    """Fills the tables of mentions."""

    def __init__(self, contents: Contents, cards: CardRows) -> None:
        self.contents = contents
        self.cards = cards
        self.book = contents.book
        self.told: dict[int, set[Member]] = {}  # number of a rule: members of enums that it names
        self.readings: dict[int, set[int]] = {}  # number of a rule: readings that it looks at
        self.said: dict[int, list[str]] = {}  # number of a rule: its sentences and reasons

    def write(self) -> None:
        for thing in self._declared():
            row = self.contents.rule_at(thing.span) if hasattr(thing, "span") else None
            if row is not None:
                self._scan(row["id"], thing)
        for name, number in self.cards.numbers.items():
            self._card(name, number)

    def _declared(self) -> Iterator[object]:
        book = self.book
        yield from (*book.states, *book.zones, *book.effects, *book.stages, *book.moves, *book.defines.values())
        yield from (*book.procedures.values(), *book.tables.values(), *book.whenevers, *book.invariants, *book.rulings)

    def _scan(self, rule: int, thing: object) -> None:
        members, readings, said = self.told.setdefault(rule, set()), self.readings.setdefault(rule, set()), []
        for part in inside(thing):
            if isinstance(part, ir.Const) and part.type.kind == "enum" and isinstance(part.value, int):
                members.add((str(part.type.of), part.value))
            elif isinstance(part, ir.ReadingNow):
                readings.add(part.reading)
            elif isinstance(part, Pattern):
                said.append(part.source)
        self.said.setdefault(rule, []).extend(said)

    # ---- cards --------------------------------------------------------------------------------------------------------

    def _card(self, name: str, number: int) -> None:
        card = self.cards.kinds[name]
        own = {m for m in self.cards.members(card) if len(self.cards.holders[m]) == 1}
        most = _SHARED * len(self.cards.kinds)
        shared = {m for m in self.cards.members(card) if 1 < len(self.cards.holders[m]) <= most}
        pattern = _named((card.name, *card.aliases))
        section = self.contents.tables["cards"][number - 1]["section"]
        touched: set[int] = set()
        for rule in self.contents.tables["rules"]:
            how = self._how(rule, own, shared, pattern)
            if how is None or rule["kind"] in _ACCOUNTS:
                continue
            if rule["kind"] == "ruling":
                self._ruling(number, rule["name"], how[0])
                continue
            self._mention(number, rule["section"], rule["paragraph"], rule["id"], *how)
            if how[0] == "name":
                touched |= self.readings.get(rule["id"], set())
        self._prose(number, section, pattern, self._called(shared))
        self._readings(number, section, pattern, touched)

    def _how(
        self, rule: Row, own: set[Member], shared: set[Member], pattern: re.Pattern[str] | None
    ) -> tuple[str, str] | None:
        """How a rule speaks of a card: by `name`, or by a `value` that it shares with others, and that word."""
        told = self.told.get(rule["id"], set())
        if found := told & own:
            return "name", self._word(min(found))
        if pattern and any(pattern.search(_searchable(text)) for text in self.said.get(rule["id"], ())):
            return "name", ""
        if found := told & shared:
            return "value", self._word(min(found, key=lambda m: (len(self.cards.holders[m]), m)))
        return None

    def _word(self, member: Member) -> str:
        return self.book.enums[member[0]].members[member[1]].replace("_", " ")

    def _ruling(self, card: int, name: str, how: str) -> None:
        """A ruling that names the card stands on its page; one about a value of many cards does not."""
        number = next((row["id"] for row in self.contents.tables["rulings"] if row["name"] == name), None)
        if number is not None and how == "name":
            self.contents.add("card_rulings", card=card, ruling=number)

    def _called(self, members: set[Member]) -> dict[Member, re.Pattern[str]]:
        """Patterns for the names of members, in every language."""
        found = {}
        for enum, place in members:
            names = [self.book.enums[enum].members[place], *(a for _, a in self.book.enums[enum].aliases[place])]
            if pattern := _named(name.replace("_", " ") for name in names):
                found[enum, place] = pattern
        return found

    def _prose(
        self, number: int, section: int | None, pattern: re.Pattern[str] | None, values: dict[Member, re.Pattern[str]]
    ) -> None:
        """The paragraphs whose words name the card or a value of it, outside the section that is about it."""
        for paragraph in self.contents.tables["paragraphs"]:
            if paragraph["section"] == section:
                continue
            texts = self._texts[paragraph["id"]]
            if pattern and pattern.search(texts):
                self._mention(number, paragraph["section"], paragraph["id"], None, "name", "")
                continue
            for member, called in values.items():
                if called.search(texts):
                    self._mention(number, paragraph["section"], paragraph["id"], None, "value", self._word(member))
                    break

    @cached_property
    def _texts(self) -> dict[int, str]:
        """The words of each paragraph, in all languages."""
        found = {row["id"]: _searchable(row["text"]) for row in self.contents.tables["paragraphs"]}
        for row in self.contents.tables["translations"]:
            if row["kind"] == "paragraph":
                found[row["target"]] += _searchable(row["text"])
        return found

    def _mention(
        self, card: int, section: int | None, paragraph: int | None, rule: int | None, how: str, word: str
    ) -> None:
        self.contents.add(
            "card_mentions", card=card, section=section, paragraph=paragraph, rule=rule, how=how, word=word
        )

    def _readings(
        self, number: int, section: int | None, pattern: re.Pattern[str] | None, touched: Iterable[int]
    ) -> None:
        """The readings of the card's section, those that name it, and those that its rules look at."""
        for place, reading in enumerate(self.book.readings):
            row = self.contents.tables["readings"][place]
            texts = [
                row["question"],
                row["because"],
                row["source"],
                *(p.source for o in reading.options for p in o.says),
            ]
            named = pattern is not None and any(pattern.search(_searchable(text)) for text in texts)
            if place in set(touched) or named or (section is not None and row["section"] == section):
                self.contents.add("card_readings", card=number, reading=row["id"])

    # ---- sections -----------------------------------------------------------------------------------------------------

    def related(self) -> None:
        """Sections that belong together: a rule of one gives a reason that the other one states."""
        found: dict[tuple[int, int], int] = {}
        for move in self.book.moves:
            row = self.contents.rule_at(move.span)
            for cited in (*(r.citation for r in move.requirements), *(d.citation for d in move.doubts)):
                other = self.contents.section_of.get(self.book.citations[cited].section)
                if row and row["section"] and other and other != row["section"]:
                    pair = (row["section"], other)
                    found[pair] = found.get(pair, 0) + 1
        for (one, other), times in found.items():
            self.contents.add("related_sections", section=one, other=other, times=times)


def _searchable(text: str) -> str:
    return f" {' '.join(words(text))} "


def _named(names: Iterable[str]) -> re.Pattern[str] | None:
    """A pattern for any of the names as whole words, also in the plural; None if all are too short to tell."""
    found = {" ".join(words(name)) for name in names}
    long = sorted((name for name in found if len(name) >= _SHORTEST), key=len, reverse=True)
    return re.compile(f" (?:{'|'.join(map(re.escape, long))})(?:e?s)? ") if long else None
