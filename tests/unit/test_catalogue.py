"""The catalogue: what stands in its tables, and that the cache can be in any state without changing an answer."""

from __future__ import annotations

import json
import os
import random
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from rulespal import library
from rulespal.catalogue.pages import Pages
from rulespal.cli import commands
from rulespal.text import store

BOOK = """---
title: Lanterns
players: 2 to 4
languages: [en, es]
---

# Lanterns

```rules
term "lamp oil" | es "aceite" means "what the lamps burn" | es "lo que quema la lámpara"
```

## Cards {#cards printed="1. Cards (Cartas)"}

Oil is poured and wicks are lit. {paragraph 1}

```rules
enum Sort: oil also es "aceite", wick also "string" | es "mecha"
enum Face: plain, moth

cards have
  sort: Sort or nothing
  size: 0 to 9
  face: Face

pack
  2 times for s in Sort, n in {1, 2}: "{s} {n}" | es "{s} {n}" with sort = s, size = n, face = plain
  "Moth" | es "Polilla" with sort = nothing, size = 0, face = moth

zone deck: hidden
zone hand of player: hidden
  says "{player} holds {cards}"
  unless said nothing
```

## The turn {#turn}

Whoever is on turn lights one card. Of wicks nobody has enough. {paragraph 1}

```rules
state turn: player or nobody = nobody
  says "it is {value}'s turn"
  unless said nobody

stage lighting
  turn may light, pour
  everyone may scare

start:
  gather all cards into deck
  shuffle deck
  for p in player: draw 2 from deck to hand(p)
  turn := the p in player where yes
  go to lighting

move light(card: card in hand(actor))
  says "{actor} lights {card}"
  require card.sort = wick "{card} does not burn"
  do end game

move pour(card: card in hand(actor))
  says "{actor} pours {card}"
  require card.sort = oil "{card} is not liquid" §cards
  do end game

reading night: open
  asks "Does a moth come at night?"
  default comes "yes"
  option stays "no"
  because "Nothing is printed."
  source "The turn"
```

## Moth {#moth printed="The Moth"}

It scares whoever holds oil. {paragraph 1}

```rules
move scare
  says "{actor} shows the Moth"
  require some c in hand(actor): c.face = moth "{actor} holds no moth"
  do end game

gap two_moths "what two moths do" | es "qué hacen dos polillas"
```
"""
SPANISH = """---
title: Lanterns
---

# Lanterns

## El turno {#turn}

Quien tiene el turno enciende una carta. {paragraph 1}

## La polilla {#moth}

Asusta a quien tiene aceite. {paragraph 1}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(store.FOLDER, str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def book(tmp_path: Path) -> Path:
    folder = tmp_path / "lanterns"
    folder.mkdir()
    (folder / "rulebook.md").write_text(BOOK, encoding="utf-8")
    (folder / "rulebook.es.md").write_text(SPANISH, encoding="utf-8")
    return folder


def run(*args: str, **env: str) -> Result:
    result = CliRunner().invoke(commands, args, env={"COLUMNS": "80", "NO_COLOR": "1", **env})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def told(*args: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(*args, "--json").stdout)
    return found


def rows(db: sqlite3.Connection, query: str) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in db.execute(query)]


# ---- what stands in it -----------------------------------------------------------------------------------------------


def test_the_rulebook_of_these_tests_is_in_order(book: Path) -> None:
    found, _ = library.check(book / "rulebook.md")
    assert not found.errors, [str(one) for one in found]


def test_tables_hold_the_whole_rulebook(book: Path) -> None:
    db = library.catalogue(book / "rulebook.md")
    assert rows(db, "select anchor, title, level from sections order by id") == [
        ("lanterns", "Lanterns", 1), ("cards", "Cards", 2), ("turn", "The turn", 2), ("moth", "Moth", 2),
    ]  # fmt: skip
    assert rows(db, "select name, slug, copies, section from cards") == [
        ("oil 1", "oil-1", 2, None), ("oil 2", "oil-2", 2, None), ("wick 1", "wick-1", 2, None),
        ("wick 2", "wick-2", 2, None), ("Moth", "moth", 1, 4),
    ]  # fmt: skip
    assert rows(db, "select kind, name from rules where kind in ('move', 'gap', 'reading') order by id") == [
        ("move", "light"), ("move", "pour"), ("reading", "night"), ("move", "scare"), ("gap", "two-moths"),
    ]  # fmt: skip
    assert rows(db, "select name, grade, question from readings") == [("night", "open", "Does a moth come at night?")]
    assert rows(db, "select text from gaps") == [("what two moths do",)]
    assert rows(db, "select section, other from related_sections") == [(3, 2)]


def test_a_card_has_the_rules_that_speak_of_it(book: Path) -> None:
    moth = told("card", str(book), "polilla")["card"]
    assert [one["text"] for one in moth["text"]] == ["It scares whoever holds oil."]
    assert [one["name"] for one in moth["readings"]] == ["night"]
    oil = told("card", str(book), "oil 1")["card"]
    assert [(one["section"], one["rules"], one["how"]) for one in oil["mentions"]] == [
        ("cards", [], "value"), ("turn", ["pour"], "value"), ("moth", [], "value"),
    ]  # fmt: skip
    wick = told("card", str(book), "mecha 2")["card"]
    assert [(one["section"], one["rules"]) for one in wick["mentions"]] == [("cards", []), ("turn", ["light"])]


def test_a_card_may_be_used_where_no_rule_is_against_it(book: Path) -> None:
    def uses(name: str) -> list[tuple[str, bool]]:
        return [(use["move"], use["own"]) for use in told("card", str(book), name)["card"]["uses"]]

    assert uses("oil 2") == [("pour", False)]
    assert uses("wick 2") == [("light", False)]
    assert uses("Moth") == [("scare", True)]
    stages = told("card", str(book), "moth")["card"]["uses"][0]["stages"]
    assert [(one["stage"], one["who"], one["section"]) for one in stages] == [("lighting", "everyone", "turn")]


def test_pages_speak_the_language_that_is_asked_for(book: Path) -> None:
    page = told("show", str(book), "turn", "--lang", "es")["sections"][0]
    assert (page["title"], page["paragraphs"][0]["text"]) == ("El turno", "Quien tiene el turno enciende una carta.")
    assert page["next"] == {"anchor": "moth", "title": "La polilla", "printed": "The Moth"}
    card = told("card", str(book), "Moth", "--lang", "es")["card"]
    assert (card["name"], card["called"]) == ("Moth", "Polilla")
    term = told("show", str(book), "aceite", "--lang", "es")["page"]
    assert (term["name"], term["meaning"]) == ("aceite", "lo que quema la lámpara")
    assert told("card", str(book), "wick 1", "--lang", "es")["card"]["attributes"][0]["values"] == ["mecha"]


def test_cards_that_differ_in_a_number_behind_the_name_are_one(book: Path) -> None:
    text = (book / "rulebook.md").read_text(encoding="utf-8")
    line = '  for n in {3, 4}: "Moth for {n}" with sort = nothing, size = n, face = moth\n'
    (book / "rulebook.md").write_text(text.replace('  "Moth" |', line + '  "Moth" |'), encoding="utf-8")
    names = [card["name"] for card in told("cards", str(book))["cards"]]
    assert names == ["oil 1", "oil 2", "wick 1", "wick 2", "Moth"]
    assert told("card", str(book), "moth for 3")["card"]["name"] == "Moth"
    assert told("card", str(book), "moth")["card"]["copies"] is None


def test_prose_alone_is_enough(tmp_path: Path) -> None:
    file = tmp_path / "kites.md"
    file.write_text(
        "---\ntitle: Kites\nplayers: 2\n---\n\n# Kites\n\n## Wind\n\nIt blows. {page 3}\n", encoding="utf-8"
    )
    assert told("show", str(file), "wind")["sections"][0]["paragraphs"][0]["place"] == "page 3"
    assert told("search", "blow", "--book", str(file))["results"][0]["name"] == "wind"
    result = run("cards", str(file))
    assert (result.exit_code, result.output) == (1, "rulespal: Kites has no cards.\n")


def test_what_is_wrong_in_a_rulebook_is_told_and_the_rest_is_there(book: Path) -> None:
    text = (book / "rulebook.md").read_text(encoding="utf-8")
    (book / "rulebook.md").write_text(text.replace("card.sort = oil", "card.sort = milk"), encoding="utf-8")
    result = run("card", str(book), "moth")
    assert result.exit_code == 0
    assert "has 1 error, and what they concern is missing here" in result.stderr
    assert "It scares whoever holds oil." in result.stdout


# ---- the cache -------------------------------------------------------------------------------------------------------

QUESTIONS = (
    ("show", "jusayo", "setup"), ("card", "jusayo", "red", "2"), ("search", "tray", "--book", "jusayo"),
    ("cards", "jusayo", "number:7"), ("jusayo",),
)  # fmt: skip


def answers(number: int = len(QUESTIONS)) -> list[str]:
    return [run(*question).output for question in QUESTIONS[:number]]


def test_the_same_answers_whatever_the_cache_is(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cold, warm = answers(), answers()
    assert cold == warm
    kept = next(folder.glob("*-catalogue"))
    kept.write_bytes(kept.read_bytes()[:5000])
    assert answers(2) == cold[:2]
    monkeypatch.setenv(store.FOLDER, "")
    assert answers(1) == cold[:1]
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv(store.FOLDER, str(tmp_path / "file"))
    assert answers(1) == cold[:1]


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="nothing is closed to the administrator")
def test_a_cache_that_cannot_be_written(folder: Path) -> None:
    folder.mkdir()
    folder.chmod(0o500)
    try:
        assert "Setup" in answers()[0]
    finally:
        folder.chmod(0o700)


def test_damage_anywhere_is_as_if_nothing_were_kept(folder: Path, book: Path) -> None:
    file, made = book / "rulebook.md", []
    good = Pages(library.catalogue(file)).contents()
    kept = next(folder.glob("*-catalogue"))
    whole = kept.read_bytes()
    content = whole.split(b"\n", 2)[2]
    from rulespal.catalogue import kept as keeping

    def again() -> bytes:
        made.append(1)
        return content

    chance = random.Random(7)
    for _ in range(60):
        damaged = bytearray(whole)
        for _ in range(chance.randint(1, 4)):
            damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
        kept.write_bytes(damaged[: chance.randrange(len(damaged))] if chance.random() < 0.3 else damaged)
        assert Pages(keeping.kept(file, again)).contents() == good
    assert len(made) == 60


def test_processes_that_start_at_once(folder: Path, book: Path) -> None:
    script = f"import sys; from rulespal.cli import main; sys.argv[1:] = ['show', {str(book)!r}, 'moth']; main()"
    env = {**os.environ, store.FOLDER: str(folder), "COLUMNS": "80", "NO_COLOR": "1"}
    started = [
        subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env)
        for _ in range(2)
    ]
    outputs = {process.communicate(timeout=120) for process in started}
    assert outputs == {(run("show", str(book), "moth").output.encode(), b"")}
    assert not list(folder.glob(".*")), "no half-written file is left"


def test_a_rulebook_that_changed_is_read_again(book: Path) -> None:
    assert "lights one card" in run("show", str(book), "turn").output
    text = (book / "rulebook.md").read_text(encoding="utf-8")
    (book / "rulebook.md").write_text(text.replace("lights one card", "lights two cards"), encoding="utf-8")
    assert "lights two cards" in run("show", str(book), "turn").output
    (book / "rulebook.es.md").write_text(SPANISH.replace("enciende", "apaga"), encoding="utf-8")
    assert "apaga una carta" in run("show", str(book), "turn", "--lang", "es").output


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache in which what one look-up made is there for the next."""
    return tmp_path_factory.mktemp("warm")


