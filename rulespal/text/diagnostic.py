"""Diagnostics are values: a code, a place, one sentence, a hint. Users' mistakes are never exceptions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulespal.text.codes import CODES, Severity
from rulespal.text.span import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class Related:
    """A second place that explains a diagnostic ("first declared here")."""

    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. `code` is a key of `codes.CODES`, which also gives its severity."""

    code: str
    message: str
    span: Span = NOWHERE
    hint: str | None = None
    related: tuple[Related, ...] = ()

    @property
    def severity(self) -> Severity:
        return CODES[self.code].severity

    def __str__(self) -> str:
        hint = f" ({self.hint})" if self.hint else ""
        return f"{self.span}: {self.code} {self.message}{hint}"


class Diagnostics:
    """Collects the diagnostics of a run; yields them sorted by place."""

    def __init__(self) -> None:
        self._items: list[Diagnostic] = []

    def add(
        self,
        code: str,
        message: str,
        span: Span = NOWHERE,
        hint: str | None = None,
        related: Iterable[Related] = (),
    ) -> None:
        """Notes one finding. Raises KeyError for a code that is not in the table (a programmer's mistake)."""
        if code not in CODES:
            raise KeyError(code)
        found = Diagnostic(code, message, span, hint, tuple(related))
        if found not in self._items:
            self._items.append(found)

    def cut(self, length: int) -> list[Diagnostic]:
        """Takes off and returns all findings after the first `length`."""
        later = self._items[length:]
        del self._items[length:]
        return later

    def first(self, length: int) -> list[Diagnostic]:
        """The first `length` findings, in the order in which they were made."""
        return self._items[:length]

    def since(self, length: int) -> list[Diagnostic]:
        """All findings after the first `length`, in the order in which they were made."""
        return self._items[length:]

    def extend(self, items: Iterable[Diagnostic]) -> None:
        self._items.extend(items)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(sorted(self._items, key=lambda d: (d.span.file, d.span.line, d.span.column)))

    def __len__(self) -> int:
        return len(self._items)

    @property
    def errors(self) -> list[Diagnostic]:
        return [d for d in self if d.severity == "error"]


class Rejected(Exception):
    """A rulebook that cannot be used; carries the diagnostics that say why."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = list(diagnostics)
        super().__init__("; ".join(str(d) for d in self.diagnostics))
