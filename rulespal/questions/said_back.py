"""A question said back: what is so, what happens, and what is asked, in words of its own language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulespal.model.patterns import numbered
from rulespal.model.phrases import Said, Sentence, Speech
from rulespal.model.rules import Move, Slot
from rulespal.questions.query import Asked
from rulespal.questions.wording import base, phrase

OPEN = "…"  # stands for what is asked for


def said_back(facts: Sequence[str], events: Sequence[str], asked: Sequence[Asked]) -> str:
    """All of a question in one line."""
    parts, ends = "; ".join([*facts, *events]), " ".join(part.says for part in asked if part.says)
    return f"{parts}: {ends}" if parts and ends else ends or parts


def of_event(kind: str, event: str, speech: Speech) -> str:
    """Whether an event is legal, or has to be: `may Ana pass?`"""
    who, does = _parted(event, speech)
    return phrase(f"asks-{kind}" if who else f"asks-{kind}-event", speech.language, who=who, does=does, event=event)


def of_cards(sentence: Sentence, values: Mapping[str, Any], slot: str, speech: Speech) -> str:
    """Which cards make a move legal: `which card may Ana play?`"""
    text = filled(sentence, values, slot, speech)
    who, does = _parted(text, speech)
    if not who or not does.endswith(f" {OPEN}"):
        return phrase("asks-which-event", speech.language, event=text)
    may = phrase("asks-legal", speech.language, who=who, does=does.removesuffix(f" {OPEN}"), event=text)
    return phrase("asks-which", speech.language, may=may, event=text)


def of_value(
    sentence: Sentence, values: Mapping[str, Any], slot: str, speech: Speech, pick: str = ""
) -> str:  # fmt: skip
    """Which value stands in one place of a sentence: `Ana holds … cards, how many?`"""
    kind = dict(sentence.slots)[slot].kind
    names = {"player": "who", "number": "number", "card": "card", "collection": "card"}
    text = filled(sentence, values, slot, speech)
    return phrase(f"asks-{pick or names.get(kind, 'value')}", speech.language, fact=text)


def filled(sentence: Sentence, values: Mapping[str, Any], slot: str, speech: Speech) -> str:
    """A sentence with what is known of it; what is asked for, or not said, is left open."""
    said, slots = "", iter(sentence.slots)
    for part in sentence.pattern.parts:
        if not isinstance(part, Slot):
            said += numbered(part, False)
            continue
        name, type_ = next(slots)
        value = values.get(name)
        if isinstance(value, str) and value in speech.players:
            value = speech.players.index(value)
        said += OPEN if name == slot or value is None else speech.spoken(value, type_)
    return said


def _parted(event: str, speech: Speech) -> tuple[str, str]:
    """Who acts, and what they do as it is said behind `may`; nothing where a sentence does not begin with who acts."""
    who = next((name for name in sorted(speech.players, key=len, reverse=True) if event.startswith(f"{name} ")), "")
    said = speech.event(event)
    if not who or (isinstance(said, Said) and not (isinstance(said.target, Move) and said.target.has_actor)):
        return "", ""
    verb, _, rest = event[len(who) + 1 :].partition(" ")
    if not verb.isalpha():
        return "", ""  # can't, doesn't
    return who, f"{base(verb)} {rest}".strip()


# ---- sentences of another language ---------------------------------------------------------------------------------------


def in_language(text: str, speech: Speech) -> str:
    """An event or fact of the rulebook in the language of a speech; as it is where it has none in that."""
    for table, said in ((speech.phrases.events, speech.event(text)), (speech.phrases.facts, speech.fact(text))):
        if isinstance(said, Said):
            return _translated(said, text, table.sentences, speech)
    return text


def _translated(said: Said, text: str, sentences: Sequence[Sentence], speech: Speech) -> str:
    """A sentence in the words that its target has in another language."""
    if said.sentence.pattern.language == speech.language or said.of_cards:
        return text
    for other in sentences:
        same = other.target is said.target and other.form == said.sentence.form
        if same and other.pattern.language == speech.language and all(n in said.values for n, _ in other.slots):
            return speech.fill(other.pattern, [said.values[name] for name, _ in other.slots])
    return text
