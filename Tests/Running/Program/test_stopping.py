"""Graceful shutdown: open requests are completed, before the deadline."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import quakes
from faults import assert_shows
from server import Server, serving

STARTS = int(os.environ.get("FIELDGUIDE_STARTS", "4"))


def test_many_starts_and_stops(tmp_path: Path) -> None:
    """The exit code is 0 each time, on the same folder."""
    codes = []
    with serving(tmp_path / "data") as server:
        codes.append(server.stop())
        for number in range(1, STARTS):
            server.start()
            # Some are stopped before the first request.
            if number % 2:
                assert_shows(server, "animals?category=Mammal", "Red kangaroo")
            codes.append(server.stop())
    assert codes == [0] * STARTS
    assert sorted(path.name for path in (tmp_path / "data").iterdir()) == [
        "animals.sqlite", "breeds.sqlite", "fieldguide.lock", "photos.sqlite", "quakes.sqlite",
    ]  # fmt: skip


def test_an_early_hangup_is_handled(tmp_path: Path) -> None:
    """SIGHUP immediately after the start reloads files, and does not end the program."""
    with serving(tmp_path / "data") as server:
        for number in range(STARTS):
            if number:
                server.start()
            server.process.send_signal(signal.SIGHUP)
            assert_shows(server, "animals?category=Mammal", "Red kangaroo")
            assert server.stop() == 0


class SlowService:
    """A remote service that accepts requests, but responds very slowly."""

    HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n"

    def __init__(self, *, drips: bool) -> None:
        self._drips = drips
        self._is_over = threading.Event()
        self.has_request = threading.Event()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._listening.accept()
                threading.Thread(target=self._answer, args=(connection,), daemon=True).start()

    def _answer(self, connection: socket.socket) -> None:
        with connection, suppress(OSError):
            connection.recv(65536)
            if self._drips:
                connection.sendall(self.HEAD + b" ")
            self.has_request.set()
            while not self._is_over.wait(0.1):
                if self._drips:
                    connection.sendall(b" ")

    def close(self) -> None:
        """Stops the service."""
        self._is_over.set()
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._thread.join(timeout=20)


@dataclass(frozen=True)
class Wish:
    """A request to the site that depends on the service."""

    service: str
    method: str
    path: str
    form: str = ""

    @contextmanager
    def asked(self, server: Server) -> Iterator[socket.socket]:
        """Sends the request."""
        parts = urlsplit(server.url)
        assert parts.hostname and parts.port
        lines = [
            f"{self.method} {self.path} HTTP/1.1", f"Host: {parts.netloc}", "Connection: close",
            "Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(self.form)}",
        ]  # fmt: skip
        with socket.create_connection((parts.hostname, parts.port), timeout=20) as connection:
            connection.sendall(("\r\n".join(lines) + "\r\n\r\n" + self.form).encode())
            yield connection


WISHES = [
    Wish("feeds", "POST", quakes.REFRESH, "range=allDay"),
    Wish("dogs", "GET", "/breeds"),
    Wish("photos", "GET", "/photos"),
]


@pytest.mark.parametrize("drips", [False, True], ids=["silent", "drips"])
@pytest.mark.parametrize("wish", WISHES, ids=lambda wish: wish.service)
def test_a_stop_while_a_service_is_slow(tmp_path: Path, wish: Wish, drips: bool) -> None:
    """Shutdown does not wait for the service; the client gets a response."""
    with closing(SlowService(drips=drips)) as service, ExitStack() as stack:
        server = stack.enter_context(serving(tmp_path / "data", **{wish.service: service.url}))
        connection = stack.enter_context(wish.asked(server))
        assert service.has_request.wait(20)
        # The program reads part of a slow response.
        time.sleep(0.3)
        assert server.stop() == 0
        assert connection.recv(65536).startswith(b"HTTP/1.1 ")
