"""`rulespal books`: the rulebooks that come with the program."""

from __future__ import annotations

import click

from rulespal import library
from rulespal.catalogue.pages import Pages
from rulespal.cli import options
from rulespal.cli.output import print_json, print_text
from rulespal.report.schema import SCHEMA


@click.command()
@options.as_json
def command(as_json: bool) -> int:
    """List the rulebooks: name, title, edition, players, languages, sections, cards.

    \b
    Example: rulespal books --json

    Exit status: 0.
    """
    found = [
        {**Pages(library.catalogue(file)).listing(), "name": name} for name, file in library.rulebook_files().items()
    ]
    if as_json:
        print_json({"schema": SCHEMA, "books": found})
        return 0
    from rulespal.report.as_text_reference import books

    print_text(books(found))
    return 0
