"""Other orders in which a sentence is said: the passive, no subject, a particle behind its object, a question for a gap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rulespal.questions.loose import Described, Gap, Loose, Part, Word
from rulespal.questions.words import Lexicon
from rulespal.text.fold import fold

_PARTICLES = {"en": ("out", "up", "off", "down", "back", "away", "in", "over", "on"), "es": ("fuera",)}
_BY = {"en": "by", "es": "por"}


class Orders:
    """Turns the patterns of one language. `described`: the names that a rulebook has for one card."""

    def __init__(self, lexicon: Lexicon, described: Sequence[Described]) -> None:
        self.lexicon = lexicon
        self.described = described
        self.be = be(lexicon)

    def turned(self, said: Loose) -> Iterator[Loose]:
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
        for tail in (_from_content(rest), apart):
            if tail and _is_content(tail):
                yield replace(said, parts=tail, shape="headless", subject=subject.name, cost=0.6)
        if said.kind == "event":
            yield from self._passive(said, subject, rest)
        elif said.kind == "effect":
            yield from self._of_anybody(said, rest)

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
        done = (self._done(rest[0]), *rest[1:particle])
        turned = (*object_, be, *done, *tail)
        if by:
            yield replace(said, parts=(*turned, *agent), shape="passive", cost=0.1)
        yield replace(said, parts=turned, shape="passive", agent=subject.name, cost=0.3)
        if isinstance(object_[0], Gap) and object_[0].type.kind == "player":
            parts = (*done, *tail)
            yield replace(said, parts=parts, shape="participle", subject=object_[0].name, agent=subject.name, cost=0.8)

    def _done(self, verb: Part) -> Part:
        """A verb as it says what is done to somebody; where only its form tells, the other forms are not meant."""
        return replace(verb, participle=self.lexicon.language == "en") if isinstance(verb, Word) else verb

    def _of_anybody(self, said: Loose, rest: tuple[Part, ...]) -> Iterator[Loose]:
        """`Ana draws 3 cards` as `3 cards are drawn`: whoever does it, all of them together."""
        if not _is_content(rest) or len(rest) < 2:
            return
        end = 1 + _object(rest[1:])
        counted = isinstance(rest[1], Gap) and rest[1].type.kind == "number"
        noun = rest[end] if end < len(rest) else None
        if counted and isinstance(noun, Word) and not noun.preposition:
            end += 1  # the cards
        if end > 1:
            parts = (*rest[1:end], Word("be", self.be, light=True), rest[0], *rest[end:])
            yield replace(said, parts=parts, shape="passive", cost=0.3)


def be(lexicon: Lexicon) -> frozenset[str]:
    """The keys of the verb that says what something is."""
    return lexicon.keys("es" if lexicon.language == "es" else "is")


def _from_content(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Parts without the small words in front."""
    start = next((i for i, p in enumerate(parts) if isinstance(p, Gap) or not p.light), len(parts))
    return parts[start:]


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


def attribute(loose: Loose, lexicon: Lexicon) -> Iterator[Loose]:
    """A fact about a player behind the player: `with two coins`, `who has two coins`."""
    if loose.kind != "fact" or loose.shape != "said" or len(loose.parts) < 3:
        return
    subject, verb, *rest = loose.parts
    if not isinstance(subject, Gap) or subject.type.kind != "player" or not isinstance(verb, Word):
        return
    owns = not verb.keys.isdisjoint(lexicon.keys("have" if lexicon.language != "es" else "tener"))
    for word in sorted(lexicon.kinds.get("accompanied", ())) if owns else ():
        yield replace(loose, parts=(Word(word, lexicon.keys(word)), *rest), shape="attribute", subject=subject.name)
    for word in sorted(lexicon.kinds.get("relatives", ())):
        parts = (Word(word, lexicon.keys(word)), verb, *rest)
        yield replace(loose, parts=parts, shape="attribute", subject=subject.name)


def without_member(loose: Loose) -> Iterator[Loose]:
    """An event without the member of an enum that its last words name: `challenges Ben` for `challenges Ben at chess`."""
    if loose.kind != "event" or loose.wanted or loose.shape == "participle":
        return
    for at, gap in enumerate(loose.parts):
        if isinstance(gap, Gap) and gap.type.kind == "enum" and at:
            before = loose.parts[:at]
            while before and isinstance(before[-1], Word) and before[-1].free:
                before = before[:-1]
            if before and isinstance(before[-1], Word) and before[-1].preposition:
                yield replace(loose, parts=(*before[:-1], *loose.parts[at + 1 :]), open=gap.name, cost=loose.cost + 0.5)


def asking(loose: Loose) -> Iterator[Loose]:
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


def whether(loose: Loose) -> Iterator[Loose]:
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
