"""The responses and the logs of a proxy whose instance is away."""

from __future__ import annotations

import socket
import struct
import time
from contextlib import closing, suppress
from pathlib import Path

import pytest

import web
from deployed import has_security_fields
from proxies import ORIGIN, Caddy, Certificate, Nginx, Proxy
from services import Request, Service
from wire import Fields, request


class Endless(Service):
    """An instance with a page that does not end."""

    def respond(self, request: Request) -> None:
        request.send_response(200)
        request.end_headers()
        with suppress(OSError):
            while request.path != "/healthz":
                request.wfile.write(bytes(65_536))


def leave(proxy: Proxy, fields: Fields) -> None:
    """Closes a connection amid the response, by a reset, while the proxy waits to send more."""
    with proxy.connect(source="127.0.0.8") as leaving:
        leaving.sendall(request(ORIGIN, "GET", "/quakes?near=48.1,11.6", fields))
        assert leaving.recv(1000).startswith(b"HTTP/1.1 200 OK")
        time.sleep(0.2)
        leaving.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


@pytest.mark.parametrize("kind", [Nginx, Caddy], ids=lambda kind: kind.name)
@pytest.mark.parametrize("socket_is_there", [True, False], ids=["refused", "missing"])
def test_an_instance_that_is_away(
    tmp_path: Path, certificate: Certificate, kind: type[Proxy], socket_is_there: bool
) -> None:
    """The proxy's own response has the security fields. Its logs name neither the client nor
    what it searched for, nor a client that left amid a response."""
    fields = [("Referer", f"{ORIGIN}/quakes?near=48.2,11.6")]
    with closing(Endless()) as instance:
        port = instance.origin.removeprefix("http://")
        proxy = kind(tmp_path, [port if socket_is_there else tmp_path / "missing.sock"], certificate)
        try:
            if socket_is_there:
                web.until(
                    lambda: leave(proxy, fields)
                    or kind is Nginx
                    or "connection reset" in proxy.log.read_text()
                )
            instance.close()
            answer = proxy.ask("GET", "/quakes?near=48.1,11.6", fields, source="127.0.0.7")
        finally:
            proxy.stop()
    assert answer.status in (502, 503)
    assert has_security_fields(answer) and answer["Strict-Transport-Security"]
    for log in tmp_path.glob("*.log"):
        for secret in ("near", "127.0.0.7", "127.0.0.8"):
            assert secret not in log.read_text(), (log, secret)
