"""The user's cache: what can be made again, kept so that the next start is quick.

Each entry is a file: a SHA-256 of all that follows, the key it was made for, and the content. What is damaged, was made
for another key or cannot be read is as if it were not there; what cannot be written is left out.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from pathlib import Path

from platformdirs import user_cache_path

from rulespal.text.files import write_whole

FOLDER = "RULESPAL_CACHE"  # the environment variable that names another folder; empty: no cache


def folder() -> Path | None:
    """Where the cache lies, or None if there is none."""
    chosen = os.environ.get(FOLDER)
    if chosen is not None:
        return Path(chosen) if chosen else None
    return user_cache_path("rulespal", appauthor=False)


def read(name: str, key: str) -> bytes | None:
    """What was kept under this name for this key."""
    where = folder()
    if where is None:
        return None
    try:
        whole = (where / name).read_bytes()
    except OSError:
        return None
    digest, _, rest = whole.partition(b"\n")
    found, _, content = rest.partition(b"\n")
    intact = digest.decode("ascii", "replace") == hashlib.sha256(rest).hexdigest()
    return content if intact and found == key.encode() else None


def write(name: str, key: str, content: bytes) -> None:
    """Keeps content under a name, in place of what was there."""
    where = folder()
    if where is None:
        return
    rest = key.encode() + b"\n" + content
    whole = hashlib.sha256(rest).hexdigest().encode() + b"\n" + rest
    with contextlib.suppress(OSError):
        where.mkdir(parents=True, exist_ok=True)
        write_whole(where / name, whole)
