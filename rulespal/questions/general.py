"""General questions that need no scenario: how many cards of a kind there are, and what everybody starts with.

They are answered from the data of a rulebook and from a game that starts, and only if every word has its part in that:
what is counted, and small words that stand in the lists `pack` and `beginning` of a language.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulespal.model.phrases import HIDDEN, Phrasebook
from rulespal.model.rules import Card, Slot, State, Zone
from rulespal.questions.mentions import Mention
from rulespal.questions.people import NAMES
from rulespal.questions.query import Asked, Query
from rulespal.questions.rulings import Rulings
from rulespal.questions.slots import Vocabulary, same_word
from rulespal.questions.words import Token, tokens


def general(text: str, phrases: Phrasebook, rulings: Rulings) -> Query | None:
    """The query of a general question; None if it is none, or not to its last word."""
    return _Question(text, phrases, rulings).query()


class _Question:
    def __init__(self, text: str, phrases: Phrasebook, rulings: Rulings) -> None:
        self.text = text
        self.phrases = phrases
        self.book = phrases.book
        self.rulings = rulings
        self.lexicon = rulings.lexicon
        self.cards = Vocabulary(phrases, self.lexicon).cards
        self.words = [t for t in tokens(text, self.lexicon) if not t.is_sign]

    def query(self) -> Query | None:
        place = self._how_many()
        if place is None or place[1] >= len(self.words):
            return None
        before, behind = self.words[: place[0]], self.words[place[1] :]
        return self._of_pack(before, behind) or self._at_the_start(behind[0], [*before, *behind[1:]])

    def _how_many(self) -> tuple[int, int] | None:
        """From where to where `how many` stands, in whatever words."""
        asking = self.lexicon.phrases.get("questions", ())
        phrases = [
            p for p, kind in asking if kind == "number" and any(self.lexicon.is_kind(t.word, "counting") for t in p)
        ]
        for phrase in sorted(phrases, key=len, reverse=True):
            for at in range(len(self.words) - len(phrase) + 1):
                if all(map(same_word, phrase, self.words[at : at + len(phrase)])):
                    return at, at + len(phrase)
        return None

    def _small(self, words: Sequence[Token], kind: str) -> bool:
        """Whether words say no more than those of a list."""
        known = frozenset().union(*map(self.lexicon.keys, self.lexicon.kinds.get(kind, ())))
        return all(not w.keys.isdisjoint(known) for w in words)

    # ---- cards of a kind --------------------------------------------------------------------------------------------------

    def _of_pack(self, before: Sequence[Token], behind: Sequence[Token]) -> Query | None:
        """How many cards of a kind there are in all."""
        things = self._things(behind)
        inside = {n for m in things for n in range(m.first, m.last + 1)}
        cards = [t for t in behind if not t.keys.isdisjoint(self._card_word())]
        others = [t for n, t in enumerate(behind) if n not in inside and t not in cards]
        if not (things or cards) or not self._small([*before, *others], "pack"):
            return None
        found = [card for card in self.book.cards if all(self._fits(card, m) for m in things)]
        return self._told(len(found)) if found else None

    def _things(self, words: Sequence[Token]) -> list[Mention]:
        """The cards, members and numbers that words name, cards also in the plural."""
        found = [m for m in self.rulings.mentions.find(words, ()) if m.kind != "player"]
        taken = {n for m in found for n in range(m.first, m.last + 1)}
        for at in range(len(words)):
            named = self.cards.at(words, at) if at not in taken and words[at].number is None else None
            if named is not None and named.value != HIDDEN:
                found.append(Mention("card", named.value, at, named.end - 1, frozenset(), 1.0))
        return found

    def _card_word(self) -> frozenset[str]:
        return frozenset().union(*map(self.lexicon.keys, self.lexicon.kinds.get("cards", ())))

    def _fits(self, card: Card, mention: Mention) -> bool:
        """Whether a card is of the kind that is named: by its name, its number, or a member of an enum."""
        if mention.kind == "card":
            return bool(card.name == self.book.cards[mention.value].name)
        if mention.kind == "number":
            return any(
                card.attributes.get(n) == mention.value for n, t in self.book.attributes.items() if t.kind == "number"
            )
        enums = [n for n, t in self.book.attributes.items() if t.kind == "enum" and t.of == mention.kind]
        return any(card.attributes.get(n) == mention.value for n in enums)

    def _told(self, count: int) -> Query:
        players = NAMES[: max(1, self.book.players[0])]
        return Query(
            self.text, self.lexicon.language, tuple(players), asked=(Asked("data", value=count),), understood=self.text,
        )  # fmt: skip

    # ---- what everybody starts with ---------------------------------------------------------------------------------------

    def _at_the_start(self, noun: Token, others: Sequence[Token]) -> Query | None:
        """How much of something everybody has when a game starts, for a number of players that is said."""
        numbers = [t.number for t in others if t.number is not None and t.word.isdecimal()]
        numbers += [t.number for t in others if t.number not in (None, 1) and not t.word.isdecimal()]
        small = [t for t in others if t.number not in numbers]
        if len(numbers) > 1 or not self._small(small, "beginning") or not self._says_beginning(small):
            return None
        all_things: list[State | Zone] = [*self.book.zones, *self.book.states]
        things = [thing for thing in all_things if self._is_counted(thing, noun)]
        low, high = self.book.players
        number = numbers[0] if numbers else (low if low == high else None)
        if len(things) != 1 or number is None or not low <= number <= high:
            return None
        return self._of_everybody(things[0], number)

    def _says_beginning(self, words: Sequence[Token]) -> bool:
        starting = frozenset().union(*map(self.lexicon.keys, self.lexicon.kinds.get("starting", ())))
        return any(not w.keys.isdisjoint(starting) for w in words)

    def _is_counted(self, thing: State | Zone, noun: Token) -> bool:
        """Whether everybody has so many of what a word names: `{player} has {value} coin(s)`."""
        if thing.owner is None or thing.owner.kind != "player":
            return False
        form, slot = ("count", "count") if isinstance(thing, Zone) else (None, "value")
        if isinstance(thing, State) and thing.type.kind != "number":
            return False
        for pattern in thing.says.get(form, ()):
            names = [p.name if isinstance(p, Slot) else None for p in pattern.parts]
            if pattern.language == self.lexicon.language and slot in names:
                behind = pattern.parts[names.index(slot) + 1 :]
                said = tokens(str(behind[0]), self.lexicon) if behind and isinstance(behind[0], str) else ()
                if said and not said[0].keys.isdisjoint(noun.keys):
                    return True
        return False

    def _of_everybody(self, thing: State | Zone, number: int) -> Query:
        players = tuple(NAMES[:number])
        asked = [Asked("value", thing=thing, args=(name,), count=isinstance(thing, Zone)) for name in players]
        one, *rest = (self._asking(players, part) for part in asked)
        return replace(one, alike=tuple(rest))

    def _asking(self, players: tuple[str, ...], asked: Asked) -> Query:
        return Query(self.text, self.lexicon.language, players, asked=(asked,), understood=self.text, from_start=True)
