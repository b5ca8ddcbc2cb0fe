"""Projections of the map, compared with PROJ (https://proj.org), which is independent of them.

In every projection, dots are where PROJ puts them, land is where it is on the rectangular map,
and no line of the base map leaves its place: not at 180° and not at the poles.
"""

from __future__ import annotations

import json
import math
import re
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser
from urllib.parse import parse_qs, urlsplit

import pyproj
import pytest

import quakes
import web
from program_fixtures import Stored
from server import Server

Point = tuple[float, float]

#: The units of the plane in radii of the Earth: the equator has 360, and a hemisphere 180.
EQUATOR = 180 / pyproj.Proj("+proj=eqearth +R=1")(180, 0)[0]
HEMISPHERE = 90 / math.sqrt(2)
PROJECTIONS = {
    "equal-earth": (pyproj.Proj("+proj=eqearth +lon_0=150 +R=1"), EQUATOR),
    "equal-earth-atlantic": (pyproj.Proj("+proj=eqearth +R=1"), EQUATOR),
    "north-pole": (pyproj.Proj("+proj=laea +lat_0=90 +R=1"), HEMISPHERE),
    "south-pole": (pyproj.Proj("+proj=laea +lat_0=-90 +R=1"), HEMISPHERE),
}
by_projection = pytest.mark.parametrize("projection", PROJECTIONS)


def is_shown(projection: str, latitude: float) -> bool:
    """Returns false for the other hemisphere of a pole."""
    return {"north-pole": latitude >= 0, "south-pole": latitude <= 0}.get(projection, True)


def point(projection: str, longitude: float, latitude: float) -> Point:
    """Returns the point of a place on the picture, according to PROJ."""
    projected, scale = PROJECTIONS[projection]
    x, y = projected(longitude, latitude)
    return x * scale + 180, 90 - y * scale


def place(projection: str, x: float, y: float) -> Point:
    """Returns the longitude and the latitude of a point, according to PROJ."""
    projected, scale = PROJECTIONS[projection]
    return projected((x - 180) / scale, (90 - y) / scale, inverse=True)


