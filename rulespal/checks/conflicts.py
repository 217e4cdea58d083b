"""Prohibitions and permissions that contradict each other, with the smallest position found in which they do.

Whether two conditions can hold together in a position that play comes to is not decided but tried: random games are
played, and what is met in them is made smaller as long as both conditions hold (delta debugging: Zeller and
Hildebrandt 2002, here one value or card at a time).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from rulespal.checks.ambiguous import PLAYERS
from rulespal.engine.game import CHOOSE, Act, Game, Offer, Position
from rulespal.engine.layout import FIRST, STACK
from rulespal.engine.layout import PLAYERS as SEATS
from rulespal.engine.runtime import MISSING, CannotDo, RuleFault
from rulespal.model.phrases import Phrasebook, Speech
from rulespal.model.rules import Conflict, Rulebook, State, spoken
from rulespal.model.writes import Writes
from rulespal.play.simulate import walk
from rulespal.records.facts import Facts
from rulespal.records.reasons import Reasons
from rulespal.text.diagnostic import Diagnostic, Related

GAMES = 20  # of each number of players
MOST = 200  # sets of arguments tried for one move in one position
ENOUGH = 10  # positions that are made smaller


@dataclass(frozen=True, slots=True)
class Meeting:
    """A position in which an act is both forbidden and allowed, and the slots that make it so."""

    position: Position
    act: Act
    slots: tuple[int, ...]


def check(book: Rulebook, game: Game, phrases: Phrasebook) -> Iterator[Diagnostic]:
    pairs: dict[tuple[str, str], list[Conflict]] = {}
    for conflict in book.conflicts:
        pairs.setdefault((conflict.prohibition.name, conflict.permission.name), []).append(conflict)
    for conflicts in pairs.values():
        met = itertools.islice(_meetings(game, phrases, conflicts), ENOUGH)
        smallest = min(met, key=lambda meeting: len(meeting.slots), default=None)
        yield _finding(game, phrases, conflicts[0], smallest)


def _finding(game: Game, phrases: Phrasebook, conflict: Conflict, met: Meeting | None) -> Diagnostic:
    one, other = conflict.prohibition, conflict.permission
    hint = f"Write `allow {other.name} over {one.name}: …`, or `forbid {one.name} over {other.name}: …`."
    related = (Related(one.span, "forbidden here"),)
    if met is None:
        message = f"`{one.name}` and `{other.name}` may meet, and neither is over the other; no random game shows it."
        return Diagnostic("R-PRIORITY", message, other.span, hint, related)
    speech = Speech(phrases, PLAYERS[: met.position[SEATS]])
    event = Reasons(game, speech).event(Offer(met.act.move.index, met.act.actor, met.act.args))
    where = "; ".join(_told(game, speech, met.position, slot) for slot in met.slots) or "the game has just begun"
    message = f"`{one.name}` forbids “{event}”, `{other.name}` allows it, and neither is over the other: {where}."
    return Diagnostic("R-CONFLICT", message, other.span, hint, related)


def _told(game: Game, speech: Speech, s: Position, slot: int) -> str:
    """A value of the position in words; by its name where the rulebook has no sentence for it."""
    said = Facts(game, speech).say(s, slot)
    if said is not None:
        return said
    if slot == STACK:
        stage = game.stage(s)
        return f"the stage is `{spoken(stage.name)}`" if stage else "the game is over"
    thing, seat = game.layout.what(slot)
    of = f" of {speech.players[seat]}" if seat is not None and thing.owner and thing.owner.kind == "player" else ""
    value = speech.spoken(s[slot], thing.type) if isinstance(thing, State) else f"{len(s[slot])} card(s)"
    return f"`{spoken(thing.name)}`{of} is {value}"


# ---- looking for positions --------------------------------------------------------------------------------------------


def _meetings(game: Game, phrases: Phrasebook, conflicts: list[Conflict]) -> Iterator[Meeting]:
    """Positions of random games in which one of these conflicts shows, made smaller; small tables first."""
    low, high = game.book.players
    for players in range(low, high + 1):
        for seed in range(GAMES):
            for s in walk(game, phrases, players, seed):
                for conflict in conflicts:
                    act = next(_contradicted(game, s, conflict), None)
                    if act is not None:
                        yield _smaller(game, s, conflict, act)


def _contradicted(game: Game, s: Position, conflict: Conflict) -> Iterator[Act]:
    """The acts of which a conflict keeps everybody from saying whether they are legal, and nothing else does."""
    move = game.book.moves[conflict.move]
    actors = next((who for other, who in game.who(s, game.defaults) if other.index == move.index), ())
    for actor in actors:
        values = (game.candidates(s, game.defaults, move, place, actor) for place in range(len(move.params)))
        for args in itertools.islice(itertools.product(*values), MOST):
            act = Act(move, actor, args)
            if CHOOSE not in args and _contradicts(game, s, conflict, act):
                yield act


def _contradicts(game: Game, s: Position, conflict: Conflict, act: Act) -> bool:
    trial = game.trial(game.fast, s, game.defaults, act)
    try:
        return trial.allowed() and not trial.call("doubt", conflict.doubt)
    except (RuleFault, CannotDo, *MISSING):
        return False


# ---- making them smaller ----------------------------------------------------------------------------------------------


def _smaller(game: Game, found: Position, conflict: Conflict, act: Act) -> Meeting:
    """The position with everything taken out that the two conditions can do without."""
    s = found.copy()
    writes = Writes(game.book)
    read = writes.reads(conflict.prohibition.condition) | writes.reads(conflict.permission.condition)
    slots = [STACK] if any(kind == "stage" for kind, _ in read) else []
    for slot in range(FIRST, game.layout.size):
        if not game.layout.used(slot, s[SEATS]):
            continue
        thing, _ = game.layout.what(slot)
        if ("state" if isinstance(thing, State) else "zone", thing.index) in read and not _spared(
            game, s, slot, conflict, act
        ):
            slots.append(slot)
    return Meeting(s, act, tuple(slots))


def _spared(game: Game, s: Position, slot: int, conflict: Conflict, act: Act) -> bool:
    """Whether a slot can do without its value; of cards as many are taken out as may be."""
    thing, _ = game.layout.what(slot)
    if isinstance(thing, State):
        first = game.fast[f"initial_{thing.name}"](s, game.defaults) if thing.initial is not None else None
        return s[slot] == first or _still(game, s, slot, first, conflict, act)
    for card in s[slot]:
        _still(game, s, slot, tuple(c for c in s[slot] if c != card), conflict, act)
    return not s[slot]


def _still(game: Game, s: Position, slot: int, value: object, conflict: Conflict, act: Act) -> bool:
    """Puts a value into a slot if the act is contradicted all the same."""
    before, s[slot] = s[slot], value
    if _contradicts(game, s, conflict, act):
        return True
    s[slot] = before
    return False
