"""The guide of earthquakes, by the words on the pages."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

import quakes
import quakes_page
from events import Event, feed, midnight, now
from feeds import FeedServer
from program_fixtures import Stored
from quakes_map import click_pin, ring, view_box
from server import Server
from windows import Opener, Window


def todays() -> list[Event]:
    """Five events of today, one of which is not an earthquake, and a small one of the day
    before."""
    start = midnight()
    places = {
        "hilo": (4.6, "9 km NE of Pāhala, Hawaii", -155.4, 19.2),
        "tonga": (5.8, "83 km SE of Pangai, Tonga", -173.5, -20.1),
        "adak": (3.2, "299 km SW of Adak, Alaska", 179.9, 50.2),
        "herat": (6.3, "29 km NNE of Zindah Jān, Afghanistan", 61.9, 34.6),
    }
    return [
        *(
            Event(one, mag, place, start + timedelta(minutes=minute + 1), longitude, latitude)
            for minute, (one, (mag, place, longitude, latitude)) in enumerate(places.items())
        ),
        Event("blast", 1.3, "a quarry", start + timedelta(minutes=9), type="quarry blast"),
        Event("yesterday", 2.0, "somewhere", start - timedelta(minutes=9), 20, 40),
    ]


@pytest.fixture
def loaded_page(today: None, fed_page: Page, feeds: FeedServer) -> Page:
    """A window with today's earthquakes."""
    content = feed(todays(), generated=now())
    feeds.serve(all_day=content, all_week=content, all_month=content)
    fed_page.goto("/quakes")
    quakes_page.choose(fed_page, "Refresh", "Past day")
    expect(quakes_page.notice(fed_page)).to_contain_text("Refreshed: 6 new.")
    return fed_page


def test_from_nothing_to_the_quakes_of_today(loaded_page: Page) -> None:
    """From the front page, with the numbers of the feed."""
    page = loaded_page
    assert quakes_page.listed(page) == ["herat", "adak", "tonga", "hilo"]
    assert quakes_page.count(page).text_content() == "4 · past 24 hours, magnitude 2.5 and above"
    expect(page.locator("#quakes-source")).to_contain_text("USGS feed, updated ")
    page.wait_for_load_state("load")


def test_an_empty_guide_has_one_message(fed_page: Page) -> None:
    """There is nothing to filter, to download or to delete yet."""
    page = fed_page
    page.goto("/")
    page.get_by_role("main").get_by_role("link", name="Earthquakes").first.click()
    expect(page.locator("#main h2")).to_have_text("No earthquakes yet")
    expect(page.locator("#presets, #near, #quake-map, .notice, .feed")).to_have_count(0)
    expect(quakes_page.open_menu(page, "More").get_by_role("link")).to_have_text(["Deleted events"])
    page.keyboard.press("Escape")
    quakes_page.choose(page, "Refresh", "Past 7 days")
    expect(quakes_page.notice(page)).to_contain_text("Refreshed: nothing new.")


def test_a_filter_is_an_address(
    loaded_page: Page, open_page: Opener, fed_server: Server, window: Window
) -> None:
    """Short, the same after a reload, and the same for everybody."""
    page = loaded_page
    quakes_page.open_filters(page)
    page.get_by_label("Place name", exact=True).fill("PAHALA")
    quakes_page.send(page)
    expect(page).to_have_url(fed_server.url + "/quakes?q=PAHALA")
    assert quakes_page.listed(page) == ["hilo"]
    page.reload()
    assert quakes_page.listed(page) == ["hilo"]
    quakes_page.open_filters(page)
    page.get_by_label("Place name", exact=True).fill("")
    quakes_page.times(page).select_option("Yesterday")
    page.get_by_label("Magnitude from", exact=True).fill("")
    quakes_page.send(page)
    expect(page).to_have_url(fed_server.url + "/quakes?date=yesterday")
    assert quakes_page.listed(page) == ["yesterday"]

    other = open_page(fed_server.url, width=window.width, script=window.script)
    other.goto(page.url)
    assert quakes_page.listed(other) == ["yesterday"]
    expect(quakes_page.times(other)).to_have_value("yesterday")
    page.go_back()
    assert quakes_page.listed(page) == ["hilo"]


