"""The shape of the house: imports point downwards, each library has one importer, modules stay short, and no program
text knows a game by name."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import rulespal
from rulespal import library

PACKAGE = Path(rulespal.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))
NAMES = [str(path.relative_to(PACKAGE)) for path in MODULES]

# From the ground up. A package is one floor; its modules may import each other and everything below.
LAYERS = (
    "text", "literate", "language", "model", "engine", "records", "play", "questions", "checks", "catalogue",
    "library", "report", "bulk", "web", "cli",
)  # fmt: skip
# Who may import what does not come with Python: a package, or one module of it.
IMPORTERS = {
    "lark": ("text/parsing.py",),
    "rapidfuzz": ("text/suggest.py",),
    "markdown_it": ("literate/from_markdown.py",),
    "mdit_py_plugins": ("literate/from_markdown.py",),
    "pebble": ("bulk/pool.py",),
    "platformdirs": ("text/store.py",),
    "snowballstemmer": ("questions/words.py",),
    "yaml": ("literate/from_markdown.py",),
    "prompt_toolkit": ("cli/playing.py",),
    "watchfiles": ("cli/watch.py",),
    "sqlite_utils": ("catalogue/store.py",),
    "rich": ("report/", "cli/"),
    "click": ("cli/",),
    "jinja2": ("web/",),
    "markupsafe": ("web/",),
}
MOST_LINES = 400


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imported(path: Path) -> Iterator[tuple[int, str]]:
    """Every module that a file imports, wherever in it, with the line."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: a relative import"
            assert node.module is not None
            whole = node.module == "rulespal"
            yield from ((node.lineno, f"rulespal.{a.name}" if whole else node.module) for a in node.names)


def layer(module: str) -> str:
    """The floor of a module of the package; empty for the package itself (its version)."""
    part = module.split(".")[1] if "." in module else ""
    return part if part in LAYERS else ""


def floor(path: Path) -> str:
    return layer(".".join(["rulespal", *path.relative_to(PACKAGE).with_suffix("").parts]))


# ---- imports ---------------------------------------------------------------------------------------------------------


def test_every_package_has_its_floor() -> None:
    found = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()}
    assert found - {"__init__"} == set(LAYERS)


