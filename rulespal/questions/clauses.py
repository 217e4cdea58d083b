"""A question cut into sentences, and each sentence into units: sentences of the rulebook, and what is asked.

The units are those that leave the fewest words of weight over and need the fewest guesses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from rulespal.questions.loose import Loose
from rulespal.questions.matching import Match, Matcher
from rulespal.questions.patterns import Loosebook
from rulespal.questions.slots import Person, Slots, Vocabulary, same_word
from rulespal.questions.words import Lexicon, Token, tag

MAX_SENTENCES = 20
MAX_SENTENCE = 80  # words
LEFTOVER, SMALL, UNIT = 10.0, 0.2, 0.3
_STOPS = frozenset(".?!;:¿¡\n")
_SIGNS = frozenset(",()-\"'…")
UnitKind = Literal["match", "frame", "seats"]


@dataclass(frozen=True, slots=True)
class Unit:
    """A piece of a sentence that was understood. `meaning`: of a frame; `value`: the number or names of seats."""

    kind: UnitKind
    start: int
    end: int
    cost: float
    match: Match | None = None
    meaning: str = ""
    value: Any = None


@dataclass(slots=True)
class Clauses:
    """One sentence: its words, the units in it, and the words of weight that belong to none."""

    words: Sequence[Token]
    question: bool
    units: list[Unit] = field(default_factory=list)
    leftover: list[Token] = field(default_factory=list)
    cost: float = 0.0
    tagged: bool = False  # a statement with `right?` behind it

    def between(self, unit: int) -> list[Token]:
        """The words between a unit and the one before it."""
        start = self.units[unit - 1].end if unit else 0
        return list(self.words[start : self.units[unit].start])


def sentences(words: Sequence[Token]) -> Iterator[tuple[list[Token], bool]]:
    """The sentences of a text, and whether each is a question."""
    found: list[Token] = []
    quoted = False
    for token in words:
        quoted = quoted != (token.word == '"')
        if token.is_sign and token.word in _STOPS and not quoted:
            if found:
                yield found, token.word == "?"
            found = []
        else:
            found.append(token)
    if found:
        yield found, False


class Reader:
    """Reads the sentences of one question."""

    def __init__(self, book: Loosebook, vocabulary: Vocabulary, names: dict[str, str]) -> None:
        self.book = book
        self.vocabulary = vocabulary
        self.lexicon: Lexicon = book.lexicon
        self.names = names
        self.said: dict[int, Loose] = {}  # patterns that this question has used: others may leave out their last words

    def read(self, words: Sequence[Token]) -> list[Clauses]:
        """The sentences of a question."""
        found: list[Clauses] = []
        for sentence, question in sentences(words):
            if len(found) >= MAX_SENTENCES or len(sentence) > MAX_SENTENCE:
                found.append(Clauses(sentence, question, leftover=sentence))
                break
            bare = sentence[: tag(sentence, self.lexicon)] if question else sentence
            found.append(self.sentence(bare, question))
            found[-1].tagged = len(bare) < len(sentence)
        return found

    def sentence(self, words: Sequence[Token], question: bool) -> Clauses:
        """The best units of one sentence."""
        described = [d.keys for d in self.book.described]
        slots = Slots(words, self.vocabulary, self.names, described, self.book.adjectives)
        matches = Matcher(self.book, slots).matches(short=tuple(self.said.values()))
        for match in matches:
            if match.loose.shape == "said" and match.loose.kind == "fact":
                self._remember(match.loose)
        if any(m.loose.shape == "said" and m.loose.kind == "fact" for m in matches):
            matches += Matcher(self.book, slots).matches(short=tuple(self.said.values()), only_short=True)
        units = [Unit("match", m.start, m.end, m.cost + UNIT, m) for m in matches]
        units += self._phrases(words, slots)
        return self._best(words, question, units)

    def _remember(self, loose: Loose) -> None:
        """Keeps a fact that was said, and its opposite: the same may be said again in fewer words."""
        self.said.setdefault(id(loose), loose)
        for other in self.book.patterns:
            same = other.sentence.target is loose.sentence.target and other.kind == "fact" and other.shape == "said"
            if same and {other.sentence.form, loose.sentence.form} == {"yes", "no"}:
                self.said.setdefault(id(other), other)

    # ---- frames and seats -------------------------------------------------------------------------------------------------

    def _phrases(self, words: Sequence[Token], slots: Slots) -> Iterator[Unit]:
        for at in range(len(words)):
            for phrase, meaning in self.lexicon.phrases.get("frames", ()):
                if (end := self._phrase(words, at, phrase)) is not None:
                    yield Unit("frame", at, end, UNIT - 0.02 * (end - at), meaning=meaning)
            for phrase, meaning in self.lexicon.phrases.get("seats", ()):
                if found := self._with_value(words, at, phrase, slots):
                    value = int(meaning) if meaning.isdigit() else found[1]
                    yield Unit("seats", at, found[0], UNIT - 0.02 * (found[0] - at), value=value)

    def _phrase(self, words: Sequence[Token], at: int, phrase: Sequence[Token]) -> int | None:
        """Where a phrase ends that stands here, commas between its words apart."""
        for word in phrase:
            while at < len(words) and words[at].word == ",":
                at += 1
            if at >= len(words) or not same_word(word, words[at]):
                return None
            at += 1
        return at

    def _with_value(
        self, words: Sequence[Token], at: int, phrase: Sequence[Token], slots: Slots
    ) -> tuple[int, Any] | None:
        """Where a phrase with a gap ends that stands here, and what is in the gap."""
        value: Any = None
        gap = 0
        for word in phrase:
            if word.word in "{}":
                continue
            if at >= len(words):
                return None
            if word.word == "n" and gap == 0:
                if (value := words[at].number) is None:
                    return None
                gap, at = 1, at + 1
            elif word.word == "names":
                at, value = self._people(words, at, slots)
                if not value:
                    return None
            elif same_word(word, words[at]):
                at += 1
            else:
                return None
        return at, value

    def _people(self, words: Sequence[Token], at: int, slots: Slots) -> tuple[int, tuple[Person, ...]]:
        """The people that are listed from here on."""
        found: list[Person] = []
        end = at
        while at < len(words) and (one := next(slots.person(at), None)):
            found.append(one.value)
            end = at = one.end
            while at < len(words) and words[at].word in (",", "and", "y", "e"):
                at += 1
        return end, tuple(found) if len(found) > 1 else ()

    # ---- choosing ---------------------------------------------------------------------------------------------------------

    def _best(self, words: Sequence[Token], question: bool, units: Sequence[Unit]) -> Clauses:
        """The cheapest way to read all words, from the last to the first."""
        by_start: dict[int, list[Unit]] = {}
        for unit in units:
            by_start.setdefault(unit.start, []).append(unit)
        ways: list[tuple[float, Unit | None]] = [(0.0, None)] * (len(words) + 1)
        for at in range(len(words) - 1, -1, -1):
            best: tuple[float, Unit | None] = (ways[at + 1][0] + self.weight(words, at), None)
            for unit in by_start.get(at, ()):
                cost = unit.cost + ways[unit.end][0]
                if cost < best[0] - 1e-9:
                    best = (cost, unit)
            ways[at] = best
        found = Clauses(words, question, cost=ways[0][0])
        at = 0
        while at < len(words):
            chosen = ways[at][1]
            if chosen is not None:
                found.units.append(chosen)
                at = chosen.end
                continue
            if self.weight(words, at) >= LEFTOVER:
                found.leftover.append(words[at])
            at += 1
        return found

    def weight(self, words: Sequence[Token], at: int) -> float:
        """What it costs to leave a word over."""
        token = words[at]
        if token.is_sign:
            return 0.0 if token.word in _SIGNS else LEFTOVER
        lexicon = self.lexicon
        if lexicon.is_kind(token.word, "weighty") or (token.number is not None and not token.text.isalpha()):
            return LEFTOVER
        small = lexicon.weightless(token.word) or lexicon.is_kind(token.word, "expletives", "clitics")
        return SMALL if small or lexicon.auxiliary(token) else LEFTOVER
