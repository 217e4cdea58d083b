"""The hand-written referee of Justas says what the printed rules say (default readings)."""

from __future__ import annotations

import random
import sys
from collections import Counter
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.referees.justas import ASSUMED_CARDS, ASSUMED_COINS, ASSUMED_PRICES, Chooser, Gap, Referee
from tests.referees.justas_cards import COINS, EQUIPMENT, IMPROVERS, INSTANTS, strength

DECK = ["lance 1", "lance 2", "arrow 1", "arrow 2", *["arrow 3"] * 20]
PRICES = {"sword 3": 3, "HERRERO": 2, "lance 1": 1, "lance 2": 2}


def position(coins: list[int], hands: list[str], **given: object) -> Referee:
    """Ana, number 0, has the turn unless said otherwise; hands are written like "sword 2, TORNEO"."""
    written = [[card for card in hand.split(", ") if card] for hand in hands]
    written += [[] for _ in coins[len(hands) :]]
    given = {"turn": 0, "deck": DECK, "treasury": 20, "prices": PRICES, **given}
    return Referee(len(coins), coins=coins, hands=written, **given)


def run(referee: Referee, *moves: tuple) -> Referee:
    for move in moves:
        referee.apply(move)
    return referee


def fight(referee: Referee, stake: int, discipline: str = "swords", *, bets: tuple = (), fought: tuple = ()) -> Referee:
    """Number 0 challenges number 1."""
    start = (("challenge", 0, discipline, 1), ("accept", 1, stake), ("stand", 0))
    return run(referee, *start, *bets, ("begin-duel", None), *fought)


def beaten(*cards: str) -> tuple:
    return (("play", 0, cards), ("pass", 1), ("pass", 0))


def why(referee: Referee, *move: object) -> str:
    return "; ".join(referee.why_not(move))


def names(referee: Referee) -> set[str]:
    return {move[0] for move in referee.legal()}


def test_the_box_is_assumed_and_the_set_up_is_printed() -> None:
    assert (len(ASSUMED_CARDS), set(ASSUMED_CARDS)) == (80, set(ASSUMED_PRICES))
    assert {*EQUIPMENT, *IMPROVERS, *INSTANTS} < set(ASSUMED_CARDS)
    for players in (3, 4, 5, 6, 7):
        referee = Referee.dealt(players, random.Random(players))
        assert referee.coins == [COINS[players]] * players
        assert referee.all_coins() == ASSUMED_COINS and len(referee.market) == 3
        assert [len(hand) for hand in referee.hands] == [5] * players
        assert referee.legal() == [("blade-points", None, p) for p in range(players)]
    with pytest.raises(Gap, match="JA-139"):
        Referee.dealt(8, random.Random(0))
    with pytest.raises(ValueError, match="each in one place"):
        position([9, 9, 9], [""], cards=ASSUMED_CARDS)


def test_the_first_player_may_keep_the_thrown_sword_before_anything_else() -> None:
    referee = run(Referee.dealt(3, random.Random(1)), ("blade-points", None, 2))
    keeps = [move for move in referee.legal() if move[0] == "keep"]
    assert referee.turn == 2 and {move[1] for move in keeps} == {2} and all("sword" in move[2] for move in keeps)
    run(referee, keeps[0])
    assert len(referee.hands[2]) == 6 and len(referee.deck) == 80 - 3 * 5 - 3 - 1
    assert why(referee, *keeps[0])


