"""14. Log injection: no client can forge a line of the log."""

from __future__ import annotations

import re
from urllib.parse import quote

import payloads
import quakes
import web
from events import Event, feed
from feeds import FeedServer, Trouble
from server import Server, Starter
from wire import FORM, Connection, EventStream, exchange, netloc, request

FAKE = "2026-01-01T00:00:00+0000 info fieldguide: FAKE"
LINE = re.compile(
    r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4} "
    r"(trace|debug|info|notice|warning|error|critical) fieldguide: "
)
REFUSED = re.compile(
    r': client=127\.0\.0\.1 id=[0-9a-f]{8} reason="[^"]+" status=4\d\d \[\w+\] refused$'
)
# Control characters, line breaks, and bidirectional formatting.
HIDDEN = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u115f\u200e\u200f\u2028-\u202e\u2066-\u2069\u2800\u3164\ufeff]"
)
ENDS = ["\r\n", "\n", "\r", "\u2028", "\u2029", "\x85", "\x0b", "\x0c"]
UNSEEN = [
    *(end + FAKE for end in ENDS),
    "\x1b[31mred\x1b[0m",
    "\u202egnp.exe",
    "\x07",
    "\0",
    # Blank characters that are not whitespace in Unicode.
    "\u115f \u3164 \u2800",
]
TEXTS = [
    *UNSEEN,
    "é日本😀",
    # A combining accent does not turn a quote or an equals sign into another
    # character.
    'x y"\u0301 status=200 client=6.6.6.6 z="\u0301',
    "a=\u0301b",
]

FIELDS = ["User-Agent", "Referer", "X-Forwarded-For", "Origin", "Host", "Cookie", "X-Request-ID"]


def lines(program: Server) -> list[str]:
    """Returns all lines of the log, split at any line break that a reader may recognise."""
    text = program.complete_log()
    found = text.removesuffix("\n").split("\n")
    for line in found:
        assert LINE.match(line), line
        assert not HIDDEN.search(line), line
        assert not LINE.sub("", line).startswith("FAKE"), "unexpected line"
    return [line for line in found if "page cache" not in line]


def requests(program: Server) -> list[str]:
    """Returns the lines about requests."""
    return [line for line in lines(program) if line.endswith((" request", " refused"))]


def test_14_log_injection_one_line_each(start: Starter) -> None:
    """Each request is one line without hidden characters."""
    program = start("--log-level", "info")
    targets = [
        *("/" + quote(text) for text in TEXTS),
        *("/animals?category=" + quote(text) for text in TEXTS),
        *("/quakes?q=" + quote(text) for text in TEXTS),
        "/%0d%0aFAKE", "/%250d%250aFAKE", "/x%1b%5b31m", "/%e2%80%ae", "/x?" + "a" * 8_000,
        "/status=200", "/x?target=/y&status=200&id=00000000", "/\"'<>`{}|^", "/;ls", "/$(id)",
    ]  # fmt: skip
    with Connection(program.url) as site:
        for target in targets:
            assert site.ask("GET", target).status in (200, 400, 404), target
    found = requests(program)
    assert len(found) == len(targets)
    assert not [line for line in found if re.search(r"(^|\s)FAKE", line)]


def test_14_log_injection_of_raw_bytes(start: Starter) -> None:
    """Bytes that are invalid in a target, method or field."""
    program = start("--log-level", "info")
    host = b"Host: " + netloc(program.url).encode() + b"\r\nConnection: close\r\n"
    sent = [
        b"GET /\x1b[31m HTTP/1.1\r\n" + host + b"\r\n",
        b"GET /\xe2\x80\xae HTTP/1.1\r\n" + host + b"\r\n",
        b"GET /\xff\xfe HTTP/1.1\r\n" + host + b"\r\n",
        b"GET /a b HTTP/1.1\r\n" + host + b"\r\n",
        b"\x1b[31m / HTTP/1.1\r\n" + host + b"\r\n",
        b"G\xe4T / HTTP/1.1\r\n" + host + b"\r\n",
        b"FAKE / HTTP/1.1\r\n" + host + b"\r\n",
        b"GET / HTTP/1.1\r\nX-\x1b: y\r\n" + host + b"\r\n",
        b"GET / HTTP/1.1\r\nHost: \x1b[31m\r\nConnection: close\r\n\r\n",
        b"GET http://\x1b/ HTTP/1.1\r\n" + host + b"\r\n",
        b"GET ftp://FAKE HTTP/1.1\r\n" + host + b"\r\n",
    ]
    for bytes_ in sent:
        exchange(program.url, bytes_)
    found = requests(program)
    assert len(found) == len(sent)
    refused = [line for line in found if line.endswith(" refused")]
    assert refused and all(REFUSED.search(line) for line in refused), refused


def test_14_log_injection_of_fields(start: Starter) -> None:
    """The same for header fields."""
    program = start("--log-level", "info")
    texts = [text for text in TEXTS if not re.search("[\r\n\0]", text)]
    texts += [FAKE, "\x1b]0;title\x07", "\udcff\udcfe"]
    for field in FIELDS:
        for text in texts:
            fields = [] if field == "Host" else [(field, text)]
            host = text if field == "Host" else None
            sent = request(program.url, "GET", "/animals", fields, closing=True, host=host)
            assert b"HTTP/1.1 " in exchange(program.url, sent), field
    assert len(requests(program)) == len(FIELDS) * len(texts)


def log_everything(
    start: Starter, feeds: FeedServer, names: list[str], *options: str
) -> Server:
    """Makes the program log each message that contains names."""
    feeds.serve(all_week=feed([Event(f"e{number}{name}", place=name, type=name or "x")
                               for number, name in enumerate(names)]))  # fmt: skip
    program = start("--log-level", "trace", *options, feeds=feeds.url)
    with Connection(program.url) as site:
        for number, name in enumerate(names):
            form = f"id=n{number}&name={quote(name)}&diet=Omnivore&categoryId=Fish"
            site.ask("POST", web.ADD, [FORM], form.encode())
            site.ask("POST", web.DELETE, [FORM], f"animalId={quote(name)}".encode())
            site.ask("POST", "/photos/bannerUpdate/onTapSubmitButton", [FORM],
                     f"title={quote(name)}".encode())  # fmt: skip
            page = quote("/animals?category=" + quote(name, safe=""), safe="")
            EventStream(program.url, f"/live?page={page}").close()
        assert quakes.refresh(program).status == 303
        for trouble in Trouble:
            feeds.fail(trouble)
            quakes.refresh(program, "allDay")
    return program


def test_14_log_injection_of_all_messages(start: Starter, feeds: FeedServer) -> None:
    """With names from forms and from a feed, each line starts as expected, and contains no
    hidden characters."""
    names = [*payloads.OWN_TEXTS, *TEXTS]
    assert len(lines(log_everything(start, feeds, names))) > 10


def test_14_log_injection_is_detected() -> None:
    """The checks detect forged lines."""
    assert not LINE.match("FAKE") and LINE.match(FAKE)
    assert all(HIDDEN.search(text) for text in UNSEEN)
    assert not HIDDEN.search(FAKE)
