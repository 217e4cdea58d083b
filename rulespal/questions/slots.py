"""What may stand in a gap of a loose pattern: people, numbers, cards, members of an enum, lists, quoted words.

People stay as they were spoken of (a name, `he`, `the other one`) until the whole question is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulespal.model.phrases import HIDDEN, Phrasebook
from rulespal.model.types import Type
from rulespal.questions.loose import Gap, Loose, Word
from rulespal.questions.words import Lexicon, Token, tokens

MAX_ITEMS = 60  # of a list
Names = Mapping[str, str]  # folded name: as written


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody spoken of. `kind`: name, asker, we, he, she, they, it, some, other, left, right, each, who, implied."""

    kind: str
    name: str = ""
    told: tuple[tuple[Loose, tuple[tuple[str, Any], ...]], ...] = ()  # facts that are said of them in passing


@dataclass(frozen=True, slots=True)
class Open:
    """A value that the question leaves out: any member of an enum has to give the same answer."""


@dataclass(frozen=True, slots=True)
class Described:
    """A card that goes by what it is (`the enemy`, `he`): `number` among the names that the rulebook has for one card."""

    number: int


@dataclass(frozen=True, slots=True)
class Numbered:
    """A card that goes by its number: the one of that number of which the question speaks."""

    number: int


@dataclass(frozen=True, slots=True)
class Qualified:
    """A card with a word that says a fact of it, by its place among the adjectives."""

    card: int
    adjective: int


@dataclass(frozen=True, slots=True)
class Found:
    """A value that was read, up to the token `end`; `cost` for what had to be guessed."""

    end: int
    value: Any
    cost: float = 0.0


