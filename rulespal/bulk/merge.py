"""Joins the results of runs that belong together: shards of one run, or runs over other files under the same settings."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from rulespal.bulk.results import TABLES, Foreign, Results, different, opened

_OWN = ("paths", "shard", "shards", "runs", "complete")  # settings in which such runs may differ


def merge(files: Sequence[str], into: str) -> None:
    """Writes the results of all files into a new one, whole or not at all. Raises Foreign where they do not fit."""
    handle, name = tempfile.mkstemp(dir=Path(into).absolute().parent, prefix=".merge-")
    os.close(handle)
    try:
        with opened(name) as whole:
            shards: dict[int, str] = {}
            for file in files:
                with opened(file, new=False) as one:
                    _fits(one, whole, shards)
                _copy(file, whole)
            whole.db.execute("pragma journal_mode = delete")
        os.replace(name, into)
    finally:
        Path(name).unlink(missing_ok=True)


def missing(results: Results) -> list[int]:
    """The shards that are not among merged results."""
    settings = results.settings
    return sorted(set(range(1, settings["of"] + 1)) - set(settings["shards"]))


def _fits(one: Results, whole: Results, shards: dict[int, str]) -> None:
    """Notes the settings of results. Raises Foreign if they do not belong to those before."""
    settings = one.settings
    if not settings.get("complete"):
        raise Foreign(one.path, "its run has not come to its end", "Call `rulespal validate --resume` once more.")
    shared = {key: value for key, value in settings.items() if key not in _OWN}
    known = {key: value for key, value in whole.settings.items() if key not in _OWN}
    if shards and (wrong := different(known, shared)):
        raise Foreign(one.path, f"it does not belong to the others: {wrong}")
    for name, edition in one.editions.items():
        if whole.editions.setdefault(name, edition) != edition:
            raise Foreign(one.path, f"its games were judged by another edition of {name} than those before")
    mine = settings.get("shards") or [settings["shard"]] if settings["of"] > 1 else [len(shards) + 1]
    for shard in mine:
        if shard in shards:
            raise Foreign(one.path, f"it is shard {shard} of {settings['of']}, and so is {shards[shard]}")
        shards[shard] = one.path
    whole.note(**{**shared, "shards": sorted(shards) if settings["of"] > 1 else [1]}, paths=[], complete=True)
    for name, edition in one.editions.items():
        whole.db.execute("insert or ignore into rulebooks values (?, ?)", (name, edition))


def _copy(file: str, whole: Results) -> None:
    """All rows of a file of results. Raises Foreign if a file of records was judged in two of them."""
    whole.db.execute("attach database ? as one", (file,))
    twice = whole.db.execute(
        "select one.parts.file from one.parts join main.parts using (file, line) limit 1"
    ).fetchone()
    if twice:
        whole.db.execute("detach database one")
        raise Foreign(file, f"{twice[0]} was judged in another one, too")
    whole.db.execute("begin")
    (last,) = whole.db.execute("select ifnull(max(id), 0) from main.games").fetchone()
    for table in TABLES:
        columns = [row[1] for row in whole.db.execute(f"pragma one.table_info({table})")]
        shifted = (
            {"id": f"id + {last}"} if table == "games" else {"game": f"game + {last}"} if table in _BY_GAME else {}
        )
        chosen = ", ".join(shifted.get(column, column) for column in columns)
        whole.db.execute(f"insert into main.{table} select {chosen} from one.{table}")
    whole.db.execute("commit")
    whole.db.execute("detach database one")


_BY_GAME = ("problems", "clears")
