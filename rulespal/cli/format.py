"""`rulespal format`: files in their canonical form. One function a kind of file; `KINDS` says which it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import click

from rulespal import library
from rulespal.cli import completion, options
from rulespal.cli.output import print_json, print_text, terminal
from rulespal.cli.refusals import Refusal
from rulespal.cli.rulebooks import book_file
from rulespal.cli.sources import one_file
from rulespal.report import as_json as to_json
from rulespal.report.as_text_author import formatted
from rulespal.text.files import write_whole
from rulespal.text.formatted import Formatted


# By the ending of a file's name; whatever has another one, or is no file, is a rulebook given by name or folder.
def _record(word: str) -> list[Formatted]:
    file = Path(one_file(word))
    try:
        return [library.formatted_record(file)]
    except UnicodeDecodeError:
        raise Refusal(f"{word} is not UTF-8 text.", "Save it as UTF-8, then try again.") from None


KINDS: dict[str, Callable[[str], list[Formatted]]] = {".rpl": _record}


def _rulebook(word: str) -> list[Formatted]:
    return library.formatted_rulebook(book_file(word))


def _named(word: str) -> Iterator[tuple[str, Formatted]]:
    """What a word names, file by file: the first one under that word, the others with their own name."""
    first, *others = KINDS.get(Path(word).suffix, _rulebook)(word)
    yield word, first
    for one in others:
        yield f"{word}: {one.file.name}", one


@click.command()
@click.argument("names", nargs=-1, required=True, metavar="BOOK...", shell_complete=completion.books_and_files)
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 if anything would change.")
@options.as_json
def command(names: Sequence[str], check: bool, as_json: bool) -> int:
    """Put rulebooks and records into their canonical form.

    In a rulebook, and in the rulings beside it, the rule blocks get line breaks, indentation and spaces. In a record
    (.rpl) the headers get their order and the edition of the rulebook, and sentences are written as the rulebook says
    them.

    Prose is left as it is, and comments stay where they are. A file with errors is not changed.

    BOOK is a name (see `rulespal books`), or a path to a rulebook file or folder.

    \b
    Example: rulespal format my-game/rulebook.md

    Exit status: 0; 1 if a file has errors, or with --check if it would be changed.
    """
    found = [(called, one) for name in names for called, one in _named(name)]
    for name, one in found:
        if one.changed and not check:
            write_whole(one.file, one.after)
        if as_json:
            print_json(to_json.formatted(one, name))
        else:
            console = terminal()
            print_text(formatted(name, one, check, console.width), console)
    return int(any(one.found or (check and one.changed) for _, one in found))
