"""Every state of the site is valid HTML, and holds nothing it should not."""

from __future__ import annotations

from urllib.parse import urljoin, urlsplit

import html5lib
import pytest

from html_checker import OUTDATED, Message, all_messages
from server import Server
from states import STATES, State
from web import Response

# Attributes with which a page fetches or sends something by itself, or by a
# form. Links that one follows may lead anywhere.
FETCHING = {"src", "srcset", "action", "formaction", "poster", "data", "background", "ping"}


VALID = """<!DOCTYPE html><html lang="en"><title>x</title>
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fff"><div inert><p>y</p></div><dialog open><p>z</p></dialog>
<form><label>u <input inputmode="decimal"></label><label>v <input type="date"></label></form>
<iframe src="x" title="y" loading="lazy"></iframe>
</html>"""


@pytest.fixture(scope="module")
def answers(stage: Server) -> dict[str, Response]:
    """Each state as the server sends it."""
    return {state.name: state.fetch(stage.url) for state in STATES}


@pytest.fixture(scope="module")
def found(
    answers: dict[str, Response], tmp_path_factory: pytest.TempPathFactory
) -> list[Message]:
    """The messages about all states, a valid page and a broken one. The
    checker takes longer to start than to read them."""
    folder = tmp_path_factory.mktemp("pages")
    for name, answer in answers.items():
        (folder / f"{name}.html").write_bytes(answer.body)
    (folder / "valid page.html").write_text(VALID)
    (folder / "broken page.html").write_text(VALID.replace("</p>", "</b>"))
    return all_messages(folder)


def test_the_checker_has_nothing_to_say(found: list[Message]) -> None:
    """No error, no warning, no remark."""
    own = [one for one in found if one.document not in ("valid page.html", "broken page.html")]
    assert [message for message in own if message.text not in OUTDATED] == []


def test_the_checker_sees_errors(found: list[Message]) -> None:
    """A checker that did not run would find nothing either."""
    broken = [message for message in found if message.document == "broken page.html"]
    assert "error" in {message.kind for message in broken if message.text not in OUTDATED}


def test_what_is_forgiven_is_the_fault_of_the_checker(found: list[Message]) -> None:
    """It says the same of a page that the standard allows. Where a newer
    checker no longer does, nothing is to be forgiven any more."""
    valid = {message.text for message in found if message.document == "valid page.html"}
    assert valid == OUTDATED


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.name)
def test_the_fields_of_an_answer(answers: dict[str, Response], state: State) -> None:
    """Pages say that they are HTML in UTF-8, and what a browser must not do."""
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
    """No style or script within the page, and nothing of another origin."""
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
    """A name of the SVG namespace without the namespace."""
    return name.rpartition("}")[2]
