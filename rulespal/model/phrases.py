"""Sentences both ways: text to moves, facts and effects, and values to text.

A sentence is folded once; the player at its front is taken off, the next word picks the few patterns that may match.
Facts, events and effects are separate tables, each with what its sentences stand for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulespal.model.each import Each, Spoken, Told, each_of, names_alone, spoken_of
from rulespal.model.patterns import PLURAL, expression, numbered
from rulespal.model.rules import Define, Effect, Move, Pattern, Rulebook, Slot, Stage, State, Zone
from rulespal.model.types import Type
from rulespal.text.fold import fold
from rulespal.text.suggest import near

HIDDEN = "?"  # a card that nobody recorded
MAX_SENTENCE = 1_500


Target = Move | State | Zone | Stage | Effect | Define


@dataclass(frozen=True, slots=True)
class Sentence:
    """One pattern of a table and what it stands for. `form`: as in `says FORM`, or None."""

    target: Target
    form: str | None
    pattern: Pattern
    regex: re.Pattern[str]
    rest: re.Pattern[str] | None  # what follows the player at the front
    slots: tuple[tuple[str, Type], ...]
    each: tuple[Each, ...] = ()
    known: tuple[str, ...] = ()  # slots for cards that have to be named

    @property
    def leads_with_player(self) -> bool:
        return self.rest is not None


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence understood: what it stands for, and the values by slot name."""

    sentence: Sentence
    values: Mapping[str, Any]

    @property
    def target(self) -> Target:
        return self.sentence.target

    @property
    def of_cards(self) -> tuple[Told, ...]:
        """What is said of single cards beside where they are."""
        return self.values.get("each") or ()


@dataclass(frozen=True, slots=True)
class NotSaid:
    """A text that is no sentence: `E-NAME` (something in it has no such name) or `E-VERB`."""

    code: str
    message: str
    hint: str | None = None


@dataclass(slots=True)
class Table:
    """The sentences of one kind, found by their first word (after a player at the front, or at once)."""

    sentences: list[Sentence] = field(default_factory=list)
    led: dict[str, list[Sentence]] = field(default_factory=dict)
    plain: dict[str, list[Sentence]] = field(default_factory=dict)

    def add(self, sentence: Sentence) -> None:
        self.sentences.append(sentence)
        parts = sentence.pattern.parts[1:] if sentence.leads_with_player else sentence.pattern.parts
        where = self.led if sentence.leads_with_player else self.plain
        for word in _first_words(parts[0] if parts else ""):
            where.setdefault(word, []).append(sentence)


def _first_words(part: str | Slot) -> set[str]:
    """The words with which a text may begin that is read by a pattern; the empty one for a slot."""
    if isinstance(part, Slot) or not part.strip():
        return {""}
    first, *others = part.strip().split(" ", 1)
    if not others and not part.endswith(" "):
        return {""}  # a slot may go on where the word ends
    return {fold(PLURAL.sub("", first)), fold(PLURAL.sub(r"\2", first))}


def card_names(book: Rulebook, short: str) -> dict[str, Any]:
    """Folded names of all cards, with their places in the pack; of several copies the first.

    Where a card has several names in a language, the first is its short form, and only the short forms of the language
    `short` are understood: those of two languages may mean different cards.
    """
    found: dict[str, Any] = {HIDDEN: HIDDEN}
    for place, card in enumerate(book.cards):
        names = list(zip(card.languages, (card.name, *card.aliases), strict=True))
        for language in book.languages:
            mine = [name for tag, name in names if tag == language]
            for name in mine if language == short or len(mine) == 1 else mine[1:]:
                found.setdefault(fold(name), place)
    return found


