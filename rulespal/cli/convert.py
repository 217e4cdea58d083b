"""`rulespal convert`: records in another form."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from rulespal import library
from rulespal.cli import options
from rulespal.cli.choices import Choices
from rulespal.cli.refusals import Refusal
from rulespal.cli.rulebooks import Shelf
from rulespal.cli.sources import format_named, one_file
from rulespal.records import sources
from rulespal.records.formats import recognised
from rulespal.text.files import write_whole

FORMS = ("rpl", "jsonl")


@click.command()
@click.argument("file")
@click.option("--to", type=click.Choice(FORMS), help="The form to write (else the other one of the two).")
@click.option("--from", "form", metavar="FORMAT", help="Format of the record: that of an importer (else recognised).")
@click.option("-o", "--output", metavar="FILE", type=click.Path(dir_okay=False), help="Where to write (else: printed).")
@click.option("--json", "as_json", is_flag=True, help="The same as --to jsonl.")
@options.choosing
def command(
    file: str, to: str | None, form: str | None, output: str | None, as_json: bool, shelf: Shelf, choices: Choices
) -> int:
    """Write a record in another form: as text (rpl), or as an object a line for programs (jsonl).

    Text, made into objects and back, is the same file. A record of another program is written in the strict form, with
    the edition of the rulebook. FILE is a record, or - for standard input.

    \b
    Example: rulespal convert game.rpl --to jsonl

    Exit status: 0; 2 the file cannot be read.
    """
    known = format_named(form)
    for source, stream in sources.streams(one_file(file), known):
        start = sources.beginning(source, stream) if known is None else b""
        own = known or recognised(start, source.file)
        target = to or ("jsonl" if as_json or own.name == "rpl" else "rpl")
        parts = library.converted(stream, source.name, own, target, find=shelf.find)
        _write(parts, output)
    return 0


def _write(parts: Iterator[str], output: str | None) -> None:
    if output is None:
        for text in parts:
            click.echo(text.encode("utf-8", "surrogateescape"), nl=False)
        sys.stdout.flush()
        return
    target = Path(output)
    if not target.parent.is_dir():
        raise Refusal(f"there is no folder {target.parent}.", "Make it first, or give another path to `-o`.")
    write_whole(target, "".join(parts).encode("utf-8", "surrogateescape"))
