"""Rulings in a file of their own: what they cite, in which languages they are asked, and what their authors are told."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulespal import library
from rulespal.cli import commands
from rulespal.language import ast, printer
from rulespal.language.from_document import chunks
from rulespal.literate.from_markdown import read
from rulespal.questions import keeping
from rulespal.text import store
from rulespal.text.beside import belongs, files, rulebook_of, rulings_file
from rulespal.text.diagnostic import Diagnostics

RULEBOOK = """---
title: Ferry
players: 2 to 4
languages: [en, es]
---

# Ferry

## Crossing {#crossing printed="2. Crossing"}

A ferry carries three. {paragraph 1}

```rules
define room = 3

state here: number = 0
  says "{value} are here" | es "hay {value}"
```

Nobody swims. {paragraph 2}

The pilot rows. {list}

The guests sing. {list}

## Fares {#fares}

It costs nothing.
"""
RULINGS = """# Ferry {#ferry}

Remarks are for whoever reads this file.

## Crossing {#crossing}

{paragraph 2}

```rules
ruling swimming
  asks "May one swim?"
  answer no "Yes." else "No, nobody swims."
```

The guests … {list}

```rules
ruling how_many(p: player)
  asks "How many does the ferry carry with {p}?"
  role p "a guest"
  case "it is new"
    answer room "It carries {value}."
  case "it is old"
    answer "It sinks."
  because "It is small."
```

## Fares {#fares}

```rules
ruling fare
  asks "What is the fare?"
  answer "Nothing."

term "fare" | "toll" means "what a crossing costs"
```
"""
SPANISH = """## Cruzar {#crossing}

```rules
ruling swimming
  asks "¿Se puede nadar?" | "¿Está permitido nadar?"
  answer "Sí." else "No, nadie nada."

ruling how_many
  asks "¿Cuántos lleva la barca con {p}?"
  role p "un pasajero"
  case "es nueva"
    answer "Lleva {value}."
  case "es vieja"
    answer "Se hunde."
  because "Es pequeña."
```
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "ferry").mkdir()
    for name, text in (("rulebook.md", RULEBOOK), ("rulings.md", RULINGS), ("rulings.es.md", SPANISH)):
        (tmp_path / "ferry" / name).write_text(text, encoding="utf-8")
    return tmp_path / "ferry"


def changed(folder: Path, name: str, old: str, new: str) -> list[str]:
    """What is found in the rulebook after a change of one of its files: the file's name, line, code, message, hint."""
    file = folder / name
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    return told(folder)


def told(folder: Path) -> list[str]:
    _, found = library.read_rulebook(folder / "rulebook.md")
    return [f"{Path(d.span.file).name}:{d.span.line} {d.code} {d.message} {d.hint or ''}".strip() for d in found]


def test_rulings_cite_the_paragraphs_that_their_file_names(folder: Path) -> None:
    book, found = library.read_rulebook(folder / "rulebook.md")
    assert not list(found)
    cited = {r.name: book.citations[r.citation] for r in book.rulings}
    assert {name: (c.section, c.printed, c.text) for name, c in cited.items()} == {
        "swimming": ("crossing", "2. Crossing, paragraph 2", "Nobody swims."),
        "how_many": ("crossing", "2. Crossing, list", "The guests sing."),
        "fare": ("fares", "Fares", "It costs nothing."),
    }
    assert [term.names[1].source for term in book.terms] == ["toll"]
    assert {Path(r.span.file).name for r in book.rulings} == {"rulings.md"}
    assert [s.anchor for s in book.document.sections] == ["", "ferry", "crossing", "fares"]


def test_another_language_says_them_again_by_their_names(folder: Path) -> None:
    book, _ = library.read_rulebook(folder / "rulebook.md")
    swimming, how_many, fare = book.rulings
    said = [[(p.language, p.source) for p in texts] for texts in (swimming.asks, swimming.answers[0].otherwise)]
    assert said == [
        [("en", "May one swim?"), ("es", "¿Se puede nadar?"), ("es", "¿Está permitido nadar?")],
        [("en", "No, nobody swims."), ("es", "No, nadie nada.")],
    ]
    assert [p.source for p in how_many.roles["p"]] == ["a guest", "un pasajero"]
    assert [[p.source for p in course.when] for course in how_many.courses] == [
        ["it is new", "es nueva"], ["it is old", "es vieja"],
    ]  # fmt: skip
    assert [p.source for p in how_many.courses[1].answers[0].text] == ["It sinks.", "Se hunde."]
    assert [p.source for p in how_many.because] == ["It is small.", "Es pequeña."]
    assert [p.language for p in fare.asks] == ["en"]


