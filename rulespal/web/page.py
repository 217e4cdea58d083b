"""A rulebook, or several, as one HTML file that asks nothing of any server."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from rulespal.engine.game import Game
from rulespal.model.phrases import Phrasebook
from rulespal.web.view import book_view
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


def page(found: Sequence[tuple[Game, Phrasebook]]) -> str:
    """The page of one rulebook, or of several one after the other; then its anchors begin with the rulebook's name."""
    several = len(found) > 1
    books = [book_view(game.book, phrases, f"{game.book.name}-" if several else "") for game, phrases in found]
    languages = tuple(dict.fromkeys(language for book in books for language in book.languages))
    return environment().get_template("page.html.jinja").render(
        books=books, languages=languages, names=LANGUAGES, title=" · ".join(book.title for book in books),
        style=Markup(part("page.css")), script=Markup(part("page.js")),
        word=lambda name: said(name, languages), plain=lambda name: said(name, languages)[0][1],
    )  # fmt: skip
