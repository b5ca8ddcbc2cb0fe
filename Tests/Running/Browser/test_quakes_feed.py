"""Refreshes in a browser, with slow and failing feeds.

Their results: QuakesDataTests/Merge/MergeTests.swift, WebSiteTests/QuakesPostTests.swift.
"""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

import quakes
import quakes_page
from events import FIXED, Event, feed
from feeds import FeedServer, Trouble
from program_fixtures import one_instance
from refreshes import DAY, FIRST, HOUR, SECOND
from server import Server
from windows import Opener

# The element for browsers without scripts, while a refresh is in progress.
ASKS_AGAIN = '<noscript><meta http-equiv="refresh" content="2"></noscript>'


def feed_of(moment: str) -> re.Pattern[str]:
    """Returns the line below the heading."""
    return re.compile(rf"^USGS feed, updated {re.escape(moment)} \(\d+ years ago\)$")


def test_a_feed_that_fails(stored: Server, feeds: FeedServer, open_page: Opener) -> None:
    """Nothing changes; one line says so, with the age of the data."""
    feeds.serve(all_week=feed([FIRST, SECOND, Event("us3")], generated=FIXED + HOUR))
    page = open_page(stored.url)
    page.goto(quakes.address(date=DAY, min=3, quake="us2"))
    feeds.fail(Trouble.ERROR)
    quakes_page.choose(page, "Refresh", "Past 7 days")
    line = page.locator(".feed")
    expect(line).to_have_text(
        "The earthquakes could not be updated. Shown is the state of 4 May 2024, 12:00."
    )
    expect(page.get_by_role("alert")).to_have_count(0)
    assert quakes.query_of(page.url) == {"date": DAY, "min": "3", "quake": "us2"}
    assert quakes_page.listed(page) == ["us1", "us2"]
    expect(page.locator("#quakes-source")).to_have_text(feed_of("4 May 2024, 12:00"))

    feeds.fail(None)
    quakes_page.choose(page, "Refresh", "Past 7 days")
    expect(quakes_page.notice(page)).to_contain_text("Refreshed: 1 new, 2 unchanged.")
    expect(line).to_have_count(0)
    expect(page.locator("#quakes-source")).to_have_text(feed_of("4 May 2024, 13:00"))
    assert quakes.query_of(page.url)["quake"] == "us2"
    assert feeds.count("all_week") == 2


@one_instance
def test_a_slow_feed(fed_page: Page, feeds: FeedServer, fed_server: Server) -> None:
    """The page shows the progress, and is updated."""
    page = fed_page
    feeds.serve(all_day=feed([FIRST, SECOND]))
    feeds.hold()
    page.goto(quakes.address(date=DAY))
    quakes_page.choose(page, "Refresh", "Past day")
    expect(quakes_page.notice(page)).to_have_text("Refreshing the past day")
    expect(page.locator("#quake-list").get_by_role("heading")).to_have_text("Loading earthquakes")
    answer = quakes.get(fed_server, date=DAY)
    assert ASKS_AGAIN in answer.text
    feeds.release()
    # No success was reported before the end.
    expect(quakes_page.row(page, "us1")).to_have_count(1)
    assert "notice" not in quakes.query_of(page.url)
    assert quakes_page.listed(page) == ["us1", "us2"]
    assert ASKS_AGAIN not in quakes.get(fed_server, date=DAY).text
    assert feeds.count() == 1
