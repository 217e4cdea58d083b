"""`rulespal ask`: a question to a rulebook, from any position or from where a record stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from rulespal import library
from rulespal.cli import completion, options
from rulespal.cli.choices import Choices
from rulespal.cli.output import print_json, print_text
from rulespal.cli.rulebooks import Shelf, load
from rulespal.questions.lines import MOST_CHARACTERS
from rulespal.questions.query import Answer, Status
from rulespal.report.answer_as_text import answer as as_text
from rulespal.report.answer_as_text import unread

if TYPE_CHECKING:
    from rulespal.questions.session import Session
    from rulespal.records.record import Record

STATUS: Mapping[Status, int] = {"certain": 0, "leaning": 0, "depends": 3, "silent": 4, "not-understood": 5}


@click.command()
@click.argument("book", metavar="BOOK", shell_complete=completion.books_and_files)
@click.argument("question", nargs=-1, metavar="[QUESTION...]")
@click.option(
    "--given", multiple=True, metavar='"FACT; FACT"', help="What is so, in the rulebook's words (repeatable)."
)
@click.option("--scenario", metavar="FILE|-", help="A scenario in writing, as text or JSON, in place of a question.")
@click.option("--at", "place", metavar="FILE[:N]", help="Ask from where a record stands, or stood after event N.")
@click.option("--why", is_flag=True, help="Show how the answer comes about.")
@click.option("--keep", is_flag=True, help="Add the question and its answer to the rulebook as a ruling, after a yes.")
@options.game
@options.language
@options.as_json
@options.choosing
def command(
    book: str, question: Sequence[str], given: Sequence[str], scenario: str | None, place: str | None, why: bool,
    keep: bool, game: str | None, lang: str | None, as_json: bool, shelf: Shelf, choices: Choices,
) -> int:  # fmt: skip
    """Answer a question by the rules of a rulebook, with the place where they say it and what it depends on.

    BOOK is a name (see `rulespal books`), or a path to a rulebook file or folder. The question needs no quotes. Without
    one, questions are taken line by line: facts stay, and a question may go on from the one before. A question that begins
    with `?` is a line of a scenario: see grammar/README.md.

    \b
    Example: rulespal ask BOOK who is out if a request fails
             rulespal ask BOOK "Which cards may Ana play?" --given "the current colour is red; Ana holds red 4"
             rulespal ask BOOK --scenario evening.txt --json

    Exit status: 0 answered, 3 it depends, 4 the rulebook is silent, 5 not understood.
    """
    before = _game_at(place, game) if place else None
    text = " ".join(question).strip()
    runnable, phrases = load(book)
    if scenario is not None or text.startswith("?"):
        if scenario is not None and (text or keep):
            raise click.UsageError("A scenario is asked by itself: leave out the question and --keep.")
        from rulespal.questions.session import asked_of

        told = _scenario(scenario) if scenario is not None else asked_of(facts(given), text)
        found = library.ask_scenario(
            runnable, phrases, told, choices.of(runnable.book), language=lang, before=before, why=why
        )  # fmt: skip
        show(found, before, why=why, as_json=as_json)
        return STATUS[found.status]
    if not text:
        from rulespal.questions.session import Session, Step

        return _prompt(Session(runnable, phrases, choices.of(runnable.book), lang, before, Step(facts(given))), as_json)
    found = library.ask(
        runnable, phrases, text, facts(given), choices.of(runnable.book), language=lang, before=before, why=why
    )  # fmt: skip
    show(found, before, why=why, as_json=as_json)
    if keep:
        from rulespal.cli.keeping import keep as keep_ruling

        keep_ruling(book, phrases, text, facts(given), lang, found)
    return STATUS[found.status]


def _prompt(session: Session, as_json: bool) -> int:
    from rulespal.cli.asking import run

    last = run(session, as_json=as_json)
    return STATUS[last.status] if last is not None else 0


def _game_at(place: str, game: str | None) -> Record:
    from rulespal.cli.places import game_at

    return game_at(place, game)


def _scenario(file: str) -> str:
    """The text of a scenario; no more of it than may be one."""
    try:
        with click.open_file(file, encoding="utf-8", errors="replace") as stream:
            return str(stream.read(MOST_CHARACTERS + 1))
    except OSError as fault:
        raise click.UsageError(f"{file}: {fault.strerror or fault}.") from None


def facts(given: Sequence[str]) -> tuple[str, ...]:
    """The facts that are handed in: parted by `;`."""
    return tuple(fact for part in given for piece in part.split(";") if (fact := piece.strip()))


def show(found: Answer, before: Record | None, *, why: bool, as_json: bool) -> None:
    if as_json:
        from rulespal.report.as_json import answer as to_json

        print_json(to_json(found))
    else:
        print_text(unread(found) if found.unread else as_text(found, why=why))
