"""Exports of a filter: the same earthquakes as in the list, well formed for any content of
the feed."""

from __future__ import annotations

import csv
import gzip
import io
import json
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
from events import FORMULA, HOSTILE, MARKUP, STRANGE_ID, Event, feed
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
    {"date": "any"},
    {"date": "any", "type": "any", "sort": "magnitude"},
    {"date": "2024-05-04", "min": 1, "order": "forward"},
    {"date": "any", "box": "170,-60,-140,60"},
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


def test_an_export_has_all_pages(week: Stored) -> None:
    """An export is not paginated."""
    query = {"date": "any", "type": "any"}
    whole = [feature["id"] for feature in quakes.features(week.server, page=2, **query)]
    assert len(whole) == 2_588
    assert [row["id"] for row in table(week, **query)] == whole
    # A feed has the first 500: readers ask for it again and again.
    listed = [text_of(entry, "id").removeprefix("urn:earthquake-usgs-gov:")
              for entry in entries(week, **query)]
    assert listed == whole[:500]


def test_geojson_equals_the_feed(week: Stored) -> None:
    """For each of the recorded events."""
    told = {record.id: record.feature for record in week.records}
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


def test_csv_equals_geojson(samples: Stored) -> None:
    """In cells; an unknown value is empty."""
    features = quakes.features(samples.server, date="any", type="any")
    for row, feature in zip(table(samples, date="any", type="any"), features, strict=True):
        properties = feature["properties"]
        coordinates = [*feature["geometry"]["coordinates"], None][:3]
        assert row["place"] == properties["place"]
        assert row["type"] == properties["type"]
        assert row["ids"].split() == properties["ids"].strip(",").split(",")
        numbers = [row["mag"], row["longitude"], row["latitude"], row["depth"]]
        assert [float(cell) if cell else None for cell in numbers] == [
            properties["mag"],
            *coordinates,
        ]
    assert {row["id"]: row["time"] for row in table(samples, date="any")}["tonga"] == (
        "2024-05-04T10:00:00.000Z"
    )


def test_atom_equals_geojson(samples: Stored) -> None:
    """With times in the format of Atom."""
    features = quakes.features(samples.server, date="any")
    for entry, feature in zip(entries(samples, date="any"), features, strict=True):
        assert text_of(entry, "title").endswith(" - " + feature["properties"]["place"])
        link = entry.find(ATOM + "link")
        assert link is not None and link.get("href") == feature["properties"]["url"]
    first = entries(samples, date="any", q="tonga")[0]
    assert text_of(first, "title") == "M 5.8 - 83 km SE of Pangai, Tonga"
    assert text_of(first, "published") == "2024-05-04T10:00:00Z"


def test_atom_has_the_required_elements(samples: Stored) -> None:
    """An id, a title, a time, an author, and a link to itself."""
    root = ElementTree.fromstring(exported(samples, "atom", date="any", q="é&<").body)
    assert root.tag == ATOM + "feed"
    for name in ("id", "title", "updated", "author"):
        assert len(root.findall(ATOM + name)) == 1, name
    links = {link.get("rel"): link.get("href") or "" for link in root.findall(ATOM + "link")}
    assert links["self"].startswith(samples.server.url)
    assert quakes.query_of(links["self"]) == {"q": "é&<", "date": "any"}
    assert urlsplit(links["self"]).path == "/quakes.atom"
    assert urlsplit(links["alternate"]).path == "/quakes"


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


@pytest.mark.parametrize(
    ("format_", "type_"),
    [
        ("geojson", "application/geo+json"),
        ("csv", "text/csv; charset=utf-8"),
        ("atom", "application/atom+xml; charset=utf-8"),
    ],
)
def test_the_fields_of_an_export(samples: Stored, format_: str, type_: str) -> None:
    """Content type, file name, and no HTML."""
    fields = exported(samples, format_, date="any").fields
    assert fields["Content-Type"] == type_
    assert fields["Content-Disposition"] == f'attachment; filename="quakes.{format_}"'
    assert fields["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("format_", ["geojson", "csv", "kml", "atom"])
def test_programs_and_pages_elsewhere_may_read_an_export(samples: Stored, format_: str) -> None:
    """It is compressed for clients that accept it, and sent only if it changed."""
    url = samples.server.url + quakes.export(format_, date="any")
    compressed = fetched(url, {"Accept-Encoding": "gzip"})
    assert compressed.fields["Content-Encoding"] == "gzip"
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


def test_csv_for_excel_has_a_byte_order_mark(samples: Stored) -> None:
    """Without it Excel reads UTF-8 as the code page of the machine."""
    plain = exported(samples, "csv", date="any").body
    assert exported(samples, "csv", date="any", bom=1).body == b"\xef\xbb\xbf" + plain


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


def test_geojson_can_be_embedded_in_html(hostile: Stored) -> None:
    """The export contains no markup characters."""
    text = exported(hostile, "geojson", date="any", type="any").text
    assert not set("<>&\u2028\u2029") & set(text)
    assert json.loads(text)["type"] == "FeatureCollection"


@pytest.mark.parametrize("name", ["formula", "plus", "minus", "at"])
def test_formulas_are_defused(hostile: Stored, name: str) -> None:
    """Spreadsheets must not evaluate the name of a place."""
    cells = {row["id"]: row["place"] for row in table(hostile, date="any")}
    assert cells[f"h-{name}"] == "'" + (HOSTILE[name] or "")


def test_no_text_of_the_feed_is_a_formula(hostile: Stored) -> None:
    """In any column. A number may be negative."""
    numbers = {"latitude", "longitude", "depth", "mag"}
    for row in table(hostile, date="any", type="any"):
        for column, cell in row.items():
            if column not in numbers:
                assert not cell.startswith(tuple("=+-@\t\r")), (column, cell)


def test_a_filter_with_a_hostile_name(hostile: Stored) -> None:
    """Each format has the matching event."""
    for name in (MARKUP, FORMULA):
        assert len(quakes.ids(hostile.server, date="any", q=name)) == 1
        assert len(table(hostile, date="any", q=name)) == 1
        assert len(entries(hostile, date="any", q=name)) == 1
