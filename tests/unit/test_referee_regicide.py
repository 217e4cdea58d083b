"""The hand-written referee of Regicide says what the printed rules say; the fast version plays by the same rules."""

from __future__ import annotations

import random
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks import fast_regicide
from tests.referees.regicide import (
    CARDS,
    HAND_SIZE,
    JESTER,
    JESTERS_IN_TAVERN,
    READINGS,
    ROYALS,
    Referee,
    health,
    total,
)

QUEENS, KINGS = ["QH", "QD", "QC", "QS"], ["KH", "KD", "KC", "KS"]


def position(*hands: str, royal: str = "JH", options: dict[str, str] | None = None, **rest: Any) -> Referee:
    """A position; hands and piles are cards in a row, separated by spaces."""
    for pile in ("castle", "tavern", "discard", "in_play"):
        if isinstance(rest.get(pile), str):
            rest[pile] = rest[pile].split()
    rest = {"castle": [queen for queen in QUEENS if queen != royal], "tavern": [], **rest}
    return Referee(len(hands), options or {}, hands=[hand.split() for hand in hands], royal=royal, **rest)


def cards(text: str) -> frozenset[str]:
    return frozenset(text.split())


def play(player: int, text: str) -> tuple:
    return ("play", player, cards(text))


def pay(player: int, text: str) -> tuple:
    return ("discard", player, cards(text))


def named(referee: Referee, name: str) -> list:
    return [move[2] if len(move) > 2 else () for move in referee.legal() if move[0] == name]


def places(referee: Referee) -> Counter:
    return Counter(referee.cards())


def test_the_deck() -> None:
    assert len(CARDS) == len(set(CARDS)) == 52
    assert list(ROYALS) == ["JH", "JD", "JC", "JS", *QUEENS, *KINGS]
    assert [health(royal) for royal in ("JH", "QH", "KH")] == [20, 30, 40]
    assert (total(ROYALS), sum(map(health, ROYALS)), total(["AS", "10D", "Jester"])) == (180, 360, 11)


@pytest.mark.parametrize(
    ("players", "size", "jesters", "aside"), [(1, 8, 0, 2), (2, 7, 0, 0), (3, 6, 1, 0), (4, 5, 2, 0)]
)
def test_the_deal(players: int, size: int, jesters: int, aside: int) -> None:
    referee = Referee.dealt(players, random.Random(players))
    assert [len(hand) for hand in referee.hands] == [size] * players
    assert len(referee.tavern) == 40 + jesters - players * size
    assert [card[0] for card in (referee.royal, *referee.castle)] == list("JJJJQQQQKKKK")
    assert (referee.cards().count(JESTER), referee.jesters, referee.stage()) == (jesters, aside, "play")


def test_wrong_positions_are_refused() -> None:
    with pytest.raises(ValueError, match="1 to 4"):
        position(*[""] * 5)
    with pytest.raises(ValueError, match="no such reading"):
        position("2H", options={"overpay": "forbidden"})
    for hand in ("2H 2H", "Jester Jester Jester", "1H", "QD"):
        with pytest.raises(ValueError, match="no such card"):
            position(hand)


def test_what_may_be_played() -> None:
    hand = "AH AD 2H 2D 2C 2S 5C 5S 6C 6S JD Jester"
    referee = position(hand, "3C", "3D")
    pairs = ["2H 2D", "2H 2C", "2H 2S", "2D 2C", "2D 2S", "2C 2S", "5C 5S"]
    sets = [*pairs, "2H 2D 2C", "2H 2D 2S", "2H 2C 2S", "2D 2C 2S", "2H 2D 2C 2S", "AH AD"]
    others = [card for card in hand.split() if card not in ("AH", "AD", JESTER)]
    with_ace = [f"{ace} {card}" for ace in ("AH", "AD") for card in others]
    assert Counter(named(referee, "play")) == Counter(map(cards, [*hand.split(), *sets, *with_ace]))
    for wrong, why in [
        ("6C 6S", "the sum of the set is more than 10"),
        ("AH 2H 2D", "an ace goes with one other card"),
        ("AH Jester", "a jester is played alone"),
        ("5C 6C", "the cards are not of the same number"),
        ("3C", "a card is not in hand"),
        ("", "no card is named"),
    ]:
        assert referee.why_not(play(0, wrong)) == [why]
    assert referee.why_not(play(1, "3C")) == ["it is not this player's turn"]
    assert referee.why_not(pay(0, "6C 6S")) == ["wrong moment: play"]
    assert referee.why_not(("play", 0)) == referee.why_not(("yield", 3)) == ["the move is not well formed"]
    assert referee.why_not(("pass", 0)) == ["there is no such move"]
    with pytest.raises(ValueError, match="more than 10"):
        referee.apply(play(0, "6C 6S"))


