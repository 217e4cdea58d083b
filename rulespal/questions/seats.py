"""Who is who: the players that a question names and the places of a way of asking, brought together by their verbs."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from rulespal.model.rules import Pattern, Slot
from rulespal.questions.frames import auxiliaries
from rulespal.questions.mentions import Mention
from rulespal.questions.words import Lexicon, Token, tokens

REACH = 3  # words on either side of a name that are looked at
MOST = 4  # players whose places are tried in every order
_BY = frozenset(("by", "from", "por"))  # whom it is done by, or comes from
_PASSIVE = {"en": ("be", "get"), "es": ("ser", "estar")}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a player stands in a sentence: the keys of the words of which it is the subject, and the object."""

    does: frozenset[str]
    suffers: frozenset[str]

    def like(self, other: Place) -> int:
        return len(self.does & other.does) + len(self.suffers & other.suffers)


def seats_of(
    mentions: Sequence[Mention], slots: Sequence[str], text: str, askings: Sequence[Pattern], lexicon: Lexicon
) -> dict[str, Mention]:
    """Which mention stands for which slot: as their verbs have it in any of the ways of asking, and in the order in which
    they stand where those say nothing."""
    if len(slots) < 2 or len(slots) > MOST or not mentions:
        return dict(zip(slots, mentions, strict=False))
    words = tokens(text, lexicon)
    named = [_place(words[: m.first], words[m.last + 1 :], lexicon) for m in mentions]
    written = [{name: _place(*_around(asking, name, lexicon), lexicon) for name in slots} for asking in askings]

    def fits(order: tuple[str, ...]) -> tuple[int, int]:
        kept = sum(slots.index(name) == n for n, name in enumerate(order))
        pairs = list(zip(named, order, strict=False))
        return max(sum(place.like(one[name]) for place, name in pairs) for one in written), kept

    best = max(itertools.permutations(slots, len(mentions)), key=fits)
    return dict(zip(best, mentions, strict=True))


def _around(asking: Pattern, name: str, lexicon: Lexicon) -> tuple[Sequence[Token], Sequence[Token]]:
    """The words before and after the first place where a player stands; none if there is no such place."""
    for n, part in enumerate(asking.parts):
        if isinstance(part, Slot) and part.name == name:
            sides = (asking.parts[:n], asking.parts[n + 1 :])
            texts = (" ".join(p if isinstance(p, str) else " \u00b7 " for p in side) for side in sides)
            before, after = (tokens(text, lexicon) for text in texts)
            return before, after
    return (), ()


def _place(before: Sequence[Token], after: Sequence[Token], lexicon: Lexicon) -> Place:
    """What a player between these words does, and what is done to it."""
    by = bool(before) and before[-1].word in _BY
    behind, passive = _near(after, lexicon)
    front, _ = _near(tuple(reversed(before)), lexicon)
    if by:
        return Place(front, frozenset())
    return Place(frozenset(), behind) if passive else Place(behind, front)


def _near(words: Sequence[Token], lexicon: Lexicon) -> tuple[frozenset[str], bool]:
    """The keys of the next words that say something, and whether a passive stands before the first of them."""
    found: set[str] = set()
    passive, told = False, 0
    beings = frozenset(k for word in _PASSIVE.get(lexicon.language, ()) for k in lexicon.keys(word))
    for word in words:
        if word.is_sign or told == REACH:
            break
        if not told and word.keys & beings:
            passive = True
        elif word.keys & auxiliaries(lexicon.language):
            continue
        elif not lexicon.is_kind(word.word, "articles", "fillers", "possessives"):
            found |= word.keys
            told += 1
    return frozenset(found), passive
