"""The compiled rulebooks as readable Python, kept as golden files: a change of the compiler shows in them line by line.

The places in a rulebook that a listing names are left out, so that a change of its prose is none of these.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulespal import library
from rulespal.engine.game import Game

LISTINGS = Path(__file__).parent / "golden" / "listings"
BOOKS = ("hanabi", "jusayo", "regicide")  # between them they use every construct; a larger book would only be longer


def listing(name: str) -> str:
    """The fast emission of a rulebook, compiled anew."""
    book, found = library.read_rulebook(library.rulebook_files()[name])
    assert not found.errors
    return re.sub(r"no_such\('[^']*'\)", "no_such(…)", Game(book).fast_listing) + "\n"


@pytest.mark.parametrize("name", BOOKS)
def test_the_listing_is_the_golden_one(name: str, request: pytest.FixtureRequest) -> None:
    file, found = LISTINGS / f"{name}-fast.txt", listing(name)
    if request.config.getoption("--update", default=False):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(found, encoding="utf-8")
    assert file.is_file(), f"{file} is missing: pytest --update writes it"
    known = file.read_text(encoding="utf-8")
    assert found.splitlines() == known.splitlines(), "If this is right: pytest --update"


@pytest.mark.parametrize("name", BOOKS)
def test_compiling_again_gives_the_same_listing(name: str) -> None:
    assert listing(name) == listing(name)
