"""Compiled rulebooks in the user's cache: the model and the code of both emissions."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

from rulespal.engine.game import Game
from rulespal.model import codec
from rulespal.text import store


def kept(file: Path, make: Callable[[], Game]) -> Game:
    """The compiled rulebook of a file: from the cache, else as `make` makes it, which is kept then."""
    name, wanted = store.entry(file), store.key(file)
    content = store.read(name, wanted)
    if content is not None:
        with contextlib.suppress(codec.NotData):
            return Game(*codec.unpacked(content))
    game = make()
    store.write(name, wanted, codec.packed((game.book, game.code)))
    return game
