"""Syntax trees back to text, in the one canonical layout. Reading what is printed gives the same tree."""

from __future__ import annotations

from collections.abc import Iterable

from rulespal.language import ast

INDENT = "  "
WIDTH = 116
# How tightly an expression binds: what is looser than its place needs brackets.
_LOOSE, _OR, _AND, _NOT, _COMPARE, _SUM, _PRODUCT, _PREFIX, _ATOM = range(9)


def declaration(node: ast.Declaration) -> str:
    """A declaration as text, ending in a line break."""
    return "\n".join(_declaration(node)) + "\n"


def block(nodes: Iterable[ast.Declaration]) -> str:
    """Several declarations, a blank line between those that take more than one line or are of another kind."""
    text, before = "", None
    for node in nodes:
        lines = declaration(node)
        if before is not None and (type(before) is not type(node) or lines.count("\n") > 1 or text.endswith("\n\n")):
            text += "\n"
        text += lines
        before = node
    return text


# ---- sentences and types ----------------------------------------------------------------------------------------------


def _phrases(phrases: ast.Phrases) -> str:
    return " | ".join(f'{p.language} "{p.text}"' if p.language else f'"{p.text}"' for p in phrases)


def _reason(reason: ast.Reason) -> str:
    return _phrases(reason.phrases) + (f" §{reason.section}" if reason.section else "")


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
        return f"card in {expr(node.zone, _SUM)}"
    if isinstance(node, ast.CardsFrom):
        return f"exactly {expr(node.number, _SUM)} cards from {expr(node.zone, _SUM)}"
    if isinstance(node, ast.SomeCards):
        bound = f" {node.bound} {expr(node.condition, _OR)}" if node.condition is not None else ""
        return f"some cards from {expr(node.zone, _SUM)}{bound}"
    return type_(node)


def _params(params: tuple[ast.Param, ...]) -> str:
    return f"({', '.join(f'{p.name}: {_domain(p.domain)}' for p in params)})" if params else ""


def _args(args: tuple[ast.Expr, ...] | None) -> str:
    return f"({', '.join(expr(a) for a in args)})" if args else ""


# ---- expressions ------------------------------------------------------------------------------------------------------


def expr(node: ast.Expr, place: int = _LOOSE) -> str:
    """An expression; in brackets where it binds more loosely than its place allows."""
    text, binding = _expr(node)
    return f"({text})" if binding < place else text


def _expr(node: ast.Expr) -> tuple[str, int]:
    match node:
        case ast.Or(left=left, right=right):
            return f"{expr(left, _OR)} or {_last(right, _AND)}", _LOOSE if _is_open(right) else _OR
        case ast.And(left=left, right=right):
            return f"{expr(left, _AND)} and {_last(right, _NOT)}", _LOOSE if _is_open(right) else _AND
        case ast.Not(of=ast.Contains(item=item, source=source)):
            return f"{expr(item, _SUM)} not in {expr(source, _SUM)}", _COMPARE
        case ast.Not(of=ast.Empty(of=of)):
            return f"{expr(of, _SUM)} is not empty", _COMPARE
        case ast.Not(of=of):
            return f"not {_last(of, _NOT)}", _LOOSE if _is_open(of) else _NOT
        case ast.Compare(left=left, op=op, right=right):
            return f"{expr(left, _SUM)} {op} {expr(right, _SUM)}", _COMPARE
        case ast.Contains(item=item, source=source):
            return f"{expr(item, _SUM)} in {expr(source, _SUM)}", _COMPARE
        case ast.Empty(of=of):
            return f"{expr(of, _SUM)} is empty", _COMPARE
        case ast.Arithmetic(left=left, op=op, right=right):
            here = _PRODUCT if op == "*" else _SUM
            return f"{expr(left, here)} {op} {expr(right, here + 1)}", here
    return _prefix(node)


def _prefix(node: ast.Expr) -> tuple[str, int]:
    match node:
        case ast.CountOf(of=of):
            return f"count of {expr(of, _ATOM)}", _PREFIX
        case ast.SeatsFrom(start=start):
            return f"seats from {expr(start, _ATOM)}", _PREFIX
        case ast.Next(var=None, after=after, source=source):
            return f"next after {expr(after, _ATOM)} in {expr(source, _ATOM)}", _PREFIX
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
            return f"{kind} {var} in {expr(source, _SUM)}: {expr(condition)}", _LOOSE
        case ast.The(var=var, source=source, condition=condition):
            return f"the {var} in {expr(source, _SUM)}{_where(condition)}", _LOOSE
        case ast.Next(var=var, after=after, source=source, condition=condition):
            return f"next {var} after {expr(after, _SUM)} in {expr(source, _SUM)}{_where(condition)}", _LOOSE
        case ast.Summary(kind=kind, body=body, var=var, source=source, condition=condition):
            return f"{kind} of {expr(body, _SUM)} for {var} in {expr(source, _SUM)}{_where(condition)}", _LOOSE
        case ast.Choice(condition=condition, then=then, otherwise=otherwise):
            return f"if {expr(condition, _OR)} then {expr(then)} else {expr(otherwise)}", _LOOSE
    return _atom(node), _ATOM


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
            return name + _args(args)
        case ast.Attribute(of=of, name=name):
            return f"{expr(of, _ATOM)}.{name}"
        case ast.SetOf(items=items):
            return f"{{{', '.join(expr(i) for i in items)}}}"
        case ast.Filtered(var=var, source=source, condition=condition):
            return f"{{each {var} in {expr(source, _SUM)}{_where(condition)}}}"
    raise AssertionError(f"no layout for {type(node).__name__}")


