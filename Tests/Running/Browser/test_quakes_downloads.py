"""Exports as a browser downloads them, and rows with unusual ids."""

from __future__ import annotations

import csv
import io
import json
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

import quakes
import quakes_page
from events import STRANGE_ID, Event, feed
from program_fixtures import Stored, storing
from windows import Opener

ATOM = "{http://www.w3.org/2005/Atom}"
KML = "{http://www.opengis.net/kml/2.2}"


@pytest.fixture(scope="module")
def strange(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stored]:
    """A server with one earthquake, whose id looks like markup."""
    content = feed([Event(STRANGE_ID, place="strange")])
    with storing(tmp_path_factory.mktemp("strange"), content) as stored:
        yield stored


def test_an_unusual_id_works(open_page: Opener, strange: Stored) -> None:
    """It can be selected by its row."""
    page = open_page(strange.server.url)
    page.goto(quakes.address(date="any", type="any", q="strange"))
    page.locator(".rows .row").click()
    expect(page.locator("#quake-card")).to_be_visible()
    assert quakes_page.current(page) == [STRANGE_ID]
    assert parse_qs(urlsplit(page.url).query)["quake"] == [STRANGE_ID]


def test_the_page_links_to_the_exports_of_its_filter(open_page: Opener, samples: Stored) -> None:
    """A browser downloads the listed earthquakes."""
    page = open_page(samples.server.url)
    page.goto(quakes.address(date="any", min=4, sort="magnitude", quake="tonga", view="180,0,90"))
    listed = quakes_page.listed(page)
    for label, parse in {
        "GeoJSON": lambda text: [one["id"] for one in json.loads(text)["features"]],
        "CSV": lambda text: [row["id"] for row in csv.DictReader(io.StringIO(text, newline=""))],
    }.items():
        assert parse(downloaded(page, label)) == listed, label
    atom = ElementTree.fromstring(downloaded(page, "Atom feed"))
    assert len(atom.findall(ATOM + "entry")) == len(listed)
    kml = ElementTree.fromstring(downloaded(page, "KML"))
    assert len(list(kml.iter(KML + "Placemark"))) == len(listed)


def downloaded(page: Page, label: str) -> str:
    """Returns the content of a download."""
    with page.expect_download() as download:
        quakes_page.choose(page, "More", label)
    # A download leaves the menu open.
    page.keyboard.press("Escape")
    return Path(download.value.path()).read_bytes().decode()
