"""One act tried in one position by one emission: whether it is legal, what it does, what is against it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from rulespal.engine.events import Act, Branch, Event, Failure, Position
from rulespal.engine.layout import STACK, Layout
from rulespal.engine.runtime import MISSING, CannotDo, RuleFault, Silent
from rulespal.engine.unknown import Impossible, Unclear
from rulespal.engine.worlds import Worlds
from rulespal.model.phrases import HIDDEN
from rulespal.model.rules import Doubt, Move, Rulebook

Copies = dict[int, tuple[int, ...]]


class Trial:
    """`code`: the functions of an emission; `x`: readings (fast) or worlds (open). The position is changed in place."""

    def __init__(
        self, book: Rulebook, layout: Layout, copies: Copies, code: dict[str, Any], s: Position, x: Any, act: Act
    ) -> None:
        self.book = book
        self.layout = layout
        self.copies = copies
        self.code = code
        self.s = s
        self.x = x
        self.move = act.move
        self.actor = act.actor
        self.args: Sequence[Any] = act.args
        self.name = act.move.name

    def call(self, what: str, place: int | None = None) -> Any:
        """A function of the move on this act."""
        identifier = f"{what}_{self.name}" if place is None else f"{what}_{self.name}_{place}"
        return self.code[identifier](self.s, self.x, self.actor, *self.args)

    def carry_out(self, what: str, events: list[Event]) -> None:
        self.code[f"{what}_{self.name}"](self.s, self.x, events, self.actor, *self.args)

    # ---- what comes of it ---------------------------------------------------------------------------------------------

    def run(self, force: bool) -> Branch:
        """Carries the act out if it is legal, or by `force` all the same; else lays on the penalty, if there is one."""
        events: list[Event] = []
        failure: Failure | None = None
        try:
            failure = self.untimely()
            if failure is None:
                self.prepare()
                failure = next(self.failures(), None)
            if failure is not None and not force:
                self.penalty(failure, events)
                return Branch(self.s, failure, events)
            if failure is not None and not self.s[STACK]:
                raise CannotDo
            if failure is not None and HIDDEN in flat(self.args):  # what is carried out is done with a card
                self.prepare()
            doubt = None if failure else self.doubt()
            self.carry_out("do", events)
        except Silent as gap:
            return Branch(self.s, failure, events, self.book.gaps[gap.gap].silence)
        except Unclear as why:
            return Branch(self.s, failure, events, str(why))
        except CannotDo:
            return Branch(self.s, failure or Failure("domain"), events, "a card is not there", impossible=True)
        except (RuleFault, *MISSING) as error:
            if failure is None:
                raise fault(self.move, error) from error
            return Branch(self.s, failure, events, "it cannot be carried out here", impossible=True)
        return Branch(self.s, failure if force else None, events, doubt=doubt.why if doubt else None)

    def penalty(self, failure: Failure, events: list[Event]) -> None:
        if failure.kind == "require" and self.move.requirements[failure.place].penalty:
            self.code[f"penalty_{self.name}_{failure.place}"](self.s, self.x, events, self.actor, *self.args)

    def doubt(self) -> Doubt | None:
        """What keeps everybody from judging the act, or None."""
        for place, doubt in enumerate(self.move.doubts):
            if not self.call("doubt", place):
                return doubt
        return None

    # ---- what is against it -------------------------------------------------------------------------------------------

    def untimely(self) -> Failure | None:
        """What is wrong with the moment or the player, whatever the cards are."""
        if not self.s[STACK]:
            return Failure("over")
        return None if self.permitted() else Failure("turn")

    def against(self) -> list[tuple[Failure, Any]]:
        """Everything against the act, each with the values that its reason speaks of."""
        untimely = self.untimely()
        if untimely is not None:
            forbidden = self.forbidden() if untimely.kind == "turn" else ()
            return [*((failure, self.seen(failure)) for failure in forbidden), (untimely, None)]
        try:
            self.prepare()
        except CannotDo:
            place = next(i for i, arg in enumerate(self.args) if HIDDEN in flat([arg]))
            return [(Failure("domain", place), self.seen(Failure("domain", place)))]
        return [(failure, self.seen(failure)) for failure in self.failures()]

    def verdict(self) -> Branch:
        """Whether the act is legal, without carrying it out."""
        try:
            failure = self.untimely()
            if failure is None:
                self.prepare()
                failure = next(self.failures(), None)
            doubt = None if failure else self.doubt()
        except Silent as gap:
            return Branch(self.s, unclear=self.book.gaps[gap.gap].silence)
        except CannotDo:
            return Branch(self.s, Failure("domain"))
        return Branch(self.s, failure, doubt=doubt.why if doubt else None)

    def allowed(self) -> bool:
        """Whether nothing is against the act; what the reasons would speak of is not worked out."""
        if self.untimely() is not None:
            return False
        try:
            self.prepare()
        except CannotDo:
            return False
        return next(self.failures(), None) is None

    def failures(self) -> Iterator[Failure]:
        """Everything against the act: its moment and player, then its arguments, then each requirement.

        Total: where the moment is wrong nothing else is asked, and requirements are not evaluated on an argument that
        lies outside its domain.
        """
        untimely = self.untimely()
        if untimely is not None:
            yield untimely
            return
        outside = False
        for place in range(len(self.move.params)):
            if not self.call("domain", place):
                outside = True
                yield Failure("domain", place)
        if outside:
            return
        failed = False
        for place in range(len(self.move.requirements)):
            try:
                holds = self.call("require", place)
            except (RuleFault, *MISSING):
                if not failed:
                    raise
                continue  # it speaks of something that is there only where what failed before holds
            if not holds:
                failed = True
                yield Failure("require", place)

    def forbidden(self) -> Iterator[Failure]:
        """The prohibitions against an act that the stage does not offer, as far as they can be told."""
        if HIDDEN in flat(self.args):
            return
        for place, requirement in enumerate(self.move.requirements):
            if requirement.standing and self.told(f"require_{self.name}_{place}") is False:
                yield Failure("require", place)

    def permitted(self) -> bool:
        """Whether the present stage lets this player make this move."""
        stage = self.book.stages[self.s[STACK][-1][0]]
        return any(
            self.actor in self.code[f"who_{stage.name}_{place}"](self.s, self.x)
            for place, may in enumerate(stage.may)
            if may.move == self.move.index
        )

    def seen(self, failure: Failure) -> Any:
        """The values that the reason for a failure speaks of.

        For a requirement a list with the values of each of its sentences; for a parameter the number of cards that it
        needs and the slot they come from.
        """
        if failure.kind == "require":
            count = len(self.move.requirements[failure.place].reason)
            names = [f"reason_{self.name}_{failure.place}_{i}" for i in range(count)]
            return [self.told(name) for name in names]
        if failure.kind == "domain":
            return tuple(self.told(f"{what}_{self.name}_{failure.place}") for what in ("number", "zone"))
        return None

    def told(self, identifier: str) -> Any:
        """What a function says, or None where it cannot be told."""
        function: Callable[..., Any] | None = self.code.get(identifier)
        try:
            return function(self.s, self.x, self.actor, *self.args) if function else None
        except (Unclear, Impossible, CannotDo, RuleFault, *MISSING):
            return None

    # ---- the cards of the act -----------------------------------------------------------------------------------------

    def prepare(self) -> None:
        """Finds the cards that the act speaks of: for those nobody recorded, and of several copies, one that is there."""
        if HIDDEN in flat(self.args):
            self.args = [self.with_hidden(place, arg) for place, arg in enumerate(self.args)]
        if self.copies:
            self.args = [self.located(place, arg) for place, arg in enumerate(self.args)]

    def with_hidden(self, place: int, arg: Any) -> Any:
        """An argument with a hidden card of the zone for each card that nobody recorded."""
        if HIDDEN not in flat([arg]):
            return arg
        if f"zone_{self.name}_{place}" not in self.code:
            raise Unclear("which card that is")
        slot = self.call("zone", place)
        cards = list(arg) if isinstance(arg, tuple) else [arg]
        for card in cards:  # those that are named find their places before the others are taken
            if card != HIDDEN:
                self.x.in_zone(card, slot)
        for i, card in enumerate(cards):
            if card == HIDDEN:
                cards[i] = self.x.take_hidden(slot, [c for c in cards if c != HIDDEN])
        return tuple(cards) if isinstance(arg, tuple) else cards[0]

    def located(self, place: int, arg: Any) -> Any:
        """An argument with, of several copies of a card, one that is in its zone or may be."""
        if self.move.params[place].zone is None:
            return arg
        cards = arg if isinstance(arg, tuple) else (arg,)
        if not any(card in self.copies for card in cards):
            return arg
        slot = self.call("zone", place) if f"zone_{self.name}_{place}" in self.code else None
        taken: list[int] = []
        for card in cards:
            taken.append(self.copy_of(card, taken, slot))
        return tuple(taken) if isinstance(arg, tuple) else taken[0]

    def copy_of(self, card: Any, taken: Sequence[int], slot: int | None) -> Any:
        """A copy that lies in the zone; else one that is nowhere in sight, so that it may be there unseen."""
        alike = [c for c in self.copies.get(card, ()) if c not in taken]
        if not alike:
            return card
        if slot is not None and isinstance(self.x, Worlds):
            if (sure := self.x.sure_copy(alike, slot)) is not None:
                return sure
            if may_be := self.x.hidden_copies(alike, slot):
                return may_be[self.x.decide(len(may_be))]
        here = self.s[slot] if slot is not None else ()
        seen = {c for zone in self.layout.zone_slots for c in self.s[zone]}
        return next((c for c in alike if c in here), next((c for c in alike if c not in seen), alike[0]))


def fault(move: Move, error: Exception) -> RuleFault:
    """A mistake of the rulebook that shows in a move: something is used that is not there yet."""
    if isinstance(error, RuleFault):
        return error
    return RuleFault(f"the move `{move.name}` uses something that is not there", move.citation)


def flat(args: Sequence[Any]) -> list[Any]:
    """The arguments with collections opened."""
    return [item for arg in args for item in (arg if isinstance(arg, tuple) else (arg,))]
