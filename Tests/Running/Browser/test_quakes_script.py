"""The script of the earthquakes: a map that moves, a player, position, time zone, notices.

Everything else works without it, and is tested elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

import quakes
import quakes_page
from events import FIXED, MARKUP, Event, feed, now
from feeds import FeedServer
from program_fixtures import Stored, one_instance
from quakes_map import frame, pin, points, show
from server import Server
from windows import Opener

MARK = "() => { window.isTheSame = true; }"
DAY = "2024-05-04"
HOUR = timedelta(hours=1)


@pytest.fixture
def page(open_page: Opener, samples: Stored) -> Page:
    """A wide window on the samples."""
    return open_page(samples.server.url, timezone_id="Asia/Tokyo")


def opened(page: Page, **query: object) -> Page:
    """Opens the page, and marks the document."""
    page.goto(quakes.address(date="any", **query))
    expect(page.locator("#live")).to_have_text("Live")
    page.locator(".frame").scroll_into_view_if_needed()
    page.evaluate(MARK)
    return page


def view(page: Page) -> list[float]:
    """Returns the drawn part of the world: centre, width, height."""
    text = page.locator(".frame").get_attribute("data-view") or ""
    return [float(number) for number in text.split(",")]


def centre(page: Page) -> tuple[float, float]:
    """Returns the centre of the map in the window."""
    box = frame(page)
    return box.x + box.width / 2, box.y + box.height / 2


def drag(page: Page, right: float, down: float) -> None:
    """Drags the map from its centre."""
    x, y = centre(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right, y + down, steps=4)
    page.mouse.up()


def expect_view(page: Page, *expected: float, near: float = 1) -> None:
    """Waits for a view, in the same document, whose address names it."""
    wanted = "([values, near]) => values.every((value, at) => Math.abs(value - Number(document.querySelector('.frame').dataset.view.split(',')[at])) < near) && !document.querySelector('.moving')"
    page.wait_for_function(wanted, arg=[expected, near])
    named = re.search(r"[?&]view=([-\d.,]+)", page.url)
    assert named
    assert [float(number) for number in named[1].split(",")] == view(page)[: named[1].count(",") + 1]
    assert page.evaluate("window.isTheSame")
    assert page.locator(".frame > svg").first.evaluate("svg => svg.style.transform") == ""


def test_a_drag_moves_the_map(page: Page) -> None:
    """The address follows without an entry of the history, and so do the counts."""
    opened(page, view="-160,10,90")
    history = page.evaluate("history.length")
    before = page.locator(".frame").get_attribute("aria-label")
    width, height = frame(page).width, frame(page).height
    drag(page, -width / 3, 50)
    expect_view(page, -130, 10 + 50 / height * 45, 90)
    assert page.evaluate("history.length") == history
    assert page.locator(".frame").get_attribute("aria-label") != before


# True for each place in the window where the player has painted.
PAINTED = """(canvas, places) => {
  const { x, y } = canvas.getBoundingClientRect();
  const pen = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
  pen.drawImage(canvas, 0, 0);
  return places.map(([right, down]) => pen.getImageData((right - x) * devicePixelRatio, (down - y) * devicePixelRatio, 1, 1).data[3] > 0);
}"""
COUNT_NODES = """() => {
  window.nodes = window.changes = 0;
  new MutationObserver(records => {
    for (const { addedNodes, removedNodes } of records) { window.changes += 1; window.nodes += addedNodes.length + removedNodes.length; }
  }).observe(document.getElementById("quake-map"), { subtree: true, childList: true, attributes: true, characterData: true });
}"""


def views(page: Page) -> list[str]:
    """Returns a list that grows by the address of each view that the map asks for."""
    asked: list[str] = []

    def note(url: str) -> None:
        if "view=" in url and "/live" not in url:
            asked.append(url)

    page.on("request", lambda request: note(request.url))
    return asked


@pytest.mark.parametrize("width", [1280, 390])
def test_a_map_that_is_held_asks_for_nothing(page: Page, width: int) -> None:
    """It asks once, when it is let go."""
    page.set_viewport_size({"width": width, "height": 800})
    opened(page, view="-160,10,90", show="map")
    asked = views(page)
    x, y = centre(page)
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(4):
        page.mouse.move(x - 30 * (step + 1), y, steps=3)
        page.wait_for_timeout(700)
    assert asked == []
    page.mouse.up()
    expect(page.locator(".moving")).to_have_count(0)
    page.wait_for_timeout(700)
    assert len(asked) == 1
    assert view(page)[0] > -160


def test_a_turn_of_the_wheel_asks_once(page: Page) -> None:
    """Also a slow one."""
    opened(page, view="-160,10,90")
    page.locator(".frame").focus()
    asked = views(page)
    page.mouse.move(*centre(page))
    for _ in range(6):
        page.mouse.wheel(0, -60)
        page.wait_for_timeout(300)
    expect(page.locator(".moving")).to_have_count(0)
    page.wait_for_timeout(700)
    assert len(asked) == 1


@pytest.mark.parametrize("width", [1280, 390])
def test_a_drag_is_one_request(page: Page, width: int) -> None:
    """With nothing but the page and what it leads to, however long the drag takes."""
    page.set_viewport_size({"width": width, "height": 800})
    opened(page, view="-160,10,90", show="map")
    page.wait_for_timeout(500)
    asked: list[str] = []
    page.on("request", lambda request: "/static/" in request.url or asked.append(request.url))
    x, y = centre(page)
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, 4):
        page.mouse.move(x - 20 * step, y, steps=3)
        page.wait_for_timeout(900)
    assert asked == []
    page.mouse.up()
    expect(page.locator(".moving")).to_have_count(0)
    page.wait_for_timeout(1_000)
    assert len([url for url in asked if "view=" in url and "/live" not in url]) == 1
    # The page has one stream of changes, and at most one sheet of the map.
    assert len(asked) <= 3, asked


def test_the_world_has_no_edge(page: Page) -> None:
    """It continues at the date line, and ends at the poles."""
    opened(page)
    width = frame(page).width
    drag(page, -width / 4, 200)
    expect_view(page, -120, 0, 360)


def test_a_projection_moves_to_its_edges(page: Page) -> None:
    """The globe does not continue there."""
    opened(page, projection="equal-earth", view="0,0,90")
    width, height = frame(page).width, frame(page).height
    drag(page, -width / 3, 50)
    expect_view(page, 30, 50 / height * 45, near=2)
    opened(page, projection="north-pole", view="130,0,90")
    drag(page, -width / 3, 0)
    shown = page.locator(".frame").evaluate("frame => frame.clientWidth") / width * 90
    expect_view(page, 180 - shown / 2, 0)


@pytest.mark.parametrize("projection", ["equal-earth", "equal-earth-atlantic", "north-pole", "south-pole"])
def test_the_player_plays_in_every_projection(page: Page, projection: str) -> None:
    """Its dots are where those of the server are."""
    opened(page, projection=projection)
    places = [place for path in page.locator(".pin path").all() for place in points(path)]
    assert len(places) > 2
    slider = page.get_by_role("slider", name="Time")
    slider.fill("50")
    expect(page.locator(".playing")).to_have_count(1)
    seen: set[tuple[float, float]] = set()
    for step in range(0, 100, 3):
        slider.fill(str(step))
        painted = page.locator(".played").evaluate(PAINTED, places)
        seen |= {place for place, is_painted in zip(places, painted, strict=True) if is_painted}
        assert not all(painted)
    assert seen == set(places)


def test_the_map_moves_before_it_is_loaded(page: Page) -> None:
    """By the distance of the pointer, with copies of the world at its sides."""
    opened(page)
    x, y = centre(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 60, y)
    page.wait_for_function("() => document.querySelector('.frame > svg').style.transform.includes('-60px')")
    assert page.locator(".frame > svg .copy").count() >= 2
    page.mouse.up()
    expect_view(page, 150 + 60 / frame(page).width * 360, 0, 360)
    expect(page.locator(".copy")).to_have_count(0)


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        (["+"], (0, 0, 45)),
        (["+", "+", "-"], (0, 0, 45)),
        (["ArrowRight"], (22.5, 0, 90)),
        (["ArrowLeft", "ArrowUp"], (-22.5, 11.25, 90)),
        (["ArrowDown", "ArrowDown"], (0, -22.5, 90)),
    ],
)
def test_keys_move_the_map(page: Page, keys: list[str], expected: tuple[float, ...]) -> None:
    """If it has the focus, which it keeps."""
    opened(page, view="0,0,90")
    page.locator(".frame").focus()
    for key in keys:
        page.keyboard.press(key)
    # The frame shows nearly all of the drawn view.
    expect_view(page, *expected, near=0.8)
    expect(page.locator(".frame")).to_be_focused()


def test_a_double_click_zooms_in(page: Page) -> None:
    """Nothing moves under the pointer."""
    opened(page, view="0,0,90")
    x, y = centre(page)
    page.mouse.dblclick(x + frame(page).width / 4, y)
    expect_view(page, 11.25, 0, 45, near=0.3)


def test_the_wheel_scrolls_the_page(page: Page) -> None:
    """It zooms with the control key, or after a click on the map, as far as it can."""
    opened(page, view="0,0,90")
    page.evaluate("scrollTo(0, 0)")
    page.mouse.move(*centre(page))
    page.mouse.wheel(0, 40)
    page.wait_for_function("() => scrollY > 0")
    expect(page.locator(".map-hint")).to_contain_text("scroll to zoom the map")
    assert view(page)[2] == 90
    page.keyboard.down("Control")
    page.mouse.wheel(0, -240)
    page.keyboard.up("Control")
    expect_view(page, 0, 0, 45, near=4)
    page.mouse.click(*centre(page))
    page.mouse.wheel(0, 240)
    expect_view(page, 0, 0, 90, near=4)


def touch(page: Page) -> Callable[..., None]:
    """Returns a function that sends touches."""
    client = page.context.new_cdp_session(page)
    return lambda kind, *points: client.send(
        "Input.dispatchTouchEvent",
        {"type": kind, "touchPoints": [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(points)]},
    )


def test_two_fingers_zoom(open_page: Opener, samples: Stored) -> None:
    """They also move the map. One finger scrolls the page."""
    page = opened(open_page(samples.server.url, width=390, has_touch=True, is_mobile=True), view="0,0,90", show="map")
    box = page.locator(".frame").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    send = touch(page)
    send("touchStart", (x - 40, y), (x + 40, y))
    for step in range(1, 5):
        send("touchMove", (x - 40 - step * 10, y), (x + 40 + step * 10, y))
    send("touchEnd")
    # The frame shows a part of the drawn view, of 90 by 45 degrees.
    expect_view(page, 0, 0, 45 * 2**0.5 * box["width"] / box["height"] / 2, near=3)
    before, top = view(page), page.evaluate("scrollY")
    send("touchStart", (x, y))
    for step in range(1, 8):
        send("touchMove", (x, y - step * 15))
    send("touchEnd")
    page.wait_for_function("top => scrollY > top", arg=top)
    assert view(page) == before


def test_a_click_on_a_dot_selects_it(page: Page) -> None:
    """In place, with an entry of the history. A drag that ends on a dot does not."""
    opened(page)
    x, y = show(page, pin(page, "great"))
    page.mouse.move(x + 30, y)
    page.mouse.down()
    page.mouse.move(x, y, steps=3)
    page.mouse.up()
    expect(page).to_have_url(re.compile("view="))
    assert "quake=" not in page.url
    opened(page)
    x, y = show(page, pin(page, "great"))
    page.mouse.click(x, y)
    expect(page.locator("#quake-card")).to_contain_text("Kuril")
    assert page.url.endswith("quake=great#q-great")
    assert page.evaluate("window.isTheSame")
    page.go_back()
    expect(page.locator("#quake-card, #quake-detail .facts")).to_have_count(0)
    assert page.evaluate("window.isTheSame")


def test_the_links_of_the_map_change_it_in_place(page: Page) -> None:
    """Going back leads to the page before."""
    page.goto("/animals")
    opened(page)
    quakes_page.follow_map_link(page, "Zoom in")
    expect_view(page, 150, 0, 180)
    page.go_back()
    expect(page).to_have_url(re.compile("/animals$"))


def test_a_dot_shows_its_name(page: Page) -> None:
    """While the pointer is over it. Its accessible name stays."""
    opened(page)
    dot = page.locator(".pin", has=page.locator("title", has_text="Tonga"))
    dot = page.locator(f'.pin[href="{dot.get_attribute("href")}"]')
    page.mouse.move(*show(page, dot.locator("path")))
    name = "M 5.8, 83 km SE of Pangai, Tonga"
    expect(page.locator(".map-tip")).to_have_text(name)
    expect(dot).to_have_accessible_name(name)
    page.mouse.move(0, 0)
    expect(page.locator(".map-tip")).to_be_hidden()


# The number of painted pixels of the player.
PLAYED = """() => {
  const canvas = document.querySelector(".played");
  const pen = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
  pen.drawImage(canvas, 0, 0);
  const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
  return data.filter((value, at) => at % 4 === 3 && value > 0).length;
}"""


def test_the_player_shows_a_part_of_the_time(page: Page) -> None:
    """It plays, stops, and shows the time that the slider is at."""
    opened(page)
    player = page.get_by_role("group", name="Events in order of time")
    slider = player.get_by_role("slider", name="Time")
    player.get_by_role("button", name="Play").click()
    player.get_by_role("button", name="Pause").click()
    expect(page.locator(".played")).to_have_count(1)
    slider.fill("0")
    first = slider.get_attribute("aria-valuetext")
    one = page.evaluate(PLAYED)
    assert one > 0
    slider.fill("99")
    assert page.evaluate(PLAYED) not in (0, one)
    assert slider.get_attribute("aria-valuetext") == "4 May, 20:48"
    assert first != "4 May, 20:48"
    expect(page.locator(".dots .dot").first).not_to_be_visible()
    page.locator(".frame").focus()
    page.keyboard.press("+")
    expect_view(page, 150, 0, 180, near=3)
    expect(page.locator(".played")).to_have_count(1)
    slider.fill("100")
    expect(page.locator(".played")).to_have_count(0)
    expect(player.get_by_role("button", name="Play")).to_be_visible()


def test_the_player_is_made_once(page: Page) -> None:
    """Also if the slider is moved on while the script of the player is loaded."""
    opened(page)
    exports: list[str] = []
    page.on("request", lambda request: "geojson" in request.url and exports.append(request.url))
    page.get_by_role("slider", name="Time").evaluate(
        """slider => {
          for (const value of [10, 20, 30]) {
            slider.value = value;
            slider.dispatchEvent(new Event("input", { bubbles: true }));
          }
        }"""
    )
    expect(page.locator(".played")).to_have_count(1)
    assert len(exports) == 1


def test_the_player_makes_no_nodes(page: Page) -> None:
    """It draws on one canvas, and changes texts and attributes that exist."""
    opened(page)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".playing")).to_have_count(1)
    slider = page.get_by_role("slider", name="Time")
    before = int(slider.input_value())
    page.evaluate(COUNT_NODES)
    page.wait_for_function("([slider, before]) => Number(slider.value) > before + 8", arg=[slider.element_handle(), before])
    assert page.evaluate("window.nodes") == 0
    assert page.evaluate("window.changes") > 0


def test_the_link_of_an_event_is_copied(page: Page) -> None:
    """From its page."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/quakes/event/tonga")
    page.get_by_role("button", name="Share").click()
    expect(page.locator("#live")).to_contain_text("The link was copied.")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.url.partition("/quakes")[0] + "/quakes/event/tonga"


