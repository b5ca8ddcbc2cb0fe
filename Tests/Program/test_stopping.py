"""Ending: whatever is under way is answered, and in time, whoever is waited for."""

from __future__ import annotations

import os
import resource
import signal
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest

import quakes
import web
from faults import assert_shows, assert_sound, rows
from server import ANY_POSTS, Server, serving

STARTS = int(os.environ.get("FIELDGUIDE_STARTS", "10"))
STREAMS = 1_000
POSTS = 50


def test_many_starts_and_stops(tmp_path: Path) -> None:
    """Each in order, on the same folder."""
    codes = []
    with serving(tmp_path / "data") as server:
        codes.append(server.stop())
        for number in range(1, STARTS):
            server.start()
            # Some are stopped before anybody came.
            if number % 2:
                assert_shows(server, "animals?category=Mammal", "Red kangaroo")
            codes.append(server.stop())
    assert codes == [0] * STARTS
    # Nobody looked at the other two.
    assert sorted(path.name for path in (tmp_path / "data").iterdir()) == [
        "animals.sqlite", "fieldguide.lock", "quakes.sqlite",
    ]  # fmt: skip


def test_a_hangup_at_once(tmp_path: Path) -> None:
    """Who is told that the program is ready may have it read its files anew,
    and that is no reason to end."""
    with serving(tmp_path / "data") as server:
        for number in range(10):
            if number:
                server.start()
            server.process.send_signal(signal.SIGHUP)
            assert_shows(server, "animals?category=Mammal", "Red kangaroo")
            assert server.stop() == 0


class SlowService:
    """A service of the network that takes requests, and has all the time in
    the world for them."""

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
                connection.sendall(self.HEAD)
            self.has_request.set()
            while not self._is_over.wait(0.4):
                if self._drips:
                    connection.sendall(b" ")

    def close(self) -> None:
        """Ends it."""
        self._is_over.set()
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._thread.join(timeout=20)


@dataclass(frozen=True)
class Wish:
    """What somebody asks the site for that it has to ask a service for."""

    service: str
    method: str
    path: str
    form: str = ""

    @contextmanager
    def asked(self, server: Server) -> Iterator[socket.socket]:
        """Asks for it."""
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
    """Nobody waits for it any more; who asked is answered."""
    with closing(SlowService(drips=drips)) as service, ExitStack() as stack:
        server = stack.enter_context(serving(tmp_path / "data", **{wish.service: service.url}))
        connection = stack.enter_context(wish.asked(server))
        assert service.has_request.wait(20)
        # It is in the midst of it.
        time.sleep(1.5)
        assert server.stop(within=5) == 0
        assert connection.recv(65536).startswith(b"HTTP/1.1 ")


class Stream:
    """An open page, over a socket of its own."""

    def __init__(self, address: tuple[str, int]) -> None:
        self.socket = socket.create_connection(address, timeout=20)
        self.socket.sendall(
            b"GET /live?page=/animals HTTP/1.1\r\nHost: %s:%d\r\nAccept: text/event-stream\r\n\r\n"
            % (address[0].encode(), address[1])
        )
        self.bytes = b""

    def begin(self) -> None:
        """Returns when the stream has begun."""
        while b"\r\n\r\n" not in self.bytes:
            piece = self.socket.recv(65536)
            assert piece, self.bytes
            self.bytes += piece
        assert self.bytes.startswith(b"HTTP/1.1 200 "), self.bytes

    def end(self) -> None:
        """Reads to the end."""
        while piece := self.socket.recv(65536):
            self.bytes += piece


def post(address: tuple[str, int], number: int, sent: threading.Semaphore) -> int:
    """Adds an animal, and says when the form has left; the status."""
    form = {"id": f"v{number}", "name": f"v{number}", "diet": "Omnivore", "categoryId": "Fish"}
    body = urlencode(form).encode()
    with socket.create_connection(address, timeout=20) as connection:
        connection.sendall(
            b"POST %s HTTP/1.1\r\nHost: %s:%d\r\nContent-Length: %d\r\n"
            b"Content-Type: application/x-www-form-urlencoded\r\n\r\n%s"
            % (web.ADD.encode(), address[0].encode(), address[1], len(body), body)
        )
        sent.release()
        answer = b""
        while b"\r\n" not in answer:
            piece = connection.recv(65536)
            assert piece, f"no answer to {number}"
            answer += piece
    return int(answer.split()[1])


@pytest.fixture
def many_files() -> Iterator[None]:
    """The right to have so many sockets, here and in what is started."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = STREAMS * 2 + POSTS + 200
    if hard != resource.RLIM_INFINITY and hard < needed:
        pytest.skip(f"needs {needed} open files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, needed), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_stop_while_all_is_busy(tmp_path: Path, many_files: None) -> None:
    """A thousand open pages and fifty posts: each post is answered, each
    stream ends as streams do, and what was answered is on disk."""
    data = tmp_path / "data"
    options = (
        "--streams-per-client", "2000", "--connections-per-client", "2000", *ANY_POSTS
    )  # fmt: skip
    with ExitStack() as stack:
        server: Server = stack.enter_context(serving(data, options=options))
        assert_shows(server, "animals?category=Fish")
        parts = urlsplit(server.url)
        assert parts.hostname and parts.port
        address = (parts.hostname, parts.port)
        streams = [Stream(address) for _ in range(STREAMS)]
        for stream in streams:
            stack.enter_context(closing(stream.socket))
            stream.begin()

        # The disk is busy, so that the posts are under way when it ends.
        other = stack.enter_context(
            closing(sqlite3.connect(data / "animals.sqlite", isolation_level=None))
        )
        other.execute("BEGIN IMMEDIATE")
        sent = threading.Semaphore(0)
        with ThreadPoolExecutor(POSTS) as visitors:
            posts = [visitors.submit(post, address, number, sent) for number in range(POSTS)]
            for _ in range(POSTS):
                assert sent.acquire(timeout=20)
            time.sleep(0.2)
            began = time.monotonic()
            server.process.terminate()
            time.sleep(0.2)
            other.execute("ROLLBACK")
            statuses = [answer.result(timeout=20) for answer in posts]
            with ThreadPoolExecutor(16) as readers:
                list(readers.map(Stream.end, streams))
            assert server.process.wait(timeout=10) == 0
            took = time.monotonic() - began
    assert set(statuses) <= {303, 503}, statuses
    assert 303 in statuses
    assert [stream.bytes[-60:] for stream in streams if not is_whole(stream.bytes)] == []
    assert took < 5
    assert_sound(data / "animals.sqlite")
    kept = {row[0] for row in rows(data / "animals.sqlite", "SELECT animalId FROM animal")}
    assert {f"v{n}" for n, status in enumerate(statuses) if status == 303} <= kept
    print(f"{statuses.count(303)} done, {statuses.count(503)} to try again, {took:.2f} s")


def is_whole(answer: bytes) -> bool:
    """Whether a stream said when to come again, and has its last chunk."""
    return b"retry: " in answer and answer.endswith(b"\r\n0\r\n\r\n")
