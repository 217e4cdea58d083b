"""One folding for every text that people write: case, accents, typographic signs, spelling variants.

`fold` maps a sentence to the form in which sentences, names and cards are compared everywhere in the program.
"""

from __future__ import annotations

import re
import unicodedata

_SIGNS = str.maketrans(
    {
        "\u2018": "'", "\u2019": "'", "\u201a": "'", "\u201b": "'", "\u2032": "'", "\u00b4": "'", "`": "'",
        "\u201c": '"', "\u201d": '"', "\u201e": '"', "\u201f": '"', "\u00ab": '"', "\u00bb": '"',
        "\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2013": "-", "\u2014": "-", "\u2212": "-",
        "\u00a0": " ", "\u202f": " ", "\u2009": " ", "\u2007": " ",
        "\u200b": "", "\u200d": "", "\ufeff": "", "\ufe0e": "", "\ufe0f": "", "\u20e3": "",
        "\u2764": "\u2665", "\u2661": "\u2665", "\u2662": "\u2666", "\u2667": "\u2663", "\u2664": "\u2660",
    }
)  # fmt: skip
# American spellings of words that occur in rules, folded to the British ones.
_SPELLINGS = {
    "color": "colour", "colors": "colours", "colored": "coloured", "honor": "honour", "honors": "honours",
    "defense": "defence", "gray": "grey", "center": "centre", "armor": "armour", "favor": "favour",
    "counselor": "counsellor", "canceled": "cancelled", "dueled": "duelled", "dueling": "duelling",
}  # fmt: skip
_HINTS = ("or", "ense", "gray", "enter", "eled", "elin")  # one of these occurs in every American spelling above
_SPELLING = re.compile(r"\b(?:" + "|".join(_SPELLINGS) + r")\b")
_SPACES = re.compile(r"\s+")


def plain_signs(text: str) -> str:
    """Typographic quotes, dashes and spaces replaced by their plain forms; same words, same case."""
    return text if text.isascii() else unicodedata.normalize("NFC", text).translate(_SIGNS)


def identifier(text: str) -> str:
    """A name of a reading, option, code …, as it is written outside rulebooks: folded, with `-` between words."""
    return fold(text).replace("_", "-").replace(" ", "-")


def fold(text: str) -> str:
    """The form in which texts are compared: plain signs, no accents, lower case, single spaces, one spelling."""
    if not text.isascii():
        text = plain_signs(text)
        text = "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
    text = text.casefold().strip()
    if "  " in text or not text.isprintable():  # the only other spaces are control characters
        text = _SPACES.sub(" ", text)
    if any(map(text.__contains__, _HINTS)):
        text = _SPELLING.sub(lambda m: _SPELLINGS[m[0]], text)
    return text
