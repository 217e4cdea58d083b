"""Reading and writing `.rpl` records: every kind of line, every damage, and that no line is ever lost."""

from __future__ import annotations

import gzip
import io
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulespal.records.from_text import read, read_file, read_stream
from rulespal.records.lines import Fault, plain_line, read_line
from rulespal.records.record import Header, Kind, Line, Record
from rulespal.records.to_text import in_order, write

HEAD = '[rulebook "jusayo"]\n[players "Ana, Ben, Cai"]\n'


def games(text: str) -> list[Record]:
    return list(read(text.splitlines(keepends=True), "a.rpl"))


def game(text: str, head: str = HEAD) -> Record:
    (found,) = games(head + text)
    return found


def one(text: str) -> Line:
    """The only line of a game without diagnostics."""
    record = game(text)
    assert record.diagnostics == []
    (line,) = record.lines
    return line


def refused(text: str, code: str = "E-SYNTAX") -> tuple[Line, str]:
    """The only line of a game, which is broken, and the one diagnostic of it as text."""
    record = game(text)
    (line,), (found,) = record.lines, record.diagnostics
    assert (line.kind, line.line, found.code, found.span.line) == (Kind.BROKEN, 3, code, 3)
    assert found.hint and found.span.file == "a.rpl"
    return line, f"{found.span.column} {found.message} {found.hint}"


def placeless(record: Record) -> tuple[list[tuple[str, str]], list[Line]]:
    lines = [x._replace(line=0, column=0, facts=tuple((fact, 0) for fact, _ in x.facts)) for x in record.lines]
    return [(x.key, x.value) for x in in_order(record.headers)], lines


# Lines


@pytest.mark.parametrize(
    ("text", "kind", "sentence", "column"),
    [
        ("given Ana holds blue/red 5, ?", Kind.GIVEN, "Ana holds blue/red 5, ?", 7),
        ("Given\u00a0Ana has the tray", Kind.GIVEN, "Ana has the tray", 7),
        ("Ana calls out Ben", Kind.EVENT, "Ana calls out Ben", 1),
        ("  \tAna calls out Ben  ", Kind.EVENT, "Ana calls out Ben", 4),
        ("-> Ana is knocked out", Kind.EFFECT, "Ana is knocked out", 4),
        ("->Ana is knocked out", Kind.EFFECT, "Ana is knocked out", 3),
        ("→ Ana is knocked out", Kind.EFFECT, "Ana is knocked out", 3),
        ("⇒ Ana is knocked out", Kind.EFFECT, "Ana is knocked out", 3),
        ("=> Ana is knocked out", Kind.EFFECT, "Ana is knocked out", 4),
        ("—> Ana is knocked out", Kind.EFFECT, "Ana is knocked out", 4),
        ("result Cai wins the game", Kind.RESULT, "Cai wins the game", 8),
        ("reveal Cai had red 2", Kind.REVEAL, "Cai had red 2", 8),
        ('note "we stopped"', Kind.NOTE, "we stopped", 7),
        ("Ruling “ the card may be played ”", Kind.RULING, "the card may be played", 10),
        ("...", Kind.HOLE, "", 4),
        ("…", Kind.HOLE, "", 2),
        ("END", Kind.END, "", 4),
        ("takeback", Kind.TAKEBACK, "", 9),
        ("Take Back", Kind.TAKEBACK, "", 10),
        ("undo", Kind.TAKEBACK, "", 5),
        ("take back 3 coins", Kind.EVENT, "take back 3 coins", 1),
        ("end the turn", Kind.EVENT, "end the turn", 1),
        ("Giveon passes", Kind.EVENT, "Giveon passes", 1),
        ("?", Kind.EVENT, "?", 1),
    ],
)
def test_each_kind_of_line(text: str, kind: Kind, sentence: str, column: int) -> None:
    line = one(text)
    assert (line.kind, line.line, line.text, line.column) == (kind, 3, sentence, column)


@pytest.mark.parametrize("text", ["takeback to 7", "undo to 7", "TAKE BACK to 7", "reveal X at 7", "7. Ana passes"])
def test_numbers_of_events(text: str) -> None:
    assert one(text).number == 7