def test_a_link_that_cannot_be_copied_is_shown(page: Page) -> None:
    """Browsers copy only on pages that they trust."""
    page.goto("/quakes/event/tonga")
    page.evaluate("Object.defineProperty(navigator, 'clipboard', {})")
    page.get_by_role("button", name="Share").click()
    expect(page.locator("#live")).to_contain_text(f"Copy this link: {page.url}")


# The distance from the visitor in a row.
AWAY = re.compile(r"(\d+)\s+km \w+ of you")


@pytest.mark.parametrize("width", [1280, 390])
def test_near_me(open_page: Opener, samples: Stored, width: int) -> None:
    """All magnitudes, the nearest first, with the distance from the visitor. The position
    is rounded to a tenth of a degree."""
    page = open_page(
        samples.server.url, width=width, permissions=["geolocation"],
        geolocation={"latitude": 33.5433, "longitude": -116.5766},
    )  # fmt: skip
    page.goto(quakes.address(date="any", min="4", view="0,0,90"))
    page.get_by_role("button", name="Near me").click()
    page.wait_for_url(re.compile("near="))
    assert quakes.query_of(page.url) == {
        "date": "any", "sort": "distance", "near": "me,33.5,-116.6",
    }  # fmt: skip
    expect(page.locator("#presets")).to_contain_text("Within 300 km of you")
    notes = page.locator("#quake-list .row-note").all_inner_texts()
    assert [found and found[1] for note in notes if (found := AWAY.search(note))] == ["9", "22"]


