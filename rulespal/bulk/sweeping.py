"""How often Python looks for objects that hold each other in memory.

Judging makes very many objects, and nearly all of them are freed as soon as their game is done with; those that stay (the
rulebook, the sentences that are known) stay to the end. Looking through them again and again took a fifth of the time.
"""

from __future__ import annotations

import gc

SELDOM = (100_000, 50, 100)


def sweep_seldom() -> None:
    """As rarely as is good for judging many games, from now on: whoever does that does nothing else afterwards."""
    gc.set_threshold(*SELDOM)
