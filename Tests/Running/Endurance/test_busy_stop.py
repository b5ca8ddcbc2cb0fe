"""A graceful shutdown with a thousand open streams and fifty active posts."""

from __future__ import annotations

import resource
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest

import web
from faults import assert_shows, assert_sound, rows
from operators import METRICS, metrics_address, samples, value
from server import ANY_POSTS, Server, serving

STREAMS = 1_000
POSTS = 50


class Stream:
    """The stream of an open page, over its own socket."""

    def __init__(self, address: tuple[str, int]) -> None:
        self.socket = socket.create_connection(address, timeout=20)
        self.socket.sendall(
            b"GET /live?page=/animals HTTP/1.1\r\nHost: %s:%d\r\nAccept: text/event-stream\r\n\r\n"
            % (address[0].encode(), address[1])
        )
        self.bytes = b""

    def begin(self) -> None:
        """Waits until the stream has begun."""
        while b"\r\n\r\n" not in self.bytes:
            part = self.socket.recv(65536)
            assert part, self.bytes
            self.bytes += part
        assert self.bytes.startswith(b"HTTP/1.1 200 "), self.bytes.decode()

    def end(self) -> None:
        """Reads to the end of the stream."""
        while part := self.socket.recv(65536):
            self.bytes += part


def post(address: tuple[str, int], number: int, sent: threading.Semaphore) -> int:
    """Adds an animal; releases the semaphore when the form is sent, and returns the status."""
    form = {"id": f"v{number}", "name": f"v{number}", "diet": "Omnivore", "categoryId": "Fish"}
    body = urlencode(form).encode()
    with socket.create_connection(address, timeout=20) as connection:
        connection.sendall(
            b"POST %s HTTP/1.1\r\nHost: %s:%d\r\nContent-Length: %d\r\n"
            b"Content-Type: application/x-www-form-urlencoded\r\n\r\n%s"
            % (web.ADD.encode(), address[0].encode(), address[1], len(body), body)
        )
        sent.release()
        response = b""
        while b"\r\n" not in response:
            part = connection.recv(65536)
            assert part, f"no response to post {number}"
            response += part
    return int(response.split()[1])


@pytest.fixture
def many_files() -> Iterator[None]:
    """Raises the limit on open files of this process and its children."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = STREAMS * 2 + POSTS + 200
    if hard != resource.RLIM_INFINITY and hard < needed:
        pytest.skip(f"requires {needed} open files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, needed), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_stop_under_load_completes_posts_and_streams(tmp_path: Path, many_files: None) -> None:
    """Each post gets a response, each stream ends with its last chunk, and all
    confirmed changes are durable."""
    data = tmp_path / "data"
    options = (
        "--streams-per-client", "2000", "--connections-per-client", "2000", *ANY_POSTS, *METRICS
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

        # Lock the database, so that the posts are active when the server stops.
        other = stack.enter_context(
            closing(sqlite3.connect(data / "animals.sqlite", isolation_level=None))
        )
        other.execute("BEGIN IMMEDIATE")
        sent = threading.Semaphore(0)
        with ThreadPoolExecutor(POSTS) as visitors:
            posts = [visitors.submit(post, address, number, sent) for number in range(POSTS)]
            for _ in range(POSTS):
                assert sent.acquire(timeout=20)
            metrics = metrics_address(server) + "/metrics"

            def in_progress() -> float:
                found = samples(web.send(metrics).text)
                return value(found, "fieldguide_http_requests_in_progress")

            # The streams are requests in progress, too.
            web.until(lambda: in_progress() >= STREAMS + POSTS, within=20)
            server.process.terminate()
            time.sleep(0.2)
            other.execute("ROLLBACK")
            statuses = [result.result(timeout=20) for result in posts]
            with ThreadPoolExecutor(16) as readers:
                list(readers.map(Stream.end, streams))
            assert server.process.wait(timeout=10) == 0
    assert set(statuses) <= {303, 503}, statuses
    assert 303 in statuses
    assert [stream.bytes[-60:] for stream in streams if not is_complete(stream.bytes)] == []
    assert_sound(data / "animals.sqlite")
    stored = {row[0] for row in rows(data / "animals.sqlite", "SELECT animal_id FROM animal")}
    assert {f"v{n}" for n, status in enumerate(statuses) if status == 303} <= stored
    print(f"{statuses.count(303)} saved, {statuses.count(503)} refused")


def is_complete(response: bytes) -> bool:
    """Returns true if a stream has a retry field and the last chunk."""
    return b"retry: " in response and response.endswith(b"\r\n0\r\n\r\n")
