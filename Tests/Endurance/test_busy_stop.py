"""A stop while a thousand pages are open and fifty forms are under way."""

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
from server import ANY_POSTS, Server, serving

STREAMS = 1_000
POSTS = 50


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
            server.process.terminate()
            time.sleep(0.2)
            other.execute("ROLLBACK")
            statuses = [answer.result(timeout=20) for answer in posts]
            with ThreadPoolExecutor(16) as readers:
                list(readers.map(Stream.end, streams))
            assert server.process.wait(timeout=10) == 0
    assert set(statuses) <= {303, 503}, statuses
    assert 303 in statuses
    assert [stream.bytes[-60:] for stream in streams if not is_whole(stream.bytes)] == []
    assert_sound(data / "animals.sqlite")
    kept = {row[0] for row in rows(data / "animals.sqlite", "SELECT animalId FROM animal")}
    assert {f"v{n}" for n, status in enumerate(statuses) if status == 303} <= kept
    print(f"{statuses.count(303)} done, {statuses.count(503)} to try again")


def is_whole(answer: bytes) -> bool:
    """Whether a stream said when to come again, and has its last chunk."""
    return b"retry: " in answer and answer.endswith(b"\r\n0\r\n\r\n")
