"""Records in their strict form: headers in order, with the edition of the rulebook; sentences as the rulebook says them.

Comments and blank lines stay where they are. What cannot be read is left as it is, and nothing changes what is found.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

from rulespal.engine.game import Game
from rulespal.model.phrases import Said, Speech
from rulespal.model.rules import Rulebook
from rulespal.model.types import Type
from rulespal.records.judge import Judge
from rulespal.records.layout import Placed, laid_out
from rulespal.records.lines import BLANK, MARKS
from rulespal.records.record import VERSION_LINE, Header, Kind, Line, Record
from rulespal.records.replay import Finder, opened
from rulespal.records.to_text import in_order, write_line
from rulespal.text.fold import fold
from rulespal.text.formatted import Formatted

Say = Callable[[Line], Line]
_FACTS = (Kind.GIVEN, Kind.REVEAL, Kind.CORRECT)


def strict_text(lines: Iterable[str], file: str, find: Finder) -> Iterator[str]:
    """The strict form of a text, line by line (without endings)."""
    games = (line for record, placed in laid_out(lines, file) for line in ["", *_game(record, placed, find)])
    yield from _tidy(chain([VERSION_LINE], games))


def formatted(file: Path, find: Finder) -> Formatted:
    """A file and its strict form. Raises OSError, or UnicodeDecodeError where it is no UTF-8."""
    before = file.read_bytes().decode("utf-8")
    lines = io.StringIO(before, newline="")
    return Formatted(file, before, "".join(line + "\n" for line in strict_text(lines, str(file), find)))


def strict_record(record: Record, find: Finder) -> list[str]:
    """The strict form of one game that was never written down as text: headers and lines."""
    table, _ = opened(record, find, {})
    book = table.game.book if table else None
    headers = [f'[{header.key} "{header.value}"]' for header in with_edition(record, book)]
    return [*headers, "", *map(write_line, record.lines), ""]


def with_edition(record: Record, book: Rulebook | None) -> list[Header]:
    """The headers in their order, with the edition and hash of the rulebook unless the record names others."""
    added = []
    if book is not None:
        known = {"edition": book.edition, "hash": book.hash}
        added = [Header(key, value, 0, 0) for key, value in known.items() if value and record.value(key) is None]
    return in_order([*record.headers, *added])


def _game(record: Record, placed: Sequence[Placed], find: Finder) -> Iterator[str]:
    table, _ = opened(record, find, {})
    say = _Sayer(table.game, table.speech, record).line if table else (lambda line: line)
    last = max((place for place, one in enumerate(placed) if one.header is not None), default=-1)
    head, body = placed[: last + 1], placed[last + 1 :]
    late = [one for one in head if one.line is not None]  # lines before a header that comes too late
    if late or last < 0:
        yield from (_plain(one, say) for one in placed if not _is_version(one))
        return
    yield from (one.written.strip() for one in head if one.header is None and one.comment)
    comments = {id(one.header): one.comment for one in head}
    wrong = {found.span.line for found in record.diagnostics if found.code == "E-SYNTAX"}
    as_written = {id(one.header): one.written.strip() for one in head if one.header and one.header.line in wrong}
    for header in with_edition(record, table.game.book if table else None):
        plain = f'[{header.key} "{header.value}"]' + comments.get(id(header), "")
        yield as_written.get(id(header), plain)
    other = (one for one in head if one.header is None and not one.comment and not _is_version(one))
    yield ""
    yield from (text for one in other if (text := one.written.strip(BLANK)))  # wrong version lines
    yield from (_plain(one, say) for one in body if not _is_version(one))


def _is_version(one: Placed) -> bool:
    return " ".join(one.written.strip(BLANK).split()).casefold() == VERSION_LINE


def _plain(one: Placed, say: Say) -> str:
    if one.line is None:
        return one.written.strip()
    if one.line.kind is Kind.BROKEN:
        return one.written.strip()
    return write_line(say(one.line)) + one.comment


def _tidy(lines: Iterable[str]) -> Iterator[str]:
    """The lines with one blank line where there are several, and none at the end."""
    blank = False
    for line in lines:
        if line and blank:
            yield ""
        if line:
            yield line
        blank = not line


class _Sayer:
    """Says the sentences of a record as the rulebook does."""

    def __init__(self, game: Game, speech: Speech, record: Record) -> None:
        self.speech = speech
        self.judge = Judge(game, speech, record, [0] * len(game.book.readings))

    def line(self, line: Line) -> Line:
        if line.kind is Kind.EVENT:
            return self._event(line)
        if line.kind in _FACTS:
            return line._replace(text=self._fact(line.text))
        if line.kind is Kind.ASSERT:
            return line._replace(facts=tuple((self._fact(fact), place) for fact, place in line.facts))
        if line.kind in (Kind.EFFECT, Kind.RESULT):
            said = self.speech.effect(line.text)
            return line._replace(text=self._said(said, line.text)) if isinstance(said, Said) else line
        return line

    def _event(self, line: Line) -> Line:
        text, said = self.judge.understand(line)
        close = line.text.removeprefix(text).strip() if line.text.startswith(text) else ""  # a mark close to the word
        if not isinstance(said, Said) or (text != line.text and (close not in MARKS or line.mark)):
            return line  # a mark or comment belongs to the sentence, or it is none
        strict = self._said(said, text, event=True)
        if strict == line.text:
            return line
        return line._replace(text=strict, mark=line.mark or close, quoted_text="", text_with_mark="")

    def _fact(self, text: str) -> str:
        said = self.speech.fact(text)
        return self._said(said, text) if isinstance(said, Said) else text

    def _said(self, said: Said, text: str, *, event: bool = False) -> str:
        """The sentence in full; as written, if that would not be read as the same."""
        if any(_free(type_) for _, type_ in said.sentence.slots):
            return text
        strict = self.speech.fill(said.sentence.pattern, [said.values[name] for name, _ in said.sentence.slots])
        if fold(strict) == fold(text) and strict == text:
            return text
        read = self.speech.event if event else self.speech.fact
        again = [read(strict), self.speech.effect(strict)]
        same = any(isinstance(one, Said) and (one.target, one.values) == (said.target, said.values) for one in again)
        return strict if same and "#" not in strict else text


def _free(type_: Type) -> bool:
    """Whether a value of this type is words of somebody's own, which are kept as they are."""
    return type_.kind == "text" or (type_.of is not None and isinstance(type_.of, Type) and _free(type_.of))
