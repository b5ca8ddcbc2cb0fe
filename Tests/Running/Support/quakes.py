"""Requests for the guide of earthquakes, without a browser."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import web
from server import Server

PATH = "/quakes"
REFRESH = "/quakes/quakeList/onTapRefreshQuakesButton"
DELETE = "/quakes/quakeList/onTapDeleteSelectedQuakeButton"
DELETE_ALL = "/quakes/quakeList/onTapDeleteAllQuakesButton"


def address(**query: object) -> str:
    """Returns an address of the page. Underscores in names stand for hyphens."""
    return PATH + _query(query)


def export(format_: str, **query: object) -> str:
    """Returns the address of an export of the same filter."""
    return f"{PATH}.{format_}{_query(query)}"


def _query(query: dict[str, object]) -> str:
    return web.address("", **{name.replace("_", "-"): str(value) for name, value in query.items()})


def query_of(url: str) -> dict[str, str]:
    """Returns the decoded query of an address, without the position of a change."""
    pairs = parse_qsl(urlsplit(url).query, keep_blank_values=True)
    items = [pair for pair in pairs if pair[0] != "seen"]
    assert len(dict(items)) == len(items), url
    return dict(items)


def refresh(server: Server, range_: str = "allWeek", **query: object) -> web.Response:
    """Refreshes from a feed, and waits for the result."""
    return web.send(server.url + REFRESH + _query(query), {"range": range_})


def features(server: Server, **query: object) -> list[dict[str, Any]]:
    """Returns all earthquakes of a filter in order, from the export."""
    answer = web.send(server.url + export("geojson", **query))
    assert answer.status == 200, answer.text
    return json.loads(answer.text)["features"]


def ids(server: Server, **query: object) -> list[str]:
    """Returns their ids."""
    return [feature["id"] for feature in features(server, **query)]


def get(server: Server, **query: object) -> web.Response:
    """Returns the HTML of the page."""
    return web.send(server.url + address(**query))


def count(html: str) -> int:
    """Returns the number of listed earthquakes on a page."""
    found = re.search(r'<span class="long">([\d,]+) ', html)
    assert found is not None, html
    return int(found[1].replace(",", ""))


def row_ids(html: str) -> list[str]:
    """Returns the ids of the rows of a page."""
    return re.findall(r'<li id="q-([^"]*)"', html)


def without(url: str, *names: str) -> dict[str, str]:
    """Returns the query of an address without some items."""
    return {name: value for name, value in query_of(url).items() if name not in names}


def magnitudes(html: str) -> dict[str, str]:
    """Returns the displayed magnitude of each row of a page."""
    badge = r'id="q-([^"]*)"><a[^>]*><span class="mag[^>]*><span[^>]*>[^<]*</span>([^<]*)<'
    return dict(re.findall(badge, html))


# The labels of the filter's fields.
FIELDS = {
    "q": "Place name",
    "min": "Magnitude from",
    "max": "Magnitude up to",
    "depth-min": "Depth from, km",
    "depth-max": "Depth up to, km",
    "from": "From day",
    "to": "To day",
}
# The names of query items in messages, if they differ from the addresses.
NAMES = {name: label.removesuffix(", km") for name, label in FIELDS.items()} | {
    "past": "Time",
    "type": "Type",
}
