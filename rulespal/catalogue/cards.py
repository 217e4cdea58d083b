"""The cards of a rulebook as rows: names, attributes, the section that is about them.

A rulebook may need several cards where a player sees one: those that differ from it in numbers only and whose names
begin with its name (a card with a price tag) are its *variants* and no cards of the catalogue.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rulespal.catalogue.contents import Contents
from rulespal.model.rules import Card, EnumType, spoken
from rulespal.model.types import Type
from rulespal.text.words import key, slug, words

Member = tuple[str, int]  # an enum and the place of a member in it


class CardRows:
    """Fills the tables about cards. Cards of one name are one row, with how many of them there are.

    Of a card with variants nobody is told how many there are: they are there for the rulebook's own accounts.
    """

    def __init__(self, contents: Contents) -> None:
        self.contents = contents
        self.book = contents.book
        self.kinds: dict[str, Card] = {}
        self.variants: dict[str, list[str]] = {}  # name of a card: its own and those of its variants
        self.numbers: dict[str, int] = {}  # name of the card: number of its row
        self.holders: dict[Member, set[str]] = {}  # a member of an enum: the cards that have it

    def write(self) -> None:
        copies = Counter(card.name for card in self.book.cards)
        everything = {card.name: card for card in self.book.cards}
        by_words = {tuple(words(name)): name for name in everything}
        for name, card in everything.items():
            base = self._base(card, by_words, everything)
            self.variants.setdefault(base, []).append(name)
            if base == name:
                self.kinds[name] = card
        for name, card in self.kinds.items():
            self.numbers[name] = self._card(card, copies[name])
        for card in self.kinds.values():
            for member in self.members(card):
                self.holders.setdefault(member, set()).add(card.name)

    def _base(self, card: Card, by_words: dict[tuple[str, ...], str], everything: dict[str, Card]) -> str:
        """The name of the card of which this one is a variant; its own if it is none."""
        own = tuple(words(card.name))
        for length in range(1, len(own)):
            name = by_words.get(own[:length])
            if name is not None and (told := set(self.members(card))) and told == set(self.members(everything[name])):
                return name
        return card.name

    def _card(self, card: Card, copies: int) -> int:
        contents = self.contents
        languages = card.languages or (contents.language,) * (1 + len(card.aliases))
        names = list(zip((card.name, *card.aliases), languages, strict=True))
        section = self._section([name for name, _ in names])
        variants = self.variants[card.name][1:]
        plain = self._slug(card.name)
        known = None if variants or contents.is_open else copies
        number = contents.add("cards", name=card.name, slug=plain, copies=known, section=section)
        for name, language in names:
            contents.names.add("card", number, "name", name, language)
            contents.add("card_names", card=number, name=name, language=language)
        contents.names.plain("card", number, plain)
        for variant in variants:
            contents.names.add("card", number, "variant", variant, contents.language)
        for attribute, value in card.attributes.items():
            self._attribute(number, attribute, value)
        return number

    def _slug(self, name: str) -> str:
        """A name for links that no other card has."""
        plain = slug(name) or "card"
        taken = {row["slug"] for row in self.contents.tables["cards"]}
        return next(s for s in (plain, *(f"{plain}-{n}" for n in range(2, len(taken) + 3))) if s not in taken)

    def _section(self, names: list[str]) -> int | None:
        """The section whose heading is the card's name."""
        wanted = {key(name) for name in names}
        rows = self.contents.tables["names"]
        return next((row["target"] for row in rows if row["kind"] == "section" and row["key"] in wanted), None)

    # ---- attributes ---------------------------------------------------------------------------------------------------

    def _attribute(self, card: int, attribute: str, value: object) -> None:
        """One row a value: several of a set, one with nothing in it if there is none."""
        kind = self.book.attributes[attribute]
        values = value if isinstance(value, tuple) else (value,)
        of = kind.of if kind.kind == "collection" and isinstance(kind.of, Type) else kind
        for one in values or (None,):
            text = self._spoken(of, one)
            number = one if of.kind == "number" and isinstance(one, int) else None
            self.contents.add(
                "card_attributes", card=card, attribute=spoken(attribute), value=text, number=number,
                telling=self._tells(card, attribute, text),
            )  # fmt: skip

    def _tells(self, card: int, attribute: str, text: str | None) -> bool:
        """Whether a value says something of a card: nothing does not, nor its own name, nor a 0 that most cards have."""
        name = self.contents.tables["cards"][card - 1]["name"]
        if text is None or text == "no" or key(text.replace("-", " ")) == key(name):
            return False
        return text != "0" or self._most_common(attribute) != 0

    def _most_common(self, attribute: str) -> object:
        values = Counter(str(card.attributes.get(attribute)) for card in self.kinds.values())
        return 0 if values.most_common(1)[0][0] == "0" else None

    def _spoken(self, kind: Type, value: object) -> str | None:
        if isinstance(value, bool):
            return "yes" if value else "no"
        if kind.kind == "enum" and isinstance(value, int):
            return spoken(self.book.enums[str(kind.of)].members[value])
        return None if value is None else str(value)

    def values(self) -> None:
        """What the members of enums are called, for filters in any language."""
        used = {str(_enum(kind)) for kind in self.book.attributes.values() if _enum(kind)}
        for name, enum in self.book.enums.items():
            if name in used:
                self._members(enum)

    def _members(self, enum: EnumType) -> None:
        for member, also in zip(enum.members, enum.aliases, strict=True):
            row = self.contents.add("attribute_values", kind=enum.name, value=spoken(member))
            for called, language in [(member.replace("_", " "), self.contents.language), *((a, x) for x, a in also)]:
                self.contents.names.add("value", row, "name", called, language)

    def members(self, card: Card) -> Iterator[Member]:
        """The members of enums among the values of a card."""
        for attribute, value in card.attributes.items():
            enum = _enum(self.book.attributes[attribute])
            for one in value if isinstance(value, tuple) else (value,):
                if enum and isinstance(one, int) and not isinstance(one, bool):
                    yield enum, one


def _enum(kind: Type) -> str | None:
    of = kind.of if kind.kind == "collection" and isinstance(kind.of, Type) else kind
    return str(of.of) if of.kind == "enum" else None
