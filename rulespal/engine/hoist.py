"""Takes apart the condition of a search: what is the same for every set of cards, and what only the cards decide."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from rulespal.engine import pyast as py
from rulespal.engine.emit import Emitter, free, local
from rulespal.engine.rewrite import map_children
from rulespal.model import expr as ir
from rulespal.model.rules import Define, Param
from rulespal.model.writes import Writes

_LOOPS = (ir.Some, ir.CountWhere, ir.Filter, ir.The, ir.Next, ir.Summary, ir.Invoke)


def loops(node: object) -> bool:
    """Whether an expression takes more than a few steps."""
    if isinstance(node, tuple):
        return any(map(loops, node))
    if not isinstance(node, ir.Expr):
        return False
    return isinstance(node, _LOOPS) or any(loops(getattr(node, name)) for name in node.__dataclass_fields__)


def readings(node: object, defines: Mapping[str, Define]) -> set[int]:
    """The readings that an expression looks at, in the definitions that it uses too."""
    if isinstance(node, tuple):
        return set().union(*(readings(part, defines) for part in node))
    if not isinstance(node, ir.Expr):
        return set()
    inside = set().union(*(readings(getattr(node, name), defines) for name in node.__dataclass_fields__))
    if isinstance(node, ir.Invoke):
        inside |= readings(defines[node.define].value, defines)
    return inside | ({node.reading} if isinstance(node, ir.ReadingNow) else set())


class Parts:
    """Splits one condition. `before`: statements that name the constant parts; `memos`: names of the tables to keep."""

    def __init__(self, emitter: Emitter, writes: Writes, param: Param, first: int) -> None:
        self.e = emitter
        self.writes = writes
        self.param = param
        self.first = first
        self.before: list[ast.stmt] = []
        self.memos: list[str] = []

    def split(self, node: ir.Expr) -> ir.Expr:
        """The condition with its parts replaced by names and remembered values."""
        names = set(free(node))
        if self.param.name not in names:
            return self._constant(node) if loops(node) or not isinstance(node, ir.Const | ir.Local) else node
        if names == {self.param.name} and not self.writes.reads(node) and loops(node):
            return self._remembered(node)
        return map_children(node, self.split) if not isinstance(node, _LOOPS) else node

    def _constant(self, node: ir.Expr) -> ir.Expr:
        name = f"same_{len(self.before)}_{self.param.name}"
        self.before.append(py.let(local(name), self.e.emit(node)))
        return ir.Local(node.type, name)

    def _remembered(self, node: ir.Expr) -> ir.Expr:
        """A value that only the cards (and the readings) decide: kept in a table, found there before it is worked out.

        The table is chosen once a search, by the readings that the value looks at.
        """
        number = self.first + len(self.memos)
        self.memos.append(f"KNOWN_{number}")
        looked_at = sorted(readings(node, self.e.book.defines))
        key = py.tuple_of(*(py.item(py.name("x"), r) for r in looked_at))
        table = py.call(ast.Attribute(py.name(f"KNOWN_{number}"), "setdefault", ast.Load()), key, ast.Dict([], []))
        self.before.append(py.let(f"known_{number}", table))
        params = ["s", "x", local(self.param.name)]
        self.e.helpers.append(py.function(f"work_out_{number}", params, [py.give(self.e.emit(node))]))
        return ir.Remembered(node.type, number, ir.Local(self.param.type, self.param.name))

    def summing(self, node: ir.Expr, zone: ast.expr) -> ast.expr | None:
        """Python for a search of the form "the sum of an attribute reaches a number"; None for any other condition."""
        match node:
            case ir.Compare(left=ir.Summary() as total, op=">=", right=least) if self._sums_cards(total):
                assert isinstance(total.body, ir.AttributeOf)
                if self.param.name not in free(least):
                    return py.call("sets_summing", zone, py.name(f"CARD_{total.body.attribute}"), self.e.emit(least))
        return None

    def _sums_cards(self, total: ir.Summary) -> bool:
        """Whether it is the sum, over the cards searched for, of an attribute that is never negative."""
        match total:
            case ir.Summary(kind="sum", body=ir.AttributeOf(card=ir.Local(name=card)), source=ir.Local(name=source)):
                low = total.body.type.low
                whole = card == total.var and source == self.param.name and total.condition == ir.YES
                return whole and low is not None and low >= 0
        return False

    def search(self, node: ir.Expr, zone: ast.expr, until: bool) -> ast.expr:
        """Python for the search; without a call for each set where a table and a comparison say it all."""
        match node:
            case ir.Remembered(number=number) if not until:
                return py.call("sets_known", zone, py.name(f"known_{number}"), self._worker(number))
        fits = py.lambda_of([local(self.param.name)], self.e.test(node))
        return py.call("sets_until" if until else "sets_while", zone, fits)

    def _worker(self, number: int) -> ast.expr:
        cards = local(self.param.name)
        return py.lambda_of([cards], py.call(f"work_out_{number}", py.name("s"), py.name("x"), py.name(cards)))
