"""What can be said of an event beside its text: derived for the twin of a record, compared when a twin is judged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulespal.engine.game import Game
from rulespal.model.phrases import Said, Speech
from rulespal.model.rules import Move, spoken
from rulespal.records.judge import Judge
from rulespal.records.record import Line, Record
from rulespal.records.verdict import GameReport
from rulespal.text.diagnostic import Diagnostic
from rulespal.text.span import Span


def deriving(game: Game, speech: Speech, record: Record) -> Callable[[Line], dict[str, Any]]:
    """A function from an event to its actor, move and arguments; nothing where it is no sentence."""
    judge = Judge(game, speech, record, [0] * len(game.book.readings))

    def derive(line: Line) -> dict[str, Any]:
        _, said = judge.understand(line)
        return said_of(said, speech) if isinstance(said, Said) else {}

    return derive


def said_of(said: Said, speech: Speech) -> dict[str, Any]:
    """Actor, move and arguments of an event that is understood, as a report names them."""
    move = said.target
    assert isinstance(move, Move)
    actor = speech.players[said.values["actor"]] if move.has_actor else None
    args = {p.name: speech.spoken(said.values[p.name], p.type) for p in move.params}
    return {"actor": actor, "move": spoken(move.name), "args": args}


def compare(record: Record, report: GameReport) -> None:
    """Adds to a report what a twin says otherwise than the text of its events; the text was judged."""
    for event in report.events:
        claimed = record.derived.get(event.line, {})
        found = {"n": event.n, "actor": event.actor, "move": event.move, "args": event.args}
        wrong = [key for key, value in claimed.items() if key in found and value != found[key]]
        if wrong and event.status != "unread":
            key = wrong[0]
            message = f"`{key}` says {claimed[key]!r}, and the text “{event.text}” says {found[key]!r}."
            span = Span(record.file, event.line)
            report.diagnostics.append(
                Diagnostic("E-SYNTAX", message, span, f"what counts is the text: correct `{key}` or leave it out")
            )
            report.verdict = "unreadable"
    report.diagnostics.sort(key=lambda found: (found.span.line, found.span.column))
