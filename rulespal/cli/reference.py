"""What the commands of the reference share: opening a catalogue, finding what a name means, printing pages.

Everything here is light: these commands answer from the catalogue and import neither the rule language nor the engine.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import click

from rulespal import library
from rulespal.catalogue.lookup import Target, find, surely
from rulespal.catalogue.pages import Pages
from rulespal.cli.output import print_json, print_text, terminal
from rulespal.cli.refusals import Refusal, warn
from rulespal.cli.rulebooks import book_file
from rulespal.report.schema import SCHEMA

if TYPE_CHECKING:
    from rich.console import RenderableType

Page = dict[str, Any]
EVERYTHING = ("section", "card", "term", "ruling", "rule", "reading", "gap")
_HOW = {
    "words": "by its words", "initials": "by its initials", "part": "by a part of its name",
    "near": "by a name that is spelled nearly so",
}  # fmt: skip
_MOST = 8  # names that are suggested


class NotFound(Refusal):
    """A name that means nothing in this rulebook, or too much."""

    exit_code = 1

    def __init__(self, message: str, hint: str | None, suggestions: Sequence[str]) -> None:
        super().__init__(message, hint)
        self.suggestions = list(suggestions)


def opened(book: str, language: str | None) -> Pages:
    """The catalogue of a rulebook given by name or path. Raises Refusal; errors in the rulebook are told, no more."""
    pages = Pages(library.catalogue(book_file(book)), language)
    if pages.errors:
        errors = "1 error" if pages.errors == 1 else f"{pages.errors} errors"
        warn(f"the rulebook {book} has {errors}, and what they concern is missing here (`rulespal check {book}`).")
    return pages


def split_link(book: str, names: Sequence[str]) -> tuple[str, list[str]]:
    """`BOOK#ANCHOR`, as pages show it, to a rulebook and a name."""
    name, sign, anchor = book.partition("#")
    if sign and not os.path.exists(book):
        return name, [anchor, *names]
    return book, list(names)


# ---- names -----------------------------------------------------------------------------------------------------------


def meant(pages: Pages, text: str, kinds: Sequence[str], what: str) -> tuple[Target, str]:
    """What a name means, and by which try it was found. Raises NotFound with suggestions where that is not clear."""
    found = find(pages.db, text, kinds)
    if found is None:
        hint, names = _elsewhere(pages, text, kinds)
        raise NotFound(f"{pages.title} has no {what} “{text}”.", hint, names)
    first = found.targets[0]
    rivals = [target for target in found.targets if target.kind == first.kind]
    if len(rivals) > 1:
        names = [opening_name(pages, target) for target in rivals]
        raise NotFound(f"“{text}” may be several: {_several(names)}.", "Write one of them in full.", names)
    return first, found.how


def _several(names: Sequence[str]) -> str:
    return ", ".join(names[:_MOST]) + (f" and {len(names) - _MOST} more" if len(names) > _MOST else "")


def _elsewhere(pages: Pages, text: str, kinds: Sequence[str]) -> tuple[str | None, list[str]]:
    """A hint for a name that was not found: what it means that is no such thing, or names that are near."""
    from rulespal.catalogue.search import suggestions
    from rulespal.text.suggest import did_you_mean

    other = surely(pages.db, text, EVERYTHING)
    if other is not None:
        target = other.targets[0]
        name = opening_name(pages, target)
        return f"It is a {target.kind}: `{show_command(pages, target)}`.", [name]
    names = suggestions(pages.db, text, kinds)
    return did_you_mean(text, names) or f"`rulespal search {_quoted(text)}` looks everywhere.", names


def opening_name(pages: Pages, target: Target) -> str:
    """The name by which a thing is opened: anchors of sections, else what it is called."""
    column = {"section": "anchor", "card": "name"}.get(target.kind, "name")
    return str(pages.db.execute(f"select {column} from {target.kind}s where id = ?", [target.number]).fetchone()[0])


def show_command(pages: Pages, target: Target) -> str:
    command = "card" if target.kind == "card" else "show"
    return f"rulespal {command} {pages.name} {_quoted(opening_name(pages, target))}"


def _quoted(text: str) -> str:
    return f'"{text}"' if " " in text else text


def say_how(pages: Pages, text: str, target: Target, how: str) -> None:
    """Says on the error output that a name was not taken as it was written, unless it was clear all the same."""
    if how in ("part", "near"):
        warn(f"“{text}” is taken for {opening_name(pages, target)} ({_HOW[how]}).")


def refuse(wrong: NotFound, as_json: bool, page: Page) -> int:
    """Prints that nothing was found, as JSON with the suggestions or as text. The exit status."""
    if as_json:
        print_json({"schema": SCHEMA, **page, "suggestions": wrong.suggestions})
        return wrong.exit_code
    raise wrong


# ---- printing --------------------------------------------------------------------------------------------------------


def print_page(parts: Iterable[RenderableType]) -> None:
    """Prints a page; what is longer than the terminal goes through the pager (`PAGER`)."""
    console = terminal()
    if not sys.stdout.isatty():
        print_text(parts, console)
        return
    with console.capture() as capture:
        print_text(parts, console)
    text = capture.get()
    if text.count("\n") < console.height:
        click.echo(text, nl=False, color=True)
    else:
        os.environ.setdefault("LESS", "-RFX")
        click.echo_via_pager(text, color=True)
