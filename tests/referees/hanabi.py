"""A referee for Hanabi, written by hand from the printed rules and from nothing else.

It shares no code with the rulebook it is meant to be compared with. Moves are tuples: name, acting player (an index
clockwise), then the rest: `("hint", 0, 1, "red")`, `("hint", 0, 1, 3)`, `("discard", 0, "red 1")`, `("play", 0, "red 1")`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

COLOURS = ("white", "red", "blue", "yellow", "green")
COPIES = {1: 3, 2: 2, 3: 2, 4: 2, 5: 1}  # of each number in a colour
CARDS: tuple[str, ...] = tuple(f"{c} {n}" for c in COLOURS for n, copies in COPIES.items() for _ in range(copies))
HAND_SIZE = {2: 5, 3: 5, 4: 4, 5: 4}
TOKENS, FUSES = 8, 3
READINGS = {  # the first option of each is the default
    "empty-hints": ("not-allowed", "allowed"),
    "full-discard": ("not-allowed", "allowed"),
    "five-bonus": ("token", "nothing-more"),
    "third-fuse": ("nothing-scored", "cards-count"),
}


def colour(card: str) -> str:
    return card.split()[0]


def number(card: str) -> int:
    return int(card.split()[1])


class Referee:
    """One game of 2 to 5 players, from the deal to the score. The first card of `deck` is drawn first."""

    def __init__(
        self,
        hands: Sequence[Sequence[str]],
        deck: Sequence[str],
        turn: int = 0,
        readings: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        if len(hands) not in HAND_SIZE:
            raise ValueError("Hanabi is for 2 to 5 players")
        if any(option not in READINGS.get(name, ()) for name, option in readings.items()):
            raise ValueError(f"no such reading: {readings}")
        self.readings = {name: readings.get(name, options[0]) for name, options in READINGS.items()}
        self.players = range(len(hands))
        self.hands = [list(hand) for hand in hands]
        self.deck = list(deck)
        self.turn = turn
        self.heights = dict.fromkeys(COLOURS, 0)
        self.discards: list[str] = []
        self.tokens, self.fuses = TOKENS, FUSES
        self.turns_left: int | None = None  # known once the deck is empty

    @classmethod
    def dealt(cls, players: int, rng: random.Random, readings: Mapping[str, str] = MappingProxyType({})) -> Referee:
        """A game as it begins: shuffled, and dealt by hands."""
        pack, size = rng.sample(CARDS, len(CARDS)), HAND_SIZE[players]
        hands = [pack[size * p : size * (p + 1)] for p in range(players)]
        return cls(hands, pack[size * players :], 0, readings)

    # What may be done

    def over(self) -> bool:
        return self.failed() or self.perfect() or self.turns_left == 0

    def failed(self) -> bool:
        return self.fuses == 0

    def perfect(self) -> bool:
        return all(height == 5 for height in self.heights.values())

    def score(self) -> int:
        nothing = self.failed() and self.readings["third-fuse"] == "nothing-scored"
        return 0 if nothing else sum(self.heights.values())

    def legal(self) -> list[tuple]:
        if self.over():
            return []
        kinds: tuple[str | int, ...] = (*COLOURS, *COPIES)
        tries: list[tuple] = [("hint", self.turn, target, what) for target in self.players for what in kinds]
        for card in dict.fromkeys(self.hands[self.turn]):
            tries += [("discard", self.turn, card), ("play", self.turn, card)]
        return [move for move in tries if not self.why_not(move)]

    def why_not(self, move: tuple) -> list[str]:
        """Short reasons against a move; none if it is legal."""
        name, actor, *args = move
        if self.over():
            return ["the game is over"]
        if actor != self.turn:
            return ["it is not this player's turn"]
        return list(getattr(self, f"_against_{name}")(actor, *args))

    def pointed(self, target: int, what: str | int) -> list[str]:
        """The cards that a hint shows."""
        return [card for card in self.hands[target] if what in (colour(card), number(card))]

    def _against_hint(self, actor: int, target: int, what: str | int) -> Iterator[str]:
        if self.tokens == 0:
            yield "no token is left"
        if target == actor:
            yield "hints are for others"
        elif not self.pointed(target, what) and self.readings["empty-hints"] == "not-allowed":
            yield "there is no such card"

    def _against_discard(self, actor: int, card: str) -> Iterator[str]:
        if card not in self.hands[actor]:
            yield "the card is not in hand"
        elif self.tokens == TOKENS and self.readings["full-discard"] == "not-allowed":
            yield "all tokens are there"

    def _against_play(self, actor: int, card: str) -> Iterator[str]:
        if card not in self.hands[actor]:
            yield "the card is not in hand"

    # What it does

    def apply(self, move: tuple, *, force: bool = False) -> None:
        """Carries a move out. Raises ValueError where it is not legal, but by `force`, where it is possible."""
        reasons = [] if force else self.why_not(move)
        if reasons:
            raise ValueError(f"{move}: {'; '.join(reasons)}")
        name, actor, *args = move
        last_round = self.turns_left
        getattr(self, f"_do_{name}")(actor, *args)
        if last_round is not None:
            self.turns_left = last_round - 1
        if not self.over():
            self.turn = (actor + 1) % len(self.players)

    def _do_hint(self, actor: int, target: int, what: str | int) -> None:
        self.tokens -= 1

    def _do_discard(self, actor: int, card: str) -> None:
        self.hands[actor].remove(card)
        self.discards.append(card)
        self.tokens = min(TOKENS, self.tokens + 1)
        self._draw(actor)

    def _do_play(self, actor: int, card: str) -> None:
        self.hands[actor].remove(card)
        if number(card) == self.heights[colour(card)] + 1:
            self.heights[colour(card)] += 1
            if number(card) == 5 and self.readings["five-bonus"] == "token":
                self.tokens = min(TOKENS, self.tokens + 1)
        else:
            self.discards.append(card)
            self.fuses -= 1
        if not self.failed() and not self.perfect():
            self._draw(actor)

    def _draw(self, actor: int) -> None:
        if self.deck:
            self.hands[actor].append(self.deck.pop(0))
            if not self.deck:
                self.turns_left = len(self.players)

    def cards(self) -> Counter[str]:
        """All cards, wherever they lie."""
        laid = [f"{c} {n}" for c, height in self.heights.items() for n in range(1, height + 1)]
        return Counter([*laid, *self.discards, *self.deck, *(card for hand in self.hands for card in hand)])
