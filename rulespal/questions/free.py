"""A free question to a query: facts, events and what is asked, from the units of its sentences.

Only what was understood to the last word of weight becomes a query: a wrong answer is far worse than none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulespal.model.phrases import NotSaid, Phrasebook, Sentence, Speech
from rulespal.questions.clauses import Clauses, Reader, Unit
from rulespal.questions.draft import Draft, Finishing, Piece, Problem, Unasked
from rulespal.questions.loose import Gap, Loose
from rulespal.questions.matching import Match
from rulespal.questions.patterns import Loosebook, vocabulary
from rulespal.questions.people import NAMES, People, Unknown, names_in
from rulespal.questions.query import NotUnderstood, Query
from rulespal.questions.slots import Described, Numbered, Person, Qualified, Vocabulary
from rulespal.questions.wording import phrase
from rulespal.questions.words import Lexicon, Token, language_of, lexicon, tokens
from rulespal.text.fold import fold


class FreeQuestions:
    """Understands the free questions to one rulebook, in all its languages."""

    def __init__(self, phrases: Phrasebook) -> None:
        self.phrases = phrases
        self._books: dict[str, tuple[Loosebook, Vocabulary, Mapping[str, frozenset[str]]]] = {}
        self._words: dict[str, Mapping[str, frozenset[str]]] = {}

    def book(self, language: str) -> tuple[Loosebook, Vocabulary, Mapping[str, frozenset[str]]]:
        """The loose patterns and the words of one language."""
        if language not in self._books:
            known = lexicon(language)
            self._books[language] = (
                Loosebook(self.phrases, known), Vocabulary(self.phrases, known), self.words(language),
            )  # fmt: skip
        return self._books[language]

    def words(self, language: str) -> Mapping[str, frozenset[str]]:
        """The words of the game in one language, which are no names of players."""
        if language not in self._words:
            self._words[language] = vocabulary(self.phrases, lexicon(language))
        return self._words[language]

    def understand(
        self, text: str, given: Sequence[str] = (), language: str | None = None, players: Sequence[str] = ()
    ) -> Query | NotUnderstood:
        """The query that a question is. `players`: those of a game that it is about, in seat order.

        What was not understood is told: the words, and the nearest sentences of the rulebook.
        """
        language = language or language_of(text, self.phrases.book.languages)
        try:
            return Understanding(self, language).query(text, given, players)
        except Problem as problem:
            return NotUnderstood(
                problem.words,
                self.nearest(text, language),
                (),
                str(problem),
                unasked=isinstance(problem, Unasked),
                language=language,
            )

    def nearest(self, text: str, language: str) -> tuple[str, ...]:
        """Sentences of the rulebook that share the most words with a question."""
        book, _, _ = self.book(language)
        said = frozenset().union(*(t.keys for t in tokens(text, book.lexicon)))
        shared: dict[str, int] = {}
        for loose in book.patterns:
            if loose.shape == "said":
                fits = sum(not need.isdisjoint(said) for need in loose.needs)
                shared[loose.sentence.pattern.source] = max(fits, shared.get(loose.sentence.pattern.source, 0))
        best = sorted((s for s in shared if shared[s]), key=lambda s: -shared[s])
        return tuple(best[:3])


class Understanding:
    """One question on its way to a query."""

    def __init__(self, all_questions: FreeQuestions, language: str) -> None:
        self.phrases = all_questions.phrases
        self.language = language
        self.lexicon: Lexicon = lexicon(language)
        self.loose, self.vocabulary, self.known = all_questions.book(language)

    def query(self, text: str, given: Sequence[str], players: Sequence[str]) -> Query:
        """The query; raises Problem."""
        draft = Draft(People(self.lexicon, seats=list(players), seated=bool(players)))
        clauses = self.read(draft, text, given)
        if not draft.asked:
            self._terse(draft, clauses)
        return Finishing(self.phrases, self.language, draft).query(text)

    def read(self, draft: Draft, text: str, given: Sequence[str] = ()) -> list[Clauses]:
        """Adds to a draft what a text and the facts handed in with it say; raises Problem."""
        words = tokens(text, self.lexicon)
        names = {fold(p): p for p in draft.people.seats}
        for part in (words, *(tokens(g, self.lexicon) for g in given)):
            names |= names_in(part, self.known, self.lexicon)
        reader = Reader(self.loose, self.vocabulary, names)
        for fact in given:
            self._given(draft, reader, fact)
        clauses = reader.read(words)
        left = [token.text for clause in clauses for token in clause.leftover]
        if left:
            raise Problem("", left)
        for unit in (unit for clause in clauses for unit in clause.units if unit.kind == "seats"):
            self._seats(draft, unit)  # who sits where is good for the whole question
        for clause in clauses:
            self._clause(draft, clause)
        return clauses

    # ---- what is given ----------------------------------------------------------------------------------------------------

    def _given(self, draft: Draft, reader: Reader, fact: str) -> None:
        """A fact that was handed in: a sentence of the rulebook, or one that is near to it."""
        words = tokens(fact, self.lexicon)
        named = [reader.names[w.word] for w in words if w.word in reader.names]
        speech = Speech(self.phrases, [*dict.fromkeys([*draft.people.seats, *named])] or NAMES[:1], self.language)
        if not isinstance(said := speech.fact(fact), NotSaid):
            for name in named:
                draft.people.resolve(Person("name", name))
            draft.given.append((fact, said))
            return
        for clause in reader.read(words):
            if clause.leftover or not clause.units:
                problem = phrase("no-fact", self.language, fact=fact, book=self.phrases.book.title)
                raise Problem(problem, [t.text for t in clause.leftover])
            self._clause(draft, clause)

    # ---- sentences --------------------------------------------------------------------------------------------------------

    def _clause(self, draft: Draft, clause: Clauses) -> None:
        """Adds what one sentence says or asks."""
        asking = [i for i, unit in enumerate(clause.units) if self._asks(unit)]
        asked_is = self._plain_question(draft, clause) if clause.question and not asking else None
        first_event = len(draft.events)
        for i, unit in enumerate(clause.units):
            if unit.kind == "frame":
                self._frame(draft, clause, i)
            elif unit.match is not None:
                piece = self._piece(draft, clause, unit.match)
                if i == asked_is:
                    draft.asked.append(("is", piece))
                else:
                    self._match(draft, clause, i, piece, first_event)

    def _asks(self, unit: Unit) -> bool:
        return (unit.kind == "frame" and unit.meaning != "nothing") or (
            unit.match is not None and bool(unit.match.loose.wanted)
        )

    def _plain_question(self, draft: Draft, clause: Clauses) -> int | None:
        """The unit of which a question asks whether it is so: the first that is no condition."""
        if draft.goes_on and clause.units and self._condition(clause, 0):
            return None  # and if he refuses?
        units = list(enumerate(clause.units))
        for i, unit in reversed(units) if clause.tagged else units:
            if unit.match is not None and unit.match.loose.kind != "event" and not self._condition(clause, i):
                return i
        raise Unasked(phrase("unclear", self.language))

    def _condition(self, clause: Clauses, unit: int) -> bool:
        """Whether a unit stands in a condition: behind `if`, or in the same breath as one that does."""
        before = clause.between(unit)
        if any(self.lexicon.is_kind(token.word, "conditions") for token in before):
            return True
        joined = unit > 0 and bool(before) and not any(token.is_sign for token in before)
        return joined and self._condition(clause, unit - 1)

    def _seats(self, draft: Draft, unit: Unit) -> None:
        try:
            if isinstance(unit.value, int):
                draft.number = unit.value
            else:
                draft.people.seat(unit.value)
        except Unknown as who:
            raise Problem(phrase("who-is", self.language, who=who)) from None

    def _frame(self, draft: Draft, clause: Clauses, i: int) -> None:
        """What a frame asks; `may` and `must` wait for the event behind them."""
        meaning = clause.units[i].meaning
        if meaning == "nothing":
            return
        if meaning in ("payments", "happens", "what-if"):
            draft.asked.append((meaning, None))
        elif i + 1 == len(clause.units) and i and clause.units[i - 1].match is not None:
            piece = draft.events.pop() if draft.events else None  # … allowed?
            if piece is None:
                raise Unasked(phrase("unclear", self.language))
            draft.asked.append(("legal" if meaning == "may" else meaning, piece))
        elif meaning == "may" and len(clause.units) == 1 and draft.events:
            draft.asked.append(("legal", draft.events.pop()))  # … Is that allowed?
        elif not self._event_behind(clause, i):
            raise Unasked(phrase("unclear", self.language), [clause.words[clause.units[i].start].text])

    def _event_behind(self, clause: Clauses, i: int) -> bool:
        behind = clause.units[i + 1] if i + 1 < len(clause.units) else None
        return behind is not None and behind.match is not None and behind.match.loose.kind == "event"

    def _match(self, draft: Draft, clause: Clauses, i: int, piece: Piece, first_event: int) -> None:
        """Adds a sentence of the rulebook to what is given, what happens, or what is asked."""
        loose = piece.match.loose
        before = clause.units[i - 1] if i else None
        if loose.wanted:
            draft.asked.append(("wanted", piece))
        elif before is not None and before.kind == "frame" and before.meaning in ("may", "must"):
            if loose.kind != "event" or self._separated(clause, i):
                raise Unasked(phrase("unclear", self.language))
            draft.asked.append(("legal" if before.meaning == "may" else "must", piece))
        elif loose.kind == "event":
            if any(self.lexicon.is_kind(t.word, "after") for t in clause.between(i)):
                draft.events.insert(first_event, piece)
            else:
                draft.events.append(piece)
        elif loose.kind == "fact" and loose.shape != "whether":
            draft.facts.append(piece)
        else:
            raise Problem(phrase("for-the-rules", self.language), [t.text for t in self._words(clause, i)])

    @staticmethod
    def _separated(clause: Clauses, i: int) -> bool:
        return any(token.is_sign and token.word == "," for token in clause.between(i))

    @staticmethod
    def _words(clause: Clauses, i: int) -> Sequence[Token]:
        return clause.words[clause.units[i].start : clause.units[i].end]

    def _piece(self, draft: Draft, clause: Clauses, match: Match) -> Piece:
        """A match with its people resolved, in the order in which they are spoken of."""
        values: dict[str, Any] = {}
        people = {k: v for k, v in match.values.items() if isinstance(v, Person)}
        named = [p.name for p in people.values() if p.kind == "name"]
        types = dict(match.loose.sentence.slots)
        try:
            for slot, value in match.values.items():
                if isinstance(value, Person) and match.loose.subject == slot and types[slot].kind == "card":
                    value = Described(0)
                value = self._card_meant(draft, value)
                if not isinstance(value, Person):
                    values[slot] = value
                    continue
                if value.kind == "we" and match.loose.kind == "effect" and match.loose.wanted:
                    continue  # all of us together
                if value.kind == "implied":
                    value = self._implied(value, clause.words[max(0, match.start - 1) : match.start + 1])
                taken = [*named, *(v for k, v in values.items() if k in people)]
                values[slot] = draft.people.resolve(value, [n for n in taken if value.name != n])
                for loose, told in value.told:
                    self._add_fact(draft, loose.sentence, {loose.subject: values[slot], **dict(told)})
        except Unknown as who:
            raise Problem(phrase("who-is", self.language, who=who)) from None
        self._describe(draft, values)
        first = match.loose.parts[0] if match.loose.parts else None
        lead = match.loose.subject or (first.name if isinstance(first, Gap) else "")
        if lead in people and not match.loose.wanted:
            draft.people.subject = values[lead]
        return Piece(match, values)

    def _card_meant(self, draft: Draft, value: Any) -> Any:
        """A card that goes by a name or a number, or a list with such cards; other values as they are."""
        if isinstance(value, tuple):
            return tuple(self._card_meant(draft, one) for one in value)
        if isinstance(value, Numbered):
            return self._of_number(draft, value.number)
        return self._described(draft, value) if isinstance(value, Described) else value

    def _of_number(self, draft: Draft, number: int) -> int:
        """The one card of that number of which the question has spoken."""
        said = [value for piece in draft.facts for value in piece.values.values()]
        said += [value for _, fact in draft.given for value in fact.values.values()]
        cards = {card for value in said if isinstance(value, tuple) for card in value if isinstance(card, int)}
        names = {card: tokens(self.phrases.book.cards[card].name, self.lexicon) for card in cards if card >= 0}
        found = [card for card, words in names.items() if any(word.number == number for word in words)]
        if len(found) != 1:
            raise Problem(phrase("unclear-card", self.language), [str(number)])
        return found[0]

    def _described(self, draft: Draft, card: Described) -> int:
        """The card that is meant: the one of which the question has said that it goes by that name."""
        described = self.loose.described[card.number]
        said = [(piece.match.loose.sentence, piece.values) for piece in draft.facts]
        for sentence, values in (*said, *((s.sentence, s.values) for _, s in draft.given)):
            if sentence.target is described.sentence.target and described.slot in values:
                value = values[described.slot]
                return value[0] if isinstance(value, tuple) else value  # type: ignore[no-any-return]
        raise Problem(phrase("unclear-card", self.language))

    def _describe(self, draft: Draft, values: dict[str, Any]) -> None:
        """Adds the facts that a card stands in for: whoever names the enemy by its card says which it is."""
        for slot in [s for s in values if s.startswith("=")]:
            described = self.loose.described[int(slot[1:])]
            card = values.pop(slot)
            if isinstance(card, Qualified):
                self._add_fact(draft, self.loose.adjectives[card.adjective].sentence, {})
                card = card.card
            many = dict(described.sentence.slots)[described.slot].kind == "collection"
            self._add_fact(draft, described.sentence, {described.slot: (card,) if many else card})

    @staticmethod
    def _add_fact(draft: Draft, sentence: Sentence, values: dict[str, Any]) -> None:
        """Adds a fact, once."""
        piece = Piece(Match(Loose("fact", sentence, ()), 0, 0, {}, 0.0), values)
        if all(piece.values != f.values or f.match.loose.sentence != sentence for f in draft.facts):
            draft.facts.append(piece)

    def _implied(self, person: Person, verbs: Sequence[Token]) -> Person:
        """Who does it, where the verb alone says so, or the one before it: `juego`, `puedo jugar`."""
        for verb in reversed(verbs):
            for ending, kind in self.lexicon.endings.items():
                if verb.text.casefold().endswith(ending) and (verb is verbs[-1] or self._modal(verb)):
                    return Person(kind)
        return person

    def _modal(self, verb: Token) -> bool:
        return self.lexicon.is_kind(verb.word, "modals")

    def _terse(self, draft: Draft, clauses: Sequence[Clauses]) -> None:
        """What is asked by a few words that ask nothing: whether that may be done, or what comes of it."""
        if len(clauses) != 1 or not draft.events:
            raise Unasked(phrase("unclear", self.language))
        shape = draft.events[-1].match.loose.shape
        headless = shape == "headless" and len(draft.events) == 1
        draft.asked.append(("legal", None) if headless else ("happens", None))