@pytest.mark.parametrize(
    ("text", "number", "sentence"),
    [
        ("12. Ana passes", 12, "Ana passes"),
        ("12)  Ana passes", 12, "Ana passes"),
        ("12.\u00a0Añá passes", 12, "Añá passes"),
        ("12.Ana passes", None, "12.Ana passes"),
        ("12 cards return", None, "12 cards return"),
        ("5♥ is played", None, "5♥ is played"),
        (f"{'9' * 5000}. Ana passes", None, f"{'9' * 5000}. Ana passes"),
    ],
)
def test_a_number_needs_a_sign_and_a_space(text: str, number: int | None, sentence: str) -> None:
    line = one(text)
    assert (line.number, line.text) == (number, sentence)


def test_facts_of_an_assertion_have_their_columns() -> None:
    line = one(' {Ana holds 3, ? ;it is "a; b";; Ben is out}  # checked')
    assert line.facts == (("Ana holds 3, ?", 3), ('it is "a; b"', 19), ("Ben is out", 34))
    assert (line.text, line.column) == ('Ana holds 3, ?; it is "a; b"; Ben is out', 3)


def test_a_correction_has_its_reason() -> None:
    line = one('correct Ana has 15 coins "the treasury # counts 15"')
    assert (line.kind, line.text, line.comment) == (Kind.CORRECT, "Ana has 15 coins", "the treasury # counts 15")


@pytest.mark.parametrize("mark", ["!", "?", "!!", "??", "!?", "?!"])
def test_mark_and_comment_after_an_event(mark: str) -> None:
    line = one(f'2. Ben plays blue 3 {mark} "knew it?"')
    assert (line.text, line.mark, line.comment, line.column) == ("Ben plays blue 3", mark, "knew it?", 4)
    assert line.quoted_text == ""
    assert line.text_with_mark == ("Ben plays blue 3 ?" if mark == "?" else "")


@pytest.mark.parametrize(
    ("text", "sentence", "mark"),
    [
        ("Ana is dealt ?, ?", "Ana is dealt ?, ?", ""),
        ("Ben plays blue 3, ? ?", "Ben plays blue 3, ?", "?"),
        ("Ben plays blue 3, ? !", "Ben plays blue 3, ?", "!"),
        ("Ben holds ?,?", "Ben holds ?,?", ""),
        ("Ana plays blue 7!", "Ana plays blue 7!", ""),
        ("Ana plays blue 7 !!!", "Ana plays blue 7 !!!", ""),
    ],
)
def test_a_question_mark_after_a_comma_is_a_card(text: str, sentence: str, mark: str) -> None:
    line = one(text)
    assert (line.text, line.mark) == (sentence, mark)


def test_a_lone_question_mark_is_left_to_the_resolver() -> None:
    line = one('Ben discards ? "who knows"')
    assert (line.text, line.mark, line.text_with_mark) == ("Ben discards", "?", "Ben discards ?")
    assert (line.comment, line.quoted_text) == ("who knows", "")


@pytest.mark.parametrize(
    ("text", "comment", "quoted"),
    [
        ('Ana says "I like # hearts"', "I like # hearts", 'Ana says "I like # hearts"'),
        ('Ana says “so he said "no"”', 'so he said "no"', 'Ana says “so he said "no"”'),
        ("Ana says „gut“ @stands", "gut", "Ana says „gut“"),
        ("Ana says «bien» !", "bien", "Ana says «bien»"),
        ('Ana says “mixed" !', "mixed", 'Ana says “mixed"'),
        ('Ana says @stands "odd"', "odd", ""),
        ('Ana says ! "odd"', "odd", ""),
    ],
)
def test_quoted_text_may_belong_to_the_sentence(text: str, comment: str, quoted: str) -> None:
    line = one(text)
    assert (line.text, line.comment, line.quoted_text) == ("Ana says", comment, quoted)


def test_a_comment_after_a_sentence_that_itself_quotes() -> None:
    line = one('Ana says "I like hearts" !? "too loud"')
    assert (line.text, line.mark, line.comment) == ('Ana says "I like hearts"', "!?", "too loud")


