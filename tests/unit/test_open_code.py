"""What open code asks of cards that nobody recorded, and how far the ways of an act are followed."""

from __future__ import annotations

import operator
from types import SimpleNamespace

from hypothesis import given
from hypothesis import strategies as st

from rulespal import library
from rulespal.engine.emit import by_attributes
from rulespal.engine.events import Branch, Failure
from rulespal.engine.explore import TOO_MUCH
from rulespal.engine.unknown import Hidden, Lift, Var, bits, evaluated, mask_of
from rulespal.engine.worlds import Sieve
from rulespal.model import expr as ir
from rulespal.records.from_text import read
from rulespal.records.table import World
from rulespal.records.ways import MOST_WAYS, carried_out, followed

COLOURS = (0, 1, 0, 2, 1, 0, 2, 2)  # of eight cards
SAME = tuple(mask_of(other for other in range(8) if COLOURS[other] == COLOURS[card]) for card in range(8))


@given(st.lists(st.integers(0, 255), max_size=5), st.sets(st.integers(0, 2)), st.booleans())
def test_asking_of_cards_alike_gives_what_asking_of_each_gives(masks: list[int], wanted: set[int], alike: bool) -> None:
    asked: list[int] = []

    def predicate(card: int) -> bool:
        asked.append(card)
        return COLOURS[card] in wanted

    among = Sieve(predicate, SAME if alike else None).among
    for mask in masks:
        assert among(mask) == mask_of(card for card in bits(mask) if COLOURS[card] in wanted)
    whole = mask_of(card for mask in masks for card in bits(mask))
    assert len(asked) == (len({COLOURS[card] for card in bits(whole)}) if alike else whole.bit_count())


@given(st.lists(st.integers(0, 5), min_size=1, max_size=6), st.integers(-3, 3))
def test_a_value_is_worked_out_for_everything_that_its_unknown_may_be(domain: list[int], number: int) -> None:
    table = (4, 1, 3, 1, 5, 9)
    value = Lift("gt", (Lift("add", (Lift("item", (table, Hidden(-2))), number)), Lift("item", (table, Hidden(-2)))))
    assert evaluated(value, domain) == [operator.gt(table[card] + number, table[card]) for card in domain]
    assert evaluated(Lift("sub", (number, Var("x"))), domain) == [number - x for x in domain]
    assert evaluated(Lift("add", (2, number)), [None]) == [2 + number]


def test_definitions_that_ask_where_a_card_lies_tell_copies_apart() -> None:
    book = library.load("justas")[0].book
    card = SimpleNamespace(kind="card")
    asks_a_face = ir.AttributeOf(card, ir.Local(card, "c"), "face")  # type: ignore[arg-type]
    asks_where = ir.Contains(card, ir.Local(card, "c"), asks_a_face)  # type: ignore[arg-type]
    assert by_attributes(asks_a_face, "c", book.defines)
    assert not by_attributes((asks_a_face, asks_where), "c", book.defines)
    assert by_attributes(asks_where, "another", book.defines)


def test_ways_are_not_followed_beyond_a_world_where_they_are_too_many() -> None:
    asked = []

    def attempt(world: World) -> list[Branch]:
        asked.append(world.position)
        return [Branch([], unclear=TOO_MUCH)] if world.position == [1] else [Branch([]), Branch([])]

    found = followed([World([number]) for number in range(4)], attempt)
    assert asked == [[0], [1]]
    assert [branch.unclear for branch in found] == [None, None, TOO_MUCH]
    many = followed([World([0])] * MOST_WAYS, attempt)
    assert (len(many), many[-1].unclear) == (MOST_WAYS + 3, TOO_MUCH)


def test_what_was_carried_out_is_not_known_where_one_way_is_not_clear() -> None:
    legal, against = Branch([]), Branch([1], Failure("require"))
    gone = Branch([2], Failure("domain"), unclear="a card is not there", impossible=True)
    silent = Branch([3], unclear="the rules do not say")
    assert carried_out([legal, against, gone]) == [legal, against]
    assert carried_out([legal, silent]) is None
    assert carried_out([gone]) == []


def test_only_what_comes_of_an_event_in_every_way_is_told() -> None:
    lines = ['[rulebook "hanabi"]', '[players "Ana, Ben"]', "given Ana holds red 1, red 1, red 2, blue 2, blue 3"]
    (record,) = read([*lines, "Ana plays ?", "Ben plays ?"], "a")
    first = library.judge(record).events[0]
    assert (first.status, [effect.text for effect in first.effects]) == (
        "legal",
        ["Ana draws 1 card", "the turn passes to Ben"],
    )
