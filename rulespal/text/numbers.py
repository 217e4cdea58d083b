"""Numbers that people write as words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

_WORDS = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty",
    "es": "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete "
    "dieciocho diecinueve veinte",
}
_MORE = {"en": {"a": 1, "an": 1}, "es": {"un": 1, "una": 1}}


def number_words(languages: Iterable[str]) -> Mapping[str, int]:
    """The words for small numbers in some languages, folded; those that stand for 1 beside a noun too."""
    found: dict[str, int] = {}
    for language in languages:
        found |= {word: number for number, word in enumerate(_WORDS.get(language, "").split())}
        found |= _MORE.get(language, {})
    return found
