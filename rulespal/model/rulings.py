"""Rulings: questions thought of beforehand, with their scenario and what is answered."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from rulespal.language import ast
from rulespal.language.from_document import Placed
from rulespal.model import expr as ir
from rulespal.model import rules as m
from rulespal.model import types as t
from rulespal.model.citations import Citations
from rulespal.model.expressions import Expressions, Scope
from rulespal.model.pack import attribute_type
from rulespal.model.sentences import plain, sentences
from rulespal.text.span import Span

ANSWERABLE = ("truth", "number", "player", "card", "enum", "option", "collection", "any")
Clause = TypeVar("Clause", bound=ast.Node)


def rulings(declared: Iterable[tuple[ast.Ruling, Placed]], expressions: Expressions, citations: Citations) -> None:
    """Adds the rulings to the rulebook; mistakes are noted."""
    for node, placed in declared:
        if expressions.names.declare(node.name, node.span):
            _Translation(node, placed, expressions, citations).add()


class _Translation:
    def __init__(self, node: ast.Ruling, placed: Placed, expressions: Expressions, citations: Citations) -> None:
        self.node = node
        self.expressions = expressions
        self.citations = citations
        self.book = expressions.book
        params = tuple(m.Param(p.name, self.plain_type(p)) for p in node.params)
        self.scope = Scope({p.name: p.type for p in params})
        cited = citations.cite(placed, node.name)
        self.ruling = m.Ruling(node.name, len(self.book.rulings), params, cited, node.span)

    def error(self, code: str, message: str, span: Span, hint: str | None = None) -> None:
        self.expressions.diagnostics.add(code, message, span, hint)

    def plain_type(self, param: ast.Param) -> t.Type:
        if not isinstance(param.domain, ast.Type):
            self.error("R-TYPE", "What a question speaks of has a plain type.", param.span, "Write `c: card`.")
            return attribute_type(ast.Type("card"), self.expressions.names, self.expressions.diagnostics)
        return attribute_type(param.domain, self.expressions.names, self.expressions.diagnostics)

    def all(self, kind: type[Clause]) -> list[Clause]:
        return [clause for clause in self.node.clauses if isinstance(clause, kind)]

    def add(self) -> None:
        ruling = self.ruling
        for note in self.all(ast.Note):
            if note.kind == "asks":
                ruling.asks += self.filled(note.phrases)
            else:
                ruling.because += sentences(note.phrases, self.scope, self.expressions)
        for role in self.all(ast.Role):
            ruling.roles[self.param(role.name, "player", role.span)] = plain(role.phrases, self.book)
        for seats in self.all(ast.Seats):
            ruling.seats = self.seats(seats)
        ruling.given, ruling.after = self.scenario(self.node.clauses)
        ruling.answers = [self.answer(a) for a in self.all(ast.Answer)]
        ruling.courses = [self.course(c) for c in self.all(ast.Case)]
        for see in self.all(ast.See):
            cited = [self.citations.cite_section(s, ruling.name, see.span) for s in see.sections]
            ruling.see += tuple(c for c in cited if c is not None)
        ruling.examples = [(e.question, e.answer) for e in self.all(ast.Example)]
        self.whole()
        self.book.rulings.append(ruling)

    def seats(self, node: ast.Seats) -> str | int | None:
        if isinstance(node.name, str):
            return self.param(node.name, "number", node.span)
        low, high = self.book.players
        if not low <= node.name <= high:
            self.error("R-TYPE", f"{self.book.title} is not for {node.name} players.", node.span,
                       f"Write a number from {low} to {high}.")  # fmt: skip
            return None
        return node.name

    def param(self, name: str, kind: str, span: Span) -> str:
        """The name of a parameter of that kind; a mistake is noted."""
        if not any(p.name == name and p.type.kind in (kind, "any") for p in self.ruling.params):
            be = "player" if kind == "player" else "number"
            self.error("R-NAME", f"`{name}` is no {be} of the ruling `{self.node.name}`.", span,
                       f"Declare it: `ruling {self.node.name}({name}: {be})`.")  # fmt: skip
        return name

    def scenario(self, clauses: Iterable[ast.Node]) -> tuple[tuple[m.Sentences, ...], tuple[m.Sentences, ...]]:
        """The facts and events of a ruling or course."""
        given: tuple[m.Sentences, ...] = ()
        after: tuple[m.Sentences, ...] = ()
        for clause in clauses:
            if isinstance(clause, ast.Given):
                given += tuple(self.filled(p) for p in clause.facts)
            elif isinstance(clause, ast.After):
                after += tuple(self.filled(p) for p in clause.events)
        return given, after

    def filled(self, phrases: ast.Phrases) -> m.Sentences:
        """A sentence that is written with what the question speaks of."""
        found = sentences(phrases, self.scope, self.expressions)
        for phrase, pattern in zip(phrases, found, strict=True):
            for part in pattern.parts:
                if isinstance(part, m.Slot) and part.name not in self.scope.locals:
                    self.error("R-SENTENCE", f"“{phrase.text}” is written before anything can be worked out.",
                               phrase.span, f"It can speak of {', '.join(self.scope.locals) or 'nothing'}.")  # fmt: skip
        return found

    def answer(self, node: ast.Answer) -> m.Answering:
        value, scope = None, self.scope
        if node.value is not None:
            value = self.expressions.translate(node.value, self.scope)
            if value.type.kind not in ANSWERABLE:
                self.error("R-TYPE", f"Nobody can be answered with {value.type}.", node.value.span)
            scope = scope.bind("value", value.type)
        event = self.filled((node.event,)) if node.event is not None else ()
        text, otherwise = (sentences(p, scope, self.expressions) for p in (node.text, node.otherwise))
        if otherwise and (node.kind == "words" or (value is not None and value.type.kind not in ("truth", "any"))):
            self.error("R-TYPE", "Only an answer of yes or no has a second text.", node.span, "Leave out `else …`.")
        return m.Answering(node.kind, value, event, text, otherwise)

    def course(self, node: ast.Case) -> m.Course:
        given, after = self.scenario(node.clauses)
        answers = tuple(self.answer(a) for a in node.clauses if isinstance(a, ast.Answer))
        return m.Course(sentences(node.when, self.scope, self.expressions), given, after, answers)

    def whole(self) -> None:
        """Notes what is missing."""
        ruling = self.ruling
        if not ruling.asks:
            self.error("R-SENTENCE", f"The ruling `{ruling.name}` asks nothing.", ruling.span, 'Add `asks "…?"`.')
        if not ruling.answers and not (ruling.courses and all(c.answers for c in ruling.courses)):
            self.error(
                "R-SENTENCE", f"The ruling `{ruling.name}` answers nothing.", ruling.span, "Add `answer …` below it."
            )
        needed = {p.name for p in ruling.params if p.type.kind != "player" and p.name != ruling.seats}
        for pattern in ruling.asks:
            for name in sorted(needed - {part.name for part in pattern.parts if isinstance(part, m.Slot)}):
                self.error("R-SENTENCE", f"“{pattern.source}” does not say `{name}`.", ruling.span,
                           f"Put `{{{name}}}` in it, or ask in another ruling.")  # fmt: skip


def paid(node: ast.Payment, params: Iterable[m.Param], expressions: Expressions) -> m.Paid:
    """What an effect with these parameters pays; mistakes are noted."""
    scope = Scope({p.name: p.type for p in params})

    def payer(told: str | ast.Phrases) -> ir.Expr | m.Sentences:
        if not isinstance(told, str):
            return plain(told, expressions.book)
        return expressions.need(ast.Name(told, span=node.span), t.PLAYER, scope)

    amount = expressions.need(node.amount, t.NUMBER, scope)
    return m.Paid(amount, node.unit, payer(node.payer), payer(node.payee))
