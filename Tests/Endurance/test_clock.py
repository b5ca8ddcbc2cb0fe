"""A clock that is set while the program runs: pages are right, nothing hangs,
nothing that is kept gets stuck."""

from __future__ import annotations

import mmap
import re
import shutil
import struct
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import quakes
import web
from events import Event, feed
from faults import assert_shows
from feeds import FeedServer
from photos import TITLES, PhotoServer
from server import PACKAGE, Server, serving

JUMPS = {
    "a day on": timedelta(days=1),
    "ten years on": timedelta(days=3653),
    "a day back": timedelta(days=-1),
    "an hour back": timedelta(hours=-1),
    "ten years back": timedelta(days=-3653),
}


class Clock:
    """The calendar clock of a program, as an offset from the real one."""

    def __init__(self, file: Path, library: Path) -> None:
        file.write_bytes(bytes(8))
        self._library = library
        self._path = file
        with file.open("r+b") as opened:
            self._file = mmap.mmap(opened.fileno(), 8)
        self.jump(timedelta())

    def jump(self, offset: timedelta) -> None:
        """Sets it so far from the real one."""
        self.offset = offset
        self._file[:] = struct.pack("=q", int(offset.total_seconds()))

    @property
    def now(self) -> datetime:
        """What it shows."""
        return datetime.now(UTC) + self.offset

    @property
    def environment(self) -> dict[str, str]:
        """Has a program see it."""
        return {"LD_PRELOAD": str(self._library), "FIELDGUIDE_CLOCK": str(self._path)}


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library that shifts a clock."""
    compiler = shutil.which("clang") or shutil.which("cc")
    if compiler is None:
        pytest.skip("needs a C compiler")
    library = tmp_path_factory.mktemp("clock") / "clock.so"
    source = PACKAGE / "Tests/ProgramSupport/clock.c"
    subprocess.run([compiler, "-O1", "-shared", "-fPIC", "-o", library, source], check=True)
    return library


@pytest.fixture
def clock(tmp_path: Path, library: Path) -> Clock:
    """A clock that is right as yet."""
    return Clock(tmp_path / "clock", library)


@pytest.fixture
def photos() -> Iterator[PhotoServer]:
    """A service of photos."""
    service = PhotoServer(TITLES)
    yield service
    service.close()


@pytest.fixture
def clocked(
    tmp_path: Path, clock: Clock, feeds: FeedServer, photos: PhotoServer
) -> Iterator[Server]:
    """A program that lives by that clock."""
    with serving(
        tmp_path / "data",
        feeds=feeds.url,
        photos=photos.url,
        environment=clock.environment,
    ) as server:
        yield server


def day(moment: datetime) -> str:
    """As the program writes days."""
    return f"{moment.day} {moment:%B %Y}"


@pytest.mark.parametrize("jump", JUMPS.values(), ids=JUMPS.keys())
def test_a_jump(
    clocked: Server, clock: Clock, feeds: FeedServer, jump: timedelta, today: None
) -> None:
    """There and back again: today is today, and what was kept of a page is
    not shown for it."""
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
    assert quakes.ids(clocked) == ["us1"]
    assert quakes.row_ids(quakes.get(clocked).text) == ["us1"]

    clock.jump(jump)
    # A feed is kept for a minute by a clock that nobody sets: another range.
    assert quakes.refresh(clocked, "allWeek").location == "/quakes?notice=refreshed"
    for _ in range(2):
        page = quakes.get(clocked).text
        expected = ["us2"] if there.date() != real.date() else ["us2", "us1"]
        assert set(quakes.row_ids(page)) == set(expected), page
    assert_shows(clocked, "photos", "UTC (just now)")
    assert web.add(clocked.url, "Added then")
    assert "Added then" in assert_shows(clocked, "animals?category=Mammal")

    clock.jump(timedelta())
    for _ in range(2):
        assert "us1" in quakes.row_ids(quakes.get(clocked).text)
    assert_shows(clocked, "photos", "Photos")
    assert web.add(clocked.url, "Added now")
    assert clocked.stop() == 0


def test_pages_that_tell_an_age(clocked: Server, clock: Clock, photos: PhotoServer) -> None:
    """They tell another one by the next minute, whichever way the clock went."""
    assert_shows(clocked, "photos", "UTC (just now)")
    clock.jump(timedelta(minutes=20))
    assert re.search(r"fetched [^(;]+ UTC \((19|20) min ago\)", assert_shows(clocked, "photos"))
    clock.jump(timedelta())
    assert not re.search(r"\((19|20) min", assert_shows(clocked, "photos"))
    clock.jump(timedelta(hours=-2))
    # They would be from the future: newer ones are fetched, and that once.
    assert re.search("fetched", assert_shows(clocked, "photos"))
    web.until(lambda: "UTC (just now)" in assert_shows(clocked, "photos"), within=20)
    assert photos.count == 2


def test_a_clock_that_never_rests(clocked: Server, clock: Clock) -> None:
    """Whatever it shows, the program answers and ends in time."""
    for number in range(40):
        clock.jump(timedelta(hours=(-1) ** number * number * 7))
        for guide in web.GUIDES:
            assert_shows(clocked, guide)
    assert web.add(clocked.url, "Added")
    assert clocked.stop(within=5) == 0