@pytest.mark.parametrize(
    ("text", "flags"),
    [
        ("Ana plays blue 4 @stands", ("stands",)),
        ("Ana plays blue 4 @Unsure @stands", ("unsure", "stands")),
        ('Ana plays blue 4 ! "hm" @dispute Ana María', ("dispute Ana María",)),
        ('Ana plays blue 4 @stands @dispute Ben ! "hm"', ("stands", "dispute Ben")),
        ("Ana plays blue 4", ()),
    ],
)
def test_flags(text: str, flags: tuple[str, ...]) -> None:
    line = one(text)
    assert (line.text, line.flags) == ("Ana plays blue 4", flags)


@pytest.mark.parametrize("text", ["Ana@home passes", 'Ben says "see @home" loudly', 'Ben says "meet @home"'])
def test_an_at_sign_in_a_word_or_a_quote_is_no_flag(text: str) -> None:
    assert one(text).flags == ()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Ana passes # too late", "Ana passes"),
        ("Ana passes\t#late", "Ana passes"),
        ("Ana plays C#4", "Ana plays C#4"),
        ('Ana plays 5 # he said "hm', "Ana plays 5"),
    ],
)
def test_comments_are_dropped(text: str, sentence: str) -> None:
    assert one(text).text == sentence


def test_lines_of_comments_and_blank_lines_are_nothing() -> None:
    assert game("# a comment\n\n   \n  # {not\n\ufeff\n").lines == []


# Lines that are not well formed


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("{Ana has the tray", 1, ["`{Ana has the tray`", "{Ana has the tray}"]),
        ("{Ana has the tray} Ben", 1, ["Ben"]),
        ("{Ana} {Ben}", 1, ["more than one"]),
        ("{ ; }", 1, ["A fact is missing"]),
        ("{", 1, ["not closed"]),
        ("ruling may be played", 8, ['ruling "may be played"']),
        ("note", 5, ['note "we stopped for dinner"']),
        ('note ""', 6, ["quotes"]),
        ("given", 6, ["`given`", "given Ana"]),
        ("->", 3, ["`->`"]),
        ("... three turns", 5, ["three turns"]),
        ("takeback 3", 10, ["`3`", "takeback to 3"]),
        ("correct Ana has 3 coins", 9, ["Ana has 3 coins", "reason"]),
        ("Ana plays blue 4 @stand", 18, ["@stand`", "@stands"]),
        ("Ana plays blue 4 @foo", 18, ["@foo", "@unsure"]),
        ("Ana plays blue 4 @stands now", 18, ["now", "@stands"]),
        ("Ana plays blue 4 @dispute", 18, ["@dispute Ana"]),
        ("Ana plays blue 4 @dispute Ana, Ben", 18, ["name one player"]),
        ("@stands", 1, ["No event"]),
        ('Ana passes ! "nice', 14, ['"nice', 'Ana passes ! "nice"']),
        ("3. takeback", 4, ["takeback"]),
        ("3.", 3, ["3."]),
        ("%foo", 1, ["%rpl 1"]),
        ("[Ana laughs]", 1, ["[Ana laughs]"]),
        ("Ana\0 passes", 4, ["NUL"]),
        ("Ana\x1b passes", 4, ["U+001B"]),
        ("Ana caf\ufffd", 8, ["UTF-8"]),
    ],
)
def test_malformed_lines_are_reported_and_kept(text: str, column: int, words: list[str]) -> None:
    line, found = refused(text)
    assert line.text == text
    assert found.startswith(f"{column} ")
    assert all(word in found for word in words), found


def test_a_broken_line_swallows_nothing() -> None:
    record = game('{Ana has the tray\nBen shuffles "the deck\n4. Ana passes @foo\n5. Ana passes\n')
    assert [x.kind for x in record.lines] == [Kind.BROKEN] * 3 + [Kind.EVENT]
    assert [x.meant for x in record.lines] == [Kind.ASSERT, Kind.EVENT, Kind.EVENT, None]
    assert [x.number for x in record.lines] == [None, None, 4, 5]
    assert [x.span.line for x in record.diagnostics] == [3, 4, 5]


