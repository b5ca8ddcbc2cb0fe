"""Runs the program under test, each time with its own data folder."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).resolve().parents[3]
# Absolute, because some tests use another working directory.
BINARY = Path(os.environ.get("FIELDGUIDE_BINARY", PACKAGE / ".build/debug/fieldguide")).absolute()
# The program with the states of all its pages in the gallery, which debug builds have.
DEVELOPMENT = PACKAGE / ".build/debug/fieldguide-development"
# An unreachable address. Tests must not send requests to the internet.
NOWHERE = "http://127.0.0.1:9/nowhere"
READY = re.compile(r"^\w+ is ready: (.+)$")
# For tests that exceed the rate limit of one client.
ANY_POSTS = ("--posts-per-minute", "0")
GENEROUS = (*ANY_POSTS, "--connections-per-client", "4000", "--streams-per-client", "1200")


def finished(
    words: Sequence[str | Path], *, timeout: float | None = 60, **options: Any
) -> subprocess.CompletedProcess[str]:
    """Runs a command to its end."""
    return subprocess.run(
        words, capture_output=True, text=True, timeout=timeout, check=False, **options
    )


def printed(words: Sequence[str | Path], **options: Any) -> str:
    """Runs a command that succeeds, and returns what it prints."""
    done = finished(words, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def command(
    data: Path,
    *,
    binary: Path = BINARY,
    port: int = 0,
    templates: Path = PACKAGE / "Templates",
    feeds: str = NOWHERE,
    dogs: str = NOWHERE,
    photos: str = NOWHERE,
) -> list[str]:
    """Returns the command line that serves from a data folder."""
    return [
        str(binary),
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
        # Tests trigger refreshes themselves.
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


def example_command(name: str, data: Path, *, port: int = 0) -> list[str]:
    """Returns the command line that serves an example, which has no options of its own."""
    # The folders above the build contain the templates and files of another
    # site.
    binary = data.parent / name
    data.parent.mkdir(parents=True, exist_ok=True)
    # It may be running.
    binary.unlink(missing_ok=True)
    shutil.copy(PACKAGE / ".build/debug" / name, binary)
    return [
        *(str(binary), "--port", str(port), "--data", str(data)),
        *("--log-level", "warning", "--metrics-port", "off"),
    ]


def ready_address(line: str) -> str:
    """Returns the address in the line that a program prints when it is ready."""
    if ready := READY.match(line):
        return ready[1]
    return json.loads(line)["address"]


class Server:
    """A running program. Ended by process id, never by name."""

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
        example: str | None = None,
        binary: Path = BINARY,
    ) -> None:
        self.data = data
        self.binary = binary
        self.example = example
        self.options = options
        self.environment = environment
        self.prefix = prefix
        self.feeds = feeds
        self.dogs = dogs
        self.photos = photos
        # An unnamed file, because the data folder may be on a disk that a test
        # fills.
        self._log = tempfile.TemporaryFile()  # noqa: SIM115, open as long as the object
        self.start()

    def start(self, *, port: int = 0) -> None:
        """Starts the program, and waits until it prints its address."""
        self.process = subprocess.Popen(
            [
                *self.prefix,
                *self._command(port),
                *self.options,
            ],
            env={**os.environ, **(self.environment or {})},
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline().rstrip("\n")
        try:
            self.url = ready_address(line)
        except (KeyError, ValueError):
            self.kill()
            raise AssertionError(f"no ready line but {line!r}: {self.log()}") from None

    def _command(self, port: int) -> list[str]:
        if self.example is not None:
            return example_command(self.example, self.data, port=port)
        return command(
            self.data,
            binary=self.binary,
            port=port,
            feeds=self.feeds,
            dogs=self.dogs,
            photos=self.photos,
        )

    @property
    def is_alive(self) -> bool:
        """True if the program has not ended."""
        return self.process.poll() is None

    def log(self) -> str:
        """Returns the complete lines logged so far, by all starts. The program
        writes its log with a delay until it ends."""
        written = os.pread(self._log.fileno(), os.fstat(self._log.fileno()).st_size, 0)
        return written[: written.rfind(b"\n") + 1].decode()

    def complete_log(self) -> str:
        """Stops the program if it runs, and returns everything it has logged."""
        self.stop()
        return self.log()

    @property
    def descriptors(self) -> int:
        """The number of open files and sockets."""
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    @property
    def sockets(self) -> int:
        """The number of open sockets. Unlike files, none is opened lazily."""
        count = 0
        for descriptor in Path(f"/proc/{self.process.pid}/fd").iterdir():
            with suppress(FileNotFoundError):
                count += os.readlink(descriptor).startswith("socket:")
        return count

    @property
    def processor_seconds(self) -> float:
        """The CPU time used so far."""
        stat = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self, *, within: float = 8) -> int:
        """Stops the program with SIGTERM, and returns its exit code."""
        self.process.terminate()
        try:
            return self.process.wait(timeout=within)
        finally:
            self.kill()

    def kill(self) -> None:
        """Kills the program, like a power failure."""
        self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


# The type of the fixture that starts programs with options of a test.
Starter = Callable[..., Server]


@contextmanager
def serving(data: Path, **options: Any) -> Iterator[Server]:
    """Runs the program for the duration of a block."""
    server = Server(data, **options)
    try:
        yield server
    finally:
        server.kill()
