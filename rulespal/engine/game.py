"""A runnable rulebook: positions, what may be done in them, what an event does, and why it may not be done."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import CodeType
from typing import Any

from rulespal.engine.compile import CHOOSE, code, load
from rulespal.engine.events import Act, Branch, Consulted, Event, Failure, Offer, Position, Readings
from rulespal.engine.explore import explore
from rulespal.engine.forks import Zones
from rulespal.engine.layout import FIRST, PLAYERS, STACK, UNKNOWNS, Layout
from rulespal.engine.quick import Quick
from rulespal.engine.runtime import CannotDo, Chances, RuleFault, sets_until, sets_while
from rulespal.engine.starts import Starts
from rulespal.engine.traits import Traits
from rulespal.engine.trial import Trial
from rulespal.engine.unknown import REST, Unclear, Var, is_unknown
from rulespal.engine.worlds import Worlds
from rulespal.model.phrases import HIDDEN
from rulespal.model.rules import Move, Rulebook, Stage, State, Zone

MOST_COUNTED = 10  # cards of which all sets are counted
MOST_WAYS = 200  # ways that are looked at for what is always against an act


class Game:
    """The compiled functions of a rulebook in both emissions. Immutable; positions are passed in and copied."""

    def __init__(self, book: Rulebook, ready: dict[str, tuple[CodeType, str]] | None = None) -> None:
        """`ready`: the code of both emissions where it was compiled before."""
        self.book = book
        self.layout = Layout(book)
        self.code = ready or {kind: code(book, self.layout, kind) for kind in ("fast", "open")}
        self.fast, self.open = (load(book, self.layout, kind, self.code[kind]) for kind in ("fast", "open"))
        self.fast_listing, self.open_listing = self.code["fast"][1], self.code["open"][1]
        self.legal_functions = [self.fast[f"legal_{stage.name}"] for stage in book.stages]
        self.do_functions = [self.fast[f"do_{move.name}"] for move in book.moves]
        self.defaults: tuple[int, ...] = (0,) * len(book.readings)
        self.traits = Traits(book)
        self.copies = self.traits.copies
        self.quick = Quick(book, self.traits, self.fast)
        self.at_stake = [tuple((i, self.fast[f"invariant_{i}"]) for i in at_stake) for at_stake in self.traits.at_stake]
        self._blank, self._started = Starts(), Starts()
        loose = frozenset(s for s in self.layout.zone_slots if not getattr(self.layout.what(s)[0], "ordered", False))
        self.zones = Zones(self.layout.zone_slots, loose, len(book.cards))

    # ---- positions ----------------------------------------------------------------------------------------------------

    def new(
        self, players: int, readings: Readings, out: list[Event] | None = None, said: Mapping[int, Any] | None = None
    ) -> Position:
        """The position when a game starts: initial values, what is said of states (by slot), then what `start` does.

        A random game starts with the rulebook's example; in a record, a state without a first value is not known.
        """
        key = (players, tuple(readings))
        s = self._blank.position(key, readings, lambda consulted: self._initial(players, consulted))
        for slot, value in (said or {}).items():
            s[slot] = value
        if isinstance(readings, Chances):
            self.fast["start_example"](s, readings, out)
        if not self.traits.start_by_chance or isinstance(readings, Chances):
            self.fast["start"](s, readings, out)
            return s
        if out is not None:
            return self._open_start(s, players, readings, out)
        told = (*key, *sorted((said or {}).items()))
        return self._started.position(told, readings, lambda consulted: self._open_start(s, players, consulted, None))

    def _open_start(self, s: Position, players: int, readings: Readings, out: list[Event] | None) -> Position:
        """What `start` makes of a position where nobody knows what chance decides."""
        s = next(position for position, _ in self.explore(s, readings, lambda p, x: self.open["start"](p, x, out)))
        for state in self.book.states:
            if state.initial is None and not state.type.optional:
                self._open(s, state, players)
        return s

    def _open(self, s: Position, state: State, players: int) -> None:
        """Makes a state that has no value one of which nothing is known."""
        for slot in self.slots_of(state, players):
            if s[slot] is None:
                s[slot] = Var(slot)
                s[UNKNOWNS] = {**s[UNKNOWNS], s[slot]: self.domain(state, players)}

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
            thing, _ = self.layout.what(slot)
            if isinstance(thing, Zone):
                s[slot] = (REST,) if self.layout.used(slot, players) else ()
            elif self.layout.used(slot, players):
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
        return range(base, base + len(self.layout.owners(thing, players)))

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

    # ---- acts ---------------------------------------------------------------------------------------------------------

    def trial(self, code: dict[str, Any], s: Position, x: Any, act: Act) -> Trial:
        """An act to be tried in a position, by the functions of one emission."""
        return Trial(self.book, self.layout, self.copies, code, s, x, act)

    def attempt(
        self, s: Position, readings: Readings, act: Act, force: bool = False, *, known: bool = False,
        whether: bool = False,
    ) -> list[Branch]:  # fmt: skip
        """What comes of an act, in every way that is open.

        `force`: carried out even where it is not legal. `known`: it is sure that everything in the position is known.
        `whether`: only whether it is legal is asked, and it is not carried out where something is not known.
        """
        if act.plain and not self.traits.by_chance[act.move.index] and (known or self.complete(s)):
            branch = None if force else self.quick.attempt(s, readings, act)
            if branch is None:
                branch = self.trial(self.fast, s.copy(), readings, act).run(force)
                branch.known = True
            return [branch]
        branches = []
        faults: list[RuleFault] = []

        def run(position: Position, x: Worlds) -> Branch:
            try:
                trial = self.trial(self.open, position, x, act)
                branch = trial.verdict() if whether else trial.run(force)
            except RuleFault as wrong:  # in this world; in the others the rules may well run
                faults.append(wrong)
                return Branch(position, unclear=str(wrong))
            branch.events = [tuple(_resolved(part, x) for part in event) for event in branch.events]
            return branch

        try:
            for position, branch in self.explore(s, readings, run):
                branch.position = position
                branches.append(branch)
        except Unclear as why:
            return [Branch(s, unclear=str(why))]
        if faults and len(faults) == len(branches):
            raise faults[0]
        return branches

    def why_not(self, s: Position, readings: Readings, act: Act) -> list[tuple[Failure, Any]]:
        """All reasons against an act, each with the values that its text speaks of.

        What is against it in one way that is open and not in another is no reason, unless nothing else is.
        """

        def run(position: Position, x: Worlds) -> list[tuple[Failure, Any]]:
            return self.trial(self.open, position, x, act).against()

        first: list[tuple[Failure, Any]] = []
        always: set[Failure] = set()
        try:
            for _, found in itertools.islice(self.explore(s, readings, run), MOST_WAYS):
                if found:
                    always = always & {failure for failure, _ in found} if first else {failure for failure, _ in found}
                    first = first or found
                if first and len(always) < 2:
                    break
        except (Unclear, CannotDo):
            pass
        return [(failure, seen) for failure, seen in first if failure in always] or first

    def stage(self, s: Position) -> Stage | None:
        """The present stage; None when the game is over."""
        return self.book.stages[s[STACK][-1][0]] if s[STACK] else None

    def who(self, s: Position, readings: Readings) -> list[tuple[Move, tuple[int | None, ...]]]:
        """The moves of the present stage and who may make each, as far as it is known."""
        stage = self.stage(s)
        found = []
        for place, may in enumerate(stage.may if stage else ()):
            actors: dict[int | None, None] = {}
            try:
                for _, who in self.explore(s, readings, self.open[f"who_{stage.name}_{place}"]):  # type: ignore[union-attr]
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
                    if CHOOSE in args or self.possible(s, readings, Act(move, actor, args)):
                        yield Offer(move.index, actor, args)

    def possible(self, s: Position, readings: Readings, act: Act) -> bool:
        """Whether nothing is against an act, as far as is known. What comes of it is not worked out: that may be long."""
        if act.plain and self.complete(s):
            return self.trial(self.fast, s, readings, act).allowed()
        try:
            return any(allowed for _, allowed in self.explore(s, readings, self.allowing(act)))
        except Unclear:
            return True

    def allowing(self, act: Act) -> Callable[[Position, Worlds], bool]:
        """Open code that says whether nothing is against an act."""
        return lambda s, x: self.trial(self.open, s, x, act).allowed()

    def candidates(self, s: Position, readings: Readings, move: Move, place: int, actor: int | None) -> Sequence[Any]:
        """Values to try for a parameter in a position with unknowns; CHOOSE where there are too many."""
        param = move.params[place]
        if param.zone is not None:
            cards = self.lying(s, readings, move, place, actor)
            if cards is None:
                return [CHOOSE]
            if param.type.kind == "collection":
                return self.sets(s, readings, move, place, actor, cards) or [CHOOSE]
            known = [c for c in cards if c >= 0]
            return [*known, HIDDEN] if len(known) < len(cards) else known
        if param.number is not None or param.type.kind == "collection":
            return [CHOOSE]
        if param.type.kind == "player":
            return range(s[PLAYERS])
        if param.type.kind == "enum":
            return range(len(self.book.enums[str(param.type.of)].members))
        return [CHOOSE]

    def lying(
        self, s: Position, readings: Readings, move: Move, place: int, actor: int | None
    ) -> tuple[int, ...] | None:
        """The cards of the place from which a parameter is taken; None where it cannot be told beforehand."""
        slot_of = self.open.get(f"zone_{move.name}_{place}")
        if slot_of is None:
            return None
        rest = [None] * len(move.params)
        slots = {slot for _, slot in self.explore(s, readings, lambda p, x: slot_of(p, x, actor, *rest))}
        return tuple({c: None for slot in sorted(slots) for c in s[slot]})

    def sets(
        self, s: Position, readings: Readings, move: Move, place: int, actor: int | None, cards: tuple[int, ...]
    ) -> list[tuple[int, ...]] | None:
        """The sets of these cards that meet the bound of a parameter; None where it has none or a card is unknown."""
        bound = self.open.get(f"bound_{move.name}_{place}")
        if bound is None or len(move.params) > 1 or any(card < 0 for card in cards):
            return None

        def fits(chosen: tuple[int, ...]) -> bool:
            return any(held for _, held in self.explore(s, readings, lambda p, x: bound(p, x, actor, chosen)))

        return (sets_while if move.params[place].bound == "while" else sets_until)(cards, fits)

    def larger(self, s: Position, readings: Readings, offers: Iterable[Offer]) -> int:
        """How many legal sets there are that hold one of the smallest sets listed and more."""
        counted = 0
        groups: dict[tuple[int, int | None], list[frozenset[int]]] = {}
        for offer in offers:
            move = self.book.moves[offer.move]
            if len(move.params) == 1 and move.params[0].bound == "until" and CHOOSE not in offer.args:
                groups.setdefault((offer.move, offer.actor), []).append(frozenset(offer.args[0]))
        for (index, actor), smallest in groups.items():
            move = self.book.moves[index]
            cards = self.lying(s, readings, move, 0, actor) or ()
            for size in range(1, len(cards) + 1 if len(cards) <= MOST_COUNTED else 0):
                for chosen in itertools.combinations(cards, size):
                    whole = frozenset(chosen)
                    if any(small < whole for small in smallest) and whole not in smallest:
                        counted += self.possible(s, readings, Act(move, actor, (chosen,)))
        return counted

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


def _resolved(part: Any, x: Worlds) -> Any:
    """A part of an event with the cards in it that are known by now."""
    if isinstance(part, tuple):
        return tuple(_resolved(item, x) for item in part)
    return x.settled(part) if is_unknown(part) else x.resolve(part)


__all__ = ["CHOOSE", "Act", "Branch", "Consulted", "Event", "Failure", "Game", "Offer", "Position", "Readings"]
