"""Sign-in at an OpenID provider, with the files that Docs/sign-in-by-a-proxy.md installs: the
proxy asks Apache's mod_auth_openidc who a visitor is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import web
from openid import Provider
from proxies import DEPLOY, ORIGIN, Caddy, Certificate, Nginx, Proxy, replaced
from server import GENEROUS, Server, serving
from test_behind_a_proxy import IMPORT, UPLOAD, animals, upload
from wire import FORM, Answer, Fields, ask

# Where Debian's modules are, and those that its package of Apache does not build in.
MODULES = Path("/usr/lib/apache2/modules")
ENABLED = ["mpm_event", "authn_core", "authz_core", "authz_user", "alias", "headers", "auth_openidc"]


class Apache(Proxy):
    """Debian's Apache, which signs visitors in."""

    name = "apache"

    def __init__(self, folder: Path, provider: Provider) -> None:
        self.provider = provider
        super().__init__(folder, [], None)

    def command(self) -> list[str | Path]:
        (self.folder / "fieldguide-secrets.conf").write_text(
            f"OIDCClientSecret {self.provider.secret}\nOIDCCryptoPassphrase a-passphrase\n"
        )
        site = replaced(
            (DEPLOY / "apache-sign-in.conf").read_text(),
            [("127.0.0.1:4180", f"127.0.0.1:{self.secure}"),
             ("https://login.example.com", self.provider.origin),
             ("/etc/apache2", str(self.folder))],
        )  # fmt: skip
        modules = [f"LoadModule {name}_module {MODULES}/mod_{name}.so" for name in ENABLED]
        file = self.folder / "apache.conf"
        file.write_text("\n".join([
            *modules, f"Listen 127.0.0.1:{self.secure}", f"ServerRoot {self.folder}",
            f"PidFile {self.folder}/apache.pid", f"DefaultRuntimeDir {self.folder}",
            "ErrorLog /dev/stderr", "User www-data", "Group www-data", site,
        ]))  # fmt: skip
        # One process, which ends with its parent.
        return ["/usr/sbin/apache2", "-X", "-f", file]


def asking(kind: type[Proxy], port: int) -> type[Proxy]:
    """Returns a proxy that asks the service on a port, as its file for sign-in says."""

    class Asking(kind):  # type: ignore[misc, valid-type]
        def command(self) -> list[str | Path]:
            command: list[str | Path] = super().command()
            file, line, change = {
                "nginx": ("site.conf", "# include snippets/fieldguide-sign-in.conf;", "include {};"),
                "caddy": ("Caddyfile", "# import fieldguide-sign-in.conf", "import {}"),
            }[kind.name]
            text = (DEPLOY / f"{kind.name}-sign-in.conf").read_text()
            own, site = self.folder / "sign-in.conf", self.folder / file
            own.write_text(replaced(text, [("127.0.0.1:4180", f"127.0.0.1:{port}")]))
            site.write_text(replaced(site.read_text(), [(line, change.format(own))]))
            return command

    return Asking