def test_refusing_withdrawing_not_challenging() -> None:
    referee = run(position([9, 8, 6, 5], [""]), ("challenge", 0, "swords", 1))
    assert names(referee) == {"refuse", "accept"} and set(referee.may_act()) == {1}
    assert {move[2] for move in referee.legal() if move[0] == "accept"} == set(range(1, 9))
    assert referee.apply(("refuse", 1)) == [("pays", 1, 0, 1)]
    assert why(referee, "challenge", 0, "swords", 2) == "one challenge a turn"
    assert "end-turn" in names(referee) and why(referee, "no-challenge", 0)

    referee = run(position([1, 8, 6, 5], [""]), ("challenge", 0, "swords", 1), ("accept", 1, 1))
    assert referee.stake == 1 and names(referee) == {"withdraw", "stand"}
    assert referee.apply(("withdraw", 0)) == [("pays", 0, 1, 1), ("eliminated", 0)]
    assert referee.may_act() == {0: ["take-loan", "give-up"]}
    assert run(referee, ("give-up", 0)).turn == 1  # out in their own turn: no more turn

    referee = position([2, 8, 6, 5], [""])
    assert why(referee, "end-turn", 0) and why(referee, "buy", 0, "sword 3")
    assert run(referee, ("no-challenge-and-draw", 0)).hands[0] == ["lance 1"]
    referee = run(position([1, 8, 6, 5], [""]), ("no-challenge-and-draw", 0))
    assert (referee.hands[0], referee.stage()) == ([], "loan")  # that was the last coin: nothing is drawn


def test_strength_of_cards() -> None:
    assert strength("swords", ["sword 1", "sword 3", "HERRERO", "POCIÓN"], []) == 8
    assert strength("swords", ["sword 1", "sword 2", "HERRERO", "HERRERO"], []) == 7
    assert strength("swords", ["sword 1", "POCIÓN", "POCIÓN"], []) == 5
    assert strength("swords", ["HERRERO", "POCIÓN"], ["ESCUDO", "ARMADURA", "CARCAJ"]) == 3


def test_opening_and_answering() -> None:
    hands = ["sword 1, HERRERO, BALLESTA, lance 3, ESCUDO", "sword 2, sword 3, POCIÓN"]
    referee = fight(position([9, 8, 6, 5], hands), 3)
    assert why(referee, "pass", 0) == "whoever opens must play the first card"
    assert why(referee, "play", 0, ("HERRERO",)) == "the first card is a weapon"
    for card in ("BALLESTA", "lance 3", "ESCUDO"):
        assert "no effect" in why(referee, "play", 0, ("sword 1", card))
    assert why(referee, "equip", 0, "ESCUDO") == "wrong moment: duel"
    assert why(referee, "rely-on", 0, "ESCUDO")
    assert "not all" in why(referee, "play", 0, ("sword 1", "sword 1"))
    run(referee, ("play", 0, ("sword 1", "HERRERO")))
    assert why(referee, "play", 0, ("lance 3",)) and "takes no part" in why(referee, "pass", 2)
    assert not referee.why_not(("play", 1, ("sword 2",)))
    run(referee, ("play", 1, ("sword 3", "sword 2", "POCIÓN")), ("pass", 0))  # more than needed
    assert (referee.total(0), referee.total(1)) == (2, 5)
    assert run(referee, ("pass", 1)).stage() == "after-duel"


def test_whoever_has_no_weapon_stands_at_zero_and_equipment_opens() -> None:
    referee = fight(position([9, 8, 6, 5], ["lance 1", "sword 1"]), 3, fought=(("pass", 0), ("play", 1, ("sword 1",))))
    assert referee.contest.go == 0 and not referee.why_not(("pass", 0))

    equipped = [["ESCUDO", "CARCAJ"], ["ARMADURA"], [], []]
    referee = fight(position([9, 8, 6, 5], ["sword 1", "lance 1"], equipped=equipped), 3)
    assert (referee.total(0), referee.total(1)) == (1, 2)
    assert why(referee, "rely-on", 0, "CARCAJ") and not referee.why_not(("pass", 0))
    run(referee, ("rely-on", 0, "ESCUDO"), ("pass", 1), ("play", 0, ("sword 1",)), ("pass", 1), ("pass", 0))
    assert referee.result == ("duel", None) and referee.coins == [9, 8, 6, 5]
    assert referee.equipped == [["CARCAJ"], [], [], []]
    assert Counter(referee.discard) == Counter(["ESCUDO", "ARMADURA", "sword 1"])
    assert [len(hand) for hand in referee.hands] == [2, 3, 0, 0]

    equipped = [["ESCUDO"], ["ARMADURA", "ARMADURA"], [], []]
    referee = fight(position([9, 8, 6, 5], ["sword 1, HERRERO"], equipped=equipped), 3)
    assert not referee.why_not(("play", 0, ("sword 1",)))  # an opening need not reach what the rival wears
    assert run(referee, ("play", 0, ("HERRERO",))).contest.go == 0


