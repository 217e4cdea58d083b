"""What may be said where a move leaves a number or cards open: numbers and sets that make it legal, and no others."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from rulespal.engine.emit import free
from rulespal.engine.game import CHOOSE, Act, Game, Offer, Position, Readings
from rulespal.engine.layout import FIRST
from rulespal.engine.runtime import MISSING, CannotDo, RuleFault
from rulespal.engine.trial import Trial
from rulespal.engine.unknown import Unclear
from rulespal.model.rules import Move

MOST_TRIED = 400
FEW_WAYS = 4  # of a position that is open, in which a number to say is looked for
MOST_CARDS = 6  # of so many cards all sets are tried, of more the small ones


class Choices:
    """Tries what was left open in offers, in a position of one rulebook."""

    def __init__(self, game: Game, s: Position, readings: Readings) -> None:
        self.game = game
        self.s = s
        self.readings = readings

    def made(self, offer: Offer, said: Act | None = None) -> Offer | None:
        """The offer with everything chosen, as near as can be to what was said; None if no choice is legal.

        Unchanged where choices are too many to try, or are no numbers and cards.
        """
        if CHOOSE not in offer.args:
            return offer
        move = self.game.book.moves[offer.move]
        near: Sequence[Any] = said.args if said is not None and said.move is move else (None,) * len(offer.args)
        if (numbers := self.numbers(offer, FEW_WAYS)) is not None:
            place = offer.args.index(CHOOSE)
            wanted = near[place] or 0
            best = min(numbers, key=lambda n: abs(n - wanted), default=None)
            return None if best is None else replace(offer, args=_with(offer.args, place, best))
        tried = [self._values(move, place, offer, near[place]) for place in range(len(offer.args))]
        if any(values is None for values, _ in tried):
            return offer
        for args in itertools.islice(itertools.product(*(values or () for values, _ in tried)), MOST_TRIED):
            if self._possible(offer, args):
                return replace(offer, args=args)
        return None if all(whole for _, whole in tried) else offer

    def numbers(self, offer: Offer, most: int | None = None) -> list[int] | None:
        """All numbers that are legal, where one number is all that is left open; None where it is more, or something
        else, or where that cannot be told.

        `most`: in so many of the ways in which the position is open, which is enough for an example.
        """
        move = self.game.book.moves[offer.move]
        if offer.args.count(CHOOSE) != 1 or not self._is_number(move, offer.args.index(CHOOSE)):
            return None
        try:
            if self.game.complete(self.s):
                return self._legal(offer, self.game.fast, self.s.copy(), self.readings)
            ways = self.game.explore(self.s, self.readings, lambda s, x: self._legal(offer, self.game.open, s, x))
            return sorted({n for _, legal in itertools.islice(ways, most) for n in legal})
        except Unclear:
            return None

    def _legal(self, offer: Offer, code: dict[str, Any], s: Position, x: Any) -> list[int]:
        """The numbers against which nothing is. Requirements that do not speak of the number are asked once for all."""
        move, place = self.game.book.moves[offer.move], offer.args.index(CHOOSE)
        asked = range(len(move.requirements))
        own = [i for i in asked if move.params[place].name in free(move.requirements[i].condition)]

        def trial(n: int) -> Trial:
            return self.game.trial(code, s, x, Act(move, offer.actor, _with(offer.args, place, n)))

        def meets(one: Trial, requirements: Sequence[int]) -> bool:
            return all(one.call("require", i) for i in requirements)

        numbers = self._range(offer, place)
        try:
            first = trial(numbers[0])
            if first.untimely() is not None or not meets(first, [i for i in asked if i not in own]):
                return []
            return [n for n in numbers if (one := trial(n)).call("domain", place) and meets(one, own)]
        except (RuleFault, CannotDo, *MISSING):
            return []

    # ---- values to try ------------------------------------------------------------------------------------------------

    def _possible(self, offer: Offer, args: tuple[Any, ...]) -> bool:
        return self.game.possible(self.s, self.readings, Act(self.game.book.moves[offer.move], offer.actor, args))

    @staticmethod
    def _is_number(move: Move, place: int) -> bool:
        param = move.params[place]
        return param.type.kind == "number" and param.zone is None and param.number is None

    def _values(self, move: Move, place: int, offer: Offer, near: Any) -> tuple[Sequence[Any] | None, bool]:
        """The values to try for one argument, and whether these are all."""
        if offer.args[place] is not CHOOSE:
            return [offer.args[place]], True
        if self._is_number(move, place):
            wanted = near if isinstance(near, int) else 0
            return sorted(self._range(offer, place), key=lambda n: abs(n - wanted)), True
        if move.params[place].type.kind == "collection" and move.params[place].number is None:
            return self._sets(move, place, offer.actor)
        return None, False

    def _range(self, offer: Offer, place: int) -> range:
        """The numbers that a parameter may have: where no rule bounds it, up to the largest number that there is."""
        type_ = self.game.book.moves[offer.move].params[place].type
        largest = max((value for value in self.s[FIRST:] if type(value) is int), default=0)
        high = min(largest, MOST_TRIED - 1) if type_.high is None else type_.high
        return range(type_.low or 0, high + 1)

    def _sets(self, move: Move, place: int, actor: int | None) -> tuple[Sequence[Any] | None, bool]:
        """Sets of cards, the small ones first, one of those that are named alike; and whether these are all."""
        cards = self.game.lying(self.s, self.readings, move, place, actor)
        if cards is None:
            return None, False
        known = [card for card in cards if card >= 0]
        sizes = range(1, len(known) + 1) if len(known) <= MOST_CARDS else range(1, 4)
        sets = {self._names(chosen): chosen for size in sizes for chosen in self._chosen(known, size)}
        return list(sets.values()), len(known) == len(cards) <= MOST_CARDS

    @staticmethod
    def _chosen(known: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
        return itertools.islice(itertools.combinations(known, size), MOST_TRIED)

    def _names(self, cards: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(sorted(self.game.book.cards[card].name for card in cards))


def _with(args: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    """The arguments with another value in one place."""
    return (*args[:place], value, *args[place + 1 :])
