"""How much one client may do."""

from __future__ import annotations

import socket

from access import add, is_there
from conftest import Starter
from program import needs, until
from wire import connect, request


@needs("--posts-per-minute")
def test_access_posts_per_minute(start: Starter) -> None:
    """Further ones are told when to come again, and keep nothing; looks are free."""
    base = start("--posts-per-minute", "3").url
    statuses = [add(base, f"n{number}").status for number in range(6)]
    assert statuses == [303] * 3 + [429] * 3
    assert [is_there(base, f"n{number}") for number in range(6)] == [True] * 3 + [False] * 3


@needs("--posts-per-minute", "--trusted-proxy")
def test_access_posts_per_minute_by_client(start: Starter) -> None:
    """Each client has its own, as far as one can tell them apart."""
    options = ("--posts-per-minute", "1")

    def statuses(base: str) -> list[int]:
        return [
            add(base, f"n{number}", ("X-Forwarded-For", f"203.0.113.{number}")).status
            for number in range(3)
        ]

    proxied = start(*options, "--trusted-proxy", "127.0.0.1", "--writers", "everybody")
    assert statuses(proxied.url) == [303, 303, 303]
    assert statuses(start(*options).url) == [303, 429, 429]


@needs("--connections-per-client")
def test_access_connections_per_client(start: Starter) -> None:
    """More are closed at once; when one leaves there is room again."""
    base = start("--connections-per-client", "5").url

    def is_served(connection: socket.socket) -> bool:
        try:
            connection.sendall(request(base, "GET", "/healthz"))
            return connection.recv(65_536).startswith(b"HTTP/1.1 200")
        except (ConnectionResetError, BrokenPipeError):
            return False

    opened = [connect(base) for _ in range(5)]
    try:
        assert all(is_served(one) for one in opened)
        with connect(base) as further:
            assert not is_served(further)
        opened.pop().close()

        def has_room() -> bool:
            with connect(base) as again:
                return is_served(again)

        assert until(has_room)
    finally:
        for one in opened:
            one.close()
