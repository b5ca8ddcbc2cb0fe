"""Who may do what, under which name, by which way: for a site that others reach.

The options are newer than some programs; what a program does not have is
skipped with its name.
"""

from __future__ import annotations

import base64
import http.client
import importlib
import os
import re
import signal
import socket
import ssl
import stat
import subprocess
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, urljoin, urlsplit

import pytest

import web
from conftest import Starter
from documents import parse
from program import Program, known_options, needs, until
from server import BINARY, command
from test_06_open_redirects import OWN as REDIRECTS
from test_08_headers import problems
from wire import (
    Answer,
    Connection,
    EventStream,
    answers,
    ask,
    connect,
    netloc,
    receive_to_end,
    request,
)

FORM = ("Content-Type", "application/x-www-form-urlencoded")
NAME, PASSWORD = "ada", "correct horse: béta"
PAGES = ["/", "/animals?category=Mammal&animal=Dog", "/quakes?date=any", "/breeds", "/photos"]


def basic(name: str = NAME, password: str = PASSWORD) -> tuple[str, str]:
    """Credentials, as browsers send them."""
    return "Authorization", "Basic " + base64.b64encode(f"{name}:{password}".encode()).decode()


def add(base: str, animal: str, *fields: tuple[str, str], host: str | None = None) -> Answer:
    """Adds a fish, or tries to."""
    form = f"id={animal}&name=x&diet=Omnivore&categoryId=Fish".encode()
    return ask(base, "POST", web.ADD, [FORM, *fields], form, host=host)


def is_there(base: str, animal: str, host: str | None = None) -> bool:
    """Whether it was added."""
    return ask(base, "GET", f"/animals?animal={animal}", host=host).status == 200


def refused(*options: str, data: Path) -> str:
    """What the program says when it does not start."""
    run = subprocess.run(
        command(data) + list(options), capture_output=True, text=True, timeout=30, check=False
    )
    assert run.returncode == 1, run
    assert re.fullmatch(r"fieldguide: [^\n]+\.\n", run.stderr), run.stderr
    return run.stderr


# Hashes of passwords.


def _mkpasswd(method: str) -> Callable[[], str]:
    return lambda: subprocess.run(
        ["mkpasswd", "-m", method, "-s"],
        input=PASSWORD + "\n", capture_output=True, text=True, timeout=30, check=True,
    ).stdout.strip()  # fmt: skip


def _htpasswd() -> str:
    line = subprocess.run(
        ["htpasswd", "-nbB", NAME, PASSWORD],
        capture_output=True, text=True, timeout=30, check=True,
    ).stdout.strip()  # fmt: skip
    return line.partition(":")[2]


def _ours() -> str:
    return subprocess.run(
        [BINARY, "password"],
        input=PASSWORD + "\n", capture_output=True, text=True, timeout=30, check=True,
    ).stdout.strip()  # fmt: skip


HASHES: dict[str, Callable[[], str]] = {
    "yescrypt": _mkpasswd("yescrypt"),
    "sha512crypt": _mkpasswd("sha512crypt"),
    "bcrypt": _mkpasswd("bcrypt"),
    "htpasswd": _htpasswd,
    "fieldguide password": _ours,
}


@pytest.fixture
def editors(tmp_path: Path) -> Path:
    """A file of one editor."""
    path = tmp_path / "editors"
    path.write_text(f"# Who may write.\n\n{NAME}:{_mkpasswd('sha512crypt')()}\n")
    return path


@needs("--editors")
@pytest.mark.parametrize("kind", HASHES)
def test_access_editors(start: Starter, tmp_path: Path, kind: str) -> None:
    """Without the right credentials nothing is done (401); with them it is."""
    path = tmp_path / "editors"
    path.write_text(f"{NAME}:{HASHES[kind]()}\n")
    base = start("--editors", str(path)).url
    for fields in ([], [basic(password="wrong")], [basic(name="bob")]):
        answer = add(base, "refused", *fields)
        assert answer.status == 401
        assert re.match(r'Basic realm="[^"]+"', answer["www-authenticate"] or "")
        assert problems(answer) == []
    assert not is_there(base, "refused")
    assert add(base, "done", basic()).status == 303
    assert is_there(base, "done")


