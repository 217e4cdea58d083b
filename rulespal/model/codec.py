"""Models to bytes and back, for the cache of compiled rulebooks. Nothing but data can come out of such bytes.

Objects that are the same before are the same afterwards, also where they refer to each other. The bytes are those of
`marshal`, so they have to be checked for damage before they are decoded, and belong to one version of Python.
"""

from __future__ import annotations

import gc
import marshal
import sys
from dataclasses import fields, is_dataclass
from functools import cache
from types import CodeType
from typing import Any

_PLAIN = (type(None), bool, int, float, str, bytes, type(...), CodeType)
_KINDS: tuple[type, ...] = (tuple, list, dict, set, frozenset)
_AGAIN = -1  # an object that came before, by its number
_FIRST = len(_KINDS)  # numbers of classes begin here
_set = object.__setattr__  # of frozen ones too


class NotData(Exception):
    """A value that is neither plain, nor a collection, nor a dataclass of this program."""


def packed(value: Any) -> bytes:
    """The bytes of a value. Raises NotData."""
    writer = _Writer()
    tree = writer.tree(value)
    return marshal.dumps((writer.classes, tree))


def unpacked(data: bytes) -> Any:
    """The value of bytes that `packed` made, of the same version of this program. Raises NotData."""
    swept = gc.isenabled()
    gc.disable()  # nothing of what is made here is garbage, and there is much of it
    try:
        classes, tree = marshal.loads(data)
        return _Reader([_class(*name) for name in classes]).value(tree)
    finally:
        if swept:
            gc.enable()


class _Writer:
    def __init__(self) -> None:
        self.classes: list[tuple[str, str]] = []
        self.numbers: dict[type, int] = {}
        self.seen: dict[int, int] = {}
        self.kept: list[Any] = []  # so that no identity is given away twice

    def tree(self, value: Any) -> Any:
        """A plain value, or a tuple: what it is, and its parts."""
        kind = type(value)
        if kind in _PLAIN:
            return value
        if kind is dict:
            return (_KINDS.index(dict), *(self.tree(part) for item in value.items() for part in item))
        if kind in _KINDS:
            return (_KINDS.index(kind), *map(self.tree, value))
        if not is_dataclass(kind) or not kind.__module__.startswith(f"{__package__.split('.')[0]}."):
            raise NotData(kind.__name__)
        if id(value) in self.seen:
            return (_AGAIN, self.seen[id(value)])
        self.seen[id(value)] = len(self.seen)
        self.kept.append(value)
        if kind not in self.numbers:
            self.numbers[kind] = _FIRST + len(self.classes)
            self.classes.append((kind.__module__, kind.__qualname__))
        return (self.numbers[kind], *(self.tree(getattr(value, name)) for name in _fields(kind)))


class _Reader:
    def __init__(self, classes: list[type]) -> None:
        self.classes = classes
        self.seen: list[Any] = []

    def value(self, tree: Any) -> Any:
        if type(tree) is not tuple:
            return tree
        number = tree[0]
        if number >= _FIRST:
            kind = self.classes[number - _FIRST]
            made = object.__new__(kind)
            self.seen.append(made)
            for name, part in zip(_fields(kind), tree[1:], strict=True):
                _set(made, name, self.value(part) if type(part) is tuple else part)
            return made
        if number == _AGAIN:
            return self.seen[tree[1]]
        parts = [self.value(part) if type(part) is tuple else part for part in tree[1:]]  # most are plain
        if _KINDS[number] is dict:
            return dict(zip(parts[::2], parts[1::2], strict=True))
        return _KINDS[number](parts)


@cache
def _fields(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def _class(module: str, name: str) -> type:
    """A dataclass of this program that is loaded already. Raises NotData."""
    found = getattr(sys.modules.get(module), name, None)
    if not isinstance(found, type) or not is_dataclass(found):
        raise NotData(f"{module}.{name}")
    return found
