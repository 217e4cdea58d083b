"""The command line: a group that imports a command only when it is called.

Start-up is a feature: this module imports click and nothing else that is large. One file a command; each has a click
command named `command` that returns its exit status.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from typing import Any

import click

from rulespal import __version__
from rulespal.cli.refusals import Refusal, as_refusal, broken_pipe, show

COMMANDS = {
    "ask": "Answer a question by the rules, and say where they stand.",
    "replay": "Replay a record and show each event with its verdict.",
    "validate": "Judge many records and sum up what was found.",
    "merge": "Join the results of shards.",
    "legal": "Say what may be done where a record stands.",
    "books": "List the rulebooks.",
    "readings": "Show where a rulebook can be read in several ways.",
    "check": "Check a rulebook and show what is wrong in it.",
    "new": "Write a commented rulebook to begin with.",
    "watch": "Check a rulebook on every save, and play a random game of it.",
    "format": "Put the rule blocks of rulebooks into the canonical layout.",
    "play": "Referee a game at the table.",
    "simulate": "Play random legal games.",
    "page": "Make one self-contained page of rulebooks, for phones and for print.",
    "explain": "Say what the code of a message means.",
}
PROGRAM = "rulespal"
_INTERRUPTED = 130


class Commands(click.Group):
    """The commands by name, each in the module of that name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        found: click.Command = importlib.import_module(f"rulespal.cli.{cmd_name}").command
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise _unknown(args[0])
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # whoever read the output has enough; click would call that an error of its own
            return broken_pipe()

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, *rest: Any, **extra: Any) -> Any:
        """Runs a command and exits with its status; what the user has to change is told in a line and a hint."""
        extra["standalone_mode"] = False
        sys.exit(self._status(args, prog_name or PROGRAM, extra))

    def _status(self, args: Sequence[str] | None, prog_name: str, extra: dict[str, Any]) -> int:
        try:
            return super().main(args, prog_name, **extra) or 0
        except click.Abort:
            return _INTERRUPTED
        except click.ClickException as wrong:
            return show(wrong)
        except Exception as error:
            refusal = as_refusal(error)
            if refusal is None:
                raise
            return show(refusal)


def _unknown(word: str) -> Refusal:
    """What to say to a word that is no command: the near ones, or the command for a file of that kind."""
    from rulespal.cli.rulebooks import command_for
    from rulespal.text.suggest import did_you_mean

    hint = command_for(word) or did_you_mean(word, COMMANDS) or f"`{PROGRAM} --help` lists the commands."
    return Refusal(f"there is no command `{word}`.", hint)


@click.group(
    PROGRAM, cls=Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, prog_name=PROGRAM, message="%(prog)s %(version)s")
@click.pass_context
def commands(ctx: click.Context) -> None:
    """Executable rulebooks for tabletop games: replays records, says what is legal, and why.

    \b
    rulespal replay game.rpl             a commented game, with the rule for each refusal
    rulespal validate records/           many games, and what was wrong with them
    rulespal ask BOOK who starts         an answer, where it is printed, what it depends on
    rulespal COMMAND --help              what a command takes, with an example
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main() -> None:
    """The entry point."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a sign that the terminal cannot show must not stop the program
            stream.reconfigure(errors="backslashreplace")
    commands()
