"""Files, folders, archives and standard input: where records come from, and what is said of what cannot be read."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import BinaryIO

import pytest

from rulespal.records import formats, sources
from rulespal.records.formats import Format, NoFormat, named
from rulespal.records.record import Coverage, Record
from rulespal.records.sources import NotRead, all_records

GAME = b'[rulebook "jusayo"]\n[players "Ana, Ben, Cai"]\nend\n'


def names(path: Path | str, form: Format | None = None) -> list[tuple[str, str | None]]:
    return [(record.file, record.name) for record in all_records(str(path), form)]


def tar(path: Path, members: dict[str, bytes]) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for name, data in members.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return path


def test_a_folder_holds_records_packed_records_and_archives(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "late.rpl").write_bytes(GAME)
    (tmp_path / "a.rpl.gz").write_bytes(gzip.compress(GAME * 2, mtime=0))
    (tmp_path / "notes.txt").write_text("nothing")
    tar(tmp_path / "c.tar.gz", {"x/one.rpl": GAME, "x/read.me": b"", "two.rpl.gz": gzip.compress(GAME, mtime=0)})
    with zipfile.ZipFile(tmp_path / "d.zip", "w") as archive:
        archive.writestr("three.rpl", GAME)
    assert names(tmp_path) == [
        (f"{tmp_path}/a.rpl.gz", "a"),
        (f"{tmp_path}/a.rpl.gz", "a:4"),
        (f"{tmp_path}/b/late.rpl", "late"),
        (f"{tmp_path}/c.tar.gz/x/one.rpl", "one"),
        (f"{tmp_path}/c.tar.gz/two.rpl.gz", "two"),
        (f"{tmp_path}/d.zip/three.rpl", "three"),
    ]


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("a.rpl.gz", gzip.compress(GAME * 500, mtime=0)[:60], "it is damaged: it ends too early"),
        ("a.rpl.gz", b"plain", "not a gzipped file"),
        ("a.tar.gz", b"plain", "it is damaged"),
        ("a.zip", b"plain", "file is not a zip file"),
        ("a.rpl", b"%rpl\0", "it is not a text file"),
        ("a.md", b"# Rules", "it is a rulebook"),
        ("none.rpl", None, "there is no such file"),
    ],
)
def test_what_cannot_be_read_says_why(tmp_path: Path, name: str, data: bytes | None, reason: str) -> None:
    file = tmp_path / name
    if data is not None:
        file.write_bytes(data)
    with pytest.raises(NotRead) as raised:
        names(file)
    assert raised.value.file == str(file)
    if name != "a.tar.gz":
        assert reason in raised.value.reason


def test_a_damaged_archive_gives_what_stands_before_the_damage(tmp_path: Path) -> None:
    members = {f"{n}.rpl": GAME * 3 + b"# %d" % n * 5000 for n in range(9)}
    whole = tar(tmp_path / "a.tar.gz", members).read_bytes()
    (tmp_path / "a.tar.gz").write_bytes(whole[: len(whole) * 2 // 3])
    found = []
    with pytest.raises(NotRead):
        for record in all_records(str(tmp_path / "a.tar.gz")):
            found.append(record.file)
    assert 3 <= len(found) < 27


def test_nothing_to_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(NotRead, match="no file below it ends in"):
        names(tmp_path)
    with pytest.raises(NotRead, match="no file in it ends in"):
        names(tar(tmp_path / "a.tgz", {"x.txt": b""}))


def test_a_plug_in_reads_logs_of_another_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(stream: BinaryIO, file: str) -> Iterator[Record]:
        yield Record(file, 1, coverage=Coverage(len(stream.read().splitlines())))

    point = EntryPoint("logs", f"{__name__}:nothing", formats.GROUP)
    monkeypatch.setattr(formats, "entry_points", lambda group: [point])
    with pytest.raises(NoFormat) as raised:
        named("logs")
    assert "cannot be imported" in raised.value.reason
    with pytest.raises(NoFormat) as raised:
        named("other")
    assert raised.value.names == sorted([*formats.OWN, "logs"])
    monkeypatch.setattr(EntryPoint, "load", lambda self: Format("logs", (".log",), read))
    archive = tar(tmp_path / "a.tar.gz", {"x.log": b"\0\n\n", "y.rpl": GAME})
    (found,) = all_records(str(archive), named("Logs"))
    assert (found.file, found.coverage) == (f"{archive}/x.log", Coverage(2))


def test_standard_input_has_no_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(GAME)))
    assert names("-") == [("<stdin>", None)]
    assert sources.Source("a/b.tar.gz", "c/d.rpl.gz").stem == "d"
