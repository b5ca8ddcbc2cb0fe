"""A graceful shutdown with a thousand open streams and fifty active posts."""

from __future__ import annotations

import resource
import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

import web
from faults import assert_shows, assert_sound, rows
from operators import METRICS, metric
from server import ANY_POSTS, Server, serving
from wire import FORM, EventStream, answers, connect, receive_to_end, request

STREAMS = 1_000
POSTS = 50


def post(base: str, number: int, sent: threading.Semaphore) -> int:
    """Adds an animal; releases the semaphore when the form is sent, and returns the status."""
    form = f"id=v{number}&name=v{number}&diet=Omnivore&categoryId=Fish".encode()
    with connect(base, timeout=20) as connection:
        connection.sendall(request(base, "POST", web.ADD, [FORM], form, closing=True))
        sent.release()
        [answer] = answers(receive_to_end(connection))
    return answer.status


def end(stream: EventStream) -> None:
    """Reads to the end of the stream."""
    for _ in stream.events(within=20):
        pass


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
        streams = [
            stack.enter_context(EventStream(server.url, "/live?page=/animals"))
            for _ in range(STREAMS)
        ]
        assert {stream.status for stream in streams} == {200}

        # Lock the database, so that the posts are active when the server stops.
        other = stack.enter_context(
            closing(sqlite3.connect(data / "animals.sqlite", isolation_level=None))
        )
        other.execute("BEGIN IMMEDIATE")
        sent = threading.Semaphore(0)
        with ThreadPoolExecutor(POSTS) as visitors:
            posts = [visitors.submit(post, server.url, number, sent) for number in range(POSTS)]
            for _ in range(POSTS):
                assert sent.acquire(timeout=20)
            # The streams are requests in progress, too.
            name = "fieldguide_http_requests_in_progress"
            web.until(lambda: metric(server, name) >= STREAMS + POSTS, within=20)
            server.process.terminate()
            time.sleep(0.2)
            other.execute("ROLLBACK")
            statuses = [result.result(timeout=20) for result in posts]
            with ThreadPoolExecutor(16) as readers:
                list(readers.map(end, streams))
            assert server.process.wait(timeout=10) == 0
    assert set(statuses) <= {303, 503}, statuses
    assert 303 in statuses
    # Each has a retry field and the last chunk.
    assert all(stream.is_ended and stream.retry for stream in streams)
    assert_sound(data / "animals.sqlite")
    stored = {row[0] for row in rows(data / "animals.sqlite", "SELECT animal_id FROM animal")}
    assert {f"v{n}" for n, status in enumerate(statuses) if status == 303} <= stored
    print(f"{statuses.count(303)} saved, {statuses.count(503)} refused")
