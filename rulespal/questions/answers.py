"""Queries to answers: the scenario is carried out under every option that might matter, and what comes of it compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rulespal.engine.game import Consulted, Game
from rulespal.model.phrases import Phrasebook
from rulespal.model.rules import Citation, Reading, spoken
from rulespal.questions import places, seatings
from rulespal.questions.from_ruling import SPARE
from rulespal.questions.outcome import outcomes
from rulespal.questions.parts import NoAnswer, Outcome
from rulespal.questions.query import (
    Answer,
    Case,
    Either,
    Nearest,
    NotUnderstood,
    Offer,
    Payment,
    Query,
    Status,
    Unless,
    Way,
    Worded,
)  # fmt: skip
from rulespal.questions.reading import parse
from rulespal.questions.said_back import in_language
from rulespal.questions.scenario import Table
from rulespal.questions.why import chain
from rulespal.questions.wording import Voice, phrase
from rulespal.questions.written import in_writing
from rulespal.records.record import Record
from rulespal.text.diagnostic import Diagnostic
from rulespal.text.fold import fold

Chosen = Mapping[str, str]
MOST_CITED = 4


@dataclass(slots=True)
class Found:
    """What one choice of options gives: an outcome for each course and circumstance, and the readings looked at."""

    outcomes: list[tuple[Way, Outcome]]
    seen: set[int]

    @property
    def told(self) -> list[tuple[object, ...]]:
        return [(way.when, *outcome.told) for way, outcome in self.outcomes]

    def other_than(self, other: Found) -> list[Outcome]:
        """The outcomes that the other choice does not give in the same course."""
        return [o for way, o in self.outcomes if (way.when, *o.told) not in other.told]


@dataclass(slots=True)
class Dependence:
    """Another option of a reading gives other outcomes."""

    reading: Reading
    option: int
    found: Found
    names: dict[str, str] = field(default_factory=dict)


def answer(
    query: Query, game: Game, phrases: Phrasebook, chosen: Chosen | None = None, *, before: Record | None = None,
    why: bool = False,
) -> Answer:  # fmt: skip
    """The answer to a query under the readings that a table has chosen.

    `before`: a record from whose end it goes on; `why`: with the whole chain of reasons.
    """
    if query.asked and query.asked[0].kind == "where":
        return places.answer(query, phrases)
    asked = _Answering(query, game, phrases, {**(chosen or {}), **query.options}, before)
    asked.why = why
    return asked.answer()


def reply(
    understood: Iterable[Query | Either | NotUnderstood], text: str, game: Game, phrases: Phrasebook,
    chosen: Chosen | None = None, *, before: Record | None = None, why: bool = False,
) -> Answer:  # fmt: skip
    """The answer to a question by the first understanding of it that can be answered, or what to say where none can."""
    failed: Answer | None = None
    for one in understood:
        if isinstance(one, Either):
            several = [answer(query, game, phrases, chosen, before=before, why=why) for query in one.queries]
            if _gist(several[0]) is not None and all(_gist(other) == _gist(several[0]) for other in several):
                several[0].scenario = in_writing(one.queries[0], phrases)
                return several[0]
            continue
        if isinstance(one, NotUnderstood):
            said = failed or _not_understood(one, text, game)
            said.offers = list(_offers(one, game, phrases, chosen, before))
            return said
        found = answer(one, game, phrases, chosen, before=before, why=why)
        if found.status != "not-understood" and _seats_matter(one, found, game, phrases, chosen, before):
            problem = phrase("seats", one.language)
            found = replace(found, status="not-understood", cases=[], unless=[], problem=problem)
        if not one.of_no_moment:
            found.scenario = in_writing(one, phrases)
        if found.status != "not-understood":
            return found
        failed = failed or found
    raise AssertionError("an understanding, or what was not understood, comes last")


def reply_in_writing(
    text: str, game: Game, phrases: Phrasebook, chosen: Chosen | None = None, *, language: str | None = None,
    before: Record | None = None, why: bool = False,
) -> Answer:  # fmt: skip
    """The answer to a scenario in text or JSON; what could not be read in it is told line by line."""
    query = parse(text, phrases, language, before.players if before else ())
    if isinstance(query, Query):
        return reply((query, NotUnderstood()), text, game, phrases, chosen, before=before, why=why)
    said = Answer(game.book.name, text, "", "not-understood", unread=tuple(query))
    said.problem = " ".join(unread_line(one) for one in query)
    said.nearest = list(dict.fromkeys(near for one in query for near in _offered(one.hint or "")))
    return said


def unread_line(found: Diagnostic) -> str:
    """What could not be read in a scenario, with the line where it stands (in JSON: the list, and its place there)."""
    where = f"{found.span.file.capitalize()} {found.span.line}: " if found.span.file else ""
    return f"{where}{found.message}"


def _offered(hint: str) -> list[str]:
    """The sentences that a hint offers; the hint itself where it offers none."""
    front, _, sentences = hint.partition(" are: ")
    return sentences.removesuffix(".").split("; ") if "nearest" in front else [hint] if hint else []


def _seats_matter(
    query: Query, found: Answer, game: Game, phrases: Phrasebook, chosen: Chosen | None, before: Record | None
) -> bool:
    """Whether the answer turns on how many play or how they sit, of which the question says nothing."""
    for other in seatings.others(query, game.book.players[1]):
        otherwise = answer(other, game, phrases, chosen, before=before)
        if otherwise.status != "not-understood" and seatings.told(otherwise) != seatings.told(found):
            return True
    return False


def _gist(found: Answer) -> object:
    """What has to be the same in two answers that say the same; None where only words would tell."""
    cases = [(c.verdict, c.value, tuple(c.payments), tuple(sorted(c.readings.items()))) for c in found.cases]
    if found.status == "silent":
        return "silent"
    return (found.status, cases) if cases and all(c.verdict or c.value or c.payments for c in found.cases) else None


def _offers(
    found: NotUnderstood, game: Game, phrases: Phrasebook, chosen: Chosen | None, before: Record | None
) -> Iterator[Offer]:
    """The questions that may have been meant, with their answers, each once."""
    seen = set()
    for query in found.offers:
        told = answer(query, game, phrases, chosen, before=before)
        words = " / ".join(dict.fromkeys(c.answer for c in told.cases)) or (
            phrase("silent", query.language) if told.status == "silent" else ""
        )
        if words and told.understood not in seen:
            seen.add(told.understood)
            yield Offer(told.understood, words)


def _not_understood(found: NotUnderstood, text: str, game: Game) -> Answer:
    said = Answer(
        game.book.name, text, "", "not-understood", see_also=list(found.see_also), language=found.language
    )  # fmt: skip
    said.problem, said.words, said.nearest = found.problem, list(found.words), list(found.questions)
    return said


def as_named(query: Query, phrases: Phrasebook) -> dict[str, str]:
    """The cards that the question calls by another of their names, so that the answer does too."""
    said = fold("; ".join((query.text, *query.facts)))
    found = {}
    for card in phrases.book.cards:
        other = next((name for name in card.aliases if len(name) > 2 and fold(name) in said), None)
        if other is not None and fold(card.name) not in said:
            found[card.name] = other
    return found


class _Answering:
    why = False

    def __init__(
        self, query: Query, game: Game, phrases: Phrasebook, chosen: Chosen, before: Record | None = None
    ) -> None:
        if before is not None:  # the game tells what would have to be taken for granted
            query = replace(query, facts=tuple(f for f in query.facts if f not in query.assumed), assumed=())
        self.query = query
        self.game = game
        self.book = game.book
        self.table = Table(game, phrases, query.players, query.language, before)
        self.voice = Voice(query.language, {**query.called, **as_named(query, phrases)})
        self.fixed = {r.index: o for r in self.book.readings if (o := _option(r, chosen)) is not None}
        self.options = tuple(self.fixed.get(r.index, 0) for r in self.book.readings)

    def answer(self) -> Answer:
        query = self.query
        said = Answer(self.book.name, query.text, self.voice.text(query.understood), "certain", language=query.language)
        said.assumed = self.voice.texts(in_language(fact, self.table.speech) for fact in query.assumed)
        if not query.players or (not query.ways and all(asked.kind == "silent" for asked in query.asked)):
            said.status, said.see_also = "silent", self.nearest(self.own_citations())
            said.problem = query.outside
            return said
        low, high = self.book.players
        try:
            if not low <= len(query.players) <= high:
                raise NoAnswer(phrase("outside", query.language, low=low, high=high))
            found = self.under(self.options)
            self.fill(said, found, list(self.dependences(found)))
        except NoAnswer as why:
            said.status, said.problem = "not-understood", self.voice.names(str(why))
            said.see_also = self.nearest(self.own_citations())
        return said

    def under(self, options: Sequence[int]) -> Found:
        """What comes of the scenario under these options."""
        found = Found([], set())
        for query, table in self.by_number_of_players():
            for way in query.ways or (Way(""),):
                self.carry_out(query, table, way, options, found)
        if not found.outcomes:
            raise NoAnswer(phrase("too-open", self.query.language))
        return found

    def carry_out(self, query: Query, table: Table, way: Way, options: Sequence[int], found: Found) -> None:
        """Adds what comes of one course. Where nothing is said and too much is open, it is that of a game that starts."""
        facts, events = (*query.facts, *way.facts), (*query.events, *way.events)
        asked = way.asked or query.asked
        scenario = table.run(facts, events, Consulted(options), mid_game=not query.from_start)
        if scenario.problem:
            raise NoAnswer(scenario.problem)
        if query.source == "scenario" and scenario.refused is not None and scenario.refused.text in way.events:
            return  # an answer that is not possible here
        try:
            told = outcomes(table, query, asked, scenario)
        except NoAnswer:
            if facts or events or table.before is not None:
                raise
            scenario = table.run(facts, events, Consulted(options), mid_game=False)
            told = outcomes(table, query, asked, scenario)
        if self.why and tuple(options) == self.options:
            told = [replace(o, because=(*o.because, *chain(scenario))) for o in told]
        if query is not self.query:
            way = replace(way, when=phrase("players", query.language, n=len(query.players)))
        found.outcomes += [(way, outcome) for outcome in told]
        found.seen |= scenario.judge.readings.seen

    def by_number_of_players(self) -> Iterator[tuple[Query, Table]]:
        """The query; where it leaves open how many play and a ruling speaks of it, one for each number of players."""
        query, ruling = self.query, self.query.ruling
        if not query.seats_open or ruling is None or not isinstance(ruling.seats, str):
            yield query, self.table
            return
        needed = sum(p.type.kind == "player" for p in ruling.params)
        spare = [name for name in SPARE if name not in query.players]
        low, high = self.book.players
        for number in range(max(low, needed), high + 1):
            players = tuple([*query.players, *spare][:number])
            one = replace(query, players=players, slots={**query.slots, ruling.seats: number})
            yield one, replace(self.table, players=players)

    def dependences(self, base: Found) -> Iterator[Dependence]:
        """The options that would give other outcomes."""
        for index in sorted(base.seen - self.fixed.keys()):
            reading = self.book.readings[index]
            if reading.grade == "settled":
                continue
            for option in range(1, len(reading.options)):
                options = [*self.options]
                options[index] = option
                other = self.under(options)
                if other.told != base.told:
                    yield Dependence(reading, option, other, _named(reading, option))

    # ---- putting it together ------------------------------------------------------------------------------------------

    def fill(self, said: Answer, base: Found, others: list[Dependence]) -> None:
        """Status, cases, what would be otherwise, customs."""
        said.status = self.status(base, others)
        said.problem = next((self.voice.text(o.answer) for _, o in base.outcomes if o.impossible), "")
        if said.status == "silent":
            customs = {d.reading.index: d.reading for d in others if d.reading.grade == "custom"}
            said.customs = [t for r in customs.values() for t in self.customs(r)]
            cited = [c for _, o in base.outcomes for c in o.citations]
            said.see_also = self.nearest([*self.own_citations(), *cited, *(r.citation for r in customs.values())])
            return
        readings = dict(pair for d in others for pair in _named(d.reading, 0).items())
        said.readings = {spoken(d.reading.name): self.worded(d.reading) for d in others}
        merged = _merged(base.outcomes)
        said.cases = [self.case(way, o, readings, several=len(merged) > 1) for way, o in merged]
        for other in others:
            changed = other.found.other_than(base) or [o for _, o in other.found.outcomes]
            if other.reading.grade == "open":
                now = {**readings, **other.names}
                several = len(other.found.outcomes) > 1
                said.cases += [self.case(w, o, now, several=several) for w, o in _merged(other.found.outcomes)]
            else:
                text = " ".join(dict.fromkeys(self.voice.text(o.answer) for o in changed))
                said.unless.append(Unless(text, other.names))

    def status(self, base: Found, others: list[Dependence]) -> Status:
        if all(o.silent for _, o in base.outcomes) or any(d.reading.grade == "custom" for d in others):
            return "silent"
        if any(d.reading.grade == "open" for d in others) or len(_merged(base.outcomes)) > 1:
            return "depends"
        return "leaning" if others else "certain"

    def case(self, way: Way, outcome: Outcome, readings: dict[str, str], *, several: bool) -> Case:
        when = (*((way.when,) if way.when and several else ()), *outcome.when)
        values = self.voice.name(outcome.values)
        return Case(
            tuple(self.voice.texts(when)), dict(readings), self.voice.text(self.told(outcome)), outcome.verdict,
            (values[0] if len(values) == 1 else values) if values else ([] if self.empty(outcome) else None),
            [Payment(self.voice.name(p.payer), self.voice.name(p.payee), p.amount, p.unit) for p in outcome.payments],
            self.voice.texts(outcome.effects), self.cited((*self.own_citations(), *outcome.citations)),
            self.voice.texts((*outcome.because, *self.remark())),
        )  # fmt: skip

    def told(self, outcome: Outcome) -> str:
        return phrase("silent", self.query.language) if outcome.silent else outcome.answer

    def empty(self, outcome: Outcome) -> bool:
        """Whether something was looked for and nothing found: no cards, nobody."""
        kinds = {asked.kind for asked in self.query.asked}
        return not outcome.values and outcome.verdict is None and bool(kinds & {"which-cards"})

    def remark(self) -> tuple[str, ...]:
        ruling = self.query.ruling
        return (self.table.speech.say(ruling.because, {}),) if ruling is not None and ruling.because else ()

    def customs(self, reading: Reading) -> list[str]:
        return [self.table.speech.say(option.says, {}) for option in reading.options]

    def worded(self, reading: Reading) -> Worded:
        speech = self.table.speech
        options = {spoken(option.name): speech.say(option.says, {}) for option in reading.options}
        return Worded(speech.say(reading.asks, {}) if reading.asks else "", options)

    # ---- citations ----------------------------------------------------------------------------------------------------

    def own_citations(self) -> tuple[int, ...]:
        ruling = self.query.ruling
        return (ruling.citation, *ruling.see) if ruling is not None else ()

    def cited(self, places: Sequence[int]) -> list[Citation]:
        """The citations, each paragraph once, told in the language of the question."""
        found: dict[tuple[str, str], Citation] = {}
        for place in places:
            where = self.book.citations[place]
            text = self.book.told(place, self.query.language)
            found.setdefault((where.section, text), Citation(where.section, where.printed, text, where.rule))
        return list(found.values())[:MOST_CITED]

    def nearest(self, places: Sequence[int]) -> list[Nearest]:
        found = {self.book.citations[p].section: self.book.citations[p].printed for p in places}
        return [Nearest(section, printed, 1.0) for section, printed in found.items()]


def _merged(found: Sequence[tuple[Way, Outcome]]) -> list[tuple[Way, Outcome]]:
    """Each different outcome once, with the first course and circumstance that gives it."""
    merged: dict[object, tuple[Way, Outcome]] = {}
    for way, outcome in found:
        merged.setdefault(outcome.told, (way, outcome))
    return list(merged.values())


def _named(reading: Reading, option: int) -> dict[str, str]:
    return {spoken(reading.name): spoken(reading.options[option].name)}


def _option(reading: Reading, chosen: Chosen) -> int | None:
    """The option that is chosen for a reading, by its place."""
    name = chosen.get(spoken(reading.name))
    names = [spoken(option.name) for option in reading.options]
    return names.index(name) if name in names else None
