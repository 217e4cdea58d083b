"""Syntax trees back to text, in the one canonical layout. Reading what is printed gives the same tree."""

from __future__ import annotations

from collections.abc import Iterable

from rulespal.language import ast
from rulespal.language.print_expr import OR, SUM, args_, expr, params_, phrases_, reason_, type_

INDENT = "  "
WIDTH = 116


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
        where = f" where {expr(node.condition, OR)}" if node.condition is not None else ""
        return _suite(f"for {node.var} in {expr(node.source, SUM)}{where}:", node.body)
    if isinstance(node, ast.ForRange):
        return _suite(f"for {node.var} from {expr(node.low, SUM)} to {expr(node.high, SUM)}:", node.body)
    return [_simple(node)]


def _if(word: str, node: ast.If) -> list[str]:
    lines = _suite(f"{word} {expr(node.condition)}:", node.then)
    if len(node.otherwise) == 1 and isinstance(node.otherwise[0], ast.If):
        return lines + _if("else if", node.otherwise[0])
    return lines + (_suite("else:", node.otherwise) if node.otherwise else [])


def _simple(node: ast.Statement) -> str:
    match node:
        case ast.Assign(name=name, args=args, op=op, value=value):
            return f"{name}{args_(args)} {op} {expr(value)}"
        case ast.Let(name=name, value=value):
            return f"let {name} = {expr(value)}"
        case ast.LetRandom(name=name, number=number, zone=zone):
            return f"let {name} = random {expr(number, SUM)} cards from {expr(zone, SUM)}"
        case ast.Relocate(card=card, source=source, target=target, on_top=on_top):
            where = "on top of" if on_top else "to"
            return f"move {expr(card, SUM)} from {expr(source, SUM)} {where} {expr(target, SUM)}"
        case ast.Draw(number=number, source=source, target=target):
            return f"draw {expr(number, SUM)} from {expr(source, SUM)} to {expr(target, SUM)}"
        case ast.Shuffle(zone=zone):
            return f"shuffle {expr(zone, SUM)}"
        case ast.RelocateAll(source=source, target=target):
            return f"move all from {expr(source, SUM)} to {expr(target, SUM)}"
        case ast.Gather(target=target):
            return f"gather all cards into {expr(target, SUM)}"
        case ast.Begin(stage=stage, args=args):
            return f"begin {stage}{args_(args)}"
        case ast.GoTo(stage=stage, args=args):
            return f"go to {stage}{args_(args)}"
    return _control(node)


def _control(node: ast.Statement) -> str:
    match node:
        case ast.Announce(effect=effect, args=args):
            return f"announce {effect}{args_(args)}"
        case ast.StopAt(gap=gap):
            return f"unclear {gap}"
        case ast.EndStage():
            return "end stage"
        case ast.EndGame():
            return "end game"
        case ast.Call(name=name, args=args):
            return name + args_(args)
    raise AssertionError(f"no layout for {type(node).__name__}")


# ---- declarations -----------------------------------------------------------------------------------------------------


def _clause(node: ast.Node) -> list[str]:
    match node:
        case ast.Says(form="each", phrases=phrases):
            return [f"each {phrases_(phrases)}"]
        case ast.Says(form=form, phrases=phrases):
            return [f"says {form + ' ' if form else ''}{phrases_(phrases)}"]
        case ast.Becomes(form=form, phrases=phrases):
            return [f"becomes {form + ' ' if form else ''}{phrases_(phrases)}"]
        case ast.UnlessSaid(value=value, condition=condition):
            return [f"unless said {expr(value)}" + (f" when {expr(condition)}" if condition is not None else "")]
        case ast.May(who=who, moves=moves, condition=condition):
            when = f" when {expr(condition)}" if condition is not None else ""
            return [f"{expr(who, SUM)} may {', '.join(moves)}{when}"]
        case ast.Require():
            return _require(node)
        case ast.LeftOut():
            return ["may be left out"]
        case ast.Doubt():
            return _doubt(node)
        case ast.Do(body=body):
            return _suite("do", body)
        case ast.Option(default=default, name=name, phrases=phrases):
            return [f"{'default' if default else 'option'} {name} {phrases_(phrases)}"]
        case ast.Note(kind=kind, phrases=phrases):
            return [f"{kind} {phrases_(phrases)}"]
    return _of_questions(node)


def _of_questions(node: ast.Node) -> list[str]:
    match node:
        case ast.Ordinarily(value=value):
            return [f"ordinarily {expr(value)}"]
        case ast.Payment(amount=amount, unit=unit, payer=payer, payee=payee):
            return [f'payment {expr(amount, SUM)} "{unit}" from {_payer(payer)} to {_payer(payee)}']
        case ast.Role(name=name, phrases=phrases):
            return [f"role {name} {phrases_(phrases)}"]
        case ast.Seats(name=name):
            return [f"players {name}"]
        case ast.Given(facts=facts):
            return [f"given {', '.join(map(phrases_, facts))}"]
        case ast.After(events=events):
            return [f"after {', '.join(map(phrases_, events))}"]
        case ast.Case(when=when, clauses=clauses):
            return _clauses(f"case {phrases_(when)}", clauses)
        case ast.See(sections=sections):
            return [f"see {', '.join('§' + section for section in sections)}"]
        case ast.Example(question=question, answer=answer):
            return [f'example "{question}" is "{answer}"']
        case ast.Answer():
            return [_answer(node)]
    raise AssertionError(f"no layout for {type(node).__name__}")


