"""The documentation shows what the program does: each command in a `console` block is run and its output compared.

They run in a folder that looks like the checkout, so that what they write is gone afterwards. A block holds commands
(`$ rulespal …`), each followed by what it prints; `< FILE` is what is typed, `| head -n N` keeps the first lines, and
`$ echo $?` shows the last exit status. How fast a machine is does not matter, nor what time it is: seconds, moves a
second and clocks are not compared. `pytest tests/test_docs.py --update` writes the outputs anew.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner
from markdown_it import MarkdownIt

from rulespal import library
from rulespal.cli import COMMANDS, commands
from rulespal.language.from_document import rule_language
from rulespal.records.from_text import read
from rulespal.records.replay import replay
from rulespal.text.diagnostic import Diagnostics
from rulespal.text.span import Span

ROOT = Path(__file__).parent.parent
PATTERNS = ("*.md", "benchmarks/*.md", "grammar/README.md", "docs/**/*.md", "rulebooks/*/CREDITS.md")
DOCUMENTS = sorted(path for pattern in PATTERNS for path in ROOT.glob(pattern))
NAMES = [str(path.relative_to(ROOT)) for path in DOCUMENTS]
SPEED = re.compile(
    r"(?<= in )[\d.]+ s\b|[\d,]+(?= moves a second)|\d+(?= kB$)|^\d\d(:\d\d){2}(?=  )", re.M
)  # and sizes
TERMINAL = {"COLUMNS": "80", "NO_COLOR": "1"}
README = ROOT / "README.md"


@dataclass(frozen=True)
class Block:
    """A fenced block: `first` is the index of its first line of content, `last` of the line behind it."""

    kind: str
    text: str
    first: int
    last: int


def blocks(path: Path, kind: str) -> Iterator[Block]:
    for token in MarkdownIt("commonmark").parse(path.read_text(encoding="utf-8")):
        if token.type == "fence" and token.info.split()[:1] == [kind] and token.map is not None:
            yield Block(kind, token.content, token.map[0] + 1, token.map[1] - 1)


# ---- commands and their output ---------------------------------------------------------------------------------------


def shown(block: Block) -> str:
    """What the block should be: its commands, each with what it prints now."""
    lines, status = [], 0
    for line in block.text.splitlines():
        if line.startswith("$ "):
            output, status = printed(line[2:], status)
            lines += [line, *output]
    return "\n".join(lines) + "\n"


def printed(command: str, status: int) -> tuple[list[str], int]:
    """The lines that a command prints, and its exit status. `status` is that of the one before."""
    if command == "echo $?":
        return [str(status)], 0
    program, _, rest = command.partition(" | ")
    program, _, typed = program.partition(" < ")
    words = shlex.split(program)
    assert words[0] == "rulespal", f"`{command}` is no command of this program"
    lines_in = Path(typed).read_text(encoding="utf-8") if typed else None
    result = CliRunner().invoke(commands, words[1:], input=lines_in, env=TERMINAL)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    lines = result.output.splitlines()
    if rest:
        count = re.fullmatch(r"head -n (\d+)", rest)
        assert count, f"`{rest}` is not known here"
        lines = lines[: int(count[1])]
    return lines, result.exit_code


@pytest.mark.parametrize("path", DOCUMENTS, ids=NAMES)
def test_commands_print_what_is_shown(
    path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for entry in ROOT.iterdir():
        (tmp_path / entry.name).symlink_to(entry)
    monkeypatch.chdir(tmp_path)
    found = list(blocks(path, "console"))
    now = [shown(block) for block in found]
    if request.config.getoption("--update", default=False):
        lines = path.read_text(encoding="utf-8").splitlines()
        for block, text in reversed(list(zip(found, now, strict=True))):
            if SPEED.sub("", text) != SPEED.sub("", block.text):
                lines[block.first : block.last] = text.splitlines()
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return
    for block, text in zip(found, now, strict=True):
        assert SPEED.sub("", block.text) == SPEED.sub("", text), (
            f"{path}:{block.first + 1}: if this is right: pytest --update"
        )


# ---- records and rules -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [p for p in DOCUMENTS if p.parent == ROOT], ids=lambda path: path.name)
def test_records_that_are_shown_can_be_read(path: Path) -> None:
    for block in blocks(path, "record"):
        for record in read(block.text.splitlines(), str(path)):
            report = replay(record, library.find)
            assert report.verdict == "consistent", [str(found) for found in report.diagnostics]


def test_scenarios_that_are_shown_are_answered() -> None:
    found = list(blocks(ROOT / "grammar" / "README.md", "scenario"))
    assert found
    for block in found:
        match = re.search(r'rulebook "(\w+)"', block.text)
        assert match
        answer = library.ask_scenario(*library.load(match[1]), block.text)
        assert answer.status in ("certain", "leaning"), answer.problem


def test_rules_that_are_shown_stand_in_a_rulebook() -> None:
    books = [file.read_text(encoding="utf-8") for file in library.rulebook_files().values()]
    found = list(blocks(README, "markdown"))
    assert found
    for block in found:
        for part in re.split(r"^ *…\n", block.text, flags=re.M):
            assert any(part in book for book in books), part


@pytest.mark.parametrize("path", [p for p in DOCUMENTS if p.parent.name == "decisions"], ids=lambda path: path.name)
def test_rules_in_decisions_are_well_formed(path: Path) -> None:
    for block in blocks(path, "rules"):
        found = Diagnostics()
        rule_language().parse(block.text, "start", Span(str(path), block.first + 1), found)
        assert not list(found), [str(one) for one in found]


# ---- completeness ----------------------------------------------------------------------------------------------------


def test_the_readme_shows_every_command() -> None:
    lines = [line for block in blocks(README, "console") for line in block.text.splitlines()]
    shown = {line.split()[2] for line in lines if line.startswith("$ rulespal ")}
    assert shown - library.rulebook_files().keys() == COMMANDS.keys()
    assert shown & library.rulebook_files().keys(), "the front door"
    text = README.read_text(encoding="utf-8")
    assert not [name for name in COMMANDS if f"`rulespal {name}" not in text]


def test_every_decision_has_its_number_and_the_same_parts() -> None:
    files = sorted((ROOT / "docs" / "decisions").glob("[0-9]*.md"))
    assert len({file.name[:4] for file in files}) == len(files)
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert text.startswith(f"# {int(file.name[:4])}. "), file.name
        headings = re.findall(r"^## (.*)$", text, re.M)
        assert headings == ["Context", "Decision", "Why this way", "Consequences"], f"{file.name}: {headings}"


@pytest.mark.parametrize("path", DOCUMENTS, ids=NAMES)
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", path.read_text(encoding="utf-8")):
        if not re.match(r"\w+:", target):
            assert (path.parent / target).exists(), f"{path}: {target}"


@pytest.mark.parametrize("path", [p for p in DOCUMENTS if p.name != "CHANGELOG.md"], ids=lambda path: str(path.name))
def test_files_that_are_named_exist(path: Path) -> None:
    for name in re.findall(r"`((?:\w+/)+[\w-]+\.(?:py|md|lark))`", path.read_text(encoding="utf-8")):
        assert any((folder / name).exists() for folder in (ROOT, ROOT / "rulespal", path.parent)), f"{path}: {name}"