class Browser:
    """Follows redirects to the site and to the provider, and keeps cookies of the site."""

    def __init__(self, proxy: Proxy) -> None:
        self.proxy = proxy
        self.cookies: dict[str, str] = {}
        self.visited: list[str] = []

    def ask(self, method: str, target: str, fields: Fields = (), body: bytes = b"") -> Answer:
        """Sends one request to the site."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        own = [("Cookie", cookies)] if cookies else []
        answer = self.proxy.ask(method, target, [*fields, *own], body)
        for line in answer.all("Set-Cookie"):
            name, _, value = line.partition(";")[0].partition("=")
            if value:
                assert all(part in line for part in ("Secure", "HttpOnly", "SameSite=Lax")), line
                self.cookies[name] = value
            else:
                self.cookies.pop(name, None)
        return answer

    def open(self, address: str) -> Answer:
        """Opens an address, and follows its redirects."""
        for _ in range(6):
            self.visited.append(address.partition("?")[0])
            parts = urlsplit(address)
            target = parts.path + (f"?{parts.query}" if parts.query else "")
            if address.startswith(ORIGIN):
                answer = self.ask("GET", target, [("Accept", "text/html")])
            else:
                answer = ask(f"http://{parts.netloc}", "GET", target)
            if answer.status not in (302, 303):
                return answer
            address = answer["Location"] or ""
        raise AssertionError(self.visited)

    def add(self, animal: str, *fields: tuple[str, str]) -> Answer:
        """Tries to add a fish."""
        form = f"id={animal}&name={animal}&diet=Omnivore&categoryId=Fish".encode()
        return self.ask("POST", web.ADD, [FORM, ("Origin", ORIGIN), *fields], form)


@pytest.fixture(scope="module")
def provider(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Provider]:
    """The provider."""
    with closing(Provider(tmp_path_factory.mktemp("provider"))) as provider:
        yield provider


@pytest.fixture(scope="module", params=[Nginx, Caddy], ids=lambda proxy: proxy.name)
def site(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    certificate: Certificate,
    provider: Provider,
) -> Iterator[tuple[Server, Proxy]]:
    """The program and its proxy."""
    folder = tmp_path_factory.mktemp("site")
    settings = json.loads((DEPLOY / "fieldguide.json").read_text())
    del settings["editors"]
    settings |= {"data": str(folder / "data"), "user-header": "X-Forwarded-User",
                 "groups-header": "X-Forwarded-Groups", "writer-groups": ["board", "librarians"]}
    (folder / "fieldguide.json").write_text(json.dumps(settings))
    socket = folder / "fieldguide.sock"
    options = [*GENEROUS, "--config", str(folder / "fieldguide.json"), "--socket", str(socket),
               "--metrics-port", "0"]  # fmt: skip
    apache = Apache(tmp_path_factory.mktemp("apache"), provider)
    try:
        with serving(folder / "data", options=options) as program:
            proxy = asking(request.param, apache.secure)(
                tmp_path_factory.mktemp("proxy"), [socket], certificate
            )
            try:
                yield program, proxy
                log = (proxy.log.read_text() + apache.log.read_text()).splitlines()
                assert [line for line in log if "[warn]" in line or ":error]" in line] == []
            finally:
                proxy.stop()
    finally:
        apache.stop()


def signed_in(site: tuple[Server, Proxy], provider: Provider, name: str, *groups: str) -> Browser:
    """Returns the browser of a visitor who has signed in."""
    provider.claims = {"preferred_username": name, "groups": list(groups)}
    browser = Browser(site[1])
    page = browser.open(f"{ORIGIN}/animals?category=Fish&search=a%26b")
    assert page.status == 200, page.text
    assert f"Signed in as <bdi>{name}</bdi>" in page.text
    return browser


def test_the_way_to_the_provider_and_back(
    site: tuple[Server, Proxy], provider: Provider
) -> None:
    """It leads to the address that was opened, with its query."""
    provider.claims = {"preferred_username": "anna", "groups": []}
    browser = Browser(site[1])
    page = browser.open(f"{ORIGIN}/animals?category=Fish&search=a%26b")
    assert browser.visited == [
        f"{ORIGIN}/animals", f"{provider.origin}/authorize", f"{ORIGIN}/oauth2/callback",
        f"{ORIGIN}/animals",
    ]  # fmt: skip
    assert 'value="a&amp;b"' in page.text


@pytest.mark.parametrize(
    ("name", "groups", "status"),
    [("anna", ["staff", "board"], 303), ("Zoë", ["librarians"], 303), ("bob", ["staff"], 403),
     ("carla", [], 403), ("dora", ["onboard"], 403)],
)  # fmt: skip
def test_groups_decide_who_writes(
    site: tuple[Server, Proxy], provider: Provider, name: str, groups: list[str], status: int
) -> None:
    """Forged fields, of one who has signed in, change nothing."""
    browser = signed_in(site, provider, name, *groups)
    page = browser.ask("GET", "/animals?animal=Dog").text
    assert ("Delete" in page) == (status == 303)
    animal = f"fish-{len(groups)}-{status}-{ord(name[0])}"
    assert browser.add(animal).status == status
    assert ("Omnivore" in browser.ask("GET", f"/animals?animal={animal}").text) == (status == 303)
    forged = [("X-Forwarded-User", "mallory"), ("X-Forwarded-Groups", "board"),
              ("X-Auth-Request-User", "mallory"), ("X-Auth-Request-Groups", "board"),
              ("OIDC_CLAIM_groups", "board")]  # fmt: skip
    page = browser.ask("GET", "/animals", forged).text
    assert f"<bdi>{name}</bdi>" in page and "mallory" not in page
    assert browser.add(f"{animal}-forged", *forged).status == status


def test_a_file_is_imported(site: tuple[Server, Proxy], provider: Provider) -> None:
    """Though the question to Apache has no body."""
    browser = signed_in(site, provider, "gustav", "board")
    file, count = animals(1_000_000)
    check = browser.ask("POST", IMPORT, [UPLOAD, ("Origin", ORIGIN)], upload(file))
    assert check.status == 200 and f"{count:,} animals would be added" in check.text


def test_a_stranger_with_forged_fields_has_to_sign_in(site: tuple[Server, Proxy]) -> None:
    """Nothing reaches the program, whatever a client claims."""
    forged = [("X-Forwarded-User", "mallory"), ("X-Forwarded-Groups", "board")]
    browser = Browser(site[1])
    page = browser.ask("GET", "/animals", [("Accept", "text/html"), *forged])
    assert page.status == 302 and "/authorize?" in (page["Location"] or "")
    refused = browser.add("forged", *forged)
    assert refused.status == 401 and "no longer signed in" in refused.text
    # A part of an open page does not follow redirects to another site.
    live = browser.ask("GET", "/live?page=/animals", [("Sec-Fetch-Mode", "cors")])
    assert live.status == 401 and not live["Location"]
    assert browser.ask("GET", "/oauth2/auth").status in (401, 404)
    assert "forged" not in site[0].log()


def test_an_ended_session_has_no_rights(site: tuple[Server, Proxy], provider: Provider) -> None:
    """Signing out removes it at Apache, so that its cookie is worth nothing."""
    browser = signed_in(site, provider, "frida", "board")
    kept = dict(browser.cookies)
    assert browser.ask("GET", "/oauth2/callback?logout=https%3A%2F%2Fexample.org%2F").status == 302
    browser.cookies = kept
    assert browser.add("ended").status == 401
