"""Regicide (default readings) written for nothing but speed: the yardstick for the compiled rulebook.

A decision is every choice from a list of legal moves, also a list of one: step 1, the payment in step 4 (from the
payments that hold no superfluous card), the next player after a jester. The deal, the order of the castle, who begins
and which cards hearts bring back are drawn, and do not count.
"""

from __future__ import annotations

import random
from functools import partial
from itertools import combinations, permutations

HAND = {1: 8, 2: 7, 3: 6, 4: 5}
JESTERS = {1: 0, 2: 0, 3: 1, 4: 2}
RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
SUITS = "HDCS"

# A card is 4 * rank + suit, aces 4 to 7, kings 52 to 55; a jester is 0. Sorted downwards is sorted by worth.
JESTER = 0
NAMES = {JESTER: "Jester"} | {4 * r + s: rank + suit for r, rank in enumerate(RANKS, 1) for s, suit in enumerate(SUITS)}
WORTH = [0] * 4 + [worth for worth in (*range(1, 11), 10, 15, 20) for _ in SUITS]
LOW = [1 << card if 4 <= card < 24 else 0 for card in range(56)]  # bits of the aces and of the numbers 2 to 5
ACES = 0b1111 << 4

# A move of step 1 is an index into PLAYS: a card as itself, what goes together above; or YIELD, or FLIP.
YIELD, FLIP = -1, -2
PLAYS: list[tuple[int, ...]] = [(card,) for card in range(56)]
WITH_ACE: dict[tuple[int, int], int] = {}  # ace, any greater card -> index
GROUP: dict[int, int] = {}  # bits of two or more cards of one number -> index
for _ace in range(4, 8):
    for _card in range(_ace + 1, 56):
        WITH_ACE[_ace, _card] = len(PLAYS)
        PLAYS.append((_ace, _card))
