"""Questions to rulings: which of the questions that were thought of beforehand somebody asks in other words.

A question and a way of asking are compared by their words, rare ones counting more: what the question says and the ruling
cannot account for speaks against it, and what the ruling speaks of and the question does not say, too.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from weakref import WeakKeyDictionary

from rulespal.model.phrases import Phrasebook
from rulespal.model.rules import Pattern, Ruling, Slot
from rulespal.questions import frames
from rulespal.questions.comparing import ORDER, PROSE, ROLE, SAME, TEXT, Asking, Known, Match, Question, Word
from rulespal.questions.implied import implied
from rulespal.questions.likeness import alike, contrary, tells
from rulespal.questions.mentions import Mentions
from rulespal.questions.prepared import Prepared, kept
from rulespal.questions.synonyms import paragraphs, synonyms
from rulespal.questions.words import Token, lexicon, tokens, without_tag

SURE = 0.62  # a question is taken for a ruling from this score on
LIKELY, FAR = 0.45, 0.7  # … or from this one on, where the next one is so much further away
LIKE = (0.3, 0.75), (0.24, 0.9)  # … or from this one on, where it is written so much like one of its ways of asking
APART = 0.1  # by how much less the others have to be written like theirs, at least, where all have the same words
SURE_BY_ITSELF = 0.75  # … for a reading or term, which nobody has written as a question
CLEAR = 0.07  # and by this margin to the next ruling with another answer
DOUBTFUL = 0.2  # how much better a yes has to be than a no about nearly the same
WITHIN = 0.25  # how far behind the best a match may be that is written so
ACCOUNTED = 8  # of the best matches it is worked out what they do not account for
MAX_WORDS = 20_000  # of which the keys are kept
NEAR = 0.3  # from here on a ruling is offered as what may have been meant


class Rulings:
    """The rulings of a rulebook in one language, those that stand in it and those that its readings and terms make."""

    def __init__(self, phrases: Phrasebook, language: str) -> None:
        self.phrases = phrases
        self.book = phrases.book
        self.language = language
        self.lexicon = lexicon(language)
        self.mentions = Mentions(phrases, self.lexicon)
        self.synonyms = synonyms(self.book, self.lexicon)
        self._keys: dict[str, frozenset[str]] = {}
        self.all = [*self.book.rulings, *implied(self.book)]
        found = kept(self.book, language, self.all, self._prepared)
        self.known, self.frequency = found.known, found.frequency
        self.mentions.vocabulary = found.vocabulary
        self.vocabulary = frozenset(key for known in self.known for asking in known.askings for key in asking.keys)
        self._slips: dict[str, frozenset[str]] = {}

    # ---- rulings as words ---------------------------------------------------------------------------------------------

    def _prepared(self) -> Prepared:
        self.frequency = self._frequency()
        known = [known for ruling in self.all if (known := self._known(ruling)) is not None]
        return Prepared(known, self.frequency, self.mentions.vocabulary)

    def _frequency(self) -> dict[str, int]:
        """In how many rulings and paragraphs a key occurs."""
        found: Counter[str] = Counter()
        texts = [" ".join(_literal(p) for p in ruling.asks) for ruling in self.all]
        texts += [p.text for p in paragraphs(self.book, self.language)]
        for text in texts:
            found.update({key for token in tokens(text, self.lexicon) for key in self.keys(token)})
        return found

    @cached_property
    def documents(self) -> int:
        return len(self.all) + len(paragraphs(self.book, self.language)) + 1

    def weight(self, keys: Iterable[str]) -> float:
        """How much a word says: more, the rarer it is in this rulebook."""
        often = max((self.frequency.get(key, 0) for key in keys), default=0)
        return math.sqrt(math.log(1 + self.documents / (1 + often)) / math.log(1 + self.documents))

    def slips(self, keys: Iterable[str]) -> frozenset[str]:
        """The keys of ways of asking that may have been meant by a word with a slip of the pen in it."""
        for key in keys:
            if key not in self._slips:
                self._slips[key] = frozenset(other for other in self.vocabulary if frames.alike(key, other))
        return frozenset().union(*(self._slips[key] for key in keys))

    def keys(self, token: Token) -> frozenset[str]:
        """The keys of a word, of the other words that the rulebook has for it, and of the number that it is."""
        found = self._keys.get(token.word)
        if found is None:
            value = self.mentions.number(token)
            number = {f"#{value}"} if value is not None else set()
            found = token.keys.union(number, *(self.synonyms.get(key, frozenset()) for key in token.keys))
            if len(self._keys) > MAX_WORDS:
                self._keys.clear()
            self._keys[token.word] = found
        return found

    def _known(self, ruling: Ruling) -> Known | None:
        askings = [self._asking(p) for p in ruling.asks if p.language == self.language]
        if not askings:
            return None
        _share_frames(askings)
        players = frozenset(p.name for p in ruling.params if p.type.kind == "player")
        needs = tuple(p.type for p in ruling.params if p.type.kind != "player" and p.name != ruling.seats)
        keys = frozenset(key for asking in askings for key in asking.keys)
        known = Known(ruling, askings, players, needs, _of_cards(ruling), keys=keys)
        said = [(1.0, _literal(p)) for p in ruling.asks if p.language == self.language]
        said += [(ROLE, p.source) for role in ruling.roles.values() for p in role if p.language == self.language]
        answers = [*ruling.answers, *(a for c in ruling.courses for a in c.answers)]
        texts = [*(p for a in answers for p in (*a.text, *a.otherwise)), *(p for c in ruling.courses for p in c.when)]
        texts += [p for said_ in (*ruling.given, *ruling.after) for p in said_]
        said += [(TEXT, _literal(p)) for p in texts if p.language == self.language]
        said += [(TEXT, _literal(p)) for a in answers for p in a.event]
        said += [(PROSE, self.book.told(c, self.language)) for c in (ruling.citation, *ruling.see)]
        for worth, text in said:
            for token in tokens(text, self.lexicon):
                for key in self.keys(token):
                    known.spoken[key] = max(known.spoken.get(key, 0), worth)
        return known

    def _asking(self, pattern: Pattern) -> Asking:
        literal = without_tag(_literal(pattern), self.lexicon)  # as a question is compared, too
        written = tokens(literal, self.lexicon)
        people = [m for m in self.mentions.find(written, ()) if m.kind == "player"]
        inside = {n for m in people for n in range(m.first, m.last + 1)}
        found = [t for n, t in enumerate(written) if self.means(t) and n not in inside]
        words = [Word(self.keys(t), self.weight(t.keys)) for t in found]
        slots = tuple(part.name for part in pattern.parts if isinstance(part, Slot))
        keys = frozenset(key for word in words for key in word.keys)
        text = " ".join(t.word for n, t in enumerate(written) if n not in inside and not t.is_sign)
        plain, deciding = text.split(), frames.framing(self.language).deciding
        return Asking(
            pattern, words, frames.frame(literal, self.lexicon), slots, keys, text, frozenset(plain),
            tuple(self.lexicon.keys(word) for word in plain if word in deciding), sum(word.weight for word in words),
        )  # fmt: skip

    def means(self, token: Token) -> bool:
        """Whether a word says anything that tells questions apart."""
        if token.word in frames.framing(self.language).telling:
            return True
        small = self.lexicon.weightless(token.word) or token.word in self.lexicon.pronouns
        auxiliary = bool(token.keys & (frames.auxiliaries(self.language) | frames.framing(self.language).empty))
        framing = frames.is_cue(token, self.lexicon)
        return not (token.is_sign or small or auxiliary or framing or token.word.startswith("'"))

    def of_the_game(self, token: Token) -> bool:
        """Whether a word is one of the sentences, terms or names of the rulebook, or decides what a question asks."""
        known = frames.framing(self.language)
        return bool(token.keys & self.game) or token.word in known.deciding or self.names_a_thing(token.word)

    @cached_property
    def game(self) -> frozenset[str]:
        """The keys of the words of the sentences, terms and members of enums of the rulebook."""
        tables = (self.phrases.events, self.phrases.facts, self.phrases.effects)
        patterns = [sentence.pattern for table in tables for sentence in table.sentences]
        patterns += [name for term in self.book.terms for name in term.names]
        texts = [_literal(p) for p in patterns if p.language == self.language]
        texts += [name for members in self.phrases.members.values() for name in members]
        return frozenset(k for text in texts for t in tokens(text, self.lexicon) if self.means(t) for k in t.keys)

    def names_a_thing(self, word: str) -> bool:
        """Whether a folded word is the name of a card, or of a member of an enum."""
        return (word,) in self.mentions.names

    # ---- questions ----------------------------------------------------------------------------------------------------

    def matches(self, text: str, players: Sequence[str] = ()) -> list[Match]:
        """The rulings that fit a question, the best first, each once."""
        words = tokens(text, self.lexicon)
        frame = frames.frame(text, self.lexicon)
        mentions = self.mentions.find(words, players)
        asked = dict.fromkeys((True, False), Question(self, words, mentions, frame))
        if any(mention.kind == "card" for mention in mentions):
            asked[False] = Question(self, words, self.mentions.find(words, players, cards=False), frame)
        found = self._fitting(asked, NEAR)
        best = max((fits[0].score for fits in found if fits), default=0)
        if best < NEAR + WITHIN:  # those far behind count too
            found = self._fitting(asked, 0.0)
            best = max((fits[0].score for fits in found if fits), default=0)
        near = [
            max((self._compared(m, words, frame) for m in fits if m.score >= best - WITHIN), key=_rank, default=fits[0])
            for fits in found
            if fits
        ]
        ranked = sorted(near, key=lambda m: -m.rank)
        return [*(self._accounted(m, asked) for m in ranked[:ACCOUNTED]), *ranked[ACCOUNTED:]]

    def _accounted(self, m: Match, asked: Mapping[bool, Question]) -> Match:
        known = self.by_ruling[id(m.ruling)]
        return asked[known.of_cards].accounted(m, known)

    @cached_property
    def by_ruling(self) -> dict[int, Known]:
        return {id(known.ruling): known for known in self.known}

    def _fitting(self, asked: Mapping[bool, Question], least: float) -> list[list[Match]]:
        """How well a question fits each ruling, by whether names of cards are cards in it; not below `least`.

        Those with the most words in common go first: where one fits, what is far behind it need not be looked at closely.
        """
        found, best = [], 0.0
        for known in sorted(self.known, key=lambda known: -len(known.keys & asked[known.of_cards].keys)):
            fits = asked[known.of_cards].fits(known, max(least, best - WITHIN) if best >= SURE else least)
            best = max(best, fits[0].score if fits else 0.0)
            found.append(fits)
        return found

    @staticmethod
    def _compared(m: Match, words: Sequence[Token], frame: frames.Frame) -> Match:
        """A match with how the question is written, and what it asks for."""
        return replace(m, alike=alike(words, m.mentions, m.asking.text, m.asking.keys), tells=tells(m.ruling, frame))

    def sure(self, found: Sequence[Match]) -> Match | None:
        """The match that is taken for what was asked, if one is good enough and clearly better than the others."""
        close = self.close(found)
        return close[0] if len(close) == 1 else None

    def close(self, found: Sequence[Match]) -> list[Match]:
        """The best match, if it is good enough, and those others of which it is not clearly better.

        Less is good enough where no other match comes near, and nothing is where a yes and a no are both near.
        """
        if not found:
            return []
        best, written = found[0], found[0].ruling.index >= 0
        others = [m for m in found[1:] if m.ruling is not best.ruling]
        if best.score < (SURE if written else SURE_BY_ITSELF):
            alone = best.score >= LIKELY and all(m.rank < FAR * best.rank for m in others[:1])
            alike = (
                best.tells
                and not best.other_card
                and any(best.score >= least and best.alike >= like for least, like in LIKE)
            )
            return [best] if written and not best.strange and (alone or alike) else []
        if best.alike >= SAME:
            return [best]
        others = [m for m in others if not _implied(m, best)]
        apart = best.alike - max(APART, 1 - best.alike)
        if best.alike >= LIKE[0][1] and all(m.alike < apart for m in others):
            return [best]
        if any(best.rank - m.rank < DOUBTFUL and contrary(m.ruling, best.ruling) for m in others):
            return []
        return [best, *(m for m in others if best.rank - m.rank < CLEAR * (1.3 - best.score))]


def _rank(match: Match) -> float:
    return match.rank


def _share_frames(askings: Sequence[Asking]) -> None:
    """Ways of asking that are no whole sentence ask for the same kind of thing as the others."""
    kinds = frozenset(kind for asking in askings for kind in asking.frame.kinds)
    for asking in askings:
        if not asking.frame.kinds:
            asking.frame = replace(asking.frame, kinds=kinds)


def _implied(other: Match, best: Match) -> bool:
    """Whether another match is only what a reading or term asks by itself, and the best is what somebody wrote."""
    return other.ruling.index < 0 <= best.ruling.index and other.score <= best.score + ORDER / 5


def _of_cards(ruling: Ruling) -> bool:
    """Whether the name of a card is one in a question for this ruling, and not a colour and a number."""
    kinds = {p.type.kind for p in ruling.params if p.name != ruling.seats}
    return "card" in kinds or not kinds & {"number", "enum"}


def _literal(pattern: Pattern) -> str:
    return " ".join(part for part in pattern.parts if isinstance(part, str))


_KNOWN: WeakKeyDictionary[Phrasebook, dict[str, Rulings]] = WeakKeyDictionary()


def rulings_of(phrases: Phrasebook, language: str) -> Rulings:
    """The rulings of a rulebook in one language, prepared once."""
    known = _KNOWN.setdefault(phrases, {})
    if language not in known:
        known[language] = Rulings(phrases, language)
    return known[language]
