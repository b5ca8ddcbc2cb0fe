"""What every test can ask for: servers, browsers, pages."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from observer import Observer
from server import Server
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
HEIGHTS = {320: 640, 390: 844, 1280: 800}

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
def _serving(data: Path) -> Iterator[Server]:
    server = Server(data)
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
    with _serving(tmp_path_factory.mktemp("stage")) as server:
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
