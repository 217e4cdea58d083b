"""How often Python looks for objects that hold each other in memory.

Judging makes very many objects, and nearly all of them are freed as soon as their game is done with; those that stay (the
rulebook, the sentences that are known) stay to the end. Looking through them again and again took a fifth of the time.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

SELDOM = (100_000, 50, 100)


@contextmanager
def seldom_swept() -> Iterator[None]:
    """As rarely as is good for judging many games, in the block."""
    before = gc.get_threshold()
    gc.set_threshold(*SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*before)
