"""Whether a record is a legal game, as the hand-written referees see it: a second opinion on what validation says.

A witness plays the events of a record on a referee of `tests/referees`, which shares no code with the rulebooks. It says
what is wrong, or None. Where a record begins in the middle of something (a deal that is given) the referee begins there
too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from benchmarks import witness_justas
from rulespal.engine.game import Game
from rulespal.model.phrases import Said, Speech
from rulespal.model.rules import Move, spoken
from rulespal.records.judge import Judge
from rulespal.records.record import Kind, Record
from rulespal.records.replay import speech_of
from tests.referees.hanabi import Referee as HanabiReferee
from tests.referees.jusayo import Referee as JusayoReferee
from tests.referees.justas import Gap
from tests.referees.regicide import Referee as RegicideReferee

Witness = Callable[[Record, Game, Any], "str | None"]
REGICIDE_EFFECTS = {"hit": "damage", "defeated": "defeated", "next_royal": "next-royal", "on_top": "on-top",
                    "discarded": "to-discards", "attacks": "attack", "returned": "return", "draws": "draw"}  # fmt: skip


class _Telling:
    """The sentences of a record, with cards by name."""

    def __init__(self, record: Record, game: Game, phrases: Any) -> None:
        self.record, self.game = record, game
        self.speech: Speech = speech_of(phrases, tuple(record.players), None, None)
        self.names = [card.name for card in game.book.cards]

    def given(self) -> Any:
        """The position in which the first event finds the game."""
        judge = Judge(self.game, self.speech, self.record, self.game.defaults)
        for line in self.record.lines:
            if line.kind is Kind.GIVEN:
                judge.line(line)
        judge.start_if_waiting()
        if judge.unread or not judge.table.worlds:
            raise ValueError("the beginning is not in order")
        return judge.table.worlds[0].position

    def cards(self, s: Any, zone: str, seat: int | None = None) -> list[str]:
        place = next(z for z in self.game.book.zones if z.name == zone)
        return [self.names[card] for card in s[self.game.layout.slot(place, seat)]]

    def known(self, s: Any, zone: str) -> Any:
        """The cards of a place as numbers, with those that nobody recorded."""
        return s[self.game.layout.slot(next(z for z in self.game.book.zones if z.name == zone), None)]

    def prices(self, s: Any) -> list[tuple[str, Any]]:
        """Each kind of card with its price."""
        state = next(one for one in self.game.book.states if one.name == "price")
        return [
            (self.names[card], s[slot]) for card, slot in self.game.layout.slots_of(state, s[1]) if card is not None
        ]

    def state(self, s: Any, name: str, seat: int | None = None) -> Any:
        return s[self.game.layout.slot(next(st for st in self.game.book.states if st.name == name), seat)]

    def turns(self) -> list[tuple[Said, list[Said]]]:
        """Each event with the effects below it. Raises ValueError where one is no sentence."""
        found: list[tuple[Said, list[Said]]] = []
        for line in self.record.lines:
            if line.kind is Kind.EVENT:
                found.append((self.sure(self.speech.event(line.text)), []))
            elif line.kind is Kind.EFFECT:
                if not found:
                    raise ValueError("an effect of nothing")
                found[-1][1].append(self.sure(self.speech.effect(line.text)))
        return found

    def result(self) -> Said | None:
        lines = [line for line in self.record.lines if line.kind is Kind.RESULT]
        return self.sure(self.speech.fact(lines[-1].text)) if lines else None

    @staticmethod
    def sure(said: Any) -> Said:
        if not isinstance(said, Said):
            raise ValueError("no sentence")
        return said

    def named(self, cards: Any) -> Any:
        return tuple(self.names[card] for card in cards) if isinstance(cards, tuple) else self.names[cards]


def hanabi(record: Record, game: Game, phrases: Any) -> str | None:
    """The events and the score of a record of Hanabi."""
    telling = _Telling(record, game, phrases)
    try:
        s = telling.given()
        hands = [telling.cards(s, "hand", seat) for seat in range(len(record.players))]
        referee = HanabiReferee(hands, telling.cards(s, "deck"), telling.state(s, "turn"))
        for event, _ in telling.turns():
            name, values = spoken(event.target.name), event.values  # type: ignore[union-attr]
            if name.startswith("hint"):
                what = values.get("number") or game.book.enums["Colour"].members[values["colour"]]
                referee.apply(("hint", values["actor"], values["target"], what))
            else:
                referee.apply((name, values["actor"], telling.named(values["card"])))
        result = telling.result()
    except (ValueError, KeyError) as wrong:
        return str(wrong) or "not told in full"
    return None if result is None or result.values.get("value") == referee.score() else "another score"


def jusayo(record: Record, game: Game, phrases: Any) -> str | None:
    """The events and the winner of a record of Jusayo."""
    telling = _Telling(record, game, phrases)
    colours = game.book.enums["Colour"].members
    try:
        referee = JusayoReferee(len(record.players))
        for event, _ in telling.turns():
            assert isinstance(event.target, Move)
            args: list[Any] = [event.values[p.name] for p in event.target.params]
            name = spoken(event.target.name)
            if name in ("set-board", "place"):
                args = [tuple(colours[c] for c in a) if isinstance(a, tuple) else colours[a] for a in args]
            elif name in ("play", "reveal", "pick", "dealt"):
                args = [telling.named(a) for a in args]
            referee.apply((name, event.values.get("actor"), *args))
        result = telling.result()
    except (ValueError, KeyError) as wrong:
        return str(wrong) or "not told in full"
    return None if result is None or result.values.get("value") == referee.game_winner else "another winner"


def regicide(record: Record, game: Game, phrases: Any) -> str | None:
    """The events, effects and outcome of a record of Regicide."""
    telling = _Telling(record, game, phrases)
    try:
        s = telling.given()
        referee = RegicideReferee(
            len(record.players), castle=telling.cards(s, "castle"), tavern=telling.cards(s, "tavern"),
            hands=[telling.cards(s, "hand", seat) for seat in range(len(record.players))],
            royal=telling.cards(s, "royal")[0], turn=telling.state(s, "turn"),
        )  # fmt: skip
        for event, effects in telling.turns():
            told = [_regicide_effect(telling, said) for said in effects]
            returned = next((effect[1] for effect in told if effect[0] == "return"), ())
            args = [telling.named(a) if isinstance(a, tuple) else a for n, a in event.values.items() if n != "actor"]
            name = spoken(event.target.name)  # type: ignore[union-attr]
            referee.apply((name, event.values["actor"], *args), returned=returned)
            if missing := Counter(told) - Counter(map(_loosely, referee.effects)):
                return f"not what came of it: {list(missing)}"
        result = telling.result()
    except (ValueError, KeyError, IndexError) as wrong:
        return str(wrong) or "not told in full"
    if result is None:
        return None
    over = {"won": referee.won, "lost": referee.lost}
    return None if over.get(result.target.name) else "another outcome"


def justas(record: Record, game: Game, phrases: Any) -> str | None:
    """The events, effects and champion of a record of Justas."""
    telling = _Telling(record, game, phrases)
    try:
        referee = witness_justas.referee(telling)
        for event, effects in telling.turns():
            if wrong := witness_justas.follow(referee, telling, event, effects):
                return wrong
        result = telling.result()
    except (ValueError, KeyError, IndexError, Gap) as wrong_one:
        return str(wrong_one) or "not told in full"
    if result is None:
        return None
    return None if result.values.get("value") == referee.champion else "another champion"


def _regicide_effect(telling: _Telling, said: Said) -> tuple[Any, ...]:
    name, values = said.target.name, said.values
    if name in REGICIDE_EFFECTS:
        parts = [telling.named(v) if isinstance(v, tuple) else v for v in values.values()]
        if name in ("defeated", "next_royal"):
            parts = [telling.names[next(iter(values.values()))]]
        elif name in ("on_top", "discarded"):
            parts = [*parts[0]]
        return _loosely((REGICIDE_EFFECTS[name], *parts))
    if name in ("won", "lost"):
        return (name,)
    return (name, *values.values())


def _loosely(effect: tuple[Any, ...]) -> tuple[Any, ...]:
    """An effect with its cards in one order."""
    return tuple(tuple(sorted(part)) if isinstance(part, tuple) else part for part in effect)


WITNESSES: Mapping[str, Witness] = {"hanabi": hanabi, "jusayo": jusayo, "justas": justas, "regicide": regicide}
