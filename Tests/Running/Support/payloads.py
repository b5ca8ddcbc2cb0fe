"""Lists of hostile texts: the project's own, and those of the fixtures."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from server import PACKAGE

FIXTURES = Path(os.environ.get("FIELDGUIDE_FIXTURES", PACKAGE / "../shared/fixtures"))

OWN_TEXTS = [
    "plain",
    "&amp; &lt; &#60; &notanentity; &copy &",
    "<script>alert(1)</script>",
    "</title><script>alert(1)</script>",
    "</textarea></select></dialog></form></main>",
    "<!--", "-->", "]]>", "<![CDATA[x]]>", "<?xml version='1.0'?>", "<", ">", '"', "'", "`",
    "\" onmouseover=\"alert(1)", "' autofocus onfocus='alert(1)", "x onclick=alert(1)",
    "javascript:alert(1)", "data:text/html,<b>x</b>", "{{7*7}} ${7*7} <%= 7*7 %> #{7*7}",
    "{{{content}}}", "{{#x}}{{/x}}", "%00 %0d%0a %3Cb%3E %253C", "+ & = ; # ? / \\ : @",
    "a&b=c&d", "a;b", "a+b c", "100%", "\\u003cscript\\u003e", "\\x3cb\\x3e",
    "éÉ ß ﬁ Ǆ İ ı", "e\u0301 é", "日本語 한국어 ไทย", "👩‍👩‍👧‍👦 🏳️‍🌈 🇩🇪 👍🏿",
    "مرحبا \u202eevil\u202c", "\u2066a\u2069 \u200b\u200d\ufeff", "\ufffd \ufffe \uffff \U0010ffff",
    "a\u00a0b\u3000c", "0", "null", "undefined", "NaN", "-1", "true", "[]", "../../etc/passwd",
    "' OR '1'='1", "x'); DROP TABLE animals;--", "a" * 200, "<" * 200, "&" * 200, "😀" * 200,
]  # fmt: skip
# Invalid names, which are rejected and shown again in the form.
OWN_REFUSED = [
    "", " ", "\t\r\n", "\u3000", "a\nb", "a\r\nb", "a\rb", "a\tb", "a\x01b", "a\x0bb", "a\x0cb",
    "a\x1b[31mb", "a\x7fb", "a\x85b", "a\u2028b", "a\u2029b", "a" * 201, "<" * 201,
]  # fmt: skip


def read(name: str) -> str:
    """Returns a list of the fixtures; skips the test if it is missing."""
    path = FIXTURES / name
    if not path.exists():
        pytest.skip(f"needs {name} in FIELDGUIDE_FIXTURES")
    # Keep line breaks: some lists contain them.
    return path.read_bytes().decode("utf-8", "surrogateescape")


def lines(*names: str) -> list[str]:
    """Returns the distinct lines of some lists."""
    found = [line for name in names for line in read(name).split("\n")]
    return list(dict.fromkeys(line.rstrip("\r") for line in found if line.strip()))


def naughty() -> list[str]:
    """Returns the Big List of Naughty Strings."""
    return json.loads(read("blns.json"))


def markup() -> list[str]:
    """Returns texts that attempt HTML injection."""
    vectors = re.split(r"</div>\s*<div id=\"\d+\">", read("security/h5sc-vectors.txt"))
    tests = json.loads(read("security/html5lib-entities.test"))["tests"]
    found = [
        *vectors,
        *(test["input"] for test in tests),
        *lines(
            "security/patt-IntrudersXSS.txt",
            "security/patt-XSS_Polyglots.txt",
            "security/patt-xss_payloads_quick.txt",
        ),
    ]
    # Invalid UTF-8 cannot be typed.
    return [text for text in dict.fromkeys(found) if not re.search("[\ud800-\udfff]", text)]


def sql() -> list[str]:
    """Returns texts that attempt SQL injection."""
    return lines("security/patt-sqli-generic.txt", "security/patt-sqli-polyglots.txt")
