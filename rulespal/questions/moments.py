"""The moment that a question is about: where windows are that nobody mentions, they close on the ordinary course."""

from __future__ import annotations

from collections.abc import Sequence

from rulespal.questions.scenario import Inquiry
from rulespal.records.table import World


def closed(judge: Inquiry, worlds: Sequence[World]) -> list[World]:
    """The worlds after the moves that nobody would write down and that nothing else stands beside.

    `Ana takes foreign aid`: nobody blocks, where the question says of nobody that they do. The effects of all events
    stay together. Where several such moves are possible, or one leads to nothing that is sure, it ends before them.
    """
    left_out, reached = judge.left_out, list(worlds)
    for _ in range(left_out.most if reached else 0):
        omitted = list(left_out.possible(reached))
        after = left_out.after(reached, omitted[0]) if len(omitted) == 1 else None
        if after is None:
            break
        reached = after
    return reached
