"""`rulespal explain`: what the code of a message means."""

from __future__ import annotations

import click

from rulespal.cli import completion, options
from rulespal.cli.output import print_json, print_text
from rulespal.cli.refusals import Refusal
from rulespal.text.codes import CODES
from rulespal.text.explanations import ALIASES
from rulespal.text.fold import identifier
from rulespal.text.suggest import did_you_mean


@click.command()
@click.argument("code", required=False, shell_complete=completion.codes)
@options.as_json
def command(code: str | None, as_json: bool) -> int:
    """Say what the code of a message means, with an example and the way out; without CODE, list the codes.

    \b
    Example: rulespal explain E-TURN

    Exit status: 0.
    """
    from rulespal.report import as_json as to_json
    from rulespal.report.as_text_book import codes, explain

    known = [_code(code)] if code is not None else list(CODES)
    if as_json:
        for one in known:
            print_json(to_json.explanation(one))
    elif code is None:
        print_text(codes())
    else:
        print_text(explain(known[0]))
    return 0


def _code(word: str) -> str:
    """The code that is meant. Raises Refusal with the near ones."""
    plain = identifier(word).upper()
    plain = ALIASES.get(plain, plain)
    if plain not in CODES:
        known = [*CODES, *ALIASES]
        raise Refusal(f"there is no code `{word}`.", did_you_mean(plain, known) or "`rulespal explain` lists them all.")
    return plain