class Phrasebook:
    """The sentences of a rulebook in all its languages."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.events, self.facts, self.effects = Table(), Table(), Table()
        self.cards = card_names(book, book.languages[0])
        self.members = {name: _members(enum.members, enum.aliases) for name, enum in book.enums.items()}
        for move in book.moves:
            self._add(self.events, move, None, move.says)
        for state in book.states:
            for form, patterns in state.says.items():
                self._add(self.facts, state, form, patterns)
            for form, patterns in state.becomes.items():
                self._add(self.effects, state, form, patterns)
        for zone in book.zones:
            for form, patterns in zone.says.items():
                self._add(self.facts, zone, form, patterns)
        for stage in book.stages:
            self._add(self.facts, stage, None, stage.says)
        for define in book.defines.values():
            for form, patterns in define.says.items():
                self._add(self.facts, define, form, patterns)
        for effect in book.effects:
            for form, patterns in effect.says.items():
                self._add(self.effects, effect, form, patterns)

    def _add(self, table: Table, target: Any, form: str | None, patterns: Iterable[Pattern]) -> None:
        for pattern in patterns:
            slots = tuple((p.name, p.expr.type) for p in pattern.parts if isinstance(p, Slot))
            whole = expression(pattern.parts)
            first = pattern.parts[0] if pattern.parts else ""
            leads = isinstance(first, Slot) and first.expr.type.kind == "player"
            rest = expression(pattern.parts[1:]) if leads else None
            each = tuple(each_of(self.book, target, expression)) if isinstance(target, Zone) else ()
            table.add(Sentence(target, form, pattern, whole, rest, slots, each, spoken_of(target, slots)))


def _members(names: tuple[str, ...], aliases: Sequence[Sequence[tuple[str, str]]]) -> dict[str, int]:
    found = {fold(name.replace("_", " ")): i for i, name in enumerate(names)}
    return found | {fold(alias): i for i, group in enumerate(aliases) for _, alias in group}


class Speech:
    """The sentences of a rulebook for the players of one table."""

    def __init__(
        self, phrases: Phrasebook, players: Sequence[str], language: str | None = None, short: str | None = None
    ) -> None:
        self.phrases = phrases
        self.short = short
        self.cards = card_names(phrases.book, short) if short else phrases.cards
        self.book = phrases.book
        self.players = tuple(players)
        self.language = language or self.book.languages[0]
        self.seats = {fold(name): seat for seat, name in enumerate(players)}
        self._fronts = sorted(self.seats.items(), key=lambda item: -len(item[0]))
        self._known: dict[tuple[int, str], Said | NotSaid] = {}

    # ---- text to meaning ----------------------------------------------------------------------------------------------

    def event(self, text: str) -> Said | NotSaid:
        """The move that a line announces."""
        return self._understand(self.phrases.events, text)

    def fact(self, text: str) -> Said | NotSaid:
        return self._understand(self.phrases.facts, text)

    def effect(self, text: str) -> Said | NotSaid:
        return self._understand(self.phrases.effects, text)

    def _understand(self, table: Table, text: str) -> Said | NotSaid:
        key = (id(table), text)
        found = self._known.get(key)
        if found is None:
            found = self._read(table, fold(text), text)
            if len(self._known) > 50_000:
                self._known.clear()
            self._known[key] = found
        return found

    def _read(self, table: Table, folded: str, text: str) -> Said | NotSaid:
        if len(folded) > MAX_SENTENCE:
            return NotSaid("E-VERB", f"A sentence of more than {MAX_SENTENCE} characters is none of {self.book.title}.")
        for seat, rest in self._player_in_front(folded):
            for sentence in _candidates(table.led, rest):
                assert sentence.rest is not None
                if match := sentence.rest.fullmatch(rest):
                    values = self._values(sentence, match.groups(), 1)
                    if values is not None:
                        return Said(sentence, {sentence.slots[0][0]: seat, **values})
        for sentence in _candidates(table.plain, folded):
            if match := sentence.regex.fullmatch(folded):
                values = self._values(sentence, match.groups())
                if values is not None:
                    return Said(sentence, values)
        return self._explain(table, folded, text)

    def _player_in_front(self, folded: str) -> Iterator[tuple[int, str]]:
        for name, seat in self._fronts:
            if folded.startswith(name) and folded[len(name) : len(name) + 1] in ("", " ", "'"):
                yield seat, folded[len(name) :]

    def _values(self, sentence: Sentence, texts: Sequence[str], first: int = 0) -> dict[str, Any] | None:
        values: dict[str, Any] = {}
        for (name, type_), text in zip(sentence.slots[first:], texts, strict=True):
            if sentence.each and type_.kind == "collection":
                text, values["each"] = names_alone(sentence.each, text, self.cards, self.value)
            value = self.value(type_, text)
            if value is None or (value == HIDDEN and name in sentence.known):
                return None
            values[name] = value
        return values

    def value(self, type_: Type, text: str) -> Any:
        """What a folded text means where a value of that type is spoken, or None."""
        if type_.kind == "collection":
            items = list(map(self._names(type_.of).get, text.split(", ")))  # type: ignore[arg-type]
            if None in items:  # spaced otherwise, or not by name
                items = [self.value(type_.of, part.strip()) for part in text.split(",")]  # type: ignore[arg-type]
            return None if None in items else tuple(items)
        if type_.kind == "text":
            return text
        if type_.kind == "number":
            return int(text) if text.removeprefix("-").isdecimal() and len(text) < 16 else None
        names = self._names(type_)
        return names.get(text)

    def _names(self, type_: Type) -> Mapping[str, Any]:
        if type_.kind == "player":
            return self.seats
        if type_.kind == "card":
            return self.cards
        return self.phrases.members.get(str(type_.of), {})

    # ---- what was wrong with it ---------------------------------------------------------------------------------------

    def _explain(self, table: Table, folded: str, text: str) -> Said | NotSaid:
        best: list[tuple[Type, str]] | None = None
        for sentence in table.sentences:
            match = sentence.regex.fullmatch(folded)
            if match is None:
                continue
            wrong = self._wrong_words(sentence, match.groups())
            if wrong and (best is None or len(wrong) < len(best)):
                best = wrong
        if best is not None:
            type_, word = best[0]
            found = re.search(re.escape(word), text, re.IGNORECASE)
            return self._no_such(type_, found[0] if found else word)
        hint = self._nearest(table, folded)
        return NotSaid("E-VERB", f"“{text}” is no sentence of {self.book.title}.", hint)

    def _wrong_words(self, sentence: Sentence, texts: Sequence[str]) -> list[tuple[Type, str]]:
        wrong = []
        for (name, type_), text in zip(sentence.slots, texts, strict=True):
            parts = [p.strip() for p in text.split(",")] if type_.kind == "collection" else [text]
            one: Type = type_.of if type_.kind == "collection" else type_  # type: ignore[assignment]
            wrong += [(one, p) for p in parts if self.value(one, p) is None or (p == HIDDEN and name in sentence.known)]
        return wrong

    def _no_such(self, type_: Type, word: str) -> NotSaid:
        if word == HIDDEN:
            return NotSaid("E-NAME", "“?” may be any card, and this says something of one.", "Say which card is meant.")
        kind = {"player": "player", "card": "card", "number": "number"}.get(type_.kind) or f"{type_.of}".casefold()
        known: Iterable[str] = self.players if type_.kind == "player" else (str(n) for n in self._names(type_))
        hint = None
        if type_.kind != "number" and (words := near(word, known)):
            hint = f"Did you mean {' or '.join(words)}?"
        elif type_.kind == "player":
            hint = f"The players are {', '.join(self.players)}."
        return NotSaid("E-NAME", f"There is no {kind} “{word}”.", hint)

    def _nearest(self, table: Table, folded: str) -> str | None:
        shown = {self._shape(sentence): sentence for sentence in table.sentences}
        generic = self._generic(folded)
        words = near(generic, shown, limit=2)
        return "The nearest sentences are: " + "; ".join(words) + "." if words else None

    def _shape(self, sentence: Sentence) -> str:
        """A pattern with the slots as words, for hints."""
        parts = (p if isinstance(p, str) else p.name.upper() or "…" for p in sentence.pattern.parts)
        return PLURAL.sub(r"\2", "".join(parts)).replace("ACTOR", "PLAYER").replace("VALUE has", "PLAYER has")

    def _generic(self, folded: str) -> str:
        for name in self.seats:
            folded = re.sub(rf"\b{re.escape(name)}\b", "PLAYER", folded)
        return folded

    # ---- meaning to text ----------------------------------------------------------------------------------------------

    def say(self, patterns: Sequence[Pattern], values: Mapping[str, Any]) -> str:
        """The first pattern of the language, with the values spoken in it."""
        pattern = self._pattern(patterns)
        return self.fill(pattern, [values[p.name] for p in pattern.parts if isinstance(p, Slot)])

    def _pattern(self, patterns: Sequence[Pattern]) -> Pattern:
        return next((p for p in patterns if p.language == self.language), patterns[0])

    def place(self, patterns: Sequence[Pattern]) -> int:
        """Which of the patterns is said in this language."""
        return patterns.index(self._pattern(patterns))

    def fill(self, pattern: Pattern, values: Iterable[Any]) -> str:
        """A pattern with values in the order of its slots."""
        said, rest, number = "", iter(values), None
        for part in pattern.parts:
            if isinstance(part, str):
                said += numbered(part, number == 1)
                continue
            value = next(rest)
            if isinstance(value, int) and part.expr.type.kind == "number":
                number = value
            elif isinstance(value, tuple):
                number = len(value)
            said += self.spoken(value, part.expr.type)
        return said

    def spoken(self, value: Any, type_: Type) -> str:
        """A value in words."""
        if type_.kind == "collection":
            if not isinstance(value, tuple):
                return "?"
            if isinstance(value, Spoken):
                return ", ".join(value.words)
            one: Type = type_.of  # type: ignore[assignment]
            return ", ".join(self.spoken(v, one) for v in value) if value else "nothing"
        if type_.kind == "text":
            return str(value)
        if value is None:
            return "nobody" if type_.kind == "player" else "nothing"
        if not isinstance(value, int):
            return HIDDEN
        if type_.kind == "player":
            return self.players[value]
        if type_.kind == "card":
            return self._card(value) if value >= 0 else HIDDEN
        if type_.kind == "enum":
            return self._member(str(type_.of), value)
        if type_.kind == "truth":
            return "yes" if value else "no"
        if type_.kind == "stage":
            return self.book.stages[value].name.replace("_", " ")
        return str(value)

    def _card(self, place: int) -> str:
        """A card by its short form in the language that the record has chosen, by its one name in ours, or by its first."""
        card = self.book.cards[place]
        named = list(zip(card.languages, (card.name, *card.aliases), strict=True))
        mine = [name for language, name in named if language == (self.short or self.language)]
        return mine[0] if (self.short and mine) or len(mine) == 1 else card.name

    def _member(self, enum: str, place: int) -> str:
        type_ = self.book.enums[enum]
        aliases = dict(reversed(type_.aliases[place])) if self.language != self.book.languages[0] else {}
        return aliases.get(self.language, type_.members[place].replace("_", " "))


def _candidates(index: Mapping[str, list[Sentence]], text: str) -> Iterable[Sentence]:
    word = text.lstrip().split(" ", 1)[0]
    yield from index.get(word, ())
    yield from index.get("", ())
