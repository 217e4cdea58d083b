"""The patterns of sentences as regular expressions, and their endings for one or for several."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulespal.model.rules import Slot
from rulespal.text.fold import fold

_OPEN, _CLOSE = "\ue000", "\ue001"
PLURAL = re.compile(r"\((-?)(\w{1,4})\)")  # `card(s)`: added for several; `return(-s)`: added for one


def expression(parts: Sequence[str | Slot]) -> re.Pattern[str]:
    """What reads a folded text by a pattern, with a group for each slot."""
    marked = "".join(p if isinstance(p, str) else f"{_OPEN}{_CLOSE}" for p in parts)
    pieces = re.split(f"({_OPEN}{_CLOSE})", marked)
    text = "".join("(.+?)" if piece == _OPEN + _CLOSE else _literal(piece) for piece in pieces)
    return re.compile(text)


def _literal(piece: str) -> str:
    found, last = "", 0
    for plural in PLURAL.finditer(piece):
        found += re.escape(_folded(piece[last : plural.start()])) + f"(?:{re.escape(fold(plural[2]))})?"
        last = plural.end()
    return found + re.escape(_folded(piece[last:]))


def _folded(piece: str) -> str:
    """Folded, with the spaces at its ends."""
    if not piece.strip():
        return " " if piece else ""
    return (" " if piece[0] == " " else "") + fold(piece) + (" " if piece[-1] == " " else "")


def numbered(text: str, one: bool) -> str:
    """A text with its `(s)` and `(-s)` endings for one or for several."""
    return PLURAL.sub(lambda match: match[2] if one == bool(match[1]) else "", text)
