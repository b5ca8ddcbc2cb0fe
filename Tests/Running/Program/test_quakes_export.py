"""Exports of a filter: the same earthquakes as in the list, well formed for any content of
the feed. The cells and elements of each format: QuakesUITests/ExportTests.swift."""

from __future__ import annotations

import csv
import gzip
import io
import urllib.error
import urllib.request
import uuid
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import quakes
import web
from events import HOSTILE, MARKUP, STRANGE_ID, Event, feed
from program_fixtures import Stored, storing
from server import serving

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stored]:
    """Names and ids with special characters of the formats."""
    events = [Event(f"h-{name}", place=place) for name, place in HOSTILE.items()]
    more = {"magType": "=1+1", "net": "@n"}
    strange = Event(STRANGE_ID, place="strange", type='="type"', more=more)
    with storing(tmp_path_factory.mktemp("hostile"), feed([*events, strange])) as stored:
        yield stored


def exported(stored: Stored, format_: str, **query: object) -> web.Response:
    """Returns an export."""
    answer = web.send(stored.server.url + quakes.export(format_, **query))
    assert answer.status == 200, answer.text
    return answer


def table(stored: Stored, **query: object) -> list[dict[str, str]]:
    """Returns the rows of the CSV table."""
    text = exported(stored, "csv", **query).text
    rows = list(csv.DictReader(io.StringIO(text, newline=""), strict=True))
    assert all(None not in row and None not in row.values() for row in rows)
    return rows


def entries(stored: Stored, **query: object) -> list[ElementTree.Element]:
    """Returns the entries of the Atom feed."""
    return ElementTree.fromstring(exported(stored, "atom", **query).body).findall(ATOM + "entry")


def text_of(element: ElementTree.Element, name: str) -> str:
    """Returns the text of an element of an entry."""
    return element.findtext(ATOM + name) or ""


FILTERS: list[dict[str, object]] = [
    {"date": "any", "type": "any", "sort": "magnitude"},
    {"date": "2024-05-04", "min": 1, "order": "forward"},
    {"date": "any", "q": "Atlantis"},
]


@pytest.mark.parametrize("query", FILTERS, ids=str)
def test_all_formats_have_the_quakes_of_the_list(samples: Stored, query: dict[str, object]) -> None:
    """In the same order."""
    listed = quakes.row_ids(quakes.get(samples.server, **query).text)
    assert quakes.ids(samples.server, **query) == listed
    assert [row["id"] for row in table(samples, **query)] == listed
    assert [
        text_of(entry, "id").removeprefix("urn:earthquake-usgs-gov:")
        for entry in entries(samples, **query)
    ] == listed


def test_geojson_equals_the_feed(week: Stored) -> None:
    """For each of the recorded events."""
    told = {feature["id"]: feature for feature in week.features}
    for feature in quakes.features(week.server, date="any", type="any"):
        original = told.pop(feature["id"])
        assert feature["type"] == "Feature"
        assert feature["geometry"] == original["geometry"] | {
            "coordinates": pytest.approx(original["geometry"]["coordinates"])
        }
        properties, expected = feature["properties"], original["properties"]
        assert properties.pop("mag") == pytest.approx(expected["mag"], abs=0.0051)
        assert properties.pop("missingSince") is None
        for name in ("ids", "sources"):
            assert sorted(properties.pop(name).split(",")) == sorted(expected[name].split(","))
        # The feed has “-0.0” for some magnitudes that round to zero.
        assert properties.pop("title") == expected["title"].replace("M -0.0 ", "M 0.0 ")
        for name, value in properties.items():
            assert value == (
                pytest.approx(expected[name], rel=1e-6)
                if isinstance(expected[name], float)
                else expected[name]
            ), (feature["id"], name)
    assert told == {}


