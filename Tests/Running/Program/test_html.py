"""Every state of the site is valid HTML without forbidden content."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import inspection
import web
from documents import parse
from html_checker import OUTDATED, messages
from program_fixtures import Document
from server import Server

# Attributes with which a page loads or submits something. Links may lead
# anywhere.
FETCHING = {"src", "srcset", "action", "formaction", "poster", "data", "background", "ping"}

VALID = """<!DOCTYPE html><html lang="en"><title>x</title>
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fff"><div inert><p>y</p></div><dialog open><p>z</p></dialog>
<form><label>u <input inputmode="decimal"></label><label>v <input type="date"></label></form>
<button popovertarget="p">s</button><div popover id="p">t</div><section popover id="q"><h2>r</h2></section>
<iframe src="x" title="y" loading="lazy"></iframe>
</html>"""

# Markup that is right in spite of a remark: the end of the name of the document, the start of
# the message, and a part of the extract.
RIGHT = [
    # A list may have a name.
    ("AnimalsPage/select", "Possible misuse of “aria-label”.", '<ul class="picks"'),
    # The form is on the page around the list, which is shown alone.
    ("AnimalList/select", "The “form” attribute must refer", 'form="selection"'),
]


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
        if name not in ("valid", "bad")
        and message.text not in OUTDATED
        and not any(
            name.endswith(end) and message.text.startswith(start) and part in message.extract
            for end, start, part in RIGHT
        )
    ] == []


def test_nothing_is_inline_or_from_elsewhere(documents: list[Document], stage: Server) -> None:
    """No page contains inline styles or scripts, or loads anything from another origin."""
    for document in documents:
        if document.base != stage.url:
            continue
        page, address = parse(document.answer.text), stage.url + document.state.path
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
                if not _is_allowed(tag, _local(name), urljoin(address, value), stage)
            ]
        assert problems == [], document.name


def test_files_of_previews_exist(documents: list[Document], gallery: Server) -> None:
    """Style sheets, scripts and images of the gallery exist."""
    texts = [document.answer.text for document in documents if document.base == gallery.url]
    files = {file for text in texts for file in re.findall(r'"(/static/[^"#]+)', text)}
    assert len(files) >= 5
    assert {file for file in files if web.send(gallery.url + file).status != 200} == set()


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
