"""The operations of open code: positions of which not everything is known.

`truth` and `pin` are the two places where an unknown value is asked about. Where the answer is open the analysis forks:
`explore` runs the same code again for every answer, and each run narrows what the unknown may be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from rulespal.engine.layout import UNKNOWNS
from rulespal.engine.runtime import CannotDo, RuleFault, ring_after
from rulespal.engine.unknown import (
    OPERATIONS,
    REST,
    Hidden,
    Impossible,
    Lift,
    Mask,
    Unclear,
    Var,
    bits,
    evaluate,
    is_unknown,
    mask_of,
    matches,
    unknowns,
)

Result = TypeVar("Result")
Predicate = Callable[[int], bool]
MAX_BRANCHES = 512
SHUFFLED = "shuffled"  # with a slot: a mark among the unknowns that the order of that zone is not known


@dataclass(frozen=True, slots=True)
class Zones:
    """Where cards lie in a position: the slots of all zones, those without an order, and how many cards there are."""

    slots: frozenset[int]
    loose: frozenset[int]
    pack: int


class Worlds:
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

    # ---- forks --------------------------------------------------------------------------------------------------------

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
            if value not in self.assumed:
                self.assumed[value] = self.decide(2) == 0
            return self.assumed[value]
        if len(parts) > 1:
            self.pin(parts[0])
            return self.truth(self.settled(value))
        yes = [v for v in domains[0] or () if evaluate(value, {parts[0]: v})]
        no = [v for v in domains[0] or () if v not in yes]
        if not yes or not no:
            return bool(yes)
        answer = self.decide(2) == 0
        self.narrow(parts[0], yes if answer else no)
        return answer

    def pin(self, value: Any) -> Any:
        """The value itself; forks over what it may be. Raises Unclear where it may be anything."""
        while is_unknown(value):
            part = next(unknowns(value), None)
            if part is None:
                return evaluate(value, {})
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

    def domain(self, part: Var | Hidden) -> list[Any] | None:
        """What an unknown may be; None: anything."""
        key = part.card if isinstance(part, Hidden) else part
        found = self.s[UNKNOWNS].get(key)
        if isinstance(part, Hidden):
            return list(bits(found if found is not None else (1 << self.pack) - 1))
        return found if found is None else list(found)

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
        if isinstance(card, int) and card < REST:
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
        domains = [self.mask(card) & ~seen for card in hidden]
        if not all(domains) or not matches(domains):
            raise Impossible

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

    def elsewhere(self, card: int, but: int) -> bool:
        """Whether a card is in sight in another zone."""
        return any(card in self.s[slot] for slot in self.zone_slots if slot != but)

    # ---- zones --------------------------------------------------------------------------------------------------------

    def in_zone(self, card: Any, slot: int) -> bool:
        """Whether a card is in a zone. Hidden cards that may be it are tried, one of each kind."""
        card, cards = self.resolve(card), self.s[slot]
        if card is None or is_unknown(card):
            return card is not None and self.contains(card, cards)
        if card in cards or any(self.resolve(c) == card for c in cards):
            return True
        if card < 0 or self.elsewhere(card, slot):
            return False
        may_be = [group[0] for mask, group in self.classes(cards) if mask >> card & 1]
        choices: list[int] = [*may_be, *([REST] if REST in cards else [])]
        choice = self.decide(len(choices) + 1)
        if choice == len(choices):
            for hidden in cards:
                if hidden < REST:
                    self.narrow_card(hidden, ~(1 << card))
            return False
        if choices[choice] == REST:
            self.s[slot] = (card, *cards)
            self.check_deal()
        else:
            self.narrow_card(choices[choice], 1 << card)
        return True

    def zone_empty(self, slot: int) -> bool:
        cards = self.s[slot]
        if cards != (REST,):
            return not cards
        if self.decide(2) == 0:
            self.s[slot] = ()
            return True
        self.s[slot] = (self.new_hidden((1 << self.pack) - 1), REST)
        return False

    def cards_from(self, cards: tuple[int, ...], number: Any, slot: int) -> bool:
        """Whether these are so many different cards of the zone."""
        if not self.truth(self.lift("eq", len(cards), number)) or len(set(cards)) != len(cards):
            return False
        return all(self.in_zone(card, slot) for card in cards)

    def take_hidden(self, slot: int, taken: Sequence[int]) -> int:
        """A card of the zone that nobody recorded, other than those in `taken`."""
        free = [c for c in self.s[slot] if c != REST and c not in taken and self.resolve(c) not in taken]
        if len(free) > 1 and all(c >= 0 for c in free):
            mask = mask_of(free)
            masked = {c: self.new_hidden(mask) for c in free}
            self.s[slot] = tuple(masked.get(c, c) for c in self.s[slot])
            free = list(masked.values())
        cards = self.s[slot]
        choices = [c for c in free if self.resolve(c) >= 0]
        choices += [group[0] for _, group in self.classes(free)]
        if not choices and REST in cards:
            hidden = self.new_hidden((1 << self.pack) - 1)
            self.s[slot] = (hidden, *cards)
            return hidden
        if not choices:
            raise CannotDo
        return choices[self.decide(len(choices))]

    def some_of(self, cards: tuple[int, ...], slot: int) -> bool:
        """Whether these are one or more different cards of the zone."""
        return bool(cards) and len(set(cards)) == len(cards) and all(self.in_zone(card, slot) for card in cards)

    def random(self, number: Any, slot: int) -> tuple[int, ...]:
        """Cards that chance picks: nobody knows which."""
        taken: list[int] = []
        available = self.s[slot]
        wanted = self.pin(number)
        if REST not in available and wanted >= len(available):
            return self.mixed(slot)
        for _ in range(wanted):
            taken.append(self.take_hidden(slot, taken))
        return tuple(taken)

    def mixed(self, slot: int) -> tuple[int, ...]:
        """The cards of a zone in an order that nobody knows: each may be any of them."""
        cards = self.s[slot]
        masks = {self.mask(card) for card in cards if card != REST}
        if len(masks) > 1 and REST not in cards:
            union = 0
            for mask in masks:
                union |= mask
            self.s[slot] = tuple(self.new_hidden(union) for _ in cards)
        return tuple(self.s[slot])

    def shuffle(self, slot: int) -> None:
        """From now on the order of a zone is not known; what lies in it is.

        The cards keep their numbers until the zone is used again, so that the lines that follow can still name them.
        """
        self.s[UNKNOWNS] = {**self.s[UNKNOWNS], (SHUFFLED, slot): True}

    def order(self, slot: int) -> None:
        """Gives the places of a shuffled zone numbers of their own: from now on its order counts again."""
        if (SHUFFLED, slot) in self.s[UNKNOWNS]:
            self.mixed(slot)
            self.s[UNKNOWNS] = {k: v for k, v in self.s[UNKNOWNS].items() if k != (SHUFFLED, slot)}

    def draw(self, number: Any, source: int, target: int) -> tuple[int, ...]:
        """Moves the first cards of an ordered zone, as many as there are; returns them."""
        drawn: list[int] = []
        self.order(source)
        for _ in range(max(0, self.pin(number))):
            if self.zone_empty(source):
                break
            card, *rest = self.s[source]
            if card == REST:
                card, rest = self.new_hidden((1 << self.pack) - 1), self.s[source]
            self.s[source] = tuple(rest)
            drawn.append(card)
        self.s[target] = (*self.s[target], *drawn)
        return tuple(drawn)

    def move(self, card: int, source: int, target: int, on_top: bool = False) -> None:
        """Moves a card from a zone to another. Raises CannotDo when it is not there."""
        self.order(target)
        cards = self.s[source]
        wanted = self.resolve(card)
        place = next((i for i, c in enumerate(cards) if c == card or self.resolve(c) == wanted), None)
        if place is not None:
            self.s[source] = cards[:place] + cards[place + 1 :]
        elif REST not in cards:
            raise CannotDo
        self.s[target] = (wanted, *self.s[target]) if on_top else (*self.s[target], wanted)

    def move_several(self, cards: tuple[int, ...], source: int, target: int, on_top: bool = False) -> None:
        for card in reversed(cards) if on_top else cards:
            self.move(card, source, target, on_top)

    # ---- operations ---------------------------------------------------------------------------------------------------

    def reading(self, index: int) -> int:
        return self.readings[index]

    def lift(self, op: str, left: Any, right: Any) -> Any:
        if is_unknown(left) or is_unknown(right):
            return self.settled(Lift(op, (left, right)))
        return OPERATIONS[op](left, right)

    def not_(self, value: Any) -> Any:
        return Lift("not", (value,)) if is_unknown(value) else not value

    def same_card(self, left: Any, right: Any) -> Any:
        left, right = self.resolve(left), self.resolve(right)
        if left is None or right is None or left == right:
            return left == right
        if not (is_unknown(left) or is_unknown(right)) and not self.mask(left) & self.mask(right):
            return False
        return self.lift("eq", _card(left), _card(right))

    def attribute(self, table: tuple[Any, ...], card: Any) -> Any:
        card = self.resolve(card)
        if is_unknown(card) or card < 0:
            return self.settled(Lift("item", (table, _card(card))))
        return table[card]

    def lookup(self, table: dict[object, Any], key: Any) -> Any:
        return table[self.pin(key)]

    def count(self, source: Any) -> Any:
        if is_unknown(source):
            return self.settled(Lift("len", (source,)))
        return Var(("how many", source)) if REST in source else len(source)

    def empty(self, source: Any) -> bool:
        return self.truth(self.lift("eq", self.count(source), 0))

    def contains(self, item: Any, source: Any) -> bool:
        if is_unknown(source) or is_unknown(item):
            return self.truth(self.settled(Lift("in", (item, source))))
        if item in source or item is None:
            return item in source
        return any(isinstance(c, int) and c < REST and self.truth(self.same_card(item, c)) for c in source)

    def each(self, source: Any) -> tuple[Any, ...]:
        """The members of a collection, hidden cards as they are."""
        members: tuple[Any, ...] = self.pin(source)
        if REST in members:
            raise Unclear("which cards are there")
        return members

    def accepted(self, predicate: Predicate, mask: Mask) -> Mask:
        """Those cards of a bit set for which the predicate holds."""
        return mask_of(card for card in bits(mask) if predicate(card))

    def some(self, source: Any, predicate: Predicate) -> bool:
        """Whether the predicate holds for some member. For hidden cards: evaluated once a card, decided by what fits."""
        members = self.pin(source)
        resolved = [self.resolve(m) for m in members]
        if any(predicate(m) for m in resolved if not _hidden(m)):
            return True
        groups = self.classes([m for m in members if _hidden(m) and m != REST])
        union = 0
        for mask, _ in groups:
            union |= mask
        wanted = self.accepted(predicate, union)
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

    def filter(self, source: Any, predicate: Predicate) -> tuple[Any, ...]:
        return tuple(m for m in self.pin(source) if m == REST or self.holds(m, predicate))

    def holds(self, member: Any, predicate: Predicate) -> bool:
        """The predicate of one member, which may be a hidden card."""
        member = self.resolve(member)
        if not _hidden(member):
            return predicate(member)
        mask = self.mask(member)
        wanted = self.accepted(predicate, mask)
        if not wanted or wanted == mask:
            return bool(wanted)
        answer = self.decide(2) == 0
        self.narrow_card(member, wanted if answer else ~wanted)
        return answer

    def count_where(self, source: Any, predicate: Predicate) -> Any:
        members = self.pin(source)
        found = sum(self.holds(m, predicate) for m in members if m != REST)
        return self.lift("add", found, Var(("how many", members))) if REST in members else found

    def the(self, source: Any, predicate: Predicate) -> Any:
        for member in self.each(source):
            if self.holds(member, predicate):
                return member
        raise RuleFault("nothing here meets the condition")

    def next(self, source: Any, after: Any, predicate: Predicate) -> Any:
        if is_unknown(source) and any(self.domain(part) is None for part in unknowns(source)):
            return Var(("next", source, after))
        for member in ring_after(self.pin(source), self.pin(after)):
            if predicate(member):
                return member
        raise RuleFault("nothing here meets the condition")

    def summary(self, kind: str, source: Any, predicate: Predicate, body: Callable[[int], Any]) -> Any:
        members = self.pin(source)
        if kind == "sum" and any(_hidden(self.resolve(m)) for m in members):
            return self.sum_hidden(members, predicate, body)
        values = [self.pin(body(m)) for m in self.each(source) if self.holds(m, predicate)]
        return sum(values) if kind == "sum" else (max if kind == "most" else min)(values, default=0)

    def sum_hidden(self, members: tuple[int, ...], predicate: Predicate, body: Callable[[int], Any]) -> Any:
        """The sum over cards of which some are hidden: a number between the least and the most that they can come to."""
        if REST in members:
            return Var(("sum", members))
        hidden = [m for m in members if _hidden(self.resolve(m))]
        if len(hidden) == 1:
            table = tuple(self.pin(body(c)) if predicate(c) else 0 for c in range(self.pack))
            others = sum(self.pin(body(m)) for m in map(self.resolve, members) if not _hidden(m) and predicate(m))
            return self.lift("add", others, self.settled(Lift("item", (table, Hidden(hidden[0])))))
        low = high = sum(self.pin(body(m)) for m in map(self.resolve, members) if not _hidden(m) and predicate(m))
        for mask, group in self.classes(members):
            values = sorted(self.pin(body(c)) if predicate(c) else 0 for c in bits(mask & ~self.in_sight()))
            low += sum(values[: len(group)])
            high += sum(values[-len(group) :])
        found = Var(("sum", members))
        self.s[UNKNOWNS] = {**self.s[UNKNOWNS], found: tuple(range(low, high + 1))}
        return found if low < high else low

    def in_sight(self) -> Mask:
        """The cards whose place is known."""
        return mask_of(card for slot in self.zone_slots for card in self.s[slot] if card >= 0)


def _card(value: Any) -> Any:
    return Hidden(value) if isinstance(value, int) and value < REST else value


def _hidden(member: Any) -> bool:
    return isinstance(member, int) and not isinstance(member, bool) and member < 0


def _fill(value: Any, known: dict[object, Any]) -> Any:
    if isinstance(value, Lift):
        args = tuple(_fill(arg, known) for arg in value.args)
        return Lift(value.op, args) if any(map(is_unknown, args)) else OPERATIONS[value.op](*args)
    return known.get(value, value) if isinstance(value, Var | Hidden) else value


def explore(
    s: list[Any], readings: Sequence[int], zones: Zones, run: Callable[[list[Any], Worlds], Result]
) -> Iterator[tuple[list[Any], Result]]:
    """Every way in which `run` may go from position `s`: the position it leaves and what it returned.

    Raises Unclear when there are more than MAX_BRANCHES ways.
    """
    waiting: list[list[int]] = [[]]
    for _ in range(MAX_BRANCHES):
        if not waiting:
            return
        path = waiting.pop()
        x = Worlds(s.copy(), readings, zones, path)
        try:
            result = run(x.s, x)
        except Impossible:
            pass
        else:
            tidy(x)
            yield x.s, result
        for place in range(len(path), len(x.totals)):
            waiting += [[*x.path[:place], other] for other in range(x.totals[place] - 1, 0, -1)]
    if waiting:
        raise Unclear("too much is open here to follow every case")


def deduce(x: Worlds) -> None:
    """Takes cards in sight from what hidden ones may be, and names those of a zone that can only be each other.

    In a zone without order so many hidden cards that may be just so many cards are those cards.
    """
    unknown, changed = x.s[UNKNOWNS], True
    while changed:
        changed = False
        seen = x.in_sight()
        for slot in x.zone_slots:
            groups: dict[Mask, list[int]] = {}
            for card in x.s[slot]:
                if card < REST:
                    groups.setdefault(unknown.get(card, (1 << x.pack) - 1) & ~seen, []).append(card)
            for mask, group in groups.items():
                if mask.bit_count() == len(group) and (slot in x.loose_slots or len(group) == 1):
                    named = dict(zip(group, bits(mask), strict=True))
                    x.s[slot] = tuple(named.get(c, c) for c in x.s[slot])
                    unknown = {**unknown, **{c: 1 << n for c, n in named.items()}}
                    changed = True
                else:
                    unknown = {**unknown, **dict.fromkeys(group, mask)}
    x.s[UNKNOWNS] = unknown


def tidy(x: Worlds) -> None:
    """Puts in what has become known, and forgets what is no longer in the position."""
    s = x.s
    if s[UNKNOWNS]:
        deduce(x)
    alive: set[object] = set()
    for slot in range(UNKNOWNS + 2, len(s)):
        value = s[slot]
        if slot in x.zone_slots:
            if any(card < REST for card in value):
                s[slot] = value = tuple(x.resolve(card) for card in value)
                alive.update(card for card in value if card < REST)
        elif is_unknown(value):
            s[slot] = value = x.settled(value)
            alive.update(p.card if isinstance(p, Hidden) else p for p in unknowns(value))
    s[0] = tuple((frame[0], *(x.resolve(x.settled(arg)) for arg in frame[1:])) for frame in s[0])
    for frame in s[0]:
        alive.update(p for arg in frame[1:] for p in unknowns(arg))
        alive.update(arg for arg in frame[1:] if _hidden(arg))
    if s[UNKNOWNS]:
        alive.update((SHUFFLED, slot) for slot in x.zone_slots if len(s[slot]) > 1)
        s[UNKNOWNS] = {k: v for k, v in s[UNKNOWNS].items() if k in alive}
