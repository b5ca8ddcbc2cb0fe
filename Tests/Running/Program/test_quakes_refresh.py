"""Refreshes: new, changed and missing events."""

from __future__ import annotations

import json
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

import quakes
import web
from events import FIXED, SAMPLES, Event, feed, milliseconds, now
from feeds import FeedServer, Trouble
from program_fixtures import Stored, one_instance
from refreshes import DAY, FIRST, HOUR, SECOND, update
from server import Server


def test_a_new_event(stored: Server, feeds: FeedServer) -> None:
    """A new event is added to the stored ones."""
    third = Event("us3", time=FIXED)
    assert update(stored, feeds, FIRST, SECOND, third) == "Refreshed: 1 new, 2 unchanged."
    assert quakes.ids(stored, date=DAY) == ["us3", "us1", "us2"]


def test_two_events_that_turn_out_to_be_one(stored: Server, feeds: FeedServer) -> None:
    """Both ids lead to the merged event."""
    one = replace(FIRST, ids=("us1", "us2"), updated=FIXED)
    update(stored, feeds, one)
    assert quakes.ids(stored, date=DAY) == ["us1"]
    assert quakes.get(stored, quake="us2").location == "/quakes?quake=us1"


def test_a_newer_update(stored: Server, feeds: FeedServer) -> None:
    """A newer update replaces the values."""
    newer = replace(FIRST, mag=3.4, place="Elsewhere", updated=FIXED)
    assert update(stored, feeds, newer, SECOND) == "Refreshed: 1 changed, 1 unchanged."
    properties = quakes.features(stored, date=DAY)[0]["properties"]
    assert (properties["mag"], properties["place"]) == (3.4, "Elsewhere")


def test_an_older_update(stored: Server, feeds: FeedServer) -> None:
    """An older update is ignored."""
    older = replace(FIRST, mag=9, place="Elsewhere", updated=FIXED - 2 * HOUR)
    assert update(stored, feeds, older, SECOND) == "Refreshed: 2 unchanged."
    properties = quakes.features(stored, date=DAY)[0]["properties"]
    assert (properties["mag"], properties["place"]) == (3.0, "10 km N of First")


def test_an_event_that_is_older_than_the_feed(stored: Server, feeds: FeedServer) -> None:
    """An event older than the period of the feed does not count as missing."""
    message = update(stored, feeds, after=timedelta(days=8))
    assert message == "Refreshed: nothing new."
    assert "Missing" not in quakes.get(stored, date=DAY, quake="us1").text


def test_an_event_that_the_network_deleted_disappears(stored: Server, feeds: FeedServer) -> None:
    """An event deleted by the network disappears; no visitor deleted it."""
    deleted = replace(FIRST, status="deleted", updated=FIXED)
    assert update(stored, feeds, deleted, SECOND) == "Refreshed: 1 withdrawn, 1 unchanged."
    assert quakes.ids(stored, date=DAY) == ["us2"]
    answer = quakes.get(stored, quake="us1")
    assert answer.status == 404
    assert "No such event" in answer.text


def test_a_deleted_event_that_is_renamed(stored: Server, feeds: FeedServer) -> None:
    """A deleted event stays deleted under its new id."""
    assert web.send(stored.url + quakes.DELETE, {"quakeId": "us1"}).status == 303
    renamed = replace(FIRST, id="ci9", ids=("ci9", "us1"), updated=FIXED)
    assert update(stored, feeds, renamed, SECOND) == "Refreshed: 2 unchanged."
    assert quakes.ids(stored, date=DAY) == ["us2"]
    for quake in ("us1", "ci9"):
        answer = quakes.get(stored, quake=quake)
        assert answer.status == 404
        assert "This event was deleted" in answer.text