def test_all_sets_of_equal_numbers() -> None:
    sets = []
    for number in range(2, 11):
        same = [f"{number}{suit}" for suit in "HDCS"]
        referee = position(" ".join(same), "")
        sets += [some for some in named(referee, "play") if len(some) > 1]
    assert Counter(map(len, sets)) == {2: 24, 3: 8, 4: 1}
    assert position("JC JD", "").why_not(play(0, "JC JD")) == ["the sum of the set is more than 10"]


@pytest.mark.parametrize(
    ("reading", "hand", "refused"),
    [
        ("pair-of-fives", "5H 5C", True),
        ("ace-ace", "AH AC", True),
        ("ace-royal", "AH JC", True),
        ("ace-royal", "AH 2C", False),
    ],
)
def test_readings_on_what_may_be_played(reading: str, hand: str, refused: bool) -> None:
    assert not position(hand, "").why_not(play(0, hand))
    assert bool(position(hand, "", options={reading: "not-allowed"}).why_not(play(0, hand))) == refused


def test_hearts_go_under_the_tavern() -> None:
    referee = position("4H 9C", "10C", royal="JS", discard="2C 3C 5D 6D 7D 8D", tavern="9D 10D")
    assert referee.returning(play(0, "4H")) == 4 and referee.returning(play(0, "9C")) == 0
    for returned in (None, ["2C"], ["2C", "3C", "5D", "9D"], ["2C", "2C", "5D", "6D"]):
        with pytest.raises(ValueError, match="return"):
            referee.apply(play(0, "4H"), returned=returned)
    effects = referee.apply(play(0, "4H"), returned=["8D", "2C", "7D", "5D"])
    assert effects[0] == ("return", ("8D", "2C", "7D", "5D"))
    assert (referee.tavern, referee.discard) == (["9D", "10D", "8D", "2C", "7D", "5D"], ["3C", "6D"])

    few = position("4H 10C", "10D", royal="JS", discard="2C", in_play="3H 5H", rng=random.Random(1))
    few.apply(play(0, "4H"))  # what lies in play is not in the discard pile
    assert (few.tavern, few.discard, few.in_play) == (["2C"], [], ["3H", "5H", "4H"])
    blocked = position("4H 10C", "10D", royal="JH", discard="2C")
    assert blocked.apply(play(0, "4H"), returned=[]) == [("damage", 4), ("attack", 0, 10)]


def test_readings_on_hearts() -> None:
    referee = position("2H 10C", "", royal="JS", discard="2C 3C 4C", tavern="9D", options={"hearts-to": "top"})
    referee.apply(play(0, "2H"), returned=["4C", "2C"])
    assert referee.tavern == ["4C", "2C", "9D"]
    referee = position("2H 10C", "", royal="JS", discard="2C 3C 4C", tavern="9D", options={"hearts-to": "shuffled"})
    with pytest.raises(ValueError, match="how the shuffled"):
        referee.apply(play(0, "2H"), returned=["4C", "2C"])
    with pytest.raises(ValueError, match="other cards"):
        referee.apply(play(0, "2H"), returned=["4C", "2C"], shuffled=["9D", "4C"])
    referee.apply(play(0, "2H"), returned=["4C", "2C"], shuffled=["4C", "9D", "2C"])
    assert referee.tavern == ["4C", "9D", "2C"]


def drawn(hands: str, tavern: str = "2C 3C 4C 5C 6C 7C 8C 9C", **options: str) -> list[tuple]:
    referee = position(
        *hands.split("/"), tavern=tavern, options={name.replace("_", "-"): o for name, o in options.items()}
    )
    return [effect[1:] for effect in referee.apply(play(0, "4D")) if effect[0] == "draw"]


