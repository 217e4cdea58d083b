"""The hand-written referee of Jusayo says what the printed rules say; the fast version plays by the same rules."""

from __future__ import annotations

import random
import sys
from collections import Counter
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks import fast_jusayo
from tests.referees.jusayo import CARDS, COLOURS, HAND_SIZE, READINGS, Referee, colours

BOARD = ("red", "white", "green", "blue")


def position(
    hands: list[set[str]], meeple: str, *, tray: int = 0, out: tuple[int, ...] = (), **readings: str
) -> Referee:
    """A referee in the middle of the first round; who is `out` lies face down with nothing."""
    referee = Referee(len(hands), {name.replace("_", "-"): option for name, option in readings.items()})
    referee.board, referee.board_due, referee._stage = BOARD, False, "turn"
    referee.hands, referee.meeple, referee.tray, referee.starter = [set(hand) for hand in hands], meeple, tray, tray
    referee.knocked_out = [p in out for p in referee.players]
    referee.dealt = [True for _ in hands]
    referee.pack -= set().union(*hands)
    return referee


def run(referee: Referee, *moves: tuple) -> Referee:
    for move in moves:
        referee.apply(move)
    return referee


def named(referee: Referee, *names: str) -> list[tuple]:
    return [move for move in referee.legal() if move[0] in names]


def chance_move(referee: Referee, rng: random.Random, kind: str) -> tuple:
    if kind == "set-board":
        return (kind, None, tuple(rng.sample(COLOURS, 4)))
    if kind == "reveal":
        return (kind, referee.starter, rng.choice(CARDS))
    player = rng.choice([p for p in referee.players if not referee.dealt[p]])
    return (kind, player, tuple(rng.sample(sorted(referee.pack), HAND_SIZE[len(referee.players)])))


def check_cards(referee: Referee) -> None:
    places = [*referee.hands, *referee.laid_down, referee.played, referee.pack]
    assert Counter(card for place in places for card in place) == Counter(CARDS)


def test_the_deck() -> None:
    assert len(CARDS) == len(set(CARDS)) == 32
    assert {"blue 3", "red/white 5", "green/blue 1"} <= set(CARDS)
    assert sum(len(colours(card)) == 2 for card in CARDS) == 12
    assert all(sum(colour in colours(card) for card in CARDS) == 11 for colour in COLOURS)


@pytest.mark.parametrize(("players", "size", "aside"), [(3, 10, 2), (4, 8, 0), (5, 6, 2)])
def test_hands_by_number_of_players(players: int, size: int, aside: int) -> None:
    referee = run(
        Referee(players), ("set-board", None, BOARD), ("start", 1), ("reveal", 1, "red 2"), ("place", 1, "red")
    )
    assert referee.why_not(("dealt", 0, CARDS[: size - 1])) == ["wrong number of cards"]
    for p in reversed(range(players)):  # in any order
        assert referee.tray is None
        assert referee.chance() == ["dealt"]
        run(referee, ("dealt", p, CARDS[p * size : (p + 1) * size]))
    assert (referee.stage(), referee.tray, len(referee.pack)) == ("turn", 1, aside)


def test_number_of_players_and_readings_are_checked() -> None:
    for players in (2, 6):
        with pytest.raises(ValueError, match="3, 4 or 5"):
            Referee(players)
    with pytest.raises(ValueError, match="no such reading"):
        Referee(3, {"empty-hand": "knocked-out"})


def test_set_up_order() -> None:
    board, start, reveal = ("set-board", None, BOARD), ("start", 2), ("reveal", 2, "red/blue 5")
    for first, second in ((board, start), (start, board)):
        referee = Referee(3)
        assert named(referee, "start") == [("start", 0), ("start", 1), ("start", 2)]
        run(referee, first)
        assert referee.why_not(reveal)
        run(referee, second)
        assert referee.why_not(board) and referee.why_not(start) and referee.why_not(("reveal", 0, "red 2"))
        assert referee.chance() == ["reveal"]
        run(referee, reveal)
        assert referee.legal() == [("place", 2, "red"), ("place", 2, "blue")]  # before the hands are seen
        run(referee, ("place", 2, "blue"))
        assert referee.round == 1 and referee.meeple == "blue"
        assert not referee.why_not(("dealt", 0, ("red/blue 5", *CARDS[:9])))  # the card went back into the pack
        assert referee.why_not(("dealt", 0, ("red 2", *CARDS[:9])))
    assert Referee(3).why_not(("set-board", None, ("red", "red", "green", "blue")))


