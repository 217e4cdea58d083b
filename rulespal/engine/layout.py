"""Where everything lies in a position.

A position is a list of slots: the stack of stages, the number of players, what is known of unknown values, the citation
that ended the game, then one slot a state and zone (one for each seat where every player has one; a state may also have
one for each kind of card, cards of one name being of one kind, or for each member of an enum).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulespal.model.rules import Rulebook, State, Zone, owner_name

Position = list  # [stack, players, unknowns, over, *slots]
STACK, PLAYERS, UNKNOWNS, OVER, FIRST = 0, 1, 2, 3, 4


class Layout:
    """Slots by state and zone. Those of players take one slot a seat, up to the rulebook's largest number of players.

    `kinds`: the kind of every card, counted from 0.
    """

    def __init__(self, book: Rulebook) -> None:
        self.seats = book.seating[1]
        firsts: dict[str, int] = {}
        self.kinds = tuple(firsts.setdefault(card.name, len(firsts)) for card in book.cards)
        self._first = tuple(self.kinds.index(kind) for kind in range(len(firsts)))
        self._members = {name: len(enum.members) for name, enum in book.enums.items()}
        self.slots: list[tuple[State | Zone, int | None]] = []
        self.state_base: list[int] = [self._place(state) for state in book.states]
        self.zone_base: list[int] = [self._place(zone) for zone in book.zones]
        self.state_owners = [str(owner_name(state.owner)) for state in book.states]  # their names in sentences
        self.zone_owners = [str(owner_name(zone.owner)) for zone in book.zones]
        self.size = FIRST + len(self.slots)
        self.zone_slots = frozenset(i + FIRST for i, (thing, _) in enumerate(self.slots) if isinstance(thing, Zone))

    def _place(self, thing: State | Zone) -> int:
        base = FIRST + len(self.slots)
        self.slots += [(thing, owner) for owner in self.owners(thing, self.seats)]
        return base

    def owners(self, thing: State | Zone, players: int) -> Sequence[int | None]:
        """Whom a state or zone belongs to: seats, the first card of each kind, members; None alone if to nobody."""
        if thing.owner is None:
            return (None,)
        if thing.owner.kind == "card":
            return self._first
        return range(players if thing.owner.kind == "player" else self._members[str(thing.owner.of)])

    def slots_of(self, thing: State | Zone, players: int) -> Iterator[tuple[int | None, int]]:
        """The owners of a state or zone, each with its slot."""
        return ((owner, self.slot(thing, owner)) for owner in self.owners(thing, players))

    def what(self, slot: int) -> tuple[State | Zone, int | None]:
        """The state or zone in a slot, and the owner it belongs to."""
        return self.slots[slot - FIRST]

    def used(self, slot: int, players: int) -> bool:
        """Whether a slot counts at a table of so many players."""
        thing, owner = self.what(slot)
        return owner is None or thing.owner is None or thing.owner.kind != "player" or owner < players

    def slot(self, thing: State | Zone, owner: int | None) -> int:
        base = (self.state_base if isinstance(thing, State) else self.zone_base)[thing.index]
        if owner is not None and thing.owner is not None and thing.owner.kind == "card":
            return base + self.kinds[owner]
        return base + (owner or 0)
