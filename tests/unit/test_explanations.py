"""What `rulespal explain CODE` shows as an example gives that code: each is put where it belongs and judged or checked."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulespal import library
from rulespal.bulk.limits import Limits
from rulespal.bulk.work import Work
from rulespal.cli.choices import Choices
from rulespal.cli.judging import Judging
from rulespal.cli.rulebooks import Shelf
from rulespal.records.from_text import read
from rulespal.text.codes import CODES
from rulespal.text.explanations import EXPLANATIONS

HEAD = '[rulebook "jusayo"]\n[players "Ana, Ben, Cai"]\n[start "mid"]\n'
START = (
    "given the board runs blue, white, red, green\ngiven the current colour is {colour}\ngiven {tray} has the tray\n"
    "given Ana holds {ana}\ngiven Ben holds {ben}\ngiven Cai holds {cai}\n"
)


def start(colour: str = "blue", tray: str = "Ana", ana: str = "red 2, ?", ben: str = "?, ?", cai: str = "?, ?") -> str:
    return HEAD + START.format(colour=colour, tray=tray, ana=ana, ben=ben, cai=cai)


# What stands before and after the example of a code in a whole record.
RECORDS: dict[str, tuple[str, str]] = {
    "E-SYNTAX": (start(), ""),
    "E-VERB": (start(), ""),
    "E-HEADER": ("", ""),
    "E-NAME": (start(), ""),
    "E-FACTS": (HEAD, ""),
    "E-TURN": (start(), ""),
    "E-ILLEGAL": (HEAD + "given the current colour is blue\ngiven Ana has the tray\n", ""),
    "E-HIDDEN": (start(ana="blue 3, red 2", ben="?").replace("given Ben holds ?\n", "given Ben holds ?, ?, ?\n"), ""),
    "E-REFUTED": (start(ben="?, ?, ?") + "Ana requests a card from Ben\n", ""),
    "E-EFFECT": (start(cai="white 2, white 3") + "Ana calls out Cai\n", ""),
    "E-ASSERT": (start(), ""),
    "E-RESULT": (start() + "given Ana is knocked out\ngiven Cai is knocked out\n", ""),
    "E-AFTER-END": (HEAD + "end\n", ""),
    "W-NUMBER": (start(ana="blue 7, red 2", ben="blue 6, red 3"), ""),
    "W-EDITION": ('[rulebook "jusayo"]\n', '\n[players "Ana, Ben, Cai"]\n'),
    "W-SUITS": ('[rulebook "regicide"]\n[players "Ana, Ben"]\n[start "mid"]\n', "\ngiven es el turno de Ana"),
    "N-READ": (start(tray="Ben", ben="green/blue 5, red 2", ana="?, ?"), ""),
}


def codes_of(text: str) -> list[str]:
    records = read(text.splitlines(), "a.rpl")
    return [found.code for record in records for found in library.judge(record, depends=False).diagnostics]


@pytest.mark.parametrize("code", RECORDS)
def test_the_example_of_a_record_gives_the_code(code: str) -> None:
    before, after = RECORDS[code]
    assert code in codes_of(before + EXPLANATIONS[code].example + after)


def test_a_game_over_its_limit() -> None:
    """Two codes come from judging many; that of a fault of this program is tried in test_bulk."""
    shelf = Shelf()
    work = Work(Judging(shelf, Choices((), None, shelf)), Limits(events=1), "text")
    assert EXPLANATIONS["E-LIMIT"].example.startswith("Ana plays blue 7    # and 20,000 more")
    (record,) = read((start() + "Ana plays blue 7\n" * 2).splitlines(), "a.rpl")
    assert [problem.cause.code for problem in work.game(record).problems] == ["E-LIMIT"]


FRONT = '---\ntitle: Example\nedition: "1"\nplayers: 2 to 4\nlanguages: [en]\n---\n\n# Example\n\n'
RULES = 'move wait\n  says "{actor} waits"\n  do end game\nstage turn\n  everyone may wait\nstart:\n  go to turn\n'


def block(rules: str, prose: str = "Play.") -> str:
    return f"{FRONT}{prose} {{paragraph 1}}\n\n```rules\n{rules}\n```\n"


def example(code: str) -> str:
    return EXPLANATIONS[code].example


def indented(text: str, by: str = "  ") -> str:
    return "\n".join(by + line for line in text.splitlines())


STOP = 'move stop(target: player)\n  says "{actor} stops {target}"\n'
HAND = (
    'cards have\n  rank: 1 to 3\npack\n  for n in {1, 2, 3}: "{n}" with rank = n\n'
    'zone hand of player: hidden\n  says "{player} holds {cards}"\n'
)
SAYS = [line.partition("#")[0].strip() for line in example("R-AMBIGUOUS").splitlines()]
ROUND = 'state round: number = 1\n  says "the round is {value}"\n'
FROST = (
    RULES.replace("may wait", "may wait, pick")
    + 'move pick\n  says "{actor} picks"\n  do end game\nenum Weather: sun, frost\nstate weather: Weather = frost\n'
    + 'state gloves of player: yes or no = yes\n  says yes "{player} wears gloves"\n'
)
BOOKS: dict[str, str] = {
    code: block(RULES + example(code)) for code in EXPLANATIONS if code.startswith("R-")
} | {
    "R-DOCUMENT": example("R-DOCUMENT"),
    "R-TYPE": block(RULES + HAND + STOP + indented(example("R-TYPE"))),
    "R-SECTION": block(RULES + "define in_round(p: player) = true\n" + STOP + indented(example("R-SECTION"))),
    "R-UNUSED": block(RULES + 'state coins of player: number = 0\n  says "{player} has {value}"\n' + example("R-UNUSED")),
    "R-UNCITED": block(RULES) + "\n" + example("R-UNCITED") + "\n",
    "R-AMBIGUOUS": block(
        RULES + HAND + f"move take(card: card)\n  {SAYS[0]}\nmove take_too(other: card)\n  {SAYS[1]}\n"
    ),
    "R-RUN": block(
        RULES.replace("start:\n", "start:\n  size := hand_size\n")
        + f'state size: number = 0\n  says "the size is {{value}}"\n{example("R-RUN")}'
    ),
    "R-CONFLICT": block(FROST + example("R-CONFLICT")),
    "R-PRIORITY": block(FROST.replace("= frost\n", "= sun\n") + example("R-PRIORITY")),
    "R-RULING": block(RULES + ROUND) + f'\n```record\n[rulebook "x"]\n[players "Ana, Ben"]\n{example("R-RULING")}\n```\n',
}  # fmt: skip


def found_in(folder: Path, text: str) -> list[str]:
    file = folder / "rulebook.md"
    file.write_text(text, encoding="utf-8")
    return [found.code for found in library.check(file)[0]]


@pytest.mark.parametrize("code", BOOKS)
def test_the_example_of_a_rulebook_gives_the_code(code: str, tmp_path: Path) -> None:
    assert code in found_in(tmp_path, BOOKS[code])


def test_a_permission_that_lifts_nothing_is_told(tmp_path: Path) -> None:
    allowed = "allow with_gloves: pick\n  when gloves(actor)"
    assert "R-UNUSED" in found_in(tmp_path, block(FROST + allowed))
    assert "R-UNUSED" not in found_in(tmp_path, block(FROST + example("R-CONFLICT")))


def test_every_code_is_explained_and_tried() -> None:
    assert EXPLANATIONS.keys() == CODES.keys() == RECORDS.keys() | BOOKS.keys() | {"E-LIMIT", "E-FAULT"}
