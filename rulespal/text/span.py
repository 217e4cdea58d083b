"""Where something stands in a text file."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A place in a file: 1-based line and column, and how many characters it covers on that line."""

    file: str = ""
    line: int = 1
    column: int = 1
    length: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    def moved(self, lines: int, columns: int = 0) -> Span:
        """The same extent, moved down by `lines` and right by `columns`."""
        return Span(self.file, self.line + lines, self.column + columns, self.length)


NOWHERE = Span()
