"""Damaged records are found out, and undamaged ones are not: a small part of `benchmarks/mutations.py`, with fixed seeds."""

from __future__ import annotations

import random
from functools import cache

import pytest

from benchmarks import damage, mutations
from benchmarks.witnesses import WITNESSES
from rulespal import library
from rulespal.records.record import Kind

BOOKS = list(library.rulebook_files())
# Games of a rulebook that cannot say what is in its box are long, and tell of any card in the first place.
SHORT = [book for book in BOOKS if "example" not in library.load(book)[0].book.openings]
GAMES = 8


@cache
def records(book: str) -> list[str]:
    return mutations.games(book, GAMES, seed=70)


@pytest.mark.parametrize("book", SHORT)
def test_damaged_records_are_found_out_and_the_place_is_told(book: str) -> None:
    total = mutations.Score()
    for number, kind in enumerate(damage.KINDS):
        one = mutations.score(book, kind, records(book), random.Random(number))
        assert not one.missed, f"{kind}:\n{one.examples[:1]}"
        total.add(one)
    assert total.faults >= 4 * GAMES
    assert total.near >= 0.9 * total.faults, total.lines
    assert not total.wronged, total.examples[:1]


@pytest.mark.parametrize("book", BOOKS)
def test_undamaged_records_are_legal(book: str) -> None:
    for text in records(book):
        _, report = mutations.judged(text)
        assert report.verdict == "legal", [str(found) for found in report.diagnostics]


@pytest.mark.parametrize("book", BOOKS)
def test_the_witness_takes_legal_records_for_legal_and_no_other_result(book: str) -> None:
    game, phrases = library.load(book)
    for place, text in enumerate(records(book)[:4]):
        record, _ = mutations.judged(text)
        assert WITNESSES[book](record, game, phrases) is None
        changed = damage.wrong_result(damage.understood(text, game, phrases), random.Random(place))
        if changed is not None:
            record, _ = mutations.judged(changed.text)
            assert WITNESSES[book](record, game, phrases) is not None


@pytest.mark.parametrize("book", BOOKS)
def test_every_kind_of_damage_changes_one_place(book: str) -> None:
    game, phrases = library.load(book)
    written = damage.understood(records(book)[1], game, phrases)
    for number, (kind, damaging) in enumerate(damage.KINDS.items()):
        found = damaging(written, random.Random(number))
        if found is None:
            continue
        lines, before = found.text.splitlines(), written.lines
        same = next(
            (n for n, (a, b) in enumerate(zip(lines, before, strict=False)) if a != b), min(len(lines), len(before))
        )
        assert lines != before, kind
        if kind != "a turn doubled":  # a turn that begins as the one above it ends moves the place
            assert same == found.line - 1 or before[same] == before[found.line - 1], kind


def test_a_record_that_is_not_legal_is_not_damaged() -> None:
    game, phrases = library.load(BOOKS[0])
    text = records(BOOKS[0])[0]
    with pytest.raises(ValueError, match="not legal"):
        damage.understood(text.replace("\n1. ", "\n1. ?? ", 1), game, phrases)


@pytest.mark.parametrize("book", SHORT)
def test_masks_leave_the_sentences_as_they_are(book: str) -> None:
    game, phrases = library.load(book)
    written = damage.understood(records(book)[0], game, phrases)
    assert damage.masked(written, random.Random(1), 0.0, list(Kind)) == written.text
    hidden = damage.masked(written, random.Random(1), 1.0, [Kind.GIVEN, Kind.EVENT])
    assert len(hidden.splitlines()) == len(written.lines) and "?" in hidden
