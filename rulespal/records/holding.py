"""Whether facts hold in a position, and whether an event is the effect that a line names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulespal.engine.game import Event, Game, Position, Readings
from rulespal.engine.hidden_zones import SHUFFLED
from rulespal.engine.known import Known
from rulespal.engine.layout import STACK, UNKNOWNS
from rulespal.engine.unknown import REST
from rulespal.engine.worlds import Worlds
from rulespal.model.phrases import HIDDEN, Said
from rulespal.model.rules import Define, Effect, Stage, State, Zone
from rulespal.records.facts import Facts

Asked = Worlds | Known
Simply = Callable[[Position, Readings], bool]


class Holding:
    """Facts of one rulebook compared with positions. A card that is named may be any of its copies."""

    def __init__(self, game: Game, facts: Facts) -> None:
        self.game = game
        self.facts = facts

    # ---- facts --------------------------------------------------------------------------------------------------------

    def holds(self, s: Position, x: Asked, said: Said) -> bool:
        """Whether a fact holds in a position; forks where that is open."""
        target, slot = said.target, self.facts.slot(said)
        if isinstance(target, State):
            return self.is_value(x, target, s[slot], self.facts.value(said))
        if isinstance(target, Zone):
            return self._zone_holds(s, x, said, target, slot) and (
                not said.of_cards
                or all(x.truth(x.lift("eq", s[where], value)) for where, value in self.facts.told(said))
            )
        if isinstance(target, Define):
            found = self.worked_out(s, x, target, [said.values[p.name] for p in target.params])
            return x.truth(x.lift("eq", found, self.facts.value(said)))
        if isinstance(target, Stage):
            args = tuple(said.values[p.name] for p in target.params)
            if not all(x.truth(x.lift("eq", s[where], value)) for where, value in self.facts.states_said(said)):
                return False
            return bool(s[STACK]) and s[STACK][-1][0] == target.index and bool(x.pin(s[STACK][-1][1:]) == args)
        return False

    def worked_out(self, s: Position, x: Asked, define: Define, args: Sequence[Any]) -> Any:
        """What a definition comes to."""
        name = f"define_{define.name}"
        return self.game.fast[name](s, x.readings, *args) if isinstance(x, Known) else self.game.open[name](s, x, *args)

    def is_value(self, x: Asked, state: State, value: Any, told: Any) -> bool:
        """Whether the value of a state is the one that is told."""
        if told == HIDDEN:
            return not x.truth(x.lift("eq", value, None))
        if state.type.kind == "card" and isinstance(told, int):
            return self.is_card(x, value, told)
        return x.truth(x.lift("eq", value, told))

    def is_card(self, x: Asked, card: Any, told: int) -> bool:
        """Whether a card is the one that is told, or a copy of it."""
        return x.one_of(card, self.game.copies.get(told, (told,)))

    def _zone_holds(self, s: Position, x: Asked, said: Said, zone: Zone, slot: int) -> bool:
        form = said.sentence.form
        if form == "none":
            return x.zone_empty(slot)
        if form in ("starts", "includes"):
            return self._part_holds(s, x, said, slot, form)
        number = said.values["count"] if form == "count" else len(said.values["cards"])
        if not x.truth(x.lift("eq", x.count(s[slot]), number)):
            return False
        if form == "count":
            return True
        return self._cards_hold(s, x, said.values["cards"], zone, slot)

    def _cards_hold(self, s: Position, x: Asked, told: Sequence[Any], zone: Zone, slot: int) -> bool:
        """Whether a zone with so many cards holds these, in their order if it has one that is known."""
        shuffled = (SHUFFLED, slot) in s[UNKNOWNS]
        if zone.ordered and not shuffled:
            if REST in s[slot]:
                return x.decide(2) == 0
            return self._one_by_one(x, told, s[slot])
        there = self._all_there(s, x, [c for c in told if c != HIDDEN], slot)
        if there and shuffled and len(s[slot]) > 1:  # the cards are right, their order nobody knows
            return x.decide(2) == 0
        return there

    def _one_by_one(self, x: Asked, told: Sequence[Any], here: Sequence[int]) -> bool:
        return all(c == HIDDEN or self.is_card(x, h, c) for c, h in zip(told, here, strict=True))

    def _part_holds(self, s: Position, x: Asked, said: Said, slot: int, form: str) -> bool:
        """Whether a zone starts with cards, or includes them."""
        told = said.values["cards"]
        if form == "includes":
            return self._all_there(s, x, [c for c in told if c != HIDDEN], slot)
        here = s[slot][: len(told)]
        if len(here) < len(told) or REST in here:
            return REST in here and x.decide(2) == 0
        return self._one_by_one(x, told, here)

    def _all_there(self, s: Position, x: Asked, named: Sequence[int], slot: int) -> bool:
        """Whether all these cards are in a zone; of several copies, any."""
        if isinstance(x, Known) and len(named) == len(s[slot]):
            return self._same_cards(named, s[slot])
        taken: list[int] = []
        for card in named:
            found = x.find_copy([c for c in self.game.copies.get(card, (card,)) if c not in taken], slot)
            if found is None:
                return False
            taken.append(found)
        return True

    def _same_cards(self, some: Sequence[int], others: Sequence[int]) -> bool:
        """Whether these are the same cards, in any order, a copy being as good as another."""
        kinds = self.game.layout.kinds
        return sorted([kinds[card] for card in some]) == sorted([kinds[card] for card in others])

    # ---- facts where everything is known ------------------------------------------------------------------------------

    def simply(self, said: Said) -> Simply | None:
        """Whether a fact holds where everything is known, as a function of its own; None where `holds` has to be asked."""
        target = said.sentence.target
        if isinstance(target, Zone):
            return None if said.of_cards else self._simply_lie(said, target, self.facts.slot(said))
        if isinstance(target, State) and target.type.kind != "card":
            return self._simply_is(self.facts.slot(said), self.facts.value(said))
        if isinstance(target, Define):
            args = tuple(said.values[p.name] for p in target.params)
            return self._simply_comes_to(self.game.fast[f"define_{target.name}"], args, self.facts.value(said))
        return None

    @staticmethod
    def _simply_is(slot: int, told: Any) -> Simply:
        return lambda s, readings: bool(s[slot] == told)

    @staticmethod
    def _simply_comes_to(define: Callable[..., Any], args: tuple[Any, ...], told: Any) -> Simply:
        return lambda s, readings: bool(define(s, readings, *args) == told)

    def _simply_lie(self, said: Said, zone: Zone, slot: int) -> Simply | None:
        """Whether these cards, so many of them, or none at all lie in a zone."""
        form = said.sentence.form
        if form == "none":
            return lambda s, readings: not s[slot]
        if form == "count":
            number = said.values["count"]
            return lambda s, readings: len(s[slot]) == number
        if form is not None or HIDDEN in said.values["cards"]:
            return None
        return self._simply_these([self.game.layout.kinds[card] for card in said.values["cards"]], zone, slot)

    def _simply_these(self, told: list[int], zone: Zone, slot: int) -> Simply:
        """Whether the cards of a zone are of these kinds."""
        kinds = self.game.layout.kinds
        if zone.ordered:
            return lambda s, readings: [kinds[card] for card in s[slot]] == told
        told.sort()
        return lambda s, readings: sorted([kinds[card] for card in s[slot]]) == told

    # ---- effects ------------------------------------------------------------------------------------------------------

    def is_effect(self, x: Asked, event: Event, said: Said) -> bool:
        """Whether an event is the effect that a line names; forks where hidden cards leave that open."""
        target = said.sentence.target
        if event[0] == "set":
            if not isinstance(target, State) or event[1] != self.facts.slot(said):
                return False
            return self.is_value(x, target, event[2], self.facts.value(said))
        if not isinstance(target, Effect) or event[0] != "announced" or self.game.book.effects[event[1]] is not target:
            return False
        return all(
            self._same(x, said, param.name, param.type.kind == "card", value)
            for param, value in zip(target.params, event[2], strict=True)
        )

    def _same(self, x: Asked, said: Said, name: str, is_card: bool, value: Any) -> bool:
        """Whether what a line says of an effect is what happened: cards one by one, or by their number."""
        if name not in said.values:
            return isinstance(value, tuple) and said.values.get("count") == len(value)
        told = said.values[name]
        if told == HIDDEN:
            return True
        if not isinstance(told, tuple):
            return self.is_card(x, value, told) if is_card else x.truth(x.lift("eq", value, told))
        if HIDDEN not in told and all(card >= 0 for card in value):
            return self._same_cards(told, value)
        return len(told) == len(value) and self._one_by_one(x, told, value)
