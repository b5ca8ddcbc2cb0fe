"""One zone for all times: that of the visitor with script, UTC without."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

import quakes
import quakes_page
import web
from events import Event, feed
from feeds import FeedServer
from server import Server
from windows import Opener

# The pages with the event, and whether they name the zone.
PAGES = {"/": False, "/search?q=Somewhere": True, "/quakes": True, "/quakes/event/us1": True}
ZONES = {"Europe/Berlin": "Berlin", "America/St_Johns": "St Johns", "UTC": "UTC"}
CHOSEN = {"Asia/Kathmandu": "Kathmandu"}


@pytest.fixture
def time(fed_server: Server, feeds: FeedServer) -> datetime:
    """The time of the largest event of the past day."""
    time = datetime.now(UTC).replace(second=0, microsecond=0) - timedelta(hours=2)
    feeds.serve(all_week=feed([Event("us1", 6.0, time=time)], generated=datetime.now(UTC)))
    quakes.refresh(fed_server)
    return time


def expect_times(page: Page, time: datetime, zone: str) -> None:
    """Expects the clock of the zone on all pages, and its name where it belongs."""
    local = time.astimezone(ZoneInfo(zone))
    for address, names_zone in PAGES.items():
        page.goto(address)
        shown = page.locator(f'main time[datetime="{time:%Y-%m-%dT%H:%M:%SZ}"]').first
        expect(shown).to_have_text(re.compile(rf"(^|, ){local:%H:%M}$"))
        if names_zone:
            expect(page.locator("[data-times]").first).to_have_text((ZONES | CHOSEN)[zone])


@pytest.mark.parametrize("zone", ZONES)
def test_the_zone_of_the_visitor(
    open_page: Opener, fed_server: Server, time: datetime, zone: str
) -> None:
    """On all pages, and in the chart of hours, which names each column by its start."""
    page = open_page(fed_server.url, timezone_id=zone)
    expect_times(page, time, zone)
    page.goto("/quakes")
    chart = page.locator(".chart", has_text=f"Each hour, {ZONES[zone]}")
    hour = time.replace(minute=0).astimezone(ZoneInfo(zone))
    name = f"{hour.day} {hour:%b %Y, %H:%M}: 1 earthquake"
    expect(chart.get_by_role("link", name=name)).to_have_count(1)
    tick = r"^\d\d$" if hour.minute == 0 else rf"^\d\d:{hour:%M}$"
    expect(chart.locator("text").first).to_have_text(re.compile(tick))


@pytest.mark.parametrize("zone", ["Asia/Tokyo", "America/Los_Angeles"])
@pytest.mark.parametrize("hour", [3, 22])
def test_days_are_those_of_the_clock(
    open_page: Opener, fed_server: Server, feeds: FeedServer, zone: str, hour: int
) -> None:
    """The bar of a day, its heading and the clock of its event agree."""
    time = (datetime.now(UTC) - timedelta(days=2)).replace(hour=hour, minute=10, second=0, microsecond=0)
    feeds.serve(all_week=feed([Event("us1", 6.0, time=time)], generated=datetime.now(UTC)))
    quakes.refresh(fed_server)
    local = time.astimezone(ZoneInfo(zone))
    day, city = f"{local.day} {local:%b}", zone.split("/")[1].replace("_", " ")
    page = open_page(fed_server.url, timezone_id=zone)
    page.goto("/quakes?past=week")
    chart = page.locator(".chart", has_text=f"Each day, {city}")
    chart.get_by_role("link", name=f"{day} {local.year}: 1 earthquake").click()
    expect(page).to_have_url(re.compile(f"date={local:%Y-%m-%d}"))
    expect(quakes_page.count(page)).to_contain_text(f"1 · {day} {local.year}")
    expect(page.locator("#quake-list time")).to_have_text(f"{day}, {local:%H:%M}")
    expect(page.locator(".foot-line")).to_contain_text(f"times in {city}")
    page.locator("#quake-list .row").click()
    expect(page.locator("#quake-card time")).to_have_text(f"{day} {local.year}, {local:%H:%M}")


def test_an_hour_of_the_chart_is_the_hour_of_its_label(
    open_page: Opener, fed_server: Server, time: datetime
) -> None:
    """Its address has no zone, and is opened in that of the visitor."""
    page = open_page(fed_server.url, timezone_id="Asia/Tokyo")
    page.goto("/quakes")
    start = time.replace(minute=0).astimezone(ZoneInfo("Asia/Tokyo"))
    name = f"{start.day} {start:%b %Y, %H:%M}"
    page.locator(".chart").get_by_role("link", name=f"{name}: 1 earthquake").click()
    expect(page).to_have_url(re.compile(f"from={start:%Y-%m-%dT%H}(:|%3A)00.*tz=Asia"))
    expect(quakes_page.count(page)).to_contain_text(f"1 · since {name}")
    expect(page.locator("#quake-list .row")).to_have_count(1)


def test_a_zone_that_was_chosen(open_page: Opener, fed_server: Server, time: datetime) -> None:
    """It holds on all pages, also without its name in the address."""
    page = open_page(fed_server.url, timezone_id="America/St_Johns")
    page.goto("/quakes")
    quakes_page.open_menu(page, "Times").get_by_text("Other zone…").click()
    page.get_by_role("group", name="Times").get_by_role("link", name="Kathmandu").click()
    expect_times(page, time, "Asia/Kathmandu")
    page.goto("/quakes?tz=Europe%2FBerlin")
    expect(page.locator("[data-times]").first).to_have_text("Berlin")


def test_without_script_all_times_are_in_utc(
    open_page: Opener, fed_server: Server, time: datetime
) -> None:
    """Whatever the zone of the visitor is."""
    page = open_page(fed_server.url, script=False, timezone_id="America/St_Johns")
    expect_times(page, time, "UTC")
    page.goto("/quakes")
    expect(page.locator(".chart", has_text="Each hour, UTC")).to_have_count(1)


def test_changes_have_the_zone_of_their_days(open_page: Opener, fresh_server: Server) -> None:
    """That of the server: the days and the clocks below them agree."""
    animal = {"id": "olm", "name": "Olm", "diet": "Carnivore", "categoryId": "Amphibian"}
    web.send(fresh_server.url + "/animals/animalEditor/onTapAddAnimalButton", animal)
    page = open_page(fresh_server.url, timezone_id="Asia/Tokyo")
    page.goto("/animals?dialog=history")
    expect(page.locator(".log h2").first).to_have_text("Today, times in UTC")
    time = page.locator(".log time").first
    clock = datetime.fromisoformat(time.get_attribute("datetime") or "").strftime("%H:%M")
    expect(time).to_have_text(clock)
