"""Asking whether effects and facts hold in the positions that fit, and leaving out those in which they do not."""

from __future__ import annotations

from rulespal.engine.game import Event, Game, Position, Readings
from rulespal.engine.known import Known
from rulespal.engine.unknown import Unclear
from rulespal.model.phrases import Said
from rulespal.records.facts import Facts
from rulespal.records.holding import Holding
from rulespal.records.reasons import Reasons
from rulespal.records.table import MAX_WORLDS, World


class Asking:
    """Questions about worlds, for one rulebook and the players of one table."""

    def __init__(self, game: Game, facts: Facts, words: Reasons) -> None:
        self.game = game
        self.holding = Holding(game, facts)
        self.words = words

    def matched(self, world: World, said: Said, readings: Readings) -> list[World]:
        """What is left of a world when an effect is named: narrowed to it, and that effect taken off; empty if none fits."""
        if world.known:
            x = Known(world.position, readings)
            for place, event in enumerate(world.events):
                if self.holding.is_effect(x, event, said):
                    return [World(world.position, world.events[:place] + world.events[place + 1 :], True)]
            return []
        for place, event in enumerate(world.events):
            if fits := self.naming(world, event, said, readings):
                rest = world.events[:place] + world.events[place + 1 :]
                return [World(position, rest) for position in fits]
        return []

    def naming(self, world: World, event: Event, said: Said, readings: Readings) -> list[Position]:
        """The positions that are left of a world with something unknown when an event is the effect that is named."""
        try:
            found = self.game.explore(world.position, readings, lambda s, x: self.holding.is_effect(x, event, said))
            return [position for position, holds in found if holds]
        except Unclear:
            return [world.position]

    def by_choice(self, world: World, said: Said) -> bool:
        """Whether a world has the effect that is named, with other cards: those that chance or a player picked, which the
        line tells."""
        return any(
            self.same_kind(event, said) and event[0] == "announced" and self.with_other_cards(event, said)
            for event in world.events
        )

    @staticmethod
    def with_other_cards(event: Event, said: Said) -> bool:
        values = dict(zip((p.name for p in said.target.params), event[2], strict=True))  # type: ignore[union-attr]
        number = len(next((told for told in said.values.values() if isinstance(told, tuple)), ()))
        return all(
            len(value) == said.values.get("count", number) if isinstance(value, tuple) else value == said.values[name]
            for name, value in values.items()
        )

    def instead(self, world: World, said: Said) -> tuple[str, str]:
        """What the rules give in place of an effect, and what they give at all."""
        effects = self.words.effects(world.events)
        same = [e.text for event in world.events if self.same_kind(event, said) and (e := self.words.effect(event))]
        everything = "; ".join(e.text for e in effects) or "no effect"
        return "; ".join(same) or everything, everything

    def same_kind(self, event: Event, said: Said) -> bool:
        """Whether an event is of the kind that an effect speaks of."""
        if event[0] == "announced":
            return self.game.book.effects[event[1]] is said.target
        return event[0] == "set" and self.game.layout.what(event[1])[0] is said.target

    def asked(self, worlds: list[World], said: Said, readings: Readings) -> tuple[list[World], bool]:
        """The worlds in which a fact holds, and whether there are others."""
        holding, failing = [], False
        for world in worlds:
            if world.known:
                holds = self.holding.holds(world.position, Known(world.position, readings), said)
                holding += [world] if holds else []
                failing = failing or not holds
                continue
            try:
                for position, holds in self.game.explore(
                    world.position, readings, lambda s, x: self.holding.holds(s, x, said)
                ):
                    if holds:
                        holding.append(World(position, world.events))
                    failing = failing or not holds
            except Unclear:
                holding.append(world)
                failing = True
        if len(holding) > MAX_WORLDS:  # too many to follow: nothing is concluded
            return worlds, True
        return holding, failing
