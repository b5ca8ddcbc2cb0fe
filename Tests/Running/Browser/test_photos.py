"""The guide of photos, with a local API. Outages: WebSiteTests/PhotosPostTests.swift."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import web
from photos import PhotoServer
from server import PACKAGE, Server, serving
from windows import Opener, Window

SAMPLES = PACKAGE / "Sources/C/CSamples/photos"


@pytest.fixture
def server(tmp_path: Path, photos: PhotoServer) -> Iterator[Server]:
    """A program that uses this API."""
    with serving(tmp_path / "data", photos=photos.url) as server:
        yield server


@pytest.fixture
def page(open_page: Opener, server: Server, window: Window) -> Page:
    """A window on the program."""
    return open_page(server.url, width=window.width, script=window.script)


def test_finding_and_opening(page: Page, server: Server) -> None:
    """A search in a shareable address, a photo of it, the next one, and back to the list."""
    page.goto("/photos")
    expect(page.locator("#photo-list > li")).to_have_count(5)
    expect(page.get_by_text("5 in 1 album")).to_be_visible()
    page.get_by_role("searchbox", name="Search photos").fill("OMNIS")
    page.get_by_role("searchbox", name="Search photos").press("Enter")
    expect(page.locator("#photo-list > li")).to_have_count(2)
    expect(page.get_by_text("2 of 5")).to_be_visible()
    page.reload()
    page.get_by_role("link", name="culpa odio esse rerum omnis").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("culpa odio esse rerum omnis")
    expect(page.get_by_text("1 of 2")).to_be_visible()
    page.get_by_role("link", name="Next").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("natus nisi omnis corporis")
    page.get_by_role("link", name="All photos").click()
    expect(page).to_have_url(f"{server.url}/photos?q=OMNIS")
    page.goto("/photos?q=zzz")
    expect(page.locator("#photo-list > li")).to_have_count(0)
    expect(page.locator(".empty")).to_be_visible()
    assert web.send(f"{server.url}/photos?q=zzz").status == 200
    assert web.send(f"{server.url}/photos?photo=99").status == 404


def test_the_banner(page: Page) -> None:
    """A change in the dialog appears in the list."""
    page.goto("/photos")
    page.get_by_role("button", name="More").click()
    page.get_by_role("link", name="Write a banner").click()
    page.get_by_role("textbox", name="Title", exact=True).fill('<b>"Ours" & more</b>')
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_text('<b>"Ours" & more</b>').first).to_be_visible()


def test_pictures_of_a_folder(open_page: Opener, tmp_path: Path, window: Window) -> None:
    """Files of a folder are the photos, folders in it are albums, and nothing else is sent."""
    folder = tmp_path / "pictures"
    (folder / "at sea").mkdir(parents=True)
    shutil.copy(SAMPLES / "cat.jpg", folder / "a-cat.jpg")
    shutil.copy(SAMPLES / "rocket.jpg", folder / "at sea" / "rocket.JPG")
    (folder / "notes.txt").write_text("private")
    (tmp_path / "outside.jpg").write_bytes(b"private")
    (folder / "link.jpg").symlink_to(tmp_path / "outside.jpg")
    with serving(tmp_path / "data", photos=str(folder)) as server:
        page = open_page(server.url, width=window.width, script=window.script)
        page.goto("/photos")
        expect(page.locator("#photo-list .row-name")).to_have_text(["A cat", "Rocket"])
        expect(page.locator("#photo-list .row-note")).to_have_text(["", "At sea"])
        page.get_by_role("link", name="Rocket").click()
        picture = page.get_by_role("img", name="Rocket")
        expect(picture).to_have_js_property("naturalWidth", 480)
        source = picture.get_attribute("src")
        assert source
        answer = web.send(server.url + source)
        assert answer.body == (SAMPLES / "rocket.jpg").read_bytes()
        assert answer.fields["content-type"] == "image/jpeg"
        assert "immutable" in answer.fields["cache-control"]
        path = source.split("?")[0]
        assert "immutable" not in web.send(server.url + path).fields["cache-control"]
        for other in ("/photos/pictures/1", "/photos/pictures/link.jpg", path + "/../notes.txt"):
            assert web.send(server.url + other).status in (400, 404)
