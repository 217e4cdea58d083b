"""What is worth a word and changes no verdict: lines read generously, another edition, letters of another language."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulespal.model.generous import GenerousSpeech
from rulespal.model.phrases import Speech, card_names
from rulespal.records.record import Kind, Line, Record
from rulespal.text.diagnostic import Diagnostic
from rulespal.text.fold import fold
from rulespal.text.span import Span

_SPOKEN = frozenset((Kind.GIVEN, Kind.EVENT, Kind.EFFECT, Kind.ASSERT, Kind.REVEAL, Kind.CORRECT, Kind.RESULT))
_TOKENS = re.compile(r"[^\s,;]+")


def remarks(record: Record, speech: Speech) -> Iterator[Diagnostic]:
    """The notes and warnings of a judged record. `speech` has heard it."""
    yield from _edition(record, speech)
    yield from _letters(record, speech)
    if isinstance(speech, GenerousSpeech) and speech.generous:
        for line in record.lines:
            if line.kind in _SPOKEN:
                yield from _generous(record, line, speech)


def _edition(record: Record, speech: Speech) -> Iterator[Diagnostic]:
    book = speech.book
    for key, now in (("edition", book.edition), ("hash", book.hash)):
        for header in record.values(key):
            if header.value.casefold() != now.casefold():
                message = (
                    f"The record was made under another {'edition' if key == 'edition' else 'text'} of {book.title}"
                )
                span = Span(record.file, header.line, header.column, len(header.value))
                hint = "what has changed may be why something is found; `rulespal format` keeps this header"
                yield Diagnostic("W-EDITION", f"{message} than the one it is judged by.", span, hint)
                return


def _generous(record: Record, line: Line, speech: GenerousSpeech) -> Iterator[Diagnostic]:
    places = line.facts if line.kind is Kind.ASSERT else ((line.text, line.column),)
    for text, column in places:
        if (full := speech.generous.get(text)) is not None:
            span = Span(record.file, line.line, column, len(text))
            yield Diagnostic("N-READ", f"“{text}” is read as “{full}”.", span, "`rulespal format` writes it so")


def _letters(record: Record, speech: Speech) -> Iterator[Diagnostic]:
    """Short names of cards in a record of another language, which without a header are read as in the first one."""
    book = speech.book
    language = speech.language
    if record.value("suits") is not None or speech.short is not None or language == book.languages[0]:
        return
    ours, theirs = speech.cards, card_names(book, language)
    both = {name for name, place in theirs.items() if name in ours and ours[name] != place}
    if not both:
        return
    first: tuple[str, Line] | None = None
    for line in record.lines:
        for word in _TOKENS.findall(line.text) if line.kind in _SPOKEN else ():
            folded = fold(word)
            if folded in ours and folded not in theirs:
                return  # a letter that only the first language has says which they are
            if folded in both and first is None:
                first = word, line
    if first is not None:
        word, line = first
        card = book.cards[ours[fold(word)]].name
        message = f"“{word}” is read as {card}, though the record is written in another language."
        hint = f'if the letters are those of that language, add [suits "{language}"]'
        yield Diagnostic("W-SUITS", message, Span(record.file, line.line, line.column), hint)
