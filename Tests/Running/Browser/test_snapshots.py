"""Snapshots open in a browser as files. Their content is checked in the gallery, which has
the same states."""

from __future__ import annotations

from playwright.sync_api import Browser

from server import PACKAGE
from web import GUIDES

FOLDER = PACKAGE / "Tests/Site/WebSite/Snapshots"
DOCUMENTS = sorted(FOLDER.rglob("*.html"))


def test_there_are_snapshots() -> None:
    """An empty folder would make the other test pass. Each guide has its own."""
    assert {path.parent.name for path in DOCUMENTS} >= set(GUIDES)


def test_each_opens_as_a_file(browser: Browser) -> None:
    """With its style sheet, from any folder."""
    page = browser.new_page()
    without = []
    for document in DOCUMENTS:
        page.goto(document.as_uri())
        background = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        if background == "rgba(0, 0, 0, 0)":
            without.append(str(document.relative_to(FOLDER)))
    page.close()
    assert without == []
