"""Answers as text: at most six lines of 80 columns, fit to be pasted into a chat; with `why` the chain of reasons below."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len
from rich.text import Text

from rulespal.questions.answers import unread_line
from rulespal.questions.query import Answer, Case
from rulespal.report.as_text import Shown, line, paragraph

WIDTH, MOST = 80, 6
_FAQ = ("faq", "frequent", "frecuentes")


def answer(found: Answer, *, why: bool = False) -> Iterator[Shown]:
    """The lines of an answer: verdict, how it stands, where it is printed, what it depends on, a hint."""
    told = list(_lines(found))
    hint = _hint(found, why) if len(told) < MOST else ""
    if len(told) > MOST:
        told = [*told[: MOST - 1], ("; ".join(text for text, _ in told[MOST - 1 :]), "")]
    for text, style in told:
        yield line(cut(text), style)
    if why:
        yield from _because(found)
    elif hint:
        yield line(cut(hint), "dim")


def lines(found: Answer) -> list[str]:
    """The same lines whole, for where they may be of any length."""
    return [text for text, _ in _lines(found)]


def cut(text: str, width: int = WIDTH) -> str:
    """A text on one line of at most that width, cut at a word."""
    text = " ".join(text.split())
    if cell_len(text) <= width:
        return text
    while text and cell_len(text) > width - 2:
        text = text[: text.rfind(" ")] if " " in text else text[: width - 2]
    return f"{text} …"


def _lines(found: Answer) -> Iterator[tuple[str, str]]:
    yield _verdict(found), "bold"
    yield _stands(found), ""
    if found.cases and found.cases[0].citations:
        where = found.cases[0].citations[0]
        yield f"{where.printed}: {where.text}", ""
    elif found.see_also:
        yield "See " + "; ".join(near.printed or near.section for near in found.see_also[:3]), ""
    if found.status == "depends":
        yield from ((_case(case), "") for case in found.cases)
    for unless in found.unless:
        yield f"Unless {_readings(unless.readings)}: {unless.text}", ""
    for custom in found.customs:
        yield f"A custom: {custom}", ""
    for question in found.nearest:
        yield f"Did you mean: {question}", ""


def _verdict(found: Answer) -> str:
    if found.status == "depends":
        return f"It depends ({len(found.cases)} cases)."
    if found.status == "silent":
        return "The rules do not say."
    if found.status == "not-understood":
        return found.problem or "That was not understood."
    return found.cases[0].answer if found.cases else ""


def _stands(found: Answer) -> str:
    """How the answer stands to the printed text, with what was understood."""
    if found.status == "not-understood":
        words = ", ".join(f"“{word}”" for word in found.words)
        return f"Not understood: {words}." if words else "Ask it in other words."
    how = _how(found)
    readings = found.cases[0].readings if found.status == "leaning" and found.cases else {}
    named = f" ({_readings(readings)})" if readings else ""
    return f"{how}{named}: {found.understood}"


def _how(found: Answer) -> str:
    if found.status == "silent":
        return "The book is silent"
    if found.status == "leaning":
        return "As most read it"
    case = found.cases[0]
    if found.status == "depends":
        return "The book leaves it open" if case.readings else "By what is so"
    if case.citations and any(word in case.citations[0].printed.casefold() for word in _FAQ):
        return "An FAQ says"
    return "It follows from the book" if case.effects or case.because else "The book says"


def _case(case: Case) -> str:
    when = "; ".join([*case.when, *([_readings(case.readings)] if case.readings else [])])
    return f"{when or 'otherwise'}: {case.answer}"


def _readings(readings: object) -> str:
    assert hasattr(readings, "items")
    return ", ".join(f"{name}: {option}" for name, option in readings.items())


def _hint(found: Answer, why: bool) -> str:
    if why or found.status == "not-understood":
        return ""
    return "--why shows how it comes about" if found.cases else ""


def _because(found: Answer) -> Iterator[Shown]:
    """What was taken for granted, and the chain of reasons, case by case."""
    if found.assumed:
        yield Text()
        yield paragraph("Taken for granted: ", "; ".join(found.assumed))
    for case in found.cases:
        yield Text()
        if len(found.cases) > 1:
            yield line(cut(_case(case)), "bold")
        for reason in case.because:
            yield paragraph("  ", reason)
        for cited in case.citations:
            yield paragraph(f"  {cited.printed}: ", cited.text, "dim")
    yield from _in_writing(found)


def _in_writing(found: Answer) -> Iterator[Shown]:
    """The scenario that was answered, ready to be asked again."""
    if found.scenario is not None:
        yield Text()
        yield line("As a scenario, for `--scenario`:", "dim")
        yield from (Text(one) for one in found.scenario.text.splitlines())


def unread(found: Answer) -> Iterator[Shown]:
    """What could not be read in a scenario, line by line, each with what may have been meant."""
    for one in found.unread:
        yield paragraph("", unread_line(one), "bold")
        if one.hint:
            yield paragraph("  ", one.hint, "dim")
