"""`rulespal show`: a rulebook, or one section of it, in the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import click

from rulespal.catalogue.lookup import Target
from rulespal.catalogue.pages import Pages
from rulespal.cli import completion, options
from rulespal.cli.output import print_json
from rulespal.cli.reference import EVERYTHING, NotFound, Page, meant, opened, print_page, refuse, say_how, split_link
from rulespal.report.schema import SCHEMA


@click.command()
@click.argument("book", shell_complete=completion.books_and_files)
@click.argument("section", nargs=-1, metavar="[SECTION]", shell_complete=completion.anything)
@click.option("--rules", is_flag=True, help="Show the encoded rules beside the prose.")
@options.language
@options.as_json
def command(book: str, section: Sequence[str], rules: bool, lang: str | None, as_json: bool) -> int:
    """Read a rulebook in the terminal, whole or one section.

    SECTION is a heading, printed or ours, in any language of the rulebook, or an anchor; no quotes are needed. A term
    is shown with its meaning, and a rule beside the sentence that it encodes.

    \b
    Example: rulespal show BOOK setup
             rulespal show BOOK end of the game --rules
             rulespal show BOOK NAME-OF-A-RULE

    Exit status: 0; 1 no such section.
    """
    book, names = split_link(book, section)
    pages = opened(book, lang)
    text = " ".join(names)
    if not text:
        return _whole(pages, rules, as_json)
    try:
        target, how = meant(pages, text, EVERYTHING, "section")
    except NotFound as wrong:
        return refuse(
            wrong, as_json, {**_head(pages, text), "found_by": None, "kind": None, "sections": [], "page": None}
        )
    show(pages, text, target, how, rules=rules, as_json=as_json)
    return 0


def _head(pages: Pages, text: str | None) -> Page:
    return {"book": pages.name, "language": pages.language, "query": text}


def _whole(pages: Pages, rules: bool, as_json: bool) -> int:
    sections = [pages.section(number, rules) for number in pages.sections()]
    if as_json:
        print_json({
            "schema": SCHEMA, **_head(pages, None), "found_by": None, "kind": "rulebook", "sections": sections,
            "page": None, "suggestions": [],
        })  # fmt: skip
    else:
        print_page(_all(sections, pages.language))
    return 0


def _all(sections: Sequence[Page], language: str) -> Iterator[Any]:
    from rich.text import Text

    from rulespal.report import as_text_reference as to_text

    for place, page in enumerate(sections):
        if place:
            yield Text()
        yield from to_text.section(page, language, whole=True)


def show(pages: Pages, text: str, target: Target, how: str, *, rules: bool, as_json: bool, did: str = "") -> None:
    """Prints the page of a thing. `did`: what the front door says about it."""
    sections, page = _pages(pages, target, rules)
    if as_json:
        print_json({
            "schema": SCHEMA, **_head(pages, text), "found_by": how, "kind": target.kind, "sections": sections,
            "page": page, "suggestions": [], **({"did": did} if did else {}),
        })  # fmt: skip
        return
    say_how(pages, text, target, how)
    print_page(_text(target.kind, sections, page, pages.language, did))


def _pages(pages: Pages, target: Target, rules: bool) -> tuple[list[Page], Page | None]:
    """The sections to show, or what is shown in place of one."""
    if target.kind == "section":
        return [pages.section(target.number, rules)], None
    page: Page = getattr(pages, target.kind)(target.number)
    if target.kind == "term" and page["section"]:
        number = pages.number_of(page["section"]["anchor"])
        return [pages.section(number, rules)], page
    return [], page


def _text(kind: str, sections: Sequence[Page], page: Page | None, language: str, did: str) -> Iterator[Any]:
    from rich.text import Text

    from rulespal.report import as_text_reference as to_text
    from rulespal.report.as_text import line

    if did:
        yield line(did, "dim")
    if page is not None:
        yield from getattr(to_text, kind)(page, language)
    for section in sections:
        if page is not None:
            yield Text()
        yield from to_text.section(section, language)
