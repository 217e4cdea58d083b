"""Zones of which not every card is known: looking for cards, taking, drawing and shuffling them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulespal.engine.forks import Forks
from rulespal.engine.layout import UNKNOWNS
from rulespal.engine.runtime import CannotDo
from rulespal.engine.unknown import REST, Impossible, Mask, is_unknown, mask_of

SHUFFLED = "shuffled"  # with a slot: a mark among the unknowns that the order of that zone is not known


class HiddenZones(Forks):
    """The operations on zones in a run of open code."""

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

    def sure_copy(self, copies: Sequence[int], slot: int) -> int | None:
        """One of several copies that lies in a zone for sure, or None.

        Copies that nobody has seen cannot be told apart, so a hidden card that is one of them is taken to be the first.
        """
        here = {self.resolve(card) for card in self.s[slot]}
        alike = mask_of(copies)
        found = next((card for card in copies if card in here), None)
        hidden = (card for card in self.s[slot] if card in here and card < REST and not self.mask(card) & ~alike)
        if found is None and (card := next(hidden, None)) is not None:
            found = self.as_first(card, alike)
        return found

    def hidden_copies(self, copies: Sequence[int], slot: int) -> list[int]:
        """Of several copies those that may lie hidden in a zone, one of each sort that what is known tells apart."""
        may_be = 0
        for card in self.s[slot]:
            may_be |= self.mask(card) if card < 0 else 0
        return self.unlike(mask_of(copies) & may_be & ~self.known_cards())

    def find_copy(self, copies: Sequence[int], slot: int) -> int | None:
        """One of several copies that lies in a zone, or None; forks where hidden cards leave that open."""
        found = self.sure_copy(copies, slot)
        alike, cards = mask_of(copies), self.s[slot]
        free = alike & ~self.known_cards()
        if found is not None or not free:
            return found
        may_be: list[int] = [group[0] for mask, group in self.classes(cards) if mask & free]
        may_be += [REST] if REST in cards else []
        choice = self.decide(len(may_be) + 1)
        if choice == len(may_be):
            for card in (c for c in cards if c < REST):
                self.narrow_card(card, ~alike)
            return None
        if may_be[choice] != REST:
            return self.as_first(may_be[choice], alike)
        found = (free & -free).bit_length() - 1
        self.s[slot] = (found, *cards)
        self.check_deal()
        return found

    def as_first(self, card: int, alike: Mask) -> int:
        """Takes a hidden card for the first of these that it may be and that is not known to be elsewhere."""
        free = self.mask(card) & alike & ~self.known_cards()
        if not free:
            raise Impossible
        self.narrow_card(card, free & -free)
        return (free & -free).bit_length() - 1

    def known_cards(self) -> Mask:
        """The cards of which it is known where they are, whether in sight or worked out."""
        cards = (self.resolve(card) for slot in self.zone_slots for card in self.s[slot])
        return mask_of(card for card in cards if card >= 0)

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

    def some_of(self, cards: tuple[int, ...], slot: int) -> bool:
        """Whether these are one or more different cards of the zone."""
        return bool(cards) and len(set(cards)) == len(cards) and all(self.in_zone(card, slot) for card in cards)

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
        chosen: int = choices[self.decide(len(choices))]
        return chosen

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

    def move_all(self, source: int, target: int) -> None:
        """Moves a whole zone; what is not known of its order goes with it."""
        self.order(source)
        self.order(target)
        if source != target:
            self.s[target] = (*self.s[target], *self.s[source])
            self.s[source] = ()

    def move_several(self, cards: tuple[int, ...], source: int, target: int, on_top: bool = False) -> None:
        for card in reversed(cards) if on_top else cards:
            self.move(card, source, target, on_top)
