"""The guide of quakes, without a browser."""

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
    """An address of the page. A "-" in a name is written as "_"."""
    return PATH + _query(query)


def export(format_: str, **query: object) -> str:
    """An address of an export of the same filter."""
    return f"{PATH}.{format_}{_query(query)}"


def _query(query: dict[str, object]) -> str:
    return web.address("", **{name.replace("_", "-"): str(value) for name, value in query.items()})


def query_of(url: str) -> dict[str, str]:
    """The query of an address, decoded."""
    items = parse_qsl(urlsplit(url).query, keep_blank_values=True)
    assert len(dict(items)) == len(items), url
    return dict(items)


def refresh(server: Server, range_: str = "allWeek", **query: object) -> web.Response:
    """Has the program fetch a feed, and waits for that."""
    return web.send(server.url + REFRESH + _query(query), {"range": range_})


def features(server: Server, **query: object) -> list[dict[str, Any]]:
    """All quakes of a filter, in order, by the export."""
    answer = web.send(server.url + export("geojson", **query))
    assert answer.status == 200, answer.text
    return json.loads(answer.text)["features"]


def ids(server: Server, **query: object) -> list[str]:
    """Their ids."""
    return [feature["id"] for feature in features(server, **query)]


def get(server: Server, **query: object) -> web.Response:
    """The page as it is sent."""
    return web.send(server.url + address(**query))


def counts(html: str) -> tuple[int, int]:
    """How many quakes a page says that are listed, and stored."""
    found = re.search(r"<strong>([\d,]+) of ([\d,]+)</strong>", html)
    assert found is not None, html
    listed, stored = (int(number.replace(",", "")) for number in found.groups())
    return listed, stored


def row_ids(html: str) -> list[str]:
    """The ids of the rows of a page as it is sent."""
    return re.findall(r'<a class="row" id="q-([^"]*)"', html)


def without(url: str, *names: str) -> dict[str, str]:
    """The query of an address, less some of it."""
    return {name: value for name, value in query_of(url).items() if name not in names}


def magnitudes(html: str) -> dict[str, str]:
    """The magnitude that each row of a page as it is sent shows."""
    badge = r'id="q-([^"]*)"[^>]*><span class="mag[^>]*><span[^>]*>[^<]*</span>([^<]*)<'
    return dict(re.findall(badge, html))


# The labels of the fields of the filter.
FIELDS = {
    "q": "Place",
    "min": "Magnitude from",
    "max": "Magnitude up to",
    "depth-min": "Depth from, km",
    "depth-max": "Depth up to, km",
    "from": "From day",
    "to": "To day",
}
# The names of the parts of an address in messages, where they are not the
# names in the address.
NAMES = {name: label.removesuffix(", km") for name, label in FIELDS.items()} | {
    "date": "Day",
    "type": "Type",
}
