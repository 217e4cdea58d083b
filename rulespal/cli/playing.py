"""The terminal of `rulespal play`: lines that are typed or piped in, what is shown to all or to one, the file."""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulespal.cli.output import print_json, print_text, terminal
from rulespal.cli.refusals import as_refusal, reason, show, warn
from rulespal.cli.sources import SUFFIX
from rulespal.play.referee import COMMANDS, Referee
from rulespal.play.reply import Reply
from rulespal.report import as_json as to_json
from rulespal.report.as_text_referee import RefereeText, helped
from rulespal.text.files import create_whole, write_whole
from rulespal.text.fold import fold

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

HERE = {
    "ask": "`ask QUESTION`: what the rules say, from where the game stands",
    "card": "`card NAME`: what a card says",
    "show": "`show SECTION`: what a section says",
    "search": "`search TEXT`: where the rulebook speaks of it",
    "save": "where the record is; `save FILE`: a copy of it",
    "help": "this",
    "quit": "ends; `rulespal play FILE` goes on",
}
_QUIT = ("quit", "exit", "bye", "q")


class Saved:
    """The record in its file. A file that somebody else has changed meanwhile is left alone: the game goes on beside it."""

    def __init__(self, path: Path, known: bytes | None = None) -> None:
        """`known`: what the file holds; None where there is none yet."""
        self.path = path
        self._known = known

    @staticmethod
    def new_name(book: str) -> Path:
        """A name for a new record in this folder."""
        return _free(Path(f"{book}-{time.strftime('%Y-%m-%d')}{SUFFIX}"))

    def write(self, text: str) -> None:
        """Writes the record, whole or not at all. Raises OSError."""
        content = text.encode("utf-8", "backslashreplace")
        if content == self._known:
            return
        if self._known is not None and self._as_known():
            write_whole(self.path, content)
        else:
            self._write_beside(content)
        self._known = content

    def _as_known(self) -> bool:
        try:
            return self.path.read_bytes() == self._known
        except FileNotFoundError:
            return False

    def _write_beside(self, content: bytes) -> None:
        """Makes a new file: of this name, or of the next one that is free."""
        wanted = self.path
        while True:
            try:
                create_whole(self.path, content)
                break
            except FileExistsError:
                self.path = _free(wanted)
        if self.path != wanted:
            warn(f"{wanted} is somebody else's now; the record is written to {self.path}")


def _free(path: Path) -> Path:
    """The path, or the first one with a number behind it that is free."""
    number, free = 1, path
    while free.exists():
        number += 1
        free = path.with_stem(f"{path.stem}-{number}")
    return free


