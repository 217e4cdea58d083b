"""`rulespal books`: the rulebooks that come with the program."""

from __future__ import annotations

import click

from rulespal import library
from rulespal.cli import options
from rulespal.cli.output import print_json, print_text
from rulespal.report import as_json as to_json
from rulespal.report.as_text_book import Entry, books


@click.command()
@options.as_json
def command(as_json: bool) -> int:
    """List the rulebooks: name, title, edition, players, languages, sections, cards.

    \b
    Example: rulespal books --json

    Exit status: 0.
    """
    entries = []
    for name, file in library.rulebook_files().items():
        book, found = library.read_rulebook(file)
        entries.append(Entry(name, book, len(found.errors)))
    if as_json:
        print_json(to_json.books([to_json.book(e.name, e.book, e.errors) for e in entries]))
    else:
        print_text(books(entries))
    return 0
