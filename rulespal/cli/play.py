"""`rulespal play`: referees a game at the table. The referee is in `rulespal/play`, the terminal in `playing`."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import click

from rulespal import library
from rulespal.cli import completion, options
from rulespal.cli.choices import Choices
from rulespal.cli.playing import Saved, Session
from rulespal.cli.refusals import Refusal
from rulespal.cli.rulebooks import RECORDS, Shelf, book_file
from rulespal.engine.game import Game
from rulespal.model.phrases import Phrasebook
from rulespal.model.rules import Rulebook
from rulespal.play.growing import NoTable
from rulespal.play.opening import BY_PROGRAM, CHANCE, Opening
from rulespal.play.referee import Referee
from rulespal.records.from_text import read
from rulespal.records.record import Record
from rulespal.records.replay import Finder
from rulespal.text.fold import fold


@click.command()
@click.argument("book", shell_complete=completion.books_and_files)
@click.option("--players", metavar='"ANA, BEN"', help="Who plays, clockwise (not needed to go on with a record).")
@click.option("--save", metavar="FILE", help="The record to write, or to go on with (else a new one here).")
@click.option("--deal", is_flag=True, help="The program shuffles and deals; hands are shown to their players alone.")
@click.option("--example", is_flag=True,
              help="With --deal, where the printed rules do not give the box: one that the rulebook makes up.")  # fmt: skip
@click.option("--seed", type=int, metavar="S", help="Where its chance begins (else nobody knows).")
@options.language
@options.as_json
@options.choosing
def command(
    book: str,
    players: str | None,
    save: str | None,
    deal: bool,
    example: bool,
    seed: int | None,
    lang: str | None,
    as_json: bool,
    shelf: Shelf,
    choices: Choices,
) -> int:
    """Referee a game at the table: type what happens, see what comes of it and what may be done.

    What the rules do not allow is refused, with the rule and what would be legal. Cards that are not to be told are `?`.
    The record is written after every line; one that is there already is gone on with.

    BOOK is a name (see `rulespal books`), a path to a rulebook, or a record to go on with.

    \b
    Example: rulespal play BOOK --players "Ana, Ben, Cai" --save evening.rpl

    Exit status: 0; 2 if the game cannot be begun or gone on with.
    """
    if Path(book).suffix in RECORDS and Path(book).is_file():
        book, save = _last_game(Path(book)).rulebook or "", book
    file = book_file(book)
    game, _ = library.load(str(file))
    find = _finder(game.book.name, str(file), shelf)
    rng = random.Random(seed) if seed is not None else random.Random()
    _box(game.book, deal, example, begun=save is not None and Path(save).exists())
    table = _Table(game, find, choices.of(game.book), lang, rng)
    path = Path(save) if save is not None else None
    if path is not None and path.exists():
        referee, saved = table.go_on(path, players, deal), Saved(path, path.read_bytes())
    else:
        saved = Saved(path or Saved.new_name(game.book.name))
        referee = table.begin(saved.path, players, deal)
    return Session(referee, saved, book, as_json).run()


def _finder(name: str, file: str, shelf: Shelf) -> Finder:
    """Finds the rulebook that is played, which may be one of one's own, and all others."""

    def find(other: str) -> tuple[Game, Phrasebook]:
        return library.load(file) if fold(other) == fold(name) else shelf.find(other)

    return find


def _box(book: Rulebook, deal: bool, example: bool, *, begun: bool) -> None:
    """Nobody deals an invented box without being told so. Raises Refusal."""
    if example and not book.has_example:
        raise Refusal(f"what is in the box of {book.title} is printed.", "`--deal` alone deals it.")
    if example and not deal:
        raise Refusal("`--example` says what is dealt.", "Give `--deal` too.")
    if deal and book.has_example and not example and not begun:
        raise Refusal(
            f"the printed rules do not say what is in the box of {book.title}, so there is nothing to deal.",
            "`--deal --example` deals a box that the rulebook makes up; without `--deal` you deal your own.",
        )


def _last_game(path: Path) -> Record:
    """The last game of a record file. Raises Refusal, OSError."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise Refusal(f"{path} is not UTF-8 text.", "Give `--save` another name.") from None
    *_, record = read(text.splitlines(), str(path))
    return record


@dataclass(frozen=True, slots=True)
class _Table:
    """What a game is refereed by."""

    game: Game
    find: Finder
    chosen: Mapping[str, str]
    language: str | None
    rng: random.Random

    def begin(self, path: Path, players: str | None, deal: bool) -> Referee:
        """A new game. Raises Refusal."""
        names = tuple(name for part in (players or "").split(",") if (name := " ".join(part.split())))
        if not names:
            low, high = self.game.book.players
            some = ", ".join(("Ana", "Ben", "Cai", "Dee")[: min(max(low, 2), high)])
            raise Refusal("nobody plays yet.", f'Say who does, clockwise: `--players "{some}"`.')
        if any('"' in name or not name.isprintable() for name in names):
            raise Refusal("a name with such signs cannot stand in a record.", "Write names in letters.")
        if not path.parent.is_dir():
            raise Refusal(f"there is no folder {path.parent}.", "Make it first, or give `--save` another path.")
        example = deal and self.game.book.has_example
        opening = Opening(self.game.book.name, self.game.book.hash, path.stem, names, deal, example)
        try:
            return Referee(opening, str(path), self.find, self.chosen, self.language, self.rng)
        except NoTable as wrong:
            raise _no_table(wrong) from None

    def go_on(self, path: Path, players: str | None, deal: bool) -> Referee:
        """The game of a record. Raises Refusal if that is not what is to be played, or is over."""
        record = _last_game(path)
        names = [fold(name) for part in (players or "").split(",") if (name := part.strip())]
        if record.rulebook is None or fold(record.rulebook) != fold(self.game.book.name):
            what = f"is a record of {record.rulebook}" if record.rulebook else "is no record"
            raise Refusal(f"{path} {what}.", "Give `--save` another name: nothing is overwritten.")
        if names and names != [fold(name) for name in record.players]:
            raise Refusal(
                f"{path} is there already, and in it play {', '.join(record.players)}.",
                "Leave `--players` out to go on with it, or give `--save` another name.",
            )
        if deal and record.value(CHANCE) != BY_PROGRAM:
            raise Refusal(f"in {path} the table deals its own cards.", "Leave `--deal` out to go on with it.")
        lines = path.read_text(encoding="utf-8-sig").splitlines()
        try:
            referee = Referee(lines, str(path), self.find, self.chosen, self.language, self.rng)
        except NoTable as wrong:
            raise _no_table(wrong) from None
        if referee.record.ended:
            raise Refusal(
                f"the game in {path} has ended.", f"`rulespal replay {path}` shows it; take out its line `end`."
            )
        return referee


def _no_table(wrong: NoTable) -> Refusal:
    """The first thing that is wrong with the headers of a record."""
    first = next((found for found in wrong.problems if found.severity == "error"), wrong.problems[0])
    return Refusal(first.message[:1].lower() + first.message[1:], first.hint)
