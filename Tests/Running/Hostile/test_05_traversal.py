"""5. Path traversal: no address reaches a file outside the list that is created at startup."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest

import payloads
import web
from server import PACKAGE, Server
from wire import Connection, ask

OWN = [
    "..", "../", "../../Package.swift", "..%2f..%2fPackage.swift", "%2e%2e/%2e%2e/Package.swift",
    "..\\..\\Package.swift", "..%5c..%5cPackage.swift", "%252e%252e%252fPackage.swift",
    "..;/Package.swift", "....//....//Package.swift", "/etc/passwd", "//etc/passwd",
    "file:///etc/passwd", "%00", "site.css%00.txt", "site.css", "site.css/.",
    "./site.css", "site.css/..", "", ".", "%2e", "%c0%ae%c0%ae/Package.swift",
    "%uff0e%uff0e/Package.swift", "..%ef%bc%8fPackage.swift", "~root", "CON",
    "site.css::$DATA",
]  # fmt: skip
FILES = ["etc/passwd", "Package.swift", "proc/self/environ"]
# Content of the files that attackers want.
LEAKS = re.compile(rb"root:.*:0:0:|swift-tools-version|PATH=|\[fonts\]|\[extensions\]")
LISTS: dict[str, Callable[[], list[str]]] = {
    "own": lambda: OWN,
    "traversal": lambda: payloads.lines("security/patt-traversal.txt"),
    "exotic": lambda: payloads.lines("security/patt-traversal-exotic.txt"),
}


def targets(line: str) -> list[str]:
    """Returns the lines of a list as addresses, without normalisation."""
    files = FILES if "{FILE}" in line else [""]
    paths = [line.replace("{FILE}", file) for file in files]
    return [
        prefix + separator + path.lstrip("/" if separator == "/" else "")
        for path in paths
        for prefix, separator in [("/static", "/"), ("/static/", ""), ("", "/")]
        if prefix or path.strip("/")
    ]


@pytest.mark.parametrize("name", LISTS)
def test_05_traversal(server: Server, name: str) -> None:
    """The status is 400 or 404, and the page reveals nothing about files."""
    count = 0
    with Connection(server.url) as site:
        for line in LISTS[name]():
            for target in targets(line):
                count += 1
                answer = site.ask("GET", target)
                assert answer.status in (400, 404), target
                assert answer["content-type"] == "text/html; charset=utf-8", target
                assert not LEAKS.search(answer.body), target
                assert str(PACKAGE).encode() not in answer.body, target
    assert count > 20


def test_05_traversal_is_detected(server: Server) -> None:
    """Listed files are served, and the markers occur in the files."""
    page = ask(server.url, "GET", "/").text
    found = re.findall(r'"(/static/[^"#]+)', page)
    assert found
    assert {ask(server.url, "GET", asset).status for asset in found} == {200}
    assert LEAKS.search((PACKAGE / "Package.swift").read_bytes())


@pytest.mark.parametrize("field", ["page", "q", "category", "animal", "breed", "quake", "type"])
def test_05_traversal_in_values(server: Server, field: str) -> None:
    """Values in an address are not treated as files either."""
    with Connection(server.url) as site:
        for line in OWN:
            for path in (*web.GUIDES, "live"):
                target = f"/{path}?{field}={line.replace('#', '%23')}"
                answer = site.ask("GET", target)
                assert urlsplit(answer["location"] or "").netloc == ""
                assert answer.status in (200, 303, 400, 404), target
                assert not LEAKS.search(answer.body), target
