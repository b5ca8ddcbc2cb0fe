"""The map: land, dots on both sides of the date line, and clickable areas."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import quakes
import quakes_page
from pixels import Colour, colour, pixel
from program_fixtures import Stored
from quakes_map import MAP, frame, pin, points, show, view_box
from windows import Opener

# Longitude and latitude.
LAND = {"Sahara": (15, 20), "Australia": (134, -24), "Brazil": (-55, -10), "Siberia": (100, 62)}
SEA = {"Pacific": (-140, 5), "Indian Ocean": (80, -30), "Atlantic": (-35, 28)}


@pytest.fixture
def page(open_page: Opener, samples: Stored) -> Page:
    """A wide window on the samples."""
    return open_page(samples.server.url)


def drawn(page: Page, longitude: float, latitude: float) -> Colour:
    """Returns the colour at a place of the world."""
    left, top, width, _ = view_box(page)
    page.locator(MAP).evaluate("map => map.scrollIntoView({block: 'center'})")
    box = frame(page)
    degree = box.width / width
    x = (longitude + 180 - left) % 360 * degree
    y = (90 - latitude - top) * degree
    return pixel(page, box.x + x, box.y + y)


def styled(page: Page, selector: str, name: str) -> Colour:
    """Returns a colour of the style sheet."""
    css = page.locator(selector).first.evaluate(
        "(element, name) => getComputedStyle(element).getPropertyValue(name)", name
    )
    return colour(css)


LAND_HAS_COME = """() => performance.getEntriesByType("resource")
  .some(entry => /quakes.map/.test(entry.name) && entry.responseEnd > 0)"""


def wait_for_land(page: Page) -> None:
    """Waits for the outlines, which are loaded after the page, and hides the names, which
    cover them."""
    page.wait_for_function(LAND_HAS_COME)
    page.locator(".names").evaluate("names => { names.style.display = 'none' }")


@pytest.mark.parametrize(("scheme", "view"), [("light", ""), ("dark", "0,5,360")])
def test_the_land_is_drawn(page: Page, scheme: str, view: str) -> None:
    """At the right places only, on both sides of the date line."""
    page.emulate_media(color_scheme=scheme)
    page.goto(quakes.address(date="any", q="Atlantis", view=view))
    wait_for_land(page)
    land, sea = styled(page, ".land", "fill"), styled(page, MAP, "background-color")
    assert land != sea
    for places, expected in ((LAND, land), (SEA, sea)):
        colours = {place: drawn(page, *where) for place, where in places.items()}
        assert colours == dict.fromkeys(places, expected)


def test_a_part_of_the_world_has_a_finer_outline(page: Page) -> None:
    """The outline of the whole world omits Hawaii."""
    page.goto(quakes.address(date="any", q="Atlantis"))
    coarse = page.locator(".land").first.get_attribute("href")
    page.goto(quakes.address(date="any", q="Atlantis", view="-155.5,20,10"))
    wait_for_land(page)
    assert page.locator(".land").first.get_attribute("href") != coarse
    assert drawn(page, -155.5, 19.6) == styled(page, ".land", "fill")
    assert drawn(page, -153.5, 19.6) == styled(page, MAP, "background-color")


Point = tuple[float, float]


def dots(page: Page) -> list[Point]:
    """Returns the positions of the dots in the window."""
    paths = page.locator("#quake-map g:not(.here) > .dot").all()
    return sorted(point for path in paths for point in points(path))


def test_both_sides_of_the_date_line_are_adjacent(page: Page) -> None:
    """A fiftieth of a degree apart, as on the globe, although their longitudes differ by
    360 degrees."""
    page.goto(quakes.address(date="any", q="date line", view="180,-23.5,2"))
    west, east = dots(page)
    degree = frame(page).width / 2
    assert east[0] - west[0] == pytest.approx(0.02 * degree, abs=1.5)
    assert east[1] == pytest.approx(west[1], abs=1)
    page.goto(quakes.address(date="any", q="date line"))
    west, east = dots(page)
    assert 0 < east[0] - west[0] < 2
    middle = frame(page).x + frame(page).width * (360 - 150) / 360
    assert west[0] == pytest.approx(middle, abs=2)


def test_dots_are_drawn(page: Page) -> None:
    """In the colours of their magnitudes, a little translucent."""
    page.goto(quakes.address(date="any", colour="magnitude"))
    wait_for_land(page)
    for quake, colour_of in {"great": "mag-7", "herat": "mag-5"}.items():
        x, y = show(page, pin(page, quake))
        page.mouse.move(0, 0)
        found, full = pixel(page, x, y), styled(page, f".dot.{colour_of}", "stroke")
        assert all(abs(one - other) < 32 for one, other in zip(found, full, strict=True)), quake


def test_a_dot_is_large_enough_to_click(page: Page) -> None:
    """Twenty-four pixels, although the dot itself is smaller."""
    page.goto(quakes.address(date="any", min="-0.5", max="-0.1"))
    x, y = show(page, pin(page, "negative"))
    hit = "([x, y]) => document.elementFromPoint(x, y)?.closest('a.pin')?.getAttribute('href')"
    for right, down in [(0, 0), (11, 0), (-11, 0), (0, 11), (0, -11)]:
        assert "quake=negative" in (page.evaluate(hit, [x + right, y + down]) or "")
    assert page.evaluate(hit, [x + 14, y]) is None


def test_a_dot_has_a_name(page: Page) -> None:
    """As a tooltip and as an accessible name."""
    page.goto(quakes.address(date="any", quake="tonga"))
    name = "M 5.8, 83 km SE of Pangai, Tonga, 4 May 2024, 10:00 UTC"
    link = page.locator("a.pin").filter(has=page.locator("title", has_text="Tonga"))
    assert link.locator("title").text_content() == name
    expect(link).to_have_accessible_name(name)
    group = page.get_by_role("group", name="Map: 12 earthquakes. Largest: magnitude 7.8")
    assert group.count() == 1


def test_some_dots_are_links(open_page: Opener, week: Stored) -> None:
    """The largest ones. All are drawn and listed."""
    page = open_page(week.server.url)
    page.goto(quakes.address(date="any"))
    assert page.locator("a.pin").count() == 64
    assert len(dots(page)) > 500
    largest = max(week.features, key=lambda one: one["properties"]["mag"] or 0)["id"]
    assert page.locator("a.pin").last.get_attribute("href") == (
        f"/quakes?date=any&quake={largest}#q-{largest}"
    )


def test_a_click_centres_the_map_without_script(open_page: Opener, samples: Stored) -> None:
    """Within the part of the map that was clicked."""
    page = open_page(samples.server.url, script=False)
    page.goto(quakes.address(date="any", q="Atlantis", view="0,0,80"))
    box = frame(page)
    with page.expect_navigation():
        page.mouse.click(box.x + box.width * 0.8, box.y + box.height * 0.3)
    assert quakes.query_of(page.url)["view"] == "25,5,80"


@pytest.mark.parametrize("width", [1280, 390])
def test_names_do_not_overlap(open_page: Opener, samples: Stored, width: int) -> None:
    """They are texts of the same size in any window; narrow windows show fewer."""
    page = open_page(samples.server.url, width=width)
    for view in ("", "-118,36,60", "139,36,8", "180,-20,40", "12,45,25"):
        page.goto(quakes.address(date="any", q="Atlantis", view=view, show="map"))
        expect_names_apart(page)


def expect_names_apart(page: Page) -> None:
    """Expects the names within the map, and none upon another."""
    boxes = page.locator(".names text:not(.degree)").evaluate_all(BOXES)
    assert len(boxes) > 3
    overlaps = [
        (one[0], other[0])
        for index, one in enumerate(boxes)
        for other in boxes[:index]
        if one[1] < other[3] and other[1] < one[3] and one[2] < other[4] and other[2] < one[4]
    ]
    assert overlaps == []
    box = frame(page)
    outside = [
        name
        for name, left, _, right, _ in boxes
        if left < box.x or right > box.x + box.width
    ]
    assert outside == []


# The texts that are shown, with the boxes of their letters.
BOXES = """texts => texts.filter(text => text.checkVisibility()).map(text => {
  const { left, top, right, bottom } = text.getBoundingClientRect();
  return [text.textContent, left, top + 3, right, bottom - 3];
})"""


def test_plate_boundaries_can_be_hidden(page: Page) -> None:
    """The address says so, and a link shows them again."""
    page.goto(quakes.address(date="any"))
    assert page.locator(".plates").count() > 0
    quakes_page.follow_map_link(page, "Hide plate boundaries")
    assert quakes.query_of(page.url) == {"date": "any", "plates": "off"}
    assert page.locator(".plates").count() == 0
    quakes_page.follow_map_link(page, "Show plate boundaries")
    assert quakes.query_of(page.url) == {"date": "any"}
