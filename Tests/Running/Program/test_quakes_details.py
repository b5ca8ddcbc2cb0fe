"""Details of earthquakes are fetched in turn by client."""

from __future__ import annotations

import json
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import quakes
import web
from recorded_events import FOLDER, RecordedEvents, serving_events
from server import Server, serving

# A recorded detail, published again under other names.
RECORDING = "nc71126864_2021-12_M4.8-small.geojson"
OLD = [f"old{number}" for number in range(100)]
URGENT = "urgent"
POSTPONED = "Details are not loaded yet. Reload in a minute."


def published(event: str) -> dict[str, Any]:
    """Returns the recorded detail under another id; the urgent one has just happened."""
    detail = json.loads((FOLDER / RECORDING).read_text())
    detail["id"] = event
    detail["properties"] |= {"ids": f",{event},", "code": event}
    if event == URGENT:
        detail["properties"] |= {"mag": 6.1, "time": int(time.time() * 1_000) - 600_000}
    return detail


class ManyEvents(RecordedEvents):
    """A service of a hundred old events and an urgent one."""

    def answer(self, target: str) -> tuple[int, bytes, str | None]:
        name = target.rpartition("/")[2].removesuffix(".geojson")
        if "/summary/" in target:
            features = [published(event) for event in [*OLD, URGENT]]
            for feature in features:
                del feature["properties"]["products"]
            body = {"type": "FeatureCollection", "features": features}
            return 200, json.dumps(body).encode(), None
        if name in [*OLD, URGENT]:
            return 200, json.dumps(published(name)).encode(), None
        return 404, b"", None


@pytest.fixture
def service() -> Iterator[RecordedEvents]:
    with serving_events(ManyEvents) as service:
        yield service


def open_event(server: Server, event: str, address: str, agent: str = "Firefox") -> str:
    """Returns the HTML of the page of an event, as a client behind the proxy gets it."""
    fields = {"X-Forwarded-For": address, "User-Agent": agent}
    request = urllib.request.Request(f"{server.url}/quakes/event/{event}", headers=fields)
    with urllib.request.urlopen(request, timeout=20) as answer:
        return answer.read().decode()


def is_loaded(html: str) -> bool:
    """True if the page has the details of its event."""
    return "Loading what USGS publishes" not in html and POSTPONED not in html


def test_one_client_does_not_hold_up_another(tmp_path: Path, service: RecordedEvents) -> None:
    """A hundred pages of one client and one of a crawler are opened at once; another client then
    waits for few of them. A page without details says so, and asks again."""
    options = ["--trusted-proxy", "127.0.0.1", "--quakes-refresh", "1"]
    with serving(tmp_path / "data", feeds=service.url, options=options) as server:
        web.until(lambda: len(quakes.ids(server, date="any")) > len(OLD))
        with ThreadPoolExecutor(16) as pool:
            list(pool.map(lambda event: open_event(server, event, "192.0.2.1"), OLD))
        open_event(server, OLD[-1], "203.0.113.9", "ExampleBot/1.0 (+https://example.com/bot)")
        start = time.monotonic()
        web.until(lambda: is_loaded(open_event(server, URGENT, "198.51.100.7")))
        # It was 60 and more.
        assert time.monotonic() - start < 20
        asked = [target for target in service.requests if "/detail/" in target]
        assert len(asked) < 10
        pages = [open_event(server, event, "192.0.2.1") for event in OLD]
        assert sum(POSTPONED in page for page in pages) > 50
