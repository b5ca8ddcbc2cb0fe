"""3. Raw sockets: requests that no browser sends, against the whole program.

The rows for the server alone: WebServerTests/ConformanceRows.swift. Here the whole
program responds: each row is followed by a valid request, whose response shows whether
server and client agree on the end of the row.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

import web
from server import Server
from wire import answers, ask, exchange, netloc

HOST = b"Host: {here}\r\n"
FORM = b"Content-Type: application/x-www-form-urlencoded\r\n"
# Without a diet the form is rejected with 422, and changes nothing.
BODY = b"id=raw&name=Raw"


@dataclass(frozen=True)
class Row:
    """Some bytes, and the statuses of the responses until the server closes."""

    name: str
    sent: bytes
    statuses: tuple[int, ...]

    def __str__(self) -> str:
        return self.name


def get(target: bytes = b"/healthz", *fields: bytes, version: bytes = b"HTTP/1.1") -> bytes:
    """Returns a valid GET request."""
    head = b"".join(line + b"\r\n" for line in fields)
    return b"GET " + target + b" " + version + b"\r\n" + HOST + head + b"\r\n"


def post(*fields: bytes, version: bytes = b"HTTP/1.1") -> bytes:
    """Returns the head of a form."""
    head = b"".join(line + b"\r\n" for line in fields)
    return b"POST " + web.ADD.encode() + b" " + version + b"\r\n" + HOST + FORM + head + b"\r\n"


def chunk(body: bytes) -> bytes:
    """Returns a body of one chunk, with its end."""
    return b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)


LENGTH = b"Content-Length: %d" % len(BODY)
CHUNKED = b"Transfer-Encoding: chunked"

# The last 200 is the response to the valid request at the end.
ACCEPTED = [
    Row("GET", get(), (200, 200)),
    Row("HTTP/1.0", get(b"/healthz", b"Connection: keep-alive", version=b"HTTP/1.0"), (200, 200)),
    Row("POST", post(LENGTH) + BODY, (422, 200)),
    Row("a byte a chunk", post(CHUNKED) + b"".join(b"1\r\n%c\r\n" % byte for byte in BODY)
        + b"0\r\n\r\n", (422, 200)),
    Row("chunk with leading zeros", post(CHUNKED) + b"000" + chunk(BODY), (422, 200)),
    Row("Host in a trailer", post(CHUNKED) + b"f\r\n" + BODY + b"\r\n0\r\nHost: b\r\n\r\n",
        (422, 200)),
    Row("Expect: 100-continue", post(LENGTH, b"Expect: 100-continue") + BODY, (422, 200)),
    Row("4,000 query items", get(b"/healthz?" + b"a&" * 4_000), (400, 200)),
    Row("GET with a body", get(b"/healthz", b"Content-Length: 3") + b"abc", (200, 200)),
    Row("a form and a page at once", post(LENGTH) + BODY + get(), (422, 200, 200)),
    Row("absolute form", get(b"http://{here}/healthz"), (200, 200)),
    Row("Connection with other words", get(b"/healthz", b"Connection: upgrade, keep-alive"),
        (200, 200)),
    Row("Upgrade: h2c", get(b"/healthz", b"Upgrade: h2c", b"HTTP2-Settings: AAMAAABk"), (200, 200)),
    Row("Range", get(b"/healthz", b"Range: bytes=0-0,1-1,-5"), (200, 200)),
    Row("a long list of wishes", get(b"/healthz", b"Accept-Encoding: " + b"gzip;q=0.1," * 500),
        (200, 200)),
]  # fmt: skip

REFUSED = [
    Row("NUL in the target", get(b"/healthz\0x"), (400,)),
    Row("LF as line end", b"GET /healthz HTTP/1.1\nHost: {here}\n\n", (400,)),
    Row("two different Hosts", get(b"/healthz", b"host: other"), (400,)),
    Row("bare CR in a value", get(b"/healthz", b"X-A: b\rX-B: c"), (400,)),
    Row("quote in a name", get(b"/healthz", b'X": b'), (400,)),
    Row("two lengths, the first is short", post(b"Content-Length: 3", LENGTH) + BODY, (400,)),
    Row("chunks and length", post(CHUNKED, LENGTH) + chunk(BODY), (400,)),
    Row("chunks, with a blank before the colon", post(b"Transfer-Encoding : chunked") + chunk(BODY),
        (400,)),
    Row("gzip, chunked", post(b"Transfer-Encoding: gzip, chunked") + chunk(BODY), (501,)),
    Row("unknown Expect", post(LENGTH, b"Expect: tea") + BODY, (417,)),
    Row("head of 40,000 bytes", get(b"/healthz", b"X-A: " + b"b" * 39_940), (431,)),
    Row("trailer of 56,000 bytes",
        post(CHUNKED) + b"0\r\nX-A: " + b"b" * 56_000 + b"\r\n\r\n", (431,)),
    Row("GET with chunks and a length",
        get(b"/healthz", CHUNKED, b"Content-Length: 3") + b"0\r\n\r\n", (400,)),
    Row("a proxy's target with a user", get(b"http://a@{here}/healthz"), (400,)),
    Row("another scheme", get(b"ftp://{here}/healthz"), (400,)),
    Row("no slash", get(b"healthz"), (400,)),
    Row("target of 8193 bytes", get(b"/" + b"a" * 8192), (414,)),
    Row("length over the limit", post(b"Content-Length: 65537"), (413,)),
]  # fmt: skip

# Requests with `Expect` get their response without sending the body; the
# connection is closed.
WITHOUT_CONTENT = [
    Row("POST with Expect", post(b"Content-Length: 0", b"Expect: 100-continue"), (400,)),
]

# Unsupported methods get a response, and the connection stays open.
METHODS = [
    Row(method.decode(), method + b" /healthz HTTP/1.1\r\n" + HOST + b"\r\n", (status, 200))
    for method, status in [
        (b"PUT", 405), (b"OPTIONS", 405), (b"TRACE", 405), (b"get", 501),
        (b"G!#$%&'*+-.^_`|~", 501), (b"A" * 2000, 501),
    ]
]  # fmt: skip

# libmicrohttpd 0.9.75 rejects these requests itself, some without a response.
# They lack the header fields of the site: see test_08_headers.py.
BY_THE_LIBRARY = [
    Row("HTTP/9.9", get(version=b"HTTP/9.9"), (505,)),
    Row("negative chunk size", post(CHUNKED) + b"-f\r\n" + BODY + b"\r\n0\r\n\r\n", (400,)),
    Row("chunk longer than its size", post(CHUNKED) + b"3\r\nabcdef\r\n0\r\n\r\n", (400,)),
    Row("target of 70 kB", get(b"/" + b"a" * 70_000), (414,)),
    Row("2,000 fields", get(b"/healthz", *(b"X-%d: abcdefgh" % n for n in range(2_000))), (431,)),
    Row("binary", bytes(range(256)) + b"\r\n\r\n", (400,)),
]  # fmt: skip

# As above, but with a duplicated response head.
TWICE = [
    Row(f"length {length.decode()}", post(b"Content-Length: " + length) + BODY, (status,))
    for length, status in [(b"3 3", 400), (b"3;", 400), (b"", 400), (b"9" * 20, 413)]
] + [
    # The library parses all cookies, and runs out of memory.
    Row("1,800 cookies", get(b"/healthz", b"Cookie: " + b"a=b;" * 1_800), (431,)),
]  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def nothing_is_added(shared: Server) -> Iterator[None]:
    """No form changes data. Workers share the tests, so each checks its own server after
    the last test."""
    yield
    assert ask(shared.url, "GET", "/animals?animal=raw").status == 404


def _send(server: Server, row: Row) -> bytes:
    here = netloc(server.url).encode()
    after = get(b"/healthz", b"Connection: close")
    return exchange(server.url, (row.sent + after).replace(b"{here}", here))


@pytest.mark.parametrize(
    "row", ACCEPTED + REFUSED + WITHOUT_CONTENT + METHODS + BY_THE_LIBRARY, ids=str
)
def test_03_raw_sockets(server: Server, row: Row) -> None:
    """The responses are those of the row; then the server accepts the next request.

    Requests that the site rejects get its error page.
    """
    received = answers(_send(server, row))
    assert tuple(answer.status for answer in received) == row.statuses
    if row in REFUSED + METHODS:
        assert received[0]["content-security-policy"] is not None
        assert received[0]["content-type"] == "text/html; charset=utf-8"
        assert received[0]["connection"] == (None if row in METHODS else "close")


@pytest.mark.parametrize("row", TWICE, ids=str)
def test_03_raw_sockets_answered_twice(server: Server, row: Row) -> None:
    """One response with a duplicated head, and the end of the connection."""
    lines = _send(server, row).split(b"\r\n")
    said = {int(line.split(b" ")[1]) for line in lines if line.startswith(b"HTTP/1.1 ")}
    assert said == set(row.statuses)
