"""6. Open redirects: no address and no form redirects to another site.

`Location` and redirects of streams are printed from routes. The only parameter with an
address is that of `/sign-in`: test_access_editors.py.
"""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote, urljoin, urlsplit

import pytest

import payloads
import web
from documents import parse
from server import Server
from wire import FORM, Answer, Connection, Incomplete

OWN = [
    "//evil.example", "///evil.example", "////evil.example", "/\\evil.example", "\\\\evil.example",
    "\\/evil.example", "https://evil.example", "https:evil.example", "http:/evil.example",
    "/%09/evil.example", "/%5cevil.example", "/%2fevil.example", "%2f%2fevil.example",
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,x", "vbscript:x",
    "//evil%E3%80%82example",
    "/.evil.example", "@evil.example", ":80@evil.example", "/evil.example/..", "?//evil.example",
    "#//evil.example", ";//evil.example", "\tjavascript:alert(1)", "\u00a0//evil.example",
]  # fmt: skip
NAMES = [
    "next", "url", "to", "page", "return", "returnTo", "return_to", "redirect", "redirect_uri",
    "continue", "dest", "destination", "target", "callback", "checkout_url", "go", "image_url",
    "RelayState", "r", "u", "goto", "notice", "dialog", "category",
]  # fmt: skip
LISTS: dict[str, Callable[[], list[str]]] = {
    "own": lambda: OWN,
    "open-redirects": lambda: payloads.lines("security/patt-open-redirects.txt"),
    "payloads": lambda: payloads.lines("security/patt-open-redirect-payloads.txt"),
}


def assert_stays_here(answer: Answer, base: str, sent: str) -> None:
    """Checks that the response does not redirect, or redirects to a path of this site."""
    assert answer["refresh"] is None and answer["link"] is None, sent
    location = answer["location"]
    if location is None:
        assert answer.status not in (301, 302, 303, 307, 308), sent
        return
    assert location[0] == "/" and location[1:2] not in ("/", "\\"), (sent, location)
    assert all(" " < letter < "\x7f" for letter in location), (sent, location)
    assert urlsplit(urljoin(base + "/", location)).netloc == urlsplit(base).netloc


@pytest.mark.parametrize("name", LISTS)
def test_06_open_redirects(server: Server, name: str) -> None:
    """As a path, and as the value of likely parameters."""
    base = server.url
    with Connection(base) as site:
        for number, payload in enumerate(LISTS[name]()):
            value = quote(payload, safe="", errors="surrogateescape")
            # A long list is tested with one parameter only.
            for parameter in NAMES if name == "own" else [NAMES[number % len(NAMES)]]:
                for path in ("/", "/animals", "/quakes", "/quakes?min="):
                    target = path + ("&" if "?" in path else "?") + f"{parameter}={value}"
                    assert_stays_here(site.ask("GET", target), base, target)
            raw = "".join(letter for letter in payload if letter > " ") or "/"
            for target in {raw, "/" + raw, "/animals/" + raw}:
                try:
                    assert_stays_here(site.ask("GET", target), base, target)
                except Incomplete:
                    site.close()  # The server closed the connection without a response.


@pytest.mark.parametrize("name", LISTS)
def test_06_open_redirects_after_a_form(server: Server, name: str) -> None:
    """The address of a form is part of the next address, as a value only."""
    base = server.url
    with Connection(base) as site:
        for payload in LISTS[name]():
            value = quote(payload, safe="", errors="surrogateescape")
            for target, body in [
                (f"/animals/categoryList/onTapTryAgainButton?category={value}&animal={value}", b""),
                (f"/quakes/quakeList/onTapTryAgainButton?q={value}&quake={value}", b""),
                (f"/quakes/quakeList/onTapDeleteAllQuakesButton?type={value}&min=", b""),
                (f"/photos/bannerUpdate/onTapDismissErrorButton?q={value}", b"title=x"),
                (f"/breeds/dogs/onTapTryAgainButton?q={value}", b""),
            ]:
                answer = site.ask("POST", target, [FORM], body)
                assert answer.status in (200, 303, 400, 404, 422, 503), target
                assert_stays_here(answer, base, target)


def test_06_open_redirects_all_redirects(server: Server) -> None:
    """All existing redirects, and the parts of the address that they keep."""
    with Connection(server.url) as site:
        empty = site.ask("GET", "/quakes?q=%2F%2Fevil.example&min=")
        assert (empty.status, empty["location"]) == (303, "/quakes?q=%2F%2Fevil.example")
        form = b"id=redirect&name=x&diet=Omnivore&categoryId=Fish"
        added = site.ask("POST", web.ADD + "?category=%2F%2Fevil.example", [FORM], form)
        assert added.status == 303
        assert_stays_here(added, server.url, "an addition")
        question = site.ask("GET", "/animals?animal=redirect&dialog=delete").text
        site.ask("POST", web.DELETE, [FORM], web.posted(question))


def test_06_open_redirects_have_no_link(server: Server) -> None:
    """Pages do not link to values of their address either."""
    with Connection(server.url) as site:
        for payload in OWN:
            for path, parameter in [
                ("/animals", "category"), ("/animals", "animal"), ("/quakes", "q"),
                ("/quakes", "quake"), ("/photos", "q"), ("/breeds", "q"), ("/breeds", "breed"),
            ]:  # fmt: skip
                page = parse(site.ask("GET", f"{path}?{parameter}={quote(payload)}").text)
                for element in page.iter():
                    for name in ("href", "src", "action", "formaction", "data-live"):
                        target = urljoin(server.url + path, element.get(name) or "/")
                        assert target.startswith(server.url + "/"), (path, payload, target)
