"""The front door, `rulespal BOOK WORDS…`: shows what is called so, else answers a question, else searches."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Iterator, Sequence

import click

from rulespal.catalogue.lookup import Target, surely
from rulespal.catalogue.pages import Pages
from rulespal.cli import completion, options
from rulespal.cli.output import print_json
from rulespal.cli.reference import opened, opening_name, print_page, split_link
from rulespal.cli.refusals import Refusal
from rulespal.report.schema import SCHEMA
from rulespal.text.words import words

_SHOWN = ("card", "section", "term")  # what an exact name opens, in this order
_NOT_UNDERSTOOD = 5  # the exit status of `ask`
_ASK = "ask"
_FORCE = "FORCE_COLOR"  # tells rich that colours are wanted although it does not print to a terminal


@click.command("BOOK", context_settings={"ignore_unknown_options": True})
@click.argument("book", metavar="", shell_complete=completion.books_and_files)
@click.argument("names", nargs=-1, metavar="[WORDS]", shell_complete=completion.anything)
@options.language
@options.as_json
def command(book: str, names: Sequence[str], lang: str | None, as_json: bool) -> int:
    """Do the sensible thing with a rulebook and some words.

    A card, section or term of just that name is shown; else a question is answered; else it searches. Which of these it
    was is said. Without words: the contents of the rulebook. What goes to `rulespal ask` (--reading, --why) may follow.

    \b
    Example: rulespal BOOK
             rulespal BOOK setup
             rulespal BOOK who begins

    Exit status: that of the command which it stands for.
    """
    book, names = split_link(book, names)
    asking = [word for word in names if word.startswith("-")] and list(names)
    text = " ".join(names)
    pages = opened(book, lang)
    if not names:
        return _contents(pages, as_json)
    if not words(text):
        raise Refusal(f"“{text}” holds no word to look for.", f"`rulespal {book}` shows the contents.")
    if not asking and (target := _exact(pages, text)) is not None:
        return _show(pages, text, target, as_json)
    status = _answered(pages, book, asking or [text], lang, as_json)
    if status is not None:
        return status
    if asking:
        raise Refusal(f"there is no option `{asking[0]}` here.", f"`rulespal {book} WORDS` takes --lang and --json.")
    return _search(pages, text, lang, as_json)


def _contents(pages: Pages, as_json: bool) -> int:
    page = pages.contents()
    if as_json:
        print_json({
            "schema": SCHEMA, "book": pages.name, "language": pages.language, "query": None, "found_by": None,
            "kind": "contents", "sections": [], "page": page, "suggestions": [], "did": "the contents are shown",
        })  # fmt: skip
        return 0
    from rulespal.report.as_text_reference import contents

    print_page(contents(page, pages.language))
    return 0


def _exact(pages: Pages, text: str) -> Target | None:
    """The one card, section or term that is called so, without any guess."""
    found = surely(pages.db, text, _SHOWN)
    if found is None:
        return None
    first = found.targets[0]
    alone = sum(target.kind == first.kind for target in found.targets) == 1
    return first if alone else None


def _show(pages: Pages, text: str, target: Target, as_json: bool) -> int:
    did = f"{pages.title}: the {target.kind} {opening_name(pages, target)}"
    if target.kind == "card":
        from rulespal.cli.card import show as show_card

        show_card(pages, text, target.number, "name", as_json=as_json, did=did)
    else:
        from rulespal.cli.show import show

        show(pages, text, target, "name", rules=False, as_json=as_json, did=did)
    return 0


def _answered(pages: Pages, book: str, asked: Sequence[str], lang: str | None, as_json: bool) -> int | None:
    """Puts a question to the rulebook: the exit status; None where there is no answer, and nothing was printed then."""
    from rulespal.cli import COMMANDS, commands

    if _ASK not in COMMANDS:
        return None
    args = [_ASK, book, *asked, *(["--lang", lang] if lang else []), *(["--json"] if as_json else [])]
    with _captured() as told:
        status = commands.status(args)
    if status == _NOT_UNDERSTOOD:
        return None
    if not as_json:
        click.secho(f"{pages.title}: an answer", dim=True)
    click.echo(told.buffer.getvalue().decode(), nl=False)  # type: ignore[attr-defined]
    return status


def _search(pages: Pages, text: str, lang: str | None, as_json: bool) -> int:
    from rulespal.cli.search import run

    did = f"{pages.title}: nothing is called so, therefore searched"
    return run([pages], text, 5, lang, as_json=as_json, did=did)


@contextlib.contextmanager
def _captured() -> Iterator[io.TextIOWrapper]:
    """What is printed, with the colours that it would have on this terminal."""
    told = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace", write_through=True)
    before = os.environ.get(_FORCE)
    if sys.stdout.isatty() and before is None:
        os.environ[_FORCE] = "1"
    try:
        with contextlib.redirect_stdout(told):
            yield told
    finally:
        if before is None:
            os.environ.pop(_FORCE, None)
