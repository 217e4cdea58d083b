"""A referee for Regicide, written by hand from the printed rules and from nothing else.

It shares no code with the rulebook it is meant to be compared with. Plain state, one check and one effect for each
kind of move. Moves are tuples: name, acting player (an index clockwise), then the rest. Where a move holds cards any
collection of names will do; legal() uses frozensets. All cards are known here; nothing is kept from the referee.

Not printed, and settled here by custom: the jesters in the tavern (none for two players, one for three, two for four;
alone, both stand aside), who begins (anybody), and which discarded cards hearts bring back (any of them).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from types import MappingProxyType

SUITS = "HDCS"  # in the order in which their powers act
WORTH = {"A": 1, **{str(number): number for number in range(2, 11)}, "J": 10, "Q": 15, "K": 20}
JESTER = "Jester"
CARDS: tuple[str, ...] = tuple(rank + suit for rank in WORTH for suit in SUITS)
ROYALS = CARDS[40:]  # four jacks, four queens, four kings
HAND_SIZE = {1: 8, 2: 7, 3: 6, 4: 5}
JESTERS_IN_TAVERN = {1: 0, 2: 0, 3: 1, 4: 2}
MEDALS = ("bronze", "silver", "gold")  # by the jesters still standing aside
READINGS = {  # the first option of each is the default
    "shield-lasts": ("until-beaten", "this-attack"),
    "set-power": ("total", "own-value"),
    "draw-order": ("round-robin", "fill-first"),
    "draw-from": ("active", "next"),
    "pair-of-fives": ("allowed", "not-allowed"),
    "exact-kill-card": ("royal", "killing-card"),
    "ace-ace": ("allowed", "not-allowed"),
    "ace-royal": ("allowed", "not-allowed"),
    "ace-jester": ("not-allowed", "allowed"),
    "jester-lifts": ("until-beaten", "this-turn"),
    "jester-retroactive": ("no", "spades"),
    "jester-chooses-self": ("yes", "no"),
    "overpay": ("allowed", "no-superfluous"),
    "last-turn-yield": ("latest-turn", "whole-turn"),
    "solo-jester-saves": ("yes", "no"),
    "after-kill": ("new-play", "attacks-now"),
    "hearts-to": ("bottom", "shuffled", "top"),
}
MOVES = {  # name: how many arguments follow the actor, stages in which the move has a place
    "play": (1, ("play",)),
    "yield": (0, ("play",)),
    "discard": (1, ("defend",)),
    "choose": (1, ("choose",)),
    "flip": (0, ("play", "defend")),
}


def rank(card: str) -> str:
    return card[:-1] if card != JESTER else JESTER


def suit(card: str) -> str | None:
    return card[-1] if card != JESTER else None


def worth(card: str) -> int:
    """In attack and in defence alike, a royal from the hand included."""
    return WORTH.get(rank(card), 0)


def total(cards: Collection[str]) -> int:
    return sum(map(worth, cards))


def health(royal: str) -> int:
    return 2 * worth(royal)


def in_order(cards: Collection[str]) -> list[str]:
    """A list stays as it is; a set is put in the order of the deck."""
    return sorted(cards, key=(*CARDS, JESTER).index) if isinstance(cards, (set, frozenset)) else list(cards)


class Referee:
    """One game of 1 to 4 players, from the first deal or from any position."""

    def __init__(
        self,
        players: int,
        readings: Mapping[str, str] = MappingProxyType({}),
        *,
        castle: Sequence[str],  # next first
        tavern: Sequence[str],  # top first
        hands: Sequence[Collection[str]],
        royal: str | None = None,  # faced now; if not said, the first of the castle
        discard: Sequence[str] = (),
        in_play: Sequence[str] = (),
        damage: int = 0,
        shield: int = 0,
        withheld: int = 0,  # what blocked spades would have added to the shield (for jester-retroactive)
        immune: bool = True,  # the royal's suit is blocked
        turn: int = 0,
        stage: str = "play",
        played: bool = False,  # a card was played this turn (for last-turn-yield)
        yields: Sequence[bool] = (),  # by player: what step 1 ended with the last time
        jesters: int | None = None,  # standing aside
        rng: random.Random | None = None,  # takes the cards for hearts if apply() is not told which
    ) -> None:
        if players not in HAND_SIZE or len(hands) != players:
            raise ValueError("Regicide is for 1 to 4 players, each with a hand")
        for name, option in readings.items():
            if option not in READINGS.get(name, ()):
                raise ValueError(f"no such reading: {name}: {option}")
        self.readings = {name: readings.get(name, options[0]) for name, options in READINGS.items()}
        self.players = range(players)
        self.castle, self.tavern = list(castle), list(tavern)
        self.hands = [in_order(hand) for hand in hands]
        self.royal: str | None = royal or self.castle.pop(0)
        self.discard, self.in_play = list(discard), list(in_play)
        self.damage, self.shield, self.withheld, self.immune = damage, shield, withheld, immune
        self.turn, self.played = turn, played
        self.yields = list(yields) or [False for _ in self.players]
        self.jesters = jesters if jesters is not None else 2 if players == 1 else 0
        self.rng = rng
        self.won, self.lost = False, False
        self.effects: list[tuple] = []  # of the last move
        self._stage = stage
        for card, times in Counter(self.cards()).items():
            if card not in (*CARDS, JESTER) or times > (2 if card == JESTER else 1):
                raise ValueError(f"no such card, or too many of it: {card}")
        self._see_whether_lost()

    @classmethod
    def dealt(cls, players: int, rng: random.Random, readings: Mapping[str, str] = MappingProxyType({})) -> Referee:
        """A new game: jacks over queens over kings, the rest and the jesters shuffled and dealt."""
        castle = [card for start in (0, 4, 8) for card in rng.sample(ROYALS[start : start + 4], 4)]
        pack = [*CARDS[:40], *[JESTER] * JESTERS_IN_TAVERN[players]]
        rng.shuffle(pack)
        size = HAND_SIZE[players]
        hands = [pack[p * size : (p + 1) * size] for p in range(players)]
        tavern, turn = pack[players * size :], rng.randrange(players)
        return cls(players, readings, castle=castle, tavern=tavern, hands=hands, turn=turn, rng=rng)

    # What can be seen

    def stage(self) -> str:
        return self._stage

    def cards(self) -> list[str]:
        """All cards wherever they are, save jesters that stand aside or were flipped."""
        piles = (self.castle, self.tavern, self.discard, self.in_play, *self.hands)
        return [*([self.royal] if self.royal else []), *(card for pile in piles for card in pile)]

    @property
    def attack(self) -> int:
        """What has to be paid against the royal."""
        return max(0, worth(self.royal) - self.shield) if self.royal else 0

    @property
    def medal(self) -> str | None:
        return MEDALS[self.jesters] if self.won and len(self.players) == 1 else None

    # What may be done

    def legal(self) -> list[tuple]:
        """All moves; of payments only those from which no card can be left out (see may_discard)."""
        p, tries = self.turn, [("yield", self.turn), ("flip", self.turn)]
        hand = in_order(frozenset(self.hands[p]))
        if self._stage == "play":
            tries += [("play", p, frozenset(cards)) for n in range(1, 5) for cards in combinations(hand, n)]
        elif self._stage == "defend":
            sets = (cards for n in range(1, len(hand) + 1) for cards in combinations(hand, n))
            tries += [("discard", p, frozenset(cards)) for cards in sets if not self._superfluous(cards)]
        elif self._stage == "choose":
            tries += [("choose", p, target) for target in self.players]
        return [move for move in tries if not self.why_not(move)]

    def may_discard(self, player: int, cards: Collection[str]) -> bool:
        """Any payment, not only the smallest ones that legal() lists."""
        return not self.why_not(("discard", player, cards))

    def why_not(self, move: tuple) -> list[str]:
        """Short reasons against a move; none if it is legal."""
        name, actor, *args = move if len(move) > 1 else (None, None)
        if name not in MOVES:
            return ["there is no such move"]
        arity, stages = MOVES[name]
        if len(args) != arity or actor not in self.players:
            return ["the move is not well formed"]
        if self._stage not in stages:
            return [f"wrong moment: {self._stage}"]
        if actor != self.turn:
            return ["it is not this player's turn"]
        return list(getattr(self, "_against_" + name)(actor, *args))

    def _against_play(self, player: int, cards: Collection[str]) -> Iterator[str]:
        if not cards:
            yield "no card is named"
        if Counter(cards) - Counter(self.hands[player]):
            yield "a card is not in hand"
        ranks = [rank(card) for card in cards]
        if len(cards) < 2:
            return
        if JESTER in cards:
            if sorted(ranks) != ["A", JESTER] or self.readings["ace-jester"] == "not-allowed":
                yield "a jester is played alone"
        elif "A" in ranks:
            if len(cards) > 2:
                yield "an ace goes with one other card"
            elif ranks == ["A", "A"] and self.readings["ace-ace"] == "not-allowed":
                yield "two aces do not go together"
            elif set(ranks) & set("JQK") and self.readings["ace-royal"] == "not-allowed":
                yield "an ace does not go with a royal"
        elif len(set(ranks)) > 1:
            yield "the cards are not of the same number"
        elif total(cards) > 10:
            yield "the sum of the set is more than 10"
        elif "5" in ranks and self.readings["pair-of-fives"] == "not-allowed":
            yield "two fives do not go together"

    def _against_yield(self, player: int) -> Iterator[str]:
        if len(self.players) == 1:
            yield "nobody may yield who plays alone"
        elif all(self.yields[q] for q in self.players if q != player):
            yield "all others yielded in their last turn"

    def _against_discard(self, player: int, cards: Collection[str]) -> Iterator[str]:
        if Counter(cards) - Counter(self.hands[player]):
            yield "a card is not in hand"
        if total(cards) < self.attack:
            yield "not enough for the attack"
        elif self.readings["overpay"] == "no-superfluous" and self._superfluous(cards):
            yield "a card is superfluous"

    def _superfluous(self, cards: Collection[str]) -> bool:
        return total(cards) - min(map(worth, cards)) >= self.attack

    def _against_choose(self, player: int, target: int) -> Iterator[str]:
        if target not in self.players:
            yield "there is no such player"
        elif target == player and self.readings["jester-chooses-self"] == "no":
            yield "nobody may choose themselves"

    def _against_flip(self, _: int) -> Iterator[str]:
        if len(self.players) > 1:
            yield "jesters are flipped by who plays alone"
        elif not self.jesters:
            yield "no jester stands aside"

    # What it does

    def returning(self, move: tuple) -> int:
        """How many cards a legal move brings back from the discard pile by its hearts."""
        powers = self._powers(in_order(move[2])) if move[0] == "play" else {}
        return min(powers.get("H", 0), len(self.discard))

    def apply(
        self, move: tuple, *, returned: Sequence[str] | None = None, shuffled: Sequence[str] | None = None
    ) -> list[tuple]:
        """Make the move and say what came of it, in tuples (kept as `effects`).

        `returned`: the cards brought back by hearts, upper card first. `shuffled` (under hearts-to: shuffled): the
        whole tavern with them in it, as it lies before anybody draws. What is not said is drawn from `rng`.
        """
        reasons = self.why_not(move)
        if reasons:
            raise ValueError(f"{move}: {'; '.join(reasons)}")
        name, actor, *args = move
        number = self.returning(move)
        unsaid = returned is None or (shuffled is None and self.readings["hearts-to"] == "shuffled")
        if number and unsaid and self.rng is None:
            raise ValueError("it has to be said which cards return (and how the shuffled tavern lies)")
        if returned is None:
            returned = self.rng.sample(self.discard, number) if number else ()
        elif len(returned) != number or Counter(returned) - Counter(self.discard):
            raise ValueError(f"{number} cards of the discard pile return")
        if shuffled is not None and Counter(shuffled) != Counter([*self.tavern, *returned]):
            raise ValueError("the shuffled tavern has other cards")
        self.effects, self._chance = [], (list(returned), shuffled)
        getattr(self, "_do_" + name)(actor, *(in_order(arg) if isinstance(arg, Collection) else arg for arg in args))
        return self.effects

    def _powers(self, cards: list[str]) -> dict[str, int]:
        """Each suit of a play, in order of action, with its strength; blocked suits are left out."""
        immune = self.immune and JESTER not in cards
        return {s: n for s, n in self._strengths(cards).items() if not (immune and s == suit(self.royal))}

    def _strengths(self, cards: list[str]) -> dict[str, int]:
        companions = {"A", JESTER} & {rank(card) for card in cards}
        own = self.readings["set-power"] == "own-value" and not companions
        present = {suit(card) for card in cards}
        return {s: worth(cards[0]) if own else total(cards) for s in SUITS if s in present}

    def _do_play(self, player: int, cards: list[str]) -> None:
        powers = self._powers(cards)
        for card in cards:
            self.hands[player].remove(card)
        self.in_play += cards
        self.yields[player], self.played = False, True
        self._drop_old_shield()
        if JESTER in cards:
            self._lift_immunity()
        if "H" in powers:
            self._return(*self._chance)
        if "D" in powers:
            self._draw(powers["D"])
        if "S" in powers:
            self._strengthen(powers["S"])
        else:
            self.withheld += self._strengths(cards).get("S", 0)
        hit = total(cards) * (2 if "C" in powers else 1)
        if hit:
            self.damage += hit
            self.effects.append(("damage", hit))
        beaten = self.damage >= health(self.royal)
        if beaten:
            self._defeat(cards)
        if self.royal is None:
            self.won, self._stage = True, "over"
            self.effects += [("won",), *([("medal", self.medal)] if self.medal else [])]
        elif beaten and self.readings["after-kill"] == "new-play":
            self._see_whether_lost()  # step 1 again, same player
        elif JESTER in cards:
            self._stage = "choose"
        else:
            self._royal_attacks()

    def _do_yield(self, player: int) -> None:
        self.yields[player] = not (self.played and self.readings["last-turn-yield"] == "whole-turn")
        self._drop_old_shield()
        self._royal_attacks()

    def _do_discard(self, player: int, cards: list[str]) -> None:
        for card in cards:
            self.hands[player].remove(card)
        self.discard += cards
        self._next_turn((player + 1) % len(self.players))

    def _do_choose(self, _: int, target: int) -> None:
        self._next_turn(target)

    def _do_flip(self, player: int) -> None:
        self.jesters -= 1
        self.discard += self.hands[player]
        size = HAND_SIZE[len(self.players)]
        self.hands[player], self.tavern = self.tavern[:size], self.tavern[size:]
        if self.hands[player]:
            self.effects.append(("draw", player, tuple(self.hands[player])))
        self._see_whether_lost()

    def _drop_old_shield(self) -> None:
        """After an attack phase; at step 1 as well, for positions that were set up by hand."""
        if self.readings["shield-lasts"] == "this-attack":
            self.shield = 0

    def _lift_immunity(self) -> None:
        self.immune = False
        lasting = self.readings["shield-lasts"] == "until-beaten"  # else the phase of those spades is over
        if self.readings["jester-retroactive"] == "spades" and lasting and self.withheld:
            self._strengthen(self.withheld)
            self.withheld = 0

    def _strengthen(self, spades: int) -> None:
        self.shield += spades
        self.effects.append(("shield", self.shield))

    def _return(self, cards: list[str], shuffled: Sequence[str] | None) -> None:
        if not cards:
            return
        for card in cards:
            self.discard.remove(card)
        self.tavern = [*cards, *self.tavern] if self.readings["hearts-to"] == "top" else [*self.tavern, *cards]
        if self.readings["hearts-to"] == "shuffled":
            self.tavern = list(shuffled) if shuffled else self.rng.sample(self.tavern, len(self.tavern))
        self.effects.append(("return", tuple(cards)))

    def _draw(self, number: int) -> None:
        first = self.turn if self.readings["draw-from"] == "active" else self.turn + 1
        round_table = [(first + step) % len(self.players) for step in self.players]
        size = HAND_SIZE[len(self.players)]
        seats = round_table * size
        if self.readings["draw-order"] == "fill-first":
            seats = [p for p in round_table for _ in range(size)]
        drawn: dict[int, list[str]] = {}
        for p in seats:
            if number and self.tavern and len(self.hands[p]) < size:
                number -= 1
                drawn.setdefault(p, []).append(self.tavern[0])
                self.hands[p].append(self.tavern.pop(0))
        self.effects += [("draw", p, tuple(cards)) for p, cards in drawn.items()]

    def _defeat(self, cards: list[str]) -> None:
        """The royal falls; all that lies before it is cleared and the next one comes, if there is one."""
        royal, exact = self.royal, self.damage == health(self.royal)
        on_top = ([royal] if self.readings["exact-kill-card"] == "royal" else cards) if exact else []
        away = [*self.in_play, royal]
        for card in on_top:  # the last named lies uppermost
            away.remove(card)
            self.tavern.insert(0, card)
        self.discard += away
        self.in_play, self.damage, self.shield, self.withheld, self.immune = [], 0, 0, 0, True
        self.royal = self.castle.pop(0) if self.castle else None
        self.effects += [("defeated", royal), *(("on-top", card) for card in on_top)]
        self.effects += [("to-discards", royal)] if royal in away else []
        self.effects += [("next-royal", self.royal)] if self.royal else []

    def _royal_attacks(self) -> None:
        if not self.attack:
            self._next_turn((self.turn + 1) % len(self.players))
            return
        self._stage = "defend"
        self.effects.append(("attack", self.turn, self.attack))
        self._see_whether_lost()

    def _next_turn(self, player: int) -> None:
        self.turn, self.played, self._stage = player, False, "play"
        self._drop_old_shield()
        if self.readings["jester-lifts"] == "this-turn":
            self.immune = True
        self.effects.append(("turn", player))
        self._see_whether_lost()

    def _see_whether_lost(self) -> None:
        """Nobody to help a player who can neither play nor yield, or cannot pay the attack."""
        hand = self.hands[self.turn]
        if self._stage == "defend":
            able = total(hand) >= self.attack
        else:
            able = self._stage != "play" or bool(hand) or not list(self._against_yield(self.turn))
        saved = self.readings["solo-jester-saves"] == "yes" and not list(self._against_flip(self.turn))
        if not able and not saved:
            self.lost, self._stage = True, "over"
            self.effects.append(("lost",))