def test_only_the_highest_card_of_the_current_colour() -> None:
    hand = {"blue 3", "red/blue 5", "red 7", "blue 2"}
    referee = position([hand, {"blue 4"}, {"green 2"}], "blue")
    assert named(referee, "play") == [("play", 0, "red/blue 5")]
    assert referee.why_not(("play", 0, "blue 3")) == ["not the highest card of the colour"]
    assert referee.why_not(("play", 0, "red 7")) == ["not the current colour"]
    assert referee.why_not(("play", 0, "blue 7")) == ["the card is not in hand"]
    assert referee.why_not(("play", 1, "blue 4"))
    run(referee, ("play", 0, "red/blue 5"))  # a double: the meeple goes to its other colour
    assert (referee.meeple, referee.tray, referee.played) == ("red", 1, ["red/blue 5"])


def test_equally_high_doubles_are_all_legal_and_lead_elsewhere() -> None:
    for card, meeple in (("red/blue 5", "red"), ("white/blue 5", "white"), ("green/blue 5", "green")):
        referee = position([{"red/blue 5", "white/blue 5", "green/blue 5", "blue 4"}, {"red 2"}, set()], "blue")
        assert len(named(referee, "play")) == 3
        assert run(referee, ("play", 0, card)).meeple == meeple


def test_three_actions_and_who_may_be_named() -> None:
    referee = position([{"red 2"}, {"green 2"}, set(), {"blue 2"}], "blue", out=(1,))
    asks = [(name, 0, target) for name in ("request", "call-out") for target in (2, 3)]
    assert referee.legal() == asks  # no blue card: nothing to play; nobody out, not oneself; an empty hand is in
    assert referee.why_not(("request", 0, 0)) == ["nobody may name themselves"]
    assert referee.why_not(("call-out", 0, 1)) == ["the target is knocked out"]
    assert referee.why_not(("deny", 0))


def test_request_answered() -> None:
    referee = position([{"red 2"}, {"red 3"}, {"blue 4", "blue 6"}, {"red 4"}], "blue")
    run(referee, ("request", 0, 2))
    assert (referee.stage(), referee.legal()) == ("answer-request", [("play", 2, "blue 6")])
    assert referee.why_not(("deny", 2)) == ["the player has a card to play"]
    with pytest.raises(ValueError, match="a card to play"):
        referee.apply(("deny", 2))
    run(referee, ("play", 2, "blue 6"))
    assert (referee.stage(), referee.tray, referee.meeple) == ("turn", 1, "blue")  # left of the holder
    assert not any(referee.knocked_out)


def test_request_denied_knocks_out_the_requester() -> None:
    referee = position([{"blue 2", "red 4"}, {"red 2"}, {"green 3"}], "blue")
    run(referee, ("request", 0, 2))
    assert referee.legal() == [("deny", 2)]
    run(referee, ("deny", 2))
    assert referee.knocked_out == [True, False, False]
    assert (referee.hands[0], referee.laid_down[0]) == (set(), {"blue 2", "red 4"})
    assert (referee.meeple, referee.tray) == ("red", 1)  # from the last space to the first


def test_call_out_denied_knocks_out_the_target_and_the_tray_skips_them() -> None:
    referee = position([{"green 2"}, {"red 2"}, {"white 3"}, {"white 4"}], "green")
    run(referee, ("call-out", 0, 1), ("deny", 1))
    assert referee.knocked_out == [False, True, False, False]
    assert (referee.meeple, referee.tray) == ("blue", 2)
    run(referee, ("call-out", 2, 3), ("deny", 3))
    assert referee.tray == 0
    run(referee, ("request", 0, 2), ("deny", 2))
    assert (referee.round_winner, referee.stage(), referee.flowers) == (2, "set-up", [False, False, True, False])


def test_call_out_answered_with_a_double_moves_the_meeple_twice() -> None:
    referee = position([{"red 2"}, {"white/blue 1"}, {"green 2"}], "blue")
    run(referee, ("call-out", 0, 1), ("play", 1, "white/blue 1"))
    assert referee.knocked_out == [True, False, False]
    assert (referee.meeple, referee.tray) == ("green", 1)  # white for the double, then a step along the arrow
    assert ("request", 1, 2) in referee.legal()  # whoever answered has the normal turn all the same