def test_a_line_that_is_too_long_is_cut() -> None:
    line, found = refused("Ana plays " + "blue 3, " * 2000)
    assert len(line.text) == 80
    assert "10,000" in found
    assert one("x" * 10_000).kind is Kind.EVENT


# Games


def test_the_conformance_shapes_of_headers() -> None:
    (record,) = games(
        '%rpl 1\n# a header of plain lines\ngame jusayo\nplayers Ana,Ben , Cai\n[game “JS-404”]\n[start "mid"]\n'
        '[reading "flower_test: after_flip"]\n[Weather "rain"]\nAna passes\nend\n'
    )
    assert (record.rulebook, record.players, record.name) == ("jusayo", ["Ana", "Ben", "Cai"], "JS-404")
    assert record.mid_game and record.line == 3 and record.diagnostics == []
    reading = Header("reading", "flower_test: after_flip", 7, 11)
    assert record.readings == [("flower-test", "after-flip", reading)]
    assert record.values("reading") == [reading]
    assert record.value("weather") == "rain" and record.value("none") is None


@pytest.mark.parametrize("between", ["end\n", "", "end\n\n# next\n%rpl 1\n"])
@pytest.mark.parametrize(
    "head",
    [
        '[rulebook "jusayo"]\n[game "2"]\n[players "Ana, Ben"]\n',
        '[game "2"]\n[players "Ana, Ben"]\n[rulebook "jusayo"]\n',
        '[players "Ana, Ben"]\n[rulebook "jusayo"]\n[game "2"]\n',
        'players Ana, Ben\ngame jusayo\n[game "2"]\n',
    ],
)
def test_where_a_game_begins(between: str, head: str) -> None:
    first, second = games(HEAD + "Ana passes\n" + between + head + "Ben passes\nend\n")
    assert [x.text for x in first.lines if x.kind is Kind.EVENT] == ["Ana passes"]
    assert (second.rulebook, second.name, second.players) == ("jusayo", "2", ["Ana", "Ben"])
    assert [x.text for x in second.lines if x.kind is Kind.EVENT] == ["Ben passes"]
    assert first.diagnostics == second.diagnostics == []


def test_a_second_rulebook_begins_a_game_even_without_lines_before() -> None:
    assert [x.rulebook for x in games('[rulebook "a"]\n[rulebook "b"]\n')] == ["a", "b"]


def test_a_malformed_rulebook_header_still_begins_its_game() -> None:
    first, second = games(HEAD + "Ana passes\n[rulebook jusayo\n[players “Ana, Ben]\nBen passes\nend\n")
    assert first.diagnostics == []
    assert (second.rulebook, second.players) == ("jusayo", ["Ana", "Ben"])
    assert [x.text for x in second.lines] == ["Ben passes", ""]
    assert [(x.code, x.span.line, x.hint) for x in second.diagnostics] == [
        ("E-SYNTAX", 4, 'write it like this: [rulebook "jusayo"]'),
        ("E-SYNTAX", 5, 'write it like this: [players "Ana, Ben"]'),
    ]


@pytest.mark.parametrize(
    ("header", "code", "words"),
    [
        ('[start "middle"]', "E-HEADER", "middle"),
        ('[players "Ana, Dee"]', "E-HEADER", "second time"),
        ('[game ""]', "E-HEADER", "empty"),
        ('[reading "tied-highest"]', "E-SYNTAX", "tied-highest"),
        ('[game "a", "b"]', "E-SYNTAX", '[game "a, b"]'),
    ],
)
def test_wrong_headers_are_kept_and_reported(header: str, code: str, words: str) -> None:
    record = game(header + "\nAna passes\n")
    (found,) = record.diagnostics
    assert (found.code, found.span.line, len(record.headers)) == (code, 3, 3)
    assert words in f"{found.message} {found.hint}"


