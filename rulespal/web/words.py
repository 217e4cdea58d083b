"""The words that a page says itself, in each language that the program speaks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

LANGUAGES = {"en": "English", "es": "Español"}

WORDS: Mapping[str, Mapping[str, str]] = {
    "rules": {"en": "Rules", "es": "Reglas"},
    "cards": {"en": "Cards", "es": "Cartas"},
    "disputes": {"en": "Disputes", "es": "Disputas"},
    "readings": {"en": "Readings", "es": "Lecturas"},
    "terms": {"en": "Terms", "es": "Términos"},
    "search": {"en": "Search rules, cards, terms", "es": "Buscar reglas, cartas, términos"},
    "found": {"en": "found", "es": "encontrados"},
    "nothing": {"en": "Nothing found.", "es": "No se encontró nada."},
    "contents": {"en": "Contents", "es": "Índice"},
    "show_rules": {"en": "Show the encoded rules", "es": "Mostrar las reglas codificadas"},
    "encoded": {"en": "The rule that encodes this", "es": "La regla que lo codifica"},
    "not_run": {"en": "Not run by the program", "es": "El programa no lo ejecuta"},
    "encoded_by": {"en": "Encoded by", "es": "Lo codifica"},
    "printed": {"en": "Printed place", "es": "Lugar impreso"},
    "default": {"en": "default", "es": "por defecto"},
    "because": {"en": "Because", "es": "Porque"},
    "source": {"en": "Source", "es": "Fuente"},
    "agree": {"en": "Agree before you play", "es": "Acordad antes de jugar"},
    "agree_note": {
        "en": "Where the printed rules are silent or can be read in several ways. Tick one of each.",
        "es": "Donde las reglas impresas callan o admiten varias lecturas. Marcad una de cada.",
    },
    "aid": {"en": "Player aid", "es": "Ayuda de juego"},
    "chosen": {"en": "Chosen readings stay on this device.", "es": "Las lecturas elegidas quedan en este aparato."},
    "reset": {"en": "Back to the defaults", "es": "Volver a los valores por defecto"},
    "mentioned": {"en": "Rules that mention it", "es": "Reglas que la mencionan"},
    "usable": {"en": "May be used", "es": "Se puede usar"},
    "all": {"en": "all", "es": "todas"},
    "copies": {"en": "copies", "es": "copias"},
    "previous": {"en": "Previous", "es": "Anterior"},
    "next": {"en": "Next", "es": "Siguiente"},
    "theme": {"en": "Light or dark", "es": "Claro u oscuro"},
    "language": {"en": "Language", "es": "Idioma"},
    "size": {"en": "Larger text", "es": "Texto más grande"},
    "print": {"en": "Print", "es": "Imprimir"},
    "link": {"en": "Link to this place", "es": "Enlace a este lugar"},
    "under": {"en": "This answer turns on", "es": "Esta respuesta depende de"},
    "skip": {"en": "Skip to the rules", "es": "Ir a las reglas"},
    "open": {"en": "the text supports several readings", "es": "el texto admite varias lecturas"},
    "custom": {
        "en": "nothing is printed; tables have their customs",
        "es": "nada impreso; cada mesa tiene su costumbre",
    },
    "leaning": {"en": "the text leans to the default", "es": "el texto se inclina por la primera"},
    "settled": {"en": "the text decides", "es": "el texto decide"},
    "made": {"en": "Made with RulesPal. Rulebook", "es": "Hecho con RulesPal. Reglamento"},
    "players": {"en": "players", "es": "jugadores"},
    "edition": {"en": "edition", "es": "edición"},
}


def said(name: str, languages: Sequence[str]) -> list[tuple[str, str]]:
    """A word of the page in each of the languages: (language, text); those that it does not speak get English."""
    return [(language, WORDS[name].get(language, WORDS[name]["en"])) for language in languages]
