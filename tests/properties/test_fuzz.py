"""Damaged records by the thousand, from fixed seeds: each gives a report, none a traceback, and none takes long.

`FUZZ_FILES=100000 pytest tests/properties/test_fuzz.py` does it a hundred times over.
"""

from __future__ import annotations

import io
import os
import random
import time
from pathlib import Path

import pytest

from rulespal import library
from rulespal.records.from_jsonl import read_jsonl
from rulespal.records.from_text import read_stream
from rulespal.records.record import Record

ROOT = Path(__file__).parents[2]
FILES = int(os.environ.get("FUZZ_FILES", "1000"))
SLOW = 20  # seconds for one damaged record, on a machine that does much else
SIGNS = ["?", "#", '"', "“", "{", "}", ";", ",", "-> ", "→", "...", "@stands", "@dispute", "\0", "\x1b", "\ud800", "é",
         "\ufeff", "\u200b", "1.", "999999999999", " at 3", "takeback to 2", "reveal ", "given ", "result ", "[", "]",
         "%rpl 2", "end", "\t", "  ", "correct ", "\u2028", "(", "]]", "٣"]  # fmt: skip


def samples() -> list[list[str]]:
    files = sorted(ROOT.glob("rulebooks/*/records/*.rpl"))
    return [file.read_text(encoding="utf-8").splitlines() for file in files]


def damaged(chance: random.Random, sources: list[list[str]]) -> str:
    """A piece of a record with a few faults in it."""
    lines = list(chance.choice(sources))
    lines = lines[: chance.randint(3, 25)]
    for _ in range(chance.randint(1, 5)):
        at = chance.randrange(len(lines)) if lines else 0
        match chance.randrange(9):
            case 0:
                lines[at : at + 1] = []
            case 1:
                lines.insert(at, lines[at] if lines else "")
            case 2:
                lines.insert(at, chance.choice(chance.choice(sources)))
            case 3 if lines:
                words = lines[at].split(" ")
                chance.shuffle(words)
                lines[at] = " ".join(words)
            case 4 if lines:
                lines[at] = lines[at][: chance.randint(0, len(lines[at]))]
            case 5 if lines:
                words = lines[at].split(" ")
                words[chance.randrange(len(words))] = chance.choice(
                    chance.choice(chance.choice(sources) or [""]).split(" ")
                )
                lines[at] = " ".join(words)
            case _ if lines:
                place = chance.randint(0, len(lines[at]))
                lines[at] = lines[at][:place] + chance.choice(SIGNS) + lines[at][place:]
            case _:
                lines.append(chance.choice(SIGNS))
    return chance.choice(["\n", "\n", "\r\n"]).join(lines)


def judged(text: str, *, depends: bool) -> int:
    """The number of games in a text, each of which has been judged."""
    data = text.encode("utf-8", "surrogatepass")
    games: list[Record] = list(read_stream(io.BytesIO(data), "a.rpl"))
    for record in games:
        report = library.judge(record, depends=depends)
        assert report.verdict
        assert report.verdict != "unreadable" or report.diagnostics
    return len(games)


@pytest.mark.parametrize("part", range(4))
def test_no_damage_stops_it(part: int) -> None:
    sources = samples()
    for seed in range(part, FILES, 4):
        text = damaged(random.Random(seed), sources)
        begun = time.process_time()
        try:
            assert judged(text, depends=seed % 50 == 0) > 0
        except Exception as error:
            raise AssertionError(f"seed {seed}: {error!r}\n{text}") from error
        assert time.process_time() - begun < SLOW, f"seed {seed}\n{text}"


def test_no_bytes_stop_the_readers() -> None:
    chance = random.Random(0)
    text = "\n".join(samples()[0]).encode()
    for seed in range(FILES // 5):
        data = bytearray(text[: chance.randint(1, len(text))])
        for _ in range(chance.randint(1, 20)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        for read in (read_stream, read_jsonl):
            assert list(read(io.BytesIO(bytes(data)), "a")), seed


def test_a_card_that_nobody_recorded_may_be_played() -> None:
    head = '[rulebook "jusayo"]\n[players "Ana, Ben, Cai"]\n[start "mid"]\n'
    for text in ("Ana plays ?", "given Ana has the tray\ngiven Ana holds ?, red 2\nAna plays ?\n{Ana holds red 2}"):
        (record,) = read_stream(io.BytesIO((head + text).encode()), "a.rpl")
        report = library.judge(record)
        assert [event.status for event in report.events] == ["unverifiable"]
        assert report.verdict == "consistent"
