"""Catalogues in the user's cache. What is read here is plain SQLite; nothing that makes a catalogue is imported.

A catalogue is kept as the bytes of its database and opened in memory, so that nobody waits for a lock, nobody sees half
of one, and a folder that cannot be written is no matter.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

from rulespal.text import store

_KIND = "-catalogue"


def kept(file: Path, make: Callable[[], bytes]) -> sqlite3.Connection:
    """The catalogue of a rulebook file: from the cache, else as `make` makes it, which is kept then."""
    return opened(content(file, make))


def content(file: Path, make: Callable[[], bytes]) -> bytes:
    """The bytes of that catalogue."""
    name, key = store.entry(file, _KIND), store.key(file)
    found = store.read(name, key)
    if found is None:
        found = make()
        store.write(name, key, found)
    return found


def opened(content: bytes) -> sqlite3.Connection:
    """A catalogue, to be read."""
    db = sqlite3.connect(":memory:")
    db.deserialize(content)
    db.row_factory = sqlite3.Row
    return db
