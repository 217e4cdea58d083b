"""Chance at a table that leaves it to the program: what is shuffled, dealt and drawn, and moves that nobody chooses."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from rulespal.engine.game import Act, Event, Game, Position
from rulespal.engine.hidden_zones import SHUFFLED
from rulespal.engine.layout import PLAYERS, UNKNOWNS
from rulespal.engine.runtime import MISSING, CannotDo, Chances, RuleFault, Silent
from rulespal.engine.unknown import REST, Unclear, bits, is_unknown, mask_of
from rulespal.model.expr import Gather, ZoneOf
from rulespal.model.phrases import HIDDEN
from rulespal.model.rules import Move, Param
from rulespal.play.simulate import TRIES, Sampler
from rulespal.play.views import renamed

_ORDERS = 50  # attempts at giving every hidden card a place


class Dealer:
    """Draws from its own random numbers. `readings`: one option a reading; `example`: with a box that the rulebook makes
    up, so that no other cards come up than those."""

    def __init__(self, game: Game, readings: Sequence[int], rng: random.Random, *, example: bool = False) -> None:
        self.game = game
        self.left = _left(game) if example else None
        self._stock: Counter[str] | None = None
        self.rng = rng
        self.chances = Chances(readings, rng)
        self.sampler = Sampler(game, rng)

    # ---- what chance made of it ---------------------------------------------------------------------------------------

    def start(self, players: int) -> Position:
        """A game as it starts, shuffled and dealt. Raises RuleFault."""
        return self.game.new(players, self.chances)

    def carried_out(self, s: Position, acts: Sequence[Act]) -> tuple[Position, Position, list[Event]] | None:
        """The position with all cards known, what comes of legal acts in it one after the other, and their effects.

        None where that cannot be told from what is known.
        """
        real = self.concrete(s)
        if real is None or not all(act.plain for act in acts):
            return None
        before, events = real.copy(), list[Event]()
        try:
            for act in acts:
                trial = self.game.trial(self.game.fast, real, self.chances, act)
                trial.prepare()  # of several copies of a card it is the one that is there
                trial.carry_out("do", events)
        except (CannotDo, RuleFault, Silent, *MISSING):
            return None
        return before, real, events

    def concrete(self, s: Position) -> Position | None:
        """A position in which chance has decided what nobody knows; None where it is not only cards that are unknown."""
        if self.game.complete(s):
            return s.copy()
        slots = sorted(self.game.layout.zone_slots)
        hidden = [card for slot in slots for card in s[slot] if card < REST]
        placed = {card for slot in slots for card in s[slot] if card >= 0}
        free = [card for card in range(len(self.game.book.cards)) if card not in placed]
        names = self._named(s, hidden, free) if self.left is None else self._in_stock(s, hidden, free)
        if names is None:
            return None
        rest = tuple(card for card in free if card not in names.values())
        real = renamed(self.game, s, names)
        for slot in slots:
            cards = tuple(card for card in real[slot] if card != REST) + (rest if REST in s[slot] else ())
            real[slot] = self._shuffled(cards) if (SHUFFLED, slot) in s[UNKNOWNS] else cards
        real[UNKNOWNS] = {}
        return real if self.game.complete(real) else None

    def _in_stock(self, s: Position, hidden: list[int], free: list[int]) -> dict[int, int] | None:
        """The same with the cards that the rulebook made up: where the others lie, those that are left."""
        assert self.left is not None
        outside = set(s[self.left])
        left = [card for card in hidden if card in outside]
        cards, seen = self.game.book.cards, Counter[str]()
        for slot in self.game.layout.zone_slots - {self.left}:
            seen.update(cards[card].name for card in s[slot] if card >= 0)
        still, stock = self._made_up(s[PLAYERS]) - seen, list[int]()
        for card in free:
            if still[cards[card].name] > 0:
                still[cards[card].name] -= 1
                stock.append(card)
        names = self._named(s, [card for card in hidden if card not in outside], stock)
        if names is None:
            return None
        used = set(names.values())
        others = self._named(s, left, [card for card in free if card not in used])
        return None if others is None else names | others

    def _made_up(self, players: int) -> Counter[str]:
        """How many cards of each name a game is played with."""
        if self._stock is None:
            s = self.start(players)
            slots = self.game.layout.zone_slots - {self.left}
            self._stock = Counter(self.game.book.cards[card].name for slot in slots for card in s[slot])
        return self._stock

    def _named(self, s: Position, hidden: list[int], free: list[int]) -> dict[int, int] | None:
        """A card for each hidden one, out of those that it may be; those that may be any come last."""
        whole = mask_of(free)
        masks = {card: s[UNKNOWNS].get(card, whole) & whole for card in hidden}
        for _ in range(_ORDERS):
            left, names = whole, dict[int, int]()
            order = sorted(self.rng.sample(hidden, len(hidden)), key=lambda card: masks[card].bit_count())
            while order and masks[order[0]] & left and masks[order[0]] & left != left:
                card = order.pop(0)
                names[card] = self.rng.choice(list(bits(masks[card] & left)))
                left &= ~(1 << names[card])
            if all(masks[card] & left == left for card in order) and len(order) <= left.bit_count():
                return names | dict(zip(order, self.rng.sample(list(bits(left)), len(order)), strict=True))
        return None

    def _shuffled(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(self.rng.sample(cards, len(cards)))

    # ---- moves that nobody chooses ------------------------------------------------------------------------------------

    def rolls(self, s: Position, deals: bool) -> Iterator[Act]:
        """Acts that chance may make now, of the first such move: one for each who may. `deals`: cards too, by name."""
        for move, actors in self.game.who(s, self.chances):
            if not self.by_chance(move, deals):
                continue
            acts = [act for actor in actors if (act := self._drawn(s, move, actor, deals)) is not None]
            if acts:
                yield from acts
                return

    def by_chance(self, move: Move, deals: bool) -> bool:
        """Whether nobody chooses the arguments of a move: it is the table's, or all of them are cards nobody sees."""
        if not move.params:
            return False
        return not move.has_actor or all(self._unseen(param, deals) for param in move.params)

    def _unseen(self, param: Param, deals: bool) -> bool:
        """Whether an argument is cards from a place that nobody sees into."""
        if param.number is not None:
            return True
        if not deals or param.type.kind != "card" or not isinstance(param.zone, ZoneOf):
            return False
        place = self.game.book.zones[param.zone.zone]
        return place.seen_by != "all" and not place.owned

    def _drawn(self, s: Position, move: Move, actor: int | None, deals: bool) -> Act | None:
        """A legal act of this move with arguments drawn; None if none was found."""
        real = self.concrete(s) if deals else None
        for _ in range(TRIES):
            args = tuple(self._argument(s, real, move, place, actor) for place in range(len(move.params)))
            if None in args:
                return None
            act = Act(move, actor, args)
            if self.game.possible(s if real is None else real, self.chances, act):
                return act
        return None

    def _argument(self, s: Position, real: Position | None, move: Move, place: int, actor: int | None) -> Any:
        param = move.params[place]
        if real is not None and (param.number is not None or param.zone is not None):
            if param.number is not None:
                return self.sampler.draw(real, self.chances, move, place, actor, (None,) * len(move.params))
            slot = self.game.fast[f"zone_{move.name}_{place}"](real, self.chances, actor, *(None,) * len(move.params))
            return self.rng.choice(real[slot]) if real[slot] else None
        if param.number is not None:
            number = self._number(s, move, place, actor)
            return None if number is None else (HIDDEN,) * number
        if param.type.kind == "collection" or param.type.kind == "number":
            return self.sampler.draw(s, self.chances, move, place, actor, ())
        return self.rng.choice([c for c in self.game.candidates(s, self.chances, move, place, actor) if c != HIDDEN])

    def _number(self, s: Position, move: Move, place: int, actor: int | None) -> int | None:
        """How many cards a move takes; None where that is open."""
        rest = [None] * len(move.params)
        code = self.game.open[f"number_{move.name}_{place}"]
        try:
            found = {number for _, number in self.game.explore(s, self.chances, lambda p, x: code(p, x, actor, *rest))}
        except Unclear:
            return None
        return found.pop() if len(found) == 1 and not any(map(is_unknown, found)) else None


def _left(game: Game) -> int | None:
    """The place into which the rulebook gathers all cards before it takes its example out of them."""
    gathered = (node for node in game.book.openings.get("example", ()) if isinstance(node, Gather))
    return next((game.layout.slot(game.book.zones[node.target.zone], None) for node in gathered), None)
