"""What compiled functions call in either emission."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NoReturn, Self

from rulespal.text.talk import heard

MAX_AUTOMATIC = 1_000
MAX_INTEGER = 2**53


# What Python raises when compiled code meets a value that is not there.
MISSING = (TypeError, IndexError, KeyError)


class RuleFault(Exception):
    """A rule cannot be carried out: a mistake of the rulebook, not of a record. `citation` or `place` says which."""

    def __init__(self, message: str, citation: int | None = None) -> None:
        super().__init__(message)
        self.citation = citation


class Silent(Exception):
    """The rules are silent here: `gap` names the place."""

    def __init__(self, gap: str, citation: int) -> None:
        super().__init__(gap)
        self.gap = gap
        self.citation = citation


class CannotDo(Exception):
    """An event cannot be carried out even if it were allowed: a card that would have to move is not there."""


class Table(dict[object, object]):
    """The rows of a table; a key without a row is a fault of the rulebook."""

    def __init__(self, name: str, rows: Iterable[tuple[object, object]]) -> None:
        super().__init__(rows)
        self.name = name

    def __missing__(self, key: object) -> NoReturn:
        raise RuleFault(f"the table `{self.name}` has no row for {key}")


def just(player: int | None) -> tuple[int, ...]:
    """The player as a tuple; nobody is none."""
    return () if player is None else (player,)


def without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """The cards less one. Raises CannotDo when it is not there."""
    try:
        place = cards.index(card)
    except ValueError:
        raise CannotDo from None
    return cards[:place] + cards[place + 1 :]


def without_several(cards: tuple[int, ...], taken: tuple[int, ...]) -> tuple[int, ...]:
    """The cards less several. Raises CannotDo when one of them is not there."""
    gone = set(taken)
    left = tuple([card for card in cards if card not in gone])
    if len(left) + len(taken) != len(cards):
        raise CannotDo
    return left


def move_all(s: list[Any], source: int, target: int) -> None:
    if source != target:
        s[target] = s[target] + s[source]
        s[source] = ()


def gatherer(zone_slots: list[int], pack: int) -> Callable[[list[Any], int], None]:
    """A function that puts the whole pack into one zone."""
    whole = tuple(range(pack))

    def gather(s: list[Any], target: int) -> None:
        for slot in zone_slots:
            s[slot] = ()
        s[target] = whole

    return gather


def ring_after(ring: tuple[Any, ...], after: object) -> tuple[Any, ...]:
    """The ring from the place behind `after` on, `after` itself last."""
    if after not in ring:
        return ring
    place = ring.index(after) + 1
    return ring[place:] + ring[:place]


def cards_from(cards: tuple[int, ...], number: int, zone: tuple[int, ...]) -> bool:
    """Whether these are so many different cards of the zone."""
    return len(cards) == number and len(set(cards)) == number and all(card in zone for card in cards)


def draw(s: list[Any], number: int, source: int, target: int) -> tuple[int, ...]:
    """Moves the first cards of a zone to another; returns them."""
    cards: tuple[int, ...] = s[source][: max(0, number)]
    s[source] = s[source][len(cards) :]
    s[target] = s[target] + cards
    return cards


class Chances(tuple[int, ...]):
    """Chosen options, one a reading, with the chance of a simulated game."""

    rng: random.Random

    def __new__(cls, options: Sequence[int], rng: random.Random) -> Self:
        made = super().__new__(cls, options)
        made.rng = rng
        return made


class Watched(Chances):
    """The same, noting which readings are looked at."""

    seen: set[int]

    def __new__(cls, options: Sequence[int], rng: random.Random) -> Self:
        made = super().__new__(cls, options, rng)
        made.seen = set()
        return made

    def __getitem__(self, index: Any, _item: Callable[..., Any] = tuple.__getitem__) -> Any:
        self.seen.add(index)
        return _item(self, index)


def random_cards(x: Any, number: int, cards: tuple[int, ...]) -> tuple[int, ...]:
    """Cards picked by the chance of a simulated game, as many as there are up to `number`; all choices equally likely.

    The first steps of a Fisher-Yates shuffle.
    """
    pool, uniform, size = list(cards), x.rng.random, len(cards)
    for place in range(max(0, min(number, size - 1))):
        other = place + int(uniform() * (size - place))
        pool[place], pool[other] = pool[other], pool[place]
    return tuple(pool[: max(0, number)])


def shuffled(x: Any, cards: tuple[int, ...]) -> tuple[int, ...]:
    return random_cards(x, len(cards), cards)


def numbers(low: int, high: int) -> range:
    """The numbers of a loop. Raises RuleFault when they are too many."""
    if high - low > MAX_AUTOMATIC:
        raise RuleFault(f"a loop over more than {MAX_AUTOMATIC} numbers")
    return range(low, high + 1)


def stop_at(gap: str, citation: int) -> NoReturn:
    raise Silent(gap, citation)


def some_of(cards: tuple[int, ...], zone: tuple[int, ...]) -> bool:
    """Whether these are one or more different cards of the zone."""
    return bool(cards) and len(set(cards)) == len(cards) and all(card in zone for card in cards)


Fits = Callable[[tuple[int, ...]], bool]
MAX_SETS = 4_000
MAX_KNOWN = 200_000
MAX_TRIED = 100_000  # sets that a search looks at


def sets_while(zone: tuple[int, ...], fits: Fits) -> list[tuple[int, ...]]:
    """All sets of cards that fit, where every part of a fitting set fits; at most MAX_SETS."""
    found: list[tuple[int, ...]] = []
    front: list[tuple[tuple[int, ...], int]] = [((), 0)]
    for _ in range(MAX_TRIED):
        if not front or len(found) >= MAX_SETS:
            break
        chosen, start = front.pop()
        for place in range(start, len(zone)):
            grown = (*chosen, zone[place])
            if fits(grown):
                found.append(grown)
                front.append((grown, place + 1))
    return found


def sets_until(zone: tuple[int, ...], fits: Fits) -> list[tuple[int, ...]]:
    """The smallest sets of cards that fit, where every larger one fits too; at most MAX_SETS."""
    found: list[tuple[int, ...]] = []
    front: list[tuple[tuple[int, ...], int]] = [((), 0)]
    for _ in range(MAX_TRIED):
        if not front or len(found) >= MAX_SETS:
            break
        chosen, start = front.pop()
        for place in range(start, len(zone)):
            grown = (*chosen, zone[place])
            if not fits(grown):
                front.append((grown, place + 1))
            elif not any(fits(grown[:i] + grown[i + 1 :]) for i in range(len(chosen))):
                found.append(grown)
    return found


def sets_known(zone: tuple[int, ...], known: dict[int, bool], work_out: Fits) -> list[tuple[int, ...]]:
    """As `sets_while`, for a condition that only the cards decide: what was worked out before is in `known`, by bit set."""
    if len(known) > MAX_KNOWN:
        known.clear()
    found: list[tuple[int, ...]] = []
    singles = [1 << card for card in zone]
    front: list[tuple[tuple[int, ...], int, int]] = [((), 0, 0)]
    while front and len(found) < MAX_SETS:
        chosen, mask, start = front.pop()
        for place in range(start, len(zone)):
            larger = mask | singles[place]
            fits = known.get(larger)
            if fits is None:
                fits = known[larger] = work_out((*chosen, zone[place]))
            if fits:
                grown = (*chosen, zone[place])
                found.append(grown)
                front.append((grown, larger, place + 1))
    return found


def sets_summing(zone: tuple[int, ...], values: Sequence[int], least: int) -> list[tuple[int, ...]]:
    """The smallest sets of cards whose values, none of them negative, come to a number at least; at most MAX_SETS.

    Larger values are tried first: then a set is a smallest one as soon as it reaches the number, because its last card,
    the least of all, is needed.
    """
    cards = sorted(zone, key=values.__getitem__, reverse=True)
    worth = [values[card] for card in cards]
    rests = [sum(worth[place:]) for place in range(len(cards))]
    found: list[tuple[int, ...]] = []
    front: list[tuple[tuple[int, ...], int, int]] = [((), 0, 0)]
    while front and len(found) < MAX_SETS:
        chosen, total, start = front.pop()
        for place in range(start, len(cards)):
            if total + rests[place] < least:
                break  # not even all that is left would do
            if total + worth[place] >= least:
                found.append((*chosen, cards[place]))
            else:
                front.append(((*chosen, cards[place]), total + worth[place], place + 1))
    return found


def recall(known: dict[int, Any], cards: tuple[int, ...], work_out: Callable[[], Any]) -> Any:
    """A value that only the cards decide, from the table where it is kept by bit set."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    if mask not in known:
        known[mask] = work_out()
    return known[mask]


