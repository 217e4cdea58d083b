"""Properties that hold for every rulebook: both emissions agree, simulated games replay, hiding cards accuses nobody."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.damage import masked, understood
from rulespal import library
from rulespal.engine.game import CHOOSE, Act, Branch, Game
from rulespal.engine.layout import STACK
from rulespal.engine.runtime import Chances
from rulespal.play.simulate import Sampler, play
from rulespal.records.from_text import read
from rulespal.records.record import Kind
from rulespal.records.replay import replay
from rulespal.records.verdict import GameReport

BOOKS = list(library.rulebook_files())
SEEDS = st.integers(0, 10**6)
LARGE = 200  # cards: a rulebook with more is played in fewer games, and for fewer moves


def share(book: str, whole: int) -> int:
    """How much of a test a rulebook takes part in: what a move costs in open code grows with the cards."""
    return whole if len(library.load(book)[0].book.cards) <= LARGE else max(1, whole // 8)


def of_every_book(
    examples: int, **drawn: st.SearchStrategy[Any]
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A property that is tried on so many examples of each rulebook."""

    def decorate(check: Callable[..., None]) -> Callable[..., None]:
        def test(book: str) -> None:
            @given(**drawn)
            @settings(max_examples=share(book, examples), deadline=None)
            def tried(**values: Any) -> None:
                check(book, **values)

            tried()

        test.__name__, test.__doc__ = check.__name__, check.__doc__
        return pytest.mark.parametrize("book", BOOKS)(test)

    return decorate


def judged(text: str, *, depends: bool = False) -> GameReport:
    (record,) = list(read(text.splitlines(), "test.rpl"))
    return replay(record, library.find, depends=depends)


def openly(game: Game, s: list, move: Any, actor: int | None, args: tuple) -> list[Branch]:
    """What open code makes of an event in a position in which everything is known."""
    found = []
    for position, branch in game.explore(
        s, game.defaults, lambda p, x: game.trial(game.open, p, x, Act(move, actor, args)).run(False)
    ):
        branch.position = position
        found.append(branch)
    return found


def moves(game: Game, s: list, rng: random.Random) -> Iterator[tuple[Any, int | None, tuple]]:
    """A legal move that can be judged, if there is any, and others that may be legal or not."""
    readings = Chances(game.defaults, rng)
    sampler = Sampler(game, rng)
    drawn, legal = None, game.legal(s, readings)
    while drawn is None and legal:
        index, actor, *args = legal.pop(rng.randrange(len(legal)))
        move = game.book.moves[index]
        drawn = sampler.arguments(s, readings, move, actor, args) if CHOOSE in args else tuple(args)
        if drawn is not None and game.trial(game.fast, s, readings, Act(move, actor, drawn)).doubt() is not None:
            drawn = None
    if drawn is None:
        return
    yield move, actor, drawn
    for _ in range(4):
        other = rng.choice([m for m in game.book.moves if all(p.type.kind != "text" for p in m.params)])
        seat = rng.randrange(s[1]) if other.has_actor else None
        try:
            wild = tuple(sampler.draw(s, readings, other, i, seat, drawn) for i in range(len(other.params)))
        except (IndexError, TypeError, AttributeError):
            continue  # the argument cannot even be drawn in this stage
        yield other, seat, wild


@of_every_book(25, seed=SEEDS)
def test_both_emissions_agree(book: str, seed: int) -> None:
    game, _ = library.load(book)
    rng = random.Random(seed)
    chances = Chances(game.defaults, rng)
    s = game.new(rng.randint(*game.book.players), chances)
    for _ in range(share(book, 60)):
        if not s[STACK]:
            break
        following = None
        for move, actor, args in moves(game, s, rng):
            plain = game.trial(game.fast, s.copy(), chances, Act(move, actor, args)).run(False)
            if game.traits.by_chance[move.index]:  # what chance does differs by its nature; what is legal does not
                failures = {branch.failure for branch in game.attempt(s, game.defaults, Act(move, actor, args))}
                assert failures == {plain.failure}
                following = following or plain.position
                continue
            (opened,) = openly(game, s, move, actor, args)
            assert opened.failure == plain.failure, (move.name, actor, args)
            assert opened.position == plain.position, (move.name, actor, args)
            assert opened.events == plain.events
            following = following or plain.position
        if following is None:
            break  # the rules do not say how it goes on
        s = following


