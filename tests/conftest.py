"""Collects the Markdown suites in `tests/books`: each section of a file is a test."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import mdsuite


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="rewrite what the Markdown suites and golden files expect")


def pytest_configure(config: pytest.Config) -> None:
    """The tests have a cache of their own, one for all their processes."""
    if "RULESPAL_CACHE" not in os.environ or not hasattr(config, "workerinput"):
        folder = tempfile.mkdtemp(prefix="rulespal-cache-")
        os.environ["RULESPAL_CACHE"] = folder
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.suffix == ".md" and file_path.parent.name == "books":
        suite: pytest.Collector = Suite.from_parent(parent, path=file_path)
        return suite
    return None


class Suite(pytest.File):
    """A Markdown file."""

    def collect(self) -> Iterator[pytest.Item]:
        for case in mdsuite.cases(self.path):
            if case.of("record") or case.of("ask") or case.of("expect"):
                item: Section = Section.from_parent(self, name=case.title or "top")
                item.case = case
                yield item


class Section(pytest.Item):
    """A section with its records."""

    case: mdsuite.Case

    def runtest(self) -> None:
        different = mdsuite.check(self.case, self.config.getoption("--update"))
        if different:
            raise AssertionError("\n\n".join(different) + "\n\nIf this is right: pytest --update")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:  # type: ignore[override]
        return str(excinfo.value) if isinstance(excinfo.value, AssertionError) else str(excinfo.getrepr(style="short"))

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, f"{self.path.name}: {self.name}"


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be rewritten."""
    return bool(request.config.getoption("--update"))
