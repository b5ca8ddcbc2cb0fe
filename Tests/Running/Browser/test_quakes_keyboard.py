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

HEAD = ["Town or country", "Filters", "More"]
PRESETS = ["“a” in place name, remove", "Near me", "Largest this week", "Felt"]
MAP = ["Zoom in", "Zoom out", "Layers", "Play", "Time"]
CARD = ["Close", "Open page", "Show on the map"]


@pytest.fixture
def page(open_page: Opener, samples: Stored) -> Page:
    """A wide window on the samples."""
    return open_page(samples.server.url)


def test_tab_goes_through_the_page_in_order(page: Page) -> None:
    """Head, questions, rows, their menu, map, card and charts, each with a visible
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
        *HEAD,
        *PRESETS,
        "Display",
        page.locator(".frame").get_attribute("aria-label"),
        *CARD,
        *MAP,
        *page.locator(".chart svg a:not([tabindex='-1'])").evaluate_all(
            "columns => columns.map(column => column.getAttribute('aria-label'))"
        ),
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
    assert page.evaluate(FOCUSED)["name"] == HEAD[0]


# What a visitor meets before the first row: the links of the site, and the controls of the page.
CONTROLS = """() => {
  const first = document.querySelector("#quake-list .row");
  return [...document.querySelectorAll("a, button, input:not([type=hidden]), select, summary")]
    .filter(one => one.checkVisibility() && !one.matches(".skip")
      && one.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING).length;
}"""


def test_few_controls_stand_above_the_list(open_page: Opener, samples: Stored) -> None:
    """At most twelve, in a wide window and on a phone."""
    for width in (1_280, 390):
        page = open_page(samples.server.url, width=width)
        page.goto(quakes.address(date="any"))
        assert page.evaluate(CONTROLS) <= 12


def test_tab_continues_after_the_selected_row(open_page: Opener, samples: Stored) -> None:
    """Without script, Enter selects, and Tab continues with the next row."""
    page = open_page(samples.server.url, script=False)
    page.goto(quakes.address(date="any"))
    quakes_page.row(page, "west").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#quake-title")).to_have_text("just west of the date line")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.parentNode.id") in ("q-west", "q-tonga")


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
