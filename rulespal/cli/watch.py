"""`rulespal watch`: a rulebook while it is being written."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path

import click

from rulespal import library
from rulespal.cli import completion, options
from rulespal.cli.output import print_json, terminal
from rulespal.cli.refusals import as_refusal, show, warn
from rulespal.cli.rulebooks import book_file
from rulespal.report import as_json as to_json
from rulespal.report.as_text_author import tried
from rulespal.text.beside import belongs


@click.command()
@click.argument("book", shell_complete=completion.books_and_files)
@click.option("--once", is_flag=True, help="Look at it once, and end.")
@click.option("--seed", type=int, default=1, show_default=True, metavar="S", help="Of the first game; then one more.")
@options.as_json
def command(book: str, once: bool, seed: int, as_json: bool) -> int:
    """Check a rulebook on every save, and play a random game of it, in ten lines. Ctrl-C ends it.

    \b
    Example: rulespal watch my-game

    Exit status: 0.
    """
    file = book_file(book)
    with contextlib.suppress(KeyboardInterrupt):
        for turn, _ in enumerate(_saves(file, once)):
            _look_again(book, file, seed + turn, as_json)
    return 0


def _look_again(name: str, file: Path, seed: int, as_json: bool) -> None:
    """Looks at a rulebook; one that cannot be used, half written, does not end the watch."""
    try:
        _look(name, file, seed, as_json)
    except Exception as error:
        refusal = as_refusal(error)
        if refusal is None:
            raise
        show(refusal)


def _look(name: str, file: Path, seed: int, as_json: bool) -> None:
    found, how_far, game = library.try_out(file, seed)
    if as_json:
        print_json(to_json.tried(name, list(found), how_far, game))
        return
    console = terminal()
    for part in tried(name, time.strftime("%H:%M:%S"), list(found), how_far, game):
        console.print(part, no_wrap=True, overflow="ellipsis")


def _saves(file: Path, once: bool) -> Iterator[None]:
    """Now, and each time that the rulebook or another file that it is read from, has been written."""
    yield None
    if once:
        return
    from watchfiles import watch

    warn(f"watching {file}; Ctrl-C ends it")

    def ours(_: object, path: str) -> bool:
        return belongs(Path(path), file)

    for _ in watch(file.parent, watch_filter=ours, recursive=False, raise_interrupt=False):
        yield None
