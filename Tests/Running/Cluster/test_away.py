"""Answers while the database is away: at once, and such as readers get."""

from __future__ import annotations

import secrets
import subprocess
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import web
from access import add, editor_line
from cluster import Cluster
from postgres import PostgresServer
from proxies import free_port
from relay import Direction, Fault
from server import GENEROUS, command, serving
from wire import Answer, ask

# The longest wait for an answer, in seconds. Before, each of these took from two to sixty.
SOON = 1.0


@contextmanager
def starting(data: Path, postgres: PostgresServer, *options: str) -> Iterator[str]:
    """Runs an instance that starts without its database, and returns its address."""
    postgres.stop()
    port = free_port()
    process = subprocess.Popen(
        [*command(data, port=port), "--database", postgres.address, *options],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    url = f"http://127.0.0.1:{port}"
    try:
        web.until(lambda: is_listening(url))
        yield url
    finally:
        process.terminate()
        assert process.wait(timeout=20) == 0
        if postgres.process.poll() is not None:
            postgres.start()


@pytest.fixture
def editors(tmp_path: Path) -> list[str]:
    """The options of an instance with editors."""
    (tmp_path / "editors").write_text(editor_line())
    return ["--editors", str(tmp_path / "editors"), *GENEROUS]


def unknown() -> tuple[str, str]:
    """A cookie of no session."""
    return "Cookie", f"session={secrets.token_hex(16)}"


def timed(url: str, method: str, target: str, *fields: tuple[str, str]) -> tuple[Answer, float]:
    """Returns an answer, and the seconds it took."""
    start = time.monotonic()
    answer = ask(url, method, target, fields, b"name=x" if method == "POST" else b"")
    return answer, time.monotonic() - start


def test_an_instance_that_starts_without_its_database(
    tmp_path: Path, postgres: PostgresServer, editors: list[str]
) -> None:
    """Its pages say so at once, and it serves them as soon as the database is back."""
    with starting(tmp_path / "data", postgres, *editors) as url:
        slow = []
        for guide in web.GUIDES:
            for fields in ((), (unknown(),)):
                answer, seconds = timed(url, "GET", f"/{guide}", *fields)
                assert answer.status == 503 and answer["retry-after"] == "5"
                assert "<h1" in answer.text and "The site is not ready" in answer.text
                slow += [(guide, seconds)] if seconds > SOON else []
        for target in ("/animals/export.csv", "/live?page=%2Fanimals"):
            answer, seconds = timed(url, "GET", target)
            assert answer.status == 503
            slow += [(target, seconds)] if seconds > SOON else []
        for target in ("/", "/search?search=x", "/sitemap.xml", "/account/sign-in"):
            _, seconds = timed(url, "GET", target, unknown())
            slow += [(target, seconds)] if seconds > SOON else []
        assert slow == []
        postgres.start()
        web.until(lambda: ask(url, "GET", "/readyz").status == 200)
        for guide in web.GUIDES:
            assert ask(url, "GET", f"/{guide}", [unknown()]).status == 200


def is_listening(url: str) -> bool:
    """True if the site answers."""
    try:
        return ask(url, "GET", "/healthz").status == 200
    except OSError:
        return False


def test_a_form_to_an_instance_that_starts_without_its_database(
    tmp_path: Path, postgres: PostgresServer
) -> None:
    """It is refused at once, and nothing is changed."""
    with starting(tmp_path / "data", postgres) as url:
        start = time.monotonic()
        answer = add(url, "x")
        assert (answer.status, answer["retry-after"]) == (503, "5")
        assert time.monotonic() - start < SOON


def test_an_unknown_cookie_while_the_database_is_away(
    tmp_path: Path, postgres: PostgresServer, editors: list[str]
) -> None:
    """Its visitor gets the pages of readers, as fast as they do."""
    options = ["--database", postgres.address, *editors]
    with serving(tmp_path / "data", options=options) as server:
        assert ask(server.url, "GET", "/animals", [unknown()]).status == 200
        postgres.kill()
        try:
            # The instance notices it by the next heartbeat.
            web.until(lambda: timed(server.url, "GET", "/animals", unknown())[1] < SOON)
            slow = []
            for guide in web.GUIDES * 5:
                answer, seconds = timed(server.url, "GET", f"/{guide}", unknown())
                assert answer.status == 200
                slow += [(guide, seconds)] if seconds > SOON else []
            assert slow == []
        finally:
            postgres.start()


def test_a_stop_while_a_log_is_loaded_over_a_dead_network(tmp_path: Path) -> None:
    """It is bounded, although the rows would be awaited for longer."""
    cluster = Cluster(tmp_path, count=1)
    try:
        cluster.await_recovery()
        instance = cluster.instances[0]
        cluster.database.execute(
            "INSERT INTO animal (animal_id, name, diet, category_id, note, number)"
            " SELECT 'many-' || n, repeat('x', 100), 'Omnivore', 'Fish', '', n + 1000"
            " FROM generate_series(1, 2000) AS n"
        )
        # Enough for a change that the program does not know, but not for all rows, which it loads
        # then.
        fault = Fault(swallowed=frozenset([Direction.TO_CLIENT]), allowance=20_000)
        instance.relay.fail(fault)
        cluster.database.put_as_newer(str(uuid.uuid4()), "Otter")
        time.sleep(1)
        assert instance.server.stop(within=8) == 0
        assert "parts=storage" in instance.server.log()
    finally:
        cluster.close()
