"""How like a way of asking a question is, beside having its words: its wording, who is who, and what is asked for."""

from __future__ import annotations

from collections.abc import Sequence

from rulespal.model.expr import Const
from rulespal.model.rules import Pattern, Ruling, Slot
from rulespal.questions.frames import Frame
from rulespal.questions.mentions import Mention
from rulespal.questions.words import Token
from rulespal.text.suggest import similar

OTHER_PEOPLE = 0.7  # where one person does in the question what two do in the way of asking, or the other way round
_TRUTHS = frozenset(("legal", "must"))
_CLOSED = frozenset(("yes-no", "can", "must"))


def alike(words: Sequence[Token], mentions: Sequence[Mention], text: str, keys: frozenset[str]) -> float:
    """How much a question is written like a way of asking (0 to 1), apart from what stands in its slots."""
    apart = [m for m in mentions if not m.keys & keys]
    inside = {n for m in apart for n in range(m.first, m.last + 1)}
    said = " ".join(w.word for n, w in enumerate(words) if n not in inside and not w.is_sign)
    return similar(said, text)


def same_people(asking: Pattern, players: frozenset[str], mentions: Sequence[Mention]) -> float:
    """Less than 1 where a question names one player twice in the places of two, or two in the places of one.

    `players`: the slots of the way of asking in which players stand.
    """
    slots = [part.name for part in asking.parts if isinstance(part, Slot) and part.name in players]
    named = [m.value for m in mentions if m.kind == "player"]
    if len(slots) < 2 or len(named) < 2 or not all(named):
        return 1.0
    pairs = list(zip(slots, named, strict=False))
    for n, (slot, name) in enumerate(pairs):
        if any((slot == other) != (name == one) for other, one in pairs[:n]):
            return OTHER_PEOPLE
    return 1.0


def tells(ruling: Ruling, frame: Frame) -> bool:
    """Whether a ruling answers with what a question of this frame asks for: yes or no, a number, somebody."""
    answers = ruling.answers or [a for course in ruling.courses for a in course.answers]
    if not answers or not frame.kinds:
        return True
    first = answers[0]
    kind = first.value.type.kind if first.value is not None else first.kind
    if first.kind == "silent" or kind == "option":
        return True
    if frame.kinds <= _CLOSED:
        return kind == "truth" or first.kind in _TRUTHS
    if "how-many" in frame.kinds:
        return kind in ("number", "payments")
    return not (frame.kinds.isdisjoint(_CLOSED) and kind == "truth")


def answers_truth(ruling: Ruling) -> bool:
    """Whether a ruling answers with yes or no."""
    answers = ruling.answers or [a for course in ruling.courses for a in course.answers]
    return bool(answers) and (
        answers[0].kind in _TRUTHS or ((v := answers[0].value) is not None and v.type.kind == "truth")
    )


def contrary(one: Ruling, other: Ruling) -> bool:
    """Whether one of two rulings always says yes, and the other always no."""
    said = [r.answers[0].value.value for r in (one, other) if r.answers and isinstance(r.answers[0].value, Const)]
    return {True, False} <= {value for value in said if isinstance(value, bool)}


def fixed(ruling: Ruling, *, verdicts: bool = True) -> bool:
    """Whether a ruling says the same whatever is so: words, or a value that stands in it. `verdicts`: a yes or no counts."""
    if ruling.courses:
        return False
    values = [answer.value for answer in ruling.answers if answer.kind not in ("words", "silent")]
    return all(isinstance(value, Const) and (verdicts or value.type.kind != "truth") for value in values)
