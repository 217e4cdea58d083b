"""A referee for Jusayo, written by hand from the printed rules and from nothing else.

It shares no code with the rulebook it is meant to be compared with. Plain state, one check and one effect for each
kind of move. Moves are tuples: name, acting player (an index clockwise, or None), then the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from types import MappingProxyType

COLOURS = ("red", "white", "green", "blue")
CARDS: tuple[str, ...] = (
    *(f"{colour} {number}" for colour in COLOURS for number in (2, 3, 4, 6, 7)),
    *(f"{one}/{two} {number}" for one, two in combinations(COLOURS, 2) for number in (1, 5)),
)
HAND_SIZE = {3: 10, 4: 8, 5: 6}
READINGS = {  # the first option of each is the default
    "answer-passes": ("holder-left", "target-left"),
    "flower-test": ("before-flip", "after-flip"),
    "tied-highest": ("owner-picks", "requester-picks"),
    "no-match-on-turn": ("not-available", "knocked-out"),
    "empty-hand": ("stays-in", "out", "wins-round"),
    "target-out": ("not-allowed", "allowed"),
    "target-self": ("not-allowed", "allowed"),
    "false-denial": ("no-sanction", "offender-out"),
    "board-order": ("kept", "redrawn"),
    "flower-reset": ("never", "every-round"),
}
ANSWERING = ("answer-request", "answer-call-out")
MOVES = {  # name: how many arguments follow the actor, stages in which the move has a place
    "set-board": (1, ("set-up",)),
    "start": (0, ("set-up",)),
    "reveal": (1, ("set-up",)),
    "place": (1, ("placing",)),
    "dealt": (1, ("dealing",)),
    "play": (1, ("turn", *ANSWERING)),
    "request": (1, ("turn",)),
    "call-out": (1, ("turn",)),
    "deny": (0, ("turn", *ANSWERING)),
    "pick": (1, ANSWERING),
}


def colours(card: str) -> list[str]:
    return card.split()[0].split("/")


def number(card: str) -> int:
    return int(card.split()[1])


class Referee:
    """One game of 3 to 5 players, from the first set-up to the win."""

    def __init__(self, players: int, readings: Mapping[str, str] = MappingProxyType({})) -> None:
        if players not in HAND_SIZE:
            raise ValueError("Jusayo is for 3, 4 or 5 players")
        for name, option in readings.items():
            if option not in READINGS.get(name, ()):
                raise ValueError(f"no such reading: {name}: {option}")
        self.readings = {name: readings.get(name, options[0]) for name, options in READINGS.items()}
        self.players = range(players)
        self.board: tuple[str, ...] = ()  # along the arrow; the last space leads to the first
        self.board_due = True
        self.meeple: str | None = None
        self.tray: int | None = None  # whose turn it is
        self.starter: int | None = None  # known from "start" until the round is over
        self.revealed: str | None = None
        self.target: int | None = None  # who still has to answer
        self.picked: str | None = None
        self.round = 1
        self.round_winner: int | None = None  # of the last round that was finished
        self.game_winner: int | None = None
        self.flowers = [False for _ in self.players]
        self._stage = "set-up"
        self._clear_table()

    def _clear_table(self) -> None:
        self.pack = set(CARDS)  # once all are dealt: what was set aside
        self.played: list[str] = []
        self.hands: list[set[str]] = [set() for _ in self.players]
        self.laid_down: list[set[str]] = [set() for _ in self.players]
        self.knocked_out = [False for _ in self.players]
        self.dealt = [False for _ in self.players]

    # What may be done

    def stage(self) -> str:
        return self._stage

    def chance(self) -> list[str]:
        """The kinds of move possible now whose content comes by chance; legal() leaves these out."""
        if self._stage == "dealing":
            return ["dealt"]
        if self._stage != "set-up":
            return []
        ready = self.starter is not None and not self.board_due
        return (["set-board"] if self.board_due else []) + (["reveal"] if ready else [])

    def legal(self) -> list[tuple]:
        tries: list[tuple] = []
        for p in self.players:
            tries += [("start", p), ("deny", p), *(("place", p, colour) for colour in COLOURS)]
            tries += [("play", p, card) for card in CARDS if card in self.hands[p]]
            tries += [(name, p, target) for name in ("request", "call-out") for target in self.players]
            tries += [("pick", p, card) for card in CARDS if self.target is not None]
        return [move for move in tries if not self.why_not(move)]

    def why_not(self, move: tuple) -> list[str]:
        """Short reasons against a move; none if it is legal."""
        name, actor, *args = move if len(move) > 1 else (None, None)
        if name not in MOVES:
            return ["there is no such move"]
        arity, stages = MOVES[name]
        if len(args) != arity or (actor is not None if name == "set-board" else actor not in self.players):
            return ["the move is not well formed"]
        if self._stage not in stages:
            return [f"wrong moment: {self._stage}"]
        return list(getattr(self, "_against_" + name.replace("-", "_"))(actor, *args))

    def highest(self, player: int) -> set[str]:
        """The cards this player could play now: those of the current colour with the highest number among them."""
        fitting = {card for card in self.hands[player] if self.meeple in colours(card)}
        top = max(map(number, fitting), default=0)
        return {card for card in fitting if number(card) == top}

    def _to_act(self) -> int | None:
        return self.tray if self._stage == "turn" else self.target

    def _against_set_board(self, _: None, order: tuple[str, ...]) -> Iterator[str]:
        if not self.board_due:
            yield "the board is set already"
        if sorted(order) != sorted(COLOURS):
            yield "the board needs each colour once"

    def _against_start(self, player: int) -> Iterator[str]:
        if self.starter is not None:
            yield "the round has a starting player already"
        if self.round_winner not in (None, player):
            yield "the winner of the last round starts"

    def _against_reveal(self, player: int, card: str) -> Iterator[str]:
        if self.board_due:
            yield "the board is not set"
        if player != self.starter:
            yield "only the starting player reveals a card"
        if card not in CARDS:
            yield "there is no such card"

    def _against_place(self, player: int, colour: str) -> Iterator[str]:
        if player != self.starter:
            yield "only the starting player places the meeple"
        if self.revealed is None or colour not in colours(self.revealed):
            yield "the revealed card has not that colour"

    def _against_dealt(self, player: int, cards: tuple[str, ...]) -> Iterator[str]:
        if self.dealt[player]:
            yield "the player has a hand already"
        if len(cards) != HAND_SIZE[len(self.players)]:
            yield "wrong number of cards"
        if any(card not in CARDS for card in cards):
            yield "there is no such card"
        elif len(set(cards)) != len(cards) or not set(cards) <= self.pack:
            yield "a card is no longer in the pack"

    def _against_play(self, player: int, card: str) -> Iterator[str]:
        if player != self._to_act():
            yield "it is not for this player to act"
        elif card not in self.hands[player]:
            yield "the card is not in hand"
        elif self.meeple not in colours(card):
            yield "not the current colour"
        elif card not in self.highest(player):
            yield "not the highest card of the colour"
        elif self.picked not in (None, card):
            yield "another card was picked"

    def _against_request(self, player: int, target: int) -> Iterator[str]:
        if player != self.tray:
            yield "it is not this player's turn"
        if target not in self.players:
            yield "there is no such player"
        elif target == player and self.readings["target-self"] == "not-allowed":
            yield "nobody may name themselves"
        elif self.knocked_out[target] and self.readings["target-out"] == "not-allowed":
            yield "the target is knocked out"

    _against_call_out = _against_request

    def _against_deny(self, player: int) -> Iterator[str]:
        if player != self._to_act():
            yield "it is not for this player to act"
        elif self._stage == "turn" and self.readings["no-match-on-turn"] == "not-available":
            yield "nobody asked for a card"
        elif self.highest(player):
            yield "the player has a card to play"

    def _against_pick(self, player: int, card: str) -> Iterator[str]:
        if self.readings["tied-highest"] != "requester-picks":
            yield "the owner of the cards picks"
        elif player != self.tray:
            yield "only the holder of the tray picks"
        elif card not in self.highest(self.target):
            yield "not one of the target's highest cards of the colour"

    # What it does

    def apply(self, move: tuple) -> None:
        reasons = self.why_not(move)
        if reasons:
            raise ValueError(f"{move}: {'; '.join(reasons)}")
        name, actor, *args = move
        getattr(self, "_do_" + name.replace("-", "_"))(actor, *args)

    def penalise(self, move: tuple) -> None:
        """A false denial under false-denial: offender-out. Its speaker goes out, nobody else, and the turn is over."""
        false = move[0] == "deny" and self.why_not(move) == ["the player has a card to play"]
        if not false or self.readings["false-denial"] != "offender-out":
            raise ValueError(f"{move}: there is no penalty for this")
        self._knock_out(move[1])
        self._end_turn(self.tray)

    def _do_set_board(self, _: None, order: tuple[str, ...]) -> None:
        self.board, self.board_due = tuple(order), False

    def _do_start(self, player: int) -> None:
        self.starter = player
        if self.round_winner is None:
            return  # the first round: everything is still as it was laid out
        self.round += 1
        self._clear_table()
        if self.readings["flower-reset"] == "every-round":
            self.flowers = [False for _ in self.players]

    def _do_reveal(self, _: int, card: str) -> None:
        self.revealed, self._stage = card, "placing"  # the card goes back into the pack

    def _do_place(self, _: int, colour: str) -> None:
        self.meeple, self._stage = colour, "dealing"

    def _do_dealt(self, player: int, cards: tuple[str, ...]) -> None:
        self.hands[player] = set(cards)
        self.pack -= self.hands[player]
        self.dealt[player] = True
        if all(self.dealt):
            self.tray, self._stage = self.starter, "turn"

    def _do_request(self, _: int, target: int) -> None:
        self.target, self._stage = target, "answer-request"

    def _do_call_out(self, _: int, target: int) -> None:
        self.target, self._stage = target, "answer-call-out"

    def _do_pick(self, _: int, card: str) -> None:
        self.picked = card

    def _do_deny(self, player: int) -> None:
        self._knock_out(self.tray if self._stage == "answer-request" else player)
        self._end_turn(self.tray)

    def _do_play(self, player: int, card: str) -> None:
        self.hands[player].remove(card)
        self.played.append(card)
        self.meeple = next((other for other in colours(card) if other != self.meeple), self.meeple)
        if self._stage == "answer-call-out":
            self._knock_out(self.tray)
        winner = None
        if not self.hands[player] and not self.knocked_out[player] and len(self._survivors()) > 1:
            if self.readings["empty-hand"] == "out":
                self._knock_out(player)
            elif self.readings["empty-hand"] == "wins-round":
                winner = player
        answered_left = self._stage in ANSWERING and self.readings["answer-passes"] == "target-left"
        self._end_turn(player if answered_left else self.tray, winner)

    def _survivors(self) -> list[int]:
        return [p for p in self.players if not self.knocked_out[p]]

    def _knock_out(self, player: int) -> None:
        """Who is out already (to be named only under target-out: allowed) adds no cards, but the meeple steps on."""
        self.knocked_out[player] = True
        self.laid_down[player] |= self.hands[player]
        self.hands[player] = set()
        self.meeple = self.board[(self.board.index(self.meeple) + 1) % len(self.board)]

    def _end_turn(self, passer: int, winner: int | None = None) -> None:
        """The tray goes round to the next survivor, also at the end of a round; then see whether the round is won."""
        left = [(passer + step) % len(self.players) for step in range(1, len(self.players) + 1)]
        self.tray = next(p for p in left if not self.knocked_out[p])
        self.target, self.picked, self._stage = None, None, "turn"
        survivors = self._survivors()
        if len(survivors) == 1:
            winner = survivors[0]
        if winner is not None:
            self._win_round(winner)

    def _win_round(self, winner: int) -> None:
        had_flower = self.flowers[winner]
        self.round_winner, self.flowers[winner] = winner, True
        self.starter, self.revealed, self._stage = None, None, "set-up"
        if had_flower or self.readings["flower-test"] == "after-flip":
            self.game_winner, self._stage = winner, "over"
        elif self.readings["board-order"] == "redrawn":
            self.board_due = True
