"""Finds the grammar files and the rulebooks that come with the program: in the wheel, or in a checkout beside it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def data_folder(name: str) -> Path:
    """The folder `grammar` or `rulebooks`. Raises FileNotFoundError when the installation is incomplete."""
    for folder in (_PACKAGE / "_data" / name, _PACKAGE.parent / name):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"the installation lacks its folder {name!r}: install rulespal again")


@lru_cache
def grammar_text(name: str) -> str:
    return (data_folder("grammar") / name).read_text(encoding="utf-8")
