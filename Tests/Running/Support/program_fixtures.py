"""Fixtures of all tests of the program: servers, feeds, recorded data."""

from __future__ import annotations

import json
import os
import subprocess
import time
import uuid
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import quakes
from dogs import DogServer
from events import HOSTILE, SAMPLES, Event, feed, seconds_to_midnight
from feeds import FeedServer
from photos import TITLES, PhotoServer
from postgres import IS_SHARED, PostgresServer
from server import DEVELOPMENT, PACKAGE, Server, serving
from states import STATES, State, prepare, previews
from web import Response

# For tests of a remote service that is slow or fails: the other instance does not show it.
one_instance = pytest.mark.skipif(IS_SHARED, reason="requires that one instance has all requests")


def needs_example(*names: str) -> pytest.MarkDecorator:
    """Returns the mark of tests of examples, which not every build contains."""
    return pytest.mark.skipif(
        not all((PACKAGE / ".build/debug" / name).exists() for name in names),
        reason="“make examples” builds it",
    )


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A shared server with the sample data, for read-only tests."""
    with serving(tmp_path_factory.mktemp("data")) as server:
        yield server


@pytest.fixture(scope="session")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A shared server that can show each state, for read-only tests."""
    with feeding() as feeds, serving(tmp_path_factory.mktemp("stage"), feeds=feeds.url) as server:
        names = [Event(f"name-{name}", place=place) for name, place in HOSTILE.items()]
        feeds.serve(all_week=feed(SAMPLES + names))
        prepare(server.url)
        yield server


@pytest.fixture(scope="session")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the gallery."""
    with serving(tmp_path_factory.mktemp("gallery"), binary=DEVELOPMENT) as server:
        yield server


@dataclass(frozen=True)
class Document:
    """A state as a server renders it."""

    name: str
    base: str
    state: State
    answer: Response


@pytest.fixture(scope="session")
def documents(stage: Server, gallery: Server) -> list[Document]:
    """All states of the site, then those of the gallery with plain and hostile text."""
    shown = [
        *((f"site {state.name}", stage.url, state) for state in STATES),
        *(
            (f"{text} {state.name}", gallery.url, state)
            for text in ("plain", "hostile")
            for state in previews(gallery.url, text)
        ),
    ]
    return [Document(name, base, state, state.fetch(base)) for name, base, state in shown]


@pytest.fixture
def fresh_server(tmp_path: Path) -> Iterator[Server]:
    """A server with the sample data, for a test that changes them."""
    with serving(tmp_path / "data") as server:
        yield server


@pytest.fixture
def inspected(tmp_path: Path) -> Iterator[Server]:
    """A server with the inspector."""
    with serving(tmp_path / "inspected", binary=DEVELOPMENT) as server:
        yield server


@contextmanager
def feeding() -> Iterator[FeedServer]:
    feeds = FeedServer()
    try:
        yield feeds
    finally:
        feeds.close()


@pytest.fixture
def feeds() -> Iterator[FeedServer]:
    """A server of empty feeds, for a test that changes them."""
    with feeding() as feeds:
        yield feeds


@pytest.fixture
def fed_server(tmp_path: Path, feeds: FeedServer) -> Iterator[Server]:
    """A server that fetches earthquakes from those feeds, and has none yet."""
    with serving(tmp_path / "data", feeds=feeds.url) as server:
        yield server


@pytest.fixture
def dogs() -> Iterator[DogServer]:
    """A server of breeds and their images."""
    with closing(DogServer()) as dogs:
        yield dogs


@pytest.fixture
def photos() -> Iterator[PhotoServer]:
    """A server of photos."""
    with closing(PhotoServer(TITLES)) as photos:
        yield photos


@pytest.fixture
def dog_server(tmp_path: Path, dogs: DogServer) -> Iterator[Server]:
    """A server that fetches breeds from there."""
    with serving(tmp_path / "data", dogs=dogs.url) as server:
        yield server


@pytest.fixture(scope="module")
def postgres() -> Iterator[PostgresServer]:
    """A running server of databases."""
    server = PostgresServer()
    yield server
    server.remove()


@pytest.fixture
def database(postgres: PostgresServer) -> str:
    """The value of `--database` for a new database there."""
    return postgres.create(f"test_{uuid.uuid4().hex[:12]}")


@dataclass(frozen=True)
class Stored:
    """A server with earthquakes that no test changes, and the feed they come from."""

    server: Server
    features: list[dict[str, Any]]


@contextmanager
def storing(data: Path, content: bytes) -> Iterator[Stored]:
    with feeding() as feeds, serving(data, feeds=feeds.url) as server:
        feeds.serve(all_week=content)
        assert quakes.refresh(server).location == "/quakes?notice=refreshed"
        yield Stored(server, json.loads(content)["features"])


@pytest.fixture(scope="session")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stored]:
    """A few earthquakes of all types."""
    with storing(tmp_path_factory.mktemp("samples"), feed(SAMPLES)) as stored:
        yield stored


RECORDED = (
    Path(os.environ.get("FIELDGUIDE_FIXTURES", PACKAGE / "../shared/fixtures"))
    / "quakes/all_week_2024-05-04.geojson"
)


@pytest.fixture(scope="session")
def recorded_week() -> bytes:
    """The feed of 4 May 2024."""
    if not RECORDED.exists():
        pytest.skip(f"needs {RECORDED.name} in FIELDGUIDE_FIXTURES")
    return RECORDED.read_bytes()


@pytest.fixture(scope="session")
def week(tmp_path_factory: pytest.TempPathFactory, recorded_week: bytes) -> Iterator[Stored]:
    """A server with the earthquakes of that week."""
    with storing(tmp_path_factory.mktemp("week"), recorded_week) as stored:
        yield stored


@pytest.fixture
def today() -> None:
    """Avoids the minutes around midnight, so that a minute ago is today as well."""
    passed = (24 * 3600 - seconds_to_midnight() + 120) % (24 * 3600)
    if passed < 181:
        time.sleep(181 - passed)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of two megabytes."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", disk], capture_output=True, check=False
    )
    if mounted.returncode != 0:
        pytest.skip("needs the right to mount a small disk")
    yield disk
    subprocess.run(["umount", disk], check=True)
