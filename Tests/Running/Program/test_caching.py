"""The report of an HTTP checker on cached and compressed pages."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from server import Server
from web import START_PAGES

REDBOT = Path(sys.executable).with_name("redbot")

# All messages of the checker that count as praise.
PRAISE = {
    "The server's clock is correct.",
    "The Content-Length header is correct.",
    "This response sets a Content Security Policy.",
    "This response instructs browsers not to 'sniff' its media type.",
    "This response's Referrer-Policy ('same-origin') restricts referrer leakage.",
    "This response isolates the browsing context to the same origin.",
    "This response is only available for reading to requests from the same origin.",
    "This response sets a Permissions Policy.",
    "Content negotiation for gzip compression is supported, saving",
    "This response allows all caches to store it.",
    "This response cannot be served from cache without validation.",
    "If-None-Match conditional requests are supported.",
    # The clock may advance between the response and the check.
    "This response has already been cached for 1 second.",
    # In this test, the images of breeds come from a local server without TLS.
    "Loading from insecure HTTP sources is allowed.",
}
NOTE = re.compile(r"^ +\* (.*)$", re.M)


@pytest.mark.parametrize("target", START_PAGES)
def test_nothing_to_complain_about(server: Server, target: str) -> None:
    """The report contains praise only, and all expected praise."""
    answer = subprocess.run(
        [REDBOT, server.url + target], capture_output=True, text=True, timeout=60, check=True
    )
    notes = {re.sub(r" \d+%\.$", "", note) for note in NOTE.findall(answer.stdout)}
    assert notes - PRAISE == set()
    for praise in ("Content negotiation for gzip", "If-None-Match conditional requests"):
        assert any(note.startswith(praise) for note in notes), answer.stdout
