"""The log of the inspector, and programs without an inspector."""

from __future__ import annotations

import json

import pytest

import web
from server import Server


def test_the_log_is_lines_of_json(inspected: Server) -> None:
    """A head, and a line for each action."""
    web.send(f"{inspected.url}/animals")
    web.add(inspected.url, "Red panda")
    answer = web.send(f"{inspected.url}/inspector/animals.jsonl")
    head, *lines = [json.loads(line) for line in answer.text.splitlines()]
    assert head["store"] == "animals" and head["start"] == 0
    assert [line["revision"] for line in lines] == list(range(1, len(lines) + 1))
    assert "Red panda" in answer.text


@pytest.mark.parametrize("path", ["/inspector", "/inspector/animals", "/inspector/animals.jsonl"])
def test_it_is_not_there_unless_it_is_switched_on(server: Server, path: str) -> None:
    """Nothing is looked into by itself."""
    assert web.send(server.url + path).status == 404
