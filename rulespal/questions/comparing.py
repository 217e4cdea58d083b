"""How well a question fits one way of asking a ruling: by their words, frames, and the things that are named."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from rulespal.model.rules import Pattern, Ruling, Slot
from rulespal.model.types import Type
from rulespal.questions import frames
from rulespal.questions.likeness import answers_truth, same_people
from rulespal.questions.mentions import WEAK, Mention, strongest_first
from rulespal.questions.query import ASKER
from rulespal.questions.words import Lexicon, Token, tokens

if TYPE_CHECKING:
    from rulespal.questions.rulings import Rulings

SAME = 0.95  # from here on a question is a way of asking as it is written, however near another one is
OF_QUESTION = 0.55  # how much it counts that the question is accounted for; the rest, that the way of asking is
# For each thing of which the question speaks and the ruling does not.
STRANGE_NUMBER, STRANGE_THING, STRANGE_PLAYER = 0.88, 0.75, 0.75
OTHER_NUMBER = 0.8  # for each number of a way of asking that is not in the question
BARELY, BESIDE = 0.6, 0.7  # where a ruling speaks of less than half of the sentence that asks
MISSED = 0.92  # for each word of a question of which a ruling does not speak
ORDER = 0.1  # how much it counts that a question is written like a way of asking, beside having its words
WRITTEN_SO = 0.2  # how much more it counts that it is a way of asking as it is written
OTHERWISE_TOLD = 0.04  # how much it counts against a ruling that it answers with something else than is asked for
CHATTER = 0.28  # how much a word counts of which a ruling does not speak, and the rules do not either
TALE = 0.6  # how much that counts which stands in front of the sentence that asks
OTHERS = 0.15  # how much a word counts that only another way of asking the ruling holds
UNASKED = 0.7  # how much a word of the game counts that the way of asking holds, and the question does not
ENOUGH = 0.7  # how much of a question a ruling may pass over
WRITTEN, LIKE = 0.85, 0.75  # from here on a question is written like a way of asking, or much like it
ROUNDED = 1e-9  # how much a number may be off by being worked out in another order
ASKED = 1.5  # how much more the words of the sentence count that asks
ROLE, TEXT, PROSE = 0.8, 0.55, 0.3  # how far a word counts as said by a ruling that only its roles, texts, prose hold


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
    written: frozenset[str]  # the same, each once
    deciding: tuple[frozenset[str], ...]  # the keys of those that decide
    weight: float  # of all its words


@dataclass(slots=True)
class Known:
    """A ruling as it can be asked for in one language. `spoken`: how far it speaks of a key."""

    ruling: Ruling
    askings: list[Asking]
    players: frozenset[str]  # its slots in which players stand
    needs: tuple[Type, ...]  # what has to be named, players apart
    of_cards: bool  # whether the name of a card is one in a question for it, and not a colour and a number
    spoken: dict[str, float] = field(default_factory=dict)
    keys: frozenset[str] = frozenset()  # of all words of its ways of asking


@dataclass(frozen=True, slots=True)
class Match:
    """A ruling that fits a question, with how well (0 to 1), and what was left over of the question."""

    ruling: Ruling
    asking: Asking
    score: float
    alike: float  # how much the question is written like the way of asking
    left: tuple[str, ...]
    mentions: tuple[Mention, ...]
    # what the ruling does not account for: 1 for each thing of the game, less for other words; not yet worked out: all
    lacking: float = math.inf
    besides: float = (
        math.inf
    )  # of that, what is of the game and stands in what is asked itself: the question is about it
    tells: bool = True  # whether it answers with what is asked for
    strange: bool = False  # whether a word that was left over is the name of a card or the like
    other_card: bool = False  # whether the question names a card for which the way of asking has no place

    @property
    def crowded(self) -> bool:
        """Whether the question tells apart more people than there are places for: who is who would be a guess."""
        named = {m.value for m in self.mentions if m.kind == "player" and m.value}
        players = {p.name for p in self.ruling.params if p.type.kind == "player"}
        slots = len(players.intersection(self.asking.slots))
        apart = len(players) > 1 and slots > 0 and len(named - {ASKER}) > slots
        return len(named) > max(1, len(players)) or apart

    @property
    def accounts(self) -> bool:
        """Whether the ruling accounts for the question: for each word of weight, and for everything that is named.

        A word or two may be chatter. A question that is written much like a way of asking may tell of one thing more, and
        one that is written like it, of any; but what is asked about itself has to be there.
        """
        like = self.alike >= LIKE
        lacking = self.lacking + self.crowded * (TALE if like else 1.0) + (not self.tells and self.lacking > 0)
        if self.alike >= SAME:
            return True
        if self.besides > ENOUGH:
            return False
        return self.alike >= WRITTEN or lacking < (2 if like else 1) * ENOUGH

    @property
    def rank(self) -> float:
        """The score, and a little for how it is written, for being a ruling that somebody wrote, and for what it tells."""
        written = ORDER * self.alike + WRITTEN_SO * (self.alike >= SAME)
        return self.score + written + ORDER / 5 * (self.ruling.index >= 0) - OTHERWISE_TOLD * (not self.tells)


class Question:
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
        self.questions = sum(w.word == "?" for w in words)
        self.words = [
            (w, rulings.keys(w), rulings.slips(w.keys), rulings.weight(w.keys) * (ASKED if n >= first else 1))
            for n, w in enumerate(words)
            if n not in inside and rulings.means(w)
        ]
        self.keys = frozenset().union(*(keys | slips for _, keys, slips, _ in self.words))
        self.named = frozenset().union(*(mention.keys for mention in mentions))
        self.asked = {w for n, w in enumerate(words) if n >= first}
        self.core = {w for n, w in enumerate(words) if n >= first} - _conditions(words, rulings.lexicon)
        self.things = [mention for mention in mentions if mention.kind != "player"]
        # Of what a question names each thing fills a slot, or is a word of the way of asking: half of that counts, at most.
        self.most_filled = sum(0.5 * (min(1.0, m.weight) + m.weight) for m in self.things)
        self.people = len({m.value for m in mentions if m.kind == "player" and m.value not in ("", ASKER)})
        deciding = frames.framing(rulings.language).deciding
        self.deciding = [word for word in words if word.word in deciding]
        self.all_keys = frozenset().union(*(word.keys for word in words))
        self.total = sum(weight for _, _, _, weight in self.words)
        self.total_asked = sum(weight for token, _, _, weight in self.words if token in self.asked)

    def fits(self, known: Known, least: float = 0.0) -> list[Match]:
        """The ways of asking a ruling that fit, the best first; of those that cannot score `least` none need be."""
        askings = [asking for asking in known.askings if self.may_be(known, asking)]
        if not askings:
            return []
        told = [max((known.spoken.get(k, 0) for k in keys), default=0) for _, keys, _, _ in self.words]
        found = [match for asking in askings if (match := self.match(known, asking, told, least)) is not None]
        return sorted((m for m in found if m.score > 0), key=lambda m: -m.score)

    def may_be(self, known: Known, asking: Asking) -> bool:
        """Whether the question has a word of this way of asking, or a thing for its slots, and all that it needs."""
        shares = asking.slots or not (asking.keys.isdisjoint(self.keys) and asking.keys.isdisjoint(self.named))
        return bool(shares) and not self.lacking(known, asking)

    def match(self, known: Known, asking: Asking, told: Sequence[float], least: float) -> Match | None:
        """How well the question fits; None if its frame alone leaves it below `least`. `told`: how far the ruling speaks of
        each of its words."""
        fit = self.frame.fits(asking.frame) * self.decided(known, asking)
        if fit < least - ROUNDED:  # all that follows is at most 1
            return None
        own = asking.keys
        covered, left, answered, things = 0.0, [], 0.0, 0
        for (token, keys, slips, weight), spoken in zip(self.words, told, strict=True):
            said = spoken if keys.isdisjoint(own) and slips.isdisjoint(own) else 1.0
            covered += weight * said
            answered += weight * said * (token in self.asked)
            if said < TEXT:
                left.append(token.text)
                things += self.rulings.names_a_thing(token.word)
        lacking = [w for w in asking.words if w.keys.isdisjoint(self.keys) and w.keys.isdisjoint(self.named)]
        wanted = asking.weight
        there = wanted - sum(w.weight for w in lacking)
        fit *= MISSED ** len(left) * STRANGE_THING**things
        most = self.most_filled
        if fit * _together(covered + most, self.total + most, there + most, wanted + most) < least - ROUNDED:
            return None
        fits, unplaced = self.fillers(known.ruling, asking)
        over = sum(mention.weight for mention in unplaced)
        fit *= self.too_many(known.ruling)
        for mention in unplaced:
            if mention.weight >= WEAK:
                fit *= STRANGE_NUMBER if mention.kind == "number" else STRANGE_THING
        fit *= OTHER_NUMBER ** sum(any(k.startswith("#") for k in w.keys) for w in lacking)
        if self.total_asked and answered < BARELY * self.total_asked:
            fit *= BESIDE
        fit *= same_people(asking.pattern, known.players, self.mentions)
        half = 0.5 * fits
        score = _together(covered + half, self.total + half + over, there + half, wanted + half)
        cards = any(mention.kind == "card" for mention in unplaced)
        return Match(
            known.ruling, asking, score * fit, 0.0, tuple(left), self.mentions, strange=things > 0, other_card=cards
        )

    def accounted(self, found: Match, known: Known) -> Match:
        """A match with what of the question its ruling does not account for."""
        asking, own = found.asking, found.asking.keys
        passed, besides, there = 0.0, self.otherwise(known, asking), []
        for token, keys, slips, _ in self.words:
            spoken = max((known.spoken.get(k, 0.0) for k in keys), default=0.0)
            elsewhere = keys.isdisjoint(own) and slips.isdisjoint(own)
            there += [not elsewhere] if token in self.core and self.rulings.of_the_game(token) else []
            if elsewhere and (token in self.core or spoken < TEXT):
                over = self.passed_over(token) * (OTHERS if spoken == 1.0 else 1.0)
                passed += over
                besides = max(besides, over if token in self.core else 0.0)
        if len(there) > 1 and not any(there) and found.alike < LIKE:  # other ways of asking hold it, each a part
            besides = 1.0
        missing = (w for w in asking.words if w.keys.isdisjoint(self.keys) and w.keys.isdisjoint(self.named))
        passed += UNASKED * sum(w.weight for w in missing if w.keys & self.rulings.game)
        strange = [self.apart(m) for m in self.fillers(known.ruling, asking)[1] if m.weight >= WEAK]
        return replace(found, lacking=passed + sum(strange), besides=max([besides, *strange]))

    def otherwise(self, known: Known, asking: Asking) -> float:
        """1 where a way of asking asks for something else: what must be, what a yes or no cannot tell, somebody else."""
        asked = [w for w in self.said if w in self.asked]
        literal = " ".join(part for part in asking.pattern.parts if isinstance(part, str))
        other = tokens(literal, self.rulings.lexicon)
        return float(
            self.frame.forces(asking.frame)
            or (self.questions < 2 and self.frame.open_but(answers_truth(known.ruling)))
            or self.turned_round(other)
            or frames.qualified(asked, self.said, other, self.rulings.language)
        )

    def turned_round(self, other: Sequence[Token]) -> bool:
        """Whether somebody stands behind `from` and the way of asking has no such word: it may be the other who acts."""
        sources = frames.framing(self.rulings.language).sources
        people = (m.first for m in self.mentions if m.kind == "player" and m.value and m.first)
        return any(self.said[at - 1].word in sources for at in people) and not any(w.word in sources for w in other)

    def passed_over(self, token: Token) -> float:
        """How much of the question is passed over with a word of it."""
        worth = 1.0 if self.rulings.of_the_game(token) else CHATTER
        return self.rulings.weight(token.keys) * worth * (1.0 if token in self.core else TALE)

    def apart(self, mention: Mention) -> float:
        """How much a thing counts that is named and has no place in a ruling."""
        return 1.0 if self.said[mention.first] in self.core else TALE

    def decided(self, known: Known, asking: Asking) -> float:
        """Less than 1 where a word that decides stands only in the question, or only in the way of asking.

        A term asks what it is, and nothing else.
        """
        mine = [w for w in self.deciding if w.word not in asking.written]
        lacking = sum(
            not w.keys & asking.keys and max((known.spoken.get(k, 0) for k in w.keys), default=0) < 1 for w in mine
        )
        lacking += sum(not keys & self.all_keys for keys in asking.deciding)
        term = known.ruling.name.startswith("term ") and self.frame.kinds and "what-is" not in self.frame.kinds
        return frames.DECIDED**lacking * (0.5 if term else 1.0)

    def fillers(self, ruling: Ruling, asking: Asking) -> tuple[float, list[Mention]]:
        """How much the things that a question names fill of the slots, and those that are left over."""
        if not self.things:
            return 0.0, []
        kinds = {p.name: p.type for p in ruling.params}
        waiting = [name for name in asking.slots if name in kinds and kinds[name].kind != "player"]
        filled, unplaced = 0.0, []
        for mention in strongest_first(apart_from(self.things, asking)):
            fitting = (n for n in waiting if mention.fits(kinds[n]) and self.counts_so(mention, n, ruling, asking))
            slot = next(fitting, None)
            if slot is not None:
                waiting.remove(slot)
                filled += min(1.0, mention.weight)
            else:
                unplaced.append(mention)
        return filled + sum(m.weight for m in self.things if m.keys & asking.keys), unplaced

    def counts_so(self, mention: Mention, slot: str, ruling: Ruling, asking: Asking) -> bool:
        """Whether a number of players may stand in a slot; another number may in any."""
        return not mention.of_people or slot == ruling.seats or self.of_people(asking, slot)

    def of_people(self, asking: Asking, slot: str) -> bool:
        """Whether a number of players stands in a slot of a way of asking: `{n} people`."""
        parts = asking.pattern.parts
        at = next((n for n, part in enumerate(parts) if isinstance(part, Slot) and part.name == slot), len(parts))
        behind = parts[at + 1] if at + 1 < len(parts) else ""
        words = behind.split() if isinstance(behind, str) else []
        return bool(words) and words[0].strip("?.,") in frames.framing(self.rulings.language).people

    def too_many(self, ruling: Ruling) -> float:
        """Less than 1 where more players are named than a ruling that speaks of players has places for."""
        places = sum(p.type.kind == "player" for p in ruling.params) if self.people else 0
        return STRANGE_PLAYER ** max(0, self.people - places) if places else 1.0

    def lacking(self, known: Known, asking: Asking) -> bool:
        """Whether the question does not name something that the ruling speaks of."""
        if not known.needs:
            return False
        named = strongest_first(apart_from(self.things, asking))
        for kind in known.needs:
            counted = any(self.of_people(asking, slot) for slot in asking.slots)
            mention = next((m for m in named if m.fits(kind) and (counted or not m.of_people)), None)
            if mention is None:
                return True
            named.remove(mention)
        return False


def _together(covered: float, asked: float, there: float, wanted: float) -> float:
    """How well a question is accounted for, and a way of asking is, as one number between the two."""
    if not covered or not there:
        return 0.0
    return 1 / (OF_QUESTION * asked / covered + (1 - OF_QUESTION) * wanted / there)


def apart_from(mentions: Sequence[Mention], asking: Asking) -> list[Mention]:
    """What a question names, without players and without what the way of asking names itself."""
    left = [m for m in mentions if m.kind != "player"]
    for word in asking.words if left else ():
        same = next((m for m in left if m.keys & word.keys), None)
        if same is not None:
            left.remove(same)
    return left


def _asking_clause(words: Sequence[Token]) -> int:
    """Where the sentence begins that asks: the last one; all of a text of one sentence does."""
    last = max((n for n, w in enumerate(words) if not w.is_sign), default=0)
    return max((n + 1 for n, w in enumerate(words[:last]) if w.word in _ENDS), default=0)


def _conditions(words: Sequence[Token], lexicon: Lexicon) -> set[Token]:
    """The words of a text from `if`, `when`, `after` … up to the next comma or the end of the sentence."""
    found: set[Token] = set()
    inside = False
    for token in words:
        inside = lexicon.is_kind(token.word, "conditions", "after", "subordinate") or (inside and not token.is_sign)
        if inside:
            found.add(token)
    return found


_ENDS = frozenset(".!:;")
