"""Menus and dialogs."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import quakes
import quakes_page
from program_fixtures import Stored
from windows import Opener, Window


@pytest.fixture
def page(open_page: Opener, samples: Stored, window: Window) -> Page:
    """A window on the samples, wide with and narrow without script."""
    page = open_page(samples.server.url, width=window.width, script=window.script)
    page.goto(quakes.address(date="any"))
    return page


def opened(page: Page) -> list[str]:
    """Returns the ids of the open menus."""
    return page.locator(":popover-open").evaluate_all("menus => menus.map(menu => menu.id)")


def test_one_menu_is_open_at_a_time(page: Page) -> None:
    """Another button opens its own menu instead."""
    quakes_page.open_menu(page, "Times")
    assert opened(page) == ["menu-display-list"]
    quakes_page.open_menu(page, "More")
    assert opened(page) == ["menu-more-list"]


def test_a_menu_closes_on_escape(page: Page) -> None:
    """The focus returns to its button."""
    menu = quakes_page.open_menu(page, "Times")
    menu.get_by_role("link", name="miles").focus()
    page.keyboard.press("Escape")
    expect(menu).not_to_be_visible()
    expect(quakes_page.menu_button(page, "Times")).to_be_focused()


def test_a_menu_closes_on_a_click_outside(page: Page) -> None:
    """On the counts, for instance, and on its own button."""
    menu = quakes_page.open_menu(page, "More")
    page.locator("h1").click(position={"x": 4, "y": 4})
    expect(menu).not_to_be_visible()
    quakes_page.open_menu(page, "More")
    quakes_page.menu_button(page, "More").click()
    expect(menu).not_to_be_visible()


def test_a_menu_is_at_its_button(page: Page) -> None:
    """Below it, or above that at the foot of the list."""
    for name in ("More", "Times"):
        menu = quakes_page.open_menu(page, name).bounding_box()
        button = quakes_page.menu_button(page, name).bounding_box()
        assert menu is not None and button is not None
        below = menu["y"] - button["y"] - button["height"]
        above = button["y"] - menu["y"] - menu["height"]
        assert 0 <= max(below, above) < 12
        assert menu["x"] < button["x"] + button["width"] and button["x"] < menu["x"] + menu["width"]
        page.keyboard.press("Escape")


def test_the_current_choices_are_marked(page: Page) -> None:
    """Once each: the order, the unit and the zone."""
    quakes_page.open_menu(page, "Times").get_by_text("Other zone…").click()
    page.get_by_role("link", name="Tokyo, UTC+9").click()
    quakes_page.choose(page, "Distances", "miles")
    menu = quakes_page.open_menu(page, "Times")
    expect(menu.locator("[aria-current=true]")).to_have_text(["Newest", "miles", "Tokyo, UTC+9"])
    expect(menu.get_by_text("Tokyo")).to_have_count(1)


def test_a_click_in_a_confirmation_keeps_it(open_page: Opener, samples: Stored) -> None:
    """Only a click beside it cancels."""
    page = open_page(samples.server.url)
    page.goto(quakes.address(date="any", dialog="deleteAll"))
    page.get_by_role("alertdialog").get_by_role("heading").click()
    expect(page.get_by_role("alertdialog")).to_be_visible()
