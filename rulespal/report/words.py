"""Words that several reports put together. No terminal here: JSON uses them too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulespal.model.rules import Rulebook, Sentences

EXAMPLE_BOX = "an example that the rulebook makes up: the printed rules do not say what is in the box"


def counted(number: int, one: str, many: str | None = None) -> str:
    """`1 game`, `2 games`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def joined(words: Sequence[str], last: str = "and") -> str:
    """`Ana`, `Ana and Ben`, `Ana, Ben and Cai`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else ""


def sentence(patterns: Sentences, language: str | None = None) -> str:
    """A text of the rulebook without slots, in the language asked for or else its first; empty if there is none."""
    for pattern in patterns:
        if pattern.language == language:
            return pattern.source
    return patterns[0].source if patterns else ""


def how_many_players(book: Rulebook) -> str:
    """`3–5`."""
    low, high = book.players
    return str(low) if low == high else f"{low}–{high}"
