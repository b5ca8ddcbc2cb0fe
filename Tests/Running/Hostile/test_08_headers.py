"""8. Headers: every response has the security header fields.

The exceptions are the error pages of libmicrohttpd 0.9.75: the table below lists all
inputs that cause them.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable

import pytest

import web
from server import Server, Starter
from test_03_raw_sockets import BY_THE_LIBRARY, TWICE, Row, _send
from wire import FORM, Answer, EventStream, Fields, answers, ask, exchange, request

HTML = "text/html; charset=utf-8"
UPDATE = b"animalId=Dog&version=outdated&name=Wolf&diet=Omnivore&categoryId=Mammal"

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "media-src": "'self'",
    "connect-src": "'self'",
    "font-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
    "object-src": "'none'",
    "require-trusted-types-for": "'script'",
}
COMMON = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
NEVER = {"server", "x-powered-by", "set-cookie", "access-control-allow-origin"}
OPEN = {"cross-origin-resource-policy": "cross-origin", "access-control-allow-origin": "*"}
CACHING = {"no-store", "no-cache", "public, max-age=31536000, immutable"}


def problems(answer: Answer, *, secure: bool = False, is_open: bool = False) -> list[str]:
    """Returns the problems with the common fields of a response.

    An open response may be read by the pages of other sites.
    """
    common, never = (COMMON | OPEN, NEVER - OPEN.keys()) if is_open else (COMMON, NEVER)
    found = [f"{name}: {answer[name]}" for name in common if answer[name] != common[name]]
    found += [f"there is {name}" for name in never if answer.all(name)]
    policy = dict(
        part.strip().split(" ", 1) for part in (answer["content-security-policy"] or "").split(";")
        if " " in part.strip()
    )  # fmt: skip
    # Images of breeds come from the host of the breeds API.
    policy["img-src"] = re.sub(r" https?://[\w.:-]+", "", policy.get("img-src", ""))
    found += [
        f"{name} is {policy.get(name)}" for name in POLICY if policy.get(name) != POLICY[name]
    ]
    found += ["the policy has unsafe parts"] if "unsafe" in str(policy) else []
    features = answer["permissions-policy"] or ""
    found += [
        f"{feature} is not off"
        for feature in ("camera", "microphone", "payment", "usb")
        if f"{feature}=()" not in features
    ]
    found += [] if "geolocation=(self)" in features else ["the position is not for this site alone"]
    transport = answer["strict-transport-security"]
    found += [] if transport == ("max-age=31536000" if secure else None) else [f"HSTS {transport}"]
    content = answer["content-type"]
    if content is not None and content.startswith("text/") and "charset=utf-8" not in content:
        found.append(content)
    found += [] if answer["date"] else ["no date"]
    return found


_Maker = Callable[[Server], Answer]


def _asset(server: Server) -> str:
    found = re.search(r'"(/static/[^"]+\.css)"', ask(server.url, "GET", "/").text)
    assert found
    return found[1]


def _known(server: Server, target: str) -> Fields:
    return [("If-None-Match", ask(server.url, "GET", target)["etag"] or "")]


def _answer(method: str, target: str, fields: Fields = (), body: bytes = b"") -> _Maker:
    return lambda server: ask(server.url, method, target, fields, body)


# Each status of the site, by its cause. More causes: WebSiteTests/StatusTests.swift.
ANSWERS: dict[str, tuple[int, str | None, _Maker]] = {
    "page": (200, HTML, _answer("GET", "/animals?category=Mammal&animal=Dog")),
    "page, head only": (200, HTML, _answer("HEAD", "/animals")),
    "compressed": (200, HTML, _answer("GET", "/animals", [("Accept-Encoding", "gzip")])),
    "breeds": (200, HTML, _answer("GET", "/breeds")),
    "health": (200, "text/plain; charset=utf-8", _answer("GET", "/healthz")),
    "geojson": (200, "application/geo+json", _answer("GET", "/quakes.geojson")),
    "csv": (200, "text/csv; charset=utf-8", _answer("GET", "/quakes.csv")),
    "atom": (200, "application/atom+xml; charset=utf-8", _answer("GET", "/quakes.atom")),
    "static": (200, "text/css; charset=utf-8", lambda one: ask(one.url, "GET", _asset(one))),
    "redirection": (303, None, _answer("GET", "/quakes?q=&min=1")),
    "form": (
        303, None, _answer("POST", web.ADD, [FORM], b"id=h&name=x&diet=Omnivore&categoryId=Fish")
    ),
    "not modified": (
        304, None, lambda one: ask(one.url, "GET", "/photos", _known(one, "/photos"))
    ),
    "static, not modified": (
        304, None, lambda one: ask(one.url, "GET", _asset(one), _known(one, _asset(one)))
    ),
    "malformed form": (400, HTML, _answer("POST", web.ADD, [FORM], b"x")),
    "malformed, head only": (400, HTML, _answer("HEAD", "/animals?category=%FF")),
    "refused before it is read": (400, HTML, _answer("GET", "/a\tb")),
    "another site": (403, HTML, _answer("POST", web.ADD, [FORM, ("Origin", "null")], b"id=x")),
    "no file": (404, HTML, _answer("GET", "/static/site.0000000000000000.css")),
    "no stream": (404, HTML, _answer("GET", "/live?page=/nothing")),
    "look at a form": (405, HTML, _answer("GET", web.ADD)),
    "changed meanwhile": (409, HTML, _answer("POST", web.UPDATE, [FORM], UPDATE)),
    "too large": (413, HTML, _answer("POST", web.ADD, [FORM], b"x" * 65_537)),
    "too many fields": (413, HTML, _answer("POST", web.ADD, [FORM], b"a=b&" * 201)),
    "too long": (414, HTML, _answer("GET", "/" + "a" * 8192)),
    "no form": (415, HTML, _answer("POST", web.ADD, [("Content-Type", "text/plain")], b"x")),
    "invalid": (422, HTML, _answer("POST", web.ADD, [FORM], b"id=x&name=")),
    "unknown method": (501, HTML, _answer("BREW", "/")),
}  # fmt: skip
EXPORTS = {"geojson", "csv", "atom"}


@pytest.mark.parametrize("name", ANSWERS)
def test_08_headers(shared: Server, name: str) -> None:
    """Each status, with the common fields and its own."""
    status, content, make = ANSWERS[name]
    answer = make(shared)
    assert answer.status == status
    assert problems(answer, is_open=name in EXPORTS) == []
    assert answer["content-type"] == content
    assert answer["cache-control"] in CACHING
    if status == 405:
        assert answer["allow"] in ("POST", "GET, HEAD")
    if status in (303, 304) or "head only" in name:
        assert answer.body == b""
    if status >= 400:
        assert answer["cache-control"] == "no-store" and answer["etag"] is None


def test_08_headers_missing_fields_are_detected() -> None:
    """A response without the fields has all problems."""
    bare = Answer(200, (("server", "x"), ("content-type", "text/html")), b"")
    assert len(problems(bare)) == len(COMMON) + len(POLICY) + 5 + 1 + 1 + 1


def test_08_headers_of_a_stream(shared: Server) -> None:
    """A stream has the fields of a page."""
    with EventStream(shared.url, "/live?page=/animals") as stream:
        answer = Answer(stream.status, tuple(stream.fields.items()), b"")
    assert answer.status == 200
    assert problems(answer) == []
    assert answer["content-type"] == "text/event-stream; charset=utf-8"
    assert answer["cache-control"] == "no-store"
    assert answer["x-accel-buffering"] == "no"


def test_08_headers_when_the_disk_fails(start: Starter) -> None:
    """503: a change that could not be saved is not confirmed. 500 is for unexpected errors
    only, and no test causes one."""
    program = start()
    assert ask(program.url, "GET", "/animals?category=Fish").status == 200
    with sqlite3.connect(program.data / "animals.sqlite") as other:
        [name] = other.execute(
            "SELECT name FROM sqlite_master WHERE name LIKE 'animal%'"
        ).fetchone()
        other.execute(
            f"CREATE TRIGGER full BEFORE INSERT ON {name} BEGIN SELECT RAISE(ABORT, 'full'); END"
        )
    other.close()
    form = b"id=locked&name=x&diet=Omnivore&categoryId=Fish"
    answer = ask(program.url, "POST", web.ADD, [FORM], form)
    assert answer.status == 503
    assert problems(answer) == []


@pytest.mark.parametrize("row", BY_THE_LIBRARY + TWICE, ids=str)
def test_08_headers_of_the_library(server: Server, row: Row) -> None:
    """The error pages of libmicrohttpd lack the fields. If one gets them, move its row to
    REFUSED in test_03_raw_sockets.py."""
    heads = _send(server, row).split(b"\r\n\r\n")[0]
    assert b"Content-Security-Policy" not in heads
    assert b"Server:" not in heads


def test_08_headers_of_an_interim_answer(server: Server) -> None:
    """`100 Continue` has no fields; the final response has them."""
    form = b"id=x&name="
    sent = request(
        server.url, "POST", web.ADD, [FORM, ("Expect", "100-continue")], form, closing=True
    )
    received = exchange(server.url, sent)
    assert received.startswith(b"HTTP/1.1 100 Continue\r\n\r\n")
    [answer] = answers(received)
    assert answer.status == 422
    assert problems(answer) == []
