"""The site behind nginx and Caddy."""

from __future__ import annotations

import json
import re
import socket
import ssl
import warnings
from collections.abc import Iterator
from contextlib import closing, suppress
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest

import web
from access import cookie
from deployed import AUTHORIZATION, NAME, PASSWORD, Deployed, add, has_security_fields
from operators import metrics_address
from proxies import ORIGIN, Caddy, Certificate, Nginx, Proxy
from services import Request, Service
from wire import FORM, Answer, EventStream, answers, ask, receive_to_end, request


def clients(deployed: Deployed) -> list[Any]:
    """Returns the clients in the log, which is JSON in the example."""
    lines = deployed.program.log().splitlines()
    entries = [json.loads(line) for line in lines]
    return [entry["client"] for entry in entries if entry["message"] == "request"]


@pytest.fixture(scope="module", autouse=True)
def nobody_complains(deployed: Deployed) -> Iterator[None]:
    """Neither the proxy nor the program logs an error. Workers share the tests, so each
    checks its own log after the last test."""
    yield
    if isinstance(deployed.proxy, Nginx):
        assert [line for line in deployed.proxy.log.read_text().splitlines()
                if "[warn]" in line] == []  # fmt: skip
    levels = [json.loads(line)["level"] for line in deployed.program.log().splitlines()]
    assert levels and not {"error", "critical"} & set(levels)


def test_a_page(deployed: Deployed) -> None:
    """The page is unchanged, encrypted, and has its fields."""
    answer = deployed.proxy.ask("GET", "/animals?category=Mammal")
    assert answer.status == 200
    assert "Dog" in answer.text
    assert answer["Strict-Transport-Security"]
    assert answer["Content-Security-Policy"]
    known = deployed.proxy.ask(
        "GET", "/animals?category=Mammal", [("If-None-Match", answer["ETag"] or "")]
    )
    assert known.status == 304
    zipped = deployed.proxy.ask("GET", "/animals?category=Mammal", [("Accept-Encoding", "gzip")])
    assert zipped["Content-Encoding"] == "gzip"
    assert (zipped["ETag"] or "").endswith('-gzip"')
    web.until(lambda: deployed.proxy.ask("GET", "/readyz").text == "ready\n")


def test_browsers_may_speak_http_2(deployed: Deployed) -> None:
    """The proxy supports HTTP/2, though the program does not."""
    with deployed.proxy.connect("h2", "http/1.1") as connection:
        assert connection.selected_alpn_protocol() == "h2"


@pytest.mark.parametrize(
    "version", [ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1], ids=lambda version: version.name
)
def test_outdated_encryption_is_refused(deployed: Deployed, version: ssl.TLSVersion) -> None:
    """By the proxy: the client would accept it."""
    context = deployed.proxy.certificate.context()
    context.set_ciphers("DEFAULT:@SECLEVEL=0")
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
        context.minimum_version = context.maximum_version = version
    place = ("127.0.0.1", deployed.proxy.secure)
    with socket.create_connection(place, timeout=10) as connection:
        with pytest.raises(ssl.SSLError, match="ALERT_PROTOCOL_VERSION"):
            context.wrap_socket(connection, server_hostname="example.org")


def test_plain_http_redirects_to_https(deployed: Deployed) -> None:
    """To the same address over HTTPS."""
    base = f"http://127.0.0.1:{deployed.proxy.plain}"
    answer = ask(base, "GET", "/animals?category=Fish", host="example.org")
    assert answer.status == 308
    location = answer["Location"] or ""
    assert location.removeprefix(ORIGIN).removeprefix(f":{deployed.proxy.secure}") == (
        "/animals?category=Fish"
    )


def test_editors_make_changes(deployed: Deployed) -> None:
    """From pages of the site over HTTPS."""
    origin = ("Origin", ORIGIN)
    assert add(deployed.proxy, "perch", AUTHORIZATION, origin) == 303
    assert "perch" in deployed.proxy.ask("GET", "/animals?category=Fish").text
    assert add(deployed.proxy, "carp", origin) == 401
    for other in ("http://example.org", "https://evil.example", "null"):
        assert add(deployed.proxy, "tench", AUTHORIZATION, ("Origin", other)) == 403


