"""What every test can ask for: servers, browsers, pages."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

import quakes
from events import HOSTILE, SAMPLES, Event, feed, seconds_to_midnight
from feeds import FeedServer
from naive import Record, records
from observer import Observer
from server import NOWHERE, PACKAGE, Server
from states import prepare

CHROMIUM = os.environ.get("FIELDGUIDE_CHROMIUM", "/usr/bin/chromium")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
HEIGHTS = {320: 640, 390: 844, 640: 512, 1280: 800}

PATIENCE = 15_000

Opener = Callable[..., Page]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The one browser of a run."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@contextmanager
def _serving(data: Path, feeds: str = NOWHERE) -> Iterator[Server]:
    server = Server(data, feeds=feeds)
    try:
        yield server
    finally:
        server.kill()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the sample data, for tests that only look: they share it."""
    with _serving(tmp_path_factory.mktemp("data")) as server:
        yield server


@pytest.fixture(scope="session")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that can show each of the states, for tests that only look."""
    with _feeding() as feeds, _serving(tmp_path_factory.mktemp("stage"), feeds.url) as server:
        names = [Event(f"name-{name}", place=place) for name, place in HOSTILE.items()]
        feeds.serve(all_week=feed(SAMPLES + names))
        prepare(server.url)
        yield server


@pytest.fixture
def fresh_server(tmp_path: Path) -> Iterator[Server]:
    """A server with the sample data, for a test that changes them."""
    with _serving(tmp_path / "data") as server:
        yield server


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Opener]:
    """Opens windows, each of another visitor. Whatever is wrong in one of
    them fails the test: errors on the console, blocked content, requests to
    other sites."""
    contexts: list[BrowserContext] = []
    observers: list[Observer] = []

    def open_page(base: str, *, width: int = 1280, script: bool = True, **options: Any) -> Page:
        context = browser.new_context(
            base_url=base,
            java_script_enabled=script,
            viewport={"width": width, "height": HEIGHTS[width]},
            **options,
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        observers.append(Observer(page, base))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert [problem for observer in observers for problem in observer.problems] == []


@dataclass(frozen=True)
class Window:
    """A kind of window."""

    width: int
    script: bool


DESK = Window(1280, script=True)
PHONE = Window(390, script=False)
WINDOWS = [DESK, Window(1280, script=False), Window(390, script=True), PHONE]


def name_of(window: Window) -> str:
    """What a kind of window is called in the list of tests."""
    return f"{window.width}-{'script' if window.script else 'no-script'}"


@pytest.fixture(params=[DESK, PHONE], ids=name_of)
def window(request: pytest.FixtureRequest) -> Window:
    """The two kinds of window that differ most."""
    return request.param


@pytest.fixture
def page(open_page: Opener, server: Server) -> Page:
    """A wide window on the shared server."""
    return open_page(server.url)


@pytest.fixture
def fresh_page(open_page: Opener, fresh_server: Server, window: Window) -> Page:
    """A window on a server of its own."""
    return open_page(fresh_server.url, width=window.width, script=window.script)


@contextmanager
def _feeding() -> Iterator[FeedServer]:
    feeds = FeedServer()
    try:
        yield feeds
    finally:
        feeds.close()


@pytest.fixture
def feeds() -> Iterator[FeedServer]:
    """A server of feeds without events, for a test that sets and breaks them."""
    with _feeding() as feeds:
        yield feeds


@pytest.fixture
def fed_server(tmp_path: Path, feeds: FeedServer) -> Iterator[Server]:
    """A server that gets its quakes from those feeds, and has none yet."""
    with _serving(tmp_path / "data", feeds.url) as server:
        yield server


@pytest.fixture
def fed_page(open_page: Opener, fed_server: Server, window: Window) -> Page:
    """A window on it."""
    return open_page(fed_server.url, width=window.width, script=window.script)


@dataclass(frozen=True)
class Stored:
    """A server with quakes that no test changes, and what the feed said."""

    server: Server
    records: list[Record]


@contextmanager
def _storing(data: Path, content: bytes) -> Iterator[Stored]:
    with _feeding() as feeds, _serving(data, feeds.url) as server:
        feeds.serve(all_week=content)
        assert quakes.refresh(server).location == "/quakes?notice=refreshed"
        yield Stored(server, records(content))


@pytest.fixture(scope="session")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stored]:
    """A few quakes of all kinds there are."""
    with _storing(tmp_path_factory.mktemp("samples"), feed(SAMPLES)) as stored:
        yield stored


RECORDED = (
    Path(os.environ.get("FIELDGUIDE_FIXTURES", PACKAGE / "../shared/fixtures"))
    / "quakes/all_week_2024-05-04.geojson"
)


@pytest.fixture(scope="session")
def recorded_week() -> bytes:
    """What the feed said on 4 May 2024."""
    if not RECORDED.exists():
        pytest.skip(f"needs {RECORDED.name} in FIELDGUIDE_FIXTURES")
    return RECORDED.read_bytes()


@pytest.fixture(scope="session")
def week(tmp_path_factory: pytest.TempPathFactory, recorded_week: bytes) -> Iterator[Stored]:
    """That week, stored."""
    with _storing(tmp_path_factory.mktemp("week"), recorded_week) as stored:
        yield stored


@pytest.fixture
def today() -> None:
    """For a test about today: waits for tomorrow where that is near."""
    if (left := seconds_to_midnight()) < 120:
        time.sleep(left + 1)


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