# ---- statements -------------------------------------------------------------------------------------------------------


def _indented(lines: Iterable[str]) -> list[str]:
    return [INDENT + line for line in lines]


def _suite(head: str, body: ast.Suite) -> list[str]:
    """A head and its block; a single short statement stands on the same line."""
    if len(body) == 1 and not isinstance(body[0], ast.If | ast.For | ast.ForRange):
        line = f"{head} {_simple(body[0])}"
        if len(line) <= WIDTH:
            return [line]
    return [head, *_indented(line for s in body for line in _statement(s))]


def _statement(node: ast.Statement) -> list[str]:
    if isinstance(node, ast.If):
        return _if("if", node)
    if isinstance(node, ast.For):
        where = f" where {expr(node.condition, _OR)}" if node.condition is not None else ""
        return _suite(f"for {node.var} in {expr(node.source, _SUM)}{where}:", node.body)
    if isinstance(node, ast.ForRange):
        return _suite(f"for {node.var} from {expr(node.low, _SUM)} to {expr(node.high, _SUM)}:", node.body)
    return [_simple(node)]


def _if(word: str, node: ast.If) -> list[str]:
    lines = _suite(f"{word} {expr(node.condition)}:", node.then)
    if len(node.otherwise) == 1 and isinstance(node.otherwise[0], ast.If):
        return lines + _if("else if", node.otherwise[0])
    return lines + (_suite("else:", node.otherwise) if node.otherwise else [])


def _simple(node: ast.Statement) -> str:
    match node:
        case ast.Assign(name=name, args=args, op=op, value=value):
            return f"{name}{_args(args)} {op} {expr(value)}"
        case ast.Let(name=name, value=value):
            return f"let {name} = {expr(value)}"
        case ast.LetRandom(name=name, number=number, zone=zone):
            return f"let {name} = random {expr(number, _SUM)} cards from {expr(zone, _SUM)}"
        case ast.Relocate(card=card, source=source, target=target, on_top=on_top):
            where = "on top of" if on_top else "to"
            return f"move {expr(card, _SUM)} from {expr(source, _SUM)} {where} {expr(target, _SUM)}"
        case ast.Draw(number=number, source=source, target=target):
            return f"draw {expr(number, _SUM)} from {expr(source, _SUM)} to {expr(target, _SUM)}"
        case ast.Shuffle(zone=zone):
            return f"shuffle {expr(zone, _SUM)}"
        case ast.RelocateAll(source=source, target=target):
            return f"move all from {expr(source, _SUM)} to {expr(target, _SUM)}"
        case ast.Gather(target=target):
            return f"gather all cards into {expr(target, _SUM)}"
        case ast.Begin(stage=stage, args=args):
            return f"begin {stage}{_args(args)}"
        case ast.GoTo(stage=stage, args=args):
            return f"go to {stage}{_args(args)}"
    return _control(node)


def _control(node: ast.Statement) -> str:
    match node:
        case ast.Announce(effect=effect, args=args):
            return f"announce {effect}{_args(args)}"
        case ast.StopAt(gap=gap):
            return f"unclear {gap}"
        case ast.EndStage():
            return "end stage"
        case ast.EndGame():
            return "end game"
        case ast.Call(name=name, args=args):
            return name + _args(args)
    raise AssertionError(f"no layout for {type(node).__name__}")


# ---- declarations -----------------------------------------------------------------------------------------------------


def _clause(node: ast.Node) -> list[str]:
    match node:
        case ast.Says(form=form, phrases=phrases):
            return [f"says {form + ' ' if form else ''}{_phrases(phrases)}"]
        case ast.Becomes(form=form, phrases=phrases):
            return [f"becomes {form + ' ' if form else ''}{_phrases(phrases)}"]
        case ast.UnlessSaid(value=value, condition=condition):
            return [f"unless said {expr(value)}" + (f" when {expr(condition)}" if condition is not None else "")]
        case ast.May(who=who, moves=moves, condition=condition):
            when = f" when {expr(condition)}" if condition is not None else ""
            return [f"{expr(who, _SUM)} may {', '.join(moves)}{when}"]
        case ast.Require():
            return _require(node)
        case ast.Doubt(condition=condition, reason=reason):
            return [f"unclear unless {expr(condition)} {_reason(reason)}"]
        case ast.Do(body=body):
            return _suite("do", body)
        case ast.Option(default=default, name=name, phrases=phrases):
            return [f"{'default' if default else 'option'} {name} {_phrases(phrases)}"]
        case ast.Note(kind=kind, phrases=phrases):
            return [f"{kind} {_phrases(phrases)}"]
    raise AssertionError(f"no layout for {type(node).__name__}")


