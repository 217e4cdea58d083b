"""What people write at the table: number words, initials, other editions and letters, each told in full."""

from __future__ import annotations

import pytest

from rulespal import library
from rulespal.records.from_text import read
from rulespal.records.verdict import GameReport

HEAD = """[rulebook "jusayo"]
[players "{}"]
[start "mid"]
given the board runs red, white, green, blue
given the current colour is blue
given Ana has the tray
given Ana holds blue/red 5, green 2
given Ben holds blue 3, blue/green 5
given Cai holds 8 cards
"""


def judge(*lines: str, players: str = "Ana, Ben, Cai") -> GameReport:
    (record,) = read((HEAD.format(players) + "\n".join(lines)).splitlines(), "a.rpl")
    return library.judge(record, depends=False)


def read_as(report: GameReport) -> list[str]:
    return [found.message for found in report.diagnostics if found.code == "N-READ"]


def test_initials_and_number_words_are_read_and_told() -> None:
    report = judge("a calls out b", "b plays blue five", "{cai holds eight cards}")
    assert read_as(report) == [
        "“a calls out b” is read as “Ana calls out Ben”.",
        "“cai holds eight cards” is read as “Cai holds 8 cards”.",
    ]
    assert [event.status for event in report.events] == ["legal", "unread"]
    report = judge("a calls out b", "b plays bg5", "-> a is knocked out")
    assert read_as(report)[1:] == [
        "“b plays bg5” is read as “Ben plays green/blue 5”.",
        "“a is knocked out” is read as “Ana is knocked out”.",
    ]
    assert report.verdict == "legal"
    assert [event.text for event in report.events] == ["a calls out b", "b plays bg5"]


def test_what_is_written_strictly_is_no_note() -> None:
    assert read_as(judge("ANA calls out  Ben", "Ben plays blue/green 5")) == []


@pytest.mark.parametrize(
    ("lines", "players", "told"),
    [
        (["a calls out Ben"], "Ana, Ben, Cai, Al", "There is no player “a”."),
        (["Ana calls out Ben", "Ben plays bleu 3"], "Ana, Ben, Cai", "There is no card “bleu 3”."),
        (["a calls out b", "b plays bleu 3"], "Ana, Ben, Cai", "There is no card “bleu 3”."),
        (["a shuffles"], "Ana, Ben, Cai", "“a shuffles” is no sentence of Jusayo."),
        (["Ana calls out Bob"], "Ana, Ben, Cai, Bo", "There is no player “Bob”."),
    ],
)
def test_nothing_is_guessed_where_it_may_mean_something_else(lines: list[str], players: str, told: str) -> None:
    report = judge(*lines, players=players)
    assert report.verdict == "unreadable"
    assert told in [found.message for found in report.diagnostics]


def test_initials_of_two_cards_are_none() -> None:
    """`b5` might be the beginning of blue 5 alone, were there no other card with these initials."""
    report = judge("Ana calls out Ben", "Ben plays b3")
    assert read_as(report) == ["“Ben plays b3” is read as “Ben plays blue 3”."]


def test_words_of_ones_own_stay_as_they_are() -> None:
    text = '[rulebook "regicide"]\n[players "Ana, Ben"]\n[start "mid"]\na says “one”\n'
    (record,) = read(text.splitlines(), "a.rpl")
    assert [event.status for event in library.judge(record, depends=False).events] == ["unread"]


@pytest.mark.parametrize(("header", "what"), [('[edition "0"]', "edition"), ('[hash "sha256:0"]', "text")])
def test_another_edition_is_told_and_judged(header: str, what: str) -> None:
    (record,) = read(
        (HEAD.format("Ana, Ben, Cai").replace("[start", header + "\n[start") + "Ana calls out Ben").splitlines(),
        "a.rpl",
    )
    report = library.judge(record, depends=False)
    (found,) = report.diagnostics
    assert (found.code, found.span.line, report.verdict) == ("W-EDITION", 3, "legal")
    assert f"another {what} of Jusayo" in found.message
    book = library.load("jusayo")[0].book
    right = f'[edition "{book.edition}"]\n[hash "{book.hash}"]\n[start'
    (record,) = read(
        (HEAD.format("Ana, Ben, Cai").replace("[start", right) + "Ana calls out Ben").splitlines(), "a.rpl"
    )
    assert library.judge(record, depends=False).diagnostics == []


def test_letters_of_another_language() -> None:
    text = '[rulebook "regicide"]\n[players "Ana, Ben"]\n{}[start "mid"]\ngiven Ana tiene 5C, 8D\ngiven es el turno de Ana\n'
    (record,) = read(text.format("").splitlines(), "a.rpl")
    (found,) = library.judge(record, depends=False).diagnostics
    assert (found.code, found.span.line) == ("W-SUITS", 4)
    assert 'add [suits "es"]' in (found.hint or "")
    (record,) = read(text.format('[suits "es"]\n').splitlines(), "a.rpl")
    assert library.judge(record, depends=False).diagnostics == []
