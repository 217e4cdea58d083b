"""Questions to rulings: which of the questions that were thought of beforehand somebody asks in other words.

A question and a way of asking are compared by their words, rare ones counting more: what the question says and the ruling
cannot account for speaks against it, and what the ruling speaks of and the question does not say, too.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from weakref import WeakKeyDictionary

from rulespal.model.phrases import Phrasebook
from rulespal.model.rules import Pattern, Ruling, Slot
from rulespal.questions import frames
from rulespal.questions.implied import implied
from rulespal.questions.likeness import alike, same_people, tells
from rulespal.questions.mentions import WEAK, Mention, Mentions, strongest_first
from rulespal.questions.query import ASKER
from rulespal.questions.synonyms import paragraphs, synonyms
from rulespal.questions.words import Token, lexicon, tokens

SURE = 0.62  # a question is taken for a ruling from this score on
SURE_BY_ITSELF = 0.75  # … for a reading or term, which nobody has written as a question
CLEAR = 0.07  # and by this margin to the next ruling with another answer
SAME = 0.95  # from here on a question is a way of asking as it is written, however near another one is
OF_QUESTION = 0.55  # how much it counts that the question is accounted for; the rest, that the way of asking is
# For each thing of which the question speaks and the ruling does not.
STRANGE_NUMBER, STRANGE_THING, STRANGE_PLAYER = 0.88, 0.75, 0.75
OTHER_NUMBER = 0.8  # for each number of a way of asking that is not in the question
BARELY, BESIDE = 0.6, 0.7  # where a ruling speaks of less than half of the sentence that asks
MISSED = 0.92  # for each word of a question of which a ruling does not speak
ORDER = 0.05  # how much it counts that a question is written like a way of asking, beside having its words
WRITTEN_SO = 0.2  # how much more it counts that it is a way of asking as it is written
WITHIN = 0.25  # how far behind the best a match may be that is written so
OTHERWISE_TOLD = 0.04  # how much it counts against a ruling that it answers with something else than is asked for
NEAR = 0.3  # from here on a ruling is offered as what may have been meant
ASKED = 1.5  # how much more the words of the sentence count that asks
_ROLE, _TEXT, _PROSE = (
    0.8,
    0.55,
    0.3,
)  # how far a word counts as said by a ruling that only its roles, texts, prose hold


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a way of asking that means something."""

    keys: frozenset[str]
    weight: float


@dataclass(slots=True)
class Asking:
    """One way of asking a ruling: its words, and the frame of the question."""

    pattern: Pattern
    words: list[Word]
    frame: frames.Frame
    slots: tuple[str, ...]
    keys: frozenset[str]
    text: str  # its words, without what stands in its slots


@dataclass(slots=True)
class Known:
    """A ruling as it can be asked for in one language. `spoken`: how far it speaks of a key."""

    ruling: Ruling
    askings: list[Asking]
    players: frozenset[str]  # its slots in which players stand
    spoken: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Match:
    """A ruling that fits a question, with how well (0 to 1), and what was left over of the question."""

    ruling: Ruling
    asking: Asking
    score: float
    alike: float  # how much the question is written like the way of asking
    left: tuple[str, ...]
    mentions: tuple[Mention, ...]
    tells: bool = True  # whether it answers with what is asked for

    @property
    def rank(self) -> float:
        """The score, and a little for how it is written, for being a ruling that somebody wrote, and for what it tells."""
        written = ORDER * self.alike + WRITTEN_SO * (self.alike >= SAME)
        return self.score + written + ORDER / 5 * (self.ruling.index >= 0) - OTHERWISE_TOLD * (not self.tells)