def win_round(referee: Referee, winner: int) -> None:
    """Everybody else is called out or asks in vain with empty hands."""
    referee.hands = [set() for _ in referee.players]
    while referee.round_winner is None or referee.stage() not in ("set-up", "over"):
        p = referee.tray
        others = [q for q in referee.players if q not in (p, winner) and not referee.knocked_out[q]]
        ask = ("call-out", p, others[0]) if others else ("request", p, winner)
        run(referee, ask, ("deny", ask[2]))


def set_up_round(referee: Referee, starter: int) -> None:
    size = HAND_SIZE[len(referee.players)]
    run(referee, ("start", starter), ("reveal", starter, "red 2"), ("place", starter, "red"))
    run(referee, *(("dealt", p, CARDS[p * size : (p + 1) * size]) for p in referee.players))


def test_the_second_round_won_wins_the_game() -> None:
    referee = run(Referee(3), ("set-board", None, BOARD))
    set_up_round(referee, 0)
    win_round(referee, 2)
    assert (referee.round_winner, referee.flowers, referee.game_winner) == (2, [False, False, True], None)
    assert referee.legal() == [("start", 2)] and referee.chance() == []  # the board stays as it is
    run(referee, ("start", 2))
    assert (referee.round, referee.knocked_out, referee.pack) == (2, [False] * 3, set(CARDS))
    assert referee.laid_down == referee.hands == [set(), set(), set()]
    run(referee, ("reveal", 2, "blue 4"), ("place", 2, "blue"), *(("dealt", p, CARDS[p::3][:10]) for p in range(3)))
    win_round(referee, 1)
    assert (referee.flowers, referee.stage()) == ([False, True, True], "set-up")
    set_up_round(referee, 1)
    win_round(referee, 2)
    assert (referee.game_winner, referee.round, referee.stage(), referee.legal()) == (2, 3, "over", [])


def test_readings_on_winning_and_set_up() -> None:
    referee = position([set()] * 3, "red", flower_test="after-flip")
    win_round(referee, 1)
    assert (referee.game_winner, referee.stage()) == (1, "over")
    referee = position([set()] * 3, "red", board_order="redrawn", flower_reset="every-round")
    win_round(referee, 1)
    assert referee.chance() == ["set-board"] and referee.flowers == [False, True, False]
    run(referee, ("start", 1))
    assert referee.flowers == [False] * 3 and referee.why_not(("reveal", 1, "red 2")) == ["the board is not set"]
    run(referee, ("set-board", None, BOARD[::-1]), ("reveal", 1, "red 2"))


def test_readings_on_answers() -> None:
    hands = [{"red 2"}, {"red 3"}, {"blue 4", "red 6"}, {"red/blue 5", "white/blue 5", "blue 2"}]
    referee = position(hands, "blue", answer_passes="target-left")
    assert run(referee, ("request", 0, 2), ("play", 2, "blue 4")).tray == 3

    referee = position(hands, "blue", tied_highest="requester-picks")
    picks = named(run(referee, ("call-out", 0, 3)), "pick")
    assert sorted(picks) == [("pick", 0, "red/blue 5"), ("pick", 0, "white/blue 5")]
    run(referee, ("pick", 0, "red/blue 5"), ("pick", 0, "white/blue 5"))
    assert named(referee, "play", "deny") == [("play", 3, "white/blue 5")]
    assert referee.why_not(("pick", 1, "red/blue 5")) and referee.why_not(("pick", 0, "blue 2"))
    assert run(referee, ("play", 3, "white/blue 5")).picked is None

    for ask in ("request", "call-out"):  # the liar goes out in place of the requester
        referee = run(position(hands, "blue", false_denial="offender-out"), (ask, 0, 2))
        assert referee.why_not(("deny", 2))
        referee.penalise(("deny", 2))
        assert referee.knocked_out == [False, False, True, False]
        assert (referee.meeple, referee.tray, referee.laid_down[2]) == ("red", 1, {"blue 4", "red 6"})
    with pytest.raises(ValueError, match="no penalty"):
        run(position(hands, "blue"), ("request", 0, 2)).penalise(("deny", 2))


