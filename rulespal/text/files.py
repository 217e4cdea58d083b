"""Files written whole or not at all: readers never see half of one, and a broken run leaves what was there."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

_ORDINARY = 0o666


def write_whole(path: Path, content: str | bytes) -> None:
    """Writes a file in place of what was there. Text is UTF-8 with plain line ends. Raises OSError, with nothing changed."""
    data = content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content
    target = path.resolve() if path.is_symlink() else path  # the file that a link stands for is written, not the link
    handle, whole = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with open(handle, "wb") as file:
            file.write(data)
        os.chmod(whole, _mode(target))
        os.replace(whole, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(whole)
        raise


def _mode(path: Path) -> int:
    """The permissions of the file that is replaced, else those of any new file."""
    try:
        return path.stat().st_mode & 0o7777
    except OSError:
        umask = os.umask(0)
        os.umask(umask)
        return _ORDINARY & ~umask
