"""Rewrites of expressions before they are compiled: definitions inlined, collections that are only asked about dissolved."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Mapping
from typing import TypeVar

from rulespal.model import expr as ir
from rulespal.model import types as t
from rulespal.model.rules import Define

E = TypeVar("E")
_BINDERS = (ir.Some, ir.CountWhere, ir.Filter, ir.The, ir.Next, ir.Summary)
MAX_INLINE = 60
_SIMPLE = (ir.Const, ir.Local, ir.StageArg)


def map_children(node: E, change: Callable[[ir.Expr], ir.Expr]) -> E:
    """The node with `change` applied to each expression directly in it."""
    changes: dict[str, object] = {}
    for field in dataclasses.fields(node):  # type: ignore[arg-type]
        value = getattr(node, field.name)
        if isinstance(value, ir.Expr):
            changes[field.name] = change(value)
        elif isinstance(value, tuple) and value and isinstance(value[0], ir.Expr):
            changes[field.name] = tuple(change(item) for item in value)
    return dataclasses.replace(node, **changes) if changes else node  # type: ignore[type-var]


class Rewriter:
    """Inlines definitions whose arguments are simple, and dissolves set-builders in `in`, `is empty` and `count of`."""

    def __init__(self, defines: Mapping[str, Define]) -> None:
        self.defines = defines
        self._fresh = itertools.count()
        self._sizes: dict[str, int] = {}

    def expr(self, node: ir.Expr) -> ir.Expr:
        node = map_children(node, self.expr)
        if isinstance(node, ir.Invoke) and all(isinstance(a, _SIMPLE) for a in node.args) and self.small(node.define):
            define = self.defines[node.define]
            bound = {p.name: a for p, a in zip(define.params, node.args, strict=True)}
            return self.expr(self.substitute(define.value, bound))
        return self._dissolve(node)

    def small(self, name: str) -> bool:
        """Whether a definition is short enough to be written out wherever it is used."""
        if name not in self._sizes:
            self._sizes[name] = self._size(self.defines[name].value)
        return self._sizes[name] <= MAX_INLINE

    def _size(self, node: object) -> int:
        if isinstance(node, tuple):
            return sum(map(self._size, node))
        if not isinstance(node, ir.Expr):
            return 0
        inside = sum(self._size(getattr(node, f.name)) for f in dataclasses.fields(node))
        if isinstance(node, ir.Invoke) and self.small(node.define):
            inside += self._sizes[node.define]
        return 1 + inside

    def _dissolve(self, node: ir.Expr) -> ir.Expr:
        if isinstance(node, ir.Empty) and isinstance(node.of, ir.Filter):
            some = ir.Some(t.TRUTH, node.of.var, node.of.source, node.of.condition, span=node.span)
            return ir.Not(t.TRUTH, some, span=node.span)
        if isinstance(node, ir.Count) and isinstance(node.of, ir.Filter):
            return ir.CountWhere(t.NUMBER, node.of.var, node.of.source, node.of.condition, span=node.span)
        if isinstance(node, ir.Contains) and isinstance(node.source, ir.Filter) and isinstance(node.item, _SIMPLE):
            inside = ir.Contains(t.TRUTH, node.item, node.source.source, span=node.span)
            condition = self.substitute(node.source.condition, {node.source.var: node.item})
            return ir.And(t.TRUTH, self._dissolve(inside), condition, span=node.span)
        if isinstance(node, ir.Not) and isinstance(node.of, ir.Not):
            return node.of.of
        return node

    def substitute(self, node: ir.Expr, bound: Mapping[str, ir.Expr]) -> ir.Expr:
        """The expression with values for names; names bound inside are renamed, so that none is caught."""
        if isinstance(node, ir.Local):
            return bound.get(node.name, node)
        if isinstance(node, _BINDERS):
            fresh = f"{node.var.split('_')[0]}_{next(self._fresh)}"
            inner = {**bound, node.var: ir.Local(self._member(node), fresh)}
            outer = {"source": bound, "after": bound}
            changes: dict[str, object] = {"var": fresh}
            for field in dataclasses.fields(node):
                value = getattr(node, field.name)
                if isinstance(value, ir.Expr):
                    changes[field.name] = self.substitute(value, outer.get(field.name, inner))
            return dataclasses.replace(node, **changes)  # type: ignore[arg-type]
        return map_children(node, lambda child: self.substitute(child, bound))

    @staticmethod
    def _member(node: ir.Expr) -> t.Type:
        source: ir.Expr = node.source  # type: ignore[attr-defined]
        return t.member(source.type) if source.type.kind == "collection" else t.CARD