def test_a_feed_keeps_its_id(tmp_path: Path) -> None:
    """At another address, and after a restart; another filter or installation has another."""

    def roots(data: Path, *options: str) -> list[ElementTree.Element]:
        with serving(data, options=options) as server:
            port = urlsplit(server.url).port
            return [
                ElementTree.fromstring(
                    web.send(f"http://{host}:{port}{quakes.export('atom', **query)}").body
                )
                for host in ("127.0.0.1", "localhost")
                for query in ({"date": "any"}, {"date": "any", "q": "tonga"})
            ]

    def ids(roots: list[ElementTree.Element]) -> list[str]:
        return [text_of(root, "id") for root in roots]

    first = ids(roots(tmp_path / "first"))
    assert first[:2] == first[2:] and len(set(first)) == 2
    for one in first:
        assert f"urn:uuid:{uuid.UUID(one.removeprefix('urn:uuid:'))}" == one
    public = roots(tmp_path / "first", "--public-origin", "https://quakes.example")
    assert ids(public) == first
    for root in public[::2]:
        links = {link.get("rel"): link.get("href") for link in root.findall(ATOM + "link")}
        assert links["self"] == "https://quakes.example/quakes.atom?date=any"
        assert links["alternate"] == "https://quakes.example/quakes?date=any"
    assert not set(ids(roots(tmp_path / "second"))) & set(first)


@pytest.mark.parametrize("format_", ["geojson", "csv", "kml", "atom"])
def test_programs_and_pages_elsewhere_may_read_an_export(samples: Stored, format_: str) -> None:
    """It is compressed for clients that accept it, and sent only if it changed."""
    url = samples.server.url + quakes.export(format_, date="any")
    compressed = fetched(url, {"Accept-Encoding": "gzip"})
    assert compressed.fields["Content-Encoding"] == "gzip"
    assert compressed.fields["Content-Disposition"] == f'attachment; filename="quakes.{format_}"'
    assert compressed.fields["Access-Control-Allow-Origin"] == "*"
    assert compressed.fields["Cross-Origin-Resource-Policy"] == "cross-origin"
    plain = fetched(url, {})
    assert plain.fields["Content-Encoding"] is None
    if format_ != "geojson":  # which has the time of the export
        assert gzip.decompress(compressed.body) == plain.body
    tag = compressed.fields["ETag"]
    assert plain.fields["ETag"] == tag
    again = fetched(url, {"If-None-Match": tag})
    assert (again.status, again.body) == (304, b"")
    assert again.fields["Access-Control-Allow-Origin"] == "*"
    other = samples.server.url + quakes.export(format_, date="any", q="tonga")
    assert fetched(other, {"If-None-Match": tag}).status == 200


def fetched(url: str, fields: dict[str, str]) -> web.Response:
    """Requests an export with header fields."""
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=fields)) as answer:
            return web.Response(answer.status, answer.headers, answer.read())
    except urllib.error.HTTPError as error:
        return web.Response(error.code, error.headers, error.read())


def test_hostile_names_are_well_formed_everywhere(hostile: Stored) -> None:
    """Each parser returns the original name."""
    query = {"date": "any", "type": "any"}
    count = len(HOSTILE) + 1
    features = quakes.features(hostile.server, **query)
    names = {one["id"]: one["properties"]["place"] for one in features}
    assert len(names) == count
    assert names["h-markup"] == MARKUP
    assert names["h-rtl"] == HOSTILE["rtl"]
    assert names["h-long"] == HOSTILE["long"]
    assert names["h-nameless"] == ""
    assert names["h-comma"] == HOSTILE["comma"]
    assert STRANGE_ID in names
    rows = {row["id"]: row for row in table(hostile, **query)}
    assert {one: row["place"].removeprefix("'") for one, row in rows.items()} == names
    titles = {
        text_of(entry, "id").removeprefix("urn:earthquake-usgs-gov:"): text_of(entry, "title")
        for entry in entries(hostile, **query)
    }
    assert len(titles) == count
    # Characters that XML cannot contain are omitted.
    assert titles["h-markup"] == f"M 2.0 - {MARKUP}"
    assert titles["h-rtl"] == f"M 2.0 - {HOSTILE['rtl']}"


def test_no_text_of_the_feed_is_a_formula(hostile: Stored) -> None:
    """In any column. A number may be negative."""
    numbers = {"latitude", "longitude", "depth", "mag"}
    for row in table(hostile, date="any", type="any"):
        for column, cell in row.items():
            if column not in numbers:
                assert not cell.startswith(tuple("=+-@\t\r")), (column, cell)
