"""Real proxies, with the files that Docs/deployment.md installs.

Only ports, certificates and the addresses of the instances differ.
"""

from __future__ import annotations

import os
import random
import re
import socket
import ssl
import subprocess
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from server import PACKAGE
from wire import Answer, Fields, answers, receive_to_end, request

DEPLOY = PACKAGE / "Deploy"
TOOLS = PACKAGE / ".tools"
ORIGIN = "https://example.org"


@dataclass(frozen=True)
class Certificate:
    """A self-signed certificate for example.org and this machine."""

    chain: Path
    key: Path

    @classmethod
    def make(
        cls, folder: Path, *, days: int = 2, name: str = "example.org",
        issuer: Certificate | None = None,
    ) -> Certificate:
        """Creates the certificate with openssl."""
        signer = ["-CA", issuer.chain, "-CAkey", issuer.key] if issuer else []
        made = cls(folder / "chain.pem", folder / "key.pem")
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", str(days),
             "-subj", f"/CN={name}", *signer,
             "-addext", "subjectAltName=DNS:example.org,DNS:localhost,IP:127.0.0.1",
             "-keyout", made.key, "-out", made.chain],
            check=True, capture_output=True,
        )  # fmt: skip
        if issuer:
            made.chain.write_text(made.chain.read_text() + issuer.chain.read_text())
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


# Ends a process when its parent ends, however that happens.
WITH_PARENT = ("setpriv", "--pdeathsig", "KILL")


class Proxy:
    """A running proxy in front of one or two instances. Ended by process id, never by
    name.

    Without a certificate it serves plain HTTP on this machine, and sends the requests of
    a client to all instances in turn.
    """

    # The name in test ids.
    name: str

    def __init__(
        self,
        folder: Path,
        instances: Sequence[Path | str],
        certificate: Certificate | None,
        *,
        port: int = 0,
    ) -> None:
        self.folder = folder
        # Paths of Unix sockets, or addresses with a port.
        self.instances = [str(place) for place in instances]
        self._certificate = certificate
        self.plain, self.secure = free_port(), port or free_port()
        self.log = folder / "proxy.log"
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*WITH_PARENT, *self.command()],
                stdout=log,
                stderr=log,
                env=os.environ | {"HOME": str(folder), "XDG_DATA_HOME": str(folder),
                                  "XDG_CONFIG_HOME": str(folder)},
            )  # fmt: skip
        for port in (self.plain, self.secure) if certificate else (self.secure,):
            self._wait_for(port)

    def command(self) -> list[str | Path]:
        """Writes the configuration, and returns the command."""
        raise NotImplementedError

    @property
    def certificate(self) -> Certificate:
        """The certificate of a proxy that has one."""
        assert self._certificate
        return self._certificate

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

    def connect(
        self, *protocols: str, source: str = "127.0.0.1", timeout: float = 10
    ) -> ssl.SSLSocket:
        """Opens a connection to the proxy as example.org, from an address of this machine."""
        plain = socket.create_connection(
            ("127.0.0.1", self.secure), timeout=timeout, source_address=(source, 0)
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
        timeout: float = 10,
    ) -> Answer:
        """Sends one request on its own connection, and returns its response."""
        with self.connect(source=source, timeout=timeout) as connection:
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
# One process, which ends with its parent.
master_process off;
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

    def command(self) -> list[str | Path]:
        first, *others = (
            f"unix:{place}" if place.startswith("/") else place for place in self.instances
        )
        changes = [("unix:/run/fieldguide.sock", first), ("/var/log/nginx", str(self.folder))]
        if others:
            servers = "\n".join(f"server {other} max_fails=0;" for other in others)
            changes.append(("# server unix:/run/fieldguide2.sock max_fails=0;", servers))
        text = on_ports((DEPLOY / "nginx.conf").read_text(), self.plain, self.secure)
        if self._certificate:
            letsencrypt = "/etc/letsencrypt/live/example.org"
            changes += [
                (f"{letsencrypt}/fullchain.pem", str(self._certificate.chain)),
                (f"{letsencrypt}/privkey.pem", str(self._certificate.key)),
            ]
        else:
            text = re.sub(r"^ *ssl_.*\n", "", text, flags=re.M)
            changes += [
                (" ssl http2;", ";"),
                ("  add_header Strict-Transport-Security $fieldguide_transport always;\n", ""),
                ("$host;", "$http_host;"),
                ("  hash $binary_remote_addr consistent;\n", ""),
            ]
        (self.folder / "site.conf").write_text(replaced(text, changes))
        # Without root, the socket belongs to the test's user, not to www-data.
        user = "user root;" if os.geteuid() == 0 else ""
        main = self.folder / "nginx.conf"
        main.write_text(self.MAIN.format(folder=self.folder, tools=TOOLS, user=user))
        return [TOOLS / "nginx/usr/sbin/nginx", "-e", "stderr", "-p", self.folder, "-c", main]


class Caddy(Proxy):
    """Debian's Caddy."""

    name = "caddy"

    # Added to those of the file.
    OPTIONS = """
{{
	admin off
	skip_install_trust
	default_bind 127.0.0.1
	http_port {plain}
	https_port {secure}
"""

    def command(self) -> list[str | Path]:
        site, options = "\n{$SITE:example.org} {\n", self.OPTIONS
        if self._certificate:
            options = options.format(plain=self.plain, secure=self.secure)
            tls = f"\ttls {self._certificate.chain} {self._certificate.key}\n"
            changes = [(site, site + tls)]
        else:
            options = options.format(plain=self.secure, secure=self.plain)
            changes = [
                (site, f"\nhttp://127.0.0.1:{self.secure} {{\n"),
                ("lb_policy ip_hash", "lb_policy round_robin"),
            ]
        places = [f"unix/{place}" if place.startswith("/") else place for place in self.instances]
        changes.append(("\n{\n", options))
        for name, place in zip(("{$FIRST:unix//run/fieldguide.sock}", "{$SECOND}"), places):
            changes.append((name, place))
        file = self.folder / "Caddyfile"
        file.write_text(replaced((DEPLOY / "Caddyfile").read_text(), changes))
        return [TOOLS / "caddy/usr/bin/caddy", "run", "--adapter", "caddyfile", "--config", file]
