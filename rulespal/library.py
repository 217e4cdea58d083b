"""What RulesPal can do, as a table of contents: each verb is the calls of its stages in order.

Each stage is imported where it is used: a verb pays for its own stages only.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from rulespal.text.fold import fold
from rulespal.text.resources import data_folder

if TYPE_CHECKING:
    from sqlite3 import Connection

    from rulespal.checks.progress import Progress
    from rulespal.engine.game import Game
    from rulespal.model.phrases import Phrasebook
    from rulespal.model.rules import Rulebook
    from rulespal.play.simulate import Playout
    from rulespal.questions.query import Answer
    from rulespal.records.formats import Format
    from rulespal.records.legal import LegalReport
    from rulespal.records.record import Record
    from rulespal.records.replay import Finder
    from rulespal.records.verdict import EventReport, GameReport
    from rulespal.text.diagnostic import Diagnostics
    from rulespal.text.formatted import Formatted

Chosen = Mapping[str, str]  # reading: option, as a table has agreed


class NoRulebook(Exception):
    """There is no rulebook of that name or at that path."""


def rulebook_files() -> dict[str, Path]:
    """The rulebooks that come with the program: name to file."""
    folders = sorted(p for p in data_folder("rulebooks").iterdir() if (p / "rulebook.md").is_file())
    return {folder.name: folder / "rulebook.md" for folder in folders}


def rulebook_file(name: str) -> Path:
    """The file of a rulebook: of that name, or at that path. Raises NoRulebook."""
    if (plain := fold(name)) in (known := rulebook_files()):
        return known[plain]
    path = Path(name)
    file = path / "rulebook.md" if path.is_dir() else path
    if not file.is_file() or file.suffix != ".md":
        raise NoRulebook(name)
    return file


def read_rulebook(file: Path) -> tuple[Rulebook, Diagnostics]:
    """The model of a rulebook file and all that was found wrong in it."""
    from rulespal.language.from_document import parse
    from rulespal.literate.from_markdown import read as read_markdown
    from rulespal.literate.rulings import add_rulings
    from rulespal.literate.translations import translations
    from rulespal.model.from_ast import rulebook as model
    from rulespal.text.diagnostic import Diagnostics

    diagnostics = Diagnostics()
    text = file.read_text(encoding="utf-8", errors="replace")
    document = read_markdown(text, str(file), diagnostics)
    document.translations = translations(file, document, diagnostics)
    add_rulings(file, document, diagnostics)
    name = file.parent.name if file.name == "rulebook.md" else file.stem
    book = model(name, document, parse(document, diagnostics), diagnostics)
    book.hash = "sha256:" + hashlib.sha256(text.encode()).hexdigest()
    return book, diagnostics


@lru_cache(maxsize=16)
def load(name: str) -> tuple[Game, Phrasebook]:
    """A runnable rulebook and its sentences. Raises NoRulebook, or Rejected when it has errors."""
    from rulespal.engine import stored
    from rulespal.engine.game import Game
    from rulespal.model.phrases import Phrasebook
    from rulespal.text.diagnostic import Rejected

    file = rulebook_file(name)

    def make() -> Game:
        book, diagnostics = read_rulebook(file)
        if diagnostics.errors:
            raise Rejected(diagnostics)
        return Game(book)

    game = stored.kept(file, make)
    return game, Phrasebook(game.book)


def find(name: str) -> tuple[Game, Phrasebook]:
    """The rulebook that a record names. Raises `Unknown` with the names that there are."""
    from rulespal.records.replay import Unknown

    files = rulebook_files()
    plain = fold(name)
    if plain not in files:
        raise Unknown(list(files))
    return load(plain)


def catalogue(file: Path) -> Connection:
    """The catalogue of a rulebook file, to be searched. What cannot be understood in the rulebook is missing in it."""
    from rulespal.catalogue import kept

    return kept.kept(file, lambda: _catalogue(file))


def exported(file: Path) -> bytes:
    """The same catalogue as the content of a SQLite file."""
    from rulespal.catalogue import kept

    return kept.content(file, lambda: _catalogue(file))


def _catalogue(file: Path) -> bytes:
    from rulespal.catalogue.store import database
    from rulespal.text.diagnostic import Rejected

    try:
        game, _ = load.__wrapped__(str(file))  # the file as it is now
        return database(game.book, 0, game)
    except Rejected:
        book, found = read_rulebook(file)
        return database(book, len(found.errors))


def records(path: str) -> Iterator[Record]:
    """The games of a record file, one at a time."""
    from rulespal.records.from_text import read_file

    return read_file(path)


def judge(
    record: Record, chosen: Chosen | None = None, *, find: Finder = find, depends: bool = True, brief: bool = False,
    language: str | None = None,
) -> GameReport:  # fmt: skip
    """What is found in a record. `depends` False leaves out which readings the verdict depends on, `brief` what came of
    legal events and how the game stands at its end."""
    from rulespal.records.replay import replay

    report = replay(record, find, chosen, depends=depends, brief=brief, language=language)
    if record.derived:
        from rulespal.records.derived import compare

        compare(record, report)
    return report


def converted(stream: BinaryIO, file: str, form: Format, target: str, *, find: Finder = find) -> Iterator[str]:
    """A record as text (`rpl`) or as its JSON Lines twin (`jsonl`), piece by piece."""
    from rulespal.records.convert import converted

    return converted(stream, file, form, target, find)


def legal(record: Record, n: int | None, chosen: Chosen | None = None, *, find: Finder = find) -> LegalReport:
    """What may be done after the n-th event of a record (None: where it ends)."""
    from rulespal.records import legal as position

    return position.legal(record, n, find, chosen or {})


def why_not(
    record: Record, n: int | None, event: str, chosen: Chosen | None = None, *, find: Finder = find
) -> EventReport:
    """An event judged as if it came after the n-th event of a record."""
    from rulespal.records import legal as position

    return position.why_not(record, n, event, find, chosen or {})


def ask(
    game: Game, phrases: Phrasebook, question: str, given: Sequence[str] = (), chosen: Chosen | None = None, *,
    language: str | None = None, before: Record | None = None, why: bool = False,
) -> Answer:  # fmt: skip
    """The answer to a question. `given`: facts in the rulebook's sentences; `before`: the game it is about, so far."""
    from rulespal.questions.answers import reply
    from rulespal.questions.understand import understandings

    found = understandings(question, given, phrases, language, before.players if before else ())
    return reply(found, question, game, phrases, chosen, before=before, why=why)


