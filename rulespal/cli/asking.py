"""The terminal of `rulespal ask` without a question: facts stay, questions go on from each other, steps are taken back."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

import click

from rulespal.cli.output import print_json, print_text
from rulespal.questions.query import Answer
from rulespal.questions.session import Session
from rulespal.report.answer_as_text import answer as as_text
from rulespal.report.answer_as_text import unread
from rulespal.report.as_json import answer as to_json

HELP = (
    ("QUESTION", "in your own words; `and if he refuses?` goes on from the one before"),
    ("? …", "a line of a scenario: `? may Ana …`, `? who pays`, `? what happens`"),
    ("FACT; FACT", "in the rulebook's words: it stays for all questions"),
    ("why", "how the last answer comes about"),
    ("facts", "what you have said so far"),
    ("undo", "takes the last fact or question back"),
    ("forget", "begins anew"),
    ("quit", "ends"),
)


def run(session: Session, *, as_json: bool) -> Answer | None:
    """Answers lines until there are no more; the last answer, for the exit status."""
    said = _Said(session, as_json)
    for line in _lines(session, quiet=as_json):
        if not said.take(line.strip()):
            break
    return session.last


class _Said:
    def __init__(self, session: Session, as_json: bool) -> None:
        self.session = session
        self.as_json = as_json
        self.words: dict[str, Callable[[], None]] = {
            "why": self.why, "facts": self.facts, "undo": self.undo, "forget": self.forget, "help": self.help,
            "?": self.help,
        }  # fmt: skip

    def take(self, line: str) -> bool:
        """Does what a line says; False at the end."""
        if line.casefold() in ("quit", "exit", "q"):
            return False
        if line.casefold() in self.words:
            self.words[line.casefold()]()
        elif line:
            facts = [part.strip() for part in line.removeprefix("given ").split(";") if part.strip()]
            if facts and not line.endswith("?") and all(map(self.session.is_fact, facts)):
                self.session.tell(facts)
                self.facts()
            else:
                self.show(self.session.ask(line))
        return True

    def show(self, found: Answer, *, why: bool = False) -> None:
        if self.as_json:
            print_json(to_json(found))
        else:
            print_text(unread(found) if found.unread else as_text(found, why=why))

    def why(self) -> None:
        if self.session.last is None:
            click.echo("Nothing has been asked yet.")
        else:
            self.show(self.session.why() or self.session.last, why=True)

    def facts(self) -> None:
        if not self.as_json:
            click.echo("It is given: " + ("; ".join(self.session.step.facts) or "nothing") + ".")

    def undo(self) -> None:
        if not self.session.undo():
            click.echo("There is nothing to take back.")
        else:
            self.facts()

    def forget(self) -> None:
        self.session.forget()
        self.facts()

    def help(self) -> None:
        for word, what in HELP:
            click.echo(f"  {word:<12}{what}")


def _lines(session: Session, *, quiet: bool) -> Iterator[str]:
    """What is typed, with history and completion, or what is piped in."""
    if not sys.stdin.isatty():
        yield from sys.stdin
        return
    from rulespal.cli.playing import prompt

    if not quiet:
        click.echo(f"{session.game.book.title}: ask in your own words; `help` shows what else there is.")
    line = prompt(lambda: [p.source for r in session.game.book.rulings for p in r.asks if "{" not in p.source])
    while True:
        try:
            yield line.prompt("? ")
        except (EOFError, KeyboardInterrupt):
            return
