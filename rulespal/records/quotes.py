"""Quoted strings in lines of a record, in plain and typographic quotes, which people and telephones mix."""

from __future__ import annotations

QUOTES = '"\u201c\u201d\u201e\u201f\u00ab\u00bb'
# Which signs open the quoted string that a sign closes; a closing sign alone takes the nearest quote before it.
OPENERS = {
    '"': '"',
    "\u201d": "\u201c\u201e\u201f\u201d",
    "\u201c": "\u201e\u201c",
    "\u00bb": "\u00ab",
    "\u00ab": "\u00bb",
}


def quote_at(text: str) -> int:
    """Where the quoted string begins that ends the text; 0 if there is none or nothing before it."""
    if not text or text[-1] not in QUOTES:
        return 0
    body = text[:-1]
    at = max(map(body.rfind, OPENERS.get(text[-1], QUOTES)))
    if at < 0:
        at = max(map(body.rfind, QUOTES))
    return at if at > 0 and body[at + 1 :].strip() and body[:at].strip() else 0


def without_comment(text: str) -> str:
    """The text without ` # ...`; a `#` in quotes or inside a word is no comment."""
    at = text.find("#")
    while at >= 0:
        if (at == 0 or text[at - 1].isspace()) and outside_quotes(text, at):
            return text[:at].rstrip()
        at = text.find("#", at + 1)
    return text


def outside_quotes(text: str, at: int) -> bool:
    """Whether the sign at this place stands in no quoted string; a quote that is never closed quotes nothing."""
    return count_quotes(text[:at]) % 2 == 0 or not count_quotes(text[at:])


def count_quotes(text: str) -> int:
    """How many quotes of any form the text has."""
    return text.count('"') if text.isascii() else sum(map(text.count, QUOTES))
