"""A document's rule blocks to syntax trees. Each declaration is parsed by itself, so one mistake hides no other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from rulespal.language import ast
from rulespal.language.builders import BUILDERS
from rulespal.language.retelling import retold
from rulespal.literate.document import Document, Fence, Section
from rulespal.text.diagnostic import Diagnostics
from rulespal.text.parsing import Language
from rulespal.text.span import Span

MAX_BLOCK = 100_000


@dataclass(frozen=True, slots=True)
class Placed:
    """A declaration and where it stands: its section, and the paragraph above it (an index, or None)."""

    declaration: ast.Declaration
    section: Section
    paragraph: int | None


@lru_cache
def rule_language(strict: bool = False) -> Language:
    return Language("rulebook", ("start", "expr"), BUILDERS, strict=strict)


def parse(document: Document, diagnostics: Diagnostics) -> list[Placed]:
    """Every declaration of the document that is well formed; the others are in `diagnostics`."""
    placed: list[Placed] = []
    for fence in document.fences:
        if fence.kind == "rules":
            declared = _block(fence, diagnostics)
            if fence.beside:
                declared = _only((ast.Ruling, ast.Term), "rulings and terms", declared, diagnostics)
            placed += [Placed(d, fence.section, fence.paragraph) for d in declared]
    for language, fences in document.retold.items():
        written = (declaration for fence in fences for declaration in _block(fence, diagnostics))
        others = [d for d in _only((ast.Ruling,), "rulings", written, diagnostics) if isinstance(d, ast.Ruling)]
        placed = _retold(placed, language, others, diagnostics)
    return placed


def _retold(placed: list[Placed], language: str, others: list[ast.Ruling], diagnostics: Diagnostics) -> list[Placed]:
    """The same declarations, the rulings among them with what is said of them in another language."""
    rulings: dict[str, ast.Ruling] = {}
    for one in placed:
        if isinstance(one.declaration, ast.Ruling):
            rulings.setdefault(one.declaration.name, one.declaration)
    told = {id(rulings[name]): ruling for name, ruling in retold(rulings, language, others, diagnostics).items()}
    return [replace(one, declaration=told.get(id(one.declaration), one.declaration)) for one in placed]


def _block(fence: Fence, diagnostics: Diagnostics) -> Iterator[ast.Declaration]:
    if len(fence.text) > MAX_BLOCK:
        diagnostics.add("R-LIMIT", f"A rule block has more than {MAX_BLOCK} characters.", fence.span, "Split it.")
        return
    for offset, text in chunks(fence.text):
        found = rule_language().parse(text, "start", fence.span.moved(offset), diagnostics)
        yield from found or ()


def _only(
    kinds: tuple[type[ast.Node], ...], called: str, declared: Iterable[ast.Declaration], diagnostics: Diagnostics
) -> Iterator[ast.Declaration]:
    """Declarations in a file of rulings; those that may not stand there are noted."""
    for declaration in declared:
        if isinstance(declaration, kinds):
            yield declaration
        else:
            diagnostics.add("R-DOCUMENT", f"Only {called} stand in this file.", declaration.span,
                            "Write this into the rulebook, under the sentence that it encodes.")  # fmt: skip


def chunks(text: str) -> Iterator[tuple[int, str]]:
    """The declarations of a block, unparsed: each begins at a line that is not indented. Yields (line offset, text)."""
    lines = text.splitlines(keepends=True)
    starts = [i for i, line in enumerate(lines) if line[:1].strip() and not line.startswith(("#", ")", "}"))]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=False):
        body = "".join(lines[start:end])
        yield start, body if body.endswith("\n") else body + "\n"
    for i, line in enumerate(lines[: starts[0] if starts else len(lines)]):
        if line.strip() and not line.lstrip().startswith("#"):
            yield i, line if line.endswith("\n") else line + "\n"


def parse_expression(text: str, place: Span, diagnostics: Diagnostics) -> ast.Expr | None:
    """The expression in `text`, as it may stand inside a sentence in braces."""
    found: ast.Expr | None = rule_language().parse(text, "expr", place, diagnostics)
    return found
