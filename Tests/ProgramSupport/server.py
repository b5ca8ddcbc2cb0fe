"""Runs the program that is tested, each time on a data folder of its own."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2]
# Absolute, since some tests start it elsewhere.
BINARY = Path(os.environ.get("FIELDGUIDE_BINARY", PACKAGE / ".build/debug/fieldguide")).absolute()
# Nothing answers there. No test may ask a server of the world.
NOWHERE = "http://127.0.0.1:9/nowhere"
READY = re.compile(r"^Fieldguide is ready: (http://127\.0\.0\.1:\d+)$")


def command(
    data: Path,
    *,
    port: int = 0,
    templates: Path = PACKAGE / "Templates",
    feeds: str = NOWHERE,
    dogs: str = NOWHERE,
    photos: str = NOWHERE,
) -> list[str]:
    """The command line that serves from a data folder."""
    return [
        str(BINARY),
        "serve",
        "--port",
        str(port),
        "--data",
        str(data),
        "--templates",
        str(templates),
        "--public",
        str(PACKAGE / "Public"),
        "--quakes-feeds",
        feeds,
        # Tests say when something changes.
        "--quakes-refresh",
        "off",
        "--dogs",
        dogs,
        "--photos",
        photos,
        "--log-level",
        "warning",
        "--metrics-port",
        "off",
    ]


class Server:
    """One running program. Ended by its own process id, never by its name."""

    def __init__(
        self,
        data: Path,
        *,
        feeds: str = NOWHERE,
        dogs: str = NOWHERE,
        photos: str = NOWHERE,
        options: Sequence[str] = (),
        environment: Mapping[str, str] | None = None,
        prefix: Sequence[str] = (),
    ) -> None:
        self.data = data
        self.options = options
        self.environment = environment
        self.prefix = prefix
        self.feeds = feeds
        self.dogs = dogs
        self.photos = photos
        self.start()

    def start(self, *, port: int = 0) -> None:
        """Starts the program, and waits until it says where it listens."""
        self.process = subprocess.Popen(
            [
                *self.prefix,
                *command(
                    self.data, port=port, feeds=self.feeds, dogs=self.dogs, photos=self.photos
                ),
                *self.options,
            ],
            env={**os.environ, **(self.environment or {})},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline().rstrip("\n")
        ready = READY.match(line)
        if ready is None:
            self.kill()
            assert self.process.stderr is not None
            raise AssertionError(f"no ready line but {line!r}: {self.process.stderr.read()}")
        self.url = ready[1]

    def stop(self, *, within: float = 5) -> int:
        """Asks the program to end, as an operator does, and gives its exit code."""
        self.process.terminate()
        try:
            return self.process.wait(timeout=within)
        finally:
            self.kill()

    def log(self) -> str:
        """What it logged, once it has ended."""
        assert self.process.poll() is not None
        assert self.process.stderr is not None
        return self.process.stderr.read()

    def kill(self) -> None:
        """Ends the program as a power cut would: it can do nothing about it."""
        self.process.kill()
        self.process.wait()
