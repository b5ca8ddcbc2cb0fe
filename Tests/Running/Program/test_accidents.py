"""Requests that people send by accident."""

from __future__ import annotations

import web
from server import Server


def test_unknown_parameters_are_ignored(server: Server) -> None:
    """Shared links often carry query items of other programs."""
    assert web.send(server.url + "/animals?category=Mammal&utm_source=x").status == 200


def test_a_double_submission_is_idempotent(fresh_server: Server) -> None:
    """A double click sends the same bytes twice: both requests get the same response."""
    form = web.inputs(web.send(fresh_server.url + "/animals?category=Fish&dialog=add").text)
    form |= {"name": "Clownfish", "diet": "Omnivore", "categoryId": "Fish"}
    answers = [web.send(fresh_server.url + web.ADD, form) for _ in range(2)]
    assert [answer.status for answer in answers] == [303, 303]
    assert answers[0].location == answers[1].location
    page = web.send(fresh_server.url + "/animals?category=Fish").text
    assert page.count("Clownfish") == 1
