"""3. Raw sockets: requests that no browser sends, against the whole program.

The rows for the server alone: WebServerTests/ConformanceRows.swift. Here the whole
program responds: each row is followed by a valid request, whose response shows whether
server and client agree on the end of the row.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

import web
from server import Server
from wire import answers, ask, connect, exchange, netloc, receive_to_end

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
    Row("HTTP/1.2", get(version=b"HTTP/1.2"), (200, 200)),
    Row("POST", post(LENGTH) + BODY, (422, 200)),
    Row("POST in chunks", post(CHUNKED) + chunk(BODY), (422, 200)),
    Row("POST in chunks, in capitals", post(b"TRANSFER-ENCODING: CHUNKED") + chunk(BODY),
        (422, 200)),
    Row("a byte a chunk", post(CHUNKED) + b"".join(b"1\r\n%c\r\n" % byte for byte in BODY)
        + b"0\r\n\r\n", (422, 200)),
    Row("chunk with leading zeros", post(CHUNKED) + b"000" + chunk(BODY), (422, 200)),
    Row("chunk extension", post(CHUNKED) + b"f;a=b\r\n" + BODY + b"\r\n0\r\n\r\n", (422, 200)),
    Row("trailer", post(CHUNKED) + b"f\r\n" + BODY + b"\r\n0\r\nX-A: b\r\n\r\n", (422, 200)),
    Row("Host in a trailer", post(CHUNKED) + b"f\r\n" + BODY + b"\r\n0\r\nHost: b\r\n\r\n",
        (422, 200)),
    Row("Expect: 100-continue", post(LENGTH, b"Expect: 100-continue") + BODY, (422, 200)),
    Row("Expect: 100-Continue", post(LENGTH, b"Expect: 100-Continue") + BODY, (422, 200)),
    Row("500 query items", get(b"/healthz?" + b"a&" * 500), (400, 200)),
    Row("4,000 query items", get(b"/healthz?" + b"a&" * 4_000), (400, 200)),
    Row("GET with a body", get(b"/healthz", b"Content-Length: 3") + b"abc", (200, 200)),
    Row("three at once", get() * 3, (200, 200, 200, 200)),
    Row("a form and a page at once", post(LENGTH) + BODY + get(), (422, 200, 200)),
    Row("empty lines first", b"\r\n\r\n" + get(), (200, 200)),
    Row("absolute form", get(b"http://{here}/healthz"), (200, 200)),
    Row("blanks around a value", get(b"/healthz", b"X-A: \t b \t "), (200, 200)),
    Row("no blank before a value", get(b"/healthz", b"X-A:b"), (200, 200)),
    Row("an empty value", get(b"/healthz", b"X-A:"), (200, 200)),
    Row("8-bit bytes in a value", get(b"/healthz", b"X-A: \xff\xc3\xa4"), (200, 200)),
    Row("100 fields", get(b"/healthz", *(b"X-%d: a" % n for n in range(100))), (200, 200)),
    Row("Connection with other words", get(b"/healthz", b"Connection: upgrade, keep-alive"),
        (200, 200)),
    Row("Upgrade: h2c", get(b"/healthz", b"Upgrade: h2c", b"HTTP2-Settings: AAMAAABk"), (200, 200)),
    Row("Range", get(b"/healthz", b"Range: bytes=0-0,1-1,-5"), (200, 200)),
    Row("a long list of wishes", get(b"/healthz", b"Accept-Encoding: " + b"gzip;q=0.1," * 500),
        (200, 200)),
]  # fmt: skip

REFUSED = [
    Row("fields after an empty name", get(b"/healthz", b": b", b"X-A: c"), (400,)),
    Row("empty name", get(b"/healthz", b": b"), (400,)),
    Row("NUL in the target", get(b"/healthz\0x"), (400,)),
    Row("NUL in a value", get(b"/healthz", b"X-A: b\0c"), (400,)),
    Row("LF as line end", b"GET /healthz HTTP/1.1\nHost: {here}\n\n", (400,)),
    Row("two blanks before the target", b"GET  /healthz HTTP/1.1\r\n" + HOST + b"\r\n", (400,)),
    Row("no Host", b"GET /healthz HTTP/1.1\r\n\r\n", (400,)),
    Row("two Hosts", get(b"/healthz", b"Host: {here}"), (400,)),
    Row("two different Hosts", get(b"/healthz", b"host: other"), (400,)),
    Row("blank before the colon", get(b"/healthz", b"X-A : b"), (400,)),
    Row("tab before the colon", get(b"/healthz", b"X-A\t: b"), (400,)),
    Row("blank before the first name", b"GET /healthz HTTP/1.1\r\n " + HOST + b"\r\n", (400,)),
    Row("bell in a value", get(b"/healthz", b"X-A: b\x07c"), (400,)),
    Row("delete in a value", get(b"/healthz", b"X-A: b\x7fc"), (400,)),
    Row("bare CR in a value", get(b"/healthz", b"X-A: b\rX-B: c"), (400,)),
    Row("brackets in a name", get(b"/healthz", b"X[]: b"), (400,)),
    Row("8-bit byte in a name", get(b"/healthz", b"X-\xe4: b"), (400,)),
    Row("quote in a name", get(b"/healthz", b'X": b'), (400,)),
    Row("two equal lengths", post(LENGTH, LENGTH) + BODY, (400,)),
    Row("two lengths", post(LENGTH, b"Content-Length: 3") + BODY, (400,)),
    Row("two lengths, the first is short", post(b"Content-Length: 3", LENGTH) + BODY, (400,)),
    Row("length and chunks", post(LENGTH, CHUNKED) + chunk(BODY), (400,)),
    Row("chunks and length", post(CHUNKED, LENGTH) + chunk(BODY), (400,)),
    Row("chunks, with a blank before the colon", post(b"Transfer-Encoding : chunked") + chunk(BODY),
        (400,)),
    Row("chunks twice", post(CHUNKED, CHUNKED) + chunk(BODY), (501,)),
    Row("xchunked", post(b"Transfer-Encoding: xchunked") + chunk(BODY), (501,)),
    Row("chunked, identity", post(b"Transfer-Encoding: chunked, identity") + chunk(BODY), (501,)),
    Row("identity, chunked", post(b"Transfer-Encoding: identity, chunked") + chunk(BODY), (501,)),
    Row("gzip, chunked", post(b"Transfer-Encoding: gzip, chunked") + chunk(BODY), (501,)),
    *(
        Row(f"Transfer-Encoding {value!r}", post(b"Transfer-Encoding: " + value) + chunk(BODY),
            (501,))
        for value in (b"chunked ", b"chunked\t", b"chunked,", b",chunked", b"chunked;a=b", b"")
    ),
    *(
        Row(f"Expect {value!r}", post(LENGTH, b"Expect: " + value) + BODY, (417,))
        for value in (b"tea", b"100-continue ", b"100-continue, 100-continue", b"")
    ),
    Row("Expect twice", post(LENGTH, b"Expect: 100-continue", b"Expect: 100-continue") + BODY,
        (417,)),
    *(
        Row(f"head of {size} bytes", get(b"/healthz", b"X-A: " + b"b" * (size - 60)), (431,))
        for size in (25_000, 32_400, 40_000, 56_000, 57_000)
    ),
    Row("400 fields", get(b"/healthz", *(b"X-%d: a" % n for n in range(400))), (431,)),
    Row("trailer of 56,000 bytes",
        post(CHUNKED) + b"0\r\nX-A: " + b"b" * 56_000 + b"\r\n\r\n", (431,)),
    Row("chunked in HTTP/1.0", post(CHUNKED, version=b"HTTP/1.0") + chunk(BODY), (400,)),
    Row("GET with chunks and a length",
        get(b"/healthz", CHUNKED, b"Content-Length: 3") + b"0\r\n\r\n", (400,)),
    Row("blank in the target", get(b"/heal thz"), (400,)),
    Row("tab in the target", get(b"/heal\tthz"), (400,)),
    Row("8-bit bytes in the target", get(b"/\xc3\xa4"), (400,)),
    Row("control in the target", get(b"/\x1b[31m"), (400,)),
    Row("asterisk", b"OPTIONS * HTTP/1.1\r\n" + HOST + b"\r\n", (400,)),
    Row("authority form", b"CONNECT a:443 HTTP/1.1\r\n" + HOST + b"\r\n", (400,)),
    Row("a proxy's target with a user", get(b"http://a@{here}/healthz"), (400,)),
    Row("another scheme", get(b"ftp://{here}/healthz"), (400,)),
    Row("no slash", get(b"healthz"), (400,)),
    Row("target of 8193 bytes", get(b"/" + b"a" * 8192), (414,)),
    Row("length over the limit", post(b"Content-Length: 65537"), (413,)),
    Row("length over the limit, with leave asked for",
        post(b"Content-Length: 65537", b"Expect: 100-continue"), (413,)),
    Row("chunks over the limit", post(CHUNKED) + (b"1000\r\n" + b"x" * 4096 + b"\r\n") * 17
        + b"0\r\n\r\n", (413,)),
]  # fmt: skip

# Requests with `Expect` get their response without sending the body; the
# connection is closed.
WITHOUT_CONTENT = [
    Row("GET with Expect", get(b"/healthz", b"Expect: 100-continue"), (200,)),
    Row("POST with Expect", post(b"Content-Length: 0", b"Expect: 100-continue"), (400,)),
]

# Unsupported methods get a response, and the connection stays open.
METHODS = [
    Row(method.decode(), method + b" /healthz HTTP/1.1\r\n" + HOST + b"\r\n", (status, 200))
    for method, status in [
        (b"PUT", 405), (b"DELETE", 405), (b"OPTIONS", 405), (b"PATCH", 405), (b"TRACE", 405),
        (b"FOO", 501), (b"get", 501), (b"Get", 501), (b"PROPFIND", 501), (b"G!#$%&'*+-.^_`|~", 501),
        (b"A" * 2000, 501),
    ]
]  # fmt: skip

# libmicrohttpd 0.9.75 rejects these requests itself, some without a response.
# They lack the header fields of the site: see test_08_headers.py.
BY_THE_LIBRARY = [
    Row("HTTP/9.9", get(version=b"HTTP/9.9"), (505,)),
    Row("HTTP/2 preface", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", (505,)),
    Row("HTTP/0.9", b"GET /healthz\r\n\r\n", (400,)),
    Row("NUL in a name", get(b"/healthz", b"X-\0A: b"), (400,)),
    Row("line without a colon", get(b"/healthz", b"nothing"), (400,)),
    Row("chunk size zz", post(CHUNKED) + b"zz\r\n" + BODY + b"\r\n0\r\n\r\n", (400,)),
    Row("chunk size 0xf", post(CHUNKED) + b"0xf\r\n" + BODY + b"\r\n0\r\n\r\n", (400,)),
    Row("negative chunk size", post(CHUNKED) + b"-f\r\n" + BODY + b"\r\n0\r\n\r\n", (400,)),
    Row("chunk size beyond 64 bits", post(CHUNKED) + b"f" * 17 + b"\r\nabc\r\n0\r\n\r\n", (413,)),
    Row("chunk longer than its size", post(CHUNKED) + b"3\r\nabcdef\r\n0\r\n\r\n", (400,)),
    Row("head of 70 kB", get(b"/healthz", b"X-A: " + b"b" * 70_000), (431,)),
    Row("target of 70 kB", get(b"/" + b"a" * 70_000), (414,)),
    Row("2,000 fields", get(b"/healthz", *(b"X-%d: abcdefgh" % n for n in range(2_000))), (431,)),
    Row("chunk extension of 70 kB", post(CHUNKED) + b"f;" + b"a" * 70_000, (500,)),
    Row("TLS", b"\x16\x03\x01\x00\x05hello\r\n\r\n", ()),
    Row("binary", bytes(range(256)) + b"\r\n\r\n", (400,)),
]  # fmt: skip

# As above, but with a duplicated response head.
TWICE = [
    Row(f"length {length.decode()}", post(b"Content-Length: " + length) + BODY, (status,))
    for length, status in [
        (b"-3", 400), (b"+3", 400), (b"0x3", 400), (b"3, 3", 400), (b"3 3", 400), (b"3;", 400),
        (b"", 400), (b"3 ", 400), (b"3\t", 400), (b"9" * 20, 413),
    ]
] + [
    # The library parses all cookies, and runs out of memory.
    Row("1,800 cookies", get(b"/healthz", b"Cookie: " + b"a=b;" * 1_800), (431,)),
]  # fmt: skip

# These should be rejected, but the library hides the difference.
TOLERATED = [
    Row("LF in chunk lines", post(CHUNKED) + b"f\n" + BODY + b"\n0\n\n", (422, 200)),
    Row("CR in a chunk extension", post(CHUNKED) + b"f;a\rb\r\n" + BODY + b"\r\n0\r\n\r\n",
        (422, 200)),
    Row("NUL in a chunk extension", post(CHUNKED) + b"f;a\0b\r\n" + BODY + b"\r\n0\r\n\r\n",
        (422, 200)),
]


# A folded line continues a value (RFC 9112, section 5.2), or is rejected.
# libmicrohttpd 0.9.75 appends it to the name, so that some fields disappear and
# others appear.
FOLDED = [
    Row("folded field", get(b"/healthz", b"X-A: b\r\n c"), (400,)),
    Row("folded Host beside another", get(b"/healthz", b"Host: other\r\n x"), (400,)),
    Row("folded length vanishes", post(LENGTH + b"\r\n x") + BODY, (400,)),
    Row("length from nowhere", post(b"Content: %d\r\n -Length" % len(BODY)) + BODY, (400,)),
    Row("chunks from nowhere", post(b"Transfer: chunked\r\n -Encoding") + chunk(BODY), (400,)),
    Row("folded by a tab", post(b"Content: %d\r\n\t-Length" % len(BODY)) + BODY, (400,)),
    Row("folded twice", post(b"Content: %d\r\n -Len\r\n gth" % len(BODY)) + BODY, (400,)),
]


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
    "row",
    ACCEPTED + REFUSED + WITHOUT_CONTENT + METHODS + BY_THE_LIBRARY + TOLERATED,
    ids=str,
)
def test_03_raw_sockets(server: Server, row: Row) -> None:
    """The responses are those of the row; then the server accepts the next request."""
    assert tuple(answer.status for answer in answers(_send(server, row))) == row.statuses


@pytest.mark.parametrize("row", FOLDED, ids=str)
def test_03_raw_sockets_folded(server: Server, row: Row) -> None:
    """Two parsers of a folded field must not read two different fields."""
    got = tuple(answer.status for answer in answers(_send(server, row)))
    assert got[0] == 400 and len(got) == 1, got


@pytest.mark.parametrize("row", TWICE, ids=str)
def test_03_raw_sockets_answered_twice(server: Server, row: Row) -> None:
    """One response with a duplicated head, and the end of the connection."""
    lines = _send(server, row).split(b"\r\n")
    said = {int(line.split(b" ")[1]) for line in lines if line.startswith(b"HTTP/1.1 ")}
    assert said == set(row.statuses)


@pytest.mark.parametrize("row", REFUSED + METHODS, ids=str)
def test_03_raw_sockets_error_pages_have_all_fields(server: Server, row: Row) -> None:
    """Requests that the site rejects get its error page."""
    refusal = answers(_send(server, row))[0]
    assert refusal["content-security-policy"] is not None
    assert refusal["content-type"] == "text/html; charset=utf-8"
    assert refusal["connection"] == (None if row in METHODS else "close")


@pytest.mark.parametrize("pause", [0.0, 0.002], ids=["bytes", "slow bytes"])
def test_03_raw_sockets_byte_by_byte(server: Server, pause: float) -> None:
    """The segmentation into packets does not matter."""
    sent = post(CHUNKED) + b"8\r\n" + BODY[:8] + b"\r\n" + chunk(BODY[8:])
    sent += get(b"/healthz", b"Connection: close")
    with connect(server.url) as connection:
        for byte in sent.replace(b"{here}", netloc(server.url).encode()):
            connection.sendall(bytes([byte]))
            time.sleep(pause)
        assert [one.status for one in answers(receive_to_end(connection))] == [422, 200]
