"""`rulespal readings BOOK --agree`: what a table should agree on before a game, asked one by one and written down."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from rulespal.cli.choices import FILE, TableFile
from rulespal.cli.refusals import Refusal, reason
from rulespal.model.rules import Reading, Rulebook, spoken
from rulespal.report.words import sentence
from rulespal.text.files import write_whole

_ORDER = ("open", "custom", "leaning")  # what is worth most to agree on comes first
_TITLE = re.compile(r"""\s*\[\s*["']?([^\]"']+?)["']?\s*\]""")


def agree(book: Rulebook, file: TableFile | None, chosen: Mapping[str, str], language: str | None) -> None:
    """Asks for an option of each reading that the text does not settle, and writes the table's file. Raises Refusal."""
    agreed = dict(chosen)
    for reading in sorted(_worth(book), key=lambda r: _ORDER.index(r.grade)):
        agreed[spoken(reading.name)] = _option(reading, chosen.get(spoken(reading.name)), language)
    path = file.path if file is not None else Path(FILE)
    try:
        write_whole(path, with_table("\n".join(file.lines) if file is not None else "", book.name, agreed))
    except OSError as error:
        raise Refusal(f"cannot write {path}: {reason(error)}.") from None
    click.echo(f"Written to {path}.")


def _worth(book: Rulebook) -> Iterator[Reading]:
    yield from (reading for reading in book.readings if reading.grade in _ORDER)


def _option(reading: Reading, chosen: str | None, language: str | None) -> str:
    """The option that is agreed on, by its name; Enter takes what was chosen before, or the default."""
    names = [spoken(option.name) for option in reading.options]
    click.echo(f"\n{sentence(reading.asks, language)}  ({reading.grade})")
    for number, option in enumerate(reading.options, 1):
        click.echo(f"  {number}. {sentence(option.says, language)}")
    taken = names.index(chosen) + 1 if chosen in names else 1
    return names[click.prompt("Which?", default=taken, type=click.IntRange(1, len(names))) - 1]


def with_table(text: str, book: str, agreed: Mapping[str, str]) -> str:
    """The text of a table's file with these options of a rulebook; all else stays as it is."""
    before: list[str] = []
    after: list[str] = []
    own: list[str] = []
    part = before
    for line in text.splitlines():
        if title := _TITLE.match(line):
            part = own if title[1].casefold() == book.casefold() else after if own else before
        part.append(line)
    kept = [line for line in own if not (set(_key(line)) & agreed.keys())] or [f"[{book}]"]
    lines = [f'{name} = "{option}"' for name, option in agreed.items()]
    while kept and not kept[-1].strip():
        kept.pop()
    gap = [""] if before and before[-1].strip() and not own else []
    return "\n".join([*before, *gap, *kept, *lines, *([""] if after else []), *after]) + "\n"


def _key(line: str) -> list[str]:
    """The name that a line gives a value, written with `-`; none if it gives none."""
    match = re.match(r"""\s*["']?([\w-]+)["']?\s*=""", line)
    return [spoken(match[1]).casefold()] if match else []
