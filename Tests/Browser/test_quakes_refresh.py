"""What comes of a refresh: what the feed changed, what it no longer tells of,
and what is shown while it is slow or broken."""

from __future__ import annotations

import re
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import quakes
import quakes_page
import web
from events import FIXED, SAMPLES, Event, feed, now
from feeds import FeedServer, Trouble
from server import Server
from windows import Opener

HOUR = timedelta(hours=1)
DAY = "2024-05-04"
# For browsers without script, while something is under way.
ASKS_AGAIN = '<noscript><meta http-equiv="refresh" content="2"></noscript>'

# The program keeps a feed for a minute, so that each of these tests has its
# first state from the feed of a day, and the next from that of a week.


@pytest.fixture
def stored(fed_server: Server, feeds: FeedServer) -> Server:
    """A server that has the quakes of the first feed."""
    feeds.serve(all_day=feed([FIRST, SECOND]))
    assert quakes.refresh(fed_server, "allDay").status == 303
    return fed_server


FIRST = Event("us1", 3.0, "10 km N of First", FIXED - HOUR, updated=FIXED - HOUR)
SECOND = Event("us2", 4.0, "20 km N of Second", FIXED - 2 * HOUR)


def told(server: Server) -> str:
    """What the last refresh said."""
    html = quakes.get(server, date=DAY, notice="refreshed").text
    return html.split('role="status"><span>')[1].split("</span>")[0]


def feed_of(moment: str) -> re.Pattern[str]:
    """What stands below the heading."""
    return re.compile(rf"^USGS feed of {re.escape(moment)} \(\d+ years ago\)$")


def update(server: Server, feeds: FeedServer, *events: Event, after: timedelta = HOUR) -> str:
    """Has another feed fetched; what the page says of it."""
    feeds.serve(all_week=feed(events, generated=FIXED + after))
    answer = quakes.refresh(server, "allWeek", date=DAY)
    assert (answer.status, answer.location) == (303, f"/quakes?date={DAY}&notice=refreshed")
    return told(server)


def test_a_new_event(stored: Server, feeds: FeedServer) -> None:
    """Comes to those that are there."""
    third = Event("us3", time=FIXED)
    assert update(stored, feeds, FIRST, SECOND, third) == "Refreshed: 1 new, 2 unchanged."
    assert quakes.ids(stored, date=DAY) == ["us3", "us1", "us2"]


def test_a_renamed_event(
    stored: Server, feeds: FeedServer, open_page: Opener
) -> None:
    """Is one event, and its old address leads to the new one."""
    renamed = replace(FIRST, id="ci9", ids=("us1", "ci9"), updated=FIXED, place="Renamed")
    assert update(stored, feeds, renamed, SECOND) == "Refreshed: 1 renamed, 1 unchanged."
    assert quakes.ids(stored, date=DAY) == ["ci9", "us2"]
    answer = quakes.get(stored, date=DAY, quake="us1")
    assert (answer.status, answer.location) == (303, f"/quakes?date={DAY}&quake=ci9")

    page = open_page(stored.url)
    page.goto(quakes.address(date=DAY, quake="us1", min=2) + "#q-us1")
    assert quakes.query_of(page.url) == {"date": DAY, "quake": "ci9", "min": "2"}
    expect(page.locator("#quake-title")).to_have_text("Renamed")
    expect(quakes_page.fact(page, "Other ids")).to_have_text("us1")
    assert quakes_page.current(page) == ["ci9"]


def test_two_events_that_turn_out_to_be_one(stored: Server, feeds: FeedServer) -> None:
    """Both addresses lead to it."""
    one = replace(FIRST, ids=("us1", "us2"), updated=FIXED)
    update(stored, feeds, one)
    assert quakes.ids(stored, date=DAY) == ["us1"]
    assert quakes.get(stored, quake="us2").location == "/quakes?quake=us1"


def test_a_newer_update(stored: Server, feeds: FeedServer) -> None:
    """Changes what is shown."""
    newer = replace(FIRST, mag=3.4, place="Elsewhere", updated=FIXED)
    assert update(stored, feeds, newer, SECOND) == "Refreshed: 1 changed, 1 unchanged."
    properties = quakes.features(stored, date=DAY)[0]["properties"]
    assert (properties["mag"], properties["place"]) == (3.4, "Elsewhere")


