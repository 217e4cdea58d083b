"""Files written whole or not at all: readers never see half of one, and a broken run leaves what was there."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

_ORDINARY = 0o666


def write_whole(path: Path, content: str | bytes) -> None:
    """Writes a file in place of what was there. Text is UTF-8 with plain line ends. Raises OSError, with nothing changed."""
    target = path.resolve() if path.is_symlink() else path  # the file that a link stands for is written, not the link
    if target.exists() and not target.is_file():  # a pipe or a device is written to, never replaced
        target.write_bytes(_data(content))
        return
    with _beside(target, content) as whole:
        os.replace(whole, target)


def create_whole(path: Path, content: str | bytes) -> None:
    """Writes a new file. Raises FileExistsError where one of that name is there (it is left alone), or another OSError."""
    with _beside(path, content) as whole:
        try:
            os.link(whole, path)  # unlike a renamed file, a link never takes the place of another
        except FileExistsError:
            raise
        except OSError:  # a file system without links
            if path.exists():
                raise FileExistsError(path) from None
            os.replace(whole, path)


@contextlib.contextmanager
def _beside(path: Path, content: str | bytes) -> Iterator[str]:
    """A finished file of this content in the same folder; gone afterwards, unless it was given its name."""
    handle, whole = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with open(handle, "wb") as file:
            file.write(_data(content))
        os.chmod(whole, _mode(path))
        yield whole
    finally:
        with contextlib.suppress(OSError):
            os.unlink(whole)


def _mode(path: Path) -> int:
    """The permissions of the file that is replaced, else those of any new file."""
    try:
        return path.stat().st_mode & 0o7777
    except OSError:
        umask = os.umask(0)
        os.umask(umask)
        return _ORDINARY & ~umask


def _data(content: str | bytes) -> bytes:
    return content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content
