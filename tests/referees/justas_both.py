"""Random games of Justas on the compiled rulebook and on the hand-written referee at once, under the default readings.

Both judge the same moves, and what comes of each is compared. Beside that it is looked, with nothing of either, whether the
coins on the table stay those of the box, whether every purse changed by what was said to be paid, and whether anybody who is
out of the game acted otherwise than such people may.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from rulespal import library
from rulespal.engine.events import Act, Branch
from rulespal.engine.game import Position
from rulespal.engine.layout import STACK
from rulespal.engine.runtime import Chances
from rulespal.model.rules import State, Zone
from tests.referees.justas import ASSUMED_CARDS, ASSUMED_COINS, ASSUMED_PRICES, MOVES, Chooser, Gap, Referee
from tests.referees.justas_cards import DISCIPLINES

TRIED = 12  # moves that both judge before one is made
LIMIT = 2_000

game, _ = library.load("justas")
book = game.book
names = [card.name for card in book.cards]
first = {card.name: place for place, card in reversed(list(enumerate(book.cards)))}
states: dict[str, State] = {state.name: state for state in book.states}
zones: dict[str, Zone] = {zone.name: zone for zone in book.zones}
moves = {move.name: move for move in book.moves}
statuses = [*book.enums["Status"].members, None]

STAGES = {
    "set_up": "set-up", "turn_step": "turn", "answer_step": "challenged", "stand_step": "accepted",
    "bet_step": "betting", "fight": "duel", "tournament": "tournament", "after_duel": "after-duel", "loan": "loan",
    "debtor_step": "debtor-turn", "buying": "final-market", "between": "final-duel", "final_fight": "final-discipline",
}  # fmt: skip
NAMES = {
    "blade-points": "point", "no-challenge": "not_challenge", "no-challenge-and-draw": "not_challenge_draw",
    "rely-on": "rely", "pass": "pass_on", "use-LADRÓN": "use_ladron", "use-PÍCARO": "use_picaro",
    "use-DIEZMO": "use_diezmo", "use-IMPUESTOS": "use_impuestos", "use-FESTEJOS": "use_festejos",
    "use-ORDEN REAL": "use_orden", "use-PURGA": "use_purga",
}  # fmt: skip
MAY_OUT = {  # what those may do who are no knights: with a loan, and just out of coins
    "debtor": {"bet", "counter", "raise", "return", "stay-out"}, "eliminated": {"take-loan", "give-up"},
    "spectator": set[str](),
}  # fmt: skip
PAYMENTS = {  # effect: payer, payee, amount among its arguments, or the place that is no player
    "pays": (0, 2, 1), "pays_king": (0, "treasury", 1), "king_pays": ("treasury", 1, 0),
    "pays_pot": (0, "pot", 1), "pot_pays": ("pot", 1, 0),
}  # fmt: skip


class Told(Chooser):
    """Gives the referee what chance decided in the compiled game."""

    def __init__(self) -> None:
        super().__init__()
        self.thrown: dict[int, tuple[str, ...]] = {}
        self.lay: tuple[str, ...] = ()

    def shuffle(self, cards: Sequence[str]) -> list[str]:
        assert Counter(cards) == Counter(self.lay)
        return list(self.lay)

    def discard(self, player: int, hand: Sequence[str], number: int) -> list[str]:
        return list(self.thrown.get(player, ()))


class Both:
    """A game on both sides."""

    def __init__(self, players: int, seed: int, midway: bool) -> None:
        self.where = f"{players} players, seed {seed}{', midway' if midway else ''}"
        self.rng = random.Random(self.where)
        self.x = Chances(game.defaults, self.rng)
        self.s: Position = game.new(players, self.x)
        self.players = range(players)
        given: dict[str, Any] = self.midway() if midway else {}
        self.chooser = Told()
        self.referee = Referee(
            players,
            coins=[self.get("coins", p) for p in self.players],
            treasury=self.get("treasury"),
            hands=[self.cards("hand", p) for p in self.players],
            deck=self.cards("deck"),
            market=self.cards("market"),
            prices=ASSUMED_PRICES,
            cards=ASSUMED_CARDS,
            chooser=self.chooser,
            **given,
        )

    def midway(self) -> dict[str, Any]:
        """Puts the compiled game anywhere; what the referee has to be told."""
        for p in self.players:
            self.put("coins", self.rng.choice((1, 1, 2, 2, 3, 5, 6, 7, 9)), p)
        status = ["knight"] * len(self.players)
        for p in self.players[3:]:
            status[p] = self.rng.choice(("knight", "knight", "debtor"))
            self.put("status", statuses.index(status[p]), p)
        turn, winner = (self.rng.choice([p for p in self.players if status[p] == "knight"]) for _ in range(2))
        pot = self.rng.randint(0, 3)
        self.put("treasury", ASSUMED_COINS - pot - sum(self.get("coins", p) for p in self.players))
        self.put("pot", pot)
        self.put("turn", turn)
        self.put("last_winner", winner)
        self.s[STACK] = ((next(s.index for s in book.stages if s.name == "turn_step"),),)
        return {"status": status, "turn": turn, "last_winner": winner, "pot": pot}

    # ---- the compiled game ----------------------------------------------------------------------------------------

    def slot(self, name: str, owner: int | None = None) -> int:
        return game.layout.slot(states.get(name) or zones[name], owner)

    def get(self, name: str, owner: int | None = None) -> Any:
        return self.s[self.slot(name, owner)]

    def put(self, name: str, value: Any, owner: int | None = None) -> None:
        self.s[self.slot(name, owner)] = value

    def cards(self, zone: str, owner: int | None = None) -> list[str]:
        return [names[card] for card in self.get(zone, owner)]

    def act(self, move: tuple) -> Act:
        """The referee's move as one of the compiled game."""
        name, actor, *args = move
        if name in ("challenge", "call-tournament", "begin-discipline"):
            args = [*args[1:], DISCIPLINES.index(args[0])]
        converted = [first.get(arg, -1) if isinstance(arg, str) else arg for arg in args]
        if name == "play":
            converted = [tuple(first[card] for card in args[0])]
        return Act(moves[NAMES.get(name, name.replace("-", "_"))], actor, tuple(converted))

    def attempt(self, move: tuple) -> Branch:
        return game.trial(game.fast, self.s.copy(), self.x, self.act(move)).run(False)

    def judged(self, move: tuple) -> bool | None:
        """Whether the compiled game has a move for legal; None where the rules are silent."""
        trial = game.trial(game.fast, self.s.copy(), self.x, self.act(move))
        if trial.against():
            return False
        return None if trial.doubt() or self.attempt(move).unclear else True

    def stage(self) -> str:
        return STAGES[book.stages[self.s[STACK][-1][0]].name] if self.s[STACK] else "over"

    # ---- both -------------------------------------------------------------------------------------------------------

    def play(self) -> str:
        """One game; what it ended with: over, or the name of a gap."""
        self.compare("at the start")
        for number in range(LIMIT):
            if not self.s[STACK]:
                return "over"
            for move in self.tried():
                self.judge(move)
            legal = self.referee.legal()
            if not legal:
                return self.gap()
            kinds = sorted({name for name, *_ in legal})
            kind = self.rng.choice([k for k in kinds if k != "withdraw" or self.rng.random() < 0.3] or kinds)
            move = self.rng.choice([move for move in legal if move[0] == kind])
            gap = self.make(move, f"{self.where}, move {number}: {move}")
            if gap is not None:
                return gap
        raise AssertionError(f"{self.where}: no end")

    def gap(self) -> str:
        """Why nothing can be done any more: what the rules say nothing about in every move that is left."""
        found = set()
        for move in self.referee.silent():
            try:
                self.referee.why_not(move)
            except Gap as gap:
                found.add(gap.name)
        assert found, f"{self.where}, {self.stage()}: nobody has a legal move"
        return " or ".join(sorted(found))

    def tried(self) -> list[tuple]:
        candidates = list(self.referee._tries())
        found = self.rng.sample(candidates, min(TRIED, len(candidates)))
        wild = [(name, actor) for name, (kinds, _) in MOVES.items() if not kinds for actor in (None, *self.players)]
        return found + [m for m in self.rng.sample(wild, 3) if (m[1] is None) != self.act(m).move.has_actor]

    def judge(self, move: tuple) -> None:
        here, there = self.judged(move), self.referee._is_legal(move)
        silent = there is None and not here  # a move may be illegal for another reason too
        assert here == there or silent, f"{self.where}, {self.stage()}: {move}: {here}, {there} {self.referee.contest}"

    def make(self, move: tuple, where: str) -> str | None:
        """Makes a move on both sides; the name of the gap where both of them stop."""
        held, purses = len(self.get("deck")), self.purses()
        if move[1] is not None and (state := self.table()["status"][move[1]]) != "knight":
            assert move[0] in MAY_OUT[state], f"{where}: by a {state}"
        branch = self.attempt(move)
        assert branch.failure is None, where
        said = list(self.said(branch.events))
        self.s = branch.position
        self.watch(purses, said, where)
        moved = [event[1] for event in branch.events if event[0] == "moved" and event[2] == self.slot("deck")]
        drawn = [card for cards in moved if isinstance(cards, tuple) for card in cards]
        self.chooser.lay = tuple(names[card] for card in (*drawn[held:], *self.get("deck")))
        self.chooser.thrown = {effect[1]: effect[2] for effect in said if effect[0] == "discards"}
        try:
            effects = self.referee.apply(move)
        except Gap as gap:
            assert branch.unclear is not None, f"{where}: {gap}"
            return gap.name
        assert branch.unclear is None, f"{where}: {branch.unclear}"
        if move[0] == "keep":  # whichever copy of the sword it was
            assert Counter(self.referee.deck) == Counter(self.cards("deck")), where
            self.referee.deck = self.cards("deck")
        there = [part for effect in effects for part in split(effect)]
        assert Counter(said) == Counter(there), f"{where}: {said} {there}"
        self.compare(where)
        assert not game.misplaced_cards(self.s) and not game.broken_invariants(self.s, self.x), where
        return None

    def purses(self) -> Counter:
        """The coins of everybody and of every heap."""
        heaps = {heap: self.get(heap) for heap in ("treasury", "pot")}
        return Counter({p: self.get("coins", p) for p in self.players} | heaps)

    def watch(self, before: Counter, said: Sequence[tuple], where: str) -> None:
        """No coin has come or gone, and whoever has more or fewer was paid or paid so many."""
        after = self.purses()
        assert after.total() == ASSUMED_COINS and min(after.values()) >= 0, f"{where}: {after}"
        for payer, payee, amount in [effect[1:] for effect in said if effect[0] == "pays"]:
            before[payer] -= amount
            before[payee] += amount
        assert before == after, f"{where}: {before} is what was paid, and there is {after}"

    def said(self, events: Sequence[Any]) -> Iterator[tuple]:
        """The effects of the compiled game in the referee's words."""
        for event in events:
            if event[0] == "set" and game.layout.what(event[1])[0].name == "champion":
                yield ("champion", event[2])
            if event[0] != "announced":
                continue
            name, args = book.effects[event[1]].name, event[2]
            if name in PAYMENTS:
                yield ("pays", *(args[part] if isinstance(part, int) else part for part in PAYMENTS[name]))
            elif name == "refills":
                yield from (("refills", names[card]) for card in args[0])
            elif name in ("draws", "throws"):
                yield ("draws" if name == "draws" else "discards", args[0], tuple(sorted(names[c] for c in args[1])))
            elif name == "is_out":
                yield ("eliminated", *args)
            else:
                verb, _, kind = name.partition("_")
                yield ("wins", *args, kind) if verb == "wins" else ("tied", verb)

    def compare(self, where: str) -> None:
        here, there = self.table(), table(self.referee)
        different = {part: (here[part], there[part]) for part in here if here[part] != there[part]}
        assert not different, f"{where}: {different}"

    def table(self) -> dict[str, Any]:
        found = {name: self.get(name) for name in ("treasury", "pot", "turn", "last_winner", "champion")}
        for name in ("hand", "equipped", "played"):
            found[name] = [Counter(self.cards(name, p)) for p in self.players]
        status = [statuses[-1 if self.get("status", p) is None else self.get("status", p)] for p in self.players]
        contest = self.stage() in ("duel", "tournament", "final-discipline", "after-duel")
        return {
            **found,
            "coins": [self.get("coins", p) for p in self.players],
            "status": ["eliminated" if value is None else value for value in status],
            "deck": self.cards("deck"),
            "discards": Counter(self.cards("discards")),
            "market": Counter(self.cards("market")),
            "stage": self.stage(),
            "totals": [self.get("strength", p) if contest else None for p in self.players],
        }


def split(effect: tuple) -> list[tuple]:
    """An effect of the referee, as it is compared."""
    if effect[0] in ("draws", "discards"):
        return [(effect[0], effect[1], tuple(sorted(effect[2])))]
    return [effect]


def table(referee: Referee) -> dict[str, Any]:
    live = referee.contest is not None and referee.stage() in ("duel", "tournament", "final-discipline", "after-duel")
    played = referee.contest.played if live and referee.stage() != "after-duel" else {}
    return {
        "treasury": referee.treasury, "pot": referee.pot, "turn": referee.turn, "last_winner": referee.last_winner,
        "champion": referee.champion, "coins": list(referee.coins), "status": list(referee.status),
        "hand": [Counter(hand) for hand in referee.hands], "equipped": [Counter(own) for own in referee.equipped],
        "played": [Counter(played.get(p, ())) for p in referee.players], "deck": list(referee.deck),
        "discards": Counter(referee.discard), "market": Counter(referee.market), "stage": referee.stage(),
        "totals": [(referee.total(p) or 0) if live else None for p in referee.players],
    }  # fmt: skip
