"""The guide of earthquakes in a browser."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect


def listed(page: Page) -> list[str]:
    """Returns the ids of the displayed rows."""
    return page.locator(".rows li").evaluate_all("rows => rows.map(row => row.id.slice(2))")


def row(page: Page, quake: str) -> Locator:
    """Returns the row of an earthquake."""
    return page.locator(f'[id="q-{quake}"] .row')


def current(page: Page) -> list[str]:
    """Returns the ids of the rows that are marked as current."""
    return page.locator(".rows [aria-current=true]").evaluate_all(
        "rows => rows.map(row => row.parentNode.id.slice(2))"
    )


def count(page: Page) -> Locator:
    """Returns the number of listed earthquakes, and which they are."""
    return page.locator(".head .count .long")


def open_filters(page: Page) -> Locator:
    """Shows the sheet with the fields of the filter."""
    sheet = page.locator("#filters")
    if not sheet.is_visible():
        page.locator(".head").get_by_role("button", name="Filters").click()
    expect(sheet).to_be_visible()
    return sheet


def send(page: Page) -> None:
    """Submits the fields of the filter."""
    open_filters(page).get_by_role("button", name="Show", exact=True).click()


def search(page: Page, place: str) -> None:
    """Types a place in the head, and sends it with Enter."""
    field = page.get_by_label("Town or country", exact=True).and_(page.locator("input"))
    field.fill(place)
    field.press("Enter")


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
MENUS = {"Refresh": "More", "Times": "Display", "Distances": "Display", "Order": "Display"}


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
    named = opened.get_by_role("button", name=item, exact=True)
    named.or_(opened.get_by_role("link", name=item, exact=True)).click()


def show(page: Page, name: str) -> None:
    """Shows the map or the list in a narrow window; a wide one shows both."""
    link = page.locator(".go", has_text=name)
    if link.is_visible():
        link.click()


def follow_map_link(page: Page, name: str) -> None:
    """Follows one of the links on the map, or of the menu of its layers."""
    before = page.url
    link = page.locator(".tools").get_by_role("link", name=name, exact=True)
    if not link.is_visible():
        link = open_layers(page).get_by_role("link", name=name, exact=True)
    link.click()
    expect(page).not_to_have_url(before)


def open_layers(page: Page) -> Locator:
    """Opens the menu of the layers of the map."""
    menu = page.locator("#layers-list")
    if not menu.is_visible():
        page.get_by_role("button", name="Layers").click()
    expect(menu).to_be_visible()
    return menu


def fact(page: Page, name: str) -> Locator:
    """Returns a detail of the selected earthquake."""
    term = page.locator("dt", has_text=re.compile(f"^{re.escape(name)}$"))
    return page.locator("#quake-detail .facts > div").filter(has=term).locator("dd")


def notice(page: Page) -> Locator:
    """Returns the notice of the last post."""
    return page.get_by_role("main").get_by_role("status")