def test_an_unknown_position(page: Page) -> None:
    """The page tells what to do."""
    opened(page)
    address = page.url
    page.context.clear_permissions()
    page.get_by_role("button", name="Near me").click()
    expect(page.locator("#live")).to_contain_text("search for a place")
    assert page.url == address


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("chosen", [None, "UTC", "Berlin", "My time"])
def test_one_zone_is_current(page: Page, chosen: str | None, width: int) -> None:
    """That of the shown times, below its heading. The choice of a length does not change it."""
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(quakes.address(date="any"))
    if chosen:
        quakes_page.open_menu(page, "Times")
        if chosen == "Berlin":
            page.get_by_text("Other zone…").click()
        page.get_by_role("group", name="Times").get_by_role("link", name=chosen).first.click()
        page.wait_for_timeout(300)
    page.reload()
    zone = {None: "Tokyo", "My time": "Tokyo"}.get(chosen, chosen)
    for miles in (False, True):
        expect(page.locator("[data-times]")).to_have_text(zone)
        quakes_page.open_menu(page, "Times")
        group = page.get_by_role("group", name="Times")
        expect(group.locator("[aria-current=true]")).to_have_count(1)
        expect(group.locator("[aria-current=true]")).to_contain_text(zone if chosen in ("UTC", "Berlin") else "My time")
        expect(group.locator(":scope > ul > li:first-child > a")).to_have_text("My timeTokyo")
        expect(group.get_by_role("link", name="Tokyo")).to_have_count(1)
        assert group.locator(":scope > strong").inner_text() == "Times"
        if not miles:
            page.get_by_role("group", name="Distances").get_by_role("link", name="miles").click()
            expect(page.locator("#quake-list")).to_contain_text("mi")


