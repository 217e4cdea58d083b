"""What authors of rulebooks are told: golden diagnostics of broken blocks, every known mistake, and seeded mistakes."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path

import pytest

from rulespal import library
from rulespal.language.from_document import chunks, rule_language
from rulespal.text.diagnostic import Diagnostic, Diagnostics
from rulespal.text.parsing import Mistake, mistakes
from rulespal.text.span import Span
from tests import mdsuite

MESSAGES = Path(__file__).resolve().parents[1] / "golden" / "messages"
CASES = [case for path in sorted(MESSAGES.glob("*.md")) for case in mdsuite.cases(path) if case.of("expect")]
MISTAKES = [(m, example) for m in mistakes("rulebook-mistakes.md") for example in m.examples]
JUSAYO = library.rulebook_file("jusayo")


def told(found: Diagnostic, first: int) -> str:
    """A diagnostic in plain lines, its place counted from the first line of the block."""
    place = f"{found.span.line - first + 1}:{found.span.column}"
    lines = [f"{place} {found.code} {found.message}", *([f"    {found.hint}"] if found.hint else [])]
    for other in found.related:
        lines.append(
            f"    {other.message}: " + (f"line {other.span.line - first + 1}" if other.span.line >= first else "above")
        )
    return "\n".join(lines)


def messages(case: mdsuite.Case, folder: Path) -> str:
    """All diagnostics of the broken block of a case, or of the whole document that it shows."""
    file = folder / "rulebook.md"
    if documents := case.of("markdown"):
        file.write_text(documents[0].text, encoding="utf-8")
        first = 1
    else:
        file.write_text(mdsuite.document(case), encoding="utf-8")
        first = case.of("rules")[0].first
    return "".join(told(found, first) + "\n" for found in library.read_rulebook(file)[1])


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.path.stem}: {case.title}")
def test_messages(case: mdsuite.Case, tmp_path: Path, update: bool) -> None:
    case = mdsuite.cases(case.path)[case.number]  # as it stands now: an update of another case moves it
    (expected,) = case.of("expect")
    found = messages(case, tmp_path)
    if update:
        mdsuite.rewrite(case.path, expected, found)
    else:
        assert found == expected.text, f"{case.path.name}:{expected.first}; if this is right: pytest --update"


def test_there_are_enough_broken_blocks() -> None:
    assert len(CASES) >= 40


# Known mistakes


@pytest.mark.parametrize(("mistake", "example"), MISTAKES, ids=lambda x: x.message if isinstance(x, Mistake) else "")
def test_every_example_gets_its_message(mistake: Mistake, example: str) -> None:
    """Nothing else is told of it."""
    diagnostics = Diagnostics()
    found = rule_language().parse(example, "start", Span(), diagnostics)
    pattern = re.escape(mistake.message).replace(r"\{word\}", ".+")
    assert [d.message for d in diagnostics if not re.fullmatch(pattern, d.message)] == []
    assert list(diagnostics)
    assert not found or mistake.mends
    assert all(d.hint and "{mended}" not in d.hint and "{word}" not in f"{d.message} {d.hint}" for d in diagnostics)


def test_mistakes_are_told_once_and_have_examples() -> None:
    known = mistakes("rulebook-mistakes.md")
    assert len({m.message for m in known}) == len(known) >= 20
    assert all(m.message.endswith(".") and m.hint and m.examples for m in known)


def test_what_is_right_is_no_mistake() -> None:
    """No rule block of any rulebook is found wrong."""
    for file in library.rulebook_files().values():
        diagnostics = library.read_rulebook(file)[1]
        assert [d for d in diagnostics if d.code == "R-SYNTAX"] == []


# Seeded mistakes


TYPES = ("number", "player", "card", "yes or no", "Colour", "set of Colour", "list of Colour", "player or nobody")
ANY_TYPE = "|".join(map(re.escape, sorted(TYPES, key=len, reverse=True)))
# How many of each kind are found at least. Without one of its lines a rule block is often a rulebook of another game, or
# lacks only what no program can miss: a reason, a source, a second sentence, a requirement.
FOUND = {"a letter of a name": 0.95, "a line of a block": 0.55, "a type": 0.95, "a section": 1.0}
TRIES = 300


class Seeder:
    """Makes one mistake in a rulebook at a time."""

    def __init__(self, text: str, seed: int) -> None:
        self.lines = text.splitlines(keepends=True)
        self.random = random.Random(seed)
        self.rules: list[int] = []
        inside = False
        for number, line in enumerate(self.lines):
            if line.startswith("```"):
                inside = line.startswith("```rules")
            elif inside and line.strip():
                self.rules.append(number)

    def seeded(self, kind: str) -> tuple[str, str]:
        """The rulebook with a mistake of a kind, and what it is."""
        while True:
            number = self.random.choice(self.rules)
            line = self.lines[number]
            changed = getattr(self, "_" + kind.replace(" ", "_"))(line)
            if changed is not None and changed != line:
                text = "".join([*self.lines[:number], changed, *self.lines[number + 1 :]])
                return text, f"{kind}, line {number + 1}: {line.strip()} -> {changed.strip()}"

    def _a_letter_of_a_name(self, line: str) -> str | None:
        bare = re.sub(r'"[^"]*"', lambda m: " " * len(m[0]), line)
        words = [m for m in re.finditer(r"\w+", bare) if len(m[0]) > 2 and not m[0].isdigit()]
        if not words:
            return None
        word = self.random.choice(words)
        place = self.random.randrange(word.start(), word.end())
        letter = self.random.choice("abcdefghijklmnopqrstuvwxyz".replace(line[place], ""))
        return line[:place] + letter + line[place + 1 :]

    def _a_line_of_a_block(self, line: str) -> str | None:
        return ""

    def _a_type(self, line: str) -> str | None:
        places = list(re.finditer(rf": ({ANY_TYPE})(?=[,) =\n])", line))
        if not places or '"' in line:
            return None
        place = self.random.choice(places)
        same = {"set of Colour": "list of Colour", "list of Colour": "set of Colour", "player": "player or nobody"}
        other = self.random.choice([t for t in TYPES if t not in (place[1], same.get(place[1]))])
        return line[: place.start(1)] + other + line[place.end(1) :]

    def _a_section(self, line: str) -> str | None:
        if "§" in line:
            return re.sub(r"§[a-z-]+", lambda m: m[0][:-1] + "x", line)
        return (
            line.rstrip("\n") + " §no-such-section\n" if line.strip().startswith("require ") and '"' in line else None
        )


def found_in(file: Path) -> list[str]:
    """What is found wrong in a rulebook; nothing where the program breaks down."""
    try:
        return [str(found) for found in library.check(file)[0]]
    except Exception:  # a crash tells the author nothing
        return []


def test_seeded_mistakes_are_found(tmp_path: Path) -> None:
    seeder = Seeder(without_rulings(JUSAYO.read_text(encoding="utf-8")), 2026)
    folder = tmp_path / "jusayo"
    folder.mkdir()
    found: Counter[str] = Counter()
    missed: list[str] = []
    for i in range(TRIES):
        kind = list(FOUND)[i % len(FOUND)]
        text, what = seeder.seeded(kind)
        (folder / "rulebook.md").write_text(text, encoding="utf-8")
        if found_in(folder / "rulebook.md"):
            found[kind] += 1
        else:
            missed.append(what)
    tries = TRIES / len(FOUND)
    assert all(found[kind] >= share * tries for kind, share in FOUND.items()), "\n".join([str(found), *missed])


def without_rulings(text: str) -> str:
    """A rulebook without its rulings: they say no rule, so that nobody misses one, or a line of one."""
    return re.sub(r"^ruling .*\n(?:^ .*\n)*\n?", "", text, flags=re.M)


def test_each_declaration_of_jusayo_is_needed(tmp_path: Path) -> None:
    """A whole declaration that is left out is always missed, but for terms and invariants."""
    text = without_rulings(JUSAYO.read_text(encoding="utf-8"))
    blocks = re.findall(r"^```rules\n(.*?)^```", text, flags=re.S | re.M)
    file = tmp_path / "rulebook.md"
    silent = []
    for block in blocks:
        for _, declaration in chunks(block):
            file.write_text(text.replace(declaration, "", 1), encoding="utf-8")
            if not found_in(file):
                silent.append(declaration.splitlines()[0])
    assert [line for line in silent if not line.startswith(("term ", "invariant "))] == []
