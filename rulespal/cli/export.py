"""`rulespal export`: the catalogue of a rulebook as a SQLite database."""

from __future__ import annotations

from pathlib import Path

import click

from rulespal import library
from rulespal.cli import completion, options
from rulespal.cli.output import print_json
from rulespal.cli.refusals import Refusal, reason
from rulespal.cli.rulebooks import book_file
from rulespal.report.schema import SCHEMA
from rulespal.text.files import write_whole


@click.command()
@click.argument("book", shell_complete=completion.books_and_files)
@click.option("--db", "file", required=True, metavar="FILE", type=click.Path(dir_okay=False), help="The file to write.")
@options.as_json
def command(book: str, file: str, as_json: bool) -> int:
    """Write sections, cards, terms, rules, readings and rulings to a SQLite database, in place of the file's content.

    The tables are plain, with full-text indexes; any tool for SQLite opens them.

    \b
    Example: rulespal export BOOK --db book.db

    Exit status: 0.
    """
    import sqlite3

    content = library.exported(book_file(book))
    target = Path(file)
    if not target.parent.is_dir():
        raise Refusal(f"there is no folder {target.parent}.", "Make it first, or give another path to `--db`.")
    try:
        write_whole(target, content)
    except OSError as error:
        raise Refusal(f"cannot write {file}: {reason(error)}.", "Give another path to `--db`.") from None
    db = sqlite3.connect(":memory:")
    db.deserialize(content)
    tables = {name: _rows(db, name) for name in ("sections", "cards", "terms", "rules", "readings", "rulings")}
    if as_json:
        print_json({"schema": SCHEMA, "book": book, "file": file, "bytes": len(content), "tables": tables})
    else:
        click.echo(f"{file}: {tables['sections']} sections, {tables['cards']} cards, and the rules of both")
    return 0


def _rows(db: object, table: str) -> int:
    return int(db.execute(f"select count(*) from {table}").fetchone()[0])  # type: ignore[attr-defined]
