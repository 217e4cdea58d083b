"""What is asked of a scenario, as the line that asks it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from rulespal.model.expr import Local, StateOf
from rulespal.model.patterns import numbered
from rulespal.model.phrases import HIDDEN, NotSaid, Speech
from rulespal.model.rules import Define, Move, Pattern, Ruling, Slot, State, Zone, spoken
from rulespal.questions.heads import Heads, heads
from rulespal.questions.query import Asked, Query, Told
from rulespal.text.fold import fold

ANY = "*"  # a value that may be whatever it is
ALONE = ("happens", "payments")


def asked_line(asked: Asked, speech: Speech, query: Query) -> str | None:
    """The line that asks for something, without its `?`; None where only a ruling can ask for it."""
    known = heads(query.language)
    if asked.kind in ALONE:
        return known.printed(asked.kind)
    if asked.kind in ("legal", "must"):
        return _of_move("may" if asked.kind == "legal" else "must", asked.event, speech, known)
    if asked.kind == "which-cards":
        return f"{known.printed('which')} {asked.event}"
    if asked.kind == "where":
        return f"{known.printed('place')}: {asked.fact}"
    if asked.told is not None:
        return _told(asked.told, speech, known)
    if asked.kind == "is" and asked.fact:
        return _become(asked.fact, speech, known) if asked.changed else _whether(asked.fact, speech, known)
    if asked.thing is not None:
        return _thing(asked.thing, asked.args, asked, speech)
    return _of_ruling(asked, speech, query)


# ---- moves and facts -------------------------------------------------------------------------------------------------


def _of_move(kind: str, event: str, speech: Speech, known: Heads) -> str:
    """Whether a move may or must be made, with its verb bare where the language has such a form."""
    head = known.printed(kind)
    if not event:
        return known.printed("that")
    bare = _bare(event, speech, known)
    return f"{head} {bare}" if bare else f"{head}: {event}"


def _bare(event: str, speech: Speech, known: Heads) -> str | None:
    for player in speech.players if known.has_bare_verbs else ():
        if event.startswith(f"{player} "):
            verb, _, rest = event[len(player) + 1 :].partition(" ")
            bare = known.bare(verb)
            return f"{player} {bare} {rest}".strip() if bare else None
    return None


def _whether(fact: str, speech: Speech, known: Heads) -> str:
    """Whether something is so: `is Ben out`, or the fact as it is."""
    for player in speech.players:
        verb = fact.removeprefix(f"{player} ").partition(" ")[0]
        if fact.startswith(f"{player} ") and verb in known.words["inverted"]:
            return f"{verb} {player} {fact[len(player) + len(verb) + 2 :]}"
    return f"{known.printed('so')}: {fact}"


def _become(fact: str, speech: Speech, known: Heads) -> str:
    """Whether something becomes so."""
    said = speech.fact(fact)
    if isinstance(said, NotSaid) or not isinstance(said.target, State):
        return _whether(fact, speech, known)
    patterns = said.target.becomes.get(said.sentence.form, ())
    text = _sentence(patterns, "", said.values, speech)
    return f"{known.printed('comes')}: {text}" if text else _whether(fact, speech, known)


# ---- values ----------------------------------------------------------------------------------------------------------


def _told(about: Told, speech: Speech, known: Heads) -> str | None:
    """A value of an effect or a move, or whether an effect comes about."""
    says = {None: about.target.says} if isinstance(about.target, Move) else about.target.says
    patterns = [p for one in says.values() for p in one]
    text = _sentence(patterns, about.slot, about.known, speech)
    if text is None:
        return None
    if isinstance(about.target, Move):
        return f"{known.printed(about.pick)}: {text}" if about.pick else None
    return text if about.slot and not _like_a_fact(text, speech) else f"{known.printed('comes')}: {text}"


def _like_a_fact(text: str, speech: Speech) -> bool:
    """Whether a sentence of an effect reads like one of a fact as well."""
    folded = fold(text)
    return any(sentence.regex.fullmatch(folded) for sentence in speech.phrases.facts.sentences)


def _thing(thing: State | Zone | Define, args: Sequence[str], asked: Asked, speech: Speech) -> str | None:
    """What a state, zone or definition is, as its sentence with `?` for the value."""
    players = {name: seat for seat, name in enumerate(speech.players)}
    seats = [players[arg] for arg in args if arg in players]
    if isinstance(thing, Define):
        values = dict(zip((p.name for p in thing.params), seats, strict=False))
        return _sentence(thing.says.get(None, ()), "value", values, speech)
    says = dict(thing.becomes if asked.changed and isinstance(thing, State) else thing.says)
    if isinstance(thing, Zone):
        says = {form: says[form] for form in says if (form == "count") == asked.count and form != "none"}
    patterns = [p for one in says.values() for p in one]
    truth = isinstance(thing, State) and thing.type.kind == "truth"
    if truth:
        patterns = [p for form, one in says.items() if form != "no" for p in one]
    for pattern in sorted(patterns, key=lambda p: p.language != speech.language):
        slots = [part for part in pattern.parts if isinstance(part, Slot)]
        owners = [s.name for s in slots if s.expr.type.kind == "player" and s.name != "value"]
        wanted = [s.name for s in slots if truth or s.name not in owners]
        values = {} if truth else dict(zip(owners, seats, strict=False))
        if len(wanted) == 1 and (truth or len(seats) == len(owners)):
            text = filled(pattern, wanted[0], values, speech)
            ambiguous = asked.changed and _like_a_fact(text, speech)
            return f"{heads(speech.language).printed('comes')}: {text}" if ambiguous else text
    return None


def _sentence(patterns: Sequence[Pattern], slot: str, known: Mapping[str, Any], speech: Speech) -> str | None:
    """The first sentence that has a place for what is asked for and for all that is known."""
    for pattern in sorted(patterns, key=lambda p: p.language != speech.language):
        slots = {part.name for part in pattern.parts if isinstance(part, Slot)}
        if known.keys() <= slots and (not slot or slot in slots):
            return filled(pattern, slot, known, speech)
    return None


def filled(pattern: Pattern, slot: str, known: Mapping[str, Any], speech: Speech) -> str:
    """A pattern with `?` for the slot that is asked for and `*` for those of which nothing is known."""
    said = ""
    for part in pattern.parts:
        if isinstance(part, str):
            said += numbered(part, False)
        elif part.name == slot:
            said += HIDDEN
        else:
            said += speech.spoken(known[part.name], part.expr.type) if part.name in known else ANY
    return said


# ---- rulings ---------------------------------------------------------------------------------------------------------


def _of_ruling(asked: Asked, speech: Speech, query: Query) -> str | None:
    """The value of a state, where that is all that a ruling's expression is."""
    value = asked.answering.value if asked.answering is not None else None
    if not isinstance(value, StateOf) or (value.owner is not None and not isinstance(value.owner, Local)):
        return None
    state = speech.book.states[value.state]
    args: tuple[str, ...] = ()
    if isinstance(value.owner, Local):
        seat = query.slots.get(value.owner.name)
        args = (speech.players[seat],) if isinstance(seat, int) and seat < len(speech.players) else ("",)
    if state.type.kind == "truth":
        return _truth(state, args, speech, heads(query.language))
    return _thing(state, args, asked, speech)


