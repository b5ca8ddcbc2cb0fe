"""16. Guides of records: bad input to each kind of field is refused, and nothing else happens."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from urllib.parse import quote

import pytest

import payloads
from server import GENEROUS, PACKAGE, Server
from wire import ask

FORM = ("Content-Type", "application/x-www-form-urlencoded")
PERSON = {"id": "ada", "name": "Ada", "email": "ada@example.org"}
LOAN = {
    "id": "dune", "title": "Dune", "borrower": "ada", "lent": "2026-03-06", "due": "2026-03-20",
    "note": "",
}  # fmt: skip
OWN = [
    "", " ", "\0", "\r\n", "a\u2028b", "'", "' OR 1=1--", "<script>", "javascript:alert(1)", "on",
    "YES", "0", "-1", "1e999", "nan", "٢٠٢٦-٠٣-٠٦", "2026-02-30", "2026-3-6", "10000-01-01",
    "2026-03-06T15:30", "-026-03-06", "ada' --", "../ada", "a" * 3_000, "x@y", "@", "a@b@c.de",
    "a@b.c\r\nBcc: d@e.fg", "\ud7ff\U0010ffff", "%00", "%",
]  # fmt: skip
FIELDS = [
    ("people", PERSON, "email"), ("people", PERSON, "name"), ("loans", LOAN, "title"),
    ("loans", LOAN, "borrower"), ("loans", LOAN, "lent"), ("loans", LOAN, "due"),
    ("loans", LOAN, "returned"), ("loans", LOAN, "note"),
]  # fmt: skip

pytestmark = pytest.mark.skipif(
    not (PACKAGE / ".build/debug/Loans").exists(), reason="“make examples” builds it"
)


@pytest.fixture(scope="module")
def loans(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The example with a person."""
    server = Server(
        tmp_path_factory.mktemp("loans") / "data", example="Loans",
        options=GENEROUS,
    )  # fmt: skip
    assert post(server, "people", PERSON) == 303
    yield server
    server.kill()


def encoded(values: dict[str, str]) -> bytes:
    """Encodes a form."""
    return "&".join(f"{k}={quote(v, safe='')}" for k, v in values.items()).encode()


def post(server: Server, guide: str, values: dict[str, str]) -> int:
    """Adds a record, and returns the status."""
    return ask(server.url, "POST", f"/{guide}/editor/add", [FORM], encoded(values)).status


@pytest.mark.parametrize(("guide", "form", "field"), FIELDS)
def test_bad_input_to_a_field_is_refused(
    guide: str, form: dict[str, str], field: str, loans: Server
) -> None:
    for number, text in enumerate([*OWN, *payloads.sql(), *payloads.naughty()]):
        values = {**form, "id": f"{field}-{number}", field: text}
        answer = ask(loans.url, "POST", f"/{guide}/editor/add", [FORM], encoded(values))
        assert answer.status in (303, 400, 413, 422), (field, text)
        page = unescape(answer.body.decode())
        assert "<script>alert" not in answer.body.decode()
        # A checkbox cannot show another value.
        if answer.status == 422 and field != "returned" and text.isprintable() and len(text) < 200:
            assert text in page, "what was typed is kept"
    assert ask(loans.url, "GET", f"/{guide}").status == 200


@pytest.mark.parametrize(
    "query",
    ["borrower={0}", "returned={0}", "overdue={0}", "order={0}", "filter={0}", "search={0}",
     "page={0}", "record={0}", "filter=overdueOnly&order={0}"],
)  # fmt: skip
def test_a_bad_query_is_refused(query: str, loans: Server) -> None:
    for text in [*OWN, *payloads.sql()]:
        status = ask(loans.url, "GET", f"/loans?{query.format(quote(text, safe=''))}").status
        assert status in (200, 303, 400, 404, 414), text
    assert loans.is_alive


def test_a_field_is_given_once(loans: Server) -> None:
    for field in LOAN:
        body = encoded(LOAN) + f"&{field}=x".encode()
        assert ask(loans.url, "POST", "/loans/editor/add", [FORM], body).status == 400, field
    for field in ("returned", "overdue", "id"):
        body = encoded(LOAN) + f"&{field}=yes&{field}=yes".encode()
        status = ask(loans.url, "POST", "/loans/editor/add", [FORM], body).status
        # A computed field is not part of the form.
        assert status == (303 if field == "overdue" else 400), field
