"""Where a card may be used: the moves that are about it or take it, with the stages and players that may make them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from rulespal.catalogue.cards import CardRows, Member
from rulespal.catalogue.contents import Contents
from rulespal.catalogue.told import first
from rulespal.engine.game import Game
from rulespal.model import expr as ir
from rulespal.model.rules import Card, May, Move, Param, Stage, spoken
from rulespal.model.types import Type
from rulespal.text.words import words

_OF_A_POSITION = (
    ir.StateOf, ir.ZoneOf, ir.StageArg, ir.StageNow, ir.ReadingNow, ir.PlayersNow, ir.SeatsFrom, ir.Lookup, ir.IsTalk,
)  # fmt: skip


class Uses:
    """Fills the tables of moves and of the cards that belong to them."""

    def __init__(self, contents: Contents, cards: CardRows, game: Game | None) -> None:
        self.contents = contents
        self.cards = cards
        self.book = contents.book
        self.game = game
        self.places = {card.name: place for place, card in enumerate(self.book.cards)}

    def write(self) -> None:
        for move in self.book.moves:
            rows = [self._move(move, stage, may) for stage in self.book.stages for may in stage.may
                    if may.move == move.index]  # fmt: skip
            takes = [param for param in move.params if _takes_cards(param)]
            for card in self.cards.kinds.values():
                own = self._is_about(move, card)
                if own or (takes and self._allows(move, takes, card)):
                    for row in rows:
                        self.contents.add("card_moves", card=self.cards.numbers[card.name], move=row, own=own)

    def _move(self, move: Move, stage: Stage, may: May) -> int:
        row = self.contents.add(
            "moves", name=spoken(move.name), says=first(move.says, self.contents.language), who=self._who(may),
            conditional=may.condition is not None, stage=spoken(stage.name),
            section=self.contents.section_of.get(self.book.citations[stage.citation].section),
        )  # fmt: skip
        self.contents.text("move", row, "says", move.says)
        return row

    def _who(self, may: May) -> str:
        """`everyone`, `table`, or the name of the state that says whose move it is."""
        if isinstance(may.who, ir.StateOf):
            return spoken(self.book.states[may.who.state].name)
        return may.kind if may.who is None else "player"

    def _is_about(self, move: Move, card: Card) -> bool:
        """Whether a move requires a value that only this card has, or its sentence names the card."""
        own = {m for m in self.cards.members(card) if len(self.cards.holders[m]) == 1}
        conditions = [requirement.condition for requirement in move.requirements]
        if not own.isdisjoint(_members(conditions)):
            return True
        names = {" ".join(words(name)) for name in (card.name, *card.aliases)}
        said = [f" {' '.join(words(''.join(p for p in s.parts if isinstance(p, str))))} " for s in move.says]
        return any(f" {name} " in text for name in names for text in said if len(name) > 2)

    def _allows(self, move: Move, takes: list[Param], card: Card) -> bool:
        """Whether no requirement that looks at nothing but the card is against it."""
        if self.game is None or len(takes) != 1 or takes[0].type.kind != "card":
            return True
        values = {takes[0].name: self.places[card.name]}
        args = [values.get(param.name) for param in move.params]
        for place, requirement in enumerate(move.requirements):
            if self._looks_only_at(requirement.condition, set(values)):
                holds = self.game.fast[f"require_{move.name}_{place}"]
                if not holds(None, self.game.defaults, *([None] if move.has_actor else []), *args):
                    return False
        return True

    def _looks_only_at(self, condition: ir.Expr, names: set[str]) -> bool:
        """Whether a condition depends on nothing but these arguments."""
        parts = list(inside(condition))
        bound = {part.var for part in parts if hasattr(part, "var")}
        for part in parts:
            if isinstance(part, _OF_A_POSITION) or (isinstance(part, ir.Local) and part.name not in names | bound):
                return False
            if isinstance(part, ir.Invoke):
                define = self.book.defines[part.define]
                if not self._looks_only_at(define.value, {param.name for param in define.params}):
                    return False
        return True


def _takes_cards(param: Param) -> bool:
    of = param.type.of if param.type.kind == "collection" else param.type
    return isinstance(of, Type) and of.kind == "card"


def _members(tree: object) -> set[Member]:
    return {
        (str(part.type.of), part.value) for part in inside(tree)
        if isinstance(part, ir.Const) and part.type.kind == "enum" and isinstance(part.value, int)
    }  # fmt: skip


def inside(node: object) -> Iterator[object]:
    """A tree of the model and all its parts."""
    yield node
    if isinstance(node, tuple | list):
        for part in node:
            yield from inside(part)
    elif isinstance(node, dict):
        for part in node.values():
            yield from inside(part)
    elif is_dataclass(node):
        for field in fields(node):
            yield from inside(getattr(node, field.name))
