"""The state of a table while its record is judged: the positions that fit what was seen, kept from line to line."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulespal.engine.game import Act, Branch, Event, Position
from rulespal.engine.layout import STACK
from rulespal.model.phrases import Said
from rulespal.records.record import Line
from rulespal.records.verdict import Effect, ResultReport

MAX_WORLDS = 64


@dataclass(slots=True)
class World:
    """A position that fits all that was seen, and the effects of the last event in it that no line has named yet.

    `known`: it is sure that everything in it is known, so that nobody has to look.
    """

    position: Position
    events: list[Event] = field(default_factory=list)
    known: bool = False


@dataclass(slots=True, eq=False)
class Later:
    """A second state that nobody has asked for yet: the one before it, and the act that leads on from there.

    `refused`: the number of the act, and the worlds in which it was refused; None of an act that was legal.
    """

    before: Second
    act: Act
    refused: tuple[int, list[World]] | None = None
    done: tuple[list[World] | None, int] | None = None  # once it was asked for: the state and the act it began with


Second = list[World] | Later | None


@dataclass(slots=True)
class Table:
    """All that changes from line to line, so that it can be kept and gone back to.

    What it holds is never changed in place.
    """

    worlds: list[World] | None = None  # None: nothing is known any more
    second: Second = None
    second_from: int = 0  # of a second state that is there
    facts: tuple[tuple[Said, Line, int], ...] | None = ()  # waiting for the first event
    fresh: bool = True  # the start of the record, not what follows a hole
    last_refused: bool = False
    changes: int = 0  # how many of the judge's changes had been made
    ending: tuple[Effect, ...] = ()  # the effects of the event that ended the game
    corrected: tuple[tuple[Said, Line], ...] = ()  # by hand, since the last line that was no correction
    lost: int | None = None  # the line from which on there are too many positions to follow, or something is not known

    def copy(self) -> Table:
        return Table(
            self.worlds, self.second, self.second_from, self.facts, self.fresh, self.last_refused, self.changes,
            self.ending, self.corrected, self.lost,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mark:
    """Where a judge stood before a line: enough to go on from there under other options."""

    place: int
    table: Table
    events: int
    checks: int
    history: list[tuple[int, Table]]  # only ever added to
    remembered: int
    result: ResultReport | None
    taken_back: frozenset[int]
    unread: bool
    written: int | None
    hidden_fault: tuple[int, str] | None
    problems: int  # how many diagnostics there were


@dataclass(frozen=True, slots=True)
class Doubts:
    """Claims (by number of event) that are not believed: of `distrusted` ones nothing is concluded, `denied` is false."""

    distrusted: frozenset[int] = frozenset()
    denied: int | None = None


def merged(branches: list[Branch]) -> list[World] | None:
    """The positions that branches lead to, each once; None when they are too many to follow."""
    if len(branches) == 1:
        return [World(branches[0].position, branches[0].events, branches[0].known)]
    worlds: list[World] = []
    for branch in branches:
        if not any(w.position == branch.position and w.events == branch.events for w in worlds):
            if len(worlds) == MAX_WORLDS:
                return None
            worlds.append(World(branch.position, branch.events, branch.known))
    return worlds


def put(slot: int) -> list[Event]:
    """What comes of a line that says what is in a slot."""
    return [("set", slot)]


def touched(event: Event) -> tuple[int, ...]:
    """The slots that an event changed."""
    if event[0] == "set":
        return (event[1],)
    if event[0] == "moved":
        return (event[2], event[3])
    return () if event[0] == "announced" else (STACK,)
