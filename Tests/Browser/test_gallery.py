"""Every state of every component, in the gallery of a running program: the
list is its own, so that what is added there is checked here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import html5lib
import pytest
from playwright.sync_api import Browser, Page, Route

import web
from accessibility import Checker
from html_checker import messages
from server import Server
from test_names import OUTSIDE, SIDEWAYS
from windows import HEIGHTS

TEXTS = ["plain", "hostile"]


@pytest.fixture(scope="module")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that shows it."""
    server = Server(tmp_path_factory.mktemp("gallery"), options=["--previews"])
    yield server
    server.kill()


@pytest.fixture(scope="module")
def states(gallery: Server) -> dict[str, list[str]]:
    """The addresses of all states, by component: the links of the index."""
    found: dict[str, list[str]] = {}
    for href in re.findall(r'href="(/previews/[^"]+)"', web.send(f"{gallery.url}/previews").text):
        parts = href.split("/")
        found.setdefault(parts[2], [])
        if len(parts) == 4:
            found[parts[2]].append(href)
    return found


@pytest.fixture(scope="module")
def window(browser: Browser, gallery: Server) -> Iterator[Page]:
    """One window for all of them. Pictures of other sites do not come."""
    context = browser.new_context(base_url=gallery.url)
    page = context.new_page()

    def stay(route: Route) -> None:
        if route.request.url.startswith(gallery.url):
            route.continue_()
        else:
            route.abort()

    page.route("**/*", stay)
    yield page
    context.close()


def test_the_gallery_shows_all_that_there_is(states: dict[str, list[str]]) -> None:
    """Pages and their parts."""
    assert {"AnimalsPage", "AnimalList", "QuakeMap", "BreedList", "BannerSheet"} <= set(states)
    assert sum(len(addresses) for addresses in states.values()) >= 150
    assert all(states.values())


@pytest.mark.parametrize("text", TEXTS)
def test_the_checker_has_nothing_to_say(
    gallery: Server, states: dict[str, list[str]], tmp_path: Path, text: str
) -> None:
    """No error, no warning, no remark; nothing inline, and no script in what
    people wrote."""
    files: set[str] = set()
    for addresses in states.values():
        for address in addresses:
            answer = web.send(f"{gallery.url}{address}?text={text}")
            assert answer.status == 200
            files |= set(re.findall(r'"(/static/[^"#]+)', answer.text))
            (tmp_path / f"{address.strip('/').replace('/', '-')}.html").write_bytes(answer.body)
            page = html5lib.parse(answer.text, namespaceHTMLElements=False)
            assert [script.get("src") for script in page.iter("script")][0].startswith("/static/")
            assert len(list(page.iter("script"))) == 1, address
            assert list(page.iter("style")) == [], address
    assert messages(tmp_path) == []
    assert len(files) >= 5
    assert {file for file in files if web.send(gallery.url + file).status != 200} == set()


def test_axe_finds_no_violation(window: Page, states: dict[str, list[str]]) -> None:
    """In light and dark."""
    problems: dict[str, list[str]] = {}
    check = Checker(window)
    window.set_viewport_size({"width": 1280, "height": HEIGHTS[1280]})
    for address in (address for addresses in states.values() for address in addresses):
        window.goto(address)
        if found := check():
            problems[address] = found
    assert problems == {}


@pytest.mark.parametrize("text", TEXTS)
def test_nothing_sticks_out(window: Page, states: dict[str, list[str]], text: str) -> None:
    """On any screen, whatever people call their things."""
    problems: dict[str, list[str]] = {}
    for address in (address for addresses in states.values() for address in addresses):
        window.goto(f"{address}?text={text}")
        for width, height in HEIGHTS.items():
            window.set_viewport_size({"width": width, "height": height})
            found = window.evaluate(SIDEWAYS) + window.evaluate(OUTSIDE)
            if found:
                problems[f"{address}, {width}"] = found
    assert problems == {}


@pytest.mark.parametrize("address", ["/previews", "/previews/AnimalList", "/previews/QuakeMap"])
def test_the_gallery_itself_is_as_clean(
    window: Page, gallery: Server, tmp_path: Path, address: str
) -> None:
    """It is a page as any other."""
    (tmp_path / "gallery.html").write_bytes(web.send(gallery.url + address).body)
    assert messages(tmp_path) == []
    window.set_viewport_size({"width": 1280, "height": HEIGHTS[1280]})
    window.goto(address)
    assert Checker(window)() == []
    for width, height in HEIGHTS.items():
        window.set_viewport_size({"width": width, "height": height})
        assert window.evaluate(SIDEWAYS) == [], width


def test_states_stand_in_frames(window: Page) -> None:
    """Side by side, and nothing in a frame can do anything."""
    window.set_viewport_size({"width": 1280, "height": HEIGHTS[1280]})
    window.goto("/previews/AnimalList?text=hostile&scheme=dark")
    frame = window.frame_locator("iframe").first
    assert "select a category" in frame.locator("main").inner_text().lower()
    background = frame.locator("html").evaluate("html => getComputedStyle(html).backgroundColor")
    assert background == "rgb(21, 19, 17)", "the frame is dark though the browser is not"
    window.get_by_role("link", name="Light", exact=True).click()
    window.get_by_role("link", name="category", exact=True).click()
    assert window.url.endswith("/previews/AnimalList/category?text=hostile&scheme=light")


def test_forms_of_the_gallery_lead_nowhere(window: Page, gallery: Server) -> None:
    """A question that is answered there destroys nothing."""
    window.goto("/previews/AnimalsPage/delete")
    window.get_by_role("button", name="Yes, delete").click(no_wait_after=True)
    window.wait_for_timeout(500)
    assert window.url == f"{gallery.url}/previews/AnimalsPage/delete"
    assert web.send(f"{gallery.url}/animals?animal=Kangaroo").status == 200