def _require(node: ast.Require) -> list[str]:
    line = f"require {expr(node.condition)}"
    below: list[str] = []
    if node.reason is not None:
        reason = _reason(node.reason)
        if len(line) + len(reason) < WIDTH:
            line += f" {reason}"
        else:
            below.append(reason)
    if node.penalty:
        below += _suite("penalty:", node.penalty)
    return [line, *_indented(below)]


def _clauses(head: str, nodes: Iterable[ast.Node]) -> list[str]:
    return [head, *_indented(line for node in nodes for line in _clause(node))]


def _declaration(node: ast.Declaration) -> list[str]:
    match node:
        case ast.Enum(name=name, members=members):
            return [f"enum {name}: {', '.join(_member(x) for x in members)}"]
        case ast.Cards(attributes=attributes):
            return ["cards have", *_indented(f"{a.name}: {type_(a.type)}" for a in attributes)]
        case ast.PackOfCards(lines=lines):
            return ["pack", *_indented(map(_pack_line, lines))]
        case ast.Zone(name=name, owned=owned, kind=kind, clauses=clauses):
            return _clauses(f"zone {name}{_owned(owned)}{': ' + ', '.join(kind) if kind else ''}", clauses)
        case ast.State(name=name, owned=owned, type=type__, initial=initial, clauses=clauses):
            value = f" = {expr(initial)}" if initial is not None else ""
            return _clauses(f"state {name}{_owned(owned)}: {type_(type__)}{value}", clauses)
        case ast.Table(name=name, by=by, rows=rows):
            shown = (f"{expr(r.key, _SUM)}: {expr(r.value, _SUM)}" for r in rows)
            return [f"table {name} by {expr(by, _SUM)}", *_indented(shown)]
        case ast.Define(name=name, params=params, value=value, clauses=clauses):
            return _clauses(f"define {name}{_params(params)} = {expr(value)}", clauses)
        case ast.Effect(name=name, params=params, clauses=clauses):
            return _clauses(f"effect {name}{_params(params)}", clauses)
        case ast.Stage(name=name, params=params, clauses=clauses):
            return _clauses(f"stage {name}{_params(params)}", clauses)
        case ast.Move(name=name, params=params, clauses=clauses):
            return _clauses(f"move {name}{_params(params)}", clauses)
    return _rule(node)


def _rule(node: ast.Declaration) -> list[str]:
    match node:
        case ast.Procedure(name=name, params=params, body=body):
            return [f"to {name}{_params(params)}", *_indented(line for s in body for line in _statement(s))]
        case ast.Whenever(condition=condition, body=body):
            return _suite(f"whenever {expr(condition)}:", body)
        case ast.Opening(mid_game=mid_game, body=body):
            return _suite("start mid-game:" if mid_game else "start:", body)
        case ast.Reading(name=name, grade=grade, clauses=clauses):
            return _clauses(f"reading {name}: {grade}", clauses)
        case ast.Gap(name=name, phrases=phrases):
            return [f"gap {name} {_phrases(phrases)}"]
        case ast.Invariant(condition=condition, reason=reason):
            return [f"invariant {expr(condition)} {_reason(reason)}"]
        case ast.Talk(name=name, lines=lines):
            return [f"talk {name}", *_indented(f"hears {', '.join(map(_heard, line.groups))}" for line in lines)]
        case ast.Term(phrases=phrases, means=means):
            return [f"term {_phrases(phrases)} means {_phrases(means)}"]
    raise AssertionError(f"no layout for {type(node).__name__}")


def _heard(group: ast.Heard) -> str:
    return _phrases(group.phrases) if group.kind == "words" else group.name or group.kind


def _owned(owned: bool) -> str:
    return " of player" if owned else ""


def _member(member: ast.Member) -> str:
    return member.name + (f" also {_phrases(member.also)}" if member.also else "")


def _pack_line(line: ast.PackLine) -> str:
    loops = ", ".join(
        f"{loop.names[0] if len(loop.names) == 1 else '{' + ', '.join(loop.names) + '}'} in {expr(loop.source, _SUM)}"
        for loop in line.loops
    )
    values = ", ".join(f"{v.name} = {expr(v.value, _SUM)}" for v in line.values)
    copies = f"{line.copies} times " if line.copies is not None else ""
    return copies + (f"for {loops}: " if loops else "") + f"{_phrases(line.phrases)} with {values}"
