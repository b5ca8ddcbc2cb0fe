"""A server or a network that is away: the shown page stays as it is, says so, and goes on by
itself. In Chromium and Firefox with the service worker, and in Chromium on a site that is not
encrypted and so has none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

import pytest
from playwright.sync_api import Browser, Error, Page

import web
from firefox import FIREFOX, Firefox, FirefoxError
from server import Server
from services import Request, Service

MAMMALS = "/animals?category=Mammal"
DOG = f"{MAMMALS}&animal=Dog"
SHOWN = "document.getElementById('live').firstChild?.textContent ?? ''"
# Until it is written again. The document lasts as long as its mark.
CLEAR = "(document.getElementById('live').firstChild.textContent = '', window.isTheSame = true)"
DISABLED = "document.querySelectorAll('form [aria-disabled=true]').length"

VISIT = """document.dispatchEvent(new CustomEvent("live:visit",
  {detail: {address: "/animals?category=Bird", entry: "push"}, cancelable: true}))"""

# The address, what a visitor does there, and whether only the worker can keep the page.
ACTIONS = {
    "list": (DOG, "document.querySelector('.nav .breeds a').click()", False),
    "row": (MAMMALS, "document.querySelector('#animal-list .row').click()", False),
    "search": (MAMMALS, "document.querySelector('.search-field').requestSubmit()", False),
    "save": (f"{DOG}&dialog=edit", "document.querySelector('.dialog .primary').click()", False),
    "filter in place": (MAMMALS, VISIT, False),
    "reload": (DOG, "location.reload()", True),
}


class Tab(Protocol):
    """A tab of either browser."""

    def open(self, url: str) -> None:
        """Loads an address."""

    def evaluate(self, expression: str) -> object:
        """Returns the value of an expression of the page."""


class ChromiumTab:
    """A tab of Chromium, with the methods of Firefox."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def open(self, url: str) -> None:
        """Loads an address."""
        self.page.goto(url)

    def evaluate(self, expression: str) -> object:
        """Returns the value of an expression of the page."""
        return self.page.evaluate(f"() => {expression}")


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """A window for all tests: each server has an origin of its own."""
    firefox = Firefox(tmp_path_factory.mktemp("profile"))
    yield firefox
    firefox.close()


KINDS = ["chromium", "insecure", "firefox"]


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    """A browser."""
    if request.param == "firefox" and FIREFOX is None:
        pytest.skip("needs Firefox, or FIELDGUIDE_FIREFOX")
    return request.param


@pytest.fixture
def tab(kind: str, browser: Browser, request: pytest.FixtureRequest) -> Iterator[Tab]:
    """A tab, with the worker in control."""
    if kind == "firefox":
        yield request.getfixturevalue("firefox")
        return
    context = browser.new_context(service_workers="allow")
    if kind == "insecure":
        # Stands in for an address without encryption: this machine's own counts as secure.
        context.add_init_script("delete Navigator.prototype.serviceWorker")
    yield ChromiumTab(context.new_page())
    context.close()


def port(server: Server) -> int:
    """The port, to start the server again at the same address."""
    return int(server.url.rsplit(":", 1)[1])


def opened(tab: Tab, url: str, kind: str) -> None:
    """Opens a page that is connected, and controlled by the worker if there is one."""
    is_secure = kind != "insecure"
    tab.open(url)
    becomes(tab, SHOWN, lambda text: text == "Live")
    assert tab.evaluate("!!navigator.serviceWorker") == is_secure
    if is_secure:
        becomes(tab, "!!navigator.serviceWorker.controller", bool)


def becomes(tab: Tab, expression: str, holds: Callable[[object], bool]) -> None:
    """Waits for the value of an expression, through navigations."""

    def has_become() -> bool:
        try:
            return holds(tab.evaluate(expression))
        except (Error, FirefoxError):
            return False

    web.until(has_become, within=60, every=0.1)


def is_offline(text: object) -> bool:
    """True if the strip tells of what a visitor cannot do."""
    return str(text).startswith("Offline. Shown is the state of ")


