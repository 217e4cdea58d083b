"""A question and its answer as a ruling of the rulebook, so that whoever asks next is told the same."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rulespal.language import ast, printer
from rulespal.literate.document import Document, Section
from rulespal.literate.from_markdown import read
from rulespal.model.rules import Rulebook, State
from rulespal.questions.query import ASKER, Answer, Asked, Query
from rulespal.text.diagnostic import Diagnostics

VARIABLES = "pqrstuvwxyzab"
_PLAIN = {"payments": "payments", "happens": "effects", "silent": "silent"}
_OF_EVENT = {"legal": "legal", "must": "must", "which-cards": "which"}
_ASKER = re.compile(r"(?<![\w'])(?:I|me)(?![\w'])")


def ruling(query: Query, found: Answer, book: Rulebook) -> ast.Ruling:
    """The ruling that asks this question and works its answer out."""
    told = " ".join((*query.facts, *query.events, *(a.event for a in query.asked)))
    players = [name for name in query.players if re.search(_named(name), f"{told} {query.text}") or name == ASKER]
    variables = dict(zip(players, VARIABLES, strict=False))
    asks = _ASKER.sub(f"{{{variables[ASKER]}}}", query.text) if ASKER in variables else query.text
    clauses: list[ast.Node] = [ast.Note("asks", _phrases(_slotted(asks, variables)))]
    if query.facts:
        clauses.append(ast.Given(tuple(_phrases(_slotted(fact, variables)) for fact in query.facts)))
    if query.events:
        clauses.append(ast.After(tuple(_phrases(_slotted(event, variables)) for event in query.events)))
    clauses += [_answer(asked, found, variables) for asked in query.asked]
    params = tuple(ast.Param(variable, ast.Type("player")) for variable in variables.values())
    return ast.Ruling(_name(query.text, book), params, tuple(dict.fromkeys(clauses)))


def _answer(asked: Asked, found: Answer, variables: dict[str, str]) -> ast.Answer:
    if asked.kind in _PLAIN:
        return ast.Answer(_PLAIN[asked.kind])
    if asked.kind in _OF_EVENT and asked.event:
        return ast.Answer(_OF_EVENT[asked.kind], event=ast.Phrase(None, _slotted(asked.event, variables)))
    value = _value(asked, variables)
    if value is not None:
        return ast.Answer("value", value)
    if found.status == "silent":
        return ast.Answer("silent")
    return ast.Answer("words", text=_phrases(_plain(" ".join(case.answer for case in found.cases))))


def _value(asked: Asked, variables: dict[str, str]) -> ast.Expr | None:
    """What is read off, as an expression; None where there is none for it."""
    thing = asked.thing
    if thing is None or any(arg not in variables for arg in asked.args):
        return None
    if asked.args:
        value: ast.Expr = ast.Applied(thing.name, tuple(ast.Name(variables[arg]) for arg in asked.args))
        return ast.CountOf(value) if asked.count else value
    if asked.kind == "who" and isinstance(thing, State) and thing.type.kind == "truth":
        return ast.Filtered("one", ast.Players(), ast.Applied(thing.name, (ast.Name("one"),)))
    return ast.CountOf(ast.Name(thing.name)) if asked.count else ast.Name(thing.name)


def _named(name: str) -> str:
    return rf"(?<!\w){re.escape(name)}(?!\w)"


def _slotted(text: str, variables: dict[str, str]) -> str:
    """A text with its players as slots."""
    text = _plain(text)
    for name, variable in variables.items():
        text = re.sub(_named(name), f"{{{variable}}}", text)
    return text


def _plain(text: str) -> str:
    """A text that may stand in the quotes of the rule language."""
    return re.sub(r"[{}]", "", text.replace('"', "'"))


def _phrases(text: str) -> ast.Phrases:
    return (ast.Phrase(None, " ".join(text.split())),)


def _name(text: str, book: Rulebook) -> str:
    """A name of a few words of the question that nothing in the rulebook has."""
    words = re.findall(r"[a-z]+", text.casefold())[:5] or ["question"]
    name, number = "_".join(words), 1
    taken = {*(r.name for r in book.rulings), *(c.rule for c in book.citations)}
    while (found := name if number == 1 else f"{name}_{number}") in taken:
        number += 1
    return found


def placed(text: str, document: Document, sections: Sequence[str], node: ast.Ruling) -> str:
    """The text of a rulebook's rulings with one more, in the first of these sections that it has, else in its last one."""
    own = read(text, "", Diagnostics())
    about = _section(document, sections)
    blocks = [f for f in own.fences if f.kind == "rules" and f.section.anchor == about.anchor]
    written = printer.declaration(node)
    if not blocks:
        return f"{_with_heading(text, own, about)}```rules\n{written}```\n"
    end = blocks[-1].span.line - 1 + len(blocks[-1].text.splitlines())
    lines = text.splitlines(keepends=True)
    return "".join([*lines[:end], "\n" + written, *lines[end:]])


def _section(document: Document, sections: Sequence[str]) -> Section:
    known = {section.anchor: section for section in document.sections}
    return next((known[anchor] for anchor in sections if anchor in known), document.sections[-1])


def _with_heading(text: str, own: Document, about: Section) -> str:
    """The text of the rulings, ending where a block of a section can follow."""
    before = text.rstrip("\n") + "\n\n" if text.strip() else ""
    if own.sections[-1].anchor == about.anchor:
        return before
    return f"{before}{'#' * about.level} {about.title} {{#{about.anchor}}}\n\n"


def sections(found: Answer) -> Iterator[str]:
    """The sections that an answer cites, the first one first."""
    yield from (citation.section for case in found.cases for citation in case.citations)
    yield from (near.section for near in found.see_also)
