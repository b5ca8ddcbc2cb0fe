"""The steps of a visitor, by the words on the pages.

A narrow window shows one column. There, these steps navigate between the columns.
"""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect


def is_narrow(page: Page) -> bool:
    """Returns true if the window shows only one column."""
    size = page.viewport_size
    return size is not None and size["width"] < 768


def start(page: Page) -> None:
    """Opens the front page."""
    page.goto("/")
    page.get_by_role("main").get_by_role("link", name="Animals", exact=True).click()


def choose(page: Page, category: str) -> None:
    """Selects a category."""
    page.locator("#category-list").get_by_role("link", name=category).click()
    expect(page.get_by_role("heading", name=category, exact=True)).to_be_visible()


def choose_animal(page: Page, name: str) -> None:
    """Selects an animal in the list."""
    page.locator("#animal-list").get_by_role("link").filter(has_text=name).click()
    expect(page.locator("#detail-title")).to_have_text(name)


def add(page: Page, name: str, *, diet: str) -> None:
    """Adds an animal to the selected category, and waits for its page."""
    open_editor(page)
    page.get_by_label("Name").fill(name)
    page.get_by_label(diet).check()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#detail-title")).to_have_text(name)


def open_editor(page: Page) -> None:
    """Opens the form for a new animal."""
    page.get_by_role("link", name="Add animal").first.click()
    expect(page.get_by_role("dialog", name="Add animal")).to_be_visible()


def reset(page: Page) -> None:
    """Opens the question whether to reset the sample data."""
    page.locator("#more").click()
    page.get_by_role("link", name="Reset sample data…").click()


def outcome(page: Page) -> Locator:
    """Returns the outcome of the last form."""
    return page.locator(".notice[role=status]")


def ask_to_delete(page: Page) -> None:
    """Opens the question whether to delete the selected animal."""
    page.locator("#open-delete").click()
    page.get_by_role("link", name="Delete…").click()


def column(page: Page) -> Locator:
    """Returns the list of the selected category."""
    return page.locator("#animal-list")


def listed(page: Page) -> list[str]:
    """Returns the names in the list, in order. On a narrow window, goes back to it first."""
    if is_narrow(page) and page.locator("#animal-detail").is_visible():
        page.locator("#animal-detail .back").click()
    expect(column(page)).to_be_visible()
    return column(page).locator(".row-name").all_inner_texts()


def summary(page: Page) -> Locator:
    """Returns the category and the diet of the selected animal."""
    return page.locator(".portrait p")
