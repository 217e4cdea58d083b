"""The compiled Regicide and the hand-written referee agree on moves and on what comes of them, under every reading."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from rulespal import library
from rulespal.engine.game import Position
from rulespal.engine.layout import STACK
from rulespal.engine.runtime import Chances
from rulespal.model.rules import Stage, State, Zone, spoken
from tests.referees.lockstep import Lockstep
from tests.referees.regicide import (
    CARDS,
    HAND_SIZE,
    JESTER,
    JESTERS_IN_TAVERN,
    MOVES,
    READINGS,
    Referee,
    health,
    total,
)

GAMES = 300
GAMES_OF_READING = 30
STAGES = {"play_step": "play", "defend_step": "defend", "choose_step": "choose"}
STATES = {  # of the compiled game, as the referee calls them
    "damage": "damage",
    "shield": "shield",
    "unblocked": "unblocked",
    "turn": "turn",
    "played_this_turn": "played",
    "yielded": "yields",
    "won": "won",
    "lost": "lost",
    "jesters_aside": "jesters",
    "medal": "medal",
}
EFFECTS = {
    "returned": "return",
    "draws": "draw",
    "hit": "damage",
    "defeated": "defeated",
    "next_royal": "next-royal",
    "on_top": "on-top",
    "discarded": "to-discards",
    "attacks": "attack",
}
OF_A_ROYAL = ("damage", "shield", "unblocked", "attack")  # and of no interest when the last one has fallen

game, _ = library.load("regicide")
book = game.book
names = [card.name for card in book.cards]
states = {state.name: state for state in book.states}
zones = {zone.name: zone for zone in book.zones}
stages = {STAGES[stage.name]: stage for stage in book.stages}
moves = {spoken(move.name): move for move in book.moves}
medals = list(book.enums["Medal"].members)


def key(name: str, actor: int | None, args: tuple) -> tuple:
    """A play as a set; a payment in full, as both jesters may be in it."""
    if name in ("play", "discard"):
        return (name, actor, frozenset(names[card] for card in args[0]))
    return (name, actor, *args)


def expected(referee: Referee) -> set:
    return set(referee.legal())


def named(cards: Iterable[int]) -> tuple[str, ...]:
    return tuple(names[card] for card in cards)


class Cards:
    """Gives out the cards of the compiled game by name."""

    def __init__(self) -> None:
        self.left: dict[str, list[int]] = {}
        for card in reversed(range(len(names))):
            self.left.setdefault(names[card], []).append(card)

    def __call__(self, wanted: Iterable[str]) -> tuple[int, ...]:
        return tuple(self.left[name].pop() for name in wanted)

    def rest(self) -> tuple[int, ...]:
        return tuple(card for cards in self.left.values() for card in cards)


class Regicide(Lockstep):
    """Begins where the referee stands, takes chance over from the compiled game, and compares all that is on the table."""

    def slot(self, thing: State | Zone, seat: int | None = None) -> int:
        return self.game.layout.slot(thing, seat)

    def start(self, players: int, readings: Chances, referee: Referee) -> Position:
        s = self.game.new(players, readings)
        stage: Stage = stages[referee.stage()]
        cards = Cards()
        for slot in self.game.layout.zone_slots:
            s[slot] = ()
        for zone in ("castle", "tavern", "discard", "in_play"):
            s[self.slot(zones["discards" if zone == "discard" else zone])] = cards(getattr(referee, zone))
        s[self.slot(zones["royal"])] = cards([referee.royal])
        for seat in referee.players:
            s[self.slot(zones["hand"], seat)] = cards(referee.hands[seat])
            s[self.slot(states["yielded"], seat)] = referee.yields[seat]
        s[self.slot(zones["box"])] = cards.rest()
        for name in ("damage", "shield", "turn"):
            s[self.slot(states[name])] = getattr(referee, name)
        s[self.slot(states["blocked_shield"])] = referee.withheld
        s[self.slot(states["unblocked"])] = not referee.immune
        s[self.slot(states["played_this_turn"])] = referee.played
        if players == 1:
            s[self.slot(states["jesters_aside"])] = referee.jesters
        s[STACK] = ((stage.index,),)
        self.compare(s, referee, [], "at the start")
        return s

    def pick(self, s: Position, readings: Chances, found: Sequence[Any], rng: random.Random) -> Sequence[Any]:
        """Jesters more often than others, and now and then a larger payment than those listed."""
        rare = [move for move in found if book.moves[move[0]].name == "play" and JESTER in named(move[2])]
        index, actor, *args = rng.choice(rare if rare and rng.random() < 0.3 else found)
        if book.moves[index].name == "discard" and rng.random() < 0.3:
            hand = s[self.slot(zones["hand"], actor)]
            others = [card for card in hand if card not in args[0]]
            more = (*args[0], *rng.sample(others, min(len(others), rng.choice((1, 1, 2)))))
            if self.allowed(s, readings, "discard", actor, more):
                args = [more]
        return (index, actor, *args)

    def allowed(self, s: Position, readings: Chances, name: str, actor: int, *args: Any) -> bool:
        code, move, stage = self.game.fast, moves[name], book.stages[s[STACK][-1][0]]
        places = [place for place, may in enumerate(stage.may) if may.move == move.index]
        may = any(actor in code[f"who_{stage.name}_{place}"](s, readings) for place in places)
        return may and code[f"can_{move.name}"](s, readings, actor, *args)

    def tell(self, referee: Referee, move: tuple, args: Sequence[Any], s: Position, events: Sequence[Any]) -> None:
        """The cards that hearts brought back, and how the tavern lay before anybody drew, as the compiled game had it."""
        said = list(self.effects(s, events))
        returned = next((effect[1] for effect in said if effect[0] == "return"), ())
        tavern, laid_on = self.slot(zones["tavern"]), sum(effect[0] == "on-top" for effect in said)
        drawn = [card for kind, *rest in events if kind == "moved" and rest[1] == tavern for card in rest[0]]
        lay = named([*drawn, *s[tavern][laid_on:]])
        name, actor, *rest = move
        if name in ("play", "discard"):
            rest = [named(args[0])]
        referee.apply((name, actor, *rest), returned=returned, shuffled=lay if returned else None)

    def compare(self, s: Position, referee: Referee, events: Sequence[Any], where: str) -> None:
        here, there = self.table(s), table(referee)
        parts = [part for part in here if not referee.won or part not in OF_A_ROYAL]
        different = {part: (here[part], there[part]) for part in parts if here[part] != there[part]}
        assert not different, f"{where}: {different}"
        if events:
            said = list(self.effects(s, events))
            assert said == referee.effects, f"{where}: {said} {referee.effects}"
        if s[STACK]:
            self.compare_at_random(s, referee, where)

    def table(self, s: Position) -> dict[str, Any]:
        players = range(s[1])
        found: dict[str, Any] = {}
        for name, other in STATES.items():
            state = states[name]
            slots = [self.slot(state, p) for p in players] if state.owned else [self.slot(state)]
            values = [s[slot] for slot in slots]
            found[other] = values if state.owned else values[0]
        found["jesters"] = found["jesters"] if s[1] == 1 else 0
        found["medal"] = None if found["medal"] is None else medals[found["medal"]]
        for zone in ("castle", "tavern"):
            found[zone] = named(s[self.slot(zones[zone])])
        for zone in ("royal", "discards", "in_play"):
            found[zone] = Counter(named(s[self.slot(zones[zone])]))
        found["hands"] = [Counter(named(s[self.slot(zones["hand"], p)])) for p in players]
        found["stage"] = STAGES[book.stages[s[STACK][-1][0]].name] if s[STACK] else "over"
        found["aside"] = len(s[self.slot(zones["box"])]) + len(s[self.slot(zones["pile"])])
        attack = self.game.fast["define_attack"](s, ()) if s[self.slot(zones["royal"])] else 0
        return {**found, "attack": attack}

    def effects(self, s: Position, events: Sequence[Any]) -> Iterable[tuple]:
        """What is spoken of, in the referee's words."""
        for kind, what, *rest in events:
            if kind == "announced":
                effect = book.effects[what]
                yield (EFFECTS[effect.name], *self.parts(EFFECTS[effect.name], rest[0]))
            elif kind == "set":
                state, value = self.game.layout.what(what)[0].name, rest[0]
                if (state == "shield" and value) or state == "turn":
                    yield (state, value)
                elif state in ("won", "lost"):
                    yield (state,)
                elif state == "medal":
                    yield (state, medals[value])

    def parts(self, name: str, parts: Sequence[Any]) -> Iterable[Any]:
        if name in ("damage", "attack"):
            return parts
        if name == "draw":
            return (parts[0], named(parts[1]))
        cards = parts[0] if isinstance(parts[0], tuple) else (parts[0],)
        return (named(cards),) if name == "return" else named(cards)

    def compare_at_random(self, s: Position, referee: Referee, where: str) -> None:
        """A few events, most of them not legal, judged by both."""
        rng = random.Random(where)
        for _ in range(4):
            name, actor = rng.choice(list(MOVES)), rng.choice((referee.turn, *referee.players))
            hand = s[self.slot(zones["hand"], actor)]
            args: tuple = ()
            if name in ("play", "discard"):
                args = (tuple(rng.sample(hand, rng.randint(0, len(hand)))),)
            elif name == "choose":
                args = (rng.choice(referee.players),)
            other = [named(arg) if isinstance(arg, tuple) else arg for arg in args]
            against = referee.why_not((name, actor, *other))
            here = self.allowed(s, Chances(self.readings, rng), name, actor, *args)
            assert here == (not against), f"{where}, then {(name, actor, *other)}: {here}, {against}"


