"""Statements of the syntax tree to checked statements."""

from __future__ import annotations

from collections.abc import Iterable

from rulespal.language import ast
from rulespal.model import expr as ir
from rulespal.model import types as t
from rulespal.model.expressions import ANY, Expressions, Scope
from rulespal.model.rules import Gap, owner_name
from rulespal.text.span import Span
from rulespal.text.suggest import did_you_mean


class Statements:
    """Translates statements; every one carries the citation of the rule it stands in."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions
        self.names = expressions.names
        self.citation = 0

    def suite(self, nodes: Iterable[ast.Statement], scope: Scope, citation: int) -> tuple[ir.Statement, ...]:
        self.citation = citation
        return self._suite(nodes, scope)

    def _suite(self, nodes: Iterable[ast.Statement], scope: Scope) -> tuple[ir.Statement, ...]:
        done: list[ir.Statement] = []
        for node in nodes:
            if isinstance(node, ast.Let):
                value = self.expressions.translate(node.value, scope)
                scope = scope.bind(node.name, value.type)
                done.append(ir.Let(self.citation, node.name, value, span=node.span))
            elif isinstance(node, ast.LetRandom):
                number = self.expressions.need(node.number, t.NUMBER, scope)
                zone = self._zone(node.zone, scope)
                scope = scope.bind(node.name, t.CARDS)
                if zone is not None:
                    done.append(ir.LetRandom(self.citation, node.name, number, zone, span=node.span))
            elif (found := self._statement(node, scope)) is not None:
                done.append(found)
        return tuple(done)

    def _statement(self, node: ast.Statement, scope: Scope) -> ir.Statement | None:
        method = getattr(self, f"_{type(node).__name__.lower()}")
        found: ir.Statement | None = method(node, scope)
        return found

    def _error(self, code: str, message: str, span: Span, hint: str | None = None) -> None:
        self.expressions.diagnostics.add(code, message, span, hint)

    def _assign(self, node: ast.Assign, scope: Scope) -> ir.Statement | None:
        state = self.names.states.get(node.name)
        if state is None:
            declared = node.name in self.names.declared
            message = f"`{node.name}` is no state." if declared else f"No state is called `{node.name}`."
            near = None if declared else did_you_mean(node.name, self.names.states)
            self._error("R-NAME", message, node.span, near or "Only states can be set.")
            return None
        if state.owned != bool(node.args) or (node.args and len(node.args) != 1):
            say = f"{node.name}({str(owner_name(state.owner)).upper()})" if state.owned else node.name
            self._error("R-TYPE", f"`{node.name}` is set as `{say} := …`.", node.span)
            return None
        owner = self.expressions.need(node.args[0], state.owner or t.PLAYER, scope) if node.args else None
        value = self.expressions.need(node.value, t.NUMBER if node.op != ":=" else state.type, scope)
        if node.op != ":=":
            now = ir.StateOf(state.type, state.index, owner, span=node.span)
            value = ir.Arithmetic(t.NUMBER, now, node.op[0], value, span=node.span)
        return ir.Assign(self.citation, state.index, owner, value, span=node.span)

    def _zone(self, node: ast.Expr, scope: Scope) -> ir.ZoneOf | None:
        found = self.expressions.translate(node, scope)
        if isinstance(found, ir.ZoneOf):
            return found
        if found.type.kind != "any":
            self._error("R-TYPE", f"Here a zone is needed, and this is {found.type}.", node.span,
                        did_you_mean(getattr(node, "name", ""), self.names.zones))  # fmt: skip
        return None

    def _relocate(self, node: ast.Relocate, scope: Scope) -> ir.Statement | None:
        card = self.expressions.translate(node.card, scope)
        if card.type.kind not in ("card", "any") and not t.CARDS.accepts(card.type):
            self._error("R-TYPE", f"Only cards can be moved, and this is {card.type}.", node.card.span)
        source, target = self._zone(node.source, scope), self._zone(node.target, scope)
        if source is None or target is None:
            return None
        return ir.Relocate(self.citation, card, source, target, node.on_top, span=node.span)

    def _draw(self, node: ast.Draw, scope: Scope) -> ir.Statement | None:
        number = self.expressions.need(node.number, t.NUMBER, scope)
        source, target = self._zone(node.source, scope), self._zone(node.target, scope)
        if source is None or target is None:
            return None
        return ir.Draw(self.citation, number, source, target, span=node.span)

    def _shuffle(self, node: ast.Shuffle, scope: Scope) -> ir.Statement | None:
        zone = self._zone(node.zone, scope)
        return ir.Shuffle(self.citation, zone, span=node.span) if zone else None

    def _announce(self, node: ast.Announce, scope: Scope) -> ir.Statement | None:
        if node.effect not in self.names.effects:
            self._error("R-NAME", f"No effect is called `{node.effect}`.", node.span,
                        did_you_mean(node.effect, self.names.effects)
                        or f"Declare it: `effect {node.effect}` with `says` below.")  # fmt: skip
            return None
        effect = self.names.book.effects[self.names.effects[node.effect]]
        self.names.book.used.add(node.effect)
        args = self.expressions.arguments(node.effect, node.args or (), scope, effect.params, node.span)
        return ir.Announce(self.citation, effect.index, args, span=node.span)

    def _stopat(self, node: ast.StopAt, scope: Scope) -> ir.Statement | None:
        gap = self.gap(node.gap, node.span)
        return ir.StopAt(self.citation, gap.name, span=node.span) if gap else None

    def gap(self, name: str, span: Span) -> Gap | None:
        """The gap of that name, which is used here; None, with an error, if there is none."""
        if name not in self.names.book.gaps:
            self._error("R-NAME", f"No gap is called `{name}`.", span,
                        did_you_mean(name, self.names.book.gaps) or "Declare it: `gap NAME \"…\"`.")  # fmt: skip
            return None
        self.names.book.used.add(name)
        return self.names.book.gaps[name]

    def _relocateall(self, node: ast.RelocateAll, scope: Scope) -> ir.Statement | None:
        source, target = self._zone(node.source, scope), self._zone(node.target, scope)
        if source is None or target is None:
            return None
        return ir.RelocateAll(self.citation, source, target, span=node.span)

    def _gather(self, node: ast.Gather, scope: Scope) -> ir.Statement | None:
        target = self._zone(node.target, scope)
        return ir.Gather(self.citation, target, span=node.span) if target else None

    def _stage(self, name: str, args: tuple[ast.Expr, ...] | None, scope: Scope, span: Span, only: bool
               ) -> ir.Statement | None:  # fmt: skip
        if name not in self.names.stages:
            hint = did_you_mean(name, self.names.stages)
            self._error("R-NAME", f"No stage is called `{name}`.", span, hint)
            return None
        stage = self.names.book.stages[self.names.stages[name]]
        self.names.book.used.add(name)
        given = self.expressions.arguments(name, args or (), scope, stage.params, span)
        return ir.Begin(self.citation, stage.index, given, only, span=span)

    def _begin(self, node: ast.Begin, scope: Scope) -> ir.Statement | None:
        return self._stage(node.stage, node.args, scope, node.span, only=False)

    def _goto(self, node: ast.GoTo, scope: Scope) -> ir.Statement | None:
        return self._stage(node.stage, node.args, scope, node.span, only=True)

    def _endstage(self, node: ast.EndStage, scope: Scope) -> ir.Statement:
        return ir.EndStage(self.citation, span=node.span)

    def _endgame(self, node: ast.EndGame, scope: Scope) -> ir.Statement:
        return ir.EndGame(self.citation, span=node.span)

    def _call(self, node: ast.Call, scope: Scope) -> ir.Statement | None:
        params = self.names.procedures.get(node.name)
        if params is None:
            self._error("R-NAME", f"Nothing that can be done is called `{node.name}`.", node.span,
                        did_you_mean(node.name, self.names.procedures)
                        or f"Declare it: `to {node.name}` with its effects below.")  # fmt: skip
            return None
        self.names.book.used.add(node.name)
        args = self.expressions.arguments(node.name, node.args or (), scope, params, node.span)
        return ir.Call(self.citation, node.name, args, span=node.span)

    def _if(self, node: ast.If, scope: Scope) -> ir.Statement:
        condition = self.expressions.truth(node.condition, scope)
        then, otherwise = self._suite(node.then, scope), self._suite(node.otherwise, scope)
        return ir.If(self.citation, condition, then, otherwise, span=node.span)

    def _forrange(self, node: ast.ForRange, scope: Scope) -> ir.Statement:
        low, high = self.expressions.need(node.low, t.NUMBER, scope), self.expressions.need(node.high, t.NUMBER, scope)
        body = self._suite(node.body, scope.bind(node.var, t.NUMBER))
        return ir.ForRange(self.citation, node.var, low, high, body, span=node.span)

    def _for(self, node: ast.For, scope: Scope) -> ir.Statement:
        source = self.expressions.collection(node.source, scope)
        inner = scope.bind(node.var, t.member(source.type) if source.type.kind == "collection" else ANY)
        condition = self.expressions.truth(node.condition, inner) if node.condition else ir.YES
        return ir.For(self.citation, node.var, source, condition, self._suite(node.body, inner), span=node.span)