def test_improvers_at_any_moment() -> None:
    referee = fight(position([9, 8, 6, 5], ["sword 2, HERRERO, POCIÓN", "sword 3, sword 1, HERRERO"]), 3)
    run(referee, ("play", 0, ("sword 2",)), ("play", 1, ("sword 3",)))
    run(referee, ("play", 1, ("HERRERO",)))  # not their go: the go does not move
    assert (referee.contest.go, referee.total(1)) == (0, 4)
    run(referee, ("play", 0, ("HERRERO",)))  # on their go, below: still their go
    assert (referee.contest.go, referee.total(0)) == (0, 3)
    run(referee, ("pass", 0), ("play", 0, ("POCIÓN",)))  # after a pass: it counts no more
    run(referee, ("pass", 1))
    assert referee.stage() == "duel" and referee.contest.go == 0
    assert run(referee, ("pass", 0)).result == ("duel", 1)


def test_the_extra_coin_is_for_a_challenged_knight_only() -> None:
    referee = fight(position([9, 1, 6, 5], ["sword 2"]), 1, fought=beaten("sword 2"))
    assert (referee.coins, referee.treasury) == ([11, 0, 6, 5], 19)
    fought = (("play", 0, ("sword 2",)), ("play", 1, ("sword 3",)), ("pass", 0), ("pass", 1))
    referee = fight(position([1, 9, 6, 5], ["sword 2", "sword 3"]), 1, fought=fought)
    assert (referee.coins, referee.treasury) == ([0, 10, 6, 5], 20)
    referee = fight(position([9, 1, 6, 5], ["sword 2", "sword 3"]), 1, fought=fought)
    assert (referee.coins, referee.treasury) == ([8, 2, 6, 5], 20)


def test_bets() -> None:
    status = ["knight"] * 4 + ["debtor", "spectator"]
    referee = position([9, 8, 6, 5, 3, 0], ["sword 2", "lance 1"], status=status)
    run(referee, ("challenge", 0, "swords", 1), ("accept", 1, 3), ("stand", 0))
    run(referee, ("bet", 2, 3, 1), ("counter", 0, 2, 3), ("bet", 4, 2, 0), ("raise", 4, 3))
    assert why(referee, "bet", 5, 1, 0) and why(referee, "bet", 2, 4, 0) and why(referee, "bet", 0, 1, 0)
    assert why(referee, "counter", 3, 4, 2) == "there is no unanswered bet of that amount"
    assert why(referee, "counter", 0, 4, 3) == "a combatant may not bet against themselves"
    assert why(referee, "counter", 4, 4, 3).startswith("nobody answers their own bet")
    assert why(referee, "counter", 0, 2, 3) and referee.free_coins(0) == 3
    assert why(referee, "raise", 4, 3) == "a bet can only be raised"
    with pytest.raises(Gap, match="JA-058"):
        referee.why_not(("raise", 2, 4))
    assert ("raise", 2, 4) in referee.silent()
    run(referee, ("bet", 3, 5, 1), ("begin-duel", None), *beaten("sword 2"))
    assert (
        referee.coins == [15, 5, 3, 4, 4, 0] and referee.treasury == 20
    )  # the king pays 1 to one, gets 1 from the other

    referee = fight(position([9, 8, 6, 5], ["sword 2"], treasury=0), 3, bets=(("bet", 2, 1, 0), ("bet", 3, 1, 1)))
    assert run(referee, *beaten("sword 2")).coins == [12, 5, 6, 5]  # the king has nothing to cover with


