"""The action log of the inspector."""

from __future__ import annotations

import json

import pytest

import web
from server import Server


def test_the_log_is_lines_of_json(inspected: Server) -> None:
    """A header, and a line for each action."""
    web.send(f"{inspected.url}/animals")
    web.add(inspected.url, "Red panda")
    answer = web.send(f"{inspected.url}/inspector/animals.jsonl")
    head, *lines = [json.loads(line) for line in answer.text.splitlines()]
    assert head["store"] == "animals" and head["start"] == 0
    assert [line["revision"] for line in lines] == list(range(1, len(lines) + 1))
    assert "Red panda" in answer.text


@pytest.mark.parametrize("path", ["/inspector", "/inspector/animals", "/inspector/animals.jsonl"])
def test_the_program_has_no_inspector(server: Server, path: str) -> None:
    """Only that of its developers has one."""
    assert web.send(server.url + path).status == 404
