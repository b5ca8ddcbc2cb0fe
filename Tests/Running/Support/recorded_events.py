"""A service of recorded events: feeds, details, and the files of their products."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from server import PACKAGE
from services import Request, Service

FOLDER = Path(os.environ.get("FIELDGUIDE_FIXTURES", PACKAGE / "../shared/fixtures")) / "quakes/detail"
# The details, and the recorded files of their products.
EVENTS = {
    "us10004u1y": "us10004u1y_2016-03_M7.8-Sumatra.geojson",
    "ci38457511": "ci38457511_2021-10_M7.1-Ridgecrest.geojson",
    "nc72282711": "nc72282711_2021-11_M6.0-SouthNapa-red.geojson",
    "nc71126864": "nc71126864_2021-12_M4.8-small.geojson",
}
FILES = {
    ("us10004u1y", "cont_mi.json"): "us10004u1y_shakemap_cont_mi.json",
    ("us10004u1y", "dyfi_geo_10km.geojson"): "us10004u1y_dyfi_geo_10km.geojson",
    ("us10004u1y", "nearby-cities.json"): "us10004u1y_nearby-cities.json",
    ("nc72282711", "dyfi_geo_10km.geojson"): "nc72282711_dyfi_geo_10km.geojson",
    # Of another event: there is no recording of this one.
    ("ci38457511", "exposures.json"): "us2000h8ty_pager_exposures.json",
}


class RecordedEvents(Service):
    """Sends the recorded events, and knows what it was asked for."""

    def __init__(self, events: dict[str, str] = EVENTS) -> None:
        # The files of the details by event.
        self.events = events
        self.requests: list[str] = []
        # True while the service is down.
        self.fails = False
        # The seconds after which details and files are sent.
        self.delay = 0.0
        super().__init__()
        self.url = f"{self.origin}/feed/v1.0/summary"

    def respond(self, request: Request) -> None:
        self.requests.append(request.path)
        status, body, location = self.answer(request.path)
        if "/summary/" not in request.path:
            time.sleep(self.delay)
        fields = [("Location", location)] if location else []
        self.send(request, status, "application/json", body, *fields)

    def answer(self, target: str) -> tuple[int, bytes, str | None]:
        """Returns the status, the body and the address of a redirect."""
        path = urlsplit(target).path
        name = path.rpartition("/")[2]
        if self.fails:
            return 503, b"", None
        if path.startswith("/feed/v1.0/summary/"):
            return 200, _feed(self.events), None
        # Details of events of more than 30 days ago are elsewhere.
        if path.startswith("/feed/v1.0/detail/"):
            query = f"?eventid={name.removesuffix('.geojson')}&format=geojson"
            return 302, b"", f"/fdsnws/event/1/query{query}"
        if path == "/fdsnws/event/1/query":
            file = self.events.get(parse_qs(urlsplit(target).query)["eventid"][0])
        else:
            file = next(
                (file for (event, end), file in FILES.items() if event in path and name == end), None
            )
        return (200, (FOLDER / file).read_bytes(), None) if file else (404, b"", None)


def _feed(events: dict[str, str]) -> bytes:
    features: list[dict[str, Any]] = []
    for file in events.values():
        feature = json.loads((FOLDER / file).read_text())
        del feature["properties"]["products"]
        features.append(feature)
    return json.dumps({"type": "FeatureCollection", "features": features}).encode()


@contextmanager
def serving_events(
    kind: Callable[[], RecordedEvents] = RecordedEvents
) -> Iterator[RecordedEvents]:
    """Serves the recorded events, or those of another service."""
    if not FOLDER.exists():
        pytest.skip("needs quakes/detail in FIELDGUIDE_FIXTURES")
    with closing(kind()) as service:
        yield service
