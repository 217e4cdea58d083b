"""Statements to Python. `out` collects events; it is None where nobody asks for them."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from rulespal.engine import pyast as py
from rulespal.engine.emit import Emitter, Open, local
from rulespal.engine.layout import OVER, STACK
from rulespal.model import expr as ir

SET, MOVED, ANNOUNCED, OVER_EVENT = "set", "moved", "announced", "over"


class StatementEmitter:
    """Compiles effects with the expressions of one emission."""

    def __init__(self, expressions: Emitter) -> None:
        self.e = expressions
        self.open = isinstance(expressions, Open)

    def suite(self, statements: Iterable[ir.Statement]) -> list[ast.stmt]:
        return [python for statement in statements for python in self.statement(statement)]

    def statement(self, node: ir.Statement) -> list[ast.stmt]:
        method = getattr(self, f"_{type(node).__name__.lower()}")
        found: list[ast.stmt] = method(node)
        return found

    def event(self, *parts: ast.expr) -> ast.stmt:
        """`if out is not None: out.append((…))`"""
        note = py.do(py.method("out", "append", py.tuple_of(*parts)))
        return py.when(ast.Compare(py.name("out"), [ast.IsNot()], [py.const(None)]), [note])

    def _assign(self, node: ir.Assign) -> list[ast.stmt]:
        slot = self.e.state_slot(node)
        value = self.e.value(node.value)
        if isinstance(node.value, ir.Arithmetic):
            value = py.call("bounded", value, py.const(node.citation))
        event = self.event(py.const(SET), py.name("k"), py.name("w"), py.const(node.citation))
        return [py.let("w", value), py.let("k", slot), py.set_slot(py.name("k"), py.name("w")), event]

    def _let(self, node: ir.Let) -> list[ast.stmt]:
        return [py.let(local(node.name), self.e.value(node.value))]

    def _letrandom(self, node: ir.LetRandom) -> list[ast.stmt]:
        number, slot = self.e.value(node.number), self.e.zone_slot(node.zone)
        if self.open:
            return [py.let(local(node.name), py.method("x", "random", number, slot))]
        return [py.let(local(node.name), py.call("random_cards", py.name("x"), number, py.slot(slot)))]

    def _draw(self, node: ir.Draw) -> list[ast.stmt]:
        source, target = self.e.zone_slot(node.source), self.e.zone_slot(node.target)
        names = [py.let("n", self.e.value(node.number)), py.let("i", source), py.let("j", target)]
        event = self.event(py.const(MOVED), py.name("w"), py.name("i"), py.name("j"), py.const(node.citation))
        if self.open:
            drawn = py.method("x", "draw", py.name("n"), py.name("i"), py.name("j"))
        else:
            drawn = py.call("draw", py.name("s"), py.name("n"), py.name("i"), py.name("j"))
        return [*names, py.let("w", drawn), event]

    def _shuffle(self, node: ir.Shuffle) -> list[ast.stmt]:
        slot = self.e.zone_slot(node.zone)
        if self.open:
            return [py.do(py.method("x", "shuffle", slot))]
        return [py.let("i", slot), py.set_slot(py.name("i"), py.call("shuffled", py.name("x"), py.slot(py.name("i"))))]

    def _announce(self, node: ir.Announce) -> list[ast.stmt]:
        args = py.tuple_of(*map(self.e.value, node.args))
        return [self.event(py.const(ANNOUNCED), py.const(node.effect), args, py.const(node.citation))]

    def _stopat(self, node: ir.StopAt) -> list[ast.stmt]:
        return [py.do(py.call("stop_at", py.const(node.gap), py.const(node.citation)))]

    def _forrange(self, node: ir.ForRange) -> list[ast.stmt]:
        low, high = self.e.known(self.e.value(node.low)), self.e.known(self.e.value(node.high))
        return [py.loop(local(node.var), py.call("numbers", low, high), self.suite(node.body))]

    def _relocate(self, node: ir.Relocate) -> list[ast.stmt]:
        source, target = self.e.zone_slot(node.source), self.e.zone_slot(node.target)
        card = self.e.value(node.card)
        event = self.event(py.const(MOVED), py.name("w"), py.name("i"), py.name("j"), py.const(node.citation))
        names = [py.let("w", card), py.let("i", source), py.let("j", target)]
        several = node.card.type.kind == "collection"
        top = [py.const(node.on_top)] if node.on_top else []
        if self.open:
            operation = "move_several" if several else "move"
            return [*names, py.do(py.method("x", operation, py.name("w"), py.name("i"), py.name("j"), *top)), event]
        taken = py.call("without_several" if several else "without", py.slot(py.name("i")), py.name("w"))
        here, new = py.slot(py.name("j")), py.name("w") if several else py.tuple_of(py.name("w"))
        put = py.plus(new, here) if node.on_top else py.plus(here, new)
        return [*names, py.set_slot(py.name("i"), taken), py.set_slot(py.name("j"), put), event]

    def _relocateall(self, node: ir.RelocateAll) -> list[ast.stmt]:
        source, target = self.e.zone_slot(node.source), self.e.zone_slot(node.target)
        if self.open:
            moved = py.method("x", "move_all", py.name("i"), py.name("j"))
        else:
            moved = py.call("move_all", py.name("s"), py.name("i"), py.name("j"))
        event = self.event(py.const(MOVED), py.const(None), py.name("i"), py.name("j"), py.const(node.citation))
        return [py.let("i", source), py.let("j", target), py.do(moved), event]

    def _gather(self, node: ir.Gather) -> list[ast.stmt]:
        return [py.do(py.call("gather", py.name("s"), self.e.zone_slot(node.target)))]

    def _begin(self, node: ir.Begin) -> list[ast.stmt]:
        frame = py.tuple_of(py.const(node.stage), *map(self.e.value, node.args))
        stack = py.tuple_of(frame)
        return [py.set_slot(STACK, stack if node.only else py.plus(py.slot(STACK), stack))]

    def _endstage(self, node: ir.EndStage) -> list[ast.stmt]:
        rest = ast.Slice(None, py.const(-1), None)
        return [py.set_slot(STACK, py.item(py.slot(STACK), rest))]

    def _endgame(self, node: ir.EndGame) -> list[ast.stmt]:
        over = self.event(py.const(OVER_EVENT), py.const(node.citation))
        return [py.set_slot(STACK, py.tuple_of()), py.set_slot(OVER, py.const(node.citation)), over]

    def _call(self, node: ir.Call) -> list[ast.stmt]:
        args = (py.name("s"), py.name("x"), py.name("out"), *map(self.e.value, node.args))
        return [py.do(py.call(f"to_{node.procedure}", *args))]

    def _if(self, node: ir.If) -> list[ast.stmt]:
        return [py.when(self.e.truth(node.condition), self.suite(node.then), self.suite(node.otherwise))]

    def _for(self, node: ir.For) -> list[ast.stmt]:
        body = self.suite(node.body)
        if node.condition != ir.YES:
            body = [py.when(self.e.truth(node.condition), body)]
        source = self.e.value(node.source)
        return [py.loop(local(node.var), py.method("x", "each", source) if self.open else source, body)]