@needs("--editors")
def test_access_password_is_a_hash() -> None:
    """`fieldguide password` prints what crypt(3) makes, each time with another salt."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        crypt = importlib.import_module("crypt")
        one, two = _ours(), _ours()
        assert one != two and PASSWORD not in one
        assert crypt.crypt(PASSWORD, one) == one
        assert crypt.crypt(PASSWORD + "x", one) != one


@needs("--editors")
@pytest.mark.parametrize(
    "value",
    [
        "", "Basic", "Basic ", "Basic !!!", "Basic " + base64.b64encode(b"ada").decode(),
        "Basic " + base64.b64encode(b"ada:\xff\xfe").decode(), "Bearer x", "Digest username=ada",
        "Basic " + "A" * 20_000, "basic", "Basic " + base64.b64encode(b":").decode(),
        "Basic " + base64.b64encode(f"{NAME}:{PASSWORD}\0".encode()).decode(),
        "Basic " + base64.b64encode(f"{NAME}:{'x' * 9_000}".encode()).decode(),
    ],
    ids=lambda value: value[:24],
)  # fmt: skip
def test_access_malformed_credentials(start: Starter, editors: Path, value: str) -> None:
    """They are none."""
    base = start("--editors", str(editors)).url
    answer = add(base, "refused", ("Authorization", value))
    assert answer.status == 401 and answer["www-authenticate"]
    assert not is_there(base, "refused")


@needs("--editors")
def test_access_two_credentials(start: Starter, editors: Path) -> None:
    """Two of them are none either."""
    base = start("--editors", str(editors)).url
    assert add(base, "refused", basic("bob"), basic()).status in (400, 401)
    assert not is_there(base, "refused")


@needs("--editors")
def test_access_credentials_are_no_leave_for_other_sites(start: Starter, editors: Path) -> None:
    """A browser sends them by itself: another site's form is refused all the same."""
    base = start("--editors", str(editors)).url
    for field in [("Sec-Fetch-Site", "cross-site"), ("Origin", "https://evil.example")]:
        assert add(base, "refused", basic(), field).status == 403
    assert not is_there(base, "refused")


@needs("--editors")
def test_access_guessing_is_slowed_down(start: Starter, editors: Path) -> None:
    """After some wrong passwords there is a wait (429), for the right one too."""
    base = start("--editors", str(editors)).url
    statuses = [add(base, "refused", basic(password=f"{n}")).status for n in range(12)]
    assert statuses[0] == 401 and 429 in statuses
    answer = add(base, "refused", basic(password="x"))
    assert answer.status == 429 and int(answer["retry-after"] or 0) >= 1
    assert problems(answer) == []
    assert ask(base, "GET", "/animals").status == 200


@needs("--editors")
def test_access_sign_in(start: Starter, editors: Path) -> None:
    """Asks, and then leads back; and nowhere else."""
    base = start("--editors", str(editors)).url
    asked = ask(base, "GET", "/sign-in?page=/animals")
    assert asked.status == 401 and asked["www-authenticate"]
    with Connection(base) as site:
        back = site.ask("GET", "/sign-in?page=/animals", [basic()])
        assert (back.status, back["location"]) == (303, "/animals")
        target = "/animals?category=Fish&sheet=add"
        back = site.ask("GET", f"/sign-in?page={quote(target, safe='')}", [basic()])
        assert (back.status, back["location"]) == (303, target)
        for text in [*REDIRECTS, "/nothing", "/sign-in?page=/", web.ADD, "/static/x", "%0d%0aX: y"]:
            back = site.ask("GET", f"/sign-in?page={quote(text, safe='')}", [basic()])
            location = back["location"]
            assert back.status in (303, 400), text
            if location is not None:
                assert location[0] == "/" and location[1:2] not in ("/", "\\"), (text, location)
                assert urlsplit(urljoin(base + "/", location)).netloc == netloc(base)


@needs("--editors")
def test_access_readers_see_no_forms(start: Starter, editors: Path) -> None:
    """Who has not signed in has nothing to fill in, and a way to do so; what
    one sees is not what the other's cache has."""
    base = start("--editors", str(editors)).url
    with Connection(base) as site:
        for target in PAGES:
            reader, editor = site.ask("GET", target), site.ask("GET", target, [basic()])
            assert reader.status == editor.status == 200
            assert _forms(reader.text) == []
            if reader.body != editor.body:
                assert reader["etag"] != editor["etag"]
                assert "authorization" in (reader["vary"] or "").lower()
                assert "public" not in (editor["cache-control"] or "")
        html = site.ask("GET", "/animals?category=Fish").text
        assert "/sign-in" in html


