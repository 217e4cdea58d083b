"""The one table of diagnostic codes: what each means. Codes are stable: other programs match on them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Code:
    """What a code stands for, in one sentence for people."""

    title: str
    severity: Severity = "error"


CODES: dict[str, Code] = {
    # game records
    "E-SYNTAX": Code("A line begins like a known kind of line and is not well formed."),
    "E-VERB": Code("A line is no sentence of this rulebook."),
    "E-HEADER": Code("A header that the record needs is missing or wrong."),
    "E-NAME": Code("A rulebook, player, card, section or reading is named that does not exist."),
    "E-FACTS": Code("Facts of the record contradict each other."),
    "E-TURN": Code("The event does not belong to this player or to this moment."),
    "E-ILLEGAL": Code("A requirement of the rules is not met."),
    "E-HIDDEN": Code("No deal of the hidden cards fits what has been seen."),
    "E-REFUTED": Code("A later line shows that an earlier event was not legal."),
    "E-EFFECT": Code("An effect is written down that the rules do not give."),
    "E-ASSERT": Code("An assertion does not hold."),
    "E-RESULT": Code("The result is not the one that the rules give."),
    "E-AFTER-END": Code("Something is written after the game is over."),
    "E-LIMIT": Code("A game asks for more than the limits of a game allow."),
    "E-FAULT": Code("RulesPal made a mistake while it judged this game."),
    "W-NUMBER": Code("A written number does not follow the one before.", "warning"),
    "W-EDITION": Code("The record was made under another edition of the rulebook.", "warning"),
    "W-SUITS": Code("Suit letters of another language are used.", "warning"),
    "N-READ": Code("A line was read generously; the full sentence is given.", "note"),
    # rulebooks: documents and syntax
    "R-DOCUMENT": Code("The rulebook file cannot be used as it is."),
    "R-SYNTAX": Code("A rule block is not written in the rule language."),
    # rulebooks: meaning
    "R-NAME": Code("A name is used that is not declared."),
    "R-TWICE": Code("A name is declared twice."),
    "R-TYPE": Code("An expression is of another kind than its place needs."),
    "R-SENTENCE": Code("A sentence pattern cannot be used."),
    "R-LIMIT": Code("The rulebook asks for more than the limits allow."),
    "R-SECTION": Code("A section or paragraph is cited that does not exist."),
    # rulebooks: quality
    "R-UNUSED": Code("Something is declared and never used.", "warning"),
    "R-UNCITED": Code("A sentence of the rulebook is neither encoded, cited nor marked as not executable.", "note"),
    "R-UNREACHED": Code("A stage or move can never be reached.", "warning"),
    "R-AMBIGUOUS": Code("Two sentences of the rulebook match the same text."),
    "R-CONFLICT": Code("One rule forbids what another one allows, and neither goes first."),
    "R-PRIORITY": Code("Of a prohibition and a permission for the same move neither goes first.", "warning"),
    "R-INVARIANT": Code("An invariant does not hold."),
    "R-RULING": Code("A ruling of the rulebook does not come out as it says."),
    "R-RUN": Code("A rule cannot be carried out."),
}
