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
    fed_page.get_by_role("button", name="Load the past day").click()
    expect(quakes_page.notice(fed_page)).to_contain_text("Refreshed: 6 new.")
    return fed_page


def test_from_nothing_to_the_quakes_of_today(loaded_page: Page, fed_server: Server) -> None:
    """From the front page, with the numbers of the feed."""
    page = loaded_page
    assert quakes_page.listed(page) == ["herat", "adak", "tonga", "hilo"]
    quakes_page.expect_counts(page, 4, 6)
    expect(page.locator(".count")).to_contain_text("4 earthquakes")
    expect(page.locator(".count")).to_contain_text("6 total")
    expect(page.locator("#quakes-source")).to_contain_text("USGS feed, updated ")
    page.get_by_role("link", name="Dismiss").click()
    expect(quakes_page.notice(page)).to_have_count(0)
    assert page.url == fed_server.url + "/quakes"
    assert len(quakes_page.listed(page)) == 4


def test_an_empty_guide_shows_how_to_begin(fed_page: Page) -> None:
    """There is nothing to sort or to delete yet."""
    page = fed_page
    page.goto("/")
    page.get_by_role("main").get_by_role("link", name="Earthquakes").first.click()
    expect(page.locator("#quake-list").get_by_role("heading")).to_have_text(
        "No earthquakes are stored yet"
    )
    expect(page.get_by_role("button", name="Sort")).to_be_disabled()
    expect(quakes_page.open_menu(page, "More").get_by_role("link")).to_have_text(["Deleted events"])
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Load the past 7 days").click()
    expect(quakes_page.notice(page)).to_contain_text("Refreshed: nothing new.")


def test_a_filter_is_an_address(
    loaded_page: Page, open_page: Opener, fed_server: Server, window: Window
) -> None:
    """Short, the same after a reload, and the same for everybody."""
    page = loaded_page
    quakes_page.unfold(page)
    page.get_by_label("Place", exact=True).fill("PAHALA")
    page.get_by_role("button", name="Filter", exact=True).click()
    expect(page).to_have_url(fed_server.url + "/quakes?q=PAHALA")
    assert quakes_page.listed(page) == ["hilo"]
    page.reload()
    assert quakes_page.listed(page) == ["hilo"]
    quakes_page.unfold(page)
    page.get_by_label("Place", exact=True).fill("")
    quakes_page.times(page).select_option("Yesterday")
    page.get_by_label("Magnitude from", exact=True).fill("")
    page.get_by_role("button", name="Filter", exact=True).click()
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
    expect(quakes_page.fact(page, "ID")).to_have_text(quake)
    day = f"{midnight().day} {midnight():%b}"
    assert page.title() == f"M {magnitude} – {name} · {day} - Earthquakes - Fieldguide"
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
        page.get_by_role("navigation", name="Map view").get_by_role("link", name="West").click()
    click_pin(page, "herat")
    quakes_page.show(page, "List")
    expect_selected(page, "herat", 6.3, "29 km NNE of Zindah Jān, Afghanistan")
    expect(quakes_page.row(page, "herat")).to_be_in_viewport()
    page.locator("#quake-card").get_by_role("link", name="Close").click()
    expect(page.locator(".here")).to_have_count(0)
    assert quakes_page.current(page) == []
    assert page.url.endswith("#q-herat")
    assert set(quakes.query_of(page.url.partition("#")[0])) <= {"view"}


def test_the_links_of_the_map_change_the_view_only(loaded_page: Page) -> None:
    """Filter, order and selection stay; the list has the quakes of the view."""
    page = loaded_page
    page.goto(quakes.address(date="any", q="a", sort="magnitude", quake="tonga", show="map"))
    before = quakes.query_of(page.url)
    rows = quakes_page.listed(page)
    boxes = [view_box(page)]
    for name in ("Zoom in", "West", "South", "Zoom in", "North", "East", "Zoom out"):
        quakes_page.follow_map_link(page, name)
        assert quakes.without(page.url, "view") == before, name
        assert set(quakes_page.listed(page)) <= set(rows), name
        boxes.append(view_box(page))
    world, closer, west, south, closest, north, east, out = boxes
    assert closer[2] == world[2] / 2
    assert (west[0] - closer[0] + closer[2] / 2) % 360 == 0
    assert south[1] > west[1]
    assert closest[2] == south[2] / 2
    assert north[1] < closest[1]
    assert (east[0] - north[0] - north[2] / 2) % 360 == 0
    assert out[2] == east[2] * 2
    quakes_page.follow_map_link(page, "Fit to results")
    assert quakes.without(page.url, "view") == before
    assert view_box(page) not in boxes
    quakes_page.follow_map_link(page, "World")
    assert quakes.query_of(page.url) == before
    assert view_box(page) == world
    quakes_page.follow_map_link(page, "Atlantic")
    assert view_box(page)[:1] == [0]