def table(referee: Referee) -> dict[str, Any]:
    same = ("damage", "shield", "turn", "played", "won", "lost", "jesters", "medal", "attack")
    return {
        **{part: getattr(referee, part) for part in same},
        "unblocked": not referee.immune,
        "yields": list(referee.yields),
        "castle": tuple(referee.castle),
        "tavern": tuple(referee.tavern),
        "royal": Counter([referee.royal] if referee.royal else []),
        "discards": Counter(referee.discard),
        "in_play": Counter(referee.in_play),
        "hands": [Counter(hand) for hand in referee.hands],
        "stage": referee.stage(),
        "aside": len(names) - len(referee.cards()),
    }


def midway(players: int, rng: random.Random, readings: dict[str, str]) -> Referee | None:
    """A game that may stand anywhere; None if it is lost already."""
    left = rng.randrange(12)
    dealt = Referee.dealt(players, rng, readings)
    royal, *castle = [str(dealt.royal), *dealt.castle][11 - left :]
    pack = [card for card in (*CARDS, *[JESTER] * JESTERS_IN_TAVERN[players]) if card not in (royal, *castle)]
    rng.shuffle(pack)

    def some(most: int) -> list[str]:
        return [pack.pop() for _ in range(min(len(pack), rng.randint(0, most)))]

    hands = [some(HAND_SIZE[players]) for _ in range(players)]
    in_play = some(6)
    while total(in_play) >= health(royal):
        pack.append(in_play.pop())
    discard = some(len(pack))
    stage, immune, last = rng.choice(("play", "defend")), rng.random() < 0.7, min(2 * total(in_play), health(royal) - 1)
    no_shield = stage == "play" and readings.get("shield-lasts") == "this-attack"
    found = Referee(
        players,
        readings,
        royal=royal,
        castle=castle,
        tavern=pack,
        hands=hands,
        discard=discard,
        in_play=in_play,
        damage=rng.choice((last, rng.randint(total(in_play), last))),
        shield=0 if no_shield else rng.choice((0, rng.randint(0, total(in_play)))),
        withheld=total([card for card in in_play if card[-1] == royal[-1] == "S"]) if immune else 0,
        immune=immune,
        turn=rng.randrange(players),
        stage=stage,
        played=rng.random() < 0.5,
        yields=[rng.random() < 0.5 for _ in range(players)],
        jesters=rng.randint(0, 2) if players == 1 else None,
    )
    return found if found.stage() == "play" or (found.stage() == "defend" and found.attack) else None


