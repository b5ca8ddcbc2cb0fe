"""A first feed of two events, and refreshes from others. The program caches a feed for a
minute: the first one is that of a day, the next that of a week."""

from __future__ import annotations

from datetime import timedelta

import pytest

import quakes
from events import FIXED, Event, feed
from feeds import FeedServer
from server import Server

HOUR = timedelta(hours=1)
DAY = "2024-05-04"


@pytest.fixture
def stored(fed_server: Server, feeds: FeedServer) -> Server:
    """A server with the earthquakes of the first feed."""
    feeds.serve(all_day=feed([FIRST, SECOND]))
    assert quakes.refresh(fed_server, "allDay").status == 303
    return fed_server


FIRST = Event("us1", 3.0, "10 km N of First", FIXED - HOUR, updated=FIXED - HOUR)
SECOND = Event("us2", 4.0, "20 km N of Second", FIXED - 2 * HOUR)


def told(server: Server) -> str:
    """Returns the notice of the last refresh."""
    html = quakes.get(server, date=DAY, notice="refreshed").text
    return html.split('class="notice good"')[1].split("<span>")[1].split("</span>")[0]


def update(server: Server, feeds: FeedServer, *events: Event, after: timedelta = HOUR) -> str:
    """Refreshes from another feed, and returns the notice of the page."""
    feeds.serve(all_week=feed(events, generated=FIXED + after))
    answer = quakes.refresh(server, "allWeek", date=DAY)
    assert (answer.status, answer.location) == (303, f"/quakes?date={DAY}&notice=refreshed")
    return told(server)
