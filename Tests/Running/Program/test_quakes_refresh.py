"""Refreshes with a real feed: restarts, automatic refreshes, and what is not loaded.

New, changed and missing events: QuakesDataTests/Merge/MergeTests.swift and
WebSiteTests/QuakesPostTests.swift.
"""

from __future__ import annotations

import json
import re
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
from server import Server, serving


def test_an_unreadable_event_is_skipped(stored: Server, feeds: FeedServer) -> None:
    """An unreadable event is counted, and the others are stored."""
    nowhere = replace(FIRST, id="bad", longitude=999)
    assert update(stored, feeds, FIRST, SECOND, nowhere) == "Refreshed: 1 skipped, 2 unchanged."
    assert quakes.ids(stored, date=DAY) == ["us1", "us2"]
    assert " · 1 event could not be read" in source(quakes.get(stored, date=DAY).text)
    quakes.refresh(stored, "allMonth")
    assert "could not be read" not in quakes.get(stored, date=DAY).text


@one_instance
def test_a_refused_redirect_is_logged_with_its_target(stored: Server, feeds: FeedServer) -> None:
    """As it was sent."""
    feeds.fail(Trouble.ELSEWHERE)
    quakes.refresh(stored, "allWeek")
    [line] = [line for line in stored.complete_log().splitlines() if "redirected" in line]
    assert "(http://127.0.0.1:9/elsewhere)" in line


def source(html: str) -> str:
    """Returns the line of a page that names the source and the age of the data."""
    line = re.search(r'id="quakes-source">(.*?)</p>', html)
    assert line is not None, html
    return re.sub("<[^>]*>", "", line[1])


def spoken(time: datetime) -> str:
    """Returns a time as pages show it."""
    return f"{time.day} {time:%b %Y, %H:%M}"


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
    assert "No longer in the feed" in missing
    if end == "in-order":
        assert stored.stop() == 0
    else:
        stored.kill()
    feeds.fail(Trouble.ERROR)

    stored.start()
    assert quakes.features(stored, date="any", type="any") == before
    assert quakes.get(stored, quake="us1").location == "/quakes?quake=ci9"
    assert quakes.get(stored, quake="tonga").status == 404
    assert "No longer in the feed" in quakes.get(stored, date="any", quake="us2").text
    assert "USGS feed, updated 4 May 2024, 12:00 (" in source(quakes.get(stored).text)
    feeds.fail(None)
    quakes.refresh(stored, "allWeek")
    assert quakes.features(stored, date="any", type="any") == before
    assert feeds.count("all_week") == 2


def test_earthquakes_are_refreshed_automatically(tmp_path: Path, feeds: FeedServer) -> None:
    """The first start loads the month, and later refreshes load the hour or, once in a quarter of
    an hour, the day."""
    feeds.serve(all_month=feed([FIRST], generated=now()))
    options = ["--quakes-refresh", "1", "--writers", "nobody"]
    with serving(tmp_path / "data", feeds=feeds.url, options=options) as server:
        web.until(lambda: quakes.ids(server, date=DAY) == ["us1"])
        assert server.stop() == 0
        later = feed([FIRST, SECOND], generated=now())
        feeds.serve(all_hour=later, all_day=later)
        server.start()
        web.until(lambda: quakes.ids(server, date=DAY) == ["us1", "us2"])
        assert (feeds.count("all_month"), feeds.count()) == (1, 2)


def test_what_is_not_loaded_is_said(tmp_path: Path, feeds: FeedServer) -> None:
    """A database of a day says so to visitors who may not refresh, also after a restart, until
    the automatic refresh has loaded the month."""
    generated = now() - timedelta(hours=2)
    event = Event("us1", 4.0, time=generated - HOUR)
    feeds.serve(all_day=feed([event], generated=generated))
    since = f"all data since {spoken(generated - timedelta(days=1))}"
    with serving(tmp_path / "data", feeds=feeds.url) as server:
        assert quakes.refresh(server, "allDay").status == 303
        assert server.stop() == 0
        server.options = ["--writers", "nobody"]
        server.start()
        page = quakes.get(server, past="month").text
        assert since in source(page)
        assert "<title>Not loaded</title>" in page
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


def test_a_recorded_week_in_a_month(week: Stored) -> None:
    """The recorded week is that from 27 April to 4 May 2024."""
    html = quakes.get(week.server, **{"from": "2024-04-05", "to": "2024-05-04", "type": "any"}).text
    assert "all data since 27 Apr 2024, 07:06" in source(html)
    # The chart begins with the oldest event.
    labels = re.findall(r'aria-label="(\d+ (?:Apr|May) 2024: [^"]*)"', html)
    assert labels[0] == "27 Apr 2024: 275 events, not all loaded"
    assert [label[-7:] for label in labels[1:-1]] == [" events"] * 6
    assert labels[-1].endswith(" events, not all loaded")
    assert "No data for this time" in quakes.get(week.server, date="2024-04-20").text
