"""The selection of documents with distinct markup."""

from __future__ import annotations

import pytest

from shapes import distinct, extent, has_text


def document(content: str) -> str:
    return f'<html lang="en"><body><nav></nav><main>{content}</main></body></html>'


LIST = '<ul class="rows"><li><a href="/a">One</a></li></ul>'


@pytest.mark.parametrize(
    ("content", "is_distinct"),
    [
        (LIST, False),
        (LIST.replace("One", "Two").replace('/a"', '/b"'), False),
        (LIST.replace("</ul>", '<li><a href="/c">Three</a></li></ul>'), False),
        (f'<h1>Part</h1><div class="panel">{LIST}</div>', False),
        (LIST.replace("One", ""), True),
        (LIST.replace('"rows"', '"tiles"'), True),
        (LIST.replace("href", 'role="button" href'), True),
        (LIST.replace("href", "id"), True),
        (LIST.replace("<a", "<br><a"), True),
        (f'<div role="alert">{LIST}</div>', True),
        (f"{LIST}<p>More</p>", True),
    ],
)
def test_markup_that_no_earlier_document_has(content: str, is_distinct: bool) -> None:
    """Texts, addresses and repetition do not count as different markup."""
    documents = [("first", document(LIST)), ("second", document(content))]
    assert distinct(documents) == (["first", "second"] if is_distinct else ["first"])


@pytest.mark.parametrize("text", ["W" * 60, "w " * 60, "مرحبا"], ids=["word", "words", "rtl"])
def test_texts_that_need_other_space(text: str) -> None:
    """Such texts count for the layout check only."""
    documents = [("first", document(LIST)), ("second", document(LIST.replace("One", text)))]
    assert distinct(documents, has_text) == ["first"]
    assert distinct(documents, extent) == ["first", "second"]


def test_parts_of_several_earlier_documents() -> None:
    """Together they have all that the last one has."""
    parts = {"list": LIST, "text": "<p>Text</p>", "both": f"<p>Other</p>{LIST}"}
    assert distinct((name, document(part)) for name, part in parts.items()) == ["list", "text"]