def test_instant_cards_never_take_the_last_coin() -> None:
    hand = "DIEZMO, IMPUESTOS, IMPUESTOS, FESTEJOS, ORDEN REAL"
    referee = position([12, 9, 2, 1, 5], [hand], status=["knight"] * 4 + ["debtor"])
    assert names(referee) >= {"use-DIEZMO", "use-IMPUESTOS"} and set(referee.may_act()) == {0}
    assert why(referee, "use-IMPUESTOS", 0, 4) and why(referee, "use-IMPUESTOS", 0, 0)
    assert run(referee, ("use-IMPUESTOS", 0, 2)).coins == [12, 9, 1, 1, 5]
    assert run(referee, ("use-IMPUESTOS", 0, 1)).coins == [13, 7, 1, 1, 5]
    assert run(referee, ("use-DIEZMO", 0)).coins == [11, 6, 1, 1, 5]
    run(referee, ("use-FESTEJOS", 0))
    assert (referee.coins, referee.pot, referee.hands[0]) == ([10, 5, 1, 1, 5], 2, ["ORDEN REAL"])
    referee.coins[1] = 10
    assert run(referee, ("use-ORDEN REAL", 0)).coins == [7, 7, 1, 1, 5]  # each of the two richest
    referee = fight(position([2, 2, 2], ["sword 1"], pot=3), 1, fought=beaten("sword 1"))
    assert (referee.coins, referee.pot) == ([6, 1, 2], 0)


def test_purge() -> None:
    hands = ["PURGA, " + ", ".join(["lance 1"] * size) for size in (6, 6, 9, 11)]
    referee = run(position([9] * 4, hands), ("use-PURGA", 0))
    assert [len(hand) for hand in referee.hands] == [6, 5, 7, 9]

    class Stubborn(Chooser):
        def discard(self, player: int, hand: list[str], number: int) -> list[str]:
            return ["PURGA"] * number

    with pytest.raises(ValueError, match="chooser"):
        run(position([9] * 4, hands, chooser=Stubborn()), ("use-PURGA", 0))


def test_thief_and_rogue() -> None:
    hands = ["sword 2, LADRÓN", "LADRÓN", "LADRÓN, PÍCARO", "LADRÓN"]
    referee = fight(position([9, 4, 6, 5], hands), 4, fought=beaten("sword 2"))
    assert set(referee.may_act()) == {None, 0, 1, 2, 3} and referee.coins[1] == 0
    run(referee, ("use-LADRÓN", 0))
    assert referee.coins == [13, 0, 6, 5]
    run(referee, ("use-LADRÓN", 1), ("use-LADRÓN", 2), ("use-PÍCARO", 2, "sword 2"))
    assert referee.coins == [9, 2, 8, 5] and "sword 2" in referee.hands[2]
    assert why(referee, "use-PÍCARO", 2, "sword 2")
    run(referee, ("settle", None))
    assert referee.status == ["knight"] * 4 and why(referee, "use-LADRÓN", 3) == "wrong moment: turn"

    referee = fight(position([3, 3, 6, 5], ["sword 1", *["LADRÓN"] * 3]), 3, fought=beaten("sword 1"))
    assert run(referee, *(("use-LADRÓN", p) for p in (1, 2, 3))).coins == [1, 2, 8, 6]  # the winner keeps one

    fought = (("play", 0, ("sword 1",)), ("play", 1, ("sword 1",)), ("pass", 0), ("pass", 1))
    referee = fight(position([9, 4, 6, 5], ["sword 1", "sword 1, LADRÓN"]), 4, fought=fought)
    assert why(referee, "use-LADRÓN", 1) == "the duel was tied"
    referee = fight(position([1, 9, 6, 5], ["sword 1", "", "LADRÓN"]), 1, fought=beaten("sword 1"))
    assert run(referee, ("use-LADRÓN", 2)).coins == [2, 8, 6, 5]  # a third of 2 is nothing


