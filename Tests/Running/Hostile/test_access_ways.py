"""Endpoints of a site: TLS, Unix sockets, inherited sockets."""

from __future__ import annotations

import http.client
import os
import re
import signal
import socket
import ssl
import stat
import subprocess
import sys
import warnings
from dataclasses import dataclass
from pathlib import Path

import pytest

import web
from access import FORM, clients, refused
from server import Starter, command
from test_04_slowloris import dribbling, limits, seconds_to_end
from test_08_headers import problems
from wire import Answer, answers, ask, connect, netloc, receive_to_end, request


@dataclass
class Certificate:
    """A certificate for this machine, and its key."""

    certificate: Path
    key: Path

    def make(self) -> None:
        """Creates a new certificate and key."""
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
             "-nodes", "-keyout", self.key, "-out", self.certificate, "-days", "1",
             "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
            capture_output=True, timeout=30, check=True,
        )  # fmt: skip

    @property
    def options(self) -> tuple[str, ...]:
        """Returns the options for the program."""
        return ("--tls-certificate", str(self.certificate), "--tls-key", str(self.key))

    def context(self) -> ssl.SSLContext:
        """Returns a context that trusts this certificate only."""
        return ssl.create_default_context(cafile=str(self.certificate))


@pytest.fixture
def certificate(tmp_path: Path) -> Certificate:
    """A certificate for one test."""
    made = Certificate(tmp_path / "certificate.pem", tmp_path / "key.pem")
    made.make()
    return made


def secure(
    base: str, context: ssl.SSLContext, target: str, method: str = "GET", accept: str = "*/*"
) -> Answer:
    """Sends a request over TLS."""
    site = http.client.HTTPSConnection(netloc(base), context=context, timeout=10)
    site.request(method, target, headers={"Origin": base, "Accept": accept})
    answer = site.getresponse()
    fields = tuple((name.lower(), value) for name, value in answer.getheaders())
    found = Answer(answer.status, fields, answer.read())
    site.close()
    return found


def test_access_tls(start: Starter, certificate: Certificate) -> None:
    """Pages over TLS equal those without, and have HSTS."""
    base = start(*certificate.options).url
    assert base.startswith("https://")
    context = certificate.context()
    for target in ("/", "/animals", "/nothing", "/healthz", "/animals?category=%FF"):
        assert problems(secure(base, context, target), secure=True) == []
    assert secure(base, context, "/animals").status == 200
    # Raw bytes: libmicrohttpd has no memory left for the response.
    refusal = secure(base, context, "/animals", accept="a" * 30_000)
    assert refusal.status == 431 and problems(refusal, secure=True) == []
    # A request without TLS gets no page, and does not crash the server.
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


def test_access_tls_reload(start: Starter, certificate: Certificate) -> None:
    """On SIGHUP new connections get the new certificate, and old ones stay open. An
    unreadable file changes nothing."""
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
    web.until(lambda: ssl.get_server_certificate(address) != before)
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
    web.until(lambda: "reload failed" in program.log())
    assert ssl.get_server_certificate(address) == now


@pytest.mark.parametrize("wrong", ["missing", "nonsense", "another key", "only one"])
def test_access_invalid_tls(tmp_path: Path, certificate: Certificate, wrong: str) -> None:
    """Without a valid certificate the program does not start."""
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


def test_access_tls_slow_handshakes(start: Starter, certificate: Certificate) -> None:
    """A client that stops during the handshake does not delay others."""
    base = start(*certificate.options).url
    halves = [connect(base) for _ in range(50)]
    try:
        for number, half in enumerate(halves):
            half.sendall(b"\x16\x03\x01\x02\x00\x01"[: 1 + number % 6])
        assert secure(base, certificate.context(), "/animals").status == 200
    finally:
        for half in halves:
            half.close()


def hello(context: ssl.SSLContext) -> bytes:
    """Returns the first bytes of a handshake."""
    sent = ssl.MemoryBIO()
    with pytest.raises(ssl.SSLWantReadError):
        context.wrap_bio(ssl.MemoryBIO(), sent, server_hostname="localhost").do_handshake()
    return sent.read()


