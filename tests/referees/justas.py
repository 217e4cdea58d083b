"""A referee for Justas, written by hand from the printed rules (default readings) and from nothing else.

It shares no code with the rulebook it is meant to be compared with. Plain state, one check and one effect for each
kind of move. Moves are tuples: name, acting player (an index clockwise, or None), then the rest. Where the rules are
silent, `Gap` is raised. The state is in justas_table, fighting in justas_duel, cards and chance in justas_cards.
"""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from tests.referees.justas_cards import (
    ASSUMED_CARDS,
    ASSUMED_COINS,
    ASSUMED_PRICES,
    COINS,
    DISCIPLINES,
    EQUIPMENT,
    HAND_SIZE,
    INSTANTS,
    MARKET_SIZE,
    Chooser,
    Gap,
    is_improver,
    is_weapon,
)
from tests.referees.justas_duel import FIGHTING, Duels
from tests.referees.justas_table import POT, TREASURY

__all__ = ["ASSUMED_CARDS", "ASSUMED_COINS", "ASSUMED_PRICES", "Chooser", "Gap", "Referee"]

MOVES = {  # name: kinds of the arguments after the actor, stages in which the move has a place
    "blade-points": (("player",), ("set-up",)),
    "keep": (("card",), ("turn",)),
    "challenge": (("discipline", "player"), ("turn",)),
    "call-tournament": (("discipline",), ("turn",)),
    "no-challenge": ((), ("turn",)),
    "no-challenge-and-draw": ((), ("turn",)),
    "refuse": ((), ("challenged",)),
    "accept": (("number",), ("challenged",)),
    "withdraw": ((), ("accepted",)),
    "stand": ((), ("accepted",)),
    "bet": (("number", "player"), ("betting",)),
    "counter": (("player", "number"), ("betting",)),
    "raise": (("number",), ("betting",)),
    "begin-duel": ((), ("betting",)),
    "rely-on": (("card",), FIGHTING),
    "play": (("cards",), FIGHTING),
    "pass": ((), FIGHTING),
    "use-LADRÓN": ((), ("after-duel",)),
    "use-PÍCARO": (("card",), ("after-duel",)),
    "settle": ((), ("after-duel",)),
    "use-DIEZMO": ((), ("turn",)),
    "use-IMPUESTOS": (("player",), ("turn",)),
    "use-FESTEJOS": ((), ("turn",)),
    "use-ORDEN REAL": ((), ("turn",)),
    "use-PURGA": ((), ("turn",)),
    "equip": (("card",), ("turn", "final-market", "final-duel")),
    "buy": (("card",), ("turn", "final-market")),
    "end-turn": ((), ("turn",)),
    "take-loan": ((), ("loan",)),
    "give-up": ((), ("loan",)),
    "return": ((), ("debtor-turn",)),
    "stay-out": ((), ("debtor-turn",)),
    "done-buying": ((), ("final-market",)),
    "begin-discipline": (("discipline",), ("final-duel",)),
}
BY_NOBODY = ("blade-points", "begin-duel", "settle", "begin-discipline")
LEFT_OUT = {"accepted": "stand", "betting": "begin-duel", "after-duel": "settle"}  # what the next move may imply
MANY_CARDS = 6  # of more fighting cards in hand, legal() lists only smaller sets and the whole
PURGES = ((10, 3), (7, 2))  # cards in hand, cards to discard


