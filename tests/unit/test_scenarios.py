"""Scenarios in writing: what lines mean, how queries are printed, and what is told of lines that cannot be read."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from rulespal import library
from rulespal.cli import commands
from rulespal.questions.answers import answer
from rulespal.questions.heads import KINDS, heads
from rulespal.questions.lines import MOST_CHARACTERS, MOST_LINES
from rulespal.questions.query import Answer, Either, Query
from rulespal.questions.reading import parse
from rulespal.questions.understand import understandings
from rulespal.questions.written import in_writing, written
from tests import mdsuite

ROOT = Path(__file__).parents[2]
TOLLS = ROOT / "tests" / "books" / "questions.md"
RECORD = "rulebooks/jusayo/records/card-too-low.rpl"
RED = "given the current colour is red; Ana has the tray; Ana holds red 4, blue 2; Ben has nothing red\n"
ROYAL = "given the royal is JS; it is Ana's turn; Ana holds 5H, 6C\n"


def ask(book: str, text: str, language: str | None = None) -> Answer:
    return library.ask_scenario(*library.load(book), text, language=language)


def told(found: Answer) -> list[str]:
    return [case.answer for case in found.cases]


@pytest.mark.parametrize(
    ("book", "text", "answered"),
    [
        ("jusayo", RED + "? may Ana play red 4", "Yes."),
        ("jusayo", RED + "? may Ana plays red 4", "Yes."),
        ("jusayo", RED + "? may: Ana plays red 4", "Yes."),
        ("jusayo", RED + "? may Ana play red 4?", "Yes."),
        ("jusayo", RED + "? must Ana play red 4", "No."),
        ("jusayo", RED + "? which cards may Ana play", "Red 4."),
        ("jusayo", RED + "? which Ana plays ?", "Red 4."),
        ("jusayo", RED + "? which cards are played by Ben", ""),
        ("jusayo", RED + "Ana calls out Ben\n? is Ben knocked out", "Yes."),
        ("jusayo", RED + "Ana calls out Ben\n? is it so: Ben is knocked out", "Yes."),
        ("jusayo", RED + "Ana calls out Ben\n? Ben is knocked out", "Yes."),
        ("jusayo", RED + "1. Ana calls out Ben   # boldly\n? ? is knocked out", "Ben."),
        ("jusayo", RED + "Ana calls out Ben\n? who is out", "Ben."),
        ("jusayo", RED + "Ana plays red 4\n? the meeple moves to ?", ""),
        ("jusayo", RED + "Ana plays red 4\n? does Ana hold blue 2", "Yes."),
        ("regicide", ROYAL + "Ana plays 5H\n? the royal takes ? damage", "5."),
        ("regicide", ROYAL + "Ana plays 5H\n? how much damage does the royal take", "5."),
        ("regicide", ROYAL + "Ana plays 5H\n? it is ?'s turn", "Ana."),
        ("regicide", ROYAL + "Ana plays 5H\n? comes of it: the royal takes 5 damage", "Yes."),
        ("regicide", ROYAL + "Ana plays 5H\n? comes of it: the royal takes * damage", "Yes."),
        ("regicide", ROYAL + "Ana plays 5H\n? comes of it: the royal takes 6 damage", "No."),
        ("regicide", "dado el jefe es JS; Ana tiene 5H\n? puede: Ana juega 5H", "Sí."),
        ("regicide", "dado el jefe es JS; Ana tiene 5H\n? puede Ana jugar 5H", "Sí."),
        ("regicide", "dado el jefe es JS\nAna juega 5H\n? el jefe recibe ? de daño", "5."),
        ("regicide", "dado el jefe es JS; Ana tiene 5H\n? ¿es así: Ana tiene 5H?", "Sí."),
        ("regicide", "? what is a jester", "A card worth nothing that takes a royal's immunity away."),
        ("jusayo", "? ruling: tie-for-highest", "Their owner picks."),
        ("jusayo", '[reading "tied-highest: current-colour-outranks"]\n? ruling: tie-for-highest', ""),
        ("jusayo", RED + "Ana plays red 4", ""),
    ],
)  # fmt: skip
def test_what_lines_ask(book: str, text: str, answered: str) -> None:
    found = ask(book, text)
    if answered:
        assert (found.problem, told(found)) == ("", [answered])
    assert found.status != "not-understood" or not answered


def test_without_a_line_that_asks_it_is_asked_what_happens() -> None:
    text = RED + "Ana calls out Ben\n"
    assert told(ask("jusayo", text)) == told(ask("jusayo", text + "? what happens"))
    assert ask("jusayo", text).cases[0].effects[0] == "Ben is knocked out"


def test_several_lines_ask_one_after_the_other() -> None:
    found = ask("jusayo", RED + "Ana calls out Ben\n? is Ben knocked out\n? what happens")
    assert found.cases[0].verdict == "yes"
    assert found.cases[0].effects


def test_where_something_is_said() -> None:
    found = ask("regicide", "? where is it said: exact damage")
    (case,) = found.cases
    assert (case.value, case.citations[0].section) == ("exact-damage", "exact-damage")
    assert case.citations[0].text in case.answer
    assert found.see_also[0].section == "exact-damage"
    assert ask("regicide", "? where is it said: zzzz").status == "silent"
    assert ask("regicide", ROYAL + "? where is it said: zzzz").status == "not-understood"


def test_who_occurs_sits_in_the_order_of_the_text_unless_a_header_says_so() -> None:
    _, phrases = library.load("jusayo")
    query = parse("given Zoe has the tray\nZoe calls out Ben\n", phrases)
    assert isinstance(query, Query)
    assert query.players[:2] == ("Zoe", "Ben")
    assert query.seats_open
    seated = parse('[players "Ben, Zoe, Mo"]\nZoe calls out Ben\n', phrases)
    assert isinstance(seated, Query)
    assert (seated.players, seated.seats_open) == (("Ben", "Zoe", "Mo"), False)


# ---- what cannot be read ---------------------------------------------------------------------------------------------


def test_every_line_that_cannot_be_read_is_told_with_its_number() -> None:
    text = (
        "given the current colour is purple\nAna playz red 4\nBen holds red 4\n? what hapens\n? may Ana play red 44\n"
    )
    found = ask("jusayo", text)
    assert found.status == "not-understood"
    assert [one.span.line for one in found.unread] == [1, 2, 3, 4, 5]
    headed = ask("jusayo", text + '?\n[x]\n[reading "tied: x"]')
    assert [one.span.line for one in headed.unread] == [1, 2, 3, 4, 5, 6, 7, 8]
    hints = {one.span.line: one.hint or "" for one in found.unread}
    assert "PLAYER plays CARD" in hints[2]
    assert "write `given Ben holds red 4`" in hints[3]
    assert "red 4" in hints[5]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "empty"),
        ("x" * (MOST_CHARACTERS + 1), "characters"),
        ("\n".join(["Ana starts"] * (MOST_LINES + 1)), "lines"),
        ('[players "A, a"]\n? what happens', "name of their own"),
        ('[players "Ana"]\nAna starts', "players"),
        ('[rulebook "regicide"]\nAna starts', "about"),
        ("? ruling: tie-for-highes", "There is no ruling"),
        ("? ruling: tie-for-highest(Ana, Ben, Cai)", "argument"),
        ("? ruling: tie-for-highest\n? what happens", "by itself"),
        ('{"ask": "who is out"}', "no list"),
        ('{"schema": 2}', "schema"),
        ("{", "no JSON"),
        ('{"moves": []}', "moves"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_scenario_is_told_in_a_sentence(text: str, said: str) -> None:
    found = ask("jusayo", text)
    assert found.status == "not-understood"
    assert said in found.problem


# ---- printing --------------------------------------------------------------------------------------------------------


@cache
def questions() -> list[tuple[str, Query]]:
    """The queries of all examples and ways of asking that the rulebooks have without places in them, general ones apart."""
    found = []
    for name in ("jusayo", "regicide", "justas"):
        _, phrases = library.load(name)
        asks = [p for ruling in phrases.book.rulings for p in ruling.asks if "{" not in p.source][::30]
        texts = [(p.source, p.language) for p in asks]
        texts += [(question, "en") for ruling in phrases.book.rulings for question, _ in ruling.examples][::10]
        for text, language in texts:
            for one in understandings(text, (), phrases, language):
                query = one.queries[0] if isinstance(one, Either) else one
                if isinstance(query, Query) and not query.of_no_moment:
                    found.append((name, query))
    return found


def gist(found: Answer, query: Query) -> tuple[object, ...]:
    """What two answers have to have in common; players by the names that they have in the scenario."""
    names = {called: name for name, called in query.called.items()}
    values = [[names.get(v, v) for v in (c.value if isinstance(c.value, list) else [c.value])] for c in found.cases]
    paid = [
        [(names.get(p.payer, p.payer), names.get(p.payee, p.payee), p.amount) for p in c.payments] for c in found.cases
    ]
    return found.status, [(c.verdict, c.readings) for c in found.cases], values, paid


def test_what_is_printed_asks_the_same() -> None:
    assert len(questions()) > 25
    for name, query in questions():
        game, phrases = library.load(name)
        text = written(query, phrases)
        again = parse(text, phrases, query.language)
        assert isinstance(again, Query), f"{text}{[*again]}"
        assert gist(answer(again, game, phrases), again) == gist(answer(query, game, phrases), query), text
        if query.ruling is None:
            assert (again.players, again.facts, again.events, again.asked) == (
                query.players, query.facts, query.events, query.asked,
            ), text  # fmt: skip


def test_a_scenario_printed_again_is_the_same_text() -> None:
    for name, query in questions()[::3]:
        _, phrases = library.load(name)
        text = written(query, phrases)
        again = parse(text, phrases, query.language)
        assert isinstance(again, Query)
        assert written(again, phrases) == text


def test_the_json_of_a_scenario_is_as_described_and_asks_the_same() -> None:
    schema = Draft202012Validator(json.loads((ROOT / "docs" / "json-schema" / "scenario.json").read_text("utf-8")))
    for name, query in questions()[::3]:
        game, phrases = library.load(name)
        told = in_writing(query, phrases).as_json
        schema.validate(told)
        again = parse(json.dumps(told), phrases)
        assert isinstance(again, Query), told
        assert gist(answer(again, game, phrases), again) == gist(answer(query, game, phrases), query), told


def test_every_language_has_all_heads_and_verbs_come_back() -> None:
    for language in ("en", "es"):
        assert set(heads(language).words) | {"doing", "verbs"} == set(KINDS)
    english = heads("en")
    verbs = ("plays", "is", "has", "does", "passes", "carries", "pays", "goes", "chooses", "catches")
    assert [english.third(english.bare(verb) or "") for verb in verbs] == list(verbs)
    assert english.bare("can't") is None


# ---- the command -----------------------------------------------------------------------------------------------------


def run(*args: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(commands, ["ask", *args], input=typed)


def test_the_command_reads_scenarios_and_gives_them_back(tmp_path: Path) -> None:
    file = tmp_path / "evening.txt"
    file.write_text(RED + "? may Ana play red 4\n", "utf-8")
    found = json.loads(run("jusayo", "--scenario", str(file), "--json").stdout)
    assert found["scenario_text"] == file.read_text("utf-8")
    again = json.loads(run("jusayo", "--scenario", "-", "--json", typed=json.dumps(found["scenario"])).stdout)
    assert again["cases"] == found["cases"]
    shown = run("jusayo", "--scenario", str(file), "--why").stdout
    assert shown.endswith(found["scenario_text"])


def test_the_command_says_what_it_cannot_read() -> None:
    shown = run("jusayo", "--scenario", "-", typed="Ana dances\n? what happens\n")
    assert (shown.exit_code, shown.stdout.splitlines()[0]) == (5, "Line 1: “Ana dances” is no sentence of Jusayo.")
    found = json.loads(run("jusayo", "--scenario", "-", "--json", typed="Ana dances").stdout)
    assert found["problem"] == "Line 1: “Ana dances” is no sentence of Jusayo."
    assert found["nearest"]
    assert found["scenario"] is found["scenario_text"] is None
    assert run("jusayo", "who", "--scenario", "-", typed="Ana starts").exit_code == 2
    assert run("jusayo", "--scenario", "no-such-file").exit_code == 2


def test_a_line_that_asks_may_be_the_question_and_may_go_on_from_a_record() -> None:
    assert run("jusayo", "? may Ana play red 4", "--given", RED.removeprefix("given ")).stdout.startswith("Yes.")
    found = json.loads(run("jusayo", "? which Ana plays ?", "--at", f"{ROOT / RECORD}:1", "--json").stdout)
    assert found["question"] == "? which Ana plays ?"
    typed = "the current colour is red; Ana has the tray; Ana holds red 4\n? may Ana play red 4\nwhy\n? what hapens\n"
    shown = run("jusayo", typed=typed).stdout
    assert "As a scenario" in shown
    assert "asks nothing" in shown


def test_a_question_of_a_suite_is_printed_too() -> None:
    game, phrases = mdsuite.finder(mdsuite.cases(TOLLS)[1])("suite")
    found = library.ask(game, phrases, "who pays if Ben refuses Ana's challenge", ["Ana has 5 coins"])
    assert found.scenario is not None
    again = library.ask_scenario(game, phrases, found.scenario.text)
    assert [case.payments for case in again.cases] == [case.payments for case in found.cases]
