"""Damaged records and logs, each made from a number: the same number gives the same bytes.

Most begin as a legal record (a simulated game or a sample of a rulebook), since what is nearly in order gets furthest into
the program, and are edited in a few places: lines, words, invented sentences of the same rulebook, signs. Some become
JSON Lines and are edited there; some are logs for the importer; at last the bytes themselves may be damaged.
"""

from __future__ import annotations

import io
import json
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from rulespal import library
from rulespal.engine.game import Game
from rulespal.model.phrases import HIDDEN, Phrasebook, Sentence, Speech, Table
from rulespal.model.rules import Slot, spoken
from rulespal.model.types import Type
from rulespal.play.simulate import NAMES, play
from rulespal.records.formats import RPL
from rulespal.records.from_text import read
from rulespal.records.verdict import GameReport
from tests.referees.hanabi_logs import Experiment

ROOT = Path(__file__).parents[1]
POOL = 8  # simulated games of each rulebook
LOGS = 6
DEEP = 20  # every twentieth file goes deep: more lines of a game are kept, which takes its time
FEW, USUAL = 5, 30  # lines after the first event that are kept of most games, and fewer of those with many cards
LARGE = 200  # cards
WHOLE = 0.05  # of deep files, those of which more is kept
FORMATS = ("rpl", "rpl", "rpl", "jsonl", "hanabi-eger")
SIGNS = ("?", "#", '"', "“", "{", "}", ";", ",", "-> ", "→", "...", "@stands", "@dispute", "@unsure", "\0", "\x1b", "\ud800",
         "é", "\ufeff", "\u200b", "1.", "999999999999", "-1", " at 3", " at 0", "takeback to 2", "undo", "reveal ", "given ",
         "result ", "ruling ", "note ", "[", "]", "%rpl 2", "end", "\t", "  ", "correct ", "\u2028", "(", "]]", "٣", "²",
         "!?", "'", "nobody", "nothing", "None", "null", "\\", "\r", "💥", "ß", "İ")  # fmt: skip
ODD_NUMBERS = (-1, 100, 9_999, 10**7, 10**14)
_EVENT = re.compile(r"(\d+)\. (.*)")
Lines = list[str]


@dataclass(frozen=True)
class Case:
    """A file as somebody might have: its bytes, the format that it claims to be, and how many lines it has."""

    seed: int
    form: str
    data: bytes

    @property
    def lines(self) -> int:
        return len(self.data.splitlines())


def case(seed: int) -> Case:
    """The damaged file of a number."""
    rng, deep = random.Random(seed), seed % DEEP == 0
    form = rng.choice(FORMATS)
    if form == "hanabi-eger":
        lines = rng.choice(logs())[: 1_000 if deep else rng.randint(1, 15)]
        text = ended(rng, edited(rng, lines, [*LINE_EDITS, sign]))
    else:
        text = ended(rng, record(rng, deep))
        if rng.random() < 0.05:
            text += ended(rng, record(rng, deep))
        if form == "jsonl":
            text = twin(rng, text)
    data = text.encode("utf-8", "surrogatepass")
    return Case(seed, form, damaged(rng, data) if rng.random() < 0.25 else data)


# ---- what is damaged -------------------------------------------------------------------------------------------------


@cache
def logs() -> list[Lines]:
    return [Experiment(seed, skill=1 - seed % 3 / 4).log(bold=seed % 2 == 1).splitlines() for seed in range(LOGS)]


@cache
def source(name: str) -> Source:
    return Source(name)


