"""Values that nobody recorded, and what they may still be.

In a position a hidden card is a negative number; `s[UNKNOWNS]` maps it to a bit set of the cards that it may be. REST in
a zone stands for any number of further cards. Other unknown values are `Var` (with a domain, or without one) and `Lift`,
an operation on unknown values that is worked out when somebody asks for its truth or needs the value itself.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import repeat
from typing import Any

from rulespal.engine.runtime import divided_down, divided_up

REST = -1
Mask = int


@dataclass(frozen=True, slots=True)
class Var:
    """A value nobody knows. Its domain stands in the position; without one it may be anything."""

    key: object


@dataclass(frozen=True, slots=True)
class Hidden:
    """A hidden card inside a Lift."""

    card: int


@dataclass(frozen=True, slots=True)
class Lift:
    """An operation on values of which some are unknown."""

    op: str
    args: tuple[Any, ...]


class Impossible(Exception):
    """No deal of the hidden cards fits: this branch of the analysis does not exist."""


class Unclear(Exception):
    """A value would have to be known here. The message says which."""


OPERATIONS: dict[str, Callable[..., Any]] = {
    **{name: getattr(operator, name) for name in ("eq", "ne", "lt", "le", "gt", "ge", "add", "sub", "mul")},
    "item": operator.getitem,
    "divided_down": divided_down,
    "divided_up": divided_up,
    "in": lambda item, source: item in source,
    "len": len,
    "not": operator.not_,
}


_UNKNOWN = frozenset((Var, Lift, Hidden))


def is_unknown(value: object) -> bool:
    return type(value) in _UNKNOWN


def unknowns(value: object) -> Iterator[Var | Hidden]:
    """The unknown values that a value depends on, each once."""
    seen: set[object] = set()
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Lift):
            waiting += reversed(part.args)
        elif isinstance(part, Var | Hidden) and part not in seen:
            seen.add(part)
            yield part


def evaluated(value: Any, domain: Sequence[Any]) -> list[Any]:
    """The value for each thing that the one unknown which it depends on may be."""
    return list(_column(value, domain))


def _column(value: Any, domain: Sequence[Any]) -> Iterable[Any]:
    if isinstance(value, Lift):
        return map(OPERATIONS[value.op], *(_column(arg, domain) for arg in value.args))
    return domain if isinstance(value, Var | Hidden) else repeat(value, len(domain))


def solved(value: Lift) -> tuple[Var, int] | None:
    """The unknown number of an equation of sums that has only one, and what it is."""
    if value.op != "eq":
        return None
    left, right = map(_sum, value.args)
    if left is None or right is None:
        return None
    terms = {var: n for var in {**left[1], **right[1]} if (n := left[1].get(var, 0) - right[1].get(var, 0))}
    if len(terms) != 1:
        return None
    ((var, times),) = terms.items()
    return (var, (right[0] - left[0]) * times) if times in (1, -1) else None


def _sum(value: Any) -> tuple[int, dict[Var, int]] | None:
    """A sum as its known part and how often each unknown is in it; None for anything else."""
    if isinstance(value, Var):
        return 0, {value: 1}
    if isinstance(value, int) and not isinstance(value, bool):
        return value, {}
    if not isinstance(value, Lift) or value.op not in ("add", "sub"):
        return None
    left, right = map(_sum, value.args)
    if left is None or right is None:
        return None
    sign = 1 if value.op == "add" else -1
    return left[0] + sign * right[0], {
        var: left[1].get(var, 0) + sign * right[1].get(var, 0) for var in {**left[1], **right[1]}
    }


def bits(mask: Mask) -> Iterator[int]:
    """The cards in a bit set."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@lru_cache(4_096)  # a few thousand bit sets, those of the hands and packs of a few games
def cards_in(mask: Mask) -> tuple[int, ...]:
    """The cards in a bit set, kept for when they are asked for again."""
    return tuple(bits(mask))


def mask_of(cards: Iterable[int]) -> Mask:
    found = 0
    for card in cards:
        found |= 1 << card
    return found


def matches(domains: list[Mask]) -> bool:
    """Whether every hidden card can be a card of its own: a matching, greedy as far as that goes, then by augmenting
    paths (Kuhn 1955)."""
    owner: dict[int, int] = {}  # card as a bit: the place in `domains` that has it
    used = 0
    for place in sorted(range(len(domains)), key=lambda i: domains[i].bit_count()):
        free = domains[place] & ~used
        if free:
            bit = free & -free
            owner[bit] = place
            used |= bit
            continue
        bit = _augment(place, domains, owner, used)
        if not bit:
            return False
        used |= bit
    return True


def _augment(place: int, domains: list[Mask], owner: dict[int, int], used: Mask) -> Mask:
    """Finds a card for `place` by moving others along a path; returns the card that is newly used, or 0."""
    came: dict[int, int] = {}  # card: the place from which it was reached
    held: dict[int, int] = {}  # place on the path: the card that it would give up
    front = [place]
    seen = 0
    while front:
        current = front.pop()
        free = domains[current] & ~used
        if free:
            grown = bit = free & -free
            came[bit] = current
            while bit:
                owner[bit], bit = came[bit], held.get(came[bit], 0)
            return grown
        for card in bits(domains[current] & ~seen):
            bit = 1 << card
            seen |= bit
            came[bit] = current
            held[owner[bit]] = bit
            front.append(owner[bit])
    return 0
