"""The sentences of a rulebook as they are said at a table: other word orders, the passive, no subject, a question word.

A *loose pattern* is one way of saying a sentence: words (any form of them) and gaps. All of them are made from what the
rulebook says of its moves, states, zones, stages and effects, and from the other names that its terms have.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from rulespal.model.phrases import Phrasebook, Sentence, Table
from rulespal.model.rules import Slot
from rulespal.model.types import CARD, Type
from rulespal.questions.words import Lexicon, Token, tokens
from rulespal.text.fold import fold

Kind = Literal["event", "fact", "effect"]
MAX_VARIANTS = 24  # of one sentence
_PLURAL = re.compile(r"\((-?)\w{1,4}\)")
_PARTICLES = {"en": ("out", "up", "off", "down", "back", "away", "in", "over", "on"), "es": ("fuera",)}
_BY = {"en": "by", "es": "por"}


@dataclass(frozen=True, slots=True)
class Word:
    """A literal word of a pattern, in any of its forms. `light`: it may be left out."""

    word: str
    keys: frozenset[str]
    light: bool = False
    preposition: bool = False
    free: bool = False  # it may be left out and nothing is lost by it


@dataclass(frozen=True, slots=True)
class Gap:
    """Where a value stands. `wanted`: where a question word stands that asks for it; `clitic`: where `lo`, `le` stand."""

    name: str
    type: Type
    wanted: bool = False
    clitic: bool = False


Part = Word | Gap


@dataclass(frozen=True, slots=True)
class Loose:
    """One way of saying a sentence. `shape`: said, passive, headless (its subject is left out) or wanted."""

    kind: Kind
    sentence: Sentence
    parts: tuple[Part, ...]
    shape: str = "said"
    subject: str = ""  # the gap that is left out
    agent: str = ""  # the gap of the one who does it, where it is said without them
    wanted: str = ""  # the gap that is asked for
    cost: float = 0.0
    needs: tuple[frozenset[str], ...] = field(default=(), compare=False)  # keys of the words that must occur


@dataclass(frozen=True, slots=True)
class Described:
    """A fact that says what the one card of a name is (`the royal is {cards}`): the card may stand for the name."""

    keys: frozenset[str]
    sentence: Sentence
    slot: str


class Loosebook:
    """The loose patterns of a rulebook in one language."""

    def __init__(self, phrases: Phrasebook, lexicon: Lexicon) -> None:
        self.phrases = phrases
        self.lexicon = lexicon
        self.be = lexicon.keys("es" if lexicon.language == "es" else "is")
        self.names = _other_names(phrases, lexicon)
        self.described = list(self._descriptions())
        self.patterns: list[Loose] = []
        tables: tuple[tuple[Kind, Table], ...] = (
            ("event", phrases.events), ("fact", phrases.facts), ("effect", phrases.effects),
        )  # fmt: skip
        for kind, table in tables:
            for sentence in table.sentences:
                if sentence.pattern.language == lexicon.language:
                    self.patterns += self._ways(kind, sentence)
        self.by_key: dict[str, list[Loose]] = {}
        for loose in self.patterns:
            for key in min(loose.needs, key=len, default=frozenset({""})):
                self.by_key.setdefault(key, []).append(loose)
        self.adjectives = [loose for loose in self.patterns if _is_adjective(loose)]

    def candidates(self, words: Sequence[Token]) -> list[Loose]:
        """The patterns of which all words that must occur do occur."""
        keys = frozenset().union(*(word.keys for word in words))
        near = {id(p): p for key in (*keys, "") for p in self.by_key.get(key, ())}
        return [p for p in near.values() if all(not need.isdisjoint(keys) for need in p.needs)]

    # ---- making them ------------------------------------------------------------------------------------------------------

    def _ways(self, kind: Kind, sentence: Sentence) -> list[Loose]:
        found: dict[tuple[Part, ...], Loose] = {}
        for parts in self._by_their_card(sentence, self._renamed(tuple(self._parts(sentence)))):
            said = Loose(kind, sentence, parts)
            for loose in (said, *self._turned(said)):
                found.setdefault(loose.parts, loose)
                for wanted in (*_asking(loose), *_whether(loose)):
                    found.setdefault(wanted.parts, wanted)
        return [replace(loose, needs=self._needs(loose)) for loose in list(found.values())[:MAX_VARIANTS]]

    def _needs(self, loose: Loose) -> tuple[frozenset[str], ...]:
        """The words without which a pattern cannot be found; a pronoun may stand for the name of a card."""
        words = (p for p in loose.parts if isinstance(p, Word) and not p.light and not p.preposition)
        return tuple(p.keys for p in words if not any(p.keys & d.keys for d in self.described))

    def _parts(self, sentence: Sentence) -> Iterator[Part]:
        types = dict(sentence.slots)
        for part in sentence.pattern.parts:
            if isinstance(part, Slot):
                yield Gap(part.name, types[part.name])
            else:
                for token in tokens(_PLURAL.sub("", part), self.lexicon):
                    if not token.is_sign:
                        yield self._word(token)

    def _word(self, token: Token) -> Word:
        lexicon = self.lexicon
        free = lexicon.is_kind(token.word, "articles", "fillers", "expletives", "clitics")
        light = free or lexicon.auxiliary(token) or token.word in ("'s", "'", "i")
        return Word(token.word, token.keys, light, lexicon.is_kind(token.word, "prepositions"), free)

    def _renamed(self, parts: tuple[Part, ...]) -> Iterator[tuple[Part, ...]]:
        """The parts, each term in them with the keys of all its names; and again for each name of several words."""
        longer = [parts]
        for group in self.names:
            for words in group:
                at = _place(parts, words)
                if at < 0:
                    continue
                single = frozenset().union(*(name[0].keys for name in group if len(name) == 1))
                if len(words) == 1:
                    one = parts[at]
                    assert isinstance(one, Word)
                    parts = (*parts[:at], replace(one, keys=one.keys | single), *parts[at + 1 :])
                    longer[0] = parts
                longer += [
                    (*parts[:at], *map(self._word, other), *parts[at + len(words) :])
                    for other in group if other != words and (len(other) > 1 or len(words) > 1)
                ]  # fmt: skip
                break
        yield from longer[:6]

    def _descriptions(self) -> Iterator[Described]:
        for sentence in self.phrases.facts.sentences:
            if sentence.pattern.language != self.lexicon.language or sentence.form is not None:
                continue
            said = [p for p in self._parts(sentence) if isinstance(p, Gap) or not p.free]
            if len(said) != 3:
                continue
            *name, be, gap = said
            if (
                not isinstance(name[0], Word)
                or not isinstance(gap, Gap)
                or isinstance(be, Gap)
                or be.keys.isdisjoint(self.be)
            ):
                continue
            if gap.type.kind == "card" or (
                gap.type.kind == "collection" and getattr(sentence.target, "seen_by", "") == "all"
            ):
                keys = frozenset().union(*(w[0].keys for group in self.names for w in group if len(w) == 1
                                           and any(_place(name, other) == 0 for other in group)))  # fmt: skip
                yield Described(name[0].keys | keys, sentence, gap.name)

    def _by_their_card(self, sentence: Sentence, found: Iterable[tuple[Part, ...]]) -> Iterator[tuple[Part, ...]]:
        """The parts, and the parts with a gap for a card where they name what the card is."""
        for parts in found:
            yield parts
            for number, described in enumerate(self.described):
                for at, part in enumerate(parts):
                    if sentence.target is described.sentence.target or isinstance(part, Gap):
                        continue
                    if part.keys & described.keys:
                        yield (*parts[:at], Gap(f"={number}", CARD), *parts[at + 1 :])

    def _turned(self, said: Loose) -> Iterator[Loose]:
        """Other orders of the words of a sentence."""
        parts = said.parts
        if (copula := self._copula(parts)) is not None:
            yield replace(said, parts=copula)
        yield from self._bare(said)
        if len(parts) < 2 or not isinstance(parts[0], Gap):
            return
        if parts[0].type.kind == "card" and self.described and said.kind != "event" and _is_content(parts[1:]):
            yield replace(said, parts=parts[1:], shape="headless", subject=parts[0].name, cost=0.6)
        if parts[0].type.kind != "player":
            return
        subject, rest = parts[0], parts[1:]
        apart = self._particle_apart(rest)
        if apart:
            yield replace(said, parts=(subject, *apart))
        for turned in self._clitic_in_front(rest):
            yield replace(said, parts=(subject, *turned))
            yield replace(said, parts=turned, shape="headless", subject=subject.name, cost=0.6)
        if said.kind == "fact" and not any(isinstance(p, Word) and not p.light for p in rest):
            return
        for tail in (rest, apart):
            if tail and _is_content(tail):
                yield replace(said, parts=tail, shape="headless", subject=subject.name, cost=0.6)
        if said.kind == "event":
            yield from self._passive(said, subject, rest)

    def _bare(self, said: Loose) -> Iterator[Loose]:
        if (bare := self._without_subject(said.parts)) is not None:
            yield replace(said, parts=bare, cost=0.5)
            for turned in self._clitic_in_front(bare):
                yield replace(said, parts=turned, cost=0.5)

    def _without_subject(self, parts: tuple[Part, ...]) -> tuple[Part, ...] | None:
        """`el jefe ataca` as `ataca`, where the card has a name and verbs say by themselves who acts."""
        start = next((i for i, p in enumerate(parts) if isinstance(p, Gap) or not p.free), len(parts))
        if not self.lexicon.endings or len(parts) - start < 2 or isinstance(parts[start], Gap):
            return None
        named = any(parts[start].keys & d.keys for d in self.described)  # type: ignore[union-attr]
        return parts[start + 1 :] if named and _is_content(parts[start + 1 :]) else None

    def _copula(self, parts: tuple[Part, ...]) -> tuple[Part, ...] | None:
        """`the stake is 4` as `4 is the stake`; None for other sentences."""
        if len(parts) < 3 or not isinstance(parts[-1], Gap) or not isinstance(parts[-2], Word):
            return None
        if parts[-2].keys.isdisjoint(self.be):
            return None
        name = parts[:-2]
        if not all(isinstance(p, Word) for p in name):
            return None
        called = self.lexicon.keys(fold(str(parts[-1].type.of or "")))  # white is the current colour; white is current
        return (parts[-1], parts[-2], *(self._lightened(p, called) for p in name))

    @staticmethod
    def _lightened(part: Part, called: frozenset[str]) -> Part:
        return replace(part, light=True) if isinstance(part, Word) and part.keys & called else part

    def _particle_apart(self, rest: tuple[Part, ...]) -> tuple[Part, ...] | None:
        """`calls out Ben` as `calls Ben out`."""
        if len(rest) < 3 or not isinstance(rest[1], Word) or not isinstance(rest[2], Gap):
            return None
        if rest[1].word not in _PARTICLES.get(self.lexicon.language, ()):
            return None
        return (rest[0], rest[2], rest[1], *rest[3:])

    def _clitic_in_front(self, rest: tuple[Part, ...]) -> Iterator[tuple[Part, ...]]:
        """`reta a Ben` as `lo reta`."""
        if not self.lexicon.kinds.get("clitics"):
            return
        for at, part in enumerate(rest):
            if isinstance(part, Gap) and part.type.kind == "player":
                before = rest[: at - 1] if isinstance(rest[at - 1], Word) and rest[at - 1].preposition else rest[:at]  # type: ignore[union-attr]
                yield (replace(part, clitic=True), *before, *rest[at + 1 :])
                return

    def _passive(self, said: Loose, subject: Gap, rest: tuple[Part, ...]) -> Iterator[Loose]:
        """`Ana challenges Ben` as `Ben is challenged by Ana`, and without the two last words."""
        verb = next((i for i, p in enumerate(rest) if isinstance(p, Word) and not p.light), None)
        if verb != 0:
            return
        particle = 1 + (len(rest) > 1 and isinstance(rest[1], Word)
                        and rest[1].word in _PARTICLES.get(self.lexicon.language, ()))  # fmt: skip
        end = particle + _object(rest[particle:])
        if end == particle:
            return
        object_, tail = rest[particle:end], rest[end:]
        be = Word("be", self.be, light=True)
        by = _BY.get(self.lexicon.language)
        agent: tuple[Part, ...] = (Word(by, self.lexicon.keys(by)), subject) if by else ()
        turned = (*object_, be, *rest[:particle], *tail)
        if by:
            yield replace(said, parts=(*turned, *agent), shape="passive", cost=0.1)
        yield replace(said, parts=turned, shape="passive", agent=subject.name, cost=0.3)
        if isinstance(object_[0], Gap) and object_[0].type.kind == "player":
            parts = (*rest[:particle], *tail)
            yield replace(said, parts=parts, shape="participle", subject=object_[0].name, agent=subject.name, cost=0.8)


def _is_content(parts: Sequence[Part]) -> bool:
    """Whether parts begin with a word that carries the meaning."""
    return isinstance(parts[0], Word) and not parts[0].light


def _object(parts: Sequence[Part]) -> int:
    """How many parts the object takes at the front of parts: a gap, or words up to a preposition or gap."""
    if not parts:
        return 0
    if isinstance(parts[0], Gap):
        return 1
    count = 0
    for part in parts:
        if isinstance(part, Gap) or part.preposition:
            break
        count += 1
    return count


def _is_adjective(loose: Loose) -> bool:
    """Whether a fact is a word and the card that goes by a name: `a fresh enemy`."""
    said = [p for p in loose.parts if isinstance(p, Gap) or not p.free]
    if loose.kind != "fact" or loose.shape != "said" or len(said) != 2:
        return False
    return isinstance(said[0], Word) and isinstance(said[1], Gap) and said[1].name.startswith("=")


def _place(parts: Sequence[Part], words: Sequence[Token]) -> int:
    """Where words stand one after the other among parts, or -1."""
    for start in range(len(parts) - len(words) + 1):
        here = parts[start : start + len(words)]
        if all(isinstance(p, Word) and not p.keys.isdisjoint(w.keys) for p, w in zip(here, words, strict=True)):
            return start
    return -1


def _asking(loose: Loose) -> Iterator[Loose]:
    """A sentence with a question word for each of its gaps: where the gap is, and in front."""
    if loose.shape not in ("said", "passive"):
        return
    for at, gap in enumerate(loose.parts):
        if not isinstance(gap, Gap) or gap.type.kind in ("text", "truth", "stage") or gap.name.startswith("="):
            continue
        asked = replace(gap, wanted=True)
        before, behind = loose.parts[:at], loose.parts[at + 1 :]
        front: list[Part] = [asked]
        if gap.type.kind == "number" and behind and isinstance(behind[0], Word) and not behind[0].preposition:
            front.append(replace(behind[0], light=True))  # how many cards
            behind = behind[1:]
        while before and isinstance(before[-1], Word) and before[-1].free:
            before = before[:-1]
        if before and isinstance(before[-1], Word) and before[-1].preposition:
            behind = (*behind, replace(before[-1], light=True))  # what … for
            before = before[:-1]
        parts = (*front, *before, *behind)
        if any(isinstance(p, Word) and not p.light for p in parts):
            yield replace(loose, parts=parts, wanted=gap.name, shape="wanted", cost=loose.cost + 0.1)
        elif len(parts) > 2:
            yield replace(loose, parts=parts, wanted=gap.name, shape="wanted", cost=loose.cost + 0.4)


def _whether(loose: Loose) -> Iterator[Loose]:
    """An effect without its number or cards, for the question whether it comes about: `does Ben draw cards`."""
    if loose.kind != "effect" or loose.shape != "said":
        return
    for at, gap in enumerate(loose.parts):
        if isinstance(gap, Gap) and (gap.type.kind == "number" or gap.type.kind == "collection"):
            before, behind = loose.parts[:at], loose.parts[at + 1 :]
            if before and isinstance(before[-1], Word) and before[-1].preposition:
                before = before[:-1]
            noun = [replace(behind[0], light=True)] if behind and isinstance(behind[0], Word) else []
            yield replace(loose, parts=(*before, *noun, *behind[1:]), shape="whether", cost=0.5)


def _other_names(phrases: Phrasebook, lexicon: Lexicon) -> list[list[tuple[Token, ...]]]:
    """The names of each term in one language, as words."""
    found = []
    for term in phrases.book.terms:
        names = [tokens(p.source, lexicon) for p in term.names if p.language == lexicon.language]
        found.append([name for name in names if name])
    return [group for group in found if len(group) > 1]


def vocabulary(phrases: Phrasebook, lexicon: Lexicon, more: Iterable[str] = ()) -> Mapping[str, frozenset[str]]:
    """Every word that a rulebook uses anywhere, folded, with its keys."""
    book = phrases.book
    texts = [p.text for section in book.document.sections for p in section.paragraphs]
    texts += [section.title for section in book.document.sections]
    texts += [name for card in book.cards for name in (card.name, *card.aliases)]
    texts += [name for enum in book.enums.values() for name in enum.members]
    texts += [alias for enum in book.enums.values() for group in enum.aliases for _, alias in group]
    for table in (phrases.events, phrases.facts, phrases.effects):
        texts += [p for s in table.sentences for p in s.pattern.parts if isinstance(p, str)]
    found: dict[str, frozenset[str]] = {}
    for text in (*texts, *more):
        for token in tokens(_PLURAL.sub("", text), lexicon):
            found.setdefault(token.word, token.keys)
    return found