class Rulings:
    """The rulings of a rulebook in one language, those that stand in it and those that its readings and terms make."""

    def __init__(self, phrases: Phrasebook, language: str) -> None:
        self.phrases = phrases
        self.book = phrases.book
        self.language = language
        self.lexicon = lexicon(language)
        self.mentions = Mentions(phrases, self.lexicon)
        self.synonyms = synonyms(self.book, self.lexicon)
        self.all = [*self.book.rulings, *implied(self.book)]
        self.known = [known for ruling in self.all if (known := self._known(ruling)) is not None]
        self.vocabulary = frozenset(key for known in self.known for asking in known.askings for key in asking.keys)
        self._slips: dict[str, frozenset[str]] = {}

    # ---- rulings as words ---------------------------------------------------------------------------------------------

    @cached_property
    def frequency(self) -> Counter[str]:
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
        often = max((self.frequency[key] for key in keys), default=0)
        return math.sqrt(math.log(1 + self.documents / (1 + often)) / math.log(1 + self.documents))

    def slips(self, keys: Iterable[str]) -> frozenset[str]:
        """The keys of ways of asking that may have been meant by a word with a slip of the pen in it."""
        for key in keys:
            if key not in self._slips:
                self._slips[key] = frozenset(other for other in self.vocabulary if frames.alike(key, other))
        return frozenset().union(*(self._slips[key] for key in keys))

    def keys(self, token: Token) -> frozenset[str]:
        """The keys of a word, of the other words that the rulebook has for it, and of the number that it is."""
        value = self.mentions.number(token)
        number = {f"#{value}"} if value is not None else set()
        return token.keys.union(number, *(self.synonyms.get(key, frozenset()) for key in token.keys))

    def _known(self, ruling: Ruling) -> Known | None:
        askings = [self._asking(p) for p in ruling.asks if p.language == self.language]
        if not askings:
            return None
        _share_frames(askings)
        known = Known(ruling, askings, frozenset(p.name for p in ruling.params if p.type.kind == "player"))
        said = [(1.0, _literal(p)) for p in ruling.asks if p.language == self.language]
        said += [(_ROLE, p.source) for role in ruling.roles.values() for p in role if p.language == self.language]
        answers = [*ruling.answers, *(a for c in ruling.courses for a in c.answers)]
        texts = [*(p for a in answers for p in (*a.text, *a.otherwise)), *(p for c in ruling.courses for p in c.when)]
        texts += [p for said_ in (*ruling.given, *ruling.after) for p in said_]
        said += [(_TEXT, _literal(p)) for p in texts if p.language == self.language]
        said += [(_TEXT, _literal(p)) for a in answers for p in a.event]
        said += [(_PROSE, self.book.told(c, self.language)) for c in (ruling.citation, *ruling.see)]
        for worth, text in said:
            for token in tokens(text, self.lexicon):
                for key in self.keys(token):
                    known.spoken[key] = max(known.spoken.get(key, 0), worth)
        return known

    def _asking(self, pattern: Pattern) -> Asking:
        written = tokens(_literal(pattern), self.lexicon)
        people = [m for m in self.mentions.find(written, ()) if m.kind == "player"]
        inside = {n for m in people for n in range(m.first, m.last + 1)}
        found = [t for n, t in enumerate(written) if self.means(t) and n not in inside]
        words = [Word(self.keys(t), self.weight(t.keys)) for t in found]
        slots = tuple(part.name for part in pattern.parts if isinstance(part, Slot))
        keys = frozenset(key for word in words for key in word.keys)
        text = " ".join(t.word for n, t in enumerate(written) if n not in inside and not t.is_sign)
        return Asking(pattern, words, frames.frame(_literal(pattern), self.lexicon), slots, keys, text)

    def means(self, token: Token) -> bool:
        """Whether a word says anything that tells questions apart."""
        if token.word in frames.framing(self.language).telling:
            return True
        small = self.lexicon.weightless(token.word) or token.word in self.lexicon.pronouns
        auxiliary = bool(token.keys & (frames.auxiliaries(self.language) | frames.framing(self.language).empty))
        framing = frames.is_cue(token, self.lexicon)
        return not (token.is_sign or small or auxiliary or framing or token.word.startswith("'"))

    # ---- questions ----------------------------------------------------------------------------------------------------

    def matches(self, text: str, players: Sequence[str] = ()) -> list[Match]:
        """The rulings that fit a question, the best first, each once."""
        words = tokens(text, self.lexicon)
        frame = frames.frame(text, self.lexicon)
        asked = {
            cards: _Question(self, words, self.mentions.find(words, players, cards=cards), frame)
            for cards in (True, False)
        }
        found = [asked[_of_cards(known.ruling)].fits(known) for known in self.known]
        best = max((m.score for fits in found for m in fits), default=0)
        near = [
            max((self._compared(m, words, frame) for m in fits if m.score >= best - WITHIN), key=_rank, default=fits[0])
            for fits in found
            if fits
        ]
        return sorted(near, key=lambda m: -m.rank)

    @staticmethod
    def _compared(m: Match, words: Sequence[Token], frame: frames.Frame) -> Match:
        """A match with how the question is written, and what it asks for."""
        return replace(m, alike=alike(words, m.mentions, m.asking.text, m.asking.keys), tells=tells(m.ruling, frame))

    def sure(self, found: Sequence[Match]) -> Match | None:
        """The match that is taken for what was asked, if one is good enough and clearly better than the others."""
        close = self.close(found)
        return close[0] if len(close) == 1 else None

    def close(self, found: Sequence[Match]) -> list[Match]:
        """The best match, if it is good enough, and those others of which it is not clearly better."""
        if not found or found[0].score < (SURE if found[0].ruling.index >= 0 else SURE_BY_ITSELF):
            return []
        best = found[0]
        if best.alike >= SAME:
            return [best]
        others = [m for m in found[1:] if m.ruling is not best.ruling and not _implied(m, best)]
        return [best, *(m for m in others if best.rank - m.rank < CLEAR * (1.3 - best.score))]