def test_diamonds_are_drawn_round_the_table() -> None:
    three = "4D 10C/9S 8S/2H 3H 4H 5H 6H 7H"  # the last hand is full
    assert drawn(three) == [(0, ("2C", "4C")), (1, ("3C", "5C"))]
    assert drawn(three, draw_from="next") == [(1, ("2C", "4C")), (0, ("3C", "5C"))]
    assert drawn(three, draw_order="fill-first") == [(0, ("2C", "3C", "4C", "5C"))]
    assert drawn(three, draw_order="fill-first", draw_from="next") == [(1, ("2C", "3C", "4C", "5C"))]
    nearly = "4D 10C 10S 9H 8H 7S/9S 8S 7D 6S 5S/2H 3H 4H 5H 6H 7H"
    assert drawn(nearly) == [(0, ("2C",)), (1, ("3C",))]  # the card played has left the hand; the rest lapses
    assert drawn(nearly, draw_order="fill-first") == drawn(nearly)
    assert drawn(three, "2C 3C 4C") == [(0, ("2C", "4C")), (1, ("3C",))]  # no reshuffle
    assert drawn(three, "") == []
    assert position("4D 10C", "", royal="JD", tavern="2C").apply(play(0, "4D"))[0] == ("damage", 4)


def test_clubs_double_once() -> None:
    for hand, royal, hit in [("8C", "JH", 16), ("8C", "JC", 8), ("AC 8C", "JH", 18), ("3D 3S 3C", "JH", 18)]:
        referee = position(hand + " 10D", "", royal=royal)
        assert ("damage", hit) in referee.apply(play(0, hand))
        assert referee.damage == hit


def test_the_printed_example_of_the_companion() -> None:
    referee = position("8D AC 10H 9H 8H", "10C", royal="JS", tavern="2C 3C 4C 5C 6C 7C 8C 9C 9D 10D")
    effects = referee.apply(play(0, "8D AC"))
    assert effects == [
        ("draw", 0, ("2C", "4C", "6C", "8C")),
        ("draw", 1, ("3C", "5C", "7C", "9C", "9D")),
        ("damage", 18),
        ("attack", 0, 10),
    ]


def test_suits_of_a_play_act_in_order() -> None:
    referee = position("2H 2D 2C 2S 10C", "", royal="QC", discard="7H 8H 9H", tavern="")
    effects = referee.apply(play(0, "2S 2C 2D 2H"), returned=["9H", "8H", "7H"])
    assert effects == [
        ("return", ("9H", "8H", "7H")),
        ("draw", 0, ("9H", "7H")),
        ("draw", 1, ("8H",)),
        ("shield", 8),
        ("damage", 8),
        ("attack", 0, 7),
    ]


def test_reading_on_the_power_of_sets() -> None:
    own = {"set-power": "own-value"}
    assert ("shield", 3) in position("3D 3S 3C 10C", "", options=own).apply(play(0, "3D 3S 3C"))
    assert position("3D 3C 10C", "", options=own).apply(play(0, "3D 3C"))[0] == ("damage", 12)
    for companions in ("AS 8D", "AD AS"):  # the ace is a matter of its own: both suits have the total
        referee = position(companions + " 10C", "", options=own)
        assert ("shield", 9 if "8D" in companions else 2) in referee.apply(play(0, companions))


def test_shields_add_up_until_the_royal_falls() -> None:
    referee = position("4S 6D 5D 10C", "3S 8D 9D", royal="QH")
    assert referee.apply(play(0, "4S")) == [("shield", 4), ("damage", 4), ("attack", 0, 11)]
    assert referee.apply(pay(0, "6D 5D")) == [("turn", 1)]
    assert referee.apply(play(1, "3S")) == [("shield", 7), ("damage", 3), ("attack", 1, 8)]
    assert (referee.attack, referee.shield, referee.discard, referee.turn) == (8, 7, ["5D", "6D"], 1)

    referee = position("4S 6D 5D 10C", "3S 8D 9D", royal="QH", options={"shield-lasts": "this-attack"})
    referee.apply(play(0, "4S"))
    referee.apply(pay(0, "6D 5D"))
    assert referee.shield == 0
    assert referee.apply(play(1, "3S")) == [("shield", 3), ("damage", 3), ("attack", 1, 12)]
    for move, attack in (
        (("yield", 1), 10),
        (play(1, "5S"), 5),
        (play(1, "5D"), 10),
    ):  # what was said to lie there is over
        referee = position("3C", "10D 5D 5S", shield=6, turn=1, options={"shield-lasts": "this-attack"})
        assert referee.apply(move)[-1] == ("attack", 1, attack)


