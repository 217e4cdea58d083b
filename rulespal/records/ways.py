"""The ways in which an act may go, in all positions that fit what was seen, as far as they can be followed."""

from __future__ import annotations

from collections.abc import Callable

from rulespal.engine.events import Branch, Event
from rulespal.engine.explore import TOO_MUCH
from rulespal.records.table import World

MOST_WAYS = 2_048  # of one act, all positions together


def followed(worlds: list[World], attempt: Callable[[World], list[Branch]]) -> list[Branch]:
    """What comes of an act in each of these worlds.

    Where it is too much in one of them nobody can say what is so afterwards, and the others are not asked: the last way is
    unclear then.
    """
    found: list[Branch] = []
    for world in worlds:
        found += attempt(world)
        if found and found[-1].unclear == TOO_MUCH:
            break
        if len(found) > MOST_WAYS:
            found.append(Branch(world.position, unclear=TOO_MUCH))
            break
    return found


def in_every(ways: list[Branch]) -> list[Event]:
    """What comes of an act whichever of these ways it goes."""
    first, *others = ways
    return [event for event in first.events if all(event in other.events for other in others)]


def carried_out(forced: list[Branch]) -> list[Branch] | None:
    """Those ways in which an act was carried out, legal or not; None where nobody can say what came of one of them."""
    done = [branch for branch in forced if not branch.impossible]
    return None if any(branch.unclear is not None for branch in done) else done