class _Question:
    """A question to be compared with rulings."""

    def __init__(
        self, rulings: Rulings, words: Sequence[Token], mentions: Sequence[Mention], frame: frames.Frame
    ) -> None:
        self.rulings = rulings
        self.mentions = tuple(mentions)
        self.frame = frame
        inside = {n for mention in mentions for n in range(mention.first, mention.last + 1)}
        first = _asking_clause(words)
        self.said = tuple(words)
        self.words = [
            (w, rulings.keys(w), rulings.slips(w.keys), rulings.weight(w.keys) * (ASKED if n >= first else 1))
            for n, w in enumerate(words)
            if n not in inside and rulings.means(w)
        ]
        self.keys = frozenset().union(*(keys | slips for _, keys, slips, _ in self.words))
        self.named = frozenset().union(*(mention.keys for mention in mentions))
        self.asked = {w for n, w in enumerate(words) if n >= first}
        self.total = sum(weight for _, _, _, weight in self.words)
        self.total_asked = sum(weight for token, _, _, weight in self.words if token in self.asked)

    def fits(self, known: Known) -> list[Match]:
        """The ways of asking a ruling that fit, the best first."""
        found = [self.match(known, asking) for asking in known.askings if self.may_be(known.ruling, asking)]
        return sorted((m for m in found if m.score > 0), key=lambda m: -m.score)

    def may_be(self, ruling: Ruling, asking: Asking) -> bool:
        """Whether the question has a word of this way of asking, or a thing for its slots, and all that it needs."""
        shares = asking.slots or asking.keys & self.keys or asking.keys & self.named
        return bool(shares) and not self.lacking(ruling, asking)

    def match(self, known: Known, asking: Asking) -> Match:
        own = asking.keys
        covered, left, answered = 0.0, [], 0.0
        for token, keys, slips, weight in self.words:
            said = 1.0 if keys & own or slips & own else max((known.spoken.get(k, 0) for k in keys), default=0)
            covered += weight * said
            answered += weight * said * (token in self.asked)
            if said < _TEXT:
                left.append(token.text)
        wanted = sum(word.weight for word in asking.words)
        lacking = [w for w in asking.words if not (w.keys & self.keys or w.keys & self.named)]
        there = wanted - sum(w.weight for w in lacking)
        fits, over, strange = self.fillers(known.ruling, asking)
        of_question = (covered + 0.5 * fits) / (self.total + 0.5 * fits + over) if self.total + fits + over else 0.0
        of_asking = (there + 0.5 * fits) / (wanted + 0.5 * fits) if wanted + fits else 0.0
        fit = self.frame.fits(asking.frame) * self.decided(known, asking)
        fit *= MISSED ** len(left) * strange
        fit *= OTHER_NUMBER ** sum(any(k.startswith("#") for k in w.keys) for w in lacking)
        if self.total_asked and answered < BARELY * self.total_asked:
            fit *= BESIDE
        fit *= same_people(asking.pattern, known.players, self.mentions)
        score = (
            0.0 if not of_question or not of_asking else 1 / (OF_QUESTION / of_question + (1 - OF_QUESTION) / of_asking)
        )
        return Match(known.ruling, asking, score * fit, 0.0, tuple(left), self.mentions)

    def decided(self, known: Known, asking: Asking) -> float:
        """Less than 1 where a word that decides stands only in the question, or only in the way of asking.

        A term asks what it is, and nothing else.
        """
        deciding = frames.framing(self.rulings.language).deciding
        theirs = asking.text.split()
        mine = [w for w in self.said if w.word in deciding and w.word not in theirs]
        lacking = sum(
            not w.keys & asking.keys and max((known.spoken.get(k, 0) for k in w.keys), default=0) < 1 for w in mine
        )
        keys: set[str] = set().union(*(w.keys for w in self.said)) if self.said else set()
        lacking += sum(word in deciding and not self.rulings.lexicon.keys(word) & keys for word in theirs)
        term = known.ruling.name.startswith("term ") and self.frame.kinds and "what-is" not in self.frame.kinds
        return frames.DECIDED**lacking * (0.5 if term else 1.0)

    def fillers(self, ruling: Ruling, asking: Asking) -> tuple[float, float, float]:
        """How much the things that a question names fill of the slots, how much is left over, and a factor for that."""
        kinds = {p.name: p.type for p in ruling.params}
        waiting = [kinds[name] for name in asking.slots if name in kinds and kinds[name].kind != "player"]
        filled, over, strange = 0.0, 0.0, self.too_many(ruling)
        for mention in strongest_first(apart_from(self.mentions, asking)):
            slot = next((k for k in waiting if mention.fits(k)), None)
            if slot is not None:
                waiting.remove(slot)
                filled += min(1.0, mention.weight)
            else:
                over += mention.weight
                if mention.weight >= WEAK:
                    strange *= STRANGE_NUMBER if mention.kind == "number" else STRANGE_THING
        return filled + sum(m.weight for m in self.mentions if m.keys & asking.keys), over, strange

    def too_many(self, ruling: Ruling) -> float:
        """Less than 1 where more players are named than a ruling that speaks of players has places for."""
        places = sum(p.type.kind == "player" for p in ruling.params)
        named = {m.value for m in self.mentions if m.kind == "player" and m.value not in ("", ASKER)}
        return STRANGE_PLAYER ** max(0, len(named) - places) if places else 1.0

    def lacking(self, ruling: Ruling, asking: Asking) -> bool:
        """Whether the question does not name something that the ruling speaks of."""
        named = strongest_first(apart_from(self.mentions, asking))
        for param in ruling.params:
            if param.type.kind == "player" or param.name == ruling.seats:
                continue
            mention = next((m for m in named if m.fits(param.type)), None)
            if mention is None:
                return True
            named.remove(mention)
        return False


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


