"""The JSON Lines twin of a record: one object for each line of the text, so that the text can be made from it again.

`text` and the other fields say what the line is; `raw` stands only where the line is not written as `to_text` would. The
headers that stand together are one object. What a program wants to know of an event (`n`, `actor`, `move`, `args`) is
derived, and compared when the twin is read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from rulespal.records.layout import Placed, canonical
from rulespal.records.record import Header, Kind, Line, Record

Object = dict[str, Any]
Derive = Callable[[Line], Object]  # actor, move and args of an event; empty where it is no sentence


def objects(record: Record, lines: Sequence[Placed], derive: Derive) -> Iterator[Object]:
    """The objects of one game with everything that stands between it and the one before."""
    run: list[Placed] = []
    told, number = False, 0
    for place, one in enumerate(lines):
        if one.header is not None:
            run.append(one)
            if place + 1 < len(lines) and lines[place + 1].header is not None:
                continue
            yield {"k": "header" if told else "game", **({} if told else _about(record)), **_headers(run)}
            told, run = True, []
        elif one.line is None:
            yield _with_ending({"k": "raw", "text": one.written}, one)
        else:
            number += Kind.EVENT in (one.line.kind, one.line.meant)
            yield _line(one, one.line, number, derive)


def _about(record: Record) -> Object:
    """What a program wants to know of a game; the headers say it."""
    readings = {name: option for name, option, _ in record.readings}
    return {"rulebook": record.rulebook, "game": record.name, "players": record.players, "readings": readings}


def _headers(run: Sequence[Placed]) -> Object:
    first = run[0].header
    assert first is not None
    headers = [_header(one, one.header) for one in run if one.header is not None]
    return {"headers": headers, "line": first.line}


def _header(one: Placed, header: Header) -> Object:
    shown = {"key": header.key, "value": header.value}
    return _with_ending(shown if one.written == canonical(one) else {**shown, "raw": one.written}, one)


def _with_ending(shown: Object, one: Placed) -> Object:
    return shown if one.ending == "\n" else {**shown, "ending": one.ending}


def _line(one: Placed, line: Line, number: int, derive: Derive) -> Object:
    shown: Object = {"k": str(line.kind)}
    if line.kind is Kind.EVENT:
        shown |= {"n": number, **derive(line)}
    shown |= fields(line)
    shown["line"] = line.line
    if one.written != text_of(shown):
        shown["raw"] = one.written
    return _with_ending(shown, one)


def fields(line: Line) -> Object:
    """What a line says, without what it is derived from."""
    if line.kind is Kind.ASSERT:
        return {"facts": [fact for fact, _ in line.facts]}
    shown: Object = {} if line.kind in (Kind.END, Kind.HOLE, Kind.TAKEBACK) else {"text": line.text}
    names = {Kind.TAKEBACK: "to", Kind.REVEAL: "at"}
    if line.number is not None:
        shown[names.get(line.kind, "number")] = line.number
    if line.kind is Kind.CORRECT:
        shown["why"] = line.comment
    elif line.comment:
        shown["comment"] = line.comment
    if line.mark:
        shown["mark"] = line.mark
    if line.flags:
        shown["flags"] = list(line.flags)
    return shown


def text_of(shown: Object) -> str:
    """The line that an object stands for, as it is written strictly. Raises KeyError or ValueError where it has no sense."""
    from rulespal.records.to_text import write_line

    kind = Kind(shown["k"])
    facts = tuple((str(fact), 0) for fact in shown.get("facts", ()))
    number = next((shown[name] for name in ("to", "at", "number") if shown.get(name) is not None), None)
    text = str(shown["text"]) if kind in _SAYING else str(shown.get("text", ""))
    comment = str(shown.get("why" if kind is Kind.CORRECT else "comment", ""))
    flags = tuple(map(str, shown.get("flags", ())))
    return write_line(Line(kind, 0, 0, text, number, str(shown.get("mark", "")), comment, flags, facts))


_SAYING = frozenset(Kind) - {Kind.END, Kind.HOLE, Kind.TAKEBACK, Kind.ASSERT, Kind.RAW}
