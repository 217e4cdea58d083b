"""From the declaration of a zone to the place for cards that it is."""

from __future__ import annotations

from typing import Literal

from rulespal.language import ast
from rulespal.model import types as t
from rulespal.model.rules import Zone
from rulespal.text.diagnostic import Diagnostics

_FROM_PLAYER = "hidden from player"


def place_for_cards(node: ast.Zone, index: int, citation: int, diagnostics: Diagnostics) -> Zone:
    """The zone that is declared; what is wrong with its kind goes to `diagnostics`."""
    if _FROM_PLAYER in node.kind and not node.owned:
        message = f"The zone `{node.name}` belongs to no player from whom it could be hidden."
        diagnostics.add("R-TYPE", message, node.span, "Write `of player` after its name, or only `hidden`.")
    owner = t.PLAYER if node.owned else None
    return Zone(node.name, index, owner, _seen_by(node), "ordered" in node.kind, citation, node.span)


def _seen_by(node: ast.Zone) -> Literal["all", "owner", "others"]:
    if _FROM_PLAYER in node.kind:
        return "others"
    return "owner" if "hidden" in node.kind else "all"
