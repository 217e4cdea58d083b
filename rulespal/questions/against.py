"""What stands against an event, as an answer tells it: also the reasons that no rulebook has the words for."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rulespal.questions.wording import phrase
from rulespal.records.verdict import Reason

MOST_TOLD = 2
# how records tell them, and the name of what is said instead; see records/reasons.py
_OURS = (
    (re.compile(r"the game is over"), "game-over"),
    (re.compile(r"(?P<who>.+) cannot do this now; possible now: (?P<may>.+)"), "not-now-but"),
    (re.compile(r"(?P<who>.+) cannot do this now"), "not-now"),
    (re.compile(r"this cannot be done now; possible now: (?P<may>.+)"), "not-done-now-but"),
    (re.compile(r"this cannot be done now"), "not-done-now"),
    (re.compile(r"(?P<n>\d+) cards are needed here, and these are (?P<given>\d+)"), "cards-needed"),
    (re.compile(r"(?P<value>.+) is not between (?P<low>\S+) and (?P<high>\S+)"), "not-between"),
    (re.compile(r"a card is named twice"), "named-twice"),
    (re.compile(r"(?P<cards>.+) (?:is|are) not in .+"), "not-there"),
)


def told(reasons: Iterable[Reason], language: str) -> tuple[str, ...]:
    """The reasons in words. Where it is written when a move is possible is no reason: it is cited."""
    return tuple(_told(reason, language) for reason in reasons if reason.kind not in ("stage", "move"))


def _told(reason: Reason, language: str) -> str:
    if language == "en" or reason.kind not in ("over", "turn", "domain"):
        return reason.text
    for pattern, name in _OURS:
        if match := pattern.fullmatch(reason.text):
            joining = {" or ": f" {phrase('or', language)} ", " and ": f" {phrase('joining', language)} "}
            return phrase(name, language, **{k: _joined(v, joining) for k, v in match.groupdict().items()})
    return reason.text


def _joined(text: str, joining: dict[str, str]) -> str:
    for ours, theirs in joining.items():
        text = text.replace(ours, theirs)
    return text
