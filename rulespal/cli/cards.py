"""`rulespal cards`: the cards of a rulebook, all or those that pass a filter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from rulespal.catalogue import filters
from rulespal.cli import completion, options
from rulespal.cli.output import print_json, terminal
from rulespal.cli.reference import NotFound, opened, print_page, refuse
from rulespal.cli.refusals import Refusal
from rulespal.report.schema import SCHEMA

_MINUS = "\u2212"  # a minus that click does not take for the sign of an option; it is folded back


class Filtered(click.Command):
    """A command whose arguments may begin with `-`: a filter that is turned round."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        known = {option for param in self.params for option in param.opts} | set(ctx.help_option_names)
        turned = [
            _MINUS + arg[1:] if arg[:1] == "-" and arg[1:2] not in ("-", "") and arg not in known else arg
            for arg in args
        ]
        return super().parse_args(ctx, turned)


@click.command(cls=Filtered)
@click.argument("book", shell_complete=completion.books_and_files)
@click.argument("query", nargs=-1, metavar="[QUERY]", shell_complete=completion.filters)
@options.language
@options.as_json
def command(book: str, query: Sequence[str], lang: str | None, as_json: bool) -> int:
    """List the cards of a rulebook, or those that pass every filter.

    A filter is an attribute with a sign and a value, a word, or a text between quotation marks; a - in front turns it
    round. Signs are : = != < <= > >= (: and = mean the same). Quote what your shell would take for itself.

    \b
    Example: rulespal cards BOOK
             rulespal cards BOOK 'value<=2' suit:hearts
             rulespal cards BOOK 'value>9 -suit:hearts -"jack"'

    Exit status: 0; 1 no card passes.
    """
    pages = opened(book, lang)
    text = _query(query)
    try:
        numbers = filters.cards(pages.db, text)
    except filters.BadFilter as wrong:
        raise Refusal(str(wrong), wrong.hint) from None
    found = [pages.brief(number) for number in numbers]
    head: dict[str, Any] = {"book": pages.name, "language": pages.language, "query": text}
    if not found:
        wrong_filter = NotFound(_none(pages.title, text), None, [])
        return refuse(wrong_filter, as_json, {**head, "cards": []})
    if as_json:
        print_json({"schema": SCHEMA, **head, "cards": found, "suggestions": []})
        return 0
    from rulespal.report.as_text_reference import cards

    print_page(cards(found, terminal().width))
    return 0


def _none(title: str, text: str) -> str:
    return f"no card of {title} passes `{text}`." if text else f"{title} has no cards."


def _query(parts: Sequence[str]) -> str:
    """The filters as one text. An argument with spaces is a text of its own: its quotation marks went to the shell."""

    def whole(part: str) -> str:
        return f'"{part}"' if " " in part and len(parts) > 1 and not set(part) & set('":=<>') else part

    return " ".join(map(whole, parts))
