"""The head of each page: metadata for browsers, search engines and link previews."""

from __future__ import annotations

import json
import struct
import xml.etree.ElementTree as xml
from collections.abc import Iterator
from urllib.parse import urljoin
from xml.etree.ElementTree import Element

import pytest

import web
from documents import of_class, parse, text
from server import Server
from states import STATES, State

ORIGIN = "https://fieldguide.example"
PAGES = [state for state in STATES if state.form is None]

@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a public origin."""
    server = Server(tmp_path_factory.mktemp("named"), options=["--public-origin", ORIGIN])
    yield server
    server.kill()


def head(page: Element) -> tuple[dict[str, str], dict[str, str]]:
    """Returns the contents of `meta` and the addresses of `link`, by name."""
    [found] = page.iter("head")
    metas = dict[str, str]()
    for meta in found.iter("meta"):
        if name := meta.get("name") or meta.get("property"):
            key = f"{name} {meta.get('media') or ''}".strip()
            assert key not in metas, "each occurs once"
            metas[key] = meta.get("content") or ""
    links = dict[str, str]()
    for link in found.iter("link"):
        is_sheet = link.get("rel") == "stylesheet"
        assert is_sheet or link.get("rel") not in links, "each occurs once"
        links[link.get("rel") or ""] = link.get("href") or ""
    return metas, links


def title(page: Element) -> str:
    """Returns the title as a window shows it, with collapsed whitespace."""
    [head] = page.iter("head")
    [element] = head.iter("title")
    return " ".join(text(element).split())


@pytest.mark.parametrize("state", PAGES, ids=lambda state: state.name)
def test_each_page_has_a_title_and_a_description(stage: Server, state: State) -> None:
    """Each page has a title and a description, also for link previews."""
    page = parse(state.fetch(stage.url).text)
    metas, links = head(page)
    name = " ".join(metas["og:title"].split())
    assert title(page) == (name if state.path == "/" else f"{name} - Fieldguide")
    assert 20 <= len(metas["description"]) <= 600
    assert metas["og:description"] == metas["description"]
    assert (metas["og:type"], metas["og:site_name"]) == ("website", "Fieldguide")
    for scheme in ("light", "dark"):
        assert metas[f"theme-color (prefers-color-scheme: {scheme})"].startswith("#")
    assert {"stylesheet", "icon", "apple-touch-icon", "manifest"} <= set(links)
    assert [element for element in page.iter() if element.get("class") == ""] == []
    # The site has no public origin.
    assert not {"canonical", "og:url"} & (set(links) | set(metas))
    has_feed = state.path.startswith("/quakes") and state.status == 200
    assert ("alternate" in links) == has_feed


def test_a_filter_links_to_its_feed(stage: Server) -> None:
    """The feed contains the entries of the page."""
    address = stage.url + "/quakes?date=any&q=tonga"
    page = parse(web.send(address).text)
    _, links = head(page)
    answer = web.send(urljoin(address, links["alternate"]))
    feed = xml.fromstring(answer.text)
    assert feed.tag == "{http://www.w3.org/2005/Atom}feed"
    rows = len(of_class(page, "row"))
    assert len(feed.findall("{http://www.w3.org/2005/Atom}entry")) == rows > 0


def test_a_public_origin_is_in_canonical_addresses(named: Server) -> None:
    """The canonical address has the public origin, for any host and order of the query."""
    address = named.url + "/animals?utm_source=x&animal=Kangaroo&category=Mammal"
    metas, links = head(parse(web.send(address).text))
    assert links["canonical"] == f"{ORIGIN}/animals?category=Mammal&animal=Kangaroo"
    assert metas["og:url"] == links["canonical"]
    # Link previews depend on the canonical address.
    assert metas["og:image"].startswith(f"{ORIGIN}/static/card.")
    answer = web.send(named.url + metas["og:image"].removeprefix(ORIGIN))
    assert answer.fields["cross-origin-resource-policy"] == "cross-origin"
    picture = answer.body
    assert picture[1:4] == b"PNG" and len(picture) < 60_000
    assert struct.unpack(">II", picture[16:24]) == (1_200, 630)


def test_the_manifest(stage: Server) -> None:
    """The manifest has a name, a start page and an existing icon."""
    _, links = head(parse(web.send(stage.url + "/").text))
    manifest = json.loads(web.send(urljoin(stage.url, links["manifest"])).text)
    assert (manifest["name"], manifest["start_url"]) == ("Fieldguide", "/")
    kinds = [web.send(stage.url + icon["src"]).fields["content-type"] for icon in manifest["icons"]]
    assert kinds == [icon["type"] for icon in manifest["icons"]] == ["image/svg+xml", "image/png"]


@pytest.mark.parametrize(
    ("path", "kind", "beginning"),
    [
        ("/favicon.ico", "image/x-icon", b"\0\0\1\0"),
        ("/apple-touch-icon.png", "image/png", b"\x89PNG"),
    ],
)
def test_icons_have_well_known_addresses(
    stage: Server, path: str, kind: str, beginning: bytes
) -> None:
    """Icons have well-known addresses. Cached ones are revalidated."""
    answer = web.send(stage.url + path)
    assert (answer.status, answer.fields["content-type"]) == (200, kind)
    assert answer.fields["cache-control"] == "no-cache"
    assert answer.body.startswith(beginning)


def test_the_sitemap_lists_existing_pages(stage: Server) -> None:
    """Follows robots.txt to the sitemap, and the sitemap to each page."""
    robots = web.send(stage.url + "/robots.txt").text.splitlines()
    sitemap = next(line.split(": ")[1] for line in robots if line.startswith("Sitemap: "))
    assert sitemap == stage.url + "/sitemap.xml"
    name = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
    tree = xml.fromstring(web.send(sitemap).text)
    pages = [element.text or "" for element in tree.iterfind(f"{name}url/{name}loc")]
    assert {stage.url + path for path in ("/", "/animals", "/quakes")} <= set(pages)
    assert len(pages) == len(set(pages)) > 10
    assert [page for page in pages if web.send(page).status != 200] == []
