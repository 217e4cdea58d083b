"""Finding the sentences of a rulebook in what somebody says: each loose pattern tried where its words stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rulespal.questions.loose import Gap, Loose, Part, Word
from rulespal.questions.patterns import Loosebook
from rulespal.questions.slots import Found, Open, Person, Slots
from rulespal.questions.words import Lexicon, Token

MAX_SKIPPED = 4  # small words between two words of a pattern
MAX_STEPS = 4_000  # of matching one pattern at one place
WANTED = "?"  # among the values of a match: how they were asked for
OPEN_WORDS = 0.03  # that a card stands in a gap: a pattern that names it is the better one
SKIPPED, LEFT_OUT, OTHER_FORM, OTHER_PREPOSITION = 0.05, 0.15, 0.02, 0.3  # what a match costs for each
# Prepositions that people use for one another.
_EXCHANGED = {word: group for group in (
    frozenset({"at", "in", "with", "of"}), frozenset({"on", "upon", "onto"}), frozenset({"against", "versus", "vs"}),
    frozenset({"a", "de", "en", "con"}), frozenset({"to", "into"}),
) for word in group}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Match:
    """A pattern found in the words from `start` to `end`, with the values by gap and the words of the gap asked for."""

    loose: Loose
    start: int
    end: int
    values: Mapping[str, Any]
    cost: float
    asked: tuple[int, int] | None = None  # where the question word stands
    used: frozenset[int] = field(default=frozenset(), compare=False)  # the places of words with a part of the pattern


@dataclass(slots=True)
class _State:
    """How far a match has come."""

    part: int
    at: int
    values: dict[str, Any]
    cost: float
    skipped: int = 0
    asked: tuple[int, int] | None = None


class Matcher:
    """Matches the loose patterns of a rulebook in the words of one sentence."""

    def __init__(self, book: Loosebook, slots: Slots) -> None:
        self.book = book
        self.slots = slots
        self.words: Sequence[Token] = slots.words
        self.lexicon: Lexicon = book.lexicon
        self.steps = 0
        self.modal = True  # whether a modal may stand in the pattern that is tried

    def matches(self, short: Sequence[Loose] = (), *, only_short: bool = False) -> list[Match]:
        """Every pattern that is found, the best way of each. Those in `short` may lack their last words."""
        last = len(self.words)
        found: dict[tuple[int, int, int], Match] = {}
        whole = () if only_short else self.book.candidates(self.words)
        for loose in (*whole, *filter(None, map(_shortened, short))):
            for at in range(last):
                if not self._may_begin(loose, at):
                    continue
                for match in self._at(loose, at, last):
                    key = (id(loose), at, match.end)
                    if key not in found or match.cost < found[key].cost:
                        found[key] = match
        return list(found.values())

    def _may_begin(self, loose: Loose, at: int) -> bool:
        """Whether a pattern may begin here: not in front of small words that it does not speak of."""
        first = loose.parts[0]
        if isinstance(first, Word):
            return not self.words[at].keys.isdisjoint(first.keys) or first.light
        return not self.words[at].is_sign or first.type.kind in ("text", "collection", "card")

    def _at(self, loose: Loose, start: int, last: int) -> Iterator[Match]:
        """The matches of one pattern that begin at a place with a word of the pattern."""
        self.steps, self.modal = 0, loose.kind != "fact"
        for state in self._go(loose.parts, _State(0, start, {}, loose.cost), last):
            if state.at == start:
                continue
            values = dict(state.values)
            if loose.subject:
                values[loose.subject] = Person("implied")
            if loose.open:
                values[loose.open] = Open()
            if loose.agent:
                values[loose.agent] = Person("some", "somebody")
            yield Match(loose, start, state.at, values, state.cost, state.asked)

    def _go(self, parts: Sequence[Part], state: _State, last: int) -> Iterator[_State]:
        self.steps += 1
        if self.steps > MAX_STEPS:
            return
        if state.part == len(parts):
            yield state
            return
        part = parts[state.part]
        if state.at < last:
            yield from self._take(parts, part, state, last)
            if (
                state.part
                and state.skipped < MAX_SKIPPED
                and (cost := self._skipped(state.at, state.asked is not None, modal=self.modal))
            ):
                further = _State(
                    state.part, state.at + 1, state.values, state.cost + cost, state.skipped + 1, state.asked
                )
                yield from self._go(parts, further, last)
        if isinstance(part, Word) and part.light:
            cost = state.cost + (0.0 if part.free else LEFT_OUT)
            left_out = _State(state.part + 1, state.at, state.values, cost, state.skipped, state.asked)
            yield from self._go(parts, left_out, last)

    def _take(self, parts: Sequence[Part], part: Part, state: _State, last: int) -> Iterator[_State]:
        """The ways in which a part stands at a place."""
        if isinstance(part, Gap):
            yield from self._fill(parts, part, state, last)
            return
        token = self.words[state.at]
        cost = None
        if not part.keys.isdisjoint(token.keys) and not (part.participle and _active(part.word, token.word)):
            cost = 0.0 if token.word == part.word else OTHER_FORM
        elif part.preposition and token.word in _EXCHANGED.get(part.word, ()):
            cost = OTHER_PREPOSITION
        elif part.word == "i" and token.word in self.lexicon.pronouns:
            cost = 0.1  # she says she can't
        elif self._stands_for_a_card(part, token):
            cost = 0.25
        if cost is not None:
            yield from self._go(
                parts, _State(state.part + 1, state.at + 1, state.values, state.cost + cost, 0, state.asked), last
            )

    def _stands_for_a_card(self, part: Word, token: Token) -> bool:
        """Whether a pronoun may stand for the name of a card that the rulebook describes: `he` for the enemy."""
        if self.lexicon.pronouns.get(token.word) not in ("he", "she", "it"):
            return False
        return any(part.keys & described.keys for described in self.book.described)

    def _fill(self, parts: Sequence[Part], gap: Gap, state: _State, last: int) -> Iterator[_State]:
        for found in self.slots.read(gap, state.at):
            if found.end > last:
                continue
            values = {**state.values, (WANTED if gap.wanted else gap.name): found.value}
            asked = (state.at, found.end) if gap.wanted else state.asked
            cost = state.cost + found.cost + (OPEN_WORDS if gap.type.kind in ("card", "collection") else 0.0)
            yield from self._go(parts, _State(state.part + 1, found.end, values, cost, 0, asked), last)
            if isinstance(found.value, Person) and not gap.wanted:
                yield from self._with_attribute(parts, gap, state, found, last)
        yield from self._possessive(parts, gap, state, last)

    def _with_attribute(
        self, parts: Sequence[Part], gap: Gap, state: _State, found: Found, last: int
    ) -> Iterator[_State]:
        """Somebody of whom a fact is said in passing: `a player with two coins refuses`."""
        at = found.end + (found.end < last and self.words[found.end].word == ",")
        if at >= last or not self.lexicon.is_kind(self.words[at].word, "accompanied", "relatives"):
            return
        for loose in self.book.attributes:
            for inside in self._go(loose.parts, _State(0, at, {}, 0.1), last):
                told = (loose, tuple(inside.values.items()))
                values = {**state.values, gap.name: replace(found.value, told=(told,))}
                end = inside.at + (inside.at < last and self.words[inside.at].word == ",")
                cost = state.cost + found.cost + inside.cost
                yield from self._go(parts, _State(state.part + 1, end, values, cost, 0, state.asked), last)

    def _possessive(self, parts: Sequence[Part], gap: Gap, state: _State, last: int) -> Iterator[_State]:
        """`my` where the pattern has a player and `'s`."""
        follows = parts[state.part + 1] if state.part + 1 < len(parts) else None
        if gap.type.kind != "player" or not isinstance(follows, Word) or follows.word != "'s":
            return
        if found := self.slots.owner(state.at):
            values = {**state.values, gap.name: found.value}
            yield from self._go(parts, _State(state.part + 2, found.end, values, state.cost, 0, state.asked), last)

    def _skipped(self, at: int, asked: bool, *, modal: bool) -> float:
        """What it costs that a word stands between those of a pattern and says nothing; 0 where it may not.

        Behind a question word a modal may, where a move is asked for: `which card may Ana play`. What is so has none.
        """
        token = self.words[at]
        if token.number is not None and not token.text.isalpha():
            return 0.0
        lexicon = self.lexicon
        if lexicon.is_kind(token.word, "articles", "fillers", "possessives", "clitics") or lexicon.auxiliary(token):
            return SKIPPED
        if token.word == "'s":  # is, or has
            return LEFT_OUT
        if asked and (lexicon.is_kind(token.word, "modals") or token.word in ("to", "que")):
            return SKIPPED if modal else 0.0
        follows = self.words[at + 1].word if at + 1 < len(self.words) else ""
        if lexicon.is_kind(token.word, "prepositions") and lexicon.is_kind(follows, "articles", "possessives"):
            return OTHER_PREPOSITION  # on his last turn
        return 0.0


def _active(verb: str, word: str) -> bool:
    """Whether a word is a verb as in `Ana challenges` or `may Ana challenge`: whoever is named in front does it."""
    return word == verb or word in (verb.removesuffix("s"), verb.removesuffix("es"), verb.removesuffix("ies") + "y")


def _shortened(loose: Loose) -> Loose | None:
    """A pattern without the words behind its last gap (`and Ana has 9`) or behind `not` (`Cai did not`)."""
    last = max((at for at, part in enumerate(loose.parts) if isinstance(part, Gap)), default=0)
    last = max(
        last, next((at for at, p in enumerate(loose.parts) if isinstance(p, Word) and p.word in ("not", "no")), 0)
    )
    if last < 1 or last + 1 == len(loose.parts):
        return None
    return replace(loose, parts=loose.parts[: last + 1], cost=loose.cost + 0.4)
