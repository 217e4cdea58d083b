"""The wheel holds all that the program needs: built here, installed elsewhere, run from a folder without any of it.

The new environment sees the libraries of this one through a .pth file, so nothing but the build tool is downloaded.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from rulespal import __version__

ROOT = Path(__file__).parent.parent
SCRIPTS = "Scripts" if os.name == "nt" else "bin"
PIP = (sys.executable, "-m", "pip")
OFFLINE = ("No matching distribution found", "Could not find a version", "NewConnectionError", "name resolution")

pytestmark = pytest.mark.slow


def done(command: Sequence[str | Path], cwd: Path) -> subprocess.CompletedProcess[str]:
    """A command that has been run. What points to the checkout is kept from it."""
    kept = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")}
    words = list(map(str, command))
    return subprocess.run(words, cwd=cwd, env=kept, capture_output=True, check=False, text=True, encoding="utf-8")


def run(*command: str | Path, cwd: Path) -> str:
    """The output of a command, which has to succeed."""
    result = done(command, cwd)
    assert result.returncode == 0, f"{command}: {result.stdout}{result.stderr}"
    return result.stdout


def build(folder: Path) -> Path:
    """The wheel of the checkout. Skips where the build tool is neither here nor to be had."""
    if done([*PIP, "--version"], folder).returncode:
        pytest.skip("this environment has no pip to build a wheel with")
    result = done([*PIP, "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT], folder)
    if result.returncode and any(sign in result.stdout + result.stderr for sign in OFFLINE):
        pytest.skip("no wheel can be built: hatchling cannot be downloaded here")
    assert result.returncode == 0, result.stdout + result.stderr
    (wheel,) = folder.glob("rulespal-*.whl")
    return wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the wheel in it, and the libraries of this environment in sight."""
    folder = tmp_path_factory.mktemp("elsewhere") / "venv"
    venv.create(folder, with_pip=False)
    python = folder / SCRIPTS / "python"
    site = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder).strip())
    (site / "libraries.pth").write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")
    quiet = ("--quiet", "--no-deps", "--no-index", "--ignore-installed")
    run(*PIP, "--python", python, "install", *quiet, wheel, cwd=folder)
    return folder


def rulespal(environment: Path, cwd: Path, *args: str) -> str:
    return run(environment / SCRIPTS / "rulespal", *args, cwd=cwd)


def test_it_holds_grammar_and_rulebooks_and_no_tests(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for folder in ("grammar", "rulebooks"):
        files = [path for path in (ROOT / folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts]
        assert files
        assert {f"rulespal/_data/{path.relative_to(ROOT).as_posix()}" for path in files} <= set(names)
    ours = ("rulespal/", "rulespal_importers/", f"rulespal-{__version__}.dist-info/")
    assert not [name for name in names if not name.startswith(ours)]


def test_the_program_that_runs_is_the_installed_one(environment: Path, tmp_path: Path) -> None:
    python = environment / SCRIPTS / "python"
    found = run(python, "-c", "import rulespal; print(rulespal.__file__)", cwd=tmp_path).strip()
    assert Path(found).is_relative_to(environment)
    assert rulespal(environment, tmp_path, "--version") == f"rulespal {__version__}\n"


def test_it_lists_and_checks_its_rulebooks_from_anywhere(environment: Path, tmp_path: Path) -> None:
    listed = rulespal(environment, tmp_path, "books")
    for book in (ROOT / "rulebooks").iterdir():
        assert book.name in listed
    assert rulespal(environment, tmp_path, "check", "jusayo").startswith("jusayo: nothing found\n")


def test_its_importers_are_known(environment: Path, tmp_path: Path) -> None:
    log = tmp_path / "night.log"
    log.write_text("Old GID: 0\nTreatment: ('robot', 1)\nno line of such a log\n", encoding="utf-8")
    done_ = done([environment / SCRIPTS / "rulespal", "replay", "--from", "hanabi-eger", log], tmp_path)
    assert done_.returncode == 1
    assert "is no line of such a log" in done_.stdout


def test_it_judges_a_record(environment: Path, tmp_path: Path) -> None:
    record = tmp_path / "evening.rpl"
    record.write_bytes((ROOT / "rulebooks" / "jusayo" / "records" / "club-evening.rpl").read_bytes())
    assert "Verdict: legal" in rulespal(environment, tmp_path, "replay", "evening.rpl")
