"""4. Slowloris: who is slow holds up nobody else, and not for long.

Another client is answered while each attack goes on. How fast is measured in
Benchmarks/attacks.py. Whoever is slow is cut off by the deadline for what he is
slow with: the other deadlines are too long to be the cause.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import web
from attackers import ATTACKS, Attack, attacking
from events import crowd, feed
from feeds import FeedServer
from program_fixtures import feeding
from server import GENEROUS, Server, Starter, serving
from wire import Connection, EventStream, ask, connect, netloc, place, request

FORM = ("Content-Type", "application/x-www-form-urlencoded")
# No test takes so long.
NEVER = 600


def limits(**seconds: int) -> list[str]:
    """The options for some deadlines, by their names. The others never come."""
    all_seconds = dict.fromkeys(("head", "body", "idle", "answer"), NEVER) | seconds
    return [part for name, value in all_seconds.items() for part in (f"--{name}-seconds", str(value))]


def fill(server: Server, feeds: FeedServer, count: int) -> None:
    """Gives a server so many quakes."""
    feeds.serve(all_week=feed(crowd(count)))
    sockets = server.sockets
    target = "/quakes/quakeList/onTapRefreshQuakesButton"
    with Connection(server.url) as site:
        assert site.ask("POST", target, [FORM], b"range=allWeek").status == 303
    # Whoever counts from now on counts his own.
    web.until(lambda: server.sockets <= sockets)


@pytest.fixture(scope="session")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with an export of some megabytes: more than the buffers between
    the two hold."""
    data = tmp_path_factory.mktemp("crowded")
    with feeding() as feeds, serving(data, feeds=feeds.url, options=GENEROUS) as server:
        fill(server, feeds, 9_000)
        yield server


@pytest.mark.parametrize("attack", ATTACKS, ids=str)
def test_04_slowloris_others_are_served(crowded: Server, attack: Attack) -> None:
    """Pages, forms and files, while many are slow at something."""
    # For each of some there is work to be done at once: that is no slowness.
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


@contextmanager
def dribbling(connection: socket.socket, sent: bytes, *, every: float) -> Iterator[None]:
    """Sends a byte now and then, for as long as it is taken."""
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
    """Waits until the server hangs up, and returns how long that took."""
    began = time.monotonic()
    connection.settimeout(NEVER / 10)
    try:
        while connection.recv(65536):
            pass
    except ConnectionResetError:
        pass
    return time.monotonic() - began


def head(base: str) -> bytes:
    """A long head of a request."""
    fields = "".join(f"X-{number}: y\r\n" for number in range(200))
    return f"GET /healthz HTTP/1.1\r\nHost: {netloc(base)}\r\n{fields}".encode()


def test_04_slowloris_head(start: Starter) -> None:
    """A head that comes byte by byte is given up in time, however busily."""
    program = start(*limits(head=2))
    with connect(program.url) as connection, dribbling(connection, head(program.url), every=0.1):
        assert seconds_to_end(connection) > 0.5


def test_04_slowloris_nothing(start: Starter) -> None:
    """So is one that does not begin."""
    program = start(*limits(head=2))
    with connect(program.url) as connection:
        assert seconds_to_end(connection) > 0.5


def test_04_slowloris_second_head(start: Starter) -> None:
    """After an answer there is the time of the idle ones."""
    program = start(*limits(head=1, idle=4))
    with connect(program.url) as connection:
        connection.sendall(f"GET /healthz HTTP/1.1\r\nHost: {netloc(program.url)}\r\n\r\n".encode())
        assert connection.recv(65536).startswith(b"HTTP/1.1 200")
        with dribbling(connection, head(program.url), every=0.1):
            assert seconds_to_end(connection) > 2.5


def test_04_slowloris_body(start: Starter) -> None:
    """A form that comes byte by byte is given up, and has done nothing."""
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


def test_04_slowloris_in_time(start: Starter) -> None:
    """Who is slow, but not too slow, is answered."""
    program = start(*limits(head=20))
    with connect(program.url) as connection:
        for part in (b"GET /healthz HT", b"TP/1.1\r\nHost: ", netloc(program.url).encode()):
            connection.sendall(part)
            time.sleep(0.1)
        connection.sendall(b"\r\n\r\n")
        assert connection.recv(65536).startswith(b"HTTP/1.1 200")


def test_04_slowloris_idle(start: Starter) -> None:
    """500 who do nothing are all gone by the deadline, with what they cost."""
    program = start(*limits(head=2))
    before = program.sockets
    with attacking(program.url, Attack.IDLE, count=500) as attackers:
        # They come again.
        web.until(lambda: attackers.losses >= 490)
    web.until(lambda: program.sockets <= before + 2)


def test_04_slowloris_stream_goes_on(start: Starter) -> None:
    """A stream is no idle connection: it stays."""
    program = start(*limits(head=1, body=1, idle=1, answer=1))
    with EventStream(program.url, "/live?page=/animals?category%3DFish") as stream:
        stream.next()
        time.sleep(2.5)
        form = b"id=late&name=Late&diet=Omnivore&categoryId=Fish"
        assert ask(program.url, "POST", web.ADD, [FORM], form).status == 303
        assert any("Late" in event.data for event in stream.events())


def test_04_slowloris_reader(start: Starter) -> None:
    """Who asks for many pages and takes a hundred bytes a second is given up:
    the program has done with him, whatever is still on the way."""
    program = start(*limits(answer=2))
    before = program.sockets
    with socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.settimeout(5)
        slow.connect(place(program.url))
        # Together more than the kernel keeps for him; each is small, since the
        # larger an answer is, the more time he has for it.
        slow.sendall(request(program.url, "GET", "/nothing") * 3_000)
        web.until(lambda: program.sockets > before)

        def is_given_up() -> bool:
            slow.recv(100)
            return program.sockets <= before

        web.until(is_given_up, every=1)


def test_04_slowloris_fair_reader(start: Starter, feeds: FeedServer) -> None:
    """Who takes it at a fair speed gets it all."""
    program = start(*limits(answer=2), feeds=feeds.url)
    fill(program, feeds, 3_000)
    complete = ask(program.url, "GET", "/quakes.geojson?date=any")
    assert complete.status == 200 and len(complete.body) > 500_000
