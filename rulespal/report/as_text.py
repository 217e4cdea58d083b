"""Text for the terminal: the few shapes that all reports are made of. What is made here is printed by the command line.

Everything can be read without colour: colours and weights only repeat what words and signs say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from rulespal.report.words import counted

if TYPE_CHECKING:
    from rulespal.text.diagnostic import Diagnostic

Sources = Mapping[str, Sequence[str]]  # file: its lines
STYLES = {
    "legal": "green", "consistent": "green", "disputed": "yellow", "illegal": "red", "unreadable": "red",
    "error": "red", "warning": "yellow", "note": "cyan",
}  # fmt: skip
_NARROWEST = 16


@dataclass(frozen=True, slots=True)
class Hanging:
    """A paragraph whose first line begins with `lead`; the others are indented as far, or as `indent` says."""

    lead: Text
    body: Text
    indent: int | None = None

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        front = self.lead
        indent = front.cell_len if self.indent is None else self.indent
        width = max(_NARROWEST, options.max_width - max(front.cell_len, indent))
        for line in self.body.wrap(console, width, overflow="fold") or [Text()]:
            line.rstrip()
            whole = front + line
            whole.rstrip()
            whole.no_wrap, whole.overflow = True, "ignore"
            yield whole
            front = Text(" " * indent)


Shown = Hanging | Text  # what a report consists of


def plain(parts: Iterable[object], console: Console) -> str | None:
    """What rich prints of these parts where nothing is coloured, in a third of the time; None where it may differ."""
    found: list[str] = []
    for part in parts:
        if isinstance(part, Hanging):
            found += [line.plain for line in part.__rich_console__(console, console.options) if isinstance(line, Text)]
        elif isinstance(part, Text):
            found.append(part.plain)
        else:
            return None
    text = "\n".join([*found, ""])
    return None if "\t" in text else text


def line(text: str, style: str = "") -> Text:
    """One line that is never broken: a place in a file, a source line."""
    return Text(text, style=style, no_wrap=True, overflow="ignore")


def paragraph(lead: str, body: str | Text, style: str = "", lead_style: str | None = None) -> Hanging:
    """A hanging paragraph. `style` is that of the body, and of the lead if that has none of its own."""
    text = Text(body, style=style) if isinstance(body, str) else body
    return Hanging(Text(lead, style=style if lead_style is None else lead_style), text)


def table(rows: Sequence[Sequence[str]], below: Sequence[str] = ()) -> Iterator[Shown]:
    """Rows in columns, two spaces apart; the last column is wrapped in its place. The first row is the heading.

    `below`: for each row lines (never broken) to stand under its last column, or nothing.
    """
    widths = [max(cell_len(cell) for cell in column) for column in zip(*rows, strict=True)][:-1]
    for place, row in enumerate(rows):
        cells = (cell + " " * (width - cell_len(cell)) for cell, width in zip(row, widths, strict=False))
        yield paragraph("".join(f"{cell}  " for cell in cells), row[-1], "bold" if place == 0 else "")
        if below and below[place]:
            indent = " " * (sum(widths) + 2 * len(widths))
            yield from (line(indent + one, "dim") for one in below[place].split("\n"))


# ---- diagnostics -----------------------------------------------------------------------------------------------------


def findings(found: Iterable[Diagnostic], sources: Sources, width: int = 80) -> Iterator[Shown]:
    """Diagnostics with their source lines, each followed by an empty line."""
    for one in found:
        yield from finding(one, sources, width)
        yield Text()


def finding(found: Diagnostic, sources: Sources, width: int = 80) -> Iterator[Shown]:
    """The place and code, the message, the source line with a mark under the place, other places, the way out."""
    head = line(f"{found.span}  ", "bold")
    head.append(f"{found.severity} {found.code}", STYLES[found.severity])
    yield head
    yield paragraph("  ", found.message)
    lines = sources.get(found.span.file, ())
    if 0 < found.span.line <= len(lines):
        yield from excerpt(lines[found.span.line - 1], found, width)
    for other in found.related:
        yield line(f"  {other.span}", "dim")
        yield paragraph("    ", other.message)
    if found.hint:
        yield paragraph("  hint: ", found.hint, "", "cyan")


def excerpt(source: str, found: Diagnostic, width: int) -> Iterator[Text]:
    """The source line, cut to what fits, and a row of `^` under the place."""
    source, column = source.rstrip("\r\n").replace("\t", " "), found.span.column - 1
    number = f"  {found.span.line} | "
    room = max(_NARROWEST, width - len(number))
    start = max(0, min(column - room // 3, len(source) - room + 2)) if len(source) > room else 0
    shown = ("… " if start else "") + source[start:]
    at = cell_len(source[start:column]) + (2 if start else 0)
    if len(shown) > room:
        shown = shown[: room - 2] + " …"
    marks = "^" * max(1, min(found.span.length, room - at, len(source) - column))
    yield line(number + shown)
    under = line(" " * (len(number) - 2) + "| " + " " * at)
    under.append(marks, STYLES[found.severity])
    yield under


def tally(found: Sequence[Diagnostic]) -> str:
    """`2 errors, 1 warning`, or `nothing found`."""
    numbers = {kind: sum(d.severity == kind for d in found) for kind in ("error", "warning", "note")}
    return ", ".join(counted(n, kind) for kind, n in numbers.items() if n) or "nothing found"
