"""Compiled rulebooks in the user's cache: the model and the code of both emissions."""

from __future__ import annotations

import contextlib
import hashlib
import sys
from collections.abc import Callable
from pathlib import Path

import rulespal
from rulespal.engine.game import Game
from rulespal.model import codec
from rulespal.text import store
from rulespal.text.resources import data_folder


def key(file: Path) -> str:
    """What a compiled rulebook depends on: its files, this program, this version of Python."""
    parts = hashlib.sha256(f"{rulespal.__version__} {sys.implementation.cache_tag} {file}".encode())
    for part in sorted([file, *file.parent.glob(f"{file.stem}.??.md")]):
        parts.update(f"{part.name} {part.stat().st_size} ".encode() + part.read_bytes())
    for part in sorted([*Path(__file__).parent.parent.rglob("*.py"), *data_folder("grammar").glob("*.lark")]):
        about = part.stat()  # a checkout is edited without a new version
        parts.update(f"{part.name} {about.st_size} {about.st_mtime_ns} ".encode())
    return parts.hexdigest()


def kept(file: Path, make: Callable[[], Game]) -> Game:
    """The compiled rulebook of a file: from the cache, else as `make` makes it, which is kept then."""
    name, wanted = _name(file), key(file)
    content = store.read(name, wanted)
    if content is not None:
        with contextlib.suppress(codec.NotData):
            return Game(*codec.unpacked(content))
    game = make()
    store.write(name, wanted, codec.packed((game.book, game.code)))
    return game


def _name(file: Path) -> str:
    return f"{file.parent.name}-{hashlib.sha256(str(file.resolve()).encode()).hexdigest()[:16]}"
