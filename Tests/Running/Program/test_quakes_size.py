"""The size of earthquake pages."""

from __future__ import annotations

import gzip

import pytest

import quakes
from everything import moved_to_today
from feeds import FeedServer
from program_fixtures import Stored
from server import Server

# In bytes; at present, pages are less than half as large.
LARGEST = 40_000


def packed(html: bytes) -> int:
    """Returns the compressed size in bytes."""
    return len(gzip.compress(html, compresslevel=6))


@pytest.mark.parametrize(
    "query",
    [
        {"date": "any"},
        {"date": "any", "type": "any"},
        {"date": "2024-05-03"},
        {"date": "any", "view": "-118,36,30"},
        {"date": "any", "q": "california", "min": "-1", "sort": "magnitude", "page": "3"},
        {},
    ],
    ids=str,
)
def test_a_page_of_the_week_is_small(week: Stored, query: dict[str, str]) -> None:
    """With list, map and charts."""
    size = packed(quakes.get(week.server, **query).body)
    assert 3_000 < size <= LARGEST


@pytest.mark.usefixtures("today")
def test_the_default_page_of_a_full_day_is_small(
    fed_server: Server, feeds: FeedServer, recorded_week: bytes
) -> None:
    """As at the end of a day with some hundred earthquakes."""
    feeds.serve(all_week=moved_to_today(recorded_week))
    quakes.refresh(fed_server)
    html = quakes.get(fed_server).body
    listed = quakes.count(html.decode())
    assert 0 < listed < 2_588
    assert packed(html) <= LARGEST
