"""A move with a card that nobody names: the cards with which it could be made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulespal.engine.events import Act, Position, Readings
from rulespal.model.phrases import HIDDEN

if TYPE_CHECKING:
    from rulespal.engine.game import Game


def fitting(game: Game, position: Position, readings: Readings, act: Act) -> list[int] | None:
    """The cards for which a move would be legal in the place of `?`.

    None where the move names all its cards, or nobody knows the cards among which that one is.
    """
    place = next((i for i, arg in enumerate(act.args) if arg == HIDDEN), None)
    if place is None:
        return None
    cards = game.lying(position, readings, act.move, place, act.actor)
    if cards is not None and any(card < 0 for card in cards):
        return None
    found = []
    for card in range(len(game.book.cards)) if cards is None else sorted(c for c in cards if c >= 0):
        one = Act(act.move, act.actor, tuple(card if i == place else a for i, a in enumerate(act.args)))
        if any(b.failure is None for b in game.attempt(position, readings, one)):
            found.append(card)
    return found
