"""Sentences written by hand, read generously where the strict reading fails: number words, and initials of names.

A text is read so only if that gives one meaning, and no word of it is as near to another name. What was understood is
kept in full, so that it can be told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rulespal.model.phrases import HIDDEN, NotSaid, Phrasebook, Said, Sentence, Speech, Table
from rulespal.model.rules import Slot
from rulespal.model.types import Type
from rulespal.text.fold import fold
from rulespal.text.numbers import number_words
from rulespal.text.suggest import near

_WORDS = re.compile(r"[^\W\d_]+|\d+")
_MISSPELT = 3  # letters from which on a word may be a name with a slip in it
_MOST = 5_000


class GenerousSpeech(Speech):
    """A speech that reads what people write at the table. `generous` tells what was read so: text to full sentence."""

    def __init__(
        self, phrases: Phrasebook, players: Sequence[str], language: str | None = None, short: str | None = None
    ) -> None:
        super().__init__(phrases, players, language, short)
        self.generous: dict[str, str] = {}
        self._numbers = number_words(self.book.languages)
        self._initials: dict[tuple[str, object], Mapping[str, Any]] = {}

    def _explain(self, table: Table, folded: str, text: str) -> Said | NotSaid:
        found: dict[str, Said] = {}
        for sentence in table.sentences:
            if (said := self._generously(sentence, folded)) is not None:
                found.setdefault(self._in_full(said), said)
        meanings = {(id(said.target), tuple(sorted(said.values.items(), key=str))) for said in found.values()}
        if len(meanings) != 1:
            return super()._explain(table, folded, text)
        full, said = next(iter(found.items()))
        if len(self.generous) > _MOST:
            self.generous.clear()
        self.generous[text] = full
        return said

    def _wrong_words(self, sentence: Sentence, texts: Sequence[str]) -> list[tuple[Type, str]]:
        """The words that mean nothing, however generously they are read."""
        wrong = super()._wrong_words(sentence, texts)
        return [(type_, word) for type_, word in wrong if word == HIDDEN or self._guess(type_, word) is None]

    def _in_full(self, said: Said) -> str:
        slots = [part.name for part in said.sentence.pattern.parts if isinstance(part, Slot)]
        return self.fill(said.sentence.pattern, [said.values[name] for name in slots])

    def _generously(self, sentence: Sentence, folded: str) -> Said | None:
        """The sentence with values read generously; none where somebody's own words stand in it."""
        if sentence.each or any(type_.kind == "text" for _, type_ in sentence.slots):
            return None
        match = sentence.regex.fullmatch(folded)
        if match is None:
            return None
        values = {}
        for (name, type_), text in zip(sentence.slots, match.groups(), strict=True):
            values[name] = self._guess(type_, text)
            if values[name] is None or (values[name] == HIDDEN and name in sentence.known):
                return None
        return Said(sentence, values)

    def _guess(self, type_: Type, text: str) -> Any:
        """What a text may mean where a value of that type is spoken, or None."""
        if type_.kind == "collection":
            items = [self._guess(type_.of, part.strip()) for part in text.split(",")]  # type: ignore[arg-type]
            return None if None in items else tuple(items)
        strict = self.value(type_, text)
        if strict is not None:
            return strict
        if type_.kind == "number":
            return self._numbers.get(text)
        digits = " ".join(str(self._numbers.get(word, word)) for word in text.split())
        if digits != text and (named := self.value(type_, digits)) is not None:
            return named
        meant = self._by_initials(type_).get("".join(_WORDS.findall(text)))
        return None if meant is None or self._misspelt(type_, text, meant) else meant

    def _misspelt(self, type_: Type, text: str, meant: Any) -> bool:
        """Whether a text is as near to another name as to the one whose initials it has."""
        names = self._names(type_)
        return len(text) >= _MISSPELT and any(names[name] != meant for name in near(text, names))

    def _by_initials(self, type_: Type) -> Mapping[str, Any]:
        """Initials of names with their digits, as far as they fit only one thing."""
        key = (type_.kind, type_.of)
        if key not in self._initials:
            self._initials[key] = _only(self._names(type_), initials)
        return self._initials[key]


def initials(name: str) -> str:
    """`oa5` of `one/another 5`: the first letters of words, and numbers."""
    return "".join(word if word.isdigit() else word[0] for word in _WORDS.findall(fold(name)))


def _only(names: Mapping[str, Any], short: Callable[[str], str]) -> Mapping[str, Any]:
    found: dict[str, Any] = {}
    several: set[str] = set()
    for name, value in names.items():
        key = short(name) if name != HIDDEN else ""
        if key and found.setdefault(key, value) != value:
            several.add(key)
    return {key: value for key, value in found.items() if key not in several}
