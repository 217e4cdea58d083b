"""`rulespal check`: what is wrong or doubtful in a rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from rulespal import library
from rulespal.checks.progress import Progress
from rulespal.cli import completion, options
from rulespal.cli.output import print_json, print_text, terminal
from rulespal.cli.rulebooks import book_file
from rulespal.report import as_json as to_json
from rulespal.report.as_text_author import check
from rulespal.text.beside import files
from rulespal.text.diagnostic import Diagnostic


@click.command()
@click.argument("books", nargs=-1, required=True, metavar="BOOK...", shell_complete=completion.books_and_files)
@click.option("--strict", is_flag=True, help="Exit with 1 also if there is prose that no rule encodes.")
@options.as_json
def command(books: Sequence[str], strict: bool, as_json: bool) -> int:
    """Check a rulebook: syntax, types, rules that are dead or uncited, sentences that clash, examples that fail.

    BOOK is a name (see `rulespal books`), or a path to a rulebook file or folder. It may be prose alone, and come to
    cards, readings and rules bit by bit: how far it is, is said and is no fault.

    \b
    Example: rulespal check my-game/rulebook.md

    Exit status: 0 nothing is wrong, 1 findings (with --strict: also prose that is not encoded).
    """
    found: dict[str, list[Diagnostic]] = {}
    how_far: dict[str, Progress] = {}
    for name, file in [(name, book_file(name)) for name in books]:
        diagnostics, how_far[name] = library.check(file)
        found[name] = list(diagnostics)
        if as_json:
            for one in found[name]:
                print_json(to_json.finding(one, name))
        else:
            _show(name, file, found[name], how_far[name])
    if as_json:
        print_json(to_json.check_summary(found, how_far))
    return int(any(strict or one.severity != "note" for each in found.values() for one in each))


def _show(name: str, file: Path, found: Sequence[Diagnostic], how_far: Progress) -> None:
    console = terminal()
    sources = {str(one): one.read_text(encoding="utf-8", errors="replace").splitlines() for one in files(file)}
    print_text(check(name, found, how_far, sources, console.width), console)
