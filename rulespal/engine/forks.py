"""Questions about unknown values: `truth` and `pin` are the two places where one is asked about.

Where the answer is open the analysis forks: `explore` runs the same code again for every answer, and each run narrows
what the unknown may be.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rulespal.engine.layout import UNKNOWNS
from rulespal.engine.unknown import (
    OPERATIONS,
    REST,
    Hidden,
    Impossible,
    Lift,
    Mask,
    Unclear,
    Var,
    cards_in,
    evaluated,
    is_unknown,
    mask_of,
    matches,
    solved,
    unknowns,
)

MOST_TRIED = 64  # values of an unknown that are tried in turn to learn a number from an equation


@dataclass(frozen=True, slots=True)
class Zones:
    """Where cards lie in a position: the slots of all zones, those without an order, and how many cards there are."""

    slots: frozenset[int]
    loose: frozenset[int]
    pack: int


class Forks:
    """One run of open code. `path` holds the answers given so far, `totals` how many each question had."""

    def __init__(self, s: list[Any], readings: Sequence[int], zones: Zones, path: Sequence[int]):
        self.s = s
        self.readings = readings
        self.zone_slots = zones.slots
        self.loose_slots = zones.loose
        self.pack = zones.pack
        self.path = list(path)
        self.totals: list[int] = []
        self.assumed: dict[object, bool] = {}
        self.learns = False  # whether an equation that is taken to be true tells the one number missing in it

    def decide(self, total: int) -> int:
        """Which of `total` answers this run takes."""
        if total == 1:
            return 0
        place = len(self.totals)
        self.totals.append(total)
        if place == len(self.path):
            self.path.append(0)
        return self.path[place]

    def truth(self, value: Any) -> bool:
        """Whether the value is true; forks where that is open."""
        if not is_unknown(value):
            return bool(value)
        parts = list(unknowns(value))
        domains = [self.domain(part) for part in parts]
        if any(domain is None for domain in domains):
            few = [p for p, d in zip(parts, domains, strict=True) if d is not None and len(d) <= MOST_TRIED]
            if self.learns and few:  # what the equation tells of the number is seen once the others are known
                self.pin(few[0])
                return self.truth(self.settled(value))
            if value not in self.assumed:
                self.assumed[value] = self.decide(2) == 0
                if self.learns and self.assumed[value] and (found := solved(value)) is not None:
                    self.narrow(found[0], [found[1]])
            return self.assumed[value]
        if len(parts) > 1:
            self.pin(parts[0])
            return self.truth(self.settled(value))
        (domain,) = domains
        truths = evaluated(value, domain or ())
        if not any(truths) or all(truths):
            return any(truths)
        answer = self.decide(2) == 0
        self.narrow(parts[0], [v for v, true in zip(domain or (), truths, strict=True) if bool(true) is answer])
        return answer

    def pin(self, value: Any) -> Any:
        """The value itself; forks over what it may be. Raises Unclear where it may be anything."""
        while is_unknown(value):
            part = next(unknowns(value), None)
            if part is None:
                return evaluated(value, [None])[0]
            domain = self.domain(part)
            if domain is None:
                raise Unclear("something that the record does not say")
            chosen = domain[self.decide(len(domain))]
            self.narrow(part, [chosen])
            value = self.settled(value)
        return value

    def settled(self, value: Any) -> Any:
        """The value with all that is known by now put in."""
        known: dict[object, Any] = {}
        for part in unknowns(value):
            domain = self.domain(part)
            if domain is not None and len(domain) == 1:
                known[part] = domain[0]
        return _fill(value, known) if known else value

    def domain(self, part: Var | Hidden) -> Sequence[Any] | None:
        """What an unknown may be; None: anything."""
        if isinstance(part, Hidden):
            return cards_in(self.s[UNKNOWNS].get(part.card, (1 << self.pack) - 1))
        found: Sequence[Any] | None = self.s[UNKNOWNS].get(part)
        return found

    def narrow(self, part: Var | Hidden, values: Sequence[Any]) -> None:
        if isinstance(part, Hidden):
            self.narrow_card(part.card, mask_of(values))
        else:
            self.s[UNKNOWNS] = {**self.s[UNKNOWNS], part: tuple(values)}

    # ---- hidden cards -------------------------------------------------------------------------------------------------

    def mask(self, card: int) -> Mask:
        """The cards that a card may be."""
        if card >= 0:
            return 1 << card
        found: Mask = self.s[UNKNOWNS].get(card, (1 << self.pack) - 1)
        return found

    def resolve(self, card: Any) -> Any:
        """The card's own number where only one is left."""
        if type(card) is int and card < REST:
            mask = self.mask(card)
            if mask & (mask - 1) == 0:
                return mask.bit_length() - 1
        return card

    def narrow_card(self, card: int, mask: Mask) -> None:
        """Leaves only the cards of `mask`. Raises Impossible when no deal fits any more."""
        now = self.mask(card) & mask
        if now == self.mask(card):
            return
        if not now:
            raise Impossible
        self.s[UNKNOWNS] = {**self.s[UNKNOWNS], card: now}
        self.check_deal()

    def check_deal(self) -> None:
        """Raises Impossible unless each hidden card can be a card of its own, apart from those in sight."""
        seen = 0
        hidden: list[int] = []
        for slot in self.zone_slots:
            for card in self.s[slot]:
                if card < REST:
                    hidden.append(card)
                elif card >= 0:
                    seen |= 1 << card
        if len(hidden) + seen.bit_count() > self.pack:
            raise Impossible
        domains = [self.mask(card) & ~seen for card in hidden]
        if not all(domains) or not matches(domains):
            raise Impossible

    def in_sight(self) -> Mask:
        """The cards whose place is known."""
        return mask_of(card for slot in self.zone_slots for card in self.s[slot] if card >= 0)

    def new_hidden(self, mask: Mask) -> int:
        """A new hidden card, one of those in `mask`."""
        card = min((k for k in self.s[UNKNOWNS] if isinstance(k, int)), default=REST) - 1
        self.s[UNKNOWNS] = {**self.s[UNKNOWNS], card: mask}
        return card

    def classes(self, cards: Sequence[int]) -> list[tuple[Mask, list[int]]]:
        """The hidden cards among these, those that may be the same cards together."""
        found: dict[int, list[int]] = {}
        for card in cards:
            if self.resolve(card) < REST:
                found.setdefault(self.mask(card), []).append(card)
        return list(found.items())

    def unlike(self, copies: Mask) -> list[int]:
        """Of cards that are copies of each other, one of each sort that what is known tells apart.

        Copies that the same hidden cards may be can change places without anything else being different.
        """
        masks = {mask for card, mask in self.s[UNKNOWNS].items() if isinstance(card, int)}
        for mask in masks:
            if mask & (mask - 1) == 0:  # that card is named already
                copies &= ~mask
        parts = [copies] if copies else []
        for mask in masks:
            parts = [p for part in parts for p in (part & mask, part & ~mask) if p]
        return [(part & -part).bit_length() - 1 for part in parts]

    def elsewhere(self, card: int, but: int) -> bool:
        """Whether a card is in sight in another zone."""
        return any(card in self.s[slot] for slot in self.zone_slots if slot != but)

    # ---- comparing ----------------------------------------------------------------------------------------------------

    def lift(self, op: str, left: Any, right: Any) -> Any:
        if is_unknown(left) or is_unknown(right):
            return self.settled(Lift(op, (left, right)))
        return OPERATIONS[op](left, right)

    def same_card(self, left: Any, right: Any) -> Any:
        left, right = self.resolve(left), self.resolve(right)
        if left is None or right is None or left == right:
            return left == right
        if not (is_unknown(left) or is_unknown(right)) and not self.mask(left) & self.mask(right):
            return False
        return self.lift("eq", within(left), within(right))

    def one_of(self, card: Any, copies: tuple[int, ...]) -> bool:
        """Whether a card is one of these; forks where that is open.

        Where nothing tells apart the copies that it may be, it is one of them from now on: no deal is lost by that.
        """
        card = self.resolve(card)
        if not is_unknown(card) and (card is None or not self.mask(card) & mask_of(copies)):
            return False
        found = self.truth(self.lift("in", within(card), copies))
        if found and is_hidden(card) and len(alike := self.unlike(self.mask(card) & ~self.in_sight())) == 1:
            self.narrow_card(card, 1 << alike[0])
        return found

    def contains(self, item: Any, source: Any) -> bool:
        if is_unknown(source) or is_unknown(item):
            return self.truth(self.settled(Lift("in", (item, source))))
        if item in source or item is None:
            return item in source
        return any(isinstance(c, int) and c < REST and self.truth(self.same_card(item, c)) for c in source)


def within(value: Any) -> Any:
    return Hidden(value) if isinstance(value, int) and value < REST else value


def is_hidden(member: Any) -> bool:
    return type(member) is int and member < 0


def _fill(value: Any, known: dict[object, Any]) -> Any:
    if isinstance(value, Lift):
        args = tuple(_fill(arg, known) for arg in value.args)
        return Lift(value.op, args) if any(map(is_unknown, args)) else OPERATIONS[value.op](*args)
    return known.get(value, value) if isinstance(value, Var | Hidden) else value
