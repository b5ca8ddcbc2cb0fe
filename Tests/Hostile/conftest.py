"""What every hostile test can ask for: servers, and a look at them afterwards.

The tests are one for each row of a list of what has to be tried at a site that
anybody can reach. Payload lists are read from the folder that
`FIELDGUIDE_FIXTURES` names; a small list of the project's own is always there.
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
    """A server with the sample data, for tests that change nothing."""
    program = Server(tmp_path_factory.mktemp("shared") / "data", options=GENEROUS)
    yield program
    program.kill()


@pytest.fixture
def server(shared: Server) -> Iterator[Server]:
    """That server; after the test it has to be alive, and to answer."""
    yield shared
    assert shared.is_alive
    assert ask(shared.url, "GET", "/healthz").status == 200


@pytest.fixture(scope="session")
def start_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Starter]:
    """Returns the server with some options, which all tests that ask for these
    share: they may add to its data, and look at what they have added."""
    with ExitStack() as stack:

        @cache
        def start_once(*options: str) -> Server:
            data = tmp_path_factory.mktemp("once") / "data"
            return stack.enter_context(serving(data, options=(*GENEROUS, *options)))

        yield start_once


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Starter]:
    """Starts servers of a test's own. Those that a test has not ended have to
    be alive, and to answer, after it."""
    programs: list[Server] = []

    def start(*options: str, generous: bool = True, **more: Any) -> Server:
        options = (*GENEROUS, *options) if generous else options
        programs.append(Server(tmp_path / f"data-{len(programs)}", options=options, **more))
        return programs[-1]

    yield start
    try:
        for program in programs:
            assert program.process.returncode is not None or program.is_alive, "it has crashed"
    finally:
        for program in programs:
            program.kill()


@pytest.fixture
def fresh(start: Starter) -> Server:
    """A server with the sample data, for a test that changes them."""
    return start()
