"""Logs as the Hanabi experiments wrote them, replayed on the referee written by hand."""

from __future__ import annotations

import re
from ast import literal_eval
from collections import Counter

from tests.referees.hanabi import CARDS, Referee

COLOURS = ("green", "yellow", "white", "blue", "red")  # as the logs number them
READINGS = {"third-fuse": "cards-count"}


class Differs(Exception):
    """A log shows something else than what its moves lead to."""


def replay(text: str) -> tuple[int, list[int]]:
    """The number of moves of a log, and the lines in which a rule is broken. Raises Differs.

    All that the log shows is compared: hands, discard pile, fireworks, tokens, score.
    """
    lines = text.splitlines()
    deck = [f"{COLOURS[c]} {n}" for c, n in literal_eval(next(line for line in lines if line.startswith("[")))]
    referee = Referee(_dealt(lines, deck), deck, readings=READINGS)
    moves, broken = 0, []
    for at, line in enumerate(lines, 1):
        if line.startswith("MOVE: "):
            move = _move(line, referee.hands)
            moves += 1
            if referee.why_not(move):
                broken.append(at)
            if not referee.over():
                referee.apply(move, force=True)
        elif not _agrees(line, referee):
            raise Differs(at)
    return moves, broken


def _move(line: str, hands: list[list[str]]) -> tuple:
    seat, kind, place, target, told, value = line.removeprefix("MOVE: ").split()
    if kind in "01":
        return ("hint", int(seat), int(target), COLOURS[int(told)] if kind == "0" else int(value))
    hand = hands[int(seat)]
    hand.insert(0, hand.pop(int(place)))  # of two cards alike, the referee takes the one that it sees first
    return ("play" if kind == "2" else "discard", int(seat), hand[0])


def _agrees(line: str, referee: Referee) -> bool:
    """Whether a sentence shows what the referee has."""
    if found := re.fullmatch(r"(\w+) (?:now has|has)(?: (.*))?", line):
        shown = found[2].split(", ") if found[2] else []
        hand = referee.hands[found[1] == "You"]
        return shown == hand or (referee.failed() and shown == [*hand, *referee.deck[:1]])
    if found := re.search(r"hints remaining: (\d)", line):
        return int(found[1]) == referee.tokens
    if found := re.search(r"Board (?:is now|was) (.*)", line):
        return found[1] == ", ".join(f"{c} {referee.heights[c]}" for c in COLOURS)
    if line.startswith("trash is now "):
        return line.removeprefix("trash is now ").split(", ") == referee.discards
    if line.startswith("Score "):
        return int(line.removeprefix("Score ")) == referee.score()
    return True


def _dealt(lines: list[str], deck: list[str]) -> list[list[str]]:
    """Both hands as they were dealt; one that is never shown holds what is left of the pack."""
    hands: list[list[str] | None] = [None, None]
    gone: list[list[tuple[int, str]]] = [[], []]
    place = 0
    for line in lines:
        seat = line.startswith("You ")
        if found := re.match(r"MOVE: \d [23] (\d)", line):
            place = int(found[1])
        elif found := re.match(r"\w+ (?:plays|discards) (\w+ \d)", line):
            gone[seat].append((place, found[1]))
        elif hands[seat] is None and (found := re.fullmatch(r"\w+ (?:now has|has) (.*)", line)):
            hand = hands[seat] = found[1].split(", ")
            for where, card in reversed(gone[seat]):
                hand.pop()  # drawn in its place
                hand.insert(where, card)
    left = Counter(CARDS) - Counter([*deck, *(card for hand in hands if hand for card in hand)])
    return [hand if hand is not None else list(left.elements()) for hand in hands]
