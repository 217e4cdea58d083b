"""The expressions of rulings as functions. Each ruling is compiled when it is asked for: replay never needs one."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any
from weakref import WeakKeyDictionary

from rulespal.engine import pyast as py
from rulespal.engine.compile import Compiler
from rulespal.engine.emit import local
from rulespal.engine.game import Game
from rulespal.model import expr as ir
from rulespal.model.rules import Answering, Effect, Paid, Ruling, Sentences, Slot

Functions = dict[str, Callable[..., Any]]
_known: WeakKeyDictionary[Game, dict[str, Functions]] = WeakKeyDictionary()


def _once(game: Game, name: str, make: Callable[[], Functions]) -> Functions:
    """What was compiled for a game under a name; compiled if nothing was."""
    known = _known.setdefault(game, {})
    if name not in known:
        known[name] = make()
    return known[name]


def answerings(ruling: Ruling) -> Iterator[tuple[str, Answering]]:
    """Every answer of a ruling with the name that its functions bear."""
    for place, answering in enumerate(ruling.answers):
        yield f"{place}", answering
    for number, course in enumerate(ruling.courses):
        for place, answering in enumerate(course.answers):
            yield f"{number}_{place}", answering


def functions(game: Game, ruling: Ruling) -> Functions:
    """Of an answer N: `value_N`, and `text_N_i` and `otherwise_N_i`, the values spoken in its i-th text.

    Each takes the position, the worlds, and the parameters of the ruling; those of texts also `value`. They ask about
    unknown values as open code does.
    """
    return _once(game, f"ruling {ruling.name}", lambda: _of_ruling(game, ruling))


def _of_ruling(game: Game, ruling: Ruling) -> Functions:
    params = [local(p.name) for p in ruling.params]
    compiler = Compiler(game.book, game.layout, "open")
    for name, answering in answerings(ruling):
        if answering.value is not None:
            compiler.add(f"value_{name}", params, [py.give(_whole(compiler, answering.value))])
        for what, told in (("text", answering.text), ("otherwise", answering.otherwise)):
            _spoken(compiler, f"{what}_{name}", [*params, "v_value"], told)
    return _loaded(game, compiler, ruling.name)


def payment(game: Game, effect: Effect) -> Functions:
    """`amount`, `payer` and `payee` of an effect that is a payment, as functions of its arguments."""
    return _once(game, f"effect {effect.name}", lambda: _of_payment(game, effect))


def _of_payment(game: Game, effect: Effect) -> Functions:
    paid = effect.paid
    assert isinstance(paid, Paid)
    params = [local(p.name) for p in effect.params]
    compiler = Compiler(game.book, game.layout, "open")
    for name, value in (("amount", paid.amount), ("payer", paid.payer), ("payee", paid.payee)):
        if isinstance(value, ir.Expr):
            compiler.add(name, params, [py.give(_whole(compiler, value))])
    return _loaded(game, compiler, effect.name)


_courses: WeakKeyDictionary[Game, dict[int, dict[tuple[str, str], int]]] = WeakKeyDictionary()


def ordinary(game: Game, players: int) -> Mapping[tuple[str, str], int]:
    """What states are, and how many cards lie in zones, on the ordinary course: by kind (state, zone) and name.

    Worked out once for a number of players.
    """
    known = _courses.setdefault(game, {})
    if players not in known:
        known[players] = _ordinary(game, players)
    return known[players]


def _ordinary(game: Game, players: int) -> dict[tuple[str, str], int]:
    compiler = Compiler(game.book, game.layout, "open")
    things = [("state", s.name, s.ordinarily) for s in game.book.states]
    things += [("zone", z.name, z.ordinarily) for z in game.book.zones]
    for kind, name, value in things:
        if value is not None:
            compiler.add(f"{kind}_{name}", [], [py.give(_whole(compiler, value))])
    names = _loaded(game, compiler, "ordinarily")
    found: dict[tuple[str, str], int] = {}
    for kind, name, value in things:
        if value is not None:
            for _, worth in game.explore(game.unknown(players), game.defaults, names[f"{kind}_{name}"]):
                found.setdefault((kind, name), worth)
    return found


def _whole(compiler: Compiler, value: ir.Expr) -> ast.expr:
    """Python for an expression of which the value itself is needed."""
    if value.type.kind == "truth":
        return compiler.e.truth(value)
    if isinstance(value, ir.ZoneOf):
        return compiler.e.value(value)
    return py.method("x", "pin", compiler.e.value(value))


def _spoken(compiler: Compiler, identifier: str, params: Iterable[str], told: Sentences) -> None:
    for place, pattern in enumerate(told):
        values = [_whole(compiler, part.expr) for part in pattern.parts if isinstance(part, Slot)]
        compiler.add(f"{identifier}_{place}", params, [py.give(py.tuple_of(*values))])


def _loaded(game: Game, compiler: Compiler, name: str) -> Functions:
    module = ast.Module([*compiler.e.helpers, *compiler.body], [])
    names = dict(game.open)
    exec(compile(ast.unparse(ast.fix_missing_locations(module)), f"<{game.book.name}, {name}>", "exec"), names)
    return names
