"""`rulespal simulate`: random legal games, what they come to, and their records."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import click

from rulespal import library
from rulespal.cli import completion, options
from rulespal.cli.choices import Choices, options_of
from rulespal.cli.output import print_json, print_text, progress
from rulespal.cli.refusals import UNUSABLE, Refusal, warn
from rulespal.cli.rulebooks import Shelf, book_file
from rulespal.cli.sources import SUFFIX
from rulespal.model.rules import Rulebook
from rulespal.play.simulate import Playout
from rulespal.report import as_json as to_json
from rulespal.report.as_text_play import statistics
from rulespal.report.statistics import FAULT, Statistics
from rulespal.report.words import how_many_players
from rulespal.text.files import create_whole


@click.command()
@click.argument("book", shell_complete=completion.books_and_files)
@click.option("--players", type=int, metavar="N", help="How many play (else as few as may).")
@click.option(
    "--games", type=click.IntRange(min=1), default=100, show_default=True, metavar="K", help="How many games."
)
@click.option(
    "--seed", type=int, default=1, show_default=True, metavar="S", help="Where chance begins; one more each game."
)
@click.option("--save", metavar="DIR", type=click.Path(file_okay=False), help="Write each game there as a record.")
@options.as_json
@options.choosing
def command(
    book: str,
    players: int | None,
    games: int,
    seed: int,
    save: str | None,
    as_json: bool,
    shelf: Shelf,
    choices: Choices,
) -> int:
    """Play random legal games and say what they come to.

    \b
    Example: rulespal simulate BOOK --players 3 --games 1000 --seed 7 --save games/

    Exit status: 0; 1 if an invariant was broken; 2 if a rule could not be carried out.
    """
    file = book_file(book)
    model = library.load(str(file))[0].book
    players = _players(model, players)
    targets = _targets(Path(save), model, players, seed, games) if save else []
    stats = Statistics(model.name, players, seed)
    played = library.simulate(str(file), players, games, seed, options_of(model, choices.of(model)))
    with progress("playing", games, as_json=as_json) as (step, _):
        for place, playout in enumerate(_timed(played, stats)):
            stats.add(playout)
            if targets:
                _write(targets[place], playout.record)
            step()
    if as_json:
        print_json(to_json.statistics(stats, model))
    else:
        print_text(statistics(stats, model))
    return _status(stats)


def _status(stats: Statistics) -> int:
    if stats.faulty:
        why = next(why for why in stats.stopped if why.startswith(FAULT))
        warn(f"{why} (seed {stats.first_stopped[why]}).")
        return UNUSABLE
    return int(bool(stats.broken))


def _players(book: Rulebook, players: int | None) -> int:
    low, high = book.players
    if players is None:
        return low
    if not low <= players <= high:
        raise Refusal(
            f"{book.title} is for {how_many_players(book)} players, not {players}.",
            "Give `--players` one of these numbers.",
        )
    return players


def _timed(games: Iterator[Playout], stats: Statistics) -> Iterator[Playout]:
    """The games; the time that playing them takes is added up, without that of writing them down in files."""
    while True:
        begun = time.perf_counter()
        game = next(games, None)
        stats.seconds += time.perf_counter() - begun
        if game is None:
            return
        yield game


# ---- writing records -------------------------------------------------------------------------------------------------


def _targets(folder: Path, book: Rulebook, players: int, seed: int, games: int) -> list[Path]:
    """The files to write. Raises Refusal if one of them is there already: nothing is overwritten."""
    folder.mkdir(parents=True, exist_ok=True)
    found = [folder / f"{book.name}-{players}-{number}{SUFFIX}" for number in range(seed, seed + games)]
    there = [path for path in found if path.exists()]
    if there:
        raise _exists(there[0])
    return found


def _exists(path: Path) -> Refusal:
    return Refusal(
        f"{path} exists already, and nothing is overwritten.",
        "Give `--save` another folder, or `--seed` another number.",
    )


def _write(path: Path, text: str) -> None:
    """Writes a whole record; a file of that name, made meanwhile by somebody else, is left alone."""
    try:
        create_whole(path, text)
    except FileExistsError:
        raise _exists(path) from None