@pytest.mark.parametrize("whole", [0, 0.5, 1], ids=["byte by byte", "half at once", "only a hello"])
def test_access_tls_half_a_handshake(
    start: Starter, certificate: Certificate, whole: float
) -> None:
    """The timeout for the head includes the handshake, however the bytes are split."""
    program = start(*certificate.options, *limits(head=2))
    sent = hello(certificate.context())
    first = round(len(sent) * whole)
    with connect(program.url) as connection:
        connection.sendall(sent[:first])
        with dribbling(connection, sent[first:], every=0.1):
            assert seconds_to_end(connection) > 0.5
    assert secure(program.url, certificate.context(), "/animals").status == 200


def by_socket(path: Path, sent: bytes) -> list[Answer]:
    """Sends a request over a Unix socket."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(10)
        connection.connect(str(path))
        connection.sendall(sent)
        return answers(receive_to_end(connection))


def test_access_socket(start: Starter, tmp_path: Path) -> None:
    """Responses equal those on a port; the socket is removed with the program."""
    path = tmp_path / "fieldguide.sock"
    program = start("--socket", str(path), "--trusted-proxy", "socket", "--log-level", "info")
    assert stat.S_ISSOCK(path.stat().st_mode)
    base = "http://localhost:80"
    fields = [("X-Forwarded-For", "203.0.113.7")]
    [page] = by_socket(path, request(base, "GET", "/animals", fields, closing=True))
    assert page.status == 200 and problems(page) == []
    web.until(lambda: clients(program)[-1:] == ["203.0.113.7"])
    # A proxy may be in front of it: the site is read-only.
    form = b"id=refused&name=x&diet=Omnivore&categoryId=Fish"
    [answer] = by_socket(path, request(base, "POST", web.ADD, [FORM], form, closing=True))
    assert answer.status == 403
    assert program.stop() == 0
    assert not path.exists()


def test_access_socket_after_a_power_cut(start: Starter, tmp_path: Path) -> None:
    """A stale socket is replaced, one in use is an error, and a file is never removed."""
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


# Starts a program like systemd: as the process that the variable names.
EXECUTE = (
    "import os, sys; os.environ['LISTEN_PID'] = str(os.getpid() + int(sys.argv[1])); "
    "os.execv(sys.argv[2], sys.argv[2:])"
)


def activated(data: Path, listening: socket.socket, *, other: int = 0) -> subprocess.Popen[str]:
    """Starts the program with an inherited socket."""
    return subprocess.Popen(
        [sys.executable, "-c", EXECUTE, str(other), *command(data)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"LISTEN_FDS": "1"},
        pass_fds=(3,),
        preexec_fn=lambda: os.dup2(listening.fileno(), 3),  # noqa: PLW1509, no threads here
    )


def test_access_activation(tmp_path: Path) -> None:
    """The program serves on the inherited socket, also earlier connections, and leaves it open."""
    for round_ in range(2):
        if round_ == 0:
            listening = socket.create_server(("127.0.0.1", 0), backlog=64)
        base = f"http://127.0.0.1:{listening.getsockname()[1]}"
        # Connects before the program starts.
        early = connect(base, timeout=20)
        early.sendall(request(base, "GET", "/animals", closing=True))
        process = activated(tmp_path / "data", listening)
        try:
            [answer] = answers(receive_to_end(early))
            assert answer.status == 200
            assert ask(base, "GET", "/healthz").status == 200
            # The program responds until it receives the signal.
            assert process.stdout is not None
            assert process.stdout.readline().startswith("Fieldguide is ready")
            process.terminate()
            assert process.wait(timeout=8) == 0
        finally:
            process.kill()
            process.communicate()
            early.close()
    listening.close()


def test_access_activation_of_another(tmp_path: Path) -> None:
    """A socket for another process is ignored."""
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
