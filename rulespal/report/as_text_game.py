"""A judged game as text: it reads like a commented game, with the rules beside what they refuse."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from rulespal.model.rules import Reading, Rulebook, spoken
from rulespal.records.record import Kind, Line, Record
from rulespal.records.verdict import FAULTS, IN_ORDER, CheckReport, EventReport, GameReport, Reason, Under
from rulespal.report.as_text import STYLES, Shown, line, paragraph
from rulespal.report.told import Told
from rulespal.report.words import counted, joined, sentence
from rulespal.text.diagnostic import Diagnostic

_SIGNS = {"illegal": "✗", "refuted": "✗", "stands": "✗", "unread": "✗", "unverifiable": "?"}
_COLOURS = {"illegal": "red", "refuted": "red", "stands": "red", "unread": "red", "unverifiable": "yellow"}
_WORDS = {
    "illegal": "not legal", "stands": "not legal, let stand", "refuted": "refuted by what was seen later",
    "unread": "cannot be read", "unverifiable": "cannot be checked",
}  # fmt: skip
_IN = " " * 8  # what belongs to an event stands below its text
_PLAIN = {
    Kind.NOTE: "note: {}", Kind.RULING: "ruling: {}", Kind.HOLE: "…  turns that nobody wrote down",
    Kind.CORRECT: "put right by hand: {}", Kind.REVEAL: "revealed: {}", Kind.END: "end",
}  # fmt: skip


class GameText:
    """The text of one judged game. `book` is None where the record names no rulebook that there is."""

    def __init__(self, report: GameReport, record: Record, book: Rulebook | None, language: str | None = None) -> None:
        self.report = report
        self.record = record
        self.book = book
        self.language = language or report.language
        told = Told(report)
        self.untold = [d for d in report.diagnostics if told.subject(d) is None]
        self.stages = {stage.name for stage in book.stages} if book else set()

    def lines(self, *, state: bool = False) -> Iterator[Shown]:
        """Header, events, verdict; `state`: the position at the end."""
        yield from self.header()
        yield Text()
        body = list(self.body())
        if body:
            yield from body
            yield Text()
        if state:
            yield from self.state()
            yield Text()
        yield from self.verdict()

    def asked(self, event: EventReport) -> Iterator[Shown]:
        """An event that somebody asks about: whether it would be legal, and why not."""
        sign = _SIGNS.get(event.status, "✓")
        words = [_WORDS.get(event.status, event.status), *([event.code] if event.code else [])]
        yield paragraph(
            f" {sign} ", f"{event.text}  ({', '.join(words)})", f"bold {_COLOURS.get(event.status, 'green')}"
        )
        yield from self.consequences(event)

    # ---- header ------------------------------------------------------------------------------------------------------

    def header(self) -> Iterator[Shown]:
        """Rulebook and game, players, readings that are not the default, and what is wrong with the headers."""
        report = self.report
        title = self.book.title if self.book else report.book or "No rulebook"
        yield line(f"{title}{f' · {report.game}' if report.game else ''}", "bold")
        yield line(f"{report.file}, line {report.line}", "dim")
        if report.players:
            middle = "; starts in mid-game" if self.record.mid_game else ""
            yield paragraph("Players: ", f"{', '.join(report.players)} (clockwise){middle}")
        yield from self.unusual_readings()
        first = self.record.lines[0].line if self.record.lines else None
        for found in self.untold:
            if first is None or found.span.line < first:
                yield from problem(found, "")

    def unusual_readings(self) -> Iterator[Shown]:
        for name, option in self.report.readings.items():
            reading = self.book.reading(name) if self.book else None
            if reading is not None and option != spoken(reading.options[0].name):
                default = f"(default: {spoken(reading.options[0].name)})"
                yield paragraph("Reading: ", f"{name}: {option} — {self.says(reading, option)} {default}")

    def says(self, reading: Reading, option: str) -> str:
        return next((sentence(o.says, self.language) for o in reading.options if spoken(o.name) == option), "")

    # ---- the game ----------------------------------------------------------------------------------------------------

    def body(self) -> Iterator[Shown]:
        """The lines of the record in their order, each event with what became of it.

        Several of them may come from one line of another program's log; what is found there is told once.
        """
        events = {event.line: event for event in self.report.events}
        checks: dict[int, list[CheckReport]] = {}
        for check in self.report.checks:
            checks.setdefault(check.line, []).append(check)
        untold: dict[int, list[Diagnostic]] = {}
        for found in self.untold:
            untold.setdefault(found.span.line, []).append(found)
        for item in self.record.lines:
            if item.line in events:
                yield from self.event(events.pop(item.line))
            elif item.kind in _PLAIN:
                yield from other(item)
            elif item.kind is Kind.TAKEBACK:
                yield line(f"{_IN}↶ taken back{f' to event {item.number}' if item.number is not None else ''}", "dim")
            elif item.kind is Kind.RESULT:
                yield from self.result()
            for check in checks.pop(item.line, ()):
                yield from self.check(check)
            for found in untold.pop(item.line, ()):
                yield from problem(found, _IN)

    def event(self, event: EventReport) -> Iterator[Shown]:
        """An event with its number, mark and comment; below it its effects, or why it is refused."""
        for move in event.implied:
            yield paragraph(f"{_IN}(", f"{move}, not written down)", "dim")
        sign = _SIGNS.get(event.status, " ")
        style = "dim strike" if event.taken_back else f"bold {_COLOURS[event.status]}" if sign != " " else ""
        yield paragraph(f" {sign} {event.n:>3}. ", self.spoken_event(event), style)
        yield from self.consequences(event)

    def consequences(self, event: EventReport) -> Iterator[Shown]:
        """What became of an event: why it is refused or open, and its effects."""
        if event.status == "unverifiable":
            yield from self.open_question(event)
        elif event.status in FAULTS:
            yield from self.refusal(event)
        for effect in event.effects:
            penalty = "penalty: " if event.status == "illegal" else ""
            yield paragraph(f"{_IN}→ ", penalty + effect.text, "", "cyan")

    @staticmethod
    def spoken_event(event: EventReport) -> str:
        text = f"{event.text} {event.mark}".rstrip()
        text += f" “{event.comment}”" if event.comment else ""
        notes = [_WORDS[event.status], f"line {event.line}"] if event.status in _WORDS else []
        notes += [event.code] if event.code and event.status != "unread" else []
        notes += ["taken back"] if event.taken_back else []
        return f"{text}  ({', '.join(notes)})" if notes else text

    def open_question(self, event: EventReport) -> Iterator[Shown]:
        """What would have to be known to judge an event."""
        if not event.reasons:
            yield paragraph(f"{_IN}? ", "cannot be checked: too little is known of the position", "yellow")
        for reason in self.grounds(event.reasons):
            yield paragraph(f"{_IN}? ", f"legal, unless {reason.text}", "yellow")
            yield paragraph(f"{_IN}  ", f"({reason.printed})", "dim")

    def refusal(self, event: EventReport) -> Iterator[Shown]:
        """The reasons, each with the sentence of the rulebook and its place; what would have been legal."""
        brief = event.consequence_of is not None
        if brief:
            yield paragraph(
                f"{_IN}↳ ", f"consequence of event {event.consequence_of}: right, if that had counted", "yellow"
            )
        quoted: set[str] = set()
        for place, reason in enumerate(self.grounds(event.reasons)):
            yield paragraph(f"{_IN}{'✗' if place == 0 else '·'} ", reason.text, "red" if place == 0 else "")
            yield from self.citation(reason, quoted, brief)
        for reason in event.reasons[1:]:
            if reason.rule in self.stages:
                yield paragraph(f"{_IN}· ", f"{reason.text} ({reason.printed})")
        if event.alternatives and not brief:
            lead = "allowed here: " if event.code == "E-TURN" else "allowed instead: "
            yield paragraph(_IN + lead, "; ".join(event.alternatives), "green")

    def grounds(self, reasons: Sequence[Reason]) -> Iterator[Reason]:
        """The reasons without the one that only says where the game stands."""
        for place, reason in enumerate(reasons):
            if place == 0 or reason.rule not in self.stages:
                yield reason

    def citation(self, reason: Reason, quoted: set[str], brief: bool) -> Iterator[Shown]:
        """The sentence in the rulebook's words, once, and where it is printed."""
        text = self.book.told(reason.citation, self.language) if self.book else ""
        if text and not brief and text not in quoted:
            quoted.add(text)
            yield paragraph(f"{_IN}  ", f"“{text}”", "italic")
        yield paragraph(f"{_IN}  ", f"({reason.printed})", "dim")

    def check(self, check: CheckReport) -> Iterator[Shown]:
        """A check that does not hold, with what was found; those that hold need no word."""
        if check.status == "holds":
            return
        written = f"-> {check.text}" if check.kind == "effect" else f"{{{check.text}}}"
        if check.status == "unknown":
            yield paragraph(f"{_IN}? ", f"{written}  ({self.why_open(check)})", "yellow")
            return
        yield paragraph(f"{_IN}✗ ", f"{written}  (does not hold, line {check.line}, {check.code})", "bold red")
        if check.consequence_of is not None:
            yield paragraph(
                f"{_IN}  ", f"consequence of event {check.consequence_of}: right, if that had counted", "yellow"
            )
        if check.kind == "effect" and check.expected and check.expected != check.found:
            yield paragraph(f"{_IN}  expected: ", check.expected)
        found = check.found or "nothing of the kind"
        if check.kind == "effect":
            yield paragraph(f"{_IN}  found: ", f"{found} (by the event in line {check.changed_by})")
        else:
            changed = f" (changed last by line {check.changed_by})" if check.changed_by else ""
            yield paragraph(f"{_IN}  found: ", found + changed)

    def why_open(self, check: CheckReport) -> str:
        before = next((e for e in self.report.events if e.n == check.after), None)
        if check.kind == "effect" and before is not None and before.status in ("illegal", "unread"):
            return f"not judged: event {check.after} does not count"
        return "nobody can check it"

    def result(self) -> Iterator[Shown]:
        result = self.report.result
        if result is None:
            return
        if result.agrees:
            yield paragraph(f"{_IN}result: ", result.claimed, "bold")
            return
        yield paragraph(
            f"{_IN}✗ ", f"result: {result.claimed}  (not so, line {result.line}, {result.code})", "bold red"
        )
        yield paragraph(f"{_IN}  found: ", result.found)

    def state(self) -> Iterator[Shown]:
        """The position at the end, one fact a line."""
        last = self.report.events[-1].n if self.report.events else 0
        yield line(f"The position after event {last}:" if last else "The position at the start:", "bold")
        for fact in self.report.final or ["nothing is known of it"]:
            yield paragraph("  ", fact)

    # ---- the verdict -------------------------------------------------------------------------------------------------

    def verdict(self) -> Iterator[Shown]:
        """The verdict in one line, and the readings it depends on."""
        yield verdict_line(self.report)
        if self.book is None or not self.report.depends_on:
            return
        many = len(self.report.depends_on) > 1
        yield Text()
        yield paragraph("", f"It depends on how the table reads {'these rules' if many else 'this rule'}:")
        for name in self.report.depends_on:
            reading = self.book.reading(name)
            if reading is not None:
                yield from self.dependence(name, reading)

    def dependence(self, name: str, reading: Reading) -> Iterator[Shown]:
        taken = self.report.readings.get(name, spoken(reading.options[0].name))
        yield paragraph("  ", f"{name}: {sentence(reading.asks, self.language)}", "bold")
        yield paragraph("    ", f"{taken} (taken here): {self.says(reading, taken)}")
        yield paragraph("      → ", self.report.verdict, STYLES[self.report.verdict])
        for under in self.report.under:
            if under.reading == name:
                yield paragraph("    ", f"{under.option}: {self.says(reading, under.option)}")
                yield paragraph("      → ", self.outcome(under), STYLES[under.verdict])

    def outcome(self, under: Under) -> str:
        same = " as well" if under.verdict == self.report.verdict else ""
        change = f", and line {under.first_change} comes out otherwise" if under.first_change else ""
        return f"{under.verdict}{same}{change}"


