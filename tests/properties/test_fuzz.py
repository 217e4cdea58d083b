"""Damaged files from fixed numbers: each is judged and told, none ends in a traceback, and none takes long.

`python -m benchmarks.fuzz --files 100000` does it a hundred times over.
"""

from __future__ import annotations

import io

import pytest

from benchmarks import fuzz, mangle
from rulespal import library
from rulespal.records.from_text import read_stream

FILES = 1_000
LINES = 10_000


@pytest.mark.parametrize("part", range(4))
def test_no_damage_stops_it(part: int) -> None:
    found = fuzz.tried(range(part * FILES // 4, (part + 1) * FILES // 4))
    assert not found.wrong, found.wrong[0]
    assert (found.files, found.lines >= LINES // 4) == (FILES // 4, True)
    assert {"legal", "illegal", "unreadable"} <= set(found.verdicts)


def test_a_number_gives_the_same_file() -> None:
    assert [mangle.case(number) for number in range(40)] == [mangle.case(number) for number in range(40)]
    assert {mangle.case(number).form for number in range(40)} == {"rpl", "jsonl", "hanabi-eger"}


def test_what_takes_too_long_or_ends_in_a_traceback_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(number: int) -> mangle.Case:
        while number == 1:
            pass
        return mangle.Case(number, "rpl", b"")

    monkeypatch.setattr(fuzz, "case", endless)
    monkeypatch.setattr(fuzz, "_told", lambda record, report: 1 // 0)
    found = fuzz.tried(range(2), 0.1)
    assert [number for number, _ in found.wrong] == [0, 1]
    assert ["ZeroDivisionError" in found.wrong[0][1], "Hangs" in found.wrong[1][1]] == [True, True]


def test_a_card_that_nobody_recorded_may_be_played() -> None:
    head = '[rulebook "jusayo"]\n[players "Ana, Ben, Cai"]\n[start "mid"]\n'
    for text in ("Ana plays ?", "given Ana has the tray\ngiven Ana holds ?, red 2\nAna plays ?\n{Ana holds red 2}"):
        (record,) = read_stream(io.BytesIO((head + text).encode()), "a.rpl")
        report = library.judge(record)
        assert [event.status for event in report.events] == ["unverifiable"]
        assert report.verdict == "consistent"
