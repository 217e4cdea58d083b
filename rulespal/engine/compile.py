"""The checked model to a Python module of functions, in one of two emissions.

Of a move M: `can_M` (whether it is legal), `require_M_i` (one requirement), `reason_M_i_j` (the values that a reason
speaks of), `do_M` (its effects), `penalty_M_i`; of a stage S: `who_S_i` (who may make its i-th move), `legal_S` (all
legal moves). Every function takes the position `s` and `x` (see `emit`).
"""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterable, Iterator
from types import CodeType
from typing import Any

from rulespal.engine import pyast as py
from rulespal.engine import runtime
from rulespal.engine.emit import Emitter, Fast, Open, free, local
from rulespal.engine.emit_statements import StatementEmitter
from rulespal.engine.hoist import Parts
from rulespal.engine.layout import STACK, Layout
from rulespal.engine.rewrite import Rewriter
from rulespal.model import expr as ir
from rulespal.model import types as t
from rulespal.model.rules import Card, May, Move, Param, Requirement, Rulebook, Sentences, Slot, Stage, owner_name
from rulespal.model.writes import Writes

CHOOSE = ...  # stands in a listed move for a parameter that is too large to list
LISTABLE = ("player", "enum", "card", "truth")


class Compiler:
    """Writes all functions of one emission (`fast` or `open`)."""

    def __init__(self, book: Rulebook, layout: Layout, kind: str) -> None:
        self.book = book
        self.layout = layout
        self.kind = kind
        expressions: type[Emitter] = Fast if kind == "fast" else Open
        self.e = expressions(book, layout, Rewriter(book.defines))
        self.statements = StatementEmitter(self.e)
        self.body: list[ast.stmt] = []
        self.tests: dict[int, ast.expr] = {}
        self.memos: list[str] = []
        self.writes = Writes(book)

    def listing(self) -> str:
        """The module as readable Python."""
        for define in self.book.defines.values():
            self.function(f"define_{define.name}", define.params, [py.give(self.e.value(define.value))])
        for procedure in self.book.procedures.values():
            self.effects(f"to_{procedure.name}", [local(p.name) for p in procedure.params], procedure.body)
        for move in self.book.moves:
            self.move(move)
        for stage in self.book.stages:
            self.stage(stage)
        self.automatic()
        self.starts()
        memos = [py.let(name, ast.Dict([], [])) for name in self.memos]
        module = ast.Module([*memos, *self.e.helpers, *self.body], [])
        return ast.unparse(ast.fix_missing_locations(module))

    # ---- functions ----------------------------------------------------------------------------------------------------

    def add(self, identifier: str, params: Iterable[str], body: list[ast.stmt]) -> None:
        self.body.append(py.function(identifier, ["s", "x", *params], body))

    def function(self, identifier: str, params: Iterable[Param], body: list[ast.stmt]) -> None:
        self.add(identifier, [local(p.name) for p in params], body)

    def effects(self, identifier: str, params: list[str], body: Iterable[ir.Statement], *, whole: bool = False) -> None:
        """A function that carries out effects; a `whole` event is followed by the automatic rules that it may set off."""
        python = self.statements.suite(body)
        written = self.writes.suite(body) if whole else frozenset()
        if any(written & self.writes.reads(rule.condition) for rule in self.book.whenevers):
            python.append(py.do(py.call("after", py.name("s"), py.name("x"), py.name("out"))))
        self.add(identifier, ["out", *params], python)

    def reason(self, identifier: str, params: list[str], reason: Sentences) -> None:
        for place, pattern in enumerate(reason):
            values = [self.e.value(part.expr) for part in pattern.parts if isinstance(part, Slot)]
            self.add(f"{identifier}_{place}", params, [py.give(py.tuple_of(*values))])

    # ---- moves --------------------------------------------------------------------------------------------------------

    def move(self, move: Move) -> None:
        params = ["v_actor", *(local(p.name) for p in move.params)]
        tests = [t for p in move.params if (t := self.domain(p)) is not None]
        for place, param in enumerate(move.params):
            self.add(f"domain_{move.name}_{place}", params, [py.give(self.domain(param) or py.const(True))])
            if param.number is not None:
                self.add(f"number_{move.name}_{place}", params, [py.give(self.e.value(param.number))])
            if isinstance(param.zone, ir.ZoneOf):
                self.add(f"zone_{move.name}_{place}", params, [py.give(self.e.zone_slot(param.zone))])
            if param.bound is not None and param.condition is not None and self.kind == "open":
                self.add(f"bound_{move.name}_{place}", params, [py.give(self.e.truth(param.condition))])
        for place, requirement in enumerate(move.requirements):
            test = self.test(requirement)
            tests.append(test)
            self.add(f"require_{move.name}_{place}", params, [py.give(test)])
            self.reason(f"reason_{move.name}_{place}", params, requirement.reason)
            if requirement.penalty:
                self.effects(f"penalty_{move.name}_{place}", params, requirement.penalty, whole=True)
        for place, doubt in enumerate(move.doubts):
            self.add(f"doubt_{move.name}_{place}", params, [py.give(self.e.truth(doubt.condition))])
        whole = ast.BoolOp(ast.And(), tests) if len(tests) > 1 else (tests or [py.const(True)])[0]
        self.add(f"can_{move.name}", params, [py.give(whole)])
        self.effects(f"do_{move.name}", params, move.effects, whole=True)

    def test(self, requirement: Requirement) -> ast.expr:
        """Python for a requirement; written once and used wherever it is tested."""
        if id(requirement) not in self.tests:
            self.tests[id(requirement)] = self.e.truth(requirement.condition)
        return self.tests[id(requirement)]

    def domain(self, param: Param) -> ast.expr | None:
        """Python that tells whether an argument lies in its parameter's domain; None where the type says it all."""
        value = ir.Local(param.type, param.name)
        if param.zone is None:
            if param.type.kind == "number" and param.type.high is not None:
                low, high = ir.Const(t.NUMBER, param.type.low), ir.Const(t.NUMBER, param.type.high)
                above = ir.Compare(t.TRUTH, value, ">=", low)
                return self.e.truth(ir.And(t.TRUTH, above, ir.Compare(t.TRUTH, value, "<=", high)))
            return None
        if param.bound is not None:
            if self.kind == "open" and isinstance(param.zone, ir.ZoneOf):
                return py.method("x", "some_of", self.e.value(value), self.e.zone_slot(param.zone))
            return py.call("some_of", self.e.value(value), self.e.value(param.zone))
        if param.number is None:
            return self.e.truth(ir.Contains(t.TRUTH, value, param.zone))
        args = (self.e.value(value), self.e.value(param.number))
        if self.kind == "open" and isinstance(param.zone, ir.ZoneOf):
            return py.method("x", "cards_from", *args, self.e.zone_slot(param.zone))
        return py.call("cards_from", *args, self.e.value(param.zone))

    # ---- stages -------------------------------------------------------------------------------------------------------

    def stage(self, stage: Stage) -> None:
        for place, may in enumerate(stage.may):
            body: list[ast.stmt] = []
            if may.condition is not None:
                body.append(py.when(py.negate(self.e.truth(may.condition)), [py.give(py.tuple_of())]))
            self.add(f"who_{stage.name}_{place}", [], [*body, py.give(self.who(may))])
        if self.kind == "fast":
            body = [py.let("found", ast.List([], ast.Load()))]
            for may in stage.may:
                body += self.listed(may)
            self.add(f"legal_{stage.name}", [], [*body, py.give(py.name("found"))])

    def who(self, may: May) -> ast.expr:
        """Python for the tuple of those who may make a move."""
        if may.kind == "table":
            return py.tuple_of(py.const(None))
        if may.kind == "everyone":
            return self.e.value(ir.PlayersNow())
        assert may.who is not None
        value = self.e.value(may.who)
        return value if may.kind == "players" else py.call("just", self.e.known(value))

    def listed(self, may: May) -> list[ast.stmt]:
        """Loops that append every legal `(move, actor, arguments…)` to `found`."""
        move = self.book.moves[may.move]
        if any(param.type.kind == "text" for param in move.params):
            return []  # what may be said is not listed
        inner = self.loops(move, list(move.params), list(move.requirements), {"actor"})
        if may.kind == "player":
            assert may.who is not None
            body: list[ast.stmt] = [py.let("v_actor", self.e.value(may.who))]
            some = ast.Compare(py.name("v_actor"), [ast.IsNot()], [py.const(None)])
            body.append(py.when(some, inner))
        elif may.kind == "table":
            body = [py.let("v_actor", py.const(None)), *inner]
        else:
            body = [py.loop("v_actor", self.who(may), inner)]
        return [py.when(self.e.truth(may.condition), body)] if may.condition is not None else body

    def loops(self, move: Move, params: list[Param], waiting: list[Any], bound: set[str]) -> list[ast.stmt]:
        """The rest of the loops: each requirement is tested as soon as all that it speaks of is bound."""
        ready = [r for r in waiting if set(free(r.condition)) <= bound]
        later = [r for r in waiting if r not in ready]
        if params and self.listable(params[0]):
            before, source = self.candidates(params[0])
            inner = self.loops(move, params[1:], later, bound | {params[0].name})
            body: list[ast.stmt] = [*before, py.loop(local(params[0].name), source, inner)]
        elif params:
            body = self.loops(move, [], [], bound)
        else:
            args = [py.name(local(p.name)) if p.name in bound else py.const(CHOOSE) for p in move.params]
            body = [py.do(py.method("found", "append", py.tuple_of(py.const(move.index), py.name("v_actor"), *args)))]
        for requirement in reversed(ready):
            if not any(requirement.condition == param.condition for param in move.params):  # the search saw to that
                body = self.guard(requirement, body)
        return body

    def guard(self, requirement: Requirement, body: list[ast.stmt]) -> list[ast.stmt]:
        """The body where a requirement holds; a quantifier becomes a loop in place, which saves a call."""
        condition = self.e.rewriter.expr(requirement.condition)
        if isinstance(condition, ir.Not) and isinstance(condition.of, ir.Some):
            some = condition.of
            found = py.when(self.e.test(some.condition), [ast.Break()])
            return [ast.For(ast.Name(local(some.var), ast.Store()), self.e.emit(some.source), [found], body, None)]
        return [py.when(self.test(requirement), body)]

    @staticmethod
    def listable(param: Param) -> bool:
        ranged = param.type.kind == "number" and param.type.high is not None
        return param.bound is not None or (param.number is None and (ranged or param.type.kind in LISTABLE))

    def candidates(self, param: Param) -> tuple[list[ast.stmt], ast.expr]:
        """What a parameter may be: statements to run first, and Python for the values to try."""
        if param.bound is not None:
            return self.sets(param)
        if param.zone is not None:
            return [], self.e.value(param.zone)
        if param.type.kind == "player":
            return [], self.e.value(ir.PlayersNow())
        if param.type.kind == "enum":
            return [], py.call("range", py.const(len(self.book.enums[str(param.type.of)].members)))
        if param.type.kind == "truth":
            return [], py.tuple_of(py.const(False), py.const(True))
        if param.type.kind == "number":
            return [], py.call("range", py.const(param.type.low), py.const((param.type.high or 0) + 1))
        return [], py.name("PACK")

    def sets(self, param: Param) -> tuple[list[ast.stmt], ast.expr]:
        """A search for sets of cards. What does not depend on the set is worked out before, what depends on nothing else
        than the cards is remembered from one search to the next."""
        assert param.zone is not None
        parts = Parts(self.e, self.writes, param, len(self.memos))
        condition = self.e.rewriter.expr(param.condition) if param.condition is not None else ir.YES
        zone, until = self.e.value(param.zone), param.bound == "until"
        found = parts.summing(condition, zone) if until else None
        found = found or parts.search(parts.split(condition), zone, until)
        self.memos += parts.memos
        return parts.before, found

    # ---- what happens by itself ---------------------------------------------------------------------------------------

    def automatic(self) -> None:
        """`after`: the automatic rules, in order, until none applies. Their number is limited at run time."""
        steps: list[ast.stmt] = [py.when(py.negate(py.slot(STACK)), [ast.Return(None)])]
        for place, rule in enumerate(self.book.whenevers):
            self.effects(f"automatic_{place}", [], rule.body)
            run = py.do(py.call(f"automatic_{place}", py.name("s"), py.name("x"), py.name("out")))
            steps.append(py.when(self.e.truth(rule.condition), [run, ast.Continue()]))
        steps.append(ast.Return(None))
        body: list[ast.stmt] = []
        if self.book.whenevers:
            limit = py.call("range", py.const(runtime.MAX_AUTOMATIC))
            body = [
                py.loop("_", limit, steps),
                py.do(py.call("too_many_steps", py.const(self.book.whenevers[0].citation))),
            ]
        self.add("after", ["out"], body)
        for place, invariant in enumerate(self.book.invariants):
            self.add(f"invariant_{place}", [], [py.give(self.e.truth(invariant.condition))])
            self.reason(f"broken_{place}", [], invariant.reason)

    def starts(self) -> None:
        """How a game starts, what states are at first, and what they are when a mid-game record does not say."""
        self.effects("start", [], self.book.openings.get("", ()), whole=True)
        stages = tuple(s for s in self.book.openings.get("", ()) if isinstance(s, ir.Begin))
        self.effects("start_mid_game", [], self.book.openings.get("mid-game", stages))
        self.effects("start_example", [], self.book.openings.get("example", ()))
        for state in self.book.states:
            if state.initial is not None:
                self.add(f"initial_{state.name}", [], [py.give(self.e.value(state.initial))])
            if state.unless_said is not None:
                owner = [f"v_{owner_name(state.owner)}"] if state.owned else []
                self.add(f"unless_{state.name}", owner, [py.give(self.e.value(state.unless_said[0]))])
                self.add(f"when_{state.name}", owner, [py.give(self.e.truth(state.unless_said[1]))])
        for zone in self.book.zones:
            if zone.unless_said is not None:
                owner = ["v_player"] if zone.owned else []
                self.add(f"when_{zone.name}", owner, [py.give(self.e.truth(zone.unless_said))])


