"""Every state of the site is valid HTML without forbidden content."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urljoin, urlsplit

import html5lib
import pytest

import inspection
import web
from html_checker import OUTDATED, messages
from program_fixtures import Document
from server import Server
from states import STATES, State
from web import Response

# Attributes with which a page loads or submits something. Links may lead
# anywhere.
FETCHING = {"src", "srcset", "action", "formaction", "poster", "data", "background", "ping"}


VALID = """<!DOCTYPE html><html lang="en"><title>x</title>
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fff"><div inert><p>y</p></div><dialog open><p>z</p></dialog>
<form><label>u <input inputmode="decimal"></label><label>v <input type="date"></label></form>
<button popovertarget="p">s</button><div popover id="p">t</div>
<iframe src="x" title="y" loading="lazy"></iframe>
</html>"""


@pytest.fixture(scope="module")
def answers(stage: Server) -> dict[str, Response]:
    """The HTML of each state."""
    return {state.name: state.fetch(stage.url) for state in STATES}


def test_the_checker_reports_nothing(
    documents: list[Document], gallery: Server, inspected: Server, tmp_path: Path
) -> None:
    """No error, warning or remark on any page, in one run of the checker. False positives
    are verified with a valid document: remove those that a newer checker no longer
    reports from OUTDATED."""
    bodies = {document.name: document.answer.body for document in documents}
    for server, paths in {
        gallery: ["/previews", "/previews/AnimalList", "/previews/QuakeMap"],
        inspected: inspection.addresses(inspected.url),
    }.items():
        bodies |= {path: web.send(server.url + path).body for path in paths}
    bodies |= {"valid": VALID.encode(), "bad": VALID.replace("</p>", "</b>").encode()}
    folder = tmp_path / "documents"
    folder.mkdir()
    names = dict[str, str]()
    for number, (name, body) in enumerate(bodies.items()):
        names[f"{number}.html"] = name
        (folder / f"{number}.html").write_bytes(body)
    found = [(names[message.document], message) for message in messages(folder)]
    assert {message.text for name, message in found if name == "valid"} == OUTDATED
    assert "error" in {message.kind for name, message in found if name == "bad"}
    assert [
        (name, message)
        for name, message in found
        if name not in ("valid", "bad") and message.text not in OUTDATED
    ] == []


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.name)
def test_pages_have_their_header_fields(answers: dict[str, Response], state: State) -> None:
    """Pages are HTML in UTF-8, with the security header fields."""
    fields = answers[state.name].fields
    assert fields["Content-Type"] == "text/html; charset=utf-8"
    assert fields["X-Content-Type-Options"] == "nosniff"
    policy = dict(
        directive.strip().split(" ", 1)
        for directive in fields["Content-Security-Policy"].split(";")
    )
    assert policy["default-src"] == "'none'"
    assert "unsafe" not in fields["Content-Security-Policy"]
    assert policy["frame-ancestors"] == "'none'"
    assert policy["base-uri"] == "'none'"
    assert policy["form-action"] == "'self'"


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.name)
def test_nothing_is_inline_or_from_elsewhere(
    answers: dict[str, Response], stage: Server, state: State
) -> None:
    """No page contains inline styles or scripts, or loads anything from another origin."""
    page = html5lib.parse(answers[state.name].text, namespaceHTMLElements=False)
    assert page.get("lang") == "en"
    problems = []
    for element in page.iter():
        if not isinstance(element.tag, str):
            continue  # A comment.
        tag = _local(element.tag)
        if tag == "style" or (tag == "script" and not element.get("src")):
            problems.append(f"an inline {tag}")
        problems += [
            f"{tag} {_local(name)}={value}"
            for name, value in element.attrib.items()
            if not _is_allowed(tag, _local(name), urljoin(stage.url + state.path, value), stage)
        ]
    assert problems == []


def _is_allowed(tag: str, name: str, target: str, site: Server) -> bool:
    if name == "style" or name.startswith("on"):
        return False
    if name == "href" and tag in ("a", "area"):
        return urlsplit(target).scheme in ("http", "https")
    if name == "href" or name in FETCHING:
        return target.startswith(site.url + "/")
    return True


def _local(name: str) -> str:
    """Returns the unqualified name of an SVG element."""
    return name.rpartition("}")[2]
