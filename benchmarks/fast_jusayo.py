"""Jusayo (default readings) written for nothing but speed: the yardstick for the compiled rulebook.

A decision is every choice from a list of legal moves, also a list of one: placing the meeple, the action of a turn,
the answer to a request or call-out. Board, first starter, revealed card and hands are drawn, and do not count.
"""

from __future__ import annotations

import random
from functools import partial
from itertools import combinations, permutations

COLOURS = ("red", "white", "green", "blue")
HAND = {3: 10, 4: 8, 5: 6}
DECK = [((c,), n) for c in range(4) for n in (2, 3, 4, 6, 7)]
DECK += [(pair, n) for pair in combinations(range(4), 2) for n in (1, 5)]
NAMES = ["/".join(COLOURS[c] for c in card) + f" {n}" for card, n in DECK]
BITS = [1 << i for i in range(32)]  # a hand is the sum of the bits of its cards
PLACES = [list(card) for card, _ in DECK]
MATCH = [sum(bit for bit, (card, _) in zip(BITS, DECK, strict=True) if c in card) for c in range(4)]
BOARDS = list(permutations(range(4)))
STEPS = [[board[(board.index(c) + 1) % 4] for c in range(4)] for board in BOARDS]

# A move is a pair: (bit of the card, colour after the play); (REQUEST, target); (CALL_OUT, target); (DENY, 0).
REQUEST, CALL_OUT, DENY = 0, -1, 0


def _plays() -> list[dict[int, list[tuple[int, int]]]]:
    """For each colour: the cards of that colour in a hand (as bits) -> the legal plays."""
    tables = []
    for c in range(4):
        table: dict[int, list[tuple[int, int]]] = {0: []}
        for i in sorted((i for i in range(32) if c in DECK[i][0]), key=lambda i: DECK[i][1]):
            play = (BITS[i], sum(DECK[i][0]) - c if len(DECK[i][0]) == 2 else c)
            for held, moves in list(table.items()):  # all from lower or equal cards; equal ones stay playable
                tied = [m for m in moves if DECK[m[0].bit_length() - 1][1] == DECK[i][1]]
                table[held | BITS[i]] = [*tied, play]
        tables.append(table)
    return tables


PLAYS = _plays()
ANSWERS = [{**table, 0: [(DENY, 0)]} for table in PLAYS]


def _next(players: int) -> list[list[int]]:
    """Set of survivors (bits), holder of the tray -> who has it next."""
    return [
        [
            next((q % players for q in range(p + 1, p + 1 + players) if alive >> q % players & 1), p)
            for p in range(players)
        ]
        for alive in range(1 << players)
    ]


def _asks(players: int) -> list[list[list[tuple[int, int]]]]:
    """Set of survivors (bits), holder of the tray -> the requests and call-outs."""
    return [
        [
            [(k, q) for k in (REQUEST, CALL_OUT) for q in range(players) if q != p and alive >> q & 1]
            for p in range(players)
        ]
        for alive in range(1 << players)
    ]


NEXT = {players: _next(players) for players in HAND}
ASKS = {players: _asks(players) for players in HAND}
SLICES = {n: [slice(p * size, (p + 1) * size) for p in range(n)] for n, size in HAND.items()}


def play(seed_rng: random.Random, players: int, trace: list | None = None, listed: list | None = None) -> int:
    """Play one random game and count its decisions.

    `trace` is filled with all moves in words; `listed`, in step with it, with the moves that there were to choose
    from (None where chance decided).
    """
    rand = seed_rng.random
    after, asks_of, slices = NEXT[players], ASKS[players], SLICES[players]
    match, plays, answers = MATCH, PLAYS, ANSWERS
    shuffle_key = partial(next, iter(rand, 2.0))  # called with a card it returns the next random number
    order, decisions, flowers, everybody = BITS, 0, 0, (1 << players) - 1
    step = STEPS[board := int(rand() * 24)]
    p = int(rand() * players)
    while True:
        places = PLACES[shown := int(rand() * 32)]
        colour = places[int(rand() * len(places))]
        order = sorted(order, key=shuffle_key)
        hands = [sum(order[cut]) for cut in slices]
        decisions += 1
        if trace is not None:
            _tell_round(trace, listed, board, p, shown, colour, hands)
        alive, onward, asks = everybody, after[everybody], asks_of[everybody]
        while True:
            moves = plays[colour][hands[p] & match[colour]] + asks[p]
            kind, what = moves[int(rand() * len(moves))]
            decisions += 1 if kind > 0 else 2  # with the answer
            if trace is not None:
                _tell(trace, listed, _words(p, kind, what), [_words(p, *move) for move in moves])
            if kind > 0:
                hands[p] -= kind
                colour = what
                p = onward[p]
                continue
            moves = answers[colour][hands[what] & match[colour]]
            card, turned = moves[int(rand() * len(moves))]
            if trace is not None:
                _tell(trace, listed, _words(what, card, turned, True), [_words(what, *move, True) for move in moves])
            out = p
            if card:
                hands[what] -= card
                colour = turned
                if kind == REQUEST:
                    p = onward[p]
                    continue
            elif kind == CALL_OUT:
                out = what
            alive ^= 1 << out
            colour = step[colour]
            onward, asks = after[alive], asks_of[alive]
            p = onward[p]
            if not alive & (alive - 1):
                break
        if flowers & alive:
            return decisions
        flowers |= alive


def _words(player: int, kind: int, what: int, answer: bool = False) -> tuple:
    if kind > 0:
        return ("play", player, NAMES[kind.bit_length() - 1])
    if answer:
        return ("deny", player)
    return ("request" if kind == REQUEST else "call-out", player, what)


def _tell(trace: list, listed: list | None, move: tuple, moves: list[tuple] | None = None) -> None:
    trace.append(move)
    if listed is not None:
        listed.append(moves)


def _tell_round(
    trace: list, listed: list | None, board: int, starter: int, shown: int, colour: int, hands: list[int]
) -> None:
    if not trace:
        _tell(trace, listed, ("set-board", None, tuple(COLOURS[c] for c in BOARDS[board])))
    _tell(trace, listed, ("start", starter))
    _tell(trace, listed, ("reveal", starter, NAMES[shown]))
    places = [("place", starter, COLOURS[c]) for c in PLACES[shown]]
    _tell(trace, listed, ("place", starter, COLOURS[colour]), places)
    for player, hand in enumerate(hands):
        _tell(trace, listed, ("dealt", player, tuple(NAMES[i] for i in range(32) if hand >> i & 1)))
