"""The command line as its users meet it: texts, JSON, exit statuses, and what it says to wrong usage.

Golden texts stand in tests/golden/cli; `RULESPAL_GOLDEN=write pytest tests/unit/test_cli.py` writes them anew.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from rulespal.cli import COMMANDS, commands
from rulespal.play.simulate import Playout
from rulespal.text.codes import CODES
from rulespal.text.explanations import ALIASES, EXPLANATIONS

GOLDEN = Path(__file__).parent.parent / "golden" / "cli"
BOOKS = ("--books", "books")


@pytest.fixture(autouse=True)
def _in_golden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(GOLDEN)


def run(*args: str, stdin: str | bytes | None = None) -> Result:
    result = CliRunner().invoke(commands, args, input=stdin, env={"COLUMNS": "80", "NO_COLOR": "1"})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result


def objects(*args: str, stdin: str | None = None) -> list[dict[str, Any]]:
    return [json.loads(line) for line in run(*args, stdin=stdin).stdout.splitlines()]


def refused(*args: str) -> str:
    """The error output of a call that has to exit with 2: a line and a hint, and nothing on the ordinary output."""
    result = run(*args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("rulespal: ")
    return result.stderr


def process(*args: str, **options: Any) -> subprocess.Popen[bytes]:
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    return subprocess.Popen([sys.executable, "-c", "from rulespal.cli import main; main()", *args], **pipes)


# ---- golden texts ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "args", "status"),
    [
        ("refusal", ("replay", "refusal.rpl"), 1),
        ("league", ("validate", "league"), 1),
        ("check", ("check", "broken"), 1),
        ("disputed", ("replay", "pebbles.rpl", *BOOKS, "--state"), 3),
        ("readings", ("readings", "books/pebbles"), 0),
    ],
)
def test_golden_text(name: str, args: tuple[str, ...], status: int) -> None:
    result = run(*args)
    shown = re.sub(r" in \d+\.\d s:", " in 0.0 s:", result.stdout)
    file = GOLDEN / f"{name}.txt"
    if os.environ.get("RULESPAL_GOLDEN") == "write":
        file.write_text(shown, encoding="utf-8")
    assert shown == file.read_text(encoding="utf-8")
    assert result.exit_code == status


def test_no_line_is_wider_than_the_terminal_or_ends_in_spaces() -> None:
    for args in (("replay", "refusal.rpl"), ("validate", "league"), ("readings", "jusayo"), ("explain", "E-REFUTED")):
        for line in run(*args).stdout.splitlines():
            assert len(line) <= 80, line
            assert line == line.rstrip()


def test_nothing_is_coloured_where_nobody_looks() -> None:
    assert "\x1b" not in CliRunner().invoke(commands, ["replay", "refusal.rpl"]).output


# ---- the group -------------------------------------------------------------------------------------------------------


def test_start_up_imports_nothing_large() -> None:
    code = (
        "import sys\nsys.argv = ['rulespal', '--version']\nfrom rulespal.cli import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print([m for m in ('rich', 'lark', 'yaml', 'markdown_it', 'rapidfuzz', 'rulespal.library') if m in sys.modules])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert re.fullmatch(r"rulespal \d+\.\d+\.\d+\n\[\]\n", shown)


@pytest.mark.parametrize(
    "args", [("replay", "refusal.rpl"), ("legal", "refusal.rpl"), ("play", "jusayo", "--players", "A, B, C")]
)
def test_a_compiled_rulebook_in_the_cache_needs_no_grammar(args: tuple[str, ...]) -> None:
    code = (
        f"import sys\nsys.argv = {['rulespal', *args]!r}\nfrom rulespal.cli import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print([m for m in ('lark', 'yaml', 'markdown_it', 'prompt_toolkit', 'watchfiles') if m in sys.modules])"
    )
    run("replay", "refusal.rpl")  # now it is in the cache
    call = [sys.executable, "-c", code]
    shown = subprocess.run(call, capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL).stdout
    assert shown.endswith("\n[]\n")


def test_help_lists_the_commands_and_every_command_gives_an_example() -> None:
    shown = run("--help")
    assert shown.exit_code == 0
    assert run().stdout == shown.stdout
    for name, summary in COMMANDS.items():
        assert re.search(rf"^  {name} +{re.escape(summary)}$", shown.stdout, re.M)
        one = run(name, "--help")
        assert one.exit_code == 0
        assert f"Example: rulespal {name}" in one.stdout
        assert "Exit status" in one.stdout
        assert "--json" in one.stdout


# ---- replay ----------------------------------------------------------------------------------------------------------


def test_replay_of_several_games_takes_the_worst_status() -> None:
    result = run("replay", "pebbles.rpl", *BOOKS)
    assert result.exit_code == 3
    assert result.stdout.rstrip().endswith("2 games: 1 legal, 1 disputed")
    assert run("replay", "pebbles.rpl", *BOOKS, "--game", "two at most").exit_code == 0


def test_replay_json_is_one_object_a_game() -> None:
    both = objects("replay", "pebbles.rpl", *BOOKS, "--json")
    assert [(g["game"], g["verdict"]) for g in both] == [("two at most", "legal"), ("a handful", "disputed")]
    (one,) = objects("replay", "pebbles.rpl", *BOOKS, "--json", "--game", "a handful")
    assert one == both[1]
    assert one["schema"] == 1
    assert one["under"] == [{"reading": "handful", "option": "three", "verdict": "legal", "first_change": 15}]


def test_json_is_utf_8_whatever_the_terminal_is() -> None:
    with process("replay", "refusal.rpl", "--json", env={**os.environ, "PYTHONIOENCODING": "ascii"}) as done:
        out, err = done.communicate()
    assert err == b""
    assert "“Ben can't”" in json.loads(out.decode("utf-8"))["diagnostics"][0]["message"]
    assert "“".encode() in out


def test_replay_until_an_event_and_the_position_there() -> None:
    shown = run("replay", "pebbles.rpl", *BOOKS, "--game", "two at most", "--until", "1", "--state")
    assert "The position after event 1:\n  the heap has 3 pebbles\n  it is Ben's turn" in shown.stdout
    assert "Ben takes" not in shown.stdout
    start = objects("replay", "pebbles.rpl", *BOOKS, "--game", "two at most", "--until", "0", "--json")
    assert (start[0]["events"], start[0]["final"]) == ([], ["the heap has 5 pebbles"])
    assert "there is no event 4" in refused("replay", "pebbles.rpl", *BOOKS, "--game", "two at most", "--until", "4")


def test_replay_under_another_reading() -> None:
    result = run("replay", "pebbles.rpl", *BOOKS, "--reading", "handful=three", "--game", "a handful")
    assert result.exit_code == 0
    assert "Reading: handful: three — yes (default: two)" in result.stdout


def test_strict_does_not_take_what_nobody_recorded() -> None:
    args = ("replay", "league/second/night.rpl", "--game", "table 4")
    assert run(*args).exit_code == 0
    assert run(*args, "--strict").exit_code == 3


def test_depends_can_be_left_out() -> None:
    (game,) = objects("replay", "pebbles.rpl", *BOOKS, "--json", "--game", "a handful", "--no-depends")
    assert (game["verdict"], game["under"]) == ("illegal", [])


def test_replay_reads_standard_input() -> None:
    text = Path("refusal.rpl").read_text(encoding="utf-8")
    (game,) = objects("replay", "-", "--json", stdin=text)
    assert (game["file"], game["verdict"]) == ("<stdin>", "illegal")
    assert run("replay", "-", stdin=b"\0\1\2").exit_code == 2


def test_a_game_without_a_name_is_named_after_its_file(tmp_path: Path) -> None:
    record = '[rulebook "jusayo"]\n[players "Ana, Ben, Cai"]\nend\n'
    (tmp_path / "night.rpl").write_text(record * 2, encoding="utf-8")
    assert [g["game"] for g in objects("replay", str(tmp_path / "night.rpl"), "--json")] == ["night", "night:4"]
    (tmp_path / "empty.rpl").write_text("", encoding="utf-8")
    (nothing,) = objects("replay", str(tmp_path / "empty.rpl"), "--json")
    assert (nothing["game"], nothing["verdict"]) == (None, "unreadable")
    assert run("replay", str(tmp_path / "empty.rpl")).exit_code == 1


# ---- validate --------------------------------------------------------------------------------------------------------


def test_validate_json_is_a_line_a_game_and_a_summary() -> None:
    *games, last = objects("validate", "league", "--json")
    assert [g["game"] for g in games] == ["table 1", "table 2", "table 3", "table 4", "table 5"]
    assert all("final" not in g and all(e["status"] != "legal" for e in g["events"]) for g in games)
    summary = last["summary"]
    assert summary["games"] == 5
    assert summary["verdicts"] == {"legal": 1, "consistent": 1, "disputed": 0, "illegal": 2, "unreadable": 1}
    assert (summary["faults"][0]["code"], summary["faults"][0]["times"]) == ("E-TURN", 2)
    assert summary["faults"][0]["first"] == {"file": "league/one.rpl", "line": 30, "game": "table 2"}
    clears = {"book": "jusayo", "reading": "answer-passes", "option": "target-left", "games": 1, "of": 2}
    assert summary["clears"] == [clears]


def test_consequences_are_no_causes() -> None:
    summary = objects("validate", "pebbles.rpl", *BOOKS, "--json")[-1]["summary"]
    assert [fault["code"] for fault in summary["faults"]] == ["E-ILLEGAL"]
    assert summary["clears"][0]["option"] == "three"


def test_validate_goes_on_after_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.rpl"
    damaged.write_bytes(b"%rpl 1\n\0\0\0")
    result = run("validate", str(damaged), "pebbles.rpl", "nowhere.rpl", *BOOKS, "--reading", "handful=three")
    assert result.exit_code == 1
    assert f"cannot read {damaged}: it is not a text file" in result.stderr
    assert "cannot read nowhere.rpl: there is no such file" in result.stderr
    assert "2 games in 1 file" in result.stdout


def test_validate_statuses(tmp_path: Path) -> None:
    assert run("validate", "pebbles.rpl", *BOOKS).exit_code == 3
    assert run("validate", "pebbles.rpl", *BOOKS, "--reading", "handful=three", "--jobs", "2").exit_code == 0
    assert run("validate", "nowhere.rpl").exit_code == 2
    assert run("validate", str(tmp_path)).exit_code == 2
    assert run("validate", "books/pebbles/rulebook.md").exit_code == 2


def test_a_reading_may_belong_to_one_of_several_rulebooks() -> None:
    result = run("validate", "pebbles.rpl", "league", *BOOKS, "--reading", "handful=three", "--json")
    assert result.exit_code == 1
    assert result.stderr == ""
    assert "no reading `handfull`" in run("validate", "pebbles.rpl", *BOOKS, "--reading", "handfull=three").stderr


def test_games_of_a_broken_rulebook_are_not_judged(tmp_path: Path) -> None:
    (tmp_path / "a.rpl").write_text('[rulebook "broken"]\n[players "Ana, Ben"]\nend\n' * 2, encoding="utf-8")
    result = run("validate", str(tmp_path), "pebbles.rpl", "--books", ".")
    assert result.exit_code == 2
    assert result.stderr.count("cannot be used") == 1
    assert "2 games not judged" in result.stdout
    assert "cannot be used, it has 4 errors" in refused("replay", str(tmp_path / "a.rpl"), "--books", ".")


def test_a_rulebook_is_not_looked_for_outside_its_folder(tmp_path: Path) -> None:
    (tmp_path / "a.rpl").write_text('[rulebook "../../broken"]\n[players "Ana, Ben"]\nend\n', encoding="utf-8")
    (game,) = objects("replay", str(tmp_path / "a.rpl"), "--books", "books/pebbles", "--json")
    assert game["diagnostics"][0]["code"] == "E-NAME"


# ---- legal -----------------------------------------------------------------------------------------------------------


def test_legal_says_what_may_be_done() -> None:
    result = run("legal", "refusal.rpl:1")
    assert result.exit_code == 0
    assert result.stdout.startswith("Jusayo · club night, after event 1\nBen must answer a request\n")
    assert "\n  Ben plays blue 6\n" in result.stdout
    (report,) = objects("legal", "refusal.rpl:1", "--json")
    assert (report["after"], report["moves"], report["more"]) == (1, ["Ben plays blue 6"], 0)
    assert "the game is over" in run("legal", "pebbles.rpl", *BOOKS, "--game", "two at most").stdout


def test_legal_says_why_not() -> None:
    result = run("legal", "refusal.rpl:1", "--why", "Ben can't")
    assert result.exit_code == 0
    assert "✗ Ben can't  (not legal, E-ILLEGAL)" in result.stdout
    assert "(2. Request a card, paragraph 2)" in result.stdout
    assert "✓ Ben plays blue 6  (legal)" in run("legal", "refusal.rpl:1", "--why", "Ben plays blue 6").stdout
    (asked,) = objects("legal", "refusal.rpl:1", "--why", "Ben can't", "--json")
    assert (asked["after"], asked["event"]["status"]) == (1, "illegal")
    assert "is no event of this rulebook" in refused("legal", "refusal.rpl:1", "--why", "Ben shuffles")
    assert "there is no event 9: the game has 6 events" in refused("legal", "refusal.rpl:9")


# ---- rulebooks -------------------------------------------------------------------------------------------------------


def test_books_shows_a_broken_rulebook_as_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    from rulespal import library

    files = {
        name: Path(name if name == "broken" else f"books/{name}") / "rulebook.md" for name in ("broken", "pebbles")
    }
    monkeypatch.setattr(library, "rulebook_files", lambda: files)
    result = run("books")
    assert result.exit_code == 0
    assert re.search(r"^broken +Broken .*broken: 4 errors$", result.stdout, re.M)
    (listed,) = objects("books", "--json")
    assert listed["books"][1] == {
        "name": "pebbles", "title": "Pebbles", "players": {"min": 2, "max": 3}, "edition": "1", "languages": ["en"],
        "sections": 1, "cards": 0, "errors": 0,
    }  # fmt: skip


def test_books_lists_what_comes_with_the_program() -> None:
    (listed,) = objects("books", "--json")
    found = next(book for book in listed["books"] if book["name"] == "jusayo")
    assert (found["players"], found["cards"], found["sections"]) == ({"min": 3, "max": 5}, 32, 8)


def test_check_json_is_a_line_a_finding_and_a_summary() -> None:
    *found, last = objects("check", "broken", "--json")
    assert (found[0]["line"], found[0]["code"]) == (17, "R-NAME")
    assert last["summary"]["errors"] == len(found) == 4
    clean = run("check", "books/pebbles")
    assert clean.exit_code == 0
    assert clean.stdout.startswith("books/pebbles: nothing found\n  rules: ")
    assert clean.stdout.endswith("\n  all 2 paragraphs run\n")


MATTER = "---\ntitle: Lanterns\nplayers: 2\n---\n# Lanterns\n\nTwo people light lanterns.\n\n## Goal\n\nLight all.\n"
CARDS = '\n```rules\nenum Oil: whale, olive\ncards have\n  oil: Oil\npack\n  for o in Oil: "{o}" with oil = o\n```\n'
READING = '\n```rules\nreading all_of_them: open\n  asks "All?"\n  default yes_all "all"\n  option most "most"\n```\n'
MOVE = (
    "\n```rules\nstate lit: number = 0\nstage night\n  everyone may light\nstart: go to night\nmove light\n"
    '  says "{actor} lights one"\n  require all_of_them = most or lit < 9 "all burn"\n'
    "  do\n    lit += 1\n    if lit = count of cards: end game\n```\n"
)


@pytest.mark.parametrize(
    ("text", "level", "run_of", "status"),
    [
        (MATTER, "prose", (0, 2), 0),
        (f"{MATTER}\nA pack.\n{CARDS}", "cards", (1, 3), 0),
        (f"{MATTER}{READING}\nA pack.\n{CARDS}", "rulings", (2, 3), 0),
        (f"{MATTER}{MOVE}{READING}\nA pack.\n{CARDS}\nMore.\n", "rules", (2, 4), 1),  # an attribute that no rule sees
        (f"{MATTER}{MOVE}\nA pack.\n{CARDS}", "rules", (2, 3), 1),  # no reading of that name
    ],
)
def test_what_is_not_encoded_yet_is_progress_and_no_failure(
    text: str, level: str, run_of: tuple[int, int], status: int, tmp_path: Path
) -> None:
    file = tmp_path / "lanterns.md"
    file.write_text(text, encoding="utf-8")
    *found, last = objects("check", str(file), "--json")
    (how_far,) = last["summary"]["progress"].values()
    assert (how_far["level"], (how_far["run"], how_far["paragraphs"])) == (level, run_of)
    shown = run("check", str(file))
    assert shown.exit_code == status
    assert status or f"\n  {level}: " in shown.stdout
    assert all(f"    line {line}: " in shown.stdout for line in how_far["left"] if level != "prose" and not status)
    assert run("check", str(file), "--strict").exit_code == int(bool(found))


def test_readings_of_a_table(tmp_path: Path) -> None:
    table = tmp_path / "rulespal.toml"
    table.write_text('[jusayo]\ntarget-out = "allowed"\n', encoding="utf-8")
    (shown,) = objects("readings", "Jusayo", "--table", str(table), "--json")
    found = {r["name"]: r for r in shown["readings"]}
    assert shown["table"] == str(table)
    assert (found["target-out"]["default"], found["target-out"]["chosen"]) == ("not-allowed", "allowed")
    assert found["board-order"]["chosen"] is None
    assert "● allowed: yes  (chosen by this table)" in run("readings", "jusayo", "--table", str(table)).stdout


def test_the_table_is_found_in_this_folder_or_above(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rulespal.toml").write_text('[pebbles]\nhandful = "three"\n', encoding="utf-8")
    (tmp_path / "below").mkdir()
    monkeypatch.chdir(tmp_path / "below")
    args = ("replay", str(GOLDEN / "pebbles.rpl"), "--books", str(GOLDEN / "books"))
    assert run(*args).exit_code == 0
    assert run(*args, "--reading", "handful=two").exit_code == 1  # the flag goes before the file


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[jusayo\n", "rulespal.toml:1:8: Expected ']'"),
        ("[jusayo]\n\ntarget-ot = 'allowed'\n", "rulespal.toml:3: Jusayo has no reading `target-ot`"),
        ("[jusayo]\ntarget-out = 'alowed'\n", "rulespal.toml:2: the reading target-out has no option `alowed`"),
        ("[jusayo]\ntarget-out = 1\n", "rulespal.toml:2: the option of `target-out` is no text"),
        ("target-out = 'allowed'\n", "`target-out` stands outside a rulebook's table"),
        ("\udcff", "it is not UTF-8 text"),
    ],
)
def test_errors_in_the_table_are_told_with_their_place(text: str, told: str, tmp_path: Path) -> None:
    table = tmp_path / "rulespal.toml"
    table.write_bytes(text.encode("utf-8", "surrogateescape"))
    assert told in refused("replay", "refusal.rpl", "--table", str(table))


def test_a_near_miss_of_a_rulebook_in_the_table_is_worth_a_word(tmp_path: Path) -> None:
    table = tmp_path / "rulespal.toml"
    table.write_text('[jusajo]\ntarget-out = "allowed"\n', encoding="utf-8")
    result = run("replay", "refusal.rpl", "--table", str(table))
    assert result.exit_code == 1
    assert "rulespal.toml:1: no rulebook is called `jusajo`. Did you mean `jusayo`?" in result.stderr


# ---- simulate --------------------------------------------------------------------------------------------------------


def test_simulate_gives_statistics_and_records(tmp_path: Path) -> None:
    args = ("simulate", "books/pebbles", "--games", "4", "--seed", "7", "--save", str(tmp_path / "out"))
    result = run(*args)
    assert result.exit_code == 0
    assert "Pebbles: 4 random games of 2 players (seeds 7 to 10)" in result.stdout
    assert "ended       4 of 4" in result.stdout
    saved = sorted(p.name for p in (tmp_path / "out").iterdir())
    assert saved == ["pebbles-2-10.rpl", "pebbles-2-7.rpl", "pebbles-2-8.rpl", "pebbles-2-9.rpl"]
    assert run("validate", str(tmp_path / "out"), *BOOKS).exit_code == 0
    assert "nothing is overwritten" in refused(*args)


def test_simulate_json() -> None:
    (stats,) = objects("simulate", "books/pebbles", "--games", "6", "--players", "3", "--json")
    assert (stats["games"], stats["ended"], stats["players"], stats["broken"]) == (6, 6, 3, [])
    assert stats["moves"]["min"] <= stats["moves"]["mean"] <= stats["moves"]["max"]
    assert sum(stats["results"].values()) == 6


def games(*found: Playout) -> Any:
    def played(*args: object) -> Iterator[Playout]:
        yield from found

    return played


def test_a_broken_invariant_or_rule_shows_in_the_status(monkeypatch: pytest.MonkeyPatch) -> None:
    from rulespal import library

    good = Playout(1, 2, 9, "", "Ana won")
    broken = Playout(2, 2, 3, "", None, ["pebbles are neither made nor lost"], "an invariant is broken")
    monkeypatch.setattr(library, "simulate", games(good, broken))
    result = run("simulate", "books/pebbles")
    assert result.exit_code == 1
    assert "broken    with seed 2: pebbles are neither made nor lost" in result.stdout
    monkeypatch.setattr(library, "simulate", games(good, Playout(3, 2, 1, stopped="the rulebook has a fault: no row")))
    result = run("simulate", "books/pebbles")
    assert result.exit_code == 2
    assert result.stderr == "rulespal: the rulebook has a fault: no row (seed 3).\n"


# ---- explain ---------------------------------------------------------------------------------------------------------


def test_every_code_is_explained() -> None:
    assert EXPLANATIONS.keys() == CODES.keys()
    assert all(all(explanation) for explanation in EXPLANATIONS.values())
    assert max(len(line) for e in EXPLANATIONS.values() for line in e.example.splitlines()) <= 76
    assert set(ALIASES.values()) <= CODES.keys()


def test_explain() -> None:
    assert run("explain", "e_turn").stdout.startswith("E-TURN  (error)\n")
    assert run("explain", "E-NUMBER").stdout.startswith("W-NUMBER  (warning)\n")
    assert [one["code"] for one in objects("explain", "--json")] == list(CODES)
    assert "Did you mean `E-TURN`" in refused("explain", "E-TRUN")


# ---- wrong usage -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("replya", "refusal.rpl"), "there is no command `replya`.\n  Did you mean `replay`?"),
        (("refusal.rpl",), "`refusal.rpl` is a record: `rulespal replay refusal.rpl`"),
        (("league",), "`league` is a folder: `rulespal validate league`"),
        (("--bogus",), "No such option"),
        (("replay",), "Missing argument 'FILE'.\n  `rulespal replay --help`"),
        (("replay", "refusl.rpl"), "there is no file refusl.rpl.\n  Did you mean `refusal.rpl`?"),
        (
            ("replay", "league"),
            "league is a folder, and this command takes one record.\n  Try `rulespal validate league`",
        ),
        (("replay", "broken/rulebook.md"), "is a rulebook, and this command takes a record.\n  Try `rulespal check"),
        (("replay", "refusal.rpl", "--game", "club nite"), "has no game `club nite`.\n  Did you mean `club night`?"),
        (("replay", "refusal.rpl", "--reading", "target-out"), "does not say which option is taken"),
        (("replay", "refusal.rpl", "--reading", "target-uot=allowed"), "Did you mean `target-out`?"),
        (("replay", "refusal.rpl", "--reading", "target-out=yes"), "It has: not-allowed, allowed."),
        (("replay", "refusal.rpl", "--from", "other"), "there is no format `other`"),
        (("replay", "refusal.rpl", "--table", "none.toml"), "cannot read none.toml: there is no such file"),
        (
            ("check", "refusal.rpl"),
            "is a record, and this command takes a rulebook.\n  Try `rulespal replay refusal.rpl`",
        ),
        (("check", "jusajo"), "there is no rulebook `jusajo`.\n  Did you mean `jusayo`?"),
        (("check", "league"), "the folder league has no rulebook.md"),
        (("check", "refusal.txt"), "a rulebook is a Markdown file"),
        (("readings", "broken"), "cannot be used, it has 4 errors"),
        (("simulate", "jusayo", "--players", "9"), "Jusayo is for 3–5 players, not 9."),
        (("check", "x" * 300), "the name is too long"),
    ],
)
def test_wrong_usage(args: tuple[str, ...], told: str) -> None:
    assert told in refused(*args)


def test_a_binary_file_is_no_record(tmp_path: Path) -> None:
    (tmp_path / "game.rpl").write_bytes(bytes(range(256)))
    assert "it is not a text file" in refused("replay", str(tmp_path / "game.rpl"))


def test_a_fault_of_the_rulebook_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from rulespal.engine.runtime import RuleFault
    from rulespal.records import legal

    def fail(*args: object) -> None:
        raise RuleFault("the table `hand_size` has no row for 7")

    monkeypatch.setattr(legal, "legal", fail)
    assert "the rulebook has a fault: the table `hand_size` has no row for 7." in refused("legal", "refusal.rpl")


def test_a_closed_pipe_ends_quietly() -> None:
    read, write = os.pipe()
    os.close(read)
    for args in (("replay", "refusal.rpl"), ("validate", "league", "--json")):
        with process(*args, stdout=write) as done:
            _, err = done.communicate()
        assert (done.returncode, err) == (141, b"")
    os.close(write)


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_an_interrupt_ends_with_130() -> None:
    game = b'[rulebook "jusayo"]\n[players "Ana, Ben, Cai"]\nend\n'
    with process("validate", "-", "--json", stdin=subprocess.PIPE) as running:
        assert running.stdin and running.stdout and running.stderr
        running.stdin.write(game * 2)
        running.stdin.flush()
        assert b'"legal"' in running.stdout.readline()  # the first game is told while more may come
        running.send_signal(signal.SIGINT)
        assert running.wait() == 130
        assert running.stderr.read() == b"\n"