@pytest.mark.parametrize("action", ACTIONS)
def test_a_page_stays(tab: Tab, kind: str, fresh_server: Server, action: str) -> None:
    """At its address, with what was typed, and with buttons that say that they do nothing. When
    the server is back, so is the action."""
    address, script, needs_worker = ACTIONS[action]
    if needs_worker and kind == "insecure":
        pytest.skip("the browser does not ask the page")
    opened(tab, fresh_server.url + MAMMALS, kind)
    opened(tab, fresh_server.url + address, kind)
    here = tab.evaluate("location.href")
    typed = f"document.querySelector('{'.dialog #name' if action == 'save' else '.head input'}')"
    tab.evaluate(f"({typed}.value = 'Wolf')")
    assert fresh_server.stop() == 0
    for _ in range(2):
        tab.evaluate(CLEAR)
        tab.evaluate(f"void setTimeout(() => {script})")
        becomes(tab, SHOWN, is_offline)
        assert tab.evaluate("window.isTheSame && location.href") == here
        assert tab.evaluate(f"{typed}.value") == "Wolf"
        assert bool(tab.evaluate(DISABLED)) == (action == "save")
    fresh_server.start(port=port(fresh_server))
    becomes(tab, SHOWN, lambda text: text == "Live")
    assert not tab.evaluate(DISABLED)
    assert tab.evaluate(f"{typed}.value") == "Wolf"
    if action == "save":
        tab.evaluate(f"void setTimeout(() => {script})")
        becomes(tab, "document.querySelector('#animal-list')?.textContent", lambda text: "Wolf" in str(text))


@pytest.mark.parametrize("kind", ["chromium", "firefox"], indirect=True)
def test_the_way_back(tab: Tab, kind: str, fresh_server: Server) -> None:
    """A page of the site: the one before, if the browser has kept it, or else the same."""
    for address in (MAMMALS, DOG):
        opened(tab, fresh_server.url + address, kind)
    assert fresh_server.stop() == 0
    tab.evaluate("void setTimeout(() => history.back())")
    becomes(tab, SHOWN, lambda text: is_offline(text) or "Mammal" in str(tab.evaluate("document.title")))
    becomes(tab, "document.querySelectorAll('#animal-list .row').length", bool)
    fresh_server.start(port=port(fresh_server))
    becomes(tab, SHOWN, lambda text: text == "Live")


@pytest.mark.parametrize("kind", ["chromium", "firefox"], indirect=True)
def test_a_tab_without_a_page(tab: Tab, kind: str, fresh_server: Server) -> None:
    """It shows a page that says so, and then the page that was asked for."""
    opened(tab, fresh_server.url + MAMMALS, kind)
    tab.open("about:blank")
    assert fresh_server.stop() == 0
    tab.open(fresh_server.url + DOG)
    assert tab.evaluate("document.querySelector('h1').textContent") == "Offline"
    fresh_server.start(port=port(fresh_server))
    becomes(tab, "document.getElementById('main')?.dataset.live", bool)
    assert tab.evaluate("location.href") == fresh_server.url + DOG


class OtherSite(Service):
    """A page with a form that posts to another site."""

    target = ""

    def respond(self, request: Request) -> None:
        page = f'<!DOCTYPE html><title>Other</title><form method="post" action="{self.target}"></form>'
        policy = ("Referrer-Policy", "no-referrer" if request.path == "/secret" else "unsafe-url")
        self.send(request, 200, "text/html", page.encode(), policy)


@pytest.mark.parametrize("path", ["/", "/secret"])
@pytest.mark.parametrize("kind", ["chromium", "firefox"], indirect=True)
def test_a_form_of_another_site_keeps_its_origin(
    tab: Tab, kind: str, fresh_server: Server, path: str
) -> None:
    """The requests of a worker have the origin of its site, which would allow a forged post."""
    opened(tab, fresh_server.url + MAMMALS, kind)
    other = OtherSite()
    other.target = f"{fresh_server.url}/sample/show"
    tab.open(other.origin + path)
    tab.evaluate("void setTimeout(() => document.forms[0].submit())")
    becomes(tab, "location.pathname", lambda path: path == "/sample/show")
    becomes(tab, "document.querySelector('h1')?.textContent", lambda text: text == "This form came from another site")
    other.close()


@pytest.mark.parametrize("kind", ["chromium", "firefox"], indirect=True)
def test_an_answer_of_a_proxy_is_shown(tab: Tab, kind: str, fresh_server: Server) -> None:
    """Also one that tells of an error: only a connection that fails is away."""
    opened(tab, fresh_server.url + MAMMALS, kind)
    tab.evaluate("void setTimeout(() => location.assign('/nothing'))")
    becomes(tab, "document.title", lambda title: "not found" in str(title).lower())
