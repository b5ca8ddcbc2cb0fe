"""Slow clients, and greedy ones. They use the loopback interface only, and their number is
bounded."""

from __future__ import annotations

import re
import selectors
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from ipaddress import ip_address
from urllib.parse import quote

from wire import netloc, place

# The interval between two actions of a slow client.
EVERY = 0.5


class Attack(Enum):
    """A kind of slowness, or of greed."""

    IDLE = "connections that say nothing"
    HEADS = "heads that come byte by byte"
    BODIES = "forms that come byte by byte"
    READERS = "answers that are taken byte by byte"
    STREAMS = "streams that nobody reads"
    PAGES = "distinct pages that nobody takes"
    EXPORTS = "exports that nobody takes"
    FILTERS = "streams of distinct pages"
    QUERIES = "streams of distinct pages with long searches"
    DEMANDS = "distinct pages, one after the other"
    FOLLOWERS = "streams of distinct pages, each closed when it has answered"
    DRAWINGS = "distinct drawings of the map, one after the other"
    COSTLY = "the requests that cost most, one after the other"
    REFUSALS = "exports that are refused, one after the other"

    def __str__(self) -> str:
        return self.value

    def opening(self, base: str, number: int) -> bytes:
        """Returns the first bytes of a connection, by the number of earlier connections."""
        host = f"Host: {netloc(base)}\r\n"
        match self:
            case Attack.IDLE:
                return b""
            case Attack.HEADS:
                return f"GET /animals HTTP/1.1\r\n{host}X-A: ".encode()
            case Attack.BODIES:
                return (
                    f"POST /animals/animalEditor/onTapAddAnimalButton HTTP/1.1\r\n{host}"
                    "Content-Type: application/x-www-form-urlencoded\r\n"
                    "Content-Length: 60000\r\n\r\nid=slow&name="
                ).encode()
            case Attack.READERS:
                target = "/quakes.geojson?date=any"
                return (f"GET {target} HTTP/1.1\r\n{host}\r\n" * 3).encode()
            case Attack.STREAMS:
                return f"GET /live?page=/quakes?date%3Dany HTTP/1.1\r\n{host}\r\n".encode()
            case Attack.DEMANDS:
                page = f"/quakes?date=any&max={3 + number % 7_000 / 1_000:.3f}&depth-max={number}"
                return f"GET {page} HTTP/1.1\r\n{host}\r\n".encode()
            case Attack.FOLLOWERS:
                page = f"/quakes?date=any&max={3 + number % 7_000 / 1_000:.3f}&depth-max={number}"
                return f"GET /live?page={quote(page, safe='')} HTTP/1.1\r\n{host}\r\n".encode()
            case Attack.DRAWINGS:
                # Each version is an address of its own.
                return f"GET /quakes/map/{number:x}/equirectangular/1-0-0.svg HTTP/1.1\r\n{host}\r\n".encode()
            case Attack.COSTLY:
                other = f"date=any&type=any&max={8 + number % 9_000 / 1_000:.3f}"
                target = [
                    f"/quakes?{other}&projection=equal-earth&view=60,40,90",
                    f"/quakes?{other}&near=34,-118&km=5000&sort=distance",
                    f"/quakes/event/xx{number % 10_000:08}.png",
                    f"/quakes.csv?{other}&sort=magnitude",
                ][number % 4]
                return f"GET {target} HTTP/1.1\r\n{host}\r\n".encode()
            case Attack.PAGES:
                # Larger than the buffers of the kernel.
                page = f"/quakes?date=any&max={3 + number / 1_000:.3f}"
                return "".join(
                    f"GET {page}&depth-max={100 + part} HTTP/1.1\r\n{host}\r\n"
                    for part in range(30)
                ).encode()
            case Attack.REFUSALS:
                return f"GET /quakes.csv?date=any HTTP/1.1\r\n{host}\r\n".encode()
            case Attack.EXPORTS:
                # Every second search uses the order that has to be computed.
                order = "&sort=magnitude" if number % 2 else ""
                target = f"/quakes.csv?date=any&min=-{1 + number / 1_000:.3f}{order}"
                return f"GET {target} HTTP/1.1\r\n{host}\r\n".encode()
            case Attack.FILTERS:
                page = f"/quakes?date=any&max={3 + number / 1_000:.3f}"
                return f"GET /live?page={quote(page, safe='')} HTTP/1.1\r\n{host}\r\n".encode()
            case Attack.QUERIES:
                # Search ignores accents, so each row matches, and each row
                # links to the whole query. Half of the searches are short
                # enough for any limit.
                text = "k" + "\u0301" * (98 if number % 2 else 380) + "m"
                page = f"/quakes?date=any&max={3 + number / 1_000:.3f}&q={quote(text)}"
                return f"GET /live?page={quote(page, safe='')} HTTP/1.1\r\n{host}\r\n".encode()

    @property
    def dribble(self) -> bytes:
        """Returns the bytes that are sent later, at intervals."""
        return b"a" if self in (Attack.HEADS, Attack.BODIES) else b""

    @property
    def takes(self) -> bool:
        """True if the client reads the response, a few bytes at a time."""
        return self in (Attack.IDLE, Attack.HEADS, Attack.BODIES, Attack.READERS)


# Those of clients that read their answers.
READING = (
    Attack.DEMANDS, Attack.FOLLOWERS, Attack.DRAWINGS, Attack.COSTLY, Attack.REFUSALS,
)
# The slow ones. A test takes all of them.
ATTACKS = [attack for attack in Attack if attack not in READING]
# The first client address; different from those of other tests.
ATTACKER = "127.0.0.2"


