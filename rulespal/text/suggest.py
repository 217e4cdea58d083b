"""Did you mean …? Near words for a word that is not known."""

from __future__ import annotations

from collections.abc import Iterable

_NEAR = 62  # of 100: what may have been meant
_NEAREST = 75  # of 100: what was most likely meant
_APART = 4  # what is so much further away than the nearest was not meant


def near(word: str, known: Iterable[str], limit: int = 3) -> list[str]:
    """Up to `limit` of the known words that are near enough to `word` to be what was meant, nearest first."""
    from rapidfuzz import fuzz, process

    from rulespal.text.fold import fold

    found = process.extract(
        word, list(dict.fromkeys(known)), scorer=fuzz.ratio, processor=fold, limit=limit, score_cutoff=_NEAR
    )
    best = found[0][1] if found else 0
    return [name for name, score, _ in found if score >= best - 12]


def nearest(word: str, known: Iterable[str]) -> list[str]:
    """The known words that are spelled most nearly like `word`, if they are so near that hardly another was meant.

    Words are compared as they are: fold them before. Two letters that changed places count as one mistake.
    """
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    found = process.extract(
        word, list(dict.fromkeys(known)), scorer=OSA.normalized_similarity, limit=5, score_cutoff=_NEAREST / 100
    )
    best = found[0][1] if found else 0
    return [name for name, score, _ in found if score >= best - _APART / 100]


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """A hint that offers the near words, or None."""
    words = [f"`{name}`" for name in near(word, known)]
    if not words:
        return None
    return f"Did you mean {', '.join(words[:-1]) + ' or ' if len(words) > 1 else ''}{words[-1]}?"


def similar(one: str, other: str) -> float:
    """How much of two words is the same, from 0 to 1."""
    from rapidfuzz import fuzz

    return fuzz.ratio(one, other) / 100
