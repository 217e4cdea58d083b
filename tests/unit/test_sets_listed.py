"""Sets of cards in a list of legal moves: where a hand is known, what is known of the others does not matter."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from rulespal import library

WORTH = {"QH": 15, "3D": 3, "8C": 8, "7S": 7, "2D": 2}
RECORD = """[rulebook "regicide"]
[players "Ana, Ben"]
[start "mid"]
given the royal is JC
given the royal has taken 4 damage
given the shield is {shield}
given in play is 4D
given Ana holds {hand}
given Ben holds 7 cards
given the tavern has 15 cards
given the castle has 6 cards
given it is Ana's turn
given Ana is to defend
Ana discards 3D
end
"""


def listed(tmp_path: Path, hand: str, shield: int = 0) -> tuple[set[frozenset[str]], int]:
    """The payments listed, as sets, and how many larger ones there are."""
    file = tmp_path / "game.rpl"
    file.write_text(RECORD.format(hand=hand, shield=shield), encoding="utf-8")
    report = library.legal(next(library.records(str(file))), 0)
    assert report.more == 0
    payments = [m.removeprefix("Ana discards ") for m in report.moves if m.startswith("Ana discards ")]
    assert len(payments) == len(set(payments))
    return {frozenset(payment.split(", ")) for payment in payments}, report.larger


@pytest.mark.parametrize("shield", [0, 3, 8])
def test_the_smallest_payments_are_listed_and_the_larger_ones_counted(tmp_path: Path, shield: int) -> None:
    sets = [frozenset(s) for n in range(1, 6) for s in itertools.combinations(WORTH, n)]
    enough = {s for s in sets if sum(map(WORTH.__getitem__, s)) >= 10 - shield}
    smallest = {s for s in enough if not any(other < s for other in enough)}
    assert listed(tmp_path, ", ".join(WORTH), shield) == (smallest, len(enough) - len(smallest))


def test_a_hand_that_is_not_known_is_not_guessed_at(tmp_path: Path) -> None:
    assert listed(tmp_path, "QH, 3D, ?") == ({frozenset(["…"])}, 0)


def test_a_refused_payment_names_what_would_do(tmp_path: Path) -> None:
    file = tmp_path / "game.rpl"
    file.write_text(RECORD.format(hand="QH, 3D, 8C", shield=0), encoding="utf-8")
    report = library.judge(next(library.records(str(file))))
    assert report.events[0].reasons[0].text == "the attack is 10, and 3D come to 3"
    assert {"Ana discards QH", "Ana discards 3D, 8C"} <= set(report.events[0].alternatives)
