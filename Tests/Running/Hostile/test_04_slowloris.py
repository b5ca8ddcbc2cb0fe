"""4. Slowloris: slow clients do not delay others, and are disconnected.

Another client gets responses during each attack. The times are measured in
Benchmarks/attacks.py. A slow client is disconnected by the relevant timeout: the other
timeouts are too long to be the cause.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import quakes
import web
from attackers import ATTACKS, Attack, attacking
from events import crowd, feed
from program_fixtures import feeding
from server import GENEROUS, Server, Starter, serving
from wire import FORM, ask, connect, netloc, place, request

# The upper bound of a test's duration.
NEVER = 600


def limits(**seconds: int) -> list[str]:
    """Returns the options for some timeouts, by name. The others are effectively disabled."""
    all_seconds = dict.fromkeys(("head", "body", "idle", "answer"), NEVER) | seconds
    return [part for name, value in all_seconds.items() for part in (f"--{name}-seconds", str(value))]


@pytest.fixture(scope="session")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with an export larger than all socket buffers."""
    data = tmp_path_factory.mktemp("crowded")
    with feeding() as feeds, serving(data, feeds=feeds.url, options=GENEROUS) as server:
        feeds.serve(all_week=feed(crowd(9_000)))
        assert quakes.refresh(server).status == 303
        yield server


@pytest.mark.parametrize("attack", ATTACKS, ids=str)
def test_04_slowloris_others_are_served(crowded: Server, attack: Attack) -> None:
    """Pages, forms and files are served during each attack."""
    # Some attacks cause CPU work at the start, which is not slowness.
    working = (Attack.READERS, Attack.PAGES, Attack.EXPORTS, Attack.FILTERS)
    counts = dict.fromkeys(working, 20) | {Attack.QUERIES: 8, Attack.IDLE: 500}
    count = counts.get(attack, 200)
    with attacking(crowded.url, attack, count=count):
        for _ in range(5):
            for method, target, body, status in [
                ("GET", "/animals?category=Mammal", b"", 200),
                ("GET", "/healthz", b"", 200),
                ("POST", web.DELETE, b"animalId=gone", 404),
            ]:
                fields = [FORM] if body else []
                assert ask(crowded.url, method, target, fields, body).status == status
            time.sleep(0.05)
    assert crowded.is_alive


def test_04_exports_that_are_not_read_give_way(crowded: Server) -> None:
    """Clients that hold all places, and read nothing, keep nobody from downloading."""
    with attacking(crowded.url, Attack.EXPORTS, count=32, clients=8):

        def status() -> int:
            return ask(crowded.url, "GET", "/quakes.csv?date=any&min=7").status

        web.until(lambda: status() == 503)
        web.until(lambda: status() == 200)


@contextmanager
def dribbling(connection: socket.socket, sent: bytes, *, every: float) -> Iterator[None]:
    """Sends a byte at intervals until the server closes the connection."""
    is_over = threading.Event()

    def dribble() -> None:
        for byte in sent:
            try:
                connection.sendall(bytes([byte]))
            except OSError:
                return
            if is_over.wait(every):
                return

    thread = threading.Thread(target=dribble, daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join(timeout=10)


def seconds_to_end(connection: socket.socket) -> float:
    """Waits until the server closes the connection, and returns the duration."""
    began = time.monotonic()
    connection.settimeout(NEVER / 10)
    try:
        while connection.recv(65536):
            pass
    except ConnectionResetError:
        pass
    return time.monotonic() - began


def head(base: str) -> bytes:
    """Returns a long request head."""
    fields = "".join(f"X-{number}: y\r\n" for number in range(200))
    return f"GET /healthz HTTP/1.1\r\nHost: {netloc(base)}\r\n{fields}".encode()


def test_04_slowloris_second_head(start: Starter) -> None:
    """After a response, the idle timeout applies."""
    program = start(*limits(head=1, idle=4))
    with connect(program.url) as connection:
        connection.sendall(f"GET /healthz HTTP/1.1\r\nHost: {netloc(program.url)}\r\n\r\n".encode())
        assert connection.recv(65536).startswith(b"HTTP/1.1 200")
        with dribbling(connection, head(program.url), every=0.1):
            assert seconds_to_end(connection) > 2.5


def test_04_slowloris_body(start: Starter) -> None:
    """A form that arrives byte by byte is abandoned, and changes nothing."""
    program = start(*limits(body=2))
    form = b"id=slow&name=Slow&diet=Omnivore&categoryId=Fish&" + b"x" * 500
    with connect(program.url) as connection:
        connection.sendall(
            f"POST {web.ADD} HTTP/1.1\r\nHost: {netloc(program.url)}\r\n{FORM[0]}: {FORM[1]}\r\n"
            f"Content-Length: {len(form)}\r\n\r\n".encode()
        )
        with dribbling(connection, form, every=0.1):
            assert seconds_to_end(connection) > 0.5
    assert ask(program.url, "GET", "/animals?animal=slow").status == 404


def test_04_slowloris_idle(start: Starter) -> None:
    """500 idle connections are closed by the timeout, and their memory is freed."""
    program = start(*limits(head=2))
    before = program.sockets
    with attacking(program.url, Attack.IDLE, count=500) as attackers:
        # They reconnect.
        web.until(lambda: attackers.losses >= 490)
    web.until(lambda: program.sockets <= before + 2)


def test_04_slowloris_reader(start: Starter) -> None:
    """A client that requests many pages and reads 100 bytes per second is disconnected,
    whatever is still buffered."""
    program = start(*limits(answer=2))
    before = program.sockets
    with socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.settimeout(5)
        slow.connect(place(program.url))
        # Together larger than the kernel's buffers; each is small, because the
        # timeout grows with the size of a response.
        slow.sendall(request(program.url, "GET", "/nothing") * 3_000)
        web.until(lambda: program.sockets > before)

        def is_given_up() -> bool:
            slow.recv(100)
            return program.sockets <= before

        web.until(is_given_up, every=1)
