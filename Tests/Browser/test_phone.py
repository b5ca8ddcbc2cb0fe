"""A narrow window shows one column at a time, with links to the others."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import people
from server import Server
from windows import Opener

COLUMNS = {"category-list", "animal-list", "animal-detail"}


@pytest.fixture(params=[320, 390])
def phone(request: pytest.FixtureRequest, open_page: Opener, server: Server) -> Page:
    """A phone with a touch screen."""
    return open_page(server.url, width=request.param, script=False, is_mobile=True, has_touch=True)


def visible(page: Page) -> set[str]:
    """Returns the visible columns."""
    return {column for column in COLUMNS if page.locator(f"#{column}").is_visible()}


def test_one_column_at_a_time(phone: Page) -> None:
    """From the categories to an animal, and back by links."""
    people.start(phone)
    assert visible(phone) == {"category-list"}
    people.choose(phone, "Mammal")
    assert visible(phone) == {"animal-list"}
    people.choose_animal(phone, "Dog")
    assert visible(phone) == {"animal-detail"}
    phone.locator("#animal-detail").get_by_role("link", name="Mammal").click()
    assert visible(phone) == {"animal-list"}
    phone.locator("#animal-list").get_by_role("link", name="Categories").click()
    assert visible(phone) == {"category-list"}


def test_the_way_back_of_the_browser(phone: Page) -> None:
    """Each step has its own address, so going back is one step."""
    people.start(phone)
    people.choose(phone, "Mammal")
    people.choose_animal(phone, "Dog")
    phone.go_back()
    assert visible(phone) == {"animal-list"}
    phone.go_back()
    assert visible(phone) == {"category-list"}


def test_a_wide_window_shows_all_columns(page: Page) -> None:
    """Links back are not needed."""
    page.goto("/animals?category=Mammal&animal=Dog")
    assert visible(page) == COLUMNS
    expect(page.locator(".back").locator("visible=true")).to_have_count(0)


# Touch targets smaller than 44 by 24 pixels. Radio buttons are activated by
# their labels, and links within a sentence have its height.
SMALL = """() => [...document.querySelectorAll("a, button, select, input, label:has(input)")]
  .filter(element => element.checkVisibility() && !element.closest("[inert], .skip"))
  .filter(element => !element.matches("[type=radio], [type=hidden]"))
  .filter(element => {
    const { width, height } = element.getBoundingClientRect();
    return height < 44 || width < 24;
  })
  .map(element => element.outerHTML)"""


@pytest.mark.parametrize(
    "query",
    [
        "",
        "?category=Mammal",
        "?category=Fish",
        "?animal=Dog",
        "?animal=Dog&notice=updated",
        "?sheet=add",
        "?animal=Dog&alert=delete",
        "?category=Fabulous",
    ],
)
def test_everything_is_large_enough_for_a_finger(phone: Page, query: str) -> None:
    """Controls are at least 44 pixels high on a phone."""
    phone.goto("/animals" + query)
    assert phone.evaluate(SMALL) == []
