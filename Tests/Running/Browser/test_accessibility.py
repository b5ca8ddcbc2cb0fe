"""Every document of the site passes axe-core, and fits into every window.

Each distinct markup is checked once, see shapes.py: documents that consist of parts of
others are omitted. Each is loaded once.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from accessibility import BOTH, WIDE, violations
from layout import overflow
from program_fixtures import Document
from server import Server
from shapes import distinct, extent
from windows import HEIGHTS, Opener, show

# The documents are split, so that several processes share them.
PARTS = 4
each_part = pytest.mark.parametrize("part", range(PARTS))

Check = Callable[[Document], list[str]]


@pytest.fixture
def check(open_page: Opener, gallery_page: Page, stage: Server, components: set[str]) -> Check:
    """Loads a document, and returns its problems. The components of the gallery are those of
    the pages, which are checked in narrow windows as well."""
    pages = {stage.url: open_page(stage.url)}

    def check(document: Document) -> list[str]:
        page = pages.get(document.base, gallery_page)
        page.set_viewport_size({"width": 1280, "height": HEIGHTS[1280]})
        show(document.state, page, document.base)
        found = overflow(page)
        if document.name in components:
            found += violations(page, BOTH if document.name.startswith("site ") else WIDE)
        return found

    return check


@pytest.fixture(scope="module")
def components(documents: list[Document]) -> set[str]:
    """The names of documents with distinct markup."""
    plain = [document for document in documents if "hostile " not in document.name]
    return set(distinct((document.name, document.answer.text) for document in plain))


@pytest.fixture(scope="module")
def extents(documents: list[Document]) -> list[Document]:
    """Documents with distinct markup, or with texts that need another space."""
    names = set(distinct(((each.name, each.answer.text) for each in documents), extent))
    return [document for document in documents if document.name in names]


@each_part
def test_documents_are_accessible_and_fit(
    check: Check, components: set[str], extents: list[Document], part: int
) -> None:
    """With all rules of axe-core in light, and the colour rules in dark. For any text, no page
    scrolls horizontally or shows text outside the window."""
    assert len(components) >= 100
    assert components <= {document.name for document in extents}
    assert len(extents) >= 200
    found = {document.name: check(document) for document in extents[part::PARTS]}
    assert {name: problems for name, problems in found.items() if problems} == {}


# Set through the object model, which the policy allows.
SPOILED = """html => {
  html.removeAttribute("lang");
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("main * { color: #777 !important; background: #888 !important }");
  document.adoptedStyleSheets = [sheet];
}"""


def test_axe_detects_violations(open_page: Opener, server: Server) -> None:
    """axe-core reports violations, in both schemes and both widths; where a width is checked
    twice, those of its colours twice."""
    page = open_page(server.url)
    page.goto("/animals")
    page.locator("html").evaluate(SPOILED)
    for modes, first in ((BOTH, BOTH), (WIDE, WIDE[:1])):
        found = {tuple(text.split(": ")[:2]) for text in violations(page, modes)}
        for rule, expected in (("html-has-lang", first), ("color-contrast", modes)):
            names = {f"{scheme}, {width}" for scheme, width in expected}
            assert {mode for mode, name in found if name == rule} == names


def test_overflow_is_detected(open_page: Opener, server: Server) -> None:
    """A text wider than any window is detected."""
    page = open_page(server.url)
    page.goto("/animals")
    page.locator("h1").evaluate("h1 => { h1.style.minWidth = '3000px' }")
    assert {text.partition(": ")[0] for text in overflow(page)} == {"320", "390", "640", "1280"}
