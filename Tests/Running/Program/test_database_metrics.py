"""Metrics of a database that several instances share."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from operators import METRICS, Samples, metrics_address, samples, value
from postgres import PostgresServer
from server import PACKAGE, Server
from test_database_trouble import post
from web import send, until

pytestmark = pytest.mark.skipif(
    not (PACKAGE / ".build/debug/Plants").exists(), reason="“make examples” builds it"
)


@pytest.fixture
def postgres() -> Iterator[PostgresServer]:
    """A running server."""
    server = PostgresServer(Path("/tmp") / f"fieldguide-{uuid.uuid4().hex[:12]}")
    yield server
    server.remove()


def counted(program: Server) -> Samples:
    """Returns the metrics by name and labels."""
    return samples(send(metrics_address(program) + "/metrics").text)


def count(program: Server, name: str, **labels: str) -> float:
    """Returns the value of a metric of the program."""
    return value(counted(program), f"plants_{name}", **labels)


def test_an_instance_reports_its_log_and_its_database(
    postgres: PostgresServer, tmp_path: Path
) -> None:
    program = Server(
        tmp_path / "data", example="Plants", options=["--database", postgres.address, *METRICS]
    )
    try:
        def position() -> float:
            return count(program, "change_log_position", log="plants")

        def lag() -> float:
            return count(program, "change_log_lag_seconds", log="plants")

        # The samples are the first change.
        assert position() == 1
        assert post(program)[0] == 303
        assert position() == 2
        assert lag() == 0
        for kind, least in (("write", 2), ("read", 1), ("follow", 2)):
            assert count(program, "postgres_duration_seconds_count", kind=kind) >= least
        assert count(program, "change_log_reloads_total") == 1
        assert count(program, "postgres_reconnects_total") == 0
        postgres.kill()
        until(lambda: lag() > 2)
        assert post(program)[0] == 503
        assert count(program, "postgres_write_retries_total") > 0
        postgres.start()
        until(lambda: lag() == 0)
        assert count(program, "postgres_reconnects_total") > 0
        assert position() == 2
    finally:
        program.kill()


def test_a_program_with_files_has_no_such_metrics(tmp_path: Path) -> None:
    program = Server(tmp_path / "data", example="Plants", options=METRICS)
    try:
        names = {name for name, _ in counted(program)}
    finally:
        program.kill()
    assert not [name for name in names if "postgres" in name or "change_log" in name]
