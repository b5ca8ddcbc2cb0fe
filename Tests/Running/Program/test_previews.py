"""The gallery, without a browser."""

from __future__ import annotations

import re

import pytest

import web
from program_fixtures import Document
from server import Server
from states import previews


@pytest.fixture(scope="module")
def previewed(documents: list[Document], gallery: Server) -> list[Document]:
    """The states in the gallery."""
    return [document for document in documents if document.base == gallery.url]


def test_the_gallery_shows_all_components(gallery: Server) -> None:
    """The index links to every component and its states."""
    index = web.send(f"{gallery.url}/previews").text
    components = set(re.findall(r'href="/previews/([^"/]+)"', index))
    states = previews(gallery.url)
    assert {"AnimalsPage", "AnimalList", "QuakeMap", "BreedList", "BannerDialog"} <= components
    assert len(states) >= 150
    assert {state.name.partition("/")[0] for state in states} == components


def test_nothing_is_inline(previewed: list[Document]) -> None:
    """The only scripts of a document are those of the site and the guide, for any text."""
    for document in previewed:
        found = re.findall(r"<(?:script|style)\b[^>]*>", document.answer.text)
        assert len(found) in (1, 2), document.name
        assert all(one.startswith('<script src="/static/') for one in found), document.name


def test_files_of_the_documents_exist(previewed: list[Document], gallery: Server) -> None:
    """Style sheets, scripts and images exist."""
    texts = [document.answer.text for document in previewed]
    files = {file for text in texts for file in re.findall(r'"(/static/[^"#]+)', text)}
    assert len(files) >= 5
    assert {file for file in files if web.send(gallery.url + file).status != 200} == set()
