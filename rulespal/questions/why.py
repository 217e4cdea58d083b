"""Why an answer is so, to be read aloud: what did not apply and what stopped it, then what did, step by step."""

from __future__ import annotations

from collections.abc import Iterator

from rulespal.engine.game import Act, Failure, Position
from rulespal.engine.worlds import Worlds
from rulespal.model.phrases import Said
from rulespal.model.rules import Move, Reading
from rulespal.questions.said_back import in_language
from rulespal.questions.scenario import Scenario
from rulespal.questions.wording import phrase
from rulespal.records.verdict import EventReport

MOST_NOT = 3  # of what did not apply, an event


def chain(scenario: Scenario) -> Iterator[str]:
    """Each event with the reasons that do not stand against it, and its effects; then the readings that were looked at."""
    judge = scenario.judge
    before = dict(judge.history)
    for report in judge.events:
        if report.taken_back or report.status in ("illegal", "unread"):
            continue
        table = before.get(report.n)
        if table is not None and table.worlds:
            yield from _not_applied(scenario, report, table.worlds[0].position)
        told = in_language(report.text, judge.speech)
        yield f"{told[:1].upper()}{told[1:]}."
        for effect in report.effects:
            yield f"→ {effect.text} ({_printed(scenario, effect.citation)})"
    for index in sorted(judge.readings.seen):
        yield _reading(scenario, judge.book.readings[index], judge.options[index])


def _not_applied(scenario: Scenario, report: EventReport, position: Position) -> Iterator[str]:
    """The requirements of an event that are met, in the words that would be said against it, with the values seen."""
    judge = scenario.judge
    said = judge.speech.event(report.text)
    if not isinstance(said, Said) or not isinstance(said.target, Move):
        return
    move = said.target
    act = Act(move, said.values.get("actor"), tuple(said.values[p.name] for p in move.params))
    s = position.copy()
    trial = judge.game.trial(judge.game.open, s, Worlds(s, judge.readings, judge.game.zones, ()), act)
    told = 0
    for place, requirement in enumerate(move.requirements):
        if not requirement.reason or told == MOST_NOT:
            continue
        which = judge.speech.place(requirement.reason)
        values = trial.seen(Failure("require", place))[which]
        if values is not None and not any(value is None for value in values):
            told += 1
            text = judge.speech.fill(requirement.reason[which], values)
            yield f"{phrase('not-so', judge.speech.language)}: {text} ({_printed(scenario, requirement.citation)})"


def _reading(scenario: Scenario, reading: Reading, option: int) -> str:
    """How a reading was taken, and why; a settled one as a footnote."""
    speech = scenario.judge.speech
    asks = speech.say(reading.asks, {}) if reading.asks else reading.name
    taken = speech.say(reading.options[option].says, {})
    because = speech.say(reading.because, {}) if reading.because and option == 0 else ""
    mark = "* " if reading.grade == "settled" else ""
    return f"{mark}{asks} {taken[:1].upper()}{taken[1:]}. {because}".strip()


def _printed(scenario: Scenario, citation: int) -> str:
    return scenario.judge.book.citations[citation].printed
