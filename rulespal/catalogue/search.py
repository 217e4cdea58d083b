"""Search: the tries in their order, from the exact name to the nearest spelling, and what each of them finds.

1. name: something is called just so   2. words: the same words in another order or number   3. initials
4. all: every word stands in one sentence   5. part: every word is the beginning or a part of one
6. near: a name that is spelled nearly so   7. spelling: words that are spelled nearly so take the place of those that
occur nowhere   8. any: one of the words

The first try that finds anything answers; which one it was is said. Whatever is called by a name stands before what
only mentions it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from rulespal.catalogue.lookup import Found, Target, near, part, surely
from rulespal.catalogue.pages import Pages
from rulespal.text.suggest import nearest
from rulespal.text.words import SIGNS, indexed, telling, words

TRIES = ("name", "words", "initials", "all", "part", "near", "spelling", "any")
KINDS = ("card", "section", "term", "ruling", "reading", "gap")
_HEADED = ("section", "term")  # a word of their names says what they are about
_SHORTEST_PART = 4  # letters of a stem that is looked for inside other words
_OPEN, _CLOSE = "\x02", "\x03"  # around a word that matches


class Hit(NamedTuple):
    """A document that was found. `marks`: which words of its text match, counted from 0."""

    kind: str
    number: int
    paragraph: int | None
    language: str
    title: str
    text: str
    marks: list[int]


class Results(NamedTuple):
    """What a search found. `how`: a try of TRIES; `instead`: the words that were looked for, where not those asked for."""

    how: str
    hits: list[Hit]
    instead: str = ""


def search(db: sqlite3.Connection, text: str, pages: Pages) -> Results | None:
    """What a text finds in one rulebook by name or with all its words; None if that finds nothing."""
    found = surely(db, text, KINDS)
    wanted = telling(words(text))
    if found is not None:
        return Results(found.how, _together(_named(db, found, pages), _matching(db, wanted, pages)))
    if hits := _matching(db, wanted, pages):
        called = [hit for hit in _named(db, part(db, text, KINDS), pages) if hit.kind in _HEADED]
        return Results("all", _together(called, hits))
    return None


def guess(db: sqlite3.Connection, text: str, pages: Pages) -> Results | None:
    """What a text may mean that `search` does not find: parts of words, near spellings, some of the words."""
    wanted = telling(words(text))
    if hits := _together(_named(db, part(db, text, KINDS), pages), _with_parts(db, wanted, pages)):
        return Results("part", hits)
    found = near(db, text, KINDS)
    if found is not None and (hits := _named(db, found, pages)):
        return Results("near", hits, found.targets[0].name)
    corrected = _corrected(db, wanted)
    if corrected != wanted and (hits := _matching(db, corrected, pages)):
        return Results("spelling", hits, " ".join(corrected))
    if len(wanted) > 1 and (hits := _matching(db, corrected, pages, " OR ")):
        return Results("any", hits)
    return None


def suggestions(db: sqlite3.Connection, text: str, kinds: Sequence[str] = KINDS) -> list[str]:
    """Names of things of these kinds that are near to a text that finds nothing."""
    from rulespal.text import suggest

    marks = ", ".join("?" * len(kinds))
    rows = db.execute(f"select distinct name from names where kind in ({marks}) order by rowid", list(kinds))
    return suggest.near(text, [row["name"] for row in rows])


# ---- by name ---------------------------------------------------------------------------------------------------------


def _named(db: sqlite3.Connection, found: Found | None, pages: Pages) -> list[Hit]:
    return [hit for target in found.targets for hit in _document(db, target, pages)] if found else []


def _document(db: sqlite3.Connection, target: Target, pages: Pages) -> Iterator[Hit]:
    """The document that shows a thing best: that in the language of the pages, with its first words."""
    row = db.execute(
        "select * from documents where kind = ? and target = ? "
        "order by language != ?, language != ?, text = '', id limit 1",
        [target.kind, target.number, pages.language, pages.languages[0]],
    ).fetchone()
    if row is not None:
        yield Hit(target.kind, target.number, row["paragraph"], row["language"], row["title"], row["text"], [])


def _together(first: Sequence[Hit], then: Sequence[Hit]) -> list[Hit]:
    """The hits of two tries, each thing once; marks come from the second where both found the same sentence."""
    found = {(hit.kind, hit.number): hit for hit in first}
    for hit in then:
        there = found.setdefault((hit.kind, hit.number), hit)
        if not there.marks and (there.paragraph, there.language) == (hit.paragraph, hit.language):
            found[hit.kind, hit.number] = hit
    return list(found.values())


# ---- by text ---------------------------------------------------------------------------------------------------------


def _matching(db: sqlite3.Connection, wanted: Sequence[str], pages: Pages, between: str = " AND ") -> list[Hit]:
    """What full-text search finds, best first; of a sentence in several languages only one."""
    query = between.join(f'"{indexed(word)}"' for word in wanted)
    if not query:
        return []
    rows = db.execute(
        f"select d.*, highlight(documents_fts, 1, '{_OPEN}', '{_CLOSE}') as marked from documents_fts "
        "join documents d on d.id = documents_fts.rowid where documents_fts match ? "
        "order by bm25(documents_fts, 4.0, 1.0), d.id",
        [query],
    )
    return _once([(row, _marks(row["marked"])) for row in rows], pages)


def _with_parts(db: sqlite3.Connection, wanted: Sequence[str], pages: Pages) -> list[Hit]:
    """Documents in which every word is a part of a word."""
    parts = [indexed(word) for word in wanted]
    if not parts or any(len(one) < _SHORTEST_PART for one in parts):
        return []
    found = []
    for row in db.execute("select * from documents order by id"):
        there = row["words"].split()
        if all(one in f"{row['title_words']} {row['words']}" for one in parts):
            found.append((row, [n for n, word in enumerate(there) if any(one in word for one in parts)]))
    return _once(found, pages)


def _marks(marked: str) -> list[int]:
    """The places of the words between marks, counted in words."""
    found, inside = [], False
    for place, word in enumerate(marked.split()):
        inside = inside or _OPEN in word
        if inside:
            found.append(place)
        inside = inside and _CLOSE not in word
    return found


def _once(rows: Sequence[tuple[sqlite3.Row, list[int]]], pages: Pages) -> list[Hit]:
    """The best hit of each thing, in their order; the same sentence in the language of the pages, if it matches too."""
    order = (pages.language, pages.languages[0])
    best: dict[tuple[str, int], Hit] = {}
    for row, marks in rows:
        hit = Hit(row["kind"], row["target"], row["paragraph"], row["language"], row["title"], row["text"], marks)
        there = best.get((hit.kind, hit.number))
        same = there is not None and there.paragraph == hit.paragraph
        if there is None or not there.text or (same and _rank(hit.language, order) < _rank(there.language, order)):
            best[hit.kind, hit.number] = hit
    return list(best.values())


def _rank(language: str, order: Sequence[str]) -> int:
    return order.index(language) if language in order else len(order)


def _corrected(db: sqlite3.Connection, wanted: Sequence[str]) -> list[str]:
    """The words, each that occurs nowhere replaced by the one that is spelled most nearly so."""
    known = [row["word"] for row in db.execute("select word from vocabulary")]
    there, found = {indexed(word) for word in known}, []
    for word in wanted:
        other = [] if indexed(word) in there or word in SIGNS or len(word) < 3 else nearest(word, known)
        found.append(other[0] if other else word)
    return found


# ---- as data ---------------------------------------------------------------------------------------------------------


def shown(hit: Hit, pages: Pages) -> dict[str, Any]:
    """A hit as `--json` prints it: the thing, how to open it, its text with the matching words marked."""
    found = pages.db.execute(
        "select section from documents where kind = ? and target = ? and paragraph is ? limit 1",
        [hit.kind, hit.number, hit.paragraph],
    ).fetchone()
    place = (pages.place(found["section"]) if found else None) or {"anchor": "", "printed": ""}
    told = pages.db.execute("select place from paragraphs where id = ?", [hit.paragraph]).fetchone()
    printed = f"{place['printed']}, {told['place']}" if told and told["place"] else place["printed"]
    name = place["anchor"] if hit.kind == "section" else _name(hit, pages.db)
    return {
        "book": pages.name, "kind": hit.kind, "name": name, "title": hit.title, "text": hit.text,
        "marks": spans(hit.text, hit.marks), "language": hit.language, "section": place["anchor"], "printed": printed,
        "open": _command(hit, pages.name, name),
    }  # fmt: skip


def _name(hit: Hit, db: sqlite3.Connection) -> str:
    """By what a card, term, reading … is opened."""
    column = "slug" if hit.kind == "card" else "name"
    return str(db.execute(f"select {column} from {hit.kind}s where id = ?", [hit.number]).fetchone()[0])


def _command(hit: Hit, book: str, name: str) -> str:
    """The command that shows it; a question without a fixed answer is asked."""
    if hit.kind == "reading":
        return f"rulespal readings {book}"
    if hit.kind == "ruling" and not hit.text and "…" not in hit.title and "'" not in hit.title:
        return f"rulespal ask {book} '{hit.title}'"
    command = "card" if hit.kind == "card" else "show"
    return f"rulespal {command} {book} " + (name if " " not in name else f'"{name}"')


def spans(text: str, marks: Sequence[int]) -> list[list[int]]:
    """The places [start, end] of the marked words in a text."""
    from rulespal.text.words import places

    found = places(text)
    return [list(found[mark]) for mark in marks if mark < len(found)]