def apart_from(mentions: Sequence[Mention], asking: Asking) -> list[Mention]:
    """What a question names, without players and without what the way of asking names itself."""
    left = [m for m in mentions if m.kind != "player"]
    for word in asking.words:
        same = next((m for m in left if m.keys & word.keys), None)
        if same is not None:
            left.remove(same)
    return left


def _of_cards(ruling: Ruling) -> bool:
    """Whether the name of a card is one in a question for this ruling, and not a colour and a number."""
    kinds = {p.type.kind for p in ruling.params if p.name != ruling.seats}
    return "card" in kinds or not kinds & {"number", "enum"}


def _asking_clause(words: Sequence[Token]) -> int:
    """Where the sentence begins that asks: the last one; all of a text of one sentence does."""
    last = max((n for n, w in enumerate(words) if not w.is_sign), default=0)
    return max((n + 1 for n, w in enumerate(words[:last]) if w.word in _ENDS), default=0)


_ENDS = frozenset(".!:;")


def _literal(pattern: Pattern) -> str:
    return " ".join(part for part in pattern.parts if isinstance(part, str))


_KNOWN: WeakKeyDictionary[Phrasebook, dict[str, Rulings]] = WeakKeyDictionary()


def rulings_of(phrases: Phrasebook, language: str) -> Rulings:
    """The rulings of a rulebook in one language, prepared once."""
    known = _KNOWN.setdefault(phrases, {})
    if language not in known:
        known[language] = Rulings(phrases, language)
    return known[language]
