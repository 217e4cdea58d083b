"""The questions that a page answers: rulings, each answered under every option of the readings that it turns on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product

from rulespal.catalogue.told import question
from rulespal.model.rules import Rulebook, Ruling, spoken
from rulespal.questions.likeness import fixed
from rulespal.questions.query import Answer
from rulespal.report.answer_as_text import lines

MOST = 30  # questions of one rulebook
MOST_ANSWERS = 12  # of one question

Asking = Callable[[str, str, Mapping[str, str]], Answer]  # the question, its language, the options chosen


@dataclass(frozen=True, slots=True)
class DisputeAnswer:
    """An answer under some options, in the lines of the terminal, by language."""

    readings: Mapping[str, str]
    lines: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Dispute:
    """A question by language, with its answers; the first is the one under the defaults."""

    name: str
    asks: Mapping[str, str]
    answers: tuple[DisputeAnswer, ...]
    section: str


def disputes(book: Rulebook, ask: Asking) -> Iterator[Dispute]:
    """The questions of a page in the rulebook's order; those that are worked out go before those that are only told."""
    asked = sorted(filter(_whole, book.rulings), key=fixed)
    chosen = sorted(asked[:MOST], key=lambda ruling: ruling.index)
    for ruling in chosen:
        asks = {language: question(ruling, language) for language in book.languages}
        answers = tuple(_answers(book, asks, ask))
        if answers:
            yield Dispute(spoken(ruling.name), asks, answers, book.citations[ruling.citation].section)


def _whole(ruling: Ruling) -> bool:
    """Whether the question says all that it needs: nothing but players, or their number, is left open."""
    return all(param.type.kind == "player" or param.name == ruling.seats for param in ruling.params)


def _answers(book: Rulebook, asks: Mapping[str, str], ask: Asking) -> Iterator[DisputeAnswer]:
    main = book.languages[0]
    default = ask(asks[main], main, {})
    if default.status == "not-understood":
        return
    names = list(_turns_on(default))
    options = [[spoken(o.name) for o in reading.options] for name in names if (reading := book.reading(name))]
    for taken in islice(product(*options), MOST_ANSWERS):
        readings = dict(zip(names, taken, strict=True))
        told = {language: tuple(lines(ask(text, language, readings))) for language, text in asks.items()}
        yield DisputeAnswer(readings, told)


def _turns_on(answer: Answer) -> Sequence[str]:
    """The readings that an answer names, in its cases or as what would be otherwise."""
    named = [name for case in answer.cases for name in case.readings]
    return tuple(dict.fromkeys([*named, *(name for unless in answer.unless for name in unless.readings)]))
