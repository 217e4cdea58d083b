"""`rulespal readings`: where a rulebook can be read in several ways, and what this table has chosen."""

from __future__ import annotations

import click

from rulespal import library
from rulespal.cli import completion, options
from rulespal.cli.choices import Choices, table_file
from rulespal.cli.output import print_json, print_text
from rulespal.cli.rulebooks import Shelf, book_file
from rulespal.report import as_json as to_json
from rulespal.report.as_text_book import readings
from rulespal.text.diagnostic import Rejected


@click.command()
@click.argument("book", shell_complete=completion.books_and_files)
@click.option("--agree", is_flag=True, help="Walk through those worth agreeing on, and write them to rulespal.toml.")
@options.table
@options.language
@options.as_json
def command(book: str, agree: bool, table: str | None, lang: str | None, as_json: bool) -> int:
    """Show where a rulebook can be read in several ways: question, options, reason, and what this table has chosen.

    \b
    Example: rulespal readings BOOK --table rulespal.toml
             rulespal readings BOOK --agree

    Exit status: 0.
    """
    model, found = library.read_rulebook(book_file(book))
    if found.errors:
        raise Rejected(found)
    file = table_file(table)
    chosen = Choices([], file, Shelf()).in_file(model)
    path = str(file.path) if file is not None else None
    if agree:
        from rulespal.cli.agreeing import agree as agree_on

        agree_on(model, file, chosen, lang)
        return 0
    if as_json:
        print_json(to_json.readings(model, chosen, path, lang))
    else:
        print_text(readings(model, chosen, path, lang))
    return 0
