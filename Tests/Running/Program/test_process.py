"""The process: start, stop and errors at startup."""

from __future__ import annotations

import re
import socket
import subprocess
from pathlib import Path

import web
from server import Server, command


def refusal(arguments: list[str]) -> str:
    """Runs a program that must fail to start, and returns its error."""
    run = subprocess.run(arguments, capture_output=True, text=True, timeout=30, check=False)
    assert run.returncode == 1, run
    assert run.stdout == ""
    return run.stderr


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


def test_the_health_check_succeeds(server: Server) -> None:
    """A health check for monitoring."""
    assert web.send(server.url + "/healthz").status == 200


def test_a_startup_error_is_one_sentence(tmp_path: Path) -> None:
    """The error names the problem, on standard error only."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = refusal(command(tmp_path / "data", port=port))
    assert re.fullmatch(r"fieldguide: [^\n]+\n", said), said
    assert said.rstrip("\n").endswith("."), said
    assert str(port) in said
    # It is written for operators, not for developers.
    assert re.search(r"Domain|Error\b|\w\(", said) is None, said