def test_a_header_after_lines_is_late() -> None:
    record = game('Ana passes\n[reading "a: b"]\nBen passes\n[reading "c: d"]\n')
    assert [(x.code, x.span.line) for x in record.diagnostics] == [("E-HEADER", 4), ("E-HEADER", 6)]
    assert [x[0] for x in record.readings] == ["a", "c"]
    assert [x.text for x in record.lines] == ["Ana passes", "Ben passes"]


@pytest.mark.parametrize("between", ["Ana \0 passes", "[odd", "%rpl 2"])
def test_a_header_before_something_else_belongs_to_the_game_above(between: str) -> None:
    first, second = games(f'{HEAD}Ana passes\nplayers Ana, Ben\n{between}\n[rulebook "x"]\nBen passes\n')
    assert [x.key for x in first.headers].count("players") == 2
    assert [x.key for x in second.headers] == ["rulebook"]
    assert [x.code for x in first.diagnostics] == ["E-HEADER", "E-HEADER" if between == "%rpl 2" else "E-SYNTAX"]


def test_players_may_begin_a_sentence_once_the_game_runs() -> None:
    assert [x.text for x in game("Ana passes\nplayers change seats\n").lines] == ["Ana passes", "players change seats"]


def test_lines_after_the_end_belong_to_the_game_that_ended() -> None:
    first, second = games(HEAD + "end\nAna passes\n# fine\n{Ana is out}\n" + HEAD + "Ben passes\n")
    assert [(x.kind, x.text) for x in first.lines[1:]] == [(Kind.BROKEN, "Ana passes"), (Kind.BROKEN, "{Ana is out}")]
    assert [(x.code, x.span.line) for x in first.diagnostics] == [("E-AFTER-END", 4), ("E-AFTER-END", 6)]
    assert "after `end` and before the next game" in first.diagnostics[0].message
    assert second.diagnostics == []


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n", "%rpl 1\n", "Ana passes\nend\n", '\n\n[game "x"]\n'])
def test_a_file_without_a_game(text: str) -> None:
    (record,) = games(text)
    (found,) = record.diagnostics
    assert (record.rulebook, found.code, found.span.line) == (None, "E-HEADER", 1)
    assert "[rulebook " in (found.hint or "")


def test_a_misspelt_rulebook_header_is_pointed_out() -> None:
    (record,) = games('[rulebok "jusayo"]\nAna passes\n')
    assert "is `rulebok` meant to be `rulebook`?" in record.diagnostics[0].message


def test_lines_before_the_first_game_are_kept_apart() -> None:
    stray, record = games("Ana passes\n\n" + HEAD + "Ben passes\n")
    assert [x.code for x in stray.diagnostics] == ["E-HEADER"]
    assert (stray.lines[0].text, record.lines[0].text, record.diagnostics) == ("Ana passes", "Ben passes", [])


def test_another_version_is_reported_once_with_the_game_it_stands_before() -> None:
    first, second = games("%RPL  1\n" + HEAD + "end\n%rpl 2\n" + HEAD)
    assert first.diagnostics == []
    assert [(x.code, x.span.line) for x in second.diagnostics] == [("E-HEADER", 5)]


def test_games_come_one_by_one() -> None:
    def lines():
        for number in range(1000):
            yield from (f'[rulebook "{number}"]\n', "Ana passes\n", "end\n")
            taken.append(number)

    taken: list[int] = []
    for number, record in enumerate(read(lines(), "endless")):
        assert record.rulebook == str(number) and len(taken) <= number + 1


# Files


def from_bytes(tmp_path: Path, data: bytes) -> list[Record]:
    path = tmp_path / "a.rpl"
    path.write_bytes(data)
    return list(read_file(path))


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_encodings_and_line_ends(tmp_path: Path, ending: str, encoding: str) -> None:
    text = (HEAD + "Añá plays 5♥\n\nend\n").replace("\n", ending)
    (record,) = from_bytes(tmp_path, text.encode(encoding))
    assert record.diagnostics == []
    assert [(x.kind, x.line, x.text) for x in record.lines] == [(Kind.EVENT, 3, "Añá plays 5♥"), (Kind.END, 5, "")]


