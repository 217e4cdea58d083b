"""The types of the rule language.

Values at run time: truth is bool; numbers, players (seats from 0), cards (places in the pack) and members of enums are
int; nobody and nothing are None; every collection is a tuple.
"""

from __future__ import annotations

from dataclasses import dataclass

MAX_INTEGER = 2**53


@dataclass(frozen=True, slots=True)
class Type:
    """`kind`: truth, number, player, card, enum, stage, option, or collection. `of` is an enum, reading or member type."""

    kind: str
    of: object = None
    optional: bool = False
    low: int | None = None
    high: int | None = None
    zone: bool = False  # a collection of cards that may hold cards nobody recorded

    def __str__(self) -> str:
        if self.kind == "collection":
            return "nothing" if self.of is None else f"several {_PLURALS.get(str(self.of), f'of {self.of}')}"
        if self.kind == "option":
            return f"an option of `{self.of}`"
        return f"`{self.of}`" if isinstance(self.of, str) else _WORDS.get(self.kind, self.kind)

    def accepts(self, other: Type) -> bool:
        """Whether a value of type `other` may stand where this type is needed."""
        if other.kind == "nobody":
            return self.optional or self.kind == "nobody"
        if self.kind == "collection" and other.kind == "collection":
            return other.of is None or self.of is None or _plain(self.of) == _plain(other.of)
        return (self.kind, _key(self.of)) == (other.kind, _key(other.of))


def _key(of: object) -> object:
    return of


def _plain(of: object) -> object:
    return (of.kind, of.of) if isinstance(of, Type) else of


_WORDS = {"truth": "yes or no", "number": "a number", "player": "a player", "card": "a card", "nobody": "nobody",
          "stage": "a stage", "text": "a text", "option": "an option"}  # fmt: skip
_PLURALS = {"a player": "players", "a card": "cards", "a number": "numbers"}

TRUTH = Type("truth")
TEXT = Type("text")
NUMBER = Type("number")
PLAYER = Type("player")
CARD = Type("card")
NOBODY = Type("nobody")
STAGE = Type("stage")
CARDS = Type("collection", CARD)
ZONE = Type("collection", CARD, zone=True)
PLAYERS = Type("collection", PLAYER)
EMPTY = Type("collection")


def collection(of: Type) -> Type:
    return Type("collection", Type(of.kind, of.of))


def member(of: Type) -> Type:
    """The type of a member of a collection."""
    return of.of if isinstance(of.of, Type) else NOBODY