def test_an_overlarge_form_is_rejected(deployed: Deployed) -> None:
    """The form is rejected by the proxy or the program."""
    form = b"a=" + b"b" * 66_000
    received = b""
    with deployed.proxy.connect() as connection, suppress(OSError):
        connection.sendall(
            request(ORIGIN, "POST", web.ADD, [FORM, AUTHORIZATION], form, closing=True)
        )
        received = receive_to_end(connection)
    # Caddy streams the form: the program closes the connection to Caddy during
    # the upload, and Caddy closes that of the client, or reports the failure.
    told = {b"413"} | ({b"", b"502"} if isinstance(deployed.proxy, Caddy) else set())
    assert received[9:12] in told


IMPORT = "/animals/animalList/onTapImportButton"
UPLOAD = ("Content-Type", "multipart/form-data; boundary=b")


def upload(file: bytes) -> bytes:
    """Encodes a form with a file."""
    head = 'Content-Disposition: form-data; name="file"; filename="a.csv"'
    return f"--b\r\n{head}\r\n\r\n".encode() + file + b"\r\n--b--\r\n"


def animals(size: int) -> tuple[bytes, int]:
    """Returns a file of about a size, and the number of its rows."""
    note, rows = "x" * 1_900, []
    name = f"fish {size}"
    while size > 0:
        rows.append(f"{name}.{len(rows)},Omnivore,Fish,{note[:size]}\n")
        size -= len(rows[-1])
    return ("Name,Diet,Category,Note\n" + "".join(rows)).encode(), len(rows)


def hidden(page: str) -> bytes:
    """Returns the hidden fields of a page's dialog as a form."""
    fields = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page)
    assert fields
    return urlencode([(name, unescape(value)) for name, value in fields]).encode()


@pytest.mark.parametrize("size", [65_000, 1_000_000, (8 << 20) - 4_000])
def test_a_file_is_imported(size: int, deployed: Deployed) -> None:
    """In two steps: the second one names the file, and is short."""
    file, count = animals(size)
    fields = [AUTHORIZATION, ("Origin", ORIGIN)]
    # A large file takes as long as the proxies wait, if the machine is busy.
    check = deployed.proxy.ask("POST", IMPORT, [*fields, UPLOAD], upload(file), timeout=60)
    assert check.status == 200, check.text[:500]
    assert f"{count:,} animal" in check.text and "would be added" in check.text
    form = hidden(check.text)
    assert len(form) < 200
    done = deployed.proxy.ask("POST", IMPORT, [*fields, FORM], form, timeout=60)
    assert done.status == 303
    name = quote(f"fish {size}.{count - 1}")
    web.until(lambda: "Omnivore" in deployed.proxy.ask("GET", f"/animals?search={name}").text)


def test_a_file_is_kept_until_its_visitor_has_signed_in(deployed: Deployed) -> None:
    """One of any size, which a browser sends after the session was ended elsewhere."""
    fields = [("Origin", ORIGIN), ("Accept", "text/html")]

    def sign_in(form: bytes) -> tuple[Answer, tuple[str, str]]:
        form += f"&name={NAME}&password={quote(PASSWORD)}".encode()
        answer = deployed.proxy.ask("POST", "/account/sign-in", [*fields, FORM], form)
        return answer, cookie(answer)

    _, first = sign_in(b"")
    _, second = sign_in(b"")
    ended = deployed.proxy.ask("POST", "/account/sign-out-elsewhere", [*fields, second, FORM])
    assert ended.status == 303
    file, count = animals(1_000_000)
    refused = deployed.proxy.ask("POST", IMPORT, [*fields, first, UPLOAD], upload(file))
    assert refused.status == 401
    form = hidden(refused.text)
    assert len(form) < 300
    signed_in, own = sign_in(form)
    assert signed_in.status == 200
    check = deployed.proxy.ask("POST", IMPORT, [*fields, own, FORM], hidden(signed_in.text))
    assert check.status == 200
    # They may be there already.
    assert re.search(rf"{count:,} animals (would be added|are there already)", check.text)


def test_responses_of_the_proxy_itself_have_security_fields(deployed: Deployed) -> None:
    """Once each: those of the program stay as they are."""
    redirect = ask(f"http://127.0.0.1:{deployed.proxy.plain}", "GET", "/", host="example.org")
    assert redirect.status == 308
    assert has_security_fields(redirect, deployed.proxy.ask("GET", "/animals"))
    if isinstance(deployed.proxy, Nginx):
        refused = deployed.proxy.ask("POST", web.ADD, [FORM], b"a=" + b"b" * 66_000)
        assert refused.status == 413
        assert has_security_fields(refused) and refused["Strict-Transport-Security"]


