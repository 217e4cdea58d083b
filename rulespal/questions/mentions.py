"""What a question names: players, cards, members of enums, numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rulespal.model.phrases import HIDDEN, Phrasebook
from rulespal.model.types import Type
from rulespal.questions.frames import framing
from rulespal.questions.people import NAMES
from rulespal.questions.query import ASKER
from rulespal.questions.words import Lexicon, Token, tokens
from rulespal.text.fold import fold

_USUAL = {name.casefold(): name for name in NAMES}  # known as names in whatever letters they are written
WEAK = 0.5  # less than this weighs what may be no number at all
_SEVERAL = re.compile(r"\d{1,3}s")  # 2s: several of that number, whatever card may go by that name
LONGEST = 5  # words of the name of a card


@dataclass(frozen=True, slots=True)
class Mention:
    """Something that a question names, from its word `first` to its word `last`.

    `kind`: player, number, card, or the name of an enum. `value`: a name (empty: nobody in particular), a number, a place.
    `weight`: how much it says where a ruling has no place for it.
    """

    kind: str
    value: Any
    first: int
    last: int
    keys: frozenset[str]
    weight: float
    of_people: bool = False  # a number of players: with five people

    def fits(self, type_: Type) -> bool:
        """Whether it may stand where a value of that type is wanted."""
        if type_.kind == "enum":
            return self.kind == type_.of
        return self.kind == type_.kind


def strongest_first(found: Sequence[Mention]) -> list[Mention]:
    """In the order in which places for them are filled: a `one` that may be a pronoun comes last."""
    return sorted(found, key=lambda m: m.weight < WEAK)


class Mentions:
    """Finds what is named, for one rulebook and language."""

    def __init__(self, phrases: Phrasebook, lexicon: Lexicon) -> None:
        self.phrases = phrases
        self.lexicon = lexicon
        self.known = framing(lexicon.language)
        self.names = self._names()
        self.single = [
            (lexicon.keys(name[0]), found)
            for name, found in self.names.items() if len(name) == 1 and found[0] != "card"
        ]  # fmt: skip
        self.numbers = {key: value for word, value in lexicon.numbers.items() if word not in self.known.ordinals
                        for key in lexicon.keys(word)}  # fmt: skip

    def _names(self) -> dict[tuple[str, ...], tuple[str, Any]]:
        """Names of cards and members, as sequences of folded words."""
        found: dict[tuple[str, ...], tuple[str, Any]] = {}
        for enum, members in self.phrases.members.items():
            for name, place in members.items():
                if len(name) > 1:
                    found.setdefault(self.cut(name), (enum, place))
        for name, place in self.phrases.cards.items():
            if name != HIDDEN:
                found[self.cut(name)] = ("card", place)
        return found

    def cut(self, name: str) -> tuple[str, ...]:
        return tuple(t.word for t in tokens(name, self.lexicon))

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """The keys of all words that the rulebook uses in this language: a word of it is nobody's name."""
        book, language = self.phrases.book, self.lexicon.language
        document = book.document.translations.get(language, book.document)
        texts = [p.text for section in document.sections for p in section.paragraphs]
        asked = [p for ruling in book.rulings for p in ruling.asks if p.language == language]
        texts += [p.source for reading in book.readings for p in reading.asks if p.language == language]
        texts += [part.lower() for pattern in asked for part in pattern.parts if isinstance(part, str)]
        return frozenset(
            k for text in texts for t in tokens(text, self.lexicon) if t.text.islower() for k in t.keys
        )  # fmt: skip

    def find(self, words: Sequence[Token], players: Sequence[str], *, cards: bool = True) -> list[Mention]:
        """Everything that is named, in the order in which it stands; nothing twice. Without `cards` no card is."""
        seats = {fold(name) for name in players}
        found: list[Mention] = []
        place = 0
        while place < len(words):
            mention = self.at(words, place, seats, cards)
            if mention is not None:
                found.append(mention)
                place = mention.last
            place += 1
        return found

    def at(self, words: Sequence[Token], place: int, seats: set[str], cards: bool) -> Mention | None:
        """What is named from a word on, the longest first."""
        word = words[place]
        for length in range(min(LONGEST, len(words) - place), 0, -1):
            part = words[place : place + length]
            named = self.names.get(tuple(t.word for t in part)) or (self.inflected(word) if length == 1 else None)
            if (
                named is not None
                and named[0] == "card"
                and (not cards or (length == 1 and _SEVERAL.fullmatch(word.text)))
            ):
                continue
            if named is not None and not (length == 1 and self.lexicon.weightless(word.word)):
                keys = frozenset(k for t in part for k in t.keys)
                return Mention(*named, place, place + length - 1, keys, 1.2 if named[0] == "card" else 0.8)
        for phrase in self.known.somebody:
            if tuple(t.word for t in words[place : place + len(phrase)]) == phrase:
                return Mention("player", "", place, place + len(phrase) - 1, frozenset(), 0)
        if self.lexicon.pronouns.get(word.word) in ("asker", "we"):
            return Mention("player", ASKER, place, place, frozenset(), 0)
        if self.is_name(words, place, seats):
            return Mention("player", _USUAL.get(word.word, word.text), place, place, frozenset(), 0)
        number = self.number(word)
        if number is not None:
            several = _SEVERAL.fullmatch(word.text) is not None
            keys = frozenset({f"#{number}s" if several else f"#{number}"}) | word.keys
            behind = words[place + 1] if place + 1 < len(words) else None
            people = behind is not None and behind.word in self.known.people
            counts = behind is not None and not behind.is_sign and not self.common_verb(behind)
            weight = 0.2 if number == 1 and not word.word.isdecimal() and not counts else 1.0
            return Mention("number", number, place, place, keys, weight, people)
        return None

    def number(self, word: Token) -> int | None:
        """The number that a word is, or is several of: five, fives. An article is none."""
        if self.lexicon.is_kind(word.word, "articles"):
            return None
        if _SEVERAL.fullmatch(word.text):
            return int(word.text[:-1])
        if word.number is not None:
            return word.number if word.word not in self.known.ordinals else None
        return next((self.numbers[key] for key in word.keys if key in self.numbers), None)

    def inflected(self, word: Token) -> tuple[str, Any] | None:
        """A member of an enum in another form of its name."""
        if word.is_sign or len(word.word) < 4:
            return None
        return next((found for keys, found in self.single if word.keys & keys), None)

    def is_name(self, words: Sequence[Token], place: int, seats: set[str]) -> bool:
        """Whether a word is the name of a player: of one who is known, or a stranger to the rulebook that looks so."""
        word = words[place]
        if fold(word.text) in seats:
            return True
        if word.is_sign or not word.word.isalpha() or self.common(word):
            return False
        if word.word in _USUAL:
            return True
        first = place == 0 or words[place - 1].word in (".", "?", "!", ":", "¿", "¡")
        after = words[place + 1] if place + 1 < len(words) else None
        if not first:
            return word.capital or (after is not None and after.word == "'s")
        return after is not None and (after.word.startswith("'") or self.verb(after))

    def verb(self, word: Token) -> bool:
        """Whether a word may follow the name of a player: small verbs, and words of the rulebook."""
        return self.lexicon.is_kind(word.word, "auxiliaries") or self.common(word)

    def common_verb(self, word: Token) -> bool:
        """Whether a word behind `one` shows that it is no number: small words, and verbs that everybody uses."""
        small = self.lexicon.weightless(word.word) or word.word in self.lexicon.pronouns
        return small or self.lexicon.auxiliary(word) or self.lexicon.is_kind(word.word, "modals")

    def common(self, word: Token) -> bool:
        """Whether a word is one of the language or of the rulebook, and so no name."""
        small = self.lexicon.weightless(word.word) or word.word in self.lexicon.pronouns
        listed = (
            word.word in self.lexicon.irregular or word.word in self.lexicon.numbers or word.word in self.known.single
        )
        negation = self.lexicon.is_kind(word.word, "negations")
        return small or listed or negation or bool(word.keys & self.vocabulary)
