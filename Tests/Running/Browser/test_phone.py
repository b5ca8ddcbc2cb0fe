"""A narrow window shows one column at a time, with links to the others."""

from __future__ import annotations

import pytest
from playwright.sync_api import FloatRect, Page, expect

import people
import quakes
from program_fixtures import Stored
from server import Server
from windows import HEIGHTS, Opener

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


@pytest.mark.parametrize("height", [200, 256, 512])
def test_a_selection_at_400_percent(page: Page, height: int) -> None:
    """The bars leave room for the list: each row can be seen, with the rows around it."""
    page.set_viewport_size({"width": 320, "height": height})
    page.goto("/animals?category=Mammal&select=on")
    seen = page.evaluate(
        """() => [...document.querySelectorAll("#animal-list .row")].map(row => {
          row.scrollIntoView({ block: "center" });
          const { x, y, width, height } = row.getBoundingClientRect();
          const isSeen = (top) => row.contains(document.elementFromPoint(x + width / 2, top));
          return isSeen(y + 2) && isSeen(y + height - 2);
        })"""
    )
    assert seen == [True] * 4


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
        "?animal=Dog&notice=saved",
        "?dialog=add",
        "?animal=Dog&dialog=delete",
        "?category=Fabulous",
    ],
)
def test_everything_is_large_enough_for_a_finger(
    open_page: Opener, server: Server, query: str
) -> None:
    """Controls are at least 44 pixels high on a phone."""
    page = open_page(server.url, width=390, script=False, is_mobile=True, has_touch=True)
    page.goto("/animals" + query)
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
        assert page.evaluate(SMALL) == []


@pytest.fixture(params=[True, False], ids=["script", "no-script"])
def narrow(request: pytest.FixtureRequest, open_page: Opener, week: Stored) -> Page:
    """A phone of 390 by 844 pixels on a week of earthquakes."""
    page = open_page(
        week.server.url, width=390, script=request.param, is_mobile=True, has_touch=True
    )
    page.goto(quakes.address(date="any"))
    return page


def box(page: Page, selector: str) -> FloatRect:
    """Returns the position of an element in the window."""
    found = page.locator(selector).first.bounding_box()
    assert found is not None
    return found


def test_the_first_earthquake_is_visible(narrow: Page) -> None:
    """Without scrolling, below one row of questions."""
    first = box(narrow, ".rows .row")
    assert first["y"] + first["height"] <= 844
    buttons = narrow.locator(".presets > *").locator("visible=true")
    heights = {round(one["y"]) for one in (found.bounding_box() for found in buttons.all()) if one}
    assert len(heights) == 1


def test_the_map_takes_the_place_of_the_list(narrow: Page) -> None:
    """By a link, at 45 % of the window or more, and back by another."""
    expect(narrow.locator("#quake-map")).not_to_be_visible()
    narrow.get_by_role("link", name="Map", exact=True).tap()
    expect(narrow.locator("#quake-map")).to_be_visible()
    expect(narrow.locator("#quake-list")).not_to_be_visible()
    frame = box(narrow, "#quake-map > :first-child")
    assert frame["height"] >= 0.45 * 844
    assert frame["y"] + frame["height"] <= 844
    assert quakes.query_of(narrow.url) == {"date": "any", "show": "map"}
    narrow.get_by_role("link", name="List", exact=True).tap()
    expect(narrow.locator("#quake-list")).to_be_visible()
    assert quakes.query_of(narrow.url) == {"date": "any"}


def test_a_tap_shows_the_card_below_its_row(narrow: Page) -> None:
    """Both are visible; closing the card returns to the row."""
    row = narrow.locator(".rows .row").nth(40)
    quake = row.locator("xpath=..").get_attribute("id")
    row.tap()
    expect(narrow.locator("#quake-title")).to_be_in_viewport()
    expect(narrow.get_by_role("link", name="Close")).to_be_in_viewport(ratio=1)
    selected, sheet = box(narrow, f'[id="{quake}"]'), box(narrow, "#quake-card")
    assert 0 <= selected["y"] and selected["y"] + selected["height"] <= sheet["y"]
    # Above the state of the page.
    assert 780 <= sheet["y"] + sheet["height"] <= 844
    narrow.get_by_role("link", name="Close").tap()
    expect(narrow.locator("#quake-title")).to_have_count(0)
    expect(narrow.locator(f'[id="{quake}"]')).to_be_in_viewport(ratio=1)
    if narrow.locator(":root.js").count():
        expect(narrow.locator(f'[id="{quake}"] .row')).to_be_focused()


def test_the_last_row_is_reached_beside_the_card(narrow: Page) -> None:
    """The page continues below it."""
    narrow.locator(".rows .row").first.tap()
    expect(narrow.locator("#quake-title")).to_be_visible()
    narrow.evaluate("scrollTo(0, document.body.scrollHeight)")
    last, sheet = box(narrow, ".list .foot-line"), box(narrow, "#quake-card")
    assert last["y"] + last["height"] <= sheet["y"] + 1
