"""One line of a scenario that is no exact sentence, read as people say it: as one clause, to its last word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from rulespal.model.phrases import Phrasebook, Speech
from rulespal.questions.draft import Draft, Finishing, Problem
from rulespal.questions.free import Understanding
from rulespal.questions.people import People
from rulespal.questions.query import Asked
from rulespal.questions.understand import free_questions
from rulespal.questions.words import lexicon

Kind = Literal["fact", "event"]


def sentence(text: str, kind: Kind, phrases: Phrasebook, language: str, players: Sequence[str]) -> str | None:
    """The one sentence of that kind that a line says; None where it says anything else, or more."""
    draft = _draft(text, phrases, language, players)
    if draft is None or draft.asked:
        return None
    pieces, others = (draft.facts, draft.events) if kind == "fact" else (draft.events, draft.facts)
    if len(pieces) != 1 or others:
        return None
    finishing = Finishing(phrases, language, draft)
    try:
        (said,) = finishing.said(Speech(phrases, players, language), pieces)
    except Problem:
        return None
    return None if finishing.left_out else said


def asked(text: str, phrases: Phrasebook, language: str, players: Sequence[str]) -> Asked | None:
    """The one thing that a line asks; None where it tells anything beside it."""
    draft = _draft(text if text.endswith("?") else f"{text}?", phrases, language, players)
    if draft is None or draft.facts or draft.events or len(draft.asked) != 1:
        return None
    finishing = Finishing(phrases, language, draft)
    try:
        (found,) = finishing.asked(Speech(phrases, players, language))
    except Problem:
        return None
    return None if finishing.left_out else found


def _draft(text: str, phrases: Phrasebook, language: str, players: Sequence[str]) -> Draft | None:
    """What a line says, by players who are known; None where it is not understood, or has more than one clause."""
    draft = Draft(People(lexicon(language), seats=list(players), seated=True))
    try:
        clauses = Understanding(free_questions(phrases), language).read(draft, text)
    except Problem:
        return None
    return draft if len(clauses) == 1 and draft.people.seats == list(players) else None
