"""What a referee says, as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from rulespal.model.rules import Reading, Rulebook, spoken
from rulespal.play.reply import Now, Reply
from rulespal.records.record import Record
from rulespal.records.verdict import FAULTS, CheckReport, EventReport, GameReport, Reason
from rulespal.report.as_text import STYLES, Shown, line, paragraph
from rulespal.report.as_text_game import GameText
from rulespal.report.words import EXAMPLE_BOX, counted, sentence

_IN = " " * 8
_NAME = 10  # columns for the name of a command


class RefereeText:
    """Replies of one game as text. Who may act besides is told when it changes."""

    def __init__(self, book: Rulebook, record: Record, language: str) -> None:
        report = GameReport(record.file, record.name, record.rulebook, record.line, language=language)
        self.game = GameText(report, record, book, language)
        self.book = book
        self.language = language
        self.besides: tuple[str, ...] = ()

    def reply(self, reply: Reply) -> Iterator[Shown]:
        """All of a reply; what is private too."""
        for event in reply.settled:
            yield from self.settled(event)
        for event in reply.events:
            yield from self.event(event, reply.kind)
        for check in reply.checks:
            yield from self.check(check)
        for found in reply.problems:
            yield paragraph(f"{_IN}✗ ", found.message, STYLES[found.severity])
            if found.hint:
                yield paragraph(f"{_IN}  ", found.hint)
        indent = "  " if reply.kind == "facts" else _IN
        for told in reply.told:
            yield paragraph(indent, told)
        if reply.kind == "facts" and not reply.told:
            yield paragraph("  ", "nothing is known of it")
        if reply.legal is not None:
            yield from self.moves(reply)
        if reply.now is not None:
            yield from self.now(reply.now)

    # ---- what was tried -----------------------------------------------------------------------------------------------

    def event(self, event: EventReport, kind: str) -> Iterator[Shown]:
        if kind == "why":
            yield from self.why(event)
        elif kind == "done":
            yield from self.game.event(event)
        else:
            yield from self.game.asked(event)

    def settled(self, event: EventReport) -> Iterator[Shown]:
        """An earlier event that turns out not to have been legal."""
        yield paragraph(f" ✗ {event.n:>3}. ", f"{event.text}  (refuted by what is seen now, {event.code})", "bold red")
        yield from self.game.consequences(event)

    def check(self, check: CheckReport) -> Iterator[Shown]:
        if check.status == "holds":
            written = f"-> {check.text}" if check.kind == "effect" else check.text
            yield paragraph(f"{_IN}✓ ", written, "green")
        elif check.kind == "assert" and check.status == "fails":
            yield paragraph(f"{_IN}✗ ", f"{check.text}  (this is not so)", "bold red")
            yield paragraph(f"{_IN}  ", check.found)
        else:
            yield from self.game.check(check)

    def why(self, event: EventReport) -> Iterator[Shown]:
        """The rules for what became of an event."""
        if event.status in FAULTS or event.status == "unread":
            yield from self.game.asked(event)
            return
        yield paragraph(f"   {event.n:>3}. ", event.text, "bold")
        quoted: set[str] = set()
        for reason in self.game.grounds(event.reasons):
            yield paragraph(f"{_IN}? ", f"legal, unless {reason.text}", "yellow")
            yield from self.game.citation(reason, quoted, False)
        move = next((m for m in self.book.moves if spoken(m.name) == event.move), None)
        if move is not None and not event.reasons:
            yield from self.cited("that this may be done", move.citation, quoted)
        for effect in event.effects:
            yield from self.cited(effect.text, effect.citation, quoted)

    def cited(self, text: str, citation: int, quoted: set[str]) -> Iterator[Shown]:
        where = self.book.citations[citation]
        yield paragraph(f"{_IN}→ ", text, "", "cyan")
        reason = Reason(text, where.rule, where.section, where.printed, citation)
        yield from self.game.citation(reason, quoted, False)

    # ---- where the game stands ----------------------------------------------------------------------------------------

    def moves(self, reply: Reply) -> Iterator[Shown]:
        report = reply.legal
        assert report is not None
        for who in report.may:
            yield paragraph("  ", who)
        for move in report.moves:
            yield paragraph("    ", move, "green")
        if report.more:
            yield paragraph("    ", f"… and {report.more:,} more")
        if report.larger:
            yield paragraph("    ", f"… and {counted(report.larger, 'larger set')} of cards that hold one of these")
        if not report.may and not report.moves:
            yield paragraph("  ", report.stage or "too little is known to say what may be done", "yellow")

    def now(self, now: Now) -> Iterator[Shown]:
        """Whom the game waits for, and windows that have opened or closed since this was told last."""
        for fact in now.unnamed:
            yield paragraph(f"{_IN}? ", f"not known yet: {fact} (type `reveal {fact}` with its name)", "yellow")
        if now.over is not None:
            yield paragraph("  ", f"The game is over: {now.over}." if now.over else "The game is over.", "bold")
            return
        yield paragraph("  now: ", "; ".join(filter(None, (now.stage, now.waits_for))), "bold")
        if now.besides != self.besides:
            for who in now.besides:
                yield paragraph("  besides: ", who)
            if not now.besides:
                yield paragraph("  ", "nobody else may do anything now", "dim")
        self.besides = now.besides

    # ---- the beginning ------------------------------------------------------------------------------------------------

    def greeting(
        self, players: Sequence[str], file: str, deals: bool, events: int,
        readings: Sequence[tuple[Reading, int, bool]], example: bool = False,
    ) -> Iterator[Shown]:  # fmt: skip
        """Seats, the record, what the table has agreed and may agree."""
        yield line(self.book.title, "bold")
        yield paragraph("Players: ", f"{', '.join(players)} (clockwise)")
        begun = f"goes on after event {events}" if events else "written after every line"
        yield paragraph("Record:  ", f"{file} ({begun})")
        cards = "the program shuffles and deals; `look NAME` shows a hand to its player alone"
        yield paragraph("Cards:   ", cards if deals else "your own; a card that is not to be told is `?`")
        if example:
            yield paragraph("Box:     ", EXAMPLE_BOX, "yellow")
        for reading, option, agreed in readings:
            name = spoken(reading.options[option].name)
            says = sentence(reading.options[option].says, self.language)
            how = "agreed" if agreed else f"{reading.grade}, not agreed on"
            yield paragraph("Reading: ", f"{spoken(reading.name)}: {name} — {says} ({how})", "" if agreed else "dim")
        yield paragraph("", "Type what happens, as in the record. `legal` lists what may be done, `help` the rest.")


def helped(commands: Sequence[tuple[str, str]], sentences: Sequence[str]) -> Iterator[Shown]:
    """The commands, the lines of a record, and the sentences of the rulebook."""
    yield line("What happens", "bold")
    for text in sentences:
        yield paragraph("  ", text, "green")
    yield Text()
    yield line("Other lines of a record", "bold")
    for start, what in _LINES:
        yield paragraph(f"  {start:<{_NAME}} ", what)
    yield Text()
    yield line("Commands", "bold")
    for name, what in commands:
        yield paragraph(f"  {name:<{_NAME}} ", what)


_LINES = (
    ("-> …", "what came of the last event"),
    ("{…}", "whether something is so now"),
    ("given …", "before the first event: how the game starts"),
    ("reveal …", "what is seen now; `reveal … at 4`: what was so before event 4"),
    ('note "…"', "a remark"),
    ('ruling "…"', "what the table has decided"),
    ("correct …", "puts something right by hand, with the reason in quotes"),
    ("...", "turns that nobody wrote down"),
    ("result …", "how it ended"),
    ("end", "closes the record"),
)
