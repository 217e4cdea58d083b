"""Rulings and terms that a scenario calls by their names: `ruling: NAME(2)`, `what is TERM`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rulespal.model.phrases import NotSaid, Phrasebook, Speech
from rulespal.model.rules import Ruling
from rulespal.questions.asked_as_text import ANY, ruling_name, term_of
from rulespal.questions.asked_from_text import plain
from rulespal.questions.from_ruling import Outside, named
from rulespal.questions.heads import heads
from rulespal.questions.implied import implied
from rulespal.questions.query import Asked, Query
from rulespal.text.fold import fold, identifier
from rulespal.text.suggest import near

_CALL = re.compile(r"([^()]+?)\s*(?:\((.*)\))?")


class Misnamed(Exception):
    """There is no such ruling, or something in the brackets behind it is none of its arguments."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


class CalledByName:
    """The rulings of a rulebook by their names."""

    def __init__(self, phrases: Phrasebook, speech: Speech, language: str) -> None:
        self.phrases = phrases
        self.speech = speech
        self.language = language
        self.known = heads(language)

    def query(
        self, line: str, text: str, facts: Sequence[str], assumed: Sequence[str], events: Sequence[str],
        players: Sequence[str],
    ) -> Query | None:  # fmt: skip
        """The query of a line that calls a ruling or asks for a term; None for other lines. Raises Misnamed."""
        asked = plain(line)
        ruling = self._term(asked)
        arguments: dict[str, Any] = {}
        if (name := self.known.behind("silent", asked)) is not None:
            silent = self._ruling(name)
            return Query(text, self.language, (), asked=(Asked("silent"),), source="ruling", ruling=silent)
        if (call := self.known.behind("ruling", asked)) is not None:
            ruling, arguments = self._call(call)
        if ruling is None:
            return None
        return self._filled(ruling, arguments, text, [*facts, *assumed], events, players)

    def _filled(
        self, ruling: Ruling, arguments: dict[str, Any], text: str, facts: Sequence[str], events: Sequence[str],
        players: Sequence[str],
    ) -> Query:  # fmt: skip
        own = named(ruling, arguments, text, (), self.phrases, self.language, players)
        others = [fact for fact in facts if fact not in own.assumed]
        try:
            found = named(ruling, arguments, text, others, self.phrases, self.language, players)
        except Outside as outside:
            raise Misnamed(str(outside)) from None
        return replace(found, events=tuple(events)) if events else found

    def _term(self, asked: str) -> Ruling | None:
        if not (name := self.known.behind("meaning", asked)):
            return None
        names = {fold(name), fold(asked)}
        for ruling in implied(self.phrases.book):
            called = {fold(p.source.strip("¿?")) for p in ruling.asks}
            term = fold(term_of(ruling, self.language))
            if term and (
                term in names
                or not called.isdisjoint(f"{fold(h)} {n}" for h in self.known.words["meaning"] for n in names)
            ):
                return ruling
        return None

    def _ruling(self, name: str) -> Ruling:
        rulings = {identifier(ruling_name(r)): r for r in (*self.phrases.book.rulings, *implied(self.phrases.book))}
        if identifier(name) in rulings:
            return rulings[identifier(name)]
        words = near(identifier(name), rulings)
        raise Misnamed(f"There is no ruling “{name}”.", f"Did you mean {' or '.join(words)}?" if words else None)

    def _call(self, call: str) -> tuple[Ruling, dict[str, Any]]:
        match = _CALL.fullmatch(call)
        ruling = self._ruling(match[1] if match else call)
        said = [part.strip() for part in (match[2] or "").split(",")] if match and match[2] else []
        if len(said) > len(ruling.params):
            raise Misnamed(f"The ruling “{call}” has {len(ruling.params)} argument(s).", self._shape(ruling))
        found = {}
        for param, part in zip(ruling.params, said, strict=False):
            if part != ANY:
                found[param.name] = self._argument(ruling, param.name, part)
        missing = [p.name for p in ruling.params if p.name not in found and p.type.kind != "player"]
        if missing and missing != [ruling.seats]:
            raise Misnamed(f"The ruling does not say which {missing[0].replace('_', ' ')}.", self._shape(ruling))
        return ruling, found

    def _argument(self, ruling: Ruling, name: str, part: str) -> Any:
        type_ = next(p.type for p in ruling.params if p.name == name)
        if type_.kind == "player":
            return part
        value = self.speech.value(type_, fold(part))
        if value is None or isinstance(value, NotSaid):
            raise Misnamed(f"“{part}” is no {name.replace('_', ' ')}.", self._shape(ruling))
        return value

    @staticmethod
    def _shape(ruling: Ruling) -> str:
        return f"write `{ruling_name(ruling)}({', '.join(p.name for p in ruling.params)})`"
