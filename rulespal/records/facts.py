"""Facts and positions: putting what a record says into a position, asking whether it holds, saying what is there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulespal.engine.game import Game, Position
from rulespal.engine.hidden_zones import SHUFFLED
from rulespal.engine.layout import FIRST, PLAYERS, STACK, UNKNOWNS
from rulespal.engine.trial import flat
from rulespal.engine.unknown import REST, is_unknown, mask_of
from rulespal.engine.worlds import Worlds
from rulespal.model.each import Spoken
from rulespal.model.expr import StateOf
from rulespal.model.phrases import HIDDEN, Said, Speech
from rulespal.model.rules import Define, Slot, Stage, State, Zone, owner_name
from rulespal.model.types import CARD


def named(said: Said) -> int:
    """How many cards a fact names."""
    return sum(card != HIDDEN for card in said.values.get("cards", ()))


def _number(said: Said) -> int:
    """How many cards a fact puts into a zone."""
    if said.sentence.form == "count":
        return int(said.values["count"])
    return len(said.values.get("cards", ()))


def stage_values(game: Game, s: Position) -> dict[str, Any]:
    """What the sentence about the present stage speaks of: what it was begun with, and states."""
    stage = game.stage(s)
    assert stage is not None
    slots = [part for pattern in stage.says for part in pattern.parts if isinstance(part, Slot)]
    states = {p.name: s[game.layout.state_base[p.expr.state]] for p in slots if isinstance(p.expr, StateOf)}
    return {**states, **dict(zip((p.name for p in stage.params), s[STACK][-1][1:], strict=True))}


class Facts:
    """Facts of one rulebook, spoken by the players of one table."""

    def __init__(self, game: Game, speech: Speech) -> None:
        self.game = game
        self.layout = game.layout
        self.speech = speech

    # ---- where a fact lies --------------------------------------------------------------------------------------------

    def slot(self, said: Said) -> int:
        """The slot that a fact or effect speaks of (the stack for a stage)."""
        target, layout = said.target, self.layout
        if isinstance(target, State):
            return layout.slot(target, said.values.get(layout.state_owners[target.index]))
        if isinstance(target, Zone):
            return layout.slot(target, said.values.get(layout.zone_owners[target.index]))
        return STACK

    def slots(self, said: Said) -> set[int]:
        """All slots that a fact speaks of."""
        return {self.slot(said), *(slot for slot, _ in self.told(said))}

    def told(self, said: Said) -> list[tuple[int, Any]]:
        """The slots of the states that a fact speaks of, and what it says of them."""
        own = [(self.slot(said), self.value(said))] if isinstance(said.target, State) else []
        return own + [(self.layout.slot(state, card), value) for state, card, value in said.of_cards]

    @staticmethod
    def value(said: Said) -> Any:
        """What a state is said to be."""
        form = said.sentence.form
        if form in ("none", "one"):
            return 0 if form == "none" else 1
        return form == "yes" if form in ("yes", "no") else said.values.get("value")

    def agree(self, one: Said, other: Said) -> bool:
        """Whether two facts about the same thing can both be so."""
        if isinstance(one.target, Zone):
            numbers = [_number(said) for said in (one, other)]
            cards = [c for said in (one, other) for c in said.values.get("cards", ()) if c != HIDDEN]
            return numbers[0] == numbers[1] and len(set(cards)) <= max(numbers[0], named(one), named(other))
        return bool(self.value(one) == self.value(other))

    def names(self, said: Said, card: int) -> bool:
        """Whether a fact names a card, or a copy of it."""
        return not set(self.game.copies.get(card, (card,))).isdisjoint(said.values.get("cards", ()))

    @staticmethod
    def names_all(said: Said) -> bool:
        """Whether a fact is about the present stage, and names all that it speaks of."""
        return isinstance(said.target, Stage) and HIDDEN not in flat([*said.values.values()])

    def impossible(self, said: Said) -> str:
        """Why a fact can be so in no position, whatever else is; empty if it can."""
        have = len(self.game.book.cards)
        if isinstance(said.target, State) and self.value(said) == HIDDEN:
            return "it does not say which card"
        if not isinstance(said.target, Zone) or 0 <= _number(said) <= have:
            return ""
        return f"there are {have} cards, not {_number(said)}"

    # ---- putting facts in ---------------------------------------------------------------------------------------------

    def put(self, s: Position, said: Said) -> None:
        """Makes a fact so in a position."""
        target, slot = said.target, self.slot(said)
        if isinstance(target, State):
            s[UNKNOWNS] = {k: v for k, v in s[UNKNOWNS].items() if k != s[slot] or not is_unknown(s[slot])}
            s[slot] = self.value(said)
        elif isinstance(target, Zone):
            self._put_cards(s, said, slot)
            for where, value in self.told(said):
                s[where] = value
        elif isinstance(target, Stage):
            args = tuple(said.values[p.name] for p in target.params)
            for slot, value in self.states_said(said):
                s[slot] = value
            s[STACK] = (*(frame for frame in s[STACK] if frame[0] != target.index), (target.index, *args))

    def _put_cards(self, s: Position, said: Said, slot: int) -> None:
        """Puts cards where a fact says that they are; they are nowhere else then."""
        s[UNKNOWNS] = {k: v for k, v in s[UNKNOWNS].items() if k != (SHUFFLED, slot)}
        form = said.sentence.form
        before = s[slot]
        if form in ("starts", "includes"):
            self._put_among(s, said, slot, form)
            return
        s[slot] = ()
        if form == "count" and len(before) == said.values["count"] and REST not in before:
            s[slot] = before  # said before, card by card
            return
        if form == "count" and REST in before and len(before) > 1:
            left = said.values["count"] - len(before) + 1
            s[slot] = tuple(c for c in before if c != REST) + self._hidden(s, max(0, left))
            return
        s[slot] = self._cards(s, said)

    def _put_among(self, s: Position, said: Said, slot: int, form: str) -> None:
        """Some cards of a zone: its first, or any."""
        cards = self._cards(s, said)
        rest = s[slot]
        if REST in rest:
            s[slot] = (*cards, REST)
            return
        hidden = [c for c in rest if c < 0]
        s[slot] = (*cards, *hidden[len(cards) :], *(c for c in rest if c >= 0 and c not in cards))

    def _cards(self, s: Position, said: Said) -> tuple[int, ...]:
        """The cards that a fact puts into a zone; each one that nobody recorded gets a number of its own."""
        named: Sequence[Any] = said.values.get("cards", ())
        if said.sentence.form == "count":
            return self._hidden(s, said.values["count"])
        there = {c for slot in self.layout.zone_slots if not self.movable(slot) for c in s[slot]}
        found: list[int] = []
        for card in named:
            found.append(self._hidden(s, 1)[0] if card == HIDDEN else self._free_copy(card, there))
            there.add(found[-1])
        placed = {c for c in found if c >= 0}
        for zone in self.layout.zone_slots:
            if placed.intersection(s[zone]) and self.movable(zone):
                s[zone] = tuple(c for c in s[zone] if c not in placed)
        return tuple(found)

    def movable(self, slot: int) -> bool:
        """Whether the cards of a zone are there only because nothing was said of them."""
        zone, _ = self.layout.what(slot)
        return not zone.says

    def _hidden(self, s: Position, number: int) -> tuple[int, ...]:
        """So many cards that nobody recorded."""
        first = min((k for k in s[UNKNOWNS] if isinstance(k, int)), default=REST)
        made = tuple(range(first - 1, first - 1 - number, -1))
        mask = mask_of(range(len(self.game.book.cards)))
        s[UNKNOWNS] = {**s[UNKNOWNS], **dict.fromkeys(made, mask)}
        return made

    def _free_copy(self, card: int, placed: set[int]) -> int:
        """A copy of the card that no fact has placed yet."""
        return next((c for c in self.game.copies.get(card, ()) if c not in placed), card)

    def settle(self, s: Position, said_slots: set[int]) -> None:
        """What is so unless it is said: the values that the rulebook declares for a start in the middle of a game."""
        code, players = self.game.open, s[PLAYERS]
        x = Worlds(s, self.game.defaults, self.game.zones, ())
        things: list[State | Zone] = [*self.game.book.states, *self.game.book.zones]
        settled: set[Any] = set()
        for thing in things:
            if thing.unless_said is None:
                continue
            for had_by, slot in self.layout.slots_of(thing, players):
                owner = () if had_by is None else (had_by,)
                x.totals.clear()
                if slot in said_slots or not code[f"when_{thing.name}"](s, x, *owner) or x.totals:
                    continue
                if isinstance(thing, Zone):
                    s[slot] = ()
                else:
                    settled.add(s[slot])
                    s[slot] = code[f"unless_{thing.name}"](s, x, *owner)
        s[UNKNOWNS] = {k: v for k, v in s[UNKNOWNS].items() if k not in settled}

    def count_the_rest(self, s: Position) -> None:
        """Where all zones but one are counted, the cards that are left lie in that one."""
        open_slots = [slot for slot in self.layout.zone_slots if REST in s[slot]]
        if len(open_slots) == 1:
            (slot,) = open_slots
            left = len(self.game.book.cards) - sum(len(s[z]) - (z == slot) for z in self.layout.zone_slots)
            if left >= 0:
                s[slot] = (*(c for c in s[slot] if c != REST), *self._hidden(s, left))

    def twice(self, s: Position) -> int | None:
        """A card that is in sight in two places, or None."""
        seen: set[int] = set()
        for slot in self.layout.zone_slots:
            for card in s[slot]:
                if card >= 0 and card in seen:
                    return int(card)
                seen.add(card)
        return None

    def states_said(self, said: Said) -> list[tuple[int, Any]]:
        """The states that a sentence about a stage speaks of, by slot, and what it says of them."""
        slots = [p for p in said.sentence.pattern.parts if isinstance(p, Slot)]
        return [
            (self.layout.state_base[p.expr.state], said.values[p.name]) for p in slots if isinstance(p.expr, StateOf)
        ]

    # ---- saying what is there -----------------------------------------------------------------------------------------

    def say(self, s: Position, slot: int) -> str | None:
        """The fact about a slot in words; None where nothing is known or nothing is to be said."""
        if slot == STACK:
            return self._say_stage(s)
        thing, seat = self.layout.what(slot)
        values: dict[str, Any] = {str(owner_name(thing.owner)): seat, "value": s[slot]}
        if isinstance(thing, Zone):
            return self._say_zone(s, thing, slot, values)
        if is_unknown(s[slot]) or (s[slot] is None and thing.type.optional):
            return None
        if thing.type.kind == "number" and (form := {0: "none", 1: "one"}.get(s[slot])) in thing.says:
            return self.speech.say(thing.says[form], values)
        if thing.type.kind == "truth":
            form = "yes" if s[slot] else "no"
            return self.speech.say(thing.says[form], values) if form in thing.says else None
        return self.speech.say(thing.says[None], values) if None in thing.says and s[slot] is not None else None

    def _say_zone(self, s: Position, zone: Zone, slot: int, values: dict[str, Any]) -> str | None:
        cards = s[slot]
        if not zone.says or REST in cards:
            return None
        if zone.ordered and len(cards) > 1 and (SHUFFLED, slot) in s[UNKNOWNS]:
            cards = tuple(-2 for _ in cards)  # the order is not known, so only the number is said
        if not cards and "none" in zone.says:
            return self.speech.say(zone.says["none"], values)
        if all(c < 0 for c in cards) and "count" in zone.says and (cards or "none" not in zone.says):
            return self.speech.say(zone.says["count"], {**values, "count": len(cards)})
        if cards and None in zone.says:
            shown = cards if zone.ordered else tuple(sorted(cards, key=lambda c: (c < 0, c)))
            return self.speech.say(zone.says[None], {**values, "cards": self._with_states(s, zone, shown)})
        return None

    def _with_states(self, s: Position, zone: Zone, cards: tuple[int, ...]) -> tuple[int, ...]:
        """Cards with what is told of each of them, where that is known and not nothing."""
        if not zone.each:
            return cards
        said = Spoken(cards)
        said.words = tuple(self._card_with_state(s, zone, card) for card in cards)
        return said

    def _card_with_state(self, s: Position, zone: Zone, card: int) -> str:
        for state in self.game.book.states if card >= 0 else ():
            told = tuple(p for p in zone.each if state.name in (x.name for x in p.parts if isinstance(x, Slot)))
            value = s[self.layout.slot(state, card)] if told else None
            if value and not is_unknown(value):
                return self.speech.say(told, {"card": card, state.name: value})
        return self.speech.spoken(card, CARD)

    def _say_stage(self, s: Position) -> str | None:
        stage = self.game.stage(s)
        if stage is None or not stage.says:
            return None
        return self.speech.say(stage.says, stage_values(self.game, s))

    def _say_defined(self, s: Position, said: Said) -> str:
        """What a definition comes to, in the words of the fact that speaks of it."""
        assert isinstance(said.target, Define)
        x = Worlds(s.copy(), self.game.defaults, self.game.zones, ())
        args = [said.values[p.name] for p in said.target.params]
        value = self.game.open[f"define_{said.target.name}"](x.s, x, *args)
        return self.speech.say(said.target.says[said.sentence.form], {**said.values, "value": value})

    def all(self, s: Position) -> list[str]:
        """Everything that can be said of a position, in the order of the rulebook."""
        slots = [STACK, *(i for i in range(FIRST, self.layout.size) if self.layout.used(i, s[PLAYERS]))]
        return [said for slot in slots if not self._idle(s, slot) and (said := self.say(s, slot)) is not None]

    def _idle(self, s: Position, slot: int) -> bool:
        """Whether a slot is one of many kinds of cards or members, and has nothing to say."""
        if slot == STACK:
            return False
        owner = self.layout.what(slot)[0].owner
        return owner is not None and owner.kind != "player" and not s[slot]

    def found(self, s: Position, said: Said) -> str:
        """What is there instead of what a fact says."""
        if isinstance(said.target, Define):
            return self._say_defined(s, said)
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
        return f"not so: {text}" if form in ("yes", "no") or value is not None else "nothing of the kind"
