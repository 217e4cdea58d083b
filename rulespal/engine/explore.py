"""Every way in which a piece of open code may go, and what is known afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from rulespal.engine.forks import Zones, is_hidden
from rulespal.engine.hidden_zones import SHUFFLED
from rulespal.engine.layout import UNKNOWNS
from rulespal.engine.unknown import REST, Hidden, Impossible, Lift, Mask, Unclear, bits, is_unknown, unknowns
from rulespal.engine.worlds import Worlds

Result = TypeVar("Result")
MAX_BRANCHES = 512
TOO_MUCH = "too much is open here to follow every case"


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
            if x.s != s:  # what only asked has found out nothing
                tidy(x)
            yield x.s, result
        for place in range(len(path), len(x.totals)):
            waiting += [[*x.path[:place], other] for other in range(x.totals[place] - 1, 0, -1)]
    if waiting:
        raise Unclear(TOO_MUCH)


def deduce(x: Worlds) -> None:
    """Takes cards in sight from what hidden ones may be, and names those of a zone that can only be each other.

    In a zone without order so many hidden cards that may be just so many cards are those cards.
    """
    unknown, changed = x.s[UNKNOWNS], True
    named_elsewhere = {arg for frame in x.s[0] for arg in frame[1:] if is_hidden(arg)}
    for value in x.s[UNKNOWNS + 2 :]:
        kind = type(value)  # most are numbers and zones: this is run after every step of every branch
        if kind is int:
            if value < 0:
                named_elsewhere.add(value)
        elif kind is Lift or kind is Hidden:
            named_elsewhere.update(p.card for p in unknowns(value) if isinstance(p, Hidden))
    while changed:
        changed = False
        seen = x.in_sight()
        for slot in x.zone_slots:
            groups: dict[Mask, list[int]] = {}
            for card in x.s[slot]:
                if card < REST:
                    groups.setdefault(unknown.get(card, (1 << x.pack) - 1) & ~seen, []).append(card)
            for mask, group in groups.items():
                alike = slot in x.loose_slots and not named_elsewhere.intersection(group)
                if mask.bit_count() == len(group) and (alike or len(group) == 1):
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
    for slot, value in enumerate(s[UNKNOWNS + 2 :], UNKNOWNS + 2):
        kind = type(value)
        if kind is tuple:
            if value and slot in x.zone_slots and min(value) < REST:
                s[slot] = value = tuple(x.resolve(card) for card in value)
                alive.update(card for card in value if card < REST)
        elif kind is not int and is_unknown(value):
            s[slot] = value = x.settled(value)
            alive.update(p.card if isinstance(p, Hidden) else p for p in unknowns(value))
    s[0] = tuple((frame[0], *(x.resolve(x.settled(arg)) for arg in frame[1:])) for frame in s[0])
    for frame in s[0]:
        alive.update(p for arg in frame[1:] for p in unknowns(arg))
        alive.update(arg for arg in frame[1:] if is_hidden(arg))
    if s[UNKNOWNS]:
        alive.update((SHUFFLED, slot) for slot in x.zone_slots if len(s[slot]) > 1)
        s[UNKNOWNS] = {k: v for k, v in s[UNKNOWNS].items() if k in alive}
