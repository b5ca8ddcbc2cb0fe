"""The card of the selected earthquake: list and map answer each other."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

import quakes
import quakes_page
from accessibility import violations
from events import FIXED, Event, feed
from feeds import FeedServer
from program_fixtures import Stored, one_instance
from quakes_map import points, ring
from server import Server
from windows import Opener, Window

DAY = "2024-05-04"
# The number of dots within the reach of a finger at each dot; 0 for those that are partly
# under something else.
NEIGHBOURS = """pins => {
  const places = pins.map(pin => {
    const [, x, y] = pin.getAttribute("d").match(/M(\\S+) (\\S+)h/);
    return new DOMPoint(x, y).matrixTransform(pin.getScreenCTM());
  });
  const isFree = ({x, y}, pin) => [0, 9].every(right => document.elementFromPoint(x + right, y) === pin);
  return places.map((one, at) => isFree(one, pins[at])
    ? places.filter(other => Math.hypot(one.x - other.x, one.y - other.y) <= 22).length : 0);
}"""
MARK = "() => { window.isTheSame = true; }"


def box(found: Locator) -> FloatRect:
    """Returns the position of an element in the window."""
    rect = found.bounding_box()
    assert rect is not None
    return rect


def card(page: Page) -> Locator:
    """Returns the card."""
    return page.locator("#quake-card")


def is_within(inner: FloatRect, outer: FloatRect) -> bool:
    """Returns true if a box is within another one."""
    return (
        outer["x"] - 1 <= inner["x"]
        and inner["x"] + inner["width"] <= outer["x"] + outer["width"] + 1
        and outer["y"] - 1 <= inner["y"]
        and inner["y"] + inner["height"] <= outer["y"] + outer["height"] + 1
    )


def opened(page: Page, **query: object) -> Page:
    """Opens the page, marks the document, and waits until it is live."""
    page.goto(quakes.address(date="any", **query))
    expect(page.locator("#live")).to_have_text("Live")
    page.evaluate(MARK)
    return page


def press_tab(page: Page) -> None:
    """Presses the first key, and waits for the module that it loads."""
    page.locator("body").press("Tab")
    expect(page.locator(".chart [tabindex='-1']").first).to_be_attached()


@pytest.fixture
def page(open_page: Opener, week: Stored) -> Page:
    """A wide window on a week."""
    return open_page(week.server.url)


def test_a_card_has_the_event_in_short(open_page: Opener, samples: Stored, window: Window) -> None:
    """Its address shows it, also without script: the link of a dot or of a row leads to it."""
    page = open_page(samples.server.url, width=window.width, script=window.script)
    page.goto(quakes.address(date="any", show="map"))
    link = page.locator(".pin", has=page.locator("title", has_text="Afghanistan"))
    page.goto(link.get_attribute("href") or "")
    expect(card(page)).to_be_visible()
    expect(card(page)).to_have_role("region")
    expect(card(page)).to_have_accessible_name("29 km NNE of Zindah Jān, Afghanistan")
    expect(card(page).locator(".mag")).to_have_text("Magnitude 6.3")
    expect(card(page)).to_contain_text("years ago)")
    expect(page.get_by_role("heading", name="Afghanistan")).to_have_count(1)
    card(page).get_by_role("link", name="Open page").click()
    expect(page).to_have_url(samples.server.url + "/quakes/event/herat")
    expect(card(page)).to_have_count(0)
    page.go_back()
    card(page).get_by_role("link", name="Close").click()
    expect(card(page)).to_have_count(0)
    assert quakes.query_of(page.url) == {"date": "any", "show": "map"}


@pytest.mark.parametrize("width", [1280, 1024, 768, 390, 320])
def test_a_card_is_on_the_map_and_not_on_its_dot(
    open_page: Opener, samples: Stored, width: int
) -> None:
    """In one of its corners, in any window."""
    page = open_page(samples.server.url, script=False)
    page.set_viewport_size({"width": width, "height": 900})
    for quake in ("tonga", "herat", "great", "west", "east"):
        for view in ({}, {"view": "180,-20,40"}):
            page.goto(quakes.address(date="any", show="map", quake=quake, **view))
            shown, around = box(card(page)), box(page.locator(".frame"))
            assert is_within(shown, around), (quake, view)
            if page.locator(".here").count():
                x, y = ring(page)
                inside = {"x": x - 8, "y": y - 8, "width": 16, "height": 16}
                assert (
                    inside["x"] + 16 <= shown["x"] or inside["x"] >= shown["x"] + shown["width"]
                    or inside["y"] + 16 <= shown["y"] or inside["y"] >= shown["y"] + shown["height"]
                ), (quake, view)  # fmt: skip


def test_a_row_opens_its_card_in_place(page: Page) -> None:
    """The page does not scroll, the focus is in the card, and returns to the row."""
    opened(page)
    row = page.locator(".rows .row").nth(30)
    row.scroll_into_view_if_needed()
    quake = (row.locator("xpath=..").get_attribute("id") or "").removeprefix("q-")
    before = page.evaluate("scrollY")
    row.click()
    expect(card(page)).to_be_focused()
    assert quakes.query_of(page.url) == {"date": "any", "quake": quake}
    assert page.url.endswith(f"#q-{quake}")
    assert page.evaluate("scrollY") == before
    assert quakes_page.current(page) == [quake]
    expect(row).to_be_in_viewport(ratio=1)
    expect(card(page)).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    expect(card(page)).to_have_count(0)
    expect(row).to_be_focused()
    assert quakes.query_of(page.url) == {"date": "any"}
    assert page.evaluate("scrollY") == before
    page.go_back()
    expect(card(page)).to_be_visible()
    assert quakes_page.current(page) == [quake]
    assert page.evaluate("window.isTheSame")


def lonely_and_crowded(page: Page) -> tuple[Locator, Locator]:
    """Returns a dot without others near it, whose row is listed, and one in a crowd."""
    pins = page.locator(".pin path")
    counts = pins.evaluate_all(NEIGHBOURS)
    listed = set(quakes_page.listed(page)[10:])
    ids = page.locator(".pin").evaluate_all(
        "pins => pins.map(pin => new URLSearchParams(pin.getAttribute('href').split(/[?#]/)[1]).get('quake'))"
    )
    lonely = next(at for at, (n, one) in enumerate(zip(counts, ids, strict=True)) if n == 1 and one in listed)
    return pins.nth(lonely), pins.nth(counts.index(max(counts)))


def test_a_dot_brings_its_row_into_view(page: Page) -> None:
    """Within the frame of the list; Close returns the focus to the dot."""
    opened(page)
    page.locator(".frame").scroll_into_view_if_needed()
    dot, _ = lonely_and_crowded(page)
    (point,) = points(dot)
    before = page.evaluate("scrollY")
    page.mouse.click(*point)
    expect(card(page)).to_be_focused()
    assert page.evaluate("scrollY") == before
    (quake,) = quakes_page.current(page)
    expect(quakes_page.row(page, quake)).to_be_in_viewport(ratio=1)
    row, frame = box(quakes_page.row(page, quake)), box(page.locator("#quake-list"))
    assert is_within(row, frame)
    card(page).get_by_role("link", name="Close").click()
    expect(card(page)).to_have_count(0)
    assert page.evaluate("document.activeElement.getAttribute('href')").endswith(f"quake={quake}#q-{quake}")
    assert page.evaluate("scrollY") == before
    assert page.evaluate("window.isTheSame")


@pytest.mark.parametrize("width", [1280, 390])
def test_several_dots_are_a_choice(open_page: Opener, week: Stored, width: int) -> None:
    """At most six, and then a way to see more."""
    page = open_page(week.server.url, width=width, has_touch=width < 400, is_mobile=width < 400)
    opened(page, show="map")
    page.locator(".frame").evaluate("frame => frame.scrollIntoView({block: 'center'})")
    dot = page.locator(".pin path").nth(
        (counts := page.locator(".pin path").evaluate_all(NEIGHBOURS)).index(max(counts))
    )
    (point,) = points(dot)
    tap = page.touchscreen.tap if width < 400 else page.mouse.click
    tap(*point)
    menu = page.get_by_role("dialog", name="Events here")
    expect(menu.get_by_role("link")).to_have_count(6)
    expect(menu.get_by_role("link").first).to_be_focused()
    expect(card(page)).to_have_count(0)
    for link in menu.get_by_role("link").all():
        expect(link).to_be_in_viewport(ratio=1)
    assert violations(page, [("light", width)]) == []
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    tap(*point)
    page.keyboard.press("ArrowDown")
    second = menu.get_by_role("link").nth(1)
    expect(second).to_be_focused()
    target = second.get_attribute("href") or ""
    page.keyboard.press("Enter")
    expect(card(page)).to_be_focused()
    expect(menu).to_be_hidden()
    assert page.url.endswith(target)
    page.keyboard.press("Escape")
    expect(card(page)).to_have_count(0)
    assert page.evaluate("document.activeElement.getAttribute('href')") == target
    tap(*point)
    page.get_by_role("button", name="Zoom in").click()
    expect(page).to_have_url(re.compile("view="))
    assert page.evaluate("window.isTheSame")


def test_a_tap_on_a_phone_opens_the_card(open_page: Opener, week: Stored) -> None:
    """At the foot of the map, with its links large enough for a finger."""
    page = open_page(week.server.url, width=390, has_touch=True, is_mobile=True)
    opened(page, show="map")
    page.locator(".frame").evaluate("frame => frame.scrollIntoView({block: 'center'})")
    counts = page.locator(".pin path").evaluate_all(NEIGHBOURS)
    (point,) = points(page.locator(".pin path").nth(counts.index(1)))
    page.touchscreen.tap(*point)
    expect(card(page)).to_be_focused()
    expect(card(page)).to_be_in_viewport(ratio=0.99)
    assert is_within(box(card(page)), box(page.locator(".frame")))
    for link in card(page).get_by_role("link").all():
        assert box(link)["height"] >= 44
    assert page.evaluate("window.isTheSame")


def test_the_list_has_a_frame_of_its_own(open_page: Opener, week: Stored) -> None:
    """Without script, the link of a row leads to the row in it, beside the map."""
    page = open_page(week.server.url, script=False)
    for width in (1280, 768):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(quakes.address(date="any"))
        assert box(page.locator("#quake-list"))["height"] < 800
        row = page.locator(".rows .row").nth(60)
        row.scroll_into_view_if_needed()
        row.click()
        expect(row).to_be_in_viewport(ratio=1)
        expect(row).to_have_attribute("aria-current", "true")
        expect(card(page)).to_be_in_viewport(ratio=1)


def test_arrow_keys_move_over_the_rows(page: Page) -> None:
    """Enter opens the card, and Escape goes back to the row."""
    opened(page)
    rows = page.locator(".rows .row")
    press_tab(page)
    rows.first.focus()
    for key, at in {"ArrowDown": 1, "ArrowUp": 0, "End": 99, "Home": 0}.items():
        page.keyboard.press(key)
        expect(rows.nth(at)).to_be_focused()
        expect(rows.nth(at)).to_be_in_viewport(ratio=1)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowDown")
    expect(rows.nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(card(page)).to_be_focused()
    page.keyboard.press("Tab")
    expect(card(page).get_by_role("link", name="Close")).to_be_focused()
    page.keyboard.press("Escape")
    expect(rows.nth(1)).to_be_focused()
    expect(card(page)).to_have_count(0)


def test_a_chart_is_one_stop(page: Page) -> None:
    """Arrow keys move over its columns."""
    opened(page)
    charts = page.locator(".chart svg")
    columns = charts.first.locator("a")
    press_tab(page)
    columns.first.focus()
    expect(charts.first.locator("[tabindex='0']")).to_have_count(1)
    for key, at in {"ArrowRight": 1, "ArrowDown": 2, "ArrowLeft": 1, "End": 8, "Home": 0}.items():
        page.keyboard.press(key)
        expect(columns.nth(at)).to_be_focused()
    page.keyboard.press("End")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('svg')") != columns.first.element_handle()
    assert charts.nth(1).locator("[tabindex='0']").evaluate("one => one === document.activeElement")
    page.keyboard.press("Shift+Tab")
    expect(columns.last).to_be_focused()


def test_arrow_keys_move_in_a_menu(page: Page) -> None:
    """They also open it; Escape closes it."""
    opened(page)
    button = quakes_page.menu_button(page, "More")
    press_tab(page)
    items = page.locator("#menu-more-list").locator("a, button")
    last = items.count() - 1
    button.focus()
    page.keyboard.press("ArrowDown")
    expect(items.first).to_be_focused()
    for key, at in {"ArrowDown": 1, "End": last, "ArrowUp": last - 1, "Home": 0}.items():
        page.keyboard.press(key)
        expect(items.nth(at)).to_be_focused()
    page.keyboard.press("Escape")
    expect(button).to_be_focused()
    expect(page.locator("#menu-more-list")).to_be_hidden()
    page.keyboard.press("ArrowUp")
    expect(items.last).to_be_focused()


@one_instance
def test_updates_keep_the_card_and_the_focus(
    open_page: Opener, fed_server: Server, feeds: FeedServer
) -> None:
    """New events come, and the card of another one stays as it is."""
    old = [Event("old", 3.0, time=FIXED.replace(hour=1)), Event("small", 1.5, time=FIXED.replace(hour=2))]
    feeds.serve(all_day=feed(old))
    quakes.refresh(fed_server, "allDay")
    page = open_page(fed_server.url)
    page.goto(quakes.address(date=DAY, min=1))
    expect(page.locator("#live")).to_have_text("Live")
    quakes_page.row(page, "old").click()
    close = card(page).get_by_role("link", name="Close")
    expect(card(page)).to_be_focused()
    close.focus()
    new = [Event("one", 6.1, time=FIXED.replace(hour=3), longitude=100, latitude=50)]
    feeds.serve(all_week=feed(old + new, generated=FIXED.replace(hour=13)))
    quakes.refresh(fed_server)
    expect(quakes_page.row(page, "one")).to_be_visible()
    expect(close).to_be_focused()
    assert quakes_page.current(page) == ["old"]
