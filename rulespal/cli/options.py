"""Options that several commands share."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from rulespal.cli.choices import Choices, Pair, parse_flags, table_file
from rulespal.cli.judging import Judging
from rulespal.cli.rulebooks import Shelf

Function = Callable[..., int]

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON with the same content, one object a line.")
language = click.option("--lang", type=click.Choice(["en", "es"]), help="Language of the rulebook's sentences.")
table = click.option(
    "--table", metavar="FILE", help="File with the readings that this table has chosen (else rulespal.toml, upwards)."
)
reading = click.option(
    "--reading", "flags", multiple=True, metavar="NAME=OPTION", callback=parse_flags,
    help="A reading that this table has chosen (repeatable).",
)  # fmt: skip
game = click.option("--game", metavar="NAME", help="Only the game of this name.")
_books = click.option(
    "--books", metavar="DIR", type=click.Path(exists=True, file_okay=False),
    help="A folder with rulebooks of one's own, which records may name.",
)  # fmt: skip
_depends = click.option("--no-depends", is_flag=True, help="Leave out what other readings would change (faster).")
_form = click.option("--from", "form", type=click.Choice(["rpl"]), help="Format of the records (else recognised).")


def choosing(function: Function) -> Function:
    """Adds `--reading`, `--table` and `--books`; the function gets `shelf` and `choices`."""

    @functools.wraps(function)
    def run(*, flags: list[Pair], table: str | None, books: str | None, **rest: Any) -> int:
        shelf = Shelf(Path(books) if books else None)
        return function(shelf=shelf, choices=Choices(flags, table_file(table), shelf), **rest)

    return reading(table(_books(run)))


def judging(function: Function) -> Function:
    """Adds what `replay` and `validate` share; the function gets it as `judging`."""

    @functools.wraps(function)
    def run(
        *, shelf: Shelf, choices: Choices, no_depends: bool, lang: str | None, form: str | None, **rest: Any
    ) -> int:
        return function(judging=Judging(shelf, choices, not no_depends, lang), **rest)

    return choosing(_depends(language(_form(run))))
