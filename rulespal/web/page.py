"""A rulebook, or several, as one HTML file that asks nothing of any server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from rulespal import library
from rulespal.questions.query import Answer
from rulespal.web.disputes import disputes
from rulespal.web.view import BookView, book_view
from rulespal.web.words import LANGUAGES, said

_TEMPLATES = Path(__file__).parent / "templates"


@lru_cache(maxsize=1)
def environment() -> Environment:
    """The templates of the pages; what is put into them is escaped unless it is HTML already."""
    return Environment(
        loader=FileSystemLoader(_TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True,
    )  # fmt: skip


def part(name: str) -> str:
    """A style or script that stands in a page as it is."""
    return (_TEMPLATES / name).read_text(encoding="utf-8")


def page(names: Sequence[str]) -> str:
    """The page of one rulebook, or of several one after the other; `names`: names or paths.

    The anchors of several begin with the rulebook's name. Raises NoRulebook, or Rejected.
    """
    books = [_book(name, several=len(names) > 1) for name in names]
    languages = tuple(dict.fromkeys(language for book in books for language in book.languages))
    return environment().get_template("page.html.jinja").render(
        books=books, firsts=_firsts(books), title=" · ".join(book.title for book in books),
        languages=languages, names=LANGUAGES,
        style=Markup(part("page.css")), script=Markup(part("page.js")),
        word=lambda name: said(name, languages), plain=lambda name: said(name, languages)[0][1],
    )  # fmt: skip


def _firsts(books: Sequence[BookView]) -> dict[str, str]:
    """Each part of a page with the rulebook in which it comes first; it bears the name of the part. Empty: in none."""
    return {
        part: next((book.name for book in books if getattr(book, part)), "")
        for part in ("sections", "cards", "disputes", "readings", "terms")
    }


def _book(name: str, *, several: bool) -> BookView:
    game, phrases = library.load(name)

    def ask(question: str, language: str, chosen: Mapping[str, str]) -> Answer:
        return library.ask(game, phrases, question, (), chosen, language=language)

    prefix = f"{game.book.name}-" if several else ""
    return book_view(library.catalogue(library.rulebook_file(name)), list(disputes(game.book, ask)), prefix)
