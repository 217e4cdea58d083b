"""Options that several commands share. Light to import: what they need is imported when a command runs."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from rulespal.cli import completion
from rulespal.cli.refusals import Refusal
from rulespal.text.fold import identifier

Function = Callable[..., int]


def _pairs(ctx: click.Context, param: click.Parameter, values: Sequence[str]) -> list[tuple[str, str]]:
    """`NAME=OPTION` (or `NAME: OPTION`, as records write it) to pairs. Raises Refusal."""
    pairs = []
    for value in values:
        match = re.fullmatch(r"\s*([\w -]*\w)\s*[=:]\s*([\w -]*\w)\s*", value)
        if match is None:
            raise Refusal(f"`--reading {value}` does not say which option is taken.", "Write `--reading NAME=OPTION`.")
        pairs.append((identifier(match[1]), identifier(match[2])))
    return pairs


as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON with the same content, one object a line.")
language = click.option("--lang", type=click.Choice(["en", "es"]), help="Language of the rulebook's sentences.")
table = click.option(
    "--table", metavar="FILE", help="File with the readings that this table has chosen (else rulespal.toml, upwards)."
)
report = click.option(
    "--report", metavar="FILE.html", help="Write a page too: the run, and games with the position after each event."
)
game = click.option("--game", metavar="NAME", help="Only the game of this name.", shell_complete=completion.games)
_reading = click.option(
    "--reading", "flags", multiple=True, metavar="NAME=OPTION", callback=_pairs,
    help="A reading that this table has chosen (repeatable).",
)  # fmt: skip
_books = click.option(
    "--books", metavar="DIR", type=click.Path(exists=True, file_okay=False),
    help="A folder with rulebooks of one's own, which records may name.",
)  # fmt: skip
_depends = click.option("--no-depends", is_flag=True, help="Leave out what other readings would change (faster).")
_form = click.option(
    "--from", "form", metavar="FORMAT", help="Format of the records: that of an importer (else recognised)."
)


def choosing(function: Function) -> Function:
    """Adds `--reading`, `--table` and `--books`; the function gets `shelf` (Shelf) and `choices` (Choices)."""

    @functools.wraps(function)
    def run(*, flags: list[tuple[str, str]], table: str | None, books: str | None, **rest: Any) -> int:
        from rulespal.cli.choices import Choices, table_file
        from rulespal.cli.rulebooks import Shelf

        shelf = Shelf(Path(books) if books else None)
        choices = Choices(flags, table_file(table), shelf)
        choices.warn_of_unknown_books()
        return function(shelf=shelf, choices=choices, **rest)

    return _reading(table(_books(run)))


def judging(function: Function) -> Function:
    """Adds what `replay` and `validate` share; the function gets it as `judging` (Judging)."""

    @functools.wraps(function)
    def run(*, shelf: Any, choices: Any, no_depends: bool, lang: str | None, form: str | None, **rest: Any) -> int:
        from rulespal.cli.judging import Judging
        from rulespal.cli.sources import format_named

        return function(judging=Judging(shelf, choices, not no_depends, lang, format_named(form)), **rest)

    return choosing(_depends(language(_form(run))))
