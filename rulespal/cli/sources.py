"""What the paths on the command line stand for, and what to say to one that stands for nothing."""

from __future__ import annotations

from pathlib import Path

from rulespal.cli.refusals import Refusal
from rulespal.records import sources
from rulespal.records.formats import Format, NoFormat, named
from rulespal.records.from_text import STDIN
from rulespal.records.record import Record
from rulespal.text.fold import fold
from rulespal.text.suggest import did_you_mean

SUFFIX = ".rpl"


def format_named(name: str | None) -> Format | None:
    """The format that `--from` names; None to recognise it. Raises Refusal with the formats that there are."""
    if name is None:
        return None
    try:
        return named(name)
    except NoFormat as missing:
        if missing.reason:
            raise Refusal(f"the format `{name}` cannot be used: {missing.reason}.") from None
        hint = did_you_mean(name, missing.names) or f"There are: {', '.join(missing.names)}."
        raise Refusal(f"there is no format `{name}`.", hint) from None


def one_file(path: str) -> str:
    """The path, if it can be one record file. Raises Refusal with the command that takes what it is."""
    file = Path(path)
    if path != "-" and file.is_dir():
        raise Refusal(f"{path} is a folder, and this command takes one record.", f"Try `rulespal validate {path}`.")
    if path == "-" or (file.is_file() and file.suffix != ".md" and not sources.is_archive(path)):
        return path
    if file.is_file() and file.suffix == ".md":
        raise Refusal(f"{path} is a rulebook, and this command takes a record.", f"Try `rulespal check {path}`.")
    if file.is_file():
        raise Refusal(f"{path} is an archive, and this command takes one record.", f"Try `rulespal validate {path}`.")
    raise Refusal(f"there is no file {path}.", _near_file(file))


def _near_file(file: Path) -> str:
    """Records beside it with nearly that name."""
    from rulespal.cli.rulebooks import command_for

    beside = [str(other) for other in file.parent.glob(f"*{SUFFIX}")] if file.parent.is_dir() else []
    hint = command_for(str(file)) or did_you_mean(str(file), beside)
    return hint or "A record is a text file; `-` reads standard input."


def games(path: str, name: str | None, form: Format | None = None) -> list[Record]:
    """All games of a file, or the one of that name. Raises Refusal with suggestions, or NotRead."""
    found = list(sources.all_records(path, form))
    if name is None:
        return found
    chosen = [record for record in found if record.name == name]
    chosen = chosen or [record for record in found if record.name and fold(record.name) == fold(name)]
    if not chosen:
        names = [record.name for record in found if record.name]
        hint = did_you_mean(name, names) or (f"There are: {', '.join(names[:8])}." if names else "No game has a name.")
        raise Refusal(f"{STDIN if path == '-' else path} has no game `{name}`.", hint)
    return chosen
