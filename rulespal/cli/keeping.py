"""`rulespal ask … --keep`: a question and its answer become a ruling of the rulebook, after a yes."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

import click

from rulespal import library
from rulespal.cli.refusals import Refusal, reason
from rulespal.cli.rulebooks import book_file
from rulespal.language import printer
from rulespal.model.phrases import Phrasebook
from rulespal.questions import keeping
from rulespal.questions.query import Answer, Query
from rulespal.questions.understand import understand
from rulespal.text.beside import files, rulings_file
from rulespal.text.files import write_whole


def keep(book: str, phrases: Phrasebook, text: str, given: Sequence[str], language: str | None, found: Answer) -> None:
    """Asks whether the answer is to be kept, and writes it into the file of the rulebook's rulings. Raises Refusal."""
    query = understand(text, given, phrases, language)
    if not isinstance(query, Query) or found.status == "not-understood":
        raise Refusal("what was not understood cannot be kept.", "Ask it in other words.")
    if query.ruling is not None and query.ruling.index >= 0:
        raise Refusal(f"the rulebook has a ruling for it: `{query.ruling.name}`.")
    file = rulings_file(book_file(book))
    node = keeping.ruling(query, found, phrases.book)
    click.echo(f"\n{printer.declaration(node)}")
    if not click.confirm(f"Write this into {file}?"):
        return
    now = file.read_text(encoding="utf-8") if file.is_file() else ""
    written = keeping.placed(now, phrases.book.document, list(keeping.sections(found)), node)
    _only_if_it_can_be_read(book_file(book), file, written)
    try:
        write_whole(file, written)
    except OSError as error:
        raise Refusal(f"cannot write {file}: {reason(error)}.", "Take a rulebook of your own.") from None
    click.echo(f"`{node.name}` is a ruling now; `rulespal check {book}` asks it.")


def _only_if_it_can_be_read(book: Path, rulings: Path, text: str) -> None:
    """Raises Refusal if the rulebook would have errors with these rulings."""
    with tempfile.TemporaryDirectory() as folder:
        beside = Path(folder) / book.parent.name
        beside.mkdir()
        for part in files(book):
            shutil.copy(part, beside / part.name)
        (beside / rulings.name).write_text(text, encoding="utf-8")
        _, diagnostics = library.read_rulebook(beside / book.name)
    if diagnostics.errors:
        raise Refusal(f"the rulebook could not be read with it: {diagnostics.errors[0].message}")
