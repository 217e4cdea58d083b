"""Answers as text: about six lines of 80 columns, fit to be pasted into a chat; with `why` the chain of reasons below.

Lines are wrapped and never cut, but for what is printed elsewhere too: the sentence that is cited stands whole below `why`.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.text import Text

from rulespal.questions.answers import unread_line
from rulespal.questions.query import Answer, Case, Unless
from rulespal.questions.wording import phrase
from rulespal.report.as_text import line, paragraph

if TYPE_CHECKING:
    from rulespal.report.as_text import Shown

WIDTH, MOST = 80, 6
OFFERED = SECTIONS = 3  # of each, where a question is not understood
WHOLE = 1_000  # lines
_FAQ = ("faq", "frequent", "frecuentes")
_INDENT = "  "
_YES_OR_NO = re.compile(r"(?:yes|no|sí)(?=[,;:.]|$)", re.IGNORECASE)
_SHORT = 10  # signs of words that may stand in an answer by chance


@dataclass(frozen=True, slots=True)
class Part:
    """One part of an answer. `most`: its lines where there is room; `least`: those where there is not."""

    text: str
    style: str = ""
    most: int = WHOLE
    least: int = WHOLE

    def wrapped(self, lines: int = WHOLE) -> list[str]:
        """Its lines of WIDTH columns, at most so many; the last of fewer ends in `…`."""
        if not lines:
            return []
        return textwrap.wrap(
            self.text, WIDTH, subsequent_indent=_INDENT, max_lines=lines, placeholder=" …", break_on_hyphens=False
        )


def answer(found: Answer, *, why: bool = False) -> Iterator[Shown]:
    """The lines of an answer: verdict, what was understood, where it is printed, what it depends on, a hint."""
    parts = list(_fitting(found, why))
    for part, room in zip(parts, _room(parts), strict=True):
        for text in part.wrapped(room):
            yield line(text, part.style)
    if why:
        yield from _because(found)


def lines(found: Answer) -> list[str]:
    """The parts whole, one a line, for where lines may be of any length."""
    return [part.text for part in _parts(found)]


def _fitting(found: Answer, why: bool) -> list[Part]:
    """The parts, several cases side by side where they would be too many lines."""
    hint = [] if why or not found.cases else [Part(phrase("hint-why", found.language), "dim", least=0)]
    parts = [*_parts(found), *hint]
    if sum(_room(parts)) <= MOST or len(found.cases) < 2:
        return parts
    flowing = [*_parts(found, flowing=True), *hint]
    return flowing if sum(_room(flowing)) < sum(_room(parts)) else parts


def _room(parts: list[Part]) -> list[int]:
    """How many lines each part gets: what matters least gives way first, from the end, where there would be too many."""
    room = [min(len(part.wrapped()), part.most) for part in parts]
    for place in sorted(range(len(parts)), key=lambda place: (parts[place].least, -place)):
        over = sum(room) - MOST
        if over > 0:
            room[place] = max(room[place] - over, min(room[place], parts[place].least))
    return room


# ---- the parts -----------------------------------------------------------------------------------------------------------


def _parts(found: Answer, *, flowing: bool = False) -> Iterator[Part]:
    yield Part(_verdict(found), "bold")
    if found.status == "not-understood":
        yield Part(_left_over(found))
        yield from _offered(found)
    elif found.understood:
        yield Part(phrase("taken-as", found.language, what=found.understood), most=2, least=1)
    yield from _stands(found)
    asked = _Asked(found)
    cases = [asked.case(case) for case in found.cases] if found.status == "depends" else []
    yield from map(Part, [" ".join(cases)] if flowing and cases else cases)
    yield from map(Part, asked.otherwise())
    if found.customs:
        customs = f"; {phrase('or', found.language)} ".join(found.customs)
        yield Part(phrase("custom", found.language, what=customs))


def _offered(found: Answer) -> Iterator[Part]:
    """What may have been meant: questions with their answers, and others that would be understood."""
    for offer in found.offers:
        yield Part(phrase("offer", found.language, question=offer.question, answer=offer.answer))
    offered = {_plain(offer.question) for offer in found.offers}
    others = [question for question in found.nearest if _plain(question) not in offered]
    for question in others[: OFFERED - len(found.offers)]:
        yield Part(phrase("near", found.language, question=question), most=2, least=1)


def _verdict(found: Answer) -> str:
    if found.status == "depends":
        return phrase("depends", found.language, n=len(found.cases))
    if found.status == "silent":
        return " ".join(filter(None, (phrase("silent", found.language), found.problem)))
    if found.status == "not-understood":
        return found.problem or phrase("not-understood", found.language)
    return found.cases[0].answer if found.cases else ""


def _left_over(found: Answer) -> str:
    if not found.words:
        return phrase("other-words", found.language)
    words = ", ".join(phrase("quoted", found.language, word=word) for word in found.words)
    return phrase("left-words", found.language, words=words)


def _stands(found: Answer) -> Iterator[Part]:
    """How the answer stands to the printed text, and where: the sentence itself in as many lines as there are."""
    how = "" if found.status == "not-understood" else phrase(f"how-{_how(found)}", found.language)
    cited = found.cases[0].citations[:1] if found.cases else []
    if how and cited:
        yield Part(f"{how} ({cited[0].printed}): {cited[0].text}", most=2, least=1)
        return
    if found.status == "not-understood" and found.see_also and found.see_also[0].text:
        for near in found.see_also[:SECTIONS]:
            yield Part(phrase("see", found.language, where=f"{near.printed}: {near.text}"), most=1, least=1)
        return
    places = "; ".join(near.printed or near.section for near in found.see_also[:SECTIONS])
    see = phrase("see", found.language, where=places) if places else ""
    if how or see:
        yield Part(". ".join(filter(None, (how, see))) + ".", most=2, least=1)


def _how(found: Answer) -> str:
    if found.status in ("silent", "leaning"):
        return found.status
    case = found.cases[0]
    if found.status == "depends":
        return "open" if case.readings else "so"
    if case.citations and any(word in case.citations[0].printed.casefold() for word in _FAQ):
        return "faq"
    return "follows" if case.effects or case.because else "says"


class _Asked:
    """Says cases and readings in words; the question of a reading once."""

    def __init__(self, found: Answer) -> None:
        self.found = found
        self.language = found.language
        options = [case.readings for case in found.cases]
        self.turning = [n for n in dict.fromkeys(n for o in options for n in o) if len({o.get(n) for o in options}) > 1]
        self.said = {_plain(found.understood)}

    def case(self, case: Case) -> str:
        """`where: what holds there`."""
        taken = {name: case.readings[name] for name in self.turning if name in case.readings}
        if not taken:
            return f"{'; '.join(case.when) or phrase('else', self.language)}: {case.answer}"
        return " ".join([*self.questions(taken), self.under(taken, case.answer, case.when, dashed=True)])

    def under(self, taken: Mapping[str, str], answer: str, when: Iterable[str] = (), dashed: bool = False) -> str:
        """What holds under some options: that alone, where it says no more than the option."""
        words = [self.words(name, option) for name, option in taken.items()]
        if not when and all(_told(word, answer) for word in words):
            return f"– {answer}" if dashed else answer
        what = f" {phrase('joining', self.language)} ".join([*when, *words])
        yes = _YES_OR_NO.match(words[0]) and not when
        return phrase("if-yes" if yes else "if", self.language, what=what, then=answer)

    def otherwise(self) -> Iterator[str]:
        """Each reading that the text leans to: its question, what most say, and what holds under the other options."""
        of: dict[str, list[Unless]] = {}
        for unless in self.found.unless:
            of.setdefault(next(iter(unless.readings), ""), []).append(unless)
        for name, several in of.items():
            said = [*self.questions({name: ""}), *self.usual(name)]
            for unless in several:
                text = self.under(unless.readings, unless.text)
                alone = text == unless.text
                said.append(phrase("others-say", self.language, what=text) if alone else text)
            yield " ".join(said)

    def usual(self, name: str) -> Iterator[str]:
        """What most say, unless the verdict says the same."""
        worded = self.found.readings.get(name)
        usual = next(iter(worded.options.values()), "") if worded else ""
        if usual and not any(_plain(usual) == _plain(case.answer) for case in self.found.cases):
            yield phrase("most-say", self.language, what=usual.rstrip("."))

    def questions(self, names: Iterable[str]) -> Iterator[str]:
        """The questions of readings that have not been said yet."""
        for name in names:
            worded = self.found.readings.get(name)
            if worded and worded.asks and _plain(worded.asks) not in self.said:
                self.said.add(_plain(worded.asks))
                yield worded.asks

    def words(self, name: str, option: str) -> str:
        worded = self.found.readings.get(name)
        return (worded.options.get(option, "") if worded else "").rstrip(".") or option.replace("-", " ")


def _plain(text: str) -> str:
    return text.strip(" .¿?¡!").casefold()


def _told(option: str, answer: str) -> bool:
    """Whether an answer says the words of an option itself."""
    option, answer = _plain(option), _plain(answer)
    return option == answer or (len(option) > _SHORT and option in answer)


def _because(found: Answer) -> Iterator[Shown]:
    """What was taken for granted, and the chain of reasons, case by case."""
    if found.assumed:
        yield Text()
        yield paragraph(f"{phrase('assumed', found.language)} ", "; ".join(found.assumed))
    asked = _Asked(found)
    for case in found.cases:
        yield Text()
        if len(found.cases) > 1:
            yield from (line(text, "bold") for text in Part(asked.case(case)).wrapped())
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
