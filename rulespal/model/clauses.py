"""What states and zones say of themselves: their first value, their sentences, what they are unless it is said."""

from __future__ import annotations

from rulespal.language import ast
from rulespal.model import each
from rulespal.model import expr as ir
from rulespal.model import rules as m
from rulespal.model import types as t
from rulespal.model.expressions import Expressions, Scope
from rulespal.model.sentences import sentences


class Clauses:
    """Takes the clauses of states and zones up into the model; mistakes are noted."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions

    def state(self, node: ast.State, state: m.State) -> None:
        if node.initial is not None:
            state.initial = self.expressions.need(node.initial, state.type, Scope())
        owned = {str(m.owner_name(state.owner)): state.owner} if state.owner is not None else {}
        owner, scope = Scope(owned), Scope({**owned, "value": state.type})
        for clause in node.clauses:
            if isinstance(clause, ast.UnlessSaid):
                value = self.expressions.need(clause.value, state.type, owner)
                state.unless_said = (value, self.condition(clause.condition, owner))
            elif isinstance(clause, ast.Ordinarily):
                state.ordinarily = self.expressions.need(clause.value, state.type, Scope())
            elif isinstance(clause, ast.Says | ast.Becomes):
                self.form(clause, ("yes", "no", "none", "one"), "a state")
                said = state.says if isinstance(clause, ast.Says) else state.becomes
                said[clause.form] = sentences(clause.phrases, scope, self.expressions)

    def zone(self, node: ast.Zone, zone: m.Zone) -> None:
        owner = {"player": t.PLAYER} if zone.owned else {}
        for clause in node.clauses:
            if isinstance(clause, ast.UnlessSaid):
                if not isinstance(clause.value, ast.Nobody):
                    self.error("R-TYPE", "A zone of which nothing is said can only be assumed empty.", clause,
                               "Write `unless said nothing when …`.")  # fmt: skip
                zone.unless_said = self.condition(clause.condition, Scope(owner))
            elif isinstance(clause, ast.Ordinarily):
                zone.ordinarily = self.expressions.need(clause.value, t.NUMBER, Scope())
            elif isinstance(clause, ast.Says) and clause.form == "each":
                each.declare(clause, zone, self.expressions)
            elif isinstance(clause, ast.Says):
                self.form(clause, ("none", "count", "includes", "starts"), "a zone")
                scope = Scope({**owner, "cards": t.CARDS, "count": t.NUMBER})
                zone.says[clause.form] = sentences(clause.phrases, scope, self.expressions)
            else:
                self.error("R-SENTENCE", "Only states say how they become something.", clause)

    def form(self, clause: ast.Says | ast.Becomes, forms: tuple[str, ...], what: str) -> None:
        if clause.form is not None and clause.form not in forms:
            self.error("R-SENTENCE", f"`{clause.form}` is no way in which {what} is spoken of.", clause,
                       f"Write `says` alone, or with {', '.join(forms)}.")  # fmt: skip

    def condition(self, node: ast.Expr | None, scope: Scope) -> ir.Expr:
        return self.expressions.truth(node, scope) if node is not None else ir.YES

    def error(self, code: str, message: str, node: ast.Node, hint: str | None = None) -> None:
        self.expressions.diagnostics.add(code, message, node.span, hint)
