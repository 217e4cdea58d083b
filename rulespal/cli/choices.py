"""The readings that a table has chosen: `--reading NAME=OPTION`, and rulespal.toml in this folder or above."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rulespal.cli.refusals import Refusal, reason, warn
from rulespal.cli.rulebooks import Shelf
from rulespal.model.rules import Rulebook, spoken
from rulespal.text.fold import fold, identifier
from rulespal.text.suggest import did_you_mean, near

Pair = tuple[str, str]  # a reading and an option, both written with `-`
FILE = "rulespal.toml"
_EXAMPLE = '[BOOK] and below it NAME = "OPTION"'
_TITLE = re.compile(r"""\s*\[\s*["']?([^\]"']+?)["']?\s*\]""")


@dataclass(frozen=True, slots=True)
class TableFile:
    """What a rulespal.toml says: readings and options by rulebook, each as written."""

    path: Path
    chosen: dict[str, dict[str, str]]
    lines: list[str]

    def place(self, book: str, name: str = "") -> str:
        """`FILE:LINE` of a rulebook's table, or of a reading in it."""
        key = re.compile(rf"""\s*["']?{re.escape(name)}["']?\s*=""")
        inside = False
        for number, text in enumerate(self.lines, 1):
            if header := _TITLE.match(text):
                inside = header[1] == book
            if inside and (key.match(text) if name else header):
                return f"{self.path}:{number}"
        return str(self.path)


def table_file(path: str | None) -> TableFile | None:
    """The table's file: the one that is named, else the nearest rulespal.toml upwards. Raises Refusal."""
    if path is not None:
        return _read(Path(path))
    here = Path.cwd()
    found = next((folder / FILE for folder in (here, *here.parents) if (folder / FILE).is_file()), None)
    return _read(found) if found else None


def _read(path: Path) -> TableFile:
    try:
        text = path.read_text(encoding="utf-8")
        data = tomllib.loads(text)
    except OSError as error:
        raise Refusal(f"cannot read {path}: {reason(error)}.", f"It holds {_EXAMPLE}.") from None
    except UnicodeDecodeError:
        raise Refusal(f"cannot read {path}: it is not UTF-8 text.") from None
    except tomllib.TOMLDecodeError as error:
        raise Refusal(*_malformed(path, str(error))) from None
    file = TableFile(path, data, text.splitlines())
    for book, table in data.items():
        if not isinstance(table, dict):
            raise Refusal(f"{path}: `{book}` stands outside a rulebook's table.", f"Write {_EXAMPLE}.")
        for name, option in table.items():
            if not isinstance(option, str):
                raise Refusal(f"{file.place(book, name)}: the option of `{name}` is no text.", f"Write {_EXAMPLE}.")
    return file


def _malformed(path: Path, message: str) -> tuple[str, str]:
    """`Invalid value (at line 2, column 9)` with the place in front."""
    match = re.fullmatch(r"(.*) \(at line (\d+), column (\d+)\)", message)
    if match is None:
        return f"{path}: {message}.", f"Write {_EXAMPLE}."
    return f"{path}:{match[2]}:{match[3]}: {match[1]}.", f"Write {_EXAMPLE}."


class Choices(Mapping[str, Mapping[str, str]]):
    """Readings by rulebook, looked up and checked when a record names the rulebook. Raises Refusal then."""

    def __init__(self, flags: Sequence[Pair], file: TableFile | None, shelf: Shelf) -> None:
        self.flags = flags
        self.file = file
        self.shelf = shelf
        self._known: dict[str, dict[str, str]] = {}

    def __bool__(self) -> bool:
        return True

    def __len__(self) -> int:
        return len(self.shelf.names())

    def __iter__(self) -> Iterator[str]:
        return iter(self.shelf.names())

    def __getitem__(self, name: str) -> Mapping[str, str]:
        if name not in self._known:
            book = self.shelf.book(name)
            if book is None:
                raise KeyError(name)
            self._known[name] = self.of(book)
        return self._known[name]

    def of(self, book: Rulebook) -> dict[str, str]:
        """The options chosen for a rulebook, by reading; flags go before the file."""
        chosen = self.in_file(book)
        for name, option in self.flags:
            if book.reading(name) is None and self._known_elsewhere(book, name):
                continue
            _check(book, name, option, "")
            chosen[name] = option
        return chosen

    def in_file(self, book: Rulebook) -> dict[str, str]:
        """What the table's file has chosen for a rulebook."""
        chosen = {}
        for title, table in (self.file.chosen if self.file else {}).items():
            if self.file is None or fold(title) != fold(book.name):
                continue
            for name, option in table.items():
                _check(book, name, option, f"{self.file.place(title, name)}: ")
                chosen[identifier(name)] = identifier(option)
        return chosen

    def _known_elsewhere(self, book: Rulebook, name: str) -> bool:
        """Whether a reading belongs to another rulebook: records of several may be judged together."""
        others = (self.shelf.book(other) for other in self.shelf.names() if other != book.name)
        return any(other.reading(name) is not None for other in others if other is not None)

    def warn_of_unknown_books(self) -> None:
        """A table in the file may belong to a rulebook that is not here; a slip of the pen is worth a word."""
        names = [fold(name) for name in self.shelf.names()]
        for title in self.file.chosen if self.file else ():
            if self.file and fold(title) not in names and (hint := did_you_mean(title, names)):
                warn(f"{self.file.place(title)}: no rulebook is called `{title}`. {hint}")


def _check(book: Rulebook, name: str, option: str, place: str) -> None:
    """Raises Refusal if a rulebook has no such reading, or the reading no such option."""
    reading = book.reading(name)
    if reading is None:
        names = [spoken(r.name) for r in book.readings]
        hint = did_you_mean(name, names) or f"`rulespal readings {book.name}` lists them."
        raise Refusal(f"{place}{book.title} has no reading `{name}`.", hint)
    options = [spoken(o.name) for o in reading.options]
    if identifier(option) not in options:
        best = near(spoken(option), options, limit=1)
        hint = f"Did you mean `{name}={best[0]}`? " if best else ""
        raise Refusal(f"{place}the reading {name} has no option `{option}`.", f"{hint}It has: {', '.join(options)}.")


def options_of(book: Rulebook, chosen: Mapping[str, str]) -> list[int]:
    """Chosen options by name to places, one a reading in the rulebook's order (0: the default)."""
    found = []
    for reading in book.readings:
        names = [spoken(o.name) for o in reading.options]
        found.append(names.index(chosen.get(spoken(reading.name), names[0])))
    return found
