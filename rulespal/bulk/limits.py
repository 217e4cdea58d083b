"""Limits a game, so that one bad record cannot stop the judging of many."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

EVENTS = 10_000
SECONDS = 30.0


class TooLong(BaseException):
    """The time of a game is over. No `except Exception` on the way may keep it."""


@dataclass(frozen=True, slots=True)
class Limits:
    """`events`: as many as a game may have; `seconds`: of the processor, for judging one."""

    events: int = EVENTS
    seconds: float = SECONDS


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raises TooLong in the block once it has used so much time of the processor.

    Without effect where there are no such signals (Windows) or outside the main thread; there the pool's own limit holds.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGPROF, _over)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _over(number: int, frame: object) -> None:
    raise TooLong
