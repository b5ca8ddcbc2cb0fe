"""The example with plants."""

from __future__ import annotations

import html
import re

from server import PACKAGE, Server
from web import Response, send

PLANTS = PACKAGE / ".build/debug/Plants"


def post(server: Server, name: str = "Nettle") -> Response:
    """Adds a plant."""
    page = send(server.url + "/plants?dialog=add").text
    target = re.search(r'<form[^>]*action="([^"]*)"[^>]*data-subject', page)
    identifier = re.search(r'name="id" value="([^"]*)"', page)
    assert target is not None and identifier is not None
    form = {"id": identifier[1], "name": name, "family": "", "light": "sun"}
    form |= {"height": "2", "wateringDays": "7"}
    return send(server.url + html.unescape(target[1]), form)
