"""Runs a PostgreSQL server of its own for tests."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from pathlib import Path

from server import PACKAGE


class PostgresServer:
    """A server with its data and its Unix socket in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.start()

    def start(self) -> None:
        """Starts the server, and waits until it accepts connections."""
        self.process = subprocess.Popen(
            [str(PACKAGE / "Scripts/test-postgres"), str(self.folder)],
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
        """Ends the server without warning, as a crash would."""
        pid = int((self.folder / "data/postmaster.pid").read_text().splitlines()[0])
        os.kill(pid, signal.SIGKILL)
        self.stop()

    def remove(self) -> None:
        """Stops the server, and removes its folder."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def address(self) -> str:
        """The value of `--database`."""
        return f"host={self.folder} user=postgres dbname=postgres"
