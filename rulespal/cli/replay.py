"""`rulespal replay`: one record file as a commented game."""

from __future__ import annotations

from collections import Counter

import click
from rich.text import Text

from rulespal.cli import completion, options
from rulespal.cli.judging import Judging, status_of, worst
from rulespal.cli.output import print_json, print_text
from rulespal.cli.refusals import Refusal, warn
from rulespal.cli.reporting import report_file, write_report
from rulespal.cli.sources import games, one_file
from rulespal.records.legal import cut
from rulespal.records.record import Kind, Record
from rulespal.records.verdict import GameReport
from rulespal.report import as_json as to_json
from rulespal.report.as_text_game import GameText
from rulespal.report.outcome import outcome
from rulespal.report.summary import Summary
from rulespal.report.words import counted

_BETWEEN = (Text(), Text("─" * 40, "dim"), Text())


@click.command()
@click.argument("file", shell_complete=completion.files)
@options.game
@click.option("--until", type=click.IntRange(min=0), metavar="N", help="Only up to event N (0: the start).")
@click.option("--state", is_flag=True, help="Show the position at the end, in sentences.")
@click.option("--strict", is_flag=True, help="Exit with 3 also if something rests on what nobody recorded.")
@options.report
@options.as_json
@options.judging
def command(
    file: str, game: str | None, until: int | None, state: bool, strict: bool, report: str | None, as_json: bool,
    judging: Judging,
) -> int:  # fmt: skip
    """Replay a record and show each event with its verdict.

    FILE is a record (.rpl), or - for standard input.

    \b
    Example: rulespal replay game.rpl --until 12 --state

    Exit status: 0 legal or consistent, 1 illegal or a line unread, 2 the file cannot be read, 3 disputed;
    with several games, the worst.
    """
    target = report_file(report)
    records = games(one_file(file), game, judging.form)
    if until is not None:
        records = _until(records, until)
    reports: list[GameReport] = []
    for record in records:
        if reports and not as_json:
            print_text(_BETWEEN)
        reports.append(judging.judge(record))
        if as_json:
            print_json(to_json.game(reports[-1]))
        else:
            book = judging.book(record)
            print_text(GameText(reports[-1], record, book, judging.language).lines(state=state))
    if len(reports) > 1 and not as_json:
        _sum_up(reports)
    _warn_of_faults(reports)
    if target is not None:
        whole = Summary(files=1)
        for one in reports:
            whole.add(outcome(one, status_of(one)))
        write_report(target, list(zip(records, reports, strict=True)), whole, f"Replay of {file}", judging)
    return worst(status_of(one, strict=strict) for one in reports)


def _until(records: list[Record], until: int) -> list[Record]:
    """The records up to an event. Raises Refusal if none of them has so many."""
    most = max(sum(Kind.EVENT in (line.kind, line.meant) for line in record.lines) for record in records)
    if until > most:
        raise Refusal(
            f"there is no event {until}: the record has {counted(most, 'event')}.", "Give `--until` a smaller number."
        )
    return [cut(record, until) for record in records]


def _sum_up(reports: list[GameReport]) -> None:
    verdicts = Counter(report.verdict for report in reports)
    shown = ", ".join(f"{number} {verdict}" for verdict, number in verdicts.items())
    print_text([Text(), Text(f"{len(reports)} games: {shown}", "bold")])


def _warn_of_faults(reports: list[GameReport]) -> None:
    for report in reports:
        for found in report.diagnostics:
            if found.code == "R-RUN":
                warn(found.message)