@needs("--editors")
def test_access_editors_are_read_anew(start: Starter, editors: Path) -> None:
    """On SIGHUP; a file that makes no sense changes nothing."""
    program = start("--editors", str(editors), "--log-level", "notice")
    assert add(program.url, "first", basic()).status == 303
    editors.write_text("nonsense\n")
    program.process.send_signal(signal.SIGHUP)
    assert until(lambda: "nothing was read anew" in program.log.read_text())
    assert add(program.url, "second", basic()).status == 303
    editors.write_text(f"bob:{_htpasswd()}\n")
    program.process.send_signal(signal.SIGHUP)
    assert until(lambda: add(program.url, "third", basic("bob")).status == 303, every=0.5)
    assert add(program.url, "fourth", basic()).status == 401
    assert PASSWORD not in program.log.read_text()


@needs("--editors")
@pytest.mark.parametrize(
    "lines",
    [
        "", "# nobody\n", "ada\n", "ada:\n", ":x\n", "ada:plain\n", "ada:ab01FAX.bQRSU\n",
        "ada:$1$abcdefgh$G//4keteveJp0qb8z2DxG/\n", "ada:*\n", "ada:!\n",
    ],
    ids=repr,
)  # fmt: skip
def test_access_hashes_that_are_none(tmp_path: Path, lines: str) -> None:
    """A file that would let nobody in, or anybody, is refused in a sentence."""
    path = tmp_path / "editors"
    path.write_text(lines)
    assert "editors" in refused("--editors", str(path), data=tmp_path / "data")


@needs("--writers")
def test_access_writers_and_editors_go_together(tmp_path: Path, editors: Path) -> None:
    """Each without the other is a mistake."""
    for options in [("--writers", "editors"), ("--writers", "nobody", "--editors", str(editors)),
                    ("--writers", "friends")]:  # fmt: skip
        assert "writers" in refused(*options, data=tmp_path / "data")


# Sites that can only be looked at.


def _forms(html: str) -> list[str]:
    """What of a page would change something, or opens what does."""
    page = parse(html)
    found = [form.get("action") or "" for form in page.iter("form") if form.get("method") == "post"]
    links = [link.get("href") or "" for link in page.iter("a")]
    return found + [link for link in links if re.search(r"[?&](sheet|alert)=", link)]


PUBLIC = [
    ("--host", "0.0.0.0"),
    ("--public-origin", "http://localhost"),
    ("--trusted-proxy", "127.0.0.1"),
    ("--writers", "nobody"),
]


@needs("--writers", "--public-origin", "--trusted-proxy")
@pytest.mark.parametrize("options", PUBLIC, ids=" ".join)
def test_access_read_only(start: Starter, options: tuple[str, str]) -> None:
    """Nothing can be changed, and no page offers to; unless that was said, the
    program says how to open it."""
    program = start(*options)
    base = program.url.replace("0.0.0.0", "127.0.0.1")
    for target, body in [(web.ADD, b"id=refused&name=x&diet=Omnivore&categoryId=Fish"),
                         (web.DELETE, b"animalId=Dog"), (web.RELOAD, b"")]:  # fmt: skip
        answer = ask(base, "POST", target, [FORM], body)
        assert answer.status == 403, target
        assert problems(answer) == []
    assert not is_there(base, "refused") and is_there(base, "Dog")
    with Connection(base) as site:
        for target in PAGES:
            answer = site.ask("GET", target)
            assert answer.status == 200
            assert _forms(answer.text) == [], target
    with EventStream(base, "/live?page=/animals?category%3DMammal") as stream:
        assert _forms(stream.next().data) == []
    said = program.log.read_text()
    assert ("--editors" in said) == (options[0] != "--writers"), said


@needs("--writers")
def test_access_open_to_everybody(start: Starter) -> None:
    """Where that was said, or where only this machine can reach it."""
    for options in ((), ("--host", "0.0.0.0", "--writers", "everybody")):
        program = start(*options)
        base = program.url.replace("0.0.0.0", "127.0.0.1")
        assert add(base, "done").status == 303
        assert _forms(ask(base, "GET", PAGES[1]).text) != []


# Names of the site.


