"""The appearance of the pages of earthquakes."""

from __future__ import annotations

import re
from itertools import pairwise, product

import pytest
from playwright.sync_api import expect

import quakes
import quakes_page
from events import HOSTILE
from layout import OUTSIDE, SIDEWAYS
from program_fixtures import Stored
from server import Server
from test_names import elements
from test_phone import SMALL
from windows import HEIGHTS, Opener


@pytest.mark.parametrize("name", HOSTILE)
def test_a_place_is_shown_as_the_feed_has_it(
    open_page: Opener, stage: Server, name: str
) -> None:
    """As text in the row, the card, the title and on the map, without additional or
    missing elements."""
    page = open_page(stage.url)
    page.goto(quakes.address(date="any", quake="name-at"))
    plain = elements(page)
    page.goto(quakes.address(date="any", quake=f"name-{name}"))
    assert elements(page) == plain
    place = re.sub(r"[\s\x00-\x1f]", " ", HOSTILE[name] or "Unnamed place")
    assert quakes_page.row(page, f"name-{name}").locator(".row-name").text_content() == place
    assert page.locator("#quake-title").text_content() == place
    expect(page).to_have_title(f"M 2.0 – {place.strip()} · 4 May - Fieldguide")
    title = page.locator(f'.pin[href*="quake=name-{name}#"] title').text_content()
    assert title == f"M 2.0, {place}"


def test_a_place_in_another_direction_keeps_its_own(open_page: Opener, stage: Server) -> None:
    """An Arabic name is right-to-left in a left-to-right page."""
    page = open_page(stage.url)
    page.goto(quakes.address(date="any", quake="name-rtl"))
    direction = "element => getComputedStyle(element).direction"
    assert page.locator("#quake-title").evaluate(direction) == "rtl"
    assert quakes_page.row(page, "name-rtl").locator(".row-name").evaluate(direction) == "rtl"
    assert page.locator("html").evaluate(direction) == "ltr"


@pytest.mark.parametrize("width", [320, 390])
def test_the_page_fits_on_a_phone(open_page: Opener, week: Stored, width: int) -> None:
    """With the longest list."""
    page = open_page(week.server.url, width=width, script=True, is_mobile=True, has_touch=True)
    page.goto(quakes.address(date="any"))
    assert (page.evaluate(SIDEWAYS), page.evaluate(OUTSIDE)) == ([], [])


# The list and the map begin below the header, the head and the questions, and show so many
# whole rows.
@pytest.mark.parametrize(("width", "start", "rows"), [(1_280, 148, 11), (390, 196, 10)])
def test_the_list_begins_at_the_top(
    open_page: Opener, week: Stored, width: int, start: int, rows: int
) -> None:
    """Of a window of 800 or 844 pixels."""
    page = open_page(week.server.url, width=width)
    page.set_viewport_size({"width": width, "height": 800 if width > 500 else 844})
    # They fit on one page, so that no line turns pages.
    page.goto(quakes.address(date="any", min="4.5"))
    first = page.locator("#quake-list .row").first.bounding_box()
    assert first is not None and first["y"] <= start
    expect(page.locator("#quake-list .row").nth(rows - 1)).to_be_in_viewport(ratio=0.98)
    name = page.locator(".row-name").first
    assert name.evaluate("name => name.closest('a').title") == name.text_content()


def test_a_row_has_two_lines(open_page: Opener, stage: Server) -> None:
    """However long its name is."""
    page = open_page(stage.url, width=320)
    page.goto(quakes.address(date="any"))
    heights = page.locator("#quake-list .row").evaluate_all("rows => rows.map(one => one.offsetHeight)")
    assert set(heights) == {min(heights)} and min(heights) <= 57


@pytest.mark.parametrize("width", [320, 390])
def test_an_open_menu_fits_on_a_phone(open_page: Opener, samples: Stored, width: int) -> None:
    """The whole menu is visible and clickable."""
    page = open_page(samples.server.url, width=width, is_mobile=True, has_touch=True)
    page.goto(quakes.address(date="any", quake="tonga"))
    for menu in ("Times", "More"):
        opened = quakes_page.open_menu(page, menu)
        assert (page.evaluate(SIDEWAYS), page.evaluate(OUTSIDE)) == ([], []), menu
        page.keyboard.press("Escape")
        expect(opened).not_to_be_visible()


# Dots and bars have the size of their values.
FINGER = SMALL.replace('"[inert], .skip"', '"[inert], .skip, svg"')


@pytest.mark.parametrize(
    "query",
    [
        {},
        {"date": "any", "quake": "tonga", "notice": "refreshed"},
        {"date": "any", "dialog": "deleteAll"},
        {"date": "any", "view": "180,-20,40"},
        {"min": "large"},
        {"quake": "gone"},
    ],
    ids=str,
)
def test_everything_is_large_enough_for_a_finger(
    open_page: Opener, samples: Stored, query: dict[str, str]
) -> None:
    """Controls are at least 44 pixels high on a phone."""
    page = open_page(samples.server.url, width=390, is_mobile=True, has_touch=True)
    page.goto(quakes.address(**query))
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
        assert page.evaluate(FINGER) == []