@pytest.mark.parametrize(
    ("name", "old", "new", "expected"),
    [
        ("rulings.md", "{#fares}", "{#farse}", "rulings.md:28 R-SECTION The rulebook has no section `farse`. Did you"),
        ("rulings.md", "{paragraph 2}", "{paragraph 3}",
         "rulings.md:7 R-SECTION The section `crossing` has no paragraph “paragraph 3”. Did you mean"),
        ("rulings.md", "The guests … {list}", "{list}",
         "rulings.md:15 R-SECTION The section `crossing` has several paragraphs “list”. Write how it begins"),
        ("rulings.md", "The guests … {list}", "The gusts …",
         "rulings.md:15 R-SECTION The section `crossing` has no paragraph “The gusts …”. Write how it begins"),
        ("rulings.md", 'term "fare" | "toll" means "what a crossing costs"', "define fare_of_all = 3",
         "rulings.md:35 R-DOCUMENT Only rulings and terms stand in this file. Write this into the rulebook, under"),
        ("rulings.md", 'term "fare"', 'ruling fare\n  asks "fare?"\n  answer "None."\n\nterm "fare"',
         "rulings.md:35 R-TWICE"),
        ("rulings.md", "```rules\nruling fare", '```record\n[rulebook "ferry"]\n```\n\n```rules\nruling fare',
         "rulings.md:31 R-DOCUMENT A record stands among the rulings. Move it to rulebook.md."),
        ("rulings.md", 'answer "It sinks."', 'answer "It sinks." else "It swims."',
         "rulings.md:24 R-TYPE Only an answer of yes or no has a second text. Leave out `else …`."),
        ("rulings.md", "answer room", "answer roam", "rulings.md:22 R-NAME"),
        ("rulings.es.md", "ruling swimming", "ruling swiming",
         "rulings.es.md:4 R-NAME The rulebook has no ruling `swiming`. Did you mean `swimming`?"),
        ("rulings.es.md", "ruling how_many", "ruling swimming",
         "rulings.es.md:8 R-TWICE The ruling `swimming` is told twice here. Keep one of them."),
        ("rulings.es.md", '  case "es vieja"\n    answer "Se hunde."\n', "",
         "rulings.es.md:11 R-SENTENCE Of the 2 cases of `how_many`, 1 are told here. Say each of them again"),
        ("rulings.es.md", '    answer "Se hunde."\n', '    answer "Se hunde."\n    answer "No va."\n',
         "rulings.es.md:15 R-SENTENCE Of the 1 answers with a text of `how_many`, 2 are told here."),
        ("rulings.es.md", 'answer "Lleva', 'answer room "Lleva',
         "rulings.es.md:12 R-SENTENCE `how_many` is told here in another language, and nothing else. Write `asks`"),
        ("rulings.es.md", "role p", "role q", "rulings.es.md:10 R-NAME The ruling `how_many` has no role `q`."),
        ("rulings.es.md", "con {p}", "con {q}", "rulings.es.md:9 R-NAME"),
        ("rulings.es.md", "ruling swimming", 'term "barca" means "ferry"\n\nruling swimming',
         "rulings.es.md:4 R-DOCUMENT Only rulings stand in this file."),
        ("rulings.es.md", "{#crossing}", "{#crosing}", "rulings.es.md:1 R-SECTION The rulebook has no section"),
    ],
)  # fmt: skip
def test_mistakes_are_told_where_they_are(folder: Path, name: str, old: str, new: str, expected: str) -> None:
    found = changed(folder, name, old, new)
    assert any(one.startswith(expected) for one in found), found


def test_check_shows_the_line_of_the_file_that_it_is_in(folder: Path) -> None:
    changed(folder, "rulings.md", "answer room", "answer roam")
    shown = CliRunner().invoke(commands, ["check", str(folder)])
    assert shown.exit_code == 1
    assert "rulings.md" in shown.output and 'answer roam "It carries {value}."' in shown.output


def test_rulings_belong_to_what_is_kept_of_a_rulebook(folder: Path) -> None:
    file = folder / "rulebook.md"
    keys = {store.key(file)}
    for name in ("rulings.md", "rulings.es.md"):
        path = folder / name
        path.write_text(path.read_text(encoding="utf-8") + "\nMore.\n", encoding="utf-8")
        keys.add(store.key(file))
    (folder / "rulings.md").unlink()
    assert len({*keys, store.key(file)}) == 4


