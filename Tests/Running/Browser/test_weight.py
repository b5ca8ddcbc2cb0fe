"""A first visit is light: few bytes, few requests, and no layout shift."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser

from everything import Everything, moved_to_today, serving
from program_fixtures import RECORDED
from server import PACKAGE
from windows import HEIGHTS

# In bytes on the wire, including response heads.
LARGEST = 60_000
# The front page: the page, three style sheets, its script, the outline of the map, the
# drawings of animals, and the stream of changes. Pictures of photos and breeds are content.
MOST = 8
SHIFT = 0.02
PAGES = {
    "front": "/",
    "animals": "/animals",
    "an animal": "/animals?category=Mammal&animal=Kangaroo",
    "an editor": "/animals?category=Mammal&animal=Kangaroo&dialog=edit",
    "quakes of today": "/quakes",
    "quakes of a week": "/quakes?date=any&type=any",
    "a continent": "/quakes?date=any&view=15,45,90",
    "a part of the map": "/quakes?date=any&view=-118,36,30",
    "a place": "/quakes?date=any&view=139,36,8",
    "breeds": "/breeds",
    "a breed": "/breeds?breed=hound&sub=afghan",
    "photos": "/photos",
    "nothing there": "/unicorns",
}
# With a whole month of earthquakes: the dots of ten thousand.
FULL = {
    "a month": "/quakes?date=any&type=any",
    "the past month": "/quakes?past=month",
    "California": "/quakes?date=any&type=any&view=-118,36,30",
    "the west": "/quakes?date=any&type=any&view=-130,45,90",
    "Alaska, one selected":
        "/quakes?date=any&type=any&view=-140,50,80&sort=magnitude&quake=us6000qvdz",
}
REPORT = PACKAGE / "Docs/weight.md"

# Runs before the page: measures layout shifts.
WATCH = """
globalThis.shifts = [];
const place = box => [box.x, box.y, box.width, box.height].map(Math.round).join();
new PerformanceObserver(list => {
  for (const entry of list.getEntries()) {
    shifts.push([entry.value, entry.sources.map(({node, previousRect, currentRect}) =>
      `${node?.nodeName}#${node?.id}: ${place(previousRect)} to ${place(currentRect)}`)]);
  }
}).observe({type: "layout-shift", buffered: true});
"""
REST = "() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 200)))"
PAINT = """() => performance.getEntriesByType("paint")
  .find(entry => entry.name === "first-paint")?.startTime"""


@dataclass(frozen=True)
class Visit:
    """The costs of a first visit."""

    # The requested addresses, and the size of each complete response.
    requests: list[tuple[str, int]]
    size: int
    elsewhere: list[str]
    # Each layout shift, and the elements that moved.
    shifts: list[tuple[float, list[str]]]
    paint: float | None

    @property
    def shift(self) -> float:
        """All layout shifts together."""
        return sum(value for value, _ in self.shifts)


@pytest.fixture(scope="module")
def everything(
    tmp_path_factory: pytest.TempPathFactory, recorded_week: bytes
) -> Iterator[Everything]:
    """A complete site with the earthquakes of a week. Windows are closed faster than
    abandoned streams are noticed."""
    options = ["--streams-per-client", "1000"]
    content = moved_to_today(recorded_week)
    with serving(tmp_path_factory.mktemp("data"), content, options) as everything:
        yield everything


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Everything]:
    """A site with the earthquakes of a month."""
    recorded = RECORDED.with_name("all_month_2025-07-27_from-csv.geojson")
    if not recorded.exists():
        pytest.skip(f"needs {recorded.name} in FIELDGUIDE_FIXTURES")
    content = moved_to_today(recorded.read_bytes())
    options = ["--streams-per-client", "1000"]
    with serving(tmp_path_factory.mktemp("full"), content, options) as everything:
        yield everything


def visit(browser: Browser, everything: Everything, path: str, width: int) -> Visit:
    """Opens a page with an empty cache, and waits until it is loaded."""
    context = browser.new_context(viewport={"width": width, "height": HEIGHTS[width]})
    try:
        page = context.new_page()
        page.add_init_script(WATCH)
        client = context.new_cdp_session(page)
        urls: dict[str, str] = {}
        sizes: dict[str, float] = {}
        client.on(
            "Network.requestWillBeSent",
            lambda event: urls.setdefault(event["requestId"], event["request"]["url"])
            # The browser's own icons are not requested.
            if not event["request"]["url"].startswith("data:")
            else None,
        )
        client.on(
            "Network.loadingFinished",
            lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}),
        )
        client.send("Network.enable")
        client.send("Network.setCacheDisabled", {"cacheDisabled": False})
        page.goto(everything.server.url + path, wait_until="load")
        page.evaluate(REST)
        shifts = page.evaluate("() => globalThis.shifts")
        paint = page.evaluate(PAINT)
    finally:
        context.close()
    pictures = [key for key, url in urls.items() if url.startswith((everything.pictures + "/", everything.server.url + "/photos/pictures/"))]
    here = everything.server.url + "/"
    return Visit(
        requests=[
            (url, int(sizes.get(key, 0))) for key, url in urls.items() if key not in pictures
        ],
        # The event stream does not end; the images of breeds come from another
        # site.
        size=int(sum(sizes.get(key, 0) for key in urls if key not in pictures)),
        elsewhere=[
            url for key, url in urls.items() if key not in pictures and not url.startswith(here)
        ],
        shifts=shifts,
        paint=paint,
    )


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("name", PAGES)
def test_a_first_visit_is_light(
    browser: Browser, everything: Everything, name: str, width: int
) -> None:
    """For any start page."""
    cost = visit(browser, everything, PAGES[name], width)
    assert 3_000 < cost.size <= LARGEST, cost
    assert 3 <= len(cost.requests) <= MOST, cost.requests
    assert cost.elsewhere == []
    assert cost.shift <= SHIFT, cost.shifts


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("name", FULL)
def test_a_month_is_light(browser: Browser, full: Everything, name: str, width: int) -> None:
    """For any number of stored earthquakes, and any area of the map."""
    cost = visit(browser, full, FULL[name], width)
    assert 30_000 < cost.size <= LARGEST, cost
    assert cost.elsewhere == []
    assert cost.shift <= SHIFT, cost.shifts


@pytest.mark.skipif(os.environ.get("FIELDGUIDE_REPORT") != "1", reason="FIELDGUIDE_REPORT=1 writes")
def test_report(browser: Browser, everything: Everything) -> None:
    """Prints the costs of each page. Times depend on the machine, and are not tested."""
    rows = []
    for name, path in PAGES.items():
        visits = [visit(browser, everything, path, 1280) for _ in range(3)]
        cost = sorted(visits, key=lambda visit: visit.size)[1]
        paint = sorted(visit.paint or 0 for visit in visits)[1]
        rows.append(
            f"| {name} | `{path}` | {cost.size / 1000:.1f} kB | {len(cost.requests)} "
            f"| {cost.shift:.3f} | {paint:.0f} ms |"
        )
    REPORT.write_text(
        "# Cost of a first visit\n\n"
        f"Chromium {browser.version}, empty cache, gzip, over loopback; the earthquakes are the 2,588"
        " of a recorded week. Bytes are those on the wire, including response headers and the"
        " outlines of the map, without the pictures of breeds, which come from their own host."
        " Everything else comes from the site itself. Requests include the stream of changes."
        " `Tests/Running/Browser/test_weight.py` fails if a page costs more than 60 kB, and writes this file"
        " if `FIELDGUIDE_REPORT` is 1. Bytes and the time to the first paint are medians of three"
        " visits on a busy machine with two cores.\n\n"
        "| Page | Address | Bytes | Requests | Layout shift | First paint |\n"
        "|---|---|---:|---:|---:|---:|\n" + "\n".join(rows) + "\n"
    )