def test_the_page_ends_with_its_content(open_page: Opener, week: Stored) -> None:
    """What a scrolled list has for screen readers does not make the page longer."""
    page = open_page(week.server.url)
    page.goto(quakes.address(date="any"))
    heights = "[document.documentElement.scrollHeight, innerHeight, document.body.offsetHeight]"
    whole, *shown = page.evaluate(heights)
    assert whole <= max(shown) + 1


def test_the_page_is_the_same_without_script(open_page: Opener, samples: Stored) -> None:
    """Except for the controls that need it, and the arrows of the map, which a drag replaces.
    Nothing is added later, and nothing is missing."""
    address = quakes.address(date="any", quake="tonga", notice="refreshed")
    texts = []
    for script in (True, False):
        page = open_page(samples.server.url, script=script)
        page.goto(address)
        page.wait_for_load_state("load")
        page.evaluate("document.querySelectorAll('.scripted, .turn').forEach(one => one.remove())")
        texts.append(page.locator("main").inner_text())
    assert texts[0] == texts[1]
    assert "Tonga" in texts[0]


# Ranges of time, with the numbers of counts and names of the bars by time: few bars have their
# counts, and at most a dozen their names, or half as many clock times and days, or four months
# with their years.
SPANS: dict[str, tuple[dict[str, str], tuple[int, int]]] = {
    "5 minutes": ({"from": "2024-05-04T11:00", "to": "2024-05-04T12:00"}, (12, 6)),
    "hour": ({"date": "2024-05-04"}, (0, 12)),
    "hours of two days": ({"from": "2024-05-03", "to": "2024-05-04"}, (0, 12)),
    "month from its second day": ({"from": "2024-06-02", "to": "2024-07-02"}, (0, 6)),
    "two months": ({"from": "2024-06-01", "to": "2024-07-31"}, (0, 6)),
    # Only the first of these months is loaded. Others have no counts.
    "months": ({"from": "2024-05-01", "to": "2025-04-30"}, (1, 4)),
    "months of two years": ({"from": "2024-05-01", "to": "2026-04-30"}, (0, 4)),
    "five days that are loaded": ({"from": "2024-04-30", "to": "2024-05-04"}, (5, 5)),
} | {
    # The start of a month, or of a year, at several positions.
    f"eight days from {first}": ({"from": first, "to": last}, (0, 4))
    for first, last in [
        ("2024-06-01", "2024-06-08"),
        ("2024-05-31", "2024-06-07"),
        ("2024-06-28", "2024-07-05"),
        ("2024-12-25", "2025-01-01"),
    ]
}


@pytest.mark.parametrize("name", SPANS)
def test_labels_of_a_chart_do_not_overlap(open_page: Opener, samples: Stored, name: str) -> None:
    """In windows of any width, and on paper."""
    query, numbers = SPANS[name]
    page = open_page(samples.server.url)
    page.goto(quakes.address(tz="UTC", **query))
    for width, medium in product([320, 390, 768, 1_280], ["screen", "print"]):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(media=medium)
        rows = page.locator(".chart svg").evaluate_all(WORDS)
        assert [len(row) for row in rows[:2]] == [9, 9], "counts and names of each magnitude"
        assert tuple(len(row) for row in rows[2:]) == numbers
        for row in rows:
            gaps = [right["left"] - left["right"] for left, right in pairwise(row)]
            assert all(gap >= 2 for gap in gaps), f"{width}, {medium}: {row}"


# The texts of each chart, line by line: counts are at the ends of bars, names below.
WORDS = """charts => charts.flatMap(chart => {
  const all = [...chart.querySelectorAll("text")];
  return [false, true].map(below => all.filter(word => (word.getAttribute("y") === "91") === below)
    .map(word => {
      const {left, right} = word.getBoundingClientRect();
      return {words: word.textContent, left, right};
    }));
})"""


@pytest.mark.parametrize("script", [True, False])
@pytest.mark.parametrize("width", [390, 1_280])
def test_the_fields_of_the_filter_are_in_a_sheet(
    open_page: Opener, samples: Stored, width: int, script: bool
) -> None:
    """Unless something in it is wrong."""
    page = open_page(samples.server.url, width=width, script=script)
    page.goto(quakes.address(date="any"))
    field = page.get_by_label("Magnitude from", exact=True)
    expect(field).not_to_be_visible()
    quakes_page.open_filters(page)
    expect(field).to_be_in_viewport()
    assert (page.evaluate(SIDEWAYS), page.evaluate(OUTSIDE)) == ([], [])
    page.keyboard.press("Escape")
    expect(field).not_to_be_visible()
    page.goto(quakes.address(min="large"))
    expect(field).to_be_visible()
