"""Refusals in words: why an event is not legal, what would be, and what an effect is called."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rulespal.engine.game import CHOOSE, Act, Event, Failure, Game, Offer, Position, Readings
from rulespal.engine.layout import OVER
from rulespal.engine.runtime import MISSING, CannotDo, RuleFault
from rulespal.engine.unknown import Unclear
from rulespal.model.phrases import HIDDEN, Speech
from rulespal.model.rules import Move, Pattern, State, Zone, owner_name
from rulespal.model.types import Type
from rulespal.records.choices import Choices
from rulespal.records.facts import stage_values
from rulespal.records.verdict import Effect, Reason

MAX_ALTERNATIVES = 5


class Reasons:
    """Words for one rulebook and the players of one table."""

    def __init__(self, game: Game, speech: Speech) -> None:
        self.game = game
        self.book = game.book
        self.speech = speech

    # ---- why not ------------------------------------------------------------------------------------------------------

    def against(self, s: Position, readings: Readings, act: Act) -> list[Reason]:
        """Every reason against an event in a position, with the values that the rule saw."""
        found: list[Reason] = []
        for failure, seen in self.game.why_not(s, readings, act):
            if failure.kind == "turn" and found:  # a prohibition tells more than the moment
                found.append(self._possible(act))
            else:
                found += self._reasons(s, readings, act, failure, seen)
        stage = self.game.stage(s)
        if found and stage is not None and stage.says and stage.citation not in [r.citation for r in found]:
            found.append(self._cited(self.stage(s), stage.citation, "stage"))
        return found

    def stage(self, s: Position) -> str:
        """The present stage in words, if it has any."""
        stage = self.game.stage(s)
        if stage is None or not stage.says:
            return ""
        return self.speech.say(stage.says, stage_values(self.game, s))

    def _reasons(self, s: Position, readings: Readings, act: Act, failure: Failure, seen: Any) -> Iterator[Reason]:
        move = act.move
        if failure.kind == "over":
            yield self._cited("the game is over", s[OVER], "over")
        elif failure.kind == "turn":
            yield from self._not_now(s, readings, act)
        elif failure.kind == "domain":
            yield self._cited(self._outside(s, move, failure.place, act.args, seen), move.citation, "domain")
        else:
            requirement = move.requirements[failure.place]
            place = self.speech.place(requirement.reason)
            values = seen[place]
            pattern = requirement.reason[place]
            text = self.speech.fill(pattern, values) if values is not None else self._bare(pattern, act)
            yield self._cited(text, requirement.citation)

    def how_it_ended(self, effects: Sequence[Effect], told: Sequence[Reason]) -> list[Reason]:
        """The effects of the event that ended the game, as far as other sections than those told made them."""
        found: list[Reason] = []
        sections = {reason.section for reason in told}
        for effect in effects:
            if effect.section not in sections:
                sections.add(effect.section)
                found.append(self._cited(effect.text, effect.citation))
        return found

    def doubt(self, move: Move, why: str) -> Reason:
        """What would have to be known to judge an event."""
        return self._cited(why, move.citation, "doubt")

    def _cited(self, text: str, citation: int | None, kind: str = "require") -> Reason:
        where = self.book.citations[citation or 0]
        return Reason(text, where.rule, where.section, where.printed, citation or 0, kind)

    def _bare(self, pattern: Pattern, act: Act) -> str:
        """A reason whose values are not all known: what the event itself names is spoken, the rest left open."""
        named = {"actor": act.actor, **{p.name: a for p, a in zip(act.move.params, act.args, strict=True)}}
        spoken_parts = (
            part if isinstance(part, str)
            else self.speech.spoken(named[part.name], part.expr.type) if part.name in named else "…"
            for part in pattern.parts
        )  # fmt: skip
        return "".join(spoken_parts)

    def _not_now(self, s: Position, readings: Readings, act: Act) -> Iterator[Reason]:
        """The wrong player or moment: cites where the present stage and where the move are written."""
        stage = self.game.stage(s)
        assert stage is not None
        may = self.who_may(s, readings, self.legal(s, readings))
        now = f"; possible now: {'; '.join(may)}" if may else ""
        cannot = "this cannot be done" if act.actor is None else f"{self.speech.players[act.actor]} cannot do this"
        yield self._cited(f"{cannot} now{now}", stage.citation, "turn")
        yield self._possible(act)

    def _possible(self, act: Act) -> Reason:
        """Where it is written when a move may be made."""
        return self._cited(f"when “{self.sentence(act.move, act.actor)}” is possible", act.move.citation, "move")

    def who_may(self, s: Position, readings: Readings, offers: Iterable[Offer] | None = None) -> list[str]:
        """Who may do what in the present stage, in the rulebook's sentences; players who may do the same stand together.

        `offers`: no other moves than those of which one is among them.
        """
        legal = None if offers is None else {(offer.move, offer.actor) for offer in offers}
        by_actor: dict[int | None, list[Move]] = {}
        for move, actors in self.game.who(s, readings):
            for actor in actors:
                if legal is None or (move.index, actor) in legal:
                    by_actor.setdefault(actor, []).append(move)
        shared: dict[tuple[int, ...], list[int | None]] = {}
        for actor, moves in by_actor.items():
            shared.setdefault(tuple(m.index for m in moves), []).append(actor)
        return [self._may(moves, actors) for moves, actors in shared.items()]

    def _may(self, moves: tuple[int, ...], actors: list[int | None]) -> str:
        name = "" if actors[0] is None else self.speech.players[actors[0]]
        said = [self.sentence(self.book.moves[m], actors[0]).removeprefix(name).strip() for m in moves]
        others = [self.speech.players[a] for a in actors[1:] if a is not None]
        also = f" (so may {_joined(others, 'and')})" if others else ""
        return f"{name} {_joined(said, 'or')}".strip() + also

    def sentence(self, move: Move, actor: int | None) -> str:
        """How a move is announced, its arguments left open."""
        return self.event(Offer(move.index, actor, (CHOOSE,) * len(move.params)))

    def _outside(self, s: Position, move: Move, place: int, args: Sequence[Any], seen: Any) -> str:
        param, value = move.params[place], args[place]
        number, slot = seen
        if param.number is not None and isinstance(value, tuple) and number is not None and len(value) != number:
            return f"{number} cards are needed here, and these are {len(value)}"
        if param.zone is None:
            return f"{self.speech.spoken(value, param.type)} is not between {param.type.low} and {param.type.high}"
        cards = value if isinstance(value, tuple) else (value,)
        if len({c for c in cards if c != HIDDEN}) < len([c for c in cards if c != HIDDEN]):
            return "a card is named twice"
        missing = [c for c in cards if slot is None or (c != HIDDEN and c not in s[slot])]
        one = param.type if param.type.kind == "card" else Type("card")
        names = _joined([self.speech.spoken(c, one) for c in missing or cards], "and")
        return f"{names} {'are' if len(missing) > 1 else 'is'} not in {self.zone(slot)}"

    def zone(self, slot: int | None) -> str:
        """A zone in words."""
        if slot is None:
            return "the place that it would come from"
        thing, seat = self.game.layout.what(slot)
        name = thing.name.replace("_", " ")
        return f"{self.speech.players[seat]}'s {name}" if seat is not None else f"the {name}"

    # ---- alternatives -------------------------------------------------------------------------------------------------

    def alternatives(self, s: Position, readings: Readings, actor: int | None, said: Act | None = None) -> list[str]:
        """Some legal events in words, those of the same player first; numbers are near to those that were said."""
        choices, found = Choices(self.game, s, readings), list[str]()
        for offer in self.in_turn(self.offers(s, readings), actor, said):
            if (made := choices.made(offer, said)) is not None:
                found.append(self.event(made))
            if len(found) == MAX_ALTERNATIVES:
                break
        return found

    def listed(self, s: Position, readings: Readings, offers: Iterable[Offer], seat: int | None) -> list[str]:
        """Offers in words, those of the seat first, with all numbers that may be said; none that no number makes legal."""
        choices, found = Choices(self.game, s, readings), list[str]()
        for offer in self.in_turn(offers, seat):
            numbers = choices.numbers(offer)
            if numbers or (numbers is None and choices.made(offer) is not None):
                found.append(self.event(offer, ranges(numbers or ())))
        return found

    def in_turn(self, offers: Iterable[Offer], actor: int | None, said: Act | None = None) -> Iterator[Offer]:
        """Those of the actor first, one of each move in turn, the move that was said before others."""
        groups: dict[tuple[bool, bool, int], list[Offer]] = {}
        for offer in offers:
            other = said is None or offer.move != said.move.index
            groups.setdefault((offer.actor != actor, other, offer.move), []).append(offer)
        ordered = [groups[key] for key in sorted(groups)]
        for rank in range(max(map(len, ordered), default=0)):
            yield from (group[rank] for group in ordered if rank < len(group))

    def offers(self, s: Position, readings: Readings) -> Iterator[Offer]:
        """What may be done, as far as it can be listed: a refusal must not fail for want of alternatives."""
        try:
            yield from self.game.offers(s, readings)
        except (RuleFault, CannotDo, Unclear, *MISSING):
            return

    def legal(self, s: Position, readings: Readings) -> list[Offer]:
        """The offers of which some choice is legal; what is open in them stays open."""
        choices = Choices(self.game, s, readings)
        return [offer for offer in self.offers(s, readings) if choices.made(offer) is not None]

    def event(self, offer: Offer, choices: str = "") -> str:
        """An event in words; what is left open in it is said by `choices`, or by an ellipsis."""
        move = self.book.moves[offer.move]
        patterns = move.says
        pattern = next((p for p in patterns if p.language == self.speech.language), patterns[0])
        values = {"actor": offer.actor, **{p.name: a for p, a in zip(move.params, offer.args, strict=True)}}
        said = ""
        for part in pattern.parts:
            if isinstance(part, str):
                said += part
            elif values[part.name] is CHOOSE:
                said += choices or "…"
            else:
                said += self.speech.spoken(values[part.name], part.expr.type)
        return said

    # ---- effects ------------------------------------------------------------------------------------------------------

    def effects(self, events: Iterable[Event]) -> list[Effect]:
        """The effects that have a sentence."""
        return [found for event in events if (found := self.effect(event)) is not None]

    def effect(self, event: Event) -> Effect | None:
        if event[0] == "announced":
            return self._announced(event)
        if event[0] != "set":
            return None
        _, slot, value, citation = event
        thing, seat = self.game.layout.what(slot)
        patterns = _said_of_change(thing, value)
        if not patterns:
            return None
        text = self.speech.say(patterns, {str(owner_name(thing.owner)): seat, "value": value})
        return Effect("set", text, self.book.citations[citation].section, citation)

    def _announced(self, event: Event) -> Effect | None:
        """An effect with sentences of its own: cards by name where they are known, else by their number."""
        _, index, args, citation = event
        effect = self.book.effects[index]
        values = dict(zip((p.name for p in effect.params), args, strict=True))
        cards = next((a for a in args if isinstance(a, tuple)), None)
        form = None
        if cards is not None and "count" in effect.says and (None not in effect.says or all(c < 0 for c in cards)):
            form, values["count"] = "count", len(cards)
        if form not in effect.says:
            return None
        text = self.speech.say(effect.says[form], values)
        return Effect(effect.name, text, self.book.citations[citation].section, citation)


def _said_of_change(thing: State | Zone, value: Any) -> tuple[Pattern, ...]:
    if not isinstance(thing, State) or value is None:
        return ()
    if thing.type.kind == "truth":
        return thing.becomes.get("yes" if value else "no", ()) if isinstance(value, bool) else ()
    return thing.becomes.get(None, ())


def ranges(numbers: Sequence[int]) -> str:
    """Numbers in words: `1 to 4, 7`."""
    runs: list[list[int]] = []
    for n in numbers:
        if runs and runs[-1][-1] == n - 1:
            runs[-1].append(n)
        else:
            runs.append([n])
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs)


def _joined(words: Sequence[str], last: str) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else ""
