"""`rulespal play` as people use it: whole games in a terminal, killed and gone on with; lines that are piped in."""

from __future__ import annotations

import json
import os
import random
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulespal import library
from rulespal.cli import COMMANDS, commands
from rulespal.cli.playing import HERE
from rulespal.play.opening import Opening
from rulespal.play.referee import Referee
from rulespal.play.simulate import NAMES, play
from rulespal.records.from_text import read_file

BOOKS = list(library.rulebook_files())
FEWEST = 10  # events of a game that is typed
GAMES = 8  # of which the shortest is typed
TERMINAL = {"PROMPT_TOOLKIT_NO_CPR": "1", "NO_COLOR": "1", "COLUMNS": "80", "LINES": "24"}
on_a_terminal = pytest.mark.skipif(os.name == "nt", reason="terminals are another thing there")


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def typed_game(name: str) -> list[str]:
    """What is typed of a whole random game, the shortest of some that are no trifle."""
    players = max(2, library.load(name)[0].book.players[0])
    games = []
    for seed in range(GAMES):
        playout = play(*library.load(name), players, seed)
        lines = [line for line in playout.record.splitlines() if line and line[0] not in "%[" and line != "end"]
        if sum(line[0].isdigit() for line in lines) >= FEWEST and playout.stopped is None:
            games.append([line.partition(". ")[2] if line[0].isdigit() else line for line in lines])
    return min(games, key=len)


def verdict(file: str) -> str:
    (record,) = read_file(file)
    return library.judge(record, depends=False).verdict


# ---- in a terminal ---------------------------------------------------------------------------------------------------


class Table:
    """A terminal with the program in it."""

    def __init__(self, *args: str, term: str = "dumb") -> None:
        pexpect = pytest.importorskip("pexpect")
        code = "from rulespal.cli import main; main()"
        environment = {**os.environ, **TERMINAL, "TERM": term}
        self.child = pexpect.spawn(
            sys.executable,
            ["-c", code, "play", *args],
            env=environment,
            encoding="utf-8",
            timeout=30,
            dimensions=(40, 100),
        )
        self.child.delaybeforesend = None

    def until(self, text: str) -> str:
        """What is shown up to a text."""
        self.child.expect_exact(text)
        return str(self.child.before)

    def says(self, line: str, then: str) -> str:
        self.child.sendline(line)
        return self.until(then)

    def kill(self) -> None:
        self.child.kill(signal.SIGKILL)
        self.child.wait()
        self.child.close()


@on_a_terminal
@pytest.mark.parametrize("name", BOOKS)
def test_a_whole_game_with_illegal_tries_take_backs_a_kill_and_going_on(name: str) -> None:
    lines = typed_game(name)
    book = library.load(name)[0].book
    names = NAMES[: max(2, book.players[0])]
    twin = Referee(Opening(name, book.hash, "evening", names), "evening.rpl", library.find, {})
    table = Table(name, "--players", ", ".join(names), "--save", "evening.rpl")
    table.until("1> ")
    rng = random.Random(name)
    tries = undone = 0
    for place, line in enumerate(lines):
        if place == len(lines) // 2:
            table.kill()
            assert Path("evening.rpl").read_text(encoding="utf-8") == twin.text
            table = Table("evening.rpl")
            table.until(f"goes on after event {twin.events}" if twin.events else "Record:")
            table.until(f"{twin.events + 1}> ")
        if place % 6 == 5 and (wrong := illegal(twin, rng.sample(lines, len(lines)))):
            tries += 1
            shown = table.says(wrong, f"{twin.events + 1}> ")
            assert "not legal" in shown and twin.hear(wrong).kind == "refused"
        if place >= len(lines) * (undone + 1) // 3 and twin.events and line[0] != "-":
            last = [event for event in twin.record.judge.events if not event.taken_back][-1].text
            for text in ("undo", last, *effects(twin)):
                assert twin.hear(text).kind == "done", text
                table.says(text, f"{twin.events + 1}> ")
            undone += 1
        assert twin.hear(line).kind == "done", line
        table.says(line, f"{twin.events + 1}> ")
    assert tries and undone
    shown = table.says("", f"{twin.events + 1}> ")
    assert "The game is over" in shown
    table.says("quit", "Record: evening.rpl")
    table.child.expect_exact("\r\n")
    table.child.wait()
    assert table.child.exitstatus == 0
    assert Path("evening.rpl").read_text(encoding="utf-8") == twin.text
    assert verdict("evening.rpl") == "legal"
    assert run("validate", "--no-depends", "evening.rpl", stdin="").exit_code == 0


def illegal(twin: Referee, lines: list[str]) -> str | None:
    """An event of this game that would not be legal now."""
    return next(
        (line for line in lines if twin.is_event(line) and twin.hear(f"why {line}").events[0].status == "illegal"), None
    )