def test_what_the_next_move_implies() -> None:
    referee = position([9, 3, 6, 5], ["sword 2", "", "", "LADRÓN"], market=["sword 3", "HERRERO", "lance 1"])
    run(referee, ("challenge", 0, "swords", 1), ("accept", 1, 3))
    assert referee.implied(("bet", 2, 1, 0)) == [("stand", 0)] and not referee.implied(("stand", 0))
    assert referee.implied(("play", 0, ("sword 2",))) == [("stand", 0), ("begin-duel", None)]
    assert referee.implied(("play", 0, ("sword 3",))) == [] == referee.implied(("withdraw", 0))
    run(referee, ("stand", 0), ("begin-duel", None), *beaten("sword 2"))
    assert referee.implied(("end-turn", 0)) == []  # the loan comes first
    assert referee.implied(("take-loan", 1)) == [("settle", None)]
    assert ("take-loan", 1) in referee.legal(left_out=True) and referee.status[1] == "knight"


def test_tournament() -> None:
    hands = ["TORNEO, lance 1", "lance 3", "lance 2, PÍCARO, POCIÓN", "LADRÓN", "lance 3"]
    referee = position([9, 8, 6, 1, 5], hands, status=["knight"] * 4 + ["debtor"], equipped=[[], [], ["SILLA"], [], []])
    run(referee, ("call-tournament", 0, "lances"))
    assert referee.contest.order == [0, 1, 2, 3] and why(referee, "pass", 4) and why(referee, "refuse", 1)
    run(referee, ("play", 0, ("lance 1",)))  # the opening need not reach the saddle
    assert run(referee, ("play", 2, ("POCIÓN",))).contest.go == 1  # not their go: the go does not move
    run(referee, ("play", 1, ("lance 3",)), ("play", 2, ("lance 2",)))
    run(referee, ("pass", 3), ("pass", 0), ("pass", 1), ("pass", 2))
    assert referee.coins == [7, 6, 11, 0, 5] and referee.result == ("tournament", 2)
    assert why(referee, "use-LADRÓN", 3) == "not valid in tournaments"
    run(referee, ("use-PÍCARO", 2, "lance 3"), ("settle", None))
    assert referee.status[3] == "eliminated" and run(referee, ("take-loan", 3)).coins[3] == 3
    assert why(referee, "challenge", 0, "swords", 1) == "a tournament was called this turn"

    referee = run(position([4, 2, 2], ["TORNEO"]), ("call-tournament", 0, "swords"))
    run(referee, *(("pass", p) for p in range(3)), ("settle", None))
    assert (referee.result, referee.coins, referee.stage()) == (("tournament", None), [4, 2, 2], "turn")


def test_market() -> None:
    market = ["sword 3", "HERRERO", "arrow 1"]
    referee = run(position([4, 9, 6, 5], [""], market=market), ("no-challenge", 0))
    with pytest.raises(Gap, match="JA-068"):
        referee.why_not(("buy", 0, "arrow 1"))
    assert why(referee, "buy", 1, "sword 3") and why(referee, "buy", 0, "lance 1")
    run(referee, ("buy", 0, "HERRERO"))
    assert referee.market == ["sword 3", "arrow 1", "lance 1"] and referee.treasury == 23
    assert "one card a turn" in why(referee, "buy", 0, "lance 1")
    referee = run(position([4, 9, 6, 5], [""], market=market), ("no-challenge", 0), ("buy", 0, "sword 3"))
    assert (referee.status[0], referee.hands[0]) == ("eliminated", ["sword 3"])


