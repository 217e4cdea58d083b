"""What lies on the table in a game of Justas: coins, cards, whose turn it is, who is in, who is out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tests.referees.justas_cards import COINS, DISCIPLINES, MARKET_SIZE, Chooser, Gap

TREASURY, POT = "treasury", "pot"
LOAN, RETURN_PRICE, SPONSORSHIP = 3, 6, 5


@dataclass
class Bet:
    bettor: int
    amount: int
    on: int
    answered_by: int | None = None


@dataclass
class Contest:
    """A duel, a tournament, or a discipline of the Final Duel."""

    kind: str  # duel, tournament, final
    discipline: str
    order: list[int]  # in the order of the goes; the first one opens
    stakes: dict[int, int] = field(default_factory=dict)
    bets: list[Bet] = field(default_factory=list)
    played: dict[int, list[str]] = field(default_factory=dict)
    go: int = -1
    opened: bool = False
    passes: int = 0  # in a row
    totals: dict[int, int] | None = None  # once it is over
    winner: int | None = None
    used: list[str] = field(default_factory=list)  # weapons that lie on the discard pile since the end of it

    def __post_init__(self) -> None:
        self.go = self.order[0]
        self.played = {p: [] for p in self.order}

    def after(self, player: int) -> int:
        return self.order[(self.order.index(player) + 1) % len(self.order)]


class Table:
    """The state. All of it may be read; players are numbers, clockwise."""

    def __init__(
        self,
        players: int,
        *,
        hands: Sequence[Iterable[str]],
        deck: Iterable[str],
        treasury: int,
        coins: Sequence[int] | None = None,
        market: Iterable[str] = (),
        prices: Mapping[str, int] | None = None,
        discard: Iterable[str] = (),
        equipped: Sequence[Iterable[str]] | None = None,
        status: Sequence[str] | None = None,
        turn: int | None = None,
        pot: int = 0,
        last_winner: int | None = None,
        stage: str | None = None,
        cards: Iterable[str] | None = None,
        chooser: Chooser | None = None,
    ) -> None:
        """By default the sword is still to be thrown; with `turn`, that turn begins (first the loan, if somebody has
        just been eliminated); else `stage` may be final-market or final-duel. `cards` is the whole box, to check that
        each card is in one place."""
        if coins is None and players not in COINS:
            raise Gap("number-of-players")
        self.players = range(players)
        self.coins = [COINS[players] for _ in self.players] if coins is None else list(coins)
        self.treasury = treasury
        self.pot = pot  # of the festivities
        self.hands = [list(hand) for hand in hands]
        self.equipped = [list(own) for own in equipped] if equipped else [[] for _ in self.players]
        self.deck, self.discard, self.market = list(deck), list(discard), list(market)
        self.prices = dict(prices or {})
        self.status = list(status) if status else ["knight" for _ in self.players]  # debtor, spectator, eliminated
        self.last_winner = last_winner  # of the latest duel or tournament that had a winner
        self.result: tuple[str, int | None] | None = None  # latest: duel or tournament, its winner or None for a tie
        self.contest: Contest | None = None  # the one that is going on, or the latest
        self.champion: int | None = None
        self.undecided = False  # the Final Duel is over and nobody is champion
        self.turn: int | None = None
        self.duel_phase: str | None = None  # what closed it in this turn: challenge, tournament, declined
        self.bought = False
        self.may_keep = False  # the thrown sword
        self.finalists: list[int] = []
        self.last_buyer: int | None = None
        self.done_buying: set[int] = set()
        self.wins = [0 for _ in self.players]  # disciplines of the Final Duel
        self.fought: list[str] = []
        self.chooser = chooser or Chooser()
        self.effects: list[tuple] = []  # of the last move
        self._stage = stage or "set-up"
        if stage in ("final-market", "final-duel"):
            self.finalists = self.knights()
        elif turn is not None:
            self._begin_turn(turn)
            self._stage = "loan" if "eliminated" in self.status else self._stage
        if len({len(self.coins), len(self.hands), len(self.equipped), len(self.status), players}) != 1:
            raise ValueError("something is not given for each player")
        if cards is not None and self.all_cards() != Counter(cards):
            raise ValueError("these are not all the cards, each in one place")

    def all_cards(self) -> Counter:
        places = [*self.hands, *self.equipped, self.deck, self.discard, self.market]
        if self.contest is not None:
            places += self.contest.played.values()
        return Counter(card for place in places for card in place)

    def all_coins(self) -> int:
        return sum(self.coins) + self.treasury + self.pot

    def knights(self) -> list[int]:
        return [p for p in self.players if self.status[p] == "knight"]

    def clockwise(self, first: int) -> list[int]:
        return [(first + step) % len(self.players) for step in self.players]

    # Coins and cards change hands

    def _pay(self, payer: int | str, payee: int | str, amount: int) -> None:
        if amount:
            self._change(payer, -amount)
            self._change(payee, amount)
            self.effects.append(("pays", payer, payee, amount))

    def _change(self, purse: int | str, amount: int) -> None:
        if purse == TREASURY:
            self.treasury += amount
        elif purse == POT:
            self.pot += amount
        else:
            self.coins[purse] += amount

    def _spare(self, player: int) -> int:
        """What an instant card may take at most: the last coin stays."""
        return max(0, self.coins[player] - 1)

    def _discard_from(self, place: list[str], cards: Iterable[str]) -> None:
        for card in list(cards):
            place.remove(card)
            self.discard.append(card)

    def _deck_ready(self) -> bool:
        """An empty deck is made anew from the discard pile; without that there is nothing to draw."""
        if not self.deck and self.discard:
            self.deck, self.discard = self.chooser.shuffle(self.discard), []
            if self.contest is not None:
                self.contest.used = []  # shuffled in with the rest
        return bool(self.deck)

    def _draw(self, player: int, number: int) -> None:
        drawn = []
        while len(drawn) < number and self._deck_ready():
            card = self.chooser.draw(player, self.deck)
            self.deck.remove(card)
            self.hands[player].append(card)
            drawn.append(card)
        if drawn:
            self.effects.append(("draws", player, tuple(drawn)))

    def _refill(self) -> None:
        while len(self.market) < MARKET_SIZE and self._deck_ready():
            card = self.chooser.refill(self.deck)
            self.deck.remove(card)
            self.market.append(card)
            self.effects.append(("refills", card))

    # Turns

    def _begin_turn(self, player: int) -> None:
        self.turn, self.duel_phase, self.bought = player, None, False
        self._stage = "debtor-turn" if self.status[player] == "debtor" else "turn"

    def _next_turn(self) -> None:
        left = self.clockwise(self.turn)
        self._begin_turn(next(p for p in [*left[1:], left[0]] if self.status[p] in ("knight", "debtor")))

    # Being eliminated

    def _test_coins(self) -> None:
        """Whoever has no coins goes out, and what follows from that; else the turn goes on."""
        fallen = [p for p in self.clockwise(self.turn) if self.status[p] == "knight" and not self.coins[p]]
        for p in fallen:
            self.status[p] = "eliminated"
            self._discard_from(self.equipped[p], self.equipped[p])
            self.effects.append(("eliminated", p))
        for p in self.players:
            if self.status[p] == "debtor" and not self.coins[p]:
                self._leave(p)  # broke: out for good
        if not fallen:
            self._stage = "turn"
        elif len(self.knights()) > 2:
            self._stage = "loan"
        else:
            self._end_of_turns()

    def _leave(self, player: int) -> None:
        self.status[player] = "spectator"
        self._discard_from(self.hands[player], self.hands[player])

    def _end_of_turns(self) -> None:
        """Two knights or fewer: the running turn is cut off, everybody else becomes a spectator."""
        left = self.knights()
        if not left:
            raise Gap("no-knight-left")
        for p in self.clockwise(self.turn):
            if self.status[p] in ("eliminated", "debtor"):
                self._leave(p)
        self.turn = None
        if len(left) == 1:
            self._crown(left[0])
            return
        self.finalists, self._stage = left, "final-market"
        if all(self.coins[p] < SPONSORSHIP for p in left):
            if self.treasury < len(left) * SPONSORSHIP:
                raise Gap("treasury-too-poor")
            for p in left:
                self._pay(TREASURY, p, SPONSORSHIP)

    def _crown(self, player: int) -> None:
        self.champion, self._stage = player, "over"
        self.effects.append(("champion", player))

    def _against_take_loan(self, player: int) -> Iterator[str]:
        if self.status[player] != "eliminated":
            yield "the player has not just been eliminated"
        elif self.treasury < LOAN:
            raise Gap("treasury-too-poor")

    def _do_take_loan(self, player: int) -> None:
        self._pay(TREASURY, player, LOAN)
        self.status[player] = "debtor"
        self._after_loans()

    def _against_give_up(self, player: int) -> Iterator[str]:
        if self.status[player] != "eliminated":
            yield "the player has not just been eliminated"

    def _do_give_up(self, player: int) -> None:
        self._leave(player)
        self._after_loans()

    def _after_loans(self) -> None:
        if "eliminated" in self.status:
            return
        if self.status[self.turn] == "knight":
            self._stage = "turn"
        else:
            self._next_turn()

    def _against_return(self, player: int) -> Iterator[str]:
        if player != self.turn:
            yield "it is not this player's turn"
        elif self.coins[player] <= RETURN_PRICE:
            yield "6 coins are paid, and 1 more must be left"

    def _do_return(self, player: int) -> None:
        self._pay(player, TREASURY, RETURN_PRICE)
        self.status[player], self._stage = "knight", "turn"
        self._draw(player, 2)

    def _against_stay_out(self, player: int) -> Iterator[str]:
        if player != self.turn:
            yield "it is not this player's turn"

    def _do_stay_out(self, _: int) -> None:
        self._next_turn()

    # The Final Duel, apart from the fighting

    def to_buy(self) -> int | None:
        """Whose go it is at the final market; None when everybody is done."""
        buying = [p for p in self.finalists if self.coins[p] and p not in self.done_buying]
        if not buying:
            return None
        if self.last_buyer is None:
            first = self._last_winner_in_final()
            return first if first in buying else buying[0]
        return next((p for p in buying if p != self.last_buyer), buying[0])

    def _last_winner_in_final(self) -> int:
        if self.last_winner not in self.finalists:
            raise Gap("last-duel-winner")
        return self.last_winner

    def _close_market_if_done(self) -> None:
        if not any(self.coins[p] and p not in self.done_buying for p in self.finalists):
            self._stage = "final-duel"

    def _against_done_buying(self, player: int) -> Iterator[str]:
        if player != self.to_buy():
            yield "it is not for this player to buy"

    def _do_done_buying(self, player: int) -> None:
        self.done_buying.add(player)
        self.last_buyer = player
        self._close_market_if_done()

    def _against_begin_discipline(self, _: None, discipline: str) -> Iterator[str]:
        if discipline != DISCIPLINES[len(self.fought)]:
            yield "swords come first, then arrows, then lances"
        else:
            self._last_winner_in_final()

    def _do_begin_discipline(self, _: None, discipline: str) -> None:
        opener = self._last_winner_in_final()
        other = next(p for p in self.finalists if p != opener)
        self.contest = Contest("final", discipline, [opener, other])
        self._stage = "final-discipline"
