"""Whatever tree is printed is read as the same tree."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from rulespal.language import ast, printer
from rulespal.language.from_document import parse, rule_language
from rulespal.library import rulebook_files
from rulespal.literate.from_markdown import read
from rulespal.text.diagnostic import Diagnostics
from rulespal.text.span import Span

NAMES = st.sampled_from(["hand", "actor", "red", "matches", "x", "card", "coins"])
CALLED = NAMES.filter(lambda name: name != "card")  # `card` is a word of the language, and a name only by itself
VARS = st.sampled_from(["c", "p", "other"])
PHRASES = st.lists(
    st.builds(ast.Phrase, st.sampled_from([None, "es"]), st.sampled_from(["a {card}", "", "one (of) two"])),
    min_size=1, max_size=2,
).map(tuple)  # fmt: skip


def expressions() -> st.SearchStrategy[ast.Expr]:
    atoms = st.one_of(
        st.builds(ast.Integer, st.integers(0, 99)), st.builds(ast.Truth, st.booleans()), st.builds(ast.Nobody),
        st.builds(ast.Players), st.builds(ast.Pack), st.builds(ast.StageNow), st.builds(ast.Name, NAMES),
    )  # fmt: skip

    def grown(e: st.SearchStrategy[ast.Expr]) -> st.SearchStrategy[ast.Expr]:
        several = st.lists(e, min_size=1, max_size=2).map(tuple)
        maybe = st.one_of(st.none(), e)
        return st.one_of(
            st.builds(ast.Applied, CALLED, several), st.builds(ast.Attribute, e, NAMES), st.builds(ast.SetOf, several),
            st.builds(ast.Filtered, VARS, e, e), st.builds(ast.CountOf, e), st.builds(ast.SeatsFrom, e),
            st.builds(ast.Next, st.none(), e, e, st.none()), st.builds(ast.Next, VARS, e, e, e),
            st.builds(ast.Quantified, st.sampled_from(["some", "every", "count"]), VARS, e, e),
            st.builds(ast.The, VARS, e, e),
            st.builds(ast.Summary, st.sampled_from(["sum", "most", "least"]), e, VARS, e, maybe),
            st.builds(ast.Choice, e, e, e), st.builds(ast.Arithmetic, e, st.sampled_from("+-*"), e),
            st.builds(ast.Quotient, e, e, st.sampled_from(["down", "up"])),
            st.builds(ast.Compare, e, st.sampled_from(["=", "!=", "<", "<=", ">", ">="]), e),
            st.builds(ast.Contains, e, e), st.builds(ast.Empty, e), st.builds(ast.Not, e), st.builds(ast.And, e, e),
            st.builds(ast.Or, e, e),
        )  # fmt: skip

    return st.recursive(atoms, grown, max_leaves=8)


def statements() -> st.SearchStrategy[ast.Statement]:
    e = expressions()
    args = st.one_of(st.none(), st.lists(e, min_size=1, max_size=2).map(tuple))
    simple = st.one_of(
        st.builds(ast.Assign, CALLED, args, st.sampled_from([":=", "+=", "-="]), e),
        st.builds(ast.Let, VARS, e), st.builds(ast.Relocate, e, e, e, st.booleans()), st.builds(ast.RelocateAll, e, e),
        st.builds(ast.Gather, e), st.builds(ast.Begin, VARS, args), st.builds(ast.GoTo, VARS, args),
        st.builds(ast.LetRandom, VARS, e, e), st.builds(ast.Draw, e, e, e), st.builds(ast.Shuffle, e),
        st.builds(ast.Announce, VARS, args), st.builds(ast.StopAt, VARS),
        st.builds(ast.EndStage), st.builds(ast.EndGame), st.builds(ast.Call, VARS, args),
    )  # fmt: skip
    suite = st.lists(simple, min_size=1, max_size=2).map(tuple)
    compound = st.one_of(
        st.builds(ast.If, e, suite, st.one_of(st.just(()), suite)),
        st.builds(ast.ForRange, VARS, e, e, suite),
        st.builds(ast.For, VARS, e, st.one_of(st.none(), e), suite),
    )
    return st.one_of(simple, compound)


def again(text: str, start: str) -> object:
    diagnostics = Diagnostics()
    found = rule_language(True).parse(text, start, Span(), diagnostics)
    assert not list(diagnostics), (text, list(diagnostics))
    return found


@given(expressions())
@settings(max_examples=400, deadline=None)
def test_expressions(node: ast.Expr) -> None:
    assert again(printer.expr(node), "expr") == node


@given(st.lists(statements(), min_size=1, max_size=3).map(tuple))
@settings(max_examples=200, deadline=None)
def test_statements(body: ast.Suite) -> None:
    rule = ast.Procedure("thing", (), body)
    assert again(printer.declaration(rule), "start") == (rule,)


@given(expressions(), PHRASES, st.one_of(st.none(), st.just("setup")), st.lists(statements(), max_size=2).map(tuple))
@settings(max_examples=100, deadline=None)
def test_moves(condition: ast.Expr, phrases: ast.Phrases, section: str | None, penalty: ast.Suite) -> None:
    clauses = (ast.Says(None, phrases), ast.LeftOut(), ast.Require(condition, ast.Reason(phrases, section), penalty))
    move = ast.Move("go", (ast.Param("n", ast.Type("number")),), clauses)
    assert again(printer.declaration(move), "start") == (move,)


STANDING = st.one_of(
    st.lists(VARS, min_size=1, max_size=2).map(tuple), st.builds(ast.EveryMove, st.lists(VARS, max_size=2).map(tuple))
)


@given(st.none() | expressions(), PHRASES, STANDING, st.lists(VARS, max_size=2).map(tuple))
@settings(max_examples=100, deadline=None)
def test_prohibitions_and_permissions(
    condition: ast.Expr | None, phrases: ast.Phrases, moves: tuple[str, ...] | ast.EveryMove, over: tuple[str, ...]
) -> None:
    forbid = ast.Forbid("frost", over, moves, condition, ast.Reason(phrases, "setup"))
    allow = ast.Allow("gloves", over, moves, condition)
    for node in (forbid, allow):
        assert again(printer.declaration(node), "start") == (node,)


TEXTS = st.sampled_from(["{a} passes", "it is {b}'s turn", ""])
ANSWERS = st.one_of(
    st.builds(ast.Answer, st.just("value"), expressions(), st.none(), PHRASES, st.one_of(st.just(()), PHRASES)),
    st.builds(ast.Answer, st.just("words"), text=PHRASES),
    st.builds(ast.Answer, st.sampled_from(["payments", "effects", "silent"]), text=st.one_of(st.just(()), PHRASES)),
    st.builds(
        ast.Answer, st.sampled_from(["legal", "must", "which"]), st.none(), st.builds(ast.Phrase, st.none(), TEXTS),
        PHRASES, st.one_of(st.just(()), PHRASES),
    ),
)  # fmt: skip
SENTENCES = st.lists(PHRASES, min_size=1, max_size=2).map(tuple)
SCENARIO = st.one_of(st.builds(ast.Given, SENTENCES), st.builds(ast.After, SENTENCES), ANSWERS)
CLAUSES = st.one_of(
    SCENARIO, st.builds(ast.Note, st.sampled_from(["asks", "because"]), PHRASES), st.builds(ast.Role, VARS, PHRASES),
    st.builds(ast.Seats, VARS | st.integers(1, 9)), st.builds(ast.See, st.just(("setup", "call-out"))),
    st.builds(ast.Example, TEXTS, TEXTS),
    st.builds(ast.Case, PHRASES, st.lists(SCENARIO, min_size=1, max_size=2).map(tuple)),
)  # fmt: skip


@given(st.lists(CLAUSES, min_size=1, max_size=4).map(tuple))
@settings(max_examples=200, deadline=None)
def test_rulings(clauses: tuple[ast.Node, ...]) -> None:
    ruling = ast.Ruling("why", (ast.Param("a", ast.Type("player")),), clauses)
    assert again(printer.declaration(ruling), "start") == (ruling,)


@given(expressions(), st.one_of(VARS, PHRASES))
@settings(max_examples=50, deadline=None)
def test_what_is_declared_for_questions(value: ast.Expr, place: str | ast.Phrases) -> None:
    effect = ast.Effect("pays", (), (ast.Payment(value, "coin", "p", place),))
    state = ast.State("purse", ast.Type("player"), ast.Type("number"), None, (ast.Ordinarily(value),))
    for node in (effect, state):
        assert again(printer.declaration(node), "start") == (node,)


@given(PHRASES, st.sampled_from(["player", "card", "named"]))
@settings(max_examples=50, deadline=None)
def test_states_and_zones(phrases: ast.Phrases, owner: str) -> None:
    had_by = ast.Type(owner, "Fruit" if owner == "named" else None)
    state = ast.State("tag", had_by, ast.Type("number"), None, (ast.Says(None, phrases),))
    seen = ast.State("seen", had_by, ast.Type("truth"), ast.Truth(False), (ast.UnlessSaid(ast.Truth(False), None),))
    zone = ast.Zone("shelf", False, ("open",), (ast.Says("includes", phrases), ast.Says("each", phrases)))
    for node in (state, seen, zone):
        assert again(printer.declaration(node), "start") == (node,)


def test_rulebooks() -> None:
    for file in rulebook_files().values():
        diagnostics = Diagnostics()
        placed = parse(read(file.read_text(encoding="utf-8"), str(file), diagnostics), diagnostics)
        for one in placed:
            assert again(printer.declaration(one.declaration), "start") == (one.declaration,)
