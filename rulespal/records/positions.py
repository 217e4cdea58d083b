"""The position after each event of a record, in sentences: for reports that are leafed through."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping

from rulespal.engine.runtime import CannotDo, RuleFault
from rulespal.records import claims
from rulespal.records.judge import Judge
from rulespal.records.record import Record
from rulespal.records.replay import Finder, Opened, opened
from rulespal.records.table import Mark

Positions = dict[int, list[str]]  # number of an event (0: the start): what can be said of the position after it


def positions(
    record: Record, find: Finder, chosen: Mapping[str, str] | None = None, language: str | None = None
) -> Positions:
    """What is so after each event, as the record was judged; nothing after events from which on nothing is known."""
    table, _ = opened(record, find, chosen or {}, language)
    found: Positions = {}
    if table is not None:
        with contextlib.suppress(RuleFault, CannotDo):  # the report of the record tells it
            _fill(record, table, found)
    return found


def _fill(record: Record, table: Opened, found: Positions) -> None:
    marks: list[Mark] = []
    settled = claims.settle(Judge(table.game, table.speech, record, table.options).run(0, marks.append), marks)
    judge = Judge(table.game, table.speech, record, table.options, settled.doubts)

    def note(mark: Mark) -> None:  # before each line: the last one before the next event counts
        if mark.table.worlds:
            found[mark.events] = judge.facts.all(mark.table.worlds[0].position)

    judge.run(0, note)
    for n, before in judge.history:  # the start is worked out when the first event comes
        if before.worlds:
            found.setdefault(n - 1, judge.facts.all(before.worlds[0].position))