for _rank in range(2, 6):
    for _size in range(2, 10 // _rank + 1):
        for _cards in combinations(range(4 * _rank, 4 * _rank + 4), _size):
            GROUP[sum(LOW[card] for card in _cards)] = len(PLAYS)
            PLAYS.append(_cards)


def _effects(cards: tuple[int, ...], blocked: int) -> tuple[int, int, int, int]:
    """Cards returned, cards drawn, damage, shield; `blocked` is a suit or 4 for none."""
    total = sum(WORTH[card] for card in cards)
    suits = {card & 3 for card in cards if card} - {blocked}
    hearts, diamonds, spades = (total if suit in suits else 0 for suit in (0, 1, 3))
    return hearts, diamonds, total * (2 if 2 in suits else 1), spades


EFFECTS = [[_effects(cards, blocked) for cards in PLAYS] for blocked in range(5)]


class _Groups(dict):
    """Bits of the aces and of the numbers 2 to 5 in a hand -> the groups in it."""

    def __missing__(self, low: int) -> list[int]:
        found = self[low] = [index for bits, index in GROUP.items() if bits & low == bits]
        return found


class _Payments(dict):
    """Worths of a hand from high to low, attack -> the payments without a superfluous card, as bits of places.

    Taking cards from high to low until it is enough never takes one too many.
    """

    def __missing__(self, key: tuple[int, ...]) -> list[int]:
        *hand, attack = key
        rest, bit = sum(hand), 1
        enough: list[int] = []
        open_sums = [(0, 0)]
        for worth in hand:
            rest -= worth
            taken = [(paid + worth, bits | bit) for paid, bits in open_sums]
            enough += [bits for paid, bits in taken if paid >= attack]
            open_sums = [pair for pair in open_sums + taken if attack - rest <= pair[0] < attack]
            bit <<= 1
        if len(self) >= 200_000:
            self.clear()
        self[key] = enough
        return enough


GROUPS, PAYMENTS = _Groups(), _Payments()
PLACES = [[i for i in range(8) if bits >> i & 1] for bits in range(256)]
OTHERS = [[i for i in range(8) if not bits >> i & 1] for bits in range(256)]
CASTLES = [[[4 * rank + suit for suit in order] for order in permutations(range(4))] for rank in (13, 12, 11)]
DECKS = {players: [*range(4, 44), *[JESTER] * number] for players, number in JESTERS.items()}
SEATS = {n: [[(p + step) % n for step in range(n)] for p in range(n)] for n in HAND}
SLICES = {n: [slice(p * size, (p + 1) * size) for p in range(n)] for n, size in HAND.items()}


def castle(rand) -> list[int]:
    """Twelve royals, the first of them last in the list."""
    return [card for orders in CASTLES for card in orders[int(rand() * 24)]]


def _return(number: int, gone: list[int], tavern: list[int], rand) -> list[int]:
    """Some of the discard pile go under the tavern."""
    returned = [gone.pop(int(rand() * len(gone))) for _ in range(min(number, len(gone)))]
    tavern[:0] = returned[::-1]
    return returned


def _draw(number: int, round_table: list[int], hands: list[list[int]], size: int, tavern: list[int]) -> None:
    while True:
        before = number
        for p in round_table:
            if len(hands[p]) < size:
                if not number or not tavern:
                    return
                hands[p].append(tavern.pop())
                number -= 1
        if number == before:
            return


# One long function, because calls cost time.
def play(  # noqa: C901, PLR0912, PLR0915
    rng: random.Random, players: int, trace: list | None = None, listed: list | None = None
) -> int:
    """Play one random game and count its decisions.

    `trace` is filled with the position at the start, as the clear referee takes it, then with pairs: the move in
    words and the cards that it returned; `listed` with the moves that there were to choose from.
    """
    rand, size, seats = rng.random, HAND[players], SEATS[players]
    worths, low_bits, payments, groups = WORTH.__getitem__, LOW.__getitem__, PAYMENTS, GROUPS
    two_jesters = JESTERS[players] == 2
    shuffled = sorted(DECKS[players], key=partial(next, iter(rand, 2.0)))  # called with a card: the next number
    hands = [shuffled[cut] for cut in SLICES[players]]
    tavern, royals, gone = shuffled[players * size :], castle(rand), []  # the top of each pile is its end
    p, aside = int(rand() * players), 2 if players == 1 else 0
    everybody, yielded, decisions = (1 << players) - 1, 0, 0
    others = [everybody & ~(1 << q) for q in range(players)]
    if trace is not None:
        _tell_start(trace, hands, tavern, royals, p)
    royal, in_play, damage, shield = royals.pop(), [], 0, 0
    attack = WORTH[royal]
    effects = EFFECTS[royal & 3]
    while True:
        # step 1
        hand = hands[p]
        low = sum(map(low_bits, hand))
        moves = hand + groups[low] if low else hand.copy()
        if low & ACES:
            moves += [WITH_ACE[ace, card] for ace in hand if 0 < ace < 8 for card in hand if card > ace]
        if two_jesters and hand.count(JESTER) == 2:
            moves.remove(JESTER)
        if yielded & others[p] != others[p]:
            moves.append(YIELD)
        if aside:
            moves.append(FLIP)
        if not moves:
            return decisions
        move = moves[int(rand() * len(moves))]
        decisions += 1
        returned: list[int] = []
        if move >= 0:
            hearts, diamonds, hit, spades = effects[move]
            if hearts and gone:
                returned = _return(hearts, gone, tavern, rand)
        if trace is not None:
            _tell(trace, listed, partial(_step_1, p), move, moves, returned)
        if move >= 0:
            if move < 56:
                hand.remove(move)
                in_play.append(move)
            else:
                for card in PLAYS[move]:
                    hand.remove(card)
                in_play += PLAYS[move]
            yielded &= others[p]
            if diamonds and tavern:
                _draw(diamonds, seats[p], hands, size, tavern)
            damage += hit
            shield += spades
            if damage >= 2 * attack:
                gone += in_play
                if damage == 2 * attack:
                    tavern.append(royal)
                else:
                    gone.append(royal)
                if not royals:
                    return decisions
                royal, in_play, damage, shield = royals.pop(), [], 0, 0
                attack = WORTH[royal]
                effects = EFFECTS[royal & 3]
                continue
            if move == JESTER:
                effects = EFFECTS[4]
                moves = seats[0]
                chosen = moves[int(rand() * len(moves))]
                decisions += 1
                if trace is not None:
                    _tell(trace, listed, partial(_choice, p), chosen, moves)
                p = chosen
                continue
        elif move == YIELD:
            yielded |= 1 << p
        else:
            aside -= 1
            gone += hand
            hands[p] = tavern[: -size - 1 : -1]
            del tavern[-size:]
            continue
        # step 4
        due = attack - shield
        while due > 0:
            hand.sort(reverse=True)
            moves = payments[*map(worths, hand), due]
            if aside:
                moves = [*moves, FLIP]
            if not moves:
                return decisions
            move = moves[int(rand() * len(moves))]
            decisions += 1
            if trace is not None:
                _tell(trace, listed, partial(_step_4, p, hand.copy()), move, moves)
            if move >= 0:
                gone += [hand[i] for i in PLACES[move]]
                hands[p] = [hand[i] for i in OTHERS[move] if i < len(hand)]
                break
            aside -= 1
            gone += hand
            hand = hands[p] = tavern[: -size - 1 : -1]
            del tavern[-size:]
        p = seats[p][1 % players]


def _step_1(player: int, move: int) -> tuple:
    if move < 0:
        return ("yield" if move == YIELD else "flip", player)
    return ("play", player, frozenset(NAMES[card] for card in PLAYS[move]))


def _step_4(player: int, hand: list[int], move: int) -> tuple:
    return ("flip", player) if move < 0 else ("discard", player, frozenset(NAMES[hand[i]] for i in PLACES[move]))


def _choice(player: int, target: int) -> tuple:
    return ("choose", player, target)


def _tell(trace: list, listed: list | None, words, move: int, moves: list[int], returned=()) -> None:
    trace.append((words(move), [NAMES[card] for card in returned]))
    if listed is not None:
        listed.append([words(other) for other in moves])


def _tell_start(trace: list, hands: list, tavern: list, royals: list, turn: int) -> None:
    names = {"castle": royals[::-1], "tavern": tavern[::-1]}
    start: dict = {pile: [NAMES[card] for card in cards] for pile, cards in names.items()}
    trace.append(start | {"hands": [[NAMES[card] for card in hand] for hand in hands], "turn": turn})
