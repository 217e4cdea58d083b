"""Rule blocks in the canonical layout: line breaks, indentation and spaces are the printer's, all else is the author's.

The printed form of a declaration has the tokens of what was written, but for brackets that only help the reader. So what
was written is laid over the print: the words and the brackets of the one, the spaces and line breaks of the other.
Comments stay beside their token; a line that was broken inside brackets stays broken there.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rulespal.language import printer
from rulespal.language.from_document import chunks, rule_language
from rulespal.literate.from_markdown import read
from rulespal.literate.rewriting import with_blocks
from rulespal.text.diagnostic import Diagnostics
from rulespal.text.formatted import Formatted
from rulespal.text.span import Span

CONTINUED = printer.INDENT * 2  # how far a line that goes on inside brackets is indented
_PART = re.compile(
    r'(?P<space>\s+)|(?P<comment>#[^\n]*)|(?P<token>"[^"\n]*"|§[a-z0-9-]+|[A-Za-z]\w*|\d+|:=|[+\-!<>]=|.)', re.ASCII
)
_SAME = {"nothing": "nobody"}  # one node of the tree, two words


@dataclass(slots=True)
class _Gap:
    """What stands before a token: white space, and `(`, `)`, comments and breaks inside brackets in their order."""

    space: str = ""
    parts: list[str] = field(default_factory=list)  # "(", ")", "\n", "# beside", "\n# on a line of its own"
    inside: bool = False  # inside brackets


@dataclass(slots=True)
class _Text:
    """A text as tokens without round brackets; `gaps[i]` stands before token `i`, the last one behind all."""

    tokens: list[str]
    gaps: list[_Gap]


def document(content: bytes, file: Path) -> Formatted:
    """A rulebook file with its rule blocks in the canonical layout; as it was, with what was found, if it has errors."""
    found = Diagnostics()
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        found.add("R-DOCUMENT", "The file is not UTF-8 text.", Span(str(file), line), "Save it as UTF-8.")
        return Formatted(file, "", "", tuple(found))
    fences = [fence for fence in read(text, str(file), found).fences if fence.kind == "rules"]
    new = [(fence, laid) for fence in fences if (laid := block(fence.text, fence.span, found)) is not None]
    return Formatted(file, text, text if found.errors else with_blocks(text, new), tuple(found))


def block(text: str, place: Span, diagnostics: Diagnostics) -> str | None:
    """A rule block in the canonical layout; None, with diagnostics, if a declaration in it cannot be read."""
    laid: list[tuple[list[str], str]] = []  # what stands before a declaration, and the declaration
    between = _lines_before(text)
    for offset, chunk in chunks(text):
        declaration, after = _parted(chunk)
        new = _declaration(declaration, place.moved(offset), diagnostics)
        if new is None:
            return None
        laid.append((between, new))
        between = after
    return _assembled(laid, between)


# ---- between declarations --------------------------------------------------------------------------------------------


def _lines_before(text: str) -> list[str]:
    """The comments and empty lines before the first declaration."""
    found = []
    for line in text.splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            break
        found.append(line.strip())
    return found


def _parted(chunk: str) -> tuple[str, list[str]]:
    """A declaration, and the comments at the left margin and empty lines that follow it."""
    lines = chunk.splitlines()
    end = len(lines)
    while end and (not lines[end - 1].strip() or lines[end - 1].startswith("#")):
        end -= 1
    return "\n".join(lines[:end]) + "\n", [line.strip() for line in lines[end:]]


def _assembled(laid: list[tuple[list[str], str]], after: list[str]) -> str:
    """The declarations one below the other, with an empty line where the author has one or more.

    Between declarations of two kinds, one of them of several lines, there is always one.
    """
    out: list[str] = []
    last = ""
    for before, text in laid:
        apart = _tall(last, text) and last.split(None, 1)[:1] != text.split(None, 1)[:1]
        if out and (apart or not all(before[:1])):
            out.append("")
        out += [*_collapsed(before), *text.splitlines()]
        last = text
    if any(after):
        out += ["", *_collapsed(after)] if out and not after[0] else _collapsed(after)
    return "".join(f"{line.rstrip()}\n" for line in out)


def _tall(*declarations: str) -> bool:
    """Whether one of them takes several lines."""
    return any("\n" in text.rstrip() for text in declarations)


def _collapsed(lines: list[str]) -> list[str]:
    """Comments without the empty lines above them, and one empty line where there were several."""
    found: list[str] = []
    for line in lines:
        if line or (found and found[-1]):
            found.append(line)
    return found if any(found) else []


# ---- one declaration -------------------------------------------------------------------------------------------------


def _declaration(text: str, place: Span, diagnostics: Diagnostics) -> str | None:
    before = len(diagnostics)
    nodes = rule_language().parse(text, "start", place, diagnostics)
    if nodes is None or len(diagnostics) > before:
        return None
    printed = "".join(map(printer.declaration, nodes))
    laid = _laid_over(_read(text), _read(printed))
    again = rule_language().parse(laid, "start", place, found := Diagnostics())
    assert again == nodes and not list(found), f"{place}: laid out, it would not be the same rule"
    return laid


def _read(text: str) -> _Text:
    """The tokens of a text, and what stands between them."""
    tokens: list[str] = []
    gap, depth, start_of_line = _Gap(), 0, True
    gaps = [gap]
    for match in _PART.finditer(text):
        part = match[0]
        if match["space"]:
            gap.space += part
            start_of_line = "\n" in part or start_of_line
            if "\n" in part and depth:
                gap.parts.append("\n")
        elif match["comment"]:
            gap.inside = depth > 0
            gap.parts.append(("\n" if start_of_line else "") + part.rstrip())
        else:
            depth += {"(": 1, "{": 1, ")": -1, "}": -1}.get(part, 0)
            start_of_line = False
            if part in "()":
                gap.parts.append(part)
            else:
                tokens.append(part)
                gaps.append(gap := _Gap())
    return _Text(tokens, gaps)


def _laid_over(written: _Text, printed: _Text) -> str:
    """What was written, in the layout of the print."""
    ours = [_SAME.get(token, token) for token in written.tokens]
    theirs = [_SAME.get(token, token) for token in printed.tokens]
    if ours == theirs:
        pairs = zip(printed.gaps, written.gaps, [*written.tokens, ""], strict=True)
        return _Page().fill((shown.space, gap, token) for shown, gap, token in pairs)
    return _Page().fill(_otherwise(ours, theirs, written, printed))


def _otherwise(ours: list[str], theirs: list[str], written: _Text, printed: _Text) -> Iterator[tuple[str, _Gap, str]]:
    """Where the print says the same in other words (`x not in y`), its tokens and brackets hold; comments find a place."""
    tokens = [*printed.tokens, ""]
    gaps = [_Gap(g.space, list(g.parts)) for g in printed.gaps]
    for _, start, end, other, _ in difflib.SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        for place in range(start, end):
            here = min(other + place - start, len(theirs))
            if here < len(theirs) and ours[place] == theirs[here]:
                tokens[here] = written.tokens[place]
            gaps[here].parts += _comments(written.gaps[place])
            gaps[here].inside = gaps[here].inside or written.gaps[place].inside
    gaps[-1].parts += _comments(written.gaps[-1])
    yield from ((gap.space, gap, token) for gap, token in zip(gaps, tokens, strict=True))


def _comments(gap: _Gap) -> list[str]:
    return [part for part in gap.parts if "#" in part]


class _Page:
    """Lines as they are filled token by token."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.line = ""
        self.first = 0  # the line on which the present statement begins
        self.indent = ""

    def fill(self, parts: Iterator[tuple[str, _Gap, str]]) -> str:
        """The text of tokens, each with the white space of the print and the gap before it."""
        for space, gap, token in parts:
            if "\n" in space:
                self.new_statement(space, gap)
            else:
                self.go_on(space, gap)
            self.line += token
        return "".join(f"{line.rstrip()}\n" for line in [*self.lines, self.line] if line.strip())

    def new_statement(self, space: str, gap: _Gap) -> None:
        """Ends a statement and its line; a comment beside it stays there, those on lines of their own go below."""
        self.line += "".join(part for part in gap.parts if part == ")")
        beside = [part for part in gap.parts if part.startswith("#")]
        self.line += "".join(f"  {part}" for part in beside[:1])
        self.end_line()
        last = space == "\n"  # the end of the declaration: what follows belongs to it all the same
        before, self.indent = self.indent, space.rpartition("\n")[2]
        margin = (before or printer.INDENT) if last else self.indent
        below = [*beside[1:], *(part[1:] for part in gap.parts if part.startswith("\n#"))]
        self.lines += [margin + part for part in below]
        self.first = len(self.lines)
        self.line = self.indent + "".join(part for part in gap.parts if part == "(")

    def go_on(self, space: str, gap: _Gap) -> None:
        """What stands between two tokens of one statement."""
        for part in gap.parts:
            if part == ")":
                self.line += part
            elif part == "(":
                self.line += self.spaced(space) + part
                space = ""
            elif "#" in part and not gap.inside:
                self.lines.insert(self.first, self.indent + part.lstrip())
                self.first += 1
            elif part.startswith("#"):
                self.line += f"  {part}"
                self.break_line()
            else:
                self.break_line()
                if part != "\n":
                    self.line += part[1:]
                    self.break_line()
        self.line += self.spaced(space)

    def spaced(self, space: str) -> str:
        """White space, but none at the beginning of a line."""
        return space if self.line.strip() else ""

    def break_line(self) -> None:
        if self.line.strip():
            self.end_line()
            self.line = self.indent + CONTINUED

    def end_line(self) -> None:
        self.lines.append(self.line)
        self.line = ""
