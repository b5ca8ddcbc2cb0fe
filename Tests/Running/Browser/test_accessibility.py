"""Every document of the site passes axe-core, and fits into every window.

Each distinct markup is checked once, see shapes.py: documents that consist of parts of
another one are omitted. Each is loaded once.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from accessibility import ALL, WIDE, violations
from layout import overflow
from program_fixtures import Document
from server import Server
from shapes import distinct, extent
from windows import HEIGHTS, Opener, show

# The documents are split, so that several processes share them.
PARTS = 4
each_part = pytest.mark.parametrize("part", range(PARTS))

Check = Callable[[Page, Document], list[str]]


def axe(page: Page, document: Document) -> list[str]:
    """Runs axe-core. The components of the gallery are those of the pages, which are
    checked in narrow windows as well."""
    return violations(page, ALL if document.name.startswith("site ") else WIDE)


@pytest.fixture
def problems(
    open_page: Opener, gallery_page: Page, stage: Server
) -> Callable[[list[Document], Check], dict[str, list[str]]]:
    """Loads each document once, and returns the problems that a check finds."""
    pages = {stage.url: open_page(stage.url)}

    def problems(documents: list[Document], check: Check) -> dict[str, list[str]]:
        found = {}
        for document in documents:
            page = pages.get(document.base, gallery_page)
            page.set_viewport_size({"width": 1280, "height": HEIGHTS[1280]})
            show(document.state, page, document.base)
            if problems := check(page, document):
                found[document.name] = problems
        return found

    return problems


@each_part
def test_axe_finds_no_violation(
    problems: Callable[[list[Document], Check], dict[str, list[str]]],
    documents: list[Document],
    part: int,
) -> None:
    """All rules in light, and the colour rules in dark."""
    texts = {document.name: document for document in documents if "hostile " not in document.name}
    names = distinct((name, document.answer.text) for name, document in texts.items())
    assert len(names) >= 100
    assert problems([texts[name] for name in names[part::PARTS]], axe) == {}


@each_part
def test_nothing_overflows(
    problems: Callable[[list[Document], Check], dict[str, list[str]]],
    documents: list[Document],
    part: int,
) -> None:
    """No page scrolls horizontally or shows text outside the window, for any text."""
    texts = {document.name: document for document in documents}
    names = distinct(((name, document.answer.text) for name, document in texts.items()), extent)
    assert len(names) >= 200
    found = problems(
        [texts[name] for name in names[part::PARTS]], lambda page, _: overflow(page)
    )
    assert found == {}


# Set through the object model, which the policy allows.
SPOILED = """html => {
  html.removeAttribute("lang");
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("main * { color: #777 !important; background: #888 !important }");
  document.adoptedStyleSheets = [sheet];
}"""


def test_axe_detects_violations(open_page: Opener, server: Server) -> None:
    """axe-core reports violations, in both schemes and both widths."""
    page = open_page(server.url)
    page.goto("/animals")
    page.locator("html").evaluate(SPOILED)
    found = {tuple(text.split(": ")[:2]) for text in violations(page)}
    assert {mode for mode, rule in found if rule == "html-has-lang"} == {"light, 1280", "light, 390"}
    assert {mode for mode, rule in found if rule == "color-contrast"} == {
        "light, 1280",
        "light, 390",
        "dark, 1280",
        "dark, 390",
    }


def test_overflow_is_detected(open_page: Opener, server: Server) -> None:
    """A text wider than any window is detected."""
    page = open_page(server.url)
    page.goto("/animals")
    page.locator("h1").evaluate("h1 => { h1.style.width = '3000px' }")
    assert {text.partition(": ")[0] for text in overflow(page)} == {"320", "390", "640", "1280"}