class Session:
    """One sitting. `book`: the rulebook as it was named."""

    def __init__(self, referee: Referee, saved: Saved, book: str, as_json: bool) -> None:
        self.referee = referee
        self.saved = saved
        self.book = book
        self.as_json = as_json
        self.typed = sys.stdin.isatty() and not as_json
        self.console = terminal()
        self.text = RefereeText(referee.game.book, referee.record.record, referee.speech.language)

    def run(self) -> int:
        """Until somebody quits, or the input ends."""
        self.save()
        self.greet()
        lines = self.prompted() if self.typed else self.piped()
        for line in lines:
            word = fold(line.strip()).split(" ", 1)[0] if line.strip() else ""
            if word in _QUIT and fold(line.strip()) not in self.referee.speech.seats:
                break
            self.answer(line)
        self.farewell()
        return 0

    def greet(self) -> None:
        referee = self.referee
        if self.as_json:
            print_json(to_json.reply(Reply("told", now=referee.now()), str(self.saved.path)))
            return
        parts = self.text.greeting(
            referee.players, str(self.saved.path), referee.deals, referee.events, referee.unsettled(), referee.example
        )
        print_text(parts, self.console)
        if referee.record.judge.faulty:
            warn(f"not all that stands in it is legal: `rulespal replay {self.saved.path}` shows what")
        print_text(self.text.now(referee.now()), self.console)

    def farewell(self) -> None:
        if not self.as_json:
            written = self.saved.path if self.referee.record.record.lines else "nothing was written"
            print_text([f"Record: {written}"], self.console)

    # ---- lines --------------------------------------------------------------------------------------------------------

    def piped(self) -> Iterator[str]:
        """Lines of the standard input, shown as they are taken."""
        for line in sys.stdin:
            text = line.rstrip("\r\n")
            if not self.as_json and text.strip():
                print_text([f"> {text}"], self.console)
            yield text

    def prompted(self) -> Iterator[str]:
        """Lines that are typed, with a history and with words to choose from."""
        session = prompt(self.words)
        while True:
            try:
                yield session.prompt(f"{self.referee.events + 1:>4}> ")
            except KeyboardInterrupt:
                print_text(["`quit` ends; the record is written"], self.console)
            except EOFError:
                return

    def words(self) -> list[str]:
        """What may be typed now: commands, and the events that are legal as far as they can be listed."""
        legal = self.referee.hear("legal").legal
        moves = [move.partition("…")[0] for move in legal.moves] if legal is not None else []
        return [*dict.fromkeys(moves), *COMMANDS, *HERE]

    # ---- answers ------------------------------------------------------------------------------------------------------

    def answer(self, line: str) -> None:
        """Shows what becomes of a line, after it was written down."""
        word, _, rest = line.strip().partition(" ")
        if self.referee.is_event(line) or fold(word) not in HERE:
            self.show(self.heard(line))
        elif fold(word) == "help":
            self.help()
        elif fold(word) == "save":
            self.copy(rest.strip())
        else:
            self.elsewhere(fold(word), rest.split())

    def elsewhere(self, name: str, words: list[str]) -> None:
        """Another command of the program. What is asked is answered from the record, unless that holds hidden hands."""
        if not words and name != "show":
            warn(f"`{name}` needs words: {HERE[name]}")
            return
        here = ["--at", str(self.saved.path)] if self.saved.path.exists() and not self.referee.deals else []
        args = {"search": [*words, "--book", self.book], "ask": [self.book, *words, *here]}
        other_command(name, [*args.get(name, [self.book, *words]), *(["--json"] if self.as_json else [])])

    def heard(self, line: str) -> Reply:
        """What the referee says; what the rulebook cannot carry out is told, and changes nothing."""
        try:
            reply = self.referee.hear(line)
        except Exception as error:
            refusal = as_refusal(error)
            if refusal is None:
                raise
            show(refusal)
            return Reply("told")
        self.save()
        return reply

    def save(self) -> None:
        if not self.referee.record.record.lines:
            return
        try:
            self.saved.write(self.referee.text)
        except OSError as error:
            warn(f"the record could not be written to {self.saved.path}: {reason(error)}; `save FILE` tries elsewhere")

    def copy(self, name: str) -> None:
        if name:
            try:
                create_whole(Path(name), self.referee.text)
            except FileExistsError:
                warn(f"{name} is there already, and nothing is overwritten")
                return
            except OSError as error:
                warn(f"cannot write {name}: {reason(error)}")
                return
        print_text([f"written to {name or self.saved.path}"], self.console)

    def help(self) -> None:
        words = self.referee.words
        sentences = [words.sentence(move, 0 if move.has_actor else None) for move in self.referee.game.book.moves]
        print_text(helped([*COMMANDS.items(), *HERE.items()], sentences), self.console)

    def show(self, reply: Reply) -> None:
        if self.as_json:
            print_json(to_json.reply(reply, str(self.saved.path)))
            return
        if reply.private_to is not None and self.typed:
            self.show_alone(reply, reply.private_to)
        else:
            print_text(self.text.reply(reply), self.console)

    def show_alone(self, reply: Reply, name: str) -> None:
        """Shows a hand to its player, on a screen that is gone afterwards."""
        if not _asked(f"For {name} alone. Enter when nobody else looks."):
            return
        with self.console.screen():
            print_text(self.text.reply(reply), self.console)
            _asked("Enter to hide it.")


def _asked(text: str) -> bool:
    """Whether somebody has pressed Enter."""
    try:
        input(text)
    except (EOFError, KeyboardInterrupt):
        return False
    return True


def prompt(words: Callable[[], list[str]]) -> PromptSession[str]:
    """A line editor. What may be typed is asked for only when somebody presses Tab."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import WordCompleter
    from prompt_toolkit.history import InMemoryHistory

    completer = WordCompleter(words, ignore_case=True, sentence=True)
    return PromptSession(completer=completer, complete_while_typing=False, history=InMemoryHistory())


def other_command(name: str, args: list[str]) -> None:
    """Runs another command; what is wrong with it is told, and nothing ends."""
    from rulespal.cli import COMMANDS as REGISTERED

    if name not in REGISTERED:
        warn(f"this version has no `{name}`")
        return
    found: Any = importlib.import_module(f"rulespal.cli.{name}").command
    try:
        found.main(args, f"rulespal {name}", standalone_mode=False)
    except click.ClickException as wrong:
        show(wrong)
    except Exception as error:
        refusal = as_refusal(error)
        if refusal is None:
            raise
        show(refusal)
