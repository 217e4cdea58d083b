"""What kind of question a text is, by the small words that frame it, and whether two questions can be the same.

The words stand in `grammar/questions.LANGUAGE.txt`, so that a language is a file and not a program.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from rulespal.questions.words import Lexicon, Token, tokens
from rulespal.questions.words import lexicon as of_language
from rulespal.text.fold import fold
from rulespal.text.resources import grammar_text
from rulespal.text.suggest import similar

KINDS = ("happens", "how-many", "how", "what-is", "who", "when", "where", "which", "must", "can", "why", "yes-no")
# How well questions of two kinds may be the same one; pairs that are not here hardly can.
_COMPATIBLE = {
    frozenset(pair.split()): fits
    for pair, fits in {
        "can yes-no": 0.88, "how happens": 0.9, "how what-is": 0.9, "how when": 0.85, "how which": 0.85,
        "must yes-no": 0.88, "who happens": 0.9, "who which": 0.95, "happens what-is": 0.9,
        "how-many yes-no": 0.6, "can must": 0.8, "how-many happens": 0.85, "what-is how-many": 0.85,
        "happens yes-no": 0.8, "happens can": 0.8, "which how-many": 0.6,
        "which what-is": 0.9, "when yes-no": 0.6, "which can": 0.85, "which must": 0.85, "what-is when": 0.65,
    }.items()
}  # fmt: skip
_HARDLY, _NO_FRAME = 0.55, 0.97
_OTHER_WAY, _OPPOSITE = 0.6, 0.4
HALF = 0.85  # for each question of a text that a way of asking does not ask
DECIDED = 0.75  # for each word that decides and stands in one question only


@dataclass(frozen=True, slots=True)
class Words:
    """The framing words of a language. `cues`: each a sequence of folded words, by kind."""

    cues: dict[str, list[tuple[str, ...]]] = field(default_factory=dict)
    single: frozenset[str] = frozenset()  # cues of one word
    ordinals: frozenset[str] = frozenset()
    telling: frozenset[str] = frozenset()  # small words that say something all the same
    empty: frozenset[str] = frozenset()  # keys of words that say nothing
    deciding: frozenset[str] = frozenset()  # words without which a question is another one
    people: frozenset[str] = frozenset()  # words behind a number of players
    qualifying: tuple[
        frozenset[str], ...
    ] = ()  # words that say more exactly who or what is meant, those alike together
    sources: frozenset[str] = frozenset()  # words in front of somebody that turn round who does it
    somebody: tuple[tuple[str, ...], ...] = ()
    opposites: tuple[tuple[frozenset[str], frozenset[str]], ...] = ()
    alike: tuple[frozenset[str], ...] = ()


@lru_cache
def framing(language: str) -> Words:
    """The framing words of a language; none where nobody has written them."""
    lexicon = of_language(language)
    try:
        text = grammar_text(f"questions.{language}.txt")
    except FileNotFoundError:
        return Words()
    lines: dict[str, list[str]] = {}
    heading = ""
    for line in text.splitlines():
        if line.startswith("["):
            heading = line.strip("[]")
        elif line.strip() and not line.startswith("#"):
            lines.setdefault(heading, []).append(line.strip())
    cues = {kind: [tuple(line.split()) for line in lines.get(kind, ())] for kind in KINDS}
    happening = {"happens", "happened", "pasa", "ocurre", "sucede"} & {w for c in cues["happens"] for w in c}
    single = {cue[0] for kind in KINDS if kind != "yes-no" for cue in cues[kind] if len(cue) == 1}
    several = {w for kind in ("how-many", "happens", "what-is") for cue in cues[kind] for w in cue if w in _ASKING}
    return Words(
        cues, frozenset(single | several | happening), frozenset(lines.get("ordinals", ())),
        frozenset(word for line in lines.get("telling", ()) for word in line.split()),
        frozenset(key for line in lines.get("empty", ()) for word in line.split() for key in lexicon.keys(word)),
        frozenset(word for line in lines.get("deciding", ()) for word in line.split()),
        frozenset(word for line in lines.get("people", ()) for word in line.split()),
        tuple(frozenset(line.split()) for line in lines.get("qualifying", ())),
        frozenset(word for line in lines.get("sources", ()) for word in line.split()),
        tuple(sorted((tuple(line.split()) for line in lines.get("somebody", ())), key=len, reverse=True)),
        tuple(_pair(line, lexicon) for line in lines.get("opposites", ())),
        tuple(frozenset().union(*map(lexicon.keys, line.split())) for line in lines.get("alike", ())),
    )  # fmt: skip


_ASKING = frozenset(
    ("how", "what", "many", "much", "que", "cuanto", "cuantos", "cuanta", "cuantas", "now", "then", "next")
)


def _pair(line: str, lexicon: Lexicon) -> tuple[frozenset[str], frozenset[str]]:
    one, other = line.split()
    return lexicon.keys(one), lexicon.keys(other)


@lru_cache
def auxiliaries(language: str) -> frozenset[str]:
    """The keys of auxiliary verbs in all their forms."""
    lexicon = of_language(language)
    return frozenset(key for word in lexicon.kinds.get("auxiliaries", ()) for key in lexicon.keys(word))


def is_cue(token: Token, lexicon: Lexicon) -> bool:
    """Whether a word only frames a question."""
    return token.word in framing(lexicon.language).single


def alike(one: str, other: str) -> bool:
    """Whether two keys are one word with a slip of the pen in it."""
    if one == other or min(len(one), len(other)) < 5 or abs(len(one) - len(other)) > 1 or one[0] != other[0]:
        return False
    return similar(one, other) >= (0.8 if min(len(one), len(other)) > 5 else 0.88)


Sides = tuple[frozenset[str], frozenset[str]]


@dataclass(frozen=True, slots=True)
class Frame:
    """What kinds of question a text asks, how many, whether it says no, and which words with opposites it holds."""

    kinds: frozenset[str]
    parts: int  # how many questions it asks
    negative: bool
    negated: frozenset[str]  # the keys of what is said not to be
    keys: frozenset[str]
    sides: tuple[Sides, ...]  # of words with opposites: those that it holds, and their opposites

    def fits(self, other: Frame) -> float:
        """How well this question may be the other one, by their frames alone (0 to 1)."""
        found = _of_kinds(self.kinds, other.kinds) * HALF ** max(0, self.parts - max(1, other.parts))
        apart = self.negated and other.negated and not self.negated & other.negated
        if self.negative != other.negative or apart:
            found *= _OTHER_WAY
        for mine, theirs in self.sides:
            if other.keys & theirs and not other.keys & mine:
                found *= _OPPOSITE
        return found

    def forces(self, other: Frame) -> bool:
        """Whether one of two questions asks what has to be, and the other what may be."""
        return bool(self.kinds and other.kinds) and ("must" in self.kinds) != ("must" in other.kinds)

    def open_but(self, truth: bool) -> bool:
        """Whether a question that no yes or no answers would be answered with one."""
        return truth and bool(self.kinds) and self.kinds.isdisjoint(("yes-no", "can", "must"))


def qualified(asked: Sequence[Token], said: Sequence[Token], other: Sequence[Token], language: str) -> bool:
    """Whether of two questions only one says more exactly who or what is meant.

    `asked`: the words of the sentence of one that asks; `said`: all of its words; `other`: those of the other one.
    """
    mine, whole, theirs = (frozenset(_exact(words, language)) for words in (asked, said, other))
    groups = framing(language).qualifying
    return any((mine & group and not theirs & group) or (theirs & group and not whole & group) for group in groups)


def _exact(words: Sequence[Token], language: str) -> Iterator[str]:
    """The folded words of a text without those that only name somebody: `the other one`, but not `another player's`."""
    somebody = framing(language).somebody
    at = 0
    while at < len(words):
        here = next((p for p in somebody if tuple(w.word for w in words[at : at + len(p)]) == p), ())
        behind = words[at + len(here)].word if at + len(here) < len(words) else ""
        if here and not behind.startswith("'"):
            at += len(here)
            continue
        yield words[at].word
        at += 1


def _of_kinds(one: frozenset[str], other: frozenset[str]) -> float:
    if not one or not other:
        return _NO_FRAME
    return max(1.0 if a == b else _COMPATIBLE.get(frozenset((a, b)), _HARDLY) for a in one for b in other)


def frame(text: str, lexicon: Lexicon) -> Frame:
    """The frame of a question."""
    words = tokens(text, lexicon)
    known = framing(lexicon.language)
    keys = frozenset(key for word in words for key in word.keys)
    negative = any(lexicon.is_kind(word.word, "negations") for word in words)
    both_ways = [pair for one, two in known.opposites for pair in ((one, two), (two, one))]
    sides = tuple((mine, theirs) for mine, theirs in both_ways if keys & mine and not keys & theirs)
    return Frame(*kinds(words, lexicon), negative, _negated(words, lexicon), keys, sides)


def _negated(words: Sequence[Token], lexicon: Lexicon) -> frozenset[str]:
    """The keys of the word behind each negation."""
    found: set[str] = set()
    for place, word in enumerate(words):
        if lexicon.is_kind(word.word, "negations"):
            behind = (w for w in words[place + 1 :] if not w.is_sign and not lexicon.weightless(w.word))
            found.update(next((w.keys for w in behind), ()))
    return frozenset(found)


def kinds(words: Sequence[Token], lexicon: Lexicon) -> tuple[frozenset[str], int]:
    """The kinds of question, and how many there are: by what begins a clause, else by any framing word.

    A clause that is only framing (“and how much?”) goes with the one before.
    """
    known = framing(lexicon.language)
    folded = [fold(w.word) for w in words]
    starts = [n for n, w in enumerate(words) if n == 0 or words[n - 1].is_sign or folded[n - 1] in _JOINING]
    found = _cued(folded, starts, known, KINDS)
    if not found:
        places = [n for n in range(len(folded)) if not _behind_somebody(folded[:n], known)]
        found = _cued(folded, places, known, tuple(k for k in KINDS if k not in ("yes-no", "when")))
        return frozenset(kind for _, kind in found), 1
    further = _further(folded, found, known)
    ends = [n for n, _ in found[1:]] + [len(words)]
    parts = sum(any(_says(w, lexicon) for w in words[n:end]) for (n, _), end in zip(found, ends, strict=True))
    return frozenset((*(kind for _, kind in found), *further)), parts


def _behind_somebody(before: Sequence[str], known: Words) -> bool:
    """Whether the words before are somebody of whom more is told: `someone who has been knocked out`."""
    return any(tuple(before[-len(phrase) :]) == phrase for phrase in known.somebody)


def _further(words: Sequence[str], found: Sequence[tuple[int, str]], known: Words) -> Iterator[str]:
    """What a question that begins as one for yes or no turns out to ask: whether something is allowed, or has to be."""
    if any(kind == "yes-no" for _, kind in found):
        yield from (kind for _, kind in _cued(words, range(1, len(words)), known, ("can", "must")))


def _says(word: Token, lexicon: Lexicon) -> bool:
    """Whether a word says more than what kind of question is asked."""
    small = lexicon.weightless(word.word) or word.word in lexicon.pronouns or is_cue(word, lexicon)
    return not (small or word.is_sign or word.keys & auxiliaries(lexicon.language))


_JOINING = frozenset(("and", "so", "then", "or", "y", "o", "entonces"))


def _cued(words: Sequence[str], places: Sequence[int], known: Words, among: Sequence[str]) -> list[tuple[int, str]]:
    """The cues at these places, one a place: where it stands and its kind."""
    found = []
    for place in places:
        for kind in among:
            if any(tuple(words[place : place + len(cue)]) == cue for cue in known.cues.get(kind, ())):
                found.append((place, kind))
                break
    return found
