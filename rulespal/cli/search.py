"""`rulespal search`: sections, cards, terms, rulings and readings of all rulebooks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import click

from rulespal import library
from rulespal.catalogue.pages import Pages
from rulespal.catalogue.search import TRIES, Results, guess, search, shown, suggestions
from rulespal.cli import completion, options
from rulespal.cli.output import print_json
from rulespal.cli.reference import NotFound, Page, opened, print_page, refuse
from rulespal.cli.refusals import Refusal
from rulespal.report.schema import SCHEMA
from rulespal.text.words import words

_SAID = {
    "name": "by name", "words": "by the words of a name", "initials": "by initials", "all": "all words",
    "part": "parts of words", "near": "a name spelled nearly so", "spelling": "words spelled nearly so",
    "any": "some of the words",
}  # fmt: skip


@click.command()
@click.argument("text", nargs=-1, required=True, shell_complete=completion.nothing)
@click.option("--book", "books", multiple=True, metavar="BOOK", shell_complete=completion.books,
              help="Only this rulebook (repeatable; also a path of your own).")  # fmt: skip
@click.option("--limit", type=click.IntRange(min=1), default=5, show_default=True, help="How many of a kind are shown.")
@options.language
@options.as_json
def command(text: Sequence[str], books: Sequence[str], limit: int, lang: str | None, as_json: bool) -> int:
    """Search sections, cards, terms, rulings and readings of all rulebooks.

    Accents, case, plurals, hyphens and small typos do not matter; names are found in every language, by initials and by
    parts. Which of these it was is said.

    \b
    Example: rulespal search exact damage
             rulespal search --book BOOK ladron

    Exit status: 0; 1 nothing found.
    """
    wanted = " ".join(text)
    if not words(wanted):
        raise Refusal(f"“{wanted}” holds no word to search for.", "Write a word: `rulespal search setup`.")
    shelf = [opened(book, lang) for book in dict.fromkeys(books or library.rulebook_files())]
    return run(shelf, wanted, limit, lang, as_json=as_json)


def run(shelf: Sequence[Pages], wanted: str, limit: int, lang: str | None, *, as_json: bool, did: str = "") -> int:
    """Searches rulebooks and prints what is found. `did`: what the front door says about it. The exit status."""
    found = _found(shelf, wanted)
    head = {"query": wanted, "books": [pages.name for pages in shelf]}
    if not found:
        names = list(dict.fromkeys(name for pages in shelf for name in suggestions(pages.db, wanted)))
        hint = f"Did you mean {', '.join(f'`{name}`' for name in names[:3])}?" if names else None
        return refuse(NotFound(f"nothing is found for “{wanted}”.", hint, names), as_json,
                      {**head, "found_by": None, "instead": None, "results": []})  # fmt: skip
    everything = [shown(hit, pages) for pages, one in found for hit in one.hits]
    first = found[0][1]
    if as_json:
        print_json({
            "schema": SCHEMA, **head, "found_by": first.how, "instead": first.instead or None, "results": everything,
            "suggestions": [], **({"did": did} if did else {}),
        })  # fmt: skip
    else:
        print_page(_text(everything, wanted, first, limit, lang, did, several=len(shelf) > 1))
    return 0


def _found(shelf: Sequence[Pages], wanted: str) -> list[tuple[Pages, Results]]:
    """What each rulebook has, the strictest try first; guesses only where no rulebook has more, and the best of them."""
    found = [(pages, results) for pages in shelf if (results := search(pages.db, wanted, pages))]
    if not found:
        found = [(pages, results) for pages in shelf if (results := guess(pages.db, wanted, pages))]
        best = min((TRIES.index(results.how) for _, results in found), default=0)
        found = [(pages, results) for pages, results in found if TRIES.index(results.how) == best]
    return sorted(found, key=lambda one: TRIES.index(one[1].how))


def _text(
    results: list[Page], wanted: str, first: Results, limit: int, lang: str | None, did: str, *, several: bool
) -> Iterator[Any]:
    from rulespal.report.as_text import line
    from rulespal.report.as_text_reference import hits

    if did:
        yield line(did, "dim")
    instead = f", taken for “{first.instead}”" if first.instead else ""
    yield line(f"“{wanted}”{instead}: {len(results)} found ({_SAID[first.how]})", "bold")
    yield from hits(results, limit, lang, several_books=several)
