"""The documents that the snapshot tests keep show states that the program
reaches only when something fails. They pass the same checks."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from accessibility import Scheme, violations
from conftest import HEIGHTS
from html_checker import messages
from server import PACKAGE
from test_names import OUTSIDE, SIDEWAYS

FOLDER = PACKAGE / "Tests/FieldguideTests/Snapshots"
DOCUMENTS = sorted(FOLDER.rglob("*.html"))
# What a page has to have, and a part of one has not.
PAGE_RULES = ("page-has-heading-one", "region", "landmark-one-main", "heading-order")

pytestmark = pytest.mark.skipif(
    not FOLDER.exists(), reason=f"there are no snapshots: {FOLDER} does not exist"
)


def test_there_are_snapshots() -> None:
    """An empty folder would make all of this pass. Each guide has its own."""
    assert {path.parent.name for path in DOCUMENTS} >= {"animals", "quakes", "breeds"}


def test_the_checker_has_nothing_to_say() -> None:
    """No error, no warning, no remark."""
    assert messages(FOLDER) == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(FOLDER)))
def test_axe_finds_no_violation(browser: Browser, document: Path) -> None:
    """In light and dark; with the style sheet."""
    page = browser.new_page()
    page.goto(document.as_uri())
    assert page.evaluate("[...document.styleSheets].some(sheet => sheet.href)"), "no style sheet"
    background = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert background != "rgba(0, 0, 0, 0)", "the style sheet was not found"
    is_page = len(document.relative_to(FOLDER).parts) == 2
    modes: list[tuple[Scheme, int]] = [("light", 1280), ("dark", 390)]
    assert violations(page, modes, besides=() if is_page else PAGE_RULES) == []
    page.close()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(FOLDER)))
def test_nothing_sticks_out_sideways(browser: Browser, document: Path) -> None:
    """On each width of screen."""
    page = browser.new_page()
    page.goto(document.as_uri())
    for width, height in HEIGHTS.items():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(SIDEWAYS) == [], width
        assert page.evaluate(OUTSIDE) == [], width
    page.close()
