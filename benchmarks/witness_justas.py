"""The witness for Justas: the events of a record on the hand-written referee, which is told what chance decided.

The printed rules give no list of cards, so that a record tells which are drawn: the deck is a heap of unknown ones here, and
each becomes what the record says that it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from rulespal.engine.unknown import is_unknown
from rulespal.model.phrases import Said
from rulespal.model.rules import Move
from tests.referees.justas import Chooser, Referee
from tests.referees.justas_both import NAMES, PAYMENTS
from tests.referees.justas_cards import DISCIPLINES

UNKNOWN = "a card nobody has seen"
NUMBER = 62  # cards of the deck where a record does not tell


class Told(Chooser):
    """Lets chance decide what the record tells. Raises ValueError where that cannot be, or is not told."""

    def __init__(self) -> None:
        super().__init__()
        self.draws: dict[int, list[str]] = {}
        self.refills: list[str] = []
        self.thrown: dict[int, tuple[str, ...]] = {}

    def draw(self, player: int, deck: Sequence[str]) -> str:
        return named(self.draws.get(player, []), deck)

    def refill(self, deck: Sequence[str]) -> str:
        return named(self.refills, deck)

    def shuffle(self, cards: Sequence[str]) -> list[str]:
        return list(cards)

    def discard(self, player: int, hand: Sequence[str], number: int) -> list[str]:
        return list(self.thrown.get(player, ()))


def named(told: list[str], deck: Sequence[str]) -> str:
    """The next card that is told to come off the deck."""
    if not told:
        raise ValueError("it is not told which card is drawn")
    seen(told[0], deck)
    return told.pop(0)


def seen(card: str, deck: Sequence[str]) -> None:
    """One of the unknown cards of a deck turns out to be this one, unless it is there already."""
    if card in deck:
        return
    if UNKNOWN not in deck:
        raise ValueError(f"{card} is not in the deck")
    deck[deck.index(UNKNOWN)] = card  # type: ignore[index]


def referee(telling: Any) -> Referee:
    """The hand-written referee where the record begins."""
    s, players = telling.given(), range(len(telling.record.players))
    deck = telling.known(s, "deck")
    return Referee(
        len(players),
        coins=[telling.state(s, "coins", p) for p in players],
        treasury=telling.state(s, "treasury"),
        hands=[telling.cards(s, "hand", p) for p in players],
        deck=[UNKNOWN] * (len(deck) if all(card < 0 for card in deck) and len(deck) > 1 else NUMBER),
        market=telling.cards(s, "market"),
        prices={name: price for name, price in telling.prices(s) if not is_unknown(price)},
        chooser=Told(),
    )  # fmt: skip


def move(telling: Any, event: Said) -> tuple[Any, ...]:
    """An event as a move of the referee. Raises ValueError where the referee has none of the kind."""
    target, values = event.target, event.values
    assert isinstance(target, Move)
    names = {compiled: name for name, compiled in NAMES.items()}
    name = names.get(target.name, target.name.replace("_", "-"))
    args: list[Any] = []
    for param in target.params:
        value = values[param.name]
        if param.type.kind in ("card", "collection"):
            args.append(telling.named(value))
        elif param.type.kind == "enum":
            args.insert(0, DISCIPLINES[value])
        else:
            args.append(value)
    return (name, values.get("actor"), *args)


def effect(telling: Any, said: Said) -> list[tuple[Any, ...]]:
    """An effect line in the words of the referee."""
    name, values = said.target.name, list(said.values.values())
    if name in PAYMENTS:
        of = dict(zip([p.name for p in said.target.params], range(9), strict=False))  # type: ignore[union-attr]
        inner = sorted(said.values, key=lambda slot: of[slot])
        ordered = [said.values[slot] for slot in inner]
        return [("pays", *(ordered[part] if isinstance(part, int) else part for part in PAYMENTS[name]))]
    if name == "refills":
        return [("refills", card) for card in telling.named(said.values["what"])]
    if name in ("draws", "throws"):
        cards = telling.named(said.values["new" if name == "draws" else "lost"])
        return [("draws" if name == "draws" else "discards", said.values["p"], tuple(sorted(cards)))]
    if name == "is_out":
        return [("eliminated", *values)]
    if name == "champion":
        return [("champion", said.values.get("value"))]
    verb, _, kind = name.partition("_")
    return [("wins", *values, kind) if verb == "wins" else ("tied", verb)]


def follow(game: Referee, telling: Any, event: Said, effects: Sequence[Said]) -> str | None:
    """Makes one event on the referee; what is wrong with it, or with the effects that are told of it."""
    chooser = game.chooser
    assert isinstance(chooser, Told)
    chooser.draws, chooser.refills, chooser.thrown = {}, [], {}
    told = [part for said in effects for part in effect(telling, said)]
    for kind, *rest in told:
        if kind == "refills":
            chooser.refills += rest
        elif kind == "draws":
            chooser.draws.setdefault(rest[0], []).extend(rest[1])
        elif kind == "discards":
            chooser.thrown[rest[0]] = rest[1]
    wanted = move(telling, event)
    if wanted[0] == "keep":
        seen(wanted[2], game.deck)
    came: Counter[tuple[Any, ...]] = Counter()
    for one in [*game.implied(wanted), wanted]:
        came.update(map(sorted_cards, game.apply(one)))
    missing = Counter(told) - came
    return f"not what came of it: {list(missing)}" if missing else None


def sorted_cards(one: tuple[Any, ...]) -> tuple[Any, ...]:
    return (*one[:2], tuple(sorted(one[2]))) if one[0] in ("draws", "discards") else one
