"""Pages of the reference as text: sections, cards, terms, the contents of a rulebook. What comes in is plain data, as
`catalogue.pages` makes it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from rich.text import Text

from rulespal.report.as_text import Hanging, Shown, line, paragraph, table
from rulespal.report.labels import label
from rulespal.report.words import counted, joined
from rulespal.text.words import words

Page = dict[str, Any]
_SLOT = re.compile(r"\{[^{}]*\}")
_SENTENCE = re.compile(r"(?<=[.;!?])\s+")
_MOST = 12  # lines of one kind on a page; how many more there are is said


def heading(title: str, link: str) -> Text:
    """The title of a page with its link, by which it is opened again."""
    return line(title, "bold").append(f"   {link}" if link else "", "dim")


def _item(head: str, note: str, body: str, after: str = "") -> Hanging:
    """An entry of a list: what it is called, a note to that, what it says, a note behind it."""
    text = Text(head, "bold").append(f" ({note})" if note else "", "not bold dim").append(": ", "not bold")
    text.append(body, "not bold").append(f"  ({after})" if after else "", "not bold dim")
    return Hanging(Text("  "), text, indent=6)


def _list(title: str, parts: Iterable[Shown]) -> Iterator[Shown]:
    """A part of a page under its title; nothing at all if there is nothing in it."""
    found = list(parts)
    if found:
        yield Text()
        yield line(title, "bold")
        yield from found


# ---- sections --------------------------------------------------------------------------------------------------------


def section(page: Page, language: str, *, whole: bool = False) -> Iterator[Shown]:
    """A section. `whole`: as one of all, without what leads elsewhere."""
    yield heading(page["title"], page["link"])
    if page["printed"] != page["title"]:
        yield line(f"{label('printed', language)}: {page['printed']}", "dim")
    rules = any(part["rules"] for part in page["paragraphs"])
    for part in page["paragraphs"]:
        yield Text()
        yield from _paragraph(part, language, rules)
    if not whole:
        yield from _around(page, language)


def _paragraph(part: Page, language: str, rules: bool) -> Iterator[Shown]:
    """A paragraph with its printed place; `rules`: with what is said for those who read the rules too."""
    if part["text"]:
        body = Text(part["text"], "bold" if part["meant"] else "")
        place = [part["place"]] if part["place"] else []
        place += [f"{label('not_run', language)}: {part['not_executable']}"] if rules and part["not_executable"] else []
        if place:
            body.append(f"  ({'; '.join(place)})", "not bold dim")
        yield paragraph("▸ " if part["meant"] else "  ", body)
    for rule in part["rules"]:
        yield from _source(rule["source"])


def _source(text: str) -> Iterator[Shown]:
    """A rule as it is written; what is too long for the terminal goes on further to the right."""
    for number, one in enumerate(text.splitlines()):
        inner = len(one) - len(one.lstrip())
        lead = Text("    │ " + " " * inner, "dim cyan")
        yield Hanging(lead, Text(one.strip(), "cyan" if number == 0 else "dim cyan"), indent=10 + inner)


def _around(page: Page, language: str) -> Iterator[Shown]:
    """What belongs to a section and what stands near it."""
    yield from _list(label("rulings", language), _rulings(page["rulings"], language))
    yield from _list(label("readings", language), _readings(page["readings"]))
    terms = [paragraph(f"  {one['name']}: ", one["meaning"]) for one in page["terms"]]
    yield from _list(label("terms", language), terms)
    rows = [
        (label("cards", language), ", ".join(page["cards"])),
        (label("below", language), _links(page["below"])),
        (label("related", language), _links(page["related"])),
        ("←", _links([page["previous"]] if page["previous"] else [])),
        ("→", _links([page["next"]] if page["next"] else [])),
    ]
    shown = [(name, text) for name, text in rows if text]
    if shown:
        yield Text()
    for name, text in shown:
        yield paragraph(f"{name}  ", text, "dim", "bold")


def _links(places: Iterable[Page]) -> str:
    return ", ".join(f"{place['title']} ({place['anchor']})" for place in places)


def rule(page: Page, language: str) -> Iterator[Shown]:
    """A rule beside the sentence that it encodes."""
    where = page["section"]
    yield heading(f"{label('rule', language)} {page['name']}", where["anchor"])
    yield line(page["printed"], "dim")
    yield Text()
    if page["text"]:
        yield paragraph("  ", page["text"])
        yield Text()
    yield from _source(page["source"])


# ---- cards -----------------------------------------------------------------------------------------------------------


def card(page: Page, language: str) -> Iterator[Shown]:
    """A card with all that the rulebook says of it."""
    yield heading(page["called"], page["link"])
    names = _called(page["names"])
    if others := [name for name in names if name != page["called"]]:
        yield paragraph("", ", ".join(others), "dim")
    about = _values(page["attributes"])
    about += [label("in_the_pack", language).format(page["copies"])] if page["copies"] else []
    if about:
        yield paragraph("", " · ".join(about))
    for part in page["text"]:
        printed = (page["section"] or {}).get("printed", "")
        place = ", ".join(text for text in (printed, part["place"]) if text)
        yield Text()
        yield paragraph("  ", Text(part["text"]).append(f"  ({place})", "dim"))
    yield from _list(label("rulings", language), _rulings(page["rulings"], language))
    yield from _list(label("use", language), _uses(page["uses"], language))
    own = [one for one in page["mentions"] if one["how"] == "name"]
    shared = [one for one in page["mentions"] if one["how"] != "name"]
    yield from _list(label("mentions", language), _mentions(own, names, language))
    yield from _list(label("shared", language), _mentions(shared, names, language))
    yield from _list(label("readings", language), _readings(page["readings"]))


def _called(names: Iterable[Page]) -> list[str]:
    return list(dict.fromkeys(one["name"] for one in names))


def _values(attributes: Iterable[Page]) -> list[str]:
    """`ATTRIBUTE VALUE`; a plain yes is told by the name alone, what tells nothing of a card not at all."""
    return [
        one["name"] if one["values"] == ["yes"] else f"{one['name']} {', '.join(one['values'])}"
        for one in attributes if one["telling"]
    ]  # fmt: skip


def _uses(uses: Iterable[Page], language: str) -> Iterator[Shown]:
    """What may be done with a card, in which stages and by whom."""
    rows = []
    for use in uses:
        stages: dict[str, list[str]] = {}
        for one in use["stages"]:
            who = one["who"] if one["who"] not in ("everyone", "table") else label(one["who"], language)
            sometimes = f", {label('when_allowed', language)}" if one["conditional"] else ""
            stages.setdefault(who + sometimes, []).append(one["stage"])
        says = " ".join(_SLOT.sub("…", use["says"].replace("{actor}", "", 1)).split())
        where = [f"{', '.join(dict.fromkeys(names))} ({who})" for who, names in stages.items()]
        rows.append((says, "; ".join(where)))
    width = max((len(says) for says, _ in rows), default=0)
    for says, stages_shown in rows:
        yield paragraph(f"  {says.ljust(width)}  ", stages_shown, "dim", "")


def _mentions(mentions: list[Page], names: list[str], language: str) -> Iterator[Shown]:
    """Sentences that speak of a card; of a paragraph only those that name it, else its first."""
    for one in mentions[:_MOST]:
        rules = f"{label('rules' if len(one['rules']) > 1 else 'rule', language)} {', '.join(one['rules'])}"
        text = _telling(one["text"], [*names, one["word"]])
        word = one["word"] if one["how"] != "name" else ""
        yield _item(one["printed"] or one["title"], word, text, rules if one["rules"] else "")
    if len(mentions) > _MOST:
        yield line(f"  … +{len(mentions) - _MOST}", "dim")


def _telling(text: str, names: Iterable[str]) -> str:
    """The sentences of a text that hold one of the names, or its first one; `…` stands for what is left out."""
    sentences = _SENTENCE.split(text)
    wanted = [" ".join(words(name)) for name in names if name]
    told = [any(f" {name}" in f" {' '.join(words(one))}" for name in wanted) for one in sentences]
    if not any(told):
        told[0] = True
    found = [one if kept else "…" for one, kept in zip(sentences, told, strict=True)]
    return " ".join(one for place, one in enumerate(found) if one != "…" or found[place - 1 : place] != ["…"])


def _readings(readings: Iterable[Page]) -> Iterator[Shown]:
    for one in readings:
        yield _item(one["name"], one["grade"], one["question"])


def _rulings(rulings: list[Page], language: str) -> Iterator[Shown]:
    """Questions with their answers; then those whose answer is worked out when they are asked."""
    told = [one for one in rulings if one["answer"] or one["silent"]]
    for one in told[:_MOST]:
        yield paragraph("  ", one["question"])
        yield paragraph("    → ", one["answer"] or label("silent", language) + ".")
    if len(told) > _MOST:
        yield line(f"  … +{len(told) - _MOST}", "dim")
    asked = [one for one in rulings if one not in told]
    if asked:
        yield paragraph("  ", label("ask", language), "dim")
    for one in asked[: _MOST // 2]:
        yield paragraph("    ", one["question"])
    if len(asked) > _MOST // 2:
        yield line(f"    … +{len(asked) - _MOST // 2}", "dim")


def cards(found: list[Page], width: int) -> Iterator[Shown]:
    """Cards one a line: name, values, and as much of the text as there is room for."""
    name = max((len(one["called"]) for one in found), default=0)
    values = {one["link"]: " · ".join(_values(one["attributes"])) for one in found}
    about = min(max((len(text) for text in values.values()), default=0), max(16, (width - name - 4) * 2 // 3))
    for one in found:
        row = Text(no_wrap=True, overflow="ellipsis").append(one["called"].ljust(name), "bold")
        row.append("  " + values[one["link"]].ljust(about))
        row.append("  " + one["text"], "dim")
        row.truncate(width, overflow="ellipsis")
        row.rstrip()
        yield row
    yield Text()
    yield line(counted(len(found), "card"), "dim")


# ---- terms, readings, gaps, contents ---------------------------------------------------------------------------------


def term(page: Page, language: str) -> Iterator[Shown]:
    yield heading(page["name"], "")
    others = [name for name in _called(page["names"]) if name != page["name"]]
    if others:
        yield line(f"{label('also', language)}: {joined(others)}", "dim")
    yield Text()
    yield paragraph("  ", page["meaning"])
    if page["section"]:
        yield Text()
        yield paragraph("→  ", _links([page["section"]]), "dim")


def reading(page: Page, language: str) -> Iterator[Shown]:
    yield heading(page["name"], page["grade"])
    yield line(page["printed"], "dim")
    yield Text()
    yield paragraph("  ", page["question"])
    for number, option in enumerate(page["options"]):
        yield paragraph(f"    {'●' if number == 0 else '○'} {option['name']}: ", option["text"])


def gap(page: Page, language: str) -> Iterator[Shown]:
    yield heading(page["name"], page["section"])
    yield paragraph(f"  {label('silent', language)}: ", page["text"])


def ruling(page: Page, language: str) -> Iterator[Shown]:
    yield heading(page["name"], page["section"])
    yield line(page["printed"], "dim")
    yield Text()
    yield from _rulings([page], language)


def books(found: list[Page]) -> Iterator[Shown]:
    """The rulebooks in columns; a broken one with its number of errors."""
    rows = [("name", "title", "edition", "players", "languages", "sections", "cards", "")]
    for one in found:
        low, high = one["players"]["min"], one["players"]["max"]
        broken = f"broken: {counted(one['errors'], 'error')}" if one["errors"] else ""
        rows.append((
            one["name"], one["title"], one["edition"], str(low) if low == high else f"{low}–{high}",
            ", ".join(one["languages"]), str(one["sections"]), str(one["cards"]), broken,
        ))  # fmt: skip
    yield from table(rows)
    if any(one["errors"] for one in found):
        yield Text()
        yield paragraph("", "`rulespal check NAME` shows the errors of a broken rulebook.")


def contents(page: Page, language: str) -> Iterator[Shown]:
    """What there is in a rulebook, with the commands that show it."""
    low, high = page["players"]["min"], page["players"]["max"]
    yield heading(page["title"], page["name"])
    about = [f"{low}–{high} {label('players', language)}" if low != high else f"{low} {label('players', language)}"]
    about += [f"{label('edition', language)} {page['edition']}"] if page["edition"] else []
    about += [", ".join(page["languages"]), *([page["source"]] if page["source"] else [])]
    yield paragraph("", " · ".join(about), "dim")
    yield Text()
    least = min((one["level"] for one in page["sections"]), default=1)
    width = max((len(one["title"]) + 2 * (one["level"] - least) for one in page["sections"]), default=0)
    for one in page["sections"]:
        title = "  " * (one["level"] - least) + one["title"]
        yield line(f"  {title.ljust(width)}  ").append(one["anchor"], "dim")
    terms = [paragraph(f"  {one['name']}: ", one["meaning"]) for one in page["terms"]]
    yield from _list(label("terms", language), terms)
    yield Text()
    name = page["name"]
    for number, word, command in (
        (len(page["sections"]), "sections", f"show {name} SECTION"), (page["cards"], "cards", f"cards {name}"),
        (page["readings"], "readings", f"readings {name}"), (page["rulings"], "rulings", f"search --book {name} TEXT"),
    ):  # fmt: skip
        if number:
            yield line(f"{number:>4} {label(word, language).casefold()}  ").append(f"rulespal {command}", "dim")


# ---- search ----------------------------------------------------------------------------------------------------------


def hits(found: list[Page], limit: int, language: str | None, *, several_books: bool) -> Iterator[Shown]:
    """What a search found, grouped by kind; matching words stand out. `limit`: how many of a kind are shown."""
    kinds: dict[str, list[Page]] = {}
    for one in found:
        kinds.setdefault(one["kind"], []).append(one)
    for kind, group in kinds.items():
        yield Text()
        yield line(_KINDS[kind][language == "es"], "bold")
        for one in group[:limit]:
            yield from _hit(one, several_books)
        if len(group) > limit:
            yield line(f"  … +{len(group) - limit}", "dim")


_KINDS = {
    "card": ("Cards", "Cartas"), "section": ("Sections", "Secciones"), "term": ("Terms", "Términos"),
    "ruling": ("Rulings", "Aclaraciones"), "reading": ("Readings", "Lecturas"), "gap": ("Gaps", "Lagunas"),
}  # fmt: skip


def _hit(one: Page, several_books: bool) -> Iterator[Shown]:
    head = Text(one["title"], "bold")
    if one["printed"]:
        head.append(f"   {one['printed']}", "not bold dim")
    if several_books:
        head.append(f"   {one['book']}", "not bold magenta")
    yield Hanging(Text("  "), head, indent=4)
    if one["text"]:
        body = Text(one["text"])
        for start, end in one["marks"]:
            body.stylize("bold underline", start, end)
        yield paragraph("    ", body)
    yield line(f"    {one['open']}", "dim")
