"""Where everything lies in a position.

A position is a list of slots: the stack of stages, the number of players, what is known of unknown values, the citation
that ended the game, then one slot a state and zone (one for each seat where every player has one).
"""

from __future__ import annotations

from rulespal.model.rules import Rulebook, State, Zone

Position = list  # [stack, players, unknowns, over, *slots]
STACK, PLAYERS, UNKNOWNS, OVER, FIRST = 0, 1, 2, 3, 4


class Layout:
    """Slots by state and zone. Owned ones take one slot a seat, up to the rulebook's largest number of players."""

    def __init__(self, book: Rulebook) -> None:
        self.seats = book.players[1]
        self.slots: list[tuple[State | Zone, int | None]] = []
        self.state_base: list[int] = [self._place(state) for state in book.states]
        self.zone_base: list[int] = [self._place(zone) for zone in book.zones]
        self.size = FIRST + len(self.slots)
        self.zone_slots = frozenset(i + FIRST for i, (thing, _) in enumerate(self.slots) if isinstance(thing, Zone))

    def _place(self, thing: State | Zone) -> int:
        base = FIRST + len(self.slots)
        self.slots += [(thing, seat) for seat in range(self.seats)] if thing.owned else [(thing, None)]
        return base

    def what(self, slot: int) -> tuple[State | Zone, int | None]:
        """The state or zone in a slot, and the seat it belongs to."""
        return self.slots[slot - FIRST]

    def slot(self, thing: State | Zone, owner: int | None) -> int:
        base = (self.state_base if isinstance(thing, State) else self.zone_base)[thing.index]
        return base + (owner or 0)
