"""Requests without a browser, with the exact status, fields and bytes."""

from __future__ import annotations

import re
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from email.message import Message
from html.parser import HTMLParser

from postgres import IS_SHARED

ADD = "/animals/animalEditor/onTapAddAnimalButton"
UPDATE = "/animals/animalEditor/onTapUpdateAnimalButton"
DELETE = "/animals/animalDetail/onTapDeleteSelectedAnimalButton"
RELOAD = "/animals/categoryList/onTapReloadSampleDataButton"

GUIDES = ("animals", "quakes", "breeds", "photos")
_QUERIES = {"animals": "?category=Mammal", "quakes": "?date=any"}
# The front page, and a page with content of each guide.
START_PAGES = ["/", *(f"/{guide}{_QUERIES.get(guide, '')}" for guide in GUIDES)]


@dataclass(frozen=True)
class Response:
    """A response of the server."""

    status: int
    fields: Message
    body: bytes

    @property
    def text(self) -> str:
        """The body as text. Invalid UTF-8 is an error."""
        return self.body.decode("utf-8")

    @property
    def location(self) -> str:
        """The target of a redirect."""
        return self.fields["Location"]


class _NoRedirection(urllib.request.HTTPRedirectHandler):
    """Does not follow redirects."""

    def redirect_request(self, *_: object) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirection, urllib.request.ProxyHandler({}))


def send(url: str, form: dict[str, str] | None = None, *, timeout: float = 20) -> Response:
    """Requests a page, or posts a form."""
    body = None if form is None else urllib.parse.urlencode(form).encode()
    try:
        with _opener.open(urllib.request.Request(url, data=body), timeout=timeout) as answer:
            return Response(answer.status, answer.headers, answer.read())
    except urllib.error.HTTPError as answer:
        with answer:
            response = Response(answer.code, answer.headers, answer.read())
    if IS_SHARED and form is not None and response.status == 303:
        _await_both(urllib.parse.urljoin(url, response.location))
        location = _SEEN.sub("", response.location)
        response.fields.replace_header("Location", location)
    return response


# The position of a change in its log, which a redirect contains if instances share a database.
_SEEN = re.compile(r"(?<=\?)seen=\d+&|[?&]seen=\d+")


def _await_both(location: str) -> None:
    """Follows a redirect on both instances, which wait until they have the change. They get
    requests in turn."""
    for _ in range(4):
        send(location)


def until(condition: Callable[[], object], *, within: float = 60, every: float = 0.02) -> None:
    """Waits until a condition is true. Fails on timeout."""
    end = time.monotonic() + within
    while not condition():
        assert time.monotonic() < end, f"not true within {within} seconds"
        time.sleep(every)


def address(path: str, **query: str) -> str:
    """Returns an address of the site with an encoded query."""
    return path + ("?" + urllib.parse.urlencode(query) if query else "")


def item(location: str, name: str) -> str:
    """Returns the value of a query item of an address."""
    return urllib.parse.parse_qs(urllib.parse.urlsplit(location).query)[name][0]


_TYPED = ("hidden", "text", "search", "date")


class _Inputs(HTMLParser):
    """Collects the values of named input elements."""

    def __init__(self) -> None:
        super().__init__()
        self.values: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        name = named.get("name")
        if tag == "input" and name and named.get("type") in _TYPED:
            self.values[name] = named.get("value") or ""


def inputs(html: str) -> dict[str, str]:
    """Returns the hidden and text fields of a page, as a browser would post them."""
    parser = _Inputs()
    parser.feed(html)
    return parser.values


def posted(html: str) -> bytes:
    """Returns the body of a page's form, as a browser would post it."""
    return urllib.parse.urlencode(inputs(html)).encode()


def deletion(base: str, animal: str) -> dict[str, str]:
    """Returns the form that deletes the current version of an animal."""
    return inputs(send(base + address("/animals", animal=animal, dialog="delete")).text)


def add(base: str, name: str, *, diet: str = "Omnivore", category: str = "Mammal") -> str:
    """Adds an animal like a browser without scripts, and returns its id."""
    form = inputs(send(base + address("/animals", category=category, dialog="add")).text)
    form |= {"name": name, "diet": diet, "categoryId": category}
    answer = send(base + ADD, form)
    assert answer.status == 303, answer.text
    return item(answer.location, "animal")


def rename(
    base: str, animal: str, name: str, *, diet: str = "Omnivore", category: str = "Mammal"
) -> None:
    """Gives an animal another name, and a diet and a category."""
    form = inputs(send(base + address("/animals", animal=animal, dialog="edit")).text)
    form |= {"name": name, "diet": diet, "categoryId": category}
    answer = send(base + UPDATE, form)
    assert answer.status == 303, answer.text