def test_second_chance() -> None:
    status = ["knight", "debtor", "knight", "knight"]
    referee = position([9, 6, 6, 5], ["", "sword 3"], status=status)
    assert why(referee, "challenge", 0, "swords", 1)
    run(referee, ("no-challenge", 0), ("end-turn", 0))
    assert referee.may_act() == {1: ["stay-out"]}
    referee.coins[1] = 7
    run(referee, ("return", 1))
    assert (referee.coins[1], len(referee.hands[1]), referee.status[1]) == (1, 3, "knight")
    assert "challenge" in names(referee)

    bets = (("bet", 4, 3, 1), ("counter", 2, 4, 3))
    referee = position([9, 8, 6, 5, 3], ["sword 2"], status=["knight"] * 4 + ["debtor"])
    run(fight(referee, 1, bets=bets, fought=beaten("sword 2")), ("settle", None))
    assert (referee.status[4], referee.coins[4]) == ("spectator", 0)  # broke: out for good

    hands = ["sword 2", "HERRERO"]
    equipped = [[], ["CARCAJ"], [], []]
    referee = fight(position([9, 2, 6, 5], hands, treasury=2, equipped=equipped), 2, fought=beaten("sword 2"))
    run(referee, ("settle", None))
    assert not referee.equipped[1] and referee.legal() == [("give-up", 1)]
    with pytest.raises(Gap, match="JA-115"):
        referee.apply(("take-loan", 1))
    run(referee, ("give-up", 1))
    assert (referee.status[1], referee.hands[1], referee.turn, referee.stage()) == ("spectator", [], 0, "turn")


def test_two_left_fight_the_final_duel_and_one_left_is_champion() -> None:
    market = ["sword 3", "HERRERO", "lance 1"]
    referee = fight(position([2, 1, 3], ["sword 2, DIEZMO, ESCUDO"], market=market), 1, fought=beaten("sword 2"))
    run(referee, ("settle", None))
    assert (referee.coins, referee.treasury, referee.turn) == ([9, 0, 8], 9, None)
    assert referee.status == ["knight", "spectator", "knight"] and set(referee.may_act()) == {0}
    assert why(referee, "use-DIEZMO", 0) and why(referee, "begin-discipline", None, "swords")
    assert why(referee, "take-loan", 1)
    run(referee, ("buy", 0, "sword 3"))
    assert why(referee, "buy", 0, "HERRERO") and referee.to_buy() == 2
    run(referee, ("done-buying", 2), ("buy", 0, "HERRERO"), ("done-buying", 0), ("equip", 0, "ESCUDO"))
    assert why(referee, "begin-discipline", None, "arrows")
    run(referee, ("begin-discipline", None, "swords"), ("rely-on", 0, "ESCUDO"), ("pass", 2), ("pass", 0))
    assert (referee.stage(), referee.wins, len(referee.hands[2])) == ("final-duel", [1, 0, 0], 2)
    referee.hands[0].append("arrow 1")
    run(referee, ("begin-discipline", None, "arrows"), ("play", 0, ("arrow 1",)), ("pass", 2), ("pass", 0))
    assert (referee.stage(), referee.champion, len(referee.hands[2])) == ("over", 0, 2)  # no lances, no more draws

    referee = run(fight(position([7, 2, 3], ["sword 2"]), 2, fought=beaten("sword 2")), ("settle", None))
    assert referee.coins == [9, 0, 3]  # one rich, one poor: no free coins

    bets = (("bet", 2, 2, 1), ("counter", 0, 2, 2))
    referee = fight(position([9, 3, 2], ["sword 2"]), 3, bets=bets, fought=beaten("sword 2"))
    assert run(referee, ("settle", None)).champion == 0
    referee = run(position([9, 1, 2], [""]), ("challenge", 0, "swords", 1), ("refuse", 1))
    with pytest.raises(Gap, match="JA-128"):
        referee.to_buy()
    referee.last_winner = 2  # the table's ruling
    assert referee.to_buy() == 2
    referee = run(position([2, 1, 2], [""], treasury=9), ("challenge", 0, "swords", 1))
    with pytest.raises(Gap, match="JA-115"):
        referee.apply(("refuse", 1))


def test_a_level_final_has_no_champion() -> None:
    status = ["knight", "spectator", "knight"]
    referee = position([0, 0, 0], [""], turn=None, stage="final-duel", last_winner=0, status=status, deck=[])
    for discipline in ("swords", "arrows", "lances"):
        run(referee, ("begin-discipline", None, discipline), ("pass", 0), ("pass", 2))
    assert (referee.stage(), referee.champion, referee.undecided) == ("over", None, True)