class Pins(HTMLParser):
    """The linked dots of a page by the ids of their events."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.points: dict[str, Point] = {}
        self._event = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if attributes.get("class") == "pin":
            self._event = parse_qs(urlsplit(attributes["href"] or "").query)["quake"][0]
        elif tag == "path" and self._event:
            x, y = re.fullmatch(r"M(\S+) (\S+)h0", attributes["d"] or "").groups()
            self.points[self._event] = (float(x), float(y))
            self._event = ""


@by_projection
@pytest.mark.parametrize("view", ["", "20,20,90"])
def test_dots_are_where_proj_puts_them(week: Stored, projection: str, view: str) -> None:
    """Of a recorded week."""
    query = {"date": "any", "projection": projection, **({"view": view} if view else {})}
    page = web.send(week.server.url + quakes.address(**query)).text
    export = web.send(week.server.url + quakes.export("geojson", date="any")).body
    places = {one["id"]: one["geometry"]["coordinates"] for one in json.loads(export)["features"]}
    pins = Pins(page).points
    assert len(pins) > 5
    for event, (x, y) in pins.items():
        longitude, latitude, *_ = places[event]
        assert math.dist((x, y), point(projection, longitude, latitude)) < 0.01, event


@pytest.mark.parametrize("view", ["20,20,90", "0,0,10", "-60,-20,60"])
@by_projection
def test_the_list_has_the_events_of_the_view(week: Stored, projection: str, view: str) -> None:
    """And no others: the export of a view, compared with PROJ."""
    x, y, width = (float(number) for number in view.split(","))
    all_events, listed = (
        {one["id"]: one["geometry"]["coordinates"] for one in json.loads(web.send(week.server.url + address).body)["features"]}
        for address in (
            quakes.export("geojson", date="any"),
            quakes.export("geojson", date="any", projection=projection, view=view),
        )
    )
    expected = set()
    for event, (longitude, latitude, *_) in all_events.items():
        right, down = point(projection, longitude, latitude)
        if is_shown(projection, latitude) and abs(right - 180 - x) <= width / 2 and abs(90 - down - y) <= width / 4:
            expected.add(event)
    assert set(listed) == expected


class Sheet:
    """A sheet of the base map."""

    def __init__(self, server: Server, projection: str, name: str = "0-0-0") -> None:
        page = web.send(server.url + quakes.address(projection="north-pole")).text
        version = re.search(r"/quakes/map/(\w+)/", page)[1]
        answer = web.send(f"{server.url}/quakes/map/{version}/{projection}/{name}.svg")
        assert answer.status == 200
        self.groups = {}
        for path in ElementTree.fromstring(answer.body):
            move = re.fullmatch(r"translate\((\S+) (\S+)\) scale\((\S+)\)", path.get("transform"))
            self.groups[path.get("id")] = shapes(path.get("d"), *(float(one) for one in move.groups()))

    def has_land(self, x: float, y: float) -> bool:
        """Returns true if a point is within the land, by the even-odd rule."""
        inside = False
        for ring in self.groups["land"]:
            for (x1, y1), (x2, y2) in zip(ring, ring[1:] + ring[:1]):
                if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
                    inside = not inside
        return inside


def shapes(path: str, right: float, down: float, scale: float) -> list[list[Point]]:
    """Returns the corners of the shapes of a path of relative moves."""
    result, x, y = [], 0, 0
    for move in re.findall(r"m([^m]*)", path):
        numbers = [int(one) for one in re.findall(r"-?\d+", move)]
        shape = []
        for dx, dy in zip(numbers[::2], numbers[1::2]):
            x, y = x + dx, y + dy
            shape.append((right + x * scale, down + y * scale))
        if move.endswith("z"):
            x, y = round((shape[0][0] - right) / scale), round((shape[0][1] - down) / scale)
        result.append(shape)
    return result


@by_projection
def test_land_is_where_it_is_on_the_rectangular_map(samples: Stored, projection: str) -> None:
    """Also beside 180° and at the poles, except within about a degree of a coast."""
    plain, sheet = (Sheet(samples.server, name) for name in ("equirectangular", projection))
    compared = 0
    longitudes = [*range(-175, 180, 15), -179.4, 179.4]
    latitudes = [*range(-78, 85, 8), -87, 87]
    for longitude in longitudes:
        for latitude in latitudes:
            around = {
                plain.has_land((longitude + dx + 180) % 360, min(max(90 - latitude - dy, 0.1), 179.9))
                for dx in (-1, 0, 1) for dy in (-1, 0, 1)
            }
            if len(around) > 1 or not is_shown(projection, latitude - math.copysign(1, latitude)):
                continue
            compared += 1
            found = sheet.has_land(*point(projection, longitude, latitude))
            assert {found} == around, (longitude, latitude)
    assert compared > 150


@by_projection
@pytest.mark.parametrize("group", ["plates", "borders"])
def test_lines_stay_where_they_are(samples: Stored, projection: str, group: str) -> None:
    """Halfway between the ends of a long line there is a line of the rectangular map, too."""
    plain, sheet = (Sheet(samples.server, name).groups[group] for name in ("equirectangular", projection))
    places = []
    for shape in plain:
        for (x1, y1), (x2, y2) in zip(shape, shape[1:]):
            steps = max(1, math.ceil(max(abs(x2 - x1), abs(y2 - y1))))
            places += [(x1 + (x2 - x1) * n / steps - 180, 90 - y1 - (y2 - y1) * n / steps) for n in range(steps + 1)]
    compared = 0
    for shape in sheet:
        for (x1, y1), (x2, y2) in zip(shape, shape[1:]):
            if math.dist((x1, y1), (x2, y2)) < 4:
                continue
            compared += 1
            longitude, latitude = place(projection, (x1 + x2) / 2, (y1 + y2) / 2)
            nearest = min(
                math.hypot(((longitude - x + 180) % 360 - 180) * math.cos(math.radians(latitude)), latitude - y)
                for x, y in places
            )
            assert nearest < 1.5, (longitude, latitude)
    assert compared > 5
