"""Expressions of the syntax tree to typed expressions: names resolved, types checked, mistakes noted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulespal.language import ast
from rulespal.model import expr as ir
from rulespal.model import types as t
from rulespal.model.names import Names
from rulespal.model.rules import Param, owner_name
from rulespal.model.types import Type
from rulespal.text.diagnostic import Diagnostics
from rulespal.text.span import Span
from rulespal.text.suggest import did_you_mean

ANY = Type("any")
_COUNTED = "If a count is compared here, put it in brackets: `(count … in …: …) = 1`."
_NONE_ALLOWED = {
    "player": "If there may be none, declare it as `player or nobody`.",
    "card": "If there may be none, declare it as `card or nothing`.",
    "enum": "If there may be none, declare it with `or nothing`.",
}
_WRITTEN_SO = {  # what other languages say, and how it is written here
    "true": "`yes`", "True": "`yes`", "false": "`no`", "False": "`no`",
    "none": "`nobody` or `nothing`", "None": "`nobody` or `nothing`", "null": "`nobody` or `nothing`",
    "nil": "`nobody` or `nothing`", "card": "`cards`, which is all of them",
    "players": "`player`: it is all of them, and one is `p` in `some p in player: …`",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Scope:
    """The names that are bound where an expression stands."""

    locals: Mapping[str, Type] = field(default_factory=dict)
    stage_args: Mapping[str, tuple[int, Type]] = field(default_factory=dict)

    def bind(self, name: str, type_: Type) -> Scope:
        return Scope({**self.locals, name: type_}, self.stage_args)


def _within(value: object, wanted: Type) -> bool:
    """Whether a number lies in a range; a range without ends holds every number."""
    assert isinstance(value, int)
    return (wanted.low is None or wanted.low <= value) and (wanted.high is None or value <= wanted.high)


class Expressions:
    """Translates expressions. A mistake is noted, and an expression of the type `any` stands in its place."""

    def __init__(self, names: Names, diagnostics: Diagnostics) -> None:
        self.names = names
        self.book = names.book
        self.diagnostics = diagnostics

    # ---- help ---------------------------------------------------------------------------------------------------------

    def fail(self, code: str, message: str, span: Span, hint: str | None = None) -> ir.Expr:
        self.diagnostics.add(code, message, span, hint)
        return ir.Const(ANY, None, span=span)

    def need(self, node: ast.Expr, wanted: Type, scope: Scope) -> ir.Expr:
        """The expression, which has to be of the type `wanted`."""
        found = self.translate(node, scope, wanted)
        if (
            isinstance(found, ir.Const)
            and wanted.kind == found.type.kind == "number"
            and not _within(found.value, wanted)
        ):
            return self.fail("R-TYPE", f"{found.value} does not lie between {wanted.low} and {wanted.high}.", node.span)
        if found.type.kind != "any" and wanted.kind != "any" and not wanted.accepts(found.type):
            be = "are" if wanted.kind == "collection" else "is"
            hint = _NONE_ALLOWED.get(wanted.kind) if found.type.kind == "nobody" else None
            return self.fail("R-TYPE", f"Here {wanted} {be} needed, and this is {found.type}.", node.span, hint)
        return found

    def truth(self, node: ast.Expr, scope: Scope) -> ir.Expr:
        return self.need(node, t.TRUTH, scope)

    def collection(self, node: ast.Expr, scope: Scope) -> ir.Expr:
        found = self.translate(node, scope)
        if found.type.kind not in ("collection", "any"):
            return self.fail("R-TYPE", f"Here several things are needed, and this is {found.type}.", node.span,
                             "Name a zone, a set, `player`, `cards` or an enum.")  # fmt: skip
        return found

    def bound(self, name: str, source: ir.Expr, scope: Scope) -> Scope:
        return scope.bind(name, t.member(source.type) if source.type.kind == "collection" else ANY)

    # ---- dispatch -----------------------------------------------------------------------------------------------------

    def translate(self, node: ast.Expr, scope: Scope, wanted: Type | None = None) -> ir.Expr:
        """The typed expression. `wanted` helps names that mean different things in different places."""
        method = getattr(self, f"_{type(node).__name__.lower()}")
        found: ir.Expr = method(node, scope, wanted)
        return found

    def _integer(self, node: ast.Integer, scope: Scope, wanted: Type | None) -> ir.Expr:
        if node.value > t.MAX_INTEGER:
            return self.fail("R-LIMIT", f"The number {node.value} is too large.", node.span)
        return ir.Const(t.NUMBER, node.value, span=node.span)

    def _truth(self, node: ast.Truth, scope: Scope, wanted: Type | None) -> ir.Expr:
        if wanted is not None and wanted.kind == "option":  # an option may be called yes or no
            name = ast.Name("yes" if node.value else "no", span=node.span)
            return self._name(name, scope, wanted)
        return ir.Const(t.TRUTH, node.value, span=node.span)

    def _nobody(self, node: ast.Nobody, scope: Scope, wanted: Type | None) -> ir.Expr:
        if wanted is not None and wanted.kind == "collection":
            return ir.Tuple(t.EMPTY, (), span=node.span)
        return ir.Const(t.NOBODY, None, span=node.span)

    def _players(self, node: ast.Players, scope: Scope, wanted: Type | None) -> ir.Expr:
        if "player" in scope.locals:  # the owner, in a clause about what every player has
            return ir.Local(scope.locals["player"], "player", span=node.span)
        return ir.PlayersNow(span=node.span)

    def _pack(self, node: ast.Pack, scope: Scope, wanted: Type | None) -> ir.Expr:
        return ir.PackNow(span=node.span)

    def _stagenow(self, node: ast.StageNow, scope: Scope, wanted: Type | None) -> ir.Expr:
        return ir.StageNow(span=node.span)

    # ---- names --------------------------------------------------------------------------------------------------------

    def _name(self, node: ast.Name, scope: Scope, wanted: Type | None) -> ir.Expr:
        name = node.name
        if name in scope.locals:
            return ir.Local(scope.locals[name], name, span=node.span)
        if name in scope.stage_args:
            position, type_ = scope.stage_args[name]
            return ir.StageArg(type_, position, span=node.span)
        found = self.names.value(name, wanted, node.span)
        if found is not None:
            return found
        if name in self.names.needs_arguments:
            return self.fail("R-TYPE", f"`{name}` needs arguments.", node.span, f"Write `{name}(…)`.")
        return self._unknown(name, wanted, node.span, [*scope.locals, *scope.stage_args])

    def _unknown(self, name: str, wanted: Type | None, span: Span, bound: list[str]) -> ir.Expr:
        """A name that is nothing, with the best hint that there is."""
        if wanted is not None and wanted.kind == "option":
            options = self.names.options(str(wanted.of))
            hint = did_you_mean(name, options) or f"It has: {', '.join(options)}."
            return self.fail("R-NAME", f"The reading `{wanted.of}` has no option `{name}`.", span, hint)
        if wanted is not None and wanted.kind == "stage":
            return self.fail("R-NAME", f"No stage is called `{name}`.", span, did_you_mean(name, self.names.stages))
        if name in _WRITTEN_SO:
            return self.fail("R-NAME", f"Nothing is called `{name}`.", span, f"Write {_WRITTEN_SO[name]}.")
        if reading := next((r for r in self.names.readings if name in self.names.options(r)), None):
            hint = f"It is an option of the reading `{reading}`: write `{reading} = {name}`."
            return self.fail("R-NAME", f"Nothing is called `{name}` here.", span, hint)
        known = [k for k in (*bound, *self.names.all_values()) if k != name]
        hint = "Only moves have an `actor`." if name == "actor" else did_you_mean(name, known)  # type: ignore[assignment]
        return self.fail("R-NAME", f"Nothing is called `{name}`.", span, hint)

    def _applied(self, node: ast.Applied, scope: Scope, wanted: Type | None) -> ir.Expr:
        name = node.name
        if owned := self.names.owned(name):
            owner = self._arguments(node, scope, (Param(str(owner_name(owned.owner)), owned.owner or t.PLAYER),))
            return self.names.of_owner(owned, owner[0], node.span)
        if name in self.book.talks:
            self.book.used.add(name)
            (text,) = self._arguments(node, scope, (Param("text", t.TEXT),))
            return ir.IsTalk(t.TRUTH, name, text, span=node.span)
        if define := self.names.define(name):
            args = self._arguments(node, scope, define.params)
            return ir.Invoke(define.type, name, args, span=node.span)
        known = self.names.all_applied()
        hint = did_you_mean(name, known)
        if self.names.value(name, wanted, node.span) is not None:
            return self.fail("R-TYPE", f"`{name}` takes no arguments.", node.span, f"Write `{name}` alone.")
        return self.fail("R-NAME", f"Nothing is called `{name}`.", node.span, hint)

    def _arguments(self, node: ast.Applied, scope: Scope, params: tuple[Param, ...]) -> tuple[ir.Expr, ...]:
        return self.arguments(node.name, node.args, scope, params, node.span)

    def arguments(
        self, name: str, args: tuple[ast.Expr, ...], scope: Scope, params: tuple[Param, ...], span: Span
    ) -> tuple[ir.Expr, ...]:
        """The arguments, checked against the parameters by number and type."""
        if len(args) != len(params):
            wanted = ", ".join(p.name for p in params) or "nothing"
            self.fail("R-TYPE", f"`{name}` takes {len(params)} argument(s), not {len(args)}.", span,
                      f"Write `{name}({wanted})`." if params else f"Write `{name}` alone.")  # fmt: skip
            return tuple(ir.Const(ANY, None) for _ in params)
        return tuple(self.need(arg, param.type, scope) for arg, param in zip(args, params, strict=True))

    def _attribute(self, node: ast.Attribute, scope: Scope, wanted: Type | None) -> ir.Expr:
        card = self.translate(node.of, scope)
        if card.type.kind not in ("card", "any"):
            return self.fail("R-TYPE", f"Only cards have attributes, and this is {card.type}.", node.of.span)
        if node.name not in self.book.attributes:
            return self.fail("R-NAME", f"Cards have no attribute `{node.name}`.", node.span,
                             did_you_mean(node.name, self.book.attributes))  # fmt: skip
        self.book.used.add(node.name)
        return ir.AttributeOf(self.book.attributes[node.name], card, node.name, span=node.span)

    # ---- collections --------------------------------------------------------------------------------------------------

    def _setof(self, node: ast.SetOf, scope: Scope, wanted: Type | None) -> ir.Expr:
        first = wanted.of if wanted is not None and isinstance(wanted.of, Type) else None
        items = []
        for item in node.items:
            items.append(self.need(item, first, scope) if first else self.translate(item, scope))
            first = first or items[0].type
        return ir.Tuple(t.collection(first or ANY), tuple(items), span=node.span)

    def _filtered(self, node: ast.Filtered, scope: Scope, wanted: Type | None) -> ir.Expr:
        source = self.collection(node.source, scope)
        condition = self.truth(node.condition, self.bound(node.var, source, scope))
        return ir.Filter(source.type, node.var, source, condition, span=node.span)

    def _countof(self, node: ast.CountOf, scope: Scope, wanted: Type | None) -> ir.Expr:
        return ir.Count(t.NUMBER, self.collection(node.of, scope), span=node.span)

    def _empty(self, node: ast.Empty, scope: Scope, wanted: Type | None) -> ir.Expr:
        return ir.Empty(t.TRUTH, self.collection(node.of, scope), span=node.span)

    def _contains(self, node: ast.Contains, scope: Scope, wanted: Type | None) -> ir.Expr:
        source = self.collection(node.source, scope)
        item = self.need(node.item, t.member(source.type) if source.type.of else ANY, scope)
        return ir.Contains(t.TRUTH, item, source, span=node.span)

    def _seatsfrom(self, node: ast.SeatsFrom, scope: Scope, wanted: Type | None) -> ir.Expr:
        return ir.SeatsFrom(t.PLAYERS, self.need(node.start, t.PLAYER, scope), span=node.span)

    def _quantified(self, node: ast.Quantified, scope: Scope, wanted: Type | None) -> ir.Expr:
        source = self.collection(node.source, scope)
        condition = self.truth(node.condition, self.bound(node.var, source, scope))
        if node.kind == "count":
            return ir.CountWhere(t.NUMBER, node.var, source, condition, span=node.span)
        if node.kind == "some":
            return ir.Some(t.TRUTH, node.var, source, condition, span=node.span)
        but = ir.Not(t.TRUTH, condition, span=node.condition.span)
        return ir.Not(t.TRUTH, ir.Some(t.TRUTH, node.var, source, but, span=node.span), span=node.span)

    def _the(self, node: ast.The, scope: Scope, wanted: Type | None) -> ir.Expr:
        source = self.collection(node.source, scope)
        condition = self.truth(node.condition, self.bound(node.var, source, scope))
        return ir.The(t.member(source.type), node.var, source, condition, span=node.span)

    def _next(self, node: ast.Next, scope: Scope, wanted: Type | None) -> ir.Expr:
        source = self.collection(node.source, scope)
        one = t.member(source.type) if source.type.of else ANY
        after = self.need(node.after, Type(one.kind, one.of, optional=True), scope)
        var = node.var or "it"
        condition = self.truth(node.condition, scope.bind(var, one)) if node.condition else ir.YES
        return ir.Next(one, var, after, source, condition, span=node.span)

    def _summary(self, node: ast.Summary, scope: Scope, wanted: Type | None) -> ir.Expr:
        source = self.collection(node.source, scope)
        inner = self.bound(node.var, source, scope)
        condition = self.truth(node.condition, inner) if node.condition else ir.YES
        body = self.need(node.body, t.NUMBER, inner)
        return ir.Summary(t.NUMBER, node.kind, body, node.var, source, condition, span=node.span)

    # ---- operators ----------------------------------------------------------------------------------------------------

    def _choice(self, node: ast.Choice, scope: Scope, wanted: Type | None) -> ir.Expr:
        condition = self.truth(node.condition, scope)
        then, otherwise = self.translate(node.then, scope, wanted), self.translate(node.otherwise, scope, wanted)
        one, other = (then.type, otherwise.type) if then.type.kind != "nobody" else (otherwise.type, then.type)
        type_ = Type(one.kind, one.of, one.optional or other.optional or other.kind == "nobody", zone=one.zone)
        if ANY not in (one, other) and not type_.accepts(other):
            return self.fail("R-TYPE", f"Here {one} is needed, and this is {other}.", node.otherwise.span)
        return ir.Choice(type_, condition, then, otherwise, span=node.span)

    def _arithmetic(self, node: ast.Arithmetic, scope: Scope, wanted: Type | None) -> ir.Expr:
        left, right = self.need(node.left, t.NUMBER, scope), self.need(node.right, t.NUMBER, scope)
        return ir.Arithmetic(t.NUMBER, left, node.op, right, span=node.span)

    def _quotient(self, node: ast.Quotient, scope: Scope, wanted: Type | None) -> ir.Expr:
        left, right = self.need(node.left, t.NUMBER, scope), self.need(node.right, t.NUMBER, scope)
        if isinstance(right, ir.Const) and right.value == 0:
            return self.fail("R-TYPE", "Nothing can be divided by 0.", node.right.span)
        return ir.Quotient(t.NUMBER, left, right, node.rounding, span=node.span)

    def _compare(self, node: ast.Compare, scope: Scope, wanted: Type | None) -> ir.Expr:
        left = self.translate(node.left, scope)
        if left.type.kind == "stage" or left.type.kind == "option":
            right = self.need(node.right, left.type, scope)
        else:
            right = self.translate(node.right, scope, left.type)
        both = (left.type, right.type)
        if ANY not in both and not (left.type.accepts(right.type) or right.type.accepts(left.type)):
            hint = _COUNTED if {b.kind for b in both} == {"truth", "number"} else None
            return self.fail("R-TYPE", f"These cannot be compared: {left.type} and {right.type}.", node.span, hint)
        if node.op not in ("=", "!=") and any(b.kind not in ("number", "any") for b in both):
            return self.fail("R-TYPE", f"`{node.op}` compares numbers, and this is {left.type}.", node.span)
        return ir.Compare(t.TRUTH, left, node.op, right, span=node.span)

    def _not(self, node: ast.Not, scope: Scope, wanted: Type | None) -> ir.Expr:
        return ir.Not(t.TRUTH, self.truth(node.of, scope), span=node.span)

    def _and(self, node: ast.And, scope: Scope, wanted: Type | None) -> ir.Expr:
        return ir.And(t.TRUTH, self.truth(node.left, scope), self.truth(node.right, scope), span=node.span)

    def _or(self, node: ast.Or, scope: Scope, wanted: Type | None) -> ir.Expr:
        return ir.Or(t.TRUTH, self.truth(node.left, scope), self.truth(node.right, scope), span=node.span)