def _truth(state: State, args: Sequence[str], speech: Speech, known: Heads) -> str | None:
    """Whether a state is so, by its sentence for `yes`."""
    players = {name: seat for seat, name in enumerate(speech.players)}
    for pattern in sorted(state.says.get("yes", ()), key=lambda p: p.language != speech.language):
        slots = [part.name for part in pattern.parts if isinstance(part, Slot)]
        if len(slots) == len(args) and all(arg in players for arg in args):
            values = dict(zip(slots, (players[arg] for arg in args), strict=True))
            return _whether(filled(pattern, "", values, speech), speech, known)
    return None


def ruling_line(query: Query, speech: Speech) -> str:
    """A ruling by its name, with what stands for its parameters: `ruling: NAME(2)`."""
    ruling, known = query.ruling, heads(query.language)
    assert ruling is not None
    if not query.players:
        return f"{known.printed('silent')}: {ruling_name(ruling)}"
    term = term_of(ruling, query.language)
    if term:
        return f"{known.printed('meaning')} {term}"
    values = [_argument(ruling, p.name, query, speech) for p in ruling.params]
    return f"{known.printed('ruling')}: {ruling_name(ruling)}" + (f"({', '.join(values)})" if values else "")


def _argument(ruling: Ruling, name: str, query: Query, speech: Speech) -> str:
    if name not in query.slots or (query.seats_open and name == ruling.seats):
        return ANY
    type_ = next(p.type for p in ruling.params if p.name == name)
    return speech.spoken(query.slots[name], type_)


def ruling_name(ruling: Ruling) -> str:
    return spoken(ruling.name)


def term_of(ruling: Ruling, language: str) -> str:
    """The name of the term that an implied ruling explains; empty for other rulings."""
    if ruling.index >= 0 or not re.fullmatch(r"term \d+", ruling.name):
        return ""
    asks = sorted(ruling.asks, key=lambda p: p.language != language)
    found = [heads(p.language).behind("meaning", p.source.strip("¿?")) for p in asks]
    return next((name for name in found if name), "")