def test_joined_files_keep_their_marks(tmp_path: Path) -> None:
    one_file = ("\ufeff%rpl 1\n" + HEAD + "Ana passes\nend\n").encode()
    assert [x.diagnostics for x in from_bytes(tmp_path, one_file * 2)] == [[], []]


def test_a_line_that_is_not_utf8(tmp_path: Path) -> None:
    (record,) = from_bytes(tmp_path, HEAD.encode() + b"Ana plays caf\xe9 7\n1. Ben \xff\xfe\nCai passes\nend\n")
    assert [(x.kind, x.text) for x in record.lines[:3]] == [
        (Kind.BROKEN, "Ana plays caf\ufffd 7"),
        (Kind.BROKEN, "1. Ben \ufffd\ufffd"),
        (Kind.EVENT, "Cai passes"),
    ]
    assert {x.code for x in record.diagnostics} == {"E-SYNTAX"}
    assert [(x.span.line, x.span.column) for x in record.diagnostics] == [(3, 14), (4, 8)]


def test_a_comment_that_is_not_utf8_is_no_event(tmp_path: Path) -> None:
    (record,) = from_bytes(tmp_path, b"# caf\xe9\n" + HEAD.encode() + b"Ana passes\n")
    assert [(x.kind, x.meant) for x in record.lines] == [(Kind.BROKEN, Kind.RAW), (Kind.EVENT, None)]
    assert record.rulebook == "jusayo"


def test_utf16_that_breaks_off(tmp_path: Path) -> None:
    (record,) = from_bytes(tmp_path, (HEAD + "Ana passes").encode("utf-16") + b"x")
    assert [x.code for x in record.diagnostics] == ["E-SYNTAX"]


def test_an_endless_line_takes_no_memory_and_hides_nothing(tmp_path: Path) -> None:
    (record,) = from_bytes(tmp_path, HEAD.encode() + b" " * 50_000 + b"Ana\nBen passes\n" + b"x" * 30_000)
    assert [(x.kind, x.line) for x in record.lines] == [(Kind.BROKEN, 3), (Kind.EVENT, 4), (Kind.BROKEN, 5)]


def test_streams(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = (HEAD + "Ana passes\n").encode()
    stream = io.BytesIO(data)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=stream))
    (record,) = read_file("-")
    assert (record.file, record.lines[0].text, stream.closed) == ("<stdin>", "Ana passes", False)
    packed = gzip.GzipFile(fileobj=io.BytesIO(gzip.compress(data)))
    assert [x.lines[0].text for x in read_stream(packed, "a.rpl.gz")] == ["Ana passes"]  # type: ignore[arg-type]


# Writing


def test_canonical_form() -> None:
    record = game(
        '[start "mid"]\n[weather "rain"]\n[reading "a: b"]\n[game "X"]\nGiven Ana holds ?, ?\n1) Ana plays ?\n'
        "⇒ Ben is out # ha\n{A;B ;}\nBen plays blue 3 “hm” !? @stands\nundo to 1\n…\nreveal Cai had red 2 at 1\n"
        "correct Ana is out ‘no’ “slip”\nnote «x»\nRESULT Ana wins\nEND\n"
    )
    assert write(record) == (
        '[rulebook "jusayo"]\n[game "X"]\n[players "Ana, Ben, Cai"]\n[reading "a: b"]\n[start "mid"]\n'
        '[weather "rain"]\n\n'
        "given Ana holds ?, ?\n1. Ana plays ?\n-> Ben is out\n{A; B}\nBen plays blue 3 “hm” !? @stands\n"
        "takeback to 1\n...\n"
        'reveal Cai had red 2 at 1\ncorrect Ana is out ‘no’ "slip"\nnote "x"\nresult Ana wins\nend\n'
    )


# Properties

