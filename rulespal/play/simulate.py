"""Random legal games: each choice uniform among the legal moves, chance drawn, and a record of the game written."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulespal.engine.emit_statements import ANNOUNCED
from rulespal.engine.game import CHOOSE, Act, Event, Game, Offer, Position
from rulespal.engine.layout import STACK
from rulespal.engine.runtime import MISSING, CannotDo, Chances, RuleFault, Silent, Watched, random_cards
from rulespal.engine.trial import fault
from rulespal.model.phrases import Phrasebook, Said, Speech
from rulespal.model.rules import Doubt, Move, spoken
from rulespal.model.types import Type
from rulespal.play.opening import BOX, EXAMPLE
from rulespal.play.outcome import outcome
from rulespal.records.facts import Facts
from rulespal.records.reasons import Reasons

MAX_MOVES = 20_000
TRIES = 200
USUAL = 20  # the largest number tried where a rulebook sets none
NAMES = ("Ana", "Ben", "Cai", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lea")


@dataclass(slots=True)
class Playout:
    """One random game. `record` is its text; `result` what it came to in words; `stopped` why it did not end.

    `gap`: the gap of the rulebook at which it stopped. `readings`: those that the moment, the requirements or the effects
    of a move that was made looked at. `last`: where it ended, as the numbers of cards in the places of
    the whole table, and its numbers, by name.
    """

    seed: int
    players: int
    moves: int = 0
    record: str = ""
    result: str | None = None
    broken: list[str] = field(default_factory=list)
    stopped: str | None = None
    gap: str | None = None
    readings: tuple[str, ...] = ()
    last: dict[str, int] = field(default_factory=dict)


class Sampler:
    """Draws arguments that are too many to list: cards from a zone, orders of a set."""

    def __init__(self, game: Game, rng: random.Random) -> None:
        self.game = game
        self.rng = rng
        self.fast = game.fast

    def arguments(self, s: Position, readings: Sequence[int], move: Move, actor: int | None, args: Sequence[Any]
                  ) -> tuple[Any, ...] | None:  # fmt: skip
        """The arguments with those to be chosen filled in; None if no legal choice was found."""
        can = self.fast[f"can_{move.name}"]
        if move.index in self.game.traits.drawn_freely:  # any draw will do
            return tuple(
                self.draw(s, readings, move, place, actor, args) if arg is CHOOSE else arg
                for place, arg in enumerate(args)
            )
        for _ in range(TRIES):
            drawn = tuple(
                self.draw(s, readings, move, place, actor, args) if arg is CHOOSE else arg
                for place, arg in enumerate(args)
            )
            if can(s, readings, actor, *drawn):
                return drawn
        return None

    def draw(self, s: Position, readings: Sequence[int], move: Move, place: int, actor: int | None, args: Sequence[Any]
             ) -> Any:  # fmt: skip
        param, code = move.params[place], self.game.fast
        if param.number is not None:
            number = code[f"number_{move.name}_{place}"](s, readings, actor, *args)
            zone = s[code[f"zone_{move.name}_{place}"](s, readings, actor, *args)]
            return random_cards(self, number, zone)
        if param.type.kind == "collection" and isinstance(param.type.of, Type):
            members = list(self.members(s, param.type.of))
            return tuple(self.rng.sample(members, len(members)))
        return self.rng.choice(list(self.members(s, param.type)))

    def members(self, s: Position, type_: Type) -> Sequence[int]:
        if type_.kind == "enum":
            return range(len(self.game.book.enums[str(type_.of)].members))
        if type_.kind == "number":
            return range(type_.low or 0, (USUAL if type_.high is None else type_.high) + 1)
        return range(s[1]) if type_.kind == "player" else range(len(self.game.book.cards))


def play(
    game: Game, phrases: Phrasebook, players: int, seed: int, options: Sequence[int] = (), *, write: bool = True
) -> Playout:
    """Plays one random game from a seed to its end."""
    return _Game(game, phrases, players, seed, options or game.defaults, write).play()


class _Game:
    def __init__(
        self, game: Game, phrases: Phrasebook, players: int, seed: int, options: Sequence[int], write: bool
    ) -> None:
        self.game = game
        self.rng = random.Random(seed)
        self.options = Chances(options, self.rng)
        self.watched = Watched(options, self.rng)
        self.sampler = Sampler(game, self.rng)
        self.playout = Playout(seed, players)
        self.speech = Speech(phrases, NAMES[:players])
        self.words = Reasons(game, self.speech)
        self.lines: list[str] | None = self._header() if write else None

    def _header(self) -> list[str]:
        book = self.game.book
        chosen = [
            f'[reading "{spoken(r.name)}: {spoken(r.options[self.options[r.index]].name)}"]'
            for r in book.readings if self.options[r.index]
        ]  # fmt: skip
        name = f"{book.name}-{self.playout.players}-{self.playout.seed}"
        return [
            "%rpl 1", f'[rulebook "{book.name}"]', f'[hash "{book.hash}"]', f'[game "{name}"]',
            f'[players "{", ".join(self.speech.players)}"]', *chosen,
            *([f'[{BOX} "{EXAMPLE}"]'] if book.has_example else []), "",
        ]  # fmt: skip

    def play(self) -> Playout:
        for _ in self.walk():
            pass
        if self.lines is not None:
            self.playout.record = "\n".join([*self.lines, *self.result_line(), "end", ""])
        return self.playout

    def walk(self) -> Iterator[Position]:
        """Plays the game; gives the position before each move."""
        try:
            yield from self.moves()
        finally:
            self.playout.readings = tuple(spoken(self.game.book.readings[r].name) for r in sorted(self.watched.seen))

    def moves(self) -> Iterator[Position]:
        try:
            s = self.game.new(self.playout.players, self.options)
            self.note_start(s)
            while s[STACK] and self.playout.stopped is None:
                yield s
                self.step(s)
        except Silent as silent:
            self.playout.gap = silent.gap
            self.playout.stopped = self.game.book.gaps[silent.gap].silence
        except (RuleFault, CannotDo) as wrong:
            self.playout.stopped = f"the rulebook has a fault: {str(wrong) or 'a card is not there'}"
        else:
            self.playout.result = outcome(self.game, self.speech, self.options, s)
            self.playout.last = self.last(s)

    def result_line(self) -> list[str]:
        """What the game came to as a line of the record, where the rulebook has a sentence for it."""
        result = self.playout.result
        return [f"result {result}"] if result and isinstance(self.speech.fact(result), Said) else []

    def step(self, s: Position) -> None:
        """One random move."""
        moves = self.game.legal(s, self.options)
        drawn, index, actor = None, 0, None
        silence: Doubt | None = None
        while moves and drawn is None:
            index, actor, *args = moves.pop(self.rng.randrange(len(moves)))
            move = self.game.book.moves[index]
            drawn = tuple(args) if CHOOSE not in args else self.sampler.arguments(s, self.options, move, actor, args)
            if drawn is not None and move.doubts and (doubt := self.doubt(s, Act(move, actor, drawn))) is not None:
                drawn, silence = None, silence or doubt
        if drawn is None:
            self.playout.stopped = silence.why if silence else "nobody has a legal move"
            self.playout.gap = silence.gap if silence else None
            return
        events: list[Event] | None = [] if self.lines is not None and self.game.traits.by_chance[index] else None
        options = self.watch(s, index, actor, drawn)
        try:
            self.game.do_functions[index](s, options, events, actor, *drawn)
        except MISSING as error:
            raise fault(self.game.book.moves[index], error) from error
        self.playout.moves += 1
        self.note(s, index, actor, drawn, events or [])

    def watch(self, s: Position, index: int, actor: int | None, args: tuple[Any, ...]) -> Chances:
        """The options to carry a move out with, after noting which readings its moment and its requirements look at.

        A part of a move that can look at nothing new is not watched: that keeps games fast.
        """
        move, turns_on, seen = self.game.book.moves[index], self.game.traits.turns_on[index], self.watched.seen
        if not turns_on.legality <= seen:
            self.game.fast[f"can_{move.name}"](s, self.watched, actor, *args)
        if not turns_on.moment <= seen:
            self.game.trial(self.game.fast, s, self.watched, Act(move, actor, args)).untimely()
        return self.options if turns_on.effects <= seen else self.watched

    def doubt(self, s: Position, act: Act) -> Doubt | None:
        """What keeps everybody from judging this act, or None: what nobody can judge is not played."""
        return self.game.trial(self.game.fast, s, self.options, act).doubt()

    def note_start(self, s: Position) -> None:
        """Writes down what chance made of the start, where the rulebook leaves it to chance."""
        if self.lines is not None and self.game.traits.start_by_chance:
            self.lines += [*(f"given {fact}" for fact in Facts(self.game, self.speech).all(s)), ""]

    def note(
        self, s: Position, index: int, actor: int | None, args: tuple[Any, ...], events: Sequence[Event]
    ) -> None:  # fmt: skip
        """Writes down a move and what chance decided in it; looks whether all is still well."""
        if self.lines is not None:
            self.lines.append(f"{self.playout.moves}. {self.words.event(Offer(index, actor, args))}")
            announced = (event for event in events if event[0] == ANNOUNCED)
            self.lines += [f"-> {effect.text}" for effect in self.words.effects(announced)]
        for place in self.game.broken_invariants(s, self.options):
            self.playout.broken.append(self.broken(s, place))
        if misplaced := self.game.misplaced_cards(s):
            self.playout.broken.append(f"{self.game.book.cards[misplaced[0]].name} is not in one place")
        if self.playout.moves >= MAX_MOVES or self.playout.broken:
            self.playout.stopped = self.playout.stopped or "an invariant is broken" if self.playout.broken else "no end"

    def broken(self, s: Position, place: int) -> str:
        reason = self.game.book.invariants[place].reason
        values = self.game.fast[f"broken_{place}_{self.speech.place(reason)}"](s, self.options)
        return self.speech.fill(reason[self.speech.place(reason)], values)

    def last(self, s: Position) -> dict[str, int]:
        """How far a game came, in numbers."""
        slot, book = self.game.layout.slot, self.game.book
        numbers = {
            spoken(state.name): s[slot(state, None)]
            for state in book.states if not state.owned and state.type.kind == "number"
        }  # fmt: skip
        places = {spoken(zone.name): len(s[slot(zone, None)]) for zone in book.zones if not zone.owned}
        return {**places, **{name: value for name, value in numbers.items() if value is not None}}


def walk(game: Game, phrases: Phrasebook, players: int, seed: int) -> Iterator[Position]:
    """The positions of a random game before each of its moves. Each is valid until the next one is asked for."""
    yield from _Game(game, phrases, players, seed, game.defaults, write=False).walk()


def playouts(
    game: Game, phrases: Phrasebook, players: int, games: int, seed: int, options: Sequence[int] = (), *,
    write: bool = True,
) -> Iterator[Playout]:  # fmt: skip
    """Random games from the seeds `seed`, `seed + 1`, …"""
    for offset in range(games):
        yield play(game, phrases, players, seed + offset, options, write=write)
