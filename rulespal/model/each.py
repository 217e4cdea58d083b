"""Cards that are spoken together with a state of theirs: “a pear for 2”. A zone says how: `each "{card} for {price}"`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulespal.model import types as t
from rulespal.model.rules import Define, Pattern, Rulebook, Slot, Stage, State, Zone
from rulespal.model.types import Type

if TYPE_CHECKING:
    from rulespal.language import ast
    from rulespal.model.expressions import Expressions

Told = tuple[State, int, Any]  # a state, the card that has it, its value


class Spoken(tuple[int, ...]):
    """Cards, and each of them in words, where more is said of them than their names."""

    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Each:
    """One way to speak of a card together with a state of it."""

    state: State
    pattern: Pattern
    regex: re.Pattern[str]

    def told(self, text: str, cards: Mapping[str, Any], value: Callable[[Type, str], Any]) -> tuple[str, Told] | None:
        """The name of the card that a text begins or ends with, and what it says of it."""
        match = self.regex.fullmatch(text)
        if match is None:
            return None
        names = [part.name for part in self.pattern.parts if isinstance(part, Slot)]
        found = dict(zip(names, match.groups(), strict=True))
        card, said = cards.get(found["card"]), value(self.state.type, found[self.state.name])
        return (found["card"], (self.state, card, said)) if isinstance(card, int) and said is not None else None


def names_alone(
    each: Sequence[Each], text: str, cards: Mapping[str, Any], value: Callable[[Type, str], Any]
) -> tuple[str, tuple[Told, ...]]:
    """A list of cards without what is said of each of them, and what is said."""
    names: list[str] = []
    said: list[Told] = []
    for part in map(str.strip, text.split(",")):
        found = None if part in cards else next(filter(None, (one.told(part, cards, value) for one in each)), None)
        names.append(found[0] if found else part)
        said += [found[1]] if found else []
    return ", ".join(names), tuple(said)


def each_of(book: Rulebook, zone: Zone, regex: Callable[[Sequence[str | Slot]], re.Pattern[str]]) -> Iterator[Each]:
    """The ways to speak of the cards of a zone; `regex` makes an expression of the parts of a pattern."""
    states = {state.name: state for state in book.states}
    for pattern in zone.each:
        name = next(part.name for part in pattern.parts if isinstance(part, Slot) and part.name != "card")
        yield Each(states[name], pattern, regex(pattern.parts))


def spoken_of(target: object, slots: Sequence[tuple[str, Type]]) -> tuple[str, ...]:
    """The slots of a sentence for the card of which it says something: a card that nobody recorded tells nothing there."""
    cards = tuple(name for name, type_ in slots if type_.kind == "card")
    if isinstance(target, Define | Stage):
        return cards
    of_cards = isinstance(target, State | Zone) and target.owner is not None and target.owner.kind == "card"
    return tuple(name for name in cards if name == "card") if of_cards else ()


def declare(clause: ast.Says, zone: Zone, expressions: Expressions) -> None:
    """Takes `each …` up into a zone. Every sentence of it names the card and one state of cards."""
    from rulespal.model.expressions import Scope  # only where rulebooks are read: a compiled one needs no grammar
    from rulespal.model.sentences import sentences

    states = expressions.book.states
    of_cards = {s.name: s.type for s in states if s.owner is not None and s.owner.kind == "card"}
    for pattern in sentences(clause.phrases, Scope({"card": t.CARD, **of_cards}), expressions):
        named = [part.name for part in pattern.parts if isinstance(part, Slot)]
        if len(named) == 2 and "card" in named and of_cards.keys() & set(named):
            zone.each += (pattern,)
            continue
        expressions.diagnostics.add(
            "R-SENTENCE", f"“{pattern.source}” does not name a card and a state of it.", clause.span,
            'Write `{card}` and a state `of card`, as in `each "{card} for {price}"`.')  # fmt: skip
