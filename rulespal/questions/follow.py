"""A question that goes on from the one before: `and if he refuses?` is the same scenario with another event or fact."""

from __future__ import annotations

from collections.abc import Sequence

from rulespal.model.phrases import NotSaid, Said, Speech
from rulespal.model.rules import Move
from rulespal.questions.draft import Draft, Finishing, Problem
from rulespal.questions.free import FreeQuestions, Understanding
from rulespal.questions.people import People
from rulespal.questions.query import ASKER, Asked, NotUnderstood, Query
from rulespal.questions.said_back import of_event
from rulespal.questions.wording import phrase
from rulespal.questions.words import lexicon, tokens


def follow(questions: FreeQuestions, last: Query, text: str) -> Query | NotUnderstood:
    """The query of a text that goes on from a query: what it says anew takes the place of what it contradicts.

    Another move of the player who moved last is made instead of that one; one of somebody else is made after it. A new fact
    takes the place of the one about the same thing. What is asked stays, unless something else is asked.
    """
    understanding = Understanding(questions, last.language)
    draft = Draft(_people(last, understanding), goes_on=True)
    try:
        understanding.read(draft, text)
        return _joined(Finishing(questions.phrases, last.language, draft), last, text)
    except Problem as problem:
        return NotUnderstood(problem.words, (), (), str(problem), language=last.language)


def _people(last: Query, understanding: Understanding) -> People:
    """The players of a query, those last spoken of last."""
    people = People(understanding.lexicon, seats=list(last.players), called=dict(last.called))
    for sentence in (*last.facts, *last.events, *(part.event or part.fact for part in last.asked)):
        words = sentence.replace("'s", " ").replace(",", " ").split()
        people.spoken += [word for word in words if word in last.players]
    people.subject = people.spoken[-1] if people.spoken else ASKER
    return people


def _joined(finishing: Finishing, last: Query, text: str) -> Query:
    draft = finishing.draft
    finishing.open_seats = last.seats_open and draft.number is None and not draft.people.seated
    speech = Speech(finishing.phrases, draft.people.seats, last.language)
    known = [fact for fact in last.facts if fact not in last.assumed]
    new = finishing.said(speech, draft.facts)
    facts = [*(fact for fact in known if not any(_same_thing(speech, fact, other) for other in new)), *new]
    events = _events(speech, last.events, finishing.said(speech, draft.events))
    asked = _asked(speech, last, finishing, events)
    moved = [part for part in asked if part.event] and events[len(last.events) :]
    if moved and not [part for part in last.asked if part.event == ""]:
        events = events[: len(last.events)]  # what is asked is whether that may be done instead
    if not new and events == list(last.events) and asked == list(last.asked):
        raise Problem(phrase("nothing-new", last.language))
    return finishing.made(f"{last.text} {text}", speech, facts, events, asked)


def _same_thing(speech: Speech, one: str, other: str) -> bool:
    """Whether two facts are about the same state or zone of the same player."""
    a, b = speech.fact(one), speech.fact(other)
    if isinstance(a, NotSaid) or isinstance(b, NotSaid) or a.target is not b.target:
        return False
    return bool(a.values.get("player") == b.values.get("player"))


def _events(speech: Speech, before: Sequence[str], new: Sequence[str]) -> list[str]:
    """The events so far, and the new ones; the first of them instead of the last, if the same player makes both."""
    if before and new and _actor(speech, before[-1]) == _actor(speech, new[0]):
        before = before[:-1]
    return [*before, *new]


def _actor(speech: Speech, event: str) -> object:
    said = speech.event(event)
    return said.values.get("actor") if isinstance(said, Said) else None


def _asked(speech: Speech, last: Query, finishing: Finishing, events: Sequence[str]) -> list[Asked]:
    """What is asked: something new, or the same; whether a move is legal, of another move of the same player."""
    if finishing.draft.asked and any(kind != "what-if" for kind, _ in finishing.draft.asked):
        return finishing.asked(speech)
    if len(last.asked) == 1 and last.asked[0].kind in ("legal", "must") and len(events) == len(last.events) + 1:
        asked, event = last.asked[0], speech.event(events[-1])
        same = _actor(speech, asked.event) == _actor(speech, events[-1])
        if same and isinstance(event, Said) and isinstance(event.target, Move):
            says = of_event(asked.kind, events[-1], speech)
            return [Asked(asked.kind, event=events[-1], says=says)]
    return list(last.asked)


def goes_on(text: str, language: str) -> bool:
    """Whether a text begins as one that goes on from another: `and`, `but`, `what if`."""
    words = tokens(text, lexicon(language))
    return bool(words) and lexicon(language).is_kind(words[0].word, "going-on")
