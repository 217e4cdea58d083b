"""The published JSON Schemas describe what the commands print: everything in it, and nothing that is not there."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from jsonschema.exceptions import best_match  # type: ignore[import-untyped]
from referencing import Registry, Resource

from rulespal.cli import COMMANDS, commands

ROOT = Path(__file__).parents[2]
FILES = {
    file.name: json.loads(file.read_text(encoding="utf-8")) for file in (ROOT / "docs" / "json-schema").glob("*.json")
}
CLI = "tests/golden/cli"
BOOKS = ("--books", f"{CLI}/books")
OUTPUTS = [
    ("replay", "rulebooks/jusayo/records/club-evening.rpl"),
    ("replay", "rulebooks/jusayo/records/card-too-low.rpl"),
    ("replay", "rulebooks/jusayo/records/doubted-denial.rpl"),
    ("replay", "rulebooks/regicide/records/first-jack.rpl"),
    ("replay", "rulebooks/regicide/records/escudos.rpl", "--lang", "es"),
    ("replay", f"{CLI}/refusal.rpl"),
    ("replay", f"{CLI}/pebbles.rpl", *BOOKS),
    ("replay", "-"),
    ("validate", "rulebooks"),
    ("validate", f"{CLI}/league", "rulebooks/regicide/records"),
    ("convert", "rulebooks/jusayo/records/doubted-denial.rpl"),
    ("convert", "-"),
    ("merge", "RESULTS"),
    ("books",),
    ("ask", "jusayo", "who is out if a request fails"),
    ("ask", "jusayo", "how many cards does each of us draw"),
    ("ask", "jusayo", "penalty for a false I can't"),
    ("ask", "jusayo", "who pays for the drinks"),
    ("ask", "jusayo", "Who is out if Ana calls out Ben?"),
    ("ask", "jusayo", "--scenario", f"{CLI}/called-out.txt"),
    ("ask", "jusayo", "--scenario", "-"),
    ("check", "jusayo"),
    ("check", f"{CLI}/broken", "jusayo"),
    ("format", "--check", "jusayo", "regicide", f"{CLI}/books/pebbles"),
    ("new", "Lantern Night"),
    ("watch", "--once", "jusayo"),
    ("watch", "--once", f"{CLI}/broken"),
    ("legal", "rulebooks/jusayo/records/card-too-low.rpl:1"),
    ("legal", "rulebooks/jusayo/records/card-too-low.rpl:1", "--why", "Emil plays green 3"),
    ("legal", "rulebooks/regicide/records/first-jack.rpl"),
    ("simulate", "jusayo", "--games", "3"),
    ("simulate", "regicide", "--players", "2", "--games", "2"),
    ("readings", "jusayo"),
    ("readings", "regicide", "--lang", "es"),
    ("page", "jusayo", "-o", os.devnull),
    ("play", "jusayo", "--players", "Ana, Ben, Cai"),
    ("play", "regicide", "--players", "Ana, Ben", "--deal"),
    ("show", "regicide"),
    ("show", "regicide", "yield", "--rules", "--lang", "es"),
    ("show", "regicide", "tavern"),
    ("show", "regicide", "jester-lifts"),
    ("show", "regicide", "end_turn"),
    ("show", "regicide", "7H"),
    ("show", "regicide", "qqqqqq"),
    ("card", "regicide", "jester"),
    ("card", "regicide", "bufon", "--lang", "es"),
    ("card", "jusayo", "qqqqqq"),
    ("cards", "regicide", "suit:hearts"),
    ("cards", "regicide", "value>99"),
    ("search", "hand"),
    ("search", "qqqqqq"),
    ("export", "jusayo", "--db", os.devnull),
    ("explain",),
    ("explain", "E-TURN"),
]

TYPED = "no game is here\nAna starts\nBen starts\nlegal\nAna yields\nAna yields\nlook Ana\nwhy\n{Ana holds nothing}\n"
WRITING = {"new", "play"}  # commands that leave files where they are called


def strict(schema: Any) -> Any:
    """A schema that allows no field which it does not name."""
    if isinstance(schema, list):
        return [strict(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: strict(value) for key, value in schema.items()}
    if isinstance(schema.get("properties"), dict) or schema.get("$ref", "").endswith("/judged"):
        found["unevaluatedProperties"] = False
    return found


def validator(name: str, *, closed: bool = False) -> Draft202012Validator:
    files = {file: strict(schema) for file, schema in FILES.items()} if closed else FILES
    if closed:  # a final position is added to what `judged` names, so it is closed where it is referred to
        files["common.json"]["$defs"]["judged"].pop("unevaluatedProperties")
    resources = [(file, Resource.from_contents(schema)) for file, schema in files.items()]
    registry: Registry[Any] = Registry().with_resources(resources)
    return Draft202012Validator(files[name], registry=registry)


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A file of results."""
    file = str(tmp_path_factory.mktemp("results") / "league.db")
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(ROOT)
        CliRunner().invoke(commands, ["validate", f"{CLI}/league", "--resume", file])
    return file


