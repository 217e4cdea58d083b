"""How answers are worded: the few words of our own, and the players as the question speaks of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rulespal.questions.query import ASKER, Verdict

_WORDS = {
    "en": {
        "yes": "Yes.", "no": "No.", "none": "none", "no-because": "No: {why}.", "else": "otherwise",
        "impossible": "That is not possible: “{event}”, but {why}.",
        "too-open": "It depends on more than the question says.",
        "no-payment": "nobody pays anything", "nothing-happens": "nothing happens",
        "silent": "The rules do not say.", "players": "{n} players",
        "outside": "The rules are for {low} to {high} players.",
        "not-so": "Not so", "a-player": "a player", "another-player": "another player",
        "seats": "That depends on how many play and how they sit: say who the players are.",
    },
    "es": {
        "yes": "Sí.", "no": "No.", "none": "ninguna", "no-because": "No: {why}.", "else": "si no",
        "impossible": "Eso no es posible: «{event}», pero {why}.",
        "too-open": "Depende de más de lo que dice la pregunta.",
        "no-payment": "nadie paga nada", "nothing-happens": "no pasa nada",
        "silent": "Las reglas no lo dicen.", "players": "{n} jugadores",
        "outside": "Las reglas son para {low} a {high} jugadores.",
        "not-so": "No es así", "a-player": "un jugador", "another-player": "otro jugador",
        "seats": "Depende de cuántos juegan y de cómo se sientan: hay que decir quiénes juegan.",
    },
}  # fmt: skip
VERDICTS: dict[str, Verdict] = {"yes": "yes", "sí": "yes", "si": "yes", "no": "no"}
_ENGLISH = {"is": "are", "has": "have", "does": "do", "was": "were", "isn't": "aren't", "hasn't": "haven't",
            "doesn't": "don't", "wasn't": "weren't", "his": "his"}  # fmt: skip
_SPANISH = {"es": "eres", "ha": "has", "va": "vas", "está": "estás", "da": "das", "fue": "fuiste"}
_SAME = frozenset(
    {"can't", "cannot", "may", "must", "can", "could", "should", "will", "would", "might", "pass", "always"}
)


def spoken_verdict(text: str) -> Verdict | None:
    """The yes or no that an answer begins with; None where it begins otherwise (`Neither: …`)."""
    return VERDICTS.get(text.split(",")[0].split(":")[0].split(" ")[0].strip(".").casefold())


def phrase(name: str, language: str) -> str:
    """One of our own words or sentences, in English where we have none in the language."""
    return _WORDS.get(language, _WORDS["en"])[name]


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
        text = self._to_the_asker(self.names(text))
        return text[:1].upper() + text[1:]

    def names(self, text: str) -> str:
        """A text with its players called so and nothing else changed."""
        for name in sorted(self.called, key=len, reverse=True):
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", lambda _, n=name: self.called[n], text)  # type: ignore[misc]
        return text

    def texts(self, texts: Iterable[str]) -> list[str]:
        return list(dict.fromkeys(map(self.text, texts)))

    def _to_the_asker(self, text: str) -> str:
        if not re.search(rf"(?<!\w){ASKER}(?!\w)", text, re.IGNORECASE):
            return text
        if self.language == "es":
            text = re.sub(rf"\ble toca a {ASKER}\b", "te toca a ti", text)
            text = re.sub(rf"\b(el turno) de {ASKER}\b", "tu turno", text)
            text = re.sub(rf"\ba {ASKER}\b", "a ti", text)
            return re.sub(rf"\b{ASKER}( no)? (\w+)", lambda m: f"tú{m[1] or ''} {_tu(m[2])}", text, flags=re.IGNORECASE)
        text = re.sub(rf"\b{ASKER}'s\b", "your", text, flags=re.IGNORECASE)
        return re.sub(rf"\b({ASKER}) ([\w']+)", lambda m: f"{m[1]} {_you(m[2])}", text, flags=re.IGNORECASE)


def _you(verb: str) -> str:
    """A verb of the third person as it follows “you”."""
    if verb in _ENGLISH:
        return _ENGLISH[verb]
    if verb in _SAME or not verb.endswith("s") or verb.endswith("ss"):
        return verb
    if verb.endswith("ies") and len(verb) > 4:
        return verb[:-3] + "y"
    return verb[:-2] if verb.endswith(("sses", "shes", "ches", "xes", "zes", "oes")) else verb[:-1]


def _tu(verb: str) -> str:
    """A Spanish verb of the third person in the second."""
    return _SPANISH.get(verb, verb + "s" if verb[-1:] in "aeé" else verb)