def test_times_are_those_of_the_visitor(page: Page) -> None:
    """From the start, in the list and in the card, named once. The address names it where the page
    counts months. The exact time of a row is its title."""
    opened(page, quake="tonga")
    expect(page.locator("#quake-card time")).to_have_text("4 May 2024, 19:00")
    row = quakes_page.row(page, "tonga").locator("time")
    expect(row).to_have_attribute("title", "2024-05-04 10:00:00 UTC")
    expect(page.locator(".foot-line")).to_contain_text("times in Tokyo")
    assert quakes.query_of(page.url)["tz"] == "Asia/Tokyo"
    page.goto(quakes.address(past="day"))
    expect(page.locator(".foot-line")).to_contain_text("times in Tokyo")
    assert "tz" not in quakes.query_of(page.url)


def test_a_zone_of_the_address_is_shown_as_it_is(page: Page) -> None:
    """Whatever the zone of the visitor."""
    opened(page, quake="tonga", tz="Europe/Berlin")
    expect(page.locator("#quake-card time")).to_have_text("4 May 2024, 12:00")
    expect(page.locator(".foot-line")).to_contain_text("times in Berlin")


def test_a_choice_is_kept_for_the_next_visit(page: Page) -> None:
    """Without a cookie: the way over another guide forgets neither zone nor unit. UTC is a
    choice as well."""
    opened(page)
    quakes_page.choose(page, "Distances", "miles")
    quakes_page.open_menu(page, "Times").get_by_text("Other zone…").click()
    page.get_by_role("link", name="Denver").click()
    expect(page).to_have_url(re.compile("tz="))
    page.goto("/animals")
    page.get_by_role("link", name="Earthquakes").click()
    expect(page).to_have_url(re.compile("units="))
    assert quakes.query_of(page.url) == {"units": "mi"}
    expect(page.locator("[data-times]").first).to_have_text("Denver")
    assert page.context.cookies() == []
    quakes_page.open_menu(page, "Times").get_by_role("link", name="UTC", exact=True).click()
    page.goto(quakes.address(date="any", quake="tonga"))
    expect(page).to_have_url(re.compile("units=mi"))
    expect(page.locator("#quake-card time")).to_have_text("4 May 2024, 10:00")


