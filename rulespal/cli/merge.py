"""`rulespal merge`: the results of shards, or of runs over several folders, as one."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

import click

from rulespal.bulk.merge import merge, missing
from rulespal.bulk.results import Foreign, opened
from rulespal.cli import completion, options
from rulespal.cli.output import print_json, print_text
from rulespal.cli.refusals import Refusal, show, warn
from rulespal.report import as_json as to_json
from rulespal.report import as_text_summary
from rulespal.report.words import joined

_DO_NOT_BELONG = 1


@click.command()
@click.argument("results", nargs=-1, required=True, metavar="RESULT...", shell_complete=completion.files)
@click.option("-o", "--output", metavar="DB", type=click.Path(dir_okay=False), help="Write the joined results there.")
@options.as_json
def command(results: Sequence[str], output: str | None, as_json: bool) -> int:
    """Join the results of shards (`validate --resume DB --shard I/N`) and sum them up.

    They belong together if their games were judged by the same editions of the rulebooks, under the same settings, and
    no file stands in two of them.

    \b
    Example: rulespal merge shard-1.db shard-2.db -o league.db

    Exit status: 0; 1 they do not belong together.
    """
    with tempfile.TemporaryDirectory(prefix="rulespal-") as folder:
        target = output or str(Path(folder, "joined.db"))
        try:
            merge(results, target)
            with opened(target, new=False) as joined_results:
                absent, whole = missing(joined_results), joined_results.summary()
        except Foreign as foreign:
            show(Refusal(f"{foreign.file} cannot be joined: {foreign.reason}.", foreign.hint))
            return _DO_NOT_BELONG
    if absent:
        warn(f"{'shard' if len(absent) == 1 else 'shards'} {joined([str(n) for n in absent])} not among them")
    if as_json:
        print_json(to_json.summary(whole))
    else:
        print_text(as_text_summary.summary(whole))
    return 0