def test_a_renamed_event_is_deleted_by_its_old_id(stored: Server, feeds: FeedServer) -> None:
    """An open page may have the old id of a renamed event."""
    update(stored, feeds, replace(FIRST, id="ci9", ids=("ci9", "us1"), updated=FIXED), SECOND)
    assert web.send(stored.url + quakes.DELETE, {"quakeId": "us1"}).status == 303
    assert quakes.ids(stored, date=DAY) == ["us2"]


def test_an_unreadable_event_is_skipped(stored: Server, feeds: FeedServer) -> None:
    """An unreadable event is counted, and the others are stored."""
    nowhere = replace(FIRST, id="bad", longitude=999)
    assert update(stored, feeds, FIRST, SECOND, nowhere) == "Refreshed: 1 skipped, 2 unchanged."
    assert quakes.ids(stored, date=DAY) == ["us1", "us2"]
    assert " · 1 event of it could not be read" in quakes.get(stored, date=DAY).text
    quakes.refresh(stored, "allMonth")
    assert "could not be read" not in quakes.get(stored, date=DAY).text


@one_instance
def test_a_refused_redirect_is_logged_with_its_target(stored: Server, feeds: FeedServer) -> None:
    """As it was sent."""
    feeds.fail(Trouble.ELSEWHERE)
    quakes.refresh(stored, "allWeek")
    [line] = [line for line in stored.complete_log().splitlines() if "refusedRedirect" in line]
    assert r'refusedRedirect(to: \"http://127.0.0.1:9/elsewhere\")' in line


def test_deleting_an_unknown_event(stored: Server) -> None:
    """An unknown id is reported; a repeated deletion is idempotent."""
    assert web.send(stored.url + quakes.DELETE, {"quakeId": "gone"}).status == 404
    assert [web.send(stored.url + quakes.DELETE, {"quakeId": "us1"}).status for _ in range(2)] == [
        303,
        303,
    ]
    assert quakes.ids(stored, date=DAY) == ["us2"]


@pytest.mark.parametrize("fields", [{}, {"range": "allYear"}, {"range": ""}], ids=str)
def test_a_malformed_form_is_rejected(stored: Server, fields: dict[str, str]) -> None:
    """A form that no page contains is rejected with a reason."""
    assert web.send(stored.url + quakes.REFRESH, fields).status == 400
    assert web.send(stored.url + quakes.DELETE, {}).status == 400


def test_a_second_refresh_within_a_minute(stored: Server, feeds: FeedServer) -> None:
    """A second refresh within a minute sends no request, and repeats the result of the first."""
    feeds.serve(all_day=feed([FIRST, SECOND, Event("us3")]))
    answer = quakes.refresh(stored, "allDay", date=DAY)
    assert answer.location == f"/quakes?date={DAY}&notice=refreshed"
    assert feeds.count() == 1
    assert quakes.ids(stored, date=DAY) == ["us1", "us2"]


def test_simultaneous_refreshes_send_one_request(fed_server: Server, feeds: FeedServer) -> None:
    """Two simultaneous refreshes send one request, and both are answered although it is slow."""
    feeds.serve(all_day=feed([FIRST, SECOND]))
    feeds.hold()
    with ThreadPoolExecutor() as visitors:
        answers = [visitors.submit(quakes.refresh, fed_server, "allDay") for _ in range(2)]
        assert [answer.result(timeout=20).status for answer in answers] == [303, 303]
    assert feeds.count() == 1
    feeds.release()
    assert_comes(fed_server, ["us1", "us2"])
    assert feeds.count() == 1


def spoken(time: datetime) -> str:
    """Returns a time as pages show it."""
    return f"{time.day} {time:%b %Y, %H:%M} UTC"


def assert_comes(server: Server, expected: list[str]) -> None:
    """Waits until the earthquakes are loaded."""
    pause = threading.Event()
    for _ in range(200):
        if quakes.ids(server, date=DAY) == expected:
            return
        pause.wait(0.1)
    raise AssertionError("they never came")


