"""The guide of photos, with a local API."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import web
from accessibility import violations
from photos import TITLES, PhotoServer
from server import Server
from windows import Opener, Window


@pytest.fixture
def photos() -> Iterator[PhotoServer]:
    """A working photos API."""
    server = PhotoServer(TITLES)
    yield server
    server.close()


@pytest.fixture
def server(tmp_path: Path, photos: PhotoServer) -> Iterator[Server]:
    """A program that uses this API."""
    server = Server(tmp_path / "data", photos=photos.url)
    yield server
    server.kill()


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


def test_escape_closes_an_untouched_banner_editor(open_page: Opener, server: Server) -> None:
    """The list stays as it was."""
    page = open_page(server.url)
    page.goto("/photos?q=omnis")
    page.get_by_role("link", name="Update the banner").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.url == f"{server.url}/photos?q=omnis"


def test_an_outage_keeps_the_photos(page: Page, photos: PhotoServer, server: Server) -> None:
    """Also after a restart; a retry is offered."""
    page.goto("/photos")
    expect(page.locator(".swatch")).to_have_count(5)
    assert photos.count == 1
    photos.status = 500
    page.goto("/photos?q=culpa")
    expect(page.locator(".swatch")).to_have_count(1)
    assert server.stop() == 0
    server.start()
    assert web.send(f"{server.url}/photos").text.count('swatch"') == 5


def test_a_failed_first_load_shows_the_reason(page: Page, photos: PhotoServer) -> None:
    """The query is kept, and a retry is offered."""
    photos.status = 500
    page.goto("/photos?q=omnis&count=on")
    expect(page.get_by_role("alert").first).to_be_visible()
    photos.status = 200
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".swatch")).to_have_count(2)
    expect(page.get_by_role("heading", level=1)).to_have_text("Photos 2")


@pytest.mark.parametrize("path", ["/photos", "/photos?q=zzz", "/photos?count=on&dialog=banner"])
def test_axe_finds_no_violation(browser: Browser, server: Server, path: str) -> None:
    """In light and dark."""
    page = browser.new_page()
    page.goto(server.url + path)
    assert violations(page, [("light", 1280), ("dark", 390)]) == []
    page.close()
