"""Fixtures of all hostile tests: servers, and checks afterwards.

There is a test for each kind of attack on a public site. Payload lists are read from
the folder that `FIELDGUIDE_FIXTURES` names; a small built-in list is always available.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from server import GENEROUS, Server, Starter, serving
from wire import ask


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A shared server with the sample data, for read-only tests."""
    with serving(tmp_path_factory.mktemp("shared") / "data", options=GENEROUS) as program:
        yield program


@pytest.fixture
def server(shared: Server) -> Iterator[Server]:
    """The shared server; after the test it must still respond."""
    yield shared
    assert shared.is_alive
    assert ask(shared.url, "GET", "/healthz").status == 200


@pytest.fixture(scope="session")
def start_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Starter]:
    """Returns a server that all tests with these options share. Tests may add data, and
    check what they have added."""
    with ExitStack() as stack:

        @cache
        def start_once(*options: str) -> Server:
            data = tmp_path_factory.mktemp("once") / "data"
            return stack.enter_context(serving(data, options=(*GENEROUS, *options)))

        yield start_once


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Starter]:
    """Starts servers for one test. Those that are not stopped by the test must still
    respond afterwards."""
    programs: list[Server] = []

    def start(*options: str, generous: bool = True, **more: Any) -> Server:
        options = (*GENEROUS, *options) if generous else options
        programs.append(Server(tmp_path / f"data-{len(programs)}", options=options, **more))
        return programs[-1]

    yield start
    try:
        for program in programs:
            assert program.process.returncode is not None or program.is_alive, "the server has crashed"
    finally:
        for program in programs:
            program.kill()


@pytest.fixture
def fresh(start: Starter) -> Server:
    """A server with the sample data, for a test that changes them."""
    return start()
