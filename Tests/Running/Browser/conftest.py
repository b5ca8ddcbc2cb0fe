"""Fixtures of browser tests: the browser and its pages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect, sync_playwright

from observer import Observer
from server import Server
from tides import TidesService
from windows import ARGUMENTS, CHROMIUM, DESK, HEIGHTS, PHONE, Opener, Window, name_of

PATIENCE = 15_000


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser per run. Its windows have no service worker, which would make requests that
    they cannot change or see: test_offline.py has one."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        options = {"service_workers": "block", "timezone_id": "UTC"}
        browser.new_context = partial(browser.new_context, **options)  # type: ignore[method-assign]
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Opener]:
    """Opens windows, each of another visitor. Errors on the console, blocked content and
    requests to other sites fail the test."""
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


@pytest.fixture(params=[DESK, PHONE], ids=name_of)
def window(request: pytest.FixtureRequest) -> Window:
    """The two most different kinds of window."""
    return request.param


@pytest.fixture
def service() -> Iterator[TidesService]:
    """A service of tides."""
    with closing(TidesService()) as service:
        yield service


@pytest.fixture
def page(open_page: Opener, server: Server) -> Page:
    """A wide window on the shared server."""
    return open_page(server.url)


@pytest.fixture
def gallery_page(browser: Browser, gallery: Server) -> Iterator[Page]:
    """A wide window on the gallery, which loads nothing from other sites."""
    context = browser.new_context(
        base_url=gallery.url, viewport={"width": 1280, "height": HEIGHTS[1280]}
    )

    def block_other_sites(route: Route) -> None:
        if route.request.url.startswith(gallery.url):
            route.continue_()
        else:
            route.abort()

    page = context.new_page()
    page.route("**/*", block_other_sites)
    yield page
    context.close()


@pytest.fixture
def fresh_page(open_page: Opener, fresh_server: Server, window: Window) -> Page:
    """A window on a server of its own."""
    return open_page(fresh_server.url, width=window.width, script=window.script)


@pytest.fixture
def fed_page(open_page: Opener, fed_server: Server, window: Window) -> Page:
    """A window on the server with feeds."""
    return open_page(fed_server.url, width=window.width, script=window.script)
