"""Requests for breeds, and the resulting requests to the API."""

from __future__ import annotations

import pytest

import web
from dogs import DogServer
from server import Server


@pytest.mark.parametrize(
    ("query", "near"),
    [("breed=huond", "Hound"), ("breed=hound&sub=basett", "Basset Hound"), ("breed=Akita", "Akita")],
)
def test_a_misspelt_breed_gets_suggestions(dog_server: Server, query: str, near: str) -> None:
    """A misspelt breed gets suggestions."""
    answer = web.send(f"{dog_server.url}/breeds?{query}")
    assert answer.status == 404
    assert f">{near}</a>" in answer.text


@pytest.mark.parametrize("breed", ["../../x", "a%2Fb", "%3Cscript%3E", "%E6%97%A5", "a" * 5000], ids=range(5))
def test_no_name_reaches_the_server_of_dogs(dog_server: Server, dogs: DogServer, breed: str) -> None:
    """Only valid names of breeds reach the API."""
    status = web.send(f"{dog_server.url}/breeds?breed={breed}").status
    assert status == (400 if len(breed) > 200 else 404)
    assert [path for path in dogs.paths if not path.startswith("/api/breeds/list")] == []


def test_the_list_is_loaded_once(dog_server: Server, dogs: DogServer) -> None:
    """The list is loaded once for any number of visitors."""
    for _ in range(5):
        assert web.send(f"{dog_server.url}/breeds").status == 200
    assert dogs.count("/api/breeds/list/all") == 1
