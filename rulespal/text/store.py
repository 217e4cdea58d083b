"""The user's cache: what can be made again, kept so that the next start is quick.

Each entry is a file: a SHA-256 of all that follows, the key it was made for, and the content. What is damaged, was made
for another key or cannot be read is as if it were not there; what cannot be written is left out.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import rulespal
from rulespal.text.beside import files
from rulespal.text.resources import data_folder

FOLDER = "RULESPAL_CACHE"  # the environment variable that names another folder; empty: no cache


def folder() -> Path | None:
    """Where the cache lies, or None if there is none."""
    chosen = os.environ.get(FOLDER)
    if chosen is not None:
        return Path(chosen) if chosen else None
    if sys.platform not in ("win32", "darwin"):  # what platformdirs says too; it costs a tenth of a quick start
        home = os.environ.get("XDG_CACHE_HOME", "").strip() or os.path.expanduser("~/.cache")
        return Path(home, "rulespal")
    from platformdirs import user_cache_path

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
    first = whole.find(b"\n")
    second = whole.find(b"\n", first + 1)
    if first < 0 or second < 0 or whole[first + 1 : second] != key.encode():
        return None
    digest = hashlib.sha256(memoryview(whole)[first + 1 :]).hexdigest().encode()
    return whole[second + 1 :] if whole[:first] == digest else None


def write(name: str, key: str, content: bytes) -> None:
    """Keeps content under a name, in place of what was there."""
    from rulespal.text.files import write_whole

    where = folder()
    if where is None:
        return
    rest = key.encode() + b"\n" + content
    whole = hashlib.sha256(rest).hexdigest().encode() + b"\n" + rest
    with contextlib.suppress(OSError):
        where.mkdir(parents=True, exist_ok=True)
        write_whole(where / name, whole)


# ---- what is made from a rulebook ------------------------------------------------------------------------------------


def entry(file: Path, kind: str = "") -> str:
    """The name under which something made from a rulebook file is kept; `kind` tells several such things apart."""
    return f"{file.parent.name}-{hashlib.sha256(str(file.resolve()).encode()).hexdigest()[:16]}{kind}"


def key(file: Path) -> str:
    """What all that is made from a rulebook depends on: its files, this program, this version of Python."""
    return key_of(str(file).encode(), *(f"{p.name} {p.stat().st_size} ".encode() + p.read_bytes() for p in files(file)))


def key_of(*parts: bytes) -> str:
    """What something made from these parts depends on: they, this program, this version of Python."""
    found = hashlib.sha256(f"{rulespal.__version__} {sys.implementation.cache_tag} ".encode())
    for part in (*parts, _program().encode()):  # a checkout is edited without a new version
        found.update(part)
    return found.hexdigest()


@lru_cache
def _program() -> str:
    """All source files of this program, as they are now."""
    return hashlib.sha256(repr(sorted(_sources())).encode()).hexdigest()


def _sources() -> Iterator[tuple[str, int, int]]:
    """Every source file of this program with its size and when it was changed."""
    folders = [str(Path(__file__).parent.parent), str(data_folder("grammar"))]
    while folders:
        with os.scandir(folders.pop()) as found:
            for item in found:
                if item.is_dir():
                    folders.append(item.path)
                elif item.name.endswith((".py", ".lark", ".txt")):
                    about = item.stat()
                    yield item.path, about.st_size, about.st_mtime_ns
