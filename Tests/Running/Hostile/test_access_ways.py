"""Endpoints of a site: TLS.

Unix sockets and inherited ones: WebServerTests/UnixSocketTests.swift, Deploy/test_restart.py.
"""

from __future__ import annotations

import http.client
import signal
import ssl
import warnings
from pathlib import Path

import pytest

import web
from access import refused
from proxies import Certificate
from server import Starter
from test_04_slowloris import dribbling, limits, seconds_to_end
from test_08_headers import problems
from wire import Answer, connect, netloc, receive_to_end


@pytest.fixture
def certificate(tmp_path: Path) -> Certificate:
    """A certificate for one test."""
    return Certificate.make(tmp_path)


def options(certificate: Certificate) -> list[str]:
    """Returns the options for the program."""
    return ["--tls-certificate", str(certificate.chain), "--tls-key", str(certificate.key)]


def secure(base: str, context: ssl.SSLContext, target: str, accept: str = "*/*") -> Answer:
    """Sends a request over TLS."""
    site = http.client.HTTPSConnection(netloc(base), context=context, timeout=10)
    site.request("GET", target, headers={"Origin": base, "Accept": accept})
    answer = site.getresponse()
    fields = tuple((name.lower(), value) for name, value in answer.getheaders())
    found = Answer(answer.status, fields, answer.read())
    site.close()
    return found


def test_access_tls(start: Starter, certificate: Certificate) -> None:
    """Pages over TLS equal those without, and have HSTS."""
    base = start(*options(certificate)).url
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
    program = start(*options(certificate), "--log-level", "notice")
    address = ("127.0.0.1", int(program.url.rpartition(":")[2]))
    before = ssl.get_server_certificate(address)
    site = http.client.HTTPSConnection(
        netloc(program.url), context=certificate.context(), timeout=10
    )
    site.request("GET", "/healthz")
    assert site.getresponse().read() == b"ok\n"
    Certificate.make(certificate.chain.parent)
    program.process.send_signal(signal.SIGHUP)
    web.until(lambda: ssl.get_server_certificate(address) != before)
    assert ssl.get_server_certificate(address).split() == certificate.chain.read_text().split()
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
    given = options(certificate)
    match wrong:
        case "missing":
            certificate.key.unlink()
        case "nonsense":
            certificate.chain.write_text("nonsense")
        case "another key":
            other = tmp_path / "other"
            other.mkdir()
            given[3] = str(Certificate.make(other).key)
        case _:
            given = given[:2]
    refused(*given, data=tmp_path / "data")


def test_access_tls_slow_handshakes(start: Starter, certificate: Certificate) -> None:
    """A client that stops during the handshake does not delay others."""
    base = start(*options(certificate)).url
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
    program = start(*options(certificate), *limits(head=2))
    sent = hello(certificate.context())
    first = round(len(sent) * whole)
    with connect(program.url) as connection:
        connection.sendall(sent[:first])
        with dribbling(connection, sent[first:], every=0.1):
            assert seconds_to_end(connection) > 0.5
    assert secure(program.url, certificate.context(), "/animals").status == 200
