"""Recognising what kind of thing somebody says: words and numbers in a folded sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence

NUMBERS = frozenset(
    [
        "no",
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "cero",
        "un",
        "una",
        "uno",
        "dos",
        "tres",
        "cuatro",
        "cinco",
        "seis",
        "siete",
        "ocho",
        "nueve",
        "diez",
        "once",
        "doce",
        "ninguna",
    ]
)
_WORD = re.compile(r"[\w♥♦♣♠/]+")
Line = Sequence[frozenset[str] | None]


def heard(lines: Sequence[Line], text: str) -> bool:
    """Whether all groups of one of the lines occur in a folded text; None stands for any number."""
    words = _WORD.findall(text)
    return any(all(_occurs(group, words) for group in line) for line in lines)


def _occurs(group: frozenset[str] | None, words: list[str]) -> bool:
    if group is None:
        return any(word.isdigit() or word in NUMBERS for word in words)
    return any(_sequence(_WORD.findall(phrase), words) for phrase in group)


def _sequence(phrase: list[str], words: list[str]) -> bool:
    """Whether the words of a phrase stand one after the other, in singular or plural."""
    last = len(words) - len(phrase)
    return bool(phrase) and any(
        all(map(_alike, phrase, words[start : start + len(phrase)])) for start in range(last + 1)
    )


def _alike(one: str, other: str) -> bool:
    if not (one.isalpha() and other.isalpha() and min(len(one), len(other)) > 1):
        return one == other
    short, long = sorted((one, other), key=len)
    return long in (short, short + "s", short + "es")