@of_every_book(30, seed=SEEDS)
def test_simulated_games_are_legal(book: str, seed: int) -> None:
    game, phrases = library.load(book)
    playout = play(game, phrases, random.Random(seed).randint(*game.book.players), seed)
    assert not playout.broken and (playout.stopped is None or playout.gap is not None)
    lines = playout.record.splitlines()
    report = judged("\n".join(lines[: share(book, 960)]), depends=seed % 3 == 0)
    assert report.verdict == "legal", report.diagnostics


@of_every_book(60, seed=SEEDS, data=st.data())
def test_a_damaged_record_is_judged(book: str, seed: int, data: st.DataObject) -> None:
    """One line changed: a verdict, never a traceback; what is not the line's fault stays as it was."""
    game, phrases = library.load(book)
    lines = play(game, phrases, game.book.players[0], seed).record.splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("1. "))
    place = data.draw(st.integers(first, len(lines) - 2))
    kind = data.draw(st.sampled_from(["drop", "double", "swap", "cut", "words"]))
    line = lines[place]
    untouched = sum(text[:1].isdigit() for text in lines[: place - 1])
    if kind == "drop":
        del lines[place]
    elif kind == "double":
        lines.insert(place, line)
    elif kind == "swap":
        lines[place - 1], lines[place] = line, lines[place - 1]
    elif kind == "cut":
        lines[place] = line[: data.draw(st.integers(0, len(line)))]
    else:
        words = line.split(" ")
        words[data.draw(st.integers(0, len(words) - 1))] = data.draw(st.sampled_from(["blue", "Ben", "7", "x", "?"]))
        lines[place] = " ".join(words)
    report = judged("\n".join(lines))
    assert report.verdict in ("legal", "consistent", "illegal", "disputed", "unreadable")
    for event in report.events[:untouched]:
        assert event.status == "legal"
    sections = {s.anchor for s in game.book.document.sections}
    for event in report.events:
        if event.status == "illegal":
            assert event.reasons and all(r.text and r.section in sections for r in event.reasons)


@of_every_book(8, seed=SEEDS, share=st.floats(0.1, 1), which=st.integers(0, 2))
def test_hiding_cards_accuses_nobody(book: str, seed: int, share: float, which: int) -> None:
    """A legal game with cards masked, in what was dealt, played or came of it, is never illegal."""
    game, phrases = library.load(book)
    rng = random.Random(seed)
    written = understood(play(game, phrases, rng.randint(*game.book.players), seed).record, game, phrases)
    kinds = [(Kind.GIVEN, Kind.EFFECT), (Kind.EVENT,), (Kind.GIVEN, Kind.EVENT, Kind.EFFECT)][which]
    text = masked(written, rng, share, kinds)
    report = judged("\n".join(text.splitlines()[:45]))
    assert report.verdict in ("legal", "consistent"), [str(d) for d in report.diagnostics]


def test_reasons_for_illegal_moves() -> None:
    """Every refused (position, move) pair of a large sample has a reason whose section exists."""
    for book in BOOKS:
        game, _ = library.load(book)
        sections = {s.anchor for s in game.book.document.sections}
        rng = random.Random(7)
        refused = 0
        while refused < 1_500:
            chances = Chances(game.defaults, rng)
            s = game.new(rng.randint(*game.book.players), chances)
            while s[STACK] and refused < 1_500:
                following = None
                for move, actor, args in moves(game, s, rng):
                    branch = game.trial(game.fast, s.copy(), chances, Act(move, actor, args)).run(False)
                    following = following or branch.position
                    if branch.failure is not None:
                        refused += 1
                        found = game.why_not(s, game.defaults, Act(move, actor, args))
                        assert found and branch.failure in [failure for failure, _ in found]
                        assert found[0][0] == branch.failure or move.requirements[found[0][0].place].standing
                        citation = move.citation
                        if branch.failure.kind == "require":
                            citation = move.requirements[branch.failure.place].citation
                        assert game.book.citations[citation].section in sections
                if following is None:
                    break
                s = following
