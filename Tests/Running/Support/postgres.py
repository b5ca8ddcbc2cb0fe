"""Runs a PostgreSQL server of its own for tests."""

from __future__ import annotations

import contextlib
import csv
import hashlib
import os
import shutil
import signal
import subprocess
import uuid
from collections.abc import Sequence
from pathlib import Path

from server import PACKAGE, printed

# True if `Scripts/behind` runs the tests: the program is two instances on one database.
IS_SHARED = "FIELDGUIDE_POSTGRES" in os.environ


def shared_database(data: Path) -> list[str]:
    """Returns the options of PostgreSQL's tools for the database of a data folder."""
    name = "data_" + hashlib.sha256(bytes(data.absolute())).hexdigest()[:16]
    return ["--host", os.environ["FIELDGUIDE_POSTGRES"], "--username", "postgres", name]


def shared_rows(data: Path, query: str) -> list[list[str]]:
    """Returns the rows of a query in the database of a data folder."""
    said = subprocess.run(
        ["psql", "--no-psqlrc", "--csv", "--tuples-only", "--command",
         f"SET search_path TO fieldguide; {query}", *shared_database(data)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return [row for row in csv.reader(said.stdout.splitlines()) if row != ["SET"]]


class PostgresServer:
    """A server with its data and its Unix socket in a folder.

    With a port it listens on 127.0.0.1 as well. The options are those of
    `postgres`, such as `-c ssl=on`.
    """

    def __init__(
        self, folder: Path | None = None, options: Sequence[str] = (), port: int | None = None
    ) -> None:
        # The path of a socket is short.
        self.folder = folder or Path("/tmp") / f"fieldguide-{uuid.uuid4().hex[:12]}"
        self.port = port or 5432
        if port is not None:
            options = [*options, "-c", "listen_addresses=127.0.0.1", "-c", f"port={port}"]
        self.options = options
        self.folder.mkdir(parents=True, exist_ok=True)
        self.start()

    def start(self) -> None:
        """Starts the server, and waits until it accepts connections."""
        self.process = subprocess.Popen(
            [str(PACKAGE / "Scripts/test-postgres"), str(self.folder), *self.options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "ready\n"

    def stop(self) -> None:
        """Stops the server; its databases remain."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(timeout=30)

    def kill(self) -> None:
        """Ends the server without warning, as a crash would.

        All its processes: without the first one, the others would still finish what they do.
        """
        pid = int((self.folder / "data/postmaster.pid").read_text().splitlines()[0])
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        for process in (pid, *map(int, children)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self.stop()

    def remove(self) -> None:
        """Stops the server, and removes its folder."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def execute(self, script: str, address: str | None = None) -> str:
        """Runs SQL statements as the administrator, and returns the rows."""
        options = ("--no-psqlrc", "-qAt", "-v", "ON_ERROR_STOP=1")
        return printed(["psql", *options, address or self.address, "-c", script])

    @property
    def address(self) -> str:
        """The value of `--database`."""
        return self.database("postgres")

    def database(self, name: str) -> str:
        """The value of `--database` for one of its databases."""
        return f"host={self.folder} port={self.port} user=postgres dbname={name}"

    def create(self, name: str) -> str:
        """Creates a database, and returns the value of `--database`."""
        subprocess.run(
            ["createdb", "--host", self.folder, "--port", str(self.port), "--username", "postgres",
             name],
            check=True,
        )
        return self.database(name)
