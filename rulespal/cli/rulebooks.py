"""Which rulebook a word on the command line, or in a record, means."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rulespal import library
from rulespal.cli.refusals import Refusal
from rulespal.text.beside import rulebook_of
from rulespal.text.fold import fold
from rulespal.text.suggest import did_you_mean

if TYPE_CHECKING:
    from rulespal.engine.game import Game
    from rulespal.model.phrases import Phrasebook
    from rulespal.model.rules import Rulebook
    from rulespal.text.diagnostic import Rejected

RECORDS = (".rpl", ".jsonl")


def command_for(word: str) -> str | None:
    """Which command takes a file, folder or rulebook of that name; None if it is neither."""
    path = Path(word)
    if path.is_file() and path.suffix in RECORDS:
        return f"`{word}` is a record: `rulespal replay {word}`"
    if path.is_dir():
        return f"`{word}` is a folder: `rulespal validate {word}` judges the records in it"
    return None


def names_rulebook(word: str) -> bool:
    """Whether a word is the name of a rulebook or the path of one."""
    path = Path(word)
    return (
        fold(word) in library.rulebook_files()
        or (path.is_file() and path.suffix == ".md")
        or ((path / "rulebook.md").is_file())
    )


def book_file(word: str) -> Path:
    """The file of a rulebook given by name or path. Raises Refusal with suggestions."""
    known = library.rulebook_files()
    if (name := fold(word)) in known:
        return known[name]
    path = Path(word)
    if path.suffix in RECORDS and path.is_file():
        raise Refusal(f"{word} is a record, and this command takes a rulebook.", f"Try `rulespal replay {word}`.")
    if path.is_file() and (book := rulebook_of(path)):
        raise Refusal(f"{word} holds the rulings of a rulebook, and is none itself.", f"Name the rulebook: {book}.")
    try:
        return library.rulebook_file(word)
    except library.NoRulebook:
        raise Refusal(_missing(word, path), _hint(word, path, list(known))) from None


def _missing(word: str, path: Path) -> str:
    if path.is_dir():
        return f"the folder {word} has no rulebook.md."
    if path.is_file():
        return f"{word} is no rulebook: a rulebook is a Markdown file (.md)."
    return f"there is no rulebook `{word}`."


def _hint(word: str, path: Path, known: list[str]) -> str:
    near = did_you_mean(word, known) if len(path.parts) == 1 else None
    return near or f"A rulebook is one of {', '.join(known)}, or a path to a file or folder of your own."


def load(word: str) -> tuple[Game, Phrasebook]:
    """A runnable rulebook given by name or path. Raises Refusal, or Rejected when it has errors."""
    return library.load(str(book_file(word)))


class Shelf:
    """The rulebooks that records may name: those that come with the program, and those in a folder of one's own."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        self.own = _own(folder) if folder else {}
        self._found: dict[str, tuple[Game, Phrasebook]] = {}
        self._broken: dict[str, Rejected] = {}

    def find(self, name: str) -> tuple[Game, Phrasebook]:
        """The rulebook that a record names. Raises `Unknown`, or Rejected when it has errors. It is looked for only once."""
        from rulespal.records.replay import Unknown
        from rulespal.text.diagnostic import Rejected

        if name in self._found:
            return self._found[name]
        if name in self._broken:
            raise self._broken[name]
        try:
            own = self._own_file(name)
            self._found[name] = library.load(str(own)) if own else library.find(name)
            return self._found[name]
        except Rejected as broken:
            self._broken[name] = broken
            raise
        except Unknown as unknown:
            raise Unknown([*self.own, *unknown.known]) from None

    def book(self, name: str | None) -> Rulebook | None:
        """The model of a rulebook; None if there is none of that name."""
        from rulespal.records.replay import Unknown
        from rulespal.text.diagnostic import Rejected

        try:
            return self.find(name)[0].book if name else None
        except (Unknown, Rejected):
            return None

    def names(self) -> list[str]:
        return [*self.own, *library.rulebook_files()]

    def _own_file(self, name: str) -> Path | None:
        plain = fold(name)
        if self.folder is None or plain in self.own:
            return self.own.get(plain)
        path = (self.folder / name).resolve()  # a path, as long as it stays in the folder
        if not path.is_relative_to(self.folder.resolve()):
            return None
        file = path / "rulebook.md" if path.is_dir() else path
        return file if file.is_file() and file.suffix == ".md" else None


def _own(folder: Path) -> dict[str, Path]:
    """Names of the rulebooks in a folder: its sub-folders with a rulebook.md, and itself if it holds one."""
    found = sorted([*folder.glob("rulebook.md"), *folder.glob("*/rulebook.md")])
    return {fold(file.resolve().parent.name): file for file in found}