def effects(twin: Referee) -> Iterator[str]:
    """The effect lines of the last event, which are gone when it is taken back."""
    texts = twin.text.splitlines()
    last = max(place for place, text in enumerate(texts) if text[:1].isdigit())
    yield from (text for text in texts[last + 1 :] if text.startswith("->"))


@on_a_terminal
def test_hands_are_shown_on_a_screen_that_is_gone_afterwards() -> None:
    table = Table("regicide", "--players", "Ana, Ben", "--deal", "--seed", "3", term="xterm")
    table.until("1>")
    assert "Ana alone" in table.says("look Ana", "Enter when nobody else looks.")
    hand = table.says("", "Enter to hide it.")
    assert "\x1b[?1049h" in hand and "Ana holds 2H, 7H" in hand
    after = table.says("", "1>")
    assert "\x1b[?1049l" in after and "2H" not in after
    table.child.sendcontrol("c")
    table.until("`quit` ends")
    table.until("1>")
    table.child.send("Ana yi\t")  # completed from what is legal
    table.until("Ana yields")
    table.child.send("\r")
    table.until("the royal attacks Ana for 10")
    table.until("2>")
    table.child.send("\x1b[A")  # the history
    table.until("Ana yields")
    table.child.sendcontrol("c")
    table.until("`quit` ends")
    table.until("2>")
    table.child.sendcontrol("d")
    table.until("Record: regicide-")
    table.child.wait()
    assert table.child.exitstatus == 0


# ---- piped in --------------------------------------------------------------------------------------------------------


def run(*args: str, stdin: str) -> Result:
    result = CliRunner().invoke(commands, args, input=stdin, env={"COLUMNS": "80", "NO_COLOR": "1"})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def played(*lines: str, args: tuple[str, ...] = ("--save", "a.rpl")) -> Result:
    return run("play", "jusayo", "--players", "Ana, Ben, Cai", *args, stdin="\n".join([*lines, ""]))


def test_what_is_typed_what_comes_of_it_and_what_may_be_done() -> None:
    shown = played("Ana starts", "the board is set red, green, blue, white", "Ben starts", "quit", "Ben starts").stdout
    assert "Players: Ana, Ben, Cai (clockwise)" in shown
    assert "Reading: false-denial: no-sanction" in shown
    assert "> Ana starts\n     1. Ana starts\n" in shown
    assert "✗ Ana starts this round already" in shown
    assert "  besides: Ben starts (so may Cai)\n" in shown
    assert shown.endswith("> quit\nRecord: a.rpl\n")
    assert all(len(line) <= 80 and line == line.rstrip() for line in shown.splitlines())
    assert (
        Path("a.rpl")
        .read_text(encoding="utf-8")
        .endswith("1. Ana starts\n2. the board is set red, green, blue, white\n")
    )


def test_nothing_is_written_before_anything_is_said() -> None:
    assert "nothing was written" in played("legal", "help").stdout
    assert not os.listdir()


def test_a_record_without_a_name_gets_one() -> None:
    for _ in range(2):
        played("Ana starts", args=())
    names = sorted(os.listdir())
    assert len(names) == 2 and names[0].startswith("jusayo-") and names[0].endswith("-2.rpl")


def test_going_on_keeps_comments_and_what_was_wrong() -> None:
    text = '[rulebook "jusayo"]  # ours\n[players "Ana, Ben, Cai"]\n\n# a cold evening\nAna starts\nBen starts\n'
    Path("a.rpl").write_text(text, encoding="utf-8")
    result = run("play", "a.rpl", stdin="the board is set red, green, blue, white\n")
    assert "goes on after event 2" in result.stdout
    assert "not all that stands in it is legal" in result.stderr
    assert Path("a.rpl").read_text(encoding="utf-8") == f"{text}3. the board is set red, green, blue, white\n"