def most(values: list[int]) -> int:
    return max(values, default=0)


def least(values: list[int]) -> int:
    return min(values, default=0)


def bounded(value: Any, citation: int) -> Any:
    """A number that is not too large to go on with."""
    if isinstance(value, int) and not -MAX_INTEGER <= value <= MAX_INTEGER:
        raise RuleFault("a number grows too large", citation)
    return value


def no_such(place: str) -> NoReturn:
    raise RuleFault(f"{place}: nothing here meets the condition")


def too_many_steps(citation: int) -> NoReturn:
    raise RuleFault(f"more than {MAX_AUTOMATIC} automatic steps", citation)


def divided_down(number: int, by: int) -> int:
    """The quotient, rounded down. Raises RuleFault where the divisor is 0."""
    if by == 0:
        raise RuleFault("something is divided by 0")
    return number // by


def divided_up(number: int, by: int) -> int:
    """The quotient, rounded up. Raises RuleFault where the divisor is 0."""
    return -divided_down(-number, by)


HELPERS: dict[str, Any] = {
    function.__name__: function
    for function in (
        bounded, cards_from, divided_down, divided_up, draw, heard, just, least, most, move_all, no_such, numbers,
        random_cards, recall, ring_after,
        sets_known, sets_summing, sets_until, sets_while, shuffled, some_of, stop_at, too_many_steps, without,
        without_several,
    )
}  # fmt: skip
