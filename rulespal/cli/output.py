"""How the commands print: JSON as UTF-8 lines, text by rich, a progress bar if the error output is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

_WIDEST = 100
Step = Callable[..., None]  # one step on, or to the place that is given


def print_json(value: dict[str, Any]) -> None:
    """One object on a line. What is no character (a damaged file name) is escaped."""
    import json

    text = json.dumps(value, ensure_ascii=False) + "\n"
    click.echo(text.encode("utf-8", "backslashreplace"), nl=False)


def terminal(*, stderr: bool = False) -> Console:
    """A console that prints text as it is, at most 100 columns wide."""
    from rich.console import Console

    class Terminal(Console):
        def on_broken_pipe(self) -> None:  # called in an `except`: the command ends quietly
            raise BrokenPipeError

    console = Terminal(stderr=stderr, highlight=False, markup=False, emoji=False)
    console.width = min(console.width, _WIDEST)
    return console


def print_text(parts: Iterable[RenderableType], console: Console | None = None) -> None:
    """Prints the parts of a report, each on lines of its own."""
    from rich.console import Group

    from rulespal.report import as_text

    console = console or terminal()
    if not (found := list(parts)):
        return
    styled = console.color_system is not None or console.is_terminal
    text = None if styled else as_text.plain(found, console)
    if text is not None:
        console.file.write(text)
        console.file.flush()
    else:
        console.print(Group(*found), soft_wrap=True)  # parts wrap themselves; what does not is never cut or broken


@contextmanager
def progress(
    what: str, total: int | Callable[[], int | None], *, as_json: bool, counted: bool = True
) -> Iterator[tuple[Step, Console | None]]:
    """A bar on the error output, if that is a terminal: a function that moves it on, and the console to print through.

    No bar where it would stand between JSON lines. Without a bar the console is the ordinary one (None for JSON).
    `total` is only asked for if there is a bar; `counted`: it shows how many of how many, else how much.
    """
    shared = sys.stdout.isatty()
    if not sys.stderr.isatty() or (shared and as_json):
        yield (lambda to=0: None), (None if as_json else terminal())
        return
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    console = terminal(stderr=True)
    done = MofNCompleteColumn() if counted else TaskProgressColumn()
    columns = (TextColumn(what), BarColumn(), done, TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False) as bar:
        task = bar.add_task(what, total=total() if callable(total) else total)

        def step(to: int | None = None) -> None:
            bar.advance(task) if to is None else bar.update(task, completed=to)

        yield step, (None if as_json else console if shared else terminal())
