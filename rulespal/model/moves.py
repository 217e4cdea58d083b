"""Moves: their parameters, requirements, doubts and effects, from the syntax tree to the model."""

from __future__ import annotations

from collections.abc import Iterable

from rulespal.language import ast
from rulespal.model import rules as m
from rulespal.model import types as t
from rulespal.model.citations import Citations
from rulespal.model.dependencies import shared_args
from rulespal.model.expressions import Scope
from rulespal.model.pack import attribute_type
from rulespal.model.sentences import sentences
from rulespal.model.statements import Statements
from rulespal.text.diagnostic import Diagnostics
from rulespal.text.span import Span


class Moves:
    """Translates moves, and the parameters of whatever has some."""

    def __init__(self, statements: Statements, citations: Citations, diagnostics: Diagnostics) -> None:
        self.statements = statements
        self.expressions = statements.expressions
        self.names = statements.names
        self.book = self.names.book
        self.citations = citations
        self.diagnostics = diagnostics

    def error(self, code: str, message: str, span: Span, hint: str | None = None) -> None:
        self.diagnostics.add(code, message, span, hint)

    def params(self, nodes: Iterable[ast.Param], scope: Scope) -> tuple[m.Param, ...]:
        done: list[m.Param] = []
        for node in nodes:
            if any(p.name == node.name for p in done):
                self.error("R-TWICE", f"Two parameters are called `{node.name}`.", node.span)
            done.append(self.param(node, scope))
        return tuple(done)

    def param(self, node: ast.Param, scope: Scope) -> m.Param:
        domain = node.domain
        if isinstance(domain, ast.CardIn):
            return m.Param(node.name, t.CARD, self.expressions.need(domain.zone, t.CARDS, scope))
        if isinstance(domain, ast.CardsFrom):
            number = self.expressions.need(domain.number, t.NUMBER, scope)
            return m.Param(node.name, t.CARDS, self.expressions.need(domain.zone, t.CARDS, scope), number)
        if isinstance(domain, ast.SomeCards):
            zone = self.expressions.need(domain.zone, t.CARDS, scope)
            inner = scope.bind(node.name, t.CARDS)
            condition = self.expressions.truth(domain.condition, inner) if domain.condition is not None else None
            return m.Param(node.name, t.CARDS, zone, None, domain.bound or "some", condition)
        return m.Param(node.name, attribute_type(domain, self.names, self.diagnostics))

    def move(self, node: ast.Move, move: m.Move) -> None:
        offers = [(s, may) for s in self.book.stages for may in s.may if may.move == move.index]
        move.has_actor = not offers or any(may.kind != "table" for _, may in offers)
        scope = Scope({"actor": t.PLAYER} if move.has_actor else {}, shared_args([s for s, _ in offers]))
        move.params = self.params(node.params, scope)
        scope = Scope({**scope.locals, **{p.name: p.type for p in move.params}}, scope.stage_args)
        for clause in node.clauses:
            if isinstance(clause, ast.Says):
                said = Scope(dict(scope.locals))
                move.says += sentences(clause.phrases, said, self.expressions)
            elif isinstance(clause, ast.LeftOut):
                self.left_out(clause, move)
            elif isinstance(clause, ast.Require):
                move.requirements.append(self.requirement(clause, move, scope))
            elif isinstance(clause, ast.Doubt):
                move.doubts.append(self.doubt(clause, move, scope))
            elif isinstance(clause, ast.Do):
                move.effects += self.statements.suite(clause.body, scope, move.citation)
        self.slots_of_sentences(node, move)
        if not move.says:
            self.error("R-SENTENCE", f"The move `{node.name}` does not say how it is announced.", node.span,
                       'Add `says "{actor} …"` below it.')  # fmt: skip

    def left_out(self, node: ast.LeftOut, move: m.Move) -> None:
        move.left_out = True
        if move.params:
            self.error("R-TYPE", f"`{move.name}` may be left out, so nobody would know with which {move.params[0].name}.",
                       node.span, "Only moves without parameters may be left out.")  # fmt: skip

    def slots_of_sentences(self, node: ast.Move, move: m.Move) -> None:
        """Every sentence of a move names its player and all its arguments, and nothing else."""
        wanted = {p.name for p in move.params} | ({"actor"} if move.has_actor else set())
        for pattern in move.says:
            named = {part.name for part in pattern.parts if isinstance(part, m.Slot)}
            for name in sorted(wanted - named):
                self.error(
                    "R-SENTENCE", f"“{pattern.source}” does not say `{name}`.", node.span, f"Put `{{{name}}}` in it."
                )
            for name in sorted(named - wanted):
                self.error("R-SENTENCE", f"“{pattern.source}” speaks of `{name or '…'}`, which the move does not know.",
                           node.span, f"It knows {', '.join(sorted(wanted)) or 'nothing'}.")  # fmt: skip

    def doubt(self, node: ast.Doubt, move: m.Move, scope: Scope) -> m.Doubt:
        if isinstance(node.why, str):
            gap = self.statements.gap(node.why, node.span)
            condition = self.expressions.truth(node.condition, scope)
            return m.Doubt(condition, gap.silence, gap.citation, gap.name) if gap else m.Doubt(condition, "", 0)
        asked = self.requirement(ast.Require(node.condition, node.why, (), span=node.span), move, scope)
        return m.Doubt(asked.condition, asked.reason[0].source if asked.reason else "", asked.citation)

    def requirement(self, node: ast.Require, move: m.Move, scope: Scope) -> m.Requirement:
        citation = move.citation
        if node.reason is None:
            self.error("R-SENTENCE", "This requirement gives no reason.", node.span,
                       'Write a text after it: what is wrong if it is not met.')  # fmt: skip
        elif node.reason.section:
            citation = self.citations.cite_section(node.reason.section, move.name, node.reason.span) or citation
        condition = self.expressions.truth(node.condition, scope)
        reason = sentences(node.reason.phrases, scope, self.expressions) if node.reason else ()
        penalty = self.statements.suite(node.penalty, scope, citation)
        return m.Requirement(condition, reason, citation, penalty, node.span)
