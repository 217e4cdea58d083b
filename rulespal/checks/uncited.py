"""Sentences of the rulebook that are neither encoded, nor cited by a rule, nor marked as not executable."""

from __future__ import annotations

from collections.abc import Iterator

from rulespal.checks.progress import progress
from rulespal.engine.game import Game
from rulespal.model.phrases import Phrasebook
from rulespal.model.rules import Rulebook
from rulespal.text.diagnostic import Diagnostic
from rulespal.text.suggest import did_you_mean

_SHOWN = 6  # words of a paragraph


def check(book: Rulebook, game: Game, phrases: Phrasebook) -> Iterator[Diagnostic]:
    """A finding for each paragraph without a rule, and for each name after `encoded by` that is no rule."""
    if not any(f.kind == "rules" for f in book.document.fences):
        return  # prose alone: nothing is encoded yet, and nothing pretends to be
    rules = {c.rule for c in book.citations}
    for section in book.document.sections:
        for paragraph in section.paragraphs:
            for name in paragraph.encoded_by:
                if name not in rules:
                    hint = did_you_mean(name, rules)
                    yield Diagnostic("R-NAME", f"`encoded by {name}`: no rule has that name.", paragraph.span, hint)
    for paragraph in progress(book).left:
        yield Diagnostic(
            "R-UNCITED", f"No rule encodes “{beginning(paragraph.text)}”.", paragraph.span,
            "Write the rule below it, or end the paragraph with `{encoded by RULE}` or `{not executable: WHY}`.",
        )  # fmt: skip


def beginning(text: str) -> str:
    """The first words of a paragraph."""
    words = text.split()
    return " ".join(words[:_SHOWN]) + (" …" if len(words) > _SHOWN else "")