def test_the_log_of_nginx_names_neither_clients_nor_searches(deployed: Deployed) -> None:
    if not isinstance(deployed.proxy, Nginx):
        pytest.skip("Caddy writes no access log")
    assert deployed.proxy.ask("GET", "/quakes?near=48.1,11.6", source="127.0.0.7").status
    log = deployed.proxy.folder / "fieldguide.log"
    web.until(lambda: '"GET /quakes"' in log.read_text())
    assert "48.1" not in log.read_text() and "127.0.0.7" not in log.read_text()


def test_the_client_address(deployed: Deployed) -> None:
    """The proxy alone determines the client's address."""
    fields = [
        ("X-Forwarded-For", "192.0.2.66"), ("X-Forwarded-Proto", "http"),
        ("X-Forwarded-Host", "evil.example"), ("Forwarded", "for=192.0.2.66"),
    ]  # fmt: skip
    for number in (2, 3):
        answer = deployed.proxy.ask("GET", "/photos", fields, source=f"127.0.0.{number}")
        assert answer.status == 200
    web.until(lambda: clients(deployed)[-2:] == ["127.0.0.2", "127.0.0.3"])
    assert "192.0.2.66" not in clients(deployed)


NAMES = [
    "X-Forwarded-User", "X-Forwarded-Groups", "X-Forwarded-Email",
    "X-Forwarded-Preferred-Username", "X-Auth-Request-User", "X-Auth-Request-Groups",
    "Remote-User", "Remote-Groups", "Remote-Name", "Remote-Email", "X-Remote-User",
]  # fmt: skip


class Echo(Service):
    """Answers with the fields of a request."""

    def respond(self, request: Request) -> None:
        self.send(request, 200, "text/plain", str(request.headers).lower().encode())


@pytest.mark.parametrize("kind", [Nginx, Caddy], ids=lambda kind: kind.name)
def test_nobody_names_oneself(tmp_path: Path, certificate: Certificate, kind: type[Proxy]) -> None:
    """The proxies remove each field in which common services name a visitor."""
    with closing(Echo()) as instance:
        proxy = kind(tmp_path, [instance.origin.removeprefix("http://")], certificate)
        try:
            assert "x-other: mallory" in proxy.ask("GET", "/", [("X-Other", "mallory")]).text
            for name in NAMES:
                forged = [(name, "mallory"), (name.lower(), "mallory")]
                for fields in ([forged[0]], [forged[1]], forged):
                    assert "mallory" not in proxy.ask("GET", "/", fields).text, name
        finally:
            proxy.stop()


def test_another_host_is_rejected(deployed: Deployed) -> None:
    """Another host is not accepted."""
    with deployed.proxy.connect() as connection:
        connection.sendall(
            request(ORIGIN, "GET", "/animals", closing=True, host="evil.example")
        )
        [answer] = answers(receive_to_end(connection))
    assert answer.status == 421 or "Dog" not in answer.text


def test_live_updates_pass_the_proxy(deployed: Deployed) -> None:
    """The proxy forwards events immediately, and heartbeats as well."""
    # A search: other tests import more fish than a page has.
    page = "/live?page=" + quote("/animals?category=Fish&search=live", safe="")
    with EventStream(ORIGIN, page, through=deployed.proxy.connect()) as stream:
        assert stream.status == 200
        assert stream.fields["content-type"] == "text/event-stream; charset=utf-8"
        for name in ("live-roach", "live-rudd"):
            assert add(deployed.proxy, name, AUTHORIZATION) == 303
            web.until(lambda name=name: name in stream.next(within=10).data)


def test_metrics_are_not_public(deployed: Deployed) -> None:
    """Metrics are only on their own port."""
    assert ask(metrics_address(deployed.program), "GET", "/metrics").status == 200
    for target in ("/metrics", "/metrics/", "//metrics"):
        answer = deployed.proxy.ask("GET", target)
        assert answer.status in (308, 400, 404)
        assert "fieldguide_" not in answer.text
