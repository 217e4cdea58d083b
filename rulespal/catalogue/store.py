"""Writes a catalogue: the rows of a rulebook as SQLite tables with full-text indexes. The only user of sqlite-utils.

The tables are plain: `rulespal export` gives them as a file, which any tool for SQLite opens.
"""

from __future__ import annotations

import sqlite3

import sqlite_utils
from sqlite_utils.db import Table

from rulespal.catalogue.cards import CardRows
from rulespal.catalogue.contents import Contents
from rulespal.catalogue.documents import documents
from rulespal.catalogue.mentions import Mentions
from rulespal.catalogue.uses import Uses
from rulespal.engine.game import Game
from rulespal.model.rules import Rulebook

# Every table with its columns, so that those without rows are there too.
TABLES: dict[str, dict[str, type]] = {
    "rulebook": {
        "id": int, "name": str, "title": str, "edition": str, "players_min": int, "players_max": int, "languages": str,
        "source": str, "pack": int, "errors": int, "hash": str,
    },
    "sections": {
        "id": int, "anchor": str, "title": str, "printed": str, "level": int, "parent": int, "line": int,
    },
    "paragraphs": {
        "id": int, "section": int, "text": str, "place": str, "line": int, "not_executable": str, "encoded_by": str,
    },
    "rules": {
        "id": int, "name": str, "kind": str, "section": int, "paragraph": int, "source": str, "line": int,
    },
    "cards": {"id": int, "name": str, "slug": str, "copies": int, "section": int},
    "card_names": {"id": int, "card": int, "name": str, "language": str},
    "card_attributes": {"id": int, "card": int, "attribute": str, "value": str, "number": int, "telling": int},
    "attribute_values": {"id": int, "kind": str, "value": str},
    "moves": {
        "id": int, "name": str, "says": str, "who": str, "conditional": int, "stage": str, "section": int,
    },
    "card_moves": {"id": int, "card": int, "move": int, "own": int},
    "card_mentions": {
        "id": int, "card": int, "section": int, "paragraph": int, "rule": int, "how": str, "word": str,
    },
    "terms": {"id": int, "name": str, "meaning": str, "section": int},
    "readings": {
        "id": int, "name": str, "grade": str, "question": str, "because": str, "source": str, "printed": str,
        "section": int, "paragraph": int,
    },
    "reading_options": {"id": int, "reading": int, "name": str, "text": str},
    "gaps": {"id": int, "name": str, "text": str, "printed": str, "section": int, "paragraph": int},
    "rulings": {
        "id": int, "name": str, "question": str, "answer": str, "silent": int, "printed": str, "section": int,
        "paragraph": int,
    },
    "card_readings": {"id": int, "card": int, "reading": int},
    "card_rulings": {"id": int, "card": int, "ruling": int},
    "related_sections": {"id": int, "section": int, "other": int, "times": int},
    "translations": {"kind": str, "target": int, "role": str, "language": str, "text": str},
    "names": {
        "kind": str, "target": int, "role": str, "language": str, "name": str, "folded": str, "compact": str,
        "swapped": str, "key": str, "initials": str,
    },
    "documents": {
        "id": int, "kind": str, "target": int, "section": int, "paragraph": int, "language": str, "title": str,
        "text": str, "title_words": str, "words": str,
    },
    "vocabulary": {"word": str},
}  # fmt: skip
# Columns that hold the number of a row of another table.
_REFERENCES = {
    "section": "sections", "parent": "sections", "other": "sections", "paragraph": "paragraphs", "rule": "rules",
    "card": "cards", "reading": "readings", "ruling": "rulings", "move": "moves",
}  # fmt: skip


def contents(book: Rulebook, errors: int, game: Game | None = None) -> Contents:
    """All rows of a rulebook. `errors`: how many were found in it; what could not be understood is missing then.

    `game`: the compiled rulebook, if it has no errors; with it, moves are left out that a card can never be used in.
    """
    found = Contents(book, errors)
    found.rulebook()
    found.sections()
    found.rules()
    found.terms()
    found.readings()
    found.gaps()
    found.rulings()
    cards = CardRows(found)
    cards.write()
    cards.values()
    mentions = Mentions(found, cards)
    mentions.write()
    mentions.related()
    Uses(found, cards, game).write()
    documents(found)
    return found


def database(book: Rulebook, errors: int = 0, game: Game | None = None) -> bytes:
    """The catalogue of a rulebook as the bytes of a SQLite database."""
    connection = sqlite3.connect(":memory:")
    connection.execute("pragma page_size = 1024")  # most tables are small, and all of it is read and checked each time
    db = sqlite_utils.Database(connection)
    rows = contents(book, errors, game).tables
    for name, columns in TABLES.items():
        table = db[name]
        assert isinstance(table, Table)
        keys = [(column, _REFERENCES[column], "id") for column in columns if column in _REFERENCES]
        table.create(columns, pk="id" if "id" in columns else None, foreign_keys=keys)
        table.insert_all(rows[name])
    _indexes(db)
    db.vacuum()
    found: bytes = connection.serialize()
    connection.close()
    return found


def _indexes(db: sqlite_utils.Database) -> None:
    for table, columns in (
        ("names", ("kind", "folded", "compact", "key", "swapped", "initials")),
        ("paragraphs", ("section",)), ("rules", ("section",)), ("card_names", ("card",)), ("card_attributes", ("card",)),
        ("card_moves", ("card",)), ("card_mentions", ("card",)), ("card_readings", ("card",)),
        ("translations", ("target",)),
    ):  # fmt: skip
        for column in columns:
            found = db[table]
            assert isinstance(found, Table)
            found.create_index([column])
    indexed = db["documents"]
    assert isinstance(indexed, Table)
    indexed.enable_fts(["title_words", "words"], tokenize="porter")