def expect_selected(page: Page, quake: str, magnitude: float, name: str) -> None:
    """Expects a selection in the list, on the map, in the panel and in the address."""
    expect(page.locator("#quake-title")).to_have_text(name)
    assert quakes_page.current(page) == [quake]
    assert quakes.query_of(page.url)["quake"] == quake
    day = f"{midnight().day} {midnight():%b}"
    assert page.title() == f"M {magnitude} – {name} · {day} - Fieldguide"
    if page.locator("#quake-map").is_visible():
        pin = page.locator(f'.pin[href*="quake={quake}"] path')
        assert ring(page) == pytest.approx(ring(page, pin), abs=0.6)


def test_list_and_map_select_the_same(loaded_page: Page, fed_server: Server) -> None:
    """A row selects its dot, and a dot selects its row."""
    page = loaded_page
    page.goto("/quakes")
    expect(page.locator(".here")).to_have_count(0)
    quakes_page.row(page, "hilo").click()
    expect_selected(page, "hilo", 4.6, "9 km NE of Pāhala, Hawaii")
    assert page.url == fed_server.url + "/quakes?quake=hilo#q-hilo"
    quakes_page.show(page, "Map")
    expect_selected(page, "hilo", 4.6, "9 km NE of Pāhala, Hawaii")
    if page.viewport_size["width"] < 500:
        # A narrow window shows a part of the map.
        page.get_by_role("group", name="Map view").get_by_role("link", name="West").click()
    click_pin(page, "herat")
    quakes_page.show(page, "List")
    expect_selected(page, "herat", 6.3, "29 km NNE of Zindah Jān, Afghanistan")
    expect(quakes_page.row(page, "herat")).to_be_in_viewport()
    page.locator("#quake-card").get_by_role("link", name="Close").click()
    expect(page.locator(".here")).to_have_count(0)
    assert quakes_page.current(page) == []
    assert page.url.endswith("#q-herat")
    assert set(quakes.query_of(page.url.partition("#")[0])) <= {"view"}


def test_the_links_of_the_map_change_the_view_only(loaded_page: Page, window: Window) -> None:
    """Filter, order and selection stay; the list has the quakes of the view."""
    page = loaded_page
    page.goto(quakes.address(date="any", q="a", sort="magnitude", quake="tonga", show="map"))
    before = quakes.query_of(page.url)
    rows = quakes_page.listed(page)
    boxes = [view_box(page)]

    def follow(*names: str) -> None:
        for name in names:
            quakes_page.follow_map_link(page, name)
            assert quakes.without(page.url, "view") == before, name
            assert set(quakes_page.listed(page)) <= set(rows), name
            boxes.append(view_box(page))

    follow("Zoom in", "Zoom in", "Zoom out")
    world, closer, closest, out = boxes
    assert [one[2] for one in (closer, closest, out)] == [world[2] / 2, world[2] / 4, world[2] / 2]
    if not window.script:
        follow("West", "South", "North", "East", "World")
        west, south, north, east, everything = boxes[4:]
        assert (west[0] - out[0] + out[2] / 2) % 360 == 0
        assert north[1] < south[1] > west[1]
        assert (east[0] - north[0] - north[2] / 2) % 360 == 0
        assert everything == world
    follow("Fit to the list")
    assert boxes[-1] not in boxes[:-1]
    quakes_page.follow_map_link(page, "Centre on the Atlantic")
    assert view_box(page)[:1] == [0]


def test_a_deletion_is_undone(loaded_page: Page) -> None:
    """With the button of the notice, in the list to which the deletion leads."""
    page = loaded_page
    before = quakes_page.listed(page)
    page.goto("/quakes/event/tonga")
    page.locator("#menu-event").click()
    page.locator("#menu-event-list").get_by_role("button", name="Delete").click()
    expect(quakes_page.notice(page)).to_contain_text("The event was deleted.")
    assert quakes_page.listed(page) == [one for one in before if one != "tonga"]
    quakes_page.notice(page).get_by_role("button", name="Undo").click()
    expect(quakes_page.notice(page)).to_contain_text("Restored.")
    assert quakes_page.listed(page) == before


