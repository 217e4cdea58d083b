"""Prohibitions and permissions: rules about moves that stand in sections of their own, and which of them goes first.

A prohibition becomes a requirement of each of its moves; a permission over it is an exception to that. Where neither is
over the other the rules contradict each other: the move is then neither legal nor illegal, and that is a conflict.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulespal.language import ast
from rulespal.language.from_document import Placed
from rulespal.model import expr as ir
from rulespal.model import rules as m
from rulespal.model import types as t
from rulespal.model.citations import Citations
from rulespal.model.dependencies import mentioned
from rulespal.model.expressions import Expressions, Scope
from rulespal.model.sentences import sentences
from rulespal.text.span import Span
from rulespal.text.suggest import did_you_mean

Placements = Iterable[tuple[ast.Forbid | ast.Allow, Placed]]


def standing_rules(nodes: Placements, expressions: Expressions, citations: Citations) -> None:
    """Adds prohibitions and permissions to a rulebook, and to its moves what they require because of them."""
    _Standing(expressions, citations).add(list(nodes))


class _Standing:
    def __init__(self, expressions: Expressions, citations: Citations) -> None:
        self.expressions = expressions
        self.names = expressions.names
        self.book = expressions.book
        self.citations = citations

    def add(self, nodes: Sequence[tuple[ast.Forbid | ast.Allow, Placed]]) -> None:
        for node, placed in nodes:
            if self.names.declare(node.name, node.span):
                kind = self.book.prohibitions if isinstance(node, ast.Forbid) else self.book.permissions
                kind[node.name] = self.rule(node, placed)
        for node, _ in nodes:
            self.check_priorities(node)
        for prohibition in self.book.prohibitions.values():
            for move in prohibition.moves:
                self.forbid(prohibition, self.book.moves[move])

    def rule(self, node: ast.Forbid | ast.Allow, placed: Placed) -> m.Standing:
        moves = self.moves(node)
        scope = self.scope([self.book.moves[index] for index in moves])
        condition: ir.Expr = ir.YES
        if node.condition is not None and self.known(node.condition, moves, scope):
            condition = self.expressions.truth(node.condition, scope)
        reason = sentences(node.reason.phrases, scope, self.expressions) if isinstance(node, ast.Forbid) else ()
        citation = self.citations.cite(placed, node.name)
        if isinstance(node, ast.Forbid) and node.reason.section:
            citation = self.citations.cite_section(node.reason.section, node.name, node.reason.span) or citation
        return m.Standing(node.name, moves, condition, node.over, citation, node.span, reason)

    def moves(self, node: ast.Forbid | ast.Allow) -> tuple[int, ...]:
        """The moves of which a rule speaks; `every move` are all those that players make."""
        if isinstance(node.moves, ast.EveryMove):
            but = self.named(node.moves.but, node.span)
            return tuple(move.index for move in self.book.moves if move.has_actor and move.index not in but)
        return self.named(node.moves, node.span)

    def named(self, names: Iterable[str], span: Span) -> tuple[int, ...]:
        known = self.names.moves
        for name in names:
            if name not in known:
                self.expressions.fail("R-NAME", f"No move is called `{name}`.", span, did_you_mean(name, known))
        return tuple(known[name] for name in names if name in known)

    @staticmethod
    def scope(moves: Sequence[m.Move]) -> Scope:
        """What all these moves know: their actor, and parameters of one name and type."""
        known = [
            {**{p.name: p.type for p in move.params}, **({"actor": t.PLAYER} if move.has_actor else {})}
            for move in moves
        ]  # fmt: skip
        shared = {n: type_ for n, type_ in known[0].items() if all(k.get(n) == type_ for k in known)} if known else {}
        return Scope(shared)

    def known(self, condition: ast.Expr, moves: Sequence[int], scope: Scope) -> bool:
        """Whether all moves know what a condition speaks of; notes those that do not."""
        unknown = sorted(mentioned(condition) - scope.locals.keys() - self.names.declared.keys())
        found = [
            (name, move) for name in unknown for move in map(self.book.moves.__getitem__, moves)
            if name not in {p.name for p in move.params} and any(
                name in {p.name for p in self.book.moves[other].params} for other in moves)
        ]  # fmt: skip
        for name, move in found:
            self.expressions.fail(
                "R-NAME", f"`{move.name}` has no `{name}`, so a rule about it cannot speak of one.", condition.span,
                "Give the other moves a rule of their own.",
            )  # fmt: skip
        return not found

    def check_priorities(self, node: ast.Forbid | ast.Allow) -> None:
        """What a rule is said to be over has to be of the other kind, and about some of the same moves."""
        others = self.book.permissions if isinstance(node, ast.Forbid) else self.book.prohibitions
        kind = "permission" if isinstance(node, ast.Forbid) else "prohibition"
        for name in node.over:
            if name not in others:
                self.expressions.fail("R-NAME", f"No {kind} is called `{name}`.", node.span, did_you_mean(name, others))
            elif not set(others[name].moves) & set(self.moves(node)):
                self.expressions.fail(
                    "R-NAME", f"`{name}` speaks of none of the moves of `{node.name}`.", node.span,
                    "Leave it out after `over`, or name a move of both.",
                )  # fmt: skip

    def forbid(self, prohibition: m.Standing, move: m.Move) -> None:
        """Makes a prohibition a requirement of a move; what collides with it becomes a doubt."""
        condition: ir.Expr = ir.Not(t.TRUTH, prohibition.condition)
        for permission in self.book.permissions.values():
            if move.index not in permission.moves or permission.name in prohibition.over:
                continue
            if prohibition.name not in permission.over:
                if permission.over:
                    continue  # an exception lifts what it names, and nothing else
                self.conflict(prohibition, permission, move)
            condition = ir.Or(t.TRUTH, condition, permission.condition)
        move.requirements.append(
            m.Requirement(condition, prohibition.reason, prohibition.citation, (), prohibition.span, standing=True)
        )

    def conflict(self, prohibition: m.Standing, permission: m.Standing, move: m.Move) -> None:
        both = ir.And(t.TRUTH, prohibition.condition, permission.condition)
        one, other = (self.book.citations[rule.citation] for rule in (prohibition, permission))
        why = f"“{one.printed}”, which forbids it, goes before “{other.printed}”, which allows it; the rules do not say"
        self.book.conflicts.append(m.Conflict(prohibition, permission, move.index, len(move.doubts)))
        move.doubts.append(m.Doubt(ir.Not(t.TRUTH, both), why, prohibition.citation))
