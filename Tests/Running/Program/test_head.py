"""The head of each page: metadata for browsers, search engines and link previews.

Canonical addresses, the manifest and the sitemap: WebSiteTests/DiscoveryTests.swift.
"""

from __future__ import annotations

import struct
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest

import web
from documents import parse, text
from server import Server, serving
from states import STATES, State

PAGES = [state for state in STATES if state.form is None]


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


def test_the_picture_of_link_previews(tmp_path: Path) -> None:
    """It has the size that networks expect, and their pages may show it."""
    origin = "https://fieldguide.example"
    with serving(tmp_path / "data", options=["--public-origin", origin]) as server:
        metas, _ = head(parse(web.send(server.url + "/animals").text))
        assert metas["og:image"].startswith(f"{origin}/static/card.")
        answer = web.send(server.url + metas["og:image"].removeprefix(origin))
    assert answer.fields["cross-origin-resource-policy"] == "cross-origin"
    assert answer.body[1:4] == b"PNG" and len(answer.body) < 60_000
    assert struct.unpack(">II", answer.body[16:24]) == (1_200, 630)


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
