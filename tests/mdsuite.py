"""Markdown files as tests: a section is a case, its `expect` blocks say what comes out, `pytest --update` rewrites them.

A suite is a rulebook of its own: the `rules` blocks above its first section (`## …`) hold for all cases, those of a
section for that case only. A line `uses: jusayo` takes a rulebook of the program instead. Behind each `record` block
stands an `expect` block with what is found in it, in the plain form of `outcome`, and behind each `ask` block one with the
answers (`answered`): a question a line, under it perhaps `given FACT; FACT` and `reading NAME=OPTION`. A section with a
paragraph that begins `Known fault:` says what should come out, and fails as soon as it
does: then the paragraph is taken away.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from rulespal import library
from rulespal.engine.game import Game
from rulespal.language.from_document import parse
from rulespal.literate.from_markdown import read as read_markdown
from rulespal.model.from_ast import rulebook
from rulespal.model.phrases import Phrasebook
from rulespal.questions.query import Answer
from rulespal.questions.query import Case as Case_
from rulespal.records.from_text import read as read_records
from rulespal.records.replay import Finder, replay
from rulespal.records.verdict import GameReport
from rulespal.text.diagnostic import Diagnostic, Diagnostics

FENCE = re.compile(r"^(`{3,})(\w*)\s*$")
MATTER = "---\ntitle: Suite\nplayers: 1 to 4\n---\n"


@dataclass(frozen=True)
class Block:
    """A fenced block: `first` is the number of its first line of content, `last` that of its closing fence."""

    kind: str
    text: str
    first: int
    last: int


@dataclass
class Case:
    """A section of a file. `number` 0 is what stands above the first one."""

    path: Path
    number: int
    title: str
    text: str = ""
    blocks: list[Block] = field(default_factory=list)

    def of(self, kind: str) -> list[Block]:
        return [block for block in self.blocks if block.kind == kind]

    @property
    def known_fault(self) -> bool:
        return re.search(r"^Known fault: ", self.text, re.M) is not None


def cases(path: Path) -> list[Case]:
    """The sections of a file, the part above the first one in front."""
    found = [Case(path, 0, "")]
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    opened: tuple[str, str, int] | None = None
    for number, line in enumerate(lines, 1):
        fence = FENCE.match(line)
        if fence and opened is None:
            opened = (fence[1], fence[2], number + 1)
        elif fence and opened and fence[0].strip() == opened[0]:
            _, kind, first = opened
            found[-1].blocks.append(Block(kind, "".join(lines[first - 1 : number - 1]), first, number))
            opened = None
        elif opened is None and line.startswith("## "):
            found.append(Case(path, len(found), line[3:].strip()))
        found[-1].text += line
    return found


def document(case: Case) -> str:
    """The file as a rulebook: line by line as it is, without the blocks of other cases and those that are no rules."""
    lines = case.path.read_text(encoding="utf-8").splitlines()
    for other in cases(case.path):
        for block in other.blocks:
            if block.kind != "rules" or other.number not in (0, case.number):
                lines[block.first - 2 : block.last] = [""] * (block.last - block.first + 2)
    return "\n".join(lines) + "\n"


def model(text: str, file: str) -> tuple[Game | None, Phrasebook | None, list[Diagnostic]]:
    """The runnable rulebook in a text; None where it has errors."""
    found = Diagnostics()
    read = read_markdown(text if text.startswith("---") else MATTER + text, file, found)
    book = rulebook(Path(file).stem, read, parse(read, found), found)
    return (None, None, list(found)) if found.errors else (Game(book), Phrasebook(book), list(found))


def finder(case: Case) -> Finder:
    """How the records of a case find their rulebook."""
    if used := re.search(r"^uses: (\S+)$", cases(case.path)[0].text + case.text, re.M):
        return lambda name: library.find(used[1])
    game, phrases, found = model(document(case), str(case.path))
    assert game is not None and phrases is not None, "\n".join(map(str, found))
    return lambda name: (game, phrases)


def judged(case: Case) -> Iterator[tuple[Block, str]]:
    """Each `expect` block of a case, and what should stand in it."""
    find, waiting = finder(case), None
    for block in case.blocks:
        if block.kind in ("record", "ask"):
            assert waiting is None, f"line {waiting.first}: no `expect` block follows this one"
            waiting = block
        elif block.kind == "expect":
            assert waiting is not None, f"line {block.first}: no `record` or `ask` block stands before this one"
            told = outcome_of if waiting.kind == "record" else answers_of
            yield block, told(waiting.text, find)
            waiting = None
    assert waiting is None, f"line {waiting.first}: no `expect` block follows this record"


def outcome_of(text: str, find: Finder) -> str:
    """The outcomes of all games in a text, which need not name their rulebook."""
    if "[rulebook" not in text:
        text = '[rulebook "suite"]\n' + text
    return "\n".join(outcome(replay(record, find)) for record in read_records(text.splitlines(), "record"))


def answers_of(text: str, find: Finder) -> str:
    """The answers to all questions of an `ask` block."""
    game, phrases = find("suite")
    asked: list[tuple[str, list[str], dict[str, str]]] = []
    for line in text.splitlines():
        if line.startswith("given "):
            asked[-1][1].extend(fact.strip() for fact in line.removeprefix("given ").split(";"))
        elif line.startswith("reading "):
            name, _, option = line.removeprefix("reading ").partition("=")
            asked[-1][2][name] = option
        else:
            asked.append((line, [], {}))
    return "".join(answered(library.ask(game, phrases, one, given, chosen)) for one, given, chosen in asked)


def answered(found: Answer) -> str:
    """An answer in plain lines: status and words, then what only some answers have."""
    if found.status == "not-understood":
        words = f" ({', '.join(found.words)})" if found.words else ""
        return f"not-understood: {found.problem or 'nothing of the kind'}{words}\n"
    lines = [f"{found.status}: {found.cases[0].answer}" if len(found.cases) == 1 else f"{found.status}:"]
    if len(found.cases) > 1:
        lines += [f"  {_circumstances(case)}: {case.answer}" for case in found.cases]
    lines += [f"  unless {_options(unless.readings)}: {unless.text}" for unless in found.unless]
    lines += [f"  custom: {custom}" for custom in found.customs]
    return "\n".join(lines) + "\n"


def _circumstances(case: Case_) -> str:
    return "; ".join([*case.when, *([_options(case.readings)] if case.readings else [])])


def _options(readings: Mapping[str, str]) -> str:
    return ", ".join(f"{name}: {option}" for name, option in readings.items())


def outcome(report: GameReport) -> str:
    """A report in plain lines: the verdict; events that are not legal, checks that do not hold; all else that was found."""
    lines = [report.verdict]
    told = set()
    for event in report.events:
        told.add(event.line)
        if event.implied:
            lines.append(f"{event.n}. {event.text} -- after {', '.join(event.implied)}")
        if event.status != "legal" or event.taken_back or event.consequence_of:
            code = f" {event.code}" if event.code else ""
            back = ", taken back" if event.taken_back else ""
            after = f", follows from {event.consequence_of}" if event.consequence_of else ""
            reason = f": {event.reasons[0].text}" if event.reasons else ""
            lines.append(f"{event.n}. {event.text} -- {event.status}{code}{back}{after}{reason}")
    for check in report.checks:
        told.add(check.line)
        if check.status != "holds":
            found = f", but: {check.found}" if check.found else ""
            after = f", follows from {check.consequence_of}" if check.consequence_of else ""
            lines.append(f"{check.text} -- {check.status}{found}{after}")
    if report.result is not None and not report.result.agrees:
        lines.append(f"result {report.result.claimed} -- is not so: {report.result.found}")
    readable = {"E-ILLEGAL", "E-TURN", "E-REFUTED", "E-EFFECT", "E-ASSERT", "E-RESULT"}
    for found in report.diagnostics:
        if found.code not in readable or found.span.line not in told:
            lines.append(f"{found.code} {found.message}")
    for under in report.under:
        lines.append(f"depends on {under.reading}: {under.verdict} with {under.option}")
    return "\n".join(lines) + "\n"


def rewrite(path: Path, block: Block, text: str) -> None:
    """Puts another text into a block of a file."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    lines[block.first - 1 : block.last - 1] = text.splitlines(keepends=True)
    path.write_text("".join(lines), encoding="utf-8")


def check(case: Case, update: bool) -> list[str]:
    """What comes out otherwise than it is written; with `update` it is written anew instead."""
    if case.known_fault:
        return [] if faulty(case) else [f"{case.path.name}: “{case.title}” comes out right: take `Known fault:` away"]
    different = []
    for place, (block, found) in enumerate(judged(case)):
        if block.text == found:
            continue
        if update:
            rewrite(case.path, cases(case.path)[case.number].of("expect")[place], found)
        else:
            different.append(f"{case.path.name}:{block.first}\nexpected:\n{block.text}\nfound:\n{found}")
    return different


def faulty(case: Case) -> bool:
    """Whether anything comes out otherwise than it is written (but for the words of reasons), or nothing at all."""
    try:
        return any(gist(block.text) != gist(found) for block, found in judged(case))
    except Exception:
        return True


def gist(outcome: str) -> list[str]:
    """The verdict, and what is found of each line, without reasons and messages."""
    lines = [re.sub(r"^(\d+\. .*?): .*", r"\1", line) for line in outcome.splitlines()]
    return [re.sub(r"^([A-Z]-[A-Z-]+) .*", r"\1", line) for line in lines]
