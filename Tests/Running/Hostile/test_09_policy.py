"""9. Content security policy: pages need nothing that it forbids.

The states of live pages: Program/test_html.py; a browser that enforces the policy:
Browser/observer.py. Here: all snapshots, and the files.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from documents import parse
from server import PACKAGE, Server
from wire import Connection, ask

SNAPSHOTS = PACKAGE / "Tests/Site/WebSite/Snapshots"
PAGES = sorted(SNAPSHOTS.rglob("*.html"))
FINGERPRINTED = re.compile(r"^/static/[a-z0-9-]+\.[0-9a-f]{16}\.[a-z]+$")
VISITED = [
    "/", "/animals", "/quakes?date=any", "/breeds", "/photos", "/search?q=a", "/nothing",
    "/quakes?min=x",
]  # fmt: skip


def inline(html: str) -> list[str]:
    """Returns the parts of a page that the policy would block."""
    found = []
    for element in parse(html).iter():
        tag = element.tag.rpartition("}")[2] if isinstance(element.tag, str) else "comment"
        is_data = element.get("type") == "application/ld+json"
        if tag == "style" or (tag == "script" and not element.get("src") and not is_data):
            found.append(f"an inline {tag}")
        for name, value in element.attrib.items():
            name = name.rpartition("}")[2]
            if name == "style" or name.startswith("on"):
                found.append(f"{tag} {name}={value}")
            if re.match(r"(?i)[\s\x00-\x1f]*(javascript|data|vbscript|blob):", value or ""):
                if name in ("href", "src", "action", "formaction", "poster", "data", "content"):
                    found.append(f"{tag} {name}={value}")
    return found


def test_09_policy_there_are_snapshots() -> None:
    """For every guide."""
    assert {page.relative_to(SNAPSHOTS).parts[0] for page in PAGES} >= {
        "animals", "breeds", "photos", "quakes"
    }  # fmt: skip
    assert len(PAGES) > 50


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(SNAPSHOTS)))
def test_09_policy_snapshots(page: Path) -> None:
    """No inline style, script or handler in any state."""
    assert inline(page.read_text()) == []


@pytest.mark.parametrize(
    "html",
    [
        '<p style="x">', "<style></style>", "<script>x</script>", "<p onclick=x>", "<svg onload=x>",
        "<a href=' javascript:x'>", "<img src=data:x>", "<svg><a xlink:href='javascript:x'></a>",
    ],
)  # fmt: skip
def test_09_policy_violations_are_detected(html: str) -> None:
    """Each of these is detected."""
    assert len(inline(html)) == 1


@cache
def _assets(base: str) -> list[str]:
    found: dict[str, None] = {}
    with Connection(base) as site:
        for target in VISITED:
            html = site.ask("GET", target).text
            for element in parse(html).iter():
                for name, value in element.attrib.items():
                    kind = name.rpartition("}")[2]
                    if kind == "src" or (kind == "href" and value.startswith("/static/")):
                        found[value.partition("#")[0]] = None
        for style in [asset for asset in found if asset.endswith(".css")]:
            css = site.ask("GET", style).text
            found |= dict.fromkeys(re.findall(r"url\([\"']?([^)\"']+)", css))
    return list(found)


def test_09_policy_assets(server: Server) -> None:
    """Each file has its digest in its name and is immutable; another digest is not found."""
    assets = _assets(server.url)
    assert {asset.rpartition(".")[2] for asset in assets} >= {"css", "js", "svg"}
    with Connection(server.url) as site:
        for asset in assets:
            assert FINGERPRINTED.match(asset), asset
            answer = site.ask("GET", asset)
            assert answer.status == 200 and answer.body, asset
            assert answer["cache-control"] == "public, max-age=31536000, immutable"
            assert answer["etag"] is not None
            stem, digest, suffix = asset.rsplit(".", 2)
            other = f"{int(digest, 16) ^ 1:016x}"
            for wrong in (other, digest.upper(), digest[:-1], digest + "0", "*", ""):
                if wrong != digest:
                    gone = site.ask("GET", f"{stem}.{wrong}.{suffix}")
                    assert gone.status == 404, (asset, wrong)
                    assert gone["cache-control"] == "no-store"
            assert site.ask("GET", f"{stem}.{suffix}").status == 404


def test_09_policy_styles_fetch_nothing(server: Server) -> None:
    """Style sheets load files of this site only, and import nothing."""
    for asset in _assets(server.url):
        if asset.endswith(".css"):
            css = ask(server.url, "GET", asset).text
            assert "@import" not in css and "expression(" not in css
            assert all(
                url.startswith("/static/") for url in re.findall(r"url\([\"']?([^)\"']+)", css)
            )


def test_09_policy_drawings_have_no_script(server: Server) -> None:
    """An SVG that is opened directly is a document."""
    for asset in _assets(server.url):
        if asset.endswith(".svg"):
            answer = ask(server.url, "GET", asset)
            assert inline(answer.text) == []
            assert "default-src 'none'" in (answer["content-security-policy"] or "")
