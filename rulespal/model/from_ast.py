"""Syntax trees to the checked model. All mistakes of a file are noted together; none hides another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from rulespal.language import ast
from rulespal.language.from_document import Placed
from rulespal.literate.document import Document
from rulespal.model import expr as ir
from rulespal.model import rules as m
from rulespal.model import types as t
from rulespal.model.citations import Citations
from rulespal.model.clauses import Clauses
from rulespal.model.dependencies import called, needs, recursive
from rulespal.model.expressions import Expressions, Scope
from rulespal.model.front_matter import front_matter
from rulespal.model.limits import limits
from rulespal.model.moves import Moves
from rulespal.model.names import Names, Signature
from rulespal.model.pack import PackWriter, attribute_type
from rulespal.model.places import place_for_cards
from rulespal.model.readings import gaps, readings
from rulespal.model.rulings import paid, rulings
from rulespal.model.sentences import plain, sentences
from rulespal.model.standing import standing_rules
from rulespal.model.statements import Statements
from rulespal.model.table_talk import talks
from rulespal.text.diagnostic import Diagnostics
from rulespal.text.span import Span
from rulespal.text.suggest import did_you_mean

Kind = TypeVar("Kind", bound=ast.Node)
WHO_WORDS = ("everyone", "table")


def rulebook(name: str, document: Document, placed: list[Placed], diagnostics: Diagnostics) -> m.Rulebook:
    """The model of a rulebook. It may be used only if `diagnostics` holds no error afterwards."""
    return _Builder(front_matter(name, document, diagnostics), placed, diagnostics).build()


class _Builder:
    def __init__(self, book: m.Rulebook, placed: list[Placed], diagnostics: Diagnostics) -> None:
        self.book = book
        self.placed = placed
        self.diagnostics = diagnostics
        self.names = Names(book, diagnostics)
        self.expressions = Expressions(self.names, diagnostics)
        self.statements = Statements(self.expressions)
        self.citations = Citations(book, diagnostics)
        self.moves_of = Moves(self.statements, self.citations, diagnostics)

    def build(self) -> m.Rulebook:
        """Declarations first, in the order in which they need each other; then what is written in them."""
        self.enums()
        self.cards()
        readings(self.all(ast.Reading), self.names, self.citations)
        gaps(self.all(ast.Gap), self.names, self.citations)
        talks(self.all(ast.Talk), self.names, self.citations)
        self.states_and_zones()
        self.stages()
        self.effects_declared()
        self.procedures_declared()
        self.moves_declared()
        self.defines_and_tables()
        self.state_clauses()
        self.stage_clauses()
        self.moves()
        standing_rules([*self.all(ast.Forbid), *self.all(ast.Allow)], self.expressions, self.citations)
        self.procedures()
        self.automatic_rules()
        self.notes()
        rulings(self.all(ast.Ruling), self.expressions, self.citations)
        limits(self.book, self.diagnostics)
        return self.book

    # ---- help ---------------------------------------------------------------------------------------------------------

    def all(self, kind: type[Kind]) -> Iterator[tuple[Kind, Placed]]:
        yield from ((p.declaration, p) for p in self.placed if isinstance(p.declaration, kind))

    def error(self, code: str, message: str, span: Span, hint: str | None = None) -> None:
        self.diagnostics.add(code, message, span, hint)

    # ---- things -------------------------------------------------------------------------------------------------------

    def enums(self) -> None:
        for node, _ in self.all(ast.Enum):
            if not self.names.declare(node.name, node.span):
                continue
            members = []
            for place, member in enumerate(node.members):
                if self.names.declare(member.name, member.span):
                    members.append(member)
                    self.names.members[member.name] = (node.name, place)
            aliases = tuple(
                tuple((p.language or self.book.languages[0], p.text) for p in x.also or ()) for x in members
            )
            self.book.enums[node.name] = m.EnumType(node.name, tuple(x.name for x in members), aliases)

    def cards(self) -> None:
        for node, _ in self.all(ast.Cards):
            for attribute in node.attributes:
                if attribute.name in self.book.attributes:
                    self.error("R-TWICE", f"Cards have `{attribute.name}` twice.", attribute.span)
                self.book.attributes[attribute.name] = attribute_type(attribute.type, self.names, self.diagnostics)
        writer = PackWriter(self.names, self.diagnostics)
        for pack, _ in self.all(ast.PackOfCards):
            writer.write(pack)

    # ---- states, zones, stages ----------------------------------------------------------------------------------------

    def states_and_zones(self) -> None:
        for node, placed in self.all(ast.State):
            if self.names.declare(node.name, node.span):
                type_ = attribute_type(node.type, self.names, self.diagnostics)
                owner = attribute_type(node.owner, self.names, self.diagnostics) if node.owner else None
                cited = self.citations.cite(placed, node.name)
                state = m.State(node.name, len(self.book.states), owner, type_, cited, node.span)
                self.book.states.append(state)
                self.names.states[node.name] = state
        for zone_node, placed in self.all(ast.Zone):
            if self.names.declare(zone_node.name, zone_node.span):
                citation = self.citations.cite(placed, zone_node.name)
                zone = place_for_cards(zone_node, len(self.book.zones), citation, self.diagnostics)
                self.book.zones.append(zone)
                self.names.zones[zone_node.name] = zone

    def stages(self) -> None:
        for node, placed in self.all(ast.Stage):
            if self.names.declare(node.name, node.span):
                stage = m.Stage(node.name, len(self.book.stages), (), self.citations.cite(placed, node.name), node.span)
                stage.params = self.moves_of.params(node.params, Scope())
                self.book.stages.append(stage)
                self.names.stages[node.name] = stage.index

    def effects_declared(self) -> None:
        for node, placed in self.all(ast.Effect):
            if self.names.declare(node.name, node.span):
                params = self.moves_of.params(node.params, Scope())
                cited = self.citations.cite(placed, node.name)
                effect = m.Effect(node.name, len(self.book.effects), params, cited, node.span)
                scope = Scope({**{p.name: p.type for p in params}, "count": t.NUMBER})
                for clause in node.clauses:
                    if isinstance(clause, ast.Says):
                        effect.says[clause.form] = sentences(clause.phrases, scope, self.expressions)
                    elif isinstance(clause, ast.Payment):
                        effect.paid = paid(clause, params, self.expressions)
                self.book.effects.append(effect)
                self.names.effects[node.name] = effect.index

    def state_clauses(self) -> None:
        clauses = Clauses(self.expressions)
        for node, _ in self.all(ast.State):
            state = self.names.states.get(node.name)
            if state is not None and state.span == node.span:  # else the name was taken
                clauses.state(node, state)
        for zone_node, _ in self.all(ast.Zone):
            zone = self.names.zones.get(zone_node.name)
            if zone is not None and zone.span == zone_node.span:
                clauses.zone(zone_node, zone)

    def stage_clauses(self) -> None:
        for node, _ in self.all(ast.Stage):
            index = self.names.stages.get(node.name)
            if index is None or self.book.stages[index].span != node.span:
                continue
            stage = self.book.stages[index]
            scope = Scope(stage_args={p.name: (i, p.type) for i, p in enumerate(stage.params)})
            for clause in node.clauses:
                if isinstance(clause, ast.Says):
                    stage.says += sentences(
                        clause.phrases, Scope({p.name: p.type for p in stage.params}), self.expressions
                    )
                elif isinstance(clause, ast.May):
                    stage.may += self.may(clause, stage, scope)

    def may(self, clause: ast.May, stage: m.Stage, scope: Scope) -> Iterator[m.May]:
        kind, who = "player", None
        if isinstance(clause.who, ast.Name) and clause.who.name in WHO_WORDS:
            kind = clause.who.name
        else:
            who = self.expressions.translate(clause.who, scope)
            if who.type.kind == "collection" and who.type.of == t.PLAYER:
                kind = "players"
            elif who.type.kind not in ("player", "any"):
                self.error("R-TYPE", f"Here a player is needed, and this is {who.type}.", clause.who.span)
        condition = self.expressions.truth(clause.condition, scope) if clause.condition else None
        for name in clause.moves:
            if name not in self.names.moves:
                self.error("R-NAME", f"No move is called `{name}`.", clause.span, did_you_mean(name, self.names.moves))
                continue
            self.book.used.add(name)
            yield m.May(who, kind, self.names.moves[name], condition, stage.citation)

    # ---- definitions --------------------------------------------------------------------------------------------------

    def defines_and_tables(self) -> None:
        """Definitions and tables, each after those that it mentions."""
        waiting: dict[str, tuple[ast.Define | ast.Table, Placed]] = {}
        found: list[tuple[ast.Define | ast.Table, Placed]] = [*self.all(ast.Table), *self.all(ast.Define)]
        for node, placed in found:
            if self.names.declare(node.name, node.span):
                waiting[node.name] = (node, placed)
        while waiting:
            ready = [name for name, (node, _) in waiting.items() if not needs(node) & waiting.keys()]
            for name in ready or list(waiting):
                node, placed = waiting.pop(name)
                if not ready:
                    self.error("R-NAME", f"`{name}` is defined by itself.", node.span, "Say it with a quantifier.")
                elif isinstance(node, ast.Table):
                    self.table(node, placed)
                else:
                    self.define(node, placed)

    def table(self, node: ast.Table, placed: Placed) -> None:
        by = self.expressions.translate(node.by, Scope())
        rows: list[tuple[object, object]] = []
        for row in node.rows:
            key = self.expressions.need(row.key, by.type, Scope())
            value = self.expressions.translate(row.value, Scope())
            if isinstance(key, ir.Const) and isinstance(value, ir.Const):
                rows.append((key.value, value.value))
            else:
                self.error("R-TYPE", "A row of a table is two plain values.", row.span, "Write `3: 10`.")
        citation = self.citations.cite(placed, node.name)
        self.book.tables[node.name] = m.Table(node.name, by, tuple(rows), citation, node.span)

    def define(self, node: ast.Define, placed: Placed) -> None:
        params = self.moves_of.params(node.params, Scope())
        value = self.expressions.translate(node.value, Scope({p.name: p.type for p in params}))
        self.names.signatures[node.name] = Signature(params, value.type)
        define = m.Define(node.name, params, value, self.citations.cite(placed, node.name), node.span)
        scope = Scope({**{p.name: p.type for p in params}, "value": value.type})
        for clause in node.clauses:
            if isinstance(clause, ast.Says):
                define.says[clause.form] = sentences(clause.phrases, scope, self.expressions)
        self.book.defines[node.name] = define

    def procedures_declared(self) -> None:
        for node, _ in self.all(ast.Procedure):
            if self.names.declare(node.name, node.span):
                self.names.procedures[node.name] = self.moves_of.params(node.params, Scope())

    def procedures(self) -> None:
        calls: dict[str, set[str]] = {}
        for node, placed in self.all(ast.Procedure):
            params = self.names.procedures.get(node.name, ())
            citation = self.citations.cite(placed, node.name)
            body = self.statements.suite(node.body, Scope({p.name: p.type for p in params}), citation)
            self.book.procedures[node.name] = m.Procedure(node.name, params, body, citation, node.span)
            calls[node.name] = set(called(body))
        for name in recursive(calls):
            self.error("R-LIMIT", f"`{name}` calls itself, so it might never end.", self.book.procedures[name].span)

    # ---- moves --------------------------------------------------------------------------------------------------------

    def moves_declared(self) -> None:
        for node, placed in self.all(ast.Move):
            if self.names.declare(node.name, node.span):
                index = self.names.moves[node.name] = len(self.book.moves)
                self.book.moves.append(m.Move(node.name, index, (), self.citations.cite(placed, node.name), node.span))

    def moves(self) -> None:
        for node, _ in self.all(ast.Move):
            index = self.names.moves.get(node.name)
            if index is not None and self.book.moves[index].span == node.span:
                self.moves_of.move(node, self.book.moves[index])

    # ---- the rest -----------------------------------------------------------------------------------------------------

    def automatic_rules(self) -> None:
        for node, placed in self.all(ast.Whenever):
            citation = self.citations.cite(placed, "whenever")
            condition = self.expressions.truth(node.condition, Scope())
            body = self.statements.suite(node.body, Scope(), citation)
            self.book.whenevers.append(m.Whenever(condition, body, citation, node.span))
        for opening, placed in self.all(ast.Opening):
            if opening.kind in self.book.openings:
                self.error("R-TWICE", "The game starts in two places.", opening.span, "Keep one `start` block.")
            body = self.statements.suite(opening.body, Scope(), self.citations.cite(placed, "start"))
            self.book.openings[opening.kind] = body
        if self.book.moves and "" not in self.book.openings:
            self.error("R-NAME", "Nothing says how a game starts.", Span(self.book.document.file),
                       "Add `start: go to STAGE`.")  # fmt: skip

    def notes(self) -> None:
        for node, placed in self.all(ast.Invariant):
            condition = self.expressions.truth(node.condition, Scope())
            reason = sentences(node.reason.phrases, Scope(), self.expressions)
            cited = self.citations.cite(placed, "invariant")
            self.book.invariants.append(m.Invariant(condition, reason, cited, node.span))
        for term, placed in self.all(ast.Term):
            said = (plain(term.phrases, self.book), plain(term.means, self.book))
            self.book.terms.append(m.Term(*said, self.citations.cite(placed, "term")))
