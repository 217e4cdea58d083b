"""Sentences, types and expressions back to text: the first part of the printer."""

from __future__ import annotations

from rulespal.language import ast

# How tightly an expression binds: what is looser than its place needs brackets.
LOOSE, OR, AND, NOT, COMPARE, SUM, PRODUCT, PREFIX, ATOM = range(9)

# ---- sentences and types ----------------------------------------------------------------------------------------------


def phrases_(phrases: ast.Phrases) -> str:
    return " | ".join(f'{p.language} "{p.text}"' if p.language else f'"{p.text}"' for p in phrases)


def reason_(reason: ast.Reason) -> str:
    return phrases_(reason.phrases) + (f" §{reason.section}" if reason.section else "")


def type_(node: ast.Type) -> str:
    if node.kind == "range":
        return f"{node.low} to {node.high}"
    if node.kind in ("set", "list"):
        return f"{node.kind} of {node.name}"
    if node.kind == "truth":
        return "yes or no"
    word = node.name if node.kind == "named" else node.kind
    if not node.optional:
        return str(word)
    return f"{word} or {'nobody' if node.kind == 'player' else 'nothing'}"


def _domain(node: ast.Domain) -> str:
    if isinstance(node, ast.CardIn):
        return f"card in {expr(node.zone, SUM)}"
    if isinstance(node, ast.CardsFrom):
        return f"exactly {expr(node.number, SUM)} cards from {expr(node.zone, SUM)}"
    if isinstance(node, ast.SomeCards):
        bound = f" {node.bound} {expr(node.condition, OR)}" if node.condition is not None else ""
        return f"some cards from {expr(node.zone, SUM)}{bound}"
    return type_(node)


def params_(params: tuple[ast.Param, ...]) -> str:
    return f"({', '.join(f'{p.name}: {_domain(p.domain)}' for p in params)})" if params else ""


def args_(args: tuple[ast.Expr, ...] | None) -> str:
    return f"({', '.join(expr(a) for a in args)})" if args else ""


# ---- expressions ------------------------------------------------------------------------------------------------------


def expr(node: ast.Expr, place: int = LOOSE) -> str:
    """An expression; in brackets where it binds more loosely than its place allows."""
    text, binding = _expr(node)
    return f"({text})" if binding < place else text


def _expr(node: ast.Expr) -> tuple[str, int]:
    match node:
        case ast.Or(left=left, right=right):
            return f"{expr(left, OR)} or {_last(right, AND)}", LOOSE if _is_open(right) else OR
        case ast.And(left=left, right=right):
            return f"{expr(left, AND)} and {_last(right, NOT)}", LOOSE if _is_open(right) else AND
        case ast.Not(of=ast.Contains(item=item, source=source)):
            return f"{expr(item, SUM)} not in {expr(source, SUM)}", COMPARE
        case ast.Not(of=ast.Empty(of=of)):
            return f"{expr(of, SUM)} is not empty", COMPARE
        case ast.Not(of=of):
            return f"not {_last(of, NOT)}", LOOSE if _is_open(of) else NOT
        case ast.Compare(left=left, op=op, right=right):
            return f"{expr(left, SUM)} {op} {expr(right, SUM)}", COMPARE
        case ast.Contains(item=item, source=source):
            return f"{expr(item, SUM)} in {expr(source, SUM)}", COMPARE
        case ast.Empty(of=of):
            return f"{expr(of, SUM)} is empty", COMPARE
        case ast.Arithmetic(left=left, op=op, right=right):
            here = PRODUCT if op == "*" else SUM
            return f"{expr(left, here)} {op} {expr(right, here + 1)}", here
        case ast.Quotient(left=left, right=right, rounding=rounding):
            return f"{expr(left, PRODUCT)} / {expr(right, PREFIX)} rounded {rounding}", PRODUCT
    return _prefix(node)


def _prefix(node: ast.Expr) -> tuple[str, int]:
    match node:
        case ast.CountOf(of=of):
            return f"count of {expr(of, ATOM)}", PREFIX
        case ast.SeatsFrom(start=start):
            return f"seats from {expr(start, ATOM)}", PREFIX
        case ast.Next(var=None, after=after, source=source):
            return f"next after {expr(after, ATOM)} in {expr(source, ATOM)}", PREFIX
    return _binder(node)


def _last(node: ast.Expr, place: int) -> str:
    """The last operand of an operator may be an open expression without brackets."""
    return _expr(node)[0] if _is_open(node) and not isinstance(node, ast.Or | ast.And) else expr(node, place)


def _is_open(node: ast.Expr) -> bool:
    """Whether an expression ends in one that reaches as far to the right as it can."""
    if isinstance(node, ast.Next):
        return node.var is not None
    if isinstance(node, ast.Not) and not isinstance(node.of, ast.Contains | ast.Empty):
        return _is_open(node.of)
    if isinstance(node, ast.Or | ast.And):
        return _is_open(node.right)
    return isinstance(node, ast.Quantified | ast.The | ast.Summary | ast.Choice)


def _where(condition: ast.Expr | None) -> str:
    return f" where {expr(condition)}" if condition is not None else ""


def _binder(node: ast.Expr) -> tuple[str, int]:
    match node:
        case ast.Quantified(kind=kind, var=var, source=source, condition=condition):
            return f"{kind} {var} in {expr(source, SUM)}: {expr(condition)}", LOOSE
        case ast.The(var=var, source=source, condition=condition):
            return f"the {var} in {expr(source, SUM)}{_where(condition)}", LOOSE
        case ast.Next(var=var, after=after, source=source, condition=condition):
            return f"next {var} after {expr(after, SUM)} in {expr(source, SUM)}{_where(condition)}", LOOSE
        case ast.Summary(kind=kind, body=body, var=var, source=source, condition=condition):
            return f"{kind} of {expr(body, SUM)} for {var} in {expr(source, SUM)}{_where(condition)}", LOOSE
        case ast.Choice(condition=condition, then=then, otherwise=otherwise):
            return f"if {expr(condition, OR)} then {expr(then)} else {expr(otherwise)}", LOOSE
    return _atom(node), ATOM


def _atom(node: ast.Expr) -> str:
    match node:
        case ast.Integer(value=value):
            return str(value)
        case ast.Truth(value=value):
            return "yes" if value else "no"
        case ast.Nobody():
            return "nobody"
        case ast.Players():
            return "player"
        case ast.Pack():
            return "cards"
        case ast.StageNow():
            return "stage"
        case ast.Name(name=name):
            return name
        case ast.Applied(name=name, args=args):
            return name + args_(args)
        case ast.Attribute(of=of, name=name):
            return f"{expr(of, ATOM)}.{name}"
        case ast.SetOf(items=items):
            return f"{{{', '.join(expr(i) for i in items)}}}"
        case ast.Filtered(var=var, source=source, condition=condition):
            return f"{{each {var} in {expr(source, SUM)}{_where(condition)}}}"
    raise AssertionError(f"no layout for {type(node).__name__}")
