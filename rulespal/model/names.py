"""The names of a rulebook and what they stand for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulespal.model import expr as ir
from rulespal.model import types as t
from rulespal.model.rules import Param, Rulebook, State, Zone
from rulespal.model.types import Type
from rulespal.text.diagnostic import Diagnostics, Related
from rulespal.text.span import Span


@dataclass(frozen=True, slots=True)
class Signature:
    """What a definition takes and gives, known before its body is read."""

    params: tuple[Param, ...]
    type: Type


class Names:
    """Resolves names. Options of readings and members of enums are looked for where such a value is wanted."""

    def __init__(self, book: Rulebook, diagnostics: Diagnostics) -> None:
        self.book = book
        self.diagnostics = diagnostics
        self.declared: dict[str, Span] = {}
        self.states: dict[str, State] = {}
        self.zones: dict[str, Zone] = {}
        self.stages: dict[str, int] = {}
        self.moves: dict[str, int] = {}
        self.readings: dict[str, int] = {}
        self.members: dict[str, tuple[str, int]] = {}
        self.signatures: dict[str, Signature] = {}
        self.effects: dict[str, int] = {}
        self.procedures: dict[str, tuple[Param, ...]] = {}

    def declare(self, name: str, span: Span) -> bool:
        """Notes that `name` is taken; False, with a diagnostic, if it was before."""
        if name in self.declared:
            first = Related(self.declared[name], "first declared here")
            self.diagnostics.add("R-TWICE", f"`{name}` is declared twice.", span, "Rename one of the two.", [first])
            return False
        self.declared[name] = span
        return True

    # ---- values -------------------------------------------------------------------------------------------------------

    def value(self, name: str, wanted: Type | None, span: Span) -> ir.Expr | None:
        """What a bare name means, or None."""
        if wanted is not None and wanted.kind in ("option", "stage"):
            return self._in_context(name, wanted, span)
        found = self._variable(name, span) or self._constant(name, span)
        if found is not None:
            self.book.used.add(name)
        return found

    def _in_context(self, name: str, wanted: Type, span: Span) -> ir.Expr | None:
        if wanted.kind == "stage" and name in self.stages:
            self.book.used.add(name)
            return ir.Const(t.STAGE, self.stages[name], span=span)
        if wanted.kind == "option":
            reading = self.book.readings[self.readings[str(wanted.of)]]
            for place, option in enumerate(reading.options):
                if option.name == name:
                    return ir.Const(wanted, place, span=span)
        return None

    def _variable(self, name: str, span: Span) -> ir.Expr | None:
        if name in self.states and not self.states[name].owned:
            return ir.StateOf(self.states[name].type, self.states[name].index, None, span=span)
        if name in self.zones and not self.zones[name].owned:
            return ir.ZoneOf(t.ZONE, self.zones[name].index, None, span=span)
        if name in self.signatures and not self.signatures[name].params:
            return ir.Invoke(self.signatures[name].type, name, (), span=span)
        if name in self.book.tables:
            table = self.book.tables[name]
            return ir.Lookup(_type_of_rows(table.rows), name, table.by, span=span)
        return None

    def _constant(self, name: str, span: Span) -> ir.Expr | None:
        if name in self.book.enums:
            enum = self.book.enums[name]
            one = Type("enum", name)
            items = tuple(ir.Const(one, i) for i in range(len(enum.members)))
            return ir.Tuple(t.collection(one), items, span=span)
        if name in self.members:
            enum_name, place = self.members[name]
            self.book.used.add(enum_name)
            return ir.Const(Type("enum", enum_name), place, span=span)
        if name in self.readings:
            return ir.ReadingNow(Type("option", name), self.readings[name], span=span)
        return None

    def options(self, reading: str) -> list[str]:
        """The names of the options of a reading."""
        return [option.name for option in self.book.readings[self.readings[reading]].options]

    def owned(self, name: str) -> State | Zone | None:
        """The state or zone that every player (or card, or member) has under that name."""
        found = self.states.get(name) or self.zones.get(name)
        return found if found is not None and found.owned else None

    def of_owner(self, thing: State | Zone, owner: ir.Expr, span: Span) -> ir.Expr:
        self.book.used.add(thing.name)
        if isinstance(thing, State):
            return ir.StateOf(thing.type, thing.index, owner, span=span)
        return ir.ZoneOf(t.ZONE, thing.index, owner, span=span)

    def define(self, name: str) -> Signature | None:
        found = self.signatures.get(name)
        if found is not None and found.params:
            self.book.used.add(name)
            return found
        return None

    # ---- for suggestions ----------------------------------------------------------------------------------------------

    @property
    def needs_arguments(self) -> set[str]:
        owned = [n for n, s in self.states.items() if s.owned] + [n for n, z in self.zones.items() if z.owned]
        return {n for n, s in self.signatures.items() if s.params}.union(owned)

    def all_applied(self) -> Iterator[str]:
        yield from self.needs_arguments

    def all_values(self) -> Iterator[str]:
        yield from (*self.states, *self.zones, *self.signatures, *self.book.tables, *self.book.enums)
        yield from (*self.members, *self.readings, "actor")


def _type_of_rows(rows: tuple[tuple[object, object], ...]) -> Type:
    return t.NUMBER if all(isinstance(v, int) and not isinstance(v, bool) for _, v in rows) else t.TRUTH
