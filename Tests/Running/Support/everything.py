"""The program with data in all four guides, from local servers."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import quakes
import web
from dogs import DogServer
from events import HOSTILE, SAMPLES, Event, feed, milliseconds, now
from feeds import FeedServer
from photos import TITLES, PhotoServer
from server import BINARY, Server


@dataclass(frozen=True)
class Everything:
    """A running program, and the only host that its images may come from."""

    server: Server
    pictures: str


def samples() -> bytes:
    """Earthquakes of all types, with unusual place names."""
    return feed(SAMPLES + [Event(f"name-{name}", place=place) for name, place in HOSTILE.items()])


def moved_to_today(week: bytes) -> bytes:
    """Returns the recorded week, moved so that it ends now."""
    document = json.loads(week)
    shift = milliseconds(now()) - document["metadata"]["generated"]
    document["metadata"]["generated"] += shift
    for feature in document["features"]:
        feature["properties"]["time"] += shift
        feature["properties"]["updated"] += shift
    return json.dumps(document).encode()


@contextmanager
def serving(
    data: Path,
    content: bytes | None = None,
    options: Sequence[str] = (),
    breeds: dict[str, list[str]] | None = None,
    pictures: bytes | None = None,
    binary: Path = BINARY,
) -> Iterator[Everything]:
    """Runs the program for the duration of a block, with the given data of the remote
    services or a few items of each."""
    with (
        closing(FeedServer()) as feeds,
        closing(DogServer()) as dogs,
        closing(PhotoServer(TITLES)) as photos,
    ):
        server = Server(
            data, feeds=feeds.url, dogs=dogs.url, photos=photos.url, options=options, binary=binary
        )
        try:
            feeds.serve(all_month=content or samples())
            dogs.breeds = breeds or dogs.breeds
            photos.body = pictures or photos.body
            quakes.refresh(server, "allMonth")
            for page in ("/breeds", "/photos"):
                assert web.send(server.url + page).status == 200
            yield Everything(server, dogs.origin)
        finally:
            server.kill()
