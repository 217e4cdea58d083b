"""What the pages of the reference say themselves, in each language that the program speaks."""

from __future__ import annotations

_WORDS = {
    "in_the_pack": ("{} in the pack", "{} en el mazo"),
    "use": ("Where it may be used", "Dónde se puede usar"),
    "when_allowed": ("at times", "a veces"),
    "mentions": ("Rules that name it", "Reglas que la nombran"),
    "shared": ("Rules for what it is", "Reglas para lo que es"),
    "rulings": ("Rulings", "Aclaraciones"),
    "readings": ("Readings", "Lecturas"),
    "terms": ("Terms", "Términos"),
    "cards": ("Cards", "Cartas"),
    "related": ("Related", "Relacionado"),
    "below": ("Below it", "Debajo"),
    "rule": ("rule", "regla"),
    "rules": ("rules", "reglas"),
    "everyone": ("everyone", "cualquiera"),
    "table": ("the table", "la mesa"),
    "printed": ("printed", "impreso"),
    "also": ("also", "también"),
    "meaning": ("meaning", "significado"),
    "silent": ("The rules do not say", "Las reglas no lo dicen"),
    "ask": ("worked out by `rulespal ask`:", "lo resuelve `rulespal ask`:"),
    "sections": ("Sections", "Secciones"),
    "players": ("players", "jugadores"),
    "edition": ("edition", "edición"),
    "source": ("source", "fuente"),
    "no_name": ("no rule names it", "ninguna regla la nombra"),
    "not_run": ("no program can judge this", "ningún programa puede juzgarlo"),
    "translated": ("(not translated)", "(sin traducir)"),
}  # fmt: skip


def label(name: str, language: str | None) -> str:
    """A word of the program in a language; English where it does not speak that one."""
    english, spanish = _WORDS[name]
    return spanish if language == "es" else english
