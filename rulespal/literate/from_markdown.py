"""Markdown text to Document. The only module that knows markdown-it.

A heading may end in `{#anchor}` or `{#anchor printed="2. Request a card"}`. A paragraph may end in a note in braces,
its parts separated by `;`: the place in the printed rules (`paragraph 2`, `step 3`), `not executable: REASON`,
`encoded by RULE, RULE`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import yaml
from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.front_matter import front_matter_plugin

from rulespal.literate.document import Document, Fence, Paragraph, Section
from rulespal.text.diagnostic import Diagnostics
from rulespal.text.span import Span
from rulespal.text.words import slug

_HEADING = re.compile(r'^(?P<title>.*?)\s*(?:\{#(?P<anchor>[a-z0-9-]+)(?:\s+printed="(?P<printed>[^"]*)")?\s*\})?$')
_NOTE = re.compile(r"^(?P<text>.*?)\s*\{(?P<note>[^{}]*)\}\s*$", re.S)
_KINDS = {"rules", "record"}
MAX_CHARACTERS = 1_000_000


def read(text: str, file: str, diagnostics: Diagnostics) -> Document:
    """The document in `text`. What cannot be used (front matter, nested rule blocks) is noted in `diagnostics`."""
    if len(text) > MAX_CHARACTERS:
        diagnostics.add("R-LIMIT", f"The file has more than {MAX_CHARACTERS} characters.", Span(file))
        text = text[:MAX_CHARACTERS]
    tokens = MarkdownIt("commonmark").use(front_matter_plugin).parse(text)
    return _Reader(file, diagnostics, text).read(tokens)


def html(text: str) -> str:
    """The words of one paragraph as HTML: emphasis, code and links; HTML in them is shown as it is written."""
    return str(MarkdownIt("commonmark", {"html": False}).renderInline(text))


class _Reader:
    def __init__(self, file: str, diagnostics: Diagnostics, text: str) -> None:
        self.file = file
        self.diagnostics = diagnostics
        top = Section("", "", "", 0, Span(file))
        self.document = Document(file, {}, [top], [], text)

    @property
    def section(self) -> Section:
        return self.document.sections[-1]

    def read(self, tokens: list[Token]) -> Document:
        handlers: dict[str, Callable[[Token], None]] = {"front_matter": self.front_matter, "fence": self.fence}
        previous = ""
        for token in tokens:
            if token.type in handlers:
                handlers[token.type](token)
            elif token.type == "inline" and previous.startswith("heading"):
                self.heading(token, int(previous[-1]))
            elif token.type == "inline":
                self.paragraph(token)
            previous = f"heading{token.tag[1:]}" if token.type == "heading_open" else token.type
        return self.document

    def place(self, token: Token, inside: int = 0) -> Span:
        return Span(self.file, (token.map[0] if token.map else 0) + 1 + inside)

    def front_matter(self, token: Token) -> None:
        try:
            matter = yaml.safe_load(token.content)
        except yaml.YAMLError as error:
            mark = getattr(error, "problem_mark", None)
            line = (mark.line if mark else 0) + 2
            self.diagnostics.add("R-DOCUMENT", "The front matter is not well formed.", Span(self.file, line),
                                 "Write one `key: value` a line between the two `---` lines.")  # fmt: skip
            return
        if isinstance(matter, dict):
            self.document.matter = matter
        else:
            self.diagnostics.add("R-DOCUMENT", "The front matter holds no keys.", self.place(token),
                                 "Write `title: NAME` and `players: 2 to 4`.")  # fmt: skip

    def heading(self, token: Token, level: int) -> None:
        match = _HEADING.match(token.content)
        assert match is not None
        title = match["title"]
        anchor = match["anchor"] or slug(title) or "section"
        known = {s.anchor: s for s in self.document.sections}
        if anchor in known:
            self.diagnostics.add("R-TWICE", f"Two sections have the anchor `{anchor}`.", self.place(token),
                                 "Give one of them another anchor: `## Title {#anchor}`.")  # fmt: skip
        self.document.sections.append(Section(anchor, title, match["printed"] or title, level, self.place(token)))

    def paragraph(self, token: Token) -> None:
        text, place, reason = token.content, "", None
        encoded: tuple[str, ...] = ()
        if match := _NOTE.match(text):
            text = match["text"]
            for part in (" ".join(p.split()) for p in match["note"].split(";")):
                if part.startswith("not executable:"):
                    reason = part.removeprefix("not executable:").strip()
                elif part.startswith("encoded by "):
                    encoded = tuple(n.strip() for n in part.removeprefix("encoded by ").split(","))
                else:
                    place = part
        plain = " ".join(text.split())
        self.section.paragraphs.append(Paragraph(plain, self.place(token), place, reason, encoded))

    def fence(self, token: Token) -> None:
        kind = token.info.split()[0] if token.info.split() else ""
        if kind not in _KINDS:
            return
        if token.level:
            self.diagnostics.add("R-DOCUMENT", "A rule block stands inside a list or a quotation.", self.place(token),
                                 "Move it to the left margin, under the list.")  # fmt: skip
            return
        paragraphs = self.section.paragraphs
        index = len(paragraphs) - 1 if paragraphs else None
        self.document.fences.append(Fence(kind, token.content, self.place(token, 1), self.section, index))
