"""What authors have: a rulebook to begin with, and a watch over the one that they are writing."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulespal import library
from rulespal.cli import commands
from rulespal.play.simulate import MAX_MOVES
from rulespal.report.as_text_author import MOST_LINES


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*args: str) -> Result:
    result = CliRunner().invoke(commands, args, env={"COLUMNS": "80", "NO_COLOR": "1"})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


# ---- new -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "folder", "title"),
    [
        ("orchard", "orchard", "orchard"),
        ("Orchard  Day", "orchard-day", "Orchard Day"),
        ("Día: el juego", "dia-el-juego", "Día: el juego"),
        ("a/b", "", ""),
        ("yes", "yes", "yes"),
        ("1830", "1830", "1830"),
    ],
)
def test_a_new_rulebook_is_clean_laid_out_and_playable(name: str, folder: str, title: str) -> None:
    result = run("new", name)
    if not title:
        assert result.exit_code == 2
        assert not os.listdir()
        return
    assert result.exit_code == 0
    file = Path(folder) / "rulebook.md"
    book, found = library.read_rulebook(file)
    assert (book.name, book.title, list(found)) == (folder, title, [])
    assert "@" not in file.read_text(encoding="utf-8")
    assert run("check", folder, "--strict").exit_code == 0
    assert run("format", folder, "--check").exit_code == 0
    ended = run("simulate", folder, "--games", "20", "--players", "3").stdout
    assert "ended       20 of 20" in ended


def test_nothing_is_overwritten() -> None:
    Path("mine").mkdir()
    Path("mine/rulebook.md").write_text("my own", encoding="utf-8")
    Path("yours").write_text("a file", encoding="utf-8")
    Path("ours").mkdir()
    Path("ours/rulebook.md").symlink_to("nowhere.md")
    for name in ("mine", "Mine", "yours", "ours"):
        result = run("new", name)
        assert result.exit_code == 2
        assert "nothing is overwritten" in result.output
    assert Path("mine/rulebook.md").read_text(encoding="utf-8") == "my own"
    assert sorted(os.listdir("ours")) == ["rulebook.md"]
    Path("theirs").mkdir()  # an empty folder is as good as none
    assert run("new", "theirs").exit_code == 0


@pytest.mark.parametrize("name", ["", "..", "../a", "a/b", "-", "a\nb", 'a"b', "x" * 300, "jusayo", "Regicide", "日本"])
def test_names_that_cannot_be_used(name: str) -> None:
    result = run("new", "--", name)
    assert result.exit_code == 2
    assert result.stderr.startswith("rulespal: ")
    assert result.stderr.count("\n") == 2
    assert not os.listdir()


# ---- watch -----------------------------------------------------------------------------------------------------------


def test_a_look_takes_ten_lines_at_most() -> None:
    run("new", "orchard")
    file = Path("orchard/rulebook.md")
    shown = run("watch", "orchard", "--once").stdout
    assert re.fullmatch(
        r"\d\d:\d\d:\d\d  orchard: nothing found\n  rules: all 8 paragraphs run\n"
        r"  a random game of 3 players \(seed 1\): 15 moves; .*\n    13\. .*\n    14\. .*\n    15\. .*\n",
        shown,
    )
    text = file.read_text(encoding="utf-8")
    for name, kind in (("orchard", "zone"), ("basket", "zone"), ("winner", "state"), ("turn", "state")):
        text = text.replace(name, name[:-1]).replace(f"{kind} {name[:-1]}", f"{kind} {name}")
    file.write_text(text, encoding="utf-8")
    shown = run("watch", "orchard", "--once").stdout
    assert len(shown.splitlines()) == MOST_LINES
    assert "Did you mean `basket`?" in shown
    assert re.search(r"  … and \d+ more: `rulespal check orchard`\n", shown)
    assert all(len(line) <= 80 for line in shown.splitlines())


def test_games_that_do_not_end_and_rules_that_cannot_run_are_told() -> None:
    run("new", "orchard")
    file = Path("orchard/rulebook.md")
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("move card from orchard to basket(actor)", "harvest"), encoding="utf-8")
    assert "R-NAME" in run("watch", "orchard", "--once").stdout
    file.write_text(text.replace("    move card from orchard to basket(actor)\n", ""), encoding="utf-8")
    shown = run("watch", "orchard", "--once").stdout
    assert f"{MAX_MOVES:,} moves; no end" in shown
    file.unlink()
    result = run("watch", "orchard", "--once")
    assert (result.exit_code, "the folder orchard has no rulebook.md" in result.stderr) == (2, True)


@pytest.fixture
def watching() -> Iterator[subprocess.Popen[str]]:
    run("new", "orchard")
    call = [sys.executable, "-u", "-c", "from rulespal.cli import main; main()", "watch", "orchard"]
    with subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        yield process
        process.kill()


@pytest.mark.skipif(os.name == "nt", reason="interrupts are sent otherwise there")
def test_it_looks_again_on_every_save_until_it_is_interrupted(watching: subprocess.Popen[str]) -> None:
    assert watching.stdout is not None
    assert "nothing found" in until(watching, "watching orchard")
    time.sleep(0.3)  # until it does watch
    file = Path("orchard/rulebook.md")
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("turn may take", "turn may tak"), encoding="utf-8")
    assert "No move is called `tak`" in until(watching, "R-NAME")
    file.write_bytes(b"\xff\xfe broken")
    until(watching, "R-DOCUMENT")
    file.write_text(text, encoding="utf-8")
    until(watching, "seed 4")
    watching.send_signal(signal.SIGINT)
    rest = watching.stdout.read()
    assert "Traceback" not in rest
    assert watching.wait(10) == 0


def until(process: subprocess.Popen[str], text: str) -> str:
    """What is printed up to the line with a text."""
    assert process.stdout is not None
    shown = ""
    for line in process.stdout:
        shown += line
        if text in line:
            return shown
    raise AssertionError(shown)