class Source:
    """Legal records of a rulebook, and new sentences of it."""

    def __init__(self, name: str) -> None:
        self.game: Game
        self.phrases: Phrasebook
        self.game, self.phrases = library.load(name)
        folder = ROOT / "rulebooks" / name / "records"
        self.samples = [file.read_text(encoding="utf-8").splitlines() for file in sorted(folder.glob("*.rpl"))]

    @cache  # noqa: B019 - a source lives as long as the process
    def simulated(self, seed: int) -> Lines:
        """A random game, every other one under random options of all readings."""
        rng, book = random.Random(seed), self.game.book
        low, high = book.players
        options = [rng.randrange(len(r.options)) if seed % 2 else 0 for r in book.readings]
        return play(self.game, self.phrases, low + seed % (high - low + 1), seed, options).record.splitlines()

    @cache  # noqa: B019
    def midway(self, seed: int) -> Lines:
        """The rest of a random game, told from a position in its second half from which that is understood."""
        lines, rng = self.simulated(seed), random.Random(seed)
        starts = [n for n, line in enumerate(lines) if _EVENT.match(line)]
        head = [line for line in lines[: starts[0]] if line.startswith("[")]
        for at in rng.sample(starts[len(starts) // 2 :], min(6, len(starts) // 2)):
            facts = self.judged(lines[:at]).final
            rest = [*head, '[start "mid"]', "", *(f"given {fact}" for fact in facts), "", *lines[at:]]
            if self.judged(rest).verdict == "legal":
                return rest
        return lines

    @staticmethod
    def judged(lines: Lines) -> GameReport:
        (game,) = read(lines, "a")
        return library.judge(game, depends=False)

    def record(self, rng: random.Random, deep: bool) -> Lines:
        """The beginning of a legal record: of any and long for a file that goes deep, else of a random game and short."""
        if deep and self.samples and rng.random() < 0.2:
            return list(rng.choice(self.samples))
        lines = (self.midway if deep and rng.random() < 0.4 else self.simulated)(rng.randrange(POOL))
        first = next((n for n, line in enumerate(lines) if _EVENT.match(line)), len(lines))
        if deep:
            most = USUAL if rng.random() > WHOLE else len(lines)
            return lines[: first + rng.randint(1, most if len(self.game.book.cards) <= LARGE else most // 2)]
        return [line for line in lines[: first + rng.randint(1, FEW)] if line and not line.startswith("[reading")]

    def said(self, rng: random.Random, table: Table, players: Sequence[str]) -> str:
        """A sentence that the rulebook has, about anything."""
        sentence: Sentence = rng.choice(table.sentences)
        language = sentence.pattern.language
        speech = Speech(self.phrases, players or NAMES[:3], language)
        slots = [part for part in sentence.pattern.parts if isinstance(part, Slot)]
        return speech.fill(sentence.pattern, [self.value(rng, slot.expr.type, len(speech.players)) for slot in slots])

    def value(self, rng: random.Random, type_: Type, players: int) -> Any:
        """Anything of a type; cards may be ones that nobody recorded."""
        book = self.game.book
        if type_.kind == "collection" and isinstance(type_.of, Type):
            return tuple(self.value(rng, type_.of, players) for _ in range(rng.choice((0, 1, 1, 2, 3, 5))))
        if type_.kind == "card":
            return rng.randrange(len(book.cards)) if rng.random() < 0.9 else HIDDEN
        if type_.kind == "number":
            return rng.choice((rng.randint(0, 3), rng.randint(0, 3), rng.randint(0, 15), rng.choice(ODD_NUMBERS)))
        sizes = {"player": players, "truth": 2, "stage": len(book.stages)}
        if type_.kind in sizes:
            return rng.randrange(sizes[type_.kind])
        return rng.randrange(len(book.enums[str(type_.of)].members)) if type_.kind == "enum" else "so"


def record(rng: random.Random, deep: bool) -> Lines:
    """A legal record with a few edits."""
    names = list(library.rulebook_files())
    sizes = [len(source(name).game.book.cards) for name in names]
    here = source(rng.choices(names, [1 if deep or size <= LARGE else LARGE / size / 2 for size in sizes])[0])
    lines = here.record(rng, deep)
    if rng.random() < 0.3:  # later events carry no numbers that would tell of the edits
        lines = [_EVENT.sub(r"\2", line) for line in lines]
    inventing = Inventing(here, rng, players(lines))
    readable: list[Edit] = [drop, double, move, number, inventing.line, inventing.line, inventing.instead]
    readable += [mask] if deep else []
    lines = edited(rng, lines, readable if rng.random() < 0.6 else [*readable, *LINE_EDITS, *WORD_EDITS])
    if rng.random() < 0.04:
        lines = edited(rng, lines, [lambda r, ls, at: ls.insert(at, r.choice(source(r.choice(names)).record(r, deep)))])
    return lines


def players(lines: Lines) -> list[str]:
    """The players that a record names."""
    found = re.search(r'\[players "([^"]*)"\]', "\n".join(lines))
    return [name.strip() for name in found[1].split(",")] if found else []


# ---- edits of lines --------------------------------------------------------------------------------------------------

Edit = Callable[[random.Random, Lines, int], Any]


def edited(rng: random.Random, lines: Sequence[str], edits: Sequence[Edit]) -> Lines:
    """The lines with one edit or a few."""
    done = list(lines)
    for _ in range(rng.choice((1, 1, 2, 3, 5))):
        if done:
            rng.choice(edits)(rng, done, rng.randrange(len(done)))
    return done


def drop(rng: random.Random, lines: Lines, at: int) -> None:
    del lines[at : at + rng.choice((1, 1, 3))]


def double(rng: random.Random, lines: Lines, at: int) -> None:
    lines.insert(at, lines[at])


def move(rng: random.Random, lines: Lines, at: int) -> None:
    lines.insert(min(len(lines) - 1, max(0, at + rng.choice((-5, -1, 1, 5)))), lines.pop(at))


def cut(rng: random.Random, lines: Lines, at: int) -> None:
    lines[at] = lines[at][: rng.randint(0, len(lines[at]))]


def sign(rng: random.Random, lines: Lines, at: int) -> None:
    place = rng.choice((0, len(lines[at]), rng.randint(0, len(lines[at]))))
    lines[at] = lines[at][:place] + rng.choice(SIGNS) + lines[at][place:]


def word(rng: random.Random, lines: Lines, at: int) -> None:
    """One word becomes one from anywhere in the record."""
    words, others = lines[at].split(" "), rng.choice(lines).split(" ")
    words[rng.randrange(len(words))] = rng.choice(others)
    lines[at] = " ".join(words)


def mask(rng: random.Random, lines: Lines, at: int) -> None:
    """Some words become unknown cards."""
    words = lines[at].split(" ")
    lines[at] = " ".join(HIDDEN if rng.random() < 0.2 else one for one in words)


def number(rng: random.Random, lines: Lines, at: int) -> None:
    """One number becomes another one."""
    lines[at] = re.sub(r"\d+", lambda found: str(max(0, int(found[0]) + rng.choice((-1, 1, 7)))), lines[at], count=1)


def shuffled(rng: random.Random, lines: Lines, at: int) -> None:
    words = lines[at].split(" ")
    rng.shuffle(words)
    lines[at] = " ".join(words)


LINE_EDITS: list[Edit] = [drop, double, move, cut]
WORD_EDITS: list[Edit] = [word, word, mask, number, shuffled, sign, sign]


class Inventing:
    """Writes new lines into a record: what its rulebook can say, and what every record can."""

    def __init__(self, here: Source, rng: random.Random, names: Sequence[str]) -> None:
        self.here, self.rng, self.players = here, rng, names

    def fact(self) -> str:
        return self.here.said(self.rng, self.here.phrases.facts, self.players)

    def event(self) -> str:
        return self.here.said(self.rng, self.here.phrases.events, self.players)

    def made(self, events: int) -> str:
        """A new line of a record that has so many events."""
        rng = self.rng
        at, who = rng.randint(0, events + 1), rng.choice(list(self.players) or ["Ana"])
        return rng.choice((
            self.event, self.event, lambda: f"{self.event()} @stands",
            lambda: f"{self.event()} @dispute {who}", lambda: f"{self.event()} @unsure",
            lambda: f"-> {self.here.said(rng, self.here.phrases.effects, self.players)}",
            lambda: f"{{{self.fact()}}}", lambda: f"{{{self.fact()}; {self.fact()}}}", lambda: f"given {self.fact()}",
            lambda: f"reveal {self.fact()} at {at}", lambda: f"reveal {self.fact()}", lambda: "...",
            lambda: f'correct {self.fact()} "so"', lambda: f"takeback to {at}", lambda: "takeback",
            lambda: f"result {self.fact()}", lambda: f"ruling {self.fact()}", lambda: f"note {who}", self.reading,
        ))()  # fmt: skip

    def reading(self) -> str:
        found = [(r, o) for r in self.here.game.book.readings for o in r.options]
        reading, option = self.rng.choice(found)
        return f'[reading "{spoken(reading.name)}: {spoken(option.name)}"]'

    def line(self, rng: random.Random, lines: Lines, at: int) -> None:
        """A new line, sometimes as the last one."""
        events = sum(bool(_EVENT.match(one)) for one in lines)
        lines.insert(len(lines) if rng.random() < 0.2 else at, self.made(events))

    def instead(self, rng: random.Random, lines: Lines, at: int) -> None:
        """Another event where one stands."""
        for place in (*range(at, len(lines)), *range(at)):
            if found := _EVENT.match(lines[place]):
                lines[place] = f"{found[1]}. {self.event()}"
                return


# ---- JSON Lines ------------------------------------------------------------------------------------------------------


def twin(rng: random.Random, text: str) -> str:
    """The twin of a text, with a few edits of its objects or of its lines."""
    data = io.BytesIO(text.encode("utf-8", "surrogateescape" if "\ud800" not in text else "surrogatepass"))
    lines = "".join(library.converted(data, "a", RPL, "jsonl")).splitlines()
    return (
        "\n".join(edited(rng, lines, [*LINE_EDITS, sign, word, key, key, key]))
        if rng.random() < 0.9
        else "\n".join(lines)
    )


def key(rng: random.Random, lines: Lines, at: int) -> None:
    """A key of an object is gone, new, or says something of another kind."""
    try:
        told = json.loads(lines[at])
    except ValueError:
        return
    if not isinstance(told, dict) or not told:
        return
    odd = (None, True, -1, 1.5, 10**30, "", "Ana", [], [1], {}, {"a": [{}]}, "\ud800", "end", *told.values())
    name = rng.choice([*told, "k", "text", "args", "n"])
    if rng.random() < 0.3:
        told.pop(name, None)
    else:
        told[name] = rng.choice(odd)
    lines[at] = json.dumps(told)


# ---- bytes -----------------------------------------------------------------------------------------------------------


def ended(rng: random.Random, lines: Lines) -> str:
    """The lines as one text, with the endings of some system."""
    endings = rng.choice((("\n",), ("\n",), ("\n",), ("\r\n",), ("\r",), ("\n", "\r\n", "\r", "\n\n")))
    return "".join(line + rng.choice(endings) for line in lines)


def damaged(rng: random.Random, data: bytes) -> bytes:
    """The bytes as a careless program leaves them."""
    return rng.choice(BYTES)(rng, data)


def changed(rng: random.Random, data: bytes) -> bytes:
    made = bytearray(data or b" ")
    for _ in range(rng.randint(1, 20)):
        made[rng.randrange(len(made))] = rng.randrange(256)
    return bytes(made)


def repeated(rng: random.Random, data: bytes) -> bytes:
    start = rng.randrange(len(data) + 1)
    piece = data[start : start + rng.randint(1, 200)]
    return data[:start] + piece * rng.randint(2, 30) + data[start:]


def another_encoding(rng: random.Random, data: bytes) -> bytes:
    return data.decode("utf-8", "replace").encode(rng.choice(("utf-16", "utf-16-le", "cp1252", "utf-32")), "replace")


BYTES: list[Callable[[random.Random, bytes], bytes]] = [
    changed,
    repeated,
    another_encoding,
    lambda rng, data: data[: rng.randint(0, len(data))],
    lambda rng, data: data[rng.randint(0, len(data)) :],
    lambda rng, data: b"\xef\xbb\xbf" + data,
    lambda rng, data: data + b"\xef\xbb\xbf" + data,
    lambda rng, data: data * rng.randint(2, 3),
    lambda rng, data: data.replace(b" ", b"\xa0"),
]
