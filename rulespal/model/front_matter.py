"""The front matter of a rulebook: title, edition, players, languages, source."""

from __future__ import annotations

import re

from rulespal.literate.document import Document
from rulespal.model.rules import Rulebook
from rulespal.text.diagnostic import Diagnostics
from rulespal.text.span import Span

MAX_PLAYERS = 12
_KEYS = ("title", "edition", "players", "tables", "languages", "source")


def front_matter(name: str, document: Document, diagnostics: Diagnostics) -> Rulebook:
    """An empty rulebook with what the front matter says."""
    matter, place = document.matter, Span(document.file)
    for key in ("title", "players"):
        if key not in matter:
            diagnostics.add("R-DOCUMENT", f"The front matter does not say `{key}`.", place,
                            "Begin the file with `---`, `title: NAME`, `players: 2 to 4`, `---`.")  # fmt: skip
    languages = matter.get("languages") or ["en"]
    if not isinstance(languages, list) or not all(isinstance(x, str) and len(x) == 2 for x in languages):
        diagnostics.add("R-DOCUMENT", "The languages are not a list of two-letter codes.", place,
                        "Write `languages: [en, es]`.")  # fmt: skip
        languages = ["en"]
    players = _players(matter.get("players", "1"), place, diagnostics)
    low, high = _players(matter["tables"], place, diagnostics) if "tables" in matter else players
    return Rulebook(
        name, str(matter.get("title", name)), str(matter.get("edition", "")), tuple(languages), players,
        str(matter.get("source", "")), document, (min(low, players[0]), max(high, players[1])),
    )  # fmt: skip


def _players(value: object, place: Span, diagnostics: Diagnostics) -> tuple[int, int]:
    match = re.fullmatch(r"\s*(\d+)(?:\s*(?:to|-|–)\s*(\d+))?\s*", str(value))
    low, high = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not 1 <= low <= high <= MAX_PLAYERS:
        diagnostics.add("R-DOCUMENT", f"`players: {value}` is not a number of players.", place,
                        f"Write `players: 2 to 4`, at most {MAX_PLAYERS}.")  # fmt: skip
        return (1, 1)
    return (low, high)
