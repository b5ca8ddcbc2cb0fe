"""9. Content security policy: pages need nothing that it forbids.

The pages: Program/test_html.py and WebSiteTests/SnapshotTests.swift; a browser that
enforces the policy: Browser/observer.py. Here: the files.
"""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache

from documents import parse
from server import Server
from wire import Connection, ask

FINGERPRINTED = re.compile(r"^/static/[a-z0-9-]+\.[0-9a-f]{16}\.[a-z]+$")
VISITED = [
    "/", "/animals", "/quakes?date=any", "/breeds", "/photos", "/search?q=a", "/nothing",
    "/changes", "/quakes?min=x",
]  # fmt: skip


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


def test_09_policy_drawings_have_no_script(server: Server) -> None:
    """An SVG that is opened directly is a document."""
    for asset in _assets(server.url):
        if asset.endswith(".svg"):
            answer = ask(server.url, "GET", asset)
            assert not re.search(r"<(script|style)\b|\s(on\w+|style)\s*=", answer.text), asset
            assert "default-src 'none'" in (answer["content-security-policy"] or "")


def test_09_policy_service_worker(server: Server) -> None:
    """Browsers ask for it anew, and it allows the script and the style of its page alone."""
    answer = ask(server.url, "GET", "/service-worker.js")
    assert answer.status == 200
    assert answer["content-type"] == "text/javascript; charset=utf-8"
    assert answer["cache-control"] == "no-cache"
    assert "caches" not in answer.text
    policy = re.search(r'"(default-src .*)"', answer.text)
    assert policy
    digests = [
        base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        for text in re.findall(r"const (?:RETRY|STYLE) = `(.*?)`;", answer.text)
    ]
    assert policy[1] == (
        "default-src 'none'; connect-src 'self'; "
        f"script-src 'sha256-{digests[0]}'; style-src 'sha256-{digests[1]}'"
    )
