"""What can be told of a rulebook once, before anything is played."""

from __future__ import annotations

from dataclasses import dataclass

from rulespal.engine.emit import free
from rulespal.model.rules import Move, Rulebook
from rulespal.model.writes import Writes


class Traits:
    """`by_chance`: whether chance decides anything in a move, by index; `start_by_chance`; `drawn_freely`: moves for
    which any cards drawn will do; `copies`: cards of which there are several; `narrowing`: invariants about cards;
    `lasting`: the others that look at the position; `looks_at`: the states and zones of each invariant;
    `at_stake`: the invariants that a move might break, by index; `turns_on`: the readings that it may look at."""

    def __init__(self, book: Rulebook) -> None:
        writes = Writes(book)
        automatic = any(writes.by_chance(rule.body) for rule in book.whenevers)
        self.by_chance = [automatic or writes.by_chance(move.effects) for move in book.moves]
        self.start_by_chance = writes.by_chance(book.openings.get("", ()))
        self.drawn_freely = frozenset(move.index for move in book.moves if _drawn_freely(move))
        self.copies = _copies(book)
        self.looks_at = [writes.reads(invariant.condition) for invariant in book.invariants]
        self.narrowing = [
            i for i, reads in enumerate(self.looks_at) if reads and all(kind == "zone" for kind, _ in reads)
        ]
        self.lasting = [i for i, reads in enumerate(self.looks_at) if reads and i not in self.narrowing]
        self.turns_on = [_turns_on(book, writes, move) for move in book.moves]
        by_itself = writes.suite(effect for rule in book.whenevers for effect in rule.body)
        self.at_stake = [
            [i for i, reads in enumerate(self.looks_at) if reads & (writes.suite(move.effects) | by_itself)]
            for move in book.moves
        ]


@dataclass(frozen=True, slots=True)
class TurnsOn:
    """The readings that a move may look at: when it is asked whose it is, whether it is legal, and what it does."""

    moment: frozenset[int]
    legality: frozenset[int]
    effects: frozenset[int]


def _turns_on(book: Rulebook, writes: Writes, move: Move) -> TurnsOn:
    permissions = [may for stage in book.stages for may in stage.may if may.move == move.index]
    legality = (
        *((param.zone, param.number) for param in move.params),
        *(requirement.condition for requirement in move.requirements),
        *(doubt.condition for doubt in move.doubts),
    )
    automatic = tuple((rule.condition, rule.body) for rule in book.whenevers)
    return TurnsOn(
        writes.turns_on(tuple((may.who, may.condition) for may in permissions)),
        writes.turns_on(legality),
        writes.turns_on((move.effects, automatic)),
    )


def _drawn_freely(move: Move) -> bool:
    """Whether any cards drawn from its zone make the move legal: no requirement speaks of them."""
    drawn = {p.name for p in move.params if p.number is not None}
    others = [p for p in move.params if p.number is None and p.type.kind == "collection"]
    spoken_of = {name for requirement in move.requirements for name in free(requirement.condition)}
    return bool(drawn) and not others and not drawn & spoken_of


def _copies(book: Rulebook) -> dict[int, tuple[int, ...]]:
    """The cards of which there are several, each with all of its kind."""
    by_name: dict[str, list[int]] = {}
    for place, card in enumerate(book.cards):
        by_name.setdefault(card.name, []).append(place)
    return {card: tuple(group) for group in by_name.values() if len(group) > 1 for card in group}
