"""`rulespal legal`: what may be done where a record stands."""

from __future__ import annotations

import click

from rulespal import library
from rulespal.cli import completion, options
from rulespal.cli.choices import Choices
from rulespal.cli.output import print_json, print_text
from rulespal.cli.places import events, has_event
from rulespal.cli.places import place as split
from rulespal.cli.refusals import Refusal
from rulespal.cli.rulebooks import Shelf
from rulespal.cli.sources import games, one_file
from rulespal.records.legal import cut
from rulespal.records.record import Record
from rulespal.records.verdict import EventReport
from rulespal.report import as_json as to_json
from rulespal.report.as_text import line
from rulespal.report.as_text_game import GameText
from rulespal.report.as_text_play import legal


@click.command()
@click.argument("place", metavar="FILE[:N]", shell_complete=completion.files)
@click.option("--why", metavar='"EVENT"', shell_complete=completion.players,
              help="Say why this event would not be legal there.")  # fmt: skip
@options.game
@options.as_json
@options.choosing
def command(place: str, why: str | None, game: str | None, as_json: bool, shelf: Shelf, choices: Choices) -> int:
    """Say what may be done, and by whom, where a record ends or after event N.

    Of a file with several games the last one is taken, or the one named with --game.

    \b
    Example: rulespal legal game.rpl:7
             rulespal legal game.rpl:7 --why "Ana plays blue 4"

    Exit status: 0; 2 if there is no such place.
    """
    file, n = split(place)
    record = games(one_file(file), game)[-1]
    has_event(record, n)
    if why is not None:
        return _why(record, n, why, as_json, shelf, choices)
    report = library.legal(record, n, choices.get(record.rulebook or "", {}), find=shelf.find)
    if as_json:
        print_json(to_json.legal(report))
    else:
        print_text(legal(report, shelf.book(record.rulebook)))
    return 0


def _why(record: Record, n: int | None, text: str, as_json: bool, shelf: Shelf, choices: Choices) -> int:
    chosen = choices.get(record.rulebook or "", {})
    found = library.why_not(record, n, text, chosen, find=shelf.find)
    if found.status == "unread":
        raise _not_understood(record, text, found)
    after = events(record) if n is None else n
    if as_json:
        print_json(to_json.why_not(found, record.file, record.name, record.rulebook, after))
        return 0
    book = shelf.book(record.rulebook)
    report = library.judge(cut(record, n), chosen, find=shelf.find, depends=False)
    text_of = GameText(report, record, book)
    print_text([line(f"{book.title if book else record.rulebook}, after event {after}", "bold"), *text_of.asked(found)])
    return 0


def _not_understood(record: Record, text: str, found: EventReport) -> Refusal:
    """What is wrong with the sentence, or with the headers of the record."""
    if found.code == "E-HEADER":
        return Refusal(f"the record {record.file} cannot be used.", f"`rulespal replay {record.file}` shows why.")
    return Refusal(f"“{text}” is no event of this rulebook, or names something that does not exist ({found.code}).",
                   f"`rulespal legal {record.file}` lists what may be done.")  # fmt: skip
