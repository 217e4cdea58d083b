"""What depends on what: names that a tree mentions, procedures that statements call, what stages have in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulespal.language import ast
from rulespal.model import expr as ir
from rulespal.model import types as t
from rulespal.model.rules import Stage


def shared_args(stages: list[Stage]) -> dict[str, tuple[int, t.Type]]:
    """What all the stages in which a move is made were begun with, under the same name and in the same place."""
    found: list[dict[str, tuple[int, t.Type]]] = [
        {p.name: (i, p.type) for i, p in enumerate(stage.params)} for stage in stages
    ]
    if not found:
        return {}
    return {name: arg for name, arg in found[0].items() if all(other.get(name) == arg for other in found)}


def mentioned(node: object, bound: Iterable[str] = ()) -> set[str]:
    """The names that a syntax tree mentions, apart from those that are `bound` or that it binds itself."""
    if isinstance(node, tuple):
        return set().union(*(mentioned(item, bound) for item in node)) if node else set()
    if not isinstance(node, ast.Node):
        return set()
    inner = {*bound, node.var} if isinstance(getattr(node, "var", None), str) else set(bound)  # type: ignore[attr-defined]
    own = {node.name} if isinstance(node, ast.Name | ast.Applied) else set()
    fields = [name for base in type(node).__mro__ for name in getattr(base, "__slots__", ())]
    return own.union(*(mentioned(getattr(node, name), inner) for name in fields)) - inner


def needs(node: ast.Define | ast.Table) -> set[str]:
    """The names without which a definition or table cannot be understood."""
    if isinstance(node, ast.Table):
        return mentioned(node.by)
    return mentioned(node.value, {param.name for param in node.params})


def called(body: Iterable[ir.Statement]) -> Iterator[str]:
    """The procedures that statements call."""
    for statement in body:
        if isinstance(statement, ir.Call):
            yield statement.procedure
        elif isinstance(statement, ir.If):
            yield from called((*statement.then, *statement.otherwise))
        elif isinstance(statement, ir.For | ir.ForRange):
            yield from called(statement.body)


def recursive(calls: dict[str, set[str]]) -> list[str]:
    """The names that reach themselves."""
    found = []
    for name in calls:
        seen: set[str] = set()
        front = set(calls[name])
        while front:
            seen |= front
            front = {n for x in front for n in calls.get(x, ())} - seen
        if name in seen:
            found.append(name)
    return found
