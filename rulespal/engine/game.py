"""A runnable rulebook: positions, what may be done in them, what an event does, and why it may not be done."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulespal.engine.compile import CHOOSE, load
from rulespal.engine.emit import free
from rulespal.engine.layout import FIRST, OVER, PLAYERS, STACK, UNKNOWNS, Layout
from rulespal.engine.runtime import MISSING, CannotDo, RuleFault, Silent
from rulespal.engine.unknown import REST, Impossible, Unclear, Var, is_unknown
from rulespal.engine.worlds import Worlds, Zones, explore
from rulespal.model.phrases import HIDDEN
from rulespal.model.rules import Move, Requirement, Rulebook, Stage, State, Zone
from rulespal.model.writes import Writes

Position = list[Any]
Readings = Sequence[int]
Event = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Failure:
    """Why an event is not legal. `kind`: over, turn, domain or require; `place`: which parameter or requirement."""

    kind: str
    place: int = 0


@dataclass(slots=True)
class Branch:
    """One way in which an event may go. `failure` None: legal. `unclear`: what would have to be known to go on."""

    position: Position
    failure: Failure | None = None
    events: list[Event] = field(default_factory=list)
    unclear: str | None = None
    doubt: str | None = None  # carried out, but nobody can say whether it was legal


@dataclass(frozen=True, slots=True)
class Offer:
    """A move that somebody may make: CHOOSE stands for an argument that is not listed."""

    move: int
    actor: int | None
    args: tuple[Any, ...]


class Game:
    """The compiled functions of a rulebook in both emissions. Immutable; positions are passed in and copied."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.layout = Layout(book)
        self.fast, self.fast_listing = load(book, self.layout, "fast")
        self.open, self.open_listing = load(book, self.layout, "open")
        self.legal_functions = [self.fast[f"legal_{stage.name}"] for stage in book.stages]
        self.do_functions = [self.fast[f"do_{move.name}"] for move in book.moves]
        self.defaults: tuple[int, ...] = (0,) * len(book.readings)
        writes = Writes(book)
        automatic = any(writes.by_chance(rule.body) for rule in book.whenevers)
        self._blank: dict[tuple[int, tuple[int, ...]], Position] = {}
        self.by_chance = [automatic or writes.by_chance(move.effects) for move in book.moves]
        loose = frozenset(s for s in self.layout.zone_slots if not getattr(self.layout.what(s)[0], "ordered", False))
        self.narrowing = _about_cards(book, writes)
        self.zones = Zones(self.layout.zone_slots, loose, len(book.cards))
        self.start_by_chance = writes.by_chance(book.openings.get(False, ()))
        self.drawn_freely = frozenset(m.index for m in book.moves if _drawn_freely(m))
        self.copies = _copies(book)

    # ---- positions ----------------------------------------------------------------------------------------------------

    def new(self, players: int, readings: Readings, out: list[Event] | None = None) -> Position:
        """The position when a game starts: initial values, then what the rulebook's `start` does."""
        key = (players, tuple(readings))
        if key not in self._blank:
            self._blank[key] = self._initial(players, readings)
        s = self._blank[key].copy()
        if not self.start_by_chance or hasattr(readings, "rng"):
            self.fast["start"](s, readings, out)
            return s
        return next(position for position, _ in self.explore(s, readings, lambda p, x: self.open["start"](p, x, out)))

    def _initial(self, players: int, readings: Readings) -> Position:
        """The position before `start` has done anything."""
        s: Position = [(), players, {}, None, *([None] * (self.layout.size - FIRST))]
        for slot in self.layout.zone_slots:
            s[slot] = ()
        for state in self.book.states:
            if state.initial is not None:
                for slot in self.slots_of(state, players):
                    s[slot] = self.fast[f"initial_{state.name}"](s, readings)
        return s

    def unknown(self, players: int) -> Position:
        """A position of which nothing is known but the number of players."""
        s: Position = [(), players, {}, None, *([None] * (self.layout.size - FIRST))]
        domains: dict[object, Any] = {}
        for slot in range(FIRST, self.layout.size):
            thing, seat = self.layout.what(slot)
            if isinstance(thing, Zone):
                s[slot] = (REST,) if seat is None or seat < players else ()
            elif seat is None or seat < players:
                s[slot] = Var(slot)
                domains[s[slot]] = self.domain(thing, players)
        s[UNKNOWNS] = domains
        return s

    def domain(self, state: State, players: int) -> tuple[Any, ...] | None:
        """All values that a state can have, or None where they are too many to list."""
        kind = state.type
        values: tuple[Any, ...] | None = None
        if kind.kind == "truth":
            values = (False, True)
        elif kind.kind == "player":
            values = tuple(range(players))
        elif kind.kind == "enum":
            values = tuple(range(len(self.book.enums[str(kind.of)].members)))
        elif kind.kind == "number" and kind.high is not None:
            values = tuple(range(kind.low or 0, kind.high + 1))
        return (*values, None) if values is not None and kind.optional else values

    def slots_of(self, thing: State | Zone, players: int) -> range:
        base = self.layout.slot(thing, None)
        return range(base, base + (players if thing.owned else 1))

    def complete(self, s: Position) -> bool:
        """Whether everything in the position is known, so that fast code may run on it."""
        return not s[UNKNOWNS] and not any(
            any(c < 0 for c in s[slot]) if slot in self.layout.zone_slots else is_unknown(s[slot])
            for slot in range(FIRST, self.layout.size)
        )

    def explore(
        self, s: Position, readings: Readings, run: Callable[[Position, Worlds], Any]
    ) -> Iterator[tuple[Position, Any]]:
        return explore(s, readings, self.zones, run)

    # ---- events -------------------------------------------------------------------------------------------------------

    def attempt(
        self, s: Position, readings: Readings, move: Move, actor: int | None, args: Sequence[Any], force: bool = False
    ) -> list[Branch]:
        """What comes of an event, in every way that is open. `force`: carried out even where it is not legal."""
        plain = not any(HIDDEN in arg if isinstance(arg, tuple) else arg == HIDDEN for arg in args)
        if plain and not self.by_chance[move.index] and self.complete(s):
            copy = s.copy()
            return [self._run(self.fast, copy, readings, move, actor, args, force)]
        branches = []

        def run(position: Position, x: Worlds) -> Branch:
            branch = self._run(self.open, position, x, move, actor, args, force)
            branch.events = [tuple(_resolved(part, x) for part in event) for event in branch.events]
            return branch

        try:
            for position, branch in self.explore(s, readings, run):
                branch.position = position
                branches.append(branch)
        except Unclear as why:
            return [Branch(s, unclear=str(why))]
        return branches

    def _run(
        self, code: dict[str, Any], s: Position, x: Any, move: Move, actor: int | None, args: Sequence[Any], force: bool
    ) -> Branch:
        events: list[Event] = []
        failure: Failure | None = None
        try:
            if HIDDEN in _flat(args):
                args = self._with_hidden(s, x, move, actor, args)
            if self.copies:
                args = self.located(s, move, args)
            failure = self.first_failure(code, s, x, move, actor, args)
            if failure is not None and not force:
                self._penalty(code, s, x, move, actor, args, failure, events)
                return Branch(s, failure, events)
            if failure is not None and not s[STACK]:
                raise CannotDo
            doubt = None if failure else self._doubt(code, s, x, move, actor, args)
            code[f"do_{move.name}"](s, x, events, actor, *args)
        except Silent as gap:
            text = self.book.gaps[gap.gap].says
            return Branch(s, failure, events, f"the rules do not say: {text[0].source if text else gap.gap}")
        except Unclear as why:
            return Branch(s, failure, events, str(why))
        except CannotDo:
            return Branch(s, failure or Failure("domain"), events, "a card is not there")
        except (RuleFault, *MISSING) as error:
            if failure is None:
                raise fault(move, error) from error
            return Branch(s, failure, events, "it cannot be carried out here")
        return Branch(s, failure if force else None, events, doubt=doubt)

    def _with_hidden(self, s: Position, x: Worlds, move: Move, actor: int | None, args: Sequence[Any]) -> list[Any]:
        """The arguments with a hidden card of the zone for each card that nobody recorded."""
        found = list(args)
        for place, arg in enumerate(args):
            if HIDDEN not in _flat([arg]):
                continue
            if f"zone_{move.name}_{place}" not in self.open:
                raise Unclear("which card that is")
            slot = self.open[f"zone_{move.name}_{place}"](s, x, actor, *args)
            cards = list(arg) if isinstance(arg, tuple) else [arg]
            for card in cards:  # those that are named find their places before the others are taken
                if card != HIDDEN:
                    x.in_zone(card, slot)
            for i in sorted(range(len(cards)), key=lambda k: cards[k] == HIDDEN):
                if cards[i] == HIDDEN:
                    cards[i] = x.take_hidden(slot, [c for c in cards if c != HIDDEN])
            found[place] = tuple(cards) if isinstance(arg, tuple) else cards[0]
        return found

    def _doubt(
        self, code: dict[str, Any], s: Position, x: Any, move: Move, actor: int | None, args: Sequence[Any]
    ) -> str | None:
        """Why nobody can judge an event, or None."""
        for place, doubt in enumerate(move.doubts):
            if not code[f"doubt_{move.name}_{place}"](s, x, actor, *args):
                return doubt.reason[0].source
        return None

    def located(self, s: Position, move: Move, args: Sequence[Any]) -> list[Any]:
        """The arguments with, of several copies of a card, one that is in sight: in a zone that somebody holds first."""
        found = list(args)
        for place, param in enumerate(move.params):
            if param.zone is None:
                continue
            taken: list[int] = []
            cards = args[place] if isinstance(args[place], tuple) else (args[place],)
            for card in cards:
                taken.append(self._copy(s, card, taken))
            found[place] = tuple(taken) if isinstance(args[place], tuple) else taken[0]
        return found

    def _copy(self, s: Position, card: Any, taken: Sequence[int]) -> Any:
        alike = [c for c in self.copies.get(card, ()) if c not in taken]
        if not alike:
            return card
        hands = [slot for slot in self.layout.zone_slots if self.layout.what(slot)[1] is not None]
        return next((c for slot in hands for c in alike if c in s[slot]), alike[0])

    def _penalty(
        self, code: dict[str, Any], s: Position, x: Any, move: Move, actor: int | None, args: Sequence[Any],
        failure: Failure, events: list[Event],
    ) -> None:  # fmt: skip
        if failure.kind == "require" and move.requirements[failure.place].penalty:
            code[f"penalty_{move.name}_{failure.place}"](s, x, events, actor, *args)

    def first_failure(
        self, code: dict[str, Any], s: Position, x: Any, move: Move, actor: int | None, args: Sequence[Any]
    ) -> Failure | None:
        """The first reason against an event, or None."""
        return next(self.failures(code, s, x, move, actor, args), None)

    def failures(
        self, code: dict[str, Any], s: Position, x: Any, move: Move, actor: int | None, args: Sequence[Any]
    ) -> Iterator[Failure]:
        """Every reason against an event: its moment and player, then its arguments, then each requirement.

        Total: where the moment is wrong nothing else is asked, and requirements that speak of an argument outside its domain are not evaluated.
        """
        if not s[STACK]:
            yield Failure("over")
            return
        if not self.permitted(code, s, x, move, actor):
            yield Failure("turn")
            return
        outside = False
        for place in range(len(move.params)):
            if not code[f"domain_{move.name}_{place}"](s, x, actor, *args):
                outside = True
                yield Failure("domain", place)
        if outside:
            return
        for place in range(len(move.requirements)):
            if not code[f"require_{move.name}_{place}"](s, x, actor, *args):
                yield Failure("require", place)

    def stage(self, s: Position) -> Stage | None:
        """The present stage; None when the game is over."""
        return self.book.stages[s[STACK][-1][0]] if s[STACK] else None

    def permitted(self, code: dict[str, Any], s: Position, x: Any, move: Move, actor: int | None) -> bool:
        stage = self.stage(s)
        assert stage is not None
        return any(
            actor in code[f"who_{stage.name}_{place}"](s, x)
            for place, may in enumerate(stage.may)
            if may.move == move.index
        )

    def who(self, s: Position, readings: Readings) -> list[tuple[Move, tuple[int | None, ...]]]:
        """The moves of the present stage and who may make each, as far as it is known."""
        stage = self.stage(s)
        if stage is None:
            return []
        found = []
        for place, may in enumerate(stage.may):
            actors: dict[int | None, None] = {}
            try:
                for _, who in self.explore(s, readings, self.open[f"who_{stage.name}_{place}"]):
                    actors.update(dict.fromkeys(who))
            except Unclear:
                continue
            if actors:
                found.append((self.book.moves[may.move], tuple(actors)))
        return found

    # ---- what may be done ---------------------------------------------------------------------------------------------

    def legal(self, s: Position, readings: Readings) -> list[tuple[Any, ...]]:
        """All legal moves of a position in which everything is known: `(move, actor, arguments…)`."""
        found: list[tuple[Any, ...]] = self.legal_functions[s[STACK][-1][0]](s, readings) if s[STACK] else []
        return found

    def offers(self, s: Position, readings: Readings, limit: int = 500) -> Iterator[Offer]:
        """All moves that are legal, or may be as far as is known."""
        if self.complete(s):
            yield from (Offer(m, actor, tuple(args)) for m, actor, *args in self.legal(s, readings))
            return
        for move, actors in self.who(s, readings):
            for actor in actors:
                candidates = itertools.product(
                    *(self.candidates(s, readings, move, i, actor) for i in range(len(move.params)))
                )
                for args in itertools.islice(candidates, limit):
                    if CHOOSE in args or any(b.failure is None for b in self.attempt(s, readings, move, actor, args)):
                        yield Offer(move.index, actor, args)

    def candidates(self, s: Position, readings: Readings, move: Move, place: int, actor: int | None) -> Sequence[Any]:
        """Values to try for a parameter in a position with unknowns; CHOOSE where there are too many."""
        param = move.params[place]
        if param.number is not None or param.type.kind == "collection":
            return [CHOOSE]
        if param.zone is not None:
            slot_of = self.open.get(f"zone_{move.name}_{place}")
            if slot_of is None:
                return [CHOOSE]
            rest = [None] * len(move.params)
            slots = {slot for _, slot in self.explore(s, readings, lambda p, x: slot_of(p, x, actor, *rest))}
            cards = {c: None for slot in slots for c in s[slot]}
            known = [c for c in cards if c >= 0]
            return [*known, HIDDEN] if len(known) < len(cards) else known
        if param.type.kind == "player":
            return range(s[PLAYERS])
        if param.type.kind == "enum":
            return range(len(self.book.enums[str(param.type.of)].members))
        return [CHOOSE]

    # ---- why not ------------------------------------------------------------------------------------------------------

    def why_not(
        self, s: Position, readings: Readings, move: Move, actor: int | None, args: Sequence[Any]
    ) -> list[tuple[Failure, Any]]:
        """All reasons against an event in the first way that is open, each with the values that its text speaks of."""

        def run(position: Position, x: Worlds) -> list[tuple[Failure, Any]]:
            given = self._with_hidden(position, x, move, actor, args) if HIDDEN in _flat(args) else args
            found = []
            for failure in self.failures(self.open, position, x, move, actor, given):
                found.append((failure, self._seen(position, x, move, actor, given, failure)))
            return found

        try:
            return next((found for _, found in self.explore(s, readings, run) if found), [])
        except (Unclear, CannotDo):
            return []

    def _seen(self, s: Position, x: Any, move: Move, actor: int | None, args: Sequence[Any], failure: Failure) -> Any:
        if failure.kind == "require":
            count = len(move.requirements[failure.place].reason)
            names = [f"reason_{move.name}_{failure.place}_{i}" for i in range(count)]
            return [_try(self.open[n], s, x, actor, *args) for n in names]
        if failure.kind == "domain":
            number = self.open.get(f"number_{move.name}_{failure.place}")
            slot = self.open.get(f"zone_{move.name}_{failure.place}")
            return (
                _try(number, s, x, actor, *args) if number else None,
                _try(slot, s, x, actor, *args) if slot else None,
            )
        return None

    def requirement(self, move: Move, failure: Failure) -> Requirement:
        return move.requirements[failure.place]

    # ---- invariants ---------------------------------------------------------------------------------------------------

    def broken_invariants(self, s: Position, readings: Readings) -> list[int]:
        """The invariants that do not hold in a position in which everything is known."""
        return [i for i in range(len(self.book.invariants)) if not self.fast[f"invariant_{i}"](s, readings)]

    def misplaced_cards(self, s: Position) -> list[int]:
        """Cards that are not in exactly one place."""
        seen = [card for slot in self.layout.zone_slots for card in s[slot]]
        if len(seen) == len(self.book.cards) == len(set(seen)):
            return []
        return [c for c in range(len(self.book.cards)) if seen.count(c) != 1]


