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
    """As text in the row, the panel, the title and on the map, without additional or
    missing elements."""
    page = open_page(stage.url)
    page.goto(quakes.address(date="any", quake="name-at"))
    plain = elements(page)
    page.goto(quakes.address(date="any", quake=f"name-{name}"))
    assert elements(page) == plain
    place = re.sub(r"[\s\x00-\x1f]", " ", HOSTILE[name] or "Unnamed place")
    assert quakes_page.row(page, f"name-{name}").locator(".row-name").text_content() == place
    assert page.locator("#quake-title").text_content() == place
    expect(page).to_have_title(f"M 2.0 – {place.strip()} · 4 May - Earthquakes - Fieldguide")
    title = page.locator(f'.pin[href*="quake=name-{name}#"] title').text_content()
    assert title == f"M 2.0, {place}, 4 May 2024, 12:00 UTC"


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


@pytest.mark.parametrize("width", [320, 390])
def test_the_presets_are_a_strip_on_a_phone(
    open_page: Opener, samples: Stored, width: int
) -> None:
    """It scrolls sideways within the window, to its last link, and the page does not."""
    page = open_page(samples.server.url, width=width, is_mobile=True, has_touch=True)
    page.goto(quakes.PATH)
    strip = page.locator("#presets")
    assert strip.evaluate("strip => strip.clientWidth") < width
    assert strip.evaluate("strip => strip.scrollWidth") > width
    link = strip.get_by_role("link").last
    link.scroll_into_view_if_needed()
    expect(link).to_be_in_viewport(ratio=0.99)
    assert page.evaluate("scrollX") == 0


@pytest.mark.parametrize("width", [320, 390])
def test_an_open_menu_fits_on_a_phone(open_page: Opener, samples: Stored, width: int) -> None:
    """The whole menu is visible and clickable."""
    page = open_page(samples.server.url, width=width, is_mobile=True, has_touch=True)
    page.goto(quakes.address(date="any", quake="tonga"))
    for menu in ("Refresh", "Sort", "Times", "Units", "More"):
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


def test_the_page_is_the_same_without_script(open_page: Opener, samples: Stored) -> None:
    """Except for the controls that need it. Nothing is added later, and nothing is missing."""
    address = quakes.address(date="any", quake="tonga", notice="refreshed")
    texts = []
    for script in (True, False):
        page = open_page(samples.server.url, script=script)
        page.goto(address)
        page.wait_for_load_state("load")
        page.evaluate("document.querySelectorAll('.scripted').forEach(one => one.remove())")
        texts.append(page.locator("main").inner_text())
    assert texts[0] == texts[1]
    assert "Tonga" in texts[0]


# Ranges of time, with the numbers of counts, names and contexts of the bars by time: few
# bars have their counts, and at most a dozen their names, or half as many clock times.
SPANS: dict[str, tuple[dict[str, str], tuple[int, int, int]]] = {
    "5 minutes": ({"from": "2024-05-04T11:00", "to": "2024-05-04T12:00"}, (12, 6, 1)),
    "hour": ({"date": "2024-05-04"}, (0, 12, 1)),
    "hours of two days": ({"from": "2024-05-03", "to": "2024-05-04"}, (0, 12, 2)),
    "month from its second day": ({"from": "2024-06-02", "to": "2024-07-02"}, (0, 11, 2)),
    "two months": ({"from": "2024-06-01", "to": "2024-07-31"}, (0, 11, 2)),
    # Only the first of these months is loaded. Others have no counts.
    "months": ({"from": "2024-05-01", "to": "2025-04-30"}, (1, 12, 2)),
    "months of two years": ({"from": "2024-05-01", "to": "2026-04-30"}, (0, 12, 3)),
    "five days that are loaded": ({"from": "2024-04-30", "to": "2024-05-04"}, (5, 5, 2)),
} | {
    # The start of a month, or of a year, at several positions.
    f"eight days from {first}": ({"from": first, "to": last}, (0, 8, 1 if "01" in first[8:] else 2))
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
        assert [len(row) for row in rows[:3]] == [9, 9, 0], "counts and names of each magnitude"
        assert tuple(len(row) for row in rows[3:]) == numbers
        for row in rows:
            gaps = [right["left"] - left["right"] for left, right in pairwise(row)]
            assert all(gap >= 2 for gap in gaps), f"{width}, {medium}: {row}"


# The texts of each chart, line by line: counts are at the ends of bars, names and contexts
# below.
WORDS = """charts => charts.flatMap(chart => {
  const all = [...chart.querySelectorAll("text")];
  const lines = {"91": 1, "104": 2};
  return [0, 1, 2].map(line => all.filter(word => (lines[word.getAttribute("y")] ?? 0) === line)
    .map(word => {
      const {left, right} = word.getBoundingClientRect();
      return {words: word.textContent, left, right};
    }));
})"""


@pytest.mark.parametrize("script", [True, False])
def test_a_phone_folds_the_filter_and_the_charts(
    open_page: Opener, samples: Stored, script: bool
) -> None:
    """Unless they are used or have errors; a wide window folds nothing."""
    page = open_page(samples.server.url, width=390, script=script)
    page.goto(quakes.address(date="any"))
    field = page.get_by_label("Place", exact=True)
    bar = page.locator("#quake-charts a").first
    for shown, name in ((field, "Filters"), (bar, "Charts")):
        expect(shown).not_to_be_visible()
        quakes_page.unfold(page, name)
        expect(shown).to_be_visible()
    page.goto(quakes.address(min="large"))
    expect(field).to_be_visible()
    page.set_viewport_size({"width": 1_280, "height": 800})
    page.goto(quakes.address(date="any"))
    expect(field).to_be_visible()
    expect(bar).to_be_visible()
    expect(page.get_by_text("Filters", exact=True)).not_to_be_visible()