_SIGNS = """ , ? ! !? @stands @foo " “ ” „ « » # ; { } -> → ... … [ ] ’ é ² ٣. 7. 12) %rpl"""
_WORDS = "Ana plays given takeback undo reveal correct ruling note result end game players 3"
_GROUPS = [", ?", " ! ", "@dispute Ana", '"x"', "“a b”", " # c", "{A; B}", "take back", "to 3", "at 4", 'correct A "b"']
_RARE = ["[reading", "[a", "\u00a0", "\t", "\ufeff", "\ufffd", "\0", "  "]
_BITS = [*_SIGNS.split(), *_WORDS.split(), *_GROUPS, *_RARE]
_LINES = st.lists(st.sampled_from(_BITS), min_size=1, max_size=7).flatmap(
    lambda bits: st.sampled_from([" ".join(bits), "".join(bits), " " + " ".join(bits)])
)
_HEADERS = st.sampled_from(
    [
        *['[game "x"]', '[players "Ana, Ben"]', "players Ana, Ben", '[reading "a: b"]', "[start mid]"],
        *['[a "“"]', "[suits «es»]", '[b "c \u201d ]"]'],
    ]
)
_GAMES = st.tuples(st.lists(_HEADERS, max_size=4), st.lists(_LINES, max_size=12)).map(
    lambda parts: "\n".join(['[rulebook "jusayo"]', *parts[0], *parts[1]]) + "\n"
)


@settings(deadline=None)
@given(st.one_of(st.text(), st.binary(), _GAMES))
def test_any_text_is_read_and_every_diagnostic_has_its_place(text: str | bytes) -> None:
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    length = data.count(b"\n") + data.count(b"\r") + data.count(b"\0") + 1
    for record in read_stream(io.BytesIO(data), "a.rpl"):
        for found in record.diagnostics:
            assert 1 <= found.span.line <= length and found.span.column >= 1 and found.message and found.hint
        write(record)


@settings(deadline=None)
@given(st.lists(_LINES))
def test_no_line_is_lost(lines: list[str]) -> None:
    found = list(read(lines, "a.rpl"))
    kept = sorted([x.line for r in found for x in r.lines] + [x.line for r in found for x in r.headers])
    bare = [text.strip(" \t\ufeff\u00a0") for text in lines]
    assert len(kept) == len(set(kept))
    assert all(not bare[i - 1] or bare[i - 1][0] in "#%" for i in {*range(1, len(lines) + 1)} - {*kept})


@settings(deadline=None)
@given(st.lists(st.lists(st.sampled_from(["Ana passes", "{A", "-> B", 'note "x', "given C", "@x"])), min_size=1))
def test_as_many_games_as_rulebooks(bodies: list[list[str]]) -> None:
    text = "".join(f'[rulebook "r"]\n[game "{i}"]\n' + "".join(f"{x}\n" for x in body) for i, body in enumerate(bodies))
    found = games(text)
    assert [x.name for x in found] == [str(i) for i in range(len(bodies))]
    assert [len(x.lines) for x in found] == [len(x) for x in bodies]


@settings(deadline=None, max_examples=400)
@given(_GAMES)
def test_what_is_written_is_read_as_the_same(text: str) -> None:
    for record in read(text.split("\n"), "a.rpl"):
        if any("\ufffd" in x.text or "\0" in x.text for x in record.lines):
            continue  # in a comment such a sign breaks the line too, and comments are not written
        (again,) = read(write(record).split("\n"), "b.rpl")
        assert placeless(again) == placeless(record)
        assert write(again) == write(record)


@settings(deadline=None, max_examples=400)
@given(_LINES)
def test_the_fast_path_reads_what_the_full_path_reads(text: str) -> None:
    fast = plain_line(text, 1)
    if fast is not None:
        stripped = text.strip()
        assert fast == read_line(stripped, 1, text.index(stripped) + 1)
        assert not isinstance(fast, Fault)


@pytest.mark.parametrize("sign", ["#", " #", ";", '"', ' "', "@", " @stands", "[", " ", " !", "{", "“", "\0", "@x "])
@pytest.mark.parametrize("before", ["", "{", '[game "', "note ", "Ana ", 'Ana "'])
def test_no_line_takes_long(before: str, sign: str) -> None:
    begin = time.process_time()
    list(read([(before + sign * 10_000)[:9_990], before + sign * 9], "a.rpl"))
    assert time.process_time() - begin < 2