class Vocabulary:
    """The names of cards and members of enums of a rulebook, as words of one language."""

    def __init__(self, phrases: Phrasebook, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.cards = _Names(phrases.cards, lexicon)
        self.members = {name: _Names(members, lexicon) for name, members in phrases.members.items()}
        self.card_word = {"en": "card", "es": "carta"}.get(lexicon.language, "card")


class _Names:
    """Values by their names, found by the first word."""

    def __init__(self, values: Mapping[str, Any], lexicon: Lexicon) -> None:
        self.by_first: dict[str, list[tuple[tuple[Token, ...], Any]]] = {}
        for name, value in values.items():
            words = tokens(name, lexicon)
            for key in _keys(words[0]) if words else ():
                self.by_first.setdefault(key, []).append((words, value))

    def at(self, words: Sequence[Token], at: int) -> Found | None:
        """The longest name that stands here."""
        best = None
        for key in _keys(words[at]):
            for name, value in self.by_first.get(key, ()):
                here = words[at : at + len(name)]
                if (
                    len(here) == len(name)
                    and all(map(_same, name, here))
                    and (best is None or at + len(name) > best.end)
                ):
                    best = Found(at + len(name), value)
        return best


def _keys(token: Token) -> frozenset[str]:
    if token.number is not None:
        return frozenset({str(token.number)})
    return token.keys or frozenset({token.word})


def _same(one: Token, other: Token) -> bool:
    if one.is_sign and other.is_sign:
        return one.word == other.word
    return not _keys(one).isdisjoint(_keys(other))


class Slots:
    """Reads values in the words of one question. `names`: the players that it names."""

    def __init__(
        self, words: Sequence[Token], vocabulary: Vocabulary, names: Names, described: Sequence[frozenset[str]] = (),
        adjectives: Sequence[Loose] = (),
    ) -> None:  # fmt: skip
        self.words = words
        self.described = described
        self.adjectives = adjectives
        self.vocabulary = vocabulary
        self.lexicon = vocabulary.lexicon
        self.names = names

    def read(self, gap: Gap, at: int) -> Iterator[Found]:
        """The values that may stand in a gap from the token `at` on."""
        if at >= len(self.words):
            return
        if gap.wanted:
            yield from self._question_word(gap.type, at)
            return
        if gap.name.startswith("="):
            yield from self._qualified(gap, at)
            return
        if gap.clitic:
            if self.lexicon.is_kind(word := self.words[at].word, "clitics") and word in self.lexicon.pronouns:
                yield Found(at + 1, Person(self.lexicon.pronouns[word]))
            return
        yield from self.value(gap.type, at)

    def value(self, type_: Type, at: int) -> Iterator[Found]:
        """The values of a type from the token `at` on."""
        if type_.kind == "player":
            yield from self.person(at)
        elif type_.kind == "number":
            yield from self._number(at)
        elif type_.kind == "text":
            yield from self._quoted(at)
        elif type_.kind == "collection":
            yield from self._list(type_.of, at)  # type: ignore[arg-type]
        elif type_.kind == "card":
            yield from self._card(at)
        elif type_.kind == "enum":
            members = self.vocabulary.members.get(str(type_.of))
            if members and (found := members.at(self.words, self._past_article(at))):
                yield found

    def _qualified(self, gap: Gap, at: int) -> Iterator[Found]:
        """A card in the place of its name, maybe with a word that says more of it: `the fresh one`."""
        yield from (found for found in self._card(at) if isinstance(found.value, int))
        behind = self._past_article(at)
        for number, adjective in enumerate(self.adjectives):
            word = next(p for p in adjective.parts if isinstance(p, Word) and not p.free)
            if behind + 1 < len(self.words) and word.keys & self.words[behind].keys:
                for found in self._card(behind + 1):
                    if isinstance(found.value, int):
                        yield Found(found.end, Qualified(found.value, number), found.cost + 0.1)

    def _past_article(self, at: int) -> int:
        """Behind an article or possessive, if one stands here."""
        while at < len(self.words) - 1 and self.lexicon.is_kind(self.words[at].word, "articles", "possessives"):
            if self.words[at].number is not None and self.words[at].text.isdigit():
                break
            at += 1
        return at

    # ---- people -----------------------------------------------------------------------------------------------------------

    def person(self, at: int) -> Iterator[Found]:
        """Somebody who is spoken of from the token `at` on."""
        best = None
        for phrase, meaning in self.lexicon.phrases.get("people", ()):
            here = self.words[at : at + len(phrase)]
            if (
                len(here) == len(phrase)
                and all(map(same_word, phrase, here))
                and (not best or len(phrase) > best.end - at)
            ):
                best = Found(at + len(phrase), Person(meaning, " ".join(w.text for w in here)), 0.2)
        if best:
            yield best
        token = self.words[at]
        if token.word in self.names:
            yield Found(at + 1, Person("name", self.names[token.word]))
        elif self.lexicon.pronouns.get(token.word, "it") != "it" and not self.lexicon.is_kind(token.word, "clitics"):
            yield Found(at + 1, Person(self.lexicon.pronouns[token.word]))
        elif self.lexicon.is_kind(token.word, "relatives") and self._behind_a_person(at):
            yield Found(at + 1, Person("who"))

    def owner(self, at: int) -> Found | None:
        """Whose something is: `my`, `her`."""
        token = self.words[at]
        for phrase, meaning in self.lexicon.phrases.get("whose", ()):
            if phrase[0].word == token.word:
                return Found(at + 1, Person(meaning))
        return None

    def _behind_a_person(self, at: int) -> bool:
        """Whether the word before, or before a comma, is a name: `Dee, who has …`."""
        before = at - 2 if at and self.words[at - 1].word == "," else at - 1
        return before >= 0 and self.words[before].word in self.names

    def _behind_somebody(self, at: int) -> bool:
        """Whether the word before speaks of somebody: then `who` does not ask."""
        if not at:
            return False
        before = self.words[at - 1].word
        if before in self.names or before in self.lexicon.pronouns:
            return True
        return any(phrase[-1].word == before for phrase, _ in self.lexicon.phrases.get("people", ()))

    # ---- numbers, cards, members, lists ----------------------------------------------------------------------------------

    def _number(self, at: int) -> Iterator[Found]:
        at = self._past_possessive(at)
        token = self.words[at]
        if token.number is not None:
            yield Found(at + 1, token.number)
        elif token.word in ("a", "an", "un", "una", "single", "unico", "unica"):
            further = (
                at + 1 + (at + 1 < len(self.words) and self.words[at + 1].word in ("single", "one", "sola", "solo"))
            )
            yield Found(further, 1, 0.3)
        elif token.word in ("no", "ninguna", "ningun", "sin"):
            yield Found(at + 1, 0, 0.2)

    def _past_possessive(self, at: int) -> int:
        known = self.lexicon.is_kind(self.words[at].word, "possessives")
        return at + 1 if known and at + 1 < len(self.words) else at

    def _card(self, at: int) -> Iterator[Found]:
        behind = self._past_article(at)
        for place in dict.fromkeys((at, behind)):
            if found := self.vocabulary.cards.at(self.words, place):
                yield found
                return
        card = self.lexicon.keys(self.vocabulary.card_word)
        if not self.words[behind].keys.isdisjoint(card) and behind > at:
            yield Found(behind + 1, HIDDEN, 0.2)
        if behind > at and (number := self.words[behind].number) is not None:
            yield Found(behind + 1, Numbered(number), 0.4)
        if self.words[at].word in ("one", "una") and not self.words[at].text.isdigit():
            yield Found(at + 1, HIDDEN, 0.4)  # a card, as was said before
        for number, keys in enumerate(self.described):
            token = self.words[behind]
            if token.keys & keys or (behind == at and self.lexicon.pronouns.get(token.word) in ("he", "she", "it")):
                yield Found(behind + 1, Described(number), 0.3)

    def _list(self, one: Type, at: int) -> Iterator[Found]:
        items: list[Any] = []
        cost, end, here = 0.0, at, at
        while here < len(self.words) and len(items) < MAX_ITEMS:
            found = next(self._item(one, here), None)
            if found is None:
                break
            items += found.value
            cost, end = cost + found.cost, found.end
            here = self._past_separator(end)
            if here == end:
                break
        if items:
            yield Found(end, tuple(items), cost)

    def _item(self, one: Type, at: int) -> Iterator[Found]:
        """An item of a list, or several cards that nobody names."""
        number = self.words[at].number
        card = self.lexicon.keys(self.vocabulary.card_word)
        several = one.kind == "card" and number and number <= MAX_ITEMS and at + 1 < len(self.words)
        if several and not self.words[at + 1].keys.isdisjoint(card):
            yield Found(at + 2, (HIDDEN,) * (number or 0), 0.2)
            return
        for found in self.value(one, at):
            yield Found(found.end, (found.value,), found.cost)

    def _past_separator(self, at: int) -> int:
        """Behind a comma, `and`, or both."""
        end = at
        if end < len(self.words) and self.words[end].word == ",":
            end += 1
        if end < len(self.words) and self.words[end].word in ("and", "y", "e", "plus", "with", "mas", "con"):
            end += 1
        return end

    def _quoted(self, at: int) -> Iterator[Found]:
        if self.words[at].word != '"':
            return
        for end in range(at + 1, len(self.words)):
            if self.words[end].word == '"':
                yield Found(end + 1, " ".join(w.word for w in self.words[at + 1 : end]))
                return

    # ---- question words ---------------------------------------------------------------------------------------------------

    def _question_word(self, type_: Type, at: int) -> Iterator[Found]:
        one: Type = type_.of if type_.kind == "collection" else type_  # type: ignore[assignment]
        if one.kind == "player" and self._behind_somebody(at):
            return  # a player who …
        best = None
        fitting = {
            one.kind,
            *(("most", "least") if one.kind == "number" else ()),
            "any" if one.kind != "player" else "",
        }
        for phrase, meaning in self.lexicon.phrases.get("questions", ()):
            if meaning not in fitting:
                continue
            here = self.words[at : at + len(phrase)]
            if (
                len(here) == len(phrase)
                and all(map(same_word, phrase, here))
                and (not best or len(phrase) > best.end - at)
            ):
                best = Found(at + len(phrase), meaning)
        if best:
            yield best


def same_word(one: Token, other: Token) -> bool:
    """Whether a word of a phrase stands here: the word itself, or a form of it where it is a verb's bare form."""
    return one.word == other.word or (one.like(other) and len(one.word) > 1)
