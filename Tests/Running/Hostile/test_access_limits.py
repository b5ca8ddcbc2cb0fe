"""The limits of one client."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, suppress

import pytest

import quakes
import web
from access import add
from attackers import ATTACKER, Attack, attacking
from events import crowd, feed
from feeds import FeedServer
from server import Server, Starter
from wire import FORM, Answer, ask, connect, request

FOUND, NOT_FOUND, TOO_LARGE, TOO_LONG, CLOSED = 200, 404, 413, 414, 0


def target_bytes(base: str, count: int) -> int:
    """Requests an address of a given length."""
    return ask(base, "GET", "/healthz?".ljust(count, "a")).status


def form_bytes(base: str, count: int) -> int:
    """Posts a form of a given size."""
    return ask(base, "POST", web.DELETE, [FORM], b"animalId=gone&a=".ljust(count, b"a")).status


def form_fields(base: str, count: int) -> int:
    """Posts a form with a number of fields."""
    return ask(base, "POST", web.DELETE, [FORM], b"animalId=gone" + b"&a=" * (count - 1)).status


def connections(base: str, count: int) -> int:
    """Opens a number of connections of one client, and returns the response of the last one."""
    with ExitStack() as stack:
        opened = [stack.enter_context(connect(base, source=ATTACKER)) for _ in range(count)]
        answer = b""
        with suppress(ConnectionResetError, BrokenPipeError):
            opened[-1].sendall(request(base, "GET", "/healthz"))
            answer = opened[-1].recv(65_536)
    return int(answer.split()[1]) if answer else CLOSED


@pytest.mark.parametrize(
    ("ask_for", "limit", "within", "beyond"),
    [
        (target_bytes, 300, FOUND, TOO_LONG),
        (form_bytes, 1_024, NOT_FOUND, TOO_LARGE),
        (form_fields, 10, NOT_FOUND, TOO_LARGE),
        (connections, 5, FOUND, CLOSED),
    ],
    ids=["target-bytes", "form-bytes", "form-fields", "connections"],
)
def test_access_limits(
    shared: Server,
    start: Starter,
    ask_for: Callable[[str, int], int],
    limit: int,
    within: int,
    beyond: int,
) -> None:
    """Each limit is exact, and has a default."""
    program = start("--" + ask_for.__name__.replace("_", "-"), str(limit))
    sockets = program.sockets
    assert ask_for(program.url, limit) == within
    # The earlier connections are closed, and no longer count.
    web.until(lambda: program.sockets <= sockets)
    assert ask_for(program.url, limit + 1) == beyond
    assert ask_for(shared.url, limit + 1) == within


def test_access_sending_per_client(start: Starter, feeds: FeedServer) -> None:
    """A client that does not read its responses gets 503 with Retry-After; other clients
    are served. After a disconnect the limit is free again."""
    # Their pages are large.
    feeds.serve(all_week=feed(crowd(9_000)))
    program = start("--sending-per-client", "1", feeds=feeds.url)
    assert quakes.refresh(program).status == 303

    def answer(source: str) -> Answer:
        return ask(program.url, "GET", "/animals?category=Fish", source=source)

    assert answer(ATTACKER).status == 200
    with attacking(program.url, Attack.PAGES, count=20):
        web.until(lambda: answer(ATTACKER).status == 503)
        assert int(answer(ATTACKER)["retry-after"] or "") > 0
        assert answer("127.0.0.1").status == 200
    web.until(lambda: answer(ATTACKER).status == 200)


def test_access_posts_per_minute_by_client(start: Starter) -> None:
    """Each client has its own limit."""
    options = ("--posts-per-minute", "1")

    def statuses(base: str) -> list[int]:
        return [
            add(base, f"n{number}", ("X-Forwarded-For", f"203.0.113.{number}")).status
            for number in range(3)
        ]

    proxied = start(*options, "--trusted-proxy", "127.0.0.1", "--writers", "everybody")
    assert statuses(proxied.url) == [303, 303, 303]
    assert statuses(start(*options, "--writers", "everybody").url) == [303, 429, 429]
