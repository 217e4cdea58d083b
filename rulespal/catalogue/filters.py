"""Filters for cards: `price<=2 kind:instant "after a duel" -thief`.

A filter is `ATTRIBUTE` with `:`, `=`, `!=`, `<`, `<=`, `>` or `>=` and a value; a quoted text that has to stand in the
card's names, values or text; or a word of them. A `-` in front turns it round. All filters have to hold.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from typing import NamedTuple

from rulespal.catalogue.lookup import surely
from rulespal.text.fold import plain_signs
from rulespal.text.suggest import did_you_mean
from rulespal.text.words import key, searched, words

_PART = re.compile(
    r"""(?P<no>-)?(?:
      (?P<name>[^\s:=<>!"-][^\s:=<>!"]*) \s* (?P<op><=|>=|!=|[:=<>]) \s* (?P<value>"[^"]*"|[^\s"]*)
    | "(?P<text>[^"]*)"
    | (?P<word>[^\s":=<>!][^\s"]*)
    ) (?=\s|$)""",
    re.X,
)
_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}  # fmt: skip
_NOTHING = ("nothing", "none", "nada", "ninguno", "ninguna")
_YES, _NO = ("yes", "true", "si"), ("no", "false")


class BadFilter(Exception):
    """A filter that cannot be used: one sentence, and what to do instead."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


class Filter(NamedTuple):
    """A filter as written. `name` is empty for a text; `operator`: `:`, `=`, `!=`, `<` …."""

    no: bool
    name: str
    operator: str
    value: str
    quoted: bool


def parsed(query: str) -> list[Filter]:
    """The filters of a query. Raises BadFilter."""
    query, place, found = plain_signs(query).strip(), 0, []
    if query.count('"') % 2:
        raise BadFilter("a quotation mark is not closed.", 'Write the text between two: `"after a duel"`.')
    while place < len(query):
        if query[place].isspace():
            place += 1
            continue
        match = _PART.match(query, place)
        if match is None:
            piece = query[place:].split()[0]
            raise BadFilter(f"“{piece}” is no filter.", 'A filter is `ATTRIBUTE<=2`, `ATTRIBUTE:value` or `"a text"`.')
        found.append(_filter(match))
        place = match.end()
    return found


def _filter(match: re.Match[str]) -> Filter:
    no = match["no"] is not None
    if match["name"] is not None:
        value = match["value"].strip('"')
        if not value.strip():
            shown = f"{match['name']}{match['op']}"
            raise BadFilter(f"“{shown}” says no value.", f"Write it behind the sign: `{shown}2`.")
        return Filter(no, match["name"], match["op"], value, quoted=False)
    text = match["text"] if match["text"] is not None else match["word"]
    if not words(text):
        raise BadFilter(f"“{match[0]}” holds no word.", "Write a word, or a text between quotation marks.")
    return Filter(no, "", "", text, quoted=match["text"] is not None)


def cards(db: sqlite3.Connection, query: str) -> list[int]:
    """The numbers of the cards that pass all filters, in the order of the pack. Raises BadFilter."""
    tests = [_test(db, one) for one in parsed(query)]
    everything = [row["id"] for row in db.execute("select id from cards order by id")]
    return [card for card in everything if all(test(card) for test in tests)]


def _test(db: sqlite3.Connection, one: Filter) -> Callable[[int], bool]:
    passing = set(_passing(db, one))
    return (lambda card: card not in passing) if one.no else (lambda card: card in passing)


def _passing(db: sqlite3.Connection, one: Filter) -> Iterator[int]:
    """The cards that pass a filter without its `-`."""
    if not one.name:
        yield from _with_text(db, one)
        return
    attribute = _attribute(db, one.name)
    rows = db.execute("select card, value, number from card_attributes where attribute = ?", [attribute]).fetchall()
    if one.operator in _COMPARE:
        limit = _number(one, rows, attribute)
        yield from (r["card"] for r in rows if r["number"] is not None and _COMPARE[one.operator](r["number"], limit))
        return
    wanted = _value(db, one, rows, attribute)
    equal = {row["card"] for row in rows if row["value"] == wanted}
    yield from equal if one.operator != "!=" else {row["card"] for row in rows} - equal


def _with_text(db: sqlite3.Connection, one: Filter) -> Iterator[int]:
    """Cards whose names, values or text hold the words: a quoted text in one piece, a word also as part of one."""
    wanted = searched(one.value)
    rows = db.execute(
        "select c.id, group_concat(d.title_words || ' ' || d.words, ' | ') as words from cards c join documents d "
        "on (d.kind = 'card' and d.target = c.id) or (d.kind = 'section' and d.section = c.section) group by c.id"
    )
    for row in rows:
        if f" {wanted} " in f" {row['words']} " if one.quoted else wanted in row["words"]:
            yield row["id"]


def _attribute(db: sqlite3.Connection, name: str) -> str:
    """The attribute that is meant. Raises BadFilter with those that there are."""
    known: list[str] = [row[0] for row in db.execute("select distinct attribute from card_attributes order by id")]
    found = [one for one in known if key(one.replace("-", " ")) == key(name.replace("-", " ").replace("_", " "))]
    if found:
        return found[0]
    if not known:
        raise BadFilter("the cards of this rulebook have no attributes.", "Search for words of their names and texts.")
    hint = did_you_mean(name, known) or f"They have {', '.join(known)}."
    raise BadFilter(f"cards have no `{name}`.", hint)


def _number(one: Filter, rows: list[sqlite3.Row], attribute: str) -> int:
    if not any(row["number"] is not None for row in rows):
        raise BadFilter(f"`{attribute}` is no number, so `{one.operator}` says nothing.", f"Write `{attribute}:value`.")
    if not re.fullmatch(r"-?\d{1,15}", one.value):
        raise BadFilter(
            f"`{attribute}` is a number, and “{one.value}” is none.", f"Write `{attribute}{one.operator}2`."
        )
    return int(one.value)


def _value(db: sqlite3.Connection, one: Filter, rows: list[sqlite3.Row], attribute: str) -> str | None:
    """The value that is meant, as the catalogue has it (None: nothing). Raises BadFilter with those that there are."""
    known: list[str] = list(dict.fromkeys(row["value"] for row in rows if row["value"] is not None))
    wanted = key(one.value)
    if one.value in known:
        return one.value
    for written, meant in ((_NOTHING, None), (_YES, "yes"), (_NO, "no")):
        if wanted in map(key, written) and (meant is None or meant in known):
            return meant
    if found := [value for value in known if key(value.replace("-", " ")) == wanted]:
        return found[0]
    if called := surely(db, one.value, ["value"]):
        named = [row[0] for number in called.targets
                 for row in db.execute("select value from attribute_values where id = ?", [number.number])]  # fmt: skip
        if found := [value for value in named if value in known]:
            return found[0]
    if known and all(value.lstrip("-").isdigit() for value in known) and one.value.lstrip("-").isdigit():
        return one.value  # a number that no card has: nothing is found, and nothing is wrong
    values = sorted(known, key=lambda value: (len(value), value)) if len(known) > 12 else known
    hint = did_you_mean(one.value, known) or f"It is one of {', '.join(values[:12])}{' …' if len(known) > 12 else ''}."
    raise BadFilter(f"no card has {attribute} “{one.value}”.", hint)
