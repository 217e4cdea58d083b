"""Claims that nobody could check when they were made, judged again in the light of the whole record.

A claim is an event whose requirements were open: it is believed, and narrows what the hidden cards may be. When a later
line does not fit, each claim that alone contradicts what was seen is refuted. When a claim cannot have been false, it is
legal after all. Each question is answered by judging the record again from the claim on, believing other things.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulespal.records.judge import Judge
from rulespal.records.table import Doubts, Mark
from rulespal.records.verdict import EventReport, Reason

Fault = tuple[str, int, str]  # what, line, text


def settle(judge: Judge, marks: list[Mark]) -> Judge:
    """The judge of the same record with every claim settled that can be. `marks`: one before each line of its run."""
    if not _claims(judge):
        return judge
    judge, refuted = _refute(judge, marks)
    _verify(judge, marks, refuted)
    return judge


def _claims(judge: Judge) -> list[int]:
    return [e.n for e in judge.events if e.status == "unverifiable" and e.doubtful and not e.taken_back]


def _faults(judge: Judge) -> list[Fault]:
    events = [("event", e.line, e.text) for e in judge.events if e.status == "illegal" and not e.taken_back]
    checks = [("check", c.line, c.text) for c in judge.checks if c.status == "fails" and c.consequence_of is None]
    hidden = [("hidden", *judge.hidden_fault)] if judge.hidden_fault else []
    return sorted([*events, *checks], key=lambda f: f[1]) + hidden


def _again(
    judge: Judge, marks: list[Mark], first: int, doubts: Doubts, stop: Callable[[Judge], bool] | None = None,
    untraced: frozenset[int] = frozenset(),
) -> Judge:  # fmt: skip
    """The record judged again from event `first` on, with other doubts; only for its statuses if it may stop early."""
    mark = next(m for m in reversed(marks) if m.events < first)
    quiet = stop is not None or judge.quiet
    return judge.rerun(mark, judge.options, doubts, quiet=quiet, stop=stop, untraced=untraced)


def _past(line: int) -> Callable[[Judge], bool]:
    """Whether a judge has judged a line (0: never before the end)."""

    def past(judge: Judge) -> bool:
        latest = max([*(e.line for e in judge.events[-1:]), *(c.line for c in judge.checks[-1:])], default=0)
        return 0 < line < latest

    return past


def _refute(judge: Judge, marks: list[Mark]) -> tuple[Judge, set[int]]:
    """Finds the claims that what was seen contradicts; judges again with those not believed."""
    distrusted: set[int] = set()
    refuted: set[int] = set()
    explained: set[Fault] = set()
    shown: dict[int, list[Reason]] = {}
    while True:
        claims = [n for n in _claims(judge) if n not in distrusted]
        fault = next((f for f in _faults(judge) if f not in explained), None)
        if fault is None or not claims:
            break
        explained.add(fault)
        doubted = frozenset(distrusted)
        how = (_past(fault[1]), judge.every_line() - {fault[1]})
        if fault in _faults(_again(judge, marks, claims[0], Doubts(doubted | set(claims)), *how)):
            continue  # it has nothing to do with what anybody claimed
        alone = [
            n for n in claims
            if fault in _faults(_again(judge, marks, claims[0], Doubts(doubted | (set(claims) - {n})), *how))
        ]  # fmt: skip
        refuted.update(alone)
        for n in alone:
            shown[n] = [_by_later_line(judge.events[n - 1], fault)]
        distrusted.update(alone or claims)
        judge = _again(judge, marks, min(distrusted), Doubts(frozenset(distrusted)))
    for place, event in enumerate(judge.events):
        if event.n in refuted and not event.taken_back:
            later = [*event.reasons, *shown.get(event.n, ())]
            judge.events[place] = replace(event, status="refuted", code="E-REFUTED", reasons=later)
    return judge, refuted


def _by_later_line(event: EventReport, fault: Fault) -> Reason:
    """That a later line shows an event not to have been legal."""
    first = event.reasons[0] if event.reasons else Reason("", "", "", "", 0)
    return replace(first, text=f"line {fault[1]}, “{fault[2]}”, shows that this was not so", kind="later")


def _verify(judge: Judge, marks: list[Mark], refuted: set[int]) -> None:
    """Marks as legal the claims that cannot have been false, whatever else is believed."""
    claims = _claims(judge)
    known = set(_faults(judge))
    for n in claims:
        others = frozenset({*claims, *judge.doubts.distrusted, *refuted} - {n})
        denied = _again(judge, marks, n, Doubts(others, n), lambda other: bool(set(_faults(other)) - known))
        if set(_faults(denied)) - known:
            place = n - 1
            judge.events[place] = replace(judge.events[place], status="legal", reasons=[])