@needs("--public-origin")
@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("guide.example", 200), ("GUIDE.example", 200), ("guide.example:443", 200),
        ("other.example", 200), ("localhost", 200), ("127.0.0.1", 200), ("[::1]", 200),
        ("localhost:1", 200), ("evil.example", 421), ("guide.example.evil.example", 421),
        ("xguide.example", 421), ("guide.example:444", 421), ("guide.example@evil.example", 421),
        ("192.0.2.1", 421), ("", 421), ("guide.example.", 421), ("guide.example, evil.example",
        421),
    ],
)  # fmt: skip
def test_access_names(start: Starter, host: str, status: int) -> None:
    """Only under its own names is there anything, also for forms."""
    base = start(
        "--public-origin", "https://guide.example", "--public-origin", "https://other.example",
        "--writers", "everybody",
    ).url  # fmt: skip
    for method, target in [("GET", "/animals"), ("HEAD", "/"), ("GET", "/live?page=/animals")]:
        with connect(base) as connection:
            connection.sendall(request(base, method, target, host=host))
            head = connection.recv(65_536)
        got = int(head.split(b" ")[1])
        assert got == status or (status == 421 and got == 400), (method, target, got)
    assert add(base, "named", host=host).status in ((303,) if status == 200 else (421, 400))


@needs("--public-origin")
def test_access_names_of_this_machine(shared: Program) -> None:
    """On a loopback address no other name is one of ours: a page elsewhere
    whose name is led here (DNS rebinding) gets nothing."""
    for host in ("localhost", "127.0.0.1", netloc(shared.url), "[::1]:80", "LOCALHOST:8080"):
        assert ask(shared.url, "GET", "/animals", host=host).status == 200
    for host in ("evil.example", "localhost.evil.example", "127.0.0.1.nip.io", "0.0.0.0"):
        answer = ask(shared.url, "GET", "/animals", host=host)
        assert answer.status == 421
        assert problems(answer) == []
    answer = ask(shared.url, "GET", "http://evil.example/animals")
    assert answer.status == 421


@needs("--public-origin")
@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("https://guide.example", 303), ("http://guide.example", 403),
        ("https://guide.example:444", 403), ("https://evil.example", 403), ("null", 403),
        ("https://guide.example.evil.example", 403), ("https://guide.example/", 403),
    ],
)  # fmt: skip
def test_access_origins(start: Starter, origin: str, status: int) -> None:
    """A form has to stand on a configured origin, whatever `Host` says."""
    program = start("--public-origin", "https://guide.example", "--writers", "everybody")
    answer = add(program.url, "posted", ("Origin", origin), host="guide.example")
    assert answer.status == status
    assert is_there(program.url, "posted", host="guide.example") == (status == 303)


@needs("--public-origin")
def test_access_secure_origins_are_kept_secure(start: Starter) -> None:
    """Where people come by https only, browsers are told so."""
    base = start("--public-origin", "https://guide.example").url
    assert problems(ask(base, "GET", "/"), secure=True) == []
    for origin in ("guide.example", "https://guide.example/x", "ftp://x", ""):
        said = refused("--public-origin", origin, data=Path(base.rpartition(":")[2] + "-unused"))
        assert "origin" in said


# Proxies.


def clients(program: Program) -> list[str]:
    """Who asked, by the log."""
    return re.findall(r" client=(\S+) ", program.log.read_text())


@needs("--trusted-proxy")
@pytest.mark.parametrize(
    ("trusted", "forwarded", "client"),
    [
        (None, "203.0.113.7", "127.0.0.1"),
        ("192.0.2.1", "203.0.113.7", "127.0.0.1"),
        ("10.0.0.0/8", "203.0.113.7", "127.0.0.1"),
        ("socket", "203.0.113.7", "127.0.0.1"),
        ("127.0.0.1", "203.0.113.7", "203.0.113.7"),
        ("127.0.0.0/8", "203.0.113.7", "203.0.113.7"),
        ("127.0.0.1", "2001:db8::7", "2001:db8::7"),
        # What the client itself said stands on the left, and counts for nothing.
        ("127.0.0.1", "198.51.100.1, 203.0.113.7", "203.0.113.7"),
        ("127.0.0.0/8", "203.0.113.7, 127.0.0.9", "203.0.113.7"),
        ("127.0.0.1", "nonsense", "127.0.0.1"),
        ("127.0.0.1", "", "127.0.0.1"),
        ("127.0.0.1", "203.0.113.7\x0bx", None),
    ],
)  # fmt: skip
def test_access_forwarded_for(
    start: Starter, trusted: str | None, forwarded: str, client: str | None
) -> None:
    """Whom a proxy names is the client, if the proxy is one of ours."""
    options = ("--trusted-proxy", trusted) if trusted else ()
    program = start("--log-level", "info", *options)
    status = ask(program.url, "GET", "/healthz", [("X-Forwarded-For", forwarded)]).status
    if client is None:
        assert status == 400
        return
    assert status == 200
    assert until(lambda: clients(program)[-1:] == [client]), clients(program)


