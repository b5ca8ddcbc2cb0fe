"""The inspector: actions, changes and selectors."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import inspection
import web
from accessibility import WIDE, violations
from layout import overflow
from server import Server
from windows import HEIGHTS, Opener


@pytest.fixture(params=[True, False], ids=["script", "no-script"])
def window(request: pytest.FixtureRequest, open_page: Opener, inspected: Server) -> Page:
    """A window on the inspector, with and without scripts."""
    return open_page(inspected.url, script=request.param)


def test_an_action_tells_what_it_changed(window: Page, inspected: Server) -> None:
    """From the index to the store, and to the difference of the newest action."""
    web.send(f"{inspected.url}/animals?category=Mammal")
    web.add(inspected.url, "Red panda")
    window.goto("/inspector")
    window.locator("#stores").get_by_role("link", name="animals").first.click()
    window.locator("#actions").get_by_role("link", name="data.log").first.click()
    expect(window.locator("#difference .came").first).to_be_visible()
    expect(window.locator("#difference")).to_contain_text("Red panda")
    expect(window.locator("#difference")).not_to_contain_text("Kangaroo")
    expect(window.locator("#action")).to_contain_text("edited")
    expect(window.locator("#actions [aria-current]")).to_contain_text("data.log")


def test_selectors_are_counted(window: Page, inspected: Server) -> None:
    """Their evaluations, the calls of their filters and their new outputs."""
    web.send(f"{inspected.url}/animals?category=Mammal")
    window.goto("/inspector/animals")
    row = window.locator("#selectors").get_by_role("row", name="SelectAnimalsCounts")
    expect(row.get_by_role("cell")).to_have_count(3)
    expect(row.get_by_role("cell").first).not_to_have_text("0")


def test_an_open_inspector_follows(open_page: Opener, inspected: Server) -> None:
    """The inspector is a live page."""
    page = open_page(inspected.url)
    page.goto("/inspector/animals")
    expect(page.locator("#live")).to_have_attribute("data-state", "live")
    web.add(inspected.url, "Red panda")
    expect(page.locator("#actions")).to_contain_text("data.persistentSession.didAddAnimal")


def test_its_pages_are_as_clean_as_others(open_page: Opener, inspected: Server) -> None:
    """The pages pass axe-core in both schemes, and fit into every window."""
    page = open_page(inspected.url)
    for address in inspection.addresses(inspected.url):
        page.set_viewport_size({"width": 1280, "height": HEIGHTS[1280]})
        page.goto(address)
        assert violations(page, WIDE) == [], address
        assert overflow(page) == [], address
