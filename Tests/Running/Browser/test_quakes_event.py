"""The page of an event, with all that the service publishes about it, from recordings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import quakes
import quakes_page
from accessibility import violations
from layout import overflow
from recorded_events import EVENTS, RecordedEvents, serving_events
from server import Server
from windows import Opener, Window

# In bytes on the wire: the page and all that it loads on a first visit.
LARGEST = 90_000


@dataclass(frozen=True)
class Site:
    """A site with the recorded events."""

    server: Server
    service: RecordedEvents


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """A new site, which has loaded the feed only."""
    with serving_events() as service:
        server = Server(tmp_path / "data", feeds=service.url)
        try:
            quakes.refresh(server)
            yield Site(server, service)
        finally:
            server.stop()


def block(page: Page, title: str) -> str:
    """Returns the text of a part of the report."""
    part = page.get_by_role("region", name=title, exact=True)
    expect(part).to_be_visible()
    return part.inner_text()


def test_what_an_event_did(open_page: Opener, site: Site, window: Window) -> None:
    """The page is complete without it, and shows it as soon as it is loaded: with script as
    a live update, without script when the page asks again."""
    page = open_page(site.server.url, width=window.width, script=window.script)
    page.goto("/quakes/event/us10004u1y")
    expect(page.get_by_role("heading", level=1)).to_have_text("Southwest of Sumatra, Indonesia")
    expect(page.locator(".lead")).to_contain_text(
        "Violent shaking (IX) computed at sea, at most weak (III) on land."
    )
    expect(page.locator(".lead")).to_contain_text("30 people sent a report.")
    towns = block(page, "Nearest towns")
    assert re.search(r"Padang, Indonesia\s+805 km WSW\s+II", towns)
    assert re.search(r"West Island, Cocos Islands\s+853 km NNW", towns)
    assert "Strike-slip" in block(page, "How the fault moved")
    assert "oceanic lithosphere" in block(page, "Why here")
    expect(page.get_by_text("2 Mar 2016, about 18:49 UTC+6 at the epicentre")).to_be_visible()
    expect(page.get_by_text("Towns: GeoNames, CC BY 4.0")).to_be_visible()
    lines = page.locator("#quake-map .contour")
    expect(lines).to_have_count(8)
    frame = page.locator("#quake-map .frame").bounding_box()
    box = lines.nth(2).bounding_box()
    assert frame and box
    assert frame["x"] < box["x"] and box["x"] + box["width"] < frame["x"] + frame["width"]
    assert frame["y"] < box["y"]
    # The place, the magnitude and the time stand once.
    assert page.get_by_text("Southwest of Sumatra, Indonesia", exact=True).count() == 1
    # The detail, where it leads to, and three files.
    details = [one for one in site.service.requests if "summary" not in one]
    assert len(details) == 5
    page.reload()
    block(page, "Nearest towns")
    assert [one for one in site.service.requests if "summary" not in one] == details


def test_people_in_the_shaking(open_page: Opener, site: Site) -> None:
    """From an estimate. A part that could not be loaded is one quiet line."""
    page = open_page(site.server.url)
    page.goto("/quakes/event/ci38457511")
    people = block(page, "People in the shaking")
    assert re.search(r"IX\s+violent\s+3,881", people)
    assert re.search(r"IV\s+light\s+2,7\d\d,\d{3}", people)
    assert "Not available from USGS." in block(page, "Nearest towns")
    source = block(page, "At the source")
    assert "The map of the shaking and the places of reports are not available." in source
    expect(page.get_by_role("alert")).to_have_count(0)
    assert "Five people injured" in block(page, "What happened")
    # The forecast of 2021 is over.
    expect(page.get_by_role("region", name="Aftershocks to expect")).to_have_count(0)


def test_the_service_is_down(open_page: Opener, site: Site) -> None:
    """The page says so in quiet lines, and has all that the feed said."""
    site.service.fails = True
    page = open_page(site.server.url)
    page.goto("/quakes/event/us10004u1y")
    assert "Details are not available from USGS." in block(page, "At the source")
    assert "Not available from USGS." in block(page, "Nearest towns")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_have_text("Southwest of Sumatra, Indonesia")
    expect(quakes_page.fact(page, "Depth")).to_have_text("24 km, 14.9 mi")


def test_reports_survive_a_restart(open_page: Opener, site: Site) -> None:
    """They are kept on disk, and shown while the service is down."""
    page = open_page(site.server.url)
    page.goto("/quakes/event/us10004u1y")
    block(page, "Nearest towns")
    site.service.fails = True
    site.server.stop()
    site.server.start(port=int(site.server.url.rpartition(":")[2]))
    page.goto("/quakes/event/us10004u1y")
    block(page, "Nearest towns")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_an_event_is_light_and_accessible(open_page: Opener, site: Site) -> None:
    """With all its parts, at each width, in both schemes."""
    for event in EVENTS:
        page = open_page(site.server.url)
        page.goto(f"/quakes/event/{event}")
        block(page, "At the source")
        page.wait_for_timeout(200)
        sizes: list[float] = []
        client = page.context.new_cdp_session(page)
        client.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
        client.send("Network.enable")
        client.send("Network.setCacheDisabled", {"cacheDisabled": True})
        page.reload()
        page.wait_for_timeout(300)
        assert 20_000 < sum(sizes) <= LARGEST, event
        client.detach()
        assert violations(page) == []
        assert overflow(page) == [], event


# The layout shifts that no input caused, of the page so far.
SHIFTS = """
window.shifts = 0;
new PerformanceObserver(list => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value;
}).observe({type: "layout-shift", buffered: true});
"""
@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("event", EVENTS)
def test_details_that_come_late_move_nothing(
    open_page: Opener, site: Site, event: str, width: int
) -> None:
    """They come where space is kept for them, on the first visit and on others."""
    site.service.delay = 0.2
    page = open_page(site.server.url, width=width)
    page.add_init_script(SHIFTS)
    for scroll in (0, 400, 0):
        page.goto(f"/quakes/event/{event}")
        page.evaluate(f"scrollTo(0, {scroll})")
        block(page, "At the source")
        page.wait_for_timeout(300)
        assert page.evaluate("shifts") <= 0.05
    box = page.locator("#quake-map").bounding_box()
    # A red alert and a possible tsunami message take a line more on phones.
    most = 340 if (event, width) == ("nc72282711", 390) else {1280: 228, 390: 316}[width]
    assert box and box["y"] <= most


@pytest.mark.parametrize(("width", "columns"), [(1280, 3), (768, 2), (390, 1)])
def test_long_texts_are_cut(open_page: Opener, site: Site, width: int, columns: int) -> None:
    """After seven lines, and whole at their link, without script."""
    page = open_page(site.server.url, script=False)
    page.set_viewport_size({"width": width, "height": 800})
    page.goto("/quakes/event/us10004u1y")
    block(page, "Why here")
    text = page.locator("#why-here-panel .cut")
    short = text.bounding_box()
    panels = page.locator(".report > .panel, .report > .part > .panel").all()
    lefts = {round(box["x"]) for panel in panels if (box := panel.bounding_box())}
    assert len(lefts) == columns
    page.get_by_role("link", name="Read all of it").click()
    whole = text.bounding_box()
    assert short and whole
    assert short["height"] < 170 < whole["height"]


# The flag of tsunami messages is 0 for the largest earthquake of Japan, and 1 for a small one.
FLAGS = {
    "official20110311054624120_30": "../event/01-tohoku-tsunami-0-black-ball.detail.json",
    "nc72852151": "../event/04-nc72852151-as-of-2017-07-29T01.detail.json",
}


def test_the_tsunami_flag_is_no_forecast(open_page: Opener, tmp_path: Path) -> None:
    """Without it nothing is said; with it, that a message may exist, with a link to the warning
    centres, however old the event is."""
    with serving_events(lambda: RecordedEvents(FLAGS)) as service:
        server = Server(tmp_path / "data", feeds=service.url)
        try:
            quakes.refresh(server)
            page = open_page(server.url)
            for event in FLAGS:
                page.goto(f"/quakes/event/{event}")
                block(page, "How the fault moved")
                has_flag = event == "nc72852151"
                links = page.get_by_role("link", name="tsunami.gov")
                expect(links).to_have_count(2 * has_flag)
                if has_flag:
                    lead = page.locator(".lead")
                    expect(lead).to_contain_text("A tsunami message may exist: tsunami.gov.")
                    assert "Strike-slip" in block(page, "How the fault moved")
                page.goto(quakes.address(date="any", quake=event))
                card = page.locator("#quake-card")
                expect(card.get_by_role("link", name="tsunami.gov")).to_have_count(int(has_flag))
                row = quakes_page.row(page, event)
                expect(row.get_by_text("Tsunami message may exist")).to_have_count(int(has_flag))
            kml = page.request.get("/quakes.kml?date=any").text()
            assert kml.lower().count("tsunami message may exist") == 1
            assert kml.count("https://www.tsunami.gov/") == 1
            assert "Not expected" not in page.content()
        finally:
            server.stop()