@needs("--trusted-proxy", "--public-origin")
def test_access_forwarded_host(start: Starter) -> None:
    """The name that people asked a proxy for is the one that counts."""
    options = ("--public-origin", "https://guide.example")

    def status(base: str, name: str) -> int:
        fields = [("X-Forwarded-Host", name)]
        return ask(base, "GET", "/animals", fields, host="backend.internal:8080").status

    trusting = start(*options, "--trusted-proxy", "127.0.0.1").url
    assert status(trusting, "guide.example") == 200
    assert status(trusting, "evil.example") == 421
    assert status(start(*options).url, "guide.example") == 421


@needs("--trusted-proxy")
def test_access_forwarded_host_is_no_origin(start: Starter) -> None:
    """A form's origin is compared with what is configured, and never with what
    a proxy says: it says what it was told."""
    fields = [("X-Forwarded-Host", "evil.example"), ("X-Forwarded-Proto", "https")]
    base = start("--trusted-proxy", "127.0.0.1", "--writers", "everybody").url
    assert add(base, "evil", ("Origin", "https://evil.example"), *fields).status == 403
    assert add(base, "own", ("Sec-Fetch-Site", "same-origin"), *fields).status == 303


@needs("--trusted-proxy")
@pytest.mark.parametrize("name", ["nonsense", "127.0.0.1/33", "127.0.0.1/-1", "::1/129", ""])
def test_access_proxies_that_are_none(tmp_path: Path, name: str) -> None:
    """A mistake is told, and not taken for everybody or nobody."""
    assert "prox" in refused("--trusted-proxy", name, data=tmp_path / "data")


# How much one client may do.


@needs("--posts-per-minute")
def test_access_posts_per_minute(start: Starter) -> None:
    """Further ones are told when to come again, and keep nothing; looks are free."""
    base = start("--posts-per-minute", "3").url
    statuses = [add(base, f"n{number}").status for number in range(6)]
    assert statuses == [303] * 3 + [429] * 3
    assert [is_there(base, f"n{number}") for number in range(6)] == [True] * 3 + [False] * 3


@needs("--posts-per-minute", "--trusted-proxy")
def test_access_posts_per_minute_by_client(start: Starter) -> None:
    """Each client has its own, as far as one can tell them apart."""
    options = ("--posts-per-minute", "1")

    def statuses(base: str) -> list[int]:
        return [
            add(base, f"n{number}", ("X-Forwarded-For", f"203.0.113.{number}")).status
            for number in range(3)
        ]

    proxied = start(*options, "--trusted-proxy", "127.0.0.1", "--writers", "everybody")
    assert statuses(proxied.url) == [303, 303, 303]
    assert statuses(start(*options).url) == [303, 429, 429]


@needs("--connections-per-client")
def test_access_connections_per_client(start: Starter) -> None:
    """More are closed at once; when one leaves there is room again."""
    base = start("--connections-per-client", "5").url

    def is_served(connection: socket.socket) -> bool:
        try:
            connection.sendall(request(base, "GET", "/healthz"))
            return connection.recv(65_536).startswith(b"HTTP/1.1 200")
        except (ConnectionResetError, BrokenPipeError):
            return False

    opened = [connect(base) for _ in range(5)]
    try:
        assert all(is_served(one) for one in opened)
        with connect(base) as further:
            assert not is_served(further)
        opened.pop().close()

        def has_room() -> bool:
            with connect(base) as again:
                return is_served(again)

        assert until(has_room)
    finally:
        for one in opened:
            one.close()


# Ways to the site.


