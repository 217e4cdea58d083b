"""`rulespal card`: one card and all that the rulebook says of it."""

from __future__ import annotations

from collections.abc import Sequence

import click

from rulespal.catalogue.pages import Pages
from rulespal.cli import completion, options
from rulespal.cli.output import print_json
from rulespal.cli.reference import NotFound, meant, opened, print_page, refuse, say_how, split_link
from rulespal.report.schema import SCHEMA


@click.command()
@click.argument("book", shell_complete=completion.books_and_files)
@click.argument("name", nargs=-1, metavar="NAME...", shell_complete=completion.cards)
@options.language
@options.as_json
def command(book: str, name: Sequence[str], lang: str | None, as_json: bool) -> int:
    """Show a card: its text, the rules that name it, rulings, where it may be used, the readings that touch it.

    NAME is the card in any language of the rulebook; accents, case and hyphens do not matter, and no quotes are needed.

    \b
    Example: rulespal card BOOK 7 of hearts

    Exit status: 0; 1 no such card.
    """
    book, names = split_link(book, name)
    if not names:
        raise click.UsageError("Missing argument 'NAME...'.", click.get_current_context())
    pages = opened(book, lang)
    text = " ".join(names)
    try:
        target, how = meant(pages, text, ("card",), "card")
    except NotFound as wrong:
        empty = {"book": pages.name, "language": pages.language, "query": text, "found_by": None, "card": None}
        return refuse(wrong, as_json, empty)
    if not as_json:
        say_how(pages, text, target, how)
    show(pages, text, target.number, how, as_json=as_json)
    return 0


def show(pages: Pages, text: str, number: int, how: str, *, as_json: bool, did: str = "") -> None:
    """Prints the page of a card. `did`: what the front door says about it."""
    page = pages.card(number)
    if as_json:
        print_json({
            "schema": SCHEMA, "book": pages.name, "language": pages.language, "query": text, "found_by": how,
            "card": page, "suggestions": [], **({"did": did} if did else {}),
        })  # fmt: skip
        return
    from rulespal.report.as_text import line
    from rulespal.report.as_text_reference import card

    print_page([*([line(did, "dim")] if did else []), *card(page, pages.language)])
