"""Graceful shutdown: open requests are completed, before the deadline."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

import pytest

import quakes
import web
from faults import assert_shows
from server import Server, serving
from wire import FORM, connect, request

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
        "animals.sqlite", "breeds.sqlite", "fieldguide.lock", "fieldguide.reload", "photos.sqlite",
        "quakes.sqlite",
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


def test_a_post_of_a_proxy_that_gave_up_on_a_paused_program(tmp_path: Path) -> None:
    """It has no effect: the proxy has sent it to another instance, which has answered it."""
    options = ("--trusted-proxy", "127.0.0.1", "--writers", "everybody")
    with serving(tmp_path / "data", options=options) as server:
        page = web.send(f"{server.url}/animals?category=Mammal&dialog=add")
        form = web.inputs(page.text) | {"diet": "Carnivore", "categoryId": "Mammal"}
        for name, waits in [("Otter", False), ("Stoat", True)]:
            body = urlencode(form | {"name": name, "id": str(uuid.uuid4()).upper()}).encode()
            head = request(server.url, "POST", web.ADD, [FORM, ("X-Forwarded-For", "192.0.2.1")], body)
            with closing(connect(server.url)) as connection:
                server.process.send_signal(signal.SIGSTOP)
                web.until(lambda: "stopped" in Path(f"/proc/{server.process.pid}/status").read_text())
                connection.sendall(head)
                if not waits:
                    connection.close()
                server.process.send_signal(signal.SIGCONT)
                if waits:
                    assert connection.recv(12) == b"HTTP/1.1 303"
        animals = web.send(f"{server.url}/animals?category=Mammal").text
        assert "Stoat" in animals and "Otter" not in animals


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
        sent = request(
            server.url, self.method, self.path, [FORM], self.form.encode(), closing=True
        )
        with connect(server.url, timeout=20) as connection:
            connection.sendall(sent)
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
