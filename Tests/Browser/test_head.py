"""What the head of each page tells browsers, search engines and previews of links."""

from __future__ import annotations

import json
import struct
import xml.etree.ElementTree as xml
from collections.abc import Iterator
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page

import web
from server import Server
from states import STATES, State
from windows import Opener, show

ORIGIN = "https://fieldguide.example"
PAGES = [state for state in STATES if state.form is None]

HEAD = """() => ({
  titles: document.querySelectorAll("head > title").length,
  metas: [...document.head.querySelectorAll("meta[name], meta[property]")].map(meta =>
    [meta.getAttribute("name") ?? meta.getAttribute("property"), meta.content, meta.media]),
  links: [...document.head.querySelectorAll("link")].map(link =>
    [link.rel, link.getAttribute("href"), link.type]),
})"""


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that knows where people find it."""
    server = Server(tmp_path_factory.mktemp("named"), options=["--public-origin", ORIGIN])
    yield server
    server.kill()


def head(page: Page) -> tuple[dict[str, str], dict[str, str]]:
    """What stands there by name: contents of `meta`, and addresses of `link`."""
    found = page.evaluate(HEAD)
    assert found["titles"] == 1
    metas = {name + (f" {media}" if media else ""): text for name, text, media in found["metas"]}
    assert len(metas) == len(found["metas"]), "each is said once"
    links = {rel: href for rel, href, _ in found["links"]}
    assert len(links) == len(found["links"]), "each is said once"
    return metas, links


@pytest.mark.parametrize("state", PAGES, ids=lambda state: state.name)
def test_each_page_says_what_it_is(open_page: Opener, stage: Server, state: State) -> None:
    """In its title, in a sentence, and the same again for previews of links."""
    page = open_page(stage.url, script=False)
    show(state, page, stage.url)
    metas, links = head(page)
    # The title of a window has no blanks beside each other.
    title = " ".join(metas["og:title"].split())
    assert page.title() == (title if state.path == "/" else f"{title} - Fieldguide")
    assert 20 <= len(metas["description"]) <= 600
    assert metas["og:description"] == metas["description"]
    assert (metas["og:type"], metas["og:site_name"]) == ("website", "Fieldguide")
    for scheme in ("light", "dark"):
        assert metas[f"theme-color (prefers-color-scheme: {scheme})"].startswith("#")
    assert {"stylesheet", "icon", "apple-touch-icon", "manifest"} <= set(links)
    assert page.locator("[class='']").count() == 0
    # Nobody told it where people find it.
    assert not {"canonical", "og:url"} & (set(links) | set(metas))
    has_feed = state.path.startswith("/quakes") and state.status == 200
    assert ("alternate" in links) == has_feed


def test_the_feed_of_a_filter_is_one(open_page: Opener, stage: Server) -> None:
    """What a reader of feeds finds there is what the page shows."""
    page = open_page(stage.url)
    page.goto("/quakes?date=any&q=tonga")
    _, links = head(page)
    answer = web.send(urljoin(page.url, links["alternate"]))
    feed = xml.fromstring(answer.text)
    assert feed.tag == "{http://www.w3.org/2005/Atom}feed"
    rows = page.locator("#quake-list .row").count()
    assert len(feed.findall("{http://www.w3.org/2005/Atom}entry")) == rows > 0


def test_a_named_site_says_where_pages_are(open_page: Opener, named: Server) -> None:
    """Under its own name, whatever name and order somebody asked with."""
    page = open_page(named.url, script=False)
    page.goto("/animals?utm_source=x&animal=Kangaroo&category=Mammal")
    metas, links = head(page)
    assert links["canonical"] == f"{ORIGIN}/animals?category=Mammal&animal=Kangaroo"
    assert metas["og:url"] == links["canonical"]
    # What shows a link knows no other address than this.
    assert metas["og:image"].startswith(f"{ORIGIN}/static/card.")
    picture = web.send(named.url + metas["og:image"].removeprefix(ORIGIN)).body
    assert picture[1:4] == b"PNG" and len(picture) < 60_000
    assert struct.unpack(">II", picture[16:24]) == (1_200, 630)


def test_the_manifest(open_page: Opener, stage: Server) -> None:
    """Names the site, where it starts, and an icon that is there."""
    page = open_page(stage.url)
    page.goto("/")
    _, links = head(page)
    manifest = json.loads(web.send(urljoin(page.url, links["manifest"])).text)
    assert (manifest["name"], manifest["start_url"]) == ("Fieldguide", "/")
    kinds = [web.send(stage.url + icon["src"]).fields["content-type"] for icon in manifest["icons"]]
    assert kinds == [icon["type"] for icon in manifest["icons"]] == ["image/svg+xml", "image/png"]
    client = page.context.new_cdp_session(page)
    assert client.send("Page.getAppManifest")["errors"] == []


@pytest.mark.parametrize(
    ("path", "kind", "beginning"),
    [
        ("/favicon.ico", "image/x-icon", b"\0\0\1\0"),
        ("/apple-touch-icon.png", "image/png", b"\x89PNG"),
    ],
)
def test_icons_are_where_they_are_looked_for(
    stage: Server, path: str, kind: str, beginning: bytes
) -> None:
    """By those that read no page first. What is kept is asked about."""
    answer = web.send(stage.url + path)
    assert (answer.status, answer.fields["content-type"]) == (200, kind)
    assert answer.fields["cache-control"] == "no-cache"
    assert answer.body.startswith(beginning)


def test_robots_find_pages_that_are_there(stage: Server) -> None:
    """From robots.txt to the sitemap to each page."""
    robots = web.send(stage.url + "/robots.txt").text.splitlines()
    sitemap = next(line.split(": ")[1] for line in robots if line.startswith("Sitemap: "))
    assert sitemap == stage.url + "/sitemap.xml"
    name = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
    tree = xml.fromstring(web.send(sitemap).text)
    pages = [element.text or "" for element in tree.iterfind(f"{name}url/{name}loc")]
    assert {stage.url + path for path in ("/", "/animals", "/quakes")} <= set(pages)
    assert len(pages) == len(set(pages)) > 10
    assert [page for page in pages if web.send(page).status != 200] == []
