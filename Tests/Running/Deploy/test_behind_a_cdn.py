"""The site behind a CDN and a proxy. Addresses of this machine stand for the CDN's."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import web
from deployed import configured
from proxies import Caddy, Certificate, Nginx, Proxy, replaced
from server import GENEROUS, Server

EDGE, OTHER = "127.0.0.2", "127.0.0.3"


class NginxBehindCDN(Nginx):
    """nginx with the settings that its file has for a CDN, in force."""

    def command(self) -> list[str | Path]:
        command = super().command()
        site = self.folder / "site.conf"
        changes = [
            ("# set_real_ip_from 203.0.113.0/24;", f"set_real_ip_from {EDGE};"),
            ("# real_ip_header", "real_ip_header"),
            ("# real_ip_recursive", "real_ip_recursive"),
        ]
        site.write_text(replaced(site.read_text(), changes))
        return command


class CaddyBehindCDN(Caddy):
    """Caddy with the setting that its file has for a CDN, in force."""

    def command(self) -> list[str | Path]:
        command = super().command()
        site = self.folder / "Caddyfile"
        changes = [("# trusted_proxies 203.0.113.0/24", f"trusted_proxies {EDGE}")]
        site.write_text(replaced(site.read_text(), changes))
        return command


@pytest.mark.parametrize("kind", [NginxBehindCDN, CaddyBehindCDN], ids=lambda kind: kind.name)
def test_the_client_behind_a_cdn(
    tmp_path: Path, certificate: Certificate, kind: type[Proxy]
) -> None:
    """The address that the CDN saw counts, not what the visitor claims, nor what others do."""
    socket = tmp_path / "fieldguide.sock"
    config = configured(tmp_path)
    if kind is CaddyBehindCDN:
        change = ('"socket"', f'["socket", "{EDGE}"]')
        config.write_text(replaced(config.read_text(), [change]))
    options = [*GENEROUS, "--config", str(config), "--socket", str(socket), "--log-level", "info"]
    program = Server(tmp_path / "data", options=options)
    try:
        proxy = kind(tmp_path, [socket], certificate)
        try:
            for source, forwarded in [
                (EDGE, "192.0.2.66"),
                (EDGE, "198.51.100.1, 192.0.2.67"),
                (EDGE, f"192.0.2.68, {EDGE}"),
                (OTHER, "192.0.2.69"),
            ]:
                fields = [("X-Forwarded-For", forwarded)]
                assert proxy.ask("GET", "/photos", fields, source=source).status == 200
        finally:
            proxy.stop()

        def clients() -> list[str]:
            entries = map(json.loads, program.log().splitlines())
            return [entry["client"] for entry in entries if entry["message"] == "request"]

        web.until(lambda: len(clients()) == 4)
        assert clients() == ["192.0.2.66", "192.0.2.67", "192.0.2.68", OTHER]
        if kind is NginxBehindCDN:
            log = (tmp_path / "fieldguide.log").read_text()
            networks = [line.split()[0] for line in log.splitlines()]
            assert networks == ["192.0.2.0"] * 3 + ["127.0.0.0"]
    finally:
        program.kill()
