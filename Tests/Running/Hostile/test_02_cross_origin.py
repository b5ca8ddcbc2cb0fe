"""2. Cross-origin posts, over real sockets: a row for each kind of decision.

The decision table: WebSiteTests/Access/CrossOriginTests.swift. The error page:
Browser/test_errors.py. With a configured origin: test_access_names.py.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

import web
from server import Server
from wire import EventStream, ask, netloc

FORM = ("Content-Type", "application/x-www-form-urlencoded")


@dataclass(frozen=True)
class Row:
    """A request with the two fields that name its origin. `{here}` is the host and port of
    the server."""

    method: str
    site: str | None
    origin: str | None
    is_allowed: bool
    more: tuple[tuple[str, str], ...] = field(default=())

    def fields(self, here: str) -> list[tuple[str, str]]:
        """Returns the fields of the request."""
        named = [("Sec-Fetch-Site", self.site), ("Origin", self.origin), *self.more]
        return [
            (name, value.replace("{here}", here)) for name, value in named if value is not None
        ]

    def __str__(self) -> str:
        more = "".join(f" and {value!r}" for _, value in self.more)
        return f"{self.method} from {self.site!r}, {self.origin!r}{more}"


EVIL = "https://evil.example"
ROWS = [
    Row("GET", "cross-site", EVIL, True),
    # A browser that has reached this machine by another name did so through a proxy.
    Row("POST", "same-origin", EVIL, False),
    Row("POST", "cross-site", "http://{here}", False),
    Row("POST", None, "http://{here}", True),
    Row("POST", None, EVIL, False),
    Row("POST", None, None, True),
    # Two fields of the same name form one malformed value.
    Row("POST", "same-origin", None, False, (("Sec-Fetch-Site", "cross-site"),)),
]


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_02_cross_origin(shared: Server, row: Row) -> None:
    """Allowed posts are performed; others get 403 and change nothing."""
    fields = row.fields(netloc(shared.url))
    if row.method != "POST":
        assert ask(shared.url, row.method, "/animals", fields).status == 200
        return
    animal = f"row-{ROWS.index(row)}"
    form = f"id={animal}&name=x&diet=Omnivore&categoryId=Fish".encode()
    answer = ask(shared.url, "POST", web.ADD, [FORM, *fields], form)
    assert answer.status == (303 if row.is_allowed else 403)
    there = ask(shared.url, "GET", f"/animals?animal={animal}").status
    assert there == (200 if row.is_allowed else 404)


@pytest.mark.parametrize(
    "content_type",
    [
        "text/plain",
        "text/plain; boundary=application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/json",
        "application/x-www-form-urlencodedx",
        "",
        None,
    ],
)
def test_02_cross_origin_forms_only(shared: Server, content_type: str | None) -> None:
    """A body that is not a form is not parsed (415): another site could send plain text
    without a preflight request."""
    fields = [] if content_type is None else [("Content-Type", content_type)]
    form = b"id=no-form&name=x&diet=Omnivore&categoryId=Fish"
    assert ask(shared.url, "POST", web.ADD, fields, form).status == 415
    assert ask(shared.url, "GET", "/animals?animal=no-form").status == 404


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ([("Sec-Fetch-Site", "same-origin")], 200),
        ([("Sec-Fetch-Site", "cross-site")], 403),
        ([("Origin", EVIL)], 403),
        ([], 200),
    ],
)
def test_02_cross_origin_streams(
    shared: Server, fields: list[tuple[str, str]], status: int
) -> None:
    """A stream has the content of a page: other sites must not read it."""
    with EventStream(shared.url, "/live?page=/animals", fields) as stream:
        assert stream.status == status
