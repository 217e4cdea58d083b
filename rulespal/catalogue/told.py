"""What rulings say without being asked: their question in plain words, and the answer where nothing is worked out."""

from __future__ import annotations

import re

from rulespal.model import expr as ir
from rulespal.model.rules import Answering, Pattern, Ruling, Sentences

_SLOT = re.compile(r"\{(\w+)\}")
_ANY = {"en": {"player": "a player", "card": "a card"}, "es": {"player": "un jugador", "card": "una carta"}}
_ARTICLES = ("the", "a", "an", "el", "la", "un", "una", "al", "del")


def first(sentences: Sentences, language: str) -> str:
    """The text in a language, else the first; empty if there is none."""
    found: Pattern | None = next((p for p in sentences if p.language == language), sentences[0] if sentences else None)
    return found.source if found else ""


def question(ruling: Ruling, language: str) -> str:
    """The first way of asking, with the words of roles, or `a player`, in its slots."""
    kinds = {param.name: param.type.kind for param in ruling.params}

    def filled(slot: re.Match[str]) -> str:
        named = first(ruling.roles.get(slot[1], ()), language)
        named = named or _ANY.get(language, {}).get(kinds.get(slot[1], ""), "…")
        before = slot.string[: slot.start()].split()
        return named.partition(" ")[2] or named if before and before[-1].casefold() in _ARTICLES else named

    text = _SLOT.sub(filled, first(ruling.asks, language))
    return text[:1].upper() + text[1:]


def answered(ruling: Ruling, language: str) -> tuple[str, bool]:
    """The answer in words, and whether it is that the rules say nothing; empty where it has to be worked out."""
    if ruling.courses:
        return "", False
    texts = [_text(answer, language) for answer in ruling.answers]
    silent = bool(ruling.answers) and all(answer.kind == "silent" for answer in ruling.answers)
    return ("" if silent or "" in texts else " ".join(texts)), silent


def _text(answer: Answering, language: str) -> str:
    """The words of an answer that does not depend on anything."""
    if answer.kind == "words":
        return first(answer.text, language)
    fixed = isinstance(answer.value, ir.Const) and answer.value.type.kind == "truth"
    if answer.kind != "value" or not fixed or not isinstance(answer.value, ir.Const):
        return ""
    text = first(answer.text if answer.value.value else answer.otherwise, language)
    return "" if "{" in text else text
