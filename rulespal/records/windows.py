"""Windows: what somebody may still do, until a move that nobody has to write down, or whoever goes on, closes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulespal.engine.game import Offer, Readings
from rulespal.model.rules import spoken
from rulespal.records.left_out import LeftOut
from rulespal.records.reasons import Reasons
from rulespal.records.table import World


@dataclass(frozen=True, slots=True)
class Window:
    """Who may do what only until a move (`until`) is made or implied: by one of those who may go on then (`goes_on`)."""

    until: str
    goes_on: tuple[str, ...]
    lapses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a move is written: its name, how it is said with its arguments left open, and the place."""

    move: str
    says: str
    section: str
    printed: str


def windows(
    left_out: LeftOut, words: Reasons, worlds: list[World], readings: Readings, offers: Sequence[Offer]
) -> Iterator[Window]:
    """The windows that are open in the first of these worlds, where `offers` are legal."""
    position = worlds[0].position
    for closing in left_out.possible(worlds):
        after = left_out.after(worlds[:1], closing)
        if not after:
            continue
        then = words.legal(after[0].position, readings)
        kept = {(offer.move, offer.actor) for offer in then} | {(closing.move.index, closing.actor)}
        now = {(offer.move, offer.actor) for offer in offers}
        lapsing = [offer for offer in offers if (offer.move, offer.actor) not in kept]
        if not lapsing:
            continue
        seats = sorted({o.actor for o in then if o.actor is not None and (o.move, o.actor) not in now})
        yield Window(
            words.event(Offer(closing.move.index, closing.actor, ())),
            tuple(words.speech.players[seat] for seat in seats),
            tuple(words.who_may(position, readings, lapsing)),
        )


def places(words: Reasons, offers: Sequence[Offer]) -> list[Place]:
    """Where the moves that may be made are written, each once."""
    found: dict[int, Place] = {}
    for offer in offers:
        move = words.book.moves[offer.move]
        where = words.book.citations[move.citation]
        said = words.sentence(move, offer.actor)
        name = "" if offer.actor is None else words.speech.players[offer.actor]
        found.setdefault(
            offer.move, Place(spoken(move.name), said.removeprefix(name).strip(), where.section, where.printed)
        )
    return list(found.values())