def test_the_orders(open_page: Opener, samples: Stored, window: Window) -> None:
    """At the foot of the list, which names the current one; another is in the address only."""
    page = open_page(samples.server.url, width=window.width, script=window.script)
    page.goto(quakes.address(date="any", type="any"))
    for name, first in {
        "Largest": ["great", "herat", "tonga"],
        "Newest": ["negative", "geysers", "west"],
    }.items():
        quakes_page.choose(page, "Order", name)
        expect(page.locator(".foot-line")).to_contain_text(f"{name} first")
        assert quakes_page.listed(page)[:3] == first
        orders = page.locator(".menu-list [role=group][aria-label=Order]")
        assert orders.locator("[aria-current=true]").all_text_contents() == [name]
    assert quakes.query_of(page.url) == {"date": "any", "type": "any"}
    page.goto(quakes.address(date="any", type="any", sort="magnitude", order="forward"))
    assert quakes_page.listed(page)[:3] == ["nulled", "minus", "negative"]
    menu = quakes_page.open_menu(page, "Order")
    expect(menu.locator("[aria-current=true]").first).to_have_text("Smallest")


def test_a_bar_of_a_chart_sets_the_filter(
    open_page: Opener, samples: Stored, window: Window
) -> None:
    """By magnitude and by day, with the number in its name."""
    page = open_page(samples.server.url, width=window.width, script=window.script)
    page.goto(quakes.address(date="any", type="any"))
    page.get_by_role("link", name="Magnitude 4 to 4.9: 2 events").click()
    assert quakes_page.listed(page) == ["west", "east"]
    page.get_by_role("link", name="4 May 2024: 2 events").click()
    assert quakes.query_of(page.url) == {
        "date": "2024-05-04",
        "min": "4",
        "max": "4.9",
        "type": "any",
    }
    assert quakes_page.listed(page) == ["west", "east"]


def test_showing_a_quake_on_the_map(open_page: Opener, samples: Stored, window: Window) -> None:
    """The map moves there, and shows the ring."""
    page = open_page(samples.server.url, width=window.width, script=window.script)
    page.goto(quakes.address(date="any", quake="east"))
    page.get_by_role("link", name="Show on the map").click()
    expect(page).to_have_url(re.compile("view="))
    left, top, width, height = view_box(page)
    assert width <= 60
    assert left < 360.01 < left + width or left < 0.01 < left + width
    assert top < 113.5 < top + height
    expect(page.locator(".here")).to_have_count(1)


def test_the_time_before_and_after(
    open_page: Opener, samples: Stored, window: Window
) -> None:
    """Links below the charts lead to ranges of the same length. The rest of the filter stays."""
    query = {"from": "2024-05-01", "to": "2024-05-02"}
    later = {"from": "2024-05-03", "to": "2024-05-04"}
    page = open_page(samples.server.url, width=window.width, script=window.script)
    page.goto(quakes.address(q="a", **query))
    for name, expected in (("Later", later), ("Earlier", query)):
        before = page.url
        page.locator("#quake-charts").get_by_role("link", name=name, exact=True).click()
        expect(page).not_to_have_url(before)
        assert quakes.query_of(page.url) == expected | {"q": "a"}


def test_the_page_of_an_event(open_page: Opener, samples: Stored, window: Window) -> None:
    """At an address of its own, with its map and panel, and the ways to others."""
    page = open_page(samples.server.url, width=window.width, script=window.script)
    page.goto(quakes.address(date="any", quake="tonga"))
    page.get_by_role("link", name="Open page").click()
    expect(page).to_have_url(samples.server.url + "/quakes/event/tonga")
    title = "M 5.8 – 83 km SE of Pangai, Tonga · 4 May"
    expect(page.get_by_role("heading", level=1)).to_have_text("83 km SE of Pangai, Tonga")
    expect(page).to_have_title(f"{title} - Fieldguide")
    expect(page.locator("#quake-map .frame")).to_be_visible()
    expect(page.locator("#quake-map .here")).to_have_count(1)
    expect(quakes_page.fact(page, "Depth")).to_be_visible()
    image = page.locator('meta[property="og:image"]').get_attribute("content") or ""
    assert page.request.get(image).headers["content-type"] == "image/png"
    before = view_box(page)
    page.get_by_role("link", name="Zoom out").click()
    expect(page).to_have_url(re.compile(r"/quakes/event/tonga\?view="))
    assert view_box(page)[2] == 2 * before[2]
    page.get_by_role("main").get_by_role("link", name="Earthquakes").click()
    expect(page).to_have_url(samples.server.url + quakes.PATH)
