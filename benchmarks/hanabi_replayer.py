"""Replays the logs of the Hanabi experiments, written by hand for them and for nothing else.

Parses every line, carries out every move, compares all that a log shows (hands, discard pile, fireworks, tokens, score) with
what its moves lead to, and names the rule that a move breaks. Such a move stands all the same, as in the experiments.
"""

from __future__ import annotations

import re
from ast import literal_eval
from collections import Counter

COLOURS = ("green", "yellow", "white", "blue", "red")  # as the logs number them
COPIES = {1: 3, 2: 2, 3: 2, 4: 2, 5: 1}
CARDS = Counter({f"{colour} {number}": copies for colour in COLOURS for number, copies in COPIES.items()})
TOKENS, FUSES, PERFECT = 8, 3, 25
HINT_COLOUR, HINT_NUMBER, PLAY, DISCARD = "0123"
SENTENCE = re.compile(
    r"(?P<who>\w+) (?:(?:now has|has)(?: (?P<hand>.*))?|hints \w+ about .* remaining: (?P<left>\d)"
    r"|discards (?P<discarded>\w+ \d)"
    r"|plays (?P<played>\w+ \d) (?:successfully|and fails).* Board (?:is now|was) (?P<board>.*))"
)


class Differs(Exception):
    """A line shows something else than what the moves before it lead to."""


class Game:
    def __init__(self, hands: list[list[str]], deck: list[str]) -> None:
        self.hands, self.deck = hands, deck[::-1]  # drawn from the end
        self.heights = dict.fromkeys(COLOURS, 0)
        self.discards: list[str] = []
        self.tokens, self.fuses, self.turn, self.score = TOKENS, FUSES, 0, 0
        self.turns_left: int | None = None  # known once the deck is empty

    def over(self) -> bool:
        return self.fuses == 0 or self.score == PERFECT or self.turns_left == 0

    def move(self, seat: int, kind: str, place: str, target: str, colour: str, number: str) -> str | None:
        """Carries a move out; the rule that it breaks, if any."""
        wrong = "the game is over" if self.over() else "it is the other's turn" if seat != self.turn else None
        if self.turns_left:
            self.turns_left -= 1
        if kind in (HINT_COLOUR, HINT_NUMBER):
            wrong = wrong or self.against_hint(
                seat, int(target), COLOURS[int(colour)] if kind == HINT_COLOUR else number
            )
            self.tokens -= 1
        elif kind == DISCARD:
            wrong = wrong or ("all tokens are there" if self.tokens == TOKENS else None)
            self.discards.append(self.hands[seat].pop(int(place)))
            self.tokens = min(TOKENS, self.tokens + 1)
            self.draw(seat)
        else:
            self.play(self.hands[seat].pop(int(place)))
            if not self.over():
                self.draw(seat)
        self.turn = 1 - seat
        return wrong

    def against_hint(self, seat: int, target: int, told: str) -> str | None:
        if not self.tokens:
            return "no token is left"
        if target == seat:
            return "hints are for others"
        return None if any(told in card.split() for card in self.hands[target]) else "there is no such card"

    def play(self, card: str) -> None:
        colour, number = card.split()
        if int(number) != self.heights[colour] + 1:
            self.discards.append(card)
            self.fuses -= 1
            return
        self.heights[colour] += 1
        self.score += 1
        if number == "5":
            self.tokens = min(TOKENS, self.tokens + 1)

    def draw(self, seat: int) -> None:
        if self.deck:
            self.hands[seat].append(self.deck.pop())
            if not self.deck:
                self.turns_left = 2

    def agrees(self, line: str) -> bool:
        """Whether a line shows what is so."""
        if line.startswith("trash is now "):
            return line[13:].split(", ") == self.discards
        if line.startswith("Score "):
            return int(line[6:]) == self.score
        found = SENTENCE.fullmatch(line)
        if found is None:
            return line.startswith(("Old GID", "Treatment", "[")) or not line
        if found["left"]:
            return int(found["left"]) == self.tokens
        if found["board"]:
            return found["board"] == ", ".join([f"{c} {h}" for c, h in self.heights.items()])
        if found["discarded"]:
            return found["discarded"] == self.discards[-1]
        shown, hand = found["hand"].split(", ") if found["hand"] else [], self.hands[found["who"] == "You"]
        return shown == hand or (not self.fuses and shown == [*hand, *self.deck[-1:]])


def replay(text: str) -> tuple[int, list[tuple[int, str]]]:
    """The number of moves in a log, and the lines in which a rule is broken, with the rule. Raises Differs."""
    lines = text.splitlines()
    deck = [f"{COLOURS[c]} {n}" for c, n in literal_eval(next(line for line in lines if line.startswith("[")))]
    game = Game(dealt(lines, deck), deck)
    moves, broken = 0, []
    for number, line in enumerate(lines, 1):
        if line.startswith("MOVE: "):
            seat, *told = line[6:].split()
            moves += 1
            if wrong := game.move(int(seat), *told):
                broken.append((number, wrong))
        elif not game.agrees(line):
            raise Differs(number)
    return moves, broken


def dealt(lines: list[str], deck: list[str]) -> list[list[str]]:
    """Both hands as they were dealt: the first that is shown of each, with the cards that had left it. One that is never
    shown holds what is left of the pack."""
    hands: list[list[str] | None] = [None, None]
    gone: list[list[str]] = [[], []]  # in the order in which they left
    places: list[list[int]] = [[], []]
    for line in lines:
        if line.startswith("MOVE: "):
            seat, kind, place = line[6:].split()[:3]
            if kind in (PLAY, DISCARD):
                places[int(seat)].append(int(place))
        elif found := SENTENCE.fullmatch(line):
            seat = int(found["who"] == "You")
            if card := found["discarded"] or found["played"]:
                gone[seat].append(card)
            elif found["hand"] and hands[seat] is None:
                hand = found["hand"].split(", ")
                for place, card in zip(reversed(places[seat]), reversed(gone[seat]), strict=True):
                    hand = hand[:4]
                    hand.insert(place, card)
                hands[seat] = hand
        if None not in hands:
            break
    left = CARDS - Counter([*deck, *(card for hand in hands if hand for card in hand)])
    return [list(left.elements()) if hand is None else hand for hand in hands]