def test_an_older_update(stored: Server, feeds: FeedServer) -> None:
    """Changes nothing."""
    older = replace(FIRST, mag=9, place="Elsewhere", updated=FIXED - 2 * HOUR)
    assert update(stored, feeds, older, SECOND) == "Refreshed: 2 unchanged."
    properties = quakes.features(stored, date=DAY)[0]["properties"]
    assert (properties["mag"], properties["place"]) == (3.0, "10 km N of First")


def test_an_event_that_is_no_longer_told_of(
    stored: Server, feeds: FeedServer, open_page: Opener
) -> None:
    """Stays, and says since when; until it is told of again."""
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
    expect(quakes_page.fact(page, "Id")).to_have_text("us2")
    expect(quakes_page.fact(page, "No longer in the feed since")).to_have_count(0)


def test_an_event_that_is_older_than_the_feed(stored: Server, feeds: FeedServer) -> None:
    """Is not missing from it: nobody would tell of it."""
    message = update(stored, feeds, after=timedelta(days=8))
    assert message == "Refreshed: nothing new."
    assert "Missing" not in quakes.get(stored, date=DAY, quake="us1").text


def test_an_event_that_the_network_deleted(stored: Server, feeds: FeedServer) -> None:
    """Goes; nobody here deleted it."""
    deleted = replace(FIRST, status="deleted", updated=FIXED)
    assert update(stored, feeds, deleted, SECOND) == "Refreshed: 1 withdrawn, 1 unchanged."
    assert quakes.ids(stored, date=DAY) == ["us2"]
    answer = quakes.get(stored, quake="us1")
    assert answer.status == 404
    assert "No such event" in answer.text


def test_a_deleted_event_that_is_renamed(stored: Server, feeds: FeedServer) -> None:
    """Stays deleted, under its new id too."""
    assert web.send(stored.url + quakes.DELETE, {"quakeId": "us1"}).status == 303
    renamed = replace(FIRST, id="ci9", ids=("ci9", "us1"), updated=FIXED)
    assert update(stored, feeds, renamed, SECOND) == "Refreshed: 2 unchanged."
    assert quakes.ids(stored, date=DAY) == ["us2"]
    for quake in ("us1", "ci9"):
        answer = quakes.get(stored, quake=quake)
        assert answer.status == 404
        assert "This event was deleted" in answer.text


def test_deleting_an_event_that_was_renamed_meanwhile(stored: Server, feeds: FeedServer) -> None:
    """The page was open before: its old id means the same event."""
    update(stored, feeds, replace(FIRST, id="ci9", ids=("ci9", "us1"), updated=FIXED), SECOND)
    assert web.send(stored.url + quakes.DELETE, {"quakeId": "us1"}).status == 303
    assert quakes.ids(stored, date=DAY) == ["us2"]


def test_an_event_that_cannot_be_read(stored: Server, feeds: FeedServer) -> None:
    """Is counted, and the others are taken."""
    nowhere = replace(FIRST, id="bad", longitude=999)
    assert update(stored, feeds, FIRST, SECOND, nowhere) == "Refreshed: 1 skipped, 2 unchanged."
    assert quakes.ids(stored, date=DAY) == ["us1", "us2"]


def test_deleting_what_is_not_there(stored: Server) -> None:
    """Is told as such; twice the same is as good as once."""
    assert web.send(stored.url + quakes.DELETE, {"quakeId": "gone"}).status == 404
    assert [web.send(stored.url + quakes.DELETE, {"quakeId": "us1"}).status for _ in range(2)] == [
        303,
        303,
    ]
    assert quakes.ids(stored, date=DAY) == ["us2"]


@pytest.mark.parametrize("fields", [{}, {"range": "allYear"}, {"range": ""}], ids=str)
def test_a_form_that_no_page_has(stored: Server, fields: dict[str, str]) -> None:
    """Is refused in words."""
    assert web.send(stored.url + quakes.REFRESH, fields).status == 400
    assert web.send(stored.url + quakes.DELETE, {}).status == 400


