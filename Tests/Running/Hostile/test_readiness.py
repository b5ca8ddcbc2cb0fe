"""Liveness and readiness probes."""

from __future__ import annotations

import contextlib
import socket
import sqlite3
import threading
import time
from pathlib import Path

import pytest

import web
from operators import METRICS, metrics_address
from server import Server, Starter
from wire import Answer, ask, request

FORM = ("Content-Type", "application/x-www-form-urlencoded")


def ready(program: Server) -> Answer:
    """Returns the readiness response."""
    return ask(program.url, "GET", "/readyz")


def test_readiness(start: Starter) -> None:
    """The site is ready soon after its start, on both ports."""
    program = start(*METRICS)
    web.until(lambda: ready(program).status == 200)
    answer = ready(program)
    assert answer.text == "ready\n"
    assert answer["Cache-Control"] == "no-store"
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert ask(metrics_address(program), "GET", "/readyz").text == "ready\n"
    assert ask(program.url, "HEAD", "/readyz").status == 200
    assert ask(program.url, "POST", "/readyz").status == 405


@pytest.mark.parametrize("guide", web.GUIDES)
def test_readiness_needs_each_database(start: Starter, tmp_path: Path, guide: str) -> None:
    """A database that cannot be opened is named; the site is still alive. After a repair
    it becomes ready by itself."""
    file = tmp_path / "data-0" / f"{guide}.sqlite"
    # A folder in the place of the file: not even root can open it.
    file.mkdir(parents=True)
    program = start()
    answer = ready(program)
    assert answer.status == 503
    assert f"{guide}: the database cannot be opened" in answer.text.splitlines()
    assert str(tmp_path) not in answer.text
    assert ask(program.url, "GET", "/healthz").status == 200
    web.until(lambda: len(ready(program).text.splitlines()) == 1)
    file.rmdir()
    web.until(lambda: ready(program).status == 200)
    assert ask(program.url, "GET", f"/{guide}").status == 200
    if guide == "animals":
        # The failed load was retried.
        assert "Dog" in ask(program.url, "GET", "/animals?category=Mammal").text


def test_readiness_of_a_newer_database(start: Starter, tmp_path: Path) -> None:
    """A database with a newer schema is not served."""
    program = start()
    web.until(lambda: ready(program).status == 200)
    assert program.stop() == 0
    with contextlib.closing(sqlite3.connect(program.data / "photos.sqlite")) as database:
        database.execute("INSERT INTO grdb_migrations VALUES ('99: of the future')")
        database.commit()
    program.start()
    web.until(lambda: ready(program).text == "photos: the database cannot be opened\n")


def test_readiness_ends_with_a_stop(start: Starter) -> None:
    """During shutdown the site is not ready, or not reachable."""
    program = start(*METRICS)
    address = metrics_address(program)
    web.until(lambda: ready(program).status == 200)
    said: list[int] = []

    def ask_on() -> None:
        with contextlib.suppress(OSError, ValueError):
            while True:
                said.append(ask(address, "GET", "/readyz").status)
                time.sleep(0.01)

    # An open request delays the shutdown.
    slow = socket.create_connection(("127.0.0.1", int(program.url.rpartition(":")[2])), timeout=10)
    sent = request(program.url, "POST", web.ADD, [FORM], b"id=slow&name=x")
    slow.sendall(sent[:-5])
    asking = threading.Thread(target=ask_on)
    asking.start()
    web.until(lambda: len(said) > 3)
    assert program.stop() == 0
    asking.join(10)
    slow.close()
    assert set(said) <= {200, 503}
    assert said == sorted(said), "ready again during shutdown"
    assert said[-1] == 503, "the operators' port must respond as long as requests are open"
