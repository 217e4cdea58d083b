"""The cache of compiled rulebooks: what comes out is what went in, and nothing damaged or outdated is ever used."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

import pytest

from rulespal import library
from rulespal.engine import stored
from rulespal.engine.game import Game
from rulespal.model import codec
from rulespal.model.phrases import Phrasebook
from rulespal.model.rules import Rulebook
from rulespal.questions.rulings import Rulings
from rulespal.text import store
from rulespal.text.diagnostic import Rejected

BOOK = """---
title: Bridge
players: 2
---

# Bridge {#bridge}

Whoever likes may cross.

```rules
stage turn
  everyone may cross

start: go to turn

move cross
  says "{actor} crosses"
  do end game
```
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(store.FOLDER, str(tmp_path / "cache"))
    return tmp_path / "cache"


def never() -> Game:
    raise AssertionError("made again")


def made(file: Path) -> Game:
    book, diagnostics = library.read_rulebook(file)
    assert not diagnostics.errors
    return Game(book)


@pytest.fixture
def book(tmp_path: Path) -> Path:
    file = tmp_path / "bridge" / "rulebook.md"
    file.parent.mkdir()
    file.write_text(BOOK, encoding="utf-8")
    return file


@pytest.mark.parametrize("name", ["jusayo", "regicide"])
def test_what_comes_out_is_what_went_in(name: str) -> None:
    file = library.rulebook_file(name)
    before = stored.kept(file, lambda: made(file))
    after = stored.kept(file, never)
    assert after.book == before.book
    assert after.book.document.translations == before.book.document.translations
    assert (after.fast_listing, after.open_listing) == (before.fast_listing, before.open_listing)
    assert {*after.fast} == {*before.fast}


def test_objects_that_were_the_same_still_are() -> None:
    document = library.read_rulebook(library.rulebook_file("jusayo"))[0].document
    again = codec.unpacked(codec.packed(document))
    assert again == document
    assert again.fences[0].section is next(s for s in again.sections if s.anchor == document.fences[0].section.anchor)


def test_a_changed_rulebook_is_read_again(book: Path) -> None:
    stored.kept(book, lambda: made(book))
    book.write_text(BOOK.replace("crosses", "goes over"), encoding="utf-8")
    assert stored.kept(book, lambda: made(book)).book.moves[0].says[0].source == "{actor} goes over"
    (book.parent / "rulebook.es.md").write_text("---\ntitle: Puente\n---\n\n# Puente {#bridge}\n", encoding="utf-8")
    assert list(stored.kept(book, lambda: made(book)).book.document.translations) == ["es"]


def test_ways_of_asking_come_out_as_they_went_in(monkeypatch: pytest.MonkeyPatch) -> None:
    phrases = Phrasebook(made(library.rulebook_file("regicide")).book)
    before = Rulings(phrases, "es")
    monkeypatch.setattr(Rulings, "_prepared", lambda rulings: never())
    after = Rulings(phrases, "es")
    assert (after.known, after.frequency, after.vocabulary) == (before.known, before.frequency, before.vocabulary)
    pairs = [(one.ruling, two.ruling) for one, two in zip(before.known, after.known, strict=True)]
    assert all(one is two for one, two in pairs if one.index >= 0)
    with pytest.raises(AssertionError, match="made again"):
        Rulings(phrases, "en")


def test_nothing_damaged_is_used(book: Path, folder: Path) -> None:
    good = stored.kept(book, lambda: made(book))
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    chance = random.Random(7)
    for _ in range(300):
        place = chance.randrange(len(whole))
        cut = chance.random() < 0.3
        file.write_bytes(
            whole[:place]
            if cut
            else whole[:place] + bytes([whole[place] ^ 1 << chance.randrange(8)]) + whole[place + 1 :]
        )
        assert store.read(file.name, store.key(book)) is None
    assert stored.kept(book, lambda: made(book)).book == good.book
    assert [found.name for found in folder.iterdir()] == [file.name]  # no half-written file stays
    assert stored.kept(book, never).book == good.book


def test_a_folder_that_cannot_be_written_does_no_harm(
    book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "taken").write_text("a file", encoding="utf-8")
    for where in (str(tmp_path / "taken"), ""):
        monkeypatch.setenv(store.FOLDER, where)
        assert stored.kept(book, lambda: made(book)).book.title == "Bridge"


def test_rulebooks_with_errors_are_not_kept(book: Path, folder: Path) -> None:
    book.write_text(BOOK.replace("everyone may cross", "everyone may fly"), encoding="utf-8")
    for _ in range(2):
        with pytest.raises(Rejected):
            library.load.__wrapped__(str(book))
    assert not folder.exists()


@dataclass
class Stranger:
    name: str


@pytest.mark.parametrize("value", [Stranger("x"), object(), [print]])
def test_only_the_data_of_this_program_is_packed(value: object) -> None:
    with pytest.raises(codec.NotData):
        codec.packed(value)


def test_only_dataclasses_of_this_program_come_out(monkeypatch: pytest.MonkeyPatch) -> None:
    data = codec.packed(library.read_rulebook(library.rulebook_file("jusayo"))[0])
    monkeypatch.delattr("rulespal.model.rules.Rulebook")
    with pytest.raises(codec.NotData):
        codec.unpacked(data)
    assert isinstance(Rulebook, type)
