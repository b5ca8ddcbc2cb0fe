"""The example sites."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from accessibility import violations
from server import PACKAGE, Server
from test_forms import save
from web import send
from windows import Opener, Window

pytestmark = pytest.mark.skipif(
    not (PACKAGE / ".build/debug/Plants").exists(), reason="“make examples” builds them"
)


@pytest.fixture
def counter(tmp_path: Path) -> Iterator[Server]:
    """A running counter."""
    server = Server(tmp_path / "data", example="Counter")
    yield server
    server.kill()


@pytest.fixture
def plants(tmp_path: Path) -> Iterator[Server]:
    """A running guide of plants."""
    server = Server(tmp_path / "data", example="Plants")
    yield server
    server.kill()


def test_a_counter_is_live_in_two_windows(counter: Server, open_page: Opener) -> None:
    first, second = open_page(counter.url), open_page(counter.url)
    for page in (first, second):
        page.goto("/")
        expect(page).to_have_url(re.compile("/counter$"))
        expect(page.locator("#live")).to_have_attribute("data-state", "live")
        expect(page.get_by_role("heading", level=1)).to_contain_text("0")
    first.get_by_role("button", name="Count up").click()
    expect(second.get_by_role("heading", level=1)).to_contain_text("1")
    second.get_by_role("button", name="Count down").click()
    expect(first.get_by_role("heading", level=1)).to_contain_text("0")
    assert violations(first) == []


def test_a_counter_counts_without_script(counter: Server, open_page: Opener) -> None:
    page = open_page(counter.url, width=390, script=False)
    page.goto("/counter")
    page.get_by_role("button", name="Count up").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("1")


def test_a_counter_has_what_every_site_has(counter: Server) -> None:
    page = send(counter.url + "/counter")
    assert "default-src 'none'" in page.fields["content-security-policy"]
    assert page.fields["etag"]
    assert send(counter.url + "/nowhere").status == 404
    assert send(counter.url + "/readyz").status == 200
    counter.process.send_signal(signal.SIGTERM)
    assert counter.process.wait(timeout=30) == 0


def editor(page: Page) -> None:
    """Opens the form that adds a plant."""
    page.get_by_role("link", name="Add").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_a_plant_is_added_edited_and_deleted(
    plants: Server, open_page: Opener, window: Window
) -> None:
    page = open_page(plants.url, width=window.width, script=window.script)
    page.goto("/plants")
    editor(page)
    # Errors are shown beside the input.
    page.get_by_label("Name").fill("Moss")
    page.get_by_label("Height").fill("tall")
    assert save(page).status == 422
    expect(page.get_by_role("alert")).to_be_focused()
    expect(page.get_by_label("Name")).to_have_value("Moss")
    expect(page.get_by_label("Height")).to_have_value("tall")
    page.get_by_label("Height").fill("2")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("main").get_by_role("status")).to_contain_text("Moss")

    page.get_by_role("link", name="Edit").first.click()
    page.get_by_label("Name").fill("Peat moss")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("main")).to_contain_text("Peat moss")

    page.get_by_role("link", name="Delete").first.click()
    page.get_by_role("alertdialog").get_by_role("button").click()
    page.goto("/plants")
    expect(page.get_by_role("main")).not_to_contain_text("Peat moss")


def test_two_editors_of_a_plant_meet(plants: Server, open_page: Opener) -> None:
    pages = [open_page(plants.url, script=False) for _ in range(2)]
    for page in pages:
        page.goto("/plants")
        page.get_by_role("link", name="Lavender").first.click()
        page.get_by_role("link", name="Edit").first.click()
    first, second = pages
    first.get_by_label("Height").fill("61")
    first.get_by_role("button", name="Save").click()
    second.get_by_label("Height").fill("62")
    assert save(second).status == 409
    alert = second.get_by_role("alert")
    expect(alert).to_contain_text("61")
    expect(alert).to_contain_text("62")
    # Saving again overwrites the stored version.
    second.get_by_role("button", name="Save").click()
    expect(second.get_by_role("main")).to_contain_text("62")


def test_a_plant_appears_in_an_open_page(plants: Server, open_page: Opener) -> None:
    reader, writer = open_page(plants.url), open_page(plants.url)
    reader.goto("/plants")
    expect(reader.locator("#live")).to_have_attribute("data-state", "live")
    writer.goto("/plants")
    editor(writer)
    writer.get_by_label("Name").fill("Nettle")
    writer.get_by_role("button", name="Save").click()
    expect(reader.get_by_role("main")).to_contain_text("Nettle")
    assert violations(reader) == []


def test_a_filter_of_plants_is_in_the_address(
    plants: Server, open_page: Opener, window: Window
) -> None:
    page = open_page(plants.url, width=window.width, script=window.script)
    page.goto("/plants?light=shade")
    expect(page.get_by_role("main")).to_contain_text("Lady fern")
    expect(page.get_by_role("main")).not_to_contain_text("Lavender")
