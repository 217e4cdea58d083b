"""The ways in which rulings are asked, cut into words, and the words of the rulebook, kept in the user's cache."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from rulespal.model import codec
from rulespal.model.rules import Rulebook, Ruling
from rulespal.questions.comparing import Known
from rulespal.questions.synonyms import paragraphs
from rulespal.text import store


@dataclass(slots=True)
class Prepared:
    """What questions are compared with: the rulings as they can be asked for, and how often each key occurs."""

    known: list[Known]
    frequency: dict[str, int]
    vocabulary: frozenset[str]  # the keys of all words of the rulebook in the language


def kept(book: Rulebook, language: str, rulings: Sequence[Ruling], make: Callable[[], Prepared]) -> Prepared:
    """What was made of these rulings: from the cache, else as `make` makes it, which is kept then."""
    if not book.hash:
        return make()
    name = store.entry(Path(book.document.file), f".asked-{language}")
    beside = [f for f in book.document.fences if f.beside] + [f for own in book.document.retold.values() for f in own]
    texts = [*(f"{f.section.anchor} {f.text}" for f in beside), *(p.text for p in paragraphs(book, language))]
    wanted = store.key_of(book.hash.encode(), "\n".join(texts).encode())
    content = store.read(name, wanted)
    if content is not None:
        with contextlib.suppress(codec.NotData):
            return _with_rulings(codec.unpacked(content), rulings)
    made = make()
    store.write(name, wanted, codec.packed(_without_rulings(made, rulings)))
    return made


def _without_rulings(made: Prepared, rulings: Sequence[Ruling]) -> tuple[Any, ...]:
    """The same with the places of rulings and of their ways of asking, which are kept with the rulebook."""
    places = {id(ruling): place for place, ruling in enumerate(rulings)}
    found = []
    for known in made.known:
        patterns = [known.ruling.asks.index(asking.pattern) for asking in known.askings]
        askings = [replace(asking, pattern=cast(Any, None)) for asking in known.askings]
        bare = replace(known, ruling=cast(Any, None), askings=askings)
        found.append((places[id(known.ruling)], patterns, bare))
    return found, dict(made.frequency), made.vocabulary


def _with_rulings(content: tuple[Any, ...], rulings: Sequence[Ruling]) -> Prepared:
    found, frequency, vocabulary = content
    for place, patterns, known in found:
        known.ruling = rulings[place]
        for asking, pattern in zip(known.askings, patterns, strict=True):
            asking.pattern = known.ruling.asks[pattern]
    return Prepared([known for _, _, known in found], frequency, vocabulary)
