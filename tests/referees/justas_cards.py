"""The cards of Justas as far as they are printed, an assumed box, and what is chosen inside an effect."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

DISCIPLINES = ("swords", "arrows", "lances")
EQUIPMENT = {  # what it gives, equipped, at the start of a duel
    "ARMADURA": {"swords": 2},
    "CARCAJ": {"arrows": 2},
    "SILLA": {"lances": 2},
    "ESCUDO": {"swords": 1, "arrows": 1, "lances": 1},
}
POTION = "POCIÓN"
IMPROVERS = {  # the duels in which it may be played
    "HERRERO": ("swords",),
    "BALLESTA": ("arrows",),
    "GUANTELETES": ("lances",),
    POTION: DISCIPLINES,
}
INSTANTS = ("DIEZMO", "IMPUESTOS", "LADRÓN", "FESTEJOS", "ORDEN REAL", "PÍCARO", "TORNEO", "PURGA")

COINS = {3: 10, 4: 9, 5: 8, 6: 8, 7: 7}  # by number of players
HAND_SIZE = 5
MARKET_SIZE = 3

# Assumptions: how many coins and cards the box has, which weapons there are, how many copies and at what price is not
# printed anywhere. A plausible box, so that games can be played at all; 60 coins, 80 cards.
ASSUMED_COINS = 60
ASSUMED_COPIES = {
    **{
        f"{weapon} {value}": copies
        for weapon in ("sword", "arrow", "lance")
        for value, copies in ((1, 7), (2, 5), (3, 3))
    },
    **dict.fromkeys(IMPROVERS, 3),
    **dict.fromkeys(EQUIPMENT, 2),
    **dict.fromkeys(INSTANTS, 2),
    "PURGA": 1,
}
ASSUMED_PRICES = {
    **{f"{weapon} {value}": value for weapon in ("sword", "arrow", "lance") for value in (1, 2, 3)},
    **dict.fromkeys((*IMPROVERS, *EQUIPMENT, *INSTANTS), 2),
    "TORNEO": 3,
    "ORDEN REAL": 3,
}
ASSUMED_CARDS: tuple[str, ...] = tuple(card for card, copies in ASSUMED_COPIES.items() for _ in range(copies))

GAPS = {  # where the rules are silent and nobody has chosen: the game stops there
    "prices": "JA-068: the price of a card is not known",
    "number-of-players": "JA-139: no row of coins for this number of players",
    "raise-after-answer": "JA-058: raising a bet that has been answered",
    "treasury-too-poor": "JA-115: the treasury cannot pay a loan or the sponsorship in full",
    "last-duel-winner": "JA-128: no finalist is known to have won the last duel",
    "no-knight-left": "no knight is left at all",
}


class Gap(Exception):
    """The rules do not say. The state is of no further use once an applied move has raised it."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name}: {GAPS[name]}")
        self.name = name


class Chooser:
    """Chance, and what players decide inside an effect. A test that knows better overrides a method."""

    def __init__(self, seed: int = 0) -> None:
        self.rng = random.Random(seed)

    def draw(self, player: int, deck: Sequence[str]) -> str:
        return deck[0]

    def refill(self, deck: Sequence[str]) -> str:
        return deck[0]

    def shuffle(self, cards: Sequence[str]) -> list[str]:
        return self.rng.sample(list(cards), len(cards))

    def discard(self, player: int, hand: Sequence[str], number: int) -> list[str]:
        """What a player throws away to PURGA."""
        return self.rng.sample(list(hand), number)


def weapon(card: str) -> tuple[str, int] | None:
    """Discipline and value of a weapon card."""
    name, _, value = card.partition(" ")
    return (name + "s", int(value)) if name + "s" in DISCIPLINES and value.isdigit() else None


def is_weapon(card: str, discipline: str) -> bool:
    found = weapon(card)
    return found is not None and found[0] == discipline


def is_improver(card: str, discipline: str) -> bool:
    return discipline in IMPROVERS.get(card, ())


def is_active(card: str, discipline: str) -> bool:
    """Whether a piece of equipment counts in this discipline."""
    return discipline in EQUIPMENT.get(card, {})


def strength(discipline: str, played: Iterable[str], equipped: Iterable[str]) -> int:
    """Printed values, and what improvers add to them; equipment is not improved."""
    played = list(played)
    values = [weapon(card)[1] for card in played if is_weapon(card, discipline)]
    total = sum(values) + sum(EQUIPMENT[card].get(discipline, 0) for card in equipped)
    for card in played:
        if card == POTION:
            total += 2 * values.count(1)
        elif is_improver(card, discipline):
            total += len(values)
    return total