@one_instance
def test_new_events_are_announced(open_page: Opener, fed_server: Server, feeds: FeedServer) -> None:
    """The largest of them, with a link. Events that another filter shows are not new."""
    old = [Event("old", 3.0, time=FIXED.replace(hour=1)), Event("small", 0.5, time=FIXED.replace(hour=2))]
    new = [
        Event("one", 6.1, MARKUP, FIXED.replace(hour=3), longitude=100, latitude=50),
        Event("two", 4.1, time=FIXED.replace(hour=4)),
        Event("past", 5, time=FIXED.replace(hour=0)),
    ]
    feeds.serve(all_day=feed(old))
    quakes.refresh(fed_server, "allDay")
    page = open_page(fed_server.url)
    page.goto(quakes.address(date=DAY, min=1))
    expect(page.locator("#live")).to_have_text("Live")
    page.evaluate(MARK)
    feeds.serve(all_week=feed(old + new, generated=FIXED.replace(hour=13)))
    quakes.refresh(fed_server)
    notice = page.locator("#live")
    expect(notice).to_contain_text("2 new earthquakes")
    assert page.locator(".row.new").evaluate_all("rows => rows.map(row => row.closest('li').id)") == ["q-two", "q-one"]
    expect(page.locator(".pin.new")).to_have_count(2)
    notice.get_by_role("link", name="Show").click()
    expect(page.locator("#quake-card")).to_contain_text("6.1")
    expect(page.locator("#quake-card")).to_be_focused()
    expect(notice).to_have_text("Live")
    assert page.evaluate("window.isTheSame")
    page.evaluate(
        "address => document.dispatchEvent(new CustomEvent('live:visit', {detail: {address, entry: 'push'}}))",
        quakes.address(date=DAY),
    )
    expect(page.locator(".row")).to_have_count(5)
    expect(notice).to_have_text("Live")


def test_without_script_there_are_no_controls_for_it(open_page: Opener, samples: Stored) -> None:
    """Links and forms do the same."""
    page = open_page(samples.server.url, script=False)
    page.goto(quakes.address(date="any"))
    for control in page.locator(".scripted").all():
        expect(control).to_be_hidden()
    assert page.locator(".scripted").count() == 2
    assert page.locator(".frame").get_attribute("tabindex") is None
