"""Sample data, which are shown while a service has sent none."""

from __future__ import annotations

import csv
import gzip
import io
import json
import shutil
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path

import pytest

import quakes
import web
from events import SAMPLES, feed, now
from faults import rows
from feeds import FeedServer
from server import PACKAGE, Server, serving

RECORDING = PACKAGE / "Sources/C/CSamples/all_month.geojson"
LABEL = "Sample of July 2025, moved to today"
PAGES = ("/", "/quakes", "/quakes?past=month&sort=magnitude", "/breeds", "/breeds?breed=poodle", "/photos")
SHOWN = "Hide the sample"
OFFER = "Show sample data"


@pytest.fixture(scope="module")
def sampled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that reaches no service, with the option; no test changes its data."""
    with serving(tmp_path_factory.mktemp("sampled"), options=["--sample"]) as server:
        web.until(lambda: LABEL in page(server, "/quakes"))
        yield server


def page(server: Server, path: str) -> str:
    """Returns a page."""
    response = web.send(server.url + path)
    assert response.status == 200, path
    return response.text


def test_the_recording_is_small() -> None:
    """It is a month of earthquakes of magnitude 2.5 and above."""
    assert len(gzip.compress(RECORDING.read_bytes())) <= 150_000
    features = json.loads(RECORDING.read_text())["features"]
    assert len(features) == 1958
    assert min(feature["properties"]["mag"] for feature in features) >= 2.5


def test_every_page_that_shows_a_sample_says_so(sampled: Server) -> None:
    """All guides whose services are away show samples, and animals do not."""
    for path in PAGES:
        text = page(sampled, path)
        assert SHOWN in text, path
        assert "ample of " in text, path
        assert "resolve" not in text, path
    assert LABEL in page(sampled, "/")
    assert LABEL in page(sampled, "/quakes")
    assert SHOWN not in page(sampled, "/animals")
    # An event of the sample has a page, with the label, and no picture.
    first = quakes.ids(sampled, past="month")[0]
    event = page(sampled, f"/quakes/event/{first}")
    assert LABEL in event
    assert f'<meta name="description" content="{LABEL}. ' in event
    assert f"{first}.png" not in event
    assert web.send(f"{sampled.url}/quakes/event/{first}.png").status == 404


def test_the_sample_is_moved_to_today(sampled: Server) -> None:
    """The recording ends now, so all periods have events."""
    counts = {past: len(quakes.ids(sampled, past=past)) for past in ("day", "week", "month")}
    assert 0 < counts["day"] < counts["week"] < counts["month"]
    assert counts["month"] >= 1_900
    newest = quakes.features(sampled, past="month")[0]["properties"]["time"]
    assert 0 < now().timestamp() - newest / 1_000 < 24 * 3_600


def test_exports_say_so(sampled: Server) -> None:
    """Each format has a place for the label, and the names of the files differ."""
    text = {}
    for name in ("geojson", "csv", "kml", "atom"):
        response = web.send(sampled.url + quakes.export(name))
        assert f'filename="quakes-sample.{name}"' in str(response.fields)
        text[name] = response.text
    assert json.loads(text["geojson"])["sample"] == LABEL
    assert {row["sample"] for row in csv.DictReader(io.StringIO(text["csv"]))} == {LABEL}
    expected = (
        f"{LABEL} - Earthquakes: past 24 hours, magnitude 2.5 and above, newest first"
    )
    assert ElementTree.fromstring(text["kml"])[0][0].text == expected
    title = ElementTree.fromstring(text["atom"]).find("{http://www.w3.org/2005/Atom}title")
    assert title is not None
    assert title.text == expected


def test_it_is_never_stored(tmp_path: Path) -> None:
    """Neither the sample nor its changes are on disk."""
    banner = "/photos/bannerUpdate/onTapSubmitButton"
    with serving(tmp_path / "data", options=["--sample"]) as server:
        for path in PAGES:
            page(server, path)
        first = quakes.ids(server, past="month")[0]
        assert web.send(server.url + quakes.DELETE, {"quakeId": first}).status == 303
        assert first not in quakes.ids(server, past="month")
        assert web.send(server.url + banner, {"title": "x"}).status == 303
        server.stop()
    for database, table in [
        ("quakes.sqlite", "quake"), ("quakes.sqlite", "deleted_id"),
        ("breeds.sqlite", "dog_list"), ("photos.sqlite", "photo_list"), ("photos.sqlite", "banner"),
    ]:  # fmt: skip
        assert rows(server.data / database, f"SELECT * FROM {table}") == []


def test_it_is_offered_where_a_service_failed(fresh_server: Server) -> None:
    """One click shows it in all guides, and one hides it."""
    assert OFFER not in page(fresh_server, "/quakes")
    quakes.refresh(fresh_server)
    text = page(fresh_server, "/quakes")
    assert OFFER in text
    assert "They appear here as soon as USGS answers." in text
    assert "resolve" not in text

    shown = web.send(fresh_server.url + web.address("/sample/show", page="/breeds"), {})
    assert (shown.status, shown.location) == (303, "/breeds")
    for path in PAGES:
        assert SHOWN in page(fresh_server, path), path
    # A refresh asks the service, whose failure is not that of the sample.
    assert quakes.refresh(fresh_server).status == 303
    assert "The service could not be reached." in page(fresh_server, "/quakes")

    assert web.send(fresh_server.url + "/sample/hide", {}).location == "/"
    for path in ("/", "/quakes", "/breeds", "/photos"):
        assert OFFER in page(fresh_server, path), path
    # The log has the technical reason.
    assert "connection. (Couldn't connect to server)" in fresh_server.complete_log()


def test_it_disappears_with_the_first_answer(tmp_path: Path, feeds: FeedServer) -> None:
    """The other guides keep their samples."""
    with serving(tmp_path / "data", feeds=feeds.url, options=["--sample"]) as server:
        assert LABEL in page(server, "/quakes")
        feeds.serve(all_week=feed(SAMPLES, generated=now()))
        quakes.refresh(server, "allWeek")
        text = page(server, "/quakes?date=any&type=any")
        assert SHOWN not in text
        assert set(quakes.ids(server, date="any", type="any")) == {event.id for event in SAMPLES}
        assert "quakes-sample" not in str(web.send(server.url + quakes.export("csv")).fields)
        assert "Earthquakes: Sample" not in page(server, "/")
        assert SHOWN in page(server, "/photos")


def test_an_answer_without_events_is_an_answer(tmp_path: Path, feeds: FeedServer) -> None:
    """No earthquakes in a week would be unusual, but no reason to show others."""
    with serving(tmp_path / "data", feeds=feeds.url, options=["--sample"]) as server:
        feeds.serve(all_week=feed([], generated=now()))
        quakes.refresh(server, "allWeek")
        assert SHOWN not in page(server, "/quakes")


def test_stored_data_are_not_mixed_with_it(tmp_path: Path, feeds: FeedServer) -> None:
    """With the option, data of an earlier run are shown alone."""
    with serving(tmp_path / "data", feeds=feeds.url) as server:
        feeds.serve(all_week=feed(SAMPLES, generated=now()))
        quakes.refresh(server, "allWeek")
    with serving(tmp_path / "data", options=["--sample"]) as server:
        assert SHOWN not in page(server, "/quakes")
        assert set(quakes.ids(server, date="any", type="any")) == {event.id for event in SAMPLES}


def test_services_can_be_folders(tmp_path: Path) -> None:
    """Stored responses are data like those of the services."""
    folder = tmp_path / "services"
    (folder / "breeds/list").mkdir(parents=True)
    shutil.copy(RECORDING, folder / "all_month.geojson")
    (folder / "breeds/list/all.json").write_text('{"message":{"akita":[]},"status":"success"}')
    photo = {"albumId": 1, "id": 1, "title": "one", "url": "/600/aabbcc", "thumbnailUrl": "/150/aabbcc"}
    (folder / "photos.json").write_text(json.dumps([photo]))
    path = str(folder)
    with serving(tmp_path / "data", feeds=path, dogs=path, photos=path) as server:
        quakes.refresh(server, "allMonth")
        assert "1,958" in page(server, "/quakes")
        assert "Akita" in page(server, "/breeds")
        assert ">one<" in page(server, "/photos")
        assert SHOWN not in page(server, "/")
        quakes.refresh(server, "allHour")
        assert "The earthquakes could not be updated." in page(server, "/quakes")


def test_the_switch_is_no_open_redirect(server: Server) -> None:
    """It returns to pages of the site only."""
    for target in ("https://evil.example/", "//evil.example", "/sample/show"):
        response = web.send(server.url + web.address("/sample/hide", page=target), {})
        assert response.location == "/"


def test_readers_cannot_turn_it_on(tmp_path: Path) -> None:
    """The switch is for those who may make changes; the label is for everybody."""
    with serving(tmp_path / "data", options=["--writers", "nobody", "--sample"]) as server:
        assert web.send(server.url + "/sample/hide", {}).status == 403
        text = page(server, "/quakes")
        assert LABEL in text
        assert SHOWN not in text
