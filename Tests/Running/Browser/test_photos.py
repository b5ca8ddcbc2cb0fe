"""The guide of photos, with a local API. Outages: WebSiteTests/PhotosPostTests.swift."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import web
from photos import PhotoServer
from server import Server, serving
from windows import Opener, Window


@pytest.fixture
def server(tmp_path: Path, photos: PhotoServer) -> Iterator[Server]:
    """A program that uses this API."""
    with serving(tmp_path / "data", photos=photos.url) as server:
        yield server


@pytest.fixture
def page(open_page: Opener, server: Server, window: Window) -> Page:
    """A window on the program."""
    return open_page(server.url, width=window.width, script=window.script)


def titles(page: Page) -> list[str]:
    """Returns the displayed titles."""
    return page.locator(".swatch p:last-of-type").all_inner_texts()


def test_searching_and_counting(page: Page, server: Server) -> None:
    """Searching, counting, and both at the same time, in a shareable address."""
    page.goto("/photos")
    expect(page.locator(".swatch")).to_have_count(5)
    expect(page.get_by_role("heading", level=1)).to_have_text("Photos")
    page.get_by_role("searchbox", name="Search titles").fill("OMNIS")
    page.get_by_role("searchbox", name="Search titles").press("Enter")
    expect(page.locator(".swatch")).to_have_count(2)
    page.get_by_role("button", name="Show count").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Photos 2")
    assert "q=OMNIS" in page.url and "count=on" in page.url
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Photos 2")
    page.goto("/photos?q=zzz")
    expect(page.locator(".swatch")).to_have_count(0)
    expect(page.locator(".empty")).to_be_visible()
    assert web.send(f"{server.url}/photos?q=zzz").status == 200


def test_the_banner(page: Page) -> None:
    """A change in the dialog appears in the list."""
    page.goto("/photos")
    page.get_by_role("link", name="Update the banner").click()
    page.get_by_role("textbox", name="Title", exact=True).fill('<b>"Ours" & more</b>')
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_text('<b>"Ours" & more</b>').first).to_be_visible()