@pytest.mark.parametrize("trouble", Trouble, ids=lambda trouble: trouble.name.lower())
def test_a_feed_that_fails(
    stored: Server, feeds: FeedServer, open_page: Opener, trouble: Trouble
) -> None:
    """Changes nothing; the page says how old it is, and can try again."""
    feeds.serve(all_week=feed([FIRST, SECOND, Event("us3")], generated=FIXED + HOUR))
    page = open_page(stored.url)
    page.goto(quakes.address(date=DAY, min=3, quake="us2"))
    feeds.fail(trouble)
    quakes_page.choose(page, "Refresh", "All week")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("The feed could not be fetched.")
    age = re.compile(r"What you see is the feed of 4 May 2024, 12:00 UTC \(\d+ years ago\)\.")
    expect(alert).to_contain_text(age)
    for jargon in ("Error", "error(", "nil", "Optional", "CURL"):
        expect(alert).not_to_contain_text(jargon)
    assert quakes.query_of(page.url) == {"date": DAY, "min": "3", "quake": "us2"}
    assert quakes_page.listed(page) == ["us1", "us2"]
    expect(page.locator(".head p")).to_have_text(feed_of("4 May 2024, 12:00 UTC"))

    alert.get_by_role("button", name="Try again").click()
    expect(alert).to_contain_text("The feed could not be fetched.")
    feeds.fail(None)
    page.get_by_role("alert").get_by_role("button", name="Try again").click()
    expect(quakes_page.notice(page)).to_contain_text("Refreshed: 1 new, 2 unchanged.")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator(".head p")).to_have_text(feed_of("4 May 2024, 13:00 UTC"))
    assert quakes.query_of(page.url)["quake"] == "us2"
    assert feeds.count("all_week") == 3


def test_a_feed_that_is_not_there_at_all(open_page: Opener, fresh_server: Server) -> None:
    """An empty list that failed is not an empty list."""
    page = open_page(fresh_server.url)
    page.goto(quakes.PATH)
    page.get_by_role("button", name="Load the past day").click()
    expect(page.get_by_role("alert")).to_contain_text("The server could not be reached")
    expect(page.get_by_role("alert")).not_to_contain_text("What you see")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()


def test_a_failure_is_everybodys(stored: Server, feeds: FeedServer, open_page: Opener) -> None:
    """Who comes now is told as well, until it works again."""
    feeds.fail(Trouble.ERROR)
    quakes.refresh(stored, "allWeek")
    page = open_page(stored.url)
    page.goto(quakes.address(date=DAY))
    expect(page.get_by_role("alert")).to_contain_text("The server answered 500.")
    feeds.fail(None)
    quakes.refresh(stored, "allWeek")
    page.reload()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_deletion_is_confirmed_though_the_feed_failed(
    stored: Server, feeds: FeedServer, open_page: Opener
) -> None:
    """The one has nothing to do with the other."""
    feeds.fail(Trouble.ERROR)
    quakes.refresh(stored, "allWeek")
    page = open_page(stored.url)
    page.goto(quakes.address(date=DAY, quake="us1"))
    page.locator("#quake-detail").get_by_role("button", name="Delete").click()
    expect(page.get_by_role("alert")).to_be_visible()
    assert quakes_page.listed(page) == ["us2"]
    assert page.get_by_text("The event was deleted.").count() == 1


def test_a_second_refresh_within_a_minute(stored: Server, feeds: FeedServer) -> None:
    """Asks the network for nothing, and says what the first one did."""
    feeds.serve(all_day=feed([FIRST, SECOND, Event("us3")]))
    answer = quakes.refresh(stored, "allDay", date=DAY)
    assert answer.location == f"/quakes?date={DAY}&notice=refreshed"
    assert feeds.count() == 1
    assert quakes.ids(stored, date=DAY) == ["us1", "us2"]


def test_two_browsers_that_refresh_at_once(fed_server: Server, feeds: FeedServer) -> None:
    """Make one request, and both are answered though it takes long."""
    feeds.serve(all_day=feed([FIRST, SECOND]))
    feeds.hold()
    with ThreadPoolExecutor() as visitors:
        answers = [visitors.submit(quakes.refresh, fed_server, "allDay") for _ in range(2)]
        assert [answer.result(timeout=20).status for answer in answers] == [303, 303]
    assert feeds.count() == 1
    feeds.release()
    assert_comes(fed_server, ["us1", "us2"])
    assert feeds.count() == 1