def test_a_file_that_changes_meanwhile_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    hear = Referee.hear

    def meddling(self: Referee, text: str) -> object:
        if text.startswith("the board"):
            Path("a.rpl").write_text("somebody else's\n", encoding="utf-8")
        return hear(self, text)

    monkeypatch.setattr(Referee, "hear", meddling)
    result = played("Ana starts", "the board is set red, green, blue, white", 'note "x"')
    assert "a.rpl is somebody else's now; the record is written to a-2.rpl" in result.stderr
    assert Path("a.rpl").read_text(encoding="utf-8") == "somebody else's\n"
    assert verdict("a-2.rpl") == "legal"
    assert Path("a-2.rpl").read_text(encoding="utf-8").endswith('note "x"\n')


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("jusayo",), "nobody plays yet"),
        (("jusayo", "--players", "Ana, Ben"), "is for 3 to 5 players, and here are 2"),
        (("jusayo", "--players", "Ana, ana, Ben"), "two players are called"),
        (("jusayo", "--players", 'Ana, B"en, Cai'), "cannot stand in a record"),
        (("jusajo", "--players", "Ana, Ben, Cai"), "Did you mean `jusayo`?"),
        (("jusayo", "--players", "Ana, Ben, Cai", "--save", "no/a.rpl"), "there is no folder no"),
        (("jusayo", "--players", "Ana, Ben, Cai", "--reading", "nope=x"), "has no reading `nope`"),
        (("regicide", "--save", "a.rpl"), "a.rpl is a record of jusayo"),
        (("jusayo", "--save", "b.md"), "b.md is no record"),
        (("jusayo", "--players", "Ana, Ben, Dee", "--save", "a.rpl"), "and in it play Ana, Ben, Cai"),
        (("a.rpl", "--deal"), "the table deals its own cards"),
        (("c.rpl",), "has ended"),
        (("justas", "--players", "Ana, Ben, Cai", "--deal"), "there is nothing to deal"),
        (("justas", "--players", "Ana, Ben, Cai", "--example"), "Give `--deal` too"),
        (("jusayo", "--players", "Ana, Ben, Cai", "--deal", "--example"), "is printed"),
        (("d.rpl",), "not UTF-8"),
    ],
)
def test_what_cannot_be_begun_or_gone_on_with(args: tuple[str, ...], message: str) -> None:
    played("Ana starts")
    Path("b.md").write_text("# shopping\n", encoding="utf-8")
    Path("c.rpl").write_text(Path("a.rpl").read_text(encoding="utf-8") + "end\n", encoding="utf-8")
    Path("d.rpl").write_bytes(b"\xff\xff")
    before = {name: Path(name).read_bytes() for name in os.listdir()}
    result = run("play", *args, stdin="Ben starts\n")
    assert result.exit_code == 2
    assert message in result.stderr
    assert {name: Path(name).read_bytes() for name in os.listdir()} == before


def test_copies_are_saved_and_overwrite_nothing() -> None:
    result = played("Ana starts", "save b.rpl", "save b.rpl", "save", "save no/c.rpl")
    assert Path("b.rpl").read_bytes() == Path("a.rpl").read_bytes()
    assert "b.rpl is there already" in result.stderr
    assert "cannot write no/c.rpl" in result.stderr
    assert "written to a.rpl" in result.stdout


def test_a_disk_that_is_full_does_not_end_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("rulespal.cli.playing.create_whole", full)
    result = played("Ana starts", "Ben starts")
    assert result.exit_code == 0
    assert "could not be written to a.rpl: no space left on device" in result.stderr
    assert "Ana starts this round already" in result.stdout


def test_other_commands_answer_from_the_game() -> None:
    others = [name for name in HERE if name not in ("save", "help", "quit")]
    result = played("Ana starts", *(f"{name} tray" for name in others), "ask", "card", "search", "Ben starts")
    assert result.exit_code == 0
    assert not [name for name in others if name not in COMMANDS]
    assert "`ask` needs words: `ask QUESTION`" in result.stderr
    assert "The starting player takes the tray." in result.stdout
    assert "Ana starts this round already" in result.stdout  # the game goes on after all of them


def test_as_json_it_is_an_object_a_line() -> None:
    result = played("Ana starts", "Ben starts", "legal", args=("--json", "--save", "a.rpl"))
    begun, done, refused, legal = [json.loads(line) for line in result.stdout.splitlines()]
    assert [part["kind"] for part in (begun, done, refused, legal)] == ["told", "done", "refused", "legal"]
    assert refused["events"][0]["reasons"][0]["text"] == "Ana starts this round already"
    assert legal["legal"]["moves"]
    assert (begun["now"]["over"], begun["record"]) == (None, "a.rpl")


def test_help_names_every_command() -> None:
    shown = played("help").stdout
    for name in ("legal", "why", "undo", "roll", *HERE):
        assert f"\n  {name} " in shown
    assert "  Ana calls out …\n" in shown


def test_a_box_that_the_rulebook_makes_up_is_dealt_when_asked_for_and_marked() -> None:
    args = ("play", "justas", "--players", "Ana, Ben, Cai", "--deal", "--example", "--seed", "3", "--save", "box.rpl")
    result = run(*args, stdin="the blade points to Ana\nAna does not challenge and draws\n")
    assert result.exit_code == 0, result.output
    assert "an example that the rulebook makes up" in " ".join(result.stdout.split())
    text = Path("box.rpl").read_text(encoding="utf-8")
    assert '[box "example"]' in text and "given the box has 60 coins" in text
    again = run("play", "box.rpl", stdin="Ana ends the turn\n")
    assert "an example that the rulebook makes up" in " ".join(again.stdout.split())
    assert run("replay", "box.rpl", stdin="").exit_code == 0
