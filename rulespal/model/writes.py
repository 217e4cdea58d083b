"""Which states and zones a rule may change, and which an expression looks at: worked out from the rules alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulespal.model import expr as ir
from rulespal.model.rules import Rulebook

Thing = tuple[str, int]  # ("state", index), ("zone", index) or ("stage", 0)
STAGE: Thing = ("stage", 0)


def within(book: Rulebook, body: Iterable[ir.Statement]) -> Iterator[ir.Statement]:
    """All statements that may be carried out: those of branches, loops and procedures too, each procedure once."""
    waiting, called = list(body), set()
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, ir.If):
            waiting += (*node.then, *node.otherwise)
        elif isinstance(node, ir.For | ir.ForRange):
            waiting += node.body
        elif isinstance(node, ir.Call) and node.procedure not in called:
            called.add(node.procedure)
            waiting += book.procedures[node.procedure].body


class Writes:
    """What the rules of one rulebook change and look at."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self._procedures: dict[str, frozenset[Thing]] = {}
        self._readings: dict[object, frozenset[int]] = {}

    def suite(self, body: Iterable[ir.Statement]) -> frozenset[Thing]:
        """Everything that the statements may change."""
        return frozenset().union(*map(self.statement, body))

    def statement(self, node: ir.Statement) -> frozenset[Thing]:
        if isinstance(node, ir.Assign):
            return frozenset({("state", node.state)})
        if isinstance(node, ir.Shuffle):
            return frozenset({("zone", node.zone.zone)})
        if isinstance(node, ir.Relocate | ir.RelocateAll | ir.Draw):
            return frozenset({("zone", node.source.zone), ("zone", node.target.zone)})
        if isinstance(node, ir.Gather):
            return frozenset(("zone", zone.index) for zone in self.book.zones)
        if isinstance(node, ir.Begin | ir.EndStage | ir.EndGame):
            return frozenset({STAGE})
        if isinstance(node, ir.Call):
            return self.procedure(node.procedure)
        if isinstance(node, ir.If):
            return self.suite((*node.then, *node.otherwise))
        return self.suite(node.body) if isinstance(node, ir.For | ir.ForRange) else frozenset()

    def procedure(self, name: str) -> frozenset[Thing]:
        if name not in self._procedures:
            self._procedures[name] = frozenset()  # procedures do not call themselves
            self._procedures[name] = self.suite(self.book.procedures[name].body)
        return self._procedures[name]

    def by_chance(self, body: Iterable[ir.Statement]) -> bool:
        """Whether chance decides anything in these statements."""
        for node in body:
            if isinstance(node, ir.LetRandom | ir.Shuffle):
                return True
            if isinstance(node, ir.If) and self.by_chance((*node.then, *node.otherwise)):
                return True
            if isinstance(node, ir.For | ir.ForRange) and self.by_chance(node.body):
                return True
            if isinstance(node, ir.Call) and self.by_chance(self.book.procedures[node.procedure].body):
                return True
        return False

    def turns_on(self, node: object) -> frozenset[int]:
        """The readings that an expression or statements may look at."""
        if isinstance(node, tuple):
            return frozenset().union(*map(self.turns_on, node))
        if isinstance(node, ir.ReadingNow):
            return frozenset({node.reading})
        if not isinstance(node, ir.Expr | ir.Statement):
            return frozenset()
        if node not in self._readings:
            self._readings[node] = frozenset()  # procedures do not call themselves
            parts = [getattr(node, name) for name in node.__dataclass_fields__]
            if isinstance(node, ir.Invoke):
                parts.append(self.book.defines[node.define].value)
            elif isinstance(node, ir.Lookup):
                parts.append(self.book.tables[node.table].by)
            elif isinstance(node, ir.Call):
                parts.append(self.book.procedures[node.procedure].body)
            self._readings[node] = self.turns_on(tuple(parts))
        return self._readings[node]

    def reads(self, node: object) -> frozenset[Thing]:
        """Everything that an expression looks at."""
        if isinstance(node, tuple):
            return frozenset().union(*map(self.reads, node))
        if not isinstance(node, ir.Expr):
            return frozenset()
        inside = frozenset().union(*(self.reads(getattr(node, name)) for name in node.__dataclass_fields__))
        if isinstance(node, ir.StateOf):
            return inside | {("state", node.state)}
        if isinstance(node, ir.ZoneOf):
            return inside | {("zone", node.zone)}
        if isinstance(node, ir.StageNow | ir.StageArg):
            return inside | {STAGE}
        if isinstance(node, ir.Invoke):
            return inside | self.reads(self.book.defines[node.define].value)
        return inside | self.reads(self.book.tables[node.table].by) if isinstance(node, ir.Lookup) else inside
