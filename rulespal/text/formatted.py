"""A file in its canonical form: what it was, what it would be, and what stands in the way."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rulespal.text.diagnostic import Diagnostic


@dataclass(frozen=True, slots=True)
class Formatted:
    """A text and its canonical form; the same one, with what was found, if the text has errors."""

    file: Path
    before: str
    after: str
    found: tuple[Diagnostic, ...] = ()

    @property
    def changed(self) -> bool:
        return self.before != self.after

    @property
    def first(self) -> int | None:
        """The first line that is different, None if there is none."""
        if not self.changed:
            return None
        one, other = self.before.split("\n"), self.after.split("\n")
        same = (place for place, (a, b) in enumerate(zip(one, other, strict=False), 1) if a != b)
        return next(same, min(len(one), len(other)) + 1)
