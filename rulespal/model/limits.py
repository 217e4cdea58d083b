"""Limits for rulebooks from strangers: how long a rule may run, worked out before anything runs.

The cost of a rule is an upper bound of the steps it takes: loops multiply by the largest size of what they go over,
calls cost what they call. There is no recursion, so every rule has one.
"""

from __future__ import annotations

from functools import cached_property

from rulespal.model import expr as ir
from rulespal.model.rules import Rulebook
from rulespal.text.diagnostic import Diagnostics
from rulespal.text.span import Span

MAX_STEPS = 1_000_000
_LOOPS = (ir.Some, ir.CountWhere, ir.Filter, ir.The, ir.Next, ir.Summary)


class Costs:
    """Costs of the rules of one rulebook."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.defines: dict[str, int] = {}
        self.procedures: dict[str, int] = {}

    @cached_property
    def largest(self) -> int:
        return max(len(self.book.cards), self.book.seating[1], 1)

    def size(self, source: ir.Expr) -> int:
        """The most members that a collection can have."""
        if isinstance(source, ir.PlayersNow | ir.SeatsFrom):
            return self.book.seating[1]
        return max(1, len(source.items)) if isinstance(source, ir.Tuple) else self.largest

    def expr(self, node: object) -> int:
        if isinstance(node, tuple):
            return sum(map(self.expr, node))
        if not isinstance(node, ir.Expr):
            return 0
        if isinstance(node, ir.Invoke):
            return 1 + self.expr(node.args) + self.define(node.define)
        fields = {name: getattr(node, name) for name in node.__dataclass_fields__}
        if isinstance(node, _LOOPS):
            outside = self.expr(fields.pop("source")) + self.expr(fields.pop("after", None))
            return 1 + outside + self.size(node.source) * sum(map(self.expr, fields.values()))
        return 1 + sum(map(self.expr, fields.values()))

    def define(self, name: str) -> int:
        if name not in self.defines:
            self.defines[name] = MAX_STEPS + 1  # while it is worked out; a definition by itself was refused before
            define = self.book.defines.get(name)
            self.defines[name] = self.expr(define.value) if define else 0
        return min(self.defines[name], MAX_STEPS + 1)

    def suite(self, body: tuple[ir.Statement, ...]) -> int:
        return sum(map(self.statement, body))

    def statement(self, node: ir.Statement) -> int:
        if isinstance(node, ir.Call):
            return 1 + self.expr(node.args) + self.procedure(node.procedure)
        if isinstance(node, ir.If):
            return self.expr(node.condition) + max(self.suite(node.then), self.suite(node.otherwise))
        if isinstance(node, ir.For):
            inside = self.expr(node.condition) + self.suite(node.body)
            return self.expr(node.source) + self.size(node.source) * inside
        if isinstance(node, ir.ForRange):
            return self.expr(node.low) + self.expr(node.high) + self.rounds(node) * self.suite(node.body)
        values = [getattr(node, name) for name in node.__dataclass_fields__]
        return 1 + sum(map(self.expr, values))

    def rounds(self, node: ir.ForRange) -> int:
        """How often a loop over numbers runs at most."""
        if isinstance(node.low, ir.Const) and isinstance(node.high, ir.Const):
            return max(1, int(str(node.high.value)) - int(str(node.low.value)) + 1)
        return self.largest

    def procedure(self, name: str) -> int:
        if name not in self.procedures:
            self.procedures[name] = MAX_STEPS + 1
            procedure = self.book.procedures.get(name)
            self.procedures[name] = self.suite(procedure.body) if procedure else 0
        return min(self.procedures[name], MAX_STEPS + 1)


def limits(book: Rulebook, diagnostics: Diagnostics) -> None:
    """Notes every rule that might take more than MAX_STEPS steps."""
    costs = Costs(book)

    def check(name: str, cost: int, span: Span) -> None:
        if cost > MAX_STEPS:
            diagnostics.add("R-LIMIT", f"`{name}` may take more than {MAX_STEPS:,} steps.", span,
                            "Put fewer loops inside each other.")  # fmt: skip

    for define in book.defines.values():
        check(define.name, costs.define(define.name), define.span)
    for procedure in book.procedures.values():
        check(procedure.name, costs.procedure(procedure.name), procedure.span)
    for move in book.moves:
        requirements = sum(costs.expr(r.condition) + costs.suite(r.penalty) for r in move.requirements)
        check(move.name, requirements + costs.suite(move.effects), move.span)
    for rule in book.whenevers:
        check("whenever", costs.expr(rule.condition) + costs.suite(rule.body), rule.span)
    for ruling in book.rulings:
        answers = [*ruling.answers, *(a for course in ruling.courses for a in course.answers)]
        check(ruling.name, sum(costs.expr(a.value) for a in answers), ruling.span)
    for invariant in book.invariants:
        check("invariant", costs.expr(invariant.condition), invariant.span)
