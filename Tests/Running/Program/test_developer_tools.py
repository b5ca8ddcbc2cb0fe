"""The program has none of the tools of its developers."""

from __future__ import annotations

import pytest

import web
from server import Server


@pytest.mark.parametrize("path", ["/inspector", "/inspector/animals", "/previews"])
def test_the_program_has_no_tools(server: Server, path: str) -> None:
    """Only that of its developers has them."""
    assert web.send(server.url + path).status == 404
