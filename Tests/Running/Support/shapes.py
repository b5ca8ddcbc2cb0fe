"""Selects documents with distinct markup, so that slow checks run once per markup and not
once per document."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from html.parser import HTMLParser
from typing import cast

# Elements without end tags.
VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
# Attributes whose values matter to style sheets and accessibility rules. For
# other attributes only the name counts, and whether the value is empty.
DECISIVE = {
    "aria-current", "aria-hidden", "aria-live", "class", "dir", "disabled", "hidden", "inert",
    "open", "role", "tabindex", "type",
}  # fmt: skip

Shape = tuple[object, ...]
TextKind = Callable[[str], object]


def has_text(text: str) -> object:
    """True if there is any text."""
    return bool(text.strip())


def extent(text: str) -> object:
    """Returns the approximate space that a text needs: its longest word, its length, and
    its direction."""
    words = text.split()
    longest = max(map(len, words), default=0)
    is_rtl = any("\u0590" <= letter <= "\u08ff" for letter in text)
    return min(longest // 8, 8), min(len(" ".join(words)) // 40, 5), is_rtl


class _Reader(HTMLParser):
    """Collects the shapes of all elements of a document, inner ones first."""

    def __init__(self, kind: TextKind) -> None:
        super().__init__()
        self.kind = kind
        self.shapes: set[Shape] = set()
        self.content: list[Shape] | None = None
        # The tag, attributes, texts and child shapes of each open element.
        self.open: list[tuple[str, frozenset[tuple[str, object]], list[str], dict[Shape, None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = frozenset((k, v if k in DECISIVE else bool(v)) for k, v in attrs)
        self.open.append((tag, names, [], {}))
        if tag in VOID:
            self.handle_endtag(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        opened, names, texts, children = self.open.pop()
        assert opened == tag, f"</{tag}> ends <{opened}>"
        # Equal siblings count once: a longer list is not different markup.
        shape = (tag, names, self.kind("".join(texts)), *children)
        self.shapes.add(shape)
        if self.open:
            self.open[-1][3].setdefault(shape)
        if tag == "body":
            self.content = list(_content(children))

    def handle_data(self, data: str) -> None:
        if self.open:
            self.open[-1][2].append(data)


def _content(body: Iterable[Shape]) -> Iterator[Shape]:
    """Returns the parts of a page. The gallery shows each below a heading, in a box that
    stands for the page."""
    for tag, attributes, kind, *children in body:
        names = {name for name, _ in cast("frozenset[tuple[str, object]]", attributes)}
        if tag == "main" or (tag == "div" and names <= {"class"}):
            yield from _content(cast("list[Shape]", children))
        elif tag != "h1":
            yield (tag, attributes, kind, *children)


def distinct(documents: Iterable[tuple[str, str]], kind: TextKind = has_text) -> list[str]:
    """Returns the names of the documents, without those whose parts all occur in
    earlier documents."""
    kept: list[str] = []
    known: set[Shape] = set()
    for name, html in documents:
        reader = _Reader(kind)
        reader.feed(html)
        reader.close()
        assert reader.content is not None, f"{name} has no body"
        if not known.issuperset(reader.content):
            kept.append(name)
            known |= reader.shapes
    return kept
