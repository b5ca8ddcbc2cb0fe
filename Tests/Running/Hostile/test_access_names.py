"""Accepted hosts, and trusted proxies: a row for each kind of decision.

All rows: WebSiteTests/Access/OriginsTests.swift and CrossOriginTests.swift,
WebServerTests/TrustedProxiesTests.swift.
"""

from __future__ import annotations

import pytest

from access import add, clients, is_there
from server import Server, Starter
from test_08_headers import problems
from web import until
from wire import ask, connect, netloc, request


@pytest.mark.parametrize(
    ("host", "status"), [("guide.example:443", 200), ("localhost", 200), ("evil.example", 421)]
)
def test_access_names(start_once: Starter, host: str, status: int) -> None:
    """Pages and forms are available under the configured hosts only."""
    base = start_once(
        "--public-origin", "https://guide.example", "--public-origin", "https://other.example",
        "--writers", "everybody",
    ).url  # fmt: skip
    for method, target in [("GET", "/animals"), ("HEAD", "/"), ("GET", "/live?page=/animals")]:
        with connect(base) as connection:
            connection.sendall(request(base, method, target, host=host))
            head = connection.recv(65_536)
        got = int(head.split(b" ")[1])
        assert got == status or (status == 421 and got == 400), (method, target, got)
    assert add(base, "named", host=host).status in ((303,) if status == 200 else (421, 400))


def test_access_names_of_this_machine(shared: Server) -> None:
    """On a loopback address, no other host is accepted: this prevents DNS rebinding."""
    for host, status in [("localhost", 200), (netloc(shared.url), 200), ("evil.example", 421)]:
        assert ask(shared.url, "GET", "/animals", host=host).status == status


@pytest.mark.parametrize("version", ["HTTP/1.1", "HTTP/1.0"])
def test_health_checks_answer_any_host(start_once: Starter, version: str) -> None:
    """A load balancer asks by the name or the address of an instance, or without a host."""
    base = start_once("--public-origin", "https://guide.example").url
    host = "Host: one:8080\r\n" if version == "HTTP/1.1" else ""
    until(lambda: ask(base, "GET", "/readyz").status == 200)
    for target, status in ("/healthz", 200), ("/readyz", 200), ("/animals", 421):
        with connect(base) as connection:
            connection.sendall(f"GET {target} {version}\r\n{host}\r\n".encode())
            assert int(connection.recv(65_536).split(b" ")[1]) == status, target


@pytest.mark.parametrize(
    ("origin", "status"), [("https://guide.example", 303), ("https://evil.example", 403)]
)
def test_access_origins(start_once: Starter, origin: str, status: int) -> None:
    """A post needs a configured origin, whatever the `Host`."""
    program = start_once("--public-origin", "https://guide.example", "--writers", "everybody")
    animal = origin.encode().hex()
    answer = add(program.url, animal, ("Origin", origin), host="guide.example")
    assert answer.status == status
    assert is_there(program.url, animal, host="guide.example") == (status == 303)


def test_access_secure_origins_are_kept_secure(start: Starter) -> None:
    """A site that is public over HTTPS only sends HSTS."""
    base = start("--public-origin", "https://guide.example").url
    assert problems(ask(base, "GET", "/"), secure=True) == []


@pytest.mark.parametrize(
    ("trusted", "client"), [("192.0.2.1", "127.0.0.1"), ("127.0.0.1", "203.0.113.7")]
)
def test_access_forwarded_for(start: Starter, trusted: str, client: str) -> None:
    """A trusted proxy determines the client's address. Entries that the client sent itself
    are on the left, and ignored."""
    program = start("--log-level", "info", "--trusted-proxy", trusted)
    fields = [("X-Forwarded-For", "198.51.100.1, 203.0.113.7")]
    assert ask(program.url, "GET", "/robots.txt", fields).status == 200
    until(lambda: clients(program)[-1:] == [client])


def test_access_forwarded_host(start: Starter) -> None:
    """The host that the proxy forwards is used."""
    options = ("--public-origin", "https://guide.example")

    def status(base: str, name: str) -> int:
        fields = [("X-Forwarded-Host", name)]
        return ask(base, "GET", "/animals", fields, host="backend.internal:8080").status

    trusting = start(*options, "--trusted-proxy", "127.0.0.1").url
    assert status(trusting, "guide.example") == 200
    assert status(trusting, "evil.example") == 421
    assert status(start(*options).url, "guide.example") == 421


def test_access_forwarded_host_is_no_origin(start: Starter) -> None:
    """The origin is compared with the configuration, and never with forwarded values."""
    fields = [("X-Forwarded-Host", "evil.example"), ("X-Forwarded-Proto", "https")]
    base = start("--trusted-proxy", "127.0.0.1", "--writers", "everybody").url
    assert add(base, "evil", ("Origin", "https://evil.example"), *fields).status == 403
    assert add(base, "own", ("Sec-Fetch-Site", "same-origin"), *fields).status == 303
