"""The names by which things are found: each with its folded forms, as `search` compares them."""

from __future__ import annotations

import re
from typing import Any

from rulespal.literate.document import Section
from rulespal.text.fold import fold
from rulespal.text.words import compact, initials, key, swapped

_NUMBER = re.compile(r"^\s*(?:\d+[.)]\s*|\w+ \d+\s*[:.]\s*)")  # "2. ", "Step 1: "
_IN_BRACKETS = re.compile(r"^\s*\[?([^()\[\]]*?)\]?\s*(?:\(([^()]*)\))?\s*$")  # "NAME (gloss)", "[NAME]"


class NameRows:
    """Fills the table of names; the same name for the same thing stands in it once."""

    def __init__(self, rows: list[dict[str, Any]], language: str) -> None:
        self.rows = rows
        self.language = language
        self._seen: set[tuple[str, int, str]] = set()

    def add(self, kind: str, target: int, role: str, name: str, language: str) -> None:
        folded = fold(name)
        if not compact(name) or (kind, target, folded) in self._seen:
            return
        self._seen.add((kind, target, folded))
        self.rows.append({
            "kind": kind, "target": target, "role": role, "language": language, "name": name, "folded": folded,
            "compact": compact(name), "swapped": swapped(name), "key": key(name), "initials": initials(name),
        })  # fmt: skip

    def plain(self, kind: str, target: int, name: str) -> None:
        """An identifier; it belongs to no language."""
        self.add(kind, target, "id", name, "")

    def section(self, number: int, section: Section, title: str) -> None:
        """A section by its anchor, its heading and its printed heading. The title of the whole names no section."""
        self.add("section", number, "id", section.anchor, "")
        if section.title and section.title != title:
            self.heading(number, section.title, self.language)
            self.heading(number, section.printed, "", "printed")

    def heading(self, number: int, heading: str, language: str, role: str = "name") -> None:
        """A heading, and it without its number, its brackets and the gloss in them."""
        self.add("section", number, role, heading, language)
        plain = _NUMBER.sub("", heading)
        self.add("section", number, role, plain, language)
        if match := _IN_BRACKETS.match(plain):
            for part in match.groups():
                self.add("section", number, role, part or "", language)