def test_an_attack_of_nothing_passes_by_itself() -> None:
    referee = position("10S 2C", "3C 3D", "4C")
    assert referee.apply(play(0, "10S")) == [("shield", 10), ("damage", 10), ("turn", 1)]
    assert (referee.stage(), referee.turn, referee.attack) == ("play", 1, 0)
    assert referee.apply(("yield", 1)) == [("turn", 2)]


def test_payments() -> None:
    referee = position("2H 3H 8C 10D AS Jester Jester", "9C", "9D", "9S", damage=3, stage="defend")
    smallest = {cards(text) for text in ("10D", "8C 2H", "8C 3H")}
    assert set(named(referee, "discard")) == smallest
    assert named(referee, "play") == named(referee, "yield") == []
    assert referee.may_discard(0, cards("10D Jester AS")) and not referee.may_discard(0, cards("8C AS"))
    assert not referee.may_discard(0, cards("9C 9D")) and not referee.may_discard(1, cards("9C"))
    assert referee.apply(("discard", 0, ["10D", JESTER, JESTER])) == [("turn", 1)]
    assert (referee.hands[0], referee.discard) == (["2H", "3H", "8C", "AS"], ["10D", JESTER, JESTER])

    referee = position("2H 3H 8C 10D AS Jester", "9C", "9D", stage="defend", options={"overpay": "no-superfluous"})
    assert set(named(referee, "discard")) == smallest
    assert referee.why_not(pay(0, "10D Jester")) == referee.why_not(pay(0, "8C 2H AS")) == ["a card is superfluous"]


def test_a_queen_pays_fifteen() -> None:
    assert named(position("QH 3D", "", royal="QC", castle=KINGS, stage="defend"), "discard") == [cards("QH")]
    assert position("JH 4S", "", royal="QC", castle=KINGS, stage="defend").lost


def test_exact_damage_puts_the_royal_on_top() -> None:
    referee = position("3H 9C", "10C", damage=17, shield=4, in_play="10D 7D", discard="2C", tavern="4C 5C")
    effects = referee.apply(play(0, "3H"))
    assert effects == [("damage", 3), ("defeated", "JH"), ("on-top", "JH"), ("next-royal", "QH")]
    assert (referee.tavern, referee.discard) == (["JH", "4C", "5C"], ["2C", "10D", "7D", "3H"])
    assert (referee.royal, referee.damage, referee.shield, referee.in_play) == ("QH", 0, 0, [])
    assert (referee.stage(), referee.turn) == ("play", 0)  # the same player, before any attack


def test_more_than_exact_discards_the_royal() -> None:
    referee = position("10C 9C", "10D", damage=1, immune=False, in_play="Jester AD")
    effects = referee.apply(play(0, "10C"))
    assert effects == [("damage", 20), ("defeated", "JH"), ("to-discards", "JH"), ("next-royal", "QH")]
    assert (referee.discard, referee.immune, referee.tavern) == ([JESTER, "AD", "10C", "JH"], True, [])


def test_the_draw_comes_before_the_kill() -> None:
    referee = position("6D 9C", "10D", royal="JS", damage=14, tavern="2C 3C")
    referee.apply(play(0, "6D"))
    assert (referee.hands, referee.tavern) == ([["9C", "2C"], ["10D", "3C"]], ["JS"])


def test_readings_on_a_kill() -> None:
    killing = {"exact-kill-card": "killing-card"}
    referee = position("AH 9C 5S", "10D", royal="JS", in_play="4D", tavern="2C", options=killing)
    assert referee.apply(("play", 0, ("AH", "9C")), returned=[])[1:] == [
        ("defeated", "JS"),
        ("on-top", "AH"),
        ("on-top", "9C"),
        ("to-discards", "JS"),
        ("next-royal", "QH"),
    ]
    assert (referee.tavern, referee.discard) == (["9C", "AH", "2C"], ["4D", "JS"])

    attacks = {"after-kill": "attacks-now"}
    referee = position("5C 8C 7C", "10D", damage=10, options=attacks)
    assert referee.apply(play(0, "5C"))[-1] == ("attack", 0, 15)
    assert named(referee, "discard") == [cards("8C 7C")]
    assert position("5C 8C", "10D", damage=10, options=attacks).apply(play(0, "5C"))[-1] == ("lost",)


