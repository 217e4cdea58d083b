"""Records in their other forms: the JSON Lines twin gives the same text and verdict, the strict form means the same."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rulespal import library
from rulespal.cli import commands
from rulespal.play.simulate import playouts
from rulespal.records.formats import JSONL, RPL
from rulespal.records.from_jsonl import read_jsonl
from rulespal.records.from_text import read, read_stream
from rulespal.records.record import Kind, Record
from rulespal.records.to_text import in_order

HEAD = '[rulebook "jusayo"]\n[players "Ana, Ben, Cai"]\n[start "mid"]\n'
LINES = [
    '[rulebook "jusayo"]', '[ Rulebook  “jusayo” ]', "[rulebook jusayo]", '[game "x"]', "game jusayo",
    "players Ana, Ben, Cai", '[reading "target-out: allowed"]', "%rpl 1", "%rpl 2", "", "   ", "# a comment",
    "  3.  Ana calls out  ben !? \"why\" @unsure   # really", "Ana calls out Ben “knew it?” @dispute Cai",
    "Ben can’t",
    "→ Ben is knocked out", "->Ana is knocked out", "given the current color is green",
    "{Ana has the tray ;Ben has the tray}",
    "{", "{}", "take back to 2", "undo",
    "reveal Ana had red 2 at 1", "correct Ana has the tray \"why\"", "ruling «so»",
    'note "x" # y', "...", "…", "result Ana wins the game", "END", "end # over", "Ana plays bleu 7", "Ana \0", "Ana \udcff",
    "x" * 10_050, "\ufeff%rpl 1", "\u200b%rpl 1", "[odd", '[reading "a: "b"]',
    '[players\u200b "Ana, Ben"]', "@stands", "1. -> x", "Ana plays \"", "Ána \u2028 plays",
]  # fmt: skip


def convert(text: bytes, source: object, target: str) -> bytes:
    form = RPL if source == "rpl" else JSONL
    parts = library.converted(io.BytesIO(text), "a", form, target)
    return "".join(parts).encode("utf-8", "surrogateescape")


def placeless(record: Record) -> object:
    lines = [x._replace(line=0, column=0, facts=tuple((fact, 0) for fact, _ in x.facts)) for x in record.lines]
    codes = sorted((found.code, found.message) for found in record.diagnostics)
    return [(x.key, x.value) for x in record.headers], lines, codes


TEXTS = st.tuples(st.lists(st.sampled_from(LINES), max_size=25), st.sampled_from(["\n", "\r\n", "\r"]), st.booleans())


@settings(max_examples=200, deadline=None)
@given(TEXTS)
def test_text_to_twin_to_text_gives_the_same_file(text: tuple[list[str], str, bool]) -> None:
    lines, ending, closed = text
    data = (ending.join(lines) + (ending if closed else "")).encode("utf-8", "surrogateescape")
    twin = convert(data, "rpl", "jsonl")
    assert convert(twin, "jsonl", "rpl") == data
    assert convert(convert(twin, "jsonl", "jsonl"), "jsonl", "rpl") == data
    assert all(json.loads(line)["k"] for line in twin.splitlines())


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from([line for line in LINES if len(line) < 9000]), max_size=25))
def test_the_twin_is_read_as_its_text(lines: list[str]) -> None:
    data = "\n".join(lines).encode("utf-8", "surrogateescape")
    twin = convert(data, "rpl", "jsonl")
    one = [placeless(record) for record in read_stream(io.BytesIO(data), "a")]
    other = [placeless(record) for record in read_jsonl(io.BytesIO(twin), "a")]
    assert one == other


@settings(max_examples=100, deadline=None)
@example(["\u200b%rpl 1", '[game "x"]', "Ana passes"])
@example(["Ana passes", "players Ana, Ben, Cai", "Ana \0", '[rulebook "jusayo"]'])
@given(st.lists(st.sampled_from(LINES), max_size=20))
def test_the_strict_form_is_stable_and_nothing_comes_out_otherwise(lines: list[str]) -> None:
    data = (HEAD + "\n".join(lines)).encode("utf-8", "surrogateescape")
    strict = convert(data, "rpl", "rpl")
    assert convert(strict, "rpl", "rpl") == strict
    assert outcome(data) == outcome(strict)
    assert data.count(b"#") == strict.count(b"#")


def outcome(data: bytes) -> object:
    reports = [library.judge(record, depends=False) for record in read_stream(io.BytesIO(data), "a")]
    return [
        (r.verdict, [(e.n, e.status, e.code, e.move, e.args, e.comment) for e in r.events],
         [(c.status, c.after, c.kind) for c in r.checks], sorted(d.code for d in r.diagnostics), r.final)
        for r in reports
    ]  # fmt: skip


@pytest.mark.parametrize(("book", "players"), [("jusayo", 3), ("regicide", 2)])
def test_simulated_games_in_all_forms(book: str, players: int) -> None:
    for playout in playouts(*library.load(book), players, 3, 5):
        data = playout.record.encode()
        assert convert(convert(data, "rpl", "jsonl"), "jsonl", "rpl") == data
        (one,) = [
            library.judge(record, depends=False) for record in read_stream(io.BytesIO(convert(data, "rpl", "rpl")), "a")
        ]
        assert one.verdict == "legal"
        (twin,) = read_jsonl(io.BytesIO(convert(data, "rpl", "jsonl")), "a")
        assert library.judge(twin, depends=False).verdict == "legal"
        assert {"move", "args", "actor", "n"} <= next(iter(twin.derived.values())).keys()


def test_half_a_sign_in_a_twin_becomes_one_that_a_file_can_hold() -> None:
    text = convert(b'{"k":"note","text":"so \\ud83d and \\udcff"}', "jsonl", "rpl")
    assert text == 'note "so \ufffd and '.encode() + b'\xff"\n'


def edited(change: Callable[[dict[str, object]], None]) -> Record:
    """A record from a twin whose event was changed."""
    text = HEAD + "given Ana has the tray\n1. Ana calls out Ben # now\nend\n"
    objects = [json.loads(line) for line in convert(text.encode(), "rpl", "jsonl").splitlines()]
    change(next(one for one in objects if one["k"] == "event"))
    (record,) = read_jsonl(io.BytesIO("\n".join(map(json.dumps, objects)).encode()), "a")
    return record


def test_what_counts_is_the_text() -> None:
    record = edited(lambda event: event.update(text="Ana calls out Cai"))
    (event,) = [line for line in record.lines if line.kind is Kind.EVENT]
    assert (event.text, event.number) == ("Ana calls out Cai", 1)
    report = library.judge(record, depends=False)
    assert report.verdict == "unreadable"
    (found,) = [d for d in report.diagnostics if d.code == "E-SYNTAX"]
    assert (found.span.line, found.message) == (
        3, "`args` says {'target': 'Ben'}, and the text “Ana calls out Cai” says {'target': 'Cai'}.",
    )  # fmt: skip
    plain = edited(lambda event: [event.pop(key) for key in ("args", "actor", "move", "n", "raw")])  # type: ignore[func-returns-value]
    assert library.judge(plain, depends=False).verdict != "unreadable"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("nothing", "is no JSON object"),
        ("[1]", "has no known kind"),
        ('{"k":"odd"}', "has no known kind"),
        ('{"k":"event"}', "does not say what such a line says"),
        ('{"k":"event","text":"Ana\\nBen"}', "has more than one line"),
        ('{"k":"game","headers":[1]}', "is no header"),
        ("[" * 5000, "is no JSON object"),
    ],
)
def test_objects_that_are_none(line: str, told: str) -> None:
    twin = f'{{"k":"game","rulebook":"jusayo","players":["Ana","Ben","Cai"]}}\n{line}\n{{"k":"end"}}\n'
    (record,) = read_jsonl(io.BytesIO(twin.encode()), "a")
    (found,) = record.diagnostics
    assert told in found.message
    assert found.span.line == 2
    assert record.players == ["Ana", "Ben", "Cai"]
    assert convert(twin.encode(), "jsonl", "rpl").endswith(b"end\n")


def test_a_strict_record_says_its_edition_and_its_sentences_in_full() -> None:
    text = '# by hand\ngame jusayo\nplayers Ana, Ben, Cai\n\n\n[start "mid"]\n'
    text += "given the current color is GREEN # yes\n\n\n\nana calls out ben!\n"
    strict = convert(text.encode(), "rpl", "rpl").decode()
    book = library.load("jusayo")[0].book
    assert strict == (
        f'%rpl 1\n\n# by hand\n[rulebook "jusayo"]\n[edition "{book.edition}"]\n[hash "{book.hash}"]\n'
        '[players "Ana, Ben, Cai"]\n[start "mid"]\n\ngiven the current colour is green # yes\n\nAna calls out Ben !\n'
    )
    other = text.replace("game jusayo", '[rulebook "jusayo"]\n[hash "sha256:0"]')
    assert '[hash "sha256:0"]' in convert(other.encode(), "rpl", "rpl").decode()


def test_a_record_read_and_written_keeps_its_headers() -> None:
    (record,) = read(HEAD.splitlines(), "a")
    assert replace(record, headers=in_order(record.headers)).headers == record.headers


# ---- commands --------------------------------------------------------------------------------------------------------


def run(*args: str, data: bytes | None = None) -> Result:
    result = CliRunner().invoke(commands, args, input=data)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_convert_and_back(tmp_path: Path) -> None:
    text = (HEAD + "1. Ana calls out Ben\r\n# é \udcff\nend").encode("utf-8", "surrogateescape")
    file, twin = tmp_path / "a.rpl", tmp_path / "a.jsonl"
    file.write_bytes(text)
    assert run("convert", str(file), "-o", str(twin)).exit_code == 0
    assert run("convert", str(twin)).stdout_bytes == text
    assert run("convert", "-", data=twin.read_bytes()).stdout_bytes == text
    (game,) = map(json.loads, run("replay", str(twin), "--json").stdout.splitlines())
    assert (game["game"], game["events"][0]["line"]) == ("a", 2)
    summary = json.loads(run("validate", str(tmp_path), "--json").stdout.splitlines()[-1])["summary"]
    assert (summary["games"], summary["files"]) == (2, 2)
    assert run("convert", str(tmp_path / "none.rpl")).exit_code == 2
    (tmp_path / "b.rpl").write_bytes(b"\0\0")
    assert run("convert", str(tmp_path / "b.rpl")).exit_code == 2


def test_format_writes_the_strict_form(tmp_path: Path) -> None:
    file = tmp_path / "a.rpl"
    file.write_text("game jusayo\nplayers Ana, Ben, Cai\nana calls out BEN # so\n", encoding="utf-8")
    assert run("format", str(file), "--check").exit_code == 1
    assert run("format", str(file)).exit_code == 0
    assert "\nAna calls out Ben # so\n" in file.read_text(encoding="utf-8")
    assert run("format", str(file), "--check").exit_code == 0
    file.write_bytes(b"\xff\n")
    assert run("format", str(file)).exit_code == 2
