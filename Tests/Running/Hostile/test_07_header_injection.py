"""7. Header injection: no value in a header field can end the field.

`wire` rejects responses with control characters in a field, so each use of it tests
this as well.
"""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

import pytest

import payloads
import quakes
import web
from events import Event, feed
from feeds import FeedServer
from server import Server, Starter
from wire import FORM, Answer, Connection

INJECTED = "X-Injected: yes"
OWN = [
    separator + INJECTED
    for separator in [
        "\r\n", "\n", "\r", "\r\n\r\n", "x\r\nContent-Length: 0\r\n\r\nHTTP/1.1 200 OK\r\n", "\0",
        "\r\n ", "\x0b", "\x0c", "\x85", "\u2028", "\u2029", "\u010d\u010a", "嘊嘍", "%0d%0a",
        "%250d%250a", "\x1b[2J", "é", "日本", "\ufeff", "\t", '"', ";", ",",
    ]
]  # fmt: skip
LISTS: dict[str, Callable[[], list[str]]] = {
    "own": lambda: [quote(text, safe="") for text in OWN],
    # Already encoded.
    "crlf": lambda: [line.lstrip("/") for line in payloads.lines("security/patt-crlf.txt")],
}
# All fields of any response.
KNOWN = {
    "access-control-allow-origin", "allow", "cache-control", "connection", "content-disposition", "content-encoding",
    "content-length", "content-security-policy", "content-type", "cross-origin-opener-policy",
    "cross-origin-resource-policy", "date", "etag", "location", "permissions-policy",
    "referrer-policy", "retry-after", "transfer-encoding", "vary", "x-accel-buffering",
    "x-content-type-options", "x-request-id",
}  # fmt: skip
# The places in which a value of a request occurs in a field of the response.
LOOKS = [
    "/quakes?q={0}&min=",  # Location: the empty field is removed.
    "/quakes?type={0}&min=",
    "/quakes?quake={0}&max=",
    "/quakes?units={0}&min=",
    "/quakes?tz={0}&min=",
    "/quakes.csv?q={0}",  # Content-Disposition.
    "/quakes.geojson?type={0}",
    "/quakes.atom?date=any&q={0}",
    "/animals?category={0}",
    "/live?page={0}",
    "/static/{0}",
    "/static/site.{0}.css",
    "/{0}",
]
POSTS = [
    ("/animals/categoryList/onTapTryAgainButton?category={0}&animal={0}", "a=b"),
    (web.ADD, "id={0}&name=x&diet=Omnivore&categoryId=Fish"),
    (web.ADD, "id=inject&name=x&diet=Omnivore&categoryId={0}"),
    (web.DELETE, "animalId={0}"),
    ("/quakes/quakeList/onTapDeleteSelectedQuakeButton?q={0}", "quakeId={0}"),
    ("/quakes/quakeList/onTapRefreshQuakesButton?q={0}", "range={0}"),
    ("/photos/bannerUpdate/onTapSubmitButton?q={0}&dialog=banner", "title={0}"),
    ("/breeds/breed/onTapAnotherPictureButton?breed={0}&sub={0}", "a=b"),
]
# Values that reach a response through a request header, or the log.
FIELDS = [
    "Cookie", "Last-Event-ID", "If-None-Match", "Accept-Encoding", "Accept-Language", "Referer",
    "User-Agent", "Origin", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "Range",
]  # fmt: skip


def assert_nothing_came_in(answer: Answer, sent: str) -> None:
    """Checks that the response has known fields only, each once, and nothing that was injected."""
    names = [name for name, _ in answer.fields]
    assert set(names) <= KNOWN, (sent, set(names) - KNOWN)
    assert len(names) == len(set(names)), (sent, names)
    for name, value in answer.fields:
        assert value.isascii(), (sent, name, value)
        assert "Set-Cookie:" not in value and INJECTED not in value, (sent, name, value)


@pytest.mark.parametrize("name", LISTS)
def test_07_header_injection(fresh: Server, name: str) -> None:
    """Every value, in every place of an address and of a form."""
    with Connection(fresh.url) as site:
        for value in LISTS[name]():
            for target in LOOKS:
                answer = site.ask("GET", target.format(value))
                assert answer.status in (200, 303, 400, 404), target.format(value)
                assert_nothing_came_in(answer, target.format(value))
                if "%00" in value:
                    assert answer.status == 400, target.format(value)
            for target, body in POSTS:
                answer = site.ask("POST", target.format(value), [FORM], body.format(value).encode())
                assert answer.status in (200, 303, 400, 404, 409, 422), (target, value)
                assert_nothing_came_in(answer, target.format(value) + body.format(value))


@pytest.mark.parametrize("field", FIELDS)
def test_07_header_injection_by_a_field(server: Server, field: str) -> None:
    """The same in a request header: control characters are rejected, and so are bytes that
    end the field."""
    with Connection(server.url) as site:
        for text in OWN:
            if "\r" in text or "\n" in text or "\0" in text:
                continue  # This is another request: see test_03_raw_sockets.py.
            for target in ("/animals", "/quakes?min=&q=x", "/nothing"):
                answer = site.ask("GET", target, [(field, text)])
                is_control = any(ord(letter) < 32 and letter != "\t" for letter in text)
                expected = (400,) if is_control else (200, 303, 404)
                assert answer.status in expected, (field, text)
                assert_nothing_came_in(answer, text)


def test_07_header_injection_of_ids_from_the_feed(start: Starter, feeds: FeedServer) -> None:
    """Ids of events in addresses come from the feed."""
    ids = [f"id-{number}{text}" for number, text in enumerate(OWN) if "\0" not in text]
    feeds.serve(all_week=feed([Event(id_) for id_ in ids]))
    program = start(feeds=feeds.url)
    assert quakes.refresh(program).status == 303
    with Connection(program.url) as site:
        for id_ in ids:
            value = quote(id_, safe="")
            for answer in (
                site.ask("GET", f"/quakes?date=any&quake={value}&min="),
                site.ask("GET", f"/quakes?date=any&quake={value}"),
            ):
                assert answer.status in (200, 303, 400, 404), id_
                assert_nothing_came_in(answer, id_)