def tables(book: Rulebook, layout: Layout) -> dict[str, Any]:
    """The constants and helpers that compiled functions use."""
    seats = range(book.seating[1] + 1)
    names: dict[str, Any] = {
        "SEATS": tuple(tuple(range(n)) for n in seats),
        "ROUNDS": tuple(tuple(_ring(n, a - 1) for a in range(n)) for n in seats),
        "RINGS": tuple({None: tuple(range(n)), **{a: _ring(n, a) for a in range(n)}} for n in seats),
        "PACK": tuple(range(len(book.cards))),
        "KINDS": layout.kinds,
        "ALIKE": _alike(book),
        "gather": runtime.gatherer(sorted(layout.zone_slots), len(book.cards)),
        **runtime.HELPERS,
    }
    names |= {
        f"CARD_{attribute}": tuple(c.attributes.get(attribute) for c in book.cards) for attribute in book.attributes
    }
    names |= {f"TALK_{talk.name}": talk.lines for talk in book.talks.values()}
    names |= {f"TABLE_{table.name}": runtime.Table(table.name, table.rows) for table in book.tables.values()}
    return names


def _alike(book: Rulebook) -> tuple[int, ...]:
    """For each card those with the same attributes, as a bit set."""
    values = [tuple(card.attributes.get(name) for name in book.attributes) for card in book.cards]
    found: dict[tuple[Any, ...], int] = {}
    for number, each in enumerate(values):
        found[each] = found.get(each, 0) | 1 << number
    return tuple(found[each] for each in values)


def _ring(number: int, after: int) -> tuple[int, ...]:
    return tuple((after + 1 + k) % number for k in range(number))


def code(book: Rulebook, layout: Layout, kind: str) -> tuple[CodeType, str]:
    """The code of an emission, and the listing that it comes from."""
    listing = Compiler(book, layout, kind).listing()
    return compile(ast.parse(listing), _filename(book, kind), "exec"), listing


def load(book: Rulebook, layout: Layout, kind: str, compiled: tuple[CodeType, str]) -> dict[str, Any]:
    """The compiled functions of an emission by name."""
    python, listing = compiled
    filename = _filename(book, kind)
    linecache.cache[filename] = (len(listing), None, listing.splitlines(keepends=True), filename)
    names = tables(book, layout)
    exec(python, names)
    return names


def _filename(book: Rulebook, kind: str) -> str:
    return f"<{book.name}, {kind}>"


def card_names(cards: Iterable[Card]) -> Iterator[tuple[str, int]]:
    """Every name of every card, with its place in the pack."""
    for place, card in enumerate(cards):
        for name in (card.name, *card.aliases):
            yield name, place