class Attackers:
    """Connections of several clients on one thread, reopened when the server closes them."""

    def __init__(self, base: str, attack: Attack, count: int, clients: int = 1) -> None:
        self._base = base
        self._attack = attack
        self._count = count
        self._sources = [str(ip_address(ATTACKER) + number) for number in range(clients)]
        self._opened = 0
        self._is_over = threading.Event()
        self._open: list[socket.socket] = []
        # The number of connections that the server closed.
        self.losses = 0
        for _ in range(count):
            self._connect()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _connect(self) -> None:
        connection = socket.socket()
        source = self._sources[self._opened % len(self._sources)]
        opening = self._attack.opening(self._base, self._opened)
        self._opened += 1
        # A tiny receive window.
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(2)
        try:
            connection.bind((source, 0))
            connection.connect(place(self._base))
            connection.sendall(opening)
        except OSError:
            connection.close()
            self.losses += 1
            return
        connection.setblocking(False)
        self._open.append(connection)

    def _run(self) -> None:
        while not self._is_over.wait(EVERY):
            for connection in list(self._open):
                if self._is_over.is_set():
                    return
                try:
                    if self._attack.dribble:
                        connection.send(self._attack.dribble)
                    if self._attack.takes and not connection.recv(16):
                        raise ConnectionResetError
                except BlockingIOError:
                    continue
                except OSError:
                    self._open.remove(connection)
                    connection.close()
                    self.losses += 1
            # Gradually: the number of connections per second is limited.
            for _ in range(min(50, self._count - len(self._open))):
                self._connect()

    def end(self) -> None:
        """Closes all connections."""
        self._is_over.set()
        self._thread.join(timeout=30)
        for connection in self._open:
            connection.close()


class Readers:
    """Connections of one client that reads its responses, and then asks for another page."""

    def __init__(self, base: str, attack: Attack, count: int) -> None:
        self._base = base
        self._attack = attack
        self._is_over = threading.Event()
        self._sent = 0
        # The number of responses, and of connections that the server closed.
        self.responses = 0
        self.losses = 0
        self._selector = selectors.DefaultSelector()
        self._exports: Attackers | None = None
        if attack is Attack.REFUSALS:
            # They take the places of the client, of which there are four by default.
            self._exports = Attackers(base, Attack.EXPORTS, 4)
            time.sleep(1)
        for _ in range(count):
            self._connect()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _connect(self) -> None:
        connection = socket.socket()
        connection.bind((ATTACKER, 0))
        connection.settimeout(5)
        connection.connect(place(self._base))
        self._ask(connection)
        response = _Event() if self._attack is Attack.FOLLOWERS else _Response()
        self._selector.register(connection, selectors.EVENT_READ, response)

    def _close(self, connection: socket.socket) -> None:
        self._selector.unregister(connection)
        connection.close()

    def _ask(self, connection: socket.socket) -> None:
        connection.sendall(self._attack.opening(self._base, self._sent))
        self._sent += 1

    def _run(self) -> None:
        while not self._is_over.is_set():
            for key, _ in self._selector.select(timeout=0.1):
                connection = key.fileobj
                assert isinstance(connection, socket.socket)
                try:
                    if key.data.receive(connection.recv(1 << 18)):
                        self.responses += 1
                        if self._attack is Attack.FOLLOWERS:
                            self._close(connection)
                            self._connect()
                        else:
                            self._ask(connection)
                except OSError:
                    self._close(connection)
                    self.losses += 1

    def end(self) -> None:
        """Closes all connections."""
        self._is_over.set()
        self._thread.join(timeout=30)
        if self._exports:
            self._exports.end()
        for key in list(self._selector.get_map().values()):
            assert isinstance(key.fileobj, socket.socket)
            key.fileobj.close()
        self._selector.close()


class _Response:
    """The part of a response that has arrived."""

    def __init__(self) -> None:
        self._head = b""
        # The length of the body that is missing; `None` before it is known, and for chunks.
        self._missing: int | None = None
        self._end: bytes | None = None

    def receive(self, data: bytes) -> bool:
        """Adds bytes, and returns true if the response is complete."""
        if not data:
            raise ConnectionResetError
        if self._missing is None and self._end is None:
            self._head += data
            head, end, data = self._head.partition(b"\r\n\r\n")
            if not end:
                return False
            if re.search(rb"(?i)^transfer-encoding: chunked", head, re.M):
                self._end = b""
            else:
                length = re.search(rb"(?i)^content-length: (\d+)", head, re.M)
                self._missing = int(length[1]) if length else 0
        if self._end is not None:
            self._end = (self._end + data)[-7:]
            if self._end != b"\r\n0\r\n\r\n":
                return False
        else:
            assert self._missing is not None
            self._missing -= len(data)
            if self._missing > 0:
                return False
        self._head, self._missing, self._end = b"", None, None
        return True


class _Event:
    """The part of a stream that has arrived."""

    def __init__(self) -> None:
        self._received = b""

    def receive(self, data: bytes) -> bool:
        """Adds bytes, and returns true if the first event, or a refusal, has begun."""
        if not data:
            raise ConnectionResetError
        self._received += data
        return b"event: patch" in self._received or self._received.startswith(b"HTTP/1.1 503")


@contextmanager
def attacking(
    base: str, attack: Attack, *, count: int, clients: int = 1
) -> Iterator[Attackers]:
    """Runs an attack for the duration of a block."""
    attackers = Attackers(base, attack, count, clients)
    time.sleep(0.2)
    try:
        yield attackers
    finally:
        attackers.end()
