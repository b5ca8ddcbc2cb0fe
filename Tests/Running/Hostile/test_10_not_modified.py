"""10. Not modified: a page that the browser has is not sent again.

Parsing of `If-None-Match`: WebSiteTests/CachingTests.swift. The report of an HTTP
checker: Program/test_caching.py (redbot, all pages).
"""

from __future__ import annotations

import gzip

import pytest

import web
from server import Server
from wire import Answer, Connection, Fields

FORM = ("Content-Type", "application/x-www-form-urlencoded")
GZIP = ("Accept-Encoding", "gzip")
# The front page shows the data that are loaded so far: wait for all guides.
PAGES = web.START_PAGES
# The fields that a 304 has in common with the 200 (RFC 9110, section 15.4.5).
KEPT = ("cache-control", "etag", "vary", "content-security-policy", "date")


def get(site: Connection, target: str, *fields: tuple[str, str]) -> Answer:
    """Returns a page."""
    return site.ask("GET", target, fields)


@pytest.mark.parametrize("target", PAGES)
def test_10_not_modified(server: Server, target: str) -> None:
    """A tag is found in a list, and another one is not."""
    with Connection(server.url) as site:
        page = get(site, target)
        tag = page["etag"] or ""
        assert page.status == 200 and tag.startswith('"')
        assert page["vary"] == "Accept-Encoding"
        assert page["cache-control"] == "no-cache"
        for field in (tag, f'"other", W/{tag} '):
            answer = get(site, target, ("If-None-Match", field))
            assert (answer.status, answer.body) == (304, b"")
            # The two dates may differ by two seconds.
            assert all(answer[kept] == page[kept] for kept in KEPT if kept != "date")
            assert answer["date"] and answer["content-type"] is None
            assert answer["transfer-encoding"] is None and answer["content-encoding"] is None
        answer = get(site, target, ("If-None-Match", '"other"'))
        assert (answer.status, answer.body) == (200, page.body)


@pytest.mark.parametrize("target", PAGES)
def test_10_not_modified_has_the_right_length(server: Server, target: str) -> None:
    """A length in a 304 must be that of the page (RFC 9110, 8.6)."""
    with Connection(server.url) as site:
        page = get(site, target)
        answer = get(site, target, ("If-None-Match", page["etag"] or ""))
    assert answer["content-length"] in (None, str(len(page.body)))


@pytest.mark.parametrize("target", PAGES)
def test_10_not_modified_compressed(server: Server, target: str) -> None:
    """The compressed variant has its own tag."""
    with Connection(server.url) as site:
        plain, packed = get(site, target), get(site, target, GZIP)
        assert packed["content-encoding"] == "gzip"
        assert gzip.decompress(packed.body) == plain.body
        tag, other = packed["etag"] or "", plain["etag"] or ""
        assert tag != other
        assert packed["vary"] == plain["vary"] == "Accept-Encoding"
        known = get(site, target, GZIP, ("If-None-Match", tag))
        assert (known.status, known["etag"], known["vary"]) == (304, tag, "Accept-Encoding")
        assert get(site, target, GZIP, ("If-None-Match", other)).status == 200
        assert get(site, target, ("If-None-Match", tag)).status == 200


@pytest.mark.parametrize("target", PAGES)
def test_10_not_modified_head(server: Server, target: str) -> None:
    """`HEAD` gets the same fields."""
    with Connection(server.url) as site:
        page, head = get(site, target), site.ask("HEAD", target)
        for name in ("etag", "vary", "cache-control", "content-type", "content-length"):
            assert head[name] == page[name], name
        known: Fields = [("If-None-Match", page["etag"] or "")]
        assert site.ask("HEAD", target, known).status == 304


def test_10_not_modified_two_fields(server: Server) -> None:
    """A list may be split into several fields."""
    with Connection(server.url) as site:
        tag = get(site, "/animals")["etag"] or ""
        answer = get(site, "/animals", ("If-None-Match", '"other"'), ("If-None-Match", tag))
        assert answer.status in (200, 304)
        assert answer.status == 304 or answer.body


def test_10_not_modified_after_a_post(fresh: Server) -> None:
    """A tag changes if and only if the content does; the same content has the same tag again."""
    mammals, fish, front = "/animals?category=Mammal", "/animals?category=Fish", "/photos"
    with Connection(fresh.url) as site:
        tags = {target: get(site, target)["etag"] or "" for target in (mammals, fish, front)}

        def statuses() -> list[int]:
            return [
                get(site, target, ("If-None-Match", tag)).status for target, tag in tags.items()
            ]

        assert statuses() == [304, 304, 304]
        form = b"id=new&name=Perch&diet=Omnivore&categoryId=Fish"
        assert site.ask("POST", web.ADD, [FORM], form).status == 303
        # The number of fish is shown beside every list.
        assert statuses() == [200, 200, 304]
        assert "Perch" in get(site, fish, ("If-None-Match", tags[fish])).text
        question = site.ask("GET", "/animals?animal=new&dialog=delete").text
        assert site.ask("POST", web.DELETE, [FORM], web.posted(question)).status == 303
        assert statuses() == [304, 304, 304]


@pytest.mark.parametrize(
    "target", ["/nothing", "/animals?animal=Dodo", "/animals?dialog=x", "/healthz", web.ADD]
)
def test_10_not_modified_is_for_pages(server: Server, target: str) -> None:
    """Errors and health checks have no validators."""
    with Connection(server.url) as site:
        for tag in ("*", '"x"'):
            answer = get(site, target, ("If-None-Match", tag))
            assert answer.status != 304 and answer.body
            assert answer["etag"] is None and answer["cache-control"] == "no-store"


def test_10_not_modified_is_for_safe_methods(fresh: Server) -> None:
    """A post ignores conditions."""
    form = b"id=new&name=Perch&diet=Omnivore&categoryId=Fish"
    with Connection(fresh.url) as site:
        answer = site.ask("POST", web.ADD, [FORM, ("If-None-Match", "*")], form)
        assert answer.status == 303
        assert get(site, "/animals?animal=new").status == 200


def test_10_not_modified_for_one_visitor(server: Server) -> None:
    """The form for a new animal has an id for one visitor, and is not cached."""
    with Connection(server.url) as site:
        first, second = (get(site, "/animals?category=Fish&dialog=add") for _ in range(2))
        assert first.body != second.body
        assert first["etag"] is None and first["cache-control"] == "private, no-cache"