@dataclass
class Certificate:
    """A certificate for this machine, and its key."""

    certificate: Path
    key: Path

    def make(self) -> None:
        """Makes both anew."""
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
             "-nodes", "-keyout", self.key, "-out", self.certificate, "-days", "1",
             "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
            capture_output=True, timeout=30, check=True,
        )  # fmt: skip

    @property
    def options(self) -> tuple[str, ...]:
        """For the program."""
        return ("--tls-certificate", str(self.certificate), "--tls-key", str(self.key))

    def context(self) -> ssl.SSLContext:
        """What trusts it, and nothing else."""
        return ssl.create_default_context(cafile=str(self.certificate))


@pytest.fixture
def certificate(tmp_path: Path) -> Certificate:
    """One that is made for a test."""
    made = Certificate(tmp_path / "certificate.pem", tmp_path / "key.pem")
    made.make()
    return made


def secure(base: str, context: ssl.SSLContext, target: str, method: str = "GET") -> Answer:
    """A request by TLS."""
    site = http.client.HTTPSConnection(netloc(base), context=context, timeout=10)
    site.request(method, target, headers={"Origin": base})
    answer = site.getresponse()
    fields = tuple((name.lower(), value) for name, value in answer.getheaders())
    found = Answer(answer.status, fields, answer.read())
    site.close()
    return found


@needs("--tls-certificate")
def test_access_tls(start: Starter, certificate: Certificate) -> None:
    """By TLS everything is as it is without, and browsers are told to stay."""
    base = start(*certificate.options).url
    assert base.startswith("https://")
    context = certificate.context()
    for target in ("/", "/animals", "/nothing", "/healthz", "/animals?category=%FF"):
        assert problems(secure(base, context, target), secure=True) == []
    assert secure(base, context, "/animals").status == 200
    # Without TLS there is nothing, neither a page nor a crash.
    with connect(base) as plain:
        plain.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b"<html" not in receive_to_end(plain)
    for version in (ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1):
        old = certificate.context()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            old.minimum_version = old.maximum_version = version
            old.set_ciphers("ALL:@SECLEVEL=0")
        with pytest.raises(OSError):
            secure(base, old, "/")
    assert secure(base, context, "/animals").status == 200


@needs("--tls-certificate")
def test_access_tls_reload(start: Starter, certificate: Certificate) -> None:
    """On SIGHUP new connections get the new certificate; old ones go on. What
    cannot be read changes nothing."""
    program = start(*certificate.options, "--log-level", "notice")
    address = ("127.0.0.1", int(program.url.rpartition(":")[2]))
    before = ssl.get_server_certificate(address)
    site = http.client.HTTPSConnection(
        netloc(program.url), context=certificate.context(), timeout=10
    )
    site.request("GET", "/healthz")
    assert site.getresponse().read() == b"ok\n"
    certificate.make()
    program.process.send_signal(signal.SIGHUP)
    assert until(lambda: ssl.get_server_certificate(address) != before)
    assert (
        ssl.get_server_certificate(address).split() == certificate.certificate.read_text().split()
    )
    assert secure(program.url, certificate.context(), "/animals").status == 200
    site.request("GET", "/healthz")
    assert site.getresponse().read() == b"ok\n"
    site.close()
    now = ssl.get_server_certificate(address)
    certificate.key.write_text("nonsense")
    program.process.send_signal(signal.SIGHUP)
    assert until(lambda: "nothing was read anew" in program.log.read_text())
    assert ssl.get_server_certificate(address) == now


@needs("--tls-certificate")
@pytest.mark.parametrize("wrong", ["missing", "nonsense", "another key", "only one"])
def test_access_tls_that_is_none(tmp_path: Path, certificate: Certificate, wrong: str) -> None:
    """Without a certificate that works the program does not start."""
    options = list(certificate.options)
    match wrong:
        case "missing":
            certificate.key.unlink()
        case "nonsense":
            certificate.certificate.write_text("nonsense")
        case "another key":
            other = Certificate(tmp_path / "other.pem", certificate.key)
            other.make()
        case _:
            options = options[:2]
    refused(*options, data=tmp_path / "data")


@needs("--tls-certificate")
def test_access_tls_slow_handshakes(start: Starter, certificate: Certificate) -> None:
    """Who does not go on with a handshake holds up nobody."""
    base = start(*certificate.options).url
    halves = [connect(base) for _ in range(50)]
    try:
        for number, half in enumerate(halves):
            half.sendall(b"\x16\x03\x01\x02\x00\x01"[: 1 + number % 6])
        assert secure(base, certificate.context(), "/animals").status == 200
    finally:
        for half in halves:
            half.close()