def lockstep(options: dict[str, str]) -> Regicide:
    chosen = [[spoken(o.name) for o in r.options].index(options.get(spoken(r.name), spoken(r.options[0].name)))
              for r in book.readings]  # fmt: skip
    return Regicide(game, chosen, key)


def compare_games(players: int, seeds: Iterable[int], options: dict[str, str]) -> Counter:
    """From the deal, and from anywhere; returns how the games ended."""
    both, ends = lockstep(options), Counter()
    for seed in seeds:
        rng = random.Random(f"{players} {seed}")
        for referee in (Referee.dealt(players, rng, options), midway(players, rng, options)):
            if referee is not None:
                assert both.play(players, seed, referee, expected, 1_000) < 1_000
                ends[referee.medal or ("won" if referee.won else "lost")] += 1
    return ends


def test_the_same_readings() -> None:
    here = {spoken(r.name): tuple(spoken(option.name) for option in r.options) for r in book.readings}
    assert here == READINGS


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_same_games(players: int) -> None:
    ends = compare_games(players, range(GAMES), {})
    assert set(ends) >= ({"gold", "silver", "bronze", "lost"} if players == 1 else {"won", "lost"})


@pytest.mark.parametrize(("name", "option"), [(name, o) for name, choices in READINGS.items() for o in choices[1:]])
def test_same_games_under_other_readings(name: str, option: str) -> None:
    for players in HAND_SIZE:
        compare_games(players, range(GAMES_OF_READING), {name: option})


def test_same_games_under_readings_together() -> None:
    for seed in range(4 * GAMES_OF_READING):
        rng = random.Random(seed)
        options = {name: rng.choice(choices) for name, choices in READINGS.items()}
        compare_games(1 + seed % 4, [seed], options)
