"""The lines of a scenario, from text or from JSON: headers, facts, events and what is asked, not yet understood."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from rulespal.questions import heads
from rulespal.records.quotes import outside_quotes, without_comment
from rulespal.text.diagnostic import Diagnostics
from rulespal.text.span import Span

MOST_CHARACTERS = 2_000
MOST_LINES = 60
_HEADER = re.compile(r'\[\s*([\w-]+)\s*[:=]?\s*["“”«»]?(.*?)["“”«»]?\s*\]')
_NUMBER = re.compile(r"\d+[.)]\s+")
_LISTS = ("players", "given", "assuming", "events", "ask")
_KEYS = (*_LISTS, "schema", "language", "readings", "seats")


@dataclass(frozen=True, slots=True)
class Item:
    """A line, or one of several facts of it, and where it stands."""

    text: str
    span: Span


@dataclass(slots=True)
class Lines:
    """What stands in a scenario. `file` in the places: `line`, or in JSON the list in which something stands."""

    text: str
    language: str = ""
    rulebook: Item | None = None  # of which the scenario says that it is about it
    players: list[str] = field(default_factory=list)
    open_seats: bool = True
    readings: list[Item] = field(default_factory=list)
    given: list[Item] = field(default_factory=list)
    assuming: list[Item] = field(default_factory=list)
    events: list[Item] = field(default_factory=list)
    asks: list[Item] = field(default_factory=list)
    found: Diagnostics = field(default_factory=Diagnostics)

    def items(self) -> Iterator[Item]:
        """All sentences, in the order in which players sit who occur in them."""
        for several in (self.given, self.assuming, self.events, self.asks):
            yield from several


def lines_of(text: str, languages: tuple[str, ...]) -> Lines:
    """The lines of a scenario; what is wrong with them is among what was found."""
    text = text.removeprefix("\ufeff")
    lines = Lines(text)
    if len(text) > MOST_CHARACTERS:
        lines.found.add(
            "E-LIMIT", f"A scenario has at most {MOST_CHARACTERS:,} characters; this one has {len(text):,}."
        )
    elif text.lstrip().startswith("{"):
        _of_json(lines, text)
    else:
        _of_text(lines, text, languages)
    if not (len(lines.found) or any(True for _ in lines.items())):
        lines.found.add(
            "E-SYNTAX", "The scenario is empty.", hint="write facts (`given …`), events, and `? what happens`"
        )
    return lines


# ---- text ------------------------------------------------------------------------------------------------------------


def _of_text(lines: Lines, text: str, languages: tuple[str, ...]) -> None:
    raw = text.splitlines()
    if len(raw) > MOST_LINES:
        lines.found.add("E-LIMIT", f"A scenario has at most {MOST_LINES} lines; this one has {len(raw)}.")
        return
    written = [without_comment(line).strip() for line in raw]
    lines.language = heads.of_texts([line for line in written if line], languages) or ""
    for number, line in enumerate(written, 1):
        if line:
            _line(lines, line, Span("line", number), languages)


def _line(lines: Lines, line: str, span: Span, languages: tuple[str, ...]) -> None:
    if line.startswith("["):
        _header(lines, line, span)
        return
    if line.startswith(("?", "¿")):
        asked = line.removeprefix("?").strip()
        if asked:
            lines.asks.append(Item(asked, span))
        else:
            lines.found.add("E-SYNTAX", "Nothing is asked behind the `?`.", span, "write `? what happens`")
        return
    for kind, several in (("given", lines.given), ("assuming", lines.assuming)):
        for language in languages:
            if (rest := heads.heads(language).behind(kind, line)) is not None:
                several += [Item(fact, span) for fact in facts(rest)]
                return
    lines.events.append(Item(_NUMBER.sub("", line, count=1), span))


def facts(text: str) -> list[str]:
    """Facts that are parted by `;` outside quotes."""
    found, last = [], 0
    for match in re.finditer(";", text):
        if outside_quotes(text, match.start()):
            found.append(text[last : match.start()])
            last = match.end()
    return [fact.strip() for fact in (*found, text[last:]) if fact.strip()]


def _header(lines: Lines, line: str, span: Span) -> None:
    match = _HEADER.fullmatch(line)
    key, value = (match[1].lower(), match[2].strip()) if match else ("", "")
    if key == "players" and value:
        _players(lines, [name.strip() for name in value.split(",")], span)
    elif key == "reading" and value:
        lines.readings.append(Item(value, span))
    elif key == "seats" and value == "open":
        lines.open_seats = True
    elif key == "rulebook" and value:
        lines.rulebook = Item(value, span)
    elif key != "game":
        hint = 'a scenario has [players "Ana, Ben"] and [reading "NAME: OPTION"]'
        lines.found.add("E-HEADER", f"“{line}” is no header of a scenario.", span, hint)


def _players(lines: Lines, names: list[str], span: Span) -> None:
    if not all(names) or len({name.casefold() for name in names}) < len(names):
        lines.found.add("E-HEADER", "Each player has a name of their own.", span, 'write [players "Ana, Ben"]')
        return
    lines.players, lines.open_seats = names, False


# ---- JSON ------------------------------------------------------------------------------------------------------------


def _of_json(lines: Lines, text: str) -> None:
    try:
        told = json.loads(text)
    except (ValueError, RecursionError) as fault:
        lines.found.add(
            "E-SYNTAX", f"The scenario begins with {{ and is no JSON: {fault}.", hint="see docs/json-schema"
        )
        return
    for key in sorted(told.keys() - set(_KEYS)):
        lines.found.add("E-HEADER", f"“{key}” is nothing that a scenario has.", hint=f"it has {', '.join(_KEYS)}")
    for key in _LISTS:
        if not _is_list(told.get(key, [])):
            lines.found.add("E-SYNTAX", f"“{key}” is no list of texts.", hint="see docs/json-schema/scenario.json")
            told[key] = []
    if told.get("schema", 1) != 1:
        lines.found.add("E-HEADER", "This scenario is of a schema that is not known here.", hint='write "schema": 1')
    if told.get("players"):
        _players(lines, [name.strip() for name in told["players"]], Span("players", 1))
    lines.open_seats = lines.open_seats or told.get("seats") == "open"
    readings = told.get("readings", {})
    if not isinstance(readings, dict) or not _is_list([*readings.values()]):
        lines.found.add("E-SYNTAX", "“readings” tells no option for each reading.", hint='write {"NAME": "OPTION"}')
        readings = {}
    language = told.get("language", "")
    lines.language = language if isinstance(language, str) else ""
    for key, several in (
        ("given", lines.given),
        ("assuming", lines.assuming),
        ("events", lines.events),
        ("ask", lines.asks),
    ):
        several += [Item(one.strip(), Span(key, n)) for n, one in enumerate(told.get(key, ()), 1) if one.strip()]
    lines.readings = [Item(f"{k}: {v}", Span("readings", n)) for n, (k, v) in enumerate(readings.items(), 1)]
    if sum(len(told.get(key, ())) for key in _LISTS) > MOST_LINES:
        lines.found.add("E-LIMIT", f"A scenario has at most {MOST_LINES} lines.")


def _is_list(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)
