"""Pages as a browser parses them."""

from __future__ import annotations

from xml.etree.ElementTree import Element

import html5lib

# All elements of a page or fragment, with unqualified names except for SVG.
Skeleton = list[tuple[str, tuple[str, ...]]]


def parse(html: str) -> Element:
    """Parses a page by the algorithm of the HTML standard."""
    return html5lib.parse(html, namespaceHTMLElements=False)


def main_of(html: str) -> str:
    """Returns the main element of a page, which a stream sends too."""
    return html[html.index("<main ") : html.index("</main>") + len("</main>")]


def skeleton(page: Element) -> Skeleton:
    """Returns all elements with their attribute names, and comments, in order. Text must
    not change it."""
    return [
        (element.tag if isinstance(element.tag, str) else "comment", tuple(sorted(element.keys())))
        for element in page.iter()
    ]


def by_id(page: Element, id_: str) -> Element:
    """Returns the element with an id."""
    [element] = [element for element in page.iter() if element.get("id") == id_]
    return element


def text(element: Element) -> str:
    """Returns the text content of an element."""
    return "".join(element.itertext())


def of_class(page: Element, name: str) -> list[Element]:
    """Returns all elements with a class."""
    return [element for element in page.iter() if name in (element.get("class") or "").split()]
