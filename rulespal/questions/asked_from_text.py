"""A line that asks, read as what is asked: by its head, by the place of its `?`, or as the sentence that it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from rulespal.model.phrases import HIDDEN, NotSaid, Said, Sentence, Speech, Table
from rulespal.model.rules import Define, Effect, Move, State, Zone
from rulespal.questions.asked_as_text import ALONE, ANY
from rulespal.questions.heads import Heads
from rulespal.questions.query import Asked, Told
from rulespal.text.fold import fold

_NO_VALUE = ("starts", "includes", "none", "one")  # forms of sentences that have no place for a value


class Asking:
    """Reads the lines that ask something of one scenario."""

    def __init__(self, speech: Speech, known: Heads) -> None:
        self.speech = speech
        self.phrases = speech.phrases
        self.known = known

    def read(self, line: str) -> Asked | None:
        """What a line asks, without the `?` in front of it; None where it is no exact one."""
        text = plain(line)
        for way in (self._alone, self._by_move, self._by_head, self._inverted, self._wanted, self._stated):
            if (found := way(text)) is not None:
                return found
        return None

    # ---- by the head ------------------------------------------------------------------------------------------------------

    def _alone(self, text: str) -> Asked | None:
        for kind in ALONE:
            if self.known.behind(kind, text) == "":
                return Asked(kind)  # type: ignore[arg-type]
        return Asked("legal") if self.known.behind("that", text) == "" else None

    def _by_move(self, text: str) -> Asked | None:
        """Whether a move may or must be made, with which cards, and how much at most or least."""
        for kind, asked in (("may", "legal"), ("must", "must")):
            rest = self.known.behind(kind, text)
            if rest and (event := self.event(rest)) is not None:
                return Asked(asked, event=event)  # type: ignore[arg-type]
        rest = self.known.behind("which", text)
        if rest and (event := self.event(rest)) is not None and HIDDEN in event:
            return Asked("which-cards", event=event)
        picks: tuple[Literal["most", "least"], ...] = ("most", "least")
        for pick in picks:
            if rest := self.known.behind(pick, text):
                for sentence, known, slot in self._matches(self.phrases.events, rest):
                    type_ = next((t for name, t in sentence.slots if name == slot), None)
                    if isinstance(sentence.target, Move) and type_ is not None and type_.kind == "number":
                        return Asked("value", told=Told(sentence.target, known, slot, pick))
        return None

    def _by_head(self, text: str) -> Asked | None:
        if rest := self.known.behind("place", text):
            return Asked("where", fact=rest)
        if (rest := self.known.behind("so", text)) and (found := self._fact(rest)) is not None:
            return found
        if rest := self.known.behind("comes", text):
            return self._effect(rest) or next(self._values(self.phrases.effects, rest), None)
        return None

    def event(self, text: str) -> str | None:
        """A move as a sentence, or with its verb bare."""
        return next((form for form in self._forms(text) if isinstance(self.speech.event(form), Said)), None)

    def _forms(self, text: str) -> list[str]:
        forms = [text]
        for player in self.speech.players if self.known.has_bare_verbs else ():
            verb, _, rest = text[len(player) + 1 :].partition(" ")
            if fold(text).startswith(f"{fold(player)} ") and verb:
                forms.append(f"{text[: len(player)]} {self.known.third(verb)} {rest}".strip())
        return forms

    def misnamed(self, line: str) -> NotSaid | None:
        """What has no such name in a line that asks for a move; None where that is not what is wrong with it."""
        for kind in ("may", "must", "which"):
            for form in self._forms(self.known.behind(kind, plain(line)) or ""):
                if isinstance(said := self.speech.event(form), NotSaid) and said.code == "E-NAME":
                    return said
        return None

    # ---- whether something is so -----------------------------------------------------------------------------------------

    def _stated(self, text: str) -> Asked | None:
        return self._fact(text) or self._effect(text)

    def _inverted(self, text: str) -> Asked | None:
        """`is Ben out`, `does Ben hold red 4`."""
        words = text.split()
        first, rest = fold(words[0]) if words else "", words[1:]
        if first in map(fold, self.known.words.get("inverted", ())):
            forms = [[*rest[:at], words[0].lower(), *rest[at:]] for at in range(1, len(rest) + 1)]
        elif first in self.known.words.get("doing", ()):
            forms = [[*rest[:at], self.known.third(rest[at]), *rest[at + 1 :]] for at in range(1, len(rest))]
        else:
            return None
        return next((found for form in forms if (found := self._stated(" ".join(form))) is not None), None)

    def _fact(self, text: str) -> Asked | None:
        said = self.speech.fact(text)
        if not isinstance(said, Said):
            return None
        thing = said.target if isinstance(said.target, State | Zone | Define) else None
        return Asked("is", fact=text, thing=thing)

    def _effect(self, text: str) -> Asked | None:
        """Whether an effect comes about, or a state becomes so."""
        for sentence, known, slot in self._matches(self.phrases.effects, text):
            target, form = sentence.target, sentence.form
            if slot:
                continue
            if isinstance(target, Effect):
                return Asked("is", told=Told(target, known))
            if isinstance(target, State) and form in target.says and len(known) == len(sentence.slots):
                return Asked("is", fact=self.speech.say(target.says[form], known), thing=target, changed=True)
        return None

    # ---- values -----------------------------------------------------------------------------------------------------------

    def _wanted(self, text: str) -> Asked | None:
        """A sentence with `?` in the place of what is asked for."""
        if HIDDEN not in text:
            return None
        for table in (self.phrases.facts, self.phrases.effects):
            if (found := next(self._values(table, text), None)) is not None:
                return found
        event = self.event(text)
        return Asked("which-cards", event=event) if event is not None else None

    def _values(self, table: Table, text: str) -> Iterator[Asked]:
        for sentence, known, slot in self._matches(table, text):
            changed = table is self.phrases.effects and isinstance(sentence.target, State)
            if slot and (found := self._value(sentence, known, slot, changed)) is not None:
                yield found

    def _value(self, sentence: Sentence, known: Mapping[str, Any], slot: str, changed: bool) -> Asked | None:
        target, form = sentence.target, sentence.form
        type_ = next(t for name, t in sentence.slots if name == slot)
        kind: Literal["who", "value"] = "who" if type_.kind == "player" else "value"
        if isinstance(target, Effect):
            has_it = slot == "count" or any(p.name == slot for p in target.params)
            return Asked(kind, told=Told(target, known, slot)) if has_it else None
        if form in _NO_VALUE or not isinstance(target, State | Zone | Define):
            return None
        args = self._args(sentence, known)
        truth = isinstance(target, State) and target.type.kind == "truth"
        if args is None or (truth and (args or form == "no")) or (not truth and self._is_owner(target, slot)):
            return None
        return Asked(kind, thing=target, args=args, count=form == "count", changed=changed)

    @staticmethod
    def _is_owner(target: State | Zone | Define, slot: str) -> bool:
        """Whether a slot says whose something is, not what it is."""
        if isinstance(target, Define):
            return any(p.name == slot for p in target.params)
        return isinstance(target, State) and slot != "value"

    def _args(self, sentence: Sentence, known: Mapping[str, Any]) -> tuple[str, ...] | None:
        """Whose it is, in words; None where that is said of something else than players, or not said."""
        types = dict(sentence.slots)
        names = [p.name for p in sentence.target.params] if isinstance(sentence.target, Define) else list(known)
        if any(name not in known or types[name].kind != "player" for name in names):
            return None
        return tuple(self.speech.players[known[name]] for name in names)

    def _matches(self, table: Table, text: str) -> Iterator[tuple[Sentence, dict[str, Any], str]]:
        """The sentences that a text with `?` and `*` may be: what is known by slot, and the slot with the `?`."""
        folded = fold(text)
        for sentence in table.sentences:
            if (match := sentence.regex.fullmatch(folded)) is None:
                continue
            groups = list(zip(sentence.slots, match.groups(), strict=True))
            open_ones = [(name, type_) for (name, type_), said in groups if said == HIDDEN]
            open_ones.sort(key=lambda one: one[1].kind in ("card", "collection"))
            slot = open_ones[0][0] if open_ones else ""
            known = {name: self.speech.value(type_, said) for (name, type_), said in groups
                     if name != slot and said != ANY}  # fmt: skip
            if None not in known.values():
                yield sentence, known, slot


def plain(line: str) -> str:
    """A line that asks without the signs around it; a `?` that stands by itself, or before `'s`, is a value."""
    text = line.strip().removeprefix("¿").strip()
    return text[:-1].rstrip(".!") if text.endswith("?") and text[-2:-1].strip() else text