def test_a_deletion_is_undone(loaded_page: Page) -> None:
    """With the button of the notice: the event is selected again."""
    page = loaded_page
    page.goto(quakes.address(date="any", quake="tonga"))
    before = quakes_page.listed(page)
    page.locator("#quake-detail").get_by_role("button", name="Delete").click()
    expect(quakes_page.notice(page)).to_contain_text("The event was deleted.")
    assert quakes_page.listed(page) == [one for one in before if one != "tonga"]
    quakes_page.notice(page).get_by_role("button", name="Undo").click()
    expect(quakes_page.notice(page)).to_contain_text("Restored.")
    assert quakes_page.listed(page) == before
    assert quakes_page.current(page) == ["tonga"]


def test_the_sort_menu(open_page: Opener, samples: Stored, window: Window) -> None:
    """All four orders; the menu shows the current one."""
    page = open_page(samples.server.url, width=window.width, script=window.script)
    page.goto(quakes.address(date="any", type="any"))
    for name, first in {
        "Oldest first": ["herat", "nulled", "minus"],
        "Largest first": ["great", "herat", "tonga"],
        "Smallest first": ["nulled", "minus", "negative"],
        "Newest first": ["negative", "geysers", "west"],
    }.items():
        quakes_page.choose(page, "Sort", name)
        expect(page.locator("#said")).to_contain_text(name.lower())
        assert quakes_page.listed(page)[:3] == first
        orders = page.locator(".menu-list [role=group][aria-label=Order]")
        assert orders.locator("[aria-current=true]").all_text_contents() == [name]
    assert quakes.query_of(page.url) == {"date": "any", "type": "any"}


def test_a_bar_of_a_chart_sets_the_filter(
    open_page: Opener, samples: Stored, window: Window
) -> None:
    """By magnitude and by day, with the number in its name."""
    page = open_page(samples.server.url, width=window.width, script=window.script)
    page.goto(quakes.address(date="any", type="any"))
    quakes_page.unfold(page, "Charts")
    page.get_by_role("link", name="Magnitude 4 to 4.9: 2 events").click()
    assert quakes_page.listed(page) == ["west", "east"]
    quakes_page.unfold(page, "Charts")
    page.get_by_role("link", name="4 May 2024: 2 events").click()
    assert quakes.query_of(page.url) == {
        "date": "2024-05-04",
        "min": "4",
        "max": "4.9",
        "type": "any",
    }
    assert quakes_page.listed(page) == ["west", "east"]


def test_the_panel_folds_technical_details(open_page: Opener, samples: Stored) -> None:
    """Unfolding them moves nothing above."""
    page = open_page(samples.server.url)
    page.goto(quakes.address(date="any", quake="west"))
    expect(quakes_page.fact(page, "Depth")).to_be_visible()
    expect(quakes_page.fact(page, "Network")).not_to_be_visible()
    details = page.locator("#quake-detail").get_by_text("Technical details")
    place = "one => one.getBoundingClientRect().y - one.closest('.detail').getBoundingClientRect().y"
    before = details.evaluate(place)
    details.click()
    expect(quakes_page.fact(page, "Network")).to_be_visible()
    assert details.evaluate(place) == before


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
        quakes_page.unfold(page, "Charts")
        before = page.url
        page.locator("#quake-charts").get_by_role("link", name=name, exact=True).click()
        expect(page).not_to_have_url(before)
        assert quakes.query_of(page.url) == expected | {"q": "a"}


def test_the_page_of_an_event(open_page: Opener, samples: Stored, window: Window) -> None:
    """At an address of its own, with its map and panel, and the ways to others."""
    page = open_page(samples.server.url, width=window.width, script=window.script)
    page.goto(quakes.address(date="any", quake="tonga"))
    page.get_by_role("link", name="Link to this event").click()
    expect(page).to_have_url(samples.server.url + "/quakes/event/tonga")
    title = "M 5.8 – 83 km SE of Pangai, Tonga · 4 May"
    expect(page.get_by_role("heading", level=1)).to_have_text("83 km SE of Pangai, Tonga")
    expect(page).to_have_title(f"{title} - Earthquakes - Fieldguide")
    expect(page.locator("#quake-map .frame")).to_be_visible()
    expect(page.locator("#quake-map .here")).to_have_count(1)
    expect(quakes_page.fact(page, "Depth")).to_be_visible()
    image = page.locator('meta[property="og:image"]').get_attribute("content") or ""
    assert page.request.get(image).headers["content-type"] == "image/png"
    page.get_by_role("link", name="World").click()
    expect(page).to_have_url(re.compile(r"/quakes/event/tonga\?view=150(,|%2C)0(,|%2C)360"))
    expect(page.locator("#quake-map .frame")).to_have_attribute("data-view", "150,0,360,180")
    page.get_by_role("link", name="All earthquakes").click()
    expect(page).to_have_url(samples.server.url + quakes.PATH)
