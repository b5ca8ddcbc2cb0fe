"""Alive, and ready: what a balancer asks."""

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
    """What it says of itself."""
    return ask(program.url, "GET", "/readyz")


def test_readiness(start: Starter) -> None:
    """It is, soon after it says where it listens; on both ports."""
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
    """One that cannot be opened is named. It is alive all the same. When that
    is mended it is ready, and nobody has to do anything about it."""
    file = tmp_path / "data-0" / f"{guide}.sqlite"
    # A folder where a file has to be: not even root can open it.
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
        # What could not be loaded at first is there now.
        assert "Dog" in ask(program.url, "GET", "/animals?category=Mammal").text


def test_readiness_of_a_newer_database(start: Starter, tmp_path: Path) -> None:
    """One that a newer program has written is not to be served."""
    program = start()
    web.until(lambda: ready(program).status == 200)
    assert program.stop() == 0
    with contextlib.closing(sqlite3.connect(program.data / "photos.sqlite")) as database:
        database.execute("INSERT INTO grdb_migrations VALUES ('99: of the future')")
        database.commit()
    program.start()
    web.until(lambda: ready(program).text == "photos: the database cannot be opened\n")


def test_readiness_ends_with_a_stop(start: Starter) -> None:
    """From then on it is not, or does not answer at all."""
    program = start(*METRICS)
    address = metrics_address(program)
    web.until(lambda: ready(program).status == 200)
    said: list[int] = []

    def ask_on() -> None:
        with contextlib.suppress(OSError, ValueError):
            while True:
                said.append(ask(address, "GET", "/readyz").status)
                time.sleep(0.01)

    # A request under way keeps it from ending at once.
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
    assert said == sorted(said), "ready again after it was not"
    assert said[-1] == 503, "the operators' port says so as long as requests are under way"
