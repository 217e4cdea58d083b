"""The words with which the lines of a scenario begin, in each language: they stand in `grammar/heads.LANGUAGE.txt`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from rulespal.text.fold import fold
from rulespal.text.resources import grammar_text

KINDS = ("given", "assuming", "may", "must", "which", "payments", "happens", "that", "so", "comes", "most", "least",
         "meaning", "place", "ruling", "silent", "inverted", "doing", "verbs")  # fmt: skip
_SIBILANT = ("s", "sh", "ch", "x", "z", "o")


@dataclass(frozen=True, slots=True)
class Heads:
    """The heads of one language. `words`: by kind, as they are written, the one that is printed first."""

    language: str
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def printed(self, kind: str) -> str:
        """The head that is printed."""
        return self.words[kind][0]

    def behind(self, kind: str, text: str) -> str | None:
        """What stands behind the longest head of a kind with which a text begins; None if it begins with none."""
        said = text.split()
        for head in sorted(self.words.get(kind, ()), key=len, reverse=True):
            count = len(head.split())
            front = fold(" ".join(said[:count])).removesuffix(":")
            if front == fold(head):
                return " ".join(said[count:]).removeprefix(":").strip()
        return None

    # ---- verbs ------------------------------------------------------------------------------------------------------------

    @property
    def has_bare_verbs(self) -> bool:
        """Whether a verb loses an ending behind `may`, by a rule."""
        return "verbs" in self.words

    def bare(self, verb: str) -> str | None:
        """The bare form of a verb in the third person (`plays`: `play`); None where no rule leads back from it."""
        irregular = dict(pair.split() for pair in self.words.get("verbs", ()))
        found = irregular.get(verb)
        if found is None and verb.endswith("s"):
            endings = ((verb[:-3] + "y",) if verb.endswith("ies") else ()) + (verb[:-1], verb[:-2])
            found = next((form for form in endings if form and self.third(form) == verb), None)
        return found

    def third(self, verb: str) -> str:
        """The third person of a verb in its bare form."""
        irregular = {bare: third for third, bare in (pair.split() for pair in self.words.get("verbs", ()))}
        if verb in irregular:
            return irregular[verb]
        if verb.endswith("y") and verb[-2:-1] not in tuple("aeiou"):
            return verb[:-1] + "ies"
        return verb + ("es" if verb.endswith(_SIBILANT) else "s")


@lru_cache
def heads(language: str) -> Heads:
    """The heads of a language; those of English where nobody has written them."""
    try:
        text = grammar_text(f"heads.{language}.txt")
    except FileNotFoundError:
        return heads("en")
    words: dict[str, list[str]] = {}
    kind = ""
    for line in text.splitlines():
        if line.startswith("["):
            kind = line.strip("[]")
        elif line.strip() and not line.startswith("#"):
            words.setdefault(kind, []).append(line.strip())
    return Heads(language, {kind: tuple(found) for kind, found in words.items()})


def of_texts(texts: Sequence[str], languages: Sequence[str]) -> str | None:
    """The language, of those offered, in whose heads most of these texts begin; None where none does."""
    begun = {language: sum(_begins(text, heads(language)) for text in texts) for language in languages}
    best = max(begun.values(), default=0)
    return next((language for language in languages if best and begun[language] == best), None)


def _begins(text: str, known: Heads) -> bool:
    asked = text.removeprefix("?").strip(" ¿?")
    return any(known.behind(kind, asked if kind not in ("given", "assuming") else text) is not None
               for kind in KINDS if kind not in ("verbs",))  # fmt: skip