def by_socket(path: Path, sent: bytes) -> list[Answer]:
    """An exchange over a Unix socket."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(10)
        connection.connect(str(path))
        connection.sendall(sent)
        return answers(receive_to_end(connection))


@needs("--socket", "--writers")
def test_access_socket(start: Starter, tmp_path: Path) -> None:
    """On a Unix socket everything is as on a port; it goes with the program."""
    path = tmp_path / "fieldguide.sock"
    program = start("--socket", str(path), "--trusted-proxy", "socket", "--log-level", "info")
    assert stat.S_ISSOCK(path.stat().st_mode)
    base = "http://localhost:80"
    fields = [("X-Forwarded-For", "203.0.113.7")]
    [page] = by_socket(path, request(base, "GET", "/animals", fields, closing=True))
    assert page.status == 200 and problems(page) == []
    assert until(lambda: clients(program)[-1:] == ["203.0.113.7"])
    # Others may be behind it: it can only be looked at.
    form = b"id=refused&name=x&diet=Omnivore&categoryId=Fish"
    [answer] = by_socket(path, request(base, "POST", web.ADD, [FORM], form, closing=True))
    assert answer.status == 403
    assert program.stop() == 0
    assert not path.exists()


@needs("--socket")
def test_access_socket_after_a_power_cut(start: Starter, tmp_path: Path) -> None:
    """What is left of a socket is in nobody's way; one in use is, and a file is
    never removed."""
    path = tmp_path / "fieldguide.sock"
    first = start("--socket", str(path))
    said = refused("--socket", str(path), data=tmp_path / "other")
    assert str(path) in said and path.exists()
    first.kill()
    assert path.exists()
    start("--socket", str(path))
    [page] = by_socket(path, request("http://localhost:80", "GET", "/healthz", closing=True))
    assert page.status == 200
    kept = tmp_path / "precious"
    kept.write_text("kept")
    refused("--socket", str(kept), data=tmp_path / "other")
    assert kept.read_text() == "kept"


# Runs a program as systemd does: as the process that it names.
EXECUTE = (
    "import os, sys; os.environ['LISTEN_PID'] = str(os.getpid() + int(sys.argv[1])); "
    "os.execv(sys.argv[2], sys.argv[2:])"
)


def activated(data: Path, listening: socket.socket, *, other: int = 0) -> subprocess.Popen[str]:
    """The program with a socket that was handed over."""
    return subprocess.Popen(
        [sys.executable, "-c", EXECUTE, str(other), *command(data)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"LISTEN_FDS": "1"},
        pass_fds=(3,),
        preexec_fn=lambda: os.dup2(listening.fileno(), 3),  # noqa: PLW1509, no threads here
    )


@needs("--socket")
def test_access_activation(tmp_path: Path) -> None:
    """It serves on the socket that systemd listens on, whoever came before it
    was started; and leaves it open for the next."""
    for round_ in range(2):
        if round_ == 0:
            listening = socket.create_server(("127.0.0.1", 0), backlog=64)
        base = f"http://127.0.0.1:{listening.getsockname()[1]}"
        # Comes before the program does.
        early = connect(base, timeout=20)
        early.sendall(request(base, "GET", "/animals", closing=True))
        process = activated(tmp_path / "data", listening)
        try:
            [answer] = answers(receive_to_end(early))
            assert answer.status == 200
            assert ask(base, "GET", "/healthz").status == 200
            process.terminate()
            assert process.wait(timeout=8) == 0
        finally:
            process.kill()
            process.communicate()
            early.close()
    listening.close()


@needs("--socket")
def test_access_activation_of_another(tmp_path: Path) -> None:
    """A socket that was meant for another process is left alone."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        process = activated(tmp_path / "data", listening, other=1)
        try:
            assert process.stdout is not None
            ready = process.stdout.readline()
            assert re.search(r"http://127\.0\.0\.1:\d+$", ready.rstrip()), ready
            assert not ready.rstrip().endswith(f":{listening.getsockname()[1]}")
        finally:
            process.kill()
            process.communicate()


def test_access_there_is_something_to_test() -> None:
    """Which of the options a program has: a reader of skipped tests sees why."""
    assert "--port" in known_options()
