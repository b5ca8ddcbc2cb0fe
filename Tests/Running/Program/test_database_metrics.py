"""Metrics of a database that several instances share."""

from __future__ import annotations

from pathlib import Path

from operators import METRICS, counted, metric
from plants import post
from postgres import PostgresServer
from program_fixtures import needs_example
from server import Server, serving
from web import until

pytestmark = needs_example("Plants")


def count(program: Server, name: str, **labels: str) -> float:
    """Returns the value of a metric of the program."""
    return metric(program, f"plants_{name}", **labels)


def test_an_instance_reports_its_log_and_its_database(
    postgres: PostgresServer, tmp_path: Path
) -> None:
    options = ["--database", postgres.address, *METRICS]
    with serving(tmp_path / "data", example="Plants", options=options) as program:

        def position() -> float:
            return count(program, "change_log_position", log="plants")

        def lag() -> float:
            return count(program, "change_log_lag_seconds", log="plants")

        # The samples are the first change.
        assert position() == 1
        assert post(program).status == 303
        assert position() == 2
        assert lag() == 0
        for kind, least in (("write", 2), ("read", 1), ("follow", 2)):
            assert count(program, "postgres_duration_seconds_count", kind=kind) >= least
        assert count(program, "change_log_reloads_total") == 1
        assert count(program, "postgres_reconnects_total") == 0
        postgres.kill()
        until(lambda: lag() > 2)
        assert post(program).status == 503
        assert count(program, "postgres_write_retries_total") > 0
        postgres.start()
        until(lambda: lag() == 0)
        assert count(program, "postgres_reconnects_total") > 0
        assert position() == 2


def test_a_program_with_files_has_no_such_metrics(tmp_path: Path) -> None:
    with serving(tmp_path / "data", example="Plants", options=METRICS) as program:
        names = {name for name, _ in counted(program)}
    assert not [name for name in names if "postgres" in name or "change_log" in name]
