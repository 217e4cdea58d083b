"""What a scenario comes to: verdicts, values, payments and effects, read off the worlds in which it ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import replace
from typing import Any

from rulespal.engine import rulings as compiled
from rulespal.engine.game import Act, Branch, Event, Position
from rulespal.engine.layout import STACK
from rulespal.engine.runtime import MISSING, CannotDo, RuleFault
from rulespal.engine.unknown import Unclear
from rulespal.model.phrases import NotSaid, Said
from rulespal.model.rules import Answering, Move, State
from rulespal.model.types import PLAYER, Type
from rulespal.questions import against, things
from rulespal.questions.any_card import fitting
from rulespal.questions.moments import closed
from rulespal.questions.parts import NoAnswer, Outcome, Part
from rulespal.questions.query import Asked, Payment, Query, Told, Verdict
from rulespal.questions.said_back import in_language
from rulespal.questions.scenario import Scenario, Table, moment_known
from rulespal.questions.told import told as told_of
from rulespal.questions.wording import phrase, spoken_verdict, unsaid
from rulespal.questions.words import lexicon
from rulespal.records.table import World
from rulespal.text.fold import fold

_OF_A_MOMENT = frozenset(("legal", "must", "which-cards", "data"))  # asked of the moment itself, not of what follows


def outcomes(table: Table, query: Query, asked: Sequence[Asked], scenario: Scenario) -> list[Outcome]:
    """The different outcomes of a scenario, each once. Raises NoAnswer."""
    if scenario.judge.silent is not None:
        return [Outcome(silent=True, citations=(scenario.judge.silent.citation,))]
    if (refused := scenario.refused) is not None:
        reasons = refused.reasons
        told = against.told(reasons, table.language)
        why = "; ".join(told[: against.MOST_TOLD])
        text = phrase("impossible", table.language, event=in_language(refused.text, scenario.judge.speech), why=why)
        if query.source == "scenario" and not (refused.code != "E-TURN" and moment_known(table, query)):
            raise NoAnswer(text)  # perhaps only at the moment that was taken for granted
        return [Outcome("no", answer=text, citations=tuple(r.citation for r in reasons), because=told, impossible=True)]
    if not scenario.worlds:
        raise NoAnswer(phrase("too-open", table.language))
    worlds = scenario.worlds
    if query.source == "scenario" and not all(part.kind in _OF_A_MOMENT for part in asked):
        worlds = closed(scenario.judge, worlds)
    found: dict[object, Outcome] = {}
    for world in _going_on(worlds):
        for outcome in _InWorld(table, query, scenario, world).outcomes(asked):
            found.setdefault((outcome.told, outcome.when if len(asked) == 1 else ()), outcome)
    return _merged(list(found.values()))


def _going_on(worlds: Sequence[World]) -> Sequence[World]:
    """The worlds on the ordinary course, in which the game does not end meanwhile; all of them where it has to."""
    return [world for world in worlds if world.position[STACK]] or worlds


def _merged(found: list[Outcome]) -> list[Outcome]:
    """Outcomes that are told alike become one, which then has no condition of its own if it covers all."""
    merged: dict[object, Outcome] = {}
    for outcome in found:
        merged.setdefault(outcome.told, outcome)
    whole = list(merged.values())
    return [replace(whole[0], when=())] if len(whole) == 1 else whole


class _InWorld:
    """Reads off one world."""

    def __init__(self, table: Table, query: Query, scenario: Scenario, world: World) -> None:
        self.table = table
        self.game = table.game
        self.book = table.game.book
        self.query = query
        self.judge = scenario.judge
        self.speech = scenario.judge.speech
        self.world = world
        self.functions = compiled.functions(self.game, query.ruling) if query.ruling is not None else {}
        self.slots = tuple(query.slots[p.name] for p in query.ruling.params) if query.ruling is not None else ()

    def outcomes(self, asked: Sequence[Asked], before: Sequence[Part] = ()) -> Iterator[Outcome]:
        """One outcome for each way in which what is open in this world may be.

        What is asked behind whether an event is legal is asked of what comes of it.
        """
        if not asked:
            yield self.joined(before)
            return
        for part in self.parts(asked[0], alone=len(asked) == 1):
            left = [a for a in asked[1:] if part.verdict != "no" or a.kind not in ("payments", "happens")]
            tried = [self] if part.tried is None or not left else map(self.behind, part.tried)
            for reader in tried:
                yield from reader.outcomes(left, (*before, part))

    def behind(self, branch: Branch) -> _InWorld:
        """The same in the world to which an event leads."""
        other = copy(self)
        other.world = World(branch.position, [*self.world.events, *branch.events], branch.known)
        return other

    def joined(self, parts: Sequence[Part]) -> Outcome:
        verdict = next((p.verdict for p in parts if p.verdict), None)
        return Outcome(
            verdict,
            tuple(_flat(p.value for p in parts if p.value is not None)),
            tuple(payment for p in parts for payment in p.payments),
            tuple(self.effects()),
            " ".join(p.text for p in parts if p.text),
            any(p.silent for p in parts),
            (*(c for p in parts for c in p.citations), *self.cited_effects(), *self.cited_moves()),
            tuple(b for p in parts for b in p.because),
            tuple(p.when for p in parts if p.when),
        )

    def effects(self) -> list[str]:
        return [effect.text for effect in self.judge.words.effects(self.world.events)]

    def cited_effects(self) -> list[int]:
        return [effect.citation for effect in self.judge.words.effects(self.world.events)]

    def cited_moves(self) -> list[int]:
        """The rules of the moves of a scenario; a ruling has citations of its own."""
        moves = map(self.speech.event, self.query.events if self.query.ruling is None else ())
        return [said.target.citation for said in moves if isinstance(said, Said)]

    # ---- dispatch -----------------------------------------------------------------------------------------------------

    def parts(self, asked: Asked, *, alone: bool) -> Iterator[Part]:
        """What a part of the question comes to, in each way that is open. `alone`: nothing is asked behind it."""
        if asked.kind in ("text", "when"):
            yield Part(self.sentence(self.words(asked, None)))
        elif asked.kind == "silent":
            yield Part(self.words(asked, None), silent=True)
        elif asked.kind == "data":
            yield Part(self.sentence(asked.value), value=asked.value)
        elif asked.kind in ("legal", "must", "which-cards"):
            yield from self.of_event(asked, alone)
        elif asked.kind == "payments":
            yield self.paid(asked)
        elif asked.kind == "happens":
            yield self.happened(asked)
        elif asked.answering is not None:
            yield from self.worked_out(asked, asked.answering)
        elif asked.told is not None:
            yield self.told(asked, asked.told)
        elif asked.kind == "is":
            yield from self.fact(asked)
        else:
            yield from self.thing(asked)

    def words(self, asked: Asked, value: Any, *, otherwise: bool = False, position: Position | None = None) -> str:
        """The text of a ruling's answer with the values spoken in it; empty if it has none."""
        told = asked.answering
        if told is None:
            return ""
        patterns = told.otherwise if otherwise and told.otherwise else told.text
        if not patterns:
            return ""
        which = self.speech.place(patterns)
        name = f"{'otherwise' if patterns is told.otherwise else 'text'}_{asked.function}_{which}"
        for _, values in self.explored(lambda s, x: self.functions[name](s, x, *self.slots, value), position):
            return self.speech.fill(patterns[which], values)
        return ""

    def explored(self, run: Any, position: Position | None = None) -> Iterator[tuple[Position, Any]]:
        """Every way in which something may come out. Raises NoAnswer."""
        try:
            yield from self.game.explore(position or self.world.position, self.judge.readings, run)
        except Unclear:
            raise NoAnswer(phrase("too-open", self.table.language)) from None

    # ---- expressions of rulings ---------------------------------------------------------------------------------------

    def worked_out(self, asked: Asked, told: Answering) -> Iterator[Part]:
        """What an expression comes to."""
        assert told.value is not None
        type_ = told.value.type
        try:
            found = list(self.explored(lambda s, x: self.functions[f"value_{asked.function}"](s, x, *self.slots)))
        except (RuleFault, CannotDo, *MISSING):
            yield Part(silent=True)
            return
        for position, value in found:
            yield self.valued(asked, type_, value, position)

    def valued(self, asked: Asked, type_: Type, value: Any, position: Position) -> Part:
        if type_.kind == "option":
            return self.option(str(type_.of), value)
        if type_.kind == "truth":
            verdict: Verdict = "yes" if value else "no"
            text = self.words(asked, value, otherwise=not value, position=position)
            return Part(text or self.plain(verdict), self.agreed(verdict, text))
        spoken = self.spoken(value, type_)
        text = self.words(asked, value, position=position)
        return Part(text or self.sentence(spoken), value=spoken)

    def agreed(self, verdict: Verdict, text: str) -> Verdict | None:
        """The verdict of an answer in words; none where the value says yes and the words begin with a no (`Neither …`)."""
        if not text:
            return verdict
        first = fold(text.split()[0].strip(",.:;"))
        denied = verdict == "yes" and lexicon(self.table.language).is_kind(first, "negations")
        return spoken_verdict(text) or (None if denied else verdict)

    def option(self, reading: str, option: int) -> Part:
        """What a reading says: the words of the option, a yes or no in front of them for the verdict."""
        chosen = self.book.readings[self.judge.book.reading(reading).index]  # type: ignore[union-attr]
        text = self.speech.say(chosen.options[option].says, {})
        return Part(self.sentence(text), spoken_verdict(text), citations=(chosen.citation,))

    def spoken(self, value: Any, type_: Type) -> Any:
        """A value as an answer gives it: a number, a name, or several of them."""
        if type_.kind == "collection":
            one = type_.of if isinstance(type_.of, Type) else PLAYER
            return tuple(self.spoken(v, one) for v in value)
        return value if type_.kind == "number" else self.speech.spoken(value, type_)

    def plain(self, word: str) -> str:
        return phrase(word, self.table.language)

    def sentence(self, value: Any) -> str:
        """A value alone, as a sentence."""
        several = isinstance(value, tuple)
        text = (", ".join(map(str, value)) or self.plain("none")) if several else str(value)
        return text[:1].upper() + text[1:] + ("." if text[-1:].isalnum() else "")

    # ---- events -------------------------------------------------------------------------------------------------------

    def act(self, sentence: str) -> Act:
        said = self.speech.event(sentence)
        if isinstance(said, NotSaid):
            raise NoAnswer(unsaid(said.code, said.message, said.hint, self.book.title, self.table.language))
        move = said.target
        assert isinstance(move, Move)
        actor = said.values.get("actor") if move.has_actor else None
        return Act(move, actor, tuple(said.values[p.name] for p in move.params))

    def of_event(self, asked: Asked, alone: bool) -> Iterator[Part]:
        if not asked.event:
            yield Part(self.words(asked, True) or self.plain("yes"), "yes")
            return
        act = self.act(asked.event)
        if asked.kind == "which-cards":
            yield self.which(asked, act)
            return
        if (cards := fitting(self.game, self.world.position, self.judge.readings, act)) is not None:
            yield self.of_whichever(asked, act, bool(cards))
            return
        branches, position = self.at_its_moment(act, alone)
        legal = [b for b in branches if b.failure is None]
        refused = [b for b in branches if b.failure is not None and (not legal or b.failure.kind != "domain")]
        if legal and asked.kind == "must" and not self.forced(act):
            legal, refused = [], legal
        reasons = self.judge.words.against(position, self.judge.options, act) if refused else []
        told = against.told(reasons, self.table.language)
        if legal:
            text = self.words(asked, True) or self.plain("yes")
            when = self.plain("else") if refused else ""
            yield Part(text, "yes", citations=(act.move.citation,), when=when, tried=tuple(legal))
        if refused:
            text = self.words(asked, False, otherwise=True) or self.no_because(told)
            cited = tuple(r.citation for r in reasons) or (act.move.citation,)
            yield Part(text, "no", citations=cited, because=told, when=told[0] if legal and told else "")

    def at_its_moment(self, act: Act, alone: bool) -> tuple[list[Branch], Position]:
        """What comes of an act here; where it cannot be made yet, after the moves that nobody would write down before it."""
        branches = self.game.attempt(self.world.position, self.judge.readings, act, whether=alone)
        if self.query.source == "scenario" and all(b.failure is not None for b in branches):
            tried = self.judge.left_out.tried([self.world], act)
            if tried.before:
                return tried.branches, tried.worlds[0].position
        return branches, self.world.position

    def no_because(self, reasons: Sequence[str]) -> str:
        if not reasons:
            return self.plain("no")
        return phrase("no-because", self.table.language, why="; ".join(reasons[: against.MOST_TOLD]))

    def forced(self, act: Act) -> bool:
        """Whether a player could do nothing else than this."""
        for offer in self.game.offers(self.world.position, self.judge.readings):
            if offer.actor == act.actor and (offer.move != act.move.index or offer.args != act.args):
                return False
        return True

    def of_whichever(self, asked: Asked, act: Act, possible: bool) -> Part:
        """Whether a move may, or has to, be made with a card, whichever it is."""
        offers = self.game.offers(self.world.position, self.judge.readings) if asked.kind == "must" else ()
        yes = possible and all(o.move == act.move.index for o in offers if o.actor == act.actor)
        text = self.words(asked, yes, otherwise=not yes) or self.plain("yes" if yes else "no")
        return Part(text, "yes" if yes else "no", citations=(act.move.citation,))

    def which(self, asked: Asked, act: Act) -> Part:
        """The cards that may stand in the place of `?`."""
        found = fitting(self.game, self.world.position, self.judge.readings, act)
        if found is None:
            raise NoAnswer(phrase("too-open", self.table.language))
        value = tuple(dict.fromkeys(self.speech.spoken(card, Type("card")) for card in found))
        text = self.words(asked, tuple(found))
        return Part(text or self.sentence(value), value=value, citations=(act.move.citation,))

    def told(self, asked: Asked, about: Told) -> Part:
        """A value of an effect or a move; whether the effect comes about, where no value is asked for."""
        value, type_ = told_of(about, self.game, self.world, self.judge.readings)
        if type_.kind == "truth":
            verdict: Verdict = "yes" if value else "no"
            return Part(self.plain(verdict), verdict, citations=(about.target.citation,))
        if value is None:
            raise NoAnswer(phrase("too-open", self.table.language))
        spoken = self.spoken(value, type_)
        if isinstance(spoken, tuple) and len(spoken) == 1:
            spoken = spoken[0]
        return Part(self.sentence(spoken), value=spoken, citations=(about.target.citation,))

    # ---- what happened ------------------------------------------------------------------------------------------------

    def paid(self, asked: Asked) -> Part:
        if asked.kind == "payments" and all(effect.paid is None for effect in self.book.effects):
            raise NoAnswer(phrase("too-open", self.table.language))  # a rulebook in which nothing is paid
        sums: dict[tuple[str, str, str], int] = {}
        sentences, cited = [], []
        for event in self.world.events:
            if event[0] == "announced" and self.book.effects[event[1]].paid is not None:
                for payer, payee, unit, amount in self.payment(event):
                    sums[payer, payee, unit] = sums.get((payer, payee, unit), 0) + amount
                effect = self.judge.words.effect(event)
                sentences.append(effect.text if effect else "")
                cited.append(event[3])
        payments = tuple(Payment(a, b, n, unit) for (a, b, unit), n in sums.items() if n)
        text = self.words(asked, None) or "; ".join(filter(None, sentences))
        return Part(self.sentence(text or self.plain("no-payment")), payments=payments, citations=tuple(cited))

    def payment(self, event: Event) -> Iterator[tuple[str, str, str, int]]:
        """Payer, payee, unit and amount of an announced payment; others than players by the rulebook's own first name."""
        effect, args = self.book.effects[event[1]], event[2]
        assert effect.paid is not None
        functions = compiled.payment(self.game, effect)

        def party(name: str, told: Any) -> str:
            if name not in functions:
                return told[0].source if isinstance(told, tuple) else ""
            for _, seat in self.explored(lambda s, x: functions[name](s, x, *args)):
                return self.speech.spoken(seat, PLAYER)
            return ""

        for _, amount in self.explored(lambda s, x: functions["amount"](s, x, *args)):
            yield (party("payer", effect.paid.payer), party("payee", effect.paid.payee), effect.paid.unit, amount)
            return

    def happened(self, asked: Asked) -> Part:
        effects = self.effects()
        text = self.words(asked, None) or "; ".join(effects) or self.plain("nothing-happens")
        payments = self.paid(asked).payments
        return Part(
            self.sentence(text), payments=payments, effects=tuple(effects), citations=tuple(self.cited_effects())
        )

    # ---- facts and things ---------------------------------------------------------------------------------------------

    def fact(self, asked: Asked) -> Iterator[Part]:
        said = self.speech.fact(asked.fact)
        if not isinstance(said, Said):
            raise NoAnswer(unsaid(said.code, said.message, said.hint, self.book.title, self.table.language))
        found = self.explored(lambda s, x: self.judge.asking.holding.holds(s, x, said))
        for held in dict.fromkeys(held for _, held in found):
            yield Part(self.plain("yes" if held else "no"), "yes" if held else "no", citations=(_citation(said),))

    def thing(self, asked: Asked) -> Iterator[Part]:
        """What a state, zone or definition is at the end."""
        thing = asked.thing
        if thing is None or (asked.changed and not things.has_changed(thing, self.game, self.world)):
            raise NoAnswer(phrase("too-open", self.table.language))
        if asked.kind == "who" and isinstance(thing, State) and thing.type.kind == "truth":
            value = things.those(thing, self.game, self.world, self.speech)
            yield Part(self.sentence(value), value=value, citations=(thing.citation,))
            return
        for _, (value, type_) in self.explored(lambda s, x: things.looked_at(asked, self.game, self.speech, s, x)):
            if self.query.from_start and not value:
                raise NoAnswer(phrase("too-open", self.table.language))  # nothing has been dealt yet
            spoken = self.spoken(value, type_)
            yield Part(self.sentence(spoken), value=spoken, citations=(thing.citation,))


def _citation(said: Said) -> int:
    return said.target.citation


def _flat(values: Any) -> Iterator[Any]:
    """The values of all parts in one row."""
    for value in values:
        if isinstance(value, tuple):
            yield from value
        else:
            yield value
