"""Refreshes in a browser, with working, slow and failing feeds."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

import quakes
import quakes_page
from events import FIXED, Event, feed
from feeds import FeedServer, Trouble
from program_fixtures import one_instance
from refreshes import DAY, FIRST, HOUR, SECOND, update
from server import Server
from windows import Opener

# The element for browsers without scripts, while a refresh is in progress.
ASKS_AGAIN = '<noscript><meta http-equiv="refresh" content="2"></noscript>'


def feed_of(moment: str) -> re.Pattern[str]:
    """Returns the line below the heading."""
    return re.compile(rf"^USGS feed, updated {re.escape(moment)} \(\d+ years ago\)$")


def test_a_renamed_event(
    stored: Server, feeds: FeedServer, open_page: Opener
) -> None:
    """A renamed event is one event, and its old address redirects to the new one."""
    renamed = replace(FIRST, id="ci9", ids=("us1", "ci9"), updated=FIXED, place="Renamed")
    assert update(stored, feeds, renamed, SECOND) == "Refreshed: 1 renamed, 1 unchanged."
    assert quakes.ids(stored, date=DAY) == ["ci9", "us2"]
    answer = quakes.get(stored, date=DAY, quake="us1")
    assert (answer.status, answer.location) == (303, f"/quakes?date={DAY}&quake=ci9")

    page = open_page(stored.url)
    page.goto(quakes.address(date=DAY, quake="us1", min=2) + "#q-us1")
    assert quakes.query_of(page.url) == {"date": DAY, "quake": "ci9", "min": "2"}
    expect(page.locator("#quake-title")).to_have_text("Renamed")
    expect(quakes_page.fact(page, "Other IDs")).to_have_text("us1")
    assert quakes_page.current(page) == ["ci9"]


def test_an_event_that_is_missing_from_the_feed(
    stored: Server, feeds: FeedServer, open_page: Opener
) -> None:
    """A missing event stays, with the time since which it is missing, until the feed
    contains it again."""
    assert update(stored, feeds, FIRST) == "Refreshed: 1 withdrawn, 1 unchanged."
    assert quakes.ids(stored, date=DAY) == ["us1", "us2"]
    page = open_page(stored.url)
    page.goto(quakes.address(date=DAY, quake="us2"))
    since = re.compile(r"^4 May 2024, 13:00 UTC \(\d+ years ago\)$")
    expect(quakes_page.fact(page, "No longer in the feed since")).to_have_text(since)
    page.goto(quakes.address(date=DAY, quake="us1"))
    expect(quakes_page.fact(page, "No longer in the feed since")).to_have_count(0)

    feeds.serve(all_month=feed([FIRST, SECOND], generated=FIXED + 2 * HOUR))
    quakes.refresh(stored, "allMonth")
    page.goto(quakes.address(date=DAY, quake="us2"))
    expect(quakes_page.fact(page, "ID")).to_have_text("us2")
    expect(quakes_page.fact(page, "No longer in the feed since")).to_have_count(0)


@pytest.mark.parametrize("trouble", Trouble, ids=lambda trouble: trouble.name.lower())
def test_a_feed_that_fails(
    stored: Server, feeds: FeedServer, open_page: Opener, trouble: Trouble
) -> None:
    """Nothing changes; the page shows the age of the data, and offers a retry."""
    feeds.serve(all_week=feed([FIRST, SECOND, Event("us3")], generated=FIXED + HOUR))
    page = open_page(stored.url)
    page.goto(quakes.address(date=DAY, min=3, quake="us2"))
    feeds.fail(trouble)
    quakes_page.choose(page, "Refresh", "Past 7 days")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("The feed could not be fetched.")
    age = re.compile(r"This page shows the feed from 4 May 2024, 12:00 UTC \(\d+ years ago\)\.")
    expect(alert).to_contain_text(age)
    for jargon in ("Error", "error(", "nil", "Optional", "CURL"):
        expect(alert).not_to_contain_text(jargon)
    assert quakes.query_of(page.url) == {"date": DAY, "min": "3", "quake": "us2"}
    assert quakes_page.listed(page) == ["us1", "us2"]
    expect(page.locator("#quakes-source")).to_have_text(feed_of("4 May 2024, 12:00 UTC"))

    alert.get_by_role("button", name="Try again").click()
    expect(alert).to_contain_text("The feed could not be fetched.")
    feeds.fail(None)
    page.get_by_role("alert").get_by_role("button", name="Try again").click()
    expect(quakes_page.notice(page)).to_contain_text("Refreshed: 1 new, 2 unchanged.")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator("#quakes-source")).to_have_text(feed_of("4 May 2024, 13:00 UTC"))
    assert quakes.query_of(page.url)["quake"] == "us2"
    assert feeds.count("all_week") == 3


def test_a_feed_that_never_worked(open_page: Opener, fresh_server: Server) -> None:
    """A failed load is not shown as an empty list."""
    page = open_page(fresh_server.url)
    page.goto(quakes.PATH)
    page.get_by_role("button", name="Load the past day").click()
    expect(page.get_by_role("alert")).to_contain_text("The service could not be reached")
    expect(page.get_by_role("alert")).not_to_contain_text("This page shows")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()


@one_instance
def test_a_failure_is_shown_to_everybody(stored: Server, feeds: FeedServer, open_page: Opener) -> None:
    """New visitors see the error as well, until a refresh succeeds."""
    feeds.fail(Trouble.ERROR)
    quakes.refresh(stored, "allWeek")
    page = open_page(stored.url)
    page.goto(quakes.address(date=DAY))
    expect(page.get_by_role("alert")).to_contain_text("The service answered with error 500. Try again later.")
    feeds.fail(None)
    quakes.refresh(stored, "allWeek")
    page.reload()
    expect(page.get_by_role("alert")).to_have_count(0)


@one_instance
def test_a_deletion_succeeds_after_a_failed_refresh(
    stored: Server, feeds: FeedServer, open_page: Opener
) -> None:
    """The deletion is independent of the feed."""
    feeds.fail(Trouble.ERROR)
    quakes.refresh(stored, "allWeek")
    page = open_page(stored.url)
    page.goto(quakes.address(date=DAY, quake="us1"))
    page.locator("#quake-detail").get_by_role("button", name="Delete").click()
    expect(page.get_by_role("alert")).to_be_visible()
    assert quakes_page.listed(page) == ["us2"]
    assert page.get_by_text("The event was deleted.").count() == 1


@one_instance
def test_a_slow_feed(fed_page: Page, feeds: FeedServer, fed_server: Server) -> None:
    """The page shows the progress, and is updated."""
    page = fed_page
    feeds.serve(all_day=feed([FIRST, SECOND]))
    feeds.hold()
    page.goto(quakes.address(date=DAY))
    page.get_by_role("button", name="Load the past day").click(timeout=20_000)
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


@one_instance
def test_stored_events_are_shown_while_a_feed_is_slow(
    stored: Server, feeds: FeedServer, open_page: Opener
) -> None:
    """The list can be filtered, but not refreshed from another feed."""
    feeds.hold()
    quakes.refresh(stored, "allWeek")
    page = open_page(stored.url)
    page.goto(quakes.address(date=DAY))
    expect(quakes_page.notice(page)).to_have_text("Refreshing the past 7 days")
    assert quakes_page.listed(page) == ["us1", "us2"]
    quakes_page.unfold(page)
    page.get_by_label("Place", exact=True).fill("second")
    page.get_by_role("button", name="Filter", exact=True).click()
    expect(quakes_page.row(page, "us1")).to_have_count(0)
    assert quakes_page.listed(page) == ["us2"]
    quakes_page.choose(page, "Refresh", "Past 30 days")
    expect(quakes_page.notice(page)).to_have_text("Refreshing the past 7 days")
    assert feeds.count("all_month") == 0
    feeds.release()
