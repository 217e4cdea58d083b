"""The commands of the reference as their users meet them: filters, search, the front door, pager, width, completion."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from click.shell_completion import BashComplete
from click.testing import CliRunner, Result
from rich.cells import cell_len

import rulespal.cli
from rulespal.cli import COMMANDS, commands


def run(*args: str, columns: int = 80) -> Result:
    result = CliRunner().invoke(commands, args, env={"COLUMNS": str(columns), "NO_COLOR": "1"})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def told(*args: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(*args, "--json").stdout)
    return found


# ---- filters ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("query", "names"), [
    (("value>=15", "suit:spades"), ["QS", "KS"]),
    (("value>=15 suit:♠",), ["QS", "KS"]),
    (("value<2", "-suit:hearts", "-rank:jester"), ["AD", "AC", "AS"]),
    (("suit=nothing",), ["Jester"]),
    (("suit!=hearts", "value=4"), ["4D", "4C", "4S"]),
    (('"queen of spades"',), ["QS"]),
    (("queen of spades", "value>1"), ["QS"]),  # the shell took the quotation marks
    (('rank:queen -"queen of spades"',), ["QH", "QD", "QC"]),
    (("reina",), ["QH", "QD", "QC", "QS"]),  # a word of a name
    (('"keeps it from attacking"',), ["Jester"]),  # of the section about it
    (("−suit:hearts", "value=20"), ["KD", "KC", "KS"]),  # a typographic minus
    (("value<=3", "value>=3", "suit:clubs"), ["3C"]),
], ids=str)  # fmt: skip
def test_filters(query: tuple[str, ...], names: list[str]) -> None:
    assert [card["name"] for card in told("cards", "regicide", *query)["cards"]] == names


@pytest.mark.parametrize(("query", "message", "hint"), [
    ("price<=2", "cards have no `price`.", "They have suit, rank, value."),
    ("siut:hearts", "cards have no `siut`.", "Did you mean `suit`?"),
    ("value<=two", "`value` is a number, and “two” is none.", "Write `value<=2`."),
    ("suit<3", "`suit` is no number, so `<` says nothing.", "Write `suit:value`."),
    ("suit:haerts", "no card has suit “haerts”.", "Did you mean `hearts`?"),
    ("rank:9", "no card has rank “9”.", "It is one of ace, numbered, jack, queen, king, jester."),
    ('"jester', "a quotation mark is not closed.", "Write the text between two"),
    ("suit:", "“suit:” says no value.", "Write it behind the sign"),
    ("<=2", "“<=2” is no filter.", "A filter is"),
    ('""', "“\"\"” holds no word.", "Write a word"),
    ("-", "“-” holds no word.", "Write a word"),
], ids=str)  # fmt: skip
def test_filters_that_cannot_be_used(query: str, message: str, hint: str) -> None:
    result = run("cards", "regicide", query)
    assert result.exit_code == 2
    first, second = result.stderr.splitlines()
    assert first == f"rulespal: {message}"
    assert second.startswith(f"  {hint}")


def test_no_card_passes() -> None:
    result = run("cards", "regicide", "value>99")
    assert (result.exit_code, result.stderr) == (1, "rulespal: no card of Regicide passes `value>99`.\n")


# ---- search ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "how", "first"), [
    ("knocked out", "name", "knocked-out"),
    ("cards request", "words", "request-a-card"),
    ("ko", "initials", "knocked-out"),
    ("victory flower bud", "all", "components"),
    ("lockwise", "part", "gameplay"),
    ("clokwise", "spelling", "direction"),
    ("winning gmae", "near", "winning"),
    ("meeple elephant", "any", None),
])  # fmt: skip
def test_search_says_which_try_it_was(text: str, how: str, first: str | None) -> None:
    found = told("search", "--book", "jusayo", text)
    assert found["found_by"] == how
    assert first is None or first in [hit["name"] for hit in found["results"][:2]]


def test_a_word_in_place_of_another_is_said() -> None:
    assert told("search", "--book", "jusayo", "clokwise")["instead"] == "clockwise"
    assert "taken for “clockwise”" in run("search", "--book", "jusayo", "clokwise").output


def test_matching_words_are_marked() -> None:
    hit = next(one for one in told("search", "starting players", "--book", "jusayo")["results"] if one["marks"])
    assert {hit["text"][start:end].casefold() for start, end in hit["marks"]} <= {
        "starting",
        "started",
        "player",
        "players",
    }


def test_marks_stand_where_the_words_stand() -> None:
    for text in ("inmunidad", "I can't", "jefe", "taberna"):
        for hit in told("search", text, "--lang", "es")["results"]:
            for start, end in hit["marks"]:
                assert re.fullmatch(r"\w+(?:'\w+)?", hit["text"][start:end]), hit


def test_a_sentence_is_told_in_the_language_of_the_reader() -> None:
    for language, title in (("en", "The jester"), ("es", "El bufón")):
        hits = told("search", "bufon", "--book", "regicide", "--lang", language)["results"]
        assert next(hit["title"] for hit in hits if hit["kind"] == "section") == title


def test_guesses_are_not_mixed_with_hits_of_another_rulebook() -> None:
    found = told("search", "tray")
    assert {hit["book"] for hit in found["results"]} == {"jusayo"}


def test_nothing_found() -> None:
    result = run("search", "qwertz")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "nothing is found for “qwertz”" in result.stderr


@pytest.mark.parametrize("text", ["", "  ", "…", '"', "***", "-", "AND", "NOT NEAR(", "a" * 5000, "%_\\", "\x00", "🂡🂢"])
def test_search_takes_any_text(text: str) -> None:
    for args in (("search", "--", text), ("card", "regicide", "--", text), ("show", "regicide", "--", text)):
        assert run(*args).exit_code in (0, 1, 2)


# ---- pages -----------------------------------------------------------------------------------------------------------


def test_a_name_that_means_several_things_is_asked_back() -> None:
    result = run("card", "regicide", "queen")
    assert result.exit_code == 1
    assert "“queen” may be several: QH, QD, QC, QS." in result.stderr


def test_a_guess_is_said() -> None:
    result = run("card", "regicide", "jetser")
    assert result.exit_code == 0
    assert result.stderr == "rulespal: “jetser” is taken for Jester (by a name that is spelled nearly so).\n"


def test_another_kind_of_thing_is_offered() -> None:
    result = run("card", "regicide", "yield")
    assert (result.exit_code, "It is a section: `rulespal show regicide yield`." in result.stderr) == (1, True)


def test_names_that_are_near_are_offered() -> None:
    found = told("show", "jusayo", "wining games")
    assert (found["kind"], found["sections"][0]["anchor"]) == ("section", "winning")
    assert run("card", "regicide", "zzzz").exit_code == 1


def test_a_rule_stands_beside_its_sentence() -> None:
    for name in ("knock_out", "knock-out", "Knock Out"):
        page = told("show", "jusayo", *name.split())["page"]
        assert (page["kind"], page["section"]["anchor"]) == ("to", "knocked-out")
        assert page["source"].startswith("to knock_out(")
        assert page["text"]
    assert "rule knock-out" in run("show", "jusayo", "knock-out").output


def test_rules_are_shown_under_their_paragraphs() -> None:
    plain, full = run("show", "regicide", "yield").output, run("show", "regicide", "yield", "--rules").output
    assert "move yield" not in plain
    assert "│ move yield" in full


def test_links_open_what_they_name() -> None:
    for link in (
        told("card", "regicide", "7h")["card"]["link"],
        told("show", "regicide", "yield")["sections"][0]["link"],
    ):
        assert run(link).exit_code == run("show", link).exit_code == 0
    assert told("card", "regicide#7h")["card"]["name"] == "7H"


PAGES = [
    ("show", "jusayo"), ("show", "regicide", "--lang", "es"), ("card", "regicide", "jester"), ("regicide",),
    ("cards", "regicide"), ("search", "hand"), ("search", "hand", "--lang", "es"), ("show", "hanabi", "hint"),
    ("show", "regicide", "turn-2-suits", "--rules"),
]  # fmt: skip


@pytest.mark.parametrize("columns", [40, 80, 120])
@pytest.mark.parametrize("args", PAGES, ids=" ".join)
def test_pages_fit_the_terminal(args: tuple[str, ...], columns: int) -> None:
    for line in run(*args, columns=columns).output.splitlines():
        fits = cell_len(line) <= columns or "rulespal " in line or len(line.split()) == 1
        assert fits or columns == 40, line


# ---- the front door --------------------------------------------------------------------------------------------------


def test_the_front_door_says_what_it_did() -> None:
    assert run("regicide", "bufon").output.startswith("Regicide: the card Jester\n")
    assert run("regicide", "pasar").output.startswith("Regicide: the section yield\n")
    assert run("regicide", "taberna").output.startswith("Regicide: the term tavern\n")
    assert run("jusayo", "qwertz").exit_code == 1
    assert told("jusayo")["kind"] == "contents"


def test_the_front_door_takes_paths(tmp_path: Path) -> None:
    (tmp_path / "rulebook.md").write_text("---\ntitle: Kites\nplayers: 2\n---\n\n# Kites\n\n## Wind\n\nIt blows.\n")
    for path in (str(tmp_path), str(tmp_path / "rulebook.md")):
        assert "It blows." in run(path, "wind").output


def test_the_front_door_is_no_way_for_files_of_another_kind(tmp_path: Path) -> None:
    record = tmp_path / "game.rpl"
    record.write_text("%rpl 1\n")
    result = run(str(record))
    assert (result.exit_code, "`rulespal replay" in result.stderr) == (2, True)
    assert "Did you mean `jusayo`?" in run("jusaio", "setup").stderr


def ask(status: int) -> click.Command:
    """A stand-in for the command that answers questions."""

    @click.command("ask")
    @click.argument("words", nargs=-1)
    @click.option("--why", is_flag=True)
    @click.option("--json", "as_json", is_flag=True)
    def command(words: tuple[str, ...], why: bool, as_json: bool) -> int:
        click.echo(f"asked {' '.join(words)}{' why' if why else ''}")
        return status

    return command


@pytest.mark.parametrize(("status", "output", "shown"), [
    (0, "an answer\nasked jusayo who begins", 0), (3, "an answer\nasked jusayo who begins", 3),
    (5, "therefore searched", 0),
])  # fmt: skip
def test_the_front_door_asks_before_it_searches(
    status: int, output: str, shown: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(COMMANDS, "ask", "Answer a question.")
    real = rulespal.cli.Commands.get_command
    monkeypatch.setattr(
        rulespal.cli.Commands, "get_command",
        lambda self, ctx, name: ask(status) if name == "ask" else real(self, ctx, name),
    )  # fmt: skip
    result = run("jusayo", "who", "begins")
    assert (output in result.output, result.exit_code) == (True, shown)
    assert ("asked jusayo" in result.output) == (status != 5)
    if status == 5:
        assert result.output.startswith("Jusayo: nothing is called so, therefore searched\n")
    assert run("jusayo", "setup").output.startswith("Jusayo: the section setup")
    if status == 0:
        assert "asked jusayo who begins why" in run("jusayo", "who", "begins", "--why").output


# ---- the terminal ----------------------------------------------------------------------------------------------------


def in_terminal(*args: str, **env: str) -> str:
    """What a command writes to a terminal of 20 lines."""
    import fcntl
    import struct
    import termios

    parent, child = pty.openpty()
    fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 20, 80, 0, 0))
    settings = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "LINES", "FORCE_COLOR", "LESS")}
    settings |= {"TERM": "xterm", "PAGER": "cat", **env}
    script = f"import sys; sys.argv[1:] = {list(args)!r}; from rulespal.cli import main; main()"
    process = subprocess.Popen([sys.executable, "-c", script], stdin=child, stdout=child, stderr=child, env=settings)
    os.close(child)
    found = b""
    while select.select([parent], [], [], 30)[0]:
        try:
            piece = os.read(parent, 65536)
        except OSError:
            break
        if not piece:
            break
        found += piece
    process.wait(timeout=30)
    os.close(parent)
    return found.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_long_pages_go_through_the_pager_and_short_ones_do_not() -> None:
    pager = f"{sys.executable} -c \"import sys; print('PAGED', len(sys.stdin.read().splitlines()) > 20)\""
    assert "PAGED True" in in_terminal("show", "jusayo", PAGER=pager)
    assert "PAGED" not in in_terminal("card", "jusayo", "red 2", PAGER=pager)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_colours_are_for_terminals_that_want_them() -> None:
    assert "\x1b[1m" in in_terminal("card", "jusayo", "red 2")
    assert "\x1b[3" not in in_terminal("card", "jusayo", "red 2", NO_COLOR="1")
    assert "\x1b[1;4m" in in_terminal("search", "clockwise starting", "--book", "jusayo")


# ---- completion ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("args", "begun", "offered"), [
    ((), "rea", ["readings"]), ((), "reg", ["regicide"]), (("card",), "HAN", ["hanabi"]),
    (("card", "regicide"), "buf", ["Bufón"]), (("card", "regicide", "queen", "of"), "sp", ["spades"]),
    (("show", "jusayo"), "knock", ["knocked-out", "Knocked Out"]), (("regicide",), "tabe", ["taberna"]),
    (("cards", "regicide"), "suit:cl", ["suit:clubs"]), (("search", "--book"), "h", ["hanabi"]),
    (("explain",), "e-tu", ["E-TURN"]), (("check", "jusayo"), "reg", ["regicide"]),
    (("legal", "rulebooks/jusayo/records/card-too-low.rpl:1", "--why"), "", ["Nora", "Emil", "Iris"]),
    (("replay", "rulebooks/jusayo/records/card-too-low.rpl", "--game"), "A", ["a card too low"]),
    (("card", "no-such-book"), "x", []), (("legal", "no-such-file", "--why"), "", []),
], ids=str)  # fmt: skip
def test_completion(args: tuple[str, ...], begun: str, offered: list[str]) -> None:
    shell = BashComplete(commands, {}, "rulespal", "_RULESPAL_COMPLETE")
    assert [item.value for item in shell.get_completions(list(args), begun)] == offered


def test_paths_are_left_to_the_shell() -> None:
    shell = BashComplete(commands, {}, "rulespal", "_RULESPAL_COMPLETE")
    for args in (["replay"], ["validate"], ["check"], ["show"]):
        assert [item.type for item in shell.get_completions(args, "./x")] == ["file"]