def fault(move: Move, error: Exception) -> RuleFault:
    """A mistake of the rulebook that shows in a move: something is used that is not there yet."""
    if isinstance(error, RuleFault):
        return error
    return RuleFault(f"the move `{move.name}` uses something that is not there", move.citation)


def _try(function: Callable[..., Any], *args: Any) -> Any:
    """The value, or None where it cannot be told."""
    try:
        return function(*args)
    except (Unclear, Impossible, CannotDo, RuleFault, *MISSING):
        return None


def _drawn_freely(move: Move) -> bool:
    """Whether any cards drawn from its zone make the move legal: no requirement speaks of them."""
    drawn = {p.name for p in move.params if p.number is not None}
    others = [p for p in move.params if p.number is None and p.type.kind == "collection"]
    spoken_of = {name for requirement in move.requirements for name in free(requirement.condition)}
    return bool(drawn) and not others and not drawn & spoken_of


def _copies(book: Rulebook) -> dict[int, tuple[int, ...]]:
    """The cards of which there are several, each with all of its kind."""
    by_name: dict[str, list[int]] = {}
    for place, card in enumerate(book.cards):
        by_name.setdefault(card.name, []).append(place)
    return {card: tuple(group) for group in by_name.values() if len(group) > 1 for card in group}


def _about_cards(book: Rulebook, writes: Writes) -> list[int]:
    """The invariants that say where cards may lie: they narrow what nobody recorded."""
    return [
        place
        for place, invariant in enumerate(book.invariants)
        if (reads := writes.reads(invariant.condition)) and all(kind == "zone" for kind, _ in reads)
    ]


def _resolved(part: Any, x: Worlds) -> Any:
    """A part of an event with the cards in it that are known by now."""
    if isinstance(part, tuple):
        return tuple(_resolved(item, x) for item in part)
    return x.settled(part) if is_unknown(part) else x.resolve(part)


def _flat(args: Sequence[Any]) -> list[Any]:
    return [item for arg in args for item in (arg if isinstance(arg, tuple) else (arg,))]


__all__ = ["CHOOSE", "OVER", "Branch", "Event", "Failure", "Game", "Offer", "Position", "Readings"]
