"""Legal acts in positions in which everything is known, carried out at once.

The functions of every move are looked up once. Whatever is not simply legal is left to `Trial`, which finds out why.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rulespal.engine.events import Act, Branch, Event, Position, Readings
from rulespal.engine.layout import STACK
from rulespal.engine.runtime import MISSING, CannotDo, RuleFault, Silent
from rulespal.engine.traits import Traits
from rulespal.engine.unknown import Unclear
from rulespal.model.rules import Move, Rulebook

Function = Callable[..., Any]
_NOT_SIMPLY = (Silent, Unclear, CannotDo, RuleFault, *MISSING)


@dataclass(frozen=True, slots=True)
class _Functions:
    """Those of one move. `who`: by stage; `zones`: by the place of a card, of which there may be copies."""

    who: dict[int, tuple[Function, ...]]
    zones: tuple[tuple[int, Function], ...]
    can: Function
    doubts: tuple[Function, ...]
    do: Function


class Quick:
    """The legal acts of one rulebook, by the functions of its fast emission."""

    def __init__(self, book: Rulebook, traits: Traits, code: Mapping[str, Any]) -> None:
        self.copies = traits.copies
        self.moves = [
            None if traits.by_chance[move.index] or not self._located(move, code) else self._functions(book, move, code)
            for move in book.moves
        ]

    def _located(self, move: Move, code: Mapping[str, Any]) -> bool:
        """Whether it can be told where the cards lie of which there are copies."""
        zoned = [place for place, param in enumerate(move.params) if param.zone is not None]
        return not self.copies or all(f"zone_{move.name}_{place}" in code for place in zoned)

    def _functions(self, book: Rulebook, move: Move, code: Mapping[str, Any]) -> _Functions:
        who = {
            stage.index: tuple(
                code[f"who_{stage.name}_{place}"] for place, may in enumerate(stage.may) if may.move == move.index
            )
            for stage in book.stages
        }
        zones = tuple(
            (place, code[f"zone_{move.name}_{place}"])
            for place, param in enumerate(move.params) if self.copies and param.zone is not None
        )  # fmt: skip
        doubts = tuple(code[f"doubt_{move.name}_{place}"] for place in range(len(move.doubts)))
        return _Functions(who, zones, code[f"can_{move.name}"], doubts, code[f"do_{move.name}"])

    def attempt(self, s: Position, readings: Readings, act: Act) -> Branch | None:
        """What comes of a plain act that is legal; None where it is not, or where anything else has to be said of it."""
        found, actor, args, stack = self.moves[act.move.index], act.actor, act.args, s[STACK]
        if found is None or not stack or not act.plain:
            return None
        try:
            for who in found.who[stack[-1][0]]:
                if actor in who(s, readings):
                    break
            else:
                return None
            if found.zones:
                args = self._of_copies(found, s, readings, act)
            if not found.can(s, readings, actor, *args):
                return None
            for doubt in found.doubts:
                if not doubt(s, readings, actor, *args):
                    return None
            position, events = s.copy(), list[Event]()
            found.do(position, readings, events, actor, *args)
        except _NOT_SIMPLY:
            return None
        return Branch(position, None, events, None, None, True)

    def _of_copies(self, found: _Functions, s: Position, readings: Readings, act: Act) -> tuple[Any, ...]:
        """The arguments with, of several copies of a card, one that lies in its zone."""
        args = list(act.args)
        for place, zone in found.zones:
            arg = args[place]
            if isinstance(arg, tuple) or arg in self.copies:
                here = s[zone(s, readings, act.actor, *act.args)]
                args[place] = self._several(arg, here) if isinstance(arg, tuple) else self._one(arg, here, ())
        return tuple(args)

    def _one(self, card: int, here: tuple[int, ...], taken: tuple[int, ...]) -> int:
        for alike in self.copies.get(card, ()):
            if alike in here and alike not in taken:
                return alike
        return card

    def _several(self, cards: tuple[int, ...], here: tuple[int, ...]) -> tuple[int, ...]:
        taken: tuple[int, ...] = ()
        for card in cards:
            taken = (*taken, self._one(card, here, taken))
        return taken
