"""The limits of one client."""

from __future__ import annotations

import socket
import statistics
from collections.abc import Callable
from contextlib import ExitStack, suppress

import pytest

import web
from access import FORM, add, is_there
from attackers import ATTACKER, Attack, Readers, attacking
from events import crowd, feed
from feeds import FeedServer
from operators import METRICS, metrics_address, samples, value
from server import Server, Starter
from wire import Answer, ask, connect, request

FOUND, NOT_FOUND, TOO_LARGE, TOO_LONG, CLOSED = 200, 404, 413, 414, 0

REFRESH = "/quakes/quakeList/onTapRefreshQuakesButton"


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


@pytest.fixture
def quakes(feeds: FeedServer, start: Starter) -> Callable[..., str]:
    """Starts servers with so many earthquakes that their pages are large."""

    def quakes(*options: str) -> str:
        feeds.serve(all_week=feed(crowd(9_000)))
        base = start(*options, feeds=feeds.url).url
        assert ask(base, "POST", REFRESH, [FORM], b"range=allWeek").status == 303
        return base

    return quakes


def test_access_sending_per_client(quakes: Callable[..., str]) -> None:
    """A client that does not read its responses gets 503 with Retry-After; other clients
    are served. After a disconnect the limit is free again."""
    base = quakes("--sending-per-client", "1")

    def answer(source: str) -> Answer:
        return ask(base, "GET", "/animals?category=Fish", source=source)

    assert answer(ATTACKER).status == 200
    with attacking(base, Attack.PAGES, count=20):
        web.until(lambda: answer(ATTACKER).status == 503)
        assert int(answer(ATTACKER)["retry-after"] or "") > 0
        assert answer("127.0.0.1").status == 200
    web.until(lambda: answer(ATTACKER).status == 200)


def test_access_sending(quakes: Callable[..., str]) -> None:
    """The limit for all clients applies as well."""
    base = quakes("--sending", "1")
    with attacking(base, Attack.PAGES, count=20, clients=20):
        web.until(lambda: ask(base, "GET", "/animals").status == 503)
    web.until(lambda: ask(base, "GET", "/animals").status == 200)


def test_access_streams_are_rendered_in_turn(start: Starter, feeds: FeedServer) -> None:
    """A client that opens one stream after the other, each of a page that must be rendered,
    waits behind its own pages; another client does not."""
    feeds.serve(all_week=feed(crowd(9_000)))
    program = start(*METRICS, feeds=feeds.url)
    assert ask(program.url, "POST", REFRESH, [FORM], b"range=allWeek").status == 303
    count = 40
    attackers = Readers(program.url, Attack.FOLLOWERS, count)

    def waiting() -> float:
        text = ask(metrics_address(program), "GET", "/metrics").text
        return value(samples(text), "fieldguide_pages_waiting")

    def passed_by(number: int) -> int:
        """Returns how many streams were answered before the page of another client."""
        before = attackers.responses
        page = f"/quakes?date=any&min={number / 100}"
        assert ask(program.url, "GET", page).status == 200
        return attackers.responses - before

    try:
        web.until(lambda: waiting() > count / 2)
        assert statistics.median(passed_by(number) for number in range(1, 16)) < count / 2
    finally:
        attackers.end()


def test_access_posts_per_minute(start: Starter) -> None:
    """Further posts get 429 with Retry-After, and change nothing; reads are not limited."""
    base = start("--posts-per-minute", "3").url
    statuses = [add(base, f"n{number}").status for number in range(6)]
    assert statuses == [303] * 3 + [429] * 3
    assert [is_there(base, f"n{number}") for number in range(6)] == [True] * 3 + [False] * 3


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


def test_access_connections_per_client(start: Starter) -> None:
    """Further connections are closed immediately; after a disconnect the limit is free again."""
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

        web.until(has_room)
    finally:
        for one in opened:
            one.close()


def test_access_limits_leave_room_for_a_new_client(start: Starter) -> None:
    """Idle clients that use all connections do not lock out new ones."""
    program = start("--connections", "40", generous=False)
    sockets = program.sockets
    with attacking(program.url, Attack.IDLE, count=40, clients=4):
        web.until(lambda: program.sockets >= sockets + 40)
        for _ in range(10):
            assert ask(program.url, "GET", "/healthz").status == 200

