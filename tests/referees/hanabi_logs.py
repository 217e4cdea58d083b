"""Logs of Hanabi as the experiments of Markus Eger wrote them, of games that are played here at random."""

from __future__ import annotations

import random

from rulespal_importers.hanabi_eger import COLOURS
from tests.referees.hanabi import Referee, colour, number

READINGS = {"third-fuse": "cards-count"}
NAMES = ("robot", "You")


class Experiment:
    """Writes a log as the experiments did, of moves picked at random, good ones more often than others."""

    def __init__(self, seed: int, skill: float = 0.6) -> None:
        self.rng, self.skill = random.Random(seed), skill
        self.referee = Referee.dealt(2, self.rng, READINGS)
        deck = ", ".join(f"({COLOURS.index(colour(card))}, {number(card)})" for card in self.referee.deck)
        self.lines = ["Old GID: 0a1b", f"Treatment: ('robot', {seed})", f"[{deck}]"]

    def log(self, *, bold: bool = False) -> str:
        """The whole game. `bold`: with discards although all tokens are there, as the experiments let happen."""
        while not self.referee.over():
            self.move(bold)
        return "\n".join([*self.lines, f"Score {self.referee.score()}", ""])

    def move(self, bold: bool) -> None:
        referee, moves = self.referee, self.referee.legal()
        fitting = [m for m in moves if m[0] == "play" and number(m[2]) == referee.heights[colour(m[2])] + 1]
        name, seat, *args = self.rng.choice(fitting if fitting and self.rng.random() < self.skill else moves)
        if bold and referee.tokens == 8 and self.rng.random() < 0.5:
            name, args = "discard", [referee.hands[seat][0]]
        place = referee.hands[seat].index(args[0]) if name != "hint" else None
        gone = len(referee.discards)
        referee.apply((name, seat, *args), force=bold)
        if name == "hint":
            self.hint(seat, *args)
        else:
            self.lay(name, seat, place, args[0], fits=len(referee.discards) == gone)

    def hint(self, seat: int, target: int, what: str | int) -> None:
        about = f"{what} cards" if isinstance(what, str) else what
        kind, told = (0, f"{COLOURS.index(what)} None") if isinstance(what, str) else (1, f"None {what}")
        left = self.referee.tokens
        self.lines += [
            f"MOVE: {seat} {kind} None {target} {told}",
            f"{NAMES[seat]} hints {NAMES[target]} about all their {about} hints remaining: {left}",
            f"{NAMES[target]} has {', '.join(self.referee.hands[target])}",
        ]

    def lay(self, name: str, seat: int, place: int | None, card: str, *, fits: bool) -> None:
        referee, who = self.referee, NAMES[seat]
        board = ", ".join(f"{c} {referee.heights[c]}" for c in COLOURS)
        came = f"successfully! Board is now {board}" if fits else f"and fails. Board was {board}"
        self.lines.append(f"MOVE: {seat} {2 if name == 'play' else 3} {place} {'None' if seat == 0 else 1} None None")
        self.lines.append(f"{who} plays {card} {came}" if name == "play" else f"{who} discards {card}")
        if name == "discard":
            self.lines.append(f"trash is now {', '.join(referee.discards)}")
        shown = referee.deck[:1] if referee.failed() else []  # a card that is not drawn any more
        self.lines.append(f"{who} now has {', '.join([*referee.hands[seat], *shown])}".rstrip())
