"""Two instances of an example on one PostgreSQL database: of the guide of plants, and of tides."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from accessibility import violations
from plants import post
from postgres import PostgresServer
from program_fixtures import needs_example
from server import NOWHERE, Server, serving
from test_examples import editor
from test_forms import save
from tides import TidesService
from web import send, until
from windows import Opener
from wire import EventStream

pytestmark = needs_example("Plants", "Tides")


@pytest.fixture
def instances(tmp_path: Path, database: str) -> Iterator[list[Server]]:
    """Two instances of the site."""
    options = ["--database", database, "--posts-per-minute", "0"]
    with (
        serving(tmp_path / "a", example="Plants", options=options) as first,
        serving(tmp_path / "b", example="Plants", options=options) as second,
    ):
        yield [first, second]


def test_a_change_appears_in_a_page_of_the_other_instance(
    instances: list[Server], open_page: Opener
) -> None:
    first, second = instances
    writer, reader = open_page(first.url), open_page(second.url)
    reader.goto("/plants")
    expect(reader.locator("#live")).to_have_attribute("data-state", "live")
    expect(reader.get_by_role("main")).to_contain_text("Lavender")
    writer.goto("/plants")
    editor(writer)
    writer.get_by_label("Name").fill("Nettle")
    writer.get_by_role("button", name="Save", exact=True).click()
    expect(writer.get_by_role("main")).to_contain_text("Nettle")
    expect(reader.get_by_role("main")).to_contain_text("Nettle")


def test_a_page_shows_what_the_visitor_did_on_another_instance(instances: list[Server]) -> None:
    first, second = instances
    for number in range(30):
        answer = post(first, f"Moss {number}")
        assert answer.status == 303
        location = answer.fields["Location"]
        assert re.search(r"[?&]seen=\d+$", location)
        assert f"Moss {number}" in send(second.url + location).text
        first, second = second, first
    # A position that does not exist yet is awaited for two seconds only.
    assert send(second.url + "/plants?seen=1000000").status == 200


def test_a_stream_waits_for_what_its_browser_has_seen(instances: list[Server]) -> None:
    first, second = instances
    stream = EventStream(first.url, "/live?page=%2Fplants")
    for number in range(20):
        assert post(first, f"Moss {number}").status == 303
        event = next(event for event in stream.events() if f"Moss {number}<" in event.data)
        assert event.id is not None and re.fullmatch(r"[0-9a-f]{16}\.\d+", event.id)
        # Reconnected to the other instance, which must not show anything older.
        other = EventStream(second.url, "/live?page=%2Fplants", [("Last-Event-ID", event.id)])
        assert all(f"Moss {number}<" in late.data for late in other.news(within=0.1))
        other.socket.close()
    stream.socket.close()


def test_the_position_does_not_stay_in_the_address(
    instances: list[Server], open_page: Opener
) -> None:
    page = open_page(instances[0].url)
    page.goto("/plants")
    editor(page)
    page.get_by_label("Name").fill("Nettle")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("main")).to_contain_text("Nettle")
    expect(page.locator("#live")).to_have_attribute("data-state", "live")
    assert "seen" not in page.url


def test_two_editors_meet_on_two_instances(instances: list[Server], open_page: Opener) -> None:
    pages = [open_page(server.url, script=False) for server in instances]
    for page in pages:
        page.goto("/plants")
        page.get_by_role("link", name="Lavender").first.click()
        page.get_by_role("link", name="Edit").first.click()
    first, second = pages
    first.get_by_label("Height").fill("61")
    first.get_by_role("button", name="Save", exact=True).click()
    second.get_by_label("Height").fill("62")
    assert save(second).status == 409
    expect(second.get_by_role("alert")).to_contain_text("61")
    second.get_by_role("button", name="Save my version").click()
    expect(second.get_by_role("main")).to_contain_text("62")


def test_an_answered_change_survives_the_instance(instances: list[Server]) -> None:
    first, second = instances
    names = [f"Moss {number}" for number in range(20)]
    for name in names:
        assert post(first, name).status == 303
    first.kill()
    until(lambda: all(name in send(second.url + "/plants").text for name in names))
    first.start()
    page = send(first.url + "/plants").text
    assert all(name in page for name in names)


def test_pages_stay_up_while_the_database_is_away(
    instances: list[Server], postgres: PostgresServer
) -> None:
    first, second = instances
    assert post(first, "Before").status == 303
    postgres.kill()
    assert "Before" in send(first.url + "/plants").text
    answer = post(first, "During")
    assert answer.status == 503
    assert "The database " in answer.text and "During" in answer.text
    assert send(first.url + "/healthz").status == 200
    postgres.start()
    # The connections of both are replaced.
    until(lambda: post(second, "After").status == 303)
    until(lambda: "After" in send(first.url + "/plants").text)
    for server in instances:
        assert server.stop() == 0


def test_pages_mention_that_the_database_is_away(
    instances: list[Server], postgres: PostgresServer, open_page: Opener
) -> None:
    site = instances[0].url
    reader, writer = open_page(site), open_page(site, width=390)
    reader.goto("/plants")
    writer.goto("/plants")
    editor(writer)
    writer.get_by_label("Name").fill("Nettle")
    for page in (reader, writer):
        expect(page.locator("#live")).to_have_attribute("data-state", "live")
    before = send(site + "/plants")
    postgres.kill()
    sentence = re.compile(
        r"^The data are as of \d\d:\d\d UTC\. Changes cannot be saved at the moment\.$"
    )
    for page in (reader, writer):
        expect(page.locator("#outage")).to_have_text(sentence, timeout=60_000)
        assert violations(page) == []
    # The rest of an open page stays as it is.
    expect(writer.get_by_label("Name")).to_have_value("Nettle")
    expect(writer.get_by_role("status").filter(has_text="has just been changed")).to_have_count(0)
    during = send(site + "/plants")
    assert during.fields["ETag"] != before.fields["ETag"]
    plain = open_page(site, script=False)
    for path in ("/", "/plants", "/nowhere"):
        plain.goto(path)
        expect(plain.get_by_role("main").get_by_role("status").first).to_have_text(sentence)
    postgres.start()
    for page in (reader, writer):
        expect(page.locator("#outage")).to_be_empty(timeout=60_000)
        expect(page.locator("#outage")).to_be_hidden()
    assert send(site + "/plants").fields["ETag"] == before.fields["ETag"]
    expect(writer.get_by_label("Name")).to_have_value("Nettle")


def test_an_instance_has_the_tides_that_the_other_fetched(
    tmp_path: Path, database: str, service: TidesService, open_page: Opener
) -> None:
    servers = []
    # Only the first can reach the service.
    for name, address in (("a", service.url), ("b", NOWHERE)):
        options = ["--database", database, "--service", address]
        servers.append(Server(tmp_path / name, example="Tides", options=options))
        until(lambda: "06:12" in send(servers[-1].url + "/tides").text)
    first, second = servers
    page = open_page(second.url)
    page.goto("/tides")
    expect(page.locator("#live")).to_have_attribute("data-state", "live")
    service.tides = {"2026-05-04": ("06:12", "1.9")}
    assert send(first.url + "/tides/refresh", {}).status == 303
    expect(page.get_by_role("main").get_by_role("cell")).to_have_text(["1.9 m"])
    # Nothing is in files.
    assert not [*tmp_path.glob("*/*.sqlite")]
    for server in servers:
        assert server.stop() == 0
