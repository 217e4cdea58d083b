"""The syntax tree of the rule language: rules about moves that stand apart from them."""

from __future__ import annotations

from dataclasses import dataclass

from rulespal.language.ast_expr import Expr, Node, Reason

__all__ = ["Allow", "EveryMove", "Forbid"]


@dataclass(frozen=True, slots=True)
class EveryMove(Node):
    """All moves of players, but some."""

    but: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Forbid(Node):
    """Moves that nobody may make where a condition holds. `over`: permissions that do not count against it."""

    name: str
    over: tuple[str, ...]
    moves: tuple[str, ...] | EveryMove
    condition: Expr | None
    reason: Reason


@dataclass(frozen=True, slots=True)
class Allow(Node):
    """Moves that may be made where a condition holds, whatever the prohibitions say that it is `over`."""

    name: str
    over: tuple[str, ...]
    moves: tuple[str, ...] | EveryMove
    condition: Expr | None
