"""Random games of rulebooks with gaps: they end at the gap, by its name, and never do what nobody can judge."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulespal import library
from rulespal.engine.game import Game
from rulespal.model.phrases import Phrasebook
from rulespal.play.simulate import Playout, play
from rulespal.report.statistics import Statistics

HEAD = """---
title: Ferry
players: 2
---

# Ferry {#ferry}

Whoever likes may cross, and the ferry takes so many.

```rules
state crossings: 0 to 9 = 0

gap fares "Nothing is said of what a crossing costs."

stage turn
  everyone may cross, wait

start: go to turn

move wait
  says "{actor} waits"
  do
    crossings += 1
    if crossings >= 5: end game
"""


def played(tmp_path: Path, rules: str, seed: int = 1, head: str = HEAD) -> Playout:
    file = tmp_path / "ferry" / "rulebook.md"
    file.parent.mkdir(exist_ok=True)
    file.write_text(head + rules + "```\n", encoding="utf-8")
    book, diagnostics = library.read_rulebook(file)
    assert [str(found) for found in diagnostics] == []
    return play(Game(book), Phrasebook(book), 2, seed)


def test_a_game_stops_at_a_gap_by_its_name(tmp_path: Path) -> None:
    rules = '\nmove cross\n  says "{actor} crosses"\n  do unclear fares\n'
    stopped = {played(tmp_path, rules, seed).stopped for seed in range(8)}
    assert stopped == {"the rules do not say: Nothing is said of what a crossing costs."}


@pytest.mark.parametrize("seed", range(8))
def test_what_nobody_can_judge_is_not_played(tmp_path: Path, seed: int) -> None:
    doubt = 'unclear unless crossings > 99 "the fare is not known"'
    rules = f'\nmove cross\n  says "{{actor}} crosses"\n  {doubt}\n  do end game\n'
    playout = played(tmp_path, rules, seed)
    assert playout.stopped is None
    assert "crosses" not in playout.record


def test_a_game_in_which_nothing_can_be_judged_stops_at_the_gap(tmp_path: Path) -> None:
    doubt = "unclear unless crossings > 99 fares"
    rules = f'\nmove cross\n  says "{{actor}} crosses"\n  {doubt}\n  do end game\n'
    playout = played(tmp_path, rules, 1, HEAD.replace("cross, wait", "cross"))
    assert (playout.gap, playout.moves) == ("fares", 0)
    assert playout.stopped == "the rules do not say: Nothing is said of what a crossing costs."


def test_check_names_the_gap_and_does_not_fail(tmp_path: Path) -> None:
    played(tmp_path, '\nmove cross\n  says "{actor} crosses"\n  do unclear fares\n')
    found = [str(d) for d in library.check(tmp_path / "ferry" / "rulebook.md")[0]]
    assert not [text for text in found if "R-RUN" in text]


def test_a_set_on_a_card_may_be_empty(tmp_path: Path) -> None:
    rules = """
enum Suit: cups

cards have
  suits: set of Suit

pack
  "blank" with suits = nothing
  "full" with suits = {cups}

zone table: open

invariant (count c in cards: c.suits is empty) = 1 "one card is blank"

move cross
  says "{actor} crosses"
  do end game
"""
    assert "one card is blank" not in played(tmp_path, rules).broken


def test_a_definition_that_is_only_spoken_of_is_used(tmp_path: Path) -> None:
    spoken = '\ndefine far = crossings >= 3\n  says yes "the far bank is in sight"\n'
    played(tmp_path, spoken + '\nmove cross\n  says "{actor} crosses"\n  do end game\n')
    found = [str(d) for d in library.check(tmp_path / "ferry" / "rulebook.md")[0]]
    assert not [text for text in found if "far" in text]


def test_readings_count_where_a_move_that_was_made_looks_at_them(tmp_path: Path) -> None:
    """One looked at by an effect, one by a requirement, one only by a move that nobody can make, one by none."""
    rules = """
reading tide: open
  asks "Does the tide count?"
  default ebb "no"
  option flow "yes"
  because "Nothing is said."
  source "Ferry"
reading fog: open
  asks "Does fog count?"
  default clear "no"
  option thick "yes"
  because "Nothing is said."
  source "Ferry"
reading ice: open
  asks "Does ice count?"
  default thin "no"
  option solid "yes"
  because "Nothing is said."
  source "Ferry"
reading wreck: open
  asks "Do wrecks count?"
  default no_matter "no"
  option matter "yes"
  because "Nothing is said."
  source "Ferry"

stage ice_step
  everyone may walk

move walk
  says "{actor} walks"
  require ice = solid "the ice is thin"
  do end game

move cross
  says "{actor} crosses"
  require fog = clear or crossings > 8 "nobody sees the bank"
  do
    if crossings > 3 and tide = flow: crossings += 1
    if crossings > 8 and wreck = matter: go to ice_step
    crossings += 1
    if crossings >= 4: end game
"""
    counted = Statistics("ferry", 2, 1)
    playouts = [played(tmp_path, rules, seed) for seed in range(12)]
    for playout in playouts:
        counted.add(playout)
    late = sum("tide" in playout.readings for playout in playouts)
    assert 0 < late < 12
    assert all("fog" in playout.readings or "crosses" not in playout.record for playout in playouts)
    assert counted.readings["tide"] == late <= counted.readings["fog"]
    assert "ice" not in counted.readings and "wreck" not in counted.readings


def test_gaps_are_counted_by_name(tmp_path: Path) -> None:
    rules = '\nmove cross\n  says "{actor} crosses"\n  do unclear fares\n'
    counted = Statistics("ferry", 2, 1)
    for seed in range(4):
        counted.add(played(tmp_path, rules, seed))
    assert counted.gaps == {"fares": 4}
