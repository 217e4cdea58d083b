"""Who is meant: names in a question, pronouns, the other one, a player without a name, and in which order they sit."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rulespal.questions.query import ASKER
from rulespal.questions.slots import Person
from rulespal.questions.wording import phrase
from rulespal.questions.words import Lexicon, Token

# Given to players who have no name in a question, and known as names in whatever letters they are written.
NAMES = ("Ana", "Ben", "Cai", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe")
_CALLED = dict(zip(NAMES, "fmmfffmmfm", strict=True))  # as which of them are spoken of
_GENDERS = {"he": "m", "she": "f"}


class Unknown(Exception):
    """Nobody can tell who is meant; the word that was said."""


def names_in(words: Sequence[Token], vocabulary: Mapping[str, frozenset[str]], lexicon: Lexicon) -> dict[str, str]:
    """The names of players in a text, folded and as written: words with a capital that are no words of the game."""
    found = {name.casefold(): name for name in NAMES if any(w.word == name.casefold() for w in words)}
    for at, token in enumerate(words):
        if token.capital and token.text.isalpha() and len(token.text) > 1 and token.word not in found:
            inside = at > 0 and not (words[at - 1].is_sign and words[at - 1].word in '.?!:;¿¡"')
            known = token.word in vocabulary or _is_small(token.word, lexicon)
            repeated = sum(w.word == token.word and w.capital for w in words) > 1
            if not known and (inside or repeated or _before_a_verb(words, at, lexicon)):
                found[token.word] = token.text
    return found


def _is_small(word: str, lexicon: Lexicon) -> bool:
    return (
        word in lexicon.pronouns or word in lexicon.numbers or word in lexicon.contractions or word in lexicon.irregular
        or any(word in kind for kind in lexicon.kinds.values())
    )  # fmt: skip


def _before_a_verb(words: Sequence[Token], at: int, lexicon: Lexicon) -> bool:
    """Whether a word at the beginning of a sentence is followed by `has`, `'s`, or the like."""
    behind = words[at + 1] if at + 1 < len(words) else None
    return behind is not None and (behind.word == "'s" or lexicon.is_kind(behind.word, "modals") or (
        behind.word in lexicon.irregular or behind.word.endswith("s")
    ))  # fmt: skip


def _gender(name: str) -> str | None:
    """As what somebody of that name is spoken of, if that can be told."""
    return _CALLED.get(name) or ("f" if name.endswith("a") else None)


@dataclass(slots=True)
class People:
    """The players of a question, in the order in which they come up."""

    lexicon: Lexicon
    spoken: list[str] = field(default_factory=list)  # every mention, the latest last
    seats: list[str] = field(default_factory=list)
    seated: bool = False  # whether the question says how they sit
    called: dict[str, str] = field(default_factory=dict)  # of players without a name, how they were spoken of
    genders: dict[str, str] = field(default_factory=dict)
    subject: str | None = None  # of the last sentence

    def resolve(self, person: Person, others: Collection[str] = ()) -> str:
        """The player who is meant; not one of the `others` of the same sentence. Raises Unknown."""
        name = self._resolve(person, others)
        self._note(name)
        return name

    def _resolve(self, person: Person, others: Collection[str]) -> str:
        if person.kind == "name":
            return person.name
        if person.kind == "asker":
            return ASKER
        if person.kind == "who":
            return self._latest(())
        if person.kind in ("he", "she", "they"):
            return self._pronoun(person.kind, others)
        if person.kind == "self" and others:
            return next(iter(others))
        if person.kind == "other":
            return self._other(person, others)
        if person.kind in ("some", "each"):
            return self.unnamed(person.name)
        if person.kind in ("left", "right") and self.seated and ASKER in self.seats:
            step = 1 if person.kind == "left" else -1
            return self.seats[(self.seats.index(ASKER) + step) % len(self.seats)]
        if person.kind == "implied":
            if self.subject is None and any(name != ASKER for name in self.spoken):
                raise Unknown("")
            return self.subject or ASKER
        raise Unknown(person.name or person.kind)

    def _note(self, name: str) -> None:
        self.spoken.append(name)
        if name not in self.seats:
            self.seats.append(name)

    def _latest(self, others: Collection[str]) -> str:
        for name in reversed(self.spoken):
            if name not in others and name != ASKER:
                return name
        raise Unknown("he")

    def _pronoun(self, kind: str, others: Collection[str]) -> str:
        """The latest player that a pronoun may stand for; one whose name speaks against it only if there is no other."""
        gender = _GENDERS.get(kind)
        candidates = list(dict.fromkeys(n for n in reversed(self.spoken) if n not in others and n != ASKER))
        if gender:
            candidates = [n for n in candidates if self.genders.get(n, gender) == gender]
            candidates.sort(key=lambda n: _gender(n) not in (gender, None))
        if not candidates:
            raise Unknown(kind)
        if gender and kind != "they":
            self.genders.setdefault(candidates[0], gender)
        return candidates[0]

    def _other(self, person: Person, others: Collection[str]) -> str:
        """The other one of two; somebody new where only one has been spoken of."""
        left_over = [n for n in dict.fromkeys(self.spoken) if n not in others]
        if len(left_over) == 1:
            return left_over[0]
        if not left_over or set(left_over) == {ASKER}:
            return self.unnamed(person.name or phrase("the-other-player", self.lexicon.language))
        raise Unknown(person.name)

    def unnamed(self, called: str) -> str:
        """A player without a name: the same one when spoken of in the same way again."""
        for name, words in self.called.items():
            if words == called and called:
                return name
        name = next(n for n in (*NAMES, *map(str, range(99))) if n not in self.seats)
        self.called[name] = called or phrase("a-player", self.lexicon.language)
        return name

    def somebody(self) -> str:
        """Somebody of whom nothing is said, in words."""
        phrases = self.lexicon.phrases.get("people", ())
        return next((" ".join(w.text for w in words) for words, meaning in phrases if meaning == "some"), "somebody")

    def seat(self, people: Iterable[Person]) -> None:
        """Everybody in the order in which the question says that they sit."""
        order: list[str] = []
        for person in people:
            order.append(self._in_a_list(person, order))
        self.seats = [*order, *(n for n in self.seats if n not in order)]
        self.seated = True

    def _in_a_list(self, person: Person, others: Collection[str]) -> str:
        """Somebody in a list of those who sit at the table, each once: whoever is not known yet is somebody new."""
        try:
            return self.resolve(person, others)
        except Unknown:
            return self.unnamed(person.name or person.kind)

    def fill(self, number: int) -> None:
        """Adds players until there are so many."""
        spare = (n for n in NAMES if n not in self.seats)
        while len(self.seats) < number and (name := next(spare, None)):
            self.seats.append(name)
