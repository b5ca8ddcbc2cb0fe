"""Development mode: reloaded templates and style sheets."""

from __future__ import annotations

import re
from pathlib import Path

import web
from access import refused
from server import Server, serving


def _style_sheet(server: Server) -> tuple[str, str]:
    found = re.search(r'<link rel="stylesheet" href="([^"]*/site\.[^"]+)"', web.send(f"{server.url}/animals").text)
    assert found is not None
    return found[1], web.send(server.url + found[1]).text


def test_a_changed_template_is_reloaded(developed: Server, folders: Path) -> None:
    """A cached page is rendered again."""
    template = folders / "Templates/document.mustache"
    for address in ("/", "/animals", "/quakes"):
        assert "Another footer" not in web.send(developed.url + address).text
    text = template.read_text()
    template.write_text(text.replace('<footer class="foot">', '<footer class="foot"><p>Another footer</p>'))
    for address in ("/", "/animals", "/quakes"):
        assert "Another footer" in web.send(developed.url + address).text


def test_a_style_sheet_gets_another_address(developed: Server, folders: Path) -> None:
    """Pages refer to the new address immediately."""
    before, _ = _style_sheet(developed)
    file = folders / "Public/more.css"
    addresses = {before}
    for rule in (".new{color: red}", ".newer{color: green}"):
        file.write_text(rule)
        after, text = _style_sheet(developed)
        assert after not in addresses
        assert rule in text
        addresses.add(after)


def test_build_errors_are_shown_on_every_page(tmp_path: Path) -> None:
    """“make dev” writes them until a build succeeds."""
    errors = tmp_path / "errors.txt"
    errors.write_text("")
    options = ["--development", "--build-errors", str(errors)]
    with serving(tmp_path / "data", options=options) as server:
        for text, shown in [("", False), ("Page.swift:1:2: error: <b>", True), ("", False)]:
            errors.write_text(text)
            for address in ("/", "/animals"):
                page = web.send(server.url + address).text
                assert ("Page.swift:1:2: error: &lt;b&gt;" in page) == shown


def test_a_stop_does_not_wait_for_the_file_watcher(developed: Server) -> None:
    """Watching files ends with the program."""
    assert web.send(developed.url + "/animals").status == 200
    assert developed.stop() == 0


def test_development_is_for_local_sites_only(tmp_path: Path) -> None:
    """Otherwise the program refuses to start, in one sentence."""
    for public in [
        ("--host", "0.0.0.0"), ("--public-origin", "https://example.org"),
        ("--trusted-proxy", "127.0.0.1"),
    ]:  # fmt: skip
        assert refused("--development", *public, data=tmp_path) == (
            "fieldguide: --development is only for a site that no other machine can reach: remove "
            "it, or listen on 127.0.0.1 without a public origin or a proxy.\n"
        )
