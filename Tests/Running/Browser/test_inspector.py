"""The inspector: actions, changes and durations."""

from __future__ import annotations

import re

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


def test_two_clicks_explain_a_slow_page(window: Page, inspected: Server) -> None:
    """From the index to the page, which names its slowest parts."""
    web.send(f"{inspected.url}/animals?category=Mammal")
    window.goto("/inspector")
    window.get_by_role("link", name="/animals?category=Mammal", exact=True).click()
    slowest = window.locator("#slowest")
    expect(slowest).to_contain_text("creating view states")
    expect(slowest.get_by_role("row", name="animal-list")).to_contain_text("fragment")
    note = window.locator(".row-note", has_text=re.compile("^selector$"))
    selector = slowest.locator("tr").filter(has=note).first
    expect(selector).to_contain_text("It was not in the cache.")
    expect(selector).to_contain_text("The output was computed and changed.")


def test_an_action_tells_what_it_changed_and_what_came_of_it(
    window: Page, inspected: Server
) -> None:
    """The difference, the selectors, and the fragments."""
    web.send(f"{inspected.url}/animals?category=Mammal")
    web.add(inspected.url, "Red panda")
    web.send(f"{inspected.url}/animals?category=Mammal")
    window.goto("/inspector/animals")
    window.get_by_role("link", name="data.log").first.click()
    expect(window.locator("#difference .came").first).to_be_visible()
    expect(window.locator("#difference")).to_contain_text("Red panda")
    expect(window.locator("#difference")).not_to_contain_text("Kangaroo")
    expect(window.locator("#action")).to_contain_text("edited")
    expect(window.locator("#selectors")).to_contain_text("An action passed its filter.")
    expect(window.locator("#pages")).to_contain_text("/animals?category=Mammal")
    expect(window.locator("#pages")).to_contain_text("animal-list")


def test_a_page_is_shown_as_it_was(window: Page, inspected: Server) -> None:
    """After the action and after the previous one, read-only."""
    web.send(f"{inspected.url}/animals")
    animal = web.add(inspected.url, "Red panda")
    web.rename(inspected.url, animal, "Lesser panda")
    window.goto("/inspector/animals")
    # The newest one is the rename.
    window.get_by_role("link", name="data.log").nth(1).click()
    window.get_by_label("Page as it was").fill("/animals?category=Mammal")
    window.get_by_role("button", name="Show").click()
    expect(window.locator("#animal-list")).to_contain_text("Red panda")
    expect(window.locator("#animal-list")).not_to_contain_text("Lesser panda")
    assert window.get_by_role("link", name="Add").count() == 0
    window.get_by_role("link", name="The action").click()
    assert "/inspector/animals/" in window.url


def test_an_open_inspector_follows(open_page: Opener, inspected: Server) -> None:
    """The inspector is a live page."""
    page = open_page(inspected.url)
    page.goto("/inspector/animals")
    expect(page.locator("#live")).to_have_attribute("data-state", "live")
    web.add(inspected.url, "Red panda")
    expect(page.locator("#actions")).to_contain_text("data.persistentSession.didAddAnimal")


def test_browsers_that_were_sent_something_are_counted(
    open_page: Opener, inspected: Server
) -> None:
    """Each open page is counted."""
    pages = [open_page(inspected.url) for _ in range(2)]
    for page in pages:
        page.goto("/animals?category=Mammal")
        expect(page.locator("#live")).to_have_attribute("data-state", "live")
    web.add(inspected.url, "Red panda")
    for page in pages:
        expect(page.locator("#animal-list")).to_contain_text("Red panda")
    page = open_page(inspected.url)
    page.goto("/inspector/animals")
    page.get_by_role("link", name="data.persistentSession.didAddAnimal").first.click()
    expect(page.locator("#pages")).to_contain_text("2 open browsers")


def test_its_pages_are_as_clean_as_others(open_page: Opener, inspected: Server) -> None:
    """The pages pass axe-core in both schemes, and fit into every window."""
    page = open_page(inspected.url)
    for address in inspection.addresses(inspected.url):
        page.set_viewport_size({"width": 1280, "height": HEIGHTS[1280]})
        page.goto(address)
        assert violations(page, WIDE) == [], address
        assert overflow(page) == [], address