def other(item: Line) -> Iterator[Shown]:
    """A line of the record that is neither event nor check."""
    if item.kind is Kind.END:
        return
    why = f" “{item.comment}”" if item.comment else ""
    at = f" (at event {item.number})" if item.kind is Kind.REVEAL and item.number is not None else ""
    yield paragraph(_IN, _PLAIN[item.kind].format(item.text) + why + at, "italic")


def problem(found: Diagnostic, indent: str) -> Iterator[Shown]:
    """A diagnostic that no event or check tells."""
    sign = {"error": "✗", "warning": "!", "note": "·"}[found.severity]
    text = Text(f"{found.message}", STYLES[found.severity])
    text.append(f"  (line {found.span.line}, {found.code})", "dim")
    yield paragraph(f"{indent}{sign} ", text, STYLES[found.severity])
    if found.hint:
        yield paragraph(f"{indent}  hint: ", found.hint, "", "cyan")


# ---- the verdict in a line -------------------------------------------------------------------------------------------


def verdict_line(report: GameReport) -> Shown:
    """`Verdict: illegal: event 2 is not legal; …`."""
    text = Text("Verdict: ", "bold")
    text.append(report.verdict, f"bold {STYLES[report.verdict]}")
    text.append(f" — {why(report)}")
    return paragraph("", text)


