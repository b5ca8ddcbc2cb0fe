"""The program as an operator meets it: it starts, ends, and says why not."""

from __future__ import annotations

import re
import socket
import subprocess
from pathlib import Path

import web
from server import Server, command


def refusal(arguments: list[str]) -> str:
    """Runs the program, which has to refuse to start; what it says."""
    run = subprocess.run(arguments, capture_output=True, text=True, timeout=30, check=False)
    assert run.returncode == 1, run
    assert run.stdout == ""
    return run.stderr


def test_keeps_what_was_changed(fresh_server: Server) -> None:
    """A second start on the same folder shows the same animals."""
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


def test_says_that_it_is_well(server: Server) -> None:
    """For what watches over it."""
    assert web.send(server.url + "/healthz").status == 200


def test_says_in_one_sentence_why_it_does_not_start(tmp_path: Path) -> None:
    """On standard error, naming what is wrong; nothing on standard output."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = refusal(command(tmp_path / "data", port=port))
    assert re.fullmatch(r"fieldguide: [^\n]+\n", said), said
    assert said.rstrip("\n").endswith("."), said
    assert str(port) in said
    # For people, not for those who wrote the program.
    assert re.search(r"Domain|Error\b|\w\(", said) is None, said
