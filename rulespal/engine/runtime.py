"""What compiled functions call in either emission."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NoReturn

MAX_AUTOMATIC = 1_000
MAX_INTEGER = 2**53


# What Python raises when compiled code meets a value that is not there.
MISSING = (TypeError, IndexError, KeyError, AttributeError)


class RuleFault(Exception):
    """A rule cannot be carried out: a mistake of the rulebook, not of a record. `citation` or `place` says which."""

    def __init__(self, message: str, citation: int | None = None) -> None:
        super().__init__(message)
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


HELPERS: dict[str, Any] = {
    "just": just, "without": without, "without_several": without_several, "move_all": move_all, "ring_after": ring_after, "cards_from": cards_from,
    "bounded": bounded, "most": most, "least": least, "no_such": no_such, "too_many_steps": too_many_steps,
}  # fmt: skip
