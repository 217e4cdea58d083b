"""The sentences of a rulebook as they are said at a table: other word orders, the passive, no subject, a question word.

A *loose pattern* is one way of saying a sentence: words (any form of them) and gaps. All of them are made from what the
rulebook says of its moves, states, zones, stages and effects, and from the other names that its terms have.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from rulespal.model.phrases import Phrasebook, Sentence, Table
from rulespal.model.rules import Slot
from rulespal.model.types import CARD
from rulespal.questions.loose import Described, Gap, Kind, Loose, Part, Word
from rulespal.questions.orders import Orders, asking, attribute, be, whether, without_member
from rulespal.questions.words import Lexicon, Token, tokens

MAX_VARIANTS = 24  # of one sentence
_PLURAL = re.compile(r"\((-?)\w{1,4}\)")


class Loosebook:
    """The loose patterns of a rulebook in one language."""

    def __init__(self, phrases: Phrasebook, lexicon: Lexicon) -> None:
        self.phrases = phrases
        self.lexicon = lexicon
        self.be = be(lexicon)
        self.names = _other_names(phrases, lexicon)
        self.described = list(self._descriptions())
        self.orders = Orders(lexicon, self.described)
        self.patterns: list[Loose] = []
        tables: tuple[tuple[Kind, Table], ...] = (
            ("event", phrases.events), ("fact", phrases.facts), ("effect", phrases.effects),
        )  # fmt: skip
        for kind, table in tables:
            for sentence in table.sentences:
                if sentence.pattern.language == lexicon.language:
                    self.patterns += self._ways(kind, sentence)
        self.attributes = [a for loose in self.patterns for a in attribute(loose, lexicon)]
        alone = [
            a for a in self.attributes if isinstance(a.parts[0], Word) and a.parts[0].word in _accompanied(lexicon)
        ]
        self.patterns += [replace(a, shape="headless", cost=0.5, needs=self._needs(a)) for a in alone]
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
        renamed = self._renamed(self._using_cards(kind, tuple(self._parts(sentence))))
        for parts in self._by_their_card(sentence, renamed):
            said = Loose(kind, sentence, parts)
            for loose in (said, *self.orders.turned(said)):
                for one in (loose, *asking(loose), *whether(loose), *without_member(loose)):
                    found.setdefault(one.parts, one)
        return [replace(loose, needs=self._needs(loose)) for loose in list(found.values())[:MAX_VARIANTS]]

    def _using_cards(self, kind: Kind, parts: tuple[Part, ...]) -> tuple[Part, ...]:
        """A sentence that says of a certain card that it is used says also that it is played."""
        words = [p.word for p in parts if isinstance(p, Word)]
        named = any(" ".join(words[i:j]) in self.phrases.cards for i in range(len(words)) for j in range(i + 1, i + 4))
        using = frozenset().union(*map(self.lexicon.keys, self.lexicon.kinds.get("using", ())))
        if kind != "event" or not named:
            return parts
        return tuple(replace(p, keys=p.keys | using) if isinstance(p, Word) and p.keys & using else p for p in parts)

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


def _accompanied(lexicon: Lexicon) -> frozenset[str]:
    return lexicon.kinds.get("accompanied", frozenset())


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
