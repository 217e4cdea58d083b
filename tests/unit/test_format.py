"""Rulebooks in the canonical layout: the rules stay the same rules, and all that is not layout stays where it is."""

from __future__ import annotations

import json
import os
import random
import re
import stat
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulespal.cli import commands
from rulespal.language import formatting
from rulespal.language.from_document import parse
from rulespal.library import rulebook_files
from rulespal.literate.from_markdown import read
from rulespal.text.diagnostic import Diagnostics
from rulespal.text.span import Span

FILES = [*rulebook_files().values(), Path(__file__).parents[2] / "grammar" / "README.md"]
HERE = Span("x.md", 1)


def laid(text: str) -> str:
    found = Diagnostics()
    new = formatting.block(text, HERE, found)
    assert new is not None and not list(found), list(map(str, found))
    assert formatting.block(new, HERE, found) == new
    return new


def run(*args: str) -> Result:
    return CliRunner().invoke(commands, ["format", *args], env={"COLUMNS": "80", "NO_COLOR": "1"})


# ---- blocks ----------------------------------------------------------------------------------------------------------

UNTIDY = """
# whose turn
state  turn :player or nobody=nobody   # seats
   # said like this
   says "it is {value}'s turn"
   unless said   nothing


state wanted: card or nothing = nothing
move  play( card:card in hand(actor) )#head
  says "{actor} plays {card}"   # aloud
  # before
  require (matches(card)   # why
     and (some c in x:
       # inner
       c = card))
     "no"   # reason
  do   # effect
    # one
    turn:=nobody   # done
  # after
# last
"""
TIDY = """\
# whose turn
state turn: player or nobody = nobody unless said  # seats
  # said like this
  says "it is {value}'s turn"

state wanted: card or nothing = nothing

move play(card: card in hand(actor))  #head
  says "{actor} plays {card}"  # aloud
  # before
  require (matches(card)  # why
      and (some c in x:
      # inner
      c = card)) "no"  # reason
  # effect
  # one
  do turn := nobody  # done
  # after
# last
"""


def test_layout_is_canonical_and_comments_and_brackets_stay() -> None:
    assert laid(UNTIDY) == TIDY


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("gap   a   \"b\"\ngap c \"d\"\n", "gap a \"b\"\ngap c \"d\"\n"),
        ("gap a \"b\"\n\n\n\ngap c \"d\"\n", "gap a \"b\"\n\ngap c \"d\"\n"),
        ("define a = not(b in c)\n", "define a = b not in c\n"),  # the same rule, for which there is one usual form
        ("define a = not(b in c) # why\n", "define a = b not in c  # why\n"),
        ("define a=(b)\n", "define a = (b)\n"),
        ("# only\n# comments\n", "# only\n# comments\n"),
        ("\n\n", ""),
        ("gap a \"b # no comment\"  # one\n", "gap a \"b # no comment\"  # one\n"),
        ("define a = {b,\n  c}\n", "define a = {b,\n    c}\n"),
        ("define a = {b,c}\n  # the rest\n", "define a = {b, c}\n  # the rest\n"),
    ],
)  # fmt: skip
def test_small_blocks(written: str, printed: str) -> None:
    assert laid(written) == printed


def test_what_cannot_be_read_is_told_and_not_laid_out() -> None:
    found = Diagnostics()
    assert formatting.block("state a: number\nstate = 3\n", HERE, found) is None
    assert [(d.code, d.span.line) for d in found] == [("R-SYNTAX", 2)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.name)
def test_whole_rulebooks_stay_the_same_rules(file: Path) -> None:
    first = formatting.document(file.read_bytes(), file)
    assert not first.found
    again = formatting.document(first.after.encode(), file)
    assert again.after == first.after
    assert trees(first.before) == trees(first.after)
    assert outside(first.before) == outside(first.after)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.name)
def test_however_they_were_written(file: Path) -> None:
    """Other spaces, and comments at every end of a line: the same rules again, with every comment."""
    rng = random.Random(5)
    text = formatting.document(file.read_bytes(), file).after
    number = 0

    def untidy(match: re.Match[str]) -> str:
        nonlocal number
        lines = []
        for line in match[0].splitlines():
            if line.strip() and not line.startswith("```"):
                line = re.sub(r'("[^"\n]*")|(?<=\S) (?=\S)', lambda m: m[1] or " " * rng.randint(1, 3), line)
                number += 1
                line += f"   # {number}" if rng.random() < 0.3 else ""
            lines.append(line)
        return "\n".join(lines)

    other = re.sub(r"^```rules\n.*?^```$", untidy, text, flags=re.M | re.S)
    laid_out = formatting.document(other.encode(), file)
    assert not laid_out.found
    assert re.findall(r"# \d+$", laid_out.after, re.M) == re.findall(r"# \d+$", other, re.M)
    assert re.sub(r"  # \d+$", "", laid_out.after, flags=re.M) == text


def trees(text: str) -> list[object]:
    found = Diagnostics()
    return [placed.declaration for placed in parse(read(text, "x.md", found), found)]


def outside(text: str) -> list[str]:
    return re.split(r"^```rules\n.*?^```$", text, flags=re.M | re.S)


# ---- files -----------------------------------------------------------------------------------------------------------

BLOCK = '  ```rules\r\n  gap   a "b"\r\n  ```\r\n'
BOOK = f"---\r\ntitle: T\r\nplayers: 2\r\n---\r\n\r\n# T  \r\n\r\ntab\there  \r\n\r\n{BLOCK}end"


def test_a_file_keeps_its_prose_its_line_ends_and_its_permissions(tmp_path: Path) -> None:
    file, link = tmp_path / "rulebook.md", tmp_path / "link.md"
    file.write_bytes(BOOK.encode())
    file.chmod(0o640)
    link.symlink_to(file)
    assert run("--check", str(file)).exit_code == 1
    assert file.read_bytes() == BOOK.encode()
    result = run(str(link))
    assert (result.exit_code, result.output) == (0, f"{link}: changed, first in line 11\n")
    assert file.read_bytes() == BOOK.replace("gap   a", "gap a").encode()
    assert link.is_symlink() and stat.S_IMODE(file.stat().st_mode) == 0o640
    assert len(os.listdir(tmp_path)) == 2
    assert run("--check", str(file)).exit_code == 0


@pytest.mark.parametrize("content", [b'# T\n\n```rules\nstate = 3\n```\n\n```rules\ngap  a "b"\n```\n', b"# T\n\xff\n"])
def test_a_file_with_errors_is_left_alone(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "rulebook.md"
    file.write_bytes(content)
    result = run(str(file), "--json")
    assert result.exit_code == 1
    shown = json.loads(result.output)
    assert shown["changed"] is False and shown["diagnostics"]
    assert file.read_bytes() == content


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    result = run(str(tmp_path / "none.md"))
    assert result.exit_code == 2
    assert "there is no rulebook" in result.output