def test_a_question_is_answered_by_the_rulings_as_they_are_now(folder: Path) -> None:
    def ask(question: str) -> str:
        library.load.cache_clear()  # the next question is asked by another program
        return CliRunner().invoke(commands, ["ask", str(folder), question]).output

    assert "No, nobody swims." in ask("May one swim?")
    assert "No, nadie nada." in ask("¿Se puede nadar?")
    assert "Blue" not in ask("Which colour is the ferry painted?")
    colour = 'ruling colour\n  asks "Which colour is the ferry painted?"\n  answer "Blue."\n\nruling fare'
    changed(folder, "rulings.md", "ruling fare", colour)
    assert "Blue." in ask("Which colour is the ferry painted?")
    assert "2. Crossing, paragraph 2" in ask("May one swim?")
    os.remove(folder / "rulings.es.md")
    assert "nadie nada" not in ask("¿Se puede nadar?")


def test_a_rulebook_of_another_name_has_rulings_of_that_name(folder: Path) -> None:
    own = folder / "own.md"
    own.write_text(RULEBOOK, encoding="utf-8")
    assert not library.read_rulebook(own)[0].rulings
    assert rulings_file(own) == folder / "own.rulings.md"
    rulings_file(own).write_text(RULINGS, encoding="utf-8")
    (folder / "own.rulings.es.md").write_text(SPANISH, encoding="utf-8")
    book, found = library.read_rulebook(own)
    assert (len(book.rulings), list(found), list(book.document.translations)) == (3, [], [])
    assert [f.name for f in files(own)] == ["own.md", "own.rulings.es.md", "own.rulings.md"]
    assert rulebook_of(folder / "own.rulings.es.md") == own
    assert [n for n in ("own.md", "own.es.md", "own.rulings.md", "rulings.md") if belongs(Path(n), own)] == [
        "own.md", "own.es.md", "own.rulings.md",
    ]  # fmt: skip


def test_the_file_of_the_rulings_is_no_rulebook(folder: Path) -> None:
    shown = CliRunner().invoke(commands, ["check", str(folder / "rulings.es.md")])
    assert shown.exit_code == 2
    assert "holds the rulings of a rulebook" in shown.output and str(folder / "rulebook.md") in shown.output


@pytest.mark.parametrize(
    ("before", "sections", "after"),
    [
        ("", ["fares"], "## Fares {#fares}\n\n```rules\nNEW```\n"),
        ("", ["", "none"], "## Fares {#fares}\n\n```rules\nNEW```\n"),
        ("## Fares {#fares}\n\nA remark.\n", ["fares"], "## Fares {#fares}\n\nA remark.\n\n```rules\nNEW```\n"),
        ("## Fares {#fares}\n\n```rules\nOLD\n```\n\n# Ferry {#ferry}\n", ["none", "fares"],
         "## Fares {#fares}\n\n```rules\nOLD\n\nNEW```\n\n# Ferry {#ferry}\n"),
        ("# Ferry {#ferry}\n", ["crossing"], "# Ferry {#ferry}\n\n## Crossing {#crossing}\n\n```rules\nNEW```\n"),
    ],
)  # fmt: skip
def test_a_ruling_is_added_in_its_section(folder: Path, before: str, sections: list[str], after: str) -> None:
    document = library.read_rulebook(folder / "rulebook.md")[0].document
    node = ast.Ruling("new", (), (ast.Note("asks", (ast.Phrase(None, "new?"),)), ast.Answer("silent")))
    written = keeping.placed(before, document, [s for s in sections if s], node)
    assert written == after.replace("NEW", printer.declaration(node))


def test_format_lays_the_rulings_out_too(folder: Path) -> None:
    path = folder / "rulings.es.md"
    path.write_text(SPANISH.replace('asks "¿Se', 'asks   "¿Se'), encoding="utf-8")
    shown = CliRunner().invoke(commands, ["format", str(folder)])
    assert shown.exit_code == 0, shown.output
    assert shown.output.splitlines() == [
        f"{folder}: as it should be", f"{folder}: rulings.md: as it should be",
        f"{folder}: rulings.es.md: changed, first in line 5",
    ]  # fmt: skip
    assert path.read_text(encoding="utf-8") == SPANISH


@pytest.mark.parametrize("name", library.rulebook_files())
def test_our_rulebooks_hold_no_rulings(name: str) -> None:
    file = library.rulebook_files()[name]
    for path in file.parent.glob("rulebook*.md"):
        document = read(path.read_text(encoding="utf-8"), str(path), Diagnostics())
        declared = [text for fence in document.fences if fence.kind == "rules" for _, text in chunks(fence.text)]
        assert not [text for text in declared if text.startswith("ruling")], path
    assert len(library.read_rulebook(file)[0].rulings) > 100
