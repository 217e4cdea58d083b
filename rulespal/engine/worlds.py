"""The operations of open code, which also take values that nobody knows: one class in three floors.

`Forks` asks about unknown values, `HiddenZones` handles cards, `Worlds` adds what expressions need.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, reduce
from typing import Any

from rulespal.engine.forks import is_hidden, within
from rulespal.engine.hidden_zones import HiddenZones
from rulespal.engine.layout import UNKNOWNS
from rulespal.engine.runtime import RuleFault, divided_down, ring_after
from rulespal.engine.unknown import REST, Hidden, Lift, Mask, Unclear, Var, bits, is_unknown, unknowns

Predicate = Callable[[int], bool]
Alike = Sequence[Mask] | None  # for each card those that a function cannot tell from it; None: it may tell all apart


class Worlds(HiddenZones):
    """What compiled open code calls."""

    def reading(self, index: int) -> int:
        return self.readings[index]

    def not_(self, value: Any) -> Any:
        return Lift("not", (value,)) if is_unknown(value) else not value

    def divisor(self, value: Any) -> int:
        """A number that something is divided by. Raises RuleFault where it is 0."""
        found: int = self.pin(value)
        divided_down(0, found)
        return found

    def attribute(self, table: tuple[Any, ...], card: Any) -> Any:
        card = self.resolve(card)
        if is_unknown(card) or card < 0:
            return self.settled(Lift("item", (table, within(card))))
        return table[card]

    def named(self, card: Any) -> int:
        """The card itself, where its kind matters. Raises Unclear where nobody recorded it."""
        found = self.resolve(card)
        if is_unknown(found) or found is None or found < 0:
            raise Unclear("which card it is")
        return int(found)

    def lookup(self, table: dict[object, Any], key: Any) -> Any:
        return table[self.pin(key)]

    def count(self, source: Any) -> Any:
        if is_unknown(source):
            return self.settled(Lift("len", (source,)))
        return Var(("how many", source)) if REST in source else len(source)

    def empty(self, source: Any) -> bool:
        return self.truth(self.lift("eq", self.count(source), 0))

    def each(self, source: Any) -> tuple[Any, ...]:
        """The members of a collection, hidden cards as they are."""
        members: tuple[Any, ...] = self.pin(source)
        if REST in members:
            raise Unclear("which cards are there")
        return members

    def some(self, source: Any, predicate: Predicate, alike: Alike = None) -> bool:
        """Whether the predicate holds for some member. For hidden cards: evaluated once a card, decided by what fits."""
        members = self.pin(source)
        resolved = [self.resolve(m) for m in members]
        if any(predicate(m) for m in resolved if not is_hidden(m)):
            return True
        groups = self.classes([m for m in members if is_hidden(m) and m != REST])
        union = 0
        for mask, _ in groups:
            union |= mask
        wanted = Sieve(predicate, alike).among(union)
        choices = [group[0] for mask, group in groups if mask & wanted]
        if any(not mask & ~wanted for mask, _ in groups):
            return True
        rest = REST in members
        if not choices and not rest:
            return False
        choice = self.decide(len(choices) + rest + 1)
        if choice < len(choices):
            self.narrow_card(choices[choice], wanted)
            return True
        if choice < len(choices) + rest:
            return True
        for _, group in groups:
            for card in group:
                self.narrow_card(card, ~wanted)
        return False

    def filter(self, source: Any, predicate: Predicate, alike: Alike = None) -> tuple[Any, ...]:
        members = self.pin(source)
        sieve = Sieve(predicate, alike)
        return tuple(m for m in members if m == REST or self.holds(m, sieve))

    def holds(self, member: Any, sieve: Sieve) -> bool:
        """What is asked, of one member, which may be a hidden card."""
        member = self.resolve(member)
        if not is_hidden(member):
            return sieve.predicate(member)
        mask = self.mask(member)
        wanted = sieve.among(mask)
        if not wanted or wanted == mask:
            return bool(wanted)
        answer = self.decide(2) == 0
        self.narrow_card(member, wanted if answer else ~wanted)
        return answer

    def count_where(self, source: Any, predicate: Predicate, alike: Alike = None) -> Any:
        members = self.pin(source)
        sieve = Sieve(predicate, alike)
        found = sum(self.holds(m, sieve) for m in members if m != REST)
        return self.lift("add", found, Var(("how many", members))) if REST in members else found

    def the(self, source: Any, predicate: Predicate, alike: Alike = None) -> Any:
        members = self.pin(source)
        sieve = Sieve(predicate, alike)
        for member in members:
            if member != REST and self.holds(member, sieve):
                return member
        wanted = sieve.among(((1 << self.pack) - 1) & ~self.in_sight()) if REST in members else 0
        if wanted:  # one of the cards of which nobody has said anything
            return self.new_hidden(wanted)
        raise RuleFault("nothing here meets the condition")

    def next(self, source: Any, after: Any, predicate: Predicate) -> Any:
        if self.anything(source):
            return Var(("next", source, after))
        for member in ring_after(self.pin(source), self.pin(after)):
            if predicate(member):
                return member
        raise RuleFault("nothing here meets the condition")

    def summary(
        self, kind: str, source: Any, predicate: Predicate, body: Callable[[int], Any], alike: Alike = None
    ) -> Any:
        members = self.pin(source)
        if kind == "sum" and any(is_hidden(self.resolve(m)) for m in members):
            return self.sum_hidden(members, once(predicate, members, alike), once(body, members, alike))
        sieve = Sieve(predicate, alike)
        found = [body(m) for m in self.each(source) if self.holds(m, sieve)]
        if kind == "sum" and any(self.anything(value) for value in found):
            return reduce(lambda total, value: self.lift("add", total, value), found, 0)
        values = [self.pin(value) for value in found]
        return sum(values) if kind == "sum" else (max if kind == "most" else min)(values, default=0)

    def anything(self, value: Any) -> bool:
        """Whether nothing at all is known of a value."""
        return is_unknown(value) and any(self.domain(part) is None for part in unknowns(value))

    def sum_hidden(self, members: tuple[int, ...], predicate: Predicate, body: Callable[[int], Any]) -> Any:
        """The sum over cards of which some are hidden: a number between the least and the most that they can come to."""
        if REST in members:
            return Var(("sum", members))
        hidden = [m for m in members if is_hidden(self.resolve(m))]
        if len(hidden) == 1:
            table = tuple(self.pin(body(c)) if predicate(c) else 0 for c in range(self.pack))
            others = sum(self.pin(body(m)) for m in map(self.resolve, members) if not is_hidden(m) and predicate(m))
            return self.lift("add", others, self.settled(Lift("item", (table, Hidden(hidden[0])))))
        low = high = sum(self.pin(body(m)) for m in map(self.resolve, members) if not is_hidden(m) and predicate(m))
        for mask, group in self.classes(members):
            values = sorted(self.pin(body(c)) if predicate(c) else 0 for c in bits(mask & ~self.in_sight()))
            low += sum(values[: len(group)])
            high += sum(values[-len(group) :])
        found = Var(("sum", members))
        self.s[UNKNOWNS] = {**self.s[UNKNOWNS], found: tuple(range(low, high + 1))}
        return found if low < high else low


class Sieve:
    """A predicate of cards that is worked out once a card, where hidden cards ask of the same cards again and again.

    Of cards that it cannot tell apart it is worked out for one. What was found of a card stays so while members are gone
    through: knowledge only grows, and what was open is decided.
    """

    __slots__ = ("_alike", "_asked", "_holds", "predicate")

    def __init__(self, predicate: Predicate, alike: Alike) -> None:
        self.predicate = predicate
        self._alike = alike
        self._asked = self._holds = 0

    def among(self, mask: Mask) -> Mask:
        """Those cards of a bit set for which it holds."""
        while left := mask & ~self._asked:
            card = (left & -left).bit_length() - 1
            same = self._alike[card] if self._alike else 1 << card
            if self.predicate(card):
                self._holds |= same
            self._asked |= same
        return mask & self._holds


def once(function: Callable[[int], Any], members: tuple[Any, ...], alike: Alike = None) -> Callable[[int], Any]:
    """A function of a card that is worked out once a card, or once for cards alike, where several cards are hidden."""
    if sum(is_hidden(member) for member in members) < 2:
        return function
    kept = cache(function)
    return kept if alike is None else lambda card: kept((alike[card] & -alike[card]).bit_length() - 1)
