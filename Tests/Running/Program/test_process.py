"""The process: start, stop and errors at startup."""

from __future__ import annotations

import re
import socket
from pathlib import Path

import web
from access import refused
from server import Server


def test_changes_survive_a_restart(fresh_server: Server) -> None:
    """After a restart with the same folder, the changes are still there."""
    base = fresh_server.url
    added = web.add(base, "Red panda")
    web.rename(base, "Dog", "Dingo")
    assert web.send(base + web.DELETE, web.deletion(base, "Cat")).status == 303
    assert fresh_server.stop() == 0

    fresh_server.start()
    base = fresh_server.url
    assert "Red panda" in web.send(base + web.address("/animals", animal=added)).text
    assert "Dingo" in web.send(base + "/animals?animal=Dog").text
    assert web.send(base + "/animals?animal=Cat").status == 404


def test_a_startup_error_is_one_sentence(tmp_path: Path) -> None:
    """The error names the problem, on standard error only."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = refused("--port", port, data=tmp_path / "data")
    assert port in said
    # It is written for operators, not for developers.
    assert re.search(r"Domain|Error\b|\w\(", said) is None, said
