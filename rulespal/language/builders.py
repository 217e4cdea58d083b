"""Grammar rule names to nodes of the syntax tree."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulespal.language import ast
from rulespal.text.span import Span


def _many(*items: Any, span: Span) -> tuple[Any, ...]:
    return tuple(item for item in items if item is not None)


def _one(item: Any = None, *, span: Span) -> Any:
    return item


def _text(quoted: str) -> str:
    return quoted[1:-1]


def _type(kind: str, *, optional: bool = False) -> Callable[..., ast.Type]:
    def build(name: str | None = None, *, span: Span) -> ast.Type:
        return ast.Type(kind, name, optional=optional, span=span)

    return build


def _state(name: str, owner: Any, kind: ast.Type, initial: Any, *rest: Any, span: Span) -> ast.State:
    """`= VALUE unless said` is short for that value and `unless said VALUE` as the last clause."""
    as_said, clauses = rest if len(rest) == 2 else (None, *rest)
    said = (ast.UnlessSaid(initial, None, span=initial.span),) if as_said else ()
    return ast.State(name, owner, kind, initial, (*(clauses or ()), *said), span=span)


def _require(condition: ast.Expr, same_line: Any, next_line: Any, penalty: Any, *, span: Span) -> ast.Require:
    return ast.Require(condition, same_line or next_line, penalty or (), span=span)


def _if(condition: ast.Expr, then: ast.Suite, *rest: Any, span: Span) -> ast.If:
    otherwise: ast.Suite = ()
    for part in reversed([r for r in rest if r is not None]):
        otherwise = (
            (ast.If(part.condition, part.then, otherwise, span=part.span),) if isinstance(part, ast.If) else part
        )
    return ast.If(condition, then, otherwise, span=span)


def _quantified(kind: str) -> Callable[..., ast.Quantified]:
    def build(var: str, source: ast.Expr, condition: ast.Expr, *, span: Span) -> ast.Quantified:
        return ast.Quantified(kind, var, source, condition, span=span)

    return build


def _summary(kind: str) -> Callable[..., ast.Summary]:
    def build(body: Any, var: str, source: Any, condition: Any, *, span: Span) -> ast.Summary:
        return ast.Summary(kind, body, var, source, condition, span=span)

    return build


def _note(kind: str) -> Callable[..., ast.Note]:
    return lambda phrases, *, span: ast.Note(kind, phrases, span=span)


def _params(node: Callable[..., Any], *, empty: int = 1) -> Callable[..., Any]:
    """A node whose optional list (at position `empty`) becomes an empty tuple when it is not written."""

    def build(*children: Any, span: Span) -> Any:
        values = list(children)
        if values[empty] is None:
            values[empty] = ()
        return node(*values, span=span)

    return build


def _seats(number: str, *, span: Span) -> ast.Seats:
    return ast.Seats(int(number) if number.isdecimal() else number, span=span)


def _answer(value: ast.Expr, text: Any, otherwise: Any, *, span: Span) -> ast.Answer:
    return ast.Answer("value", value, None, text or (), otherwise or (), span=span)


def _answer_event(kind: str, event: str, text: Any, otherwise: Any, *, span: Span) -> ast.Answer:
    return ast.Answer(kind, None, ast.Phrase(None, _text(event), span=span), text or (), otherwise or (), span=span)


BUILDERS: dict[str, Callable[..., Any]] = {
    "start": _many, "members": _many, "attributes": _many, "pack_lines": _many, "pack_loops": _many,
    "pack_values": _many, "clauses": _many, "table_rows": _many, "stage_clauses": _many, "names": _many,
    "move_clauses": _many, "params": _many, "suite": _many, "args": _many, "reading_clauses": _many, "phrases": _many,
    "also": _one, "form": _one, "grade": _one, "option_kind": _one, "penalty": _one,
    "elif": lambda condition, body, *, span: ast.If(condition, body, (), span=span),
    "else": _one,
    "zone_kind": lambda *words, span: tuple(" ".join(w for w in words if w and w != ":").split(" , ")),
    "owned": lambda *, span: True,
    "phrase": lambda language, text, *, span: ast.Phrase(language, _text(text), span=span),
    "reason": lambda phrases, section, *, span: ast.Reason(phrases, section and section[1:], span=span),
    # things
    "enum": ast.Enum,
    "member": _params(ast.Member),
    "cards": ast.Cards,
    "attribute": ast.CardAttribute,
    "pack": ast.PackOfCards,
    "pack_line": lambda copies, loops, phrases, values, *, span: ast.PackLine(
        int(copies) if copies else None, loops or (), phrases, values, span=span),
    "pack_each": lambda name, source, *, span: ast.PackLoop((name,), source, span=span),
    "pack_pairs": lambda a, b, source, *, span: ast.PackLoop((a, b), source, span=span),
    "pack_value": ast.PackValue,
    # state
    "zone": lambda name, owned, kind, clauses, *, span: ast.Zone(name, bool(owned), kind or (), clauses or (), span=span),
    "state": _state,
    "as_said": lambda *, span: True,
    "says": ast.Says,
    "each": lambda phrases, *, span: ast.Says("each", phrases, span=span),
    "becomes": ast.Becomes,
    "unless_said": ast.UnlessSaid,
    "table": ast.Table,
    "table_row": ast.TableRow,
    "define": lambda name, params, value, clauses, *, span: ast.Define(
        name, params or (), value, clauses or (), span=span),
    "effect": _params(ast.Effect),
    "effect_clauses": _many,
    "payment": lambda amount, unit, payer, payee, *, span: ast.Payment(amount, _text(unit), payer, payee, span=span),
    "paying_player": _one,
    "paying_place": _one,
    "ordinarily": ast.Ordinarily,
    # stages and moves
    "stage": lambda name, params, clauses, *, span: ast.Stage(name, params or (), clauses or (), span=span),
    "may": ast.May,
    "move": _params(ast.Move),
    "forbid": _params(ast.Forbid),
    "allow": _params(ast.Allow),
    "every_move": _params(ast.EveryMove, empty=0),
    "over": _one,
    "when": _one,
    "require": _require,
    "left_out": ast.LeftOut,
    "doubt": ast.Doubt,
    "reason_after": _one,
    "silence": _one,
    "do": ast.Do,
    "param": ast.Param,
    "card_in": ast.CardIn,
    "cards_from": ast.CardsFrom,
    "some_cards": lambda zone, bound, *, span: ast.SomeCards(zone, *(bound or (None, None)), span=span),
    "bound": lambda kind, condition, *, span: (kind, condition),
    "bound_kind": _one,
    # effects
    "procedure": _params(ast.Procedure),
    "whenever": ast.Whenever,
    "start_game": lambda body, *, span: ast.Opening("", body, span=span),
    "start_mid_game": lambda body, *, span: ast.Opening("mid-game", body, span=span),
    "start_example": lambda body, *, span: ast.Opening("example", body, span=span),
    "assignment": ast.Assign,
    "let": ast.Let,
    "let_random": ast.LetRandom,
    "relocate": ast.Relocate,
    "relocate_on_top": lambda card, source, target, *, span: ast.Relocate(card, source, target, True, span=span),
    "draw": ast.Draw,
    "shuffle": ast.Shuffle,
    "announce": ast.Announce,
    "unclear": ast.StopAt,
    "for_range": ast.ForRange,
    "relocate_all": ast.RelocateAll,
    "gather": ast.Gather,
    "begin": ast.Begin,
    "go_to": ast.GoTo,
    "end_stage": ast.EndStage,
    "end_game": ast.EndGame,
    "call": ast.Call,
    "if": _if,
    "for": ast.For,
    # meaning
    "reading": ast.Reading,
    "option": lambda kind, name, phrases, *, span: ast.Option(kind == "default", name, phrases, span=span),
    "asks": _note("asks"),
    "because": _note("because"),
    "source": _note("source"),
    "gap": ast.Gap,
    "invariant": ast.Invariant,
    "term": ast.Term,
    "talk": ast.Talk,
    "hears_lines": _many,
    "hears": lambda *groups, span: ast.Hears(
        tuple(g if isinstance(g, ast.Heard) else ast.Heard("words", None, g, span=span) for g in groups), span=span),
    "heard_enum": lambda name, *, span: ast.Heard("enum", name, span=span),
    "heard_card": lambda *, span: ast.Heard("card", span=span),
    "heard_number": lambda *, span: ast.Heard("number", span=span),
    # questions
    "ruling": _params(ast.Ruling),
    "ruling_clauses": _many,
    "course_clauses": _many,
    "texts": _many,
    "role": ast.Role,
    "seats": _seats,
    "given": ast.Given,
    "after": ast.After,
    "course": ast.Case,
    "answer": _answer,
    "answer_words": lambda text, otherwise, *, span: ast.Answer("words", None, None, text, otherwise or (), span=span),
    "answer_event": _answer_event,
    "answer_plainly": lambda kind, text, *, span: ast.Answer(kind, text=text or (), span=span),
    "asked_event": _one,
    "asked_plainly": _one,
    "see": lambda *sections, span: ast.See(tuple(s[1:] for s in sections), span=span),
    "example": lambda question, answer, *, span: ast.Example(_text(question), _text(answer), span=span),
    # types
    "named_type": _type("named"),
    "card_type": _type("card"),
    "cards_type": _type("cards"),
    "player_type": _type("player"),
    "maybe_player": _type("player", optional=True),
    "maybe_card": _type("card", optional=True),
    "maybe_named": _type("named", optional=True),
    "yes_or_no": _type("truth"),
    "number_type": _type("number"),
    "text_type": _type("text"),
    "range_type": lambda low, high, *, span: ast.Type("range", None, int(low), int(high), span=span),
    "set_type": _type("set"),
    "list_type": _type("list"),
    # expressions
    "or": ast.Or,
    "and": ast.And,
    "not": ast.Not,
    "some": _quantified("some"),
    "every": _quantified("every"),
    "count_where": _quantified("count"),
    "the": ast.The,
    "next_where": ast.Next,
    "next_after": lambda after, source, *, span: ast.Next(None, after, source, None, span=span),
    "seats_from": ast.SeatsFrom,
    "sum_of": _summary("sum"),
    "most_of": _summary("most"),
    "least_of": _summary("least"),
    "choice": ast.Choice,
    "compare": ast.Compare,
    "contains": ast.Contains,
    "lacks": lambda item, source, *, span: ast.Not(ast.Contains(item, source, span=span), span=span),
    "is_empty": ast.Empty,
    "not_empty": lambda of, *, span: ast.Not(ast.Empty(of, span=span), span=span),
    "arithmetic": ast.Arithmetic,
    "quotient": ast.Quotient,
    "rounding": _one,
    "count_of": ast.CountOf,
    "attribute_of": ast.Attribute,
    "integer": lambda digits, *, span: ast.Integer(int(digits), span=span),
    "name": ast.Name,
    "applied": ast.Applied,
    "yes": lambda *, span: ast.Truth(True, span=span),
    "no": lambda *, span: ast.Truth(False, span=span),
    "players": ast.Players,
    "pack_of_cards": ast.Pack,
    "nobody": ast.Nobody,
    "stage_now": ast.StageNow,
    "name_card": lambda *, span: ast.Name("card", span=span),
    "set_of": lambda *items, span: ast.SetOf(items, span=span),
    "filtered": ast.Filtered,
}  # fmt: skip
