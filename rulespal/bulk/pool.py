"""Judges parts one after the other, or on several processes; the results come in the order of the parts.

A process that dies, or hangs where no limit reaches it, takes no game with it: what it was at is judged again game by
game, and only the game that did it is given up.
"""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from itertools import chain, islice
from typing import TYPE_CHECKING

from rulespal.bulk.parts import Part
from rulespal.bulk.sweeping import sweep_seldom
from rulespal.bulk.work import Result, Work, readable
from rulespal.records.sources import NotRead
from rulespal.report.outcome import Outcome

if TYPE_CHECKING:
    from pebble import ProcessPool

TASK = 1 << 16  # bytes that are worth handing to a process
_AHEAD = 4  # tasks that wait for each process, so that it need not
_PATIENCE = 20  # times the seconds of one game after which a task is looked at game by game
_ALONE = 3
Item = Part | NotRead

_work: Work | None = None  # of this process


def cores() -> int:
    """How many processes can work at a time."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def judged(items: Iterator[Item], work: Work, jobs: int) -> Iterator[Result | NotRead]:
    """The results of all parts in their order, with what could not be read among them.

    The work is sent to each process: it must be possible to pickle it.
    """
    tasks = _tasks(items)
    first = list(islice(tasks, 2)) if jobs > 1 else []
    if len(first) > 1:
        yield from _Processes(work, jobs).results(chain(first, tasks))
        return
    sweep_seldom()
    for item in chain(chain.from_iterable(first), items):
        yield item if isinstance(item, NotRead) else work.part(item)


def _tasks(items: Iterable[Item]) -> Iterator[list[Item]]:
    """Items in lists that are worth handing on."""
    task: list[Item] = []
    size = 0
    for item in items:
        task.append(item)
        size += item.size if isinstance(item, Part) else 0
        if size >= TASK:
            yield task
            task, size = [], 0
    if task:
        yield task


class _Processes:
    """A pool of processes, each of which has the work sent to it once."""

    def __init__(self, work: Work, jobs: int) -> None:
        self.work, self.jobs, self.seconds = work, jobs, work.limits.seconds

    def results(self, tasks: Iterable[list[Item]]) -> Iterator[Result | NotRead]:
        waiting: deque[tuple[list[Item], Future[list[Result]]]] = deque()
        pool = self._pool()
        try:
            for task in tasks:
                waiting.append((task, self._given(pool, task)))
                if len(waiting) > _AHEAD * self.jobs:
                    yield from self._taken(pool, *waiting.popleft())
            while waiting:
                yield from self._taken(pool, *waiting.popleft())
        finally:
            pool.stop()  # type: ignore[no-untyped-call]
            pool.join()

    def _pool(self) -> ProcessPool:
        from pebble import ProcessPool

        methods = multiprocessing.get_all_start_methods()
        context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
        if context.get_start_method() == "forkserver":
            context.set_forkserver_preload([__name__])
        return ProcessPool(self.jobs, initializer=_begin, initargs=[self.work], context=context)

    def _given(self, pool: ProcessPool, task: list[Item]) -> Future[list[Result]]:
        parts = [item for item in task if isinstance(item, Part)]
        found: Future[list[Result]] = pool.schedule(_parts, args=[parts], timeout=_PATIENCE * self.seconds)
        return found

    def _taken(self, pool: ProcessPool, task: list[Item], given: Future[list[Result]]) -> Iterator[Result | NotRead]:
        """The results of a task, with the items between them that are no parts."""
        from pebble import ProcessExpired

        try:
            done = iter(given.result())
        except (ProcessExpired, TimeoutError):
            done = (self._one_by_one(pool, part) for part in task if isinstance(part, Part))
        for item in task:
            yield next(done) if isinstance(item, Part) else item

    def _one_by_one(self, pool: ProcessPool, part: Part) -> Result:
        """A part judged game by game: the one that ends or hangs its process is given up."""
        from pebble import ProcessExpired

        done = []
        for place, record in enumerate(readable(part, self.work.judge.form)):
            given: Future[Outcome | None] = pool.schedule(
                _nth, args=[part, place], timeout=_ALONE * self.seconds + _ALONE
            )
            try:
                one = given.result()
            except ProcessExpired as ended:
                why = f"The process that judged this game ended (exit status {ended.exitcode})."
                one = self.work.given_up(record, "E-FAULT", why, "Perhaps there is too little memory; else report it.")
            except TimeoutError:
                why = f"Judging the game took more than {self.seconds:g} seconds."
                one = self.work.given_up(record, "E-LIMIT", why, "`--max-seconds S` allows more.")
            done += [one] if one else []
        return Result(part._replace(data=b""), part.digest, done)


def _begin(work: Work) -> None:
    """Called once in each process."""
    global _work  # noqa: PLW0603 - a process of a pool can be given its work in no other way
    _work = work
    sweep_seldom()


def _parts(parts: list[Part]) -> list[Result]:
    assert _work is not None
    return [_work.part(part) for part in parts]


def _nth(part: Part, place: int) -> Outcome | None:
    assert _work is not None
    return _work.nth(part, place)