def test_a_jester() -> None:
    referee = position("Jester 10H", "10D", "8H 3S", royal="JS", damage=5, shield=2, in_play="5D")
    assert referee.apply(play(0, "Jester")) == []
    assert (referee.stage(), referee.immune, referee.damage, referee.in_play) == ("choose", False, 5, ["5D", JESTER])
    assert referee.legal() == [("choose", 0, 0), ("choose", 0, 1), ("choose", 0, 2)]
    assert referee.why_not(("choose", 1, 2)) and referee.why_not(("choose", 0, 3))
    assert referee.apply(("choose", 0, 2)) == [("turn", 2)]
    assert referee.apply(play(2, "3S")) == [("shield", 5), ("damage", 3), ("attack", 2, 5)]
    assert not referee.immune


def test_readings_on_jesters() -> None:
    referee = position("Jester 10H", "10D", "3S 10C", royal="JS", options={"jester-chooses-self": "no"})
    referee.apply(play(0, "Jester"))
    assert referee.legal() == [("choose", 0, 1), ("choose", 0, 2)]

    referee = position("Jester 10H", "10D", "3S 10C", royal="JS", options={"jester-lifts": "this-turn"})
    referee.apply(play(0, "Jester"))
    assert not referee.immune
    referee.apply(("choose", 0, 2))
    assert referee.immune
    assert referee.apply(play(2, "3S")) == [("damage", 3), ("attack", 2, 10)]

    allowed = {"ace-jester": "allowed"}
    referee = position("Jester AC 10H", "10D", "3S 10C", royal="JC", options=allowed)
    assert cards("AC Jester") in named(referee, "play")
    assert referee.apply(play(0, "AC Jester")) == [("damage", 2)]  # unblocked by the jester beside it
    assert referee.stage() == "choose"
    referee = position("Jester AC 10H", "10D", "3S 10C", royal="JC", damage=19, options=allowed)
    referee.apply(play(0, "AC Jester"))
    assert (referee.stage(), referee.turn, referee.royal) == ("play", 0, "QH")


@pytest.mark.parametrize(
    ("options", "shield"),
    [
        ({}, 0),
        ({"jester-retroactive": "spades"}, 6),
        ({"jester-retroactive": "spades", "set-power": "own-value"}, 3),
        ({"jester-retroactive": "spades", "jester-lifts": "this-turn"}, 6),
        ({"jester-retroactive": "spades", "shield-lasts": "this-attack"}, 0),
    ],
)
def test_a_jester_and_spades_blocked_before(options: dict[str, str], shield: int) -> None:
    referee = position("3S 3D 10H", "Jester 8H", "2C 10D", royal="JS", options=options)
    assert referee.apply(play(0, "3S 3D")) == [("damage", 6), ("attack", 0, 10)]
    referee.apply(pay(0, "10H"))
    assert referee.apply(play(1, "Jester")) == ([("shield", shield)] if shield else [])
    referee.apply(("choose", 1, 2))
    assert referee.apply(play(2, "2C"))[-1] == ("attack", 2, 10 - shield)


def test_spades_are_freed_once() -> None:
    options = {"jester-retroactive": "spades"}
    referee = position("6S 10H", "Jester", "Jester", "2C", royal="JS", options=options)
    for move in (
        play(0, "6S"),
        pay(0, "10H"),
        play(1, "Jester"),
        ("choose", 1, 2),
        play(2, "Jester"),
        ("choose", 2, 3),
    ):
        referee.apply(move)
    assert referee.shield == 6


def test_yielding() -> None:
    referee = position("10C 10D", "9C 9D 9S 9H", "8C 8D 8S 8H", royal="JC")
    assert referee.apply(("yield", 0)) == [("attack", 0, 10)]
    referee.apply(pay(0, "10C"))
    referee.apply(("yield", 1))
    referee.apply(pay(1, "9C 9D"))
    assert referee.yields == [True, True, False]
    assert referee.why_not(("yield", 2)) == ["all others yielded in their last turn"]
    referee.apply(play(2, "8C"))
    referee.apply(pay(2, "8D 8S"))
    assert not referee.why_not(("yield", 0))
    assert position("2C").why_not(("yield", 0)) == ["nobody may yield who plays alone"]
    assert not position("2C", "2D", yields=[True, False]).why_not(("yield", 0))  # one's own yield does not count


