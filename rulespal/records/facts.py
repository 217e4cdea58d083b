"""Facts and positions: putting what a record says into a position, asking whether it holds, saying what is there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulespal.engine.game import Game, Position
from rulespal.engine.layout import FIRST, PLAYERS, STACK, UNKNOWNS
from rulespal.engine.unknown import REST, is_unknown, mask_of
from rulespal.engine.worlds import Worlds
from rulespal.model.phrases import HIDDEN, Said, Speech
from rulespal.model.rules import Stage, State, Zone


class Facts:
    """Facts of one rulebook, spoken by the players of one table."""

    def __init__(self, game: Game, speech: Speech) -> None:
        self.game = game
        self.layout = game.layout
        self.speech = speech

    # ---- where a fact lies --------------------------------------------------------------------------------------------

    def slot(self, said: Said) -> int:
        """The slot that a fact or effect speaks of (the stack for a stage)."""
        target = said.target
        if isinstance(target, State | Zone):
            owner = next((v for k, v in said.values.items() if k == "player"), None) if target.owned else None
            return self.layout.slot(target, owner)
        return STACK

    @staticmethod
    def value(said: Said) -> Any:
        """What a state is said to be."""
        form = said.sentence.form
        return form == "yes" if form in ("yes", "no") else said.values.get("value")

    # ---- putting facts in ---------------------------------------------------------------------------------------------

    def put(self, s: Position, said: Said) -> None:
        """Makes a fact so in a position."""
        target, slot = said.target, self.slot(said)
        if isinstance(target, State):
            s[UNKNOWNS] = {k: v for k, v in s[UNKNOWNS].items() if k != s[slot] or not is_unknown(s[slot])}
            s[slot] = self.value(said)
        elif isinstance(target, Zone):
            s[slot] = ()
            s[slot] = self._cards(s, said)
        elif isinstance(target, Stage):
            args = tuple(said.values[p.name] for p in target.params)
            s[STACK] = (*s[STACK], (target.index, *args))

    def _cards(self, s: Position, said: Said) -> tuple[int, ...]:
        """The cards that a fact puts into a zone; each one that nobody recorded gets a number of its own."""
        named: Sequence[Any] = said.values.get("cards", ())
        if said.sentence.form == "count":
            named = (HIDDEN,) * said.values["count"]
        found = []
        for card in named:
            if card == HIDDEN:
                number = min((k for k in s[UNKNOWNS] if isinstance(k, int)), default=REST) - 1
                s[UNKNOWNS] = {**s[UNKNOWNS], number: mask_of(range(len(self.game.book.cards)))}
                card = number
            found.append(card)
        return tuple(found)

    def settle(self, s: Position, said_slots: set[int]) -> None:
        """What is so unless it is said: the values that the rulebook declares for a start in the middle of a game."""
        code, players = self.game.open, s[PLAYERS]
        x = Worlds(s, self.game.defaults, self.layout.zone_slots, len(self.game.book.cards), ())
        things: list[State | Zone] = [*self.game.book.states, *self.game.book.zones]
        for thing in things:
            if thing.unless_said is None:
                continue
            for seat, slot in enumerate(self.game.slots_of(thing, players)):
                owner = (seat,) if thing.owned else ()
                x.totals.clear()
                if slot in said_slots or not code[f"when_{thing.name}"](s, x, *owner) or x.totals:
                    continue
                if isinstance(thing, Zone):
                    s[slot] = ()
                else:
                    s[UNKNOWNS] = {k: v for k, v in s[UNKNOWNS].items() if k != s[slot]}
                    s[slot] = code[f"unless_{thing.name}"](s, x, *owner)

    def twice(self, s: Position) -> int | None:
        """A card that is in sight in two places, or None."""
        seen: set[int] = set()
        for slot in self.layout.zone_slots:
            for card in s[slot]:
                if card >= 0 and card in seen:
                    return int(card)
                seen.add(card)
        return None

    # ---- asking whether facts hold ------------------------------------------------------------------------------------

    def holds(self, s: Position, x: Worlds, said: Said) -> bool:
        """Whether a fact holds in a position; forks where that is open."""
        target, slot = said.target, self.slot(said)
        if isinstance(target, State):
            value = self.value(said)
            if target.type.kind == "card":
                return x.truth(x.same_card(s[slot], value))
            return x.truth(x.lift("eq", s[slot], value))
        if isinstance(target, Zone):
            return self._zone_holds(s, x, said, target, slot)
        if isinstance(target, Stage):
            args = tuple(said.values[p.name] for p in target.params)
            return bool(s[STACK]) and s[STACK][-1][0] == target.index and x.pin(s[STACK][-1][1:]) == args
        return False

    def _zone_holds(self, s: Position, x: Worlds, said: Said, zone: Zone, slot: int) -> bool:
        form = said.sentence.form
        if form == "none":
            return x.zone_empty(slot)
        number = said.values["count"] if form == "count" else len(said.values["cards"])
        if not x.truth(x.lift("eq", x.count(s[slot]), number)):
            return False
        if form == "count":
            return True
        named = [c for c in said.values["cards"] if c != HIDDEN]
        if zone.ordered:
            here = s[slot]
            return all(
                c == HIDDEN or x.truth(x.same_card(c, h)) for c, h in zip(said.values["cards"], here, strict=False)
            )
        return len(set(named)) == len(named) and all(x.in_zone(card, slot) for card in named)

    # ---- saying what is there -----------------------------------------------------------------------------------------

    def say(self, s: Position, slot: int) -> str | None:
        """The fact about a slot in words; None where nothing is known or nothing is to be said."""
        if slot == STACK:
            return self._say_stage(s)
        thing, seat = self.layout.what(slot)
        values: dict[str, Any] = {"player": seat, "value": s[slot]}
        if isinstance(thing, Zone):
            return self._say_zone(s, thing, slot, values)
        if is_unknown(s[slot]) or (s[slot] is None and thing.type.optional):
            return None
        if thing.type.kind == "truth":
            form = "yes" if s[slot] else "no"
            return self.speech.say(thing.says[form], values) if form in thing.says else None
        return self.speech.say(thing.says[None], values) if None in thing.says and s[slot] is not None else None

    def _say_zone(self, s: Position, zone: Zone, slot: int, values: dict[str, Any]) -> str | None:
        cards = s[slot]
        if not zone.says or REST in cards:
            return None
        if not cards and "none" in zone.says:
            return self.speech.say(zone.says["none"], values)
        if cards and all(c < 0 for c in cards) and "count" in zone.says:
            return self.speech.say(zone.says["count"], {**values, "count": len(cards)})
        if cards and None in zone.says:
            shown = cards if zone.ordered else tuple(sorted(cards, key=lambda c: (c < 0, c)))
            return self.speech.say(zone.says[None], {**values, "cards": shown})
        return None

    def _say_stage(self, s: Position) -> str | None:
        stage = self.game.stage(s)
        if stage is None or not stage.says:
            return None
        args = s[STACK][-1][1:]
        return self.speech.say(stage.says, {p.name: a for p, a in zip(stage.params, args, strict=True)})

    def all(self, s: Position) -> list[str]:
        """Everything that can be said of a position, in the order of the rulebook."""
        slots = [STACK, *(i for i in range(FIRST, self.layout.size) if (self.layout.what(i)[1] or 0) < s[PLAYERS])]
        return [said for slot in slots if (said := self.say(s, slot)) is not None]

    def found(self, s: Position, said: Said) -> str:
        """What is there instead of what a fact says."""
        slot = self.slot(said)
        if (words := self.say(s, slot)) is not None:
            return words
        if slot == STACK:
            return "nothing of the kind"
        value = s[slot]
        if is_unknown(value) or (isinstance(value, tuple) and REST in value):
            return "not known"
        form = said.sentence.form
        text = self.speech.say((said.sentence.pattern,), said.values)
        return f"not so: {text}" if form in ("yes", "no") or value is not None else "nobody"
