"""Pages as a browser's parser reads them, and what they are made of."""

from __future__ import annotations

from xml.etree.ElementTree import Element

import html5lib

# The root of all pages, or of a fragment, without namespaces but for SVG.
Skeleton = list[tuple[str, tuple[str, ...]]]


def parse(html: str) -> Element:
    """A page by the algorithm of the standard."""
    return html5lib.parse(html, namespaceHTMLElements=False)


def skeleton(page: Element) -> Skeleton:
    """All elements with the names of their attributes, and comments, in their
    order: what a text must not change."""
    return [
        (element.tag if isinstance(element.tag, str) else "comment", tuple(sorted(element.keys())))
        for element in page.iter()
    ]


def by_id(page: Element, id_: str) -> Element:
    """The one element with an id."""
    [element] = [element for element in page.iter() if element.get("id") == id_]
    return element


def text(element: Element) -> str:
    """All text of an element."""
    return "".join(element.itertext())


def of_class(page: Element, name: str) -> list[Element]:
    """All elements of a class."""
    return [element for element in page.iter() if name in (element.get("class") or "").split()]