def why(report: GameReport) -> str:
    """What the verdict rests on, in a few words."""
    clauses = [c for c in (*_unread(report), *_faults(report)) if c]
    if report.verdict == "disputed":
        clears = [f"{u.reading}: {u.option}" for u in report.under if u.verdict in IN_ORDER]
        clauses.append(f"no fault under {joined(clears, 'or under')}")
    if clauses:
        return "; ".join(clauses)
    shown = f"{counted(len(report.events), 'event')}, {counted(len(report.checks), 'check')}"
    if report.verdict == "consistent":
        return f"{shown}: nothing is wrong, but {_open(report)} on what nobody recorded"
    return f"{shown}: nothing is wrong"


def _unread(report: GameReport) -> Iterator[str]:
    told = Told(report)
    untold = [d for d in report.diagnostics if d.severity == "error" and told.subject(d) is None]
    for codes, words in (
        ({"E-HIDDEN"}, "cannot be so"),
        ({d.code for d in untold} - {"E-HIDDEN"}, "cannot be used as written"),
    ):
        if lines := sorted({d.span.line for d in untold if d.code in codes}):
            yield f"{_numbers('line', lines)} {words}"


def _faults(report: GameReport) -> Iterator[str]:
    for status, words in (("illegal", "not legal"), ("refuted", "refuted"), ("stands", "let stand, and not legal")):
        numbers = [e.n for e in report.events if e.status == status and not e.taken_back and e.consequence_of is None]
        if numbers:
            yield f"{_numbers('event', numbers)} {'is' if len(numbers) == 1 else 'are'} {words}"
    failing = sorted({c.line for c in report.checks if c.status == "fails" and c.consequence_of is None})
    if failing:
        yield f"what stands in {_numbers('line', failing)} does not hold"
    if report.result is not None and not report.result.agrees:
        yield "the result is not so"
    follow = sum(e.consequence_of is not None for e in report.events)
    follow += sum(c.consequence_of is not None for c in report.checks)
    if follow:
        yield f"{counted(follow, 'more is a consequence', 'more are consequences')}"


def _open(report: GameReport) -> str:
    checks = sum(c.status == "unknown" for c in report.checks)
    if report.claims:
        return counted(report.claims, "event rests", "events rest")
    return counted(checks, "check rests", "checks rest")


def _numbers(word: str, numbers: Sequence[int]) -> str:
    """`event 3`, `events 3, 5 and 9`; the first few if there are many."""
    shown = [str(n) for n in numbers[:6]] + ([f"{len(numbers) - 6} more"] if len(numbers) > 6 else [])
    return f"{word if len(numbers) == 1 else word + 's'} {joined(shown)}"
