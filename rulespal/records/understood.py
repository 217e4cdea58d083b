"""What lines have been understood to say: the games of a table say the same things again and again."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rulespal.engine.game import Act, Game
from rulespal.model.phrases import NotSaid, Said, Speech
from rulespal.model.rules import Move, spoken
from rulespal.records.facts import Facts
from rulespal.records.holding import Holding, Simply
from rulespal.records.record import Line

_MARK = re.compile(r"\s*(?:!\?|\?!|!!|\?\?|!|\?)$")
MOST = 2_000  # of a kind that are kept; then all are forgotten


@dataclass(slots=True)
class Announced:
    """The act that an event line announces, the text that was taken for it, and how its parts are spoken of."""

    text: str
    act: Act
    move: str
    actor: str | None
    args: dict[str, Any]


@dataclass(slots=True)
class Fact:
    """A fact; `simply` tells whether it holds in a position in which everything is known (None: not so simply)."""

    said: Said
    simply: Simply | None


class Understood:
    """What the lines of one table have been understood to say, by their text."""

    def __init__(self, game: Game, speech: Speech) -> None:
        self.speech = speech
        self.holding = Holding(game, Facts(game, speech))
        self._events: dict[str, Announced] = {}
        self._facts: dict[str, Fact] = {}

    def event(self, line: Line) -> Announced | NotSaid:
        """The act that an event line announces, or why there is none in it."""
        plain = not line.quoted_text and not line.text_with_mark
        if plain and (known := self._events.get(line.text)) is not None:
            return known
        text, said = announcement(self.speech, line)
        if isinstance(said, NotSaid):
            return said
        found = self._announced(text, said)
        if plain:
            _keep(self._events, line.text, found)
        return found

    def _announced(self, text: str, said: Said) -> Announced:
        move, speech = said.target, self.speech
        assert isinstance(move, Move)
        actor = said.values.get("actor") if move.has_actor else None
        args = tuple(said.values[p.name] for p in move.params)
        words = {p.name: speech.spoken(a, p.type) for p, a in zip(move.params, args, strict=True)}
        who = speech.players[actor] if actor is not None else None
        return Announced(text, Act(move, actor, args), spoken(move.name), who, words)

    def fact(self, text: str) -> Fact | NotSaid:
        """The fact that a text states, or why there is none in it."""
        if (known := self._facts.get(text)) is not None:
            return known
        said = self.speech.fact(text)
        if isinstance(said, NotSaid):
            return said
        found = Fact(said, self.holding.simply(said))
        _keep(self._facts, text, found)
        return found


@lru_cache(maxsize=64)
def understood(game: Game, speech: Speech) -> Understood:
    """What has been understood at a table so far; one for all judges of its games."""
    return Understood(game, speech)


def announcement(speech: Speech, line: Line) -> tuple[str, Said | NotSaid]:
    """The move that an event line announces, and the text that was taken for it.

    A mark or a quoted text belongs to the sentence only if it must; a mark may stand close to the last word.
    """
    close = _MARK.sub("", line.text)
    tried = [line.quoted_text, line.text, line.text_with_mark, close if close != line.text else ""]
    for text in filter(None, tried):
        if isinstance(found := speech.event(text), Said):
            return text, found
    return line.text, speech.event(line.text)


def _keep(known: dict[str, Any], text: str, found: object) -> None:
    if len(known) >= MOST:
        known.clear()
    known[text] = found
