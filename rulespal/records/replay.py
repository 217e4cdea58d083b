"""Replays a record: judged under the readings that it fixes, and again under each option that might matter."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rulespal.engine.game import Game
from rulespal.engine.runtime import CannotDo, RuleFault
from rulespal.model.generous import GenerousSpeech
from rulespal.model.phrases import Phrasebook, Said, Speech
from rulespal.model.rules import Reading, spoken
from rulespal.records import claims
from rulespal.records.judge import Judge
from rulespal.records.record import Header, Kind, Record
from rulespal.records.remarks import remarks
from rulespal.records.table import Mark
from rulespal.records.verdict import IN_ORDER, GameReport, Under, Verdict
from rulespal.text.diagnostic import Diagnostic, Diagnostics
from rulespal.text.fold import fold, identifier
from rulespal.text.span import Span
from rulespal.text.suggest import did_you_mean, near

DISPUTABLE = ("open", "custom")


class Unknown(Exception):
    """A rulebook that does not exist; carries the names of those that do."""

    def __init__(self, known: Sequence[str]) -> None:
        super().__init__("unknown rulebook")
        self.known = list(known)


Finder = Callable[[str], tuple[Game, Phrasebook]]


def replay(
    record: Record, find: Finder, chosen: Mapping[str, str] | None = None, *, depends: bool = True, brief: bool = False,
    language: str | None = None,
) -> GameReport:  # fmt: skip
    """What is found in a record. `find` gives the rulebook of a name or raises Unknown; `chosen`: readings of the table.

    `depends` False leaves out the analysis of readings; `brief` what only a full report shows: the effects of legal
    events and the final position.
    """
    report = GameReport(record.file, record.name, record.rulebook, record.line, players=record.players)
    table, problems = opened(record, find, chosen or {}, language)
    found = Diagnostics()
    found.extend(problems)
    if table is None:
        report.verdict = "unreadable"
    else:
        try:
            _judge(record, table, report, found, depends, brief)
        except (RuleFault, CannotDo) as fault:
            report.verdict = "unreadable"
            what = str(fault) or "a card is not there"
            found.add("R-RUN", f"The rulebook has a fault: {what}.", Span(record.file, record.line),
                      f"Run `rulespal check {record.rulebook}`.")  # fmt: skip
        found.extend(remarks(record, table.speech))
    report.diagnostics = list(found)
    return report


def _judge(
    record: Record, table: Opened, report: GameReport, found: Diagnostics, depends: bool, brief: bool
) -> None:  # fmt: skip
    game, options = table.game, table.options
    report.language = table.speech.language
    marks: list[Mark] = []
    first: dict[int, Mark] = {}  # reading: where the judge stood before it was first looked at
    worth = (
        {r.index for r in game.book.readings if r.grade != "settled" and r.index not in table.fixed}
        if depends
        else set()
    )
    judge = Judge(game, table.speech, record, options, brief=brief)

    def note(mark: Mark) -> None:
        for reading in (judge.readings.seen & worth) - first.keys():
            first[reading] = marks[-1]
        marks.append(mark)

    judge.remembers = bool(worth) or any(line.kind is Kind.TAKEBACK for line in record.lines)
    judge.run(0, note if worth else None)
    if judge.claimed and not worth:  # claims are settled from marks, which most records can do without
        judge = Judge(game, table.speech, record, options, brief=brief).run(0, marks.append)
    judge = claims.settle(judge, marks)
    if worth:
        first |= dict.fromkeys((judge.readings.seen & worth) - first.keys(), marks[0])
    broken = any(d.severity == "error" for d in [*record.diagnostics, *found])
    report.verdict = verdict(judge, broken)
    for reading in sorted(first):
        _flip(game.book.readings[reading], first[reading], judge, options, broken, report)
    by_dispute = [u for u in report.under if _disputes(game, u)]
    if report.verdict == "illegal" and by_dispute:
        report.verdict = "disputed"
    _fill(report, judge, game, options)
    _tell(report, judge, found)


def _disputes(game: Game, under: Under) -> bool:
    reading = game.book.reading(under.reading)
    return reading is not None and reading.grade in DISPUTABLE and under.verdict in IN_ORDER


def _flip(reading: Reading, mark: Mark, judge: Judge, options: list[int], broken: bool, report: GameReport) -> None:
    """Judges again under every other option of a reading; notes it if anything comes out otherwise."""
    different = []
    for option in range(len(reading.options)):
        if option == options[reading.index]:
            continue
        changed = [*options]
        changed[reading.index] = option
        other = _under(judge, mark, changed)
        lost = other.table.lost if judge.table.lost is None else None
        line = first_change(judge, other, lost)
        outcome = verdict(other if lost is None else judge, broken)
        if line is not None or outcome != verdict(judge, broken):
            different.append(Under(spoken(reading.name), spoken(reading.options[option].name), outcome, line))
    if different:
        report.depends_on.append(spoken(reading.name))
        report.under += different


def _under(judge: Judge, mark: Mark, options: list[int]) -> Judge:
    """The record under other options: from the mark on, or all of it where claims have to be settled anew."""
    if not judge.claimed:
        other = judge.rerun(mark, options, untraced=judge.every_line())
        if not other.claimed:
            return other
    marks: list[Mark] = []
    other = Judge(judge.game, judge.speech, judge.record, options)
    other.quiet = True
    return claims.settle(other.run(0, marks.append), marks)


def first_change(one: Judge, other: Judge, before: int | None = None) -> int | None:
    """The first line whose status differs, or None. `before`: what `other` says from that line on means nothing."""
    lines = [a.line for a, b in zip(one.events, other.events, strict=False) if a.status != b.status]
    lines += [a.line for a, b in zip(one.checks, other.checks, strict=False) if a.status != b.status]
    if one.result and other.result and one.result.agrees != other.result.agrees:
        lines.append(one.result.line)
    return min((line for line in lines if before is None or line < before), default=None)


def verdict(judge: Judge, broken: bool) -> Verdict:
    """The verdict of a game, before disputes are looked at."""
    if judge.unread or broken:
        return "unreadable"
    if judge.faulty:
        return "illegal"
    return "consistent" if judge.uncertain else "legal"


def _fill(report: GameReport, judge: Judge, game: Game, options: Sequence[int]) -> None:
    report.events, report.checks, report.result = judge.events, judge.checks, judge.result
    report.claims = judge.claims
    report.readings = {
        spoken(r.name): spoken(r.options[options[r.index]].name) for r in game.book.readings if r.grade != "settled"
        or options[r.index]
    }  # fmt: skip
    worlds = judge.table.worlds
    report.final = judge.facts.all(worlds[0].position) if worlds and not judge.brief else []


def _tell(report: GameReport, judge: Judge, found: Diagnostics) -> None:
    """Everything that is wrong, as diagnostics in the order of the lines."""
    found.extend(judge.diagnostics)
    file = report.file
    for event in report.events:
        if event.status in ("illegal", "stands", "refuted") and not event.taken_back:
            reasons = "; ".join(r.text for r in event.reasons[:1])
            where = f" ({event.reasons[0].printed})" if event.reasons else ""
            code = event.code or "E-ILLEGAL"
            hint = f"Allowed: {'; '.join(event.alternatives)}." if event.alternatives else None
            found.add(
                code, f"Event {event.n}, “{event.text}”: {reasons}{where}.", Span(file, event.line, event.column), hint
            )
    for check in report.checks:
        if check.status == "fails":
            changed = f" Line {check.changed_by} changed it last." if check.changed_by else ""
            message = f"“{check.text}” does not hold: {check.found or 'nothing of the kind'}.{changed}"
            expected = f"Expected: {check.expected}." if check.kind == "effect" else None
            found.add(check.code or "E-ASSERT", message, Span(file, check.line, check.column), expected)
    if report.result is not None and not report.result.agrees:
        message = f"The result “{report.result.claimed}” is not so: {report.result.found}."
        found.add("E-RESULT", message, Span(file, report.result.line, report.result.column))


@dataclass(frozen=True, slots=True)
class Opened:
    """The rulebook of a record, the speech of its players, the options chosen and the readings that are fixed."""

    game: Game
    speech: Speech
    options: list[int]
    fixed: frozenset[int]


def opened(
    record: Record, find: Finder, chosen: Mapping[str, str], language: str | None = None
) -> tuple[Opened | None, list[Diagnostic]]:
    """What the headers of a record name; None, with diagnostics, where something in them is wrong."""
    found = Diagnostics()
    found.extend(record.diagnostics)
    return _table(record, find, chosen, found, language), list(found)


# ---- headers ----------------------------------------------------------------------------------------------------------


def _table(
    record: Record, find: Finder, chosen: Mapping[str, str], found: Diagnostics, language: str | None
) -> Opened | None:
    header = next(iter(record.values("rulebook")), None)
    if header is None:
        if not any(d.code == "E-HEADER" for d in record.diagnostics):
            found.add("E-HEADER", "The record names no rulebook.", Span(record.file, record.line),
                      'Begin it with `[rulebook "NAME"]`.')  # fmt: skip
        return None
    try:
        game, phrases = find(header.value)
    except Unknown as unknown:
        hint = did_you_mean(header.value, unknown.known) or f"There are: {', '.join(unknown.known)}."
        found.add("E-NAME", f"There is no rulebook “{header.value}”.", _at(record, header), hint)
        return None
    if not _players(record, game, phrases, found):
        return None
    fixed: dict[int, int] = {}
    for name, option in chosen.items():
        _fix(game, name, option, None, record, found, fixed)
    for name, option, at in record.readings:
        _fix(game, name, option, at, record, found, fixed)
    options = [fixed.get(r.index, 0) for r in game.book.readings]
    short = _short_names(record, game, found)
    speech = speech_of(phrases, tuple(record.players), language, short)
    if language is None and len(game.book.languages) > 1:
        speech = speech_of(phrases, tuple(record.players), spoken_in(record, speech), short)
    return Opened(game, speech, options, frozenset(fixed))


@lru_cache(maxsize=64)
def speech_of(phrases: Phrasebook, players: tuple[str, ...], language: str | None, short: str | None) -> Speech:
    """The speech of a table; one for all its games, so that sentences are understood once."""
    return GenerousSpeech(phrases, players, language, short)


def spoken_in(record: Record, speech: Speech, sample: int = 12) -> str:
    """The language in which most of the first sentences of a record are written."""
    languages = []
    for line in record.lines:
        said = {Kind.EVENT: speech.event, Kind.GIVEN: speech.fact}.get(line.kind, speech.effect)(line.text)
        if isinstance(said, Said):
            languages.append(said.sentence.pattern.language)
        if len(languages) >= sample:
            break
    return max(speech.book.languages, key=languages.count)


def _short_names(record: Record, game: Game, found: Diagnostics) -> str | None:
    """The language whose short card names the record uses."""
    header = next(iter(record.values("suits")), None)
    if header is None:
        return None
    language = fold(header.value)
    if language in game.book.languages:
        return language
    found.add("E-NAME", f"{game.book.title} has no short card names in “{header.value}”.", _at(record, header),
              f"It has: {', '.join(game.book.languages)}.")  # fmt: skip
    return None


def _at(record: Record, header: Header | None) -> Span:
    return Span(record.file, header.line, header.column) if header else Span(record.file, record.line)


def _players(record: Record, game: Game, phrases: Phrasebook, found: Diagnostics) -> bool:
    header = next(iter(record.values("players")), None)
    names = record.players
    low, high = game.book.seating
    many = f"{low}" if low == high else f"{low} to {high}"
    if header is None:
        found.add("E-HEADER", "The record does not name its players.", _at(record, None),
                  'Add `[players "Ana, Ben"]`, clockwise.')  # fmt: skip
        return False
    if not low <= len(names) <= high:
        found.add(
            "E-HEADER", f"{game.book.title} is for {many} players, and here are {len(names)}.", _at(record, header)
        )
        return False
    folded = [fold(name) for name in names]
    for name, plain in zip(names, folded, strict=True):
        if folded.count(plain) > 1:
            found.add(
                "E-HEADER",
                f"Two players are called “{name}”.",
                _at(record, header),
                f"Write “{name} A” and “{name} B”.",
            )
            return False
        if begins_sentence(plain, phrases):
            found.add("E-HEADER", f"The name “{name}” begins a sentence of the rulebook.", _at(record, header),
                      f"Write it otherwise: “{name.title()}1”.")  # fmt: skip
            return False
    return True


def begins_sentence(name: str, phrases: Phrasebook) -> bool:
    """Whether a folded name could be taken for the beginning of a sentence."""
    first = name.split(" ", 1)[0]
    kinds = {kind.value for kind in Kind} | {"undo", "takeback", "take"}
    return first in kinds or any(first in table.plain for table in (phrases.events, phrases.facts, phrases.effects))


def _fix(
    game: Game, name: str, option: str, at: Header | None, record: Record, found: Diagnostics, fixed: dict[int, int]
) -> None:
    reading = game.book.reading(name)
    if reading is None:
        words = near(name, [spoken(r.name) for r in game.book.readings])
        hint = f"Did you mean {' or '.join(words)}?" if words else None
        found.add("E-NAME", f"{game.book.title} has no reading “{name}”.", _at(record, at), hint)
        return
    options = [spoken(o.name) for o in reading.options]
    plain = identifier(option)
    if plain not in options:
        found.add(
            "E-NAME", f"The reading {name} has no option “{option}”.", _at(record, at), f"It has: {', '.join(options)}."
        )
        return
    chosen = options.index(plain)
    twice = at is not None and any(
        n == spoken(reading.name) and o != plain for n, o, h in record.readings if h.line < at.line
    )
    if twice:
        found.add("E-HEADER", f"The reading {name} is chosen twice, each time otherwise.", _at(record, at), "Keep one.")
        return
    fixed[reading.index] = chosen
