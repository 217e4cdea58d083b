"""Expressions to Python. `Emitter` says once how the language is compiled; `Fast` and `Open` fill in the operations.

Fast code is plain Python over known values. Open code calls the operations of `unknown.Worlds`, which also take values
that nobody knows; truth is asked in one place (`x.truth`). In both, `s` is the position and `x` the readings or worlds.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from rulespal.engine import pyast as py
from rulespal.engine.layout import STACK, Layout
from rulespal.engine.rewrite import Rewriter
from rulespal.model import expr as ir
from rulespal.model.rules import Define, Rulebook
from rulespal.model.types import Type

_OPS: dict[str, tuple[ast.cmpop, str]] = {
    "=": (ast.Eq(), "eq"), "!=": (ast.NotEq(), "ne"), "<": (ast.Lt(), "lt"), "<=": (ast.LtE(), "le"),
    ">": (ast.Gt(), "gt"), ">=": (ast.GtE(), "ge"),
}  # fmt: skip
_ARITHMETIC: dict[str, tuple[ast.operator, str]] = {
    "+": (ast.Add(), "add"), "-": (ast.Sub(), "sub"), "*": (ast.Mult(), "mul"),
}  # fmt: skip


def local(name: str) -> str:
    return f"v_{name}"


def free(node: object, bound: frozenset[str] = frozenset()) -> list[str]:
    """The names that an expression uses and does not bind, in a stable order."""
    if isinstance(node, ir.Local):
        return [] if node.name in bound else [node.name]
    if not isinstance(node, ir.Expr):
        return []
    var = getattr(node, "var", None)
    found: list[str] = []
    for field in node.__dataclass_fields__:
        value = getattr(node, field)
        outside = field in ("source", "after")
        inner = bound if outside or var is None else bound | {var}
        for part in value if isinstance(value, tuple) else (value,):
            found += [n for n in free(part, inner) if n not in found]
    return found


def by_attributes(node: object, card: str, defines: Mapping[str, Define]) -> bool:
    """Whether an expression asks of the card of this name for nothing but its attributes."""
    if isinstance(node, tuple):
        return all(by_attributes(part, card, defines) for part in node)
    if isinstance(node, ir.Local):
        return node.name != card
    if not isinstance(node, ir.Expr) or (isinstance(node, ir.AttributeOf) and isinstance(node.card, ir.Local)):
        return True
    if isinstance(node, ir.Invoke):
        define = defines[node.define]
        pairs = zip(define.params, node.args, strict=True)
        return all(
            by_attributes(define.value, param.name, defines)
            if isinstance(arg, ir.Local) and arg.name == card
            else by_attributes(arg, card, defines)
            for param, arg in pairs
        )
    return all(by_attributes(getattr(node, name), card, defines) for name in node.__dataclass_fields__)


class Emitter:
    """What both emissions share: names, constants, positions and the boolean operators."""

    def __init__(self, book: Rulebook, layout: Layout, rewriter: Rewriter) -> None:
        self.book = book
        self.layout = layout
        self.rewriter = rewriter
        self.helpers: list[ast.stmt] = []

    def value(self, node: ir.Expr) -> ast.expr:
        """Python for an expression of the model, after rewriting."""
        return self.emit(self.rewriter.expr(node))

    def truth(self, node: ir.Expr) -> ast.expr:
        """Python that is True or False."""
        return self.test(self.rewriter.expr(node))

    def emit(self, node: ir.Expr) -> ast.expr:
        method = getattr(self, f"_{type(node).__name__.lower()}")
        found: ast.expr = method(node)
        return found

    def test(self, node: ir.Expr) -> ast.expr:
        """Python that is True or False for a rewritten expression of truth."""
        return self.emit(node)

    def slot(self, base: int, owner: ir.Expr | None) -> ast.expr:
        """The index of a slot."""
        if owner is None:
            return py.const(base)
        if isinstance(owner, ir.Const) and isinstance(owner.value, int):
            return py.const(base + owner.value)
        return py.plus(py.const(base), self.known(self.emit(owner)))

    def known(self, value: ast.expr) -> ast.expr:
        return value

    def state_slot(self, node: ir.StateOf | ir.Assign) -> ast.expr:
        base, owner = self.layout.state_base[node.state], self.book.states[node.state].owner
        if owner is not None and owner.kind == "card" and node.owner is not None:
            return py.plus(py.const(base), self.kind(self.emit(node.owner)))
        return self.slot(base, node.owner)

    def kind(self, card: ast.expr) -> ast.expr:
        """The kind of a card, as a number."""
        return py.item(py.name("KINDS"), card)

    def zone_slot(self, node: ir.ZoneOf) -> ast.expr:
        return self.slot(self.layout.zone_base[node.zone], node.owner)

    # ---- the same in both ---------------------------------------------------------------------------------------------

    def _const(self, node: ir.Const) -> ast.expr:
        return py.const(node.value)

    def _local(self, node: ir.Local) -> ast.expr:
        return py.name(local(node.name))

    def _stagearg(self, node: ir.StageArg) -> ast.expr:
        return py.item(py.item(py.slot(STACK), -1), node.position + 1)

    def _stateof(self, node: ir.StateOf) -> ast.expr:
        return py.slot(self.state_slot(node))

    def _zoneof(self, node: ir.ZoneOf) -> ast.expr:
        return py.slot(self.zone_slot(node))

    def _playersnow(self, node: ir.PlayersNow) -> ast.expr:
        return py.item(py.name("SEATS"), py.slot(1))

    def _seatsfrom(self, node: ir.SeatsFrom) -> ast.expr:
        return py.item(py.item(py.name("ROUNDS"), py.slot(1)), self.known(self.emit(node.start)))

    def _istalk(self, node: ir.IsTalk) -> ast.expr:
        return py.call("heard", py.name(f"TALK_{node.talk}"), self.emit(node.text))

    def _packnow(self, node: ir.PackNow) -> ast.expr:
        return py.name("PACK")

    def _stagenow(self, node: ir.StageNow) -> ast.expr:
        now = py.item(py.item(py.slot(STACK), -1), 0)
        return ast.IfExp(py.slot(STACK), now, py.const(None))  # no stage when the game is over

    def _invoke(self, node: ir.Invoke) -> ast.expr:
        return py.call(f"define_{node.define}", py.name("s"), py.name("x"), *map(self.emit, node.args))

    def _remembered(self, node: ir.Remembered) -> ast.expr:
        """Looked up in the table of the search, or worked out and kept."""
        table, cards = py.name(f"known_{node.number}"), self.emit(node.of)
        worker = py.lambda_of([], py.call(f"work_out_{node.number}", py.name("s"), py.name("x"), cards))
        return py.call("recall", table, cards, worker)

    def _tuple(self, node: ir.Tuple) -> ast.expr:
        return py.tuple_of(*map(self.emit, node.items))

    def _choice(self, node: ir.Choice) -> ast.expr:
        return ast.IfExp(self.test(node.condition), self.emit(node.then), self.emit(node.otherwise))

    def _not(self, node: ir.Not) -> ast.expr:
        if isinstance(node.of, ir.Compare) and node.of.op == "=":
            return self.test(ir.Compare(node.type, node.of.left, "!=", node.of.right))
        return py.negate(self.test(node.of))

    def _and(self, node: ir.And) -> ast.expr:
        return py.both(self.test(node.left), self.test(node.right))

    def _or(self, node: ir.Or) -> ast.expr:
        return py.either(self.test(node.left), self.test(node.right))


class Fast(Emitter):
    """Plain Python; every value is known. `x` is the sequence of chosen options, one a reading."""

    def helper(self, node: ir.Expr, body: Sequence[ast.stmt]) -> ast.expr:
        """A function of its own for a loop, and a call of it."""
        identifier = f"loop_{len(self.helpers)}"
        names = [local(n) for n in free(node)]
        self.helpers.append(py.function(identifier, ["s", "x", *names], list(body)))
        return py.call(identifier, py.name("s"), py.name("x"), *(py.name(n) for n in names))

    def _readingnow(self, node: ir.ReadingNow) -> ast.expr:
        return py.item(py.name("x"), node.reading)

    def _attributeof(self, node: ir.AttributeOf) -> ast.expr:
        return py.item(py.name(f"CARD_{node.attribute}"), self.emit(node.card))

    def _lookup(self, node: ir.Lookup) -> ast.expr:
        return py.item(py.name(f"TABLE_{node.table}"), self.emit(node.key))

    def _count(self, node: ir.Count) -> ast.expr:
        if isinstance(node.of, ir.PlayersNow):
            return py.slot(1)
        return py.call("len", self.emit(node.of))

    def _empty(self, node: ir.Empty) -> ast.expr:
        return py.negate(self.emit(node.of))

    def _contains(self, node: ir.Contains) -> ast.expr:
        return py.compare(self.emit(node.item), ast.In(), self.emit(node.source))

    def _arithmetic(self, node: ir.Arithmetic) -> ast.expr:
        return ast.BinOp(self.emit(node.left), _ARITHMETIC[node.op][0], self.emit(node.right))

    def _quotient(self, node: ir.Quotient) -> ast.expr:
        left, right = self.emit(node.left), self.emit(node.right)
        if isinstance(node.right, ir.Const) and node.rounding == "down":
            return ast.BinOp(left, ast.FloorDiv(), right)
        return py.call(f"divided_{node.rounding}", left, right)

    def _compare(self, node: ir.Compare) -> ast.expr:
        op = _OPS[node.op][0]
        for one, other in ((node.left, node.right), (node.right, node.left)):
            if isinstance(one, ir.Const) and one.value is None:
                return py.compare(self.emit(other), ast.Is() if node.op == "=" else ast.IsNot(), py.const(None))
            if isinstance(one, ir.Const) and isinstance(one.value, bool):
                return self.test(other) if one.value == (node.op == "=") else py.negate(self.test(other))
        return py.compare(self.emit(node.left), op, self.emit(node.right))

    def guarded(self, node: ir.Some | ir.CountWhere | ir.The | ir.Next | ir.Summary, body: list[ast.stmt]
                ) -> list[ast.stmt]:  # fmt: skip
        if node.condition == ir.YES:
            return body
        return [py.when(self.test(node.condition), body)]

    def _some(self, node: ir.Some) -> ast.expr:
        found = self.guarded(node, [py.give(py.const(True))])
        body = [py.loop(local(node.var), self.emit(node.source), found), py.give(py.const(False))]
        return self.helper(node, body)

    def _countwhere(self, node: ir.CountWhere) -> ast.expr:
        one = ast.AugAssign(ast.Name("n", ast.Store()), ast.Add(), py.const(1))
        body = [
            py.let("n", py.const(0)),
            py.loop(local(node.var), self.emit(node.source), self.guarded(node, [one])),
            py.give(py.name("n")),
        ]
        return self.helper(node, body)

    def _the(self, node: ir.The) -> ast.expr:
        found = self.guarded(node, [py.give(py.name(local(node.var)))])
        none = py.do(py.call("no_such", py.const(f"line {node.span.line}")))
        return self.helper(node, [py.loop(local(node.var), self.emit(node.source), found), none])

    def _next(self, node: ir.Next) -> ast.expr:
        ring: ast.expr = py.call("ring_after", self.emit(node.source), self.emit(node.after))
        if isinstance(node.source, ir.PlayersNow):
            ring = py.item(py.item(py.name("RINGS"), py.slot(1)), self.emit(node.after))
        if node.condition == ir.YES:
            return py.item(ring, 0)
        found = self.guarded(node, [py.give(py.name(local(node.var)))])
        none = py.do(py.call("no_such", py.const(f"line {node.span.line}")))
        return self.helper(node, [py.loop(local(node.var), ring, found), none])

    def _filter(self, node: ir.Filter) -> ast.expr:
        var = ast.Name(local(node.var), ast.Store())
        each = ast.comprehension(var, self.emit(node.source), [self.test(node.condition)], 0)
        return py.call("tuple", ast.ListComp(py.name(local(node.var)), [each]))

    def _summary(self, node: ir.Summary) -> ast.expr:
        conditions = [] if node.condition == ir.YES else [self.test(node.condition)]
        each = ast.comprehension(ast.Name(local(node.var), ast.Store()), self.emit(node.source), conditions, 0)
        function = {"sum": "sum", "most": "most", "least": "least"}[node.kind]
        return py.call(function, ast.ListComp(self.emit(node.body), [each]))


_ANSWERS_ITSELF = (ir.IsTalk, ir.Some, ir.Contains, ir.Empty, ir.Not, ir.And, ir.Or)


class Open(Emitter):
    """Calls of the operations of `unknown.Worlds`, for positions of which not everything is known."""

    def test(self, node: ir.Expr) -> ast.expr:
        if isinstance(node, _ANSWERS_ITSELF) or (isinstance(node, ir.Const) and isinstance(node.value, bool)):
            return self.emit(node)
        return py.method("x", "truth", self.emit(node))

    def known(self, value: ast.expr) -> ast.expr:
        return value if isinstance(value, ast.Constant) else py.method("x", "pin", value)

    def kind(self, card: ast.expr) -> ast.expr:
        return py.item(py.name("KINDS"), py.method("x", "named", card))

    def _readingnow(self, node: ir.ReadingNow) -> ast.expr:
        return py.method("x", "reading", py.const(node.reading))

    def _attributeof(self, node: ir.AttributeOf) -> ast.expr:
        return py.method("x", "attribute", py.name(f"CARD_{node.attribute}"), self.emit(node.card))

    def _lookup(self, node: ir.Lookup) -> ast.expr:
        return py.method("x", "lookup", py.name(f"TABLE_{node.table}"), self.emit(node.key))

    def _count(self, node: ir.Count) -> ast.expr:
        return py.method("x", "count", self.emit(node.of))

    def _empty(self, node: ir.Empty) -> ast.expr:
        if isinstance(node.of, ir.ZoneOf):
            return py.method("x", "zone_empty", self.zone_slot(node.of))
        return py.method("x", "empty", self.emit(node.of))

    def _contains(self, node: ir.Contains) -> ast.expr:
        if isinstance(node.source, ir.ZoneOf):
            return py.method("x", "in_zone", self.emit(node.item), self.zone_slot(node.source))
        return py.method("x", "contains", self.emit(node.item), self.emit(node.source))

    def _arithmetic(self, node: ir.Arithmetic) -> ast.expr:
        operation = py.const(_ARITHMETIC[node.op][1])
        return py.method("x", "lift", operation, self.emit(node.left), self.emit(node.right))

    def _quotient(self, node: ir.Quotient) -> ast.expr:
        operation = py.const(f"divided_{node.rounding}")
        divisor = py.method("x", "divisor", self.emit(node.right))
        return py.method("x", "lift", operation, self.emit(node.left), divisor)

    def _compare(self, node: ir.Compare) -> ast.expr:
        cards = "card" in (node.left.type.kind, node.right.type.kind)
        if cards:
            same = py.method("x", "same_card", self.emit(node.left), self.emit(node.right))
            return same if node.op == "=" else py.method("x", "not_", same)
        return py.method("x", "lift", py.const(_OPS[node.op][1]), self.emit(node.left), self.emit(node.right))

    def _quantity(self, operation: str, node: ir.Some | ir.CountWhere | ir.Filter | ir.The) -> ast.expr:
        predicate = py.lambda_of([local(node.var)], self.test(node.condition))
        source = self.emit(node.source)
        return py.method("x", operation, source, predicate, *self._alike(node, node.condition))

    def _alike(
        self, node: ir.Some | ir.CountWhere | ir.Filter | ir.The | ir.Summary, *asked: ir.Expr
    ) -> list[ast.expr]:
        """The table of cards that are alike, where what is asked cannot tell them apart."""
        of = node.source.type.of
        cards = isinstance(of, Type) and of.kind == "card"
        return [py.name("ALIKE")] if cards and by_attributes(asked, node.var, self.book.defines) else []

    def _some(self, node: ir.Some) -> ast.expr:
        return self._quantity("some", node)

    def _countwhere(self, node: ir.CountWhere) -> ast.expr:
        return self._quantity("count_where", node)

    def _filter(self, node: ir.Filter) -> ast.expr:
        return self._quantity("filter", node)

    def _the(self, node: ir.The) -> ast.expr:
        return self._quantity("the", node)

    def _next(self, node: ir.Next) -> ast.expr:
        predicate = py.lambda_of([local(node.var)], self.test(node.condition))
        return py.method("x", "next", self.emit(node.source), self.emit(node.after), predicate)

    def _summary(self, node: ir.Summary) -> ast.expr:
        predicate = py.lambda_of([local(node.var)], self.test(node.condition))
        body = py.lambda_of([local(node.var)], self.emit(node.body))
        alike = self._alike(node, node.condition, node.body)
        return py.method("x", "summary", py.const(node.kind), self.emit(node.source), predicate, body, *alike)
