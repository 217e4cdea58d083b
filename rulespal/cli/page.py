"""`rulespal page`: a rulebook as one file for phones, usable offline."""

from __future__ import annotations

from pathlib import Path

import click

from rulespal import library
from rulespal.cli import completion, options
from rulespal.cli.output import print_json
from rulespal.cli.refusals import Refusal
from rulespal.cli.rulebooks import book_file
from rulespal.report.schema import SCHEMA
from rulespal.text.files import write_whole


@click.command()
@click.argument("books", nargs=-1, required=True, metavar="BOOK...", shell_complete=completion.books_and_files)
@click.option(
    "-o", "--output", required=True, metavar="FILE.html", type=click.Path(dir_okay=False), help="The file to write."
)
@options.as_json
def command(books: tuple[str, ...], output: str, as_json: bool) -> int:
    """Make one page of rulebooks: rules, cards, disputes, readings and terms, with a search. It needs nothing else.

    \b
    Example: rulespal page BOOK -o book.html

    Exit status: 0.
    """
    from rulespal.web.page import page

    target = Path(output)
    if not target.parent.is_dir():
        raise Refusal(f"there is no folder {target.parent}.", "Make it first, or give another path to `-o`.")
    files = list(dict.fromkeys(str(book_file(book)) for book in books))
    text = page(files)
    try:
        write_whole(target, text)
    except OSError as error:
        raise Refusal(f"{target} cannot be written: {error.strerror}.", "Give another path to `-o`.") from error
    names = [library.load(file)[0].book.name for file in files]
    size = len(text.encode())
    if as_json:
        print_json({"schema": SCHEMA, "file": output, "books": names, "bytes": size})
    else:
        click.echo(f"{output}: {', '.join(names)}, {size // 1000} kB")
    return 0