def _payer(payer: str | ast.Phrases) -> str:
    return payer if isinstance(payer, str) else phrases_(payer)


def _answer(node: ast.Answer) -> str:
    words = ["answer"]
    if node.kind not in ("value", "words"):
        words.append(node.kind)
    if node.value is not None:
        words.append(expr(node.value))
    if node.event is not None:
        words.append(f'"{node.event.text}"')
    if node.text:
        words.append(phrases_(node.text))
    if node.otherwise:
        words.append(f"else {phrases_(node.otherwise)}")
    return " ".join(words)


def _require(node: ast.Require) -> list[str]:
    line = f"require {expr(node.condition)}"
    lines = [line] if node.reason is None else _with_reason(line, node.reason)
    return lines + (_indented(_suite("penalty:", node.penalty)) if node.penalty else [])


def _doubt(node: ast.Doubt) -> list[str]:
    line = f"unclear unless {expr(node.condition)}"
    return [f"{line} {node.why}"] if isinstance(node.why, str) else _with_reason(line, node.why)


def _with_reason(line: str, reason: ast.Reason) -> list[str]:
    """A condition with its reason behind it, or below it where the line would be too long."""
    text = reason_(reason)
    return [f"{line} {text}"] if len(line) + len(text) < WIDTH else [line, *_indented([text])]


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
            of = " of player" if owned else ""
            return _clauses(f"zone {name}{of}{': ' + ', '.join(kind) if kind else ''}", clauses)
        case ast.State(name=name, owner=owner, type=type__, initial=initial, clauses=clauses):
            of = f" of {type_(owner)}" if owner is not None else ""
            value = f" = {expr(initial)}" if initial is not None else ""
            if initial is not None and clauses and clauses[-1] == ast.UnlessSaid(initial, None):
                value, clauses = f"{value} unless said", clauses[:-1]
            return _clauses(f"state {name}{of}: {type_(type__)}{value}", clauses)
        case ast.Table(name=name, by=by, rows=rows):
            shown = (f"{expr(r.key, SUM)}: {expr(r.value, SUM)}" for r in rows)
            return [f"table {name} by {expr(by, SUM)}", *_indented(shown)]
        case ast.Define(name=name, params=params, value=value, clauses=clauses):
            return _clauses(f"define {name}{params_(params)} = {expr(value)}", clauses)
        case ast.Effect(name=name, params=params, clauses=clauses):
            return _clauses(f"effect {name}{params_(params)}", clauses)
        case ast.Stage(name=name, params=params, clauses=clauses):
            return _clauses(f"stage {name}{params_(params)}", clauses)
        case ast.Move(name=name, params=params, clauses=clauses):
            return _clauses(f"move {name}{params_(params)}", clauses)
    return _rule(node)


def _rule(node: ast.Declaration) -> list[str]:
    match node:
        case ast.Forbid(reason=reason):
            return [*_standing("forbid", node), *_indented([reason_(reason)])]
        case ast.Allow():
            return _standing("allow", node)
        case ast.Procedure(name=name, params=params, body=body):
            return [f"to {name}{params_(params)}", *_indented(line for s in body for line in _statement(s))]
        case ast.Whenever(condition=condition, body=body):
            return _suite(f"whenever {expr(condition)}:", body)
        case ast.Opening(kind=kind, body=body):
            return _suite(f"start {kind}:" if kind else "start:", body)
        case ast.Reading(name=name, grade=grade, clauses=clauses):
            return _clauses(f"reading {name}: {grade}", clauses)
        case ast.Gap(name=name, phrases=phrases):
            return [f"gap {name} {phrases_(phrases)}"]
        case ast.Invariant(condition=condition, reason=reason):
            return _with_reason(f"invariant {expr(condition)}", reason)
        case ast.Talk(name=name, lines=lines):
            return [f"talk {name}", *_indented(f"hears {', '.join(map(_heard, line.groups))}" for line in lines)]
        case ast.Term(phrases=phrases, means=means):
            return [f"term {phrases_(phrases)} means {phrases_(means)}"]
        case ast.Ruling(name=name, params=params, clauses=clauses):
            return _clauses(f"ruling {name}{params_(params)}", clauses)
    raise AssertionError(f"no layout for {type(node).__name__}")


def _standing(word: str, node: ast.Forbid | ast.Allow) -> list[str]:
    over = f" over {', '.join(node.over)}" if node.over else ""
    when = [f"when {expr(node.condition)}"] if node.condition is not None else []
    return [f"{word} {node.name}{over}: {_moves(node.moves)}", *_indented(when)]


def _moves(moves: tuple[str, ...] | ast.EveryMove) -> str:
    if isinstance(moves, ast.EveryMove):
        return f"every move but {', '.join(moves.but)}" if moves.but else "every move"
    return ", ".join(moves)


def _heard(group: ast.Heard) -> str:
    return phrases_(group.phrases) if group.kind == "words" else group.name or group.kind


def _member(member: ast.Member) -> str:
    return member.name + (f" also {phrases_(member.also)}" if member.also else "")


def _pack_line(line: ast.PackLine) -> str:
    loops = ", ".join(
        f"{loop.names[0] if len(loop.names) == 1 else '{' + ', '.join(loop.names) + '}'} in {expr(loop.source, SUM)}"
        for loop in line.loops
    )
    values = ", ".join(f"{v.name} = {expr(v.value, SUM)}" for v in line.values)
    copies = f"{line.copies} times " if line.copies is not None else ""
    return copies + (f"for {loops}: " if loops else "") + f"{phrases_(line.phrases)} with {values}"
