"""A record in another form: text, or its JSON Lines twin."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

from rulespal.records import from_jsonl
from rulespal.records.derived import deriving
from rulespal.records.formats import Format
from rulespal.records.layout import laid_out, lines_of
from rulespal.records.record import VERSION_LINE, Line
from rulespal.records.replay import Finder, opened
from rulespal.records.strict import strict_record, strict_text
from rulespal.records.to_jsonl import objects


def converted(stream: BinaryIO, file: str, form: Format, target: str, find: Finder) -> Iterator[str]:
    """The text of a stream in the other form, piece by piece. A twin becomes the text that it was made from."""
    if form.name == "rpl" and target == "rpl":
        yield from (line + "\n" for line in strict_text(lines_of(stream), file, find))
        return
    text = _text(stream, file, form, find)
    yield from text if target == "rpl" else _twin(text, file, find)


def _text(stream: BinaryIO, file: str, form: Format, find: Finder) -> Iterator[str]:
    """The lines of text, with their endings, of a source in any form."""
    if form.name == "rpl":
        yield from lines_of(stream)
    elif form.name == "jsonl":
        yield from from_jsonl.to_text(stream)
    else:
        yield VERSION_LINE + "\n"
        for record in form.read(stream, file):
            yield "\n"
            yield from (line + "\n" for line in strict_record(record, find))


def _twin(text: Iterable[str], file: str, find: Finder) -> Iterator[str]:
    for record, placed in laid_out(text, file):
        table, _ = opened(record, find, {})
        derive = deriving(table.game, table.speech, record) if table else _nothing
        for shown in objects(record, placed, derive):
            yield _dumped(shown) + "\n"


def _nothing(line: Line) -> dict[str, Any]:
    return {}


def _dumped(shown: dict[str, Any]) -> str:
    """As JSON; what is no character (bytes that are not UTF-8) is escaped."""
    text = json.dumps(shown, ensure_ascii=False, separators=(",", ":"))
    return text if text.isascii() or text.isprintable() else json.dumps(shown, separators=(",", ":"))
