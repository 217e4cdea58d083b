"""The page of a rulebook: what stands in it, and what it does in a browser."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from rulespal import library
from rulespal.web.page import page

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync"]  # fmt: skip
BOOKS = sorted(library.rulebook_files())


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A page for each rulebook, and one of all of them (`all`)."""
    folder = tmp_path_factory.mktemp("pages")
    texts = {name: page([name]) for name in BOOKS} | {"all": page(BOOKS)}
    for name, text in texts.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    return {name: folder / f"{name}.html" for name in texts}


# ---- without a browser -----------------------------------------------------------------------------------------------

VOID = {"meta", "link", "input", "br", "hr", "img"}


class Outline(HTMLParser):
    """Tags that are opened and closed in order, ids, links inside the page, and what is fetched from elsewhere."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: Counter[str] = Counter()
        self.links: set[str] = set()
        self.fetched: list[str] = []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        assert len(given) == len(attrs), f"{tag} has an attribute twice"
        if tag not in VOID:
            self.open.append(tag)
        if name := given.get("id"):
            self.ids[name] += 1
        if (target := given.get("href")) and target.startswith("#"):
            self.links.add(target[1:])
        elif target and tag != "a":
            self.fetched.append(target)
        if given.get("src"):
            self.fetched.append(str(given["src"]))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("name", [*BOOKS, "all"])
def test_a_page_is_whole_and_asks_for_nothing(pages: dict[str, Path], name: str) -> None:
    text = pages[name].read_text(encoding="utf-8")
    outline = Outline(text)
    assert not [one for one, times in outline.ids.items() if times > 1]
    assert outline.links <= outline.ids.keys()
    assert outline.fetched == ["data:,"]
    if name != "all":
        assert len(text.encode()) < 500_000


@pytest.mark.parametrize("name", BOOKS)
def test_sections_keep_their_anchors(pages: dict[str, Path], name: str) -> None:
    book = library.load(name)[0].book
    ids = Outline(pages[name].read_text(encoding="utf-8")).ids
    assert {s.anchor for s in book.document.sections if s.anchor and s.title != book.title} <= ids.keys()
    assert {r.name.replace("_", "-") for r in book.readings} == {
        i.removeprefix("reading-") for i in ids if i.startswith("reading-")
    }


def test_what_a_rulebook_says_cannot_become_html(tmp_path: Path) -> None:
    file = tmp_path / "odd.md"
    file.write_text(
        "---\ntitle: Odd\nplayers: 2 to 3\nedition: '<i>1</i>'\n---\n\n# Odd\n\n## A <b>part</b> {#part}\n\n"
        "Words with <script>alert(1)</script> and *more*. {not executable: <img src=x>}\n",
        encoding="utf-8",
    )
    text = page([str(file)])
    assert "<script>alert" not in text
    assert "<img" not in text
    assert "<b>part" not in text
    assert "<i>1" not in text
    assert "<em>more</em>" in text


# ---- in a browser ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine (`apt install chromium`)")
    with playwright.sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield found
        found.close()


class Visit:
    """A page opened in a browser; everything that goes wrong there is remembered."""

    def __init__(self, browser: Any, file: Path, *, width: int = 360, anchor: str = "", **context: Any) -> None:
        self.context = browser.new_context(viewport={"width": width, "height": 740}, **context)
        self.page = self.context.new_page()
        self.wrong: list[str] = []
        self.page.on("console", lambda message: self.wrong.append(message.text))
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("request", self._request)
        self.url = f"file://{file}"
        self.page.goto(self.url + anchor)

    def _request(self, request: Any) -> None:
        if not request.url.startswith((self.url, "data:")):
            self.wrong.append(f"asks for {request.url}")

    def search(self, text: str) -> list[str]:
        self.page.fill("#query", text)
        return [str(link.get_attribute("href")) for link in self.page.query_selector_all("#hits a")]

    def shown(self, selector: str) -> str:
        return str(self.page.inner_text(selector))


@pytest.mark.parametrize("name", [*BOOKS, "all"])
def test_a_phone_shows_it_without_errors_or_scrolling_sideways(browser: Any, pages: dict[str, Path], name: str) -> None:
    visit = Visit(browser, pages[name])
    assert visit.page.evaluate("document.documentElement.scrollWidth") == 360
    assert visit.wrong == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_stands_against_people_who_see_or_point_otherwise(
    browser: Any, pages: dict[str, Path], scheme: str
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    for name in BOOKS:
        visit = Visit(browser, pages[name], color_scheme=scheme)
        visit.search("card")
        found = axe.Axe().run(visit.page).response["violations"]
        assert [(v["id"], v["nodes"][0]["html"]) for v in found if v["impact"] in ("serious", "critical")] == []


def test_the_language_is_chosen_and_remembered(browser: Any, pages: dict[str, Path]) -> None:
    visit = Visit(browser, pages["regicide"], locale="en-GB")
    assert "Step 1: play" in visit.shown(".contents")
    visit.page.click("[data-set-lang=es]")
    assert "Paso 1: jugar" in visit.shown(".contents")
    assert "Step 1: play" not in visit.shown("body")
    visit.page.reload()
    assert "Paso 1: jugar" in visit.shown(".contents")
    assert visit.page.get_attribute("html", "lang") == "es"
    assert Visit(browser, pages["regicide"], locale="es-ES").page.get_attribute("html", "lang") == "es"


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("bufon", "#jester"),  # without its accent, in the other language
        ("JESTER", "#jester"),
        ("jestre", "#jester"),  # two letters changed places
        ("companions", "#companions"),
        ("exact damage", "#exact-damage"),
        ("damage exact", "#exact-damage"),
    ],
)
def test_search_forgives(browser: Any, pages: dict[str, Path], query: str, first: str) -> None:
    found = Visit(browser, pages["regicide"]).search(query)
    assert first in found[:4], found


def test_search_says_when_there_is_nothing(browser: Any, pages: dict[str, Path]) -> None:
    visit = Visit(browser, pages["regicide"])
    assert visit.search("zzzzqqq") == []
    assert "Nothing found" in visit.shown("#hits")
    assert visit.search("") == []
    assert visit.page.is_hidden("#hits")


def test_a_link_leads_to_its_place(browser: Any, pages: dict[str, Path]) -> None:
    visit = Visit(browser, pages["regicide"], anchor="#yield")
    top = visit.page.evaluate("document.getElementById('yield').getBoundingClientRect().top")
    assert 0 < top < 200


def test_a_reading_is_remembered_and_can_be_taken_back(browser: Any, pages: dict[str, Path]) -> None:
    visit = Visit(browser, pages["regicide"])
    other = "[data-reading=shield-lasts] input[value=this-attack]"
    visit.page.check(other)
    visit.page.reload()
    assert visit.page.is_checked(other)
    visit.page.click("[data-reset]")
    visit.page.reload()
    assert not visit.page.is_checked(other)
    assert visit.wrong == []


def test_a_reading_changes_the_answers_that_turn_on_it(browser: Any, pages: dict[str, Path]) -> None:
    visit = Visit(browser, pages["regicide"], anchor="#dispute-spades-add-up")
    assert "Yes, until the royal is beaten." in visit.shown("#dispute-spades-add-up .answer")
    others = visit.shown("#dispute-worth-of-an-ace")
    visit.page.check("[data-reading=shield-lasts] input[value=this-attack]")
    assert "No, they count only for the attack of that turn." in visit.shown("#dispute-spades-add-up .answer")
    assert visit.shown("#dispute-worth-of-an-ace") == others
    visit.page.click("[data-set-lang=es]")
    assert "No, valen solo para el ataque de ese turno." in visit.shown("#dispute-spades-add-up .answer")
    assert visit.wrong == []


def test_cards_are_filtered(browser: Any, pages: dict[str, Path]) -> None:
    visit = Visit(browser, pages["regicide"])
    visit.page.select_option("[data-filter=suit]", "spades")
    visible = [card for card in visit.page.query_selector_all(".card") if card.is_visible()]
    assert len(visible) == 13
    assert all(re.search(r"spades|picas", card.inner_text()) for card in visible)


def test_rules_stand_beside_the_prose_on_demand(browser: Any, pages: dict[str, Path]) -> None:
    visit = Visit(browser, pages["jusayo"])
    assert visit.page.locator(".block:visible").count() == 0
    visit.page.check(".show-rules")
    assert "move play" in visit.shown("#play-a-card")


def test_it_prints_as_a_sheet_to_agree_on(browser: Any, pages: dict[str, Path]) -> None:
    visit = Visit(browser, pages["regicide"], width=1280)
    visit.page.emulate_media(media="print")
    assert visit.page.is_hidden(".tabs")
    assert visit.page.is_hidden("#query")
    assert "Agree before you play" in visit.shown("main")
    assert visit.page.locator(".grade-settled:visible").count() == 0


def test_the_scheme_is_that_of_the_device_until_another_is_chosen(browser: Any, pages: dict[str, Path]) -> None:
    paper = "getComputedStyle(document.documentElement).backgroundColor"
    visit = Visit(browser, pages["jusayo"], color_scheme="dark")
    dark = visit.page.evaluate(paper)
    visit.page.click("#theme")
    light = visit.page.evaluate(paper)
    assert dark != light
    visit.page.reload()
    assert visit.page.evaluate(paper) == light
