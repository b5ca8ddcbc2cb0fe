"""2. Cross-origin posts, over real sockets: a row for each kind of decision.

The decision table: WebSiteTests/Access/CrossOriginTests.swift. The error page:
Browser/test_errors.py. With a configured origin: test_access_names.py.
"""

from __future__ import annotations

import pytest

from access import add, is_there
from server import Server
from wire import netloc

EVIL, HERE = "https://evil.example", "http://{here}"
# The fields that name the origin, and true if the post is performed.
ROWS: dict[str, tuple[list[tuple[str, str]], bool]] = {
    "none": ([], True),
    "here": ([("Origin", HERE)], True),
    # A browser that has reached this machine by another name did so through a proxy.
    "by-name": ([("Sec-Fetch-Site", "same-origin"), ("Origin", EVIL)], False),
    "cross-site": ([("Sec-Fetch-Site", "cross-site"), ("Origin", HERE)], False),
    # Two fields of the same name form one malformed value.
    "two": ([("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Site", "cross-site")], False),
}


@pytest.mark.parametrize("row", ROWS)
def test_02_cross_origin(shared: Server, row: str) -> None:
    """Allowed posts are performed; others get 403 and change nothing."""
    fields, is_allowed = ROWS[row]
    here = netloc(shared.url)
    named = [(name, value.replace("{here}", here)) for name, value in fields]
    assert add(shared.url, row, *named).status == (303 if is_allowed else 403)
    assert is_there(shared.url, row) == is_allowed
