"""Miles and time zones, in the address and on the whole page."""

from __future__ import annotations

import re
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

import quakes
import quakes_page
from program_fixtures import Stored
from windows import Opener


@pytest.fixture
def page(open_page: Opener, samples: Stored) -> Page:
    """A window on the samples."""
    return open_page(samples.server.url)


def test_miles_are_chosen_from_a_menu(page: Page) -> None:
    """Chosen from a menu, miles are in the address, and the filter has the same depths as
    before."""
    page.goto(quakes.address(date="any", depth_min=10, quake="tonga"))
    before = quakes_page.listed(page)
    assert before
    expect(quakes_page.fact(page, "Depth")).to_have_text("10 km, 6.2 mi")
    quakes_page.choose(page, "Units", "Miles")
    expect(quakes_page.fact(page, "Depth")).to_have_text("6.2 mi, 10 km")
    assert quakes.query_of(page.url) | {"units": "mi", "depth-min": "6.213711"} == quakes.query_of(
        page.url
    )
    assert quakes_page.listed(page) == before
    expect(page.get_by_label("Depth from, mi")).to_have_value("6.213711")
    expect(quakes_page.row(page, "tonga")).to_contain_text("6 mi deep")
    quakes_page.choose(page, "Units", "Kilometres")
    expect(quakes_page.fact(page, "Depth")).to_have_text("10 km, 6.2 mi")
    assert quakes.query_of(page.url).get("depth-min") == "10"
    assert "units" not in quakes.query_of(page.url)


def test_times_are_in_the_chosen_zone(page: Page, samples: Stored) -> None:
    """All times are in the zone, with its name; machine-readable times do not change."""
    page.goto(quakes.address(date="any", quake="tonga"))
    detail = page.locator("#quake-card time")
    moment = datetime.fromisoformat(detail.get_attribute("datetime") or "")
    quakes_page.choose(page, "Times", "Tokyo")
    there = moment.astimezone(ZoneInfo("Asia/Tokyo"))
    expect(detail).to_have_text(f"{there.day} {there:%b %Y, %H:%M:%S} UTC+9")
    expect(detail).to_have_attribute("datetime", f"{moment:%Y-%m-%dT%H:%M:%SZ}")
    universal = re.escape(f"{moment.day} {moment:%b %Y, %H:%M:%S} UTC")
    expect(quakes_page.fact(page, "Universal time")).to_have_text(
        re.compile(rf"^{universal} \(\d+ years ago\)$")
    )
    expect(page.locator(".count")).to_contain_text("Times in Tokyo")
    # Forms and links keep it.
    quakes_page.unfold(page)
    page.get_by_label("Place").fill("tonga")
    page.get_by_role("button", name="Filter").click()
    expect(page.locator("#said")).to_contain_text("“tonga” in place name")
    assert quakes.query_of(page.url)["tz"] == "Asia/Tokyo"
