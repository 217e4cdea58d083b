"""Where everything is known acts and facts are judged by a shorter way, which says the same as the long one."""

from __future__ import annotations

import random
from collections.abc import Iterator

from hypothesis import strategies as st

from rulespal import library
from rulespal.engine.game import Act, Game, Position
from rulespal.engine.known import Known
from rulespal.engine.layout import STACK
from rulespal.engine.runtime import CannotDo, Chances, RuleFault, Silent
from rulespal.model.phrases import Said
from rulespal.records.facts import Facts
from rulespal.records.replay import speech_of
from rulespal.records.understood import Fact, Understood
from tests.properties.test_engine import SEEDS, moves, of_every_book, share

NAMES = ("Ana", "Ben", "Cai", "Dee")


def positions(game: Game, seed: int, most: int) -> Iterator[tuple[Position, list[Act]]]:
    """The positions of a random game, each with acts that may be legal in it or not."""
    rng = random.Random(seed)
    s = game.new(3, Chances(game.defaults, rng))
    for _ in range(most):
        if not s[STACK]:
            return
        acts = [Act(move, actor, args) for move, actor, args in moves(game, s, rng)]
        if not acts:
            return
        yield s, acts
        s = s.copy()
        try:
            game.do_functions[acts[0].move.index](s, Chances(game.defaults, rng), None, acts[0].actor, *acts[0].args)
        except (RuleFault, CannotDo, Silent):
            return


@of_every_book(12, seed=SEEDS)
def test_acts_are_carried_out_alike(book: str, seed: int) -> None:
    game, _ = library.load(book)
    for s, acts in positions(game, seed, share(book, 60)):
        for act in acts:
            before = s.copy()
            quick = game.quick.attempt(s, game.defaults, act)
            assert s == before
            by_chance = game.traits.by_chance[act.move.index]
            try:
                slow = None if by_chance else game.trial(game.fast, s.copy(), game.defaults, act).run(False)
            except RuleFault:
                slow = None
            if quick is not None:
                assert slow is not None and not by_chance
                assert (quick.position, quick.events) == (slow.position, slow.events)
                assert (slow.failure, slow.unclear, slow.doubt) == (None, None, None) and quick.known
            elif slow is not None and game.quick.moves[act.move.index] is not None:
                assert slow.failure or slow.unclear or slow.doubt


@of_every_book(12, seed=SEEDS, data=st.data())
def test_facts_hold_alike(book: str, seed: int, data: st.DataObject) -> None:
    game, phrases = library.load(book)
    speech = speech_of(phrases, NAMES[:3], None, None)
    facts, understood = Facts(game, speech), Understood(game, speech)
    met = [s for s, _ in positions(game, seed, share(book, 60))]
    one, other = data.draw(st.sampled_from(met)), data.draw(st.sampled_from(met))
    for text in facts.all(one):
        fact = understood.fact(text)
        assert isinstance(fact, Fact) and isinstance(fact.said, Said)
        for s in (one, other):
            holds = understood.holding.holds(s, Known(s, game.defaults), fact.said)
            assert fact.simply is None or fact.simply(s, game.defaults) == holds
            assert holds or s is not one


@of_every_book(5, seed=SEEDS)
def test_a_start_is_worked_out_once_and_is_everybodys_own(book: str, seed: int) -> None:
    game, _ = library.load(book)
    one = game.new(3, game.defaults)
    before = one.copy()
    one[STACK] = ()
    assert game.new(3, game.defaults) == before