def assert_comes(server: Server, expected: list[str]) -> None:
    """Asks again until the quakes are there: a bounded wait."""
    pause = threading.Event()
    for _ in range(200):
        if quakes.ids(server, date=DAY) == expected:
            return
        pause.wait(0.1)
    raise AssertionError("they never came")


def test_a_slow_feed(fed_page: Page, feeds: FeedServer, fed_server: Server) -> None:
    """The page says that it is under way, and follows it by itself."""
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
    # Nobody was told that it was done before it was.
    expect(quakes_page.row(page, "us1")).to_have_count(1)
    assert "notice" not in quakes.query_of(page.url)
    assert quakes_page.listed(page) == ["us1", "us2"]
    assert ASKS_AGAIN not in quakes.get(fed_server, date=DAY).text
    assert feeds.count() == 1


def test_what_is_stored_is_shown_while_a_feed_is_slow(
    stored: Server, feeds: FeedServer, open_page: Opener
) -> None:
    """And can be filtered, though not refreshed with another range."""
    feeds.hold()
    quakes.refresh(stored, "allWeek")
    page = open_page(stored.url)
    page.goto(quakes.address(date=DAY))
    expect(quakes_page.notice(page)).to_have_text("Refreshing the past week")
    assert quakes_page.listed(page) == ["us1", "us2"]
    quakes_page.unfold(page)
    page.get_by_label("Place", exact=True).fill("second")
    page.get_by_role("button", name="Filter", exact=True).click()
    expect(quakes_page.row(page, "us1")).to_have_count(0)
    assert quakes_page.listed(page) == ["us2"]
    quakes_page.choose(page, "Refresh", "All month")
    expect(quakes_page.notice(page)).to_have_text("Refreshing the past week")
    assert feeds.count("all_month") == 0
    feeds.release()


@pytest.mark.parametrize("end", ["in-order", "power-cut"])
def test_a_new_start_has_what_was_there(stored: Server, feeds: FeedServer, end: str) -> None:
    """Quakes, ids, deletions, what is missing, and the date of the feed."""
    feeds.serve(
        all_week=feed([*SAMPLES, replace(FIRST, id="ci9", ids=("us1", "ci9"), updated=FIXED)])
    )
    quakes.refresh(stored, "allWeek")
    assert web.send(stored.url + quakes.DELETE, {"quakeId": "tonga"}).status == 303
    before = quakes.features(stored, date="any", type="any")
    assert len(before) == 16
    missing = quakes.get(stored, date="any", quake="us2").text
    assert "No longer in the feed since" in missing
    if end == "in-order":
        assert stored.stop() == 0
    else:
        stored.kill()
    feeds.fail(Trouble.ERROR)

    stored.start()
    assert quakes.features(stored, date="any", type="any") == before
    assert quakes.get(stored, quake="us1").location == "/quakes?quake=ci9"
    assert quakes.get(stored, quake="tonga").status == 404
    assert "No longer in the feed since" in quakes.get(stored, date="any", quake="us2").text
    assert "USGS feed of 4 May 2024, 12:00 UTC" in quakes.get(stored).text
    feeds.fail(None)
    quakes.refresh(stored, "allWeek")
    assert quakes.features(stored, date="any", type="any") == before
    assert feeds.count("all_week") == 2


def test_looking_asks_the_network_for_nothing(stored: Server, feeds: FeedServer) -> None:
    """Only who refreshes does."""
    for _ in range(3):
        assert quakes.get(stored).status == 200
        assert quakes.ids(stored, date=DAY) == ["us1", "us2"]
    assert feeds.count() == 1


def test_nobody_has_to_refresh(tmp_path: Path, feeds: FeedServer) -> None:
    """The week comes with the first start, and then the day, which leaves no gap."""
    feeds.serve(all_week=feed([FIRST], generated=now()))
    options = ["--quakes-refresh", "15", "--writers", "nobody"]
    server = Server(tmp_path / "data", feeds=feeds.url, options=options)
    try:
        web.until(lambda: quakes.ids(server, date=DAY) == ["us1"])
        assert server.stop() == 0
        feeds.serve(all_day=feed([FIRST, SECOND], generated=now()))
        server.start()
        web.until(lambda: quakes.ids(server, date=DAY) == ["us1", "us2"])
        assert (feeds.count("all_week"), feeds.count("all_day"), feeds.count()) == (1, 1, 2)
    finally:
        server.kill()