@pytest.mark.parametrize("args", OUTPUTS, ids=" ".join)
def test_what_is_printed_is_as_described(
    args: tuple[str, ...], results: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path if args[0] in WRITING else ROOT)
    args = tuple(results if arg == "RESULTS" else arg for arg in args)
    result = CliRunner().invoke(commands, [*args, "--json"], input=TYPED)
    assert result.exit_code in (0, 1, 3, 4, 5), result.output
    objects = [json.loads(line) for line in result.stdout.splitlines()]
    assert objects
    for closed in (False, True):
        checked = validator(f"{args[0]}.json", closed=closed)
        for one in objects:
            wrong = best_match(checked.iter_errors(one))
            assert wrong is None, f"{list(wrong.absolute_path)}: {wrong.message}"


def test_every_command_has_its_schema() -> None:
    assert FILES.keys() == {f"{command}.json" for command in COMMANDS} | {"common.json", "scenario.json"}
    assert {args[0] for args in OUTPUTS} == COMMANDS.keys()


@pytest.mark.parametrize("name", FILES)
def test_the_schemas_are_schemas_and_say_what_each_field_means(name: str) -> None:
    Draft202012Validator.check_schema(FILES[name])
    assert not list(undescribed(FILES[name], name))


def undescribed(schema: Any, path: str) -> Iterator[str]:
    """The fields without a description of their own or of what they refer to."""
    if isinstance(schema, list):
        for place, part in enumerate(schema):
            yield from undescribed(part, f"{path}/{place}")
    elif isinstance(schema, dict):
        for name, field in schema.get("properties", {}).items():
            if isinstance(field, dict) and not field.keys() & {"description", "$ref"}:
                yield f"{path}/{name}"
        for key, part in schema.items():
            yield from undescribed(part, f"{path}/{key}")


GAME = {
    "schema": 1, "file": "a.rpl", "game": None, "book": None, "verdict": "legal", "readings": {}, "depends_on": [],
    "under": [], "claims": 0, "events": [], "checks": [], "result": None, "diagnostics": [], "final": [],
}  # fmt: skip


@pytest.mark.parametrize(
    "wrong",
    [
        {"verdict": "fine"},
        {"schema": 2},
        {"claims": -1},
        {"readings": {"two words": "kept"}},
        {"final": None},
        {"events": [{"line": 1}]},
        {"diagnostics": [{"file": "a", "line": 0}]},
        {"result": {"claimed": "Ana won"}},
    ],
    ids=str,
)
def test_what_is_not_such_an_object_is_refused(wrong: dict[str, Any]) -> None:
    assert validator("replay.json").is_valid(GAME)
    assert not validator("replay.json").is_valid({**GAME, **wrong})
    assert not validator("replay.json").is_valid({key: value for key, value in GAME.items() if key not in wrong})
