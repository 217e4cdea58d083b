"""Small constructors of Python `ast` nodes. Rules are never pasted together as text."""

from __future__ import annotations

import ast


def name(identifier: str) -> ast.Name:
    return ast.Name(identifier, ast.Load())


def const(value: object) -> ast.expr:
    return ast.Constant(value)  # type: ignore[arg-type]


def call(function: str | ast.expr, *args: ast.expr) -> ast.Call:
    return ast.Call(name(function) if isinstance(function, str) else function, list(args), [])


def method(of: str, which: str, *args: ast.expr) -> ast.Call:
    return call(ast.Attribute(name(of), which, ast.Load()), *args)


def item(of: ast.expr, index: ast.expr | int) -> ast.Subscript:
    return ast.Subscript(of, const(index) if isinstance(index, int) else index, ast.Load())


def slot(index: ast.expr | int) -> ast.Subscript:
    return item(name("s"), index)


def set_slot(index: ast.expr | int, value: ast.expr) -> ast.stmt:
    target = ast.Subscript(name("s"), const(index) if isinstance(index, int) else index, ast.Store())
    return ast.Assign([target], value)


def let(identifier: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Name(identifier, ast.Store())], value)


def plus(left: ast.expr, right: ast.expr) -> ast.expr:
    return ast.BinOp(left, ast.Add(), right)


def compare(left: ast.expr, op: ast.cmpop, right: ast.expr) -> ast.expr:
    return ast.Compare(left, [op], [right])


def negate(value: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), value)


def both(left: ast.expr, right: ast.expr) -> ast.expr:
    return ast.BoolOp(ast.And(), [left, right])


def either(left: ast.expr, right: ast.expr) -> ast.expr:
    return ast.BoolOp(ast.Or(), [left, right])


def tuple_of(*items: ast.expr) -> ast.expr:
    return ast.Tuple(list(items), ast.Load())


def arguments(*names: str) -> ast.arguments:
    return ast.arguments([], [ast.arg(n) for n in names], None, [], [], None, [])


def function(identifier: str, params: list[str], body: list[ast.stmt]) -> ast.stmt:
    return ast.FunctionDef(name=identifier, args=arguments(*params), body=body or [ast.Pass()], decorator_list=[])


def lambda_of(params: list[str], body: ast.expr) -> ast.expr:
    return ast.Lambda(arguments(*params), body)


def loop(var: str, source: ast.expr, body: list[ast.stmt]) -> ast.stmt:
    return ast.For(ast.Name(var, ast.Store()), source, body or [ast.Pass()], [], None)


def when(condition: ast.expr, body: list[ast.stmt], otherwise: list[ast.stmt] | None = None) -> ast.stmt:
    return ast.If(condition, body or [ast.Pass()], otherwise or [])


def give(value: ast.expr) -> ast.stmt:
    return ast.Return(value)


def do(value: ast.expr) -> ast.stmt:
    return ast.Expr(value)