@pytest.mark.parametrize("path", MODULES, ids=NAMES)
def test_imports_point_downwards(path: Path) -> None:
    own = floor(path)
    allowed = LAYERS[: LAYERS.index(own) + 1] if own else ()
    wrong = [
        f"{path}:{line}: {own or 'the package itself'} imports {name}"
        for line, name in imported(path)
        if layer(name) and layer(name) not in allowed
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("path", MODULES, ids=NAMES)
def test_each_library_has_its_importer(path: Path) -> None:
    own = path.relative_to(PACKAGE).as_posix()
    wrong = []
    for line, name in imported(path):
        top = name.split(".")[0]
        if top == "rulespal" or top in sys.stdlib_module_names:
            continue
        if not own.startswith(IMPORTERS.get(top, ())):
            wrong.append(f"{path}:{line}: imports {top}, which belongs to {IMPORTERS.get(top, 'nobody')}")
    assert not wrong, "\n".join(wrong)


def test_importers_use_what_any_plug_in_may() -> None:
    plugins = PACKAGE.parent / "rulespal_importers"
    used = {name for path in plugins.glob("*.py") for _, name in imported(path) if name.startswith("rulespal")}
    assert used
    assert all(name.startswith(("rulespal.records.", "rulespal.text.")) for name in used), used


# ---- sizes -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", MODULES, ids=NAMES)
def test_no_module_is_too_long(path: Path) -> None:
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= MOST_LINES, f"{path} has {lines} lines, and {MOST_LINES} is the most"


def test_the_table_of_contents_stays_one() -> None:
    assert len((PACKAGE / "library.py").read_text(encoding="utf-8").splitlines()) <= 240


# ---- no game by name -------------------------------------------------------------------------------------------------

# A program can know a card or a title wherever it speaks of it, but a declared name only by the name itself: as a string
# that is nothing else, or as an identifier, which is how no English sentence writes two words. Options and members of an
# enum are values that somebody has to look up by the name of what has them; one word of them is English.
SHORT = 5  # letters: shorter names are words of everyday English more often than not
# Names of rulebooks that are words of this program too, each with what it means here.
WORDS = {
    "armour": "British spelling, folded to American",
    "choose": "CHOOSE stands for an argument that is not listed",
    "colour": "British spelling, folded to American",
    "colours": "British spelling, folded to American",
    "number": "a type of the rule language",
    "on top": "words of the rule language",
    "penalty": "a clause of the rule language",
    "reveal": "a kind of line in records",
    "status": "a key in JSON",
}
# Examples that people are shown. The record reader knows no rulebook, so that what it shows is from one of them.
EXAMPLES = {
    "text/explanations.py": "what `rulespal explain` shows",
    "records/lines.py": "an example of each kind of line, for hints",
    "records/from_text.py": "an example of a header, for hints",
    "cli/ask.py": "the examples in the help of the command",
    "cli/card.py": "the example in the help of the command",
    "cli/cards.py": "the example in the help of the command",
    "cli/legal.py": "the example in the help of the command",
    "literate/from_markdown.py": "an example of a heading, in a docstring",
}


def plain(called: str) -> str:
    """A name in lower case and with spaces."""
    return re.sub("[_-]", " ", called.casefold())


@cache
def called() -> tuple[frozenset[str], frozenset[str]]:
    """Titles and card names of all rulebooks, and all names that they declare."""
    named: set[str] = set()
    declared: set[str] = set()
    for file in library.rulebook_files().values():
        book, _ = library.read_rulebook(file)
        named |= {book.title, *(name for card in book.cards for name in (card.name, *card.aliases))}
        kinds: list[Any] = [book.states, book.zones, book.effects, book.stages, book.moves, book.readings]
        declared |= {
            *(declaration.name for kind in kinds for declaration in kind),
            *(option.name for reading in book.readings for option in reading.options if "_" in option.name),
            *book.enums,
            *(member for enum in book.enums.values() for member in enum.members if "_" in member),
            *book.attributes,
            *book.defines,
            *book.procedures,
            *book.tables,
            *book.gaps,
        }
    long = (frozenset(name for name in map(plain, names) if len(name) > SHORT) for names in (named, declared))
    return next(long), next(long)


def written(path: Path) -> Iterator[tuple[int, str, bool]]:
    """Every string and identifier of a file, docstrings too, with the line and whether it is a string."""
    for node in ast.walk(tree(path)):
        line = getattr(node, "lineno", 0)
        for field in ("value", "id", "attr", "name", "arg", "asname"):
            if isinstance(text := getattr(node, field, None), str):
                yield line, text, field == "value"


def anywhere(names: Iterable[str], between: str) -> re.Pattern[str]:
    """Finds names as whole words; `between` stands for the spaces in them."""
    words = "|".join(re.escape(name).replace(r"\ ", between) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<![^\W_])(?:{words})(?![^\W_])", re.IGNORECASE)


@pytest.fixture(scope="module")
def known() -> Callable[[str, bool], bool]:
    """Whether a string or an identifier of the program speaks of a game."""
    named, declared = (names - WORDS.keys() for names in called())
    of_cards = anywhere(named, "[ _-]")
    of_rules = anywhere((name for name in declared if " " in name), "[_-]")
    return lambda text, string: (
        (string and plain(text) in declared) or bool(of_cards.search(text) or of_rules.search(text))
    )


@pytest.mark.parametrize("path", MODULES, ids=NAMES)
def test_no_game_is_known_by_name(path: Path, known: Callable[[str, bool], bool]) -> None:
    if path.relative_to(PACKAGE).as_posix() in EXAMPLES:
        return
    wrong = [f"{path}:{line}: {text[:60]!r}" for line, text, string in written(path) if known(text, string)]
    assert not wrong, "\n".join(wrong)


def test_the_lists_above_hold_nothing_that_is_not_needed() -> None:
    assert frozenset.union(*called()) >= WORDS.keys()
    assert {path.relative_to(PACKAGE).as_posix() for path in MODULES} >= EXAMPLES.keys()


def test_what_speaks_of_a_game_is_told_from_english(known: Callable[[str, bool], bool]) -> None:
    assert known("Ana uses Royal Order", True) and known("jusayo", True) and known("knocked_out", False)
    assert known("passed", True) and known("knocked-out", True) and known("Knocked out", True)
    assert not known("a card that was passed on", True) and not known("passed", False)
