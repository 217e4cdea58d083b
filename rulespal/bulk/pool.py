"""Judges parts one after the other, or on several processes; the results come in the order of the parts.

A process that dies, or hangs where no limit reaches it, takes no game with it: what it was at is judged again game by
game, and only the game that did it is given up.
"""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from itertools import chain, islice
from typing import TYPE_CHECKING

from rulespal.bulk.parts import Part
from rulespal.bulk.work import Result, Work, readable
from rulespal.records.sources import NotRead

if TYPE_CHECKING:
    from pebble import ProcessPool

TASK = 1 << 16  # bytes that are worth handing to a process
_AHEAD = 4  # tasks that wait for each process, so that it need not
_PATIENCE = 20  # times the seconds of one game after which a task is looked at game by game
_ALONE = 3
Item = Part | NotRead
MakeWork = Callable[[], Work]

_work: Work | None = None  # of this process


def cores() -> int:
    """How many processes can work at a time."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def judged(items: Iterable[Item], make: MakeWork, jobs: int) -> Iterator[Result | NotRead]:
    """The results of all parts in their order, with what could not be read among them.

    `make` makes the work of a process, and is sent to each: it must be possible to pickle it.
    """
    tasks = _tasks(items)
    first = list(islice(tasks, 2))
    if jobs == 1 or len(first) < 2:
        work = make()
        for item in chain.from_iterable(chain(first, tasks)):
            yield item if isinstance(item, NotRead) else work.part(item)
        return
    yield from _Processes(make, jobs).results(chain(first, tasks))


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
    """A pool of processes, each of which makes its work once."""

    def __init__(self, make: MakeWork, jobs: int) -> None:
        self.make, self.jobs = make, jobs
        self.limits = make().limits

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
            pool.close()
        finally:
            pool.stop()
            pool.join()

    def _pool(self) -> ProcessPool:
        from pebble import ProcessPool

        methods = multiprocessing.get_all_start_methods()
        context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
        if context.get_start_method() == "forkserver":
            context.set_forkserver_preload([__name__])
        return ProcessPool(self.jobs, initializer=_begin, initargs=[self.make], context=context)

    def _given(self, pool: ProcessPool, task: list[Item]) -> Future[list[Result]]:
        parts = [item for item in task if isinstance(item, Part)]
        found: Future[list[Result]] = pool.schedule(_parts, args=[parts], timeout=_PATIENCE * self.limits.seconds)
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

        done, work = [], self.make()
        for place, record in enumerate(readable(part, work.judge.form)):
            given = pool.schedule(_nth, args=[part, place], timeout=_ALONE * self.limits.seconds + _ALONE)
            try:
                one = given.result()
            except ProcessExpired as ended:
                why = f"The process that judged this game ended (exit status {ended.exitcode})."
                one = work.given_up(record, "E-FAULT", why, "Perhaps there is too little memory; else report it.")
            except TimeoutError:
                why = f"Judging the game took more than {self.limits.seconds:g} seconds."
                one = work.given_up(record, "E-LIMIT", why, "`--max-seconds S` allows more.")
            done.append(one)
        return part._replace(data=b""), done, None


def _begin(make: MakeWork) -> None:
    """Called once in each process."""
    global _work  # noqa: PLW0603 - a process of a pool can be given its work in no other way
    _work = make()


def _parts(parts: list[Part]) -> list[Result]:
    assert _work is not None
    return [_work.part(part) for part in parts]


def _nth(part: Part, place: int) -> object:
    assert _work is not None
    return _work.nth(part, place)
