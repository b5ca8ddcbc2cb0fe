"""16. Guides of records: bad input to each kind of field is refused, and nothing else happens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import quote

import pytest

import payloads
from program_fixtures import needs_example
from server import GENEROUS, Server, serving
from wire import FORM, ask

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

OTHER_FIELDS = [
    ("record/restore", "id"), ("record/restore", "number"), ("record/restore", "version"),
    ("several/delete", "selected"), ("several/delete", "operation"),
    ("several/change", "selected"), ("several/change", "operation"),
    ("several/change", "field"), ("several/change", "due"),
    ("import", "checked"), ("import", "operation"),
]  # fmt: skip

pytestmark = needs_example("Loans")


@pytest.fixture(scope="module")
def loans(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The example with a person."""
    data = tmp_path_factory.mktemp("loans") / "data"
    with serving(data, example="Loans", options=GENEROUS) as server:
        body = encoded(PERSON)
        assert ask(server.url, "POST", "/people/editor/add", [FORM], body).status == 303
        yield server


def encoded(values: dict[str, str]) -> bytes:
    """Encodes a form."""
    return "&".join(f"{k}={quote(v, safe='')}" for k, v in values.items()).encode()


def texts(number: int, of: int) -> list[str]:
    """The own texts, and a field's share of the lists: each of their texts is in one field. The
    program is not optimised, and its pages grow with each record."""
    return [*OWN, *[*payloads.sql(), *payloads.naughty()][number::of]]


@pytest.mark.parametrize("number", range(len(FIELDS)), ids=lambda number: FIELDS[number][2])
def test_bad_input_to_a_field_is_refused(number: int, loans: Server) -> None:
    guide, form, field = FIELDS[number]
    for count, text in enumerate(texts(number, len(FIELDS))):
        values = {**form, "id": f"{field}-{count}", field: text}
        answer = ask(loans.url, "POST", f"/{guide}/editor/add", [FORM], encoded(values))
        assert answer.status in (303, 400, 413, 422), (field, text)
        page = unescape(answer.body.decode())
        assert "<script>alert" not in answer.body.decode()
        # A checkbox or a menu cannot show another value.
        if field in ("returned", "borrower") or not text.isprintable() or len(text) >= 200:
            continue
        assert answer.status != 422 or text in page, "what was typed is kept"
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


@pytest.mark.parametrize("number", range(len(OTHER_FIELDS)), ids=lambda number: "-".join(OTHER_FIELDS[number]))
def test_a_bad_field_of_another_form_is_refused(number: int, loans: Server) -> None:
    address, field = OTHER_FIELDS[number]
    for text in texts(number, len(OTHER_FIELDS)):
        values = {"field": "due", field: text}
        answer = ask(loans.url, "POST", f"/loans/{address}", [FORM], encoded(values))
        assert answer.status in (200, 303, 400, 404, 409, 413, 422), (field, text)
        assert "<script>alert" not in answer.body.decode()
    assert ask(loans.url, "GET", "/loans").status == 200
    assert loans.is_alive


def test_a_bad_history_or_export_is_refused(loans: Server) -> None:
    for text in [*OWN, *payloads.sql()]:
        value = quote(text, safe="")
        for query in (f"?record={value}&dialog=history", f"?select={value}", f"?several={value}",
                      f"/export.csv?search={value}", f"/export.jsonl?order={value}",
                      f"/export.{value}"):  # fmt: skip
            status = ask(loans.url, "GET", f"/loans{query}").status
            assert status in (200, 303, 308, 400, 404, 414), (query, text)
    assert loans.is_alive


def multipart(content: bytes, boundary: str = "b") -> bytes:
    """Encodes a form with a file."""
    head = 'Content-Disposition: form-data; name="file"; filename="a.csv"'
    start = f"--{boundary}\r\n{head}\r\n\r\n".encode()
    return start + content + f"\r\n--{boundary}--\r\n".encode()


