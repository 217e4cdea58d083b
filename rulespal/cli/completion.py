"""What shells offer after a tab: rulebooks, cards, sections, filters, files, games and players of a record.

Names are compared as everywhere: without accents, case and hyphens. A mistake here never reaches the user: a tab must
not print a traceback into somebody's prompt. The README says how it is switched on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import sqlite3

    import click

Completion = Callable[["click.Context", "click.Parameter", str], list[Any]]
Offered = Callable[["click.Context"], Iterable[str]]


def _names(offered: Offered, joined: bool = True) -> Completion:
    """Offers the names that go on as what is written begins. `joined`: words that stand there are part of the name."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        from click.shell_completion import CompletionItem

        from rulespal.text.words import compact

        before = ctx.params.get(param.name or "") if joined and param.nargs == -1 else ()
        words = [str(word) for word in before or ()]
        wanted = compact(" ".join([*words, incomplete]))
        try:
            found = [name for name in offered(ctx) if compact(name).startswith(wanted)]
        except Exception:
            return []
        rest = [" ".join(name.split()[len(words) :]) for name in found]
        return [CompletionItem(name) for name in dict.fromkeys(rest) if name]

    return complete


def _catalogue(ctx: click.Context) -> sqlite3.Connection:
    from rulespal import library
    from rulespal.cli.rulebooks import book_file

    return library.catalogue(book_file(ctx.params["book"]))


def _books(ctx: click.Context) -> Iterable[str]:
    from rulespal import library

    return library.rulebook_files()


def _called(kinds: Sequence[str]) -> Offered:
    def offered(ctx: click.Context) -> Iterable[str]:
        marks = ", ".join("?" * len(kinds))
        query = f"select distinct name from names where kind in ({marks}) and role != 'variant' order by rowid"
        return [row["name"] for row in _catalogue(ctx).execute(query, list(kinds))]

    return offered


def _filters(ctx: click.Context) -> Iterable[str]:
    query = "select distinct attribute, value from card_attributes where value is not null order by id"
    return [f"{row['attribute']}:{row['value']}" for row in _catalogue(ctx).execute(query)]


def _codes(ctx: click.Context) -> Iterable[str]:
    from rulespal.text.codes import CODES

    return CODES


def _records(ctx: click.Context) -> Iterable[Any]:
    """The games of the record that the command line names."""
    from rulespal import library

    written = [ctx.params.get("file"), ctx.params.get("place"), *ctx.args]  # args: where an option is not finished
    place = str(next((word for word in written if word), ""))
    file, _, number = place.rpartition(":")
    return library.records(file if file and number.isdigit() else place)


def _games(ctx: click.Context) -> Iterable[str]:
    return [record.name for record in _records(ctx) if record.name]


def _players(ctx: click.Context) -> Iterable[str]:
    return [player for record in _records(ctx) for player in record.players]


def files(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
    """Leaves it to the shell, which knows the files."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="file")]


def books_and_files(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
    """Rulebooks, where one begins so; else paths."""
    return books(ctx, param, incomplete) or files(ctx, param, incomplete)


def nothing(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
    return []


books = _names(_books, joined=False)
cards = _names(_called(("card",)))
anything = _names(_called(("section", "term", "card")))
filters = _names(_filters, joined=False)
codes = _names(_codes)
games = _names(_games)
players = _names(_players)
