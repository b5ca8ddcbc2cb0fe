"""Two instances of the guide of plants on one PostgreSQL database."""

from __future__ import annotations

import html
import re
import subprocess
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from postgres import PostgresServer
from server import BINARY, PACKAGE, Server
from test_examples import editor
from test_forms import save
from web import Response, send, until
from windows import Opener

PLANTS = PACKAGE / ".build/debug/Plants"
pytestmark = pytest.mark.skipif(not PLANTS.exists(), reason="“make examples” builds it")


@pytest.fixture
def postgres(tmp_path: Path) -> Iterator[PostgresServer]:
    """A running server."""
    # The path of a socket is short.
    server = PostgresServer(Path("/tmp") / f"fieldguide-{uuid.uuid4().hex[:12]}")
    yield server
    server.remove()


@pytest.fixture
def instances(tmp_path: Path, postgres: PostgresServer) -> Iterator[list[Server]]:
    """Two instances of the site."""
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    servers = [
        Server(
            tmp_path / name / "data",
            example="Plants",
            options=["--database", postgres.address, "--posts-per-minute", "0"],
        )
        for name in ("a", "b")
    ]
    yield servers
    for server in servers:
        server.kill()


def add(server: Server, name: str) -> int:
    """Adds a plant, and returns the status."""
    return post(server, name).status


def post(server: Server, name: str) -> Response:
    """Adds a plant."""
    page = send(server.url + "/plants?dialog=add").text
    target = re.search(r'<form[^>]*action="([^"]*)"[^>]*data-subject', page)
    identifier = re.search(r'name="id" value="([^"]*)"', page)
    assert target is not None and identifier is not None
    form = {"id": identifier[1], "name": name, "family": "", "light": "sun"}
    form |= {"height": "2", "wateringDays": "7"}
    return send(server.url + html.unescape(target[1]), form)


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
    writer.get_by_role("button", name="Save").click()
    expect(writer.get_by_role("main")).to_contain_text("Nettle")
    expect(reader.get_by_role("main")).to_contain_text("Nettle")


def test_two_editors_meet_on_two_instances(instances: list[Server], open_page: Opener) -> None:
    pages = [open_page(server.url, script=False) for server in instances]
    for page in pages:
        page.goto("/plants")
        page.get_by_role("link", name="Lavender").first.click()
        page.get_by_role("link", name="Edit").first.click()
    first, second = pages
    first.get_by_label("Height").fill("61")
    first.get_by_role("button", name="Save").click()
    second.get_by_label("Height").fill("62")
    assert save(second).status == 409
    expect(second.get_by_role("alert")).to_contain_text("61")
    second.get_by_role("button", name="Save").click()
    expect(second.get_by_role("main")).to_contain_text("62")


def test_an_answered_change_survives_the_instance(instances: list[Server]) -> None:
    first, second = instances
    names = [f"Moss {number}" for number in range(20)]
    for name in names:
        assert add(first, name) == 303
    first.kill()
    until(lambda: all(name in send(second.url + "/plants").text for name in names))
    first.start()
    page = send(first.url + "/plants").text
    assert all(name in page for name in names)


def test_pages_stay_up_while_the_database_is_away(
    instances: list[Server], postgres: PostgresServer
) -> None:
    first, second = instances
    assert add(first, "Before") == 303
    postgres.kill()
    assert "Before" in send(first.url + "/plants").text
    answer = post(first, "During")
    assert answer.status == 503
    assert "The database " in answer.text and "During" in answer.text
    assert send(first.url + "/healthz").status == 200
    postgres.start()
    # The connections of both are replaced.
    until(lambda: add(second, "After") == 303)
    until(lambda: "After" in send(first.url + "/plants").text)
    for server in instances:
        assert server.stop() == 0


def test_a_program_whose_guides_have_files_refuses_a_database(
    postgres: PostgresServer, tmp_path: Path
) -> None:
    refused = subprocess.run(
        [str(BINARY), "serve", "--port", "0", "--data", str(tmp_path), "--database", postgres.address],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert refused.returncode == 1
    assert "cannot share its data yet" in refused.stderr


@pytest.mark.parametrize(
    ("database", "says"),
    [
        ("postgresql://u:se%zzcret@h/d", "The address of the database is not valid."),
        ("host=/nonexistent user=u password=secret", "cannot connect to the database"),
        ("{address} dbname=missing password=secret", 'database "missing" does not exist'),
        ("{address} user=missing password=secret", 'role "missing" does not exist'),
    ],
)
def test_a_database_that_cannot_be_used_stops_the_start(
    postgres: PostgresServer, tmp_path: Path, database: str, says: str
) -> None:
    refused = subprocess.run(
        [
            str(PLANTS),
            *("serve", "--port", "0", "--metrics-port", "off", "--data", str(tmp_path)),
            *("--database", database.format(address=postgres.address)),
        ],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert refused.returncode == 1
    assert says in refused.stderr
    assert "secret" not in refused.stderr
