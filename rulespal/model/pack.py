"""The pack: loops over attributes, written out card by card."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from rulespal.language import ast
from rulespal.model import types as t
from rulespal.model.names import Names
from rulespal.model.rules import Card
from rulespal.model.types import Type
from rulespal.text.diagnostic import Diagnostics
from rulespal.text.span import Span
from rulespal.text.suggest import did_you_mean

MAX_CARDS = 2_000
_MEANT = {  # types of other languages
    "bool": "yes or no", "boolean": "yes or no", "int": "number", "integer": "number", "string": "text", "str": "text",
    "Player": "player", "Card": "card", "Cards": "cards", "players": "player",
}  # fmt: skip
Value = tuple[str, object]  # how it is spoken, and what it is


class PackWriter:
    """Writes out the cards of a pack; mistakes are noted."""

    def __init__(self, names: Names, diagnostics: Diagnostics) -> None:
        self.names = names
        self.book = names.book
        self.diagnostics = diagnostics
        self._named: dict[str, Card] = {}

    def write(self, pack: ast.PackOfCards) -> None:
        for line in pack.lines:
            for bound in self._repeated(line):
                if len(self.book.cards) >= MAX_CARDS:
                    self._error("R-LIMIT", f"The pack has more than {MAX_CARDS} cards.", line.span)
                    return
                card = self._card(line, bound)
                if card is not None and self._distinct(card, line):
                    self.book.cards.append(card)

    def _distinct(self, card: Card, line: ast.PackLine) -> bool:
        """Whether a card can be told from the others by its name; cards that are alike in all may share one."""
        if any("," in name for name in (card.name, *card.aliases)):
            self._error("R-SENTENCE", f"A comma stands in the name “{card.name}”.", line.span,
                        "Lists of cards are written with commas: leave it out.")  # fmt: skip
            return False
        other = self._named.setdefault(card.name, card)
        if other.attributes != card.attributes:
            self._error("R-TWICE", f"Two different cards are called “{card.name}”.", line.span,
                        "Give each a name of its own: put the values that differ into it.")  # fmt: skip
            return False
        return True

    def _repeated(self, line: ast.PackLine) -> Iterator[dict[str, Value]]:
        for bound in self._bindings(line.loops):
            yield from itertools.repeat(bound, 1 if line.copies is None else min(line.copies, MAX_CARDS))

    def _error(self, code: str, message: str, span: Span, hint: str | None = None) -> None:
        self.diagnostics.add(code, message, span, hint)

    def _bindings(self, loops: tuple[ast.PackLoop, ...]) -> Iterator[dict[str, Value]]:
        choices: list[list[dict[str, Value]]] = []
        for loop in loops:
            values = self._values(loop.source)
            groups = itertools.combinations(values, len(loop.names))
            choices.append([dict(zip(loop.names, group, strict=True)) for group in groups])
        for combination in itertools.product(*choices):
            yield {name: value for part in combination for name, value in part.items()}

    def _values(self, source: ast.Expr) -> list[Value]:
        if isinstance(source, ast.Name) and source.name in self.book.enums:
            return [(m, i) for i, m in enumerate(self.book.enums[source.name].members)]
        if isinstance(source, ast.SetOf):
            return [v for item in source.items for v in self._value(item, {})]
        self._error("R-TYPE", "A pack is written out over an enum or a set of values.", source.span,
                    "Write `for c in Colour` or `for n in {1, 2, 3}`.")  # fmt: skip
        return []

    def _value(self, node: ast.Expr, bound: dict[str, Value]) -> list[Value]:
        if isinstance(node, ast.Integer):
            return [(str(node.value), node.value)]
        if isinstance(node, ast.Nobody):
            return [("nothing", None)]
        if isinstance(node, ast.Truth):
            return [("yes" if node.value else "no", node.value)]
        if isinstance(node, ast.Name) and node.name in bound:
            return [bound[node.name]]
        if isinstance(node, ast.Name) and node.name in self.names.members:
            return [(node.name, self.names.members[node.name][1])]
        known = [*bound, *self.names.members]
        word = node.name if isinstance(node, ast.Name) else "this"
        self._error("R-NAME", f"`{word}` is no value of an attribute.", node.span, did_you_mean(word, known))
        return []

    def _card(self, line: ast.PackLine, bound: dict[str, Value]) -> Card | None:
        attributes: dict[str, object] = {}
        for item in line.values:
            wanted = self.book.attributes.get(item.name)
            if wanted is None:
                self._error("R-NAME", f"Cards have no attribute `{item.name}`.", item.span,
                            did_you_mean(item.name, self.book.attributes))  # fmt: skip
                return None
            attributes[item.name] = self._attribute(item.value, wanted, bound)
        missing = [name for name in self.book.attributes if name not in attributes]
        if missing:
            self._error("R-NAME", f"These cards have no `{missing[0]}`.", line.span, f"Add `{missing[0]} = …`.")
            return None
        names = [self._spoken(phrase, bound) for phrase in line.phrases]
        languages = tuple(phrase.language or self.book.languages[0] for phrase in line.phrases)
        return Card(names[0], tuple(names[1:]), attributes, languages)

    def _attribute(self, node: ast.Expr, wanted: Type, bound: dict[str, Value]) -> object:
        if wanted.kind != "collection":
            found = self._value(node, bound)
            return found[0][1] if found and self._fits(found[0], wanted, node) else None
        assert isinstance(wanted.of, Type)
        if isinstance(node, ast.Nobody):
            return ()
        items = node.items if isinstance(node, ast.SetOf) else (node,)
        values = [(item, value) for item in items for value in self._value(item, bound)]
        return tuple(sorted(v[1] for item, v in values if self._fits(v, wanted.of, item)))  # type: ignore[type-var]

    def _fits(self, found: Value, wanted: Type, node: ast.Expr) -> bool:
        """Whether a value is of the kind that an attribute has; notes it if not."""
        word, value = found
        member = self.names.members.get(word)
        if wanted.kind == "number" and type(value) is int and member is None:
            if not _within(value, wanted):
                self._error("R-TYPE", f"{word} does not lie between {wanted.low} and {wanted.high}.", node.span)
            return _within(value, wanted)
        if value is None:
            right = wanted.optional
        elif wanted.kind == "enum":
            right = member is not None and member[0] == wanted.of
        else:
            right = wanted.kind == "any" or (wanted.kind == "truth" and isinstance(value, bool))
        if not right:
            self._error("R-TYPE", f"Here {wanted} is needed, and this is `{word}`.", node.span)
        return right

    def _spoken(self, phrase: ast.Phrase, bound: dict[str, Value]) -> str:
        """A name with values in it: `{s}` is a member's name in the phrase's language, `{s.1}` its first other name."""
        text = phrase.text
        for name, (word, _) in bound.items():
            also = self._aliases(word)
            mine = next((alias for language, alias in also if language == phrase.language), word.replace("_", " "))
            text = text.replace("{" + name + "}", mine if phrase.language else word.replace("_", " "))
            for place, (_, alias) in enumerate(also, start=1):
                text = text.replace("{" + f"{name}.{place}" + "}", alias)
        return text

    def _aliases(self, member: str) -> tuple[tuple[str, str], ...]:
        if member not in self.names.members:
            return ()
        enum, place = self.names.members[member]
        return self.book.enums[enum].aliases[place]


def _within(value: int, wanted: Type) -> bool:
    return (wanted.low is None or wanted.low <= value) and (wanted.high is None or value <= wanted.high)


def attribute_type(node: ast.Type, names: Names, diagnostics: Diagnostics) -> Type:
    """The type of an attribute, state or parameter."""
    if node.kind in ("named", "set", "list"):
        assert node.name is not None
        if node.name not in names.book.enums:
            hint = f"Write `{_MEANT[node.name]}`." if node.name in _MEANT else None
            hint = hint or did_you_mean(node.name, [*names.book.enums, "player", "card", "number"])
            diagnostics.add("R-NAME", f"No enum is called `{node.name}`.", node.span, hint)
            return Type("any")
        names.book.used.add(node.name)
        one = Type("enum", node.name, node.optional)
        return one if node.kind == "named" else t.collection(one)
    if node.kind == "range" and node.low > node.high:
        diagnostics.add("R-TYPE", f"`{node.low} to {node.high}` holds no number.", node.span,
                        f"Write `{node.high} to {node.low}`.")  # fmt: skip
    if node.kind == "range":
        return Type("number", None, low=node.low, high=node.high)
    simple = {
        "truth": t.TRUTH,
        "number": t.NUMBER,
        "player": t.PLAYER,
        "card": t.CARD,
        "cards": t.CARDS,
        "text": t.TEXT,
    }[node.kind]
    return Type(simple.kind, simple.of, node.optional)