def test_a_jester_is_no_yield() -> None:
    referee = position("10C", "Jester 8C", "10H 9D", yields=[True, True, True], turn=1)
    referee.apply(play(1, "Jester"))
    referee.apply(("choose", 1, 2))
    assert not referee.why_not(("yield", 2))


@pytest.mark.parametrize(("option", "refused"), [("latest-turn", True), ("whole-turn", False)])
def test_reading_on_a_kill_and_then_a_yield(option: str, refused: bool) -> None:
    referee = position("10C 9H 10S", "8S", damage=10, castle="JD QH", options={"last-turn-yield": option})
    referee.apply(play(0, "10C"))
    referee.apply(("yield", 0))
    referee.apply(pay(0, "10S"))
    assert bool(referee.why_not(("yield", 1))) == refused

    referee = position("2C 10S", "10D 8S", options={"last-turn-yield": option})
    for move in (play(0, "2C"), pay(0, "10S"), ("yield", 1)):
        referee.apply(move)
    assert referee.yields == [False, True]


def test_lost() -> None:
    referee = position("5C", "10D", damage=10)  # kills, may yield with nothing in hand, cannot pay
    referee.apply(play(0, "5C"))
    assert referee.legal() == [("yield", 0)]
    assert referee.apply(("yield", 0)) == [("attack", 0, 15), ("lost",)]
    assert (referee.lost, referee.won, referee.stage(), referee.legal()) == (True, False, "over", [])
    assert referee.why_not(("yield", 1)) == ["wrong moment: over"]
    assert position("5C", "10D", damage=10, yields=[False, True]).apply(play(0, "5C"))[-1] == ("lost",)
    assert position("10S", "", yields=[True, False]).apply(play(0, "10S")) == [
        ("shield", 10),
        ("damage", 10),
        ("turn", 1),
    ]  # an empty hand may yield, as the partner did not
    assert position("10S 2C", "", yields=[True, False]).apply(("yield", 0))[-1] == ("attack", 0, 10)


def test_won() -> None:
    referee = position("3C 2C", "2D", royal="KD", castle=[], damage=34, in_play="QC")
    assert referee.apply(play(0, "3C")) == [("damage", 6), ("defeated", "KD"), ("on-top", "KD"), ("won",)]
    assert (referee.won, referee.stage(), referee.legal(), referee.medal) == (True, "over", [], None)
    for jesters, medal in enumerate(("bronze", "silver", "gold")):
        referee = position("4C", royal="KD", castle=[], damage=34, jesters=jesters)
        assert referee.apply(play(0, "4C"))[-2:] == [("won",), ("medal", medal)]
        assert referee.medal == medal


def test_flipping_jesters_alone() -> None:
    eight = "9C 2S 3S 2D 3D 4H 2C AH"
    referee = position("2H 3H 9S", royal="JC", tavern=eight + " 10H 10D", discard="8C")
    assert referee.apply(("flip", 0)) == [("draw", 0, tuple(eight.split()))]
    assert (referee.stage(), referee.jesters, referee.discard) == ("play", 1, ["8C", "2H", "3H", "9S"])
    assert referee.apply(play(0, "9C")) == [("damage", 9), ("attack", 0, 10)]  # the immunity stays
    assert ("flip", 0) in referee.legal()
    assert referee.apply(("flip", 0)) == [("draw", 0, ("10H", "10D"))]
    assert (referee.stage(), referee.jesters, referee.damage, referee.tavern) == ("defend", 0, 9, [])
    assert referee.why_not(("flip", 0)) == ["no jester stands aside"]
    assert position("2H", "3H").why_not(("flip", 0)) == ["jesters are flipped by who plays alone"]


@pytest.mark.parametrize("option", ["yes", "no"])
def test_reading_on_jesters_that_save(option: str) -> None:
    options = {"solo-jester-saves": option}
    weak = position("5C 4S", tavern="10D 9D", options=options)
    weak.apply(play(0, "5C"))
    empty = position("10C", tavern="10D 9D", options=options)
    empty.apply(play(0, "10C"))
    assert (empty.royal, empty.hands) == ("QH", [[]])
    for referee in (weak, empty):
        assert referee.lost == (option == "no")
        assert referee.legal() == ([("flip", 0)] if option == "yes" else [])
    lost = position("5C 4S", tavern="9D", jesters=1)
    lost.apply(play(0, "5C"))
    assert lost.apply(("flip", 0)) == [("draw", 0, ("9D",)), ("lost",)]
    able = position("10D 5C", options=options)
    assert ("flip", 0) in able.legal()  # not only in need


