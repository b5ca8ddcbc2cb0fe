"""Kinds of browser windows, and the display of states."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlencode

from playwright.sync_api import Page, Route

from states import State

# Chromium without a user interface. The desktop browser draws tabs and a
# toolbar even if it is headless, which doubles the CPU time of the tests.
CHROMIUM = os.environ.get("FIELDGUIDE_CHROMIUM", "/usr/bin/chromium-headless-shell")
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

# Opens a window on an address.
Opener = Callable[..., Page]


@dataclass(frozen=True)
class Window:
    """A kind of window."""

    width: int
    script: bool


DESK = Window(1280, script=True)
PHONE = Window(390, script=False)
WINDOWS = [DESK, Window(1280, script=False), Window(390, script=True), PHONE]


def name_of(window: Window) -> str:
    """Returns the name of a kind of window in test ids."""
    return f"{window.width}-{'script' if window.script else 'no-script'}"


def show(state: State, page: Page, base: str) -> None:
    """Shows a state in a browser, including those that follow a post."""
    url = base + state.path
    if state.form is not None:
        page.route(url, lambda route: _as_post(route, state.form), times=1)
    answer = page.goto(url)
    assert answer is not None and answer.status == state.status, state.name


def _as_post(route: Route, form: dict[str, str] | None) -> None:
    """Submits a form in place of the GET request."""
    headers = route.request.headers | {"content-type": "application/x-www-form-urlencoded"}
    route.continue_(method="POST", headers=headers, post_data=urlencode(form or {}))
