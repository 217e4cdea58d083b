"""`rulespal new`: a rulebook to begin with."""

from __future__ import annotations

from pathlib import Path

import click

from rulespal import library
from rulespal.cli import options
from rulespal.cli.output import print_json, print_text
from rulespal.cli.refusals import Refusal
from rulespal.report import as_json as to_json
from rulespal.report.as_text_author import started
from rulespal.text.files import create_whole
from rulespal.text.fold import fold
from rulespal.text.resources import grammar_text

_LONGEST = 60
_UNFIT = frozenset('/\\"{}<>`')


@click.command()
@click.argument("name")
@options.as_json
def command(name: str, as_json: bool) -> int:
    """Write a commented rulebook to begin with: a small game that checks clean, to be changed into yours.

    It is written into a new folder of that name, here. Nothing is overwritten.

    \b
    Example: rulespal new "Orchard Day"

    Exit status: 0; 2 if the name cannot be used, or something of that name is there.
    """
    title = " ".join(name.split())
    folder = Path(_folder(name, title))
    file = folder / "rulebook.md"
    if file.exists() or (folder.exists() and not folder.is_dir()):
        raise Refusal(f"{file if file.exists() else folder} is there already, and nothing is overwritten.",
                      f"Take another name, or go on with it: `rulespal watch {folder}`.")  # fmt: skip
    folder.mkdir(exist_ok=True)
    try:
        create_whole(file, grammar_text("new-rulebook.md").replace("@NAME@", folder.name).replace("@TITLE@", title))
    except FileExistsError:
        raise Refusal(f"{file} is there already, and nothing is overwritten.", "Take another name.") from None
    if as_json:
        print_json(to_json.started(folder.name, str(file)))
    else:
        print_text(started(folder.name, str(file)))
    return 0


def _folder(name: str, title: str) -> str:
    """The name of the folder, as records will name the rulebook. Raises Refusal where none can be made of it."""
    plain = "-".join("".join(c if c.isalnum() else " " for c in fold(name)).split())
    if not plain.isascii() or not plain or not name.isprintable() or _UNFIT.intersection(name):
        raise Refusal(
            f"“{title}” cannot be the name of a rulebook.",
            "Take letters and digits: `rulespal new my-game`.",
        )
    if len(plain) > _LONGEST:
        raise Refusal(f"a name of {len(plain)} letters is too long.", f"Take one of at most {_LONGEST}.")
    if plain in library.rulebook_files():
        raise Refusal(
            f"a rulebook called {plain} comes with the program.", "Take another name: records name one by it."
        )
    return plain
