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
from rulespal.cli.refusals import Refusal, as_refusal, broken_pipe
from rulespal.cli.refusals import show as tell

COMMANDS = {
    "ask": "Answer a question by the rules, and say where they stand.",
    "show": "Read a rulebook, whole or one section.",
    "card": "Show a card and all that the rulebook says of it.",
    "cards": "List the cards of a rulebook, or those that pass filters.",
    "search": "Search sections, cards, terms and rulings of all rulebooks.",
    "replay": "Replay a record and show each event with its verdict.",
    "validate": "Judge many records and sum up what was found.",
    "convert": "Write a record as text or as JSON Lines.",
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
    "export": "Write a rulebook's cards, sections and rules to a SQLite database.",
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

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        from rulespal.cli import completion

        return [*super().shell_complete(ctx, incomplete), *completion.books(ctx, ctx.command.params[0], incomplete)]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            if not _is_rulebook(args[0]):
                raise _unknown(args[0])
            from rulespal.cli.door import command

            return args[0], command, args
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # whoever read the output has enough; click would call that an error of its own
            return broken_pipe()

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, *rest: Any, **extra: Any) -> Any:
        """Runs a command and exits with its status; what the user has to change is told in a line and a hint."""
        sys.exit(self.status(args, prog_name or PROGRAM, **extra))

    def status(self, args: Sequence[str] | None = None, prog_name: str = PROGRAM, **extra: Any) -> int:
        """Runs a command; its exit status."""
        try:
            return super().main(args, prog_name, **{**extra, "standalone_mode": False}) or 0
        except click.Abort:
            return _INTERRUPTED
        except click.ClickException as wrong:
            return tell(wrong)
        except Exception as error:
            refusal = as_refusal(error)
            if refusal is None:
                raise
            return tell(refusal)


def _is_rulebook(word: str) -> bool:
    """Whether a word names a rulebook: it may stand where a command stands."""
    from rulespal.cli.rulebooks import names_rulebook

    return names_rulebook(word.partition("#")[0])


def _unknown(word: str) -> Refusal:
    """What to say to a word that is no command: the near ones, or the command for a file of that kind."""
    from rulespal.cli.rulebooks import command_for
    from rulespal.library import rulebook_files
    from rulespal.text.suggest import did_you_mean

    hint = (
        command_for(word)
        or did_you_mean(word, [*COMMANDS, *rulebook_files()])
        or f"`{PROGRAM} --help` lists the commands."
    )
    return Refusal(f"there is no command `{word}`.", hint)


@click.group(
    PROGRAM, cls=Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, prog_name=PROGRAM, message="%(prog)s %(version)s")
@click.pass_context
def commands(ctx: click.Context) -> None:
    """Rulebooks for tabletop games to look things up in, and to be carried out: what is legal, and why.

    \b
    rulespal BOOK WORDS...               shows a card, section or term, answers, or searches
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
