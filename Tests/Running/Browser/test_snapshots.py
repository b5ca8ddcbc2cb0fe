"""Snapshots open in a browser as files. Their content is checked in the gallery, which has
the same states."""

from __future__ import annotations

import re

from playwright.sync_api import Browser

from server import PACKAGE
from web import GUIDES

FOLDER = PACKAGE / "Tests/Site/WebSite/Snapshots"
DOCUMENTS = sorted(FOLDER.rglob("*.html"))
STYLE_SHEET = re.compile(r'<link rel="stylesheet" href="([^"]+)"')


def test_there_are_snapshots() -> None:
    """An empty folder would make the other test pass. Each guide has its own."""
    assert {path.parent.name for path in DOCUMENTS} >= set(GUIDES)


def test_each_has_its_style_sheets() -> None:
    """By paths from its folder."""
    without = []
    for document in DOCUMENTS:
        sheets = [document.parent / path for path in STYLE_SHEET.findall(document.read_text())]
        if not sheets or not all(sheet.is_file() for sheet in sheets):
            without.append(str(document.relative_to(FOLDER)))
    assert without == []


def test_one_of_each_depth_opens_as_a_file(browser: Browser) -> None:
    """With its style sheet."""
    page = browser.new_page()
    for document in {len(document.parts): document for document in DOCUMENTS}.values():
        page.goto(document.as_uri())
        background = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        assert background != "rgba(0, 0, 0, 0)", document
    page.close()
