"""Records of Hanabi from the logs of the web experiments of Markus Eger (`yawgmoth/HanabiData`).

A log is one game of a program against a person, who is called "You". It tells the deck after the deal, then of each move a
line for machines (`MOVE: player action card target colour number`), a sentence for people and what the sentence leaves: the
cards in a hand, the discard pile. Each of these lines is turned into a line of the record: what somebody did into an event,
what it left into an effect or an assertion, so that the whole log is judged and not only its moves.

The experiments scored the cards on the table also after the third mistake, which the records say as a reading. Their program
let two things stand that the rules forbid, discarding with all tokens there and telling oneself: such events are marked.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import BinaryIO

from rulespal.records.formats import Format
from rulespal.records.lines import plain
from rulespal.records.record import Coverage, Header, Kind, Line, Record
from rulespal.text.diagnostic import Diagnostic
from rulespal.text.span import Span

COLOURS = ("green", "yellow", "white", "blue", "red")  # as the logs number them
HINT_COLOUR, HINT_NUMBER, PLAY, DISCARD = "0", "1", "2", "3"
PERSON = "You"
TOKENS, FUSES, FULL_HAND, PACK = 8, 3, 5, 50
HEADERS = (("rulebook", "hanabi"), ("reading", "third-fuse: cards-count"))
_DECK = re.compile(r"\[(\(\d, \d\)(, )?)*\]")
_CARD = re.compile(r"\((\d), (\d)\)")
_TREATMENT = re.compile(r"Treatment: \('(\w+)', \d+\)")
_MOVE = re.compile(
    r"MOVE: ([01]) (?:([01]) None ([01]) (?:([0-4]) None|None ([1-5]))|([23]) (\d) (?:[01]|None) None None)"
)
# What follows the name of a player.
_HINT = re.compile(r"hints (\w+) about all their (?:(\d)|(\w+) cards) hints remaining: (\d)")
_LAID = re.compile(r"(plays|discards) (\w+ \d)(?:( successfully! Board is now | and fails\. Board was )(.+))?")
_HANDS = ("now has", "has")
_SCORE = re.compile(r"Score (\d+)")
_TRASH = "trash is now "


def read(stream: BinaryIO, file: str) -> Iterator[Record]:
    """The game of a log: a record whose places are the lines of the log, with how many lines were matched."""
    text = io.TextIOWrapper(stream, "utf-8-sig", "replace", newline=None)
    try:
        yield _Log(file).record(text)
    finally:
        text.detach()


class _Log:
    """What has been read of one log. `said` is the sentence that the last line for machines announces."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.made = Record(file, 1)
        self.players = ("", PERSON)
        self.deck: list[str] = []
        self.dealt: list[list[str] | None] = [None, None]
        self.left: list[list[str]] = [[], []]  # taken from a hand before it was shown first
        self.drawn = 0
        self.tokens, self.fuses = TOKENS, FUSES
        self.said: tuple[str, ...] | None = None
        self.matched = self.ignored = self.unknown = 0

    def record(self, lines: io.TextIOWrapper) -> Record:
        for number, raw in enumerate(lines, 1):
            line = raw.rstrip("\r\n")
            if not line or line.startswith("Old GID: "):
                self.ignored += 1
            elif self.understood(line, number):
                self.matched += 1
            else:
                self.unknown += 1
                self.refuse(line, number)
        self.begin()
        self.made.coverage = Coverage(self.matched, self.ignored, self.unknown)
        return self.made

    def understood(self, line: str, number: int) -> bool:
        """Takes a line into the record; whether it is one of a log."""
        first = line[0]
        if first == "M":
            return self.move(line)
        if first == "t" and line.startswith(_TRASH):
            self.check(f"the discards are {line.removeprefix(_TRASH)}", number)
        elif first == "[" and _DECK.fullmatch(line):
            self.deck = [f"{COLOURS[int(c)]} {n}" for c, n in _CARD.findall(line) if int(c) < len(COLOURS)]
        elif first == "T" and (treatment := _TREATMENT.fullmatch(line)):
            self.players = (treatment[1], PERSON)
        elif first == "S" and (score := _SCORE.fullmatch(line)):
            self.made.lines.append(Line(Kind.RESULT, number, 1, f"the score is {score[1]}"))
        else:
            return self.sentence(line, number)
        return True

    def refuse(self, line: str, number: int) -> None:
        message = f"“{line[:80]}” is no line of such a log, or does not fit the line before."
        self.made.lines.append(Line(Kind.BROKEN, number, 1, line[:80]))
        self.made.diagnostics.append(Diagnostic("E-SYNTAX", message, Span(self.file, number)))

    # ---- moves --------------------------------------------------------------------------------------------------------

    def move(self, line: str) -> bool:
        """Keeps what the sentence below has to say."""
        found = _moved(line)
        if found is None:
            return False
        seat, hint, target, colour, number, laid, _ = found
        who = self.players[int(seat)]
        if hint is None:
            self.said = (who, "plays" if laid == PLAY else "discards")
        else:
            told = COLOURS[int(colour)] if colour else number
            self.said = (who, "hints", self.players[int(target)], told)
        return True

    def sentence(self, line: str, number: int) -> bool:
        who, _, rest = line.partition(" ")
        if not who:
            return False
        if rest.startswith("hints ") and (hint := _hinted(rest)):
            return self.hint(number, who, *hint)
        for how in _HANDS:
            if rest.startswith(how) and rest[len(how) : len(how) + 1] in ("", " "):
                return who in self.players and self.hand(number, who, how, rest[len(how) + 1 :])
        laid = _LAID.fullmatch(rest)
        return laid is not None and self.laid(number, who, *laid.groups())

    def announced(self, *said: str) -> bool:
        """Whether a sentence says what the line for machines said, which is used up by it."""
        before, self.said = self.said, None
        return before == said

    def event(self, number: int, text: str, let_stand: bool = False) -> None:
        self.made.lines.append(plain(Kind.EVENT, number, text, flags=("stands",) if let_stand else ()))

    def effect(self, number: int, text: str) -> None:
        self.made.lines.append(plain(Kind.EFFECT, number, text))

    def check(self, fact: str, number: int) -> None:
        self.made.lines.append(plain(Kind.ASSERT, number, fact, ((fact, 1),)))

    def hint(self, number: int, who: str, target: str, told: str, left: int) -> bool:
        if not self.announced(who, "hints", target, told):
            return False
        self.event(number, f"{who} hints {target} about {told}", let_stand=who == target)
        self.effect(number, f"information tokens left: {left}")
        self.tokens = left
        return True

    def laid(self, number: int, who: str, how: str, card: str, came: str | None, board: str | None) -> bool:
        if not self.announced(who, how) or (came is None) != (how == "discards"):
            return False
        seat = self.players.index(who)
        self.event(number, f"{who} {how} {card}", let_stand=came is None and self.tokens == TOKENS)
        if came is None or (came.startswith(" success") and card.endswith("5")):
            self.tokens = min(TOKENS, self.tokens + 1)
        if came is not None and board is not None:
            fits = came.startswith(" success")
            self.effect(number, f"{card} fits" if fits else f"{card} does not fit")
            self.fuses -= not fits
            self.made.lines.append(plain(Kind.ASSERT, number, board, _board(board)))
        if self.dealt[seat] is None:
            self.left[seat].append(card)
        return True

    # ---- hands --------------------------------------------------------------------------------------------------------

    def hand(self, number: int, who: str, how: str, cards: str) -> bool:
        """What somebody holds now. The first time, what was dealt follows from it."""
        seat = self.players.index(who)
        held = cards.split(", ") if cards else []
        drew = how == "now has" and self.drawn < len(self.deck)
        self.drawn += drew
        if self.dealt[seat] is None:
            self.dealt[seat] = self.without_drawn(seat, held)
        if drew and self.fuses <= 0:  # after the third mistake the logs show a card that nobody draws any more
            cards = ", ".join(held[:-1])
        self.check(f"{who} holds {cards or 'nothing'}", number)
        return True

    def without_drawn(self, seat: int, held: list[str]) -> list[str]:
        """A hand as it was dealt: what was drawn for what was laid down stands last."""
        return [*self.left[seat], *held[: FULL_HAND - len(self.left[seat])]]

    # ---- the beginning ------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """The headers, and in front of the first event who holds what."""
        headers = [*HEADERS, ("players", ", ".join(self.players))]
        self.made.headers = [Header(key, value, 1, 1) for key, value in headers]
        facts = [f"{self.players[0]} is to move"]
        facts += [
            f"{who} holds {', '.join(cards) if cards else f'{FULL_HAND} cards'}"
            for who, cards in zip(self.players, self.dealt, strict=True)
        ]
        facts.append(f"the deck is {', '.join(self.deck)}")
        self.made.lines[:0] = [Line(Kind.GIVEN, 1, 1, fact) for fact in facts]


@lru_cache(maxsize=4096)
def _moved(line: str) -> tuple[str, ...] | None:
    """The parts of a line for machines."""
    found = _MOVE.fullmatch(line)
    return found.groups() if found else None


@lru_cache(maxsize=4096)
def _hinted(rest: str) -> tuple[str, str, int] | None:
    """Of a sentence about a hint: to whom, about what, how many tokens are left."""
    found = _HINT.fullmatch(rest)
    return (found[1], found[2] or found[3], int(found[4])) if found else None


@lru_cache(maxsize=4096)
def _board(shown: str) -> tuple[tuple[str, int], ...]:
    """The heights of the fireworks as facts."""
    told = [pile.rpartition(" ") for pile in shown.split(", ")]
    return tuple([(f"the {colour} firework is at {height}", 1) for colour, _, height in told])


FORMAT = Format("hanabi-eger", (".log",), read)
