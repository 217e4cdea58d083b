"""`--report FILE.html`: one page that needs nothing else, with the run and games to leaf through."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulespal.cli import commands

ROOT = Path(__file__).parents[2]
CLI = ROOT / "tests" / "golden" / "cli"


class Page(HTMLParser):
    """What a reader finds on a page: steps with their words, position and style, and whatever it would load."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.steps: dict[str, list[str]] = {}
        self.facts: dict[str, list[str]] = {}
        self.new: list[str] = []
        self.loads: list[str] = []
        self.words: list[str] = []
        self._step = ""
        self._fact = self._new = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.loads += [found[name] or "" for name in ("src", "href") if name in found]
        if tag == "li":
            self._fact = "step" not in (found.get("class") or "").split() and bool(self._step)
            self._new = found.get("class") == "new"
            if not self._fact and found.get("id"):
                self._step = found["id"] or ""
                self.steps[self._step], self.facts[self._step] = [], []
        elif tag == "section":
            self._step = ""

    def handle_data(self, data: str) -> None:
        if not (text := " ".join(data.split())):
            return
        self.words.append(text)
        if self._step:
            (self.facts if self._fact else self.steps)[self._step].append(text)
            self.new += [text] if self._new else []

    def handle_endtag(self, tag: str) -> None:
        if tag == "ul":
            self._fact = self._new = False


def run(*args: str, status: int | None = None) -> Result:
    result = CliRunner().invoke(commands, args, env={"COLUMNS": "80", "NO_COLOR": "1"})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert status is None or result.exit_code == status, result.output
    return result


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CLI)


def test_a_replay_can_be_leafed_through(tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    run("replay", "refusal.rpl", "--report", str(file), status=1)
    page = Page(file.read_text(encoding="utf-8"))
    assert [load for load in page.loads if not load.startswith("#")] == ["data:,"]
    (game,) = [json.loads(line) for line in run("replay", "refusal.rpl", "--json").stdout.splitlines()]
    assert list(page.steps) == [f"game-1-{n}" for n in range(len(game["events"]) + 1)]
    for n in range(1, len(game["events"]) + 1):
        there = json.loads(run("replay", "refusal.rpl", "--until", str(n), "--json").stdout)
        assert page.facts[f"game-1-{n}"] == there["final"], n
    assert "Ben holds blue 2, blue 6 and has to play a blue card" in page.steps["game-1-2"]
    assert "allowed instead: Ben plays blue 6" in page.steps["game-1-2"]
    assert page.facts["game-1-0"]
    assert page.new


def test_the_page_of_a_run_sums_up_and_shows_what_is_not_in_order(tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    run("validate", "league", "--report", str(file), "--jobs", "1", status=1)
    text = file.read_text(encoding="utf-8")
    page = Page(text)
    assert "5 games in 2 files" in " ".join(page.words)
    assert re.findall(r'<h2 id="game-\d--title"><span class="(\w+)">', text) == ["illegal", "illegal", "unreadable"]
    assert '<a href="#game-1">league/one.rpl:30</a>' in text
    assert "legal: 1 of 2 under answer-passes: target-left" in page.words


def test_one_game_is_shown_where_all_are_in_order(tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    run("validate", "pebbles.rpl", "--books", "books", "--reading", "handful=three", "--report", str(file), status=0)
    page = Page(file.read_text(encoding="utf-8"))
    assert list(page.steps) == ["game-1-0", "game-1-1", "game-1-2", "game-1-3"]
    assert page.facts["game-1-1"] == ["the heap has 3 pebbles", "it is Ben's turn"]


def test_what_people_write_is_text(tmp_path: Path) -> None:
    record, file = tmp_path / "a.rpl", tmp_path / "report.html"
    record.write_text(
        '[rulebook "pebbles"]\n[game "<script>x</script>"]\n[players "Ana, <b>"]\nAna <i>\n', encoding="utf-8"
    )
    run("replay", str(record), "--books", "books", "--report", str(file), status=1)
    text = file.read_text(encoding="utf-8")
    assert text.count("<script>") == 1
    assert "<b>" not in text.split('class="players"')[-1] or "&lt;b&gt;" in text
    assert "Ana &lt;i&gt;" in text


def test_a_report_that_cannot_be_written_is_refused_before_anything_is_judged(tmp_path: Path) -> None:
    for target, told in ((tmp_path, "is a folder"), (tmp_path / "none" / "a.html", "there is no folder")):
        result = run("validate", "league", "--report", str(target), status=2)
        assert told in result.stderr
        assert result.stdout == ""
