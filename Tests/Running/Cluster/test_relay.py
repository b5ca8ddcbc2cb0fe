"""The relay forwards bytes, and fails as told."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from relay import STALL, Direction, Fault, Relay
from web import until


class Echo:
    """A server on a Unix socket that returns what it receives, in capital letters."""

    def __init__(self, path: Path) -> None:
        self.received = b""
        self.ended = 0
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.bind(str(path))
        self._socket.listen()
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection:
            while data := connection.recv(65536):
                self.received += data
                connection.sendall(data.upper())
        self.ended += 1

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def echo(tmp_path: Path) -> Iterator[Echo]:
    echo = Echo(tmp_path / "echo")
    yield echo
    echo.close()


@pytest.fixture
def relay(tmp_path: Path, echo: Echo) -> Iterator[Relay]:
    relay = Relay(tmp_path / "echo")
    yield relay
    relay.close()


def connect(relay: Relay) -> socket.socket:
    return socket.create_connection(("127.0.0.1", relay.port), timeout=5)


def is_silent(connection: socket.socket) -> bool:
    """True if nothing arrives for a while."""
    connection.settimeout(0.1)
    try:
        return not connection.recv(1)
    except TimeoutError:
        return True
    finally:
        connection.settimeout(5)


def test_bytes_are_forwarded_in_both_directions(relay: Relay) -> None:
    with connect(relay) as connection:
        connection.sendall(b"newt")
        assert connection.recv(100) == b"NEWT"


def test_the_end_of_a_connection_is_forwarded(relay: Relay, echo: Echo) -> None:
    with connect(relay) as connection:
        connection.sendall(b"newt")
        assert connection.recv(100) == b"NEWT"
    until(lambda: echo.ended == 1)
    until(lambda: relay.connections == 0)


def test_a_stalled_connection_delivers_later(relay: Relay, echo: Echo) -> None:
    with connect(relay) as connection:
        relay.fail(Fault(stalled=STALL))
        connection.sendall(b"newt")
        assert is_silent(connection)
        assert echo.received == b""
        relay.heal()
        assert connection.recv(100) == b"NEWT"


def test_a_fault_can_begin_within_a_message(relay: Relay, echo: Echo) -> None:
    with connect(relay) as connection:
        connection.sendall(b"a")
        assert connection.recv(1) == b"A"
        relay.fail(Fault(stalled=frozenset([Direction.TO_SERVER]), allowance=2))
        connection.sendall(b"newt")
        assert connection.recv(100) == b"NE"
        assert is_silent(connection)
        relay.heal()
        assert connection.recv(100) == b"WT"


@pytest.mark.parametrize("direction", Direction)
def test_swallowed_bytes_never_arrive(
    relay: Relay, echo: Echo, direction: Direction
) -> None:
    with connect(relay) as connection:
        relay.fail(Fault(swallowed=frozenset([direction])))
        connection.sendall(b"newt")
        assert is_silent(connection)
        assert echo.received == (b"" if direction == Direction.TO_SERVER else b"newt")
        # A connection that has lost bytes is of no more use.
        relay.heal()
        connection.sendall(b"newt")
        assert is_silent(connection)
    with connect(relay) as connection:
        connection.sendall(b"frog")
        assert connection.recv(100) == b"FROG"


def test_the_server_does_not_learn_that_the_client_of_a_half_open_connection_ended(
    relay: Relay, echo: Echo
) -> None:
    with connect(relay) as connection:
        connection.sendall(b"newt")
        assert connection.recv(100) == b"NEWT"
        relay.fail(Fault(swallowed=frozenset([Direction.TO_SERVER])))
        other = connect(relay)
        assert is_silent(other)
    until(lambda: relay.losses == 1)
    relay.heal()
    # This one has lost nothing, and is of use.
    with other:
        other.sendall(b"newt")
        assert other.recv(100) == b"NEWT"
    until(lambda: echo.ended == 1)
    until(lambda: relay.connections == 1)


def test_a_reset_ends_all_connections(relay: Relay, echo: Echo) -> None:
    with connect(relay) as connection:
        connection.sendall(b"newt")
        assert connection.recv(100) == b"NEWT"
        relay.reset()
        with pytest.raises(ConnectionResetError):
            connection.recv(100)
    until(lambda: echo.ended == 1)


def test_a_delay_keeps_the_order(relay: Relay) -> None:
    with connect(relay) as connection:
        relay.fail(Fault(delay=0.01))
        sent = bytes(range(97, 123)) * 4
        for byte in sent:
            connection.sendall(bytes([byte]))
        received = b""
        while len(received) < len(sent):
            received += connection.recv(100)
        assert received == sent.upper()


def test_a_connection_to_a_server_that_is_away_is_reset(relay: Relay, echo: Echo) -> None:
    echo.close()
    relay._target.unlink()
    with pytest.raises(ConnectionResetError), connect(relay) as connection:
        connection.recv(1)
