"""Writes a record in its canonical form: reading it again gives the same headers and lines, at other places."""

from __future__ import annotations

from rulespal.records.quotes import OPENERS
from rulespal.records.record import Header, Kind, Line, Record

_ORDER = ("rulebook", "edition", "hash", "game", "players", "reading", "start")
# Pairs of quotes, the plain ones first: a text is written in the first pair that it does not itself close.
_PAIRS = (('"', '"'), ("\u201c", "\u201d"), ("\u00ab", "\u00bb"), ("\u00bb", "\u00ab"), ("\u201e", "\u201c"))


def write(record: Record) -> str:
    """The text of one game, without the version line of the file. Comments (`# ...`) are not part of a record."""
    headers = [f'[{header.key} "{header.value}"]' for header in in_order(record.headers)]
    lines = [write_line(line) for line in record.lines]
    gap = [""] if headers and lines else []
    return "\n".join([*headers, *gap, *lines, ""])


def in_order(headers: list[Header]) -> list[Header]:
    """The headers as they are written: known ones first, each kind in the order of the record."""
    return sorted(headers, key=lambda header: _ORDER.index(header.key) if header.key in _ORDER else len(_ORDER))


def write_line(line: Line) -> str:
    """One line. A broken one is written as it was: it stays broken until somebody mends it."""
    kind, text = line.kind, line.text
    if kind is Kind.EVENT:
        return _event(line)
    if kind is Kind.ASSERT:
        return "{" + "; ".join(fact for fact, _ in line.facts) + "}"
    if kind is Kind.TAKEBACK:
        return "takeback" if line.number is None else f"takeback to {line.number}"
    if kind is Kind.REVEAL:
        return f"reveal {text}" if line.number is None else f"reveal {text} at {line.number}"
    if kind is Kind.CORRECT:
        return f"correct {text} {_quoted(line.comment)}"
    return _SHAPES.get(kind, "{}").format(text)


_SHAPES = {
    Kind.GIVEN: "given {}",
    Kind.EFFECT: "-> {}",
    Kind.HOLE: "...",
    Kind.RULING: 'ruling "{}"',
    Kind.NOTE: 'note "{}"',
    Kind.RESULT: "result {}",
    Kind.END: "end",
}


def _event(line: Line) -> str:
    """Sentence, mark, comment, flags. A quote or `?` that may belong to the sentence stays next to it."""
    number = "" if line.number is None else f"{line.number}. "
    comment = _quoted(line.comment) if line.comment else ""
    flags = " ".join(f"@{flag}" for flag in line.flags)
    if line.quoted_text:
        parts = [line.quoted_text, line.mark, flags]
    elif line.mark != "?" or line.text_with_mark:
        parts = [line.text, line.mark, comment, flags] if line.mark else [line.text, flags, comment]
    else:
        parts = [line.text, flags, line.mark, comment]
    return number + " ".join(part for part in parts if part)


def _quoted(text: str) -> str:
    for opening, closing in _PAIRS:
        if not any(sign in text for sign in OPENERS[closing]):
            return opening + text + closing
    return '"' + text.translate(str.maketrans("".join(OPENERS), "'" * len(OPENERS))) + '"'
