"""A written scenario to a query: each line is an exact sentence, or is read as people say it, or is told to be neither."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from rulespal.model.phrases import NotSaid, Phrasebook, Speech
from rulespal.model.rules import spoken
from rulespal.questions import loosely
from rulespal.questions.asked_from_text import Asking
from rulespal.questions.called_by_name import CalledByName, Misnamed
from rulespal.questions.draft import USUAL_PLAYERS, Draft, Finishing, Problem
from rulespal.questions.heads import heads
from rulespal.questions.lines import Item, Lines, lines_of
from rulespal.questions.people import People, names_in
from rulespal.questions.query import ASKER, Asked, Query
from rulespal.questions.understand import OFFERED, free_questions
from rulespal.questions.words import language_of, lexicon, tokens
from rulespal.questions.writing import Written
from rulespal.text.diagnostic import Diagnostics
from rulespal.text.fold import fold, identifier
from rulespal.text.span import NOWHERE, Span
from rulespal.text.suggest import near

_SLOT = re.compile(r"\{[^}]*\}")


def parse(
    text: str, phrases: Phrasebook, language: str | None = None, players: Sequence[str] = ()
) -> Query | Diagnostics:
    """The query of a scenario in text or JSON, or all that is wrong with it. `players`: of the game that it goes on from."""
    return _query(lines_of(text, phrases.book.languages), phrases, language, players)


def read_again(written: Written, phrases: Phrasebook) -> Query | None:
    """The query of a scenario that was written here; None where it cannot be read."""
    found = parse(written.text, phrases, written.language)
    return found if isinstance(found, Query) else None


def unnamed_seats(written: Written, phrases: Phrasebook) -> tuple[str, ...]:
    """How those sit of whom a scenario speaks, where nothing else is said."""
    texts = [*written.given, *written.assuming, *written.events, *written.asks]
    return _seats([], texts, phrases, written.language)


def _query(lines: Lines, phrases: Phrasebook, language: str | None, players: Sequence[str]) -> Query | Diagnostics:
    if not any(True for _ in lines.items()):
        return lines.found
    languages = phrases.book.languages
    language = language or lines.language or language_of(lines.text, languages)
    if language not in languages:
        language = languages[0]
    reading = _Reading(lines, phrases, language, players)
    query = reading.query()
    return lines.found if lines.found.errors or query is None else query


def _seats(named: Sequence[str], texts: Sequence[str], phrases: Phrasebook, language: str) -> tuple[str, ...]:
    """The players that a header names; otherwise those that occur, in their order, and more until enough play."""
    if named:
        return tuple(named)
    known = lexicon(language)
    words = [word for text in texts for word in (*tokens(text, known), *tokens(".", known))]
    names = names_in(words, free_questions(phrases).words(language), known)
    names |= {ASKER: ASKER} if any(word.word == ASKER for word in words) else {}
    order = [names[word.word] for word in words if word.word in names]
    people = People(known, seats=list(dict.fromkeys(order)))
    low, high = phrases.book.players
    people.fill(max(low, min(high, USUAL_PLAYERS)))
    return tuple(people.seats)


class _Reading:
    """One scenario on its way to a query."""

    def __init__(self, lines: Lines, phrases: Phrasebook, language: str, players: Sequence[str]) -> None:
        self.lines = lines
        self.found = lines.found
        self.phrases = phrases
        self.language = language
        self.known = heads(language)
        self.before = bool(players)
        self.misnamed: list[Item] = []  # lines that call a ruling by no name of one
        self.loose = False  # whether a line that asks was read as people say it
        self.texts = [item.text for item in lines.items()]
        self.players = _seats(players or lines.players, self.texts, phrases, language)
        self.speech = Speech(phrases, self.players, language)
        self.asking = Asking(self.speech, self.known)
        if (about := lines.rulebook) is not None and fold(about.text) not in (
            fold(phrases.book.name),
            fold(phrases.book.title),
        ):
            message = f"This scenario is about “{about.text}”, and not about {phrases.book.title}."
            self.found.add("E-HEADER", message, about.span)
        if players and lines.players and list(players) != lines.players:
            self.found.add("E-HEADER", f"The players of the record are {', '.join(players)}, and not those named here.")

    def _check_number(self) -> None:
        """Whether the rulebook is for so many players; of a ruling its answer says that."""
        low, high = self.phrases.book.players
        if not low <= len(self.players) <= high:
            title = self.phrases.book.title
            message = f"{title} is for {low} to {high} players, not for {len(self.players)}."
            self.found.add("E-HEADER", message, hint='say who plays: [players "Ana, Ben"]')

    def query(self) -> Query | None:
        """The query; what could not be read is among what was found."""
        options = self._options()
        facts = [self._sentence(item, "fact") for item in self.lines.given]
        assumed = [self._sentence(item, "fact") for item in self.lines.assuming]
        events = [self._sentence(item, "event") for item in self.lines.events]
        if (called := self._called(facts, assumed, events)) is not None:
            return replace(called, options=options)
        self._check_number()
        asked = [
            one for item in self.lines.asks if item not in self.misnamed and (one := self._asked(item)) is not None
        ]
        if any(one.kind == "where" for one in asked) and len(self.texts) > 1:
            self.found.add("E-SYNTAX", "Where something is said has to be asked by itself.")
        if self.found.errors:
            return None
        query = self._finished(facts, assumed, events, asked or [Asked("happens")])
        return replace(query, options=options) if query is not None else None

    # ---- headers ----------------------------------------------------------------------------------------------------------

    def _options(self) -> dict[str, str]:
        """The readings that the scenario is asked under."""
        found = {}
        known = {spoken(r.name): [spoken(o.name) for o in r.options] for r in self.phrases.book.readings}
        for item in self.lines.readings:
            name, option = (identifier(part) for part in (*item.text.split(":", 1), "")[:2])
            if name in known and option in known[name]:
                found[name] = option
                continue
            among, word = (known[name], option) if name in known else (list(known), name)
            hint = f"there are {', '.join(near(word, among) or among[:5])}" if among else None
            self.found.add("E-NAME", f"There is no reading or option “{item.text}”.", item.span, hint)
        return found

    # ---- sentences --------------------------------------------------------------------------------------------------------

    def _sentence(self, item: Item, kind: loosely.Kind) -> str:
        """A fact or event in the words of the rulebook; the text itself where it is none."""
        said = self.speech.fact(item.text) if kind == "fact" else self.speech.event(item.text)
        if not isinstance(said, NotSaid):
            return item.text
        read = loosely.sentence(item.text, kind, self.phrases, self.language, self.players)
        if read is not None:
            return read
        self._unread(item, said, kind)
        return item.text

    def _unread(self, item: Item, said: NotSaid, kind: loosely.Kind) -> None:
        hint = said.hint
        other = self.speech.event(item.text) if kind == "fact" else self.speech.fact(item.text)
        if not isinstance(other, NotSaid):
            given = self.known.printed("given")
            hint = (
                f"it is a fact: write `{given} {item.text}`" if kind == "event" else "it is an event: a line of its own"
            )
        elif self.asking.read(item.text) is not None and kind == "event":
            hint = f"to ask it, write `? {item.text}`"
        elif hint is None:
            hint = self._nearest(item.text)
        self.found.add(said.code, said.message, item.span, hint)

    def _asked(self, item: Item) -> Asked | None:
        """What a line asks; in JSON it may have its `?` in front all the same."""
        for text in dict.fromkeys((item.text, item.text.removeprefix("?").strip())):
            if (exact := self.asking.read(text)) is not None:
                return exact
        read = loosely.asked(item.text, self.phrases, self.language, self.players)
        self.loose = self.loose or read is not None
        if read is None and (named := self.asking.misnamed(item.text)) is not None:
            self.found.add(named.code, named.message, item.span, named.hint)
        elif read is None:
            message = f"“? {item.text}” asks nothing that can be read off."
            self.found.add("E-VERB", message, item.span, self._nearest(item.text) or self._heads())
        return read

    def _nearest(self, text: str) -> str | None:
        sentences = [_SLOT.sub("…", one) for one in free_questions(self.phrases).nearest(text, self.language)]
        return f"The nearest sentences are: {'; '.join(sentences)}." if sentences else None

    def _heads(self) -> str:
        kinds = ("may", "must", "which", "payments", "happens", "so")
        return f"a line asks with {', '.join(f'`? {self.known.printed(kind)}`' for kind in kinds)}, or `?` for a value"

    # ---- the query --------------------------------------------------------------------------------------------------------

    def _called(self, facts: Sequence[str], assumed: Sequence[str], events: Sequence[str]) -> Query | None:
        """The ruling that is called by its name, or the term that is asked for."""
        calling = CalledByName(self.phrases, self.speech, self.language)
        for item in self.lines.asks:
            try:
                players = self.players if self.lines.players or self.before else ()
                query = calling.query(item.text, self.lines.text, facts, assumed, events, players)
            except Misnamed as misnamed:
                self.found.add("E-NAME", str(misnamed), item.span, misnamed.hint)
                self.misnamed.append(item)
                continue
            if query is not None and len(self.lines.asks) > 1:
                self.found.add("E-SYNTAX", "A ruling has to be asked by itself.", item.span)
            if query is not None:
                return query
        return None

    def _finished(
        self, facts: Sequence[str], assumed: Sequence[str], events: Sequence[str], asked: Sequence[Asked]
    ) -> Query | None:
        if asked[0].kind == "where":
            return Query(self.lines.text, self.language, self.players, asked=tuple(asked), understood=asked[0].fact,
                         seats_open=True)  # fmt: skip
        finishing = self._finishing()
        known = [*facts, *assumed]
        try:
            make = finishing.made if self.loose and not self.before else finishing.unchecked
            query = make(self.lines.text, self.speech, known, events, asked)
        except Problem as problem:
            if not self.before:
                hint = self._moments()
                self.found.add("E-TURN", str(problem), self._span(), hint)
                return None
            query = Query(
                self.lines.text, self.language, self.players, tuple(known), tuple(events), tuple(asked),
                understood="; ".join([*known, *events]),
            )  # fmt: skip
        return replace(query, assumed=tuple(dict.fromkeys((*assumed, *query.assumed))))

    def _moments(self) -> str:
        """What may be said of the moment: the sentences of the stages."""
        stages = (p for stage in self.phrases.book.stages for p in stage.says[:9] if p.language == self.language)
        said = [_SLOT.sub("…", p.source) for p in stages][:OFFERED]
        also = f", or of the moment: {'; '.join(said)}" if said else ""
        return f"say what happened before{also}"

    def _finishing(self) -> Finishing:
        """What makes the query: its players are known, and which of them are spoken of."""
        known = lexicon(self.language)
        said = {word.word for text in self.texts for word in tokens(text, known)}
        people = People(known, [p for p in self.players if fold(p) in said], list(self.players))
        people.seated = self.before or not self.lines.open_seats
        finishing = Finishing(self.phrases, self.language, Draft(people))
        finishing.open_seats = not people.seated
        return finishing

    def _span(self) -> Span:
        items = self.lines.asks or self.lines.events
        return items[-1].span if items else NOWHERE
