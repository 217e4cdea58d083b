"""What a catalogue says of one thing: a section, a card, a term, the whole rulebook. Plain data, as `--json` prints it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

Page = dict[str, Any]
Key = tuple[str, int, str]  # a kind of thing, its number, which of its texts


class Pages:
    """The pages of one catalogue in one language (None: the rulebook's own)."""

    def __init__(self, db: sqlite3.Connection, language: str | None = None) -> None:
        self.db = db
        row = db.execute("select * from rulebook").fetchone()
        self.name: str = row["name"]
        self.title: str = row["title"]
        self.languages: list[str] = row["languages"].split()
        self.players: tuple[int, int] = (row["players_min"], row["players_max"])
        self.edition: str = row["edition"]
        self.source: str = row["source"]
        self.pack: int = row["pack"]
        self.errors: int = row["errors"]
        self.language: str = language if language and language in self.languages else self.languages[0]
        self._texts: dict[Key, str] = {}
        if self.language != self.languages[0]:
            rows = db.execute("select kind, target, role, text from translations where language = ?", [self.language])
            self._texts = {(kind, target, role): text for kind, target, role, text in rows}

    def text(self, kind: str, number: int, role: str, otherwise: str) -> str:
        """A text in the language of the pages, else in that of the rulebook."""
        return self._texts.get((kind, number, role), otherwise)

    def rows(self, query: str, *values: object) -> Iterator[sqlite3.Row]:
        return iter(self.db.execute(query, values))

    # ---- sections -----------------------------------------------------------------------------------------------------

    def place(self, number: int | None) -> Page | None:
        """A section as a link: anchor, title, printed heading."""
        row = self.db.execute("select * from sections where id = ?", [number]).fetchone() if number else None
        if row is None:
            return None
        title = self.text("section", row["id"], "title", row["title"])
        return {"anchor": row["anchor"], "title": title, "printed": row["printed"] or row["title"]}

    def sections(self) -> list[int]:
        """The numbers of all sections in their order."""
        return [row["id"] for row in self.rows("select id from sections order by id")]

    def number_of(self, anchor: str) -> int:
        return int(self.db.execute("select id from sections where anchor = ?", [anchor]).fetchone()["id"])

    def section(self, number: int, rules: bool = False, paragraph: int | None = None) -> Page:
        """A section with all that belongs to it. `rules`: its rule blocks too. `paragraph`: the one that is meant."""
        row = self.db.execute("select * from sections where id = ?", [number]).fetchone()
        return {
            **(self.place(number) or {}), "link": f"{self.name}#{row['anchor']}", "level": row["level"],
            "paragraphs": list(self._paragraphs(number, rules, paragraph)),
            "cards": [card["name"] for card in self.rows("select name from cards where section = ?", number)],
            "terms": self._terms_of(number),
            "rulings": self._rulings("section = ?", number),
            "readings": self._readings("section = ?", number),
            "related": self._related(number),
            "above": self.place(row["parent"]),
            "below": [self.place(n) for n in self._numbers("parent = ?", number)],
            "previous": self.place(next(iter(self._numbers("id = ?", number - 1)), None)),
            "next": self.place(next(iter(self._numbers("id = ?", number + 1)), None)),
        }  # fmt: skip

    def _numbers(self, condition: str, value: int) -> list[int]:
        return [row["id"] for row in self.rows(f"select id from sections where {condition} order by id", value)]

    def _paragraphs(self, section: int, rules: bool, meant: int | None) -> Iterator[Page]:
        """The paragraphs; rules that stand above the first one come with a paragraph without text."""
        first = self._rules("section = ? and paragraph is null", section) if rules else []
        if first:
            yield {"text": "", "place": "", "not_executable": None, "meant": False, "rules": first}
        for row in self.rows("select * from paragraphs where section = ? order by id", section):
            text = self.text("paragraph", row["id"], "text", row["text"])
            if text:
                yield {
                    "text": text, "place": row["place"], "not_executable": row["not_executable"],
                    "meant": row["id"] == meant, "rules": self._rules("paragraph = ?", row["id"]) if rules else [],
                }  # fmt: skip

    def _rules(self, condition: str, value: int) -> list[Page]:
        """Rules as they are written; rulings are told by their question and answer."""
        return [
            {"name": row["name"], "kind": row["kind"], "source": row["source"], "line": row["line"]}
            for row in self.rows(f"select * from rules where {condition} and kind != 'ruling' order by id", value)
        ]

    def _related(self, number: int) -> list[Page]:
        """Sections whose rules give reasons that this one states, or the other way round, most often first."""
        query = (
            "select other, sum(times) as times from (select section, other, times from related_sections union all "
            "select other, section, times from related_sections) where section = ? group by other order by 2 desc, 1"
        )
        return [place for row in self.rows(query, number) if (place := self.place(row["other"]))]

    def _terms_of(self, number: int) -> list[Page]:
        """The terms whose own section this is; those of the whole rulebook stand at its beginning."""
        rows = self.rows("select id from terms where section = ? order by id", number)
        return [{key: term[key] for key in ("name", "meaning")} for term in (self.term(row["id"]) for row in rows)]

    # ---- terms, readings, rulings -------------------------------------------------------------------------------------

    def term(self, number: int) -> Page:
        row = self.db.execute("select * from terms where id = ?", [number]).fetchone()
        names = [
            {"name": one["name"], "language": one["language"]}
            for one in self.rows("select * from names where kind = 'term' and target = ? order by rowid", number)
        ]
        own = next((one["name"] for one in names if one["language"] == self.language), row["name"])
        return {
            "name": own, "names": names, "meaning": self.text("term", number, "meaning", row["meaning"]),
            "section": self.place(row["section"]),
        }  # fmt: skip

    def reading(self, number: int) -> Page:
        row = self.db.execute("select * from readings where id = ?", [number]).fetchone()
        options = [
            {"name": one["name"], "text": self.text("option", one["id"], "text", one["text"])}
            for one in self.rows("select * from reading_options where reading = ? order by id", number)
        ]
        where = self.place(row["section"])
        return {
            "name": row["name"], "grade": row["grade"],
            "question": self.text("reading", number, "question", row["question"]), "options": options,
            "because": self.text("reading", number, "because", row["because"]),
            "section": where["anchor"] if where else "", "printed": row["printed"],
        }  # fmt: skip

    def ruling(self, number: int) -> Page:
        row = self.db.execute("select * from rulings where id = ?", [number]).fetchone()
        where = self.place(row["section"])
        return {
            "name": row["name"], "question": self.text("ruling", number, "question", row["question"]),
            "answer": self.text("ruling", number, "answer", row["answer"]), "silent": bool(row["silent"]),
            "section": where["anchor"] if where else "", "printed": row["printed"],
        }  # fmt: skip

    def rule(self, number: int) -> Page:
        """A rule with the sentence that it encodes."""
        row = self.db.execute("select * from rules where id = ?", [number]).fetchone()
        told = self._mention({**dict(row), "how": "name", "word": ""}) if row["section"] else None
        return {
            "name": row["name"], "kind": row["kind"], "source": row["source"], "line": row["line"],
            "section": self.place(row["section"]), "printed": told["printed"] if told else "",
            "text": told["text"] if told else "",
        }  # fmt: skip

    def gap(self, number: int) -> Page:
        row = self.db.execute("select * from gaps where id = ?", [number]).fetchone()
        where = self.place(row["section"])
        return {
            "name": row["name"], "text": self.text("gap", number, "text", row["text"]),
            "section": where["anchor"] if where else "", "printed": row["printed"],
        }  # fmt: skip

    def _readings(self, condition: str, value: int) -> list[Page]:
        rows = self.rows(f"select id from readings where {condition} order by id", value)
        return [self.reading(row["id"]) for row in rows]

    def _rulings(self, condition: str, value: int) -> list[Page]:
        rows = self.rows(f"select id from rulings where {condition} order by id", value)
        return [self.ruling(row["id"]) for row in rows]

    # ---- cards --------------------------------------------------------------------------------------------------------

    def brief(self, number: int) -> Page:
        """A card in a list: its name in the language of the pages, its values, the first sentence about it."""
        row = self.db.execute("select * from cards where id = ?", [number]).fetchone()
        text = next(iter(self._paragraphs(row["section"], False, None)), None) if row["section"] else None
        return {
            "name": row["name"], "called": self._called(number, row["name"]), "link": f"{self.name}#{row['slug']}",
            "copies": row["copies"], "attributes": self._attributes(number), "text": text["text"] if text else "",
        }  # fmt: skip

    def card(self, number: int) -> Page:
        """A card with all that the rulebook says of it."""
        row = self.db.execute("select * from cards where id = ?", [number]).fetchone()
        text = list(self._paragraphs(row["section"], False, None)) if row["section"] else []
        own = "id in (select {0} from card_{0}s where card = ?)".format
        return {
            **self.brief(number),
            "names": [{"name": one["name"], "language": one["language"]}
                      for one in self.rows("select * from card_names where card = ? order by id", number)],
            "section": self.place(row["section"]),
            "text": [{"text": one["text"], "place": one["place"]} for one in text],
            "rulings": self._rulings(own("ruling"), number),
            "uses": list(self._uses(number)),
            "mentions": list(self._mentions(number, row["section"])),
            "readings": self._readings(own("reading"), number),
        }  # fmt: skip

    def _called(self, number: int, name: str) -> str:
        """The name in the language of the pages, where that is another one."""
        if self.language == self.languages[0]:
            return name
        rows = self.rows(
            "select name from card_names where card = ? and language = ? order by length(name) desc",
            number, self.language,
        )  # fmt: skip
        return next((row["name"] for row in rows), name)

    def _attributes(self, number: int) -> list[Page]:
        found: dict[str, list[str]] = {}
        telling: dict[str, bool] = {}
        for row in self.rows("select * from card_attributes where card = ? order by id", number):
            value = self._values.get(row["value"], row["value"])
            telling[row["attribute"]] = telling.get(row["attribute"], False) or bool(row["telling"])
            found.setdefault(row["attribute"], []).extend([] if value is None else [value])
        return [{"name": name, "values": values, "telling": telling[name]} for name, values in found.items()]

    @cached_property
    def _values(self) -> dict[str | None, str]:
        """What members of enums are called in the language of the pages, where that is another one."""
        if self.language == self.languages[0]:
            return {}
        query = (
            "select v.value, n.name from attribute_values v join names n on n.kind = 'value' and n.target = v.id "
            "where n.language = ? order by n.rowid desc"
        )
        return {row["value"]: row["name"] for row in self.rows(query, self.language)}

    def _uses(self, number: int) -> Iterator[Page]:
        """The moves, those that are about this card first, each with its stages."""
        found: dict[str, Page] = {}
        for row in self.rows(
            "select moves.*, own from card_moves join moves on moves.id = card_moves.move where card = ? "
            "order by own desc, moves.id", number,
        ):  # fmt: skip
            says = self.text("move", row["id"], "says", row["says"])
            use = found.setdefault(
                row["name"], {"move": row["name"], "says": says, "own": bool(row["own"]), "stages": []}
            )
            place = self.place(row["section"])
            use["stages"].append({
                "stage": row["stage"], "who": row["who"], "conditional": bool(row["conditional"]),
                "section": place["anchor"] if place else "",
            })  # fmt: skip
        yield from found.values()

    def _mentions(self, number: int, own: int | None) -> Iterator[Page]:
        """The sentences elsewhere that speak of the card or have a rule under them that does; its name first."""
        found: dict[tuple[int | None, int | None], Page] = {}
        for row in self.rows(
            "select m.*, r.name as rule_name from card_mentions m left join rules r on r.id = m.rule "
            "where card = ? and m.section is not ? order by how, m.section, m.paragraph, m.id", number, own,
        ):  # fmt: skip
            one = found.get((row["section"], row["paragraph"]))
            if one is None:
                one = found[row["section"], row["paragraph"]] = self._mention(dict(row))
            if row["rule_name"] and row["rule_name"] not in one["rules"]:
                one["rules"].append(row["rule_name"])
        yield from found.values()

    def _mention(self, row: Mapping[str, Any]) -> Page:
        place = self.place(row["section"]) or {"anchor": "", "title": "", "printed": ""}
        told = self.db.execute("select * from paragraphs where id = ?", [row["paragraph"]]).fetchone()
        text = self.text("paragraph", told["id"], "text", told["text"]) if told else ""
        printed = f"{place['printed']}, {told['place']}" if told and told["place"] else place["printed"]
        return {
            "section": place["anchor"], "title": place["title"], "printed": printed, "text": text, "rules": [],
            "how": row["how"], "word": row["word"],
        }  # fmt: skip

    # ---- the whole ----------------------------------------------------------------------------------------------------

    def listing(self) -> Page:
        """The rulebook in a list: how many sections it has, and how many cards (or kinds of them) in its pack."""
        sections = self.db.execute("select count(*) from sections where title != ?", [self.title]).fetchone()[0]
        return {
            "name": self.name, "title": self.title, "players": {"min": self.players[0], "max": self.players[1]},
            "edition": self.edition, "languages": self.languages, "sections": sections, "cards": self.pack,
            "errors": self.errors,
        }  # fmt: skip

    def contents(self) -> Page:
        """The rulebook: what there is in it, and its sections."""

        def count(table: str) -> int:
            return int(self.db.execute(f"select count(*) from {table}").fetchone()[0])

        sections = [
            {**(self.place(row["id"]) or {}), "level": row["level"]}
            for row in self.rows("select id, level from sections where title != ? order by id", self.title)
        ]
        terms = [self.term(row["id"]) for row in self.rows("select id from terms order by id")]
        return {
            "name": self.name, "title": self.title, "edition": self.edition, "source": self.source,
            "players": {"min": self.players[0], "max": self.players[1]}, "languages": self.languages,
            "sections": sections, "cards": count("cards"), "readings": count("readings"), "rulings": count("rulings"),
            "terms": [{"name": term["name"], "meaning": term["meaning"]} for term in terms],
        }  # fmt: skip
