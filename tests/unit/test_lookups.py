"""One table of look-ups, as people write them, against every input that takes a name."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from rulespal import library
from rulespal.cli import commands
from rulespal.records.from_text import read
from rulespal.records.replay import replay

# Rulebook, what is written, what is meant (its kind and the name that opens it).
CARDS = [
    ("regicide", "7♥", "7h"),  # the sign
    ("regicide", "7❤️", "7h"),  # the sign as an emoji
    ("regicide", "♥️ 7", "7h"),  # the other way round
    ("regicide", "7 OF HEARTS", "7h"),  # case
    ("regicide", "7-of-hearts", "7h"),  # hyphens
    ("regicide", "hearts 7", "7h"),  # another order, without the small word
    ("regicide", "seven of hearts", "7h"),  # a number in letters
    ("regicide", "7 of heart", "7h"),  # number
    ("regicide", "7 of haerts", "7h"),  # a typo
    ("regicide", "7 de corazones", "7h"),  # Spanish
    ("regicide", "siete corazones", "7h"),
    ("regicide", "10♦", "10d"),
    ("regicide", "Q-S", "qs"),
    ("regicide", "queen  spades", "qs"),
    ("regicide", "Reina de Picas", "qs"),
    ("regicide", "bufon", "jester"),  # without the accent
    ("regicide", "BUFÓN", "jester"),
    ("regicide", "bufones", "jester"),  # plural, Spanish
    ("regicide", "jesters", "jester"),  # plural, English
    ("regicide", "jetser", "jester"),  # letters that changed places
    ("jusayo", "white red 5", "red-white-5"),  # two colours in the other order
    ("jusayo", "Red/White 5", "red-white-5"),
    ("justas", "pocion", "pocion"),
    ("justas", "Potions", "pocion"),  # the gloss
    ("justas", "pocoin", "pocion"),
    ("justas", "theif", "ladron"),
    ("justas", "LADRÓN", "ladron"),
    ("justas", "ladrones", "ladron"),
    ("justas", "orden-real", "orden-real"),
    ("justas", "order royal", "orden-real"),
    ("justas", "royal ordr", "orden-real"),
    ("justas", "balesta", "ballesta"),
    ("justas", "espada 2", "sword-2"),
    ("hanabi", "W1", "white-1"),  # the short name
    ("hanabi", "one white", "white-1"),
]
SECTIONS = [
    ("regicide", "yield", "yield"),  # the anchor
    ("regicide", "Yielding", "yield"),  # the heading
    ("regicide", "pasar", "yield"),  # the heading in Spanish
    ("regicide", "yeild", "yield"),
    ("regicide", "Daño Exacto", "exact-damage"),  # the printed heading
    ("regicide", "dano exacto", "exact-damage"),
    ("regicide", "exact", "exact-damage"),  # a part of it
    ("regicide", "turnos basicos", "turn"),
    ("regicide", "hand sizes", "hand-size"),
    ("regicide", "royals as allies", "royals-as-allies"),
    ("regicide", "raa", "royals-as-allies"),  # initials
    ("justas", "second chance", "second-chance"),
    ("justas", "the duel", "duel"),
    ("justas", "instnat effect cards", "instant-cards"),
    ("jusayo", "callout", "call-out"),  # one word for two
    ("jusayo", "KO", "knocked-out"),
    ("jusayo", "request card", "request-a-card"),
    ("jusayo", "requset a card", "request-a-card"),
    ("jusayo", "2. Request a card", "request-a-card"),  # the number of the heading
    ("jusayo", "“Call out”", "call-out"),  # typographic signs
]
TERMS = [
    ("regicide", "taberna", "tavern"),  # a Spanish name
    ("regicide", "inmunidad", "immunity"),
    ("jusayo", "I can’t", "I can't"),
    ("jusayo", "i cant", "I can't"),
    ("jusayo", "current color", "current colour"),  # another spelling
    ("hanabi", "clue", "hint"),  # another word
]
WRITTEN_OUT = [row for row in CARDS if row[1] in ("7♥", "7❤️", "7 OF HEARTS", "7 de corazones", "bufon", "BUFÓN", "10♦")]
ALL = [*((*row, "card") for row in CARDS), *((*row, "section") for row in SECTIONS), *((*row, "term") for row in TERMS)]


def run(*args: str) -> Result:
    result = CliRunner().invoke(commands, args, env={"COLUMNS": "80", "NO_COLOR": "1"})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def told(*args: str) -> dict[str, Any]:
    result = run(*args, "--json")
    assert result.exit_code in (0, 1, 3) and result.stdout, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_the_table_is_long_enough() -> None:
    assert len(ALL) >= 40


@pytest.mark.parametrize(("book", "written", "name"), CARDS)
def test_card(book: str, written: str, name: str) -> None:
    assert told("card", book, *written.split())["card"]["link"] == f"{book}#{name}"


@pytest.mark.parametrize(("book", "written", "name"), SECTIONS)
def test_show(book: str, written: str, name: str) -> None:
    found = told("show", book, *written.split())
    assert (found["kind"], found["sections"][0]["anchor"]) == ("section", name)


@pytest.mark.parametrize(("book", "written", "name"), TERMS)
def test_show_of_a_term(book: str, written: str, name: str) -> None:
    found = told("show", book, *written.split())
    assert (found["kind"], found["page"]["name"]) == ("term", name)


@pytest.mark.parametrize(("book", "written", "name", "kind"), ALL)
def test_search_has_it_first(book: str, written: str, name: str, kind: str) -> None:
    for args in ((), ("--book", book), ("--lang", "es")):
        first = told("search", *written.split(), *args)["results"][0]
        assert (first["book"], first["kind"], first["name"]) == (book, kind, name), args


@pytest.mark.parametrize(("book", "written", "name", "kind"), ALL)
def test_the_front_door_opens_it_or_has_it_first(book: str, written: str, name: str, kind: str) -> None:
    found = told(book, *written.split())
    if "card" in found:
        assert (kind, found["card"]["link"]) == ("card", f"{book}#{name}")
    elif "cases" in found:  # what is not called just so may be a question
        assert found["status"] != "not-understood"
    elif "results" in found:
        first = found["results"][0]
        assert (first["kind"], first["name"]) == (kind, name)
        assert found["found_by"] in ("near", "spelling", "part", "all"), "what is called just so is opened"
    else:
        assert found["kind"] == kind
        assert name in [found["sections"][0]["anchor"] if kind == "section" else found["page"]["name"]]


@pytest.mark.parametrize(("book", "written", "name"), WRITTEN_OUT)
def test_a_record_reads_every_way_of_writing_a_name(book: str, written: str, name: str) -> None:
    lines = ["%rpl 1", f'[rulebook "{book}"]', '[players "Ana, Ben"]', '[start "mid"]', "",
             "given the royal is JS", f"given Ana holds {written}, 2C", "given it is Ana's turn", "",
             f"Ana plays {written}", "end"]  # fmt: skip
    report = replay(next(read(lines, "names.rpl")), library.find)
    assert not report.diagnostics, [str(found) for found in report.diagnostics]


def test_a_record_does_not_guess_but_offers_the_name() -> None:
    lines = ["%rpl 1", '[rulebook "regicide"]', '[players "Ana, Ben"]', '[start "mid"]', "",
             "given Ana holds 7 of haerts", "end"]  # fmt: skip
    found = [f"{one.message} {one.hint}" for one in replay(next(read(lines, "typo.rpl")), library.find).diagnostics]
    assert any("7 of hearts" in one for one in found), found


# ---- other inputs that take a name -----------------------------------------------------------------------------------


@pytest.mark.parametrize("written", ["jusayo", "Jusayo", " JUSAYO ", "jusayó", "Ｊusayo".replace("Ｊ", "J")])
def test_rulebooks(written: str) -> None:
    assert told("show", written, "setup")["book"] == "jusayo"
    assert told("search", "tray", "--book", written)["books"] == ["jusayo"]
    assert told("readings", written)["book"] == "jusayo"
    assert library.find(written)[0].book.name == "jusayo"


def test_a_rulebook_that_is_not_there_gets_suggestions() -> None:
    result = run("jusajo", "setup")
    assert (result.exit_code, "Did you mean `jusayo`?" in result.output) == (2, True)


@pytest.mark.parametrize("written", ["E-TURN", "e-turn", "e_turn", "E TURN", "É-Turn"])
def test_codes(written: str) -> None:
    assert told("explain", written)["code"] == "E-TURN"


@pytest.mark.parametrize(
    "written", ["target-out=allowed", "Target_Out = Allowed", "target out=allowed", "tárget-out: allowed"]
)
def test_readings(written: str) -> None:
    found = told("replay", "rulebooks/jusayo/records/club-evening.rpl", "--reading", written)
    assert found["readings"]["target-out"] == "allowed"


@pytest.mark.parametrize(("query", "name"), [("suit:♥ rank:ace", "AH"), ("suit:corazones rank:Ace", "AH"),
                                            ("SUIT:heart rank:aces", "AH"), ("rank:jester", "Jester")])  # fmt: skip
def test_filters(query: str, name: str) -> None:
    assert [card["name"] for card in told("cards", "regicide", query)["cards"]] == [name]


@pytest.mark.parametrize("written", ["a doubted denial", "A DOUBTED  denial", "á doubted deniál"])
def test_games(written: str) -> None:
    assert (
        told("replay", "rulebooks/jusayo/records/doubted-denial.rpl", "--game", written)["game"] == "a doubted denial"
    )


def test_a_box_that_is_not_printed_has_no_number_of_copies() -> None:
    counted = {name: library.catalogue(library.rulebook_file(name)) for name in ("justas", "regicide")}
    copies = {name: {row[0] for row in db.execute("select copies from cards")} for name, db in counted.items()}
    assert copies == {"justas": {None}, "regicide": {1, 2}}
