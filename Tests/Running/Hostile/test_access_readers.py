"""Read-only sites."""

from __future__ import annotations

import pytest

import web
from access import FORM, PAGES, add, forms, is_there
from server import Starter
from test_08_headers import problems
from wire import Connection, EventStream, ask

PUBLIC = [
    ("--host", "0.0.0.0"),
    ("--public-origin", "http://localhost"),
    ("--trusted-proxy", "127.0.0.1"),
    ("--writers", "nobody"),
]


@pytest.mark.parametrize("options", PUBLIC, ids=" ".join)
def test_access_read_only(start: Starter, options: tuple[str, str]) -> None:
    """No change is possible, and no page offers one; by default, the program prints how to
    allow changes."""
    program = start(*options)
    base = program.url.replace("0.0.0.0", "127.0.0.1")
    for target, body in [(web.ADD, b"id=refused&name=x&diet=Omnivore&categoryId=Fish"),
                         (web.DELETE, b"animalId=Dog"), (web.RELOAD, b"")]:  # fmt: skip
        answer = ask(base, "POST", target, [FORM], body)
        assert answer.status == 403, target
        assert problems(answer) == []
    assert not is_there(base, "refused") and is_there(base, "Dog")
    with Connection(base) as site:
        for target in PAGES:
            answer = site.ask("GET", target)
            assert answer.status == 200
            assert forms(answer.text) == [], target
    with EventStream(base, "/live?page=/animals?category%3DMammal") as stream:
        assert forms(stream.next().data) == []
    said = program.complete_log()
    assert ("--editors" in said) == (options[0] != "--writers"), said


def test_access_open_to_everybody(start: Starter) -> None:
    """If configured, or if only this machine can reach the site."""
    for options in ((), ("--host", "0.0.0.0", "--writers", "everybody")):
        program = start(*options)
        base = program.url.replace("0.0.0.0", "127.0.0.1")
        assert add(base, "done").status == 303
        assert forms(ask(base, "GET", PAGES[1]).text) != []
