"""The files of a rulebook: itself, its prose in other languages, and its rulings, with these in other languages."""

from __future__ import annotations

from fnmatch import fnmatchcase
from glob import escape
from pathlib import Path

_OTHERS = ".??.md"  # what follows a name in the files of other languages


def rulings_file(file: Path) -> Path:
    """Where the rulings of a rulebook stand: `rulings.md` beside `rulebook.md`, `own.rulings.md` beside `own.md`."""
    return file.with_name("rulings.md" if file.name == "rulebook.md" else f"{file.stem}.rulings.md")


def translated(file: Path) -> dict[str, Path]:
    """The same file in other languages, by language: `rulebook.es.md` beside `rulebook.md`."""
    return {path.suffixes[-2][1:]: path for path in sorted(file.parent.glob(escape(file.stem) + _OTHERS))}


def rulings_files(file: Path) -> list[Path]:
    """The files with rulings that a rulebook has."""
    rulings = rulings_file(file)
    return [path for path in (rulings, *translated(rulings).values()) if path.is_file()]


def files(file: Path) -> list[Path]:
    """All files that a rulebook is read from."""
    return sorted([file, *translated(file).values(), *rulings_files(file)])


def belongs(path: Path, file: Path) -> bool:
    """Whether a file of that name would be one of a rulebook's."""
    rulings = rulings_file(file)
    return path.name in (file.name, rulings.name) or any(
        fnmatchcase(path.name, escape(one.stem) + _OTHERS) for one in (file, rulings)
    )


def rulebook_of(path: Path) -> Path | None:
    """The rulebook whose rulings stand in a file; None if it is no such file."""
    others = (file for file in sorted(path.parent.glob("*.md")) if file != path)
    return next((file for file in others if path in rulings_files(file)), None)