def ask_scenario(
    game: Game, phrases: Phrasebook, scenario: str, chosen: Chosen | None = None, *, language: str | None = None,
    before: Record | None = None, why: bool = False,
) -> Answer:  # fmt: skip
    """The answer to a scenario in writing, as text or JSON; `before` as for `ask`."""
    from rulespal.questions.answers import reply_in_writing

    return reply_in_writing(scenario, game, phrases, chosen, language=language, before=before, why=why)


def simulate(
    name: str, players: int, games: int, seed: int, options: Sequence[int] = (), *, write: bool = True
) -> Iterator[Playout]:
    """Random games of a rulebook from consecutive seeds. `options`: one a reading, in the rulebook's order.

    `write` False leaves out the records, for speed.
    """
    from rulespal.play.simulate import playouts

    return playouts(*load(name), players, games, seed, options, write=write)


def check(file: Path) -> tuple[Diagnostics, Progress]:
    """Everything that is wrong or doubtful in a rulebook file, and how far it has come."""
    found, how_far, _ = try_out(file)
    return found, how_far


def try_out(file: Path, seed: int | None = None) -> tuple[Diagnostics, Progress, Playout | None]:
    """What `check` finds in a rulebook file, and a random game of it where there is a seed and it has moves."""
    from rulespal import checks

    return checks.tried(*read_rulebook(file), seed)


def formatted_rulebook(file: Path) -> list[Formatted]:
    """The files of a rulebook with their rule blocks in the canonical layout; prose stays as it is. Raises OSError."""
    from rulespal.language.formatting import document
    from rulespal.text.beside import rulings_files

    return [document(one.read_bytes(), one) for one in (file, *rulings_files(file))]


def formatted_record(file: Path) -> Formatted:
    """A record file and its strict form. Raises OSError, or UnicodeDecodeError where it is no UTF-8."""
    from rulespal.records.strict import formatted

    return formatted(file, find)