def test_readings_on_who_is_out() -> None:
    referee = position([{"red 2"}, {"blue 3"}, {"green 4"}], "blue", no_match_on_turn="knocked-out")
    run(referee, ("deny", 0))
    assert (referee.knocked_out, referee.meeple, referee.tray) == ([True, False, False], "red", 1)

    hands = [{"red 2"}, {"white/blue 1"}, {"green 4"}, {"green 2"}]
    referee = run(position(hands, "blue", empty_hand="out"), ("call-out", 0, 1), ("play", 1, "white/blue 1"))
    assert (referee.knocked_out, referee.meeple, referee.tray) == ([True, True, False, False], "blue", 2)
    referee = run(
        position(hands, "blue", empty_hand="out", out=(2, 3)), ("call-out", 0, 1), ("play", 1, "white/blue 1")
    )
    assert (referee.knocked_out, referee.round_winner) == ([True, False, True, True], 1)
    referee = run(position(hands, "blue", empty_hand="wins-round"), ("request", 0, 1), ("play", 1, "white/blue 1"))
    assert (referee.round_winner, referee.stage(), referee.knocked_out) == (1, "set-up", [False] * 4)

    referee = position(hands, "blue", target_out="allowed", out=(3,))
    run(referee, ("call-out", 0, 3), ("deny", 3))  # out already, but the meeple steps on
    assert (referee.knocked_out, referee.meeple, referee.tray) == ([False, False, False, True], "red", 1)

    referee = run(position(hands, "red", target_self="allowed"), ("request", 0, 0), ("play", 0, "red 2"))
    assert (referee.knocked_out, referee.tray) == ([False] * 4, 1)
    for end in (("play", 0, "red 2"), ("deny", 0)):
        meeple = "red" if end[0] == "play" else "blue"
        referee = run(position(hands, meeple, target_self="allowed"), ("call-out", 0, 0), end)
        assert (referee.knocked_out, referee.tray) == ([True, False, False, False], 1)
    referee = position(hands, "red", target_self="allowed", empty_hand="out")
    assert run(referee, ("call-out", 0, 0), ("play", 0, "red 2")).meeple == "white"  # out once, not twice


def play_at_random(referee: Referee, rng: random.Random, limit: int) -> int:
    moves = 0
    while referee.stage() != "over" and moves < limit:
        move = rng.choice(referee.legal() + [chance_move(referee, rng, kind) for kind in referee.chance()])
        referee.apply(move)
        check_cards(referee)
        assert all(not (hand and out) for hand, out in zip(referee.hands, referee.knocked_out, strict=True))
        moves += 1
    return moves


@pytest.mark.parametrize("players", [3, 4, 5])
def test_random_games_end_in_time(players: int) -> None:
    turns = HAND_SIZE[players] * players + players - 1
    for seed in range(100):
        referee = Referee(players)
        moves = play_at_random(referee, random.Random(seed), 10_000)
        assert 2 <= referee.round <= players + 1
        assert moves <= 1 + referee.round * (2 * turns + players + 3)
        assert referee.game_winner == referee.round_winner and sum(referee.flowers) == referee.round - 1


def test_random_games_under_random_readings() -> None:
    for seed in range(100):
        rng = random.Random(seed)
        referee = Referee(rng.choice((3, 4, 5)), {name: rng.choice(options) for name, options in READINGS.items()})
        ends = referee.readings["flower-reset"] == "never" or referee.readings["flower-test"] == "after-flip"
        play_at_random(referee, rng, 10_000 if ends else 300)
        assert (referee.stage() == "over") == ends  # with the flowers turned back nobody ever wins


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_fast_version_lists_and_makes_the_same_moves(players: int) -> None:
    for seed in range(100):
        trace: list[tuple] = []
        listed: list[list[tuple] | None] = []
        decisions = fast_jusayo.play(random.Random(seed), players, trace, listed)
        assert decisions == fast_jusayo.play(random.Random(seed), players)  # watching changes nothing
        assert decisions == sum(moves is not None for moves in listed)
        referee = Referee(players)
        for move, moves in zip(trace, listed, strict=True):
            assert referee.stage() != "over"
            if moves is not None:
                assert sorted(moves) == sorted(referee.legal())
            referee.apply(move)
        assert referee.stage() == "over"