@pytest.mark.parametrize("end", ["in-order", "power-cut"])
def test_a_restart_keeps_all_data(stored: Server, feeds: FeedServer, end: str) -> None:
    """Earthquakes, ids, deletions, missing events, and the time of the feed."""
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
    assert "USGS feed, updated 4 May 2024, 12:00 UTC" in quakes.get(stored).text
    feeds.fail(None)
    quakes.refresh(stored, "allWeek")
    assert quakes.features(stored, date="any", type="any") == before
    assert feeds.count("all_week") == 2


def test_viewing_pages_sends_no_requests(stored: Server, feeds: FeedServer) -> None:
    """Only a refresh does."""
    for _ in range(3):
        assert quakes.get(stored).status == 200
        assert quakes.ids(stored, date=DAY) == ["us1", "us2"]
    assert feeds.count() == 1


def test_earthquakes_are_refreshed_automatically(tmp_path: Path, feeds: FeedServer) -> None:
    """The first start loads the month, and later refreshes load the hour or, once in a quarter of
    an hour, the day."""
    feeds.serve(all_month=feed([FIRST], generated=now()))
    options = ["--quakes-refresh", "1", "--writers", "nobody"]
    server = Server(tmp_path / "data", feeds=feeds.url, options=options)
    try:
        web.until(lambda: quakes.ids(server, date=DAY) == ["us1"])
        assert server.stop() == 0
        later = feed([FIRST, SECOND], generated=now())
        feeds.serve(all_hour=later, all_day=later)
        server.start()
        web.until(lambda: quakes.ids(server, date=DAY) == ["us1", "us2"])
        assert (feeds.count("all_month"), feeds.count()) == (1, 2)
    finally:
        server.kill()


def test_what_is_not_loaded_is_said(tmp_path: Path, feeds: FeedServer) -> None:
    """A database of a day says so to visitors who may not refresh, also after a restart, until
    the automatic refresh has loaded the month."""
    generated = now() - timedelta(hours=2)
    event = Event("us1", 4.0, time=generated - HOUR)
    feeds.serve(all_day=feed([event], generated=generated))
    since = f"all data since {spoken(generated - timedelta(days=1))}"
    server = Server(tmp_path / "data", feeds=feeds.url)
    try:
        assert quakes.refresh(server, "allDay").status == 303
        assert server.stop() == 0
        server.options = ["--writers", "nobody"]
        server.start()
        page = quakes.get(server, past="month").text
        assert since in page
        assert "hatched: not loaded" in page
        assert ": not loaded\"" in page
        assert "all data since" not in quakes.get(server).text
        assert "No data for this time" in quakes.get(server, date="2011-03-11").text
        metadata = json.loads(web.send(server.url + quakes.export("geojson")).text)["metadata"]
        assert metadata["knownSince"] == milliseconds(generated - timedelta(days=1))
        assert server.stop() == 0

        feeds.serve(all_month=feed([event], generated=now()))
        server.options = ["--writers", "nobody", "--quakes-refresh", "15"]
        server.start()
        web.until(lambda: "all data since" not in quakes.get(server, past="month").text)
        assert (feeds.count("all_month"), feeds.count()) == (1, 2)
        assert "all data since" in quakes.get(server, date="2011-03-11").text
    finally:
        server.kill()


def test_a_recorded_week_in_a_month(week: Stored) -> None:
    """The recorded week is that from 27 April to 4 May 2024."""
    html = quakes.get(week.server, **{"from": "2024-04-05", "to": "2024-05-04", "type": "any"}).text
    assert "all data since 27 Apr 2024, 07:06 UTC" in html
    # The chart begins with the oldest event.
    labels = re.findall(r'aria-label="(\d+ (?:Apr|May) 2024: [^"]*)"', html)
    assert labels[0] == "27 Apr 2024: 275 events, not all loaded"
    assert [label[-7:] for label in labels[1:-1]] == [" events"] * 6
    assert labels[-1].endswith(" events, not all loaded")
    assert "No data for this time" in quakes.get(week.server, date="2024-04-20").text