class Referee(Duels):
    """One game, from the throw of the sword or from any given position."""

    @classmethod
    def dealt(cls, players: int, rng: random.Random) -> Referee:
        """A new game from the assumed box."""
        if players not in COINS:
            raise Gap("number-of-players")
        cards = rng.sample(ASSUMED_CARDS, len(ASSUMED_CARDS))
        hands = [[cards.pop() for _ in range(HAND_SIZE)] for _ in range(players)]
        return cls(
            players,
            hands=hands,
            market=[cards.pop() for _ in range(MARKET_SIZE)],
            prices=ASSUMED_PRICES,
            deck=cards,
            treasury=ASSUMED_COINS - players * COINS[players],
            cards=ASSUMED_CARDS,
            chooser=Chooser(rng.randrange(2**32)),
        )

    # What may be done

    def stage(self) -> str:
        return self._stage

    def may_act(self) -> dict[int | None, list[str]]:
        """Who may do something now, and what kinds of moves; None for what is said without an actor. An open window
        also lets in what closes it, so look at legal(left_out=True) for that."""
        acting: dict[int | None, list[str]] = {}
        for name, actor, *_ in self.legal():
            if name not in acting.setdefault(actor, []):
                acting[actor].append(name)
        return acting

    def legal(self, *, left_out: bool = False) -> list[tuple]:
        """With left_out also the moves that imply an unspoken stand, begin-duel or settle."""
        moves = [move for move in self._tries() if self._is_legal(move)]
        if left_out:
            later = self._after_left_out()
            moves += [move for move in later.legal(left_out=True) if move not in moves] if later else []
        return moves

    def silent(self) -> list[tuple]:
        """Moves about which the rules say nothing: they would raise Gap."""
        return [move for move in self._tries() if self._is_legal(move) is None]

    def _is_legal(self, move: tuple) -> bool | None:
        try:
            return not self.why_not(move)
        except Gap:
            return None

    def why_not(self, move: tuple) -> list[str]:
        """Short reasons against a move; none if it is legal."""
        name, actor, *args = move if len(move) > 1 else (None, None)
        if name not in MOVES:
            return ["there is no such move"]
        kinds, stages = MOVES[name]
        actor_fits = actor is None if name in BY_NOBODY else actor in self.players
        if not actor_fits or len(args) != len(kinds) or not all(map(self._is_kind, kinds, args)):
            return ["the move is not well formed"]
        if self._stage not in stages:
            return [f"wrong moment: {self._stage}"]
        return list(self._method("_against_", name)(actor, *args))

    def _is_kind(self, kind: str, arg: object) -> bool:
        if kind == "player":
            return arg in self.players
        if kind == "number":
            return isinstance(arg, int)
        if kind == "cards":
            return isinstance(arg, tuple) and all(isinstance(card, str) for card in arg)
        return isinstance(arg, str)

    def _method(self, prefix: str, name: str):
        return getattr(self, prefix + name.lower().translate(str.maketrans("-óí ", "_oi_")))

    def implied(self, move: tuple) -> list[tuple]:
        """The moves left out before this one; empty if it is legal as it stands, or not legal even with them."""
        if self._is_legal(move) is not False:
            return []
        later = self._after_left_out()
        if later is None:
            return []
        step = (LEFT_OUT[self._stage], self._left_out_by())
        if later._is_legal(move) is not False:
            return [step]
        further = later.implied(move)
        return [step, *further] if further else []

    def _left_out_by(self) -> int | None:
        return self.contest.order[0] if self._stage == "accepted" else None

    def _after_left_out(self) -> Referee | None:
        if self._stage not in LEFT_OUT:
            return None
        later = copy.deepcopy(self)
        try:
            later.apply((LEFT_OUT[self._stage], self._left_out_by()))
        except Gap:
            return None
        return later

    # What it does

    def apply(self, move: tuple) -> list[tuple]:
        """Effects: pays, draws, refills, discards, wins, tied, eliminated, champion. `implied` is not looked at."""
        reasons = self.why_not(move)
        if reasons:
            raise ValueError(f"{move}: {'; '.join(reasons)}")
        name, actor, *args = move
        self.effects, self.may_keep = [], False
        self._method("_do_", name)(actor, *args)
        return self.effects

    # Candidates for legal()

    def _tries(self) -> Iterator[tuple]:
        for name, (kinds, stages) in MOVES.items():
            if self._stage not in stages:
                continue
            for actor in [None] if name in BY_NOBODY else self.players:
                if name == "play":
                    yield from ((name, actor, cards) for cards in self._sets_of_cards(actor))
                else:
                    yield from self._fill(name, kinds, (name, actor), actor)

    def _fill(self, name: str, kinds: tuple[str, ...], start: tuple, actor: int | None) -> Iterator[tuple]:
        if not kinds:
            yield start
            return
        choices = {
            "player": self.players,
            "number": range(1, self.coins[actor] + 1) if kinds[0] == "number" else (),
            "discipline": DISCIPLINES,
            "card": self._named_cards(name, actor) if kinds[0] == "card" else (),
        }
        for choice in choices[kinds[0]]:
            yield from self._fill(name, kinds[1:], (*start, choice), actor)

    def _named_cards(self, name: str, actor: int) -> list[str]:
        places = {
            "keep": self.deck,
            "equip": self.hands[actor],
            "rely-on": self.equipped[actor],
            "use-PÍCARO": self.contest.used if self.contest else [],
            "buy": self.market,
        }
        return sorted(set(places[name]))

    def _sets_of_cards(self, player: int) -> list[tuple[str, ...]]:
        """Every set of cards that could count; of a very full hand only some."""
        discipline = self.contest.discipline
        own = sorted(c for c in self.hands[player] if is_weapon(c, discipline) or is_improver(c, discipline))
        sizes = range(1, len(own) + 1) if len(own) <= MANY_CARDS else (1, 2, 3, len(own))
        return list(dict.fromkeys(cards for size in sizes for cards in combinations(own, size)))

    # Set-up

    def _against_blade_points(self, _: None, __: int) -> Iterator[str]:
        yield from ()

    def _do_blade_points(self, _: None, player: int) -> None:
        self._begin_turn(player)
        self.may_keep = True

    def _against_keep(self, player: int, card: str) -> Iterator[str]:
        if not self.may_keep or player != self.turn:
            yield "only whoever begins keeps the thrown card, before anything else"
        if card not in self.deck or not is_weapon(card, "swords"):
            yield "the thrown card is a sword from the deck"

    def _do_keep(self, player: int, card: str) -> None:
        self.deck.remove(card)
        self.hands[player].append(card)

    # A turn

    def _against_in_turn(self, player: int) -> Iterator[str]:
        if player != self.turn:
            yield "it is not this player's turn"

    def _against_no_challenge(self, player: int) -> Iterator[str]:
        yield from self._against_duel_phase(player)

    _against_no_challenge_and_draw = _against_no_challenge

    def _do_no_challenge(self, player: int) -> None:
        self.duel_phase = "declined"
        self._pay(player, TREASURY, 1)
        self._test_coins()

    def _do_no_challenge_and_draw(self, player: int) -> None:
        self._do_no_challenge(player)
        if self.status[player] == "knight":  # nothing is drawn if that was the last coin
            self._draw(player, 1)

    def _against_end_turn(self, player: int) -> Iterator[str]:
        yield from self._against_in_turn(player)
        if self.duel_phase is None:
            yield "challenge, call a tournament, or say that you do not challenge"

    def _do_end_turn(self, _: int) -> None:
        self._next_turn()

    def _against_equip(self, player: int, card: str) -> Iterator[str]:
        if self._stage == "turn":
            yield from self._against_in_turn(player)
        elif player not in self.finalists:
            yield "the player is no finalist"
        if card not in EQUIPMENT:
            yield "the card is no equipment"
        if card not in self.hands[player]:
            yield "the card is not in hand"

    def _do_equip(self, player: int, card: str) -> None:
        self.hands[player].remove(card)
        self.equipped[player].append(card)

    def _against_buy(self, player: int, card: str) -> Iterator[str]:
        reasons = []
        if self._stage == "turn":
            reasons += self._against_in_turn(player)
            if self.duel_phase is None:
                reasons.append("the market comes after the duel phase")
            if self.bought:
                reasons.append("one card a turn")
        elif player != self.to_buy():
            reasons.append("it is not for this player to buy")
        if card not in self.market:
            reasons.append("the market does not show this card")
        elif self.prices.get(card, 0) > self.coins[player]:
            reasons.append("the card costs more than the player has")
        if not reasons and card not in self.prices:
            raise Gap("prices")
        yield from reasons

    def _do_buy(self, player: int, card: str) -> None:
        self._pay(player, TREASURY, self.prices[card])
        self.market.remove(card)
        self.hands[player].append(card)
        self._refill()
        if self._stage == "turn":
            self.bought = True
            self._test_coins()
        else:
            self.last_buyer = player
            self._close_market_if_done()

    # Instant cards

    def _against_instant(self, player: int, card: str) -> Iterator[str]:
        yield from self._against_in_turn(player)
        if card not in INSTANTS or card not in self.hands[player]:
            yield "the card is not in hand"

    def _users(self, player: int, card: str) -> list[int]:
        """The card goes to the discard pile; all knights are concerned, from its user clockwise."""
        self._discard_from(self.hands[player], [card])
        return [p for p in self.clockwise(player) if self.status[p] == "knight"]

    def _against_use_diezmo(self, player: int) -> Iterator[str]:
        yield from self._against_instant(player, "DIEZMO")

    def _do_use_diezmo(self, player: int) -> None:
        for p in self._users(player, "DIEZMO"):
            self._pay(p, TREASURY, self.coins[p] // 5)

    def _against_use_impuestos(self, player: int, target: int) -> Iterator[str]:
        yield from self._against_instant(player, "IMPUESTOS")
        if target == player or self.status[target] != "knight":
            yield "the target must be another knight"

    def _do_use_impuestos(self, player: int, target: int) -> None:
        self._discard_from(self.hands[player], ["IMPUESTOS"])
        self._pay(target, TREASURY, min(1, self._spare(target)))
        self._pay(target, player, min(1, self._spare(target)))

    def _against_use_festejos(self, player: int) -> Iterator[str]:
        yield from self._against_instant(player, "FESTEJOS")

    def _do_use_festejos(self, player: int) -> None:
        for p in self._users(player, "FESTEJOS"):
            self._pay(p, POT, min(1, self._spare(p)))

    def _against_use_orden_real(self, player: int) -> Iterator[str]:
        yield from self._against_instant(player, "ORDEN REAL")

    def _do_use_orden_real(self, player: int) -> None:
        everybody = self._users(player, "ORDEN REAL")
        most = max(self.coins[p] for p in everybody)
        for p in [p for p in everybody if self.coins[p] == most]:
            self._pay(p, TREASURY, min(3, self._spare(p)))

    def _against_use_purga(self, player: int) -> Iterator[str]:
        yield from self._against_instant(player, "PURGA")

    def _do_use_purga(self, player: int) -> None:
        for p in self._users(player, "PURGA"):
            hand = self.hands[p]
            number = next((lost for held, lost in PURGES if len(hand) >= held), 0)
            cards = self.chooser.discard(p, hand, number) if number else []
            if len(cards) != number or Counter(cards) - Counter(hand):
                raise ValueError("the chooser discards other cards than asked")
            self._discard_from(hand, cards)
            if cards:
                self.effects.append(("discards", p, tuple(cards)))
