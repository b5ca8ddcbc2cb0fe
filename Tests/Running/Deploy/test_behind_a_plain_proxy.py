"""A program with its default settings, which a proxy that it does not know makes public."""

from __future__ import annotations

import os
import pwd
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from access import add, is_there
from proxies import TOOLS, Caddy, Nginx, Proxy
from server import ANY_POSTS, DEVELOPMENT, Server, serving
from wire import ask

PUBLIC = "example.org"


class PlainNginx(Nginx):
    """nginx with one line of configuration."""

    name = "nginx"
    more = ""

    def command(self) -> list[str | Path]:
        (self.folder / "site.conf").write_text(
            f"server {{ listen 127.0.0.1:{self.secure}; location / {{ {self.more}"
            f"proxy_pass http://{self.instances[0]}; }} }}\n"
        )
        main = self.folder / "nginx.conf"
        main.write_text(self.MAIN.format(folder=self.folder, tools=TOOLS, user=self.user()))
        return [TOOLS / "nginx/usr/sbin/nginx", "-e", "stderr", "-p", self.folder, "-c", main]

    def user(self) -> str:
        return "user root;" if os.geteuid() == 0 else ""


class NginxWithFields(PlainNginx):
    """nginx as many guides configure it."""

    name = "nginx with fields"
    more = (
        "proxy_http_version 1.1; proxy_set_header Connection ''; "
        "proxy_set_header X-Real-IP $remote_addr; "
    )


class NginxOfItsUser(PlainNginx):
    """nginx as packages install it, speaking HTTP/1.1: nothing in a request names it."""

    name = "nginx of its user"
    more = "proxy_http_version 1.1; proxy_set_header Connection ''; "

    MAIN = Nginx.MAIN.replace("master_process off;\n", "worker_processes 1;\n")

    def user(self) -> str:
        for folder in (self.folder, *self.folder.parents[:2]):
            folder.chmod(0o755)
        return f"user {pwd.getpwuid(65_534).pw_name} nogroup;"


class PlainCaddy(Caddy):
    """Caddy with one line of configuration."""

    name = "caddy"

    def command(self) -> list[str | Path]:
        file = self.folder / "Caddyfile"
        file.write_text(
            f"{self.OPTIONS.format(plain=self.secure, secure=self.plain)}}}\n"
            f"http://:{self.secure} {{\n\treverse_proxy {self.instances[0]}\n}}\n"
            .replace("{{", "{").replace("}}", "}")
        )  # fmt: skip
        return [TOOLS / "caddy/usr/bin/caddy", "run", "--adapter", "caddyfile", "--config", file]


KINDS = [PlainNginx, NginxWithFields, NginxOfItsUser, PlainCaddy]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The program as `make run` starts it, with the inspector."""
    data = tmp_path_factory.mktemp("plain") / "data"
    with serving(data, binary=DEVELOPMENT, options=ANY_POSTS) as program:
        yield program


@pytest.fixture(scope="module", params=KINDS, ids=lambda kind: kind.name)
def proxy(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, program: Server
) -> Iterator[Proxy]:
    """A proxy in front of it."""
    if request.param is NginxOfItsUser and os.geteuid() != 0:
        pytest.skip("only root starts a program as another user")
    folder = tmp_path_factory.mktemp(request.param.name.replace(" ", "-"))
    proxy = request.param(folder, [program.url.removeprefix("http://")], None)
    yield proxy
    proxy.stop()


BROWSER = [("Sec-Fetch-Site", "same-origin"), ("Origin", f"https://{PUBLIC}")]
STRANGERS: dict[str, Callable[[str], list[tuple[str, str]]]] = {
    "curl": lambda _: [],
    "browser": lambda _: BROWSER,
    "browser without TLS": lambda url: [("Origin", url)],
    "forger": lambda url: [("Sec-Fetch-Site", "same-origin"), ("Origin", url)],
}


@pytest.mark.parametrize("stranger", STRANGERS)
@pytest.mark.parametrize("named", [True, False], ids=["by its name", "as this machine"])
def test_strangers_change_nothing(
    program: Server, proxy: Proxy, stranger: str, named: bool
) -> None:
    """Whatever they send."""
    site = f"http://127.0.0.1:{proxy.secure}"
    host = PUBLIC if named else program.url.removeprefix("http://")
    fields = STRANGERS[stranger](program.url)
    answer = add(site, "strange", *fields, host=host)
    # Caddy passes the host on: that of another site is refused before.
    assert answer.status in ((421, 403) if named else (403,)), answer.text
    assert not is_there(program.url, "strange")
    if answer.status == 403 and "another site" not in answer.text:
        assert "machine of this site" in answer.text


def test_strangers_do_not_see_the_inspector(program: Server, proxy: Proxy) -> None:
    """It is for this machine only. Reading is not traced to a user."""
    if isinstance(proxy, NginxOfItsUser):
        pytest.skip("documented: name the proxy")
    site = f"http://127.0.0.1:{proxy.secure}"
    host = program.url.removeprefix("http://")
    assert ask(program.url, "GET", "/inspector").status == 200
    assert ask(site, "GET", "/inspector", host=host).status == 404


@pytest.mark.parametrize(
    "fields",
    [[], [("Origin", "{here}")], [("Sec-Fetch-Site", "same-origin"), ("Origin", "{here}")],
     # A server of a developer that forwards to the program.
     [("Sec-Fetch-Site", "same-origin"), ("Origin", "http://localhost:5173")]],
    ids=["curl", "browser", "new browser", "development server"],
)  # fmt: skip
def test_this_machine_makes_changes(program: Server, fields: list[tuple[str, str]]) -> None:
    """Without a proxy nothing is different."""
    sent = [(name, value.replace("{here}", program.url)) for name, value in fields]
    assert add(program.url, f"own{len(str(sent))}", *sent).status == 303


@pytest.mark.parametrize(
    "field",
    ["Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP",
     "CF-Connecting-IP", "True-Client-IP", "Fastly-Client-IP", "CDN-Loop", "X-Envoy-External-Address",
     "X-Original-Host", "Tailscale-User-Login", "X-Amzn-Trace-Id"],
)  # fmt: skip
def test_every_field_of_a_proxy_counts(program: Server, field: str) -> None:
    assert add(program.url, "forwarded", (field, "x")).status == 403
    assert not is_there(program.url, "forwarded")
