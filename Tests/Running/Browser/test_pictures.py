"""Pictures of other services: in frames that have their size before, and drawings in place of
those that do not come, with and without script."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page

import web
from dogs import DogServer
from photos import TITLES, PhotoServer
from pixels import Picture
from server import Server
from windows import HEIGHTS

RED = (204, 0, 0)
WATCH = """
globalThis.shift = 0;
new PerformanceObserver(list => {
  for (const entry of list.getEntries()) globalThis.shift += entry.value;
}).observe({type: "layout-shift", buffered: true});
"""


@pytest.fixture
def photos() -> Iterator[PhotoServer]:
    """Photos of which every second picture is missing."""
    with closing(PhotoServer(TITLES)) as photos:
        photos.use_own_pictures()
        yield photos


@pytest.fixture
def server(tmp_path: Path, dogs: DogServer, photos: PhotoServer) -> Iterator[Server]:
    """A program that uses both services."""
    server = Server(tmp_path / "data", dogs=dogs.url, photos=photos.url)
    yield server
    server.kill()


@pytest.fixture(params=[(1280, True), (390, False)], ids=["wide", "narrow, without script"])
def page(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Iterator[Page]:
    """A window that measures layout shifts."""
    width, script = request.param
    context = browser.new_context(
        base_url=server.url,
        java_script_enabled=script,
        viewport={"width": width, "height": HEIGHTS[width]},
    )
    page = context.new_page()
    if script:
        page.add_init_script(WATCH)
    yield page
    shift = page.evaluate("() => globalThis.shift") if script else 0
    context.close()
    assert shift < 0.01


def centre(element: Locator) -> tuple[int, ...]:
    """Returns the colour in the middle of an element."""
    picture = Picture(element.screenshot())
    return picture[picture.width // 2, picture.height // 2]


def test_a_dog(page: Page, dogs: DogServer) -> None:
    """The frame is as large without the picture, and the drawing bears no sign of an error."""
    page.goto("/breeds?breed=akita")
    page.wait_for_load_state("networkidle")
    frame = page.locator("#breed-image .picture")
    assert centre(frame) == RED
    size = frame.bounding_box()
    assert size and size["width"] == pytest.approx(size["height"] * 4 / 3, abs=1)
    dogs.has_pictures = False
    page.goto("/breeds?breed=stbernard")
    page.wait_for_load_state("networkidle")
    assert frame.bounding_box() == size
    assert centre(frame) != RED
    broken = frame.screenshot()
    page.evaluate("""() => document.querySelectorAll(".picture img")
      .forEach(one => one.remove())""")
    assert frame.screenshot() == broken


def test_thumbnails(page: Page, dogs: DogServer, server: Server) -> None:
    """Pictures come by themselves, each is asked for once, and their frames are as large before."""
    dogs.breeds = {"akita": [], "australian": ["kelpie"], "stbernard": []}
    page.goto("/breeds")
    frames = {"width": 56, "height": 42}
    for thumb in page.locator("#breed-list .thumb").all():
        box = thumb.bounding_box()
        assert box and {side: box[side] for side in frames} == frames
    for _ in range(120):
        page.goto("/breeds")
        if page.locator("#breed-list .thumb img").count() == 3:
            break
        page.wait_for_timeout(250)
    page.wait_for_load_state("networkidle")
    assert [centre(thumb) for thumb in page.locator("#breed-list .thumb").all()] == [RED] * 3
    asked = [path for path in dogs.paths if path.startswith("/api/breed/")]
    assert len(asked) == len(set(asked))


def test_photos(page: Page) -> None:
    """A picture that is missing leaves the colour."""
    page.goto("/photos")
    page.wait_for_load_state("networkidle")
    frames = page.locator("#photo-list .pic").all()
    assert len(frames) == len(TITLES)
    shown = [centre(frame) == RED for frame in frames]
    assert shown == [number % 2 == 1 for number in range(1, len(TITLES) + 1)]
    broken = page.screenshot()
    page.evaluate("""() => document.querySelectorAll(".pic img[src$=missing]")
      .forEach(one => one.remove())""")
    assert page.screenshot() == broken
