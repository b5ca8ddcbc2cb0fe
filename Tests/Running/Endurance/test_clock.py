"""Changes of the system clock while the program runs: pages are correct, nothing
hangs, and caches expire."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

import quakes
import web
from clocks import Clock
from events import Event, feed
from faults import assert_shows
from feeds import FeedServer
from photos import PhotoServer
from server import Server, serving

JUMPS = {
    "a day forward": timedelta(days=1),
    "ten years forward": timedelta(days=3653),
    "a day back": timedelta(days=-1),
    "an hour back": timedelta(hours=-1),
    "ten years back": timedelta(days=-3653),
}


@pytest.fixture
def clocked(
    tmp_path: Path, clock: Clock, feeds: FeedServer, photos: PhotoServer
) -> Iterator[Server]:
    """A program that uses the clock."""
    with serving(
        tmp_path / "data",
        feeds=feeds.url,
        photos=photos.url,
        environment=clock.environment,
    ) as server:
        yield server


def day(moment: datetime) -> str:
    """Formats a day as the program does."""
    return f"{moment.day} {moment:%B %Y}"


@pytest.mark.parametrize("jump", JUMPS.values(), ids=JUMPS.keys())
def test_pages_are_correct_after_a_clock_change(
    clocked: Server, clock: Clock, feeds: FeedServer, jump: timedelta, today: None
) -> None:
    """After a change and back, pages show the current day and no cached version of
    another day."""
    real, there = clock.now, clock.now + jump
    feeds.serve(
        all_day=feed([Event("us1", time=real - timedelta(minutes=1))], generated=real),
        all_week=feed(
            [Event("us1", time=real - timedelta(minutes=1)),
             Event("us2", time=there - timedelta(minutes=1))],
            generated=there,
        ),
    )  # fmt: skip
    assert quakes.refresh(clocked, "allDay").status == 303
    assert quakes.ids(clocked, date="today") == ["us1"]
    assert quakes.row_ids(quakes.get(clocked, date="today").text) == ["us1"]

    clock.jump(jump)
    # Feeds are cached for a minute of the monotonic clock, so request another range.
    assert quakes.refresh(clocked, "allWeek").location == "/quakes?notice=refreshed"
    for _ in range(2):
        page = quakes.get(clocked, date="today").text
        expected = ["us2"] if there.date() != real.date() else ["us2", "us1"]
        assert set(quakes.row_ids(page)) == set(expected), page
    assert web.add(clocked.url, "Added then")
    assert "Added then" in assert_shows(clocked, "animals?category=Mammal")

    clock.jump(timedelta())
    for _ in range(2):
        assert "us1" in quakes.row_ids(quakes.get(clocked, date="today").text)
    assert_shows(clocked, "photos", "Photos")
    assert web.add(clocked.url, "Added now")
    assert clocked.stop() == 0


def test_relative_times_follow_the_clock(
    clocked: Server, clock: Clock, feeds: FeedServer, photos: PhotoServer
) -> None:
    """They are updated by the next minute, after changes in both directions."""
    real = clock.now
    feeds.serve(all_day=feed([Event("us1", time=real - timedelta(minutes=1))], generated=real))
    assert quakes.refresh(clocked, "allDay").status == 303
    assert_shows(clocked, "photos")
    assert "</time> (just now)" in assert_shows(clocked, "quakes")
    clock.jump(timedelta(minutes=20))
    assert re.search(r"</time> \((19|20) min ago\)", assert_shows(clocked, "quakes"))
    clock.jump(timedelta())
    assert not re.search(r"\((19|20) min", assert_shows(clocked, "quakes"))
    clock.jump(timedelta(hours=-2))
    # Photos from the future are fetched again, once.
    assert_shows(clocked, "photos")
    web.until(lambda: photos.count == 2, within=20)


def test_the_program_responds_and_stops_while_the_clock_changes(
    clocked: Server, clock: Clock
) -> None:
    for number in range(40):
        clock.jump(timedelta(hours=(-1) ** number * number * 7))
        for guide in web.GUIDES:
            assert_shows(clocked, guide)
    assert web.add(clocked.url, "Added")
    assert clocked.stop(within=5) == 0
