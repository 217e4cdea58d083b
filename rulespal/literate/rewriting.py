"""A Markdown text with other content in some of its fenced blocks; all else stays as it is, sign by sign."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rulespal.literate.document import Fence

_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n|\Z)")  # lines end where Markdown ends them


def with_blocks(text: str, new: Iterable[tuple[Fence, str]]) -> str:
    """The text with new content in these blocks of it, indented and ended as the line that opens each block."""
    lines = _LINE.findall(text)
    for fence, content in sorted(new, key=lambda pair: -pair[0].span.line):
        first = fence.span.line - 1
        opening = lines[first - 1]
        margin = opening[: len(opening) - len(opening.lstrip(" "))]
        ending = opening[len(opening.rstrip("\r\n")) :]
        shown = [f"{margin}{line}{ending}" if line else ending for line in content.removesuffix("\n").split("\n")]
        lines[first : first + fence.text.count("\n")] = shown if content else []
    return "".join(lines)
