"""How a game ended, in words."""

from __future__ import annotations

from collections.abc import Sequence

from rulespal.engine.game import Game, Position
from rulespal.engine.layout import OVER, PLAYERS
from rulespal.engine.unknown import is_unknown
from rulespal.model.phrases import Speech
from rulespal.model.rules import Define
from rulespal.records.facts import Facts

OVER_IN_WORDS = "the game is over"


def outcome(game: Game, speech: Speech, options: Sequence[int], s: Position) -> str | None:
    """What the section of the rule that ended the game says of it, in words; None while the game goes on.

    That is the last value there that is worked out, else the last thing there that became so.
    """
    over = s[OVER]
    if over is None:
        return None
    citations = game.book.citations
    section = citations[over].section
    worked_out = [d for d in game.book.defines.values() if citations[d.citation].section == section]
    values = (_value_of(game, speech, options, s, define) for define in worked_out if game.complete(s))
    said = [*_became(game, speech, s, section), *filter(None, values)]
    return said[-1] if said else OVER_IN_WORDS


def _became(game: Game, speech: Speech, s: Position, section: str) -> list[str]:
    """The states that a section declares and announces, as facts."""
    facts, book = Facts(game, speech), game.book
    states = [state for state in book.states if book.citations[state.citation].section == section]
    return [
        text for state in states if state.becomes
        for slot in game.slots_of(state, s[PLAYERS])
        if s[slot] is not None and s[slot] is not False and not is_unknown(s[slot]) and (text := facts.say(s, slot))
    ]  # fmt: skip


def _value_of(game: Game, speech: Speech, options: Sequence[int], s: Position, define: Define) -> str | None:
    """What a definition of the whole table comes to, as a fact; None where nothing is said of it."""
    if define.params or None not in define.says:
        return None
    value = game.fast[f"define_{define.name}"](s, options)
    return speech.say(define.says[None], {"value": value})
