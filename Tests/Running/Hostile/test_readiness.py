"""Liveness and readiness probes. With a database that cannot be used: Program/test_faults.py."""

from __future__ import annotations

import contextlib
import socket
import threading
import time

import web
from operators import METRICS, metrics_address
from server import Server, Starter
from wire import FORM, Answer, ask, request


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