# Random games


def check(referee: Referee, whole: Counter) -> None:
    """Every card in one place, no hand too large, and a royal stands while it has health left."""
    assert places(referee) == whole
    assert all(len(hand) <= HAND_SIZE[len(referee.players)] for hand in referee.hands)
    assert (referee.royal is None) == referee.won and referee.won + referee.lost == (referee.stage() == "over")
    if referee.royal:
        assert 0 <= referee.damage < health(referee.royal) and referee.shield >= 0
        assert total(referee.in_play) <= referee.damage <= 2 * total(referee.in_play)
        assert referee.shield <= total(referee.in_play)
    if referee.stage() == "defend":
        assert 0 < referee.attack <= 20
    assert not (referee.stage() == "over" and referee.legal())


def play_at_random(referee: Referee, rng: random.Random) -> int:
    whole, moves = places(referee), 0
    while referee.stage() != "over":
        legal = referee.legal()
        assert legal and len(legal) == len(set(legal))
        move = rng.choice(legal)
        if move[0] == "discard" and rng.random() < 0.2:
            more = move[2] | {rng.choice(referee.hands[referee.turn])}
            move = ("discard", referee.turn, more) if referee.may_discard(referee.turn, more) else move
        referee.apply(move)
        check(referee, whole)
        moves += 1
    return moves


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_random_games(players: int) -> None:
    for seed in range(100):
        rng = random.Random(seed)
        referee = Referee.dealt(players, rng)
        assert places(referee) == Counter(CARDS) + Counter({JESTER: JESTERS_IN_TAVERN[players]})
        assert play_at_random(referee, rng) < 1000


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_random_ends_under_random_readings(players: int) -> None:
    """With only a few royals left, from a new deal, so that some games are won."""
    won = 0
    for seed in range(150):
        rng = random.Random(seed)
        options = {name: rng.choice(choices) for name, choices in READINGS.items()}
        referee = Referee.dealt(players, rng, options)
        left = rng.randrange(3)
        referee.castle, referee.discard = referee.castle[:left], referee.castle[left:]
        play_at_random(referee, rng)
        won += referee.won
        assert (referee.medal is not None) == (referee.won and players == 1)
    assert won


@given(st.sets(st.sampled_from(CARDS), min_size=1, max_size=8), st.sampled_from(("JH", "QH", "KH")), st.integers(0, 19))
def test_listed_payments_are_the_smallest_of_those_allowed(hand: set[str], royal: str, shield: int) -> None:
    referee = position(" ".join(hand - {royal}), "", royal=royal, castle=[], shield=shield, stage="defend")
    allowed = {
        frozenset(some)
        for n in range(1, 9)
        for some in combinations(hand - {royal}, n)
        if total(some) >= referee.attack
    }
    if referee.attack and not referee.lost:
        assert all(referee.may_discard(0, some) for some in allowed)
        assert set(named(referee, "discard")) == {some for some in allowed if not any(one < some for one in allowed)}


# The fast version


def compare(players: int, seed: int) -> Referee:
    trace: list = []
    listed: list[list[tuple]] = []
    decisions = fast_regicide.play(random.Random(seed), players, trace, listed)
    assert decisions == fast_regicide.play(random.Random(seed), players)  # watching changes nothing
    start, *moves = trace
    assert decisions == len(moves)
    referee = Referee(players, **start)
    for (move, returned), choices in zip(moves, listed, strict=True):
        assert Counter(choices) == Counter(referee.legal())
        referee.apply(move, returned=returned)
    assert referee.stage() == "over"
    return referee


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_fast_version_lists_and_makes_the_same_moves(players: int) -> None:
    for seed in range(100):
        assert compare(players, seed).lost


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("left", [slice(0, 5), slice(10, 12)])  # kings and a queen; two jacks
def test_the_fast_version_against_other_royals(players: int, left: slice, monkeypatch: pytest.MonkeyPatch) -> None:
    castle = fast_regicide.castle
    monkeypatch.setattr(fast_regicide, "castle", lambda rand: castle(rand)[left])
    won = [compare(players, seed).won for seed in range(40)]
    assert any(won) == (left.start == 10)
