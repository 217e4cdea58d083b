"""Two sentences of one kind that match the same text: nobody could say which of them was meant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulespal.engine.game import Game
from rulespal.model.phrases import Phrasebook, Sentence, Speech, Table
from rulespal.model.rules import Rulebook
from rulespal.model.types import Type
from rulespal.text.diagnostic import Diagnostic
from rulespal.text.fold import fold

PLAYERS = ("Ana", "Ben", "Cai", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lea")


def check(book: Rulebook, game: Game, phrases: Phrasebook) -> Iterator[Diagnostic]:
    speech = Speech(phrases, PLAYERS[: book.players[1]])
    for table in (phrases.events, phrases.facts, phrases.effects):
        for sentence in table.sentences:
            yield from _clashes(book, speech, table, sentence)


def _clashes(book: Rulebook, speech: Speech, table: Table, sentence: Sentence) -> Iterator[Diagnostic]:
    try:
        text = speech.fill(sentence.pattern, [_sample(book, type_) for _, type_ in sentence.slots])
    except (KeyError, IndexError):
        return
    for other in table.sentences:
        if other is sentence or (other.target is sentence.target and other.form == sentence.form):
            continue
        match = other.regex.fullmatch(fold(text))
        if match and all(
            speech.value(t, word) is not None for (_, t), word in zip(other.slots, match.groups(), strict=True)
        ):
            yield Diagnostic(
                "R-AMBIGUOUS", f"“{text}” may be “{sentence.pattern.source}” and “{other.pattern.source}”.",
                sentence.target.span, "Say one of them in other words.",
            )  # fmt: skip


def _sample(book: Rulebook, type_: Type) -> Any:
    """A value to speak of."""
    if type_.kind == "collection" and isinstance(type_.of, Type):
        return (_sample(book, type_.of), _sample(book, type_.of))
    if type_.kind == "number":
        return 2
    return 0
