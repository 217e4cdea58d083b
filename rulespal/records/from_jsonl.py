"""Reads the JSON Lines twin of records: each object is turned into the line of text that it stands for, and that is read.

`text` is what counts. Where an object has `raw`, the line as it was written, that is taken if it says the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, BinaryIO

from rulespal.records.from_text import Reader, decoded, read
from rulespal.records.layout import lines_of
from rulespal.records.lines import BLANK, Fault, read_line
from rulespal.records.quotes import without_comment
from rulespal.records.record import Kind, Line, Record
from rulespal.records.to_jsonl import fields, text_of

_KINDS = ("game", "header", "raw", *(kind.value for kind in Kind if kind is not Kind.RAW))
_NO_SIGN = re.compile(r"[\ud800-\udc7f\udd00-\udfff]")  # halves of signs, which JSON may escape and no file can hold
_HINT = 'an object a line, as in {"k":"event","text":"Ana passes"}'
_HEADERS = ("rulebook", "edition", "hash", "game", "players", "start", "suits")


def read_jsonl(stream: BinaryIO, file: str, first: int = 1, *, part: bool = False) -> Iterator[Record]:
    """The games of a stream of objects, one at a time, with the lines of that stream as places."""
    reader = Reader(file, first, part=part)
    for number, raw in enumerate(decoded(stream), first):
        for one in _lines(raw):
            if isinstance(one, Fault):
                reader.refuse(one, raw.strip(), number)
            elif (finished := reader.feed(one, number)) is not None:
                yield finished
        reader.derived(number, _derived(raw))
    yield reader.last()


def to_text(stream: BinaryIO) -> Iterator[str]:
    """The text that a twin stands for, line by line with its endings; what is no object becomes a comment."""
    for raw in lines_of(stream):
        if not raw.strip():
            continue
        shown = _object(raw)
        if isinstance(shown, Fault):
            yield f"# not read: {raw.strip()}\n"
            continue
        parts = _headers(shown) if shown["k"] in ("game", "header") else [shown]
        for part, text in zip(parts, _lines(raw), strict=True):
            ending = part.get("ending", "\n") if isinstance(part, dict) else "\n"
            whole = (text if isinstance(text, str) else f"# not read: {raw.strip()}") + str(ending)
            yield _NO_SIGN.sub("\ufffd", whole)


def _lines(raw: str) -> Iterator[str | Fault]:
    """The lines of text that one object stands for."""
    if not raw.strip():
        return
    shown = _object(raw)
    if isinstance(shown, Fault):
        yield shown
    elif shown["k"] in ("game", "header"):
        yield from (_header(one) for one in _headers(shown))
    else:
        yield _line(shown)


def _object(raw: str) -> dict[str, Any] | Fault:
    try:
        shown = json.loads(raw.lstrip("\ufeff"))
    except (ValueError, RecursionError):
        return Fault(f"`{raw.strip()[:60]}` is no JSON object.", f"write {_HINT}", 1)
    if not isinstance(shown, dict) or shown.get("k") not in _KINDS:
        return Fault(f"`{raw.strip()[:60]}` has no known kind `k`.", f"write {_HINT}", 1)
    return shown


def _headers(shown: dict[str, Any]) -> list[Any]:
    """The headers of a game; those of another program may only be fields of the game."""
    headers = shown.get("headers")
    if isinstance(headers, list):
        return headers
    found = []
    for key in _HEADERS:
        value = shown.get(key)
        if value is not None:
            text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
            found.append({"key": key, "value": text})
    readings = shown.get("readings")
    if isinstance(readings, dict):
        found += [{"key": "reading", "value": f"{name}: {option}"} for name, option in readings.items()]
    return found


def _header(one: Any) -> str | Fault:
    try:
        plain = f'[{one["key"]} "{one["value"]}"]'
        raw = one.get("raw")
    except (TypeError, KeyError, AttributeError):
        return Fault(f"`{one}` is no header.", 'write {"key":"rulebook","value":"NAME"}', 1)
    if isinstance(raw, str) and _one_line(raw) and _says_header(raw, str(one["key"]), str(one["value"])):
        return raw
    return plain.replace("\n", " ")


def _says_header(raw: str, key: str, value: str) -> bool:
    """Whether a line as it was written is this header, in whatever form."""
    (record,) = read([raw], "")
    return [(header.key, header.value) for header in record.headers] == [(key, value)]


def _line(shown: dict[str, Any]) -> str | Fault:
    raw = shown.get("raw")
    try:
        strict = str(shown["text"]) if shown["k"] in ("raw", "broken") else text_of(shown)
    except (KeyError, ValueError, TypeError):
        return Fault(f"The object of kind `{shown['k']}` does not say what such a line says.", f"write {_HINT}", 1)
    if not _one_line(strict):
        return Fault("The text of an object has more than one line.", "write one object a line of text", 1)
    if isinstance(raw, str) and _one_line(raw) and (shown["k"] == "broken" or _says(raw, shown)):
        return raw
    return strict


def _says(raw: str, shown: dict[str, Any]) -> bool:
    """Whether a line as it was written says what the fields of its object say."""
    plain = without_comment(raw.strip(BLANK)).strip(BLANK)
    line = read_line(plain, 0, 1) if plain else None
    said = {key: shown[key] for key in _SAID if key in shown}
    return isinstance(line, Line) and line.kind == shown["k"] and fields(line) == said


_SAID = ("text", "facts", "to", "at", "number", "why", "comment", "mark", "flags")


def _one_line(text: str) -> bool:
    return "\n" not in text and "\r" not in text


def _derived(raw: str) -> dict[str, Any]:
    """What an object says of its event beside the text."""
    shown = _object(raw) if '"event"' in raw else {}
    if not isinstance(shown, dict):
        return {}
    return {key: shown[key] for key in ("n", "actor", "move", "args") if key in shown}
