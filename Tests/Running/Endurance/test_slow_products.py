"""A slow guide delays neither the others nor a graceful shutdown."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

import quakes
import web
from events import Event, feed
from faults import assert_shows, assert_sound, made
from feeds import FeedServer, Trouble
from server import Server, serving
from web import GUIDES

EAGLE = {"id": "A-1", "name": "Golden eagle", "diet": "Carnivore", "categoryId": "Bird"}


@dataclass(frozen=True)
class Write:
    """A form that changes the database of a guide."""

    guide: str
    path: str
    form: dict[str, str]

    def send(self, server: Server) -> web.Response:
        """Posts it."""
        return web.send(server.url + self.path, self.form)


WRITES = [
    Write("animals", web.ADD, EAGLE),
    Write("photos", "/photos/bannerUpdate/onTapSubmitButton", {"title": "Summer"}),
]


@pytest.mark.parametrize("locked", GUIDES)
def test_a_locked_file_delays_no_other_guide(tmp_path: Path, locked: str) -> None:
    """Another program holds an exclusive lock on the file during the test."""
    data = made(tmp_path / "data")
    with (
        serving(data, options=["--metrics-port", "0"]) as server,
        closing(sqlite3.connect(data / f"{locked}.sqlite", isolation_level=None)) as other,
    ):
        for guide in GUIDES:
            assert_shows(server, guide)
        other.execute("BEGIN EXCLUSIVE")
        for write in WRITES:
            response = write.send(server)
            assert response.status == (503 if write.guide == locked else 303), response.text
        for guide in GUIDES:
            assert_shows(server, f"{guide}?q={locked}" if guide != "breeds" else guide)
        assert web.send(server.url + "/readyz").status == 200
        assert server.stop() == 0
    for guide in GUIDES:
        assert_sound(data / f"{guide}.sqlite")


def test_a_deletion_during_a_slow_refresh_is_durable(tmp_path: Path) -> None:
    """Confirmed deletions survive a kill of the program."""
    names = [f"us{number}" for number in range(6)]
    with closing(FeedServer()) as feeds, serving(tmp_path / "data", feeds=feeds.url) as server:
        feeds.serve(all_week=feed([Event(name) for name in names]), all_day=feed([]))
        assert web.item(quakes.refresh(server, date="any").location, "notice") == "refreshed"
        feeds.hold()
        slow = quakes.refresh(server, "allDay", date="any")
        assert (slow.status, slow.location) == (303, "/quakes?date=any")
        for name in names[:3]:
            response = web.send(server.url + quakes.DELETE + "?date=any", {"quakeId": name})
            assert response.status == 303
            assert web.item(response.location, "notice") == "deleted"
        server.kill()
        server.start()
        assert sorted(quakes.ids(server, date="any")) == names[3:]
        # The same for deleting all.
        slow = quakes.refresh(server, "allDay", date="any")
        assert (slow.status, slow.location) == (303, "/quakes?date=any")
        response = web.send(server.url + quakes.DELETE_ALL + "?date=any", {})
        assert response.status == 303
        assert web.item(response.location, "notice") == "deletedAll"
        server.kill()
        server.start()
        assert quakes.ids(server, date="any") == []


def test_a_slow_refresh_that_fails_is_not_reported_as_successful(tmp_path: Path) -> None:
    """The response after five seconds has no notice; the page shows the error."""
    with closing(FeedServer()) as feeds, serving(tmp_path / "data", feeds=feeds.url) as server:
        feeds.hold()
        slow = quakes.refresh(server, "allDay", date="any")
        assert (slow.status, slow.location) == (303, "/quakes?date=any")
        feeds.fail(Trouble.ERROR)
        feeds.release()
        web.until(lambda: "could not be fetched" in quakes.get(server, date="any").text)