def test_an_empty_deck_is_made_from_the_discard_pile() -> None:
    referee = position([9, 8, 6, 5], ["sword 2, sword 1"], deck=["arrow 1"], discard=["lance 1", "lance 2"])
    fight(referee, 2, fought=beaten("sword 2"))
    assert referee.discard == [] and len(referee.hands[0]) == 3 and len(referee.hands[1]) == 2
    assert referee.contest.used == []  # the sword went into the new deck with the rest


MAY_DO = {  # who is out acts only here
    "spectator": set(),
    "debtor": {"bet", "counter", "raise", "return", "stay-out"},
    "eliminated": {"take-loan", "give-up"},
}
COSTLY = ("refuse", "withdraw", "no-challenge", "no-challenge-and-draw", "buy", "give-up")
WEIGHTS = {"accept": 4, "bet": 3, "counter": 9, "play": 4, "return": 9, "call-tournament": 3, "challenge": 3}


def check(referee: Referee, coins: int) -> None:
    assert referee.all_coins() == coins and min(*referee.coins, referee.treasury, referee.pot) >= 0
    assert referee.all_cards() == Counter(ASSUMED_CARDS)
    assert len(referee.market) == 3 or not (referee.deck or referee.discard)
    stage, knights = referee.stage(), referee.knights()
    if referee.contest is not None:
        assert not Counter(referee.contest.used) - Counter(referee.discard)
        if stage in ("betting", "duel"):
            assert all(referee.free_coins(p) >= 0 for p in referee.players)
    if stage == "turn":
        assert referee.turn in knights and len(knights) >= 3 and all(referee.coins[p] for p in knights)
    if stage.startswith("final"):
        assert referee.finalists == knights and len(knights) == 2
    for p in referee.players:
        if referee.status[p] == "spectator":
            assert not referee.hands[p] and not referee.equipped[p]


def play_at_random(referee: Referee, rng: random.Random, limit: int, careful: bool) -> tuple[str, set[str]]:
    coins, made = referee.all_coins(), set()
    for _ in range(limit):
        if referee.stage() == "over":
            return ("undecided" if referee.undecided else "champion"), made
        moves, silent = referee.legal(left_out=rng.random() < 0.1), referee.silent()
        for name, actor, *_ in moves:
            assert actor is None or referee.status[actor] == "knight" or name in MAY_DO[referee.status[actor]]
        if careful:
            cheap = [m for m in moves if m[0] not in COSTLY or (m[1] is not None and referee.coins[m[1]] > 3)]
            moves = cheap or moves
        elif silent and rng.random() < 0.1:
            moves = silent
        kinds = sorted({move[0] for move in moves or silent})
        kind = rng.choices(kinds, [WEIGHTS.get(name, 1) for name in kinds])[0]
        move = rng.choice([move for move in moves or silent if move[0] == kind])
        try:
            for made_now in (*referee.implied(move), move):
                assert not referee.why_not(made_now)
                referee.apply(made_now)
                check(referee, coins)
        except Gap as gap:
            if gap.name != "last-duel-winner" or rng.random() < 0.1:
                return gap.name, made
            referee.last_winner = rng.choice(referee.finalists)
        made.add(kind)
    return "going on", made


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_random_games_end_or_stop_at_a_gap(players: int) -> None:
    ends, made = Counter(), set()
    for seed in range(16):
        rng = random.Random(f"{players} {seed}")
        end, kinds = play_at_random(Referee.dealt(players, rng), rng, 3000, careful=seed % 2 == 1)
        ends[end] += 1
        made |= kinds
    assert not ends["going on"] and ends["champion"] > 5
    assert len(made) >= 28, sorted(made)
    assert players > 3 or not made & {"take-loan", "give-up", "return", "stay-out"}  # three knights: no second chance
