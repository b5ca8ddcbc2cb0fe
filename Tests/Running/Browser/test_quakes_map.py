"""The map: land, dots on both sides of the date line, and clickable areas."""

from __future__ import annotations

from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

import quakes
import quakes_page
from events import Event, feed, now
from feeds import FeedServer
from pixels import Colour, colour, pixel
from program_fixtures import Stored
from quakes_map import MAP, frame, pin, points, show, view_box
from server import Server
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
    left, top, width, height = view_box(page)
    page.locator(".frame").evaluate("map => map.scrollIntoView({block: 'center'})")
    box = frame(page)
    x = (longitude + 180 - left) % 360 * box.width / width
    y = (90 - latitude - top) * box.height / height
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
    name = "M 5.8, 83 km SE of Pangai, Tonga"
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
    boxes = page.locator(".names text").evaluate_all(BOXES)
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
    quakes_page.follow_map_link(page, "Plates")
    assert quakes.query_of(page.url) == {"date": "any", "plates": "off"}
    expect(page.locator(".plates")).to_have_count(0)
    quakes_page.follow_map_link(page, "Plates")
    assert quakes.query_of(page.url) == {"date": "any"}


@pytest.mark.parametrize(("width", "script"), [(1280, True), (390, True), (390, False)])
def test_the_controls_on_the_map(open_page: Opener, samples: Stored, width: int, script: bool) -> None:
    """Three with a script. Without one, links turn the map where there is more to show."""
    page = open_page(samples.server.url, width=width, script=script)
    page.goto(quakes.address(date="any", view="0,0,90", show="map"))
    tools = page.locator(".tool").locator("visible=true")
    names = ["Zoom in", "Zoom out", *([] if script else ["West", "North", "East", "World", "South"]), "Layers"]
    assert [name.strip() for name in tools.all_inner_texts()] == names
    box, corner = page.locator(".frame").bounding_box(), page.locator(".tools").bounding_box()
    assert box and corner
    assert corner["x"] + corner["width"] == pytest.approx(box["x"] + box["width"] - 12, abs=1)
    assert corner["y"] == pytest.approx(box["y"] + 12, abs=1)


@pytest.mark.parametrize(
    "address",
    ["?date=any", "?date=any&view=-160,10,90", "?date=any&projection=equal-earth", "?date=any&compare=past%3Dweek", "/event/tonga?"],
)
@pytest.mark.parametrize("width", [1280, 640, 390, 320])
def test_the_map_fills_its_frame(open_page: Opener, samples: Stored, address: str, width: int) -> None:
    """Without bands beside it, in any window, and so do the dots and names. Only a whole globe has
    room around it."""
    page = open_page(samples.server.url, width=width)
    page.goto(f"/quakes{address}&show=map")
    inner, outer = frame(page), page.locator(".frame").bounding_box()
    assert outer
    if "projection" in address:
        assert inner.width <= outer["width"] + 1 and inner.height <= outer["height"] + 1
        assert inner.width == pytest.approx(2 * inner.height, rel=0.01)
    else:
        assert inner.x <= outer["x"] + 1 and inner.x + inner.width >= outer["x"] + outer["width"] - 1
        assert inner.y <= outer["y"] + 1 and inner.y + inner.height >= outer["y"] + outer["height"] - 1
        assert inner.width == pytest.approx(2**0.5 * inner.height, rel=0.01)
    for part in (".dots", ".names"):
        assert page.locator(f".frame > {part}").bounding_box() == pytest.approx(vars(inner), abs=1), part


def test_the_map_of_a_phone_reaches_to_the_foot_of_the_window(open_page: Opener, samples: Stored) -> None:
    """From the head, with the player and a legend of one line."""
    page = open_page(samples.server.url, width=390)
    page.goto(quakes.address(date="any", show="map"))
    box, head = page.locator("#quake-map").bounding_box(), page.locator(".head").bounding_box()
    assert box and head
    assert box["x"] == 0 and box["width"] == 390
    assert box["y"] - head["y"] - head["height"] < 8
    assert 790 <= box["y"] + box["height"] <= 812
    assert page.locator(".player").bounding_box()["height"] == pytest.approx(44, abs=1)
    assert page.locator("#quake-map .legend").bounding_box()["height"] == pytest.approx(32, abs=1)


def test_ages_differ_by_shape(open_page: Opener, fed_server: Server, feeds: FeedServer) -> None:
    """Where the system sets the colours: a ring in the past hour, filled in the past day, open
    before."""
    ages = {"hour": 0.2, "day": 5.0, "week": 50.0}
    events = [
        Event(name, 5.5, time=now() - timedelta(hours=hours), longitude=-60.0 + 30 * at, latitude=0)
        for at, (name, hours) in enumerate(ages.items())
    ]
    feeds.serve(all_week=feed(events, generated=now()))
    assert quakes.refresh(fed_server).status == 303
    page = open_page(fed_server.url, forced_colors="active")
    page.goto(quakes.address(past="week", view="-30,0,120"))
    page.locator(".names").evaluate("names => { names.style.display = 'none' }")
    page.mouse.move(0, 0)
    looks = []
    for at, name in enumerate(ages):
        x, y = show(page, pin(page, name))
        background = pixel(page, x, y - 30)
        looks.append([pixel(page, x + right, y) == background for right in (0, 7, 9, 12)])
    assert len({tuple(look) for look in looks}) == len(ages), looks
