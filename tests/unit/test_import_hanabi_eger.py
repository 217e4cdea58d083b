"""The importer for the logs of the Hanabi experiments: every line is used, and what is wrong with a game is found."""

from __future__ import annotations

import io
import re
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks import hanabi_replayer
from rulespal import library
from rulespal.cli import commands
from rulespal.records import sources
from rulespal.records.formats import GROUP
from rulespal.records.record import Coverage, Kind, Record
from rulespal.records.verdict import GameReport
from rulespal_importers.hanabi_eger import FORMAT
from tests.referees import hanabi_replay
from tests.referees.hanabi_logs import Experiment

SHARED = Path(__file__).resolve().parents[3] / "shared" / "data" / "hanabi" / "games.tar.gz"


def imported(text: str) -> Record:
    (record,) = FORMAT.read(io.BytesIO(text.encode()), "some.log")
    return record


def judged(text: str) -> GameReport:
    return library.judge(imported(text), depends=False)


def test_replayers_written_by_hand_see_what_validation_sees() -> None:
    for seed in range(12):
        text = Experiment(seed, skill=0.9).log(bold=seed % 2 == 1)
        report = judged(text)
        broken = [event.line - 1 for event in report.events if event.status != "legal"]
        moves, found = hanabi_replayer.replay(text)
        assert (moves, [line for line, _ in found]) == (len(report.events), broken)
        assert hanabi_replay.replay(text) == (len(report.events), broken)
    with pytest.raises(hanabi_replayer.Differs):
        hanabi_replayer.replay(text.replace("hints remaining: 7", "hints remaining: 6"))
    with pytest.raises(hanabi_replay.Differs):
        hanabi_replay.replay(text.replace("hints remaining: 7", "hints remaining: 6"))


@pytest.mark.parametrize("seed", range(12))
def test_a_whole_game_is_legal(seed: int) -> None:
    text = Experiment(seed, skill=1 - seed % 3 / 4).log()
    record, report = imported(text), judged(text)
    assert report.verdict == "legal", [str(d) for d in report.diagnostics]
    assert record.coverage == Coverage(len(text.splitlines()) - 1, 1, 0)
    assert report.result is not None and report.result.agrees
    assert {line.line for line in record.lines if line.kind is Kind.EVENT} <= set(range(len(text.splitlines())))


def test_what_the_experiments_let_stand_is_told_with_its_rule() -> None:
    text = Experiment(3, skill=0.9).log(bold=True)
    report = judged(text)
    stands = [event for event in report.events if event.status == "stands"]
    assert report.verdict == "illegal" and stands
    assert {event.reasons[0].section for event in stands} == {"discard"}
    assert not [check for check in report.checks if check.status != "holds"], "the game went on as it is told"
    assert report.result is not None and report.result.agrees


def test_a_hint_to_oneself_stands_and_is_told() -> None:
    text = Experiment(1).log()
    lines = text.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("MOVE: 0 1 None 1 None"))
    value = lines[start].split()[-1]
    lines[start : start + 3] = [
        f"MOVE: 0 1 None 0 None {value}", lines[start + 1].replace("hints You", "hints robot"),
    ]  # fmt: skip
    report = judged("\n".join(lines))
    assert [(e.status, e.reasons[0].section) for e in report.events if e.status != "legal"] == [
        ("stands", "hint-complete")
    ]


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("Score ", "Score 1", "result"),
        (" hints remaining: 7", " hints remaining: 6", "check"),
        ("trash is now ", "trash is now red 5, ", "check"),
        ("robot now has ", "robot now has red 5, ", "check"),
        ("Board is now green ", "Board is now green 1", "check"),
        (" plays ", " juggles ", "line"),
        ("MOVE: 1 2", "MOVE: 1 3", "line"),
        ("MOVE: 0 2 ", "MOVE: 0 2 9", "line"),
        ("Treatment: ('robot'", "Treatment: ('golem'", "line"),
    ],
)
def test_a_line_that_was_changed_is_found(old: str, new: str, kind: str) -> None:
    text = Experiment(3).log()
    before, _, after = text.rpartition(old)
    at = len(before.splitlines()) + before.endswith("\n")
    report = judged(before + new + after)
    if kind == "line":
        assert report.verdict == "unreadable"
        assert min(d.span.line for d in report.diagnostics if d.code == "E-SYNTAX") - at in range(4)
    elif kind == "result":
        assert report.result is not None and not report.result.agrees
    else:
        assert report.verdict == "illegal"
        assert min(check.line for check in report.checks if check.status == "fails") == at


@pytest.mark.skipif(
    not entry_points(group=GROUP, name="hanabi-eger"), reason="the program was installed before it had this importer"
)
def test_what_is_found_in_a_line_is_told_once(tmp_path: Path) -> None:
    log = tmp_path / "night.log"
    log.write_text(Experiment(3).log(), encoding="utf-8")
    shown = CliRunner().invoke(commands, ["replay", "--from", "hanabi-eger", str(log)]).output
    numbers = [int(found[1]) for line in shown.splitlines() if (found := re.match(r" +(\d+)\. ", line))]
    assert numbers == list(range(1, len(numbers) + 1)) and "Verdict: legal" in shown


def test_any_text_is_read() -> None:
    for text in ("", "\n", "MOVE: 0 2 0 None None None\n", "You has \n[(9, 9)]\n", "Score 7", "\ufeffOld GID: 1\r\n\0"):
        assert judged(text).verdict in ("unreadable", "illegal", "consistent")


@pytest.mark.skipif(not SHARED.is_file(), reason="the logs of the experiments are not here")
def test_games_of_the_experiments() -> None:
    """A sample of the real games: each is named by its file, all scores agree, and two rules are the only ones broken."""
    found: dict[str, GameReport] = {}
    broken: set[str] = set()
    for source, stream in sources.streams(str(SHARED), FORMAT):
        data = stream.read()
        broken |= {str(source.stem)} if breaks_a_rule(data.decode()) else set()
        for record in sources.records(source, io.BytesIO(data), FORMAT):  # type: ignore[arg-type]
            assert record.coverage is not None and record.coverage.unknown == 0
            found[str(record.name)] = library.judge(record, depends=False)
        if len(found) == 60:
            break
    assert all(name.startswith("game") for name in found)
    assert all(report.result is not None and report.result.agrees for report in found.values())
    assert {name for name, report in found.items() if report.verdict != "legal"} == broken
    assert {e.reasons[0].section for report in found.values() for e in report.events if e.status != "legal"} == {
        "discard"
    }


def breaks_a_rule(text: str) -> bool:
    """Whether a card is discarded in a log while all tokens are there."""
    tokens = 8
    for line in text.splitlines():
        if told := re.search(r"hints remaining: (\d)", line):
            tokens = int(told[1])
        elif " discards " in line:
            if tokens == 8:
                return True
            tokens += 1
        elif " 5 successfully!" in line:
            tokens = min(8, tokens + 1)
    return False
