"""The records that a path on the command line stands for: a file, a folder, standard input."""

from __future__ import annotations

import codecs
import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from rulespal.cli.refusals import Refusal, Unreadable, reason
from rulespal.records.from_text import STDIN, read_stream
from rulespal.records.record import Header, Record
from rulespal.text.suggest import did_you_mean

SUFFIX = ".rpl"
_SNIFFED = 4096
_TEXT_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)  # such text has zero bytes


def files_in(path: str) -> list[str]:
    """The files that a path stands for: itself, or every record below a folder. Raises Unreadable."""
    if path == "-" or not Path(path).is_dir():
        return [path]
    found = sorted(str(file) for file in Path(path).rglob(f"*{SUFFIX}") if file.is_file())
    if not found:
        raise Unreadable(path, f"no file below it ends in {SUFFIX}")
    return found


def one_file(path: str) -> str:
    """The path, if it can be one record file. Raises Refusal with the command that takes what it is."""
    file = Path(path)
    if path == "-" or (file.is_file() and file.suffix != ".md"):
        return path
    if file.is_dir():
        raise Refusal(f"{path} is a folder, and this command takes one record.", f"Try `rulespal validate {path}`.")
    if file.is_file():
        raise Refusal(f"{path} is a rulebook, and this command takes a record.", f"Try `rulespal check {path}`.")
    raise Refusal(f"there is no file {path}.", _near_file(file))


def _near_file(file: Path) -> str:
    """Records beside it with nearly that name."""
    from rulespal.cli.rulebooks import command_for

    beside = [str(other) for other in file.parent.glob(f"*{SUFFIX}")] if file.parent.is_dir() else []
    hint = command_for(str(file)) or did_you_mean(str(file), beside)
    return hint or "A record is a text file; `-` reads standard input."


def records(path: str) -> Iterator[Record]:
    """The games of a file or of standard input (`-`), each with a name. Raises Unreadable."""
    unnamed = 0
    with _opened(path) as stream:
        for record in read_stream(stream, STDIN if path == "-" else path):
            if record.name is None and record.rulebook is not None and path != "-":
                unnamed += 1
                name = Path(path).stem + (f"-{unnamed}" if unnamed > 1 else "")
                record.headers.append(Header("game", name, record.line, 1))
            yield record


@contextmanager
def _opened(path: str) -> Iterator[BinaryIO]:
    """A stream of text bytes."""
    if path == "-":
        yield _text(sys.stdin.buffer, STDIN)
        return
    if Path(path).suffix == ".md":
        raise Unreadable(path, "it is a rulebook", f"Try `rulespal check {path}`.")
    try:
        stream = open(path, "rb")  # noqa: SIM115 - closed below; the block must not catch errors of its user
    except OSError as error:
        raise Unreadable(path, reason(error)) from None
    with stream:
        yield _text(stream, path)


def _text(stream: BinaryIO, name: str) -> BinaryIO:
    """The stream, if its beginning looks like text. Raises Unreadable."""
    buffered = stream if hasattr(stream, "peek") else io.BufferedReader(stream)  # type: ignore[type-var]
    start = buffered.peek(_SNIFFED)[:_SNIFFED]
    if b"\0" in start and not start.startswith(_TEXT_MARKS):
        raise Unreadable(name, "it is not a text file")
    return buffered


def game_named(path: str, name: str | None) -> list[Record]:
    """All games of a file, or the one of that name. Raises Refusal with suggestions, or Unreadable."""
    found = list(records(path))
    if name is None:
        return found
    named = [record for record in found if record.name == name]
    if not named:
        names = [record.name for record in found if record.name]
        hint = did_you_mean(name, names) or (f"There are: {', '.join(names[:8])}." if names else "No game has a name.")
        raise Refusal(f"{STDIN if path == '-' else path} has no game `{name}`.", hint)
    return named
