"""What is offered in place of a refused event is legal itself: numbers and cards in it are chosen, not left open."""

from __future__ import annotations

import pytest

from rulespal import library
from rulespal.records.from_text import read
from rulespal.records.reasons import ranges
from rulespal.records.record import Record
from rulespal.records.windows import Window

DUEL = """[rulebook "justas"]
[players "Ana, Ben, Cai, Dee"]
[start "mid"]
given the box has 60 coins
given Ana has 7 coins
given Ben has 4 coins
given Cai has 5 coins
given Dee has 3 coins
given Ana holds sword 2, sword 1, DIEZMO, HERRERO
given Ben holds sword 1, arrow 2
given Cai holds IMPUESTOS, ESCUDO
given Dee holds nothing
given the market shows sword 3 for 3, lance 1 for 1, HERRERO for 2
given it is Ana's turn
Ana challenges Ben at swords
Ben accepts for 5
Ben accepts for 0
Ben accepts for 3
Ana bets 2 on Ana
Ana bets 2 on Ben
Cai bets 6 on Ben
Cai bets 2 on Ben
Ben counters Cai for 2
Cai raises to 1
Cai raises to 9
Dee counters Cai for 1
the duel begins
Ana plays arrow 2
Ana plays DIEZMO
"""


def record(text: str) -> Record:
    (found,) = read(text.splitlines(), "duel.rpl")
    return found


@pytest.fixture(scope="module")
def refused() -> dict[str, list[str]]:
    return {e.text: e.alternatives for e in library.judge(record(DUEL)).events if e.status == "illegal"}


def test_numbers_are_the_legal_ones_nearest_to_what_was_said(refused: dict[str, list[str]]) -> None:
    assert refused["Ben accepts for 5"] == ["Ben accepts for 4", "Ben refuses"]
    assert refused["Ben accepts for 0"] == ["Ben accepts for 1", "Ben refuses"]
    assert refused["Cai bets 6 on Ben"][0] == "Cai bets 5 on Ana"
    assert refused["Cai raises to 9"][0] == "Cai raises to 5"
    assert refused["Cai raises to 1"][0] == "Cai raises to 3"
    assert "Dee counters Cai for 2" in refused["Dee counters Cai for 1"]


def test_nobody_is_offered_what_they_may_not_do(refused: dict[str, list[str]]) -> None:
    bets = refused["Ana bets 2 on Ana"] + refused["Ana bets 2 on Ben"]
    assert bets and not [text for text in bets if text.startswith(("Ana bets", "Ben bets", "Ana raises", "Cai raises"))]


FILES = sorted(library.data_folder("rulebooks").glob("*/records/*.rpl"))


@pytest.mark.parametrize("text", [DUEL, *(file.read_text(encoding="utf-8") for file in FILES)])
def test_every_alternative_is_legal(text: str) -> None:
    for game in read(text.splitlines(), "game.rpl"):
        for event in library.judge(game, depends=False).events:
            for other in event.alternatives if event.status == "illegal" and not event.taken_back else ():
                asked = library.why_not(game, event.n - 1, other)
                assert asked.status in ("legal", "unverifiable"), (event.text, other, asked.reasons)


def test_legal_lists_all_numbers() -> None:
    assert library.legal(record(DUEL), 1).moves == ["Ben refuses", "Ben accepts for 1 to 4"]
    bets = library.legal(record(DUEL), 8).moves
    assert "Cai raises to 3 to 5" in bets and "Dee counters Cai for 2" in bets
    assert not [text for text in bets if "…" in text or text.startswith("Ana bets")]


def test_no_numbers_no_offer_and_gaps_between_numbers_are_told() -> None:
    assert ranges([1, 2, 3, 5, 8, 9]) == "1 to 3, 5, 8 to 9"
    assert ranges([]) == ""


def test_who_may_act_is_who_has_a_legal_move() -> None:
    assert library.legal(record(DUEL), 8).may == [
        "Cai bets … on … or raises to …",
        "Dee bets … on … or counters … for …",
        "Ana counters … for …",
        "the duel begins",
    ]


AFTER = """[rulebook "justas"]
[players "Ana, Ben, Cai, Dee"]
[start "mid"]
given Ana has 7 coins
given Ben has 4 coins
given Cai has 5 coins
given Dee has 3 coins
given Ana holds sword 2
given Ben holds sword 1, LADRÓN
given Cai holds LADRÓN, sword 2
given Dee holds sword 3, TORNEO
given the discard pile is empty
given the deck starts with lance 1, lance 2, arrow 1, arrow 1
given it is Ana's turn
Ana challenges Ben at swords
Ben accepts for 3
Ana plays sword 2
Ben passes
Ana passes
"""


def test_after_a_duel_the_thief_is_named_with_its_place_and_when_it_lapses() -> None:
    found = library.legal(record(AFTER), 5)
    assert found.may == ["Ben uses LADRÓN (so may Cai)", "the duel is settled"]
    (window,) = found.windows
    assert window == Window("the duel is settled", ("Ana",), ("Ben uses LADRÓN (so may Cai)",))
    thief = next(place for place in found.places if place.move == "use-ladron")
    assert (thief.says, thief.section, thief.printed) == ("uses LADRÓN", "ladron", "LADRÓN (Thief), paragraph 1")


def test_where_nothing_closes_by_itself_there_is_no_window() -> None:
    assert library.legal(record(AFTER), 0).windows == []
    (before_bets,) = library.legal(record(AFTER), 2).windows
    assert (before_bets.until, before_bets.lapses) == ("Ana stands", ("Ana withdraws",))


def test_the_thief_of_a_tournament_hears_the_sentence_of_the_card() -> None:
    tournament = AFTER.replace("given Ana holds sword 2", "given Ana holds TORNEO, sword 2").split("Ana challenges")[0]
    moves = "Ana calls a tournament of swords\nAna plays sword 2\nBen passes\nCai passes\nDee passes\nAna passes\n"
    asked = library.why_not(record(tournament + moves), None, "Cai uses LADRÓN")
    assert asked.reasons[0].text == "LADRÓN is not valid in tournaments"
    assert asked.reasons[0].printed == "LADRÓN (Thief), paragraph 1"
