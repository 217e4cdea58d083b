"""`rulespal check`: what is wrong or doubtful in a rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from rulespal import library
from rulespal.cli import options
from rulespal.cli.output import print_json, print_text, terminal
from rulespal.cli.rulebooks import book_file
from rulespal.report import as_json as to_json
from rulespal.report.as_text_book import check
from rulespal.text.diagnostic import Diagnostic


@click.command()
@click.argument("books", nargs=-1, required=True, metavar="BOOK...")
@options.as_json
def command(books: Sequence[str], as_json: bool) -> int:
    """Check a rulebook: syntax, types, rules that are dead or uncited, sentences that clash, examples that fail.

    BOOK is a name (see `rulespal books`), or a path to a rulebook file or folder.

    \b
    Example: rulespal check my-game/rulebook.md

    Exit status: 0 nothing found, 1 findings.
    """
    found: dict[str, list[Diagnostic]] = {}
    for name, file in [(name, book_file(name)) for name in books]:
        found[name] = list(library.check(file))
        if as_json:
            for one in found[name]:
                print_json(to_json.finding(one, name))
        else:
            _show(name, file, found[name])
    if as_json:
        print_json(to_json.check_summary(found))
    return int(any(found.values()))


def _show(name: str, file: Path, found: Sequence[Diagnostic]) -> None:
    console = terminal()
    sources = {str(file): file.read_text(encoding="utf-8", errors="replace").splitlines()}
    print_text(check(name, found, sources, console.width), console)
