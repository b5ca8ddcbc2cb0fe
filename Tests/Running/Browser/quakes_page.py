"""The guide of earthquakes in a browser."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect


def listed(page: Page) -> list[str]:
    """Returns the ids of the displayed rows."""
    return page.locator(".rows .row").evaluate_all("rows => rows.map(row => row.id.slice(2))")


def row(page: Page, quake: str) -> Locator:
    """Returns the row of an earthquake."""
    return page.locator(f'[id="q-{quake}"]')


def current(page: Page) -> list[str]:
    """Returns the ids of the rows that are marked as current."""
    return page.locator(".rows [aria-current=true]").evaluate_all(
        "rows => rows.map(row => row.id.slice(2))"
    )


def unfold(page: Page, name: str = "Filters") -> None:
    """Unfolds the parts that are folded in a narrow window."""
    label = re.compile(rf"^{name}( \(\d+\))?$")
    fold = page.locator("details.fold").filter(has=page.locator("> summary", has_text=label))
    if fold.get_attribute("open") is None and fold.locator("> summary").is_visible():
        fold.locator("> summary").click()


def times(page: Page) -> Locator:
    """Returns the periods and days of the filter. The player of the map has a time as well."""
    return page.locator("#filter-form").get_by_label("Time", exact=True)


# The menus of groups of items.
MENUS = {"Refresh": "More", "Times": "Display", "Units": "Display"}


def menu_button(page: Page, menu: str) -> Locator:
    """Returns the button that opens a menu, or the menu of a group."""
    return page.locator("button.menu", has_text=MENUS.get(menu, menu))


def open_menu(page: Page, menu: str) -> Locator:
    """Opens a menu, or the menu of a group."""
    menu_button(page, menu).click()
    opened = page.locator(f"#menu-{MENUS.get(menu, menu).lower()}-list")
    expect(opened).to_be_visible()
    return opened


def choose(page: Page, menu: str, item: str) -> None:
    """Opens a menu, and chooses an item."""
    opened = open_menu(page, menu)
    opened.get_by_role("button", name=item).or_(opened.get_by_role("link", name=item)).click()


def show(page: Page, name: str) -> None:
    """Shows the map or the list in a narrow window; a wide one shows both."""
    link = page.locator(".head").get_by_role("link", name=name, exact=True)
    if link.is_visible():
        link.click()


def follow_map_link(page: Page, name: str) -> None:
    """Follows one of the links on the map or below it."""
    before = page.url
    page.locator("#quake-map nav").get_by_role("link", name=name, exact=True).click()
    expect(page).not_to_have_url(before)


def fact(page: Page, name: str) -> Locator:
    """Returns a detail of the selected earthquake."""
    term = page.locator("dt", has_text=re.compile(f"^{re.escape(name)}$"))
    return page.locator("#quake-detail .facts > div").filter(has=term).locator("dd")


def notice(page: Page) -> Locator:
    """Returns the notice of the last post."""
    return page.get_by_role("main").get_by_role("status")


def expect_counts(page: Page, shown: int, stored: int) -> None:
    """Expects both counts in the summary."""
    expect(page.locator("#said strong")).to_have_text(f"{shown:,} of {stored:,}")