UPLOAD = ("Content-Type", "multipart/form-data; boundary=b")
HEAD = b"title,borrower,lent,due\n"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (multipart(HEAD + b"Dune,ada,2026-03-06,2026-03-20\n"), 200),
        (multipart(HEAD + b"<script>alert(1)</script>,eve,=1,\0\n" * 500), 422),
        (multipart(b"\xff\xfe" + "title\nDune".encode("utf-16-le")), 422),
        (multipart(b""), 422),
        (multipart(b'"' * 100_000), 422),
        (multipart(b"," * 1_000_000), 422),
        (multipart(b'{"title":' * 10_000), 422),
        (multipart(HEAD + b"x,ada,2026-03-06,\n" * 110_000), 422),
        (multipart(b"x" * (9 << 20)), 422),
        (multipart(b"x" * (13 << 20)), 413),
        (b"", 400),
        (b"--b--", 422),
        (multipart(b"x", "c"), 400),
        (multipart(b"x")[:-8], 400),
        (multipart(b"x")[: -len("--b--\r\n")] * 300 + b"--b--", 413),
    ],
    ids=lambda value: "" if isinstance(value, bytes) else str(value),
)
def test_a_bad_file_is_refused(body: bytes, status: int, loans: Server) -> None:
    # The program is not optimised.
    answer = ask(loans.url, "POST", "/loans/import", [UPLOAD], body, timeout=60)
    assert answer.status == status
    assert "<script>alert" not in answer.body.decode()
    assert loans.is_alive


def file_with_keys(count: int) -> bytes:
    """JSON lines, each with another key."""
    return b"".join(b'{"k%d":1}\n' % number for number in range(count))


# Small enough for a program that is not optimised.
LIMIT = 1 << 19


@pytest.mark.parametrize(
    ("field", "body"),
    [
        (UPLOAD, multipart(file_with_keys(60_000))),
        (UPLOAD, multipart(HEAD + b"x,ada,2026-03-06,\n" * 10_000)),
        (UPLOAD, multipart(HEAD + b"," * (LIMIT - 100))),
        (UPLOAD, multipart(b"title," + b"a," * (LIMIT // 2 - 100))),
        (UPLOAD, multipart(b",".join(b"c%d" % n for n in range(200)) + b"\n" +
                           (b"x," * 199 + b"\n") * 1_200)),
        (UPLOAD, multipart(b'"' * (LIMIT - 100))),
        (UPLOAD, multipart(b"title\n" + b'"",' * (LIMIT // 3 - 100))),
        (UPLOAD, multipart(b"\n" * (LIMIT - 100))),
        (UPLOAD, multipart(b"{" + b'"a":1,' * (LIMIT // 6 - 100) + b'"a":1}')),
        (UPLOAD, multipart(b'{"title":' * (LIMIT // 9 - 100))),
        (UPLOAD, multipart(b'{"title":"' + b"\\u0041" * (LIMIT // 6 - 100) + b'"}')),
        (UPLOAD, multipart(b'{"title":' + b"1" * (LIMIT - 100) + b"}")),
        (UPLOAD, multipart(b"x")[: -len("--b--\r\n")] * 12_000 + b"--b--"),
        (UPLOAD, b"\r" * LIMIT),
        (FORM, b"a&" * (LIMIT // 2)),
        (FORM, b"file=" + b"%41" * (LIMIT // 3)),
    ],
    ids=["keys", "rows", "commas", "columns", "200 columns", "quotes", "empty quotes", "lines",
         "members", "nesting", "escapes", "digits", "parts", "returns", "items", "percent"],
)  # fmt: skip
def test_no_file_takes_many_times_its_size(
    field: tuple[str, str], body: bytes, loans: Server
) -> None:
    process = Path(f"/proc/{loans.process.pid}")

    def peak() -> int:
        [line] = re.findall(r"VmHWM:\s+(\d+) kB", (process / "status").read_text())
        return int(line) << 10

    ask(loans.url, "POST", "/loans/import", [UPLOAD], multipart(b"x"))
    # Makes the peak that of the present.
    (process / "clear_refs").write_text("5")
    before = peak()
    answer = ask(loans.url, "POST", "/loans/import", [field], body, timeout=60)
    assert answer.status in (200, 413, 422, 400)
    assert loans.is_alive
    assert peak() - before < 32 << 20


def test_files_are_accepted_where_they_are_expected(loans: Server) -> None:
    for address in ("/loans/editor/add", "/loans/record/delete", "/people/several/delete"):
        answer = ask(loans.url, "POST", address, [UPLOAD], multipart(b"x"))
        assert answer.status == 415, address
        assert ask(loans.url, "POST", address, [UPLOAD], b"x" * 100_000).status == 413
    fake = ("Content-Type", "multipart/form-data")
    assert ask(loans.url, "POST", "/loans/import", [fake], multipart(b"x")).status == 415
    foreign = ("Origin", "https://evil.example")
    answer = ask(loans.url, "POST", "/loans/import", [UPLOAD, foreign], multipart(b"x"))
    assert answer.status == 403