HEAVY = ("lark", "markdown_it", "sqlite_utils", "yaml", "rapidfuzz", "jinja2", "rulespal.engine", "rulespal.model",
         "rulespal.language", "rulespal.records", "rulespal.literate")  # fmt: skip


@pytest.mark.parametrize("args", [
    ("card", "regicide", "bufon"), ("search", "jester"), ("show", "regicide", "yield"), ("cards", "regicide", "suit:♥"),
    ("regicide", "7♥"), ("regicide",), ("show", "regicide", "--rules"),
], ids=" ".join)  # fmt: skip
def test_a_look_up_imports_nothing_large(args: tuple[str, ...], warm: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(store.FOLDER, str(warm))
    run(*args)
    script = f"""
import sys
sys.argv[1:] = {list(args)!r}
from rulespal.cli import main
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
print("\\n" + " ".join(sys.modules))
"""
    env = {**os.environ, store.FOLDER: str(warm)}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=env, check=True)
    loaded = done.stdout.splitlines()[-1].split()
    assert not [name for name in loaded if any(name == one or name.startswith(f"{one}.") for one in HEAVY)]


# ---- export ----------------------------------------------------------------------------------------------------------


def test_export_is_a_sound_database(book: Path, tmp_path: Path) -> None:
    file = tmp_path / "lanterns.db"
    file.write_text("what was there")
    result = run("export", str(book), "--db", str(file))
    assert result.output == f"{file}: 4 sections, 5 cards, and the rules of both\n"
    db = sqlite3.connect(file)
    assert db.execute("pragma integrity_check").fetchone() == ("ok",)
    assert not db.execute("pragma foreign_key_check").fetchall()
    found = db.execute("select d.title from documents_fts f join documents d on d.id = f.rowid where documents_fts match ?",
                       ["wick"]).fetchall()  # fmt: skip
    assert ("wick 1",) in found
    assert told("export", str(book), "--db", str(file))["tables"]["cards"] == 5


@pytest.mark.parametrize(("file", "message"), [
    ("none/book.db", "there is no folder none."), (".", "is a directory"),
])  # fmt: skip
def test_export_to_where_nothing_can_be_written(
    file: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("export", "jusayo", "--db", file)
    assert result.exit_code == 2
    assert message in result.stderr
