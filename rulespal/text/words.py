"""Names as people look them up: the folding of `fold`, and what may differ beyond it.

A name is found by its words in any order, in the singular or plural, with or without the small words between them; by
its letters without spaces or hyphens; and by its initials.
"""

from __future__ import annotations

import re

from rulespal.text.fold import fold

SIGNS = "♥♦♣♠★"  # signs that are words of their own
_WORD = re.compile(rf"[{SIGNS}]|[^\W_]+(?:'[^\W_]+)*")
_PARTS = re.compile(rf"[{SIGNS}]|\d+|[^\W\d_]+")
_SMALL = frozenset(
    ("a", "al", "an", "at", "by", "de", "del", "el", "for", "from", "in", "la", "las", "lo", "los", "of", "on", "or",
     "para", "por", "the", "to", "un", "una", "y")
)  # fmt: skip
_NUMBERS = {
    word: str(number)
    for words in (
        "zero one two three four five six seven eight nine ten eleven twelve",
        "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce",
    )
    for number, word in enumerate(words.split())
}


def words(text: str) -> list[str]:
    """The words of a text, folded, in their order; signs of card suits are words."""
    return _WORD.findall(fold(text))


def places(text: str) -> list[tuple[int, int]]:
    """Where the words of a text begin and end in it; as many as `words` finds, wherever folding keeps their number."""
    return [match.span() for match in _WORD.finditer(text.replace("\u2019", "'"))]


def stem(word: str) -> str:
    """A folded word without the endings of plurals: `duels` and `duel`, `reyes` and `rey` come to the same."""
    if len(word) > 3 and word[-1] == "s" and word[-2] != "s":
        word = word[:-1]
    if len(word) > 3 and word[-1] == "e":
        word = word[:-1]
    return word[:-1] + "i" if len(word) > 2 and word[-1] == "y" else word


def telling(found: list[str]) -> list[str]:
    """The words that matter: without articles and the like, unless there are no others."""
    return [word for word in found if word not in _SMALL] or found


def key(text: str) -> str:
    """The words that matter, as stems and in one order: `two of the kings` and `king 2` have the same key."""
    return " ".join(sorted(stem(_NUMBERS.get(word, word)) for word in telling(words(text))))


def compact(text: str) -> str:
    """Letters, digits and signs, without anything between them: `no-one`, `no one` and `noone` are the same."""
    return "".join(_WORD.findall(fold(text))).replace("'", "")


def swapped(text: str) -> str:
    """The compact form with its parts in one order: `♥7` and `7♥`, `h7` and `7h` are the same."""
    return "".join(sorted(_PARTS.findall(fold(text))))


def initials(text: str) -> str:
    """The first letters of all words, small ones too; empty where there is only one word."""
    found = _WORD.findall(fold(text))
    return "".join(word[0] for word in found) if len(found) > 1 else ""


def searched(text: str) -> str:
    """The words of a text as an index holds them: stems in their order, signs by their numbers."""
    return " ".join(indexed(word) for word in words(text))


def indexed(word: str) -> str:
    """A folded word as an index holds it."""
    return f"sign{ord(word):x}" if word in SIGNS else stem(word).replace("'", "")


def slug(text: str) -> str:
    """A name for links: small letters and digits with `-` between them; empty where there are none."""
    return re.sub(r"[^a-z0-9]+", "-", fold(text).replace("'", "")).strip("-")
