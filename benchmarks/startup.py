"""How long a look-up takes from the shell, beside what importing click, sqlite3 and rich.console alone takes.

`python -m benchmarks.startup` from the top of the checkout. Each round starts every command once, in turn, as a process
of its own; shown are the medians and the smallest times of the rounds, and their ratios to the yardstick. The cache is a
folder of this run and warm: each command runs once before anything is timed.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time

from rulespal import library

YARDSTICK = [sys.executable, "-c", "import click, sqlite3, rich.console"]
MOST = 1.6
LOOK_UPS = (
    ("card", "justas", "pocion"), ("search", "ladron"), ("show", "regicide", "yield"), ("card", "regicide", "bufon"),
    ("search", "jester"), ("regicide", "7♥"), ("cards", "regicide", "suit:hearts"), ("regicide",),
)  # fmt: skip


def spent(command: list[str], env: dict[str, str]) -> float:
    begun = time.perf_counter()
    done = subprocess.run(command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env)
    assert done.returncode in (0, 1), command  # 1: nothing found
    return time.perf_counter() - begun


def commands() -> dict[str, list[str]]:
    """The look-ups in rulebooks that are here, by how they are typed."""
    program = [sys.executable, "-c", "from rulespal.cli import main; main()"]
    books = library.rulebook_files()
    here = [args for args in LOOK_UPS if args[0] == "search" or books.keys() & set(args[:2])]
    return {" ".join(("rulespal", *args)): [*program, *args] for args in here}


def main(rounds: int) -> None:
    with tempfile.TemporaryDirectory() as cache, tempfile.TemporaryDirectory() as bytecode:
        env = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        env |= {"RULESPAL_CACHE": cache, "PYTHONPYCACHEPREFIX": bytecode}  # compiled, as an installed program is
        timed = {"import click, sqlite3, rich.console": YARDSTICK, **commands()}
        for command in timed.values():
            spent(command, env)
        times: dict[str, list[float]] = {name: [] for name in timed}
        for _ in range(rounds):
            for name, command in timed.items():
                times[name].append(spent(command, env))
    show(times)


def show(times: dict[str, list[float]]) -> None:
    base = next(iter(times.values()))
    print(f"{'':<36}  median      ratio  smallest    ratio")
    for name, all_of_it in times.items():
        middle, least = statistics.median(all_of_it), min(all_of_it)
        ratios = middle / statistics.median(base), least / min(base)
        late = "" if min(ratios) <= MOST else f"  more than {MOST}"
        print(f"{name:<36}{middle * 1000:>7.0f} ms{ratios[0]:>9.2f}{least * 1000:>8.0f} ms{ratios[1]:>9.2f}{late}")


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--rounds", type=int, default=15, help="how many rounds (default: %(default)s)")
    main(arguments.parse_args().rounds)
