"""The guide of earthquakes with the keyboard alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import quakes
import quakes_page
from pixels import Picture
from program_fixtures import Stored
from test_keyboard import CHROME, FOCUSED, walk
from windows import Opener

MENUS = ["Sort", "Display", "More"]
PRESETS = [
    *("Near me", "Past hour, all sizes", "Largest this week", "Past 30 days, M 5+", "Felt"),
    *("Tsunami message or red alert", "Deeper than 100 km"),
]
FILTER = ["Place", "Time", "Magnitude from", "More filters", "Filter"]
MAP = [
    *("Zoom in", "West", "East", "Play", "Time"),
    *("Depth", "Magnitude", "Fit to results", "Atlantic", "Hide plate boundaries"),
]
CARD = ["Close", "Open page", "Show on the map"]
PANEL = [
    *("Technical details", "Link to this event", "Copy link"),
    *("USGS event page", "Did you feel it?", "Delete"),
]


@pytest.fixture
def page(open_page: Opener, samples: Stored) -> Page:
    """A wide window on the samples."""
    return open_page(samples.server.url)


def test_tab_goes_through_the_page_in_order(page: Page) -> None:
    """Menus, summary, filter, questions, rows, map, card, panel and charts, each with a visible
    focus: in light for the animals, in dark here. Dots of the map are not focusable: the
    rows are. Each chart is one stop."""
    page.emulate_media(color_scheme="dark")
    page.goto(quakes.address(date="any", q="a", min=4, quake="west"))
    stops = walk(page, limit=100)
    names = page.locator(".rows .row-name").all_inner_texts()
    first = next(number for number, stop in enumerate(stops) if names[0] in stop)
    rows = stops[first : first + len(names)]
    assert len(rows) == 5
    assert all(name in row for name, row in zip(names, rows, strict=True))
    assert stops[:first] + stops[first + len(rows) :] == [
        *CHROME,
        *MENUS,
        "Earthquakes only, remove",
        "Clear filters",
        "Skip to map",
        *FILTER,
        *PRESETS,
        page.locator(".frame").get_attribute("aria-label"),
        *CARD,
        *MAP,
        *PANEL,
        *page.locator(".chart svg a:not([tabindex='-1'])").evaluate_all(
            "columns => columns.map(column => column.getAttribute('aria-label'))"
        ),
        *("GeoJSON", "CSV", "CSV for Excel", "KML", "Atom feed"),
    ]
    assert page.locator(".chart svg a:not([tabindex='-1'])").count() == 2


def test_the_focus_is_visible_on_a_bar(page: Page) -> None:
    """Browsers draw outlines in SVG differently: the pixels around a bar must change."""
    page.goto(quakes.address(date="any"))
    chart = page.locator(".chart svg").first
    # The first key loads the script by which each chart is one stop.
    page.keyboard.press("Shift")
    expect(chart.locator("a[tabindex='-1']").first).to_be_attached()
    before = Picture(chart.screenshot())
    page.locator(".chart a").nth(3).focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    after = Picture(chart.screenshot())
    changed = sum(
        before[x, y] != after[x, y] for x in range(before.width) for y in range(before.height)
    )
    assert changed > 2 * (before.height + before.width / 9)


def test_the_skip_link_leads_to_the_content(page: Page) -> None:
    """After it, Tab continues in the content."""
    page.goto(quakes.PATH)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED)["name"] == "Display"


def test_a_link_skips_to_the_map(page: Page) -> None:
    """Past the list: the next stop is the map."""
    page.goto(quakes.address(date="any"))
    page.locator("#said").get_by_role("link", name="Skip to map").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator(".frame")).to_be_focused()


def test_tab_continues_after_the_selected_row(open_page: Opener, samples: Stored) -> None:
    """Without script, Enter selects, and Tab continues with the next row."""
    page = open_page(samples.server.url, script=False)
    page.goto(quakes.address(date="any"))
    quakes_page.row(page, "west").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#quake-title")).to_have_text("just west of the date line")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") in ("q-west", "q-tonga")


def test_dots_are_not_focusable(page: Page) -> None:
    """Each is in the list, and can be clicked."""
    page.goto(quakes.address(date="any"))
    indexes = page.locator("a.pin").evaluate_all("pins => pins.map(pin => pin.tabIndex)")
    assert indexes == [-1] * 12


def test_an_error_links_to_its_field(page: Page) -> None:
    """By the links of the summary, even if the field is folded."""
    page.goto(quakes.address(date="any", min="large", depth_max="deep"))
    for field in ("Magnitude from", "Depth up to, km"):
        page.get_by_role("alert").get_by_role("link", name=field, exact=True).focus()
        page.keyboard.press("Enter")
        expect(page.get_by_label(field, exact=True)).to_be_focused()
        expect(page.get_by_label(field, exact=True)).to_be_in_viewport()
