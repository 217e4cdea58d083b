"""What the user has to change: one line and a hint on the error output, exit status 2, never a traceback."""

from __future__ import annotations

import contextlib
import errno
import os
import sys

import click

UNUSABLE = 2
_BROKEN_PIPE = 141  # as a shell reports a program that ended because nobody read its output
_REASONS = {
    errno.ENOENT: "there is no such file",
    errno.EISDIR: "it is a folder",
    errno.EACCES: "you may not read it",
    errno.ENAMETOOLONG: "the name is too long",
}


class Refusal(click.ClickException):
    """One line about what is wrong, and what to do instead."""

    exit_code = UNUSABLE

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


def warn(message: str) -> None:
    """One line on the error output."""
    click.echo(f"rulespal: {message}", err=True)


def show(wrong: click.ClickException) -> int:
    """Prints what is wrong and the hint; gives the exit status."""
    warn(wrong.format_message())
    hint = getattr(wrong, "hint", None)
    if isinstance(wrong, click.UsageError) and wrong.ctx is not None:
        hint = f"`{wrong.ctx.command_path} --help` shows what it takes."
    if hint:
        click.echo(f"  {hint}", err=True)
    return wrong.exit_code


def reason(error: OSError) -> str:
    """Why a file cannot be read, in words."""
    return _REASONS.get(error.errno or 0, (error.strerror or str(error)).casefold())


def as_refusal(error: Exception) -> Refusal | None:
    """What to tell of an error that is the user's or the rulebook's; None for a mistake of this program."""
    from rulespal.engine.runtime import RuleFault
    from rulespal.records.sources import NotRead
    from rulespal.text.diagnostic import Rejected

    if isinstance(error, Rejected):
        return _rejected(error)
    if isinstance(error, NotRead):
        return Refusal(f"cannot read {error.file}: {error.reason}", error.hint)
    if isinstance(error, RuleFault):
        return Refusal(f"the rulebook has a fault: {error}.", "`rulespal check BOOK` may show more.")
    if isinstance(error, OSError):
        return Refusal(f"cannot use {error.filename or 'the file'}: {reason(error)}.")
    return None


def _rejected(error: Exception) -> Refusal:
    """The first few errors of a rulebook that cannot be used."""
    found = [d for d in getattr(error, "diagnostics", []) if d.severity == "error"]
    file = found[0].span.file if found else "the rulebook"
    shown = "".join(f"\n  {d}" for d in found[:5])
    number = "1 error" if len(found) == 1 else f"{len(found)} errors"
    more = f"`rulespal check {file}` shows {'them all' if len(found) > 5 else 'them in place'}."
    return Refusal(f"the rulebook {file} cannot be used, it has {number}:{shown}", more)


def broken_pipe() -> int:
    """Ends quietly: nobody reads the output any more, so what is still buffered goes nowhere."""
    with contextlib.suppress(OSError, ValueError):  # a test's output has no file number
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return _BROKEN_PIPE
