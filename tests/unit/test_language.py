"""The grammar and its reference: no conflicts, a builder for everything, and a page whose examples are a whole rulebook."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulespal import library
from rulespal.language.builders import BUILDERS
from rulespal.language.from_document import chunks, rule_language
from rulespal.literate.document import Fence
from rulespal.literate.from_markdown import read
from rulespal.text.diagnostic import Diagnostics
from rulespal.text.resources import data_folder
from rulespal.text.span import Span

REFERENCE = data_folder("grammar") / "README.md"


def blocks() -> list[Fence]:
    document = read(REFERENCE.read_text(encoding="utf-8"), "README.md", Diagnostics())
    return [fence for fence in document.fences if fence.kind == "rules"]


def rule_names() -> set[str]:
    """The rules of the grammar that make a node of the syntax tree."""
    rules = rule_language().lark.rules
    named = {str(rule.alias or rule.origin.name) for rule in rules if rule.alias or not rule.options.expand1}
    return {name for name in named if not name.startswith("_")}


def test_the_grammar_has_no_conflicts() -> None:
    """Strict mode refuses conflicts of rules and words that could be read in two ways."""
    assert rule_language(strict=True).lark.parse("state round: number = 1\n", start="start")


def test_everything_that_is_parsed_has_a_builder() -> None:
    assert rule_names() - BUILDERS.keys() == set()


@pytest.mark.parametrize("text", ["statement one", "startup: end game", "moves", "requirex", "stages turn", "endgame"])
def test_a_word_is_read_to_its_end(text: str) -> None:
    """`statement` is not `state` and a rest."""
    diagnostics = Diagnostics()
    rule_language().parse(text + "\n", "start", Span(), diagnostics)
    (found,) = diagnostics
    assert (found.span.column, found.span.length) == (1, len(text.split()[0].rstrip(":")))


# The reference


@pytest.mark.parametrize("block", blocks(), ids=lambda block: f"{block.section.anchor}, line {block.span.line}")
def test_every_block_of_the_reference_parses(block: Fence) -> None:
    diagnostics = Diagnostics()
    for offset, text in chunks(block.text):
        assert rule_language(strict=True).parse(text, "start", block.span.moved(offset), diagnostics)
    assert list(diagnostics) == []


def test_the_reference_is_a_rulebook(tmp_path: Path) -> None:
    """Nothing is wrong in it, every rule is used, random games go on, and its example comes out as it says."""
    file = tmp_path / "windfall" / "rulebook.md"
    file.parent.mkdir()
    file.write_text(REFERENCE.read_text(encoding="utf-8"), encoding="utf-8")
    assert [str(found) for found in library.check(file)[0] if found.code != "R-UNCITED"] == []


def test_the_reference_shows_every_rule_of_the_grammar() -> None:
    language = rule_language().lark
    trees = [language.parse(text, start="start") for block in blocks() for _, text in chunks(block.text)]
    shown = {str(node.data) for tree in trees for node in tree.iter_subtrees()}
    assert rule_names() - shown == set()
