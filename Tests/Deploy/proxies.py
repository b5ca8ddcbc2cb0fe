"""Real proxies, with the files that Docs/deployment.md installs.

Only ports, certificates and the path of the socket differ.
"""

from __future__ import annotations

import os
import random
import socket
import ssl
import subprocess
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from server import PACKAGE
from wire import Answer, Fields, answers, receive_to_end, request

DEPLOY = PACKAGE / "Deploy"
GUIDE = PACKAGE / "Docs/deployment.md"
TOOLS = PACKAGE / ".tools"
ORIGIN = "https://example.org"


@dataclass(frozen=True)
class Certificate:
    """A self-signed certificate for example.org."""

    chain: Path
    key: Path

    @classmethod
    def make(cls, folder: Path) -> Certificate:
        """Creates the certificate with openssl."""
        made = cls(folder / "chain.pem", folder / "key.pem")
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
             "-subj", "/CN=example.org", "-addext", "subjectAltName=DNS:example.org",
             "-keyout", made.key, "-out", made.chain],
            check=True, capture_output=True,
        )  # fmt: skip
        return made

    def context(self, *protocols: str) -> ssl.SSLContext:
        """Returns a context that trusts this certificate only."""
        context = ssl.create_default_context(cafile=str(self.chain))
        if protocols:
            context.set_alpn_protocols(list(protocols))
        return context


def replaced(text: str, changes: Iterable[tuple[str, str]]) -> str:
    """Applies replacements to a text; each must match once."""
    for old, new in changes:
        assert old in text, f"the file no longer says {old!r}"
        text = text.replace(old, new)
    return text


def free_port() -> int:
    """Returns a free port outside the ephemeral range, so that it stays free until it is used."""
    while True:
        port = random.randrange(20_000, 32_000)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


class Proxy:
    """A running proxy. Ended by process id, never by name."""

    # The name in test ids.
    name: str

    def __init__(self, folder: Path, site: Path, certificate: Certificate) -> None:
        self.folder = folder
        self.certificate = certificate
        self.plain, self.secure = free_port(), free_port()
        self.log = folder / "proxy.log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                self.command(site),
                stdout=log,
                stderr=log,
                env=os.environ | {"HOME": str(folder), "XDG_DATA_HOME": str(folder),
                                  "XDG_CONFIG_HOME": str(folder)},
            )  # fmt: skip
        for port in (self.plain, self.secure):
            self._wait_for(port)

    def command(self, site: Path) -> list[str | Path]:
        """Writes the configuration for a site on a Unix socket, and returns the command."""
        raise NotImplementedError

    def _wait_for(self, port: int) -> None:
        end = time.monotonic() + 20
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                return
            except OSError:
                if time.monotonic() > end or self.process.poll() is not None:
                    self.stop()
                    raise AssertionError(self.log.read_text()) from None
                time.sleep(0.02)

    def connect(self, *protocols: str, source: str = "127.0.0.1") -> ssl.SSLSocket:
        """Opens a connection to the proxy as example.org, from an address of this machine."""
        plain = socket.create_connection(
            ("127.0.0.1", self.secure), timeout=10, source_address=(source, 0)
        )
        return self.certificate.context(*protocols).wrap_socket(
            plain, server_hostname="example.org"
        )

    def ask(
        self,
        method: str,
        target: str,
        fields: Fields = (),
        body: bytes = b"",
        *,
        source: str = "127.0.0.1",
    ) -> Answer:
        """Sends one request on its own connection, and returns its response."""
        with self.connect(source=source) as connection:
            connection.sendall(request(ORIGIN, method, target, fields, body, closing=True))
            [answer] = answers(receive_to_end(connection), [method])
        return answer

    def stop(self) -> None:
        """Stops the proxy."""
        self.process.terminate()
        try:
            self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def on_ports(text: str, plain: int, secure: int) -> str:
    """Returns the site of nginx on other ports, on this machine only."""
    return replaced(
        text,
        [
            ("  listen [::]:80;\n", ""),
            ("  listen [::]:443 ssl http2;\n", ""),
            ("listen 80;", f"listen 127.0.0.1:{plain};"),
            ("listen 443 ssl http2;", f"listen 127.0.0.1:{secure} ssl http2;"),
        ],
    )


class Nginx(Proxy):
    """Debian's nginx."""

    name = "nginx"

    MAIN = """
daemon off;
pid {folder}/nginx.pid;
error_log stderr warn;
{user}
events {{}}
http {{
  access_log off;
  include {tools}/nginx-common/etc/nginx/mime.types;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  include {folder}/site.conf;
}}
"""

    def command(self, site: Path) -> list[str | Path]:
        letsencrypt = "/etc/letsencrypt/live/example.org"
        text = replaced(
            on_ports((DEPLOY / "nginx.conf").read_text(), self.plain, self.secure),
            [
                ("/run/fieldguide.sock", str(site)),
                (f"{letsencrypt}/fullchain.pem", str(self.certificate.chain)),
                (f"{letsencrypt}/privkey.pem", str(self.certificate.key)),
            ],
        )
        (self.folder / "site.conf").write_text(text)
        # Without root, the socket belongs to the test's user, not to www-data.
        user = "user root;" if os.geteuid() == 0 else ""
        main = self.folder / "nginx.conf"
        main.write_text(self.MAIN.format(folder=self.folder, tools=TOOLS, user=user))
        return [TOOLS / "nginx/usr/sbin/nginx", "-e", "stderr", "-p", self.folder, "-c", main]


class Caddy(Proxy):
    """Debian's Caddy."""

    name = "caddy"

    OPTIONS = """{{
	admin off
	skip_install_trust
	default_bind 127.0.0.1
	http_port {plain}
	https_port {secure}
}}
"""

    def command(self, site: Path) -> list[str | Path]:
        text = replaced(
            (DEPLOY / "Caddyfile").read_text(),
            [
                ("/run/fieldguide.sock", str(site)),
                (
                    "\nexample.org {\n",
                    f"\nexample.org {{\n\ttls {self.certificate.chain} {self.certificate.key}\n",
                ),
            ],
        )
        file = self.folder / "Caddyfile"
        file.write_text(self.OPTIONS.format(plain=self.plain, secure=self.secure) + text)
        return [TOOLS / "caddy/usr/bin/caddy", "run", "--adapter", "caddyfile", "--config", file]
