"""How answers are worded: the few words of our own, and the players as the question speaks of them.

Our own words stand in `grammar/answers.LANGUAGE.txt`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from rulespal.questions.query import ASKER, Verdict
from rulespal.text.resources import grammar_text

VERDICTS: dict[str, Verdict] = {"yes": "yes", "sí": "yes", "si": "yes", "no": "no"}
_ENGLISH = {"is": "are", "has": "have", "does": "do", "was": "were", "isn't": "aren't", "hasn't": "haven't",
            "doesn't": "don't", "wasn't": "weren't"}  # fmt: skip
_BASE = {"is": "be", "has": "have", "does": "do", "was": "be"}
_SPANISH = {"es": "eres", "ha": "has", "va": "vas", "está": "estás", "da": "das", "fue": "fuiste"}
# words behind “you” that are no verbs of the third person
_SAME = frozenset({"as", "this", "his", "its", "less", "pass", "always", "perhaps", "sometimes", "towards", "besides"})
# what ends like a verb and stands before “you” who do something, not before “you” to whom it is done
_LEADING = frozenset({"unless", "cards", "coins", "always", "as", "this", "does", "is", "has", "was", "times", "turns"})
_TO_YOU = frozenset(
    {"to", "of", "for", "from", "with", "by", "against", "at", "on", "over", "behind", "before", "than"}
)
_INVERTED = {"does": "do", "is": "are", "has": "have", "was": "were"}
_VALUES = frozenset({"is", "are", "not", "of", "was", "be", "than", "es", "son", "de", "que", "era", "x", "under"})
_SUBJECT = r"(?:(?:el|la|un|una|otro|otra) )?[^\s,;:.]+"  # of a Spanish sentence


def spoken_verdict(text: str) -> Verdict | None:
    """The yes or no that an answer begins with; None where it begins otherwise (`Neither: …`)."""
    return VERDICTS.get(text.split(",")[0].split(":")[0].split(" ")[0].strip(".").casefold())


@lru_cache
def _words(language: str) -> Mapping[str, str]:
    """Our own words in a language; none where it has no file."""
    try:
        text = grammar_text(f"answers.{language}.txt")
    except FileNotFoundError:
        return {}
    lines = (line.partition(" = ") for line in text.splitlines() if not line.startswith("#"))
    return {name: told.strip() for name, sign, told in lines if sign}


def phrase(name: str, language: str, **values: object) -> str:
    """One of our own words or sentences with its values, in English where we have none in the language."""
    found = _words(language).get(name) or _words("en")[name]
    return found.format(**values) if values else found


def unsaid(code: str, message: str, hint: str | None, book: str, language: str) -> str:
    """What is wrong with a sentence that the rulebook does not know, as records tell it (`message`), in a language.

    The nearest sentences are no hint for people who ask: they are told with slots in capitals.
    """
    word = re.search(r"“([^”]*)”", message)
    if code == "E-NAME" and language == "en":
        return f"{message} {hint or ''}".strip()
    if word is None:
        return message
    if code == "E-NAME":
        return phrase("no-name", language, word=word[1], book=book)
    return phrase("no-sentence", language, text=word[1], book=book)


@dataclass(frozen=True, slots=True)
class Voice:
    """Speaks of players as the question does. `called`: names of the record to other words."""

    language: str
    called: Mapping[str, str] = field(default_factory=dict)

    def name(self, value: Any) -> Any:
        """A value of an answer with its players called so."""
        if isinstance(value, tuple | list):
            return [self.name(v) for v in value]
        return self.called.get(value, value) if isinstance(value, str) else value

    def text(self, text: str) -> str:
        """A sentence with its players called so, beginning with a capital."""
        text = self._unknown(self._to_the_asker(self.names(text)))
        return text[:1].upper() + text[1:]

    def names(self, text: str) -> str:
        """A text with its players called so and nothing else changed."""
        for name in sorted(self.called, key=len, reverse=True):
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", lambda _, n=name: self.called[n], text)  # type: ignore[misc]
        return text

    def texts(self, texts: Iterable[str]) -> list[str]:
        return list(dict.fromkeys(map(self.text, texts)))

    # ---- what nobody knows ------------------------------------------------------------------------------------------------

    def _unknown(self, text: str) -> str:
        """A text in which cards that nobody has seen are cards: `?` stands for them in records."""
        if self.language not in ("en", "es"):
            return text
        if self.language == "es":
            text = re.sub(r"(?<![\w'])(nothing|nobody)(?![\w'])", lambda m: phrase(m[1], "es"), text)
        text = re.sub(r": \?(?=[.;,]|$)", "", text)  # which cards they are that were said to be there
        text = re.sub(r"(?<=\s)\? (?=(?:cards?|cartas?)\b)", "", text)
        return re.sub(r"(?<!\S)([^\s?]+ )(\?(?:, \?)*)(?=[\s,;:.?]|$)", self._cards, text)

    def _cards(self, match: re.Match[str]) -> str:
        """A `?`, or several in a row, where what stands before says that they are cards."""
        if match[1].strip().casefold() in _VALUES or match[1].rstrip().endswith((":", ",")):
            return match[0]
        number = match[2].count("?")
        return match[1] + (phrase("a-card", self.language) if number == 1 else phrase("cards", self.language, n=number))

    # ---- who asks ---------------------------------------------------------------------------------------------------------

    def _to_the_asker(self, text: str) -> str:
        if not re.search(rf"(?<!\w){ASKER}(?!\w)", text, re.IGNORECASE):
            return text
        if self.language == "es":
            return _in_spanish(text)
        text = re.sub(rf"\b{ASKER}'s\b", "your", text, flags=re.IGNORECASE)
        text = re.sub(rf"\b(does|is|has|was) ({ASKER})\b", _inverted, text, flags=re.IGNORECASE)
        return re.sub(rf"([\w',;:.”]+ |^|[“«(¿])({ASKER}) ([\w']+)", _conjugated, text, flags=re.IGNORECASE)


def _inverted(match: re.Match[str]) -> str:
    """`Does you draw` is `Do you draw`."""
    verb = _INVERTED[match[1].casefold()]
    return f"{verb.capitalize() if match[1][0].isupper() else verb} {match[2]}"


def _conjugated(match: re.Match[str]) -> str:
    """The verb behind “you” who do something; as it is behind “you” to whom something is done."""
    before = match[1].strip().casefold()
    to_you = before in _TO_YOU or (before.isalpha() and before.endswith("s") and before not in _LEADING)
    return match[0] if to_you else f"{match[1]}{match[2]} {_you(match[3])}"


def _you(verb: str) -> str:
    """A verb of the third person as it follows “you”."""
    return _ENGLISH.get(verb) or _third_to_first(verb)


def base(verb: str) -> str:
    """A verb of the third person as it follows “may”."""
    return _BASE.get(verb) or _third_to_first(verb)


def _third_to_first(verb: str) -> str:
    if verb in _SAME or not verb.endswith("s") or verb.endswith("ss"):
        return verb
    if verb.endswith("ies") and len(verb) > 4:
        return verb[:-3] + "y"
    return verb[:-2] if verb.endswith(("sses", "shes", "ches", "xes", "zes", "oes")) else verb[:-1]


def _in_spanish(text: str) -> str:
    text = re.sub(rf"\ble toca a {ASKER}\b", "te toca a ti", text)
    text = re.sub(rf"\b(el turno) de {ASKER}\b", "tu turno", text)
    text = re.sub(
        rf"(^|[;,:.] )({_SUBJECT}) ([^\W\d]+[ae])((?: \d+ \w+)?) a {ASKER}\b",
        r"\1\2 te \3\4",
        text,
        flags=re.IGNORECASE,
    )
    text = re.sub(rf"\bcon {ASKER}\b", "contigo", text)
    text = re.sub(rf"\b(a|de|para|contra|por|sobre) {ASKER}\b", r"\1 ti", text)
    text = re.sub(rf"\b{ASKER}( no)?( se)? ([^\W\d]+)", _tuteado, text, flags=re.IGNORECASE)
    return re.sub(rf"\b{ASKER}\b", "tú", text, flags=re.IGNORECASE)


def _tuteado(match: re.Match[str]) -> str:
    pronoun = " te" if match[2] else ""
    return f"tú{match[1] or ''}{pronoun} {_tu(match[3])}"


def _tu(verb: str) -> str:
    """A Spanish verb of the third person in the second."""
    return _SPANISH.get(verb, verb + "s" if verb[-1:] in "aeé" and len(verb) > 2 else verb)
