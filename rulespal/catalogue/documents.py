"""What full-text search looks through: one document for each paragraph, card, term, reading and gap, in each language."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from rulespal.catalogue.contents import Contents, Row
from rulespal.text.words import searched, words


def documents(contents: Contents) -> None:
    """Fills the tables of documents and of the words in them."""
    writer = _Writer(contents)
    writer.prose()
    writer.cards()
    writer.terms()
    writer.readings()
    writer.others("gap", "gaps", ("name", "text"))
    writer.others("ruling", "rulings", ("question", "answer"))
    contents.tables["vocabulary"] = [{"word": word} for word in sorted(writer.vocabulary)]


class _Writer:
    def __init__(self, contents: Contents) -> None:
        self.contents = contents
        self.tables = contents.tables
        self.vocabulary: set[str] = set()
        self.translated: dict[tuple[str, int], list[Row]] = {}
        for row in self.tables["translations"]:
            self.translated.setdefault((row["kind"], row["target"]), []).append(row)

    def add(
        self, kind: str, target: int, language: str, title: str, text: str, section: int | None,
        paragraph: int | None = None, also: str = "",
    ) -> None:  # fmt: skip
        """`also`: what is searched too and not shown."""
        self.vocabulary.update(word for word in words(f"{title} {text} {also}") if len(word) > 2)
        self.contents.add(
            "documents", kind=kind, target=target, section=section, paragraph=paragraph, language=language, title=title,
            text=text, title_words=searched(f"{title} {also}"), words=searched(text),
        )  # fmt: skip

    def prose(self) -> None:
        """Headings are documents of their own, so that a section without prose is found too."""
        titles: dict[tuple[int, str], str] = {}
        main = self.contents.language
        for section in self.tables["sections"]:
            number = section["id"]
            titles[number, main] = section["title"]
            self.add("section", number, main, section["title"], "", number, also=section["printed"])
            for row in self.translated.get(("section", number), ()):
                titles[number, row["language"]] = row["text"]
                self.add("section", number, row["language"], row["text"], "", number)
        for paragraph in self.tables["paragraphs"]:
            section, number = paragraph["section"], paragraph["id"]
            if paragraph["text"]:
                self.add("section", section, main, titles[section, main], paragraph["text"], section, number)
            for row in self.translated.get(("paragraph", number), ()):
                title = titles.get((section, row["language"]), titles[section, main])
                self.add("section", section, row["language"], title, row["text"], section, number)

    def cards(self) -> None:
        """A card in each language: its longest name there, and its values as they are called there."""
        names: dict[int, list[Row]] = {}
        for row in self.tables["card_names"]:
            names.setdefault(row["card"], []).append(row)
        for card in self.tables["cards"]:
            number, called = card["id"], names[card["id"]]
            also = " ".join(row["name"] for row in called)
            for language in self.contents.book.languages:
                own = [row["name"] for row in called if row["language"] == language]
                title = card["name"] if language == self.contents.language else max(own, key=len, default=card["name"])
                about = " · ".join(self._values.get((number, language), ()))
                self.add("card", number, language, title, about, card["section"], also=also)

    @cached_property
    def _values(self) -> dict[tuple[int, str], list[str]]:
        """The values of cards in words, by card and language; what a yes or no says its name says."""
        called = {row["id"]: row["value"] for row in self.tables["attribute_values"]}
        spoken = {(called[row["target"]], row["language"]): row["name"] for row in reversed(self.tables["names"])
                  if row["kind"] == "value"}  # fmt: skip
        found: dict[tuple[int, str], list[str]] = {}
        for row in self.tables["card_attributes"]:
            if not row["telling"] or row["value"] == "yes":
                continue
            for language in self.contents.book.languages:
                main = language == self.contents.language
                value = row["value"] if main else spoken.get((row["value"], language), row["value"])
                found.setdefault((row["card"], language), []).append(f"{row['attribute']} {value}")
        return found

    def terms(self) -> None:
        names: dict[int, list[Row]] = {}
        for row in self.tables["names"]:
            if row["kind"] == "term":
                names.setdefault(row["target"], []).append(row)
        for term in self.tables["terms"]:
            number, called = term["id"], names.get(term["id"], [])
            meanings = {row["language"]: row["text"] for row in self.translated.get(("term", number), ())}
            for language in self.contents.book.languages:
                title = str(next((row["name"] for row in called if row["language"] == language), term["name"]))
                text = str(meanings.get(language, term["meaning"]))
                also = " ".join(row["name"] for row in called)
                self.add("term", number, language, title, text, term["section"], also=also)

    def readings(self) -> None:
        options: dict[int, list[Row]] = {}
        for row in self.tables["reading_options"]:
            options.setdefault(row["reading"], []).append(row)
        for reading in self.tables["readings"]:
            number = reading["id"]
            choices = [row["text"] for row in options[number]]
            text = _reading(reading["question"], choices, reading["because"])
            main = self.contents.language
            self.add("reading", number, main, reading["name"], text, reading["section"], reading["paragraph"])
            own = {(row["role"], row["language"]): row["text"] for row in self.translated.get(("reading", number), ())}
            for language in sorted({language for _, language in own}):
                choices = [
                    other["text"] for row in options[number] for other in self.translated.get(("option", row["id"]), ())
                    if other["language"] == language
                ]  # fmt: skip
                text = _reading(own.get(("question", language), ""), choices, own.get(("because", language), ""))
                self.add("reading", number, language, reading["name"], text, reading["section"], reading["paragraph"])

    def others(self, kind: str, table: str, columns: tuple[str, str]) -> None:
        """Things with two texts; `columns`: which of them is the title, and which is what it says."""
        for row in self.tables[table]:
            texts = {self.contents.language: {column: row[column] for column in columns}}
            for other in self.translated.get((kind, row["id"]), ()):
                texts.setdefault(other["language"], {})[other["role"]] = other["text"]
            for language, own in texts.items():
                title, text = str(own.get(columns[0], row[columns[0]])), str(own.get(columns[1], ""))
                self.add(kind, row["id"], language, title, text, row["section"], row["paragraph"])


def _reading(question: str, options: Sequence[str], because: str) -> str:
    return " ".join(text for text in (question, f"– {' / '.join(options)}." if options else "", because) if text)
