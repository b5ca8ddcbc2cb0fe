"""Slow clients. They use the loopback interface only, and their number is bounded."""

from __future__ import annotations

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
    """A kind of slowness."""

    IDLE = "connections that say nothing"
    HEADS = "heads that come byte by byte"
    BODIES = "forms that come byte by byte"
    READERS = "answers that are taken byte by byte"
    STREAMS = "streams that nobody reads"
    PAGES = "distinct pages that nobody takes"
    EXPORTS = "exports that nobody takes"
    FILTERS = "streams of distinct pages"
    QUERIES = "streams of distinct pages with long searches"

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
            case Attack.PAGES:
                # Larger than the buffers of the kernel.
                page = f"/quakes?date=any&max={3 + number / 1_000:.3f}"
                return "".join(
                    f"GET {page}&depth-max={100 + part} HTTP/1.1\r\n{host}\r\n"
                    for part in range(30)
                ).encode()
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


ATTACKS = list(Attack)
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
